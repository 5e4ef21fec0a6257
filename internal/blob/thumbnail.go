package blob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/fault"
)

// maxStored is how large an original may be that a thumbnail is made of, in bytes. One that was turned upright
// may be larger than what was uploaded.
const maxStored = 3 * MaxImage

// Rendition returns the variant whose object has the bytes of a variant of a picture of so many pixels: a
// picture that is no larger than its thumbnail is in no other size either.
func (v Variant) Rendition(width, height int) Variant {
	if v.Remade() && max(width, height) <= min(ThumbnailSides[v], thumbnailSide) {
		return Thumbnail
	}
	return v
}

// Thumbnail opens a thumbnail that is made on demand, and makes it if there is none: from the original,
// or from the thumbnail that was made with the upload where that has pixels enough. Only
// one picture is decoded at a time, those of uploads included, and none that takes more than they may. Of
// a file that can't be decoded, or that was damaged since, there is none: fault.NotFound.
//
// exists reports whether the row is still there. It is asked when the thumbnail was stored, so that none outlives
// a file that was deleted meanwhile.
func (in *Ingest) Thumbnail(ctx context.Context, of Stored, v Variant, exists func(context.Context) (bool, error)) (*Object, error) {
	key := Key(of.Media, v)
	if o, err := in.store.Open(ctx, key); !fault.Is(err, fault.NotFound) {
		return o, err
	}
	leave, err := in.decoding.enter(ctx, thumbnailWait)
	if err != nil {
		return nil, err
	}
	defer leave()
	if o, err := in.store.Open(ctx, key); !fault.Is(err, fault.NotFound) { // somebody else was faster
		return o, err
	}
	format, source := strip.Format(of.ContentType), func() (*Object, error) { return OpenWhole(ctx, in.store, of) }
	if ThumbnailSides[v] <= thumbnailSide {
		format, source = ThumbnailType, func() (*Object, error) { return in.store.Open(ctx, Key(of.Media, Thumbnail)) }
	}
	small, err := render(ctx, source, format, ThumbnailSides[v])
	if err != nil {
		return nil, err
	}
	if err := in.keep(ctx, key, small); err != nil {
		// It can be seen while the disk is full; the next one who asks makes it again.
		slog.WarnContext(ctx, "a thumbnail was made but can't be stored", "media", of.Media, "size", v, "error", err)
		return &Object{ReadSeekCloser: nopCloser{bytes.NewReader(small)}, Size: int64(len(small)), Modified: time.Time{}}, nil
	}
	there, err := exists(ctx)
	if err == nil && there {
		return in.store.Open(ctx, key)
	}
	if err == nil {
		err = missing()
	}
	return nil, errors.Join(err, in.store.Delete(context.WithoutCancel(ctx), key))
}

// nopCloser is a reader of bytes in memory, which need not be closed.
type nopCloser struct{ *bytes.Reader }

// Close implements io.Closer.
func (nopCloser) Close() error { return nil }

// render returns the thumbnail of an object of a format. What it may take is decided from the header.
func render(ctx context.Context, source func() (*Object, error), f strip.Format, side int) ([]byte, error) {
	o, err := source()
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }() // only read from
	if _, known := decoders[f]; !known || o.Size > maxStored {
		return nil, missing()
	}
	raw, err := io.ReadAll(io.LimitReader(ctxReader{ctx, o}, maxStored))
	if err != nil {
		return nil, diskFault(err)
	}
	small, large, err := renderBytes(raw, f, side)
	if large {
		defer debug.FreeOSMemory()
	}
	var bad strip.Malformed
	if errors.As(err, &bad) || fault.Is(err, fault.FileTooLarge) {
		return nil, fault.Wrap(err, fault.NotFound, "There is no thumbnail of this file, because it can't be decoded.")
	}
	return small, err
}

// renderBytes returns the thumbnail of a picture, and whether its memory should be returned at once.
func renderBytes(raw []byte, f strip.Format, side int) (small []byte, large bool, err error) {
	p, size, err := clean(f, raw)
	if err != nil {
		return nil, false, err
	}
	img, large, err := decodeCheap(f, p, size)
	if err != nil || img == nil {
		return nil, large, errors.Join(err, strip.Malformed("can't be decoded, or takes too much memory"))
	}
	small, err = thumbnail(img, p, p.Orientation > 1 && !p.Animated, side)
	return small, large, err
}

// keep stores a thumbnail.
func (in *Ingest) keep(ctx context.Context, key string, b []byte) error {
	staged, err := in.stage(ctx, b)
	if err != nil {
		return err
	}
	defer staged.Discard()
	return staged.Commit(ctx, key)
}
