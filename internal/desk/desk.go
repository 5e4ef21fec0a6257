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
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/dbtx"
)

// Settings are what an operator may choose.
type Settings struct {
	AccessLifetime  time.Duration // of an access token; at least a second
	RefreshLifetime time.Duration // of a refresh token, and so of a session nobody refreshes
	SessionLifetime time.Duration // after which a session ends, however often it is refreshed
	ReopenWithin    time.Duration // how long a reporter may reopen what was ended
	CloseAfter      time.Duration // when a resolved complaint closes by itself
	Registration    bool          // whether people may make their own accounts
	Demo            bool          // whether it is a demo, whose accounts have a password that everybody knows
	Mail            bool          // whether notifications can go out by e-mail
	MediaTrash      time.Duration // how long a file without a row stays in the trash
	Uploads         int           // that a solver or an administrator may make in an hour; at least 1

	// Those of administrators end sooner, and when they are idle.
	AdminSessionLifetime, AdminIdle time.Duration
}

// DefaultSettings are those of docs/product.md, Limits.
func DefaultSettings() Settings {
	const day = 24 * time.Hour
	return Settings{
		AccessLifetime: 15 * time.Minute, RefreshLifetime: 30 * day,
		SessionLifetime: 90 * day, AdminSessionLifetime: 30 * day, AdminIdle: 12 * time.Hour,
		ReopenWithin: 30 * day, CloseAfter: 14 * day, MediaTrash: mediastore.DefaultTrashTime,
		Uploads: domain.UploadsPerStaff,
	}
}

// Config is what a desk works with. All of it is required but for what it calls.
type Config struct {
	Client    *ent.Client
	Now       func() time.Time
	Passwords *auth.Passwords
	Signer    *auth.Signer
	Media     blob.Store
	Ledger    *ledger.Book
	Settings  Settings
	Version   string // of the service, as it is shown

	// PasswordKey is the secret from which passwords are derived that must be told again.
	PasswordKey []byte

	// OnRefusal is called when an attempt to sign in, or to refresh, is refused. It must not wait.
	OnRefusal func(Refusal)

	// OnEvents is called when a transaction that left events was committed. It must not wait.
	OnEvents func()

	// Jobs remembers how the jobs went; nil: nobody asks.
	Jobs *jobs.Log
}

// Desk executes the verbs. It implements auth.Sessions.
type Desk struct {
	client    *ent.Client
	clock     func() time.Time
	passwords *auth.Passwords
	signer    *auth.Signer
	media     blob.Store
	stored    *mediastore.Store
	intake    *blob.Ingest
	uploads   *uploadLimit
	ledger    *ledger.Book
	settings  Settings
	version   string
	cache     *settingsCache
	onEvents  func()
	onRefusal func(Refusal)

	passwordKey []byte
	refusals    *refusalAudit
	uses        *sessionUses
	numbers     *numbers
	log         *jobs.Log
	checks      ledgerChecks
}

// New returns a desk. It refuses settings under which no token could be used.
func New(cfg Config) (*Desk, error) {
	if s := cfg.Settings; s.AccessLifetime < time.Second || s.RefreshLifetime < s.AccessLifetime {
		return nil, errors.New("an access token must live for a second or more, and a refresh token no shorter than that")
	}
	if s := cfg.Settings; min(s.SessionLifetime, s.AdminSessionLifetime, s.AdminIdle) < s.AccessLifetime {
		return nil, errors.New("a session must live, and be idle, no shorter than an access token")
	}
	if cfg.OnEvents == nil {
		cfg.OnEvents = func() {}
	}
	if cfg.OnRefusal == nil {
		cfg.OnRefusal = func(Refusal) {}
	}
	refusals, err := newRefusalAudit()
	if err != nil {
		return nil, err
	}
	return &Desk{
		client:    cfg.Client,
		clock:     cfg.Now,
		passwords: cfg.Passwords,
		signer:    cfg.Signer,
		media:     cfg.Media,
		stored:    mediastore.New(mediastore.Config{Client: cfg.Client, Files: cfg.Media, Now: cfg.Now, TrashTime: cfg.Settings.MediaTrash}),
		intake:    blob.NewIngest(cfg.Media),
		uploads:   &uploadLimit{now: cfg.Now, staff: cfg.Settings.Uploads},
		ledger:    cfg.Ledger,
		settings:  cfg.Settings,
		version:   cfg.Version,
		cache:     &settingsCache{},
		onEvents:  cfg.OnEvents,
		onRefusal: cfg.OnRefusal,

		passwordKey: cfg.PasswordKey,
		refusals:    refusals,
		uses:        &sessionUses{at: map[uuid.UUID]sessionUse{}},
		numbers:     newNumbers(),
		log:         cfg.Jobs,
	}, nil
}

// now is the instant in the precision in which all times are stored and spoken, so that
// what was written and what is read back are the same.
func (d *Desk) now() time.Time { return d.clock().UTC().Truncate(time.Millisecond) }

// Now is the service's time.
func (d *Desk) Now() time.Time { return d.now() }

// txn is a transaction, the one instant at which everything in it happens, and its audit.
type txn struct {
	batch.Clients
	now           time.Time
	desk          *Desk
	auditEntries  []*ent.AuditEntry // written when the transaction ends
	pendingEvents []pendingEvent
	statsDelta    stats.Delta
	complaints    map[uuid.UUID]*ent.Complaint // that changed, as they are now
}

// restamp moves the transaction's instant after the locks that it had to wait for, before
// anything is written: the rows of a complaint's log stand in time's order. It never is before the latest change
// of what is locked, which an instance with a clock ahead of this one's may have made.
func (tx *txn) restamp(latest time.Time) {
	tx.now = tx.desk.now()
	if latest = latest.UTC(); tx.now.Before(latest) {
		tx.now = latest
	}
}

// trackComplaint notes how a complaint changed for streams, for the rollups and for its facts, which are
// written when the transaction ends; was is nil for a new one.
func (tx *txn) trackComplaint(was, is *ent.Complaint) {
	tx.statsDelta.Complaint(was, is)
	tx.complaints[is.ID] = is
	tx.changeComplaint(is.ID, is.Version, complaintChanges(was, is))
}

// writeStats writes beside a transition what statistics read.
func (tx *txn) writeStats(ctx context.Context) error {
	ctx = auth.System(ctx, "count what changed")
	if err := stats.SaveFacts(ctx, tx.Later, slices.Collect(maps.Values(tx.complaints))...); err != nil {
		return err
	}
	return stats.WriteDelta(ctx, tx.Later, tx.statsDelta)
}

// tx runs do in a transaction: it commits when do returns nil, and rolls back otherwise, on a
// panic too. It returns do's error or the commit's. As with all of package dbtx do may run more than
// once: it begins anew, whatever an attempt before has left in the variables around it. Rows of the transaction must not leave it,
// because their edges would ask a connection that is gone: read them again afterwards, or Unwrap
// them.
//
// On SQLite a transaction holds the whole database from its first moment: what only reads needs
// none.
func (d *Desk) tx(ctx context.Context, do func(tx *txn) error) error {
	return d.txOf(ctx, false, do)
}

// txOf is tx, which may try to do without locks first.
func (d *Desk) txOf(ctx context.Context, optimistic bool, do func(tx *txn) error) error {
	var inner *txn
	err := dbtx.InBatchTx(ctx, d.client, optimistic, func(tx batch.Clients) error {
		inner = &txn{Clients: tx, now: d.now(), desk: d, statsDelta: stats.Delta{}, complaints: map[uuid.UUID]*ent.Complaint{}}
		if err := do(inner); err != nil {
			return err
		}
		if err := inner.writeEvents(ctx); err != nil {
			return err
		}
		if err := inner.writeStats(ctx); err != nil {
			return err
		}
		// Last, because others who write wait for the end of the chain until the commit.
		return d.ledger.Audit(ctx, tx, inner.auditEntries...)
	})
	switch {
	case errors.Is(err, privacy.Deny):
		denied := fault.Denied()
		denied.Cause = err
		return denied
	case err != nil:
		return err
	}
	if len(inner.pendingEvents) > 0 {
		d.onEvents()
	}
	return nil
}
