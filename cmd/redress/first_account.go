package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store"
)

// firstAccountSettings says which setting gives an input of the first account.
var firstAccountSettings = map[string]string{"email": "REDRESS_ADMIN_EMAIL", "password": "REDRESS_ADMIN_PASSWORD_FILE"}

// firstAccount reads what the settings say of the first account.
func (a *App) firstAccount() (identity.AccountInput, error) {
	password, err := passwordSource{PasswordFile: a.Config.AdminPasswordFile}.read(a)
	if err != nil {
		return identity.AccountInput{}, fmt.Errorf("REDRESS_ADMIN_PASSWORD_FILE: %w", err)
	}
	name, _, _ := strings.Cut(a.Config.AdminEmail, "@")
	return identity.AccountInput{Name: name, Email: a.Config.AdminEmail, Password: password}, nil
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

// checkFirstAccount refuses settings that no first account can be made of, before anything is created. They are not looked at once there is an
// account: then its file may be gone.
func (a *App) checkFirstAccount(ctx context.Context) error {
	if a.Config.AdminEmail == "" {
		return nil
	}
	in, err := a.firstAccount()
	if err == nil {
		err = ofSettings(identity.CheckFirstAccount(in, settings.DefaultOrganization))
	}
	if err == nil {
		return nil
	}
	some, unknown := a.hasAccounts(ctx)
	if unknown != nil {
		return unknown
	}
	if some {
		return nil
	}
	return err
}

// hasAccounts reports whether there is a database that has accounts.
func (a *App) hasAccounts(ctx context.Context) (some bool, err error) {
	if file, is := strings.CutPrefix(a.Config.DatabaseURL, "sqlite://"); is {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
	}
	var at store.Version
	db, err := a.openExisting(ctx, func(v store.Version) error { at = v; return nil })
	if err != nil {
		return false, err
	}
	if at.Database > 0 { // else it is an empty one
		err = db.DB().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users)").Scan(&some)
	}
	return some, errors.Join(err, db.Close())
}

// createFirstAccount creates the account that the settings name, for those who install the service without
// looking at what it prints. It does nothing without the settings, and once there is any account.
func createFirstAccount(ctx context.Context, app *App, r *identity.Room) error {
	if app.Config.AdminEmail == "" {
		return nil
	}
	needed, err := r.NeedsFirstAccount(ctx)
	if err != nil || !needed {
		return err
	}
	in, err := app.firstAccount()
	if err != nil {
		return err
	}
	created, err := r.CreateFirstAccount(ctx, in)
	if err != nil {
		return ofSettings(err)
	}
	if created {
		fmt.Fprintf(app.Stdout, "Created the first account, %s, with the password of REDRESS_ADMIN_PASSWORD_FILE, which it changes when it first signs in.\n", in.Email)
	}
	return nil
}
