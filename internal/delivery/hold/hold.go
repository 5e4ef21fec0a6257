// Package hold keeps e-mail back after the database was restored: part of what waits there has gone out since the backup, and nobody
// knows which. What waited, and what the service tells by itself from then on, stays until an administrator releases or drops it. What
// people do is told as ever. In the application nothing is held.
package hold

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// The rows that say in which state a hold is, of which there is one at most. Its value is when the database was restored, in
// milliseconds since 1970.
const undecided = "held-mail"

var decided = map[domain.HeldMailDecision]string{
	domain.HeldMailRelease: "held-mail-released",
	domain.HeldMailDrop:    "held-mail-dropped",
}

// names are those of the rows.
var names = []string{undecided, decided[domain.HeldMailRelease], decided[domain.HeldMailDrop]}

// State is what became of the e-mail of before a restore.
type State struct {
	Since    time.Time               // when the database was restored
	Decision domain.HeldMailDecision // "" until an administrator has decided; until all of it is carried out afterwards
}

// Mail matches what is held.
func Mail() predicate.Notification { return notification.NextTryAt(domain.MailHeldUntil) }

// Begin holds what waits, in the transaction that notes that the database was restored.
func Begin(ctx context.Context, tx *ent.Client, now time.Time) error {
	sys := auth.System(ctx, "hold e-mail after a restore")
	if err := note(sys, tx, undecided, now); err != nil {
		return err
	}
	return tx.Notification.Update().
		Where(notification.ChannelEQ(domain.ChannelEmail), notification.NextTryAtLT(domain.MailHeldUntil)).
		SetNextTryAt(domain.MailHeldUntil).ClearLease().Exec(sys)
}

// Read returns the state of the hold; nil while nothing is held.
func Read(ctx context.Context, client *ent.Client) (*State, error) {
	row, err := client.Counter.Query().Where(counter.NameIn(names...)).Only(auth.System(ctx, "read whether e-mail is held"))
	if ent.IsNotFound(err) {
		return nil, nil // mostly there is none
	}
	if err != nil {
		return nil, err
	}
	s := &State{Since: time.UnixMilli(row.Value).UTC()}
	for decision, name := range decided {
		if row.Name == name {
			s.Decision = decision
		}
	}
	return s, nil
}

// Undecided reports whether what the service tells by itself is held. The answer stays true until the transaction ends, so that nothing is
// added to what an administrator has decided about: who adds locks with dbtx.ForKeyShare and waits for no other who does, who decides
// with dbtx.ForUpdate.
func Undecided(ctx context.Context, tx *ent.Client, lock predicate.Counter) (bool, error) {
	return tx.Counter.Query().Where(counter.Name(undecided), lock).Exist(auth.System(ctx, "read whether e-mail is held"))
}

// Decide notes what an administrator has decided about what is held since a restore, of which Undecided has said that it is. The
// dispatcher carries it out.
func Decide(ctx context.Context, tx *ent.Client, since time.Time, decision domain.HeldMailDecision) error {
	return note(auth.System(ctx, "decide about held e-mail"), tx, decided[decision], since)
}

// note writes the row of a state in place of that of another one.
func note(ctx context.Context, tx *ent.Client, name string, since time.Time) error {
	if _, err := tx.Counter.Delete().Where(counter.NameIn(names...)).Exec(ctx); err != nil {
		return err
	}
	return tx.Counter.Create().SetName(name).SetValue(since.UnixMilli()).Exec(ctx)
}

// End notes that a decision is carried out.
func End(ctx context.Context, client *ent.Client, s *State) error {
	_, err := client.Counter.Delete().
		Where(counter.Name(decided[s.Decision]), counter.Value(s.Since.UnixMilli())).Exec(auth.System(ctx, "end the hold of e-mail"))
	return err
}

// Count returns how many e-mails are held, domain.MaxHeldMail for that and more.
func Count(ctx context.Context, client *ent.Client) (int, error) {
	var n []int
	err := client.Notification.Query().Where(Mail()).Aggregate(func(s *sql.Selector) string {
		copied := *s
		some := &copied
		some.Select(s.C(notification.FieldID)).Limit(domain.MaxHeldMail)
		*s = *sql.Dialect(s.Dialect()).Select().From(some.As("held"))
		return "COUNT(*)"
	}).Scan(auth.System(ctx, "count held e-mail"), &n)
	return slices.Max(append(n, 0)), err
}
