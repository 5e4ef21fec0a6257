package desk

import (
	"context"
	"errors"

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
