package identity

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/store/dbtx"
)

// Preferences are what somebody wants to hear of by e-mail.
type Preferences struct{ Broadcasts, Own bool }

// Preferences returns the viewer's.
func (r *Room) Preferences(ctx context.Context) (Preferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return Preferences{}, err
	}
	u, err := r.Client.User.Query().Where(user.ID(v.ID)).Select(user.FieldMailBroadcasts, user.FieldMailOwn).Only(ctx)
	if err != nil {
		return Preferences{}, tx.Missing(err, "account")
	}
	return Preferences{u.MailBroadcasts, u.MailOwn}, nil
}

// SetPreferences changes the viewer's; nil stays.
func (r *Room) SetPreferences(ctx context.Context, broadcasts, own *bool) (Preferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return Preferences{}, err
	}
	if broadcasts == nil && own == nil {
		return Preferences{}, tx.NothingToChange()
	}
	if err := r.setPreferences(ctx, v.ID, broadcasts, own); err != nil {
		return Preferences{}, err
	}
	return r.Preferences(ctx)
}

// OptOut takes an account off broadcasts, or off messages about its own things, by e-mail:
// for whoever holds a link that such a message carried.
func (r *Room) OptOut(ctx context.Context, account uuid.UUID, broadcasts bool) error {
	no := false
	if broadcasts {
		return r.setPreferences(ctx, account, &no, nil)
	}
	return r.setPreferences(ctx, account, nil, &no)
}

func (r *Room) setPreferences(ctx context.Context, account uuid.UUID, broadcasts, own *bool) error {
	return r.Do(ctx, func(t *tx.Tx) error {
		sys := auth.System(ctx, "what somebody wants to hear of")
		u, err := t.User.Query().Where(user.ID(account), dbtx.ForUpdate).Only(sys)
		if err != nil {
			return tx.Missing(err, "account")
		}
		same := func(given *bool, now bool) bool { return given == nil || *given == now }
		if same(broadcasts, u.MailBroadcasts) && same(own, u.MailOwn) { // whoever has a link may come a thousand times
			return nil
		}
		after, err := t.User.UpdateOne(u).SetNillableMailBroadcasts(broadcasts).SetNillableMailOwn(own).Save(sys)
		if err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "user.preferences", SubjectType: "User", Subject: account,
			Before: tx.Values{"email_broadcasts": u.MailBroadcasts, "email_own": u.MailOwn},
			After:  tx.Values{"email_broadcasts": after.MailBroadcasts, "email_own": after.MailOwn},
		})
	})
}
