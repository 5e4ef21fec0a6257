package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/redress/redress/internal/ledger"
)

// VerifyLedgerCmd is `redress verify-ledger`.
type VerifyLedgerCmd struct {
	Checkpoint string `placeholder:"FILE" help:"Where the chains ended last time: what was there must still be there. Made when missing, renewed when all is well."`
}

// Help says what the exit code means.
func (c *VerifyLedgerCmd) Help() string {
	return "It changes nothing in the database and may run while the service does. It exits with 0 when payments and " +
		"audit entries stand as they were written, 1 when they do not, and 2 when it could not tell.\n\n" +
		"Keep the checkpoint where whoever can write to the database can't: without one, a chain that lost its end " +
		"together with its head looks whole."
}

// Exit codes of verify-ledger, and of a command line that can't be understood.
const (
	exitFault   = 1
	exitUnknown = 2
)

// coded is an error that ends the program with an exit code of its own.
type coded struct {
	error
	code int
}

// Unwrap answers the error itself.
func (c coded) Unwrap() error { return c.error }

// Run checks the whole ledger.
func (c *VerifyLedgerCmd) Run(ctx context.Context, app *App) error {
	found, err := c.verify(ctx, app)
	if err != nil {
		return coded{err, exitUnknown}
	}
	if f := found.Fault; f != nil {
		where := fmt.Sprintf("chain %s, place %d, %s", f.Chain, f.Seq, f.Type)
		if f.ID != nil {
			where += " " + f.ID.String()
		}
		return coded{fmt.Errorf("the ledger is not as it was written. First fault: %s: %s. %s", where, problem(f), f.Message), exitFault}
	}
	fmt.Fprintf(app.Stdout, "The ledger is as it was written: %d payments and audit entries.\n", found.Rows)
	switch {
	case c.Checkpoint == "":
	case found.Since.IsZero():
		fmt.Fprintln(app.Stdout, "There was no checkpoint to hold it against; made "+c.Checkpoint+".")
	default:
		fmt.Fprintf(app.Stdout, "Nothing that was there at the checkpoint of %s is missing; renewed %s.\n",
			found.Since.Format(time.DateTime)+" UTC", c.Checkpoint)
	}
	return nil
}

func (c *VerifyLedgerCmd) verify(ctx context.Context, app *App) (found *ledger.Verified, err error) {
	db, err := app.inspect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	run := ledger.Verification{
		Client: db.Client(), KeyFile: app.Config.LedgerKeyFile, Checkpoint: c.Checkpoint, Now: time.Now,
	}
	if f, ok := app.Stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription("Checking"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
		run.Progress = func(rows, of int64) {
			bar.ChangeMax64(max(rows, of))
			_ = bar.Set64(rows)
		}
		defer func() { _ = bar.Clear() }()
	}
	found, err = run.Run(ctx)
	if errors.Is(err, ledger.ErrKey) {
		err = fmt.Errorf("REDRESS_LEDGER_KEY_FILE: %w", err)
	}
	return found, err
}

// problem says in a word what became of a row.
func problem(f *ledger.Fault) string {
	return strings.ToLower(string(f.Problem))
}
