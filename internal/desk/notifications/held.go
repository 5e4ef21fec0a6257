package notifications

import (
	"context"
	"time"

	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// HeldMail is the e-mail of before a restore.
type HeldMail struct {
	hold.State

	Count int // that is held, up to domain.MaxHeldMail
}

// HeldMail returns the e-mail that is held since the database was restored; nil for none. Administrators.
func (r *Room) HeldMail(ctx context.Context) (*HeldMail, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	is, err := hold.Read(ctx, r.runner.Client)
	if err != nil || is == nil {
		return nil, err
	}
	n, err := hold.Count(ctx, r.runner.Client)
	return &HeldMail{*is, n}, err
}

// heldMailVerbs are what the audit calls the decisions.
var heldMailVerbs = map[domain.HeldMailDecision]tx.Record{
	domain.HeldMailRelease: {Action: "mail.release"},
	domain.HeldMailDrop:    {Action: "mail.drop"},
}

// DecideHeldMail releases the e-mail that is held since a restore at the given time, or drops it, which the dispatcher carries out. What is
// decided stays so: the same again changes nothing. Administrators. Returns the hold; not_found for none, or one of another restore;
// conflict if the other was decided.
func (r *Room) DecideHeldMail(ctx context.Context, since time.Time, decision domain.HeldMailDecision) (*HeldMail, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return tx.In(ctx, r.runner, func(t *tx.Tx) (*HeldMail, error) {
		if err := t.RecheckRole(ctx); err != nil {
			return nil, err
		}
		open, err := hold.Undecided(ctx, t.Client, dbtx.ForUpdate)
		if err != nil {
			return nil, err
		}
		is, err := hold.Read(ctx, t.Client)
		if err != nil {
			return nil, err
		}
		if is == nil || !is.Since.Equal(since) {
			return nil, fault.New(fault.NotFound, "No e-mail is held since a restore at this time.")
		}
		n, err := hold.Count(ctx, t.Client)
		if err != nil {
			return nil, err
		}
		switch {
		case open:
		case is.Decision == decision:
			return &HeldMail{*is, n}, nil
		case is.Decision == domain.HeldMailDrop:
			return nil, fault.New(fault.Conflict, "Another administrator has dropped it.")
		default:
			return nil, fault.New(fault.Conflict, "Another administrator has released it.")
		}
		if err := hold.Decide(ctx, t.Client, since, decision); err != nil {
			return nil, err
		}
		is.Decision = decision
		did := heldMailVerbs[decision]
		did.SubjectType, did.After = "HeldMail", tx.Values{"since": since, "mails": n}
		return &HeldMail{*is, n}, t.Audit(ctx, did)
	})
}
