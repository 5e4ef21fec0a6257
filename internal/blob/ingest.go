package blob

import (
	"context"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Ingest is the upload pipeline, and makes thumbnails. It needs little memory whatever comes: bytes go through
// one small buffer into a staged file, and pictures are decoded one at a time.
type Ingest struct {
	store    Store
	decoding *turns
}

// NewIngest creates an upload pipeline into a store.
func NewIngest(s Store) *Ingest {
	return &Ingest{store: s, decoding: newTurns()}
}

// File is an upload that was accepted but is not committed yet.
type File struct {
	Type           domain.MediaType
	ContentType    string        // of the bytes as served
	ReceivedSHA256 string        // of the bytes as received, hexadecimal: by it the same file is recognized
	SHA256         string        // of the bytes as served, hexadecimal
	Size           int64         // bytes as served
	Width, Height  int           // pixels as served
	Duration       time.Duration // of a video; 0 when the file does not say

	store             Store
	served, thumbnail Staged // the thumbnail is nil for videos
}

// HasThumbnail reports whether the file brings a thumbnail: images do, videos don't.
func (f *File) HasThumbnail() bool { return f.thumbnail != nil }

// Commit makes the bytes durable under Key(media, …), before the row is written. When it
// fails nothing stays behind; when the row fails afterwards, call Remove.
func (f *File) Commit(ctx context.Context, media uuid.UUID) error {
	defer f.Discard()
	if f.thumbnail != nil {
		if err := f.thumbnail.Commit(ctx, Key(media, Thumbnail)); err != nil {
			return err
		}
	}
	if err := f.served.Commit(ctx, Key(media, Original)); err != nil {
		return errors.Join(err, Remove(context.WithoutCancel(ctx), f.store, media))
	}
	return nil
}

// Discard removes what is not committed. It may be called more than once.
func (f *File) Discard() {
	f.served.Discard()
	if f.thumbnail != nil {
		f.thumbnail.Discard()
	}
}

// Remove deletes the objects of a media id; those that are gone already are no error.
func Remove(ctx context.Context, s Store, media uuid.UUID) error {
	var failed error
	for _, v := range variants {
		failed = errors.Join(failed, s.Delete(ctx, Key(media, v)))
	}
	return failed
}

// Declared returns the type that the client says the file has, "" when it says none. It is
// called after the last byte was read, because the form's field may follow the file.
type Declared func() (domain.MediaType, error)

// Receive reads an upload to its end and returns it without metadata, ready to commit, or a
// fault in the order of docs/product.md, Media: file_too_large while reading, then
// validation_error for an empty file or what declared returns, unsupported_media_type by
// the bytes, media_type_mismatch. The caller ends the file with Commit or Discard.
func (in *Ingest) Receive(ctx context.Context, body io.Reader, declared Declared) (*File, error) {
	up, err := in.spool(ctx, body)
	if err != nil {
		return nil, err
	}
	var f *File
	defer func() {
		if up.staged != nil && (f == nil || f.served != up.staged) {
			up.staged.Discard()
		}
	}()
	f, err = in.finish(ctx, up, declared)
	return f, err
}

// upload is what was received, before its metadata is removed.
type upload struct {
	format strip.Format // "" when it is not supported; then nothing is staged
	staged Staged
	size   int64
	sum    *digest
}

// spool reads the body to its end.
func (in *Ingest) spool(ctx context.Context, body io.Reader) (up upload, err error) {
	buf := make([]byte, 64<<10)
	n, err := io.ReadFull(body, buf[:sniffLen])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return up, readFault(ctx, err)
	}
	up.format = sniff(buf[:n])
	limit := int64(MaxVideo) // an unsupported format is read as far, so that its size is checked first
	if up.format != "" {
		if mediaType(up.format) == domain.MediaImage {
			limit = MaxImage
		}
		if up.staged, err = in.store.Create(ctx); err != nil {
			return up, err
		}
	}
	if err := up.copy(ctx, body, buf, n, limit); err != nil {
		if up.staged != nil {
			up.staged.Discard()
		}
		return up, err
	}
	if up.format == boxes {
		if up.format = sniffBoxes(up.staged); up.format == "" {
			up.staged.Discard()
			up.staged = nil
		}
	}
	return up, nil
}

// copy writes the n bytes that were sniffed and the rest of the body into the spool.
func (up *upload) copy(ctx context.Context, body io.Reader, buf []byte, n int, limit int64) error {
	up.sum = newDigest()
	var ended error
	for {
		if up.size += int64(n); up.size > limit {
			return fault.New(fault.FileTooLarge, "The file is larger than %d MiB.", limit>>20)
		}
		_, _ = up.sum.Write(buf[:n]) // a hash never fails
		if up.staged != nil {
			if _, err := up.staged.Write(buf[:n]); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if errors.Is(ended, io.EOF) {
			return nil
		}
		if ended != nil {
			return readFault(ctx, ended)
		}
		n, ended = fill(body, buf)
	}
}

// fill reads until the buffer is full or the reader ends: a form hands out a few kilobytes at a
// time.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var more int
		more, err = r.Read(buf[n:])
		n += more
	}
	return n, err
}

// finish validates what was received and removes its metadata.
func (in *Ingest) finish(ctx context.Context, up upload, declared Declared) (*File, error) {
	var want domain.MediaType
	if declared != nil {
		var err error
		if want, err = declared(); err != nil {
			return nil, err
		}
	}
	if up.size == 0 {
		return nil, fault.Invalid(fault.Input("media", "required", "the file is empty."))
	}
	if up.format == "" {
		return nil, fault.New(fault.UnsupportedMediaType,
			"The file is not a %s image and not an %s video.", FormatNames(domain.MediaImage), FormatNames(domain.MediaVideo))
	}
	receive := in.image
	if mediaType(up.format) == domain.MediaVideo {
		receive = in.video
	}
	f, err := receive(ctx, up)
	if _, ok := errors.AsType[strip.Malformed](err); ok {
		return nil, fault.Wrap(err, fault.UnsupportedMediaType,
			"The file begins like %s but can't be read as that.", up.format)
	}
	if err != nil {
		return nil, err
	}
	if want != "" && want != f.Type {
		f.Discard()
		mismatch := fault.New(fault.MediaTypeMismatch, "media_type does not agree with the file's bytes.")
		mismatch.Fields = []fault.Field{fault.Input("media_type", "mismatch", "the file is %s.", up.format)}
		return nil, mismatch
	}
	f.ReceivedSHA256, f.store = hexSum(up.sum), in.store
	return f, nil
}

// video removes the metadata of a video in its staged file.
func (in *Ingest) video(ctx context.Context, up upload) (*File, error) {
	info, err := strip.Video(up.format, up.staged, up.size)
	if err != nil {
		return nil, err
	}
	sum, err := up.sum.rehash(ctx, up.staged, info.Changed)
	if err != nil {
		return nil, err
	}
	return &File{
		Type: domain.MediaVideo, ContentType: string(up.format), SHA256: hexSum(sum), Size: up.size,
		Width: info.Width, Height: info.Height, Duration: info.Duration, served: up.staged,
	}, nil
}

// readFault converts the error of a body that ended early; faults and the request's own end pass as they are.
func readFault(ctx context.Context, err error) error {
	if _, ok := fault.As(err); ok {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return fault.Wrap(err, fault.FileTooLarge, "The request is too large.")
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fault.Wrap(err, fault.Malformed, "The upload came too slowly.")
	}
	return fault.Wrap(err, fault.Malformed, "The upload was cut off or is not well-formed.")
}

// ctxReader stops reading when the request ends.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (c ctxReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
