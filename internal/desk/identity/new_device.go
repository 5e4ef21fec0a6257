package identity

import (
	"context"
	"time"

	"github.com/medama-io/go-useragent"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
)

const (
	// usedBefore is among how many of the sessions before one of the same network and browser is sought.
	usedBefore = 100
	// toldOfDevice is how long somebody is not told of a second device: with a new password that is known to many, every sign-in is
	// from a new one.
	toldOfDevice = 24 * time.Hour
)

// programs recognizes browsers and systems.
var programs = useragent.NewParser()

// program is a browser and the system that it runs on; both "" for what is neither.
type program struct{ browser, system string }

// programOf returns the program that a user agent names, whatever its version.
func programOf(agent string) program {
	found := programs.Parse(agent)
	return program{found.Browser().String(), found.OS().String()}
}

// tellOfDevice notifies the owner of an account that a session was opened, which the transaction has locked, from a network and with a
// browser that it has not used together. The first session of an account is none of that.
func (r *Room) tellOfDevice(ctx context.Context, t *tx.Tx, opened *ent.Session) error {
	sys := auth.System(ctx, "see whether a device is a new one")
	before, err := t.Session.Query().
		Where(session.UserID(opened.UserID), session.IDNEQ(opened.ID), session.ByCommand(false)).
		Order(ent.Desc(session.FieldID)).Limit(usedBefore).Select(session.FieldUserAgent, session.FieldAddress).All(sys)
	if err != nil || len(before) == 0 {
		return err
	}
	network, with := auth.NetworkOf(opened.Address), programOf(opened.UserAgent)
	for _, s := range before {
		if auth.NetworkOf(s.Address) == network && programOf(s.UserAgent) == with {
			return nil
		}
	}
	told, err := t.Notification.Query().
		Where(
			notification.RecipientID(opened.UserID), notification.CreatedAtGT(t.Now.Add(-toldOfDevice)),
			notification.Kind(string(notifications.NewDevice)),
		).Exist(sys)
	if err != nil || told {
		return err
	}
	return r.notifications.Notify(ctx, t, notifications.NewDevice, notifications.About{
		Account: opened.UserID, Message: text.SignedInWith(with.browser, with.system, opened.Address),
	})
}
