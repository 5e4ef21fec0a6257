package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/store"
)

// MigrateCmd is `redress migrate`.
type MigrateCmd struct {
	Status      bool
	PrintGrants string // a role, or ""
	printsOnly  bool   // --print-grants was given
}

func newMigrate(app *App) *cobra.Command {
	var c MigrateCmd
	command := &cobra.Command{
		Use: "migrate [flags]", Short: "Migrate the database to this program's version.", Args: arguments(),
		PreRun: func(command *cobra.Command, _ []string) { c.printsOnly = command.Flags().Changed("print-grants") },
		RunE:   app.run(c.Run),
	}
	command.Flags().BoolVar(&c.Status, "status", false, "Only print the versions of the database and the program; change nothing")
	command.Flags().StringVar(&c.PrintGrants, "print-grants", "",
		"Only print SQL that lets a PostgreSQL `ROLE` run the service without the right to change or delete history; connect to nothing")
	command.MarkFlagsMutuallyExclusive("status", "print-grants")
	return command
}

// Run migrates the database.
func (c *MigrateCmd) Run(ctx context.Context, app *App) (err error) {
	if c.printsOnly {
		text, err := store.Grants(c.PrintGrants)
		fmt.Fprint(app.Stdout, text)
		return err
	}
	db, err := app.connect(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
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
