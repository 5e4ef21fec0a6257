package desk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	entalert "github.com/redress/redress/ent/alert"
	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// alertKinds are what super administrators are told of while an alert lasts, and when it is over.
var alertKinds = map[domain.AlertName][2]notifications.Kind{
	domain.AlertLedger: {notifications.LedgerFaulty, notifications.LedgerSound},
	domain.AlertBackup: {notifications.BackupMissing, notifications.BackupMade},
	domain.AlertMail:   {notifications.MailRefused, notifications.MailTaken},
}

// TellAlerts notifies super administrators of what is not well in the service itself, once until it is over, and then that it is. It returns
// how many alerts have begun or ended; any number of instances may run it.
func (d *Desk) TellAlerts(ctx context.Context) (told int, err error) {
	sys := auth.System(ctx, "tell super administrators of alerts")
	all, err := d.Client.Alert.Query().All(sys) // three at most
	if err != nil {
		return 0, err
	}
	ofBackups := func(a *ent.Alert) bool { return a.Name == domain.AlertBackup }
	if d.settings.BackupWithin > 0 && !slices.ContainsFunc(all, ofBackups) {
		if err := alert.Expect(sys, d.Client, domain.AlertBackup, d.Now()); err != nil {
			return 0, err
		}
	}
	for _, a := range all {
		if lasting, _ := d.lasts(a, d.Now()); lasting == (a.ToldAt != nil) {
			continue
		}
		was, err := tx.In(sys, d.Runner, joined(d, func(t *txn) (bool, error) { return d.tellAlert(sys, t, a.ID) }))
		if err != nil {
			return told, err
		}
		if was {
			told++
		}
	}
	return told, nil
}

// lasts reports whether super administrators have to know of an alert, and what it says.
func (d *Desk) lasts(a *ent.Alert, now time.Time) (bool, i18n.Text) {
	switch {
	case a.Name == domain.AlertMail:
		return a.FailedAt != nil && now.Sub(*a.FailedAt) >= notifications.MailRefusedFor, i18n.Verbatim(a.Reason)
	case a.FailedAt != nil:
		return true, i18n.Verbatim(a.Reason)
	case a.Name == domain.AlertBackup:
		since := a.ExpectedAt
		if a.GoodAt != nil && a.GoodAt.After(since) {
			since = *a.GoodAt
		}
		within := d.settings.BackupWithin
		return within > 0 && now.Sub(since) > within, text.NoBackupFor(now.Sub(since))
	}
	return false, i18n.Text{}
}

// tellAlert notifies super administrators of an alert that has begun or ended, unless another instance has been faster.
func (d *Desk) tellAlert(ctx context.Context, t *txn, id uuid.UUID) (bool, error) {
	a, err := t.Alert.Query().Where(entalert.ID(id), dbtx.ForUpdate).Only(ctx)
	if err != nil {
		return false, err
	}
	lasting, message := d.lasts(a, t.Now)
	if lasting == (a.ToldAt != nil) {
		return false, nil
	}
	change, kind := t.Alert.UpdateOne(a), alertKinds[a.Name][0]
	if lasting {
		change.SetToldAt(t.Now)
	} else {
		change.ClearToldAt()
		kind, message = alertKinds[a.Name][1], i18n.Verbatim("")
	}
	if err := change.Exec(ctx); err != nil {
		return false, err
	}
	return true, t.notify(ctx, kind, notifications.About{Message: message})
}
