package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store"
)

// firstAccountSettings says which setting gives an input of the first account.
var firstAccountSettings = map[string]string{"email": "REDRESS_ADMIN_EMAIL", "password": "REDRESS_ADMIN_PASSWORD_FILE"}

// firstAccount reads what the settings say of the first account, once: the file may be a pipe. It is nil without the settings. It
// refuses settings that no account can be made of, before anything is created, unless there is an account: then its file may be gone.
func (a *App) firstAccount(ctx context.Context) (*identity.AccountInput, error) {
	if a.Config.AdminEmail == "" {
		return nil, nil
	}
	name, _, _ := strings.Cut(a.Config.AdminEmail, "@")
	in := &identity.AccountInput{Name: name, Email: a.Config.AdminEmail}
	var err error
	if in.Password, err = (passwordSource{PasswordFile: a.Config.AdminPasswordFile}).read(a); err != nil {
		err = fmt.Errorf("REDRESS_ADMIN_PASSWORD_FILE: %w", err)
	} else {
		err = ofSettings(identity.CheckFirstAccount(*in, settings.DefaultOrganization))
	}
	if err == nil {
		return in, nil
	}
	if some, unknown := a.hasAccounts(ctx); some || unknown != nil {
		return nil, unknown
	}
	return nil, err
}

// ofSettings returns an error about inputs of the first account as one about the settings that gave them.
func ofSettings(err error) error {
	f, ok := fault.As(err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	var errs []error
	for _, in := range f.Fields {
		setting, ok := firstAccountSettings[in.Field]
		if !ok {
			return err
		}
		errs = append(errs, fmt.Errorf("%s: %s", setting, in.Message))
	}
	return errors.Join(errs...)
}

// hasAccounts reports whether there is a database that has accounts.
func (a *App) hasAccounts(ctx context.Context) (some bool, err error) {
	if a.noDatabase() {
		return false, nil
	}
	var at store.Version
	db, err := a.openExisting(ctx, func(v store.Version) error { at = v; return nil })
	if err != nil {
		return false, err
	}
	if at.Database > 0 { // else it is an empty one
		err = db.Ask(ctx, "SELECT EXISTS (SELECT 1 FROM users)", &some)
	}
	return some, errors.Join(err, db.Close())
}

// createFirstAccount creates the account that the settings name, for those who install the service without
// looking at what it prints. It does nothing without one, and once there is any account.
func createFirstAccount(ctx context.Context, app *App, r *identity.Room, in *identity.AccountInput) error {
	if in == nil {
		return nil
	}
	needed, err := r.NeedsFirstAccount(ctx)
	if err != nil || !needed {
		return err
	}
	created, err := r.CreateFirstAccount(ctx, *in)
	if err != nil {
		return ofSettings(err)
	}
	if created {
		fmt.Fprintf(app.Stdout,
			"Created the first account, %s, with the password of REDRESS_ADMIN_PASSWORD_FILE, which it changes when it first signs in.\n", in.Email)
	}
	return nil
}
