// Package store opens the database, SQLite or PostgreSQL, keeps its schema up to date and
// hands out the ent client, behind which the two behave alike:
//
//   - What is acknowledged stays: SQLite syncs every commit.
//   - Contains is exact about case on both, and case-folded search folds all letters, not
//     only ASCII. PostgreSQL's collation may still order names otherwise, or fold İ and a
//     final Σ otherwise: Warnings says so.
//   - A database that is away, full or too slow is a fault of the code unavailable, which the
//     caller may try again; everything else is an error as the driver made it.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/gofrs/flock"
	"github.com/lib/pq"
	"golang.org/x/sync/errgroup"

	"github.com/redress/redress/ent"
	_ "github.com/redress/redress/ent/runtime" // without it the policies are silently absent
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/store/hint"
)

// Config says where the data is.
type Config struct {
	// URL is sqlite:// and a path, as it stands and relative to the working folder unless it
	// begins with a slash (sqlite://var/redress.db, sqlite:///srv/redress.db), or a
	// postgres:// URL as libpq reads it. What it sets itself, such as statement_timeout or
	// connect_timeout, is kept.
	URL string

	// PoolerURL is a postgres:// URL of the same database through a PgBouncer in transaction mode,
	// for what requests send. The rest, such as migrations, locks and LISTEN, goes by URL. "" for none.
	PoolerURL string

	// Unhurried lets a statement on PostgreSQL take an hour: for commands that read or write every
	// row.
	Unhurried bool

	// Existing refuses to make a SQLite file that is not there: for commands that only look.
	Existing bool

	// Alone refuses a SQLite file that another process has opened so: for the service, of which SQLite has one.
	Alone bool

	// MaxConns limits the connections to PostgreSQL that requests take in this process; 0 means
	// 20. The reserved pool has two more.
	MaxConns int

	// Migrating, unless nil, is called while a migration is applied step by step to a database that
	// held data.
	Migrating func(Progress)

	// Statements says what is done with statements that are sent again and again.
	Statements entread.Mode

	// Observe, unless nil, is called with every statement that was executed. It is
	// called by many goroutines at once and must not block.
	Observe func(context.Context, Statement)
}

// Store is an open database.
type Store struct {
	db       *sql.DB
	reserved *sql.DB
	client   *ent.Client
	backend  backend
	url      string
	warnings []string
	report   func(Progress)
	file     os.FileInfo // the SQLite file as it was opened
	alone    *flock.Flock
	probe    *sql.DB // a connection through the pooler that no request takes; nil without a pooler
	plans    explainer
}

// backend is what the two databases do differently.
type backend interface {
	dialect() string
	// location is the file of the database, "" when it is none of ours.
	location() string
	// open makes the pool that requests use.
	open() (*sql.DB, error)
	// openReserved makes the reserved pool, past any pooler.
	openReserved() (*sql.DB, error)
	// openForMigrations makes a pool without the limits and checks of the other one.
	openForMigrations() (*sql.DB, error)
	// check returns what is wrong with the database, seen through both pools: an error when it can't
	// be used.
	check(ctx context.Context, db, reserved *sql.DB) (warnings []string, err error)
	// lock waits until no other process migrates the database.
	lock(ctx context.Context, migrations *sql.DB) (unlock func() error, err error)
	// backup copies a database of this version and returns where to, "" for none.
	backup(ctx context.Context, migrations *sql.DB, version int64) (string, error)
	// snapshot copies the database into a new file.
	snapshot(ctx context.Context, file string, how Copying, read func(context.Context, Querier) error) (Snapshot, error)
	// checkEmpty returns ErrNotEmpty unless load can fill the database.
	checkEmpty(ctx context.Context) error
	// load fills the empty database with a snapshot, whole or not at all.
	load(ctx context.Context, file string, of Snapshot, how Copying) error
	// hasTable reports whether a table exists.
	hasTable(ctx context.Context, db *sql.DB, name string) (bool, error)
}

// Open opens the database and checks that it answers and can be used; it does not migrate
// it. A database that does not answer is a fault of the code unavailable. No error holds a
// password.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	b, err := parse(cfg)
	if err != nil {
		return nil, err
	}
	db, err := b.open()
	if err != nil {
		return nil, err
	}
	reserved, err := b.openReserved()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	reserved.SetMaxOpenConns(reservedConns)
	s := &Store{db: db, reserved: reserved, backend: b, url: cfg.URL, report: cfg.Migrating}
	if s.report == nil {
		s.report = func(Progress) {}
	}
	if cfg.PoolerURL != "" {
		if s.probe, err = b.open(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.probe.SetMaxOpenConns(1)
	}
	if cfg.Alone {
		if s.alone, err = lockAlone(b.location()); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if s.warnings, err = b.check(ctx, db, reserved); err != nil {
		return nil, errors.Join(failure(ctx, err), s.Close())
	}
	if path := b.location(); path != "" {
		if s.file, err = os.Stat(path); err != nil {
			return nil, errors.Join(unavailable(err), s.Close())
		}
	}
	s.client = ent.NewClient(ent.Driver(newDriver(entsql.OpenDB(b.dialect(), db), entsql.OpenDB(b.dialect(), reserved), cfg)))
	s.client.Complaint.Intercept(policy.HideComplaints())
	s.client.User.Intercept(policy.HideProfiles())
	policy.HideAuthors(s.client)
	s.client.StatusLog.Intercept(policy.HideReporters(s.client)) // before TrackParent: it asks for the parent
	s.client.Intercept(policy.TrackParent(), ent.InterceptFunc(func(next ent.Querier) ent.Querier {
		return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
			return next.Query(hint.Query(ctx), q)
		})
	}))
	return s, nil
}

// CheckURL returns what is wrong with the URLs of a database. It connects to nothing and creates nothing.
func CheckURL(cfg Config) error {
	_, err := parse(cfg)
	return err
}

func parse(cfg Config) (backend, error) {
	scheme, rest, _ := strings.Cut(cfg.URL, "://") // url.Parse takes a path's first folder for a host
	switch scheme {
	case "sqlite":
		if cfg.PoolerURL != "" {
			return nil, errors.New("a pooler needs a postgres:// URL that leads to the database itself, for migrations, locks and LISTEN")
		}
		return newSQLite(rest, cfg.Existing)
	case "postgres", "postgresql":
		return newPostgres(cfg)
	}
	return nil, errors.New("the database URL must begin with sqlite:// or postgres://")
}

// ErrServed is returned by Open when another process serves the same SQLite file.
var ErrServed = errors.New("another redress serves this file: a SQLite database has one service, several need PostgreSQL")

// lockAlone locks a file beside a SQLite database until it is closed, or the process ends. Commands that work
// beside the service don't ask for it.
func lockAlone(database string) (*flock.Flock, error) {
	if database == "" {
		return nil, nil
	}
	lock := flock.New(database + ".serve")
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", database, err)
	}
	if !locked {
		return nil, fmt.Errorf("%s: %w", database, ErrServed)
	}
	return lock, nil
}

// Client is the ent client. Its policies ask for a viewer in the context.
func (s *Store) Client() *ent.Client { return s.client }

// DB is the pool, for its statistics and for what ent can't say. What goes through it is
// neither observed nor counted, and its errors are the driver's.
func (s *Store) DB() *sql.DB { return s.db }

// Ask reads the one row of a query that ent can't say, with errors that are named as those of the client are.
func (s *Store) Ask(ctx context.Context, query string, into ...any) error {
	return failure(ctx, s.db.QueryRowContext(ctx, query).Scan(into...))
}

// ReservedDB is the reserved pool (hint.Reserved), for what ent can't say.
func (s *Store) ReservedDB() *sql.DB { return s.reserved }

// URL says where the database is, with its password: for connections beside the pool, and for
// no log.
func (s *Store) URL() string { return s.url }

// Listener connects to PostgreSQL for LISTEN, past any pooler, until a context ends. A connection on
// which nothing comes for as long as silence says is given up and made anew.
func (s *Store) Listener(ctx context.Context, silence time.Duration, report pq.EventCallbackType) *pq.Listener {
	const soonest, latest = 100 * time.Millisecond, 5 * time.Second
	return pq.NewDialListener(&listenDialer{ctx: ctx, silence: silence}, manyHosts(s.url), soonest, latest, report)
}

// Dialect is dialect.SQLite or dialect.Postgres.
func (s *Store) Dialect() string { return s.backend.dialect() }

// Warnings are sentences for the operator about a database that can be used but answers
// some questions otherwise than documented.
func (s *Store) Warnings() []string { return s.warnings }

// Ping asks on the reserved pool whether the database answers, and through the pooler too where requests go that way: a
// fault of the code unavailable if not. Unlike the
// pool's own ping a statement is tried again on another connection when its own has died.
// An SQLite file that was removed or replaced goes on answering whoever had it open, and what
// is written to it is lost with the process: that is unavailable too.
func (s *Store) Ping(ctx context.Context) error {
	if s.file != nil {
		now, err := os.Stat(s.backend.location())
		if err != nil || !os.SameFile(s.file, now) {
			return unavailable(errors.Join(errors.New("the database file was removed or replaced"), err))
		}
	}
	var asking errgroup.Group
	asking.Go(func() error {
		_, err := s.reserved.ExecContext(ctx, "SELECT 1")
		return err
	})
	if s.probe != nil {
		asking.Go(func() error {
			if _, err := s.probe.ExecContext(ctx, "SELECT 1"); err != nil {
				return fmt.Errorf("through the pooler: %w", err)
			}
			return nil
		})
	}
	return failure(ctx, asking.Wait())
}

// Close waits for the statements that run and closes the pools.
func (s *Store) Close() error {
	err := errors.Join(s.db.Close(), s.reserved.Close(), s.plans.close())
	if s.probe != nil {
		err = errors.Join(err, s.probe.Close())
	}
	if s.alone != nil {
		err = errors.Join(err, s.alone.Close())
	}
	if err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}
