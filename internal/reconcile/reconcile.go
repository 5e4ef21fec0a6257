// Package reconcile compares derived data, such as facts, rollups and counters, with the rows that
// they are derived from, and fixes what differs. Every change updates them in its own transaction;
// they may differ after rows were loaded by other means, or parts of a database were restored.
package reconcile

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// Reconciliation checks the derived data of a database, which may be in use meanwhile.
type Reconciliation struct {
	Client  *ent.Client
	DB      *sql.DB
	Dialect string
	Fix     bool // fixes what is wrong
}

// Result is how many rows of one kind of derived data are wrong.
type Result struct {
	What  string // in the plural, such as sums of payments
	Wrong int    // before they were fixed
}

// Run checks all derived data and returns what it found. With Fix, what was wrong has been fixed.
func (r Reconciliation) Run(ctx context.Context) ([]Result, error) {
	ctx = auth.System(ctx, "all rows are counted")
	var found []Result
	for _, one := range []struct {
		what  string
		count func(context.Context) (int, error)
	}{
		{"sums of payments by day", r.paymentDays},
		{"sums of payments by month", r.paymentSums},
		{"reason codes of complaints", r.reasonCodes}, // before the facts, which hold them too
		{"first responses to complaints", r.firstResponses},
		{"facts of complaints", r.facts}, // before the rollups, which are compared with them
		{"tallies of complaints", r.rollups},
		{"lengths of status logs", r.counters("complaints", "log_rows", "status_logs", "complaint_id")},
		{"numbers of task updates", r.counters("tasks", "updates_count", "task_updates", "task_id")},
		{"lists of media", r.listedMedia},
		{"paths of zones", r.paths("zones")},
		{"paths of categories", r.paths("categories")},
		{"sort keys of priorities", r.priorityOrder},
		{"texts of complaints", r.complaintTexts},
		{"texts of broadcasts", r.broadcastTexts},
		{"texts of payments", r.paymentTexts},
		{"texts of contacts", r.contactTexts},
		{"indexes of texts", r.textIndexes},
	} {
		wrong, err := one.count(ctx)
		if err != nil {
			return found, fmt.Errorf("%s: %w", one.what, err)
		}
		found = append(found, Result{one.what, wrong})
	}
	return found, nil
}

// number scans a row of one number.
func number(row *sql.Row) (n int, err error) {
	err = row.Scan(&n)
	return n, err
}
