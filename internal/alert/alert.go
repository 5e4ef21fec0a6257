// Package alert keeps what the service and its commands find out about the service itself: whether the ledger is as it was written, whether
// backups are made and whether e-mail goes out. Whoever finds something notes it here; the desk tells super administrators.
package alert

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/alert"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// maxReason is the longest reason in bytes, as the column holds.
const maxReason = 500

// Expect makes room for what is found about something, so that it counts from now on that nothing was.
func Expect(ctx context.Context, client *ent.Client, name domain.AlertName, now time.Time) error {
	row := client.Alert.Create().SetName(name).SetExpectedAt(now)
	return client.Alert.CreateBulk(row). // since a single row that conflicts is an error to ent
						OnConflict(sql.ConflictColumns(alert.FieldName), sql.DoNothing()).Exec(auth.System(ctx, "make room for an alert"))
}

// Restored lets what was expected of backups before the database was restored count from then on: it does not know of its own backup.
func Restored(ctx context.Context, tx *ent.Client, now time.Time) error {
	return tx.Alert.Update().Where(alert.NameEQ(domain.AlertBackup)).SetExpectedAt(now).Exec(auth.System(ctx, "expect a backup from a restore on"))
}

// Good notes that something was found to be well.
func Good(ctx context.Context, client *ent.Client, name domain.AlertName, now time.Time) error {
	if err := Expect(ctx, client, name, now); err != nil {
		return err
	}
	_, err := well(ctx, client, now, alert.NameEQ(name))
	return err
}

// Failed notes that something was found not to be well, and why. It keeps since when.
func Failed(ctx context.Context, client *ent.Client, name domain.AlertName, now time.Time, reason string) error {
	if err := Expect(ctx, client, name, now); err != nil {
		return err
	}
	sys := auth.System(ctx, "note that something failed")
	reason = domain.Clip(reason, maxReason)
	n, err := client.Alert.Update().Where(alert.NameEQ(name), alert.FailedAtIsNil()).SetFailedAt(now).SetReason(reason).Save(sys)
	if err != nil || n > 0 {
		return err
	}
	return client.Alert.Update().Where(alert.NameEQ(name), alert.ReasonNEQ(reason)).SetReason(reason).Exec(sys)
}

// Over notes that something is well again, and reports whether it was not. It writes nothing where all was well.
func Over(ctx context.Context, client *ent.Client, name domain.AlertName, now time.Time) (bool, error) {
	n, err := well(ctx, client, now, alert.NameEQ(name), alert.FailedAtNotNil())
	return n > 0, err
}

// well notes of alerts that all is well, and returns of how many.
func well(ctx context.Context, client *ent.Client, now time.Time, which ...predicate.Alert) (int, error) {
	return client.Alert.Update().Where(which...).SetGoodAt(now).ClearFailedAt().SetReason("").Save(auth.System(ctx, "note that all is well"))
}
