package desk

import (
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// uploadLimit counts the uploads of accounts, those that are refused for their bytes too: what they take
// is taken by then. It is kept in memory, so each instance counts for itself and forgets when it ends.
type uploadLimit struct {
	now   func() time.Time
	staff int // Settings.Uploads

	mu        sync.Mutex
	byAccount map[uuid.UUID]*rate.Limiter // or link
	purged    time.Time
}

// of returns how many files an account of a role may upload in an hour.
func (l *uploadLimit) of(role domain.Role) int {
	if role == domain.RoleUser {
		return max(1, l.staff/domain.UploadsStaffPerUser)
	}
	return max(1, l.staff)
}

// take counts an upload, or returns rate_limited. The allowance is whole at first, and comes back
// evenly over the window.
func (l *uploadLimit) take(v *auth.Viewer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	role := v.Role
	if v.HasLink() {
		role = domain.RoleUser
	}
	now, most := l.now(), l.of(role)
	l.purge(now)
	account := l.byAccount[v.Key()]
	if account == nil || account.Burst() != most { // new, or in another role
		account = rate.NewLimiter(rate.Every(domain.UploadWindow/time.Duration(most)), most)
		if l.byAccount == nil {
			l.byAccount = map[uuid.UUID]*rate.Limiter{}
		}
		l.byAccount[v.Key()] = account
	}
	place := account.ReserveN(now, 1)
	if wait := place.DelayFrom(now); wait > 0 {
		place.CancelAt(now)
		f := fault.New(fault.RateLimited, "You have uploaded %d files within an hour. Try again later.", most)
		f.RetryAfter = wait
		return f
	}
	return nil
}

// purge forgets the accounts that have not uploaded for a window, once in a window. Their allowance is whole.
func (l *uploadLimit) purge(now time.Time) {
	if now.Sub(l.purged) < domain.UploadWindow {
		return
	}
	l.purged = now
	for id, account := range l.byAccount {
		if account.TokensAt(now) >= float64(account.Burst()) {
			delete(l.byAccount, id)
		}
	}
}

// UploadsPerHour returns how many files an account of a role may upload in an hour.
func (d *Desk) UploadsPerHour(role domain.Role) int { return d.uploads.of(role) }
