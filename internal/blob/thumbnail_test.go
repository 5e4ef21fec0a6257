package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// kept says that a row is still there.
func kept(context.Context) (bool, error) { return true, nil }

// album is a store with a pipeline into it.
type album struct {
	*blob.Ingest
	store *blob.Folder
	dir   string
}

func newAlbum(t testing.TB) album {
	t.Helper()
	s, dir := folder(t)
	return album{blob.NewIngest(s), s, dir}
}

// add stores an upload.
func (a album) add(t testing.TB, b []byte) (uuid.UUID, *blob.File) {
	t.Helper()
	f, err := a.Receive(t.Context(), bytes.NewReader(b), nil)
	if err != nil {
		t.Fatal(err)
	}
	id := domain.NewID(domain.KindMedia)
	if err := f.Commit(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return id, f
}

// stored returns what the row of a file would say.
func stored(id uuid.UUID, f *blob.File) blob.Stored {
	return blob.Stored{Media: id, ContentType: f.ContentType, Size: f.Size, SHA256: f.SHA256}
}

func storedAs(id uuid.UUID, contentType string, b []byte) blob.Stored {
	return blob.Stored{Media: id, ContentType: contentType, Size: int64(len(b)), SHA256: fmt.Sprintf("%x", sha256.Sum256(b))}
}

// thumbnail returns a thumbnail, or why there is none.
func (a album) thumbnail(t testing.TB, of blob.Stored, v blob.Variant) ([]byte, error) {
	t.Helper()
	o, err := a.Thumbnail(t.Context(), of, v, kept)
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }()
	b, err := io.ReadAll(o)
	if err != nil || int64(len(b)) != o.Size {
		t.Fatalf("read %d of %d bytes: %v", len(b), o.Size, err)
	}
	return b, nil
}

// TestThumbnails: each format is shown in each size, upright and no larger than it is, also a picture that
// keeps its pixels and says how they are to be turned.
func TestThumbnails(t *testing.T) {
	for name, tc := range map[string]struct {
		in           []byte
		small, large image.Point
	}{
		"photo":               {striptest.Photo(t, striptest.Quarters(1600, 1200), 1), image.Pt(160, 120), image.Pt(1280, 960)},
		"turned photo":        {striptest.Photo(t, striptest.Quarters(1600, 1200), 6), image.Pt(120, 160), image.Pt(960, 1280)},
		"between the sizes":   {striptest.Photo(t, striptest.Quarters(900, 600), 1), image.Pt(160, 106), image.Pt(900, 600)},
		"a large turned one":  {striptest.FlatJPEG(t, 6000, 4000, 0, 8), image.Pt(106, 160), image.Pt(853, 1280)},
		"png":                 {striptest.Screenshot(t, striptest.Quarters(1400, 700), 3), image.Pt(160, 80), image.Pt(1280, 640)},
		"gif":                 {striptest.AnimatedGIF(t), image.Pt(40, 30), image.Pt(40, 30)},
		"webp":                {striptest.WebP(1300, 650, 1, color.NRGBA{R: 200, A: 255}), image.Pt(160, 80), image.Pt(1280, 640)},
		"animated webp":       {striptest.AnimatedWebP(64, 48), image.Pt(64, 48), image.Pt(64, 48)},
		"as narrow as can be": {striptest.Screenshot(t, striptest.Quarters(1, 2000), 1), image.Pt(1, 160), image.Pt(1, 1280)},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAlbum(t)
			id, f := a.add(t, tc.in)
			for v, want := range map[blob.Variant]image.Point{blob.Small: tc.small, blob.Large: tc.large} {
				b, err := a.thumbnail(t, stored(id, f), v)
				if err != nil {
					t.Fatal(err)
				}
				c, err := jpeg.DecodeConfig(bytes.NewReader(b))
				if got := image.Pt(c.Width, c.Height); err != nil || got != want {
					t.Errorf("%s is %v, want %v: %v", v, got, want, err)
				}
				checkClean(t, append([]byte("secret"), b...), b)
				if again, err := a.thumbnail(t, stored(id, f), v); err != nil || !bytes.Equal(again, b) {
					t.Errorf("%s is another one the second time: %v", v, err)
				}
				if err := a.store.Delete(t.Context(), blob.Key(id, v)); err != nil {
					t.Fatal(err)
				}
				if again, err := a.thumbnail(t, stored(id, f), v); err != nil || !bytes.Equal(again, b) {
					t.Errorf("%s is another one when it was made again: %v", v, err)
				}
			}
			if got := files(t, a.dir); len(got) != 4 {
				t.Errorf("files in the store: %v", got)
			}
			if err := blob.Remove(t.Context(), a.store, id); err != nil || len(files(t, a.dir)) > 0 {
				t.Errorf("left: %v, %v", files(t, a.dir), err)
			}
		})
	}
	if v := blob.Large.Rendition(480, 300); v != blob.Thumbnail {
		t.Errorf("a picture of 480 pixels is stored in another size, %s", v)
	}
	if v := blob.Small.Rendition(480, 300); v != blob.Small {
		t.Errorf("a picture of 480 pixels is shown as %s", v)
	}
}

// TestThumbnailsHaveABoundedCost: bytes in the store that take too much, or are no picture, have no thumbnail
// and leave no file.
func TestThumbnailsHaveABoundedCost(t *testing.T) {
	bomb := striptest.PlainPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	copy(bomb[8:], striptest.Chunk("IHDR", be32(10_000), be32(5_001), []byte{8, 0, 0, 0, 0}))
	for name, tc := range map[string]struct {
		bytes       []byte
		contentType string
	}{
		"too many pixels":   {bomb, "image/png"},
		"too much memory":   {striptest.FlatPNG(t, 7000, 7000, 16, true, 1), "image/png"},
		"cut":               {striptest.PlainJPEG(t, striptest.Quarters(900, 600))[:500], "image/jpeg"},
		"of another format": {striptest.PlainJPEG(t, striptest.Quarters(900, 600)), "image/png"},
		"a video":           {striptest.WebMVideo(), "video/webm"},
		"nothing":           {nil, "image/jpeg"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAlbum(t)
			id := domain.NewID(domain.KindMedia)
			put(t, a.store, blob.Key(id, blob.Original), string(tc.bytes))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := a.thumbnail(t, storedAs(id, tc.contentType, tc.bytes), blob.Large)
			runtime.ReadMemStats(&after)
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("got %v", err)
			}
			if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 20 {
				t.Errorf("takes %d MB", allocated)
			}
			if got := files(t, a.dir); len(got) != 1 {
				t.Errorf("files in the store: %v", got)
			}
		})
	}
}

// TestThumbnailsAreMadeOnce: of many who ask for a thumbnail at once one makes it, and who waits too long is told
// to come again.
func TestThumbnailsAreMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAlbum(t)
		id, f := a.add(t, striptest.Photo(t, striptest.Quarters(700, 500), 1))
		release := blob.HoldDecoder(a.Ingest)
		const askers = 20
		asked := make(chan error, askers)
		made := 0
		for range askers {
			go func() {
				o, err := a.Thumbnail(t.Context(), stored(id, f), blob.Large, func(context.Context) (bool, error) {
					made++ // one at a time: whoever makes it has the only place
					return true, nil
				})
				if err == nil {
					err = o.Close()
				}
				asked <- err
			}()
		}
		synctest.Wait()
		release()
		for range askers {
			if err := <-asked; err != nil {
				t.Error(err)
			}
		}
		if made != 1 {
			t.Errorf("it was made %d times", made)
		}
		release = blob.HoldDecoder(a.Ingest)
		if _, err := a.Thumbnail(t.Context(), stored(id, f), blob.Small, kept); !fault.Is(err, fault.Unavailable) {
			t.Errorf("waits for ever: %v", err)
		}
		release()
	})
}

// TestThumbnailsOfDeletedFiles: a thumbnail that is made while its file is deleted does not stay.
func TestThumbnailsOfDeletedFiles(t *testing.T) {
	a := newAlbum(t)
	id, f := a.add(t, striptest.Photo(t, striptest.Quarters(700, 500), 1))
	_, err := a.Thumbnail(t.Context(), stored(id, f), blob.Large, func(ctx context.Context) (bool, error) {
		return false, a.store.Erase(ctx, id)
	})
	if !fault.Is(err, fault.NotFound) || len(files(t, a.dir)) > 0 {
		t.Errorf("%v; left: %v", err, files(t, a.dir))
	}
	away := errors.New("the database is away")
	id, f = a.add(t, striptest.Photo(t, striptest.Quarters(700, 500), 1))
	_, err = a.Thumbnail(t.Context(), stored(id, f), blob.Large, func(context.Context) (bool, error) { return false, away })
	if !errors.Is(err, away) || len(files(t, a.dir)) != 2 {
		t.Errorf("%v; left: %v", err, files(t, a.dir))
	}
}

// TestThumbnailsOnAFullDisk: what can't be stored is shown all the same.
func TestThumbnailsOnAFullDisk(t *testing.T) {
	a := newAlbum(t)
	id, f := a.add(t, striptest.Photo(t, striptest.Quarters(700, 500), 1))
	if err := os.Remove(filepath.Join(a.dir, "tmp")); err != nil {
		t.Fatal(err)
	}
	for _, v := range []blob.Variant{blob.Small, blob.Large} {
		if b, err := a.thumbnail(t, stored(id, f), v); err != nil || !bytes.HasPrefix(b, []byte("\xff\xd8")) {
			t.Errorf("%s: %d bytes, %v", v, len(b), err)
		}
	}
}
