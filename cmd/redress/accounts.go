package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/term"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/server"
)

// UserCmd is `redress user`.
type UserCmd struct {
	Create   UserCreateCmd   `cmd:"" help:"Create an account; prompts for its password."`
	Disable  UserDisableCmd  `cmd:"" help:"Disable an account and end its sessions."`
	Role     UserRoleCmd     `cmd:"" help:"Change the role of an account."`
	Password UserPasswordCmd `cmd:"" help:"Change the password of an account and end its sessions."`
}

// roleFlag is a role in lower case.
type roleFlag string

func (r roleFlag) role() domain.Role { return domain.Role(strings.ToUpper(string(r))) }

// passwordSource is the flag that names the source of a password. The command line itself is
// never one, since other users of the machine can read it.
type passwordSource struct {
	PasswordFile string `placeholder:"FILE" help:"File whose first line is the password; - reads the standard input. Default: a prompt."`
}

// UserCreateCmd is `redress user create`.
type UserCreateCmd struct {
	passwordSource
	Email    string   `required:"" placeholder:"ADDRESS" help:"E-mail address, by which the account signs in."`
	Name     string   `placeholder:"NAME" help:"Display name. Default: the part of the address before the @."`
	Role     roleFlag `required:"" placeholder:"ROLE" enum:"user,solver,provider,admin,super_admin" help:"Role: user, solver, provider, admin or super_admin."`
	Phone    string   `placeholder:"NUMBER" help:"Telephone number."`
	Provider string   `placeholder:"ID" help:"Service provider of a solver or provider account."`
	Zone     string   `placeholder:"ID" help:"Zone of the account."`
}

// Run creates the account.
func (c *UserCreateCmd) Run(ctx context.Context, app *App) error {
	provider, err := optionalID("provider", c.Provider)
	if err != nil {
		return err
	}
	zone, err := optionalID("zone", c.Zone)
	if err != nil {
		return err
	}
	password, err := c.read(app)
	if err != nil {
		return err
	}
	name := c.Name
	if name == "" {
		name, _, _ = strings.Cut(c.Email, "@")
	}
	return app.withService(ctx, func(ctx context.Context, service *server.Service) error {
		u, err := service.Desk.CreateAccount(ctx, desk.AccountInput{
			Name: name, Email: c.Email, Phone: c.Phone, Password: password, Role: c.Role.role(), Zone: zone, Provider: provider,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Created %s, %s: %s\n", c.Email, c.Role, u.ID)
		return nil
	})
}

// UserDisableCmd is `redress user disable`.
type UserDisableCmd struct {
	Email string `arg:"" help:"E-mail address of the account."`
}

// Run disables the account.
func (c *UserDisableCmd) Run(ctx context.Context, app *App) error {
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := service.Desk.DisableAccount(ctx, desk.Target{ID: u.ID}); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Disabled %s; it can't sign in and its sessions have ended.\n", c.Email)
		return nil
	})
}

// UserRoleCmd is `redress user role`.
type UserRoleCmd struct {
	Email    string   `arg:"" help:"E-mail address of the account."`
	Role     roleFlag `arg:"" enum:"user,solver,provider,admin,super_admin" help:"user, solver, provider, admin or super_admin."`
	Provider string   `placeholder:"ID" help:"Service provider of a solver or provider account."`
}

// Run changes the role.
func (c *UserRoleCmd) Run(ctx context.Context, app *App) error {
	provider, err := optionalID("provider", c.Provider)
	if err != nil {
		return err
	}
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := service.Desk.ChangeRole(ctx, desk.Target{ID: u.ID}, c.Role.role(), provider); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "%s is now %s.\n", c.Email, c.Role)
		return nil
	})
}

// UserPasswordCmd is `redress user password`.
type UserPasswordCmd struct {
	passwordSource
	Email string `arg:"" help:"E-mail address of the account."`
}

// Run changes the password.
func (c *UserPasswordCmd) Run(ctx context.Context, app *App) error {
	password, err := c.read(app)
	if err != nil {
		return err
	}
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := service.Desk.ChangePassword(ctx, u.ID, password); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Changed the password of %s; its sessions have ended.\n", c.Email)
		return nil
	})
}

// TokenCmd is `redress token`: it prints an access token and nothing else.
type TokenCmd struct {
	Email string        `required:"" placeholder:"ADDRESS" help:"E-mail address of the account."`
	TTL   time.Duration `placeholder:"TIME" help:"Lifetime of the token, such as 8h. Default: that of every access token."`
}

// Run prints the token.
func (c *TokenCmd) Run(ctx context.Context, app *App) error {
	return app.withService(ctx, func(ctx context.Context, service *server.Service) error {
		token, err := service.Desk.CliToken(ctx, c.Email, c.TTL)
		if err != nil {
			return err
		}
		fmt.Fprintln(app.Stdout, token)
		return nil
	})
}

// withService calls do with the assembled service, as the operator of the machine.
func (a *App) withService(ctx context.Context, do func(context.Context, *server.Service) error) error {
	service, db, err := a.assemble(ctx, a.Config, false)
	if err != nil {
		return err
	}
	err = do(auth.System(ctx, "the operator's command line"), service)
	return errors.Join(err, db.Close())
}

// withAccount calls do with the assembled service and the account of an e-mail address.
func (a *App) withAccount(ctx context.Context, email string, do func(context.Context, *server.Service, *ent.User) error) error {
	return a.withService(ctx, func(ctx context.Context, service *server.Service) error {
		u, err := service.Desk.AccountByEmail(ctx, email)
		if err != nil {
			return err
		}
		return do(ctx, service, u)
	})
}

// read reads the password from its file, or prompts for it twice on a terminal.
func (p passwordSource) read(app *App) (string, error) {
	switch {
	case p.PasswordFile == "-":
		return firstLine(app.Stdin)
	case p.PasswordFile != "":
		f, err := os.Open(p.PasswordFile)
		if err != nil {
			return "", err
		}
		defer func() { _ = f.Close() }()
		return firstLine(f)
	}
	if app.Stdin == nil || !term.IsTerminal(int(app.Stdin.Fd())) {
		return "", errors.New("there is no terminal to prompt for the password: give --password-file FILE, or - for the standard input")
	}
	first, err := prompt(app, "Password: ")
	if err != nil {
		return "", err
	}
	again, err := prompt(app, "Repeat the password: ")
	if err != nil {
		return "", err
	}
	if first != again {
		return "", errors.New("the two passwords differ; nothing was changed")
	}
	return first, nil
}

// prompt reads a line from the terminal without echoing it.
func prompt(app *App, text string) (string, error) {
	fmt.Fprint(app.Stderr, text)
	defer fmt.Fprintln(app.Stderr)
	line, err := term.ReadPassword(int(app.Stdin.Fd()))
	return string(line), err
}

// firstLine returns the first line of a file.
func firstLine(f *os.File) (string, error) {
	lines := bufio.NewScanner(f)
	if !lines.Scan() {
		return "", errors.Join(errors.New("there is no password in the file"), lines.Err())
	}
	return strings.TrimRight(lines.Text(), "\r"), nil
}

// optionalID parses the id that a flag gives, or returns nil for an empty one.
func optionalID(field, text string) (*uuid.UUID, error) {
	if text == "" {
		return nil, nil
	}
	id, err := domain.ParseID(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", field, err)
	}
	return &id, nil
}
