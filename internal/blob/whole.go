package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"log/slog"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// Stored is what the row of an original says of its bytes.
type Stored struct {
	Media       uuid.UUID
	ContentType string
	Size        int64  // bytes
	SHA256      string // hexadecimal
}

// OpenWhole opens an original, fault.NotFound if it has not as many bytes as were written. Read from its beginning, it ends with
// that fault before its last bytes where others were written: a disk or a person may have changed them. Parts of it, of which
// there is no sum, are read as they are.
func OpenWhole(ctx context.Context, from Store, is Stored) (*Object, error) {
	o, err := from.Open(ctx, Key(is.Media, Original))
	if err != nil {
		return nil, err
	}
	if o.Size != is.Size {
		_ = o.Close() // only read from
		return nil, damaged(ctx, is)
	}
	whole := *o
	whole.ReadSeekCloser = &summed{ReadSeekCloser: o.ReadSeekCloser, ctx: ctx, is: is, sum: sha256.New()}
	return &whole, nil
}

// damaged logs that a file is damaged, and returns what its reader is told.
func damaged(ctx context.Context, is Stored) error {
	slog.ErrorContext(ctx, "a media file has other bytes than were written: put it back from a backup", "media", is.Media)
	return fault.New(fault.NotFound, "This file was damaged after it had been uploaded. Somebody has to put it back from a backup.")
}

// summed is a reader that knows the sum of what it reads from the beginning to the end.
type summed struct {
	io.ReadSeekCloser
	ctx context.Context // of the request that reads
	is  Stored
	sum hash.Hash
	at  int64 // how much of the beginning is in the sum; -1 once something else was read
}

// Seek implements io.Seeker. Whoever goes back to the beginning reads from there.
func (s *summed) Seek(offset int64, whence int) (int64, error) {
	to, err := s.ReadSeekCloser.Seek(offset, whence)
	if s.at = -1; to == 0 && err == nil {
		s.sum.Reset()
		s.at = 0
	}
	return to, err
}

// Read implements io.Reader.
func (s *summed) Read(p []byte) (int, error) {
	n, err := s.ReadSeekCloser.Read(p)
	if s.at < 0 {
		return n, err
	}
	s.sum.Write(p[:n])
	if s.at += int64(n); s.at == s.is.Size && n > 0 && hex.EncodeToString(s.sum.Sum(nil)) != s.is.SHA256 {
		return 0, damaged(s.ctx, s.is)
	}
	return n, err
}
