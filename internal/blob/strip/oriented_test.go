package strip_test

import (
	"bytes"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"golang.org/x/image/webp"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
)

// A file that keeps its pixels says how it is to be turned, and nothing else of what it said.
func TestOriented(t *testing.T) {
	img := striptest.Quarters(48, 32)
	for _, tc := range []struct {
		format strip.Format
		in     []byte
		decode func(io.Reader) error
	}{
		{strip.JPEG, striptest.Photo(t, img, 6), func(r io.Reader) error { _, err := jpeg.Decode(r); return err }},
		{strip.JPEG, striptest.FlatJPEG(t, 48, 32, 3, 8), func(r io.Reader) error { _, err := jpeg.Decode(r); return err }},
		{strip.PNG, striptest.Screenshot(t, img, 5), func(r io.Reader) error { _, err := png.Decode(r); return err }},
		{strip.PNG, striptest.FlatPNG(t, 33, 17, 16, true, 3), func(r io.Reader) error { _, err := png.Decode(r); return err }},
		{strip.WebP, striptest.WebP(50, 20, 7, color.NRGBA{A: 255}), func(r io.Reader) error { _, err := webp.Decode(r); return err }},
		{strip.PNG, striptest.Screenshot(t, img, 1), func(r io.Reader) error { _, err := png.Decode(r); return err }},
	} {
		t.Run(string(tc.format), func(t *testing.T) {
			p, err := strip.Image(tc.format, tc.in)
			if err != nil {
				t.Fatal(err)
			}
			out := p.Oriented(tc.format)
			again, err := strip.Image(tc.format, out)
			if err != nil || again.Orientation != p.Orientation || !bytes.Equal(again.Data, p.Data) {
				t.Errorf("orientation %d became %d: %v", p.Orientation, again.Orientation, err)
			}
			if err := tc.decode(bytes.NewReader(out)); err != nil {
				t.Errorf("does not decode: %v", err)
			}
			if bytes.Contains(out, []byte("secret")) || len(out) > len(p.Data)+60 {
				t.Errorf("%d bytes became %d", len(p.Data), len(out))
			}
		})
	}
}
