package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/reconcile"
)

// VerifyCountsCmd is `redress verify-counts`.
type VerifyCountsCmd struct {
	Fix bool
}

func newVerifyCounts(app *App) *cobra.Command {
	var c VerifyCountsCmd
	command := &cobra.Command{
		Use: "verify-counts [flags]", Short: "Check counters and other derived data.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Check counters and other derived data against the rows they derive from.

Sums of payments, rollups of complaints, lengths of status logs, numbers of
updates, search texts, sort keys and the paths of zones and categories are
stored beside their rows, so that the rows need not be read. This command checks them against the rows. It may run while the
service does. It exits with 0 when all are correct or were corrected, 1 when
some are wrong, and 2 when they could not be checked.

Run it with --fix after loading rows by other means than this program.`,
	}
	command.Flags().BoolVar(&c.Fix, "fix", false, "Correct what is wrong")
	return command
}

// Run checks all counts.
func (c *VerifyCountsCmd) Run(ctx context.Context, app *App) error {
	found, err := c.verify(ctx, app)
	if err != nil {
		return exitError{err, exitUsage}
	}
	var wrong []string
	for _, count := range found {
		if count.Wrong > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %d", count.What, count.Wrong))
		}
	}
	switch {
	case len(wrong) == 0:
		fmt.Fprintln(app.Stdout, "All counts are correct.")
	case c.Fix:
		fmt.Fprintln(app.Stdout, "Corrected what was wrong. "+strings.Join(wrong, "; ")+".")
	default:
		return exitError{errors.New("some counts are wrong. " + strings.Join(wrong, "; ") + ". Run it with --fix to correct them"), exitFault}
	}
	return nil
}

func (c *VerifyCountsCmd) verify(ctx context.Context, app *App) (found []reconcile.Result, err error) {
	db, err := app.inspect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return reconcile.Reconciliation{Client: db.Client(), DB: db.DB(), Dialect: db.Dialect(), Fix: c.Fix}.Run(ctx)
}
