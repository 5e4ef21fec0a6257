package blob_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"testing"

	"github.com/redress/redress/internal/blob/strip/striptest"
)

// A photo of more pixels than are decoded loses none of its scan, where fill bytes stand before its restart markers
// (T.81 B.1.1.2) or its end is lost.
func TestLargePhotosKeepTheirScan(t *testing.T) {
	const w, h = 5120, 3600 // progressive: more than may be decoded
	plain := striptest.FlatJPEG(t, w, h, 1, 6)
	sos := bytes.Index(plain, []byte{0xff, 0xda})
	head, scan := plain[:sos], plain[sos+14:len(plain)-2]
	sosHeader := plain[sos : sos+14]
	restart := binary.BigEndian.AppendUint16([]byte{0xff, 0xdd, 0, 4}, 16)
	filled := slices.Concat(head, restart, sosHeader)
	for i := 0; i < len(scan); i += 24 { // sixteen units of twelve bits
		if i > 0 {
			filled = append(filled, 0xff, 0xff, 0xd0+byte(i/24-1)&7)
		}
		filled = append(filled, scan[i:min(i+24, len(scan))]...)
	}
	start := bytes.Index(filled, sosHeader)
	for name, in := range map[string][]byte{
		"fill bytes": append(bytes.Clone(filled), "\xff\xd9secret"...), "no end": filled, "cut": filled[:len(filled)-1000],
	} {
		t.Run(name, func(t *testing.T) {
			got := receive(t, in)
			want := bytes.TrimSuffix(in[start:], []byte("secret"))
			if got.HasThumbnail() || got.Width != h || got.Height != w || !bytes.Contains(got.served, want) || bytes.Contains(got.served, []byte("secret")) {
				t.Errorf("%d bytes became %d", len(in), len(got.served))
			}
		})
	}
}

// A photo of inks is kept as it is. Whether it has Adobe's segment (APP14), without which our decoder can't read it, is one to browsers.
func TestInksAreKept(t *testing.T) {
	plain, err := os.ReadFile("testdata/cmyk-without-adobe.jpg")
	if err != nil {
		t.Fatal(err)
	}
	adobe := striptest.Segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))
	turned := striptest.Segment(0xe1, []byte("Exif\x00\x00"), striptest.EXIF(6))
	for name, tc := range map[string]struct {
		in        []byte
		thumbnail bool
		w, h      int
	}{
		"plain":              {plain, false, 96, 64},
		"of Adobe":           {slices.Concat(plain[:2], adobe, plain[2:]), true, 96, 64},
		"turned":             {slices.Concat(plain[:2], turned, plain[2:]), false, 64, 96},
		"of Adobe, turned":   {slices.Concat(plain[:2], turned, adobe, plain[2:]), true, 64, 96},
		"turned after a cut": {slices.Concat(plain[:2], turned, plain[2:len(plain)-9]), false, 64, 96},
	} {
		t.Run(name, func(t *testing.T) {
			got := receive(t, tc.in)
			if got.HasThumbnail() != tc.thumbnail || got.Width != tc.w || got.Height != tc.h {
				t.Errorf("is %d by %d, thumbnail: %t", got.Width, got.Height, got.HasThumbnail())
			}
			if !bytes.Contains(got.served, scans(tc.in)) || bytes.Contains(got.served, []byte("secret")) {
				t.Error("is another picture")
			}
		})
	}
}

// A PNG whose EXIF follows the picture (w3c/png#310) is not turned.
func TestLateEXIF(t *testing.T) {
	in, err := os.ReadFile("testdata/late-exif.png")
	if err != nil {
		t.Fatal(err)
	}
	if got := receive(t, in); got.Width != 96 || got.Height != 64 || bytes.Contains(got.served, []byte("eXIf")) {
		t.Errorf("is %d by %d", got.Width, got.Height)
	}
}
