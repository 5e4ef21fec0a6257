package blob_test

import (
	"bytes"
	"testing"

	"github.com/redress/redress/internal/blob"
)

// A hostile file neither crashes nor stalls a cleaner. What a cleaner lets pass is clean:
// cleaning it again changes nothing, and no video changes its length.
func fuzz(f *testing.F, contentType string, seeds ...[]byte) {
	for _, seed := range seeds {
		f.Add(seed)
		f.Add(seed[:len(seed)/2])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		once, err := blob.Clean(contentType, b)
		if err != nil {
			return
		}
		if len(once) > len(b) || contentType[0] == 'v' && len(once) != len(b) {
			t.Errorf("%d bytes became %d", len(b), len(once))
		}
		twice, err := blob.Clean(contentType, once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("not clean after one pass: %v", err)
		}
	})
}

func FuzzJPEG(f *testing.F) {
	fuzz(f, "image/jpeg", photo(f, quarters(8, 8), 6), plainJPEG(f, quarters(8, 8)))
}

func FuzzPNG(f *testing.F) {
	fuzz(f, "image/png", screenshot(f, quarters(8, 8), 6), plainPNG(f, quarters(8, 8)))
}

func FuzzGIF(f *testing.F) { fuzz(f, "image/gif", animation(f)) }

func FuzzWebP(f *testing.F) {
	fuzz(f, "image/webp", sticker(8, 8, 6, corner(true, true)), movingSticker(8, 8))
}

func FuzzMP4(f *testing.F) {
	fuzz(f, "video/mp4", movie("isom", true), movie("qt  ", false), fragmented(trak("vide", 320, 240, false, nil)))
}

func FuzzWebM(f *testing.F) { fuzz(f, "video/webm", clip(), recording()) }
