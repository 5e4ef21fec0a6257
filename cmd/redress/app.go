package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/tracing"
)

// App is what a subcommand works with.
type App struct {
	Config         config.Config
	Stdin          *os.File
	Stdout, Stderr io.Writer

	serves bool              // it is the service, of which its manager is told
	log    *server.LogWriter // of serve
	traces *tracing.Tracer   // of serve; nil: none
	valid  bool              // the command line is valid: what fails from then on is the command
}

// oneOff is how commands that run once open the database: past any pooler, and without hurry.
var oneOff = store.Config{Unhurried: true}

// connect opens the database without migrating it.
func (a *App) connect(ctx context.Context, how store.Config) (*store.Store, error) {
	how.URL = a.Config.DatabaseURL
	how.Migrating = showMigration(a.Stderr)
	if a.serves {
		show := showMigration(a.Stderr)
		if a.logsJSON() {
			show = logMigration(ctx)
		}
		how.Migrating = notifyMigration(show)
	}
	s, err := store.Open(ctx, how)
	if f, ok := fault.As(err); ok && f.Cause != nil { // its message is for callers, not for the operator
		err = f.Cause
	}
	if errors.Is(err, store.ErrNoDatabase) {
		return nil, fmt.Errorf("REDRESS_DATABASE_URL: %w. %s", err, a.whereElse())
	}
	if err != nil && how.PoolerURL != "" {
		return nil, fmt.Errorf("REDRESS_DATABASE_URL and REDRESS_DATABASE_POOLER_URL: %w%s", err, sslHint(err))
	}
	if err != nil {
		return nil, fmt.Errorf("REDRESS_DATABASE_URL: %w%s", err, sslHint(err))
	}
	for _, w := range s.Warnings() {
		a.warn(w)
	}
	return s, nil
}

// openLedger opens the ledger of an up-to-date database.
func (a *App) openLedger(ctx context.Context, db *store.Store) (*ledger.Book, error) {
	book, err := ledger.Open(ctx, db.Client(), a.Config.LedgerKeyFile)
	if errors.Is(err, ledger.ErrKey) {
		err = fmt.Errorf("REDRESS_LEDGER_KEY_FILE: %w", err)
	}
	return book, err
}

// inspect opens a database for a command that verifies it: it must exist and be at this
// program's version.
func (a *App) inspect(ctx context.Context) (*store.Store, error) {
	return a.openExisting(ctx, func(v store.Version) error {
		if v.Database != v.Program {
			return fmt.Errorf("the database is at version %d and the program at %d: verify it with the program that serves it", v.Database, v.Program)
		}
		return nil
	})
}

// openExisting opens a database that must exist, if its version is accepted.
func (a *App) openExisting(ctx context.Context, accept func(store.Version) error) (*store.Store, error) {
	how := oneOff
	how.Existing = true
	db, err := a.connect(ctx, how)
	if err != nil {
		return nil, err
	}
	v, err := db.Version(ctx)
	if err == nil {
		err = accept(v)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// OpenStore opens the database and migrates it.
func (a *App) OpenStore(ctx context.Context, how store.Config) (*store.Store, error) {
	s, err := a.connect(ctx, how)
	if err != nil {
		return nil, err
	}
	done, err := s.Migrate(ctx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	switch {
	case a.logsJSON() && done.From != done.To && done.From > 0:
		slog.InfoContext(ctx, "migrated the database", "from", done.From, "to", done.To, "copy_of_before", done.Backup)
	case a.logsJSON():
	case done.Backup != "":
		fmt.Fprintln(a.Stderr, "The database was copied to "+done.Backup+" before it was changed.")
	}
	return s, nil
}

// logsJSON reports whether all that is said is lines of a log in JSON: that of serve, once it is open.
func (a *App) logsJSON() bool { return a.log != nil && a.Config.FormatOf(a.Stderr) == config.LogJSON }

func (a *App) warn(text string) {
	if a.logsJSON() {
		slog.Warn(text)
		return
	}
	fmt.Fprintln(a.Stderr, "Warning: "+text)
}
