package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/redress/redress/internal/store"
)

// MigrateCmd is `redress migrate`.
type MigrateCmd struct {
	Status      bool    `xor:"what" help:"Only print the versions of the database and the program; change nothing."`
	PrintGrants *string `xor:"what" placeholder:"ROLE" help:"Only print SQL that lets a PostgreSQL role run the service without the right to change or delete history; connect to nothing."`
}

// Run migrates the database.
func (c *MigrateCmd) Run(ctx context.Context, app *App) (err error) {
	if c.PrintGrants != nil {
		text, err := store.Grants(*c.PrintGrants)
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
