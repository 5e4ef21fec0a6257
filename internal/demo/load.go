package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/stats"
)

// Load fills an empty database with the demo, dated around now, and reports whether it did: a
// database that has any account is left as it is. The rows are written in one transaction, so
// an interrupted load leaves none and the next start loads again; pictures without rows are
// removed here or, after a crash, by the purge of media.
func Load(ctx context.Context, to bulk.Target, passwords *auth.Passwords, now time.Time) (loaded bool, err error) {
	return load(ctx, to, passwords, now, func(string) error { return nil })
}

// load is Load with a function that is called before each table is written; its error ends
// the load.
func load(
	ctx context.Context, to bulk.Target, passwords *auth.Passwords, now time.Time, before func(table string) error,
) (loaded bool, err error) {
	ctx = auth.System(ctx, "demo")
	client := ent.NewClient(ent.Driver(sql.OpenDB(to.Dialect, to.DB)))
	exists, err := client.User.Query().Exist(ctx)
	if err != nil || exists {
		return false, err
	}
	w, err := newWorld(now)
	if err != nil {
		return false, err
	}
	for _, c := range w.Credentials {
		if c.PasswordHash, err = passwords.Hash(ctx, Password); err != nil {
			return false, fmt.Errorf("demo passwords: %w", err)
		}
	}
	// Another instance may load it at this moment: the transaction waits for that one's.
	writer, err := bulk.Begin(ctx, to)
	if err != nil {
		return false, fmt.Errorf("demo: %w", err)
	}
	defer func() { err = errors.Join(err, writer.Close(context.WithoutCancel(ctx))) }()
	if exists, err = writer.Client().User.Query().Exist(ctx); err != nil || exists {
		return false, err
	}
	stored, err := w.storePictures(ctx, to.Media)
	if err == nil {
		err = w.write(ctx, to, writer, before)
	}
	if err != nil {
		return false, errors.Join(err, removePictures(context.WithoutCancel(ctx), to.Media, stored))
	}
	return true, nil
}

// write writes all rows or none.
func (w *world) write(ctx context.Context, to bulk.Target, writer *bulk.Writer, before func(table string) error) error {
	chains, err := to.Ledger.Bulk(ctx, writer.Client())
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	rollups := stats.Delta{}
	if err := w.Derive(chains, rollups); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	w.PaymentDays, w.PaymentSums = chains.Days(), chains.Sums()
	for _, t := range w.Tables() {
		if err := errors.Join(before(t.Name), writer.WriteTable(ctx, t)); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	if err := errors.Join(chains.Close(ctx), stats.WriteDelta(ctx, writer.Client(), rollups)); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return writer.Commit(ctx)
}

// storePictures draws the pictures and stores them as uploads are. It returns the ids of the
// media whose bytes it stored, also when it fails.
func (w *world) storePictures(ctx context.Context, blobs blob.Store) (stored []uuid.UUID, err error) {
	ingest := blob.NewIngest(blobs)
	for i, m := range w.Media {
		img, err := w.scenes[i].encode(m.FileName)
		if err != nil {
			return stored, fmt.Errorf("demo picture %s: %w", m.FileName, err)
		}
		f, err := ingest.Receive(ctx, bytes.NewReader(img), nil)
		if err != nil {
			return stored, fmt.Errorf("demo picture %s: %w", m.FileName, err)
		}
		if err := f.Commit(ctx, m.ID); err != nil {
			return stored, fmt.Errorf("demo picture %s: %w", m.FileName, err)
		}
		stored = append(stored, m.ID)
		m.MediaType, m.ContentType, m.SizeBytes = f.Type, f.ContentType, f.Size
		m.Sha256, m.ReceivedSha256 = f.SHA256, f.ReceivedSHA256
		m.Width, m.Height = &f.Width, &f.Height
		m.BlobKey = blob.Key(m.ID, blob.Original)
		thumbnail := blob.Key(m.ID, blob.Thumbnail)
		m.ThumbnailKey = &thumbnail
	}
	return stored, nil
}

// removePictures removes the bytes of media.
func removePictures(ctx context.Context, blobs blob.Store, media []uuid.UUID) error {
	var failed error
	for _, id := range media {
		failed = errors.Join(failed, blob.Remove(ctx, blobs, id))
	}
	return failed
}
