package graph

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaintrevision"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// timelineKinds are the kinds of entries, in the order of those that happened at the same time.
var timelineKinds = []model.TimelineKind{
	model.TimelineKindMove, model.TimelineKindComment, model.TimelineKindTaskStep, model.TimelineKindUpdate, model.TimelineKindMedia, model.TimelineKindEdit,
	model.TimelineKindLateEvidence,
}

// timelinePosition is the place of an entry in a timeline, which its cursor names.
type timelinePosition struct {
	At   time.Time          `json:"t"`
	Kind model.TimelineKind `json:"k"`
	ID   uuid.UUID          `json:"i"`
	Step domain.TaskStatus  `json:"s,omitempty"`
}

// compare orders positions: newer ones come first.
func (p timelinePosition) compare(q timelinePosition) int {
	return cmp.Or(q.At.Compare(p.At), cmp.Compare(slices.Index(timelineKinds, p.Kind), slices.Index(timelineKinds, q.Kind)),
		slices.Compare(q.ID[:], p.ID[:]), cmp.Compare(slices.Index(domain.TaskStatuses, q.Step), slices.Index(domain.TaskStatuses, p.Step)))
}

func (p timelinePosition) String() string {
	text, _ := json.Marshal(p) // of texts and a time
	return base64.RawURLEncoding.EncodeToString(text)
}

func parsePosition(text string) (p timelinePosition, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.At.IsZero() || !slices.Contains(timelineKinds, p.Kind) {
		return p, fault.Invalid(fault.Input("before", "invalid", "must be the end of a page"))
	}
	return p, nil
}

// requireOne returns a validation fault if the field of a complaint is selected in a list.
func requireOne(ctx context.Context) error {
	this := graphql.GetFieldContext(ctx)
	for fc := this; fc != nil; fc = fc.Parent {
		if fc.Index != nil {
			return fault.Invalid(fault.Input(this.Field.Name, "invalid", "can be selected of one complaint only, not in a list"))
		}
	}
	return nil
}

// timeline returns a page of what has happened to a complaint, by two statements for each kind: one for
// the positions, one for the rows of the page. The policy of each type decides what the viewer sees.
func (r *Resolver) timeline(ctx context.Context, c *ent.Complaint, first int, before *string, kinds []model.TimelineKind) (*model.Timeline, error) {
	if err := requireOne(ctx); err != nil {
		return nil, err
	}
	if bad := fault.Between("first", first, 1, model.MaxPageSize); bad != nil {
		return nil, fault.Invalid(bad...)
	}
	var after *timelinePosition
	if before != nil {
		p, err := parsePosition(*before)
		if err != nil {
			return nil, err
		}
		after = &p
	}
	var found []timelinePosition
	for _, kind := range timelineKinds {
		if len(kinds) > 0 && !slices.Contains(kinds, kind) {
			continue
		}
		some, err := r.positions(ctx, c.ID, kind, after, first+1)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	slices.SortFunc(found, timelinePosition.compare)
	out := &model.Timeline{Entries: []*model.TimelineEntry{}, HasMore: len(found) > first}
	found = found[:min(len(found), first)]
	if len(found) == 0 {
		return out, nil
	}
	end := found[len(found)-1].String()
	out.End = &end
	return out, r.fillTimeline(ctx, found, out)
}

// positions returns so many of the newest positions of a kind after another one.
func (r *Resolver) positions(ctx context.Context, id uuid.UUID, kind model.TimelineKind, after *timelinePosition,
	most int,
) (all []timelinePosition, err error) {
	var rows []struct {
		ID uuid.UUID `sql:"id"`
		At time.Time `sql:"at"`
	}
	// newest turns a query for rows into one for their ids and times.
	newest := func(column string) func(*sql.Selector) string {
		return func(s *sql.Selector) string {
			at := s.C(column)
			if after != nil {
				beside := sql.False()
				switch mine, theirs := slices.Index(timelineKinds, kind), slices.Index(timelineKinds, after.Kind); {
				case mine == theirs:
					beside = sql.And(sql.EQ(at, after.At), sql.LT(s.C("id"), after.ID))
				case mine > theirs:
					beside = sql.EQ(at, after.At)
				}
				s.Where(sql.Or(sql.LT(at, after.At), beside))
			}
			s.OrderBy(sql.Desc(at), sql.Desc(s.C("id"))).Limit(most)
			return sql.As(at, "at")
		}
	}
	switch kind {
	case model.TimelineKindMove:
		err = r.client.StatusLog.Query().Where(statuslog.ComplaintID(id)).Select(statuslog.FieldID).Aggregate(newest(statuslog.FieldCreatedAt)).Scan(ctx, &rows)
	case model.TimelineKindComment:
		err = r.client.Comment.Query().Where(comment.ComplaintID(id)).Select(comment.FieldID).Aggregate(newest(comment.FieldCreatedAt)).Scan(ctx, &rows)
	case model.TimelineKindMedia:
		err = r.client.Media.Query().Where(media.ComplaintID(id)).Select(media.FieldID).Aggregate(newest(media.FieldCreatedAt)).Scan(ctx, &rows)
	case model.TimelineKindEdit:
		err = r.client.ComplaintRevision.Query().Where(complaintrevision.ComplaintID(id)).Select(complaintrevision.FieldID).
			Aggregate(newest(complaintrevision.FieldCreatedAt)).Scan(ctx, &rows)
	case model.TimelineKindLateEvidence:
		err = r.client.LateEvidence.Query().Where(lateevidence.ComplaintID(id)).Select(lateevidence.FieldID).
			Aggregate(newest(lateevidence.FieldCreatedAt)).Scan(ctx, &rows)
	case model.TimelineKindUpdate:
		err = r.client.TaskUpdate.Query().Where(taskupdate.HasTaskWith(worktask.ComplaintID(id))).Select(taskupdate.FieldID).
			Aggregate(newest(taskupdate.FieldOccurredAt)).Scan(ctx, &rows)
	case model.TimelineKindTaskStep:
		return r.taskSteps(ctx, id, after)
	}
	for _, row := range rows {
		all = append(all, timelinePosition{At: row.At.UTC(), Kind: kind, ID: row.ID})
	}
	return all, err
}

// taskSteps returns the positions of all steps of the tasks of a complaint after another one.
func (r *Resolver) taskSteps(ctx context.Context, id uuid.UUID, after *timelinePosition) (all []timelinePosition, err error) {
	tasks, err := r.client.WorkTask.Query().Where(worktask.ComplaintID(id)).Select(worktask.FieldID, worktask.FieldStatus,
		worktask.FieldCreatedAt, worktask.FieldAcceptedAt, worktask.FieldStartedAt, worktask.FieldEndedAt).All(ctx)
	for _, t := range tasks {
		for _, step := range []struct {
			to domain.TaskStatus
			at *time.Time
		}{{domain.TaskAssigned, &t.CreatedAt}, {domain.TaskAccepted, t.AcceptedAt}, {domain.TaskInProgress, t.StartedAt}, {t.Status, t.EndedAt}} {
			if step.at == nil {
				continue
			}
			p := timelinePosition{At: step.at.UTC(), Kind: model.TimelineKindTaskStep, ID: t.ID, Step: step.to}
			if after == nil || p.compare(*after) > 0 {
				all = append(all, p)
			}
		}
	}
	return all, err
}

// fillTimeline reads the rows of a page, with what is selected of them.
func (r *Resolver) fillTimeline(ctx context.Context, found []timelinePosition, out *model.Timeline) error {
	ids := map[model.TimelineKind][]uuid.UUID{}
	for _, p := range found {
		if !slices.Contains(ids[p.Kind], p.ID) {
			ids[p.Kind] = append(ids[p.Kind], p.ID)
		}
	}
	in := withChildField(ctx, "entries")
	moves, err := entriesOf(in, "statusLog", r.client.StatusLog.Query().Where(statuslog.IDIn(ids[model.TimelineKindMove]...)),
		func(l *ent.StatusLog) uuid.UUID { return l.ID })
	if err != nil {
		return err
	}
	comments, err := entriesOf(in, "comment", r.client.Comment.Query().Where(comment.IDIn(ids[model.TimelineKindComment]...)),
		func(c *ent.Comment) uuid.UUID { return c.ID })
	if err != nil {
		return err
	}
	tasks, err := entriesOf(in, "task", r.client.WorkTask.Query().Where(worktask.IDIn(ids[model.TimelineKindTaskStep]...)),
		func(t *ent.WorkTask) uuid.UUID { return t.ID })
	if err != nil {
		return err
	}
	updates, err := entriesOf(in, "taskUpdate", r.client.TaskUpdate.Query().Where(taskupdate.IDIn(ids[model.TimelineKindUpdate]...)),
		func(u *ent.TaskUpdate) uuid.UUID { return u.ID })
	if err != nil {
		return err
	}
	files, err := entriesOf(in, "media", r.client.Media.Query().Where(media.IDIn(ids[model.TimelineKindMedia]...)), func(m *ent.Media) uuid.UUID { return m.ID })
	if err != nil {
		return err
	}
	edits, err := entriesOf(in, "revision", r.client.ComplaintRevision.Query().Where(complaintrevision.IDIn(ids[model.TimelineKindEdit]...)),
		func(e *ent.ComplaintRevision) uuid.UUID { return e.ID })
	if err != nil {
		return err
	}
	late, err := entriesOf(in, "lateEvidence", r.client.LateEvidence.Query().Where(lateevidence.IDIn(ids[model.TimelineKindLateEvidence]...)),
		func(e *ent.LateEvidence) uuid.UUID { return e.ID })
	if err != nil {
		return err
	}
	for _, p := range found {
		e := &model.TimelineEntry{
			Kind: p.Kind, At: p.At, StatusLog: moves[p.ID], Comment: comments[p.ID], Task: tasks[p.ID], TaskUpdate: updates[p.ID],
			Media: files[p.ID], Revision: edits[p.ID], LateEvidence: late[p.ID],
		}
		if p.Step != "" {
			e.Step = &p.Step
		}
		out.Entries = append(out.Entries, e)
	}
	return nil
}

// entriesOf reads rows of one type by their ids, if they are selected.
func entriesOf[Q interface {
	CollectFields(ctx context.Context, satisfies ...string) (Q, error)
	All(ctx context.Context) ([]T, error)
}, T any](ctx context.Context, field string, q Q, id func(T) uuid.UUID) (map[uuid.UUID]T, error) {
	if !selectsField(ctx, field) {
		return nil, nil
	}
	q, err := q.CollectFields(withChildField(ctx, field))
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	return byID(rows, id), err
}
