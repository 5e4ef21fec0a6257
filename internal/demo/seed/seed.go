// Package seed fills an empty database with a city of any size, to try how the service fares
// with it. Rows are made in a stream, the same ones each time for the same options, and
// written in bulk past the policies, all in one transaction: they are all there or none is.
//
// What each complaint goes through stands in a table of lives (lives.go), which are in such
// proportion that a hundred complaints have 500 rows of status log, 50 tasks, 100 updates,
// 100 files and 100 payments.
package seed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

// Options say what to make. The same ones make the same rows, ids included, on either
// database; only the hashes of the ledger depend on its key.
type Options struct {
	Complaints int
	Seed       uint64    // of all that is left to chance
	Until      time.Time // when the story ends: nothing has happened later
	Pictures   int       // of how many complaints, the newest, files have bytes; the others answer 404
	Progress   func(stage string, done, of int)
}

// Target is where the rows go: a database that is up to date, its ledger and the media.
type Target struct {
	DB      *sql.DB
	Dialect string
	Ledger  *ledger.Book
	Media   blob.Store
}

// Count is how many rows a table was given.
type Count struct {
	Table string
	Rows  int
}

// ErrInhabited refuses a database that something was done in.
var ErrInhabited = errors.New("the database holds data already")

// MaxComplaints keeps the years' numbers within what was tried.
const MaxComplaints = 20_000_000

// Run makes the rows. An error, or the end of the context, leaves the database as it was.
func Run(ctx context.Context, t Target, o Options) (counts []Count, err error) {
	if o.Complaints < 1 || o.Complaints > MaxComplaints {
		return nil, fmt.Errorf("the number of complaints must be 1 to %d", MaxComplaints)
	}
	ctx = auth.System(ctx, "seed")
	album, err := newAlbum()
	if err != nil {
		return nil, err
	}
	w, err := begin(ctx, t)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.end(context.WithoutCancel(ctx))) }()

	if err := refuseInhabited(ctx, w.tx); err != nil {
		return nil, err
	}
	chains, err := t.Ledger.Bulk(ctx, w.client())
	if err != nil {
		return nil, err
	}
	if err := w.bare(ctx); err != nil {
		return nil, err
	}
	g := newGenerator(o, chains, album)
	if err := stream(ctx, g, w); err != nil {
		return nil, err
	}
	if err := w.restore(ctx, o.Progress); err != nil {
		return nil, err
	}
	if err := errors.Join(chains.Close(ctx), stats.Write(ctx, w.client(), g.tallies)); err != nil {
		return nil, err
	}
	if err := album.hang(ctx, t.Media); err != nil {
		return nil, errors.Join(err, album.takeDown(context.WithoutCancel(ctx), t.Media))
	}
	if err := w.commit(ctx); err != nil {
		return nil, errors.Join(err, album.takeDown(context.WithoutCancel(ctx), t.Media))
	}
	// The service would do this soon after its start, and readers wait for nothing meanwhile.
	fold := stats.Fold(ctx, ent.NewClient(ent.Driver(entsql.OpenDB(t.Dialect, t.DB))))
	return w.counts, errors.Join(fold, w.settle(ctx, o.Progress))
}

// stream makes rows while those before them are being written.
func stream(ctx context.Context, g *generator, w *writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	made := make(chan *batch)
	failed := make(chan error, 1)
	go func() {
		defer close(made)
		failed <- g.run(func(b *batch) bool {
			select {
			case made <- b:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for b := range made {
		if err := w.write(ctx, b); err != nil {
			cancel()
			for range made { // until the maker has seen that it is over
			}
			return err
		}
		if g.Progress != nil {
			g.Progress("Writing", b.done, g.Complaints)
		}
	}
	return errors.Join(<-failed, ctx.Err())
}

// refuseInhabited lets accounts pass, so that an administrator may be there first.
func refuseInhabited(ctx context.Context, tx *sql.Tx) error {
	for _, table := range []string{
		"complaints", "payments", "service_providers", "zones", "categories", "groups", "broadcasts", "counters",
	} {
		var found bool
		err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+table+")").Scan(&found)
		if err != nil {
			return err
		}
		if found {
			return fmt.Errorf("%w (%s)", ErrInhabited, table)
		}
	}
	return nil
}
