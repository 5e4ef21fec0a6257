package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/ledger"
)

// Load fills an empty database with the demo, dated around now, and reports whether it did: a
// database that has any account is left alone. The rows are written in one transaction, so
// that a load that was cut short leaves none and the next start loads again; pictures whose
// rows never came are removed here or, after a crash, by the sweep.
func Load(
	ctx context.Context, client *ent.Client, book *ledger.Book, blobs blob.Store, passwords *auth.Passwords, now time.Time,
) (loaded bool, err error) {
	ctx = auth.System(ctx, "demo")
	inhabited, err := client.User.Query().Exist(ctx)
	if err != nil || inhabited {
		return false, err
	}
	w, err := imagine(now)
	if err != nil {
		return false, err
	}
	w.book = book
	for _, c := range w.credentials {
		if c.PasswordHash, err = passwords.Hash(ctx, Password); err != nil {
			return false, fmt.Errorf("demo passwords: %w", err)
		}
	}
	drawn, err := w.draw(ctx, blobs)
	if err == nil {
		err = w.commit(ctx, client)
	}
	if err != nil {
		return false, errors.Join(err, erase(context.WithoutCancel(ctx), blobs, drawn))
	}
	return true, nil
}

// commit stores the rows, all or none.
func (w *world) commit(ctx context.Context, client *ent.Client) error {
	tx, err := client.Tx(ctx)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := w.store(ctx, tx); err != nil {
		_ = tx.Rollback() // where it fails the transaction is over already
		return err
	}
	return tx.Commit()
}

// draw makes the pictures and takes them in as uploads. It answers the media whose bytes it
// stored, also when it fails.
func (w *world) draw(ctx context.Context, blobs blob.Store) (stored []uuid.UUID, err error) {
	ingest := blob.NewIntake(blobs)
	for i, m := range w.media {
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

func erase(ctx context.Context, blobs blob.Store, media []uuid.UUID) error {
	var failed error
	for _, id := range media {
		failed = errors.Join(failed, blob.Remove(ctx, blobs, id))
	}
	return failed
}
