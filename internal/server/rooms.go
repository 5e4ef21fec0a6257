package server

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/graph"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/broadcasts"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/payments"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/proofofwork"
)

// newRooms opens the rooms of the desk over one runner of transactions.
func newRooms(
	o Options, runner *tx.Runner, passwords *auth.Passwords, issuer auth.Issuer, refused func(identity.Refusal),
) (rooms graph.Rooms, err error) {
	rooms.Settings = settings.New(runner, o.Settings, o.Version, o.Key.PasswordKey())
	rooms.Notifications = notifications.New(runner, o.Settings.Mail, rooms.Settings)
	rooms.Payments = payments.New(runner, rooms.Settings.TimeZone, rooms.Notifications)
	rooms.Catalog = catalog.New(runner)
	rooms.Desk = desk.New(desk.Config{
		Runner: runner, Media: o.Media, Settings: o.Settings, Chosen: rooms.Settings, Notifications: rooms.Notifications,
		Guests: desk.Guests{
			Proofs: proofofwork.New(o.Key.ProofKey(), cmp.Or(o.ProofCost, proofofwork.Cost), runner.Clock), Key: o.Key.ProofKey(),
			Count: func(ctx context.Context, t *tx.Tx) error { return rooms.Identity.CountGuestReport(ctx, t) },
		},
		Viewer: func(ctx context.Context, account, session uuid.UUID) (*auth.Viewer, error) {
			return rooms.Identity.Viewer(ctx, account, session)
		},
	})
	rooms.Identity, err = identity.New(identity.Config{
		Runner: runner, Passwords: passwords, Signer: auth.NewSigner(o.Key, issuer), Settings: o.Settings, Tasks: rooms.Desk,
		Notifications: rooms.Notifications,
		Organization:  func() string { return rooms.Settings.Organization().Name }, PasswordKey: o.Key.PasswordKey(), CodeKey: o.Key.CodeKey(), OnRefusal: refused,
	})
	rooms.Broadcasts = broadcasts.New(runner, o.Settings.Mail, rooms.Notifications)
	return rooms, err
}

// jobsOf returns the work that the rooms do by themselves.
func jobsOf(rooms graph.Rooms) []jobs.Job {
	return slices.Concat(rooms.Desk.Jobs(), rooms.Payments.Jobs(), rooms.Settings.Jobs(), rooms.Identity.Jobs(), rooms.Broadcasts.Jobs())
}
