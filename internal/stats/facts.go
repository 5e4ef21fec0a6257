package stats

import (
	"context"
	"slices"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats/packed"
)

// AddressKeys is the name of the counter up to which search text the complaints have been given the keys of their addresses.
const AddressKeys = "address_keys:2" // they were made of texts in another form before

// FactRow returns the row that statistics read of a complaint.
func FactRow(c *ent.Complaint) *ent.ComplaintFact {
	f := &ent.ComplaintFact{
		ID: c.ID, CreatedAt: c.CreatedAt, Facts: packed.Encode(FactsOf(c)), Overdue: c.Overdue, ReopenedCount: c.ReopenedCount,
		Status: c.Status, Priority: c.Priority, Source: c.Source,
		CategoryID: c.CategoryID, ZoneID: c.ZoneID, SolverID: c.SolverID, ProviderID: c.ProviderID,
		DueAt: c.DueAt, ResolvedAt: c.ResolvedAt, Rating: c.Rating, ReasonCode: c.ReasonCode, AddressKey: search.AddressKey(c.Address),
	}
	if c.Latitude != nil && c.Longitude != nil {
		at := domain.PositionOf(*c.Latitude, *c.Longitude)
		block := at.Block()
		f.North, f.East, f.Block = &at.North, &at.East, &block
	}
	return f
}

// mutableColumns are the columns of facts that may change.
var mutableColumns = slices.DeleteFunc(slices.Clone(complaintfact.Columns), func(column string) bool {
	return column == complaintfact.FieldID || column == complaintfact.FieldCreatedAt || column == complaintfact.FieldSource
})

// SaveFacts inserts or updates the facts of complaints, in the transaction that changes these. The
// context must be the service's.
func SaveFacts(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	for part := range slices.Chunk(complaints, batchSize) {
		err := tx.ComplaintFact.MapCreateBulk(part, func(c *ent.ComplaintFactCreate, i int) {
			f := FactRow(part[i])
			c.SetID(f.ID).SetCreatedAt(f.CreatedAt).SetFacts(f.Facts).SetOverdue(f.Overdue).SetReopenedCount(f.ReopenedCount).
				SetStatus(f.Status).SetPriority(f.Priority).SetSource(f.Source).
				SetNillableCategoryID(f.CategoryID).SetNillableZoneID(f.ZoneID).SetNillableSolverID(f.SolverID).SetNillableProviderID(f.ProviderID).
				SetNillableDueAt(f.DueAt).SetNillableResolvedAt(f.ResolvedAt).SetNillableRating(f.Rating).
				SetNillableNorth(f.North).SetNillableEast(f.East).SetNillableBlock(f.Block).SetNillableReasonCode(f.ReasonCode).SetNillableAddressKey(f.AddressKey)
		}).
			OnConflict(sql.ConflictColumns(complaintfact.FieldID), sql.ResolveWith(func(u *sql.UpdateSet) {
				for _, column := range mutableColumns { // also those that are NULL now
					u.SetExcluded(column)
				}
			})).
			Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// columnSource is a query or a table, which has columns.
type columnSource interface{ C(column string) string }

// withFacts makes a query for complaints, with all its conditions, read their facts and returns the
// table of these. They replace complaints where neither the filter nor the policy needs other
// columns, and the facts have those that are named; else they are joined.
func withFacts(ctx context.Context, s *sql.Selector, where map[string]any, columns ...string) columnSource {
	facts := sql.Dialect(s.Dialect()).Table(complaintfact.Table)
	foreign := func(column string) bool { return !slices.Contains(complaintfact.Columns, column) }
	if factFilters.cover(where) && !slices.ContainsFunc(columns, foreign) && !slices.ContainsFunc(policy.ComplaintColumns(auth.From(ctx)), foreign) {
		s.From(facts.As(complaint.Table))
		return s
	}
	facts.As("facts")
	s.Join(facts).On(s.C(complaint.FieldID), facts.C(complaintfact.FieldID))
	return facts
}

// selectPacked selects a number of all rows of a group as one packed aggregate, to be decoded by
// the program. Grouping by it takes the databases several times as long, since nearly every
// complaint has a number of its own. On PostgreSQL it is packed.Width bytes a number.
func selectPacked(s *sql.Selector, column, as string) {
	if s.Dialect() == dialect.Postgres {
		s.AppendSelectAs("string_agg(int8send("+column+"), ''::bytea)", as)
		return
	}
	s.AppendSelectAs("group_concat("+column+")", as)
}

// decodePacked counts what selectPacked selected.
func decodePacked(of string, aggregate []byte, into *packed.Histogram) error {
	if of == dialect.Postgres {
		return into.AddBinary(aggregate)
	}
	return into.AddText(string(aggregate))
}
