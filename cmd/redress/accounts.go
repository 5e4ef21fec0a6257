package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/server"
)

// roleFlag is a role in lower case.
type roleFlag string

func (r roleFlag) role() domain.Role { return domain.Role(strings.ToUpper(string(r))) }

var _ pflag.Value = (*roleFlag)(nil)

// String implements pflag.Value.
func (r *roleFlag) String() string { return string(*r) }

// Type implements pflag.Value.
func (r *roleFlag) Type() string { return "ROLE" }

// Set implements pflag.Value.
func (r *roleFlag) Set(text string) error {
	*r = roleFlag(text)
	if text != strings.ToLower(text) || !slices.Contains(domain.Roles, r.role()) {
		return fmt.Errorf("must be one of user, solver, provider, admin, super_admin, not %q", text)
	}
	return nil
}

// passwordSource is the flag that names the source of a password. The command line itself is
// never one, since other users of the machine can read it.
type passwordSource struct {
	PasswordFile string
}

func (p *passwordSource) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&p.PasswordFile, "password-file", "", "`FILE` whose first line is the password; - reads the standard input (default a prompt)")
}

// UserCreateCmd is `redress user create`.
type UserCreateCmd struct {
	passwordSource
	Email    string
	Name     string
	Role     roleFlag
	Phone    string
	Provider string
	Zone     string
}

func newUserCreate(app *App) *cobra.Command {
	var c UserCreateCmd
	command := &cobra.Command{
		Use: "create --email ADDRESS --role ROLE [flags]", Short: "Create an account; prompts for its password.", Args: arguments(), RunE: app.run(c.Run),
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.Email, "email", "", "E-mail `ADDRESS`, by which the account signs in")
	flags.Var(&c.Role, "role", "`ROLE`: user, solver, provider, admin or super_admin")
	flags.StringVar(&c.Name, "name", "", "Display `NAME` (default the part of the address before the @)")
	flags.StringVar(&c.Phone, "phone", "", "Telephone `NUMBER`")
	flags.StringVar(&c.Provider, "provider", "", "`ID` of the service provider of a solver or provider account")
	flags.StringVar(&c.Zone, "zone", "", "`ID` of the zone of the account")
	c.addTo(flags)
	required(command, "email", "role")
	return command
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
		u, err := service.Identity.CreateAccount(ctx, identity.AccountInput{
			Name: name, Email: c.Email, Phone: c.Phone, Password: password, Role: c.Role.role(), Zone: zone, Provider: provider,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Created %s, %s: %s\n", c.Email, c.Role, u.ID)
		return nil
	})
}

// UserStateCmd is `redress user disable` and `redress user enable`.
type UserStateCmd struct {
	Email string
	set   func(*identity.Room, context.Context, tx.Target) (*ent.User, error)
	done  string // with the address
}

func newUserDisable(app *App) *cobra.Command {
	c := UserStateCmd{set: (*identity.Room).DisableAccount, done: "Disabled %s; it can't sign in and its sessions have ended.\n"}
	return c.command(app, "disable <email>", "Disable an account and end its sessions.")
}

func newUserEnable(app *App) *cobra.Command {
	c := UserStateCmd{set: (*identity.Room).EnableAccount, done: "Enabled %s; it signs in with the password it had.\n"}
	return c.command(app, "enable <email>", "Let a disabled account sign in again.")
}

func (c *UserStateCmd) command(app *App, use, short string) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: arguments(textArgument("<email>", &c.Email)), RunE: app.run(c.Run)}
}

// Run disables or enables the account.
func (c *UserStateCmd) Run(ctx context.Context, app *App) error {
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := c.set(service.Identity, ctx, tx.Target{ID: u.ID}); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, c.done, c.Email)
		return nil
	})
}

// UserRoleCmd is `redress user role`.
type UserRoleCmd struct {
	Email    string
	Role     roleFlag
	Provider string
}

func newUserRole(app *App) *cobra.Command {
	var c UserRoleCmd
	command := &cobra.Command{
		Use: "role <email> <role> [flags]", Short: "Change the role of an account.",
		Args: arguments(textArgument("<email>", &c.Email), argument{"<role>", c.Role.Set}), RunE: app.run(c.Run),
		Long: `Change the role of an account to user, solver, provider, admin or super_admin.`,
	}
	command.Flags().StringVar(&c.Provider, "provider", "", "`ID` of the service provider of a solver or provider account")
	return command
}

// Run changes the role.
func (c *UserRoleCmd) Run(ctx context.Context, app *App) error {
	provider, err := optionalID("provider", c.Provider)
	if err != nil {
		return err
	}
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := service.Identity.ChangeRole(ctx, tx.Target{ID: u.ID}, c.Role.role(), provider); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "%s is now %s.\n", c.Email, c.Role)
		return nil
	})
}

// UserPasswordCmd is `redress user password`.
type UserPasswordCmd struct {
	passwordSource
	Email string
}

func newUserPassword(app *App) *cobra.Command {
	var c UserPasswordCmd
	command := &cobra.Command{
		Use: "password <email> [flags]", Short: "Change a password and end the account's sessions.",
		Args: arguments(textArgument("<email>", &c.Email)), RunE: app.run(c.Run),
	}
	c.addTo(command.Flags())
	return command
}

// Run changes the password.
func (c *UserPasswordCmd) Run(ctx context.Context, app *App) error {
	password, err := c.read(app)
	if err != nil {
		return err
	}
	return app.withAccount(ctx, c.Email, func(ctx context.Context, service *server.Service, u *ent.User) error {
		if _, err := service.Identity.ChangePassword(ctx, u.ID, password); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, "Changed the password of %s; its sessions have ended.\n", c.Email)
		return nil
	})
}

// TokenCmd is `redress token`: it prints an access token and nothing else.
type TokenCmd struct {
	Email string
	TTL   time.Duration
}

func newToken(app *App) *cobra.Command {
	var c TokenCmd
	command := &cobra.Command{
		Use: "token --email ADDRESS [flags]", Short: "Print an access token for an account.", Args: arguments(), RunE: app.run(c.Run),
	}
	command.Flags().StringVar(&c.Email, "email", "", "E-mail `ADDRESS` of the account")
	config.DurationVar(command.Flags(), &c.TTL, "ttl", "", "Lifetime of the token, a `TIME` such as 8h (default that of every access token)")
	required(command, "email")
	return command
}

// Run prints the token.
func (c *TokenCmd) Run(ctx context.Context, app *App) error {
	return app.withService(ctx, func(ctx context.Context, service *server.Service) error {
		token, err := service.Identity.CliToken(ctx, c.Email, c.TTL)
		if err != nil {
			return err
		}
		fmt.Fprintln(app.Stdout, token)
		return nil
	})
}

// withService calls do with the assembled service, as the operator of the machine. The database must exist: made in
// the folder in which somebody happens to be, it would be a second installation.
func (a *App) withService(ctx context.Context, do func(context.Context, *server.Service) error) error {
	existing, err := a.openExisting(ctx, a.holdsInstallation)
	if err != nil {
		return err
	}
	if err := existing.Close(); err != nil {
		return err
	}
	service, db, err := a.assemble(ctx, a.Config, false, oneOff)
	if err != nil {
		return err
	}
	err = do(auth.System(ctx, "the operator's command line"), service)
	return errors.Join(err, db.Close())
}

// withAccount calls do with the assembled service and the account of an e-mail address.
func (a *App) withAccount(ctx context.Context, email string, do func(context.Context, *server.Service, *ent.User) error) error {
	return a.withService(ctx, func(ctx context.Context, service *server.Service) error {
		u, err := service.Identity.AccountByEmail(ctx, email)
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
		if err := auth.CheckSecretFile(f); err != nil {
			return "", err
		}
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
