package strip_test

import (
	"slices"
	"testing"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
)

// EXIF turns a picture only where browsers read it: in a PNG the first eXIf before the picture, which begins with its byte order, in
// a JPEG before the first scan. Wherever else it stands, it goes.
func TestLateEXIFTurnsNothing(t *testing.T) {
	img := striptest.Quarters(48, 32)
	png, jpeg := striptest.PlainPNG(t, img), striptest.PlainJPEG(t, img)
	six, one := striptest.Chunk("eXIf", striptest.EXIF(6)), striptest.Chunk("eXIf", striptest.EXIF(1))
	const head = 8 + 25
	end := len(png) - 12
	app1 := striptest.Segment(0xe1, []byte("Exif\x00\x00"), striptest.EXIF(6))
	for name, tc := range map[string]struct {
		format strip.Format
		in     []byte
		want   int
	}{
		"png, before":        {strip.PNG, slices.Concat(png[:head], six, png[head:]), 6},
		"png, after":         {strip.PNG, slices.Concat(png[:end], six, png[end:]), 1},
		"png, first of two":  {strip.PNG, slices.Concat(png[:head], one, six, png[head:]), 1},
		"png, and after":     {strip.PNG, slices.Concat(png[:head], six, png[head:end], one, png[end:]), 6},
		"png, JPEG's prefix": {strip.PNG, slices.Concat(png[:head], striptest.Chunk("eXIf", []byte("Exif\x00\x00"), striptest.EXIF(6)), png[head:]), 1},
		"jpeg, before":       {strip.JPEG, slices.Concat(jpeg[:2], app1, jpeg[2:]), 6},
		"jpeg, after":        {strip.JPEG, slices.Concat(jpeg[:len(jpeg)-2], app1, jpeg[len(jpeg)-2:]), 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := strip.Image(tc.format, tc.in)
			if err != nil || p.Orientation != tc.want {
				t.Errorf("turned by %d: %v", p.Orientation, err)
			}
			plain := map[strip.Format][]byte{strip.PNG: png, strip.JPEG: jpeg}[tc.format]
			if !slices.Equal(p.Data, plain) {
				t.Error("is not the plain picture")
			}
		})
	}
}
