package blob_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
)

func TestVideosLoseMetadata(t *testing.T) {
	for name, tc := range map[string]struct {
		in          []byte
		contentType string
		w, h        int
		length      time.Duration
		pictures    int
	}{
		"mp4":               {movie("mp42", false), "video/mp4", 320, 240, 2500 * time.Millisecond, 2},
		"turned mp4":        {movie("isom", true), "video/mp4", 240, 320, 2500 * time.Millisecond, 2},
		"mov":               {movie("qt  ", false), "video/quicktime", 320, 240, 2500 * time.Millisecond, 2},
		"phone's 3gp brand": {bytes.Replace(movie("isom", false), text("isom"), text("3gp5"), 1), "video/mp4", 320, 240, 2500 * time.Millisecond, 2},
		"fragmented mp4":    {fragmented(trak("vide", 320, 240, false, nil)), "video/mp4", 320, 240, 0, 1},
		"webm":              {clip(), "video/webm", 320, 240, 2500 * time.Millisecond, 1},
		"browser's webm":    {recording(), "video/webm", 320, 240, 1500 * time.Millisecond, 2},
	} {
		t.Run(name, func(t *testing.T) {
			got := takeIn(t, tc.in)
			checkClean(t, tc.in, got.served)
			if got.Type != domain.MediaVideo || got.ContentType != tc.contentType || got.Width != tc.w || got.Height != tc.h || got.Duration != tc.length {
				t.Errorf("is %s %dx%d %v", got.ContentType, got.Width, got.Height, got.Duration)
			}
			if got.HasThumbnail() {
				t.Error("a video has no thumbnail")
			}
			// Every offset still holds: the samples lie where they lay.
			if len(got.served) != len(tc.in) || bytes.Count(got.served, pixels) != tc.pictures {
				t.Fatal("samples were changed or moved")
			}
			for at := 0; ; at++ {
				next := bytes.Index(tc.in[at:], pixels)
				if next < 0 {
					break
				}
				if at += next; !bytes.HasPrefix(got.served[at:], pixels) {
					t.Errorf("the sample at %d moved", at)
				}
			}
		})
	}
}

func TestHostileVideos(t *testing.T) {
	head := atom("ftyp", text("isom"), be32(0))
	deep := []byte{}
	for range 2000 {
		deep = atom("moov", deep)
	}
	wide := bytes.Repeat(atom("free"), 1<<20+1)
	// A data track that claims four billion samples of four gigabytes in each of two chunks.
	most := be32(1<<32 - 1)
	data := trak("meta", 0, 0, false, atom("stbl",
		atom("stsc", be32(0), be32(1), be32(1), most, be32(1)),
		atom("stsz", be32(0), most, most),
		atom("stco", be32(0), be32(2), be32(40), be32(40))))
	for name, tc := range map[string]struct {
		in   []byte
		want string
	}{
		"nested":           {cat(head, deep), "no video track"},
		"a box of no size": {cat(head, be32(1), text("moov"), be64(0)), `"moov" overruns`},
		"a box below zero": {cat(head, be32(1), text("moov"), be64(-1)), `"moov" overruns`},
		"two movies":       {cat(head, atom("moov"), atom("moov")), "two movies"},
		"too many boxes":   {cat(head, wide), "too many boxes"},
		"huge samples":     {cat(head, atom("mdat", zeros(100)), atom("moov", data)), "sample tables disagree"},
		"huge tables":      {cat(head, atom("moov", trak("meta", 0, 0, false, atom("stbl", atom("stsz", be32(0), be32(0), most))))), "overruns"},
		"an outside file":  {bytes.Replace(movie("isom", false), cat(text("alis"), be32(1)), cat(text("alis"), be32(0)), 1), "another file"},
		"outside items":    {cat(head, atom("meta", be32(0), atom("iloc", zeros(8)))), "outside of their box"},
		"no tracks":        {cat(webmHead("webm"), endless(0x18538067, endless(0x18538067))), "no video track"},
		"an endless tag":   {cat(webmHead("webm"), endless(0x18538067, endless(0x1254C367))), "unknown size"},
		"clusters first":   {cat(webmHead("webm"), endless(0x18538067, element(0x1F43B675, webmBlocks()), webmTracks())), "before the tracks"},
		"two segments":     {cat(clip(), element(0x18538067)), "no video track"},
		"an id too long":   {cat(webmHead("webm"), []byte{1, 1, 1, 1, 1, 1, 1, 1, 0x80}), "no element"},
		"many elements":    {cat(webmHead("webm"), bytes.Repeat(short(0xEC), 1<<20)), "too many elements"},
		"no pixels":        {bytes.Replace(clip(), short(0xB0, be16(320)), short(0xB0, be16(0)), 1), "0 by 240"},
	} {
		t.Run(name, func(t *testing.T) {
			kind := "video/mp4"
			if bytes.HasPrefix(tc.in, text("\x1aE")) {
				kind = "video/webm"
			}
			start := time.Now()
			if _, err := blob.Clean(kind, tc.in); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
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
	in := blob.NewIntake(s)
	whole := movie("mp42", false)

	var idle, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&idle)
	var group sync.WaitGroup
	taken := make([]*blob.File, 20)
	for i := range taken {
		group.Go(func() {
			// A large box between the file's own; its size comes first.
			body := io.MultiReader(bytes.NewReader(whole[:20]),
				bytes.NewReader(cat(be32(size), text("mdat"))), io.LimitReader(zeroReader{}, int64(size)-8),
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
			got := takeIn(t, in)
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
