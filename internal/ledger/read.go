package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
)

const (
	readPage = 500 // entries of a chain that are read at once
	// clockMargin is by how much an entry of a chain may be dated before the one that it follows, when instances'
	// clocks differ.
	clockMargin = 10 * time.Minute
)

// Reader reads audit entries of all chains, as often as it is asked, each once. Each chain is complete and in its own order:
// who appends to it holds its end until the commit, so that no entry appears before one that was read.
type Reader struct {
	Client *ent.Client
	Since  time.Time        // where chains that were not read yet begin; the zero time for their beginning
	At     map[string]int64 // the last entry of each chain that was read
}

// AheadError is the error of a chain that ends before what was read of it.
type AheadError struct {
	Chain         string
	End, Position int64
}

// Error implements error.
func (e *AheadError) Error() string {
	return fmt.Sprintf("the chain %s ends at %d, before %d, which was read", e.Chain, e.End, e.Position)
}

// unread are entries of a chain that have not been handed on.
type unread struct {
	chain
	end  int64 // its last entry, when the chains were looked at
	read int64 // the last entry that was read
	rows []*ent.AuditEntry
}

// Read hands on what the chains have had since they were read last, the oldest first, some of it older than Since where
// clocks differ. It ends with the first error of do. A chain that ends before its position is an *AheadError: the database
// was restored, or is another one.
func (r *Reader) Read(ctx context.Context, do func(chain string, row *ent.AuditEntry) error) error {
	all, err := r.begin(ctx)
	if err != nil {
		return err
	}
	for {
		for _, c := range all {
			if err := r.fill(ctx, c); err != nil {
				return err
			}
		}
		all = slices.DeleteFunc(all, func(c *unread) bool { return len(c.rows) == 0 })
		if len(all) == 0 {
			return nil
		}
		next := slices.MinFunc(all, func(a, b *unread) int {
			return cmp.Or(a.rows[0].CreatedAt.Compare(b.rows[0].CreatedAt), cmp.Compare(a.rows[0].ID.String(), b.rows[0].ID.String()))
		})
		if err := do(next.name, next.rows[0]); err != nil {
			return err
		}
		r.At[next.name] = next.rows[0].Seq
		next.rows = next.rows[1:]
	}
}

// begin returns the chains that have entries after their positions.
func (r *Reader) begin(ctx context.Context) ([]*unread, error) {
	heads, err := r.Client.ChainHead.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	ends := map[string]int64{}
	for _, head := range heads {
		ends[head.Name] = head.Seq
	}
	var all []*unread
	for _, c := range auditChains {
		end := ends[c.name]
		from, known := r.At[c.name]
		if from > end {
			return nil, &AheadError{Chain: c.name, End: end, Position: from}
		}
		if !known && !r.Since.IsZero() {
			if from, err = r.before(ctx, c, end); err != nil {
				return nil, err
			}
			r.At[c.name] = from
		}
		if from < end {
			all = append(all, &unread{chain: c, end: end, read: from})
		}
	}
	return all, nil
}

// fill reads the next page of a chain when all that was read of it is handed on.
func (r *Reader) fill(ctx context.Context, c *unread) (err error) {
	if len(c.rows) > 0 || c.read >= c.end {
		return nil
	}
	c.rows, err = r.Client.AuditEntry.Query().Where(within(c.chain, c.read+1, c.end)).
		Order(ent.Asc(auditentry.FieldSeq)).Limit(readPage).All(ctx)
	if err != nil {
		return err
	}
	if len(c.rows) == 0 {
		return fmt.Errorf("the chain %s has no entries %d to %d: see redress verify-ledger", c.name, c.read+1, c.end)
	}
	c.read = c.rows[len(c.rows)-1].Seq
	return nil
}

// within is the predicate of the entries of a chain with some positions.
func within(c chain, first, last int64) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.And(sql.EQ(s.C(auditentry.FieldLane), c.shard), sql.GTE(s.C(auditentry.FieldSeq), first), sql.LTE(s.C(auditentry.FieldSeq), last)))
	}
}

// before returns a position of a chain up to which all entries are older than Since.
func (r *Reader) before(ctx context.Context, c chain, end int64) (int64, error) {
	from := r.Since.Add(-clockMargin)
	low, high := int64(0), end+1 // all up to low are older, and what is at high is not
	for high-low > 1 {
		middle := low + (high-low)/2
		row, err := r.Client.AuditEntry.Query().Where(within(c, middle, end)).Order(ent.Asc(auditentry.FieldSeq)).First(ctx)
		if err != nil {
			return 0, err
		}
		if row.CreatedAt.Before(from) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}
