package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

const (
	// digestBatch is how many accounts are looked up at once; each gets its digest on its own.
	digestBatch = 200
	// digestLate is how late a daily digest may be written. When the service was down for longer, it is left out: it would say in the
	// afternoon what is to be done in the morning.
	digestLate = 4 * time.Hour
)

// dailyDigest is what the accounts of some roles are told every day.
type dailyDigest struct {
	roles   []domain.Role
	hour    int // by the clocks of whoever is told
	working bool
	kind    notifications.Kind
	of      func(d *Desk, ctx context.Context, m morning) (notifications.About, error) // without a summary, if there is nothing to tell
}

// dailyDigests is the only place that says who gets which digest.
var dailyDigests = []dailyDigest{
	{
		domain.AdminRoles,
		notifications.AdministratorsHour, true, notifications.DailyDigest, (*Desk).digestOfComplaints,
	},
	{[]domain.Role{domain.RoleSolver}, notifications.SolversHour, false, notifications.DueToday, (*Desk).digestOfTasks},
}

// morning is when an account gets its digest.
type morning struct {
	account uuid.UUID
	now, at time.Time // at is when it was due, in the zone of the account
	since   time.Time // when the one before was due: each tells the news since then
}

// WriteDailyDigests notifies people of what the day brings: administrators of what waits for them, and solvers of what is due. Each gets it
// once a day, at their own hour, with as many instances as there are. It returns how many were written.
func (d *Desk) WriteDailyDigests(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "write daily digests")
	written := 0
	var failed []error
	for _, digest := range dailyDigests {
		for _, role := range digest.roles {
			n, err := d.writeDigests(sys, digest, role)
			written += n
			failed = append(failed, err)
		}
	}
	return written, errors.Join(failed...)
}

// writeDigests writes those of the accounts of a role, because an index has role and time in this order. What fails for one account does
// not keep the others from theirs.
func (d *Desk) writeDigests(ctx context.Context, digest dailyDigest, role domain.Role) (written int, err error) {
	var failed []error
	for after := uuid.Nil; ; {
		due, err := d.Client.User.Query().
			Where(
				user.RoleEQ(role), user.StateEQ(domain.AccountActive),
				user.Or(user.DigestAtIsNil(), user.DigestAtLTE(d.Now())), user.IDGT(after),
			).
			Order(ent.Asc(user.FieldID)).Limit(digestBatch).Select(user.FieldID, user.FieldDigestAt).All(ctx)
		if err != nil || len(due) == 0 {
			return written, errors.Join(append(failed, err)...)
		}
		for _, u := range due {
			wrote, err := d.writeDigest(ctx, digest, u)
			if wrote {
				written++
			}
			if err != nil {
				failed = append(failed, fmt.Errorf("account %s: %w", u.ID, err))
			}
			if ctx.Err() != nil {
				return written, errors.Join(failed...)
			}
		}
		after = due[len(due)-1].ID
	}
}

// writeDigest writes the digest of an account, unless there is nothing to tell, and notes when the next one is due. The first time that
// is all: what was before an account is not told.
func (d *Desk) writeDigest(ctx context.Context, digest dailyDigest, u *ent.User) (wrote bool, err error) {
	zone, err := d.notifications.TimeZone(ctx, u.ID)
	if err != nil {
		return false, err
	}
	m := morning{account: u.ID, now: d.Now()}
	m.at = lastAt(m.now, zone, digest.hour)
	var about notifications.About
	if u.DigestAt != nil && m.now.Sub(m.at) < digestLate && d.digestOn(digest, m.at) {
		m.since = m.at
		for range len(domain.Weekdays) {
			if m.since = m.since.AddDate(0, 0, -1); d.digestOn(digest, m.since) {
				break
			}
		}
		if about, err = digest.of(d, ctx, m); err != nil {
			return false, err
		}
	}
	return tx.In(ctx, d.Runner, joined(d, func(t *txn) (bool, error) {
		due := user.DigestAtIsNil()
		if u.DigestAt != nil {
			due = user.DigestAt(*u.DigestAt)
		}
		// Of several instances that have read it, the first one writes it.
		n, err := t.User.Update().Where(user.ID(u.ID), due).SetDigestAt(m.at.AddDate(0, 0, 1).UTC()).Save(ctx)
		if err != nil || n == 0 || about.Account == uuid.Nil {
			return false, err
		}
		return true, t.notify(ctx, digest.kind, about)
	}))
}

// digestOn reports whether a digest is written on the day of a time.
func (d *Desk) digestOn(digest dailyDigest, at time.Time) bool {
	return !digest.working || d.chosen.WorksOn(domain.WeekdayOf(at))
}

// lastAt returns when the clocks of a zone last showed an hour.
func lastAt(now time.Time, zone *time.Location, hour int) time.Time {
	y, m, day := now.In(zone).Date()
	at := time.Date(y, m, day, hour, 0, 0, 0, zone)
	if at.After(now) {
		at = time.Date(y, m, day-1, hour, 0, 0, 0, zone)
	}
	return at
}
