package strip_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
)

func be16(n int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(n)) }
func be32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func be64(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

func TestHostileVideos(t *testing.T) {
	head := striptest.Box("ftyp", []byte("isom"), be32(0))
	deep := []byte{}
	for range 2000 {
		deep = striptest.Box("moov", deep)
	}
	wide := bytes.Repeat(striptest.Box("free"), 1<<20+1)
	// A data track that claims four billion samples of four gigabytes in each of two chunks.
	most := be32(1<<32 - 1)
	data := striptest.Track("meta", 0, 0, false, striptest.Box("stbl",
		striptest.Box("stsc", be32(0), be32(1), be32(1), most, be32(1)),
		striptest.Box("stsz", be32(0), most, most),
		striptest.Box("stco", be32(0), be32(2), be32(40), be32(40))))
	for name, tc := range map[string]struct {
		in   []byte
		want string
	}{
		"nested":           {slices.Concat(head, deep), "no video track"},
		"a box of no size": {slices.Concat(head, be32(1), []byte("moov"), be64(0)), `"moov" overruns`},
		"a box below zero": {slices.Concat(head, be32(1), []byte("moov"), be64(-1)), `"moov" overruns`},
		"two movies":       {slices.Concat(head, striptest.Box("moov"), striptest.Box("moov")), "two movies"},
		"too many boxes":   {slices.Concat(head, wide), "too many boxes"},
		"huge samples":     {slices.Concat(head, striptest.Box("mdat", make([]byte, 100)), striptest.Box("moov", data)), "sample tables disagree"},
		"huge tables":      {slices.Concat(head, striptest.Box("moov", striptest.Track("meta", 0, 0, false, striptest.Box("stbl", striptest.Box("stsz", be32(0), be32(0), most))))), "overruns"},
		"an outside file":  {bytes.Replace(striptest.Movie("isom", false), slices.Concat([]byte("alis"), be32(1)), slices.Concat([]byte("alis"), be32(0)), 1), "another file"},
		"outside items":    {slices.Concat(head, striptest.Box("meta", be32(0), striptest.Box("iloc", make([]byte, 8)))), "outside of their box"},
		"no tracks":        {slices.Concat(striptest.WebMHeader("webm"), striptest.LiveElement(0x18538067, striptest.LiveElement(0x18538067))), "no video track"},
		"an endless tag":   {slices.Concat(striptest.WebMHeader("webm"), striptest.LiveElement(0x18538067, striptest.LiveElement(0x1254C367))), "unknown size"},
		"clusters first":   {slices.Concat(striptest.WebMHeader("webm"), striptest.LiveElement(0x18538067, striptest.Element(0x1F43B675, striptest.WebMBlocks()), striptest.WebMTracks())), "before the tracks"},
		"two segments":     {slices.Concat(striptest.WebMVideo(), striptest.Element(0x18538067)), "no video track"},
		"an id too long":   {slices.Concat(striptest.WebMHeader("webm"), []byte{1, 1, 1, 1, 1, 1, 1, 1, 0x80}), "no element"},
		"many elements":    {slices.Concat(striptest.WebMHeader("webm"), bytes.Repeat(striptest.ShortElement(0xEC), 1<<20)), "too many elements"},
		"no pixels":        {bytes.Replace(striptest.WebMVideo(), striptest.ShortElement(0xB0, be16(320)), striptest.ShortElement(0xB0, be16(0)), 1), "0 by 240"},
	} {
		t.Run(name, func(t *testing.T) {
			format := strip.MP4
			if bytes.HasPrefix(tc.in, []byte("\x1aE")) {
				format = strip.WebM
			}
			start := time.Now()
			if _, err := clean(format, tc.in); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}
