package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/fault"
)

// firstAccountSettings says which setting gives an input of the first account.
var firstAccountSettings = map[string]string{"email": "REDRESS_ADMIN_EMAIL", "password": "REDRESS_ADMIN_PASSWORD_FILE"}

// checkFirstAccount returns the error of the settings of the first account. Whether they are good for an
// account is seen when it is created: later the file may be gone.
func (c Config) checkFirstAccount() error {
	if (c.AdminEmail == "") != (c.AdminPasswordFile == "") {
		return errors.New("REDRESS_ADMIN_EMAIL and REDRESS_ADMIN_PASSWORD_FILE: must be given together")
	}
	return nil
}

// createFirstAccount creates the account that the settings name, for those who install the service without
// looking at what it prints. It does nothing without the settings, and once there is any account.
func createFirstAccount(ctx context.Context, app *App, d *desk.Desk) error {
	email := app.Config.AdminEmail
	if email == "" {
		return nil
	}
	needed, err := d.NeedsFirstAccount(ctx)
	if err != nil || !needed {
		return err
	}
	password, err := passwordSource{PasswordFile: app.Config.AdminPasswordFile}.read(app)
	if err != nil {
		return fmt.Errorf("REDRESS_ADMIN_PASSWORD_FILE: %w", err)
	}
	name, _, _ := strings.Cut(email, "@")
	created, err := d.CreateFirstAccount(ctx, desk.AccountInput{Name: name, Email: email, Password: password})
	if f, ok := fault.As(err); ok && len(f.Fields) > 0 {
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
	if err != nil {
		return err
	}
	if created {
		fmt.Fprintf(app.Stdout, "Created the first account, %s, with the password of REDRESS_ADMIN_PASSWORD_FILE, which it changes when it first signs in.\n", email)
	}
	return nil
}
