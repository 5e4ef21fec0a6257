package blob_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func TestVideosLoseMetadata(t *testing.T) {
	for name, tc := range map[string]struct {
		in          []byte
		contentType string
		w, h        int
		length      time.Duration
		pictures    int
	}{
		"mp4":               {striptest.Movie("mp42", false), "video/mp4", 320, 240, 2500 * time.Millisecond, 2},
		"turned mp4":        {striptest.Movie("isom", true), "video/mp4", 240, 320, 2500 * time.Millisecond, 2},
		"mov":               {striptest.Movie("qt  ", false), "video/quicktime", 320, 240, 2500 * time.Millisecond, 2},
		"phone's 3gp brand": {bytes.Replace(striptest.Movie("isom", false), []byte("isom"), []byte("3gp5"), 1), "video/mp4", 320, 240, 2500 * time.Millisecond, 2},
		"fragmented mp4":    {striptest.FragmentedMovie(striptest.Track("vide", 320, 240, false, nil)), "video/mp4", 320, 240, 0, 1},
		"webm":              {striptest.WebMVideo(), "video/webm", 320, 240, 2500 * time.Millisecond, 1},
		"browser's webm":    {striptest.WebMRecording(), "video/webm", 320, 240, 1500 * time.Millisecond, 2},
	} {
		t.Run(name, func(t *testing.T) {
			got := receive(t, tc.in)
			checkClean(t, tc.in, got.served)
			if got.Type != domain.MediaVideo || got.ContentType != tc.contentType || got.Width != tc.w || got.Height != tc.h || got.Duration != tc.length {
				t.Errorf("is %s %dx%d %v", got.ContentType, got.Width, got.Height, got.Duration)
			}
			if got.HasThumbnail() {
				t.Error("a video has no thumbnail")
			}
			// Every offset still holds: the samples lie where they lay.
			if len(got.served) != len(tc.in) || bytes.Count(got.served, striptest.Pixels) != tc.pictures {
				t.Fatal("samples were changed or moved")
			}
			for at := 0; ; at++ {
				next := bytes.Index(tc.in[at:], striptest.Pixels)
				if next < 0 {
					break
				}
				if at += next; !bytes.HasPrefix(got.served[at:], striptest.Pixels) {
					t.Errorf("the sample at %d moved", at)
				}
			}
		})
	}
}

// Players skip boxes before the one that says which format a film has, and so do we. What they hold goes.
func TestLeadingBoxes(t *testing.T) {
	movie := func(brand string, leading ...[]byte) []byte {
		before := slices.Concat(leading...)
		b := striptest.Movie(brand, false)
		for i := 0; ; i++ { // the samples are where they are: every table of them moves
			next := bytes.Index(b[i:], []byte("stco"))
			if next < 0 {
				return slices.Concat(before, b)
			}
			i += next
			for k := range binary.BigEndian.Uint32(b[i+8:]) {
				at := b[i+12+4*int(k):]
				binary.BigEndian.PutUint32(at, binary.BigEndian.Uint32(at)+uint32(len(before)))
			}
		}
	}
	secret := bytes.Repeat([]byte("secret"), 200)
	for name, tc := range map[string]struct {
		in   []byte
		want string
	}{
		"free":        {movie("isom", striptest.Box("free", secret)), "video/mp4"},
		"skip":        {movie("isom", striptest.Box("skip", secret[:6])), "video/mp4"},
		"wide, mp4":   {movie("isom", striptest.Box("wide", secret[:6])), "video/mp4"},
		"wide, mov":   {movie("qt  ", striptest.Box("wide")), "video/quicktime"},
		"uuid":        {movie("qt  ", striptest.Box("uuid", make([]byte, 16), secret)), "video/quicktime"},
		"unknown":     {movie("mp42", striptest.Box("abcd", secret), striptest.Box("skip")), "video/mp4"},
		"of 64 bits":  {movie("mp42", slices.Concat(be32(1), []byte("free"), be32(0), be32(16+len(secret)), secret)), "video/mp4"},
		"not a movie": {slices.Concat(striptest.Box("free", secret), striptest.Box("ftyp", []byte("heic"), be32(0), []byte("mif1heicisom"))), ""},
		"free alone":  {striptest.Box("free", secret), ""},
		"many":        {movie("isom", bytes.Repeat(striptest.Box("free"), 100)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.want == "" {
				s, dir := folder(t)
				_, err := blob.NewIngest(s).Receive(context.Background(), bytes.NewReader(tc.in), nil)
				if left := files(t, dir); !fault.Is(err, fault.UnsupportedMediaType) || len(left) > 0 {
					t.Errorf("left %v: %v", left, err)
				}
				return
			}
			got := receive(t, tc.in)
			checkClean(t, tc.in, got.served)
			if got.ContentType != tc.want || bytes.Count(got.served, striptest.Pixels) != 2 {
				t.Errorf("is %s", got.ContentType)
			}
		})
	}
}

// Twenty large uploads at once cost twenty small buffers. REDRESS_TEST_UPLOAD_MB says how
// large; the full test has 90, the default is smaller to be quick.
func TestParallelVideosKeepMemoryFlat(t *testing.T) {
	size := 8
	if s := os.Getenv("REDRESS_TEST_UPLOAD_MB"); s != "" {
		size, _ = strconv.Atoi(s)
	}
	size <<= 20
	s, _ := folder(t)
	in := blob.NewIngest(s)
	whole := striptest.Movie("mp42", false)

	var idle, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&idle)
	var group sync.WaitGroup
	taken := make([]*blob.File, 20)
	for i := range taken {
		group.Go(func() {
			// A large box between the file's own; its size comes first.
			body := io.MultiReader(bytes.NewReader(whole[:20]),
				bytes.NewReader(slices.Concat(be32(size), []byte("mdat"))), io.LimitReader(zeroReader{}, int64(size)-8),
				bytes.NewReader(whole[20:]))
			f, err := in.Receive(context.Background(), body, nil)
			if err != nil {
				t.Error(err)
				return
			}
			taken[i] = f
		})
	}
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	var most uint64
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapInuse-min(now.HeapInuse, idle.HeapInuse))
	}
	for _, f := range taken {
		if f != nil {
			f.Discard()
		}
	}
	t.Logf("20 videos of %d MiB: heap at most %.1f MiB above idle", size>>20, float64(most)/(1<<20))
	if most > 30<<20 {
		t.Errorf("heap rose by %d bytes", most)
	}
}

// The shared data holds real photos and clips with places in them; it is not ours to copy.
func TestRealFiles(t *testing.T) {
	dir := os.Getenv("REDRESS_TEST_MEDIA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data", "media")
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.*"))
	if len(names) == 0 {
		t.Skipf("SKIPPED: no real media in %s; set REDRESS_TEST_MEDIA", dir)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			in, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := receive(t, in)
			t.Logf("%d bytes → %s %dx%d %v, %d bytes, thumbnail %d", len(in), got.ContentType, got.Width, got.Height, got.Duration, got.Size, len(got.thumbnail))
			for _, word := range []string{
				"Exif\x00", "ns.adobe.com", "xmpmeta", "Photoshop", "NIKON", "COOLPIX", "iPhone", "GPS", "WGS", "42.36", "071.05", "LOCATION", "\xa9xyz", "loci",
				"\x00\x2a\x5c\x2f", "com.apple.quicktime", "keys", "ilst", "Lavf", "Lavc59", "ENCODER", "VideoHandler", "udta",
			} {
				if bytes.Contains(got.served, []byte(word)) || bytes.Contains(got.thumbnail, []byte(word)) {
					t.Errorf("%q is served", word)
				}
			}
			if strings.HasPrefix(got.ContentType, "video/") && (got.Duration != 2*time.Second || len(in) != len(got.served)) {
				t.Errorf("lasts %v", got.Duration)
			}
			if out := os.Getenv("REDRESS_TEST_MEDIA_OUT"); out != "" {
				if err := os.WriteFile(filepath.Join(out, fmt.Sprintf("served-%s", filepath.Base(name))), got.served, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
