// Package desk implements the verbs, each one transaction that changes rows, writes its audit
// entry and leaves nothing half done. Both APIs, the command and the loaders of data come through
// here, so a rule stated here holds for all of them.
//
// The row a viewer acts on is written as the viewer, so that the policies have their say; its
// side rows (audit, log, sessions) are written as System. Rows are locked in one order, so that
// verbs never wait for each other in a ring: accounts by id, sessions, complaints, tasks, task
// updates, service providers, the end of a chain of payments, the end of a chain of audit entries.
package desk

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/stats"
)

// Config is what a desk works with. All of it is required.
type Config struct {
	Runner   *tx.Runner
	Media    blob.Store
	Settings domain.OperatorSettings
	Chosen   Chosen

	Notifications *notifications.Room
	Guests        Guests

	// Viewer returns who is behind a session of an account at this moment, as auth.Sessions does.
	Viewer func(ctx context.Context, account, session uuid.UUID) (*auth.Viewer, error)
}

// Chosen is what the desk asks of the settings that super administrators change.
type Chosen interface {
	// Rules returns the operator's settings, with what super administrators stored instead.
	Rules() domain.OperatorSettings
	// Language returns that of the organization.
	Language() i18n.Language
	// TimeZone returns that of the organization.
	TimeZone() *time.Location
	// Organization returns who runs the service.
	Organization() domain.Organization
	// MailTexts returns what it says in e-mails in place of what the service says.
	MailTexts() domain.MailTexts
	// WorksOn reports whether the organization works on a day of the week.
	WorksOn(day domain.Weekday) bool
	// TakesGuestReports reports whether people report complaints without an account.
	TakesGuestReports() bool
	// CheckReason refuses a code that an action does not have, unless the action has none at all.
	CheckReason(action domain.Action, code string) error
}

// Desk executes the verbs.
type Desk struct {
	*tx.Runner
	media         blob.Store
	stored        *mediastore.Store
	intake        *blob.Ingest
	uploads       *uploadLimit
	settings      domain.OperatorSettings
	chosen        Chosen
	notifications *notifications.Room
	guests        Guests
	viewer        func(ctx context.Context, account, session uuid.UUID) (*auth.Viewer, error)
	numbers       *numbers
	found         *foundLately // contacts
}

// New returns a desk.
func New(cfg Config) *Desk {
	return &Desk{
		Runner: cfg.Runner,
		media:  cfg.Media,
		stored: mediastore.New(mediastore.Config{
			Client: cfg.Runner.Client, Files: cfg.Media, Now: cfg.Runner.Clock, TrashTime: cfg.Settings.MediaTrash, OnRestored: OnRestored,
		}),
		intake:        blob.NewIngest(cfg.Media),
		uploads:       &uploadLimit{now: cfg.Runner.Clock, staff: cfg.Settings.Uploads},
		settings:      cfg.Settings,
		chosen:        cfg.Chosen,
		notifications: cfg.Notifications,
		guests:        cfg.Guests,
		viewer:        cfg.Viewer,
		numbers:       newNumbers(),
		found:         newFoundLately(),
	}
}

// txn is a transaction with what statistics and streams are told of the complaints that it changes.
type txn struct {
	*tx.Tx
	desk       *Desk
	statsDelta stats.Delta
	complaints map[uuid.UUID]*ent.Complaint // that changed, as they are now
}

// join lets a transaction change complaints and tasks.
func (d *Desk) join(t *tx.Tx) *txn {
	all := &txn{Tx: t, desk: d, statsDelta: stats.Delta{}, complaints: map[uuid.UUID]*ent.Complaint{}}
	t.AtEnd(all.writeStats)
	return all
}

// joined returns what to do in a transaction, of one that changes complaints and tasks.
func joined[T any](d *Desk, do func(t *txn) (T, error)) func(*tx.Tx) (T, error) {
	return func(t *tx.Tx) (T, error) { return do(d.join(t)) }
}

// tx is Do for what changes complaints and tasks.
func (d *Desk) tx(ctx context.Context, do func(t *txn) error) error {
	return d.Do(ctx, func(t *tx.Tx) error { return do(d.join(t)) })
}

// trackComplaint notes how a complaint changed for streams, for the rollups and for its facts, which are
// written when the transaction ends; was is nil for a new one.
func (t *txn) trackComplaint(was, is *ent.Complaint) {
	t.statsDelta.Complaint(was, is)
	t.complaints[is.ID] = is
	t.changeComplaint(is.ID, is.Version, complaintChanges(was, is))
}

// writeStats writes beside a transition what statistics read.
func (t *txn) writeStats(ctx context.Context) error {
	ctx = auth.System(ctx, "count what changed")
	if err := stats.SaveFacts(ctx, t.Later, slices.Collect(maps.Values(t.complaints))...); err != nil {
		return err
	}
	return stats.WriteDelta(ctx, t.Later, t.statsDelta)
}
