package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/image/webp"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func be32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// folder is a store in a folder that can be counted.
func folder(t testing.TB) (*blob.Folder, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, dir
}

func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

type received struct {
	*blob.File
	served, thumbnail []byte
}

// receive sends bytes the whole way: received, committed, opened and read again.
func receive(t testing.TB, b []byte) received {
	t.Helper()
	s, dir := folder(t)
	ctx := context.Background()
	f, err := blob.NewIngest(s).Receive(ctx, bytes.NewReader(b), nil)
	if err != nil {
		t.Fatal(err)
	}
	id := domain.NewID(domain.KindMedia)
	if err := f.Commit(ctx, id); err != nil {
		t.Fatal(err)
	}
	out := received{File: f, served: read(t, s, blob.Key(id, blob.Original))}
	want := 1
	if f.HasThumbnail() {
		want, out.thumbnail = 2, read(t, s, blob.Key(id, blob.Thumbnail))
	}
	if got := files(t, dir); len(got) != want {
		t.Errorf("files left in the store: %v", got)
	}
	if f.ReceivedSHA256 != sum(b) || f.SHA256 != sum(out.served) || f.Size != int64(len(out.served)) {
		t.Error("sums or size are not of the bytes")
	}
	return out
}

func read(t testing.TB, s blob.Store, key string) []byte {
	t.Helper()
	o, err := s.Open(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = o.Close() }()
	b, err := io.ReadAll(o)
	if err != nil || int64(len(b)) != o.Size {
		t.Fatalf("read %d of %d bytes: %v", len(b), o.Size, err)
	}
	return b
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// leaks are words that tell where, when or with what a file was made.
var leaks = []string{
	"secret", "secr", "SECR", "Exif", "GPS", "xmpmeta", "ns.adobe.com", "Photoshop", "MPF\x00", "\xa9xyz", "loci",
	"com.apple.quicktime", "LOCATION",
}

func checkClean(t *testing.T, in, out []byte) {
	t.Helper()
	if !bytes.Contains(in, []byte("secret")) {
		t.Fatal("the test's file has no secret")
	}
	for _, word := range leaks {
		if at := bytes.Index(out, []byte(word)); at >= 0 {
			t.Errorf("%q is served: %q", word, out[at:min(len(out), at+40)])
		}
	}
}

func TestImagesLoseMetadata(t *testing.T) {
	img := striptest.Quarters(600, 400)
	red := color.NRGBA{R: 200, A: 255}
	for name, tc := range map[string]struct {
		in          []byte
		contentType string
		w, h        int
		keeps       []string
		decode      func(io.Reader) (image.Image, error)
	}{
		"photo":          {striptest.Photo(t, img, 1), "image/jpeg", 600, 400, []string{striptest.Profile, "JFIF"}, jpeg.Decode},
		"turned photo":   {striptest.Photo(t, img, 6), "image/jpeg", 400, 600, []string{striptest.Profile}, jpeg.Decode},
		"gray photo":     {striptest.Photo(t, image.NewGray(image.Rect(0, 0, 30, 20)), 8), "image/jpeg", 20, 30, []string{striptest.Profile}, jpeg.Decode},
		"screenshot":     {striptest.Screenshot(t, img, 1), "image/png", 600, 400, []string{"gAMA"}, png.Decode},
		"turned png":     {striptest.Screenshot(t, img, 3), "image/png", 600, 400, []string{"gAMA"}, png.Decode},
		"animated gif":   {striptest.AnimatedGIF(t), "image/gif", 40, 30, []string{"NETSCAPE2.0"}, gif.Decode},
		"webp":           {striptest.WebP(50, 20, 1, red), "image/webp", 50, 20, []string{striptest.Profile}, webp.Decode},
		"turned webp":    {striptest.WebP(50, 20, 8, red), "image/jpeg", 20, 50, nil, jpeg.Decode},
		"turned glass":   {striptest.WebP(50, 20, 8, color.NRGBA{R: 9, A: 90}), "image/png", 20, 50, nil, png.Decode},
		"animated webp":  {striptest.AnimatedWebP(64, 48), "image/webp", 64, 48, []string{"ANIM", "ANMF"}, nil},
		"tall and small": {striptest.Screenshot(t, striptest.Quarters(1, 2000), 1), "image/png", 1, 2000, nil, png.Decode},
	} {
		t.Run(name, func(t *testing.T) {
			got := receive(t, tc.in)
			checkClean(t, tc.in, got.served)
			checkClean(t, tc.in, got.thumbnail)
			for _, word := range tc.keeps {
				if !bytes.Contains(got.served, []byte(word)) {
					t.Errorf("%q is lost", word)
				}
			}
			if got.ContentType != tc.contentType || got.Width != tc.w || got.Height != tc.h || got.Type != domain.MediaImage {
				t.Errorf("is %s %s %dx%d", got.Type, got.ContentType, got.Width, got.Height)
			}
			if tc.decode != nil {
				img, err := tc.decode(bytes.NewReader(got.served))
				if err != nil || img.Bounds().Size() != image.Pt(tc.w, tc.h) {
					t.Errorf("does not decode to its size: %v", err)
				}
			}
			small, err := jpeg.Decode(bytes.NewReader(got.thumbnail))
			if err != nil {
				t.Fatal(err)
			}
			if s := small.Bounds().Size(); max(s.X, s.Y) != min(480, max(tc.w, tc.h)) || s.X > tc.w {
				t.Errorf("thumbnail of %v", s)
			}
		})
	}
}

// Cleaning what is clean changes nothing: no byte of the picture itself is touched.
func TestCleanImagesStayAsTheyAre(t *testing.T) {
	img := striptest.Quarters(60, 40)
	for name, b := range map[string][]byte{
		"jpeg": striptest.PlainJPEG(t, img), "png": striptest.PlainPNG(t, img), "webp": striptest.PlainWebP(9, 9, striptest.Corner(true, true)),
	} {
		t.Run(name, func(t *testing.T) {
			if got := receive(t, b); !bytes.Equal(got.served, b) {
				t.Errorf("%s: %d bytes became %d", name, len(b), len(got.served))
			}
		})
	}
}

func TestAnimationsKeepTheirFrames(t *testing.T) {
	g, err := gif.DecodeAll(bytes.NewReader(receive(t, striptest.AnimatedGIF(t)).served))
	if err != nil || len(g.Image) != 2 || g.LoopCount != 0 || g.Delay[1] != 10 {
		t.Errorf("gif: %v, %+v", err, g)
	}
	if n := bytes.Count(receive(t, striptest.AnimatedWebP(64, 48)).served, []byte("ANMF")); n != 2 {
		t.Errorf("webp has %d frames", n)
	}
}

// turned says where the pixel of an upright picture of w by h lies when a camera stores it
// with an orientation (TIFF 6.0: which edge is the first row and the first column).
func turned(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return h - 1 - y, x
	}
	return x, y
}

func TestPicturesStandUpright(t *testing.T) {
	const w, h = 48, 32
	want := striptest.Quarters(w, h)
	for orientation := 1; orientation <= 8; orientation++ {
		stored := image.NewNRGBA(image.Rect(0, 0, w, h))
		if orientation >= 5 {
			stored = image.NewNRGBA(image.Rect(0, 0, h, w))
		}
		for y := range h {
			for x := range w {
				sx, sy := turned(orientation, x, y, w, h)
				stored.Set(sx, sy, want.At(x, y))
			}
		}
		for name, in := range map[string][]byte{"jpeg": striptest.Photo(t, stored, orientation), "png": striptest.Screenshot(t, stored, orientation)} {
			t.Run(fmt.Sprintf("%s, orientation %d", name, orientation), func(t *testing.T) {
				got := receive(t, in)
				for part, b := range map[string][]byte{"served": got.served, "thumbnail": got.thumbnail} {
					img, _, err := image.Decode(bytes.NewReader(b))
					if err != nil || img.Bounds().Size() != image.Pt(w, h) {
						t.Fatalf("%s %d: %v %v", name, orientation, err, img.Bounds())
					}
					for _, p := range []image.Point{{4, 4}, {w - 5, 4}, {4, h - 5}, {w - 5, h - 5}} {
						if !near(img.At(p.X, p.Y), want.At(p.X, p.Y)) {
							t.Errorf("%s, orientation %d, %s: %v is %v", name, orientation, part, p, img.At(p.X, p.Y))
						}
					}
				}
			})
		}
	}
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	diff := func(x, y uint32) bool { return max(x, y)-min(x, y) < 24<<8 }
	return diff(r1, r2) && diff(g1, g2) && diff(b1, b2)
}

func TestDamagedEXIFIsDropped(t *testing.T) {
	b := striptest.PlainJPEG(t, striptest.Quarters(60, 40))
	whole := striptest.EXIF(6)
	for cut := range whole {
		in := slices.Concat(b[:2], striptest.Segment(0xe1, []byte("Exif\x00\x00"), whole[:cut]), b[2:])
		if got := receive(t, in); bytes.Contains(got.served, []byte("Exif")) {
			t.Errorf("EXIF cut at %d is served", cut)
		}
	}
	bad := striptest.EXIF(6)
	copy(bad[4:], be32(1<<31)) // the directory lies far outside
	got := receive(t, slices.Concat(b[:2], striptest.Segment(0xe1, []byte("Exif\x00\x00"), bad), b[2:]))
	if got.Width != 60 {
		t.Error("turned by an orientation that can't be read")
	}
}

func TestReceiveRefuses(t *testing.T) {
	img := striptest.Quarters(300, 200)
	is := func(m domain.MediaType) blob.Declared { return func() (domain.MediaType, error) { return m, nil } }
	huge := func(n int64) io.Reader { return io.LimitReader(zeroReader{}, n) }
	after := func(b []byte, n int64) io.Reader { return io.MultiReader(bytes.NewReader(b), huge(n-int64(len(b)))) }
	wide := striptest.PlainPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	copy(wide[8:], striptest.Chunk("IHDR", be32(10_000), be32(5_001), []byte{8, 0, 0, 0, 0}))
	canceled, cancel := context.WithCancel(context.Background())
	cancel()

	for name, tc := range map[string]struct {
		body     io.Reader
		declared blob.Declared
		want     fault.Code
		ctx      context.Context
	}{
		"nothing":                     {strings.NewReader(""), nil, fault.Validation, nil},
		"nothing, wrongly declared":   {strings.NewReader(""), is(domain.MediaVideo), fault.Validation, nil},
		"svg":                         {strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"/>`), nil, fault.UnsupportedMediaType, nil},
		"html":                        {strings.NewReader("<!doctype html><script>1</script>"), nil, fault.UnsupportedMediaType, nil},
		"a word":                      {strings.NewReader("x"), nil, fault.UnsupportedMediaType, nil},
		"pdf, declared image":         {strings.NewReader("%PDF-1.7"), is(domain.MediaImage), fault.UnsupportedMediaType, nil},
		"heic":                        {bytes.NewReader(striptest.Box("ftyp", []byte("heic"), be32(0), []byte("mif1heicisom"))), nil, fault.UnsupportedMediaType, nil},
		"avif":                        {bytes.NewReader(striptest.Box("ftyp", []byte("avif"), be32(0), []byte("avifmif1mp42"))), nil, fault.UnsupportedMediaType, nil},
		"m4a":                         {bytes.NewReader(striptest.Box("ftyp", []byte("M4A "), be32(0), []byte("M4A mp42isom"))), nil, fault.UnsupportedMediaType, nil},
		"matroska":                    {bytes.NewReader(bytes.Replace(striptest.WebMVideo(), []byte("\x84webm"), []byte("\x84mkv2"), 1)), nil, fault.UnsupportedMediaType, nil},
		"sound alone":                 {bytes.NewReader(bytes.ReplaceAll(striptest.Movie("isom", false), []byte("vide"), []byte("soun"))), nil, fault.UnsupportedMediaType, nil},
		"data in fragments":           {bytes.NewReader(striptest.FragmentedMovie(striptest.Track("vide", 320, 240, false, nil), striptest.Track("meta", 0, 0, false, nil))), nil, fault.UnsupportedMediaType, nil},
		"jpeg in name only":           {strings.NewReader("\xff\xd8\xff<script>"), nil, fault.UnsupportedMediaType, nil},
		"png in name only":            {strings.NewReader("\x89PNG\r\n\x1a\n<script>"), nil, fault.UnsupportedMediaType, nil},
		"image too large":             {after(striptest.PlainJPEG(t, img), blob.MaxImage+1), nil, fault.FileTooLarge, nil},
		"video too large":             {after(striptest.Movie("isom", false), blob.MaxVideo+1), nil, fault.FileTooLarge, nil},
		"anything too large":          {huge(blob.MaxVideo + 1), nil, fault.FileTooLarge, nil},
		"too many pixels":             {bytes.NewReader(wide), nil, fault.FileTooLarge, nil},
		"image declared video":        {bytes.NewReader(striptest.Photo(t, img, 1)), is(domain.MediaVideo), fault.MediaTypeMismatch, nil},
		"video declared image":        {bytes.NewReader(striptest.WebMVideo()), is(domain.MediaImage), fault.MediaTypeMismatch, nil},
		"a bad field before the type": {strings.NewReader("<html>"), func() (domain.MediaType, error) { return "", fault.Invalid() }, fault.Validation, nil},
		"cut off by the client":       {io.MultiReader(bytes.NewReader(striptest.Photo(t, img, 1)), iotest.ErrReader(io.ErrUnexpectedEOF)), nil, fault.Malformed, nil},
		"cut off at once":             {iotest.ErrReader(errors.New("reset")), nil, fault.Malformed, nil},
		"cancelled":                   {bytes.NewReader(striptest.WebMVideo()), nil, "", canceled},
	} {
		t.Run(name, func(t *testing.T) {
			s, dir := folder(t)
			ctx := tc.ctx
			if ctx == nil {
				ctx = context.Background()
			}
			f, err := blob.NewIngest(s).Receive(ctx, tc.body, tc.declared)
			if f != nil || err == nil {
				t.Fatal("was taken in")
			}
			if tc.want == "" && !errors.Is(err, context.Canceled) || tc.want != "" && !fault.Is(err, tc.want) {
				t.Errorf("got %v", err)
			}
			if left := files(t, dir); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// A file that lost its end is refused, wherever it was cut; nothing stays behind.
func TestCutFilesAreRefused(t *testing.T) {
	img := striptest.Quarters(40, 30)
	for name, whole := range map[string][]byte{
		"jpeg": striptest.PlainJPEG(t, img), "png": striptest.PlainPNG(t, img), "gif": bytes.TrimSuffix(striptest.AnimatedGIF(t), []byte("secret-trailing")),
		"webp": bytes.TrimSuffix(striptest.WebP(50, 20, 1, striptest.Corner(true, true)), []byte("secret-trailing")), "mp4": striptest.Movie("mp42", false), "webm": striptest.WebMVideo(),
	} {
		t.Run(name, func(t *testing.T) {
			s, dir := folder(t)
			in := blob.NewIngest(s)
			for cut := 30; cut < len(whole)-300; cut += 1 + len(whole)/60 {
				f, err := in.Receive(context.Background(), bytes.NewReader(whole[:cut]), nil)
				if err == nil {
					f.Discard()
					t.Errorf("%s cut at %d of %d was taken", name, cut, len(whole))
				} else if !fault.Is(err, fault.UnsupportedMediaType) {
					t.Errorf("%s cut at %d: %v", name, cut, err)
				}
			}
			if left := files(t, dir); len(left) > 0 {
				t.Errorf("%s left %v", name, left)
			}
		})
	}
}

func TestDeclaredIsAskedAfterTheLastByte(t *testing.T) {
	s, _ := folder(t)
	body := bytes.NewReader(striptest.WebMVideo())
	f, err := blob.NewIngest(s).Receive(context.Background(), body, func() (domain.MediaType, error) {
		if body.Len() > 0 {
			t.Error("asked too early")
		}
		return domain.MediaVideo, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
}

// A picture waits for its turn, but not longer than its request.
func TestWaitingForATurnEnds(t *testing.T) {
	s, dir := folder(t)
	in := blob.NewIngest(s)
	release := blob.HoldDecoder(in)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err := in.Receive(ctx, bytes.NewReader(striptest.PlainJPEG(t, striptest.Quarters(9, 9))), nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	release()
	f, err := in.Receive(context.Background(), bytes.NewReader(striptest.PlainJPEG(t, striptest.Quarters(9, 9))), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
}

type zeroReader struct{}

func (zeroReader) Read(b []byte) (int, error) { clear(b); return len(b), nil }
