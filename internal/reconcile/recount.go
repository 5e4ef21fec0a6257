// Package reconcile holds what is counted and kept against the rows that it is made of. Deeds keep it
// in their own transactions; here it is made anew after rows were loaded past them, or a
// database was put together from parts.
package reconcile

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// Recount looks through a database, which may be in use meanwhile.
type Recount struct {
	Client  *ent.Client
	DB      *sql.DB
	Dialect string
	Fix     bool // makes right what is wrong
}

// Count is how something that is kept stands to its rows.
type Count struct {
	What  string // in the plural, such as sums of payments
	Wrong int    // how many were wrong when they were looked at
}

// Run looks at all that is kept, and returns how it stands. What was wrong has been made right
// where that was asked for.
func (r Recount) Run(ctx context.Context) ([]Count, error) {
	ctx = auth.System(ctx, "all rows are counted")
	var found []Count
	for _, one := range []struct {
		what  string
		count func(context.Context) (int, error)
	}{
		{"sums of payments by day", r.paymentDays},
		{"facts of complaints", r.facts}, // which tallies are held against
		{"tallies of complaints", r.tallies},
		{"lengths of status logs", r.counters("complaints", "log_rows", "status_logs", "complaint_id")},
		{"numbers of task updates", r.counters("tasks", "updates_count", "task_updates", "task_id")},
		{"texts of complaints", r.complaintTexts},
		{"texts of broadcasts", r.broadcastTexts},
		{"indexes of texts", r.textIndexes},
	} {
		wrong, err := one.count(ctx)
		if err != nil {
			return found, fmt.Errorf("%s: %w", one.what, err)
		}
		found = append(found, Count{one.what, wrong})
	}
	return found, nil
}

// number returns the one number that a statement finds.
func number(row *sql.Row) (n int, err error) {
	err = row.Scan(&n)
	return n, err
}
