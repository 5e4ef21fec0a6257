// Command redress is the complaint handling and administration service: one program that
// serves the graph, the REST facade and the pages, and looks after its data.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/redress/redress/internal/fault"
)

// version is set by the Makefile.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "redress: "+sentence(err))
		os.Exit(1)
	}
}

// CLI is the command line: one field for each subcommand.
type CLI struct {
	Config

	Serve   ServeCmd   `cmd:"" help:"Serve the graph, the REST facade and the pages."`
	Migrate MigrateCmd `cmd:"" help:"Bring the database up to date."`
	Import  ImportCmd  `cmd:"" help:"Import data from other systems."`
	User    UserCmd    `cmd:"" help:"Create and change accounts."`
	Token   TokenCmd   `cmd:"" help:"Print an access token for an account."`
	Schema  SchemaCmd  `cmd:"" help:"Print the graph's schema."`
	OpenAPI OpenAPICmd `cmd:"" name:"openapi" help:"Print the OpenAPI document of the REST side."`
	Version VersionCmd `cmd:"" help:"Print the version."`
}

// run reads the command line and does what it says, until the context ends.
func run(ctx context.Context, args []string, stdin *os.File, stdout, stderr io.Writer) error {
	var cli CLI
	exited := false
	parser, err := kong.New(&cli,
		kong.Name("redress"),
		kong.Description("Complaint handling and administration. Settings are flags, or REDRESS_… in the environment, "+
			"or else the defaults; a secret may also stand in a file that REDRESS_…_FILE names."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Resolvers(secretFiles{}),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exited { // help was asked for
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; see redress --help", err)
	}
	if err := cli.Validate(); err != nil {
		return err
	}
	return command.Run(&App{Config: cli.Config, Stdin: stdin, Stdout: stdout, Stderr: stderr})
}

// sentence is an error as a person reads it: a fault says what is wrong with which input.
func sentence(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err.Error()
	}
	text := f.Message
	if f.Cause != nil {
		text += " (" + f.Cause.Error() + ")"
	}
	return text
}
