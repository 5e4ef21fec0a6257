package stats

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/tally"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// countComplaints is the subject of the tallies of complaints.
const countComplaints = "COMPLAINT"

// The dimensions that each subject has.
const (
	tallyChange = ""
	tallyAll    = "ALL"
)

// tallied are the dimensions of complaints that are kept.

var tallied = []domain.ComplaintDimension{
	domain.ByStatus, domain.ByPriority, domain.ByCategory, domain.ByZone, domain.BySolver, domain.ByProvider,
}

// changesAtOnce are added to the tallies in one transaction.
const changesAtOnce = 1_000

// Change is how a deed changes the tallies, by what is counted.
type Change map[string]domain.Rollups

// Complaint notes how a complaint changed; was is nil for a new one.
func (c Change) Complaint(was, is *ent.Complaint) {
	to := c.of(countComplaints)
	if was != nil {
		count(to, FactsOf(was), -1)
	}
	count(to, FactsOf(is), 1)
}

func (c Change) of(subject string) domain.Rollups {
	if c[subject] == nil {
		c[subject] = domain.Rollups{}
	}
	return c[subject]
}

// Write writes beside a deed how it changed the tallies. Only as the service.
func Write(ctx context.Context, tx *ent.Client, c Change) error {
	for _, subject := range slices.Sorted(maps.Keys(c)) {
		change := c[subject]
		for dimension, values := range change {
			maps.DeleteFunc(values, func(_ string, s *domain.Sums) bool { return s.Zero() })
			if len(values) == 0 {
				delete(change, dimension)
			}
		}
		if len(change) == 0 {
			continue
		}
		id := domain.NewID(domain.KindTally)
		err := tx.Tally.Create().SetID(id).SetSubject(subject).SetDimension(tallyChange).SetValue(id.String()).SetChange(change).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// Added counts and keeps new complaints. Only as the service.
func Added(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	change := Change{}
	for _, c := range complaints {
		change.Complaint(nil, c)
	}
	if err := Keep(ctx, tx, complaints...); err != nil {
		return err
	}
	return Write(ctx, tx, change)
}

// FactsOf reads from a complaint what is counted of it.
func FactsOf(c *ent.Complaint) domain.Facts {
	f := domain.Facts{
		Status: c.Status, Priority: c.Priority, Category: text(c.CategoryID), Zone: text(c.ZoneID), Solver: text(c.SolverID), Provider: text(c.ProviderID),
		Overdue: c.Overdue, Flagged: c.Flagged, Reopened: c.ReopenedCount > 0,
		Ended:    c.ReopenedCount > 0 || c.Status.Ended(),
		Assigned: c.AssignedTook, Resolved: c.ResolvedTook,
	}
	switch {
	case c.ResolvedAt == nil:
		f.Missed = c.Overdue
	case c.DueAt != nil:
		f.Missed = c.ResolvedAt.After(*c.DueAt)
		f.Met = !f.Missed
	}
	if c.Rating != nil {
		f.Rating = *c.Rating
	}
	return f
}

func text(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func count(to domain.Rollups, f domain.Facts, n int64) {
	sums(to, tallyAll, "").Add(f, n)
	sums(to, string(domain.ByStatus), string(f.Status)).Add(f, n)
	sums(to, string(domain.ByPriority), string(f.Priority)).Add(f, n)
	sums(to, string(domain.ByCategory), f.Category).Add(f, n)
	sums(to, string(domain.ByZone), f.Zone).Add(f, n)
	sums(to, string(domain.BySolver), f.Solver).Add(f, n)
	sums(to, string(domain.ByProvider), f.Provider).Add(f, n)
}

func sums(of domain.Rollups, dimension, value string) *domain.Sums {
	if of[dimension] == nil {
		of[dimension] = map[string]*domain.Sums{}
	}
	s := of[dimension][value]
	if s == nil {
		s = &domain.Sums{}
		of[dimension][value] = s
	}
	return s
}

// Fold adds the changes that deeds have left to the tallies. Any number of instances may do
// it: the count of all complaints is held first, so that they do it one after the other. Only
// as the service.
func Fold(ctx context.Context, client *ent.Client) error {
	for {
		waiting, err := client.Tally.Query().Where(tally.Dimension(tallyChange)).Exist(ctx)
		if err != nil || !waiting {
			return err
		}
		more := false
		err = dbtx.InTx(ctx, client, nil, func(tx *ent.Client) error {
			if err := hold(ctx, tx); err != nil {
				return err
			}
			rows, err := tx.Tally.Query().Where(tally.Dimension(tallyChange)).
				Order(ent.Asc(tally.FieldID)).Limit(changesAtOnce).All(ctx)
			if err != nil || len(rows) == 0 {
				return err
			}
			more = len(rows) == changesAtOnce
			change, ids := Change{}, make([]uuid.UUID, len(rows))
			for i, row := range rows {
				ids[i] = row.ID
				merge(change.of(row.Subject), row.Change)
			}
			if err := apply(ctx, tx, change); err != nil {
				return err
			}
			_, err = tx.Tally.Delete().Where(tally.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil || !more {
			return err
		}
	}
}

// hold makes whoever writes tallies wait until the transaction ends.
func hold(ctx context.Context, tx *ent.Client) error {
	return tx.Tally.Create().SetSubject(countComplaints).SetDimension(tallyAll).SetValue("").SetSums(&domain.Sums{}).
		OnConflict(
			entsql.ConflictColumns(tally.FieldSubject, tally.FieldDimension, tally.FieldValue),
			entsql.ResolveWith(func(u *entsql.UpdateSet) { u.SetIgnore(tally.FieldSums) }),
		).
		Exec(ctx)
}

func merge(into, from domain.Rollups) {
	for dimension, values := range from {
		for value, s := range values {
			sums(into, dimension, value).Merge(s)
		}
	}
}

// apply adds a change to the tallies that the transaction holds.
func apply(ctx context.Context, tx *ent.Client, c Change) error {
	for _, subject := range slices.Sorted(maps.Keys(c)) {
		for _, dimension := range slices.Sorted(maps.Keys(c[subject])) {
			if err := applyTo(ctx, tx, subject, dimension, c[subject][dimension]); err != nil {
				return err
			}
		}
	}
	return nil
}

func applyTo(ctx context.Context, tx *ent.Client, subject, dimension string, values map[string]*domain.Sums) error {
	for names := range slices.Chunk(slices.Sorted(maps.Keys(values)), changesAtOnce) {
		rows, err := tx.Tally.Query().
			Where(tally.Subject(subject), tally.Dimension(dimension), tally.ValueIn(names...)).All(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			values[row.Value].Merge(row.Sums)
		}
		err = tx.Tally.MapCreateBulk(names, func(c *ent.TallyCreate, i int) {
			c.SetSubject(subject).SetDimension(dimension).SetValue(names[i]).SetSums(values[names[i]])
		}).
			OnConflict(
				entsql.ConflictColumns(tally.FieldSubject, tally.FieldDimension, tally.FieldValue),
				entsql.ResolveWith(func(u *entsql.UpdateSet) { u.SetExcluded(tally.FieldSums) }),
			).
			Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// read answers the tallies of a dimension as of one moment: counts and changes are read by
// one statement, so that what moves from these to those is seen once.
func read(ctx context.Context, client *ent.Client, subject, dimension string) (map[string]*domain.Sums, error) {
	rows, err := client.Tally.Query().Where(tally.Subject(subject), tally.DimensionIn(tallyChange, dimension)).All(ctx)
	if err != nil {
		return nil, err
	}
	all := domain.Rollups{dimension: {}}
	for _, row := range rows {
		switch {
		case row.Dimension == dimension:
			sums(all, dimension, row.Value).Merge(row.Sums)
		case row.Change[dimension] != nil:
			merge(all, domain.Rollups{dimension: row.Change[dimension]})
		}
	}
	maps.DeleteFunc(all[dimension], func(_ string, s *domain.Sums) bool { return s.Rows == 0 })
	return all[dimension], nil
}

// recountTries is how often a recount is tried that met others who add changes.
const recountTries = 3

// Recount makes all tallies anew from the rows, for whoever loads them in bulk. Deeds may go on
// meanwhile: the transaction sees one moment, of which what it counts and the changes it takes
// away are both part. Only as the service.
func Recount(ctx context.Context, client *ent.Client) (err error) {
	for range recountTries {
		err = dbtx.InTx(ctx, client, &sql.TxOptions{Isolation: sql.LevelRepeatableRead}, func(tx *ent.Client) error {
			if err := hold(ctx, tx); err != nil {
				return err
			}
			truth, err := recounted(ctx, tx)
			if err != nil {
				return err
			}
			if _, err := tx.Tally.Delete().Exec(ctx); err != nil {
				return err
			}
			return apply(ctx, tx, Change{countComplaints: truth})
		})
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func recounted(ctx context.Context, tx *ent.Client) (domain.Rollups, error) {
	truth := domain.Rollups{}
	for _, by := range tallied {
		_, groups, err := aggregate(ctx, tx.Complaint.Query(), plan{dimensions: []domain.ComplaintDimension{by}, flagged: true, spreads: true, most: 1 << 20})
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			sums(truth, string(by), g.value(by)).Merge(&g.sums)
			if by == domain.ByStatus {
				sums(truth, tallyAll, "").Merge(&g.sums)
			}
		}
	}
	return truth, nil
}

// Wrong answers where the tallies are not what the complaints say, which never happens: it is
// for tests and for whoever restored half a database. Nobody may be writing.
func Wrong(ctx context.Context, client *ent.Client) (wrong []string, err error) {
	truth, err := recounted(ctx, client)
	if err != nil {
		return nil, err
	}
	for _, dimension := range slices.Concat([]string{tallyAll}, names(tallied)) {
		told, err := read(ctx, client, countComplaints, dimension)
		if err != nil {
			return nil, err
		}
		all := maps.Clone(told)
		maps.Copy(all, truth[dimension])
		for value := range all {
			difference := domain.Sums{}
			for sign, of := range map[int64]*domain.Sums{1: told[value], -1: truth[dimension][value]} {
				if of != nil {
					difference.Merge(of.Scale(sign))
				}
			}
			if !difference.Zero() {
				wrong = append(wrong, dimension+" "+value)
			}
		}
	}
	slices.Sort(wrong)
	return wrong, nil
}

func names[S ~string](all []S) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = string(s)
	}
	return out
}
