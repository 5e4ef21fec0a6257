package mediastore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/fault"
)

// Problem is what is wrong with a file.
type Problem string

// The problems, in the order in which they are reported.
const (
	Missing   Problem = "missing"    // the row has no bytes
	WrongSize Problem = "wrong size" // not the number of bytes that the row says
	WrongSum  Problem = "wrong sum"  // as many bytes, but others
	Stray     Problem = "stray"      // bytes without a row
)

// Problems lists all problems.
var Problems = []Problem{Missing, WrongSize, WrongSum, Stray}

// Fault is one file that is not as it should be.
type Fault struct {
	Problem Problem
	Media   uuid.UUID
	Variant blob.Variant
}

// Verification says how to verify.
type Verification struct {
	SizesOnly bool                 // don't read the files
	Found     func(Fault)          // called for each fault
	Progress  func(rows, of int64) // may be nil
}

// uploadTime is how old a file without a row must be to be called a stray: an upload writes the file
// first.
const uploadTime = 15 * time.Minute

// verifyPage is how many rows are read at once.
const verifyPage = 200

// Verify compares all media rows with the files, and returns the number of rows. It changes nothing
// and may run while the service does.
func (s *Store) Verify(ctx context.Context, v Verification) (rows int64, err error) {
	ctx = auth.System(ctx, "verify media")
	if v.Progress == nil {
		v.Progress = func(int64, int64) {}
	}
	total, err := s.client.Media.Query().Count(ctx)
	if err != nil {
		return 0, err
	}
	for last := uuid.Nil; ; {
		page, err := s.client.Media.Query().Where(media.IDGT(last)).Order(ent.Asc(media.FieldID)).Limit(verifyPage).All(ctx)
		if err != nil {
			return rows, err
		}
		for _, row := range page {
			if err := s.verifyRow(ctx, v, row); err != nil {
				return rows, err
			}
			rows++
			v.Progress(rows, int64(total))
		}
		if len(page) < verifyPage {
			break
		}
		last = page[len(page)-1].ID
	}
	return rows, s.verifyStrays(ctx, v)
}

// verifyRow checks the files of a row. One of no bytes, which uploads never are, has no file: redress seed writes such rows.
func (s *Store) verifyRow(ctx context.Context, v Verification, row *ent.Media) error {
	if row.SizeBytes == 0 {
		return nil
	}
	problems := map[blob.Variant]Problem{}
	var err error
	if problems[blob.Original], err = s.verifyFile(ctx, row.BlobKey, row.SizeBytes, row.Sha256, v.SizesOnly); err != nil {
		return err
	}
	if row.ThumbnailKey != nil { // whose size and sum are not recorded
		if problems[blob.Thumbnail], err = s.verifyFile(ctx, *row.ThumbnailKey, -1, "", true); err != nil {
			return err
		}
	}
	for _, variant := range []blob.Variant{blob.Original, blob.Thumbnail} {
		if problems[variant] == "" {
			continue
		}
		// The file may have been deleted since its row was read.
		exists, err := s.client.Media.Query().Where(media.ID(row.ID)).Exist(ctx)
		if err != nil {
			return err
		}
		if exists {
			v.Found(Fault{problems[variant], row.ID, variant})
		}
	}
	return nil
}

// verifyFile returns what is wrong with a file, "" for nothing. A negative size may be any but 0.
func (s *Store) verifyFile(ctx context.Context, key string, size int64, sum string, sizeOnly bool) (Problem, error) {
	o, err := s.files.Open(ctx, key)
	switch {
	case fault.Is(err, fault.NotFound):
		return Missing, nil
	case err != nil:
		return "", err
	}
	defer func() { _ = o.Close() }() // only read from
	if size >= 0 && o.Size != size || o.Size == 0 {
		return WrongSize, nil
	}
	if sizeOnly {
		return "", nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, blob.Interruptible(ctx, o)); err != nil {
		return "", err
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return WrongSum, nil
	}
	return "", nil
}

// verifyStrays looks for files without a row.
func (s *Store) verifyStrays(ctx context.Context, v Verification) error {
	settled := s.now().Add(-uploadTime)
	var batch []blob.Info
	report := func() error {
		without, _, err := s.unreferenced(ctx, batch)
		for _, f := range without {
			id, variant, _ := blob.ParseKey(f.Key)
			if f.Modified.Before(settled) {
				v.Found(Fault{Stray, id, variant})
			}
		}
		batch = batch[:0]
		return err
	}
	err := s.files.Objects(ctx, func(f blob.Info) error {
		if id, variant, err := blob.ParseKey(f.Key); err == nil && variant.Remade() && f.Size == 0 { // others are found by their rows
			v.Found(Fault{WrongSize, id, variant})
		}
		if batch = append(batch, f); len(batch) < scanBatch {
			return nil
		}
		return report()
	})
	return errors.Join(err, report())
}
