package desk

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
)

// CheckLedger checks a part of the ledger: the first, or the one that follows what the call
// before returned as After. Administrators.
func (d *Desk) CheckLedger(ctx context.Context, after *string) (*ledger.Result, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	from := ""
	if after != nil {
		from = *after
	}
	found, err := d.ledger.Check(ctx, d.client, from)
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
func (d *Desk) LedgerChecks() LedgerChecks {
	d.checks.mu.Lock()
	defer d.checks.mu.Unlock()
	return d.checks.found
}

// CheckLedgerPart checks the next part of the ledger, and begins anew behind the last one. A fault is
// logged, each time that a pass meets it.
func (d *Desk) CheckLedgerPart(ctx context.Context) error {
	d.checks.mu.Lock()
	after := d.checks.after
	d.checks.mu.Unlock()
	part, err := d.ledger.Check(ctx, d.client, after)
	if err != nil {
		return err
	}
	if f := part.Fault; f != nil {
		slog.ErrorContext(ctx, "the ledger is not as it was written: see redress verify-ledger",
			"chain", f.Chain, "row", f.Seq, "type", f.Type, "problem", f.Problem)
	}
	d.checks.mu.Lock()
	defer d.checks.mu.Unlock()
	d.checks.after = part.After
	d.checks.found.Rows = part.Rows
	switch {
	case part.Fault != nil:
		d.checks.found.Faulty = true
	case part.Complete:
		d.checks.found.Faulty, d.checks.found.Completed = false, d.now()
	}
	return nil
}
