package strip_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
)

// A decoder passes over the whole picture for each scan of a JPEG, and an empty scan is small:
// more than any camera writes are refused before anything is decoded.
func TestJPEGOfManyScans(t *testing.T) {
	with := func(n int) []byte { return striptest.FlatJPEG(t, 16, 16, n, 1) }
	if _, err := clean(strip.JPEG, with(64)); err != nil {
		t.Errorf("64 scans: %v", err)
	}
	if _, err := clean(strip.JPEG, with(65)); err == nil || !strings.Contains(err.Error(), "too many scans") {
		t.Errorf("65 scans: %v", err)
	}
}

// restarting returns a gray photo of 8 by 8n pixels that has a restart after every block (T.81 E.1.4), with something before
// each restart marker and an end. Its blocks are white and black in turn.
func restarting(t *testing.T, n int, before, end string) []byte {
	t.Helper()
	b := striptest.PlainJPEG(t, image.NewGray(image.Rect(0, 0, 8, 8)))
	sof, sos := bytes.Index(b, []byte{0xff, 0xc0}), bytes.Index(b, []byte{0xff, 0xda})
	binary.BigEndian.PutUint16(b[sof+5:], uint16(8*n))
	b = slices.Concat(b[:sos], striptest.Segment(0xdd, be16(1)), b[sos:sos+2+int(b[sos+3])])
	for i := range n {
		if i > 0 {
			b = slices.Concat(b, []byte(before), []byte{0xff, 0xd0 + byte(i-1)&7})
		}
		// A difference of eight bits, code 111110, +255 or -255, and the end of block, 1010.
		b = append(b, [][]byte{{0xfb, 0xfe, 0xbf}, {0xf8, 0x02, 0xbf}}[i%2]...)
	}
	return append(b, end...)
}

// Fill bytes may stand before any marker (T.81 B.1.1.2), a restart marker too. Those of a large photo were taken for the end of its
// scan, and nobody decoded what was left.
func TestFillBytesEndNoScan(t *testing.T) {
	for _, fill := range []string{"", "\xff", "\xff\xff\xff"} {
		in := restarting(t, 20, fill, fill+"\xff\xd9")
		out, err := clean(strip.JPEG, in)
		if err != nil {
			t.Fatalf("%q: %v", fill, err)
		}
		want, err := jpeg.Decode(bytes.NewReader(restarting(t, 20, "", "\xff\xd9")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil || !bytes.Equal(got.(*image.Gray).Pix, want.(*image.Gray).Pix) {
			t.Errorf("%q: another picture: %v", fill, err)
		}
		if len(out) != len(in)-len(fill) {
			t.Errorf("%q: %d bytes became %d", fill, len(in), len(out))
		}
	}
}

// The picture of a damaged file stays as it is, and what follows it goes, whatever the marker between them became.
func TestDamagedEnds(t *testing.T) {
	scan := restarting(t, 20, "", "")
	const secret = "\xff\xe1\x00\x0eExif\x00\x00secret ftypmp42 secret"
	for name, tc := range map[string]struct {
		in   []byte
		want []byte // nil: refused
	}{
		"no end":                  {scan, slices.Concat(scan, []byte("\xff\xd9"))},
		"cut":                     {scan[:len(scan)-10], scan[:len(scan)-10]},
		"cut and ended":           {slices.Concat(scan[:len(scan)-10], []byte("\xff\xd9")), slices.Concat(scan[:len(scan)-10], []byte("\xff\xd9"))},
		"cut at a restart":        {scan[:len(scan)-3], scan[:len(scan)-3]},
		"text after the end":      {slices.Concat(scan, []byte("\xff\xd9secret")), slices.Concat(scan, []byte("\xff\xd9"))},
		"text for an end":         {slices.Concat(scan, []byte("secret")), slices.Concat(scan, []byte("\xff\xd9"))},
		"metadata for an end":     {slices.Concat(scan, []byte(secret)), slices.Concat(scan, []byte("\xff\xd9"))},
		"another image":           {slices.Concat(scan, scan[:2], []byte(secret), scan[2:], []byte("\xff\xd9")), slices.Concat(scan, []byte("\xff\xd9"))},
		"a reserved marker":       {slices.Concat(scan, []byte("\xff\x37secret")), slices.Concat(scan, []byte("\xff\xd9"))},
		"an end in the scan":      {slices.Concat(scan[:len(scan)-10], []byte("\xff\xd9"), scan[len(scan)-10:]), nil},
		"metadata in the scan":    {slices.Concat(scan[:len(scan)-10], []byte(secret), scan[len(scan)-10:], []byte("\xff\xd9")), nil},
		"cut, then metadata":      {slices.Concat(scan[:len(scan)-10], []byte(secret)), nil},
		"another restart is next": {bytes.Replace(scan, []byte("\xff\xd3"), []byte("\xff\xd4"), 1), nil},
		"cut, then a film":        {slices.Concat(scan[:len(scan)-10], []byte("\x00\x00\x00\x18ftypmp42secret")), nil},
		"a film in its place":     {slices.Concat(scan[:len(scan)-6], []byte("ftypftypftypmp42secret\xff\xd9")), nil},
		"cut, then text":          {slices.Concat(scan[:len(scan)-5], []byte("secret")), nil},
		"text in the scan":        {bytes.Replace(scan, []byte("\xff\xd3"), []byte("secret\xff\xd3"), 1), nil},
		"no scan":                 {scan[:bytes.Index(scan, []byte("\xff\xda"))], nil},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := clean(strip.JPEG, tc.in)
			if tc.want == nil && err == nil || tc.want != nil && !bytes.Equal(out, tc.want) {
				t.Errorf("%d bytes became %d: %v", len(tc.in), len(out), err)
			}
		})
	}
}

// A progressive photo that is cut between two scans shows what those before brought; one whose end comes before a scan
// would lose that.
func TestProgressiveEnds(t *testing.T) {
	in := striptest.FlatJPEG(t, 64, 64, 5, 1)
	last := bytes.LastIndex(in, []byte{0xff, 0xda})
	if out, err := clean(strip.JPEG, in[:last]); err != nil || !bytes.HasSuffix(out, []byte("\xaa\xff\xd9")) {
		t.Errorf("cut: %v", err)
	}
	early := slices.Concat(in[:last], []byte("\xff\xd9"), in[last:])
	if _, err := clean(strip.JPEG, early); err == nil {
		t.Error("a scan was lost")
	}
}

// A frame of Motion JPEG has no tables: those of T.81 K.3 are meant, and browsers take them. No encoder of a progressive photo
// leaves its own ones out.
func TestStandardTables(t *testing.T) {
	without := func(b []byte) []byte {
		at := bytes.Index(b, []byte{0xff, 0xc4})
		return slices.Delete(b, at, at+2+int(binary.BigEndian.Uint16(b[at+2:])))
	}
	in := without(striptest.PlainJPEG(t, striptest.Quarters(70, 50)))
	if out, err := clean(strip.JPEG, append(bytes.Clone(in), "secret"...)); err != nil || !bytes.Equal(out, in) {
		t.Errorf("%d bytes became %d: %v", len(in), len(out), err)
	}
	if _, err := clean(strip.JPEG, without(striptest.FlatJPEG(t, 64, 64, 3, 1))); err == nil {
		t.Error("a progressive one was taken")
	}
}

// What passing over scans takes is bounded by the picture's pixels, however many scans there are. Its time is in docs/performance.md: a
// test's depends on the machine.
func TestScansTakeBoundedMemory(t *testing.T) {
	empty := striptest.FlatJPEG(t, 8000, 6000, 1, 1)
	sos := bytes.Index(empty, []byte{0xff, 0xda})
	// Tables of AC codes in which 0 says that 16,384 blocks end here, or more by fourteen bits.
	table := striptest.Segment(0xc4, []byte{0x10, 1}, make([]byte, 15), []byte{0xe0})
	runs := slices.Concat(empty[:sos], table, empty[sos:len(empty)-2])
	for i := range 63 {
		high := byte(0)
		if i > 0 {
			high = 0x11
		}
		runs = slices.Concat(runs, striptest.Segment(0xda, []byte{1, 1, 0, 1, 63, high}), make([]byte, (8000*6000/64/16384+1)*15/8+1))
	}
	runs = append(runs, "\xff\xd9"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	_, err := clean(strip.JPEG, runs)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
	t.Logf("%d kB: %v, %d MB", len(runs)>>10, took.Round(time.Millisecond), allocated)
	if err != nil || allocated > 12 {
		t.Errorf("%d MB: %v", allocated, err)
	}
	huge := bytes.Clone(empty)
	binary.BigEndian.PutUint32(huge[bytes.Index(huge, []byte{0xff, 0xc2})+5:], 0xffffffff)
	if _, err := clean(strip.JPEG, huge); !errors.Is(err, strip.ErrTooManyPixels) {
		t.Error(err)
	}
}
