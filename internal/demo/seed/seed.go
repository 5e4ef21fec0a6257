// Package seed fills an empty database with a city of any size, to try how the service performs
// with it. Rows are generated in a stream, the same ones each time for the same options, and
// written in bulk, all in one transaction: all of them are there or none is.
//
// The steps that complaints go through are a table (lifecycles.go), in such proportion that a
// hundred complaints have 500 rows of status log, 50 tasks, 100 updates, 100 files and 100
// payments.
package seed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/stats"
)

// Options say what to generate. The same ones generate the same rows, ids included, on either
// database; only the hashes of the ledger depend on its key.
type Options struct {
	Complaints int
	Seed       uint64    // of the random numbers
	Until      time.Time // the end of the story: nothing happened later
	Pictures   int       // the files of so many complaints, the newest, have bytes; the others have none and answer 404
	Progress   func(stage string, done, of int)
}

// ErrNotEmpty is returned for a database that already holds data.
var ErrNotEmpty = errors.New("the database holds data already")

// MaxComplaints is the largest number that was tried.
const MaxComplaints = 20_000_000

// Run generates the rows and returns the number of them in each table. An error, or the end of
// the context, leaves the database as it was.
func Run(ctx context.Context, t bulk.Target, o Options) (counts []bulk.Count, err error) {
	if o.Complaints < 1 || o.Complaints > MaxComplaints {
		return nil, fmt.Errorf("the number of complaints must be 1 to %d", MaxComplaints)
	}
	ctx = auth.System(ctx, "seed")
	pictures, err := newPictureSet()
	if err != nil {
		return nil, err
	}
	w, err := bulk.Begin(ctx, t)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close(context.WithoutCancel(ctx))) }()

	if err := requireEmpty(ctx, w.Tx); err != nil {
		return nil, err
	}
	chains, err := t.Ledger.Bulk(ctx, w.Client())
	if err != nil {
		return nil, err
	}
	if err := w.DropIndexes(ctx); err != nil {
		return nil, err
	}
	g := newGenerator(o, chains, pictures)
	if err := stream(ctx, g, w); err != nil {
		return nil, err
	}
	if err := w.RestoreIndexes(ctx, o.Progress); err != nil {
		return nil, err
	}
	if err := errors.Join(chains.Close(ctx), stats.WriteDelta(ctx, w.Client(), g.rollups)); err != nil {
		return nil, err
	}
	if err := pictures.store(ctx, t.Media); err != nil {
		return nil, errors.Join(err, pictures.remove(context.WithoutCancel(ctx), t.Media))
	}
	if err := w.Commit(ctx); err != nil {
		return nil, errors.Join(err, pictures.remove(context.WithoutCancel(ctx), t.Media))
	}
	counts = slices.DeleteFunc(w.Counts(), func(c bulk.Count) bool {
		return c.Table == credential.Table // seeded accounts have no passwords
	})
	// The service would do this soon after its start; here no reader waits for it.
	compact := stats.Compact(ctx, ent.NewClient(ent.Driver(entsql.OpenDB(t.Dialect, t.DB))))
	return counts, errors.Join(compact, w.Analyze(ctx, o.Progress))
}

// stream generates rows while those before them are being written.
func stream(ctx context.Context, g *generator, w *bulk.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	generated := make(chan *batch)
	failed := make(chan error, 1)
	go func() {
		defer close(generated)
		failed <- g.generate(func(b *batch) bool {
			select {
			case generated <- b:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for b := range generated {
		if err := w.Write(ctx, &b.Rows); err != nil {
			cancel()
			for range generated { // until the generator has noticed
			}
			return err
		}
		if g.Progress != nil {
			g.Progress("Writing", b.done, g.Complaints)
		}
	}
	return errors.Join(<-failed, ctx.Err())
}

// requireEmpty returns ErrNotEmpty unless the tables are empty. Accounts may exist, so that an
// administrator can be created first.
func requireEmpty(ctx context.Context, tx *sql.Tx) error {
	for _, table := range []string{
		"complaints", "payments", "service_providers", "zones", "categories", "groups", "broadcasts",
	} {
		var found bool
		err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+table+")").Scan(&found)
		if err != nil {
			return err
		}
		if found {
			return fmt.Errorf("%w (%s)", ErrNotEmpty, table)
		}
	}
	return nil
}
