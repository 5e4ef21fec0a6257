package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/demo/seed"
)

// SeedCmd is `redress seed`, which fills an empty database with a city of any size.
type SeedCmd struct {
	Complaints int
	RandomSeed uint64
	Until      string
}

func newSeed(app *App) *cobra.Command {
	var c SeedCmd
	command := &cobra.Command{
		Use: "seed --complaints N [flags]", Short: "Fill an empty database with a city of any size.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Fill an empty database with a city of any size, to measure how fast the
service is.

For each complaint there are 5 rows of status log, half a task, an update, a
file, a payment and two audit entries, and an account for every ten
complaints. One provider has a tenth of all payments. The same N, S and DAY
generate the same rows. The files of the newest 200 complaints have bytes; the
others answer 404.

The database must hold no complaints, zones, categories, providers or
broadcasts yet; accounts may exist. Everything is written in one transaction:
an interruption, by Ctrl-C or a crash, leaves the database as it was, and the
command can be run again. No other program may use the database meanwhile.

The accounts are superadmin1@seed.example and admin1, solver1, provider1, user1
and so on. None has a password: redress token --email admin1@seed.example
prints a token, redress user password admin1@seed.example gives it one.`,
	}
	command.Flags().IntVar(&c.Complaints, "complaints", 0, "Number `N` of complaints; everything else is in proportion")
	command.Flags().Uint64Var(&c.RandomSeed, "random-seed", 1, "Seed `S` of the random numbers: another one generates another city of the same size")
	command.Flags().StringVar(&c.Until, "until", "", "`DAY` on which the three years of its story end, such as 2026-11-01 (default today)")
	required(command, "complaints")
	return command
}

// seedPictures bounds the size of the media folder: a million files would show no more.
const seedPictures = 200

// Run generates the city.
func (c *SeedCmd) Run(ctx context.Context, app *App) error {
	start := time.Now()
	until := start.UTC().Truncate(24 * time.Hour)
	if c.Until != "" {
		day, err := time.Parse(time.DateOnly, c.Until)
		if err != nil || day.After(until) || day.Year() < 1990 {
			return fmt.Errorf("--until %s is not a day from 1990-01-01 to today, such as 2026-11-01", c.Until)
		}
		until = day
	}
	if c.Complaints < 1 || c.Complaints > seed.MaxComplaints {
		return fmt.Errorf("--complaints must be 1 to %d", seed.MaxComplaints)
	}
	if err := app.checkBeforeCreating(ctx); err != nil {
		return err
	}
	db, err := app.OpenStore(ctx, oneOff)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	book, err := app.openLedger(ctx, db)
	if err != nil {
		return err
	}
	media, err := blob.Open(app.Config.MediaURL)
	if err != nil {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	if err := app.bindMedia(ctx, db, media); err != nil {
		return err
	}

	shown := newStages(app.Stderr)
	counts, err := seed.Run(ctx, bulk.Target{DB: db.DB(), Dialect: db.Dialect(), Ledger: book, Media: media}, seed.Options{
		Complaints: c.Complaints, Seed: c.RandomSeed, Until: until, Pictures: seedPictures, Progress: shown.show,
	})
	shown.end()
	switch {
	case errors.Is(err, seed.ErrNotEmpty):
		return fmt.Errorf("%w: seed needs a database without complaints, zones, categories, providers and broadcasts; name another one with --database-url", err)
	case err != nil && counts == nil && ctx.Err() != nil:
		return errors.New("interrupted; nothing was written. Run it again to start over")
	case err != nil && counts == nil:
		return fmt.Errorf("nothing was written: %w", err)
	case err != nil:
		fmt.Fprintf(app.Stderr, "Warning: %v\n", err)
	}
	c.printSummary(app.Stdout, counts, until, time.Since(start))
	fmt.Fprintf(app.Stdout, "To sign in, for example:\n\n  %s\n", app.commandLine("token --email admin1@seed.example"))
	return nil
}

// printSummary prints the number of rows of each table and how to repeat the run.
func (c *SeedCmd) printSummary(w io.Writer, counts []bulk.Count, until time.Time, took time.Duration) {
	rows := 0
	for _, n := range counts {
		rows += n.Rows
		fmt.Fprintf(w, "%10d %s\n", n.Rows, n.Table)
	}
	fmt.Fprintf(w, "%10d rows in %s, %.0f a second\n", rows, took.Round(100*time.Millisecond), float64(rows)/took.Seconds())
	fmt.Fprintf(w, "The same rows: redress seed --complaints %d --random-seed %d --until %s\n",
		c.Complaints, c.RandomSeed, until.Format(time.DateOnly))
}

// stages shows the progress of each stage on a terminal, and nothing elsewhere.
type stages struct{ bar *progressbar.ProgressBar }

func newStages(to io.Writer) *stages {
	if f, ok := to.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return &stages{}
	}
	return &stages{progressbar.NewOptions(1, progressbar.OptionSetWriter(to), progressbar.OptionFullWidth(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())}
}

func (s *stages) show(stage string, done, of int) {
	if s.bar == nil {
		return
	}
	s.bar.ChangeMax(of + 1) // so that the bar does not count as finished
	s.bar.Describe(stage)
	_ = s.bar.Set(done)
}

func (s *stages) end() {
	if s.bar != nil {
		_ = s.bar.Clear()
	}
}
