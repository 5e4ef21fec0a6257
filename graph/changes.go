package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/policy"
)

// gatherChanges is the least time between two messages of changes to a stream.
const gatherChanges = 250 * time.Millisecond

// change is what an account changed in a row.
type change struct {
	subject, actor uuid.UUID
	what           domain.Changes
	version        int // 0 if the row itself did not change
}

// changesOf returns the changes that a batch of events holds, those of a row by the same account as one,
// without what the viewer is not told.
func changesOf(batch []events.Event, seen func(events.Event) domain.Changes) (all []change) {
	for _, e := range batch {
		what := seen(e)
		if what == 0 {
			continue
		}
		i := slices.IndexFunc(all, func(c change) bool { return c.subject == e.Subject && c.actor == e.Actor })
		if i < 0 {
			all = append(all, change{e.Subject, e.Actor, what, e.Version})
			continue
		}
		all[i].what |= what
		all[i].version = max(all[i].version, e.Version)
	}
	return all
}

// subjects returns the rows of some changes.
func subjects(all []change) (ids []uuid.UUID) {
	for _, c := range all {
		if !slices.Contains(ids, c.subject) {
			ids = append(ids, c.subject)
		}
	}
	return ids
}

// changesField is the selection of the list of changes in a message. With aliases there is more than one, and
// everything is taken to be selected, with all columns.
type changesField struct {
	ctx     context.Context
	several bool
}

func changesSelected(ctx context.Context) changesField {
	return changesField{withChildField(ctx, "changes"), len(childFields(ctx, "changes")) > 1}
}

func (f changesField) has(name string) bool { return f.several || selectsField(f.ctx, name) }

func (f changesField) child(name string) context.Context {
	if f.several {
		return graphql.WithFieldContext(f.ctx, nil)
	}
	return withChildField(f.ctx, name)
}

// filterOf returns the filter of the current field as it was written, nil if it selects all rows. Subscriptions
// apply it anew to each batch, because what it means may change with time; statistics repeat it in the filters
// of their buckets.
func filterOf(ctx context.Context) map[string]any {
	args := graphql.GetFieldContext(ctx).Field.ArgumentMap(graphql.GetOperationContext(ctx).Variables)
	if where, _ := args["where"].(map[string]any); len(where) > 0 {
		return where
	}
	return nil
}

// matching returns which of some rows of a list a filter selects.
func (r *Resolver) matching(ctx context.Context, list viewedList, filter map[string]any, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	some := make(map[uuid.UUID]bool, len(ids))
	if filter == nil {
		for _, id := range ids {
			some[id] = true
		}
		return some, nil
	}
	query := fmt.Sprintf(
		"query($ids: [ID!], $where: %sWhereInput!, $first: Int) { %s(where: {idIn: $ids, and: [$where]}, first: $first) { edges { node { id } } } }",
		list.kind, list.field)
	texts := make([]any, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	data, err := r.reader.Read(ctx, query, map[string]any{"ids": texts, "where": filter, "first": int64(len(ids))})
	if err != nil {
		return nil, err
	}
	var found map[string]struct {
		Edges []struct{ Node struct{ ID uuid.UUID } }
	}
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, err
	}
	for _, e := range found[list.field].Edges {
		some[e.Node.ID] = true
	}
	return some, nil
}

// tryFilter returns what the list would refuse of a subscription's filter.
func (r *Resolver) tryFilter(ctx context.Context, list viewedList) error {
	_, err := r.matching(ctx, list, filterOf(ctx), []uuid.UUID{uuid.New()})
	return err
}

// actors returns the accounts that made some changes, as far as the viewer may see them.
func (r *Resolver) actors(ctx context.Context, f changesField, all []change) (map[uuid.UUID]*ent.User, error) {
	var ids []uuid.UUID
	for _, c := range all {
		if c.actor != uuid.Nil && !slices.Contains(ids, c.actor) {
			ids = append(ids, c.actor)
		}
	}
	if len(ids) == 0 || !f.has("actor") {
		return nil, nil
	}
	q, err := r.client.User.Query().Where(user.IDIn(ids...)).CollectFields(f.child("actor"))
	if err != nil {
		return nil, err
	}
	found, err := q.All(ctx)
	return byID(found, func(u *ent.User) uuid.UUID { return u.ID }), err
}

// rowsOfChanges are the rows of changes that the viewer may see, and their versions where the changes
// do not say them.
type rowsOfChanges[T any] struct {
	rows     map[uuid.UUID]T
	versions map[uuid.UUID]int
}

// readChanged reads the rows of changes, whole as far as they are selected, and their versions.
func readChanged[T any](
	f changesField, name string, all []change, whole func(context.Context, []uuid.UUID) ([]T, error), brief func(...uuid.UUID) ([]T, error),
	id func(T) uuid.UUID, version func(T) int,
) (out rowsOfChanges[T], err error) {
	ids := subjects(all)
	unknown := f.has("version") && slices.ContainsFunc(all, func(c change) bool { return c.version == 0 })
	var rows []T
	if f.has(name) {
		if rows, err = whole(f.child(name), ids); err != nil || len(rows) == 0 {
			return out, err
		}
		out.rows = byID(rows, id)
	}
	if unknown || out.rows == nil {
		if rows, err = brief(ids...); err != nil {
			return out, err
		}
		out.versions = make(map[uuid.UUID]int, len(rows))
		for _, row := range rows {
			out.versions[id(row)] = version(row)
		}
		if out.rows == nil {
			out.rows = byID(rows, id)
		}
	}
	return out, nil
}

func (r *Resolver) loadComplaintChanges(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.ComplaintChanges], error) {
	v := auth.From(ctx)
	all := changesOf(batch, func(e events.Event) domain.Changes {
		return policy.SeenComplaintChanges(v, domain.Changes(e.Changed), e.Actor)
	})
	if len(all) == 0 {
		return nil, nil
	}
	if !policy.SeesInternal(v) { // events say the version of administrators
		for i := range all {
			all[i].version = 0
		}
	}
	f := changesSelected(ctx)
	seen, err := readChanged(f, "complaint", all,
		func(field context.Context, ids []uuid.UUID) ([]*ent.Complaint, error) {
			q, err := r.client.Complaint.Query().Where(complaint.IDIn(ids...)).CollectFields(field)
			if err != nil {
				return nil, err
			}
			return q.All(ctx)
		},
		func(ids ...uuid.UUID) ([]*ent.Complaint, error) {
			return r.client.Complaint.Query().Where(complaint.IDIn(ids...)).
				Select(complaint.FieldID, complaint.FieldVersion, complaint.FieldInternalChanges).All(ctx)
		},
		func(c *ent.Complaint) uuid.UUID { return c.ID }, func(c *ent.Complaint) int { return policy.SeenVersion(v, c.Version, c.InternalChanges) },
	)
	all = slices.DeleteFunc(all, func(c change) bool { return seen.rows[c.subject] == nil })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	matches := map[uuid.UUID]bool{}
	if f.has("matches") {
		if matches, err = r.matching(ctx, viewedLists[domain.ViewComplaints], filterOf(ctx), subjects(all)); err != nil {
			return nil, err
		}
	}
	actors, err := r.actors(ctx, f, all)
	if err != nil {
		return nil, err
	}
	out := &model.ComplaintChanges{EventID: batch[len(batch)-1].Position}
	for _, c := range all {
		if c.version == 0 {
			c.version = seen.versions[c.subject]
		}
		out.Changes = append(out.Changes, &model.ComplaintChange{
			ComplaintID: c.subject, Complaint: seen.rows[c.subject], Changed: c.what.ComplaintParts(), Version: c.version,
			Actor: actors[c.actor], Matches: matches[c.subject],
		})
	}
	return []gqlhttp.Message[*model.ComplaintChanges]{{Position: out.EventID, Payload: out}}, nil
}

func (r *Resolver) loadTaskChanges(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.TaskChanges], error) {
	v := auth.From(ctx)
	all := changesOf(batch, func(e events.Event) domain.Changes { return policy.SeenTaskChanges(v, domain.Changes(e.Changed)) })
	if len(all) == 0 {
		return nil, nil
	}
	f := changesSelected(ctx)
	seen, err := readChanged(f, "task", all,
		func(field context.Context, ids []uuid.UUID) ([]*ent.WorkTask, error) {
			q, err := r.client.WorkTask.Query().Where(worktask.IDIn(ids...)).CollectFields(field)
			if err != nil {
				return nil, err
			}
			return q.All(ctx)
		},
		func(ids ...uuid.UUID) ([]*ent.WorkTask, error) {
			return r.client.WorkTask.Query().Where(worktask.IDIn(ids...)).Select(worktask.FieldID, worktask.FieldVersion).All(ctx)
		},
		func(t *ent.WorkTask) uuid.UUID { return t.ID }, func(t *ent.WorkTask) int { return t.Version },
	)
	all = slices.DeleteFunc(all, func(c change) bool { return seen.rows[c.subject] == nil })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	matches := map[uuid.UUID]bool{}
	if f.has("matches") {
		if matches, err = r.matching(ctx, viewedLists[domain.ViewTasks], filterOf(ctx), subjects(all)); err != nil {
			return nil, err
		}
	}
	actors, err := r.actors(ctx, f, all)
	if err != nil {
		return nil, err
	}
	out := &model.TaskChanges{EventID: batch[len(batch)-1].Position}
	for _, c := range all {
		if c.version == 0 {
			c.version = seen.versions[c.subject]
		}
		out.Changes = append(out.Changes, &model.TaskChange{
			TaskID: c.subject, Task: seen.rows[c.subject], Changed: c.what.TaskParts(), Version: c.version,
			Actor: actors[c.actor], Matches: matches[c.subject],
		})
	}
	return []gqlhttp.Message[*model.TaskChanges]{{Position: out.EventID, Payload: out}}, nil
}
