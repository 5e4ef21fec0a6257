package desk

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/delivery/hold"
)

// OnRestored does what follows from a restore of the database, in the transaction that notes it: e-mail is held, and the next backup is
// expected from then on.
func OnRestored(ctx context.Context, tx *ent.Client, now time.Time) error {
	if err := hold.Begin(ctx, tx, now); err != nil {
		return err
	}
	return alert.Restored(ctx, tx, now)
}
