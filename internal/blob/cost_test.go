package blob_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
)

// processorTime returns what this process has used.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestPicturesHaveABoundedCost: what a picture takes is decided before it is decoded. One that is too
// expensive is taken all the same, without a thumbnail, and says itself how it is to be turned.
func TestPicturesHaveABoundedCost(t *testing.T) {
	frames := func(n, w, h int) []byte {
		g := &gif.GIF{Config: image.Config{Width: w, Height: h, ColorModel: color.Palette{color.White, color.Black}}}
		for range n {
			g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.White, color.Black}))
			g.Delay = append(g.Delay, 1)
		}
		var b bytes.Buffer
		if err := gif.EncodeAll(&b, g); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, tc := range map[string]struct {
		in        []byte
		w, h      int
		thumbnail image.Point // of no size: none
		keeps     bool        // its own pixels, and how they are to be turned
	}{
		"16 bit, interlaced, turned":            {striptest.FlatPNG(t, 7070, 7070, 16, true, 6), 7070, 7070, image.Point{}, true},
		"a turned photo of 48 megapixels":       {striptest.FlatJPEG(t, 8000, 6000, 0, 6), 6000, 8000, image.Pt(360, 480), true},
		"a progressive photo of 48 megapixels":  {striptest.FlatJPEG(t, 8000, 6000, 10, 8), 6000, 8000, image.Point{}, true},
		"a progressive photo, all scans":        {striptest.FlatJPEG(t, 4800, 3600, 64, 1), 4800, 3600, image.Pt(480, 360), false},
		"a turned png of 16 megapixels, 16 bit": {striptest.FlatPNG(t, 4000, 4000, 16, false, 6), 4000, 4000, image.Pt(480, 480), false},
		"a webp of 16 megapixels":               {striptest.WebP(4000, 4000, 6, color.NRGBA{R: 200, A: 255}), 4000, 4000, image.Point{}, true},
		"frames on a large canvas":              {frames(2000, 7000, 7000), 7000, 7000, image.Pt(480, 480), false},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := folder(t)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			began := processorTime(t)
			f, err := blob.NewIngest(s).Receive(context.Background(), bytes.NewReader(tc.in), nil)
			took := processorTime(t) - began
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			id := domain.NewID(domain.KindMedia)
			if err := f.Commit(context.Background(), id); err != nil {
				t.Fatal(err)
			}
			allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%d kB: %v, %d MB", len(tc.in)>>10, took.Round(time.Millisecond), allocated)
			if allocated > 250 { // its time is in docs/performance.md: a test's depends on the machine
				t.Errorf("takes %d MB", allocated)
			}
			if f.Width != tc.w || f.Height != tc.h {
				t.Errorf("is %d by %d", f.Width, f.Height)
			}
			served := read(t, s, blob.Key(id, blob.Original))
			var small image.Point
			if f.HasThumbnail() {
				c, err := jpeg.DecodeConfig(bytes.NewReader(read(t, s, blob.Key(id, blob.Thumbnail))))
				if err != nil {
					t.Fatal(err)
				}
				small = image.Pt(c.Width, c.Height)
			}
			if small != tc.thumbnail {
				t.Errorf("the thumbnail is %v", small)
			}
			leaked := bytes.Contains(served, []byte("secret")) || bytes.Contains(served, []byte("GPS"))
			if says := bytes.Contains(served, []byte("\x01\x12\x00\x03\x00\x00\x00\x01\x00")); says != tc.keeps || leaked {
				t.Errorf("says how it is turned: %t; leaks: %t", says, leaked)
			}
		})
	}
}
