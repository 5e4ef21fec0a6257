package blob_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// TestChangedJPEGs changes photos at random, in their markers, fill bytes and ends: each is refused with words, or served with
// the scans that it had, the same pixels and none of its secrets. REDRESS_TEST_SEED and REDRESS_TEST_JPEGS say which ones and how many,
// REDRESS_TEST_MEDIA is a folder of more photos. Into REDRESS_TEST_JPEGS_FOLDER are written the photo before it was changed, what came and
// what is served, for e2e/media.test.mjs, which compares them in a browser.
func TestChangedJPEGs(t *testing.T) {
	seed, n := rand.Uint64()>>1, 40
	if v := os.Getenv("REDRESS_TEST_SEED"); v != "" {
		seed = must(strconv.ParseUint(v, 10, 64))
	}
	if v := os.Getenv("REDRESS_TEST_JPEGS"); v != "" {
		n = must(strconv.Atoi(v))
	}
	t.Logf("REDRESS_TEST_SEED=%d", seed)
	c := changer{rand.New(rand.NewPCG(seed, 1))}
	photos := photos(t)
	s, _ := folder(t)
	in := blob.NewIngest(s)
	refused := 0
	for i := range len(photos) + n { // first each as it is
		photo := photos[i%len(photos)]
		b, changes := photo, []string(nil)
		if i >= len(photos) {
			b, changes = c.change(photo)
		}
		name := fmt.Sprintf("%03d", i)
		served, err := accept(t, s, in, b)
		dump(t, name+".photo.jpg", photo)
		dump(t, name+".in.jpg", b)
		if err != nil {
			if !fault.Is(err, fault.UnsupportedMediaType) || i < len(photos) {
				t.Errorf("%s, %q: %v", name, changes, err)
			}
			dump(t, name+".json", must(json.Marshal(map[string]any{"changes": changes, "refused": err.Error()})))
			refused++
			continue
		}
		dump(t, name+".out.jpg", served)
		dump(t, name+".json", must(json.Marshal(map[string]any{"changes": changes})))
		for _, word := range []string{"secret", "GPS", "ftypmp42", "xmpmeta"} {
			if bytes.Contains(served, []byte(word)) {
				t.Errorf("%s, %q: %q is served", name, changes, word)
			}
		}
		before, err := jpeg.Decode(bytes.NewReader(b))
		if err != nil {
			if p, _ := strip.Image(strip.JPEG, b); p.Orientation == 1 && !bytes.Contains(b, scans(served)) {
				t.Errorf("%s, %q: not the scans that came", name, changes)
			}
			continue // the browser's test compares it
		}
		after, err := jpeg.Decode(bytes.NewReader(served))
		if err != nil || before.Bounds() == after.Bounds() && bytes.Contains(b, scans(served)) && !same(before, after) {
			t.Errorf("%s, %q: another picture: %v", name, changes, err)
		}
	}
	t.Logf("%d of %d refused", refused, len(photos)+n)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// accept receives bytes, and returns what is served.
func accept(t *testing.T, s blob.Store, in *blob.Ingest, b []byte) ([]byte, error) {
	t.Helper()
	f, err := in.Receive(context.Background(), bytes.NewReader(b), nil)
	if err != nil {
		return nil, err
	}
	id := domain.NewID(domain.KindMedia)
	if err := f.Commit(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	return read(t, s, blob.Key(id, blob.Original)), nil
}

func dump(t *testing.T, name string, b []byte) {
	t.Helper()
	if dir := os.Getenv("REDRESS_TEST_JPEGS_FOLDER"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// scans returns the entropy-coded bytes of the first scan.
func scans(b []byte) []byte {
	at := bytes.Index(b, []byte{0xff, 0xda})
	at += 2 + int(b[at+2])<<8 + int(b[at+3])
	rest := b[at:]
	for i := 0; i+1 < len(rest); i++ {
		if rest[i] == 0xff && rest[i+1] != 0 && rest[i+1] != 0xff && rest[i+1]&0xf8 != 0xd0 {
			return rest[:i]
		}
	}
	return rest
}

func same(a, b image.Image) bool {
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y += 3 {
		for x := r.Min.X; x < r.Max.X; x += 3 {
			if !near(a.At(x, y), b.At(x, y)) {
				return false
			}
		}
	}
	return true
}

// photos returns photos to change: ours, those of the standard library's tests (progressive, with restarts, CMYK), and those of
// REDRESS_TEST_MEDIA.
func photos(t *testing.T) [][]byte {
	t.Helper()
	img := image.NewYCbCr(image.Rect(0, 0, 150, 103), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		x, y := i%img.YStride, i/img.YStride
		img.Y[i] = byte(x*y>>4 + x)
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = byte(60+i>>5), byte(200-i%img.CStride)
	}
	out := [][]byte{
		striptest.Photo(t, striptest.Quarters(90, 60), 1), striptest.PlainJPEG(t, img), striptest.Photo(t, striptest.Quarters(96, 48), 6),
		must(os.ReadFile("testdata/cmyk-without-adobe.jpg")),
	}
	root := must(exec.Command("go", "env", "GOROOT").Output())
	names := must(filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src/image/testdata/*.jpeg")))
	if dir := os.Getenv("REDRESS_TEST_MEDIA"); dir != "" {
		names = append(names, must(filepath.Glob(filepath.Join(dir, "*.jpg")))...)
	}
	for _, name := range names {
		out = append(out, must(os.ReadFile(name)))
	}
	return out
}

// changer changes files.
type changer struct{ *rand.Rand }

// change returns a changed file, and what was done to it.
func (c changer) change(b []byte) ([]byte, []string) {
	var did []string
	for range 1 + c.IntN(2) {
		markers := markers(b)
		if len(markers) == 0 {
			break
		}
		at := markers[c.IntN(len(markers))]
		last := markers[len(markers)-1]
		insert := func(at int, what ...byte) []byte { return slices.Concat(b[:at], what, b[at:]) }
		var say string
		switch c.IntN(9) {
		case 0:
			b, say = insert(at, bytes.Repeat([]byte{0xff}, 1+c.IntN(4))...), "fill bytes before one marker"
		case 1:
			for _, at := range slices.Backward(markers) {
				b = insert(at, bytes.Repeat([]byte{0xff}, 1+c.IntN(3))...)
			}
			say = "fill bytes before every marker"
		case 2:
			b = bytes.Clone(b)
			was := b[at+1]
			b[at+1] = byte(1 + c.IntN(254))
			say = fmt.Sprintf("marker %#x at %d became %#x", was, at, b[at+1])
		case 3:
			b, say = b[:last], "no end"
		case 4:
			b, say = b[:len(b)-1-c.IntN(len(b)/3)], "cut"
		case 5:
			b, say = slices.Concat(b, []byte("\x00\x18ftypmp42secret GPS\xff\xd8\xff\xe1"), b[:c.IntN(len(b))]), "something follows"
		case 6:
			b = slices.Concat(b[:last], []byte{0xff, byte(1 + c.IntN(254))}, []byte("\x00\x18ftypmp42secret GPS"), b)
			say = "something instead of the end"
		case 7:
			b, say = insert(at, striptest.Segment(0xe1, []byte("Exif\x00\x00"), striptest.EXIF(1))...), "metadata"
		case 8:
			b, say = insert(at, striptest.Segment(0xfe, []byte("secret comment"))...), "a comment"
		}
		did = append(did, say)
	}
	return b, did
}

// markers returns where markers are: of segments, restarts and the end.
func markers(b []byte) (at []int) {
	for i := 2; i+3 < len(b); {
		if b[i] != 0xff || b[i+1] == 0 || b[i+1] == 0xff {
			i++
			continue
		}
		at = append(at, i)
		switch m := b[i+1]; {
		case m == 0xd9:
			return at
		case m >= 0xd0 && m <= 0xd7:
			i += 2
		default:
			i += 2 + int(b[i+2])<<8 + int(b[i+3])
		}
	}
	if n := len(b) - 2; n > 0 && b[n] == 0xff {
		at = append(at, n)
	}
	return at
}
