package identity

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// NotificationPreferences are what somebody is told of, and how.
type NotificationPreferences struct {
	Broadcasts, Own bool // by e-mail
	Events          []notifications.Setting
}

// NotificationPreferences returns the viewer's.
func (r *Room) NotificationPreferences(ctx context.Context) (NotificationPreferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return NotificationPreferences{}, err
	}
	u, err := r.Client.User.Query().Where(user.ID(v.ID)).
		Select(user.FieldRole, user.FieldMailBroadcasts, user.FieldMailOwn, user.FieldSwitches).Only(ctx)
	if err != nil {
		return NotificationPreferences{}, tx.Missing(err, "account")
	}
	return NotificationPreferences{u.MailBroadcasts, u.MailOwn, r.notifications.Settings(u.Role, u.Switches)}, nil
}

// NotificationInput is what changes in them; nil stays.
type NotificationInput struct {
	Broadcasts, Own *bool
	Choices         []domain.NotificationChoice
}

// SetNotificationPreferences changes the viewer's. E-mails that wait to tell of an event that is switched off don't go out.
func (r *Room) SetNotificationPreferences(ctx context.Context, in NotificationInput) (NotificationPreferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return NotificationPreferences{}, err
	}
	if in.Broadcasts == nil && in.Own == nil && len(in.Choices) == 0 {
		return NotificationPreferences{}, tx.NothingToChange()
	}
	if err := r.setPreferences(ctx, v.ID, in); err != nil {
		return NotificationPreferences{}, err
	}
	return r.NotificationPreferences(ctx)
}

// OptOut takes an account off broadcasts, or off messages about its own things, by e-mail:
// for whoever holds a link that such a message carried.
func (r *Room) OptOut(ctx context.Context, account uuid.UUID, broadcasts bool) error {
	no := false
	if broadcasts {
		return r.setPreferences(ctx, account, NotificationInput{Broadcasts: &no})
	}
	return r.setPreferences(ctx, account, NotificationInput{Own: &no})
}

func (r *Room) setPreferences(ctx context.Context, account uuid.UUID, in NotificationInput) error {
	return r.Do(ctx, func(t *tx.Tx) error {
		sys := auth.System(ctx, "what somebody wants to hear of")
		u, err := t.User.Query().Where(user.ID(account), dbtx.ForUpdate).Only(sys)
		if err != nil {
			return tx.Missing(err, "account")
		}
		if err := notifications.CheckChoices("choices", u.Role, in.Choices); err != nil {
			return err
		}
		switches := u.Switches.With(in.Choices)
		same := func(given *bool, now bool) bool { return given == nil || *given == now }
		if same(in.Broadcasts, u.MailBroadcasts) && same(in.Own, u.MailOwn) && slices.Equal(switches, u.Switches) {
			return nil // whoever has a link may come a thousand times
		}
		after, err := t.User.UpdateOne(u).SetNillableMailBroadcasts(in.Broadcasts).SetNillableMailOwn(in.Own).SetSwitches(switches).Save(sys)
		if err != nil {
			return err
		}
		if err := r.notifications.LeaveOut(ctx, t, after, u.Switches); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "user.preferences", SubjectType: "User", Subject: account,
			Before: preferenceValues(u, after), After: preferenceValues(after, u),
		})
	})
}

// preferenceValues returns what somebody wants to hear of, and of the switches those that another state has not.
func preferenceValues(u, other *ent.User) tx.Values {
	values := tx.Values{"email_broadcasts": u.MailBroadcasts, "email_own": u.MailOwn}
	if !slices.Equal(u.Switches, other.Switches) {
		values["notifications"] = u.Switches.Without(other.Switches)
	}
	return values
}
