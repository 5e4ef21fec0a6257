package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/store"
)

// MigrateCmd is `redress migrate`.
type MigrateCmd struct {
	Status      bool
	Check       bool
	PrintGrants string // a role, or ""
	printsOnly  bool   // --print-grants was given
}

func newMigrate(app *App) *cobra.Command {
	var c MigrateCmd
	command := &cobra.Command{
		Use: "migrate [flags]", Short: "Migrate the database to this program's version.", Args: arguments(),
		Long: `Migrate the database to this program's version, as serve does when it starts.

With --check it changes nothing and compares the database with what its
version consists of: columns, indexes, constraints and triggers. It exits with
0 when the database is complete and up to date, 1 when something is missing or
differs, and 2 when it could not be checked.`,
		PreRun: func(command *cobra.Command, _ []string) { c.printsOnly = command.Flags().Changed("print-grants") },
		RunE:   app.run(c.Run),
	}
	command.Flags().BoolVar(&c.Status, "status", false, "Only print the versions of the database and the program; change nothing")
	command.Flags().StringVar(&c.PrintGrants, "print-grants", "",
		"Only print SQL that lets a PostgreSQL `ROLE` run the service without the right to change or delete history; connect to nothing")
	command.Flags().BoolVar(&c.Check, "check", false, "Only compare the database with what its version consists of; change nothing")
	command.MarkFlagsMutuallyExclusive("status", "check", "print-grants")
	return command
}

// Run migrates the database.
func (c *MigrateCmd) Run(ctx context.Context, app *App) (err error) {
	if c.printsOnly {
		text, err := store.Grants(c.PrintGrants)
		fmt.Fprint(app.Stdout, text)
		return err
	}
	how := oneOff
	how.Existing = c.Check
	db, err := app.connect(ctx, how)
	if err != nil {
		if c.Check {
			err = exitError{err, exitUsage}
		}
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Check {
		return checkDatabase(ctx, app, db)
	}
	if c.Status {
		v, err := db.Version(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "The database is at version %d, the program at %d.\n", v.Database, v.Program)
		return nil
	}
	done, err := db.Migrate(ctx)
	if err != nil {
		return err
	}
	if done.Backup != "" {
		fmt.Fprintln(app.Stdout, "Copied the database to "+done.Backup+" first.")
	}
	if done.From == done.To {
		fmt.Fprintf(app.Stdout, "The database is up to date at version %d.\n", done.To)
		return nil
	}
	fmt.Fprintf(app.Stdout, "Migrated the database from version %d to %d.\n", done.From, done.To)
	return nil
}

// rowsInterval is how often it is said how many rows a migration has looked at, where no bar shows it.
const rowsInterval = 5 * time.Second

// logMigration returns a function that says as lines of the log what showMigration shows.
func logMigration(ctx context.Context) func(store.Progress) {
	var (
		now  store.Progress
		next time.Time
	)
	return func(p store.Progress) {
		log := slog.With("version", p.Version, "step", p.Step, "steps", p.Steps)
		if p.Version != now.Version || p.Step != now.Step {
			log.InfoContext(ctx, "migration", "title", p.Title)
			next = time.Now().Add(rowsInterval)
		}
		if p.Waiting && !now.Waiting {
			log.WarnContext(ctx, "a migration waits for others, who have locked what it needs")
		}
		if p.Of > 0 && (time.Now().After(next) || p.Rows == p.Of) {
			log.InfoContext(ctx, "rows of a migration", "rows", p.Rows, "of", p.Of)
			next = time.Now().Add(rowsInterval)
		}
		now = p
	}
}

// showMigration returns a function that shows how far a migration has come: a line for each step,
// and its rows in a bar on a terminal, otherwise in a line every few seconds.
func showMigration(to io.Writer) func(store.Progress) {
	var (
		shown = newStages(to)
		now   store.Progress
		next  time.Time // when the next line about rows is due
	)
	return func(p store.Progress) {
		if p.Version != now.Version || p.Step != now.Step {
			shown.end()
			fmt.Fprintf(to, "Migration %d, step %d of %d: %s\n", p.Version, p.Step, p.Steps, p.Title)
			next = time.Now().Add(rowsInterval)
		}
		if p.Waiting && !now.Waiting {
			shown.end()
			fmt.Fprintln(to, "  waits for others, who have locked what it needs")
		}
		if p.Of > 0 {
			shown.show("", p.Rows, p.Of)
		}
		if p.Rows == p.Of {
			shown.end()
		}
		if p.Of > 0 && shown.bar == nil && (time.Now().After(next) || p.Rows == p.Of) {
			fmt.Fprintf(to, "  %d of %d rows\n", p.Rows, p.Of)
			next = time.Now().Add(rowsInterval)
		}
		now = p
	}
}

// checkDatabase prints how the database differs from what its version consists of.
func checkDatabase(ctx context.Context, app *App, db *store.Store) error {
	v, err := db.Version(ctx)
	if err != nil {
		return exitError{err, exitUsage}
	}
	var drift *store.DriftError
	switch err := db.Check(ctx); {
	case errors.As(err, &drift):
		fmt.Fprintf(app.Stdout, "The database is noted as version %d, and differs from it:\n", v.Database)
		for _, difference := range drift.Differences {
			fmt.Fprintln(app.Stdout, "  "+difference)
		}
		return exitError{fmt.Errorf("differences: %d. A service would refuse to start on this database", len(drift.Differences)), exitFault}
	case errors.Is(err, store.ErrNewer):
		return exitError{err, exitFault}
	case err != nil:
		return exitError{err, exitUsage}
	case v.Pending():
		return exitError{fmt.Errorf("the database is at version %d and the program at %d: run redress migrate", v.Database, v.Program), exitFault}
	}
	fmt.Fprintf(app.Stdout, "The database is up to date and complete at version %d.\n", v.Database)
	return nil
}
