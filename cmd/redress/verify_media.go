package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/mediastore"
)

// VerifyMediaCmd is `redress verify-media`.
type VerifyMediaCmd struct {
	SizesOnly bool
	All       bool
}

func newVerifyMedia(app *App) *cobra.Command {
	var c VerifyMediaCmd
	command := &cobra.Command{
		Use: "verify-media [flags]", Short: "Check photos and videos against their rows.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Check that each photo and video has the bytes that were written, and that there
are no others.

  missing     the row has no bytes: put the file back from a backup
  wrong size  not as many bytes as were written: likewise
  wrong sum   other bytes than were written: likewise
  stray       bytes without a row: see redress media trash

It changes nothing and may run while the service does. It exits with 0 when all
is well, 1 when something is wrong, and 2 when it could not be checked.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&c.SizesOnly, "sizes-only", false, "Don't read the files, so that wrong sums are not found")
	flags.BoolVar(&c.All, "all", false, "List all faults, not only the first 20 of each kind")
	return command
}

// listedFaults is how many faults of a kind are listed.
const listedFaults = 20

// Run checks all files.
func (c *VerifyMediaCmd) Run(ctx context.Context, app *App) error {
	found, rows, err := c.verify(ctx, app)
	if err != nil {
		return exitError{err, exitUsage}
	}
	var wrong []string
	for _, p := range mediastore.Problems {
		faults := found[p]
		if len(faults) == 0 {
			continue
		}
		wrong = append(wrong, fmt.Sprintf("%s: %d", p, len(faults)))
		for i, f := range faults {
			if i == listedFaults && !c.All {
				fmt.Fprintf(app.Stdout, "%-10s  and %d more; --all lists them\n", p, len(faults)-i)
				break
			}
			fmt.Fprintf(app.Stdout, "%-10s  %s  %s\n", p, f.Media, f.Variant)
		}
	}
	if len(wrong) > 0 {
		return exitError{errors.New("some media files are wrong. " + strings.Join(wrong, "; ")), exitFault}
	}
	fmt.Fprintf(app.Stdout, "All media files are as they were written: %d.\n", rows)
	return nil
}

// verify runs the verification, with a progress bar on a terminal.
func (c *VerifyMediaCmd) verify(ctx context.Context, app *App) (found map[mediastore.Problem][]mediastore.Fault, rows int64, err error) {
	db, err := app.inspect(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := blob.OpenExisting(app.Config.MediaURL)
	if err != nil {
		return nil, 0, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	s := app.mediaStore(db, files)
	if err := app.explainMismatch(s.Check(ctx)); err != nil {
		return nil, 0, err
	}
	shown := newStages(app.Stderr)
	defer shown.end()
	found = map[mediastore.Problem][]mediastore.Fault{}
	rows, err = s.Verify(ctx, mediastore.Verification{
		SizesOnly: c.SizesOnly,
		Found:     func(f mediastore.Fault) { found[f.Problem] = append(found[f.Problem], f) },
		Progress:  func(rows, of int64) { shown.show("Checking", int(rows), int(max(rows, of))) },
	})
	if err == nil && len(found) == 0 && !c.SizesOnly {
		err = s.EndUnverified(ctx)
	}
	return found, rows, err
}
