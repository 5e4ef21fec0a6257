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

// subjectComplaint is the subject of the rollups of complaints.
const subjectComplaint = "COMPLAINT"

// Dimensions beside those of domain: of delta rows, and of the counter of all complaints.
const (
	dimensionDelta = ""
)

// batchSize is how many rows are written by one statement, and how many deltas are compacted in
// one transaction.
const batchSize = 1_000

// Delta is what is to be added to the rollups, by subject.
type Delta map[string]domain.Rollups

// Complaint adds the change of a complaint; was is nil for a new one.
func (c Delta) Complaint(was, is *ent.Complaint) {
	to := c.of(subjectComplaint)
	if was != nil {
		addFacts(to, FactsOf(was), -1)
	}
	addFacts(to, FactsOf(is), 1)
}

func (c Delta) of(subject string) domain.Rollups {
	if c[subject] == nil {
		c[subject] = domain.Rollups{}
	}
	return c[subject]
}

// WriteDelta inserts delta rows, in the transaction of the change. The context must be the service's.
func WriteDelta(ctx context.Context, tx *ent.Client, c Delta) error {
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
		err := tx.Tally.Create().SetID(id).SetSubject(subject).SetDimension(dimensionDelta).SetValue(id.String()).SetChange(change).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// RecordNew writes the facts and the delta of new complaints. The context must be the service's.
func RecordNew(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	change := Delta{}
	for _, c := range complaints {
		change.Complaint(nil, c)
	}
	if err := SaveFacts(ctx, tx, complaints...); err != nil {
		return err
	}
	return WriteDelta(ctx, tx, change)
}

// FactsOf returns the facts of a complaint.
func FactsOf(c *ent.Complaint) domain.Facts {
	f := domain.Facts{
		Status: c.Status, Priority: c.Priority, Category: text(c.CategoryID), Zone: text(c.ZoneID), Solver: text(c.SolverID), Provider: text(c.ProviderID),
		Overdue: c.Overdue, Flagged: c.Flagged, Reopened: c.ReopenedCount > 0,
		Ended:    c.ReopenedCount > 0 || c.Status.Ended(),
		Assigned: c.AssignedTook, Resolved: c.ResolvedTook, Responded: c.FirstResponseTook,
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

func addFacts(to domain.Rollups, f domain.Facts, n int64) {
	sumsOf(to, dimensionAll, "").Add(f, n)
	sumsOf(to, string(domain.ByStatus), string(f.Status)).Add(f, n)
	sumsOf(to, string(domain.ByPriority), string(f.Priority)).Add(f, n)
	sumsOf(to, string(domain.ByCategory), f.Category).Add(f, n)
	sumsOf(to, string(domain.ByZone), f.Zone).Add(f, n)
	sumsOf(to, string(domain.BySolver), f.Solver).Add(f, n)
	sumsOf(to, string(domain.ByProvider), f.Provider).Add(f, n)
}

func sumsOf(of domain.Rollups, dimension, value string) *domain.Sums {
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

// Compact adds the delta rows to the counters and deletes them. Any number of instances may call
// it: each locks the counter of all complaints first, so they run one after the other. The context
// must be the service's.
func Compact(ctx context.Context, client *ent.Client) error {
	for {
		waiting, err := client.Tally.Query().Where(tally.Dimension(dimensionDelta)).Exist(ctx)
		if err != nil || !waiting {
			return err
		}
		more := false
		err = dbtx.InTx(ctx, client, nil, func(tx *ent.Client) error {
			if err := lockRollups(ctx, tx); err != nil {
				return err
			}
			more = false
			rows, err := tx.Tally.Query().Where(tally.Dimension(dimensionDelta)).
				Order(ent.Asc(tally.FieldID)).Limit(batchSize).All(ctx)
			if err != nil || len(rows) == 0 {
				return err
			}
			more = len(rows) == batchSize
			change, ids := Delta{}, make([]uuid.UUID, len(rows))
			for i, row := range rows {
				ids[i] = row.ID
				merge(change.of(row.Subject), row.Change)
			}
			if err := addToRollups(ctx, tx, change); err != nil {
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

// lockRollups locks the rollups against other writers until the transaction ends.
func lockRollups(ctx context.Context, tx *ent.Client) error {
	return tx.Tally.Create().SetSubject(subjectComplaint).SetDimension(dimensionAll).SetValue("").SetSums(&domain.Sums{}).
		OnConflict(
			entsql.ConflictColumns(tally.FieldSubject, tally.FieldDimension, tally.FieldValue),
			entsql.ResolveWith(func(u *entsql.UpdateSet) { u.SetIgnore(tally.FieldSums) }),
		).
		Exec(ctx)
}

func merge(into, from domain.Rollups) {
	for dimension, values := range from {
		for value, s := range values {
			sumsOf(into, dimension, value).Merge(s)
		}
	}
}

// addToRollups adds a delta to the counters, which the transaction has locked.
func addToRollups(ctx context.Context, tx *ent.Client, c Delta) error {
	for _, subject := range slices.Sorted(maps.Keys(c)) {
		for _, dimension := range slices.Sorted(maps.Keys(c[subject])) {
			if err := addToDimension(ctx, tx, subject, dimension, c[subject][dimension]); err != nil {
				return err
			}
		}
	}
	return nil
}

func addToDimension(ctx context.Context, tx *ent.Client, subject, dimension string, values map[string]*domain.Sums) error {
	for names := range slices.Chunk(slices.Sorted(maps.Keys(values)), batchSize) {
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

// readRollups returns the counters of a dimension as of one moment: counters and deltas are read
// by one statement, so that a delta that is being compacted is counted once.
func readRollups(ctx context.Context, client *ent.Client, subject, dimension string) (map[string]*domain.Sums, error) {
	rows, err := client.Tally.Query().Where(tally.Subject(subject), tally.DimensionIn(dimensionDelta, dimension)).All(ctx)
	if err != nil {
		return nil, err
	}
	all := domain.Rollups{dimension: {}}
	for _, row := range rows {
		switch {
		case row.Dimension == dimension:
			sumsOf(all, dimension, row.Value).Merge(row.Sums)
		case row.Change[dimension] != nil:
			merge(all, domain.Rollups{dimension: row.Change[dimension]})
		}
	}
	maps.DeleteFunc(all[dimension], func(_ string, s *domain.Sums) bool { return s.Rows == 0 })
	return all[dimension], nil
}

// Rebuild rebuilds all rollups from the rows, after bulk loads. Complaints may change meanwhile:
// the rows that the transaction counts and the deltas that it deletes are of one snapshot. The
// context must be the service's.
func Rebuild(ctx context.Context, client *ent.Client) error {
	return dbtx.InTx(ctx, client, &sql.TxOptions{Isolation: sql.LevelRepeatableRead}, func(tx *ent.Client) error {
		if err := lockRollups(ctx, tx); err != nil {
			return err
		}
		truth, err := countRows(ctx, tx)
		if err != nil {
			return err
		}
		if _, err := tx.Tally.Delete().Exec(ctx); err != nil {
			return err
		}
		return addToRollups(ctx, tx, Delta{subjectComplaint: truth})
	})
}

func countRows(ctx context.Context, tx *ent.Client) (domain.Rollups, error) {
	truth := domain.Rollups{}
	for _, by := range rollupDimensions() {
		_, groups, err := aggregate(ctx, tx.Complaint.Query(),
			plan{dimensions: []domain.ComplaintDimension{by}, withFlagged: true, histograms: true, maxGroups: 1 << 20})
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			sumsOf(truth, string(by), g.value(by)).Merge(&g.sums)
			if by == domain.ByStatus {
				sumsOf(truth, dimensionAll, "").Merge(&g.sums)
			}
		}
	}
	return truth, nil
}

// Mismatches returns the dimensions and values whose rollups differ from the complaints, which
// never happens: it is for tests and for half-restored databases. Nobody may be writing.
func Mismatches(ctx context.Context, client *ent.Client) (mismatches []string, err error) {
	truth, err := countRows(ctx, client)
	if err != nil {
		return nil, err
	}
	for _, dimension := range slices.Concat([]string{dimensionAll}, names(rollupDimensions())) {
		stored, err := readRollups(ctx, client, subjectComplaint, dimension)
		if err != nil {
			return nil, err
		}
		all := maps.Clone(stored)
		maps.Copy(all, truth[dimension])
		for value := range all {
			difference := domain.Sums{}
			for sign, of := range map[int64]*domain.Sums{1: stored[value], -1: truth[dimension][value]} {
				if of != nil {
					difference.Merge(of.Scale(sign))
				}
			}
			if !difference.Zero() {
				mismatches = append(mismatches, dimension+" "+value)
			}
		}
	}
	slices.Sort(mismatches)
	return mismatches, nil
}

// enumValues returns the values of an enumeration as a statement takes them.
func enumValues[S ~string](all []S) []any {
	out := make([]any, len(all))
	for i, s := range all {
		out[i] = string(s)
	}
	return out
}

func names[S ~string](all []S) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = string(s)
	}
	return out
}
