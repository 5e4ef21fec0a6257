package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/loginattempt"
	"github.com/redress/redress/ent/signinaddress"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	// KnownAddressRetention is how long an account's network address counts as one from which it
	// signed in lately: longer than a session may last, after which it signs in again.
	KnownAddressRetention = 180 * 24 * time.Hour
	maxKnownAddresses     = 20 // of an account; the one that was used least recently makes room

	// The hour of LoginsPerHour is counted in rows of this span. The one that runs and the six
	// before it are added up, so that no hour has more, wherever it begins.
	hourSpan  = 10 * time.Minute
	hourSpans = 7
)

// attemptCounter counts attempts of one kind. Its rows are shared by all instances; whose they
// are stands there as a digest.
type attemptCounter struct {
	scope string        // what it protects; also names the kind in its key
	value string        // what it counts for
	span  time.Duration // that one row counts
	spans int           // rows that are added up
	limit int
}

// key returns the key of the row for the span that began some spans ago.
func (c attemptCounter) key(now time.Time, ago int) string {
	sum := sha256.Sum256([]byte(c.value))
	return fmt.Sprintf("%s:%s:%d", c.scope, hex.EncodeToString(sum[:]), c.begin(now, ago).Unix())
}

func (c attemptCounter) begin(now time.Time, ago int) time.Time {
	return now.Truncate(c.span).Add(-time.Duration(ago) * c.span)
}

// ends returns when the row of a span no longer counts.
func (c attemptCounter) ends(now time.Time, ago int) time.Time {
	return c.begin(now, ago).Add(time.Duration(c.spans) * c.span)
}

// attemptCounters are kept in one order everywhere, so that no two attempts wait for each other.
type attemptCounters []attemptCounter

// origin is what is known of where an attempt to sign in comes from.
type origin struct {
	known   bool      // the account signed in lately from the network address
	device  uuid.UUID // of the account's mark that the device shows; zero: none
	crowded error     // what strangers are told there, who have used up the address's budget; nil: they have not
}

// originOf returns from where somebody tries to prove what is known, of nobody too. A device whose attempts are used up is none:
// whoever has copied its mark costs the account's owner that mark, and nothing else.
func (r *Room) originOf(ctx context.Context, known *ent.Credential) (origin, error) {
	if known.UserID != uuid.Nil {
		if mark, ok := auth.DeviceOf(ctx).Mark(known.UserID, marksSince(known)); ok {
			_, err := deviceCounters(mark).check(auth.System(ctx, "count wrong sign-ins"), r.Client.LoginAttempt, r.Now())
			switch {
			case fault.Is(err, fault.RateLimited):
			case err != nil:
				return origin{}, err
			case budget.TrySignIn(ctx, "device "+mark.String()) == nil:
				return origin{device: mark}, nil
			}
		}
	}
	at, err := r.knownAddress(ctx, known.UserID)
	return origin{known: at}, err
}

// marksSince returns since when marks of devices are good: since the password was set, or all sessions were ended.
func marksSince(known *ent.Credential) time.Time {
	if at := known.DevicesForgottenAt; at != nil && at.After(known.ChangedAt) {
		return *at
	}
	return known.ChangedAt
}

// strangers is whose budget all draw from who try to sign in from the context's network address, but for
// devices.
func strangers(ctx context.Context) string { return "address " + auth.Network(ctx) }

// own is whose budget an account has at the context's network address, where it signed in before.
func own(ctx context.Context, account string) string {
	return "known " + account + " " + auth.Network(ctx)
}

// draw draws an attempt to sign in from the budget of the network address, unless it was drawn from that of a device. Where strangers
// have used the address's up, an account that signed in from there before has one of its own.
func (o origin) draw(ctx context.Context, account string) (origin, error) {
	if o.device != uuid.Nil {
		return o, nil
	}
	if !o.known {
		return o, budget.DrawSignIn(ctx, strangers(ctx))
	}
	if o.crowded = budget.TrySignIn(ctx, strangers(ctx)); o.crowded == nil {
		return o, nil
	}
	return o, o.hide(budget.DrawSignIn(ctx, own(ctx, account)))
}

// settle has an account that signed in from the network address before pay for its right password from its own
// budget, as long as that lasts: strangers need theirs. Before the password was right that would have told
// them who has one.
func (o origin) settle(ctx context.Context, account string) {
	if o.known && o.crowded == nil && budget.TrySignIn(ctx, own(ctx, account)) == nil {
		budget.ReturnSignIn(ctx, strangers(ctx))
	}
}

// hide returns what somebody is told who was refused: where strangers are told that their budget is used up,
// the same, or they would learn which accounts sign in from their address.
func (o origin) hide(err error) error {
	if _, refused := fault.As(err); refused && o.crowded != nil {
		return o.crowded
	}
	return err
}

// signInCounters are those of the wrong attempts for an account from the context's network
// address. For all accounts the address has twenty a minute, for this one five. Strangers share a
// hundred an hour for an account; an address from which it signed in lately has a hundred of its
// own, so that no stranger keeps an owner out. A device on which it signed in has counters of its
// own, wherever it is, and counts as none once they are used up: a mark that was stolen guesses no more than a known address does.
func signInCounters(ctx context.Context, account string, from origin) attemptCounters {
	if from.device != uuid.Nil {
		return deviceCounters(from.device)
	}
	if from.crowded != nil {
		return crowdedCounters(ctx, account)
	}
	return addressCounters(ctx, account, from.known)
}

func deviceCounters(mark uuid.UUID) attemptCounters {
	device := mark.String()
	return attemptCounters{
		{"device", device, domain.LoginWindow, 1, domain.LoginsPerAccount},
		{"device-hour", device, hourSpan, hourSpans, domain.LoginsPerHour},
	}
}

// crowdedCounters are those of an account that signed in lately from the context's network address, while
// strangers there have used up their budget. What they count limits nothing once there is budget again: it is
// not counted for accounts that don't exist, and would tell them apart.
func crowdedCounters(ctx context.Context, account string) attemptCounters {
	from := auth.Network(ctx)
	pair := account + "\n" + from
	return attemptCounters{
		{"crowded-address", from, domain.LoginWindow, 1, domain.LoginsPerAddress},
		{"crowded-pair", pair, domain.LoginWindow, 1, domain.LoginsPerAccount},
		{"crowded-known", pair, hourSpan, hourSpans, domain.LoginsPerHour},
	}
}

func addressCounters(ctx context.Context, account string, known bool) attemptCounters {
	from := auth.Network(ctx)
	pair := account + "\n" + from
	hourly := attemptCounter{"account", account, hourSpan, hourSpans, domain.LoginsPerHour}
	if known {
		hourly.scope, hourly.value = "known", pair
	}
	return attemptCounters{
		{"address", from, domain.LoginWindow, 1, domain.LoginsPerAddress},
		{"pair", pair, domain.LoginWindow, 1, domain.LoginsPerAccount},
		hourly,
	}
}

// registerCounters are those of attempts to register. They are none of the counters of sign-ins,
// or whoever registers somebody's address would keep its owner out.
func registerCounters(ctx context.Context, account string) attemptCounters {
	return attemptCounters{
		{"register-at", auth.Network(ctx), domain.LoginWindow, 1, domain.LoginsPerAddress},
		{"register", account, domain.LoginWindow, 1, domain.LoginsPerAccount},
	}
}

// counted returns for each counter the sum of its rows, and when it falls below its limit again.
func (cs attemptCounters) counted(ctx context.Context, client *ent.LoginAttemptClient, now time.Time) (sums []int, freed []time.Time, err error) {
	var keys []string
	for _, c := range cs {
		for ago := range c.spans {
			keys = append(keys, c.key(now, ago))
		}
	}
	rows, err := client.Query().Where(loginattempt.KeyIn(keys...)).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	count := make(map[string]int, len(rows))
	for _, row := range rows {
		count[row.Key] = row.Count
	}
	sums, freed = make([]int, len(cs)), make([]time.Time, len(cs))
	for i, c := range cs {
		for ago := range c.spans { // from the latest, which counts for longest
			sums[i] += count[c.key(now, ago)]
			if sums[i] >= c.limit && freed[i].IsZero() {
				freed[i] = c.ends(now, ago)
			}
		}
	}
	return sums, freed, nil
}

// check returns rate_limited when a counter has reached its limit, and what the first one counts.
func (cs attemptCounters) check(ctx context.Context, client *ent.LoginAttemptClient, now time.Time) (first int, err error) {
	sums, freed, err := cs.counted(ctx, client, now)
	if err != nil {
		return 0, err
	}
	first = sums[0]
	var until time.Time
	for _, at := range freed {
		if at.After(until) {
			until = at
		}
	}
	if until.IsZero() {
		return first, nil
	}
	return first, tooManyAttempts(until.Sub(now))
}

// count notes an attempt and returns the scopes of the counters that have reached their limits
// with it. One that comes when a limit was reached meanwhile is rate_limited, and the transaction
// must not count it.
func (cs attemptCounters) count(ctx context.Context, client *ent.LoginAttemptClient, now time.Time) (reached []string, err error) {
	rows := make([]*ent.LoginAttemptCreate, len(cs))
	for i, c := range cs {
		rows[i] = client.Create().SetKey(c.key(now, 0)).SetCount(1).SetExpiresAt(c.ends(now, 0))
	}
	err = client.CreateBulk(rows...).
		OnConflict(
			sql.ConflictColumns(loginattempt.FieldKey),
			sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(loginattempt.FieldCount, 1) }),
		).
		Exec(ctx)
	if err != nil {
		return nil, err
	}
	sums, freed, err := cs.counted(ctx, client, now)
	if err != nil {
		return nil, err
	}
	for i, c := range cs {
		switch {
		case sums[i] > c.limit:
			return nil, tooManyAttempts(freed[i].Sub(now))
		case sums[i] == c.limit:
			reached = append(reached, c.scope)
		}
	}
	return reached, nil
}

// forget has a counter begin anew.
func (c attemptCounter) forget(ctx context.Context, client *ent.LoginAttemptClient, now time.Time) error {
	var keys []string
	for ago := range c.spans {
		keys = append(keys, c.key(now, ago))
	}
	_, err := client.Delete().Where(loginattempt.KeyIn(keys...)).Exec(ctx)
	return err
}

func tooManyAttempts(wait time.Duration) error {
	f := fault.New(fault.RateLimited, "Too many attempts to sign in. Try again later.")
	f.RetryAfter = max(wait, time.Second)
	return f
}

// countRegistration counts an attempt to register, and returns rate_limited when the minute's are
// used up.
func (r *Room) countRegistration(ctx context.Context, account string) error {
	return r.countAttempt(auth.System(ctx, "count attempts to register"), registerCounters(ctx, account))
}

// countAttempt counts an attempt, and returns rate_limited when one of the counters is at its limit. The
// context must be the service's.
func (r *Room) countAttempt(sys context.Context, counters attemptCounters) error {
	return r.Do(sys, func(t *tx.Tx) error {
		_, err := counters.count(sys, t.LoginAttempt, t.Now)
		return err
	})
}

// purgeLoginAttempts deletes the counters of past spans and returns how many.
func (r *Room) purgeLoginAttempts(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "purge counters of sign-ins")
	return tx.Purge(
		func(limit int) ([]uuid.UUID, error) {
			return r.Client.LoginAttempt.Query().Where(loginattempt.ExpiresAtLTE(r.Now())).
				Order(ent.Asc(loginattempt.FieldExpiresAt)).Limit(limit).IDs(sys)
		},
		func(old []uuid.UUID) (int, error) {
			return r.Client.LoginAttempt.Delete().Where(loginattempt.IDIn(old...)).Exec(sys)
		},
	)
}

// purgeSignInAddresses deletes the addresses from which nobody signed in for long, and returns
// how many.
func (r *Room) purgeSignInAddresses(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "purge addresses of sign-ins")
	return tx.Purge(
		func(limit int) ([]uuid.UUID, error) {
			return r.Client.SignInAddress.Query().Where(signinaddress.ExpiresAtLTE(r.Now())).
				Order(ent.Asc(signinaddress.FieldExpiresAt)).Limit(limit).IDs(sys)
		},
		func(old []uuid.UUID) (int, error) { // one that was used meanwhile stays
			return r.Client.SignInAddress.Delete().Where(signinaddress.IDIn(old...), signinaddress.ExpiresAtLTE(r.Now())).Exec(sys)
		},
	)
}

// knownAddress reports whether an account signed in lately from the context's network address.
// The zero account, which is none, costs the same.
func (r *Room) knownAddress(ctx context.Context, account uuid.UUID) (bool, error) {
	return r.Client.SignInAddress.Query().
		Where(
			signinaddress.UserID(account), signinaddress.Digest(addressDigest(ctx, account)),
			signinaddress.ExpiresAtGT(r.Now()),
		).
		Exist(auth.System(ctx, "see whether an account signed in from here"))
}

// rememberAddress remembers that an account, which the transaction has locked, signed in from the
// context's network address.
func rememberAddress(ctx context.Context, t *tx.Tx, account uuid.UUID) error {
	sys := auth.System(ctx, "remember from where an account signs in")
	if auth.Address(ctx) == "" {
		return nil
	}
	err := t.SignInAddress.Create().
		SetUserID(account).SetDigest(addressDigest(ctx, account)).SetExpiresAt(t.Now.Add(KnownAddressRetention)).
		OnConflict(
			sql.ConflictColumns(signinaddress.FieldUserID, signinaddress.FieldDigest),
			sql.ResolveWith(func(u *sql.UpdateSet) { u.SetExcluded(signinaddress.FieldExpiresAt) }),
		).
		Exec(sys)
	if err != nil {
		return err
	}
	surplus, err := t.SignInAddress.Query().Where(signinaddress.UserID(account)).
		Order(ent.Desc(signinaddress.FieldExpiresAt, signinaddress.FieldID)).
		Offset(maxKnownAddresses).Limit(maxKnownAddresses).IDs(sys)
	if err != nil || len(surplus) == 0 {
		return err
	}
	_, err = t.SignInAddress.Delete().Where(signinaddress.IDIn(surplus...)).Exec(sys)
	return err
}

// addressDigest stands for the context's network address as one of an account.
func addressDigest(ctx context.Context, account uuid.UUID) string {
	sum := sha256.New()
	_, _ = sum.Write(account[:]) // a hash never fails
	_, _ = sum.Write([]byte(auth.Network(ctx)))
	return hex.EncodeToString(sum.Sum(nil))
}
