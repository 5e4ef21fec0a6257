package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
)

// VerifyLedgerCmd is `redress verify-ledger`.
type VerifyLedgerCmd struct {
	Checkpoint string
}

func newVerifyLedger(app *App) *cobra.Command {
	var c VerifyLedgerCmd
	command := &cobra.Command{
		Use: "verify-ledger [flags]", Short: "Check that the ledger is as it was written.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Check that payments and audit entries are as they were written.

It changes nothing in the database but the note by which super administrators
are told, and may run while the service does. It exits
with 0 when payments and audit entries are as they were written, 1 when they
are not, and 2 when that could not be checked.

Keep the checkpoint where nobody who can write to the database can change it:
without one, a chain that lost its last rows together with its head looks
intact.`,
	}
	command.Flags().StringVar(&c.Checkpoint, "checkpoint", "",
		"`FILE` with the ends of the chains at the last run: rows that existed then must still exist. Created when missing, updated when the ledger is intact")
	return command
}

// Exit codes of the verify commands: something is wrong, or could not be checked. exitUsage is
// also that of a command line or setting that is not valid.
const (
	exitFault = 1
	exitUsage = 2
)

// exitError is an error with an exit code of its own.
type exitError struct {
	error
	code int
}

// Unwrap returns the error itself.
func (e exitError) Unwrap() error { return e.error }

// Run checks the whole ledger.
func (c *VerifyLedgerCmd) Run(ctx context.Context, app *App) error {
	found, err := c.verify(ctx, app)
	if err != nil {
		return exitError{err, exitUsage}
	}
	if fault := faultOf(found); fault != "" {
		return exitError{errors.New("the ledger is not as it was written. " + fault), exitFault}
	}
	fmt.Fprintf(app.Stdout, "The ledger is as it was written: %d payments and audit entries.\n", found.Rows)
	switch {
	case c.Checkpoint == "":
	case found.Since.IsZero():
		fmt.Fprintln(app.Stdout, "There was no checkpoint to compare with; created "+c.Checkpoint+".")
	default:
		fmt.Fprintf(app.Stdout, "Nothing that existed at the checkpoint of %s is missing; updated %s.\n",
			found.Since.Format(time.DateTime)+" UTC", c.Checkpoint)
	}
	return nil
}

// verify runs the verification, with a progress bar on a terminal.
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
	if err == nil {
		app.noteOutcome(ctx, db, domain.AlertLedger, faultOf(found))
	}
	return found, err
}

// faultOf returns what is wrong with a ledger, "" when it is as it was written.
func faultOf(found *ledger.Verified) string {
	f := found.Fault
	if f == nil {
		return ""
	}
	where := fmt.Sprintf("chain %s, place %d, %s", f.Chain, f.Seq, f.Type)
	if f.ID != nil {
		where += " " + f.ID.String()
	}
	return fmt.Sprintf("First fault: %s: %s. %s", where, problem(f), f.Message)
}

// problem returns what is wrong with a row.
func problem(f *ledger.Fault) string {
	return strings.ToLower(string(f.Problem))
}
