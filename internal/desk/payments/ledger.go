package payments

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/ledger"
)

// CheckLedger checks a part of the ledger: the first, or the one that follows what the call
// before returned as After. Administrators.
func (r *Room) CheckLedger(ctx context.Context, after *string) (*ledger.Result, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	from := ""
	if after != nil {
		from = *after
	}
	found, err := r.Ledger.Check(ctx, r.Client, from)
	if errors.Is(err, ledger.ErrPosition) {
		return nil, fault.Invalid(fault.Input("after", "invalid", "must be what a check before returned as after"))
	}
	return found, err
}

// LedgerChecks is what this instance's own checks of the ledger have found.
type LedgerChecks struct {
	Rows      int64     // checked by the current pass so far, or by the last one
	Completed time.Time // when a pass last found all rows as they were written; zero: none has yet
	Faulty    bool      // whether the last pass stopped at a row that is not as it was written
}

// ledgerChecks are the checks of an instance, one part after the other.
type ledgerChecks struct {
	mu    sync.Mutex
	after string // where the pass goes on
	found LedgerChecks
}

// LedgerChecks returns what CheckLedgerPart has found so far.
func (r *Room) LedgerChecks() LedgerChecks {
	r.checks.mu.Lock()
	defer r.checks.mu.Unlock()
	return r.checks.found
}

// CheckLedgerPart checks the next part of the ledger, and begins anew behind the last one. A fault is
// logged, each time that a pass meets it.
func (r *Room) CheckLedgerPart(ctx context.Context) error {
	r.checks.mu.Lock()
	after := r.checks.after
	r.checks.mu.Unlock()
	part, err := r.Ledger.Check(ctx, r.Client, after)
	if err != nil {
		return err
	}
	if f := part.Fault; f != nil {
		slog.ErrorContext(ctx, "the ledger is not as it was written: see redress verify-ledger",
			"chain", f.Chain, "row", f.Seq, "type", f.Type, "problem", f.Problem)
	}
	if err := r.alert(ctx, part); err != nil {
		return err
	}
	r.checks.mu.Lock()
	defer r.checks.mu.Unlock()
	r.checks.after = part.After
	r.checks.found.Rows = part.Rows
	switch {
	case part.Fault != nil:
		r.checks.found.Faulty = true
	case part.Complete:
		r.checks.found.Faulty, r.checks.found.Completed = false, r.Now()
	}
	return nil
}

// alert notes what a part of the ledger was found to be. A pass that finds nothing ends what one of this instance had found: only
// verify-ledger sees that rows of its checkpoint are missing.
func (r *Room) alert(ctx context.Context, part *ledger.Result) error {
	sys := auth.System(ctx, "note what a check of the ledger has found")
	switch {
	case part.Fault != nil:
		return alert.Failed(sys, r.Client, domain.AlertLedger, r.Now(), part.Fault.Message)
	case part.Complete && r.LedgerChecks().Faulty:
		return alert.Good(sys, r.Client, domain.AlertLedger, r.Now())
	}
	return nil
}

// ledgerInterval is how often a part of the ledger is checked: a million rows in eight hours, for less
// than a second of a processor each time.
const ledgerInterval = 10 * time.Minute

// Jobs returns the work that is done by itself.
func (r *Room) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "add_up_payments", Every: time.Hour, Done: "sums of payments by month were completed", Do: r.AddUpPayments},
		{Name: "check_ledger", Every: ledgerInterval, Later: true, Do: func(ctx context.Context) (int, error) { return 0, r.CheckLedgerPart(ctx) }},
	}
}
