package strip_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/redress/redress/internal/blob/strip"
)

// A decoder passes over the whole picture for each scan of a JPEG, and an empty scan is small:
// more than any camera writes are refused before anything is decoded.
func TestJPEGOfManyScans(t *testing.T) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	start := bytes.Index(whole, []byte{0xff, 0xda})
	scan := whole[start : len(whole)-2] // up to the end of the image
	with := func(n int) []byte {
		return append(append(bytes.Clone(whole[:start]), bytes.Repeat(scan, n)...), 0xff, 0xd9)
	}
	if _, err := clean(strip.JPEG, with(64)); err != nil {
		t.Errorf("64 scans: %v", err)
	}
	if _, err := clean(strip.JPEG, with(65)); err == nil || !strings.Contains(err.Error(), "too many scans") {
		t.Errorf("65 scans: %v", err)
	}
}
