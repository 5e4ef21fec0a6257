// Command redress is the complaint handling and administration service: one program that
// serves the GraphQL API, the REST API and the pages, and maintains its data.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/redress/redress/internal/cli"
	"github.com/redress/redress/internal/fault"
)

// version is set by the Makefile.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program without waiting for requests
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "redress: "+message(err))
		os.Exit(exitCode(err))
	}
}

// exitCode returns the exit code of an error: 1 unless it has its own.
func exitCode(err error) int {
	var c exitError
	if errors.As(err, &c) {
		return c.code
	}
	return 1
}

// CLI is the command line, with a field for each subcommand. The tag uses names the settings
// that a subcommand reads, unless it reads all.
type CLI struct {
	Config

	Serve   ServeCmd        `cmd:"" help:"Serve the GraphQL API, the REST API and the pages."`
	Migrate MigrateCmd      `cmd:"" uses:"database-url" help:"Migrate the database to this program's version."`
	Import  ImportCmd       `cmd:"" uses:"database-url ledger-key-file" help:"Import data from other systems."`
	Seed    SeedCmd         `cmd:"" uses:"database-url media-url ledger-key-file" help:"Fill an empty database with a city of any size, to measure how fast the service is."`
	User    UserCmd         `cmd:"" uses:"database-url media-url key-file ledger-key-file" help:"Create and change accounts."`
	Token   TokenCmd        `cmd:"" uses:"database-url media-url key-file ledger-key-file access-token-ttl" help:"Print an access token for an account."`
	Verify  VerifyLedgerCmd `cmd:"" uses:"database-url ledger-key-file" name:"verify-ledger" help:"Check that payments and audit entries are as they were written."`
	Counts  VerifyCountsCmd `cmd:"" uses:"database-url" name:"verify-counts" help:"Check counters and other derived data against the rows they derive from."`
	Schema  SchemaCmd       `cmd:"" uses:"" help:"Print the GraphQL schema."`
	OpenAPI OpenAPICmd      `cmd:"" uses:"" name:"openapi" help:"Print the OpenAPI document of the REST API."`
	Version VersionCmd      `cmd:"" uses:"" help:"Print the version."`
}

// A runner is the struct of a command.
type runner interface {
	Run(ctx context.Context, app *App) error
}

// run parses the command line and runs the subcommand, until the context ends.
func run(ctx context.Context, args []string, stdin *os.File, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	var all CLI
	command, err := cli.Parse(cli.Program{
		Name: "redress",
		Description: "Complaint handling and administration. Settings are flags, or REDRESS_… in the environment, " +
			"or else the defaults; a secret may also be in a file that REDRESS_…_FILE names.",
		Stdout: stdout,
		Lookup: lookup,
	}, &all, args)
	if errors.Is(err, cli.ErrHelp) {
		return nil
	}
	if err != nil {
		return exitError{fmt.Errorf("%w; see redress --help", err), exitUsage}
	}
	if command.Uses() {
		if err := all.check(); err != nil {
			return exitError{err, exitUsage}
		}
	}
	return command.Value.(runner).Run(ctx, &App{Config: all.Config, Stdin: stdin, Stdout: stdout, Stderr: stderr})
}

// message returns the message of an error, with the fields of a fault.
func message(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err.Error()
	}
	text := f.Message
	if len(f.Fields) > 1 {
		var inputs []string
		for _, in := range f.Fields {
			inputs = append(inputs, in.Field+": "+in.Message)
		}
		text = strings.Join(inputs, "; ")
	}
	if f.Cause != nil {
		text += " (" + f.Cause.Error() + ")"
	}
	return text
}
