package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/spf13/cobra"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
)

// accountsPage is how many accounts are read at a time.
const accountsPage = 200

// UserListCmd is `redress user list`.
type UserListCmd struct {
	Role     roleFlag
	Disabled bool
	JSON     bool
}

func newUserList(app *App) *cobra.Command {
	var c UserListCmd
	command := &cobra.Command{
		Use: "list [flags]", Short: "List the accounts.", Args: arguments(), RunE: app.run(c.Run),
		Long: `List the accounts by their e-mail addresses, with role, state and when they last
signed in. It changes nothing.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&c.Role, "role", "Only accounts of this `ROLE`")
	flags.BoolVar(&c.Disabled, "disabled", false, "Only disabled accounts")
	flags.BoolVar(&c.JSON, "json", false, "Print an object of JSON a line")
	return command
}

// listedAccount is an account as JSON.
type listedAccount struct {
	ID         string     `json:"id"`
	Email      string     `json:"email"`
	Name       string     `json:"name"`
	Role       string     `json:"role"`
	State      string     `json:"state"`
	LastSignIn *time.Time `json:"last_sign_in_at"`
}

// Run lists them.
func (c *UserListCmd) Run(ctx context.Context, app *App) (err error) {
	db, err := app.openExisting(ctx, func(v store.Version) error {
		if v.Database > 0 && v.Database != v.Program {
			return fmt.Errorf("the database is at version %d and the program at %d: use the program that serves it", v.Database, v.Program)
		}
		return app.holdsInstallation(v)
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	found, lines, w := 0, json.NewEncoder(app.Stdout), tabwriter.NewWriter(app.Stdout, 0, 8, 2, ' ', 0)
	sys, last := auth.System(ctx, "the operator lists the accounts"), ""
	for {
		page, err := db.Client().Contact.Query().Where(entsql.FieldNotNull(contact.FieldUserID), entsql.FieldGT(contact.FieldEmailKey, last)).
			Order(ent.Asc(contact.FieldEmailKey)).Limit(accountsPage).WithUser().All(sys)
		if err != nil {
			return cause(err)
		}
		for _, row := range page {
			last = *row.EmailKey
			u := row.Edges.User
			if c.Role != "" && u.Role != c.Role.role() || c.Disabled && u.State != domain.AccountDisabled {
				continue
			}
			if found++; c.JSON {
				if err := lines.Encode(listedAccount{
					u.ID.String(), row.Email, u.Name, strings.ToLower(string(u.Role)), strings.ToLower(string(u.State)), u.LastSignInAt,
				}); err != nil {
					return err
				}
				continue
			}
			if found == 1 {
				fmt.Fprintln(w, "E-MAIL\tROLE\tSTATE\tLAST SIGN-IN\tNAME")
			}
			signedIn := "never"
			if u.LastSignInAt != nil {
				signedIn = u.LastSignInAt.UTC().Format("2006-01-02 15:04Z")
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", strings.Map(printable, row.Email), strings.ToLower(string(u.Role)),
				strings.ToLower(string(u.State)), signedIn, strings.Map(printable, u.Name))
		}
		if len(page) < accountsPage {
			break
		}
	}
	if found == 0 && !c.JSON {
		fmt.Fprintln(app.Stderr, "There is no such account.")
	}
	return w.Flush()
}
