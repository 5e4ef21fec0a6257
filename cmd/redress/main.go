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
	"strings"
	"syscall"

	"github.com/redress/redress/internal/cli"
	"github.com/redress/redress/internal/fault"
)

// version is set by the Makefile.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait for requests in flight
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "redress: "+sentence(err))
		os.Exit(exitCode(err))
	}
}

// exitCode is 1 for what failed, unless the error has a code of its own.
func exitCode(err error) int {
	var c coded
	if errors.As(err, &c) {
		return c.code
	}
	return 1
}

// CLI is the command line: one field for each subcommand. The tag uses names the settings that
// it reads, where it does not read all.
type CLI struct {
	Config

	Serve   ServeCmd        `cmd:"" help:"Serve the graph, the REST facade and the pages."`
	Migrate MigrateCmd      `cmd:"" uses:"database-url" help:"Bring the database up to date."`
	Import  ImportCmd       `cmd:"" uses:"database-url ledger-key-file" help:"Import data from other systems."`
	Seed    SeedCmd         `cmd:"" uses:"database-url media-url ledger-key-file" help:"Fill an empty database with a city of any size, to try how fast the service is."`
	User    UserCmd         `cmd:"" uses:"database-url media-url key-file ledger-key-file" help:"Create and change accounts."`
	Token   TokenCmd        `cmd:"" uses:"database-url media-url key-file ledger-key-file access-token-ttl" help:"Print an access token for an account."`
	Verify  VerifyLedgerCmd `cmd:"" uses:"database-url ledger-key-file" name:"verify-ledger" help:"Check that payments and audit entries stand as they were written."`
	Counts  VerifyCountsCmd `cmd:"" uses:"database-url" name:"verify-counts" help:"Check what is counted and kept against the rows it is made of."`
	Schema  SchemaCmd       `cmd:"" uses:"" help:"Print the graph's schema."`
	OpenAPI OpenAPICmd      `cmd:"" uses:"" name:"openapi" help:"Print the OpenAPI document of the REST side."`
	Version VersionCmd      `cmd:"" uses:"" help:"Print the version."`
}

// A runner is the struct of a command.
type runner interface {
	Run(ctx context.Context, app *App) error
}

// run reads the command line and does what it says, until the context ends.
func run(ctx context.Context, args []string, stdin *os.File, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	var all CLI
	command, err := cli.Parse(cli.Program{
		Name: "redress",
		Description: "Complaint handling and administration. Settings are flags, or REDRESS_… in the environment, " +
			"or else the defaults; a secret may also stand in a file that REDRESS_…_FILE names.",
		Stdout: stdout,
		Lookup: lookup,
	}, &all, args)
	if errors.Is(err, cli.ErrHelp) {
		return nil
	}
	if err != nil {
		return coded{fmt.Errorf("%w; see redress --help", err), exitUnknown}
	}
	if command.Uses() {
		if err := all.check(); err != nil {
			return coded{err, exitUnknown}
		}
	}
	return command.Value.(runner).Run(ctx, &App{Config: all.Config, Stdin: stdin, Stdout: stdout, Stderr: stderr})
}

// sentence is an error as a person reads it: a fault says what is wrong with which input.
func sentence(err error) string {
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
