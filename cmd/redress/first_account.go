package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/fault"
)

// firstAccountSettings says which setting gives an input of the first account.
var firstAccountSettings = map[string]string{"email": "REDRESS_ADMIN_EMAIL", "password": "REDRESS_ADMIN_PASSWORD_FILE"}

// createFirstAccount creates the account that the settings name, for those who install the service without
// looking at what it prints. It does nothing without the settings, and once there is any account.
func createFirstAccount(ctx context.Context, app *App, r *identity.Room) error {
	email := app.Config.AdminEmail
	if email == "" {
		return nil
	}
	needed, err := r.NeedsFirstAccount(ctx)
	if err != nil || !needed {
		return err
	}
	password, err := passwordSource{PasswordFile: app.Config.AdminPasswordFile}.read(app)
	if err != nil {
		return fmt.Errorf("REDRESS_ADMIN_PASSWORD_FILE: %w", err)
	}
	name, _, _ := strings.Cut(email, "@")
	created, err := r.CreateFirstAccount(ctx, identity.AccountInput{Name: name, Email: email, Password: password})
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
