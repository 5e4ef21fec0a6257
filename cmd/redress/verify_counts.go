package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/reconcile"
)

// VerifyCountsCmd is `redress verify-counts`.
type VerifyCountsCmd struct {
	Fix bool `help:"Make right what is wrong."`
}

// Help says what is looked at and what the exit code means.
func (c *VerifyCountsCmd) Help() string {
	return "Sums of payments, tallies of complaints, lengths of status logs, numbers of updates and the texts that searches look through are kept " +
		"beside their rows, so that they need not be read. They are held against the rows here. It may run while the " +
		"service does. It exits with 0 when all are right or were made so, 1 when some are wrong, and 2 when it could not tell.\n\n" +
		"Run it with --fix after rows were loaded by other means than this program."
}

// Run looks at all counts.
func (c *VerifyCountsCmd) Run(ctx context.Context, app *App) error {
	found, err := c.verify(ctx, app)
	if err != nil {
		return coded{err, exitUnknown}
	}
	var wrong []string
	for _, count := range found {
		if count.Wrong > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %d", count.What, count.Wrong))
		}
	}
	switch {
	case len(wrong) == 0:
		fmt.Fprintln(app.Stdout, "All counts are right.")
	case c.Fix:
		fmt.Fprintln(app.Stdout, "Made right what was wrong. "+strings.Join(wrong, "; ")+".")
	default:
		return coded{errors.New("some counts are wrong. " + strings.Join(wrong, "; ") + ". Run it with --fix to make them right"), exitFault}
	}
	return nil
}

func (c *VerifyCountsCmd) verify(ctx context.Context, app *App) (found []reconcile.Count, err error) {
	db, err := app.inspect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return reconcile.Recount{Client: db.Client(), DB: db.DB(), Dialect: db.Dialect(), Fix: c.Fix}.Run(ctx)
}
