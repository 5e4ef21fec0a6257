package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/loginattempt"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const attemptPurgeBatch = 100 // old counters that one login clears away; it makes two at most

// countLogin counts an attempt to sign in, good ones too, and returns rate_limited when the
// minute's are used up, for an address that has no account as well. The counters are rows, so
// that several instances count together. Whose they are stands there as a digest.
func (d *Desk) countLogin(ctx context.Context, account string) error {
	sys := auth.System(ctx, "count sign-ins")
	began := d.now().Truncate(domain.LoginWindow)
	ends := began.Add(domain.LoginWindow)
	var limited, first bool
	err := d.tx(ctx, func(tx *txn) error {
		for _, counter := range []struct {
			whose, value string
			limit        int
		}{ // in this order everywhere, so that no two wait for each other
			{"address", network(auth.Address(ctx)), domain.LoginsPerAddress},
			{"account", account, domain.LoginsPerAccount},
		} {
			sum := sha256.Sum256([]byte(counter.value))
			key := fmt.Sprintf("%s:%s:%d", counter.whose, hex.EncodeToString(sum[:]), began.Unix())
			err := tx.LoginAttempt.Create().SetKey(key).SetCount(1).SetExpiresAt(ends).
				OnConflict(
					sql.ConflictColumns(loginattempt.FieldKey),
					sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(loginattempt.FieldCount, 1) }),
				).
				Exec(sys)
			if err != nil {
				return err
			}
			row, err := tx.LoginAttempt.Query().Where(loginattempt.Key(key)).Only(sys)
			if err != nil {
				return err
			}
			first = first || row.Count == 1
			if row.Count > counter.limit {
				limited = true
				return nil // counted all the same; an address that is over makes no more rows
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if first {
		d.purgeLoginAttempts(sys)
	}
	if limited {
		f := fault.New(fault.RateLimited, "Too many attempts to sign in. Try again in a minute.")
		f.RetryAfter = max(ends.Sub(d.now()), time.Second)
		return f
	}
	return nil
}

// purgeLoginAttempts clears away some counters of past minutes. What fails here is for the next
// login to do; it must not fail this one.
func (d *Desk) purgeLoginAttempts(ctx context.Context) {
	old, err := d.client.LoginAttempt.Query().
		Where(loginattempt.ExpiresAtLT(d.now())).
		Order(ent.Asc(loginattempt.FieldExpiresAt)).
		Limit(attemptPurgeBatch).IDs(ctx)
	if err == nil && len(old) > 0 {
		_, err = d.client.LoginAttempt.Delete().Where(loginattempt.IDIn(old...)).Exec(ctx)
	}
	if err != nil {
		slog.WarnContext(ctx, "old counters of sign-ins stay for now", "error", err)
	}
}

// network is whom an address stands for: with IPv6 one customer has a /64 of them.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, err := a.Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}
