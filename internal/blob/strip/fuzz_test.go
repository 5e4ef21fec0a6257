package strip_test

import (
	"bytes"
	"testing"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
)

// clean removes metadata from bytes in memory, so that millions of files can be tried.
func clean(f strip.Format, b []byte) ([]byte, error) {
	if !video(f) {
		p, err := strip.Image(f, b)
		return p.Data, err
	}
	m := memory(bytes.Clone(b))
	_, err := strip.Video(f, m, int64(len(b)))
	return m, err
}

func video(f strip.Format) bool { return f == strip.MP4 || f == strip.MOV || f == strip.WebM }

type memory []byte

func (m memory) ReadAt(b []byte, off int64) (int, error)  { return copy(b, m[off:]), nil }
func (m memory) WriteAt(b []byte, off int64) (int, error) { return copy(m[off:], b), nil }

// A hostile file neither crashes nor stalls the package. What it lets pass is clean:
// a second pass changes nothing, and no video changes its length.
func fuzz(f *testing.F, format strip.Format, seeds ...[]byte) {
	for _, seed := range seeds {
		f.Add(seed)
		f.Add(seed[:len(seed)/2])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		once, err := clean(format, b)
		if err != nil {
			return
		}
		if len(once) > len(b)+len("\xff\xd9") || video(format) && len(once) != len(b) {
			t.Errorf("%d bytes became %d", len(b), len(once))
		}
		twice, err := clean(format, once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("not clean after one pass: %v", err)
		}
	})
}

func FuzzJPEG(f *testing.F) {
	fuzz(f, strip.JPEG, striptest.Photo(f, striptest.Quarters(8, 8), 6), striptest.PlainJPEG(f, striptest.Quarters(8, 8)))
}

func FuzzPNG(f *testing.F) {
	fuzz(f, strip.PNG, striptest.Screenshot(f, striptest.Quarters(8, 8), 6), striptest.PlainPNG(f, striptest.Quarters(8, 8)))
}

func FuzzGIF(f *testing.F) { fuzz(f, strip.GIF, striptest.AnimatedGIF(f)) }

func FuzzWebP(f *testing.F) {
	fuzz(f, strip.WebP, striptest.WebP(8, 8, 6, striptest.Corner(true, true)), striptest.AnimatedWebP(8, 8))
}

func FuzzMP4(f *testing.F) {
	fuzz(f, strip.MP4, striptest.Movie("isom", true), striptest.Movie("qt  ", false), striptest.FragmentedMovie(striptest.Track("vide", 320, 240, false, nil)))
}

func FuzzWebM(f *testing.F) { fuzz(f, strip.WebM, striptest.WebMVideo(), striptest.WebMRecording()) }
