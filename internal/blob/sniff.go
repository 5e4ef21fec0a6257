package blob

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/domain"
)

// sniffLen is how many first bytes decide the format.
const sniffLen = 512

func mediaType(f strip.Format) domain.MediaType {
	if strings.HasPrefix(string(f), "image/") {
		return domain.MediaImage
	}
	return domain.MediaVideo
}

// sniff returns the format by the first bytes; "" for everything that is not supported.
func sniff(head []byte) strip.Format {
	at := func(off int, text string) bool {
		return len(head) >= off && bytes.HasPrefix(head[off:], []byte(text))
	}
	switch {
	case at(0, "\xff\xd8\xff"):
		return strip.JPEG
	case at(0, "\x89PNG\r\n\x1a\n"):
		return strip.PNG
	case at(0, "GIF87a"), at(0, "GIF89a"):
		return strip.GIF
	case at(0, "RIFF") && at(8, "WEBP"):
		return strip.WebP
	case at(0, "\x1aE\xdf\xa3"):
		return strip.WebM // Matroska begins alike; the parser reads the doctype
	case boxSize(head) > 0:
		return boxes
	}
	return ""
}

// boxes is a file of the ISO base media family whose boxes say which one it is, once it was received.
const boxes = strip.Format("boxes")

// boxSize returns the size of the box that a head begins with (ISO/IEC 14496-12, 4.2): 0 where it is none.
func boxSize(head []byte) int64 {
	if len(head) < 16 {
		return 0
	}
	for _, c := range head[4:8] {
		if c < ' ' || c > '~' {
			return 0
		}
	}
	size, least := int64(binary.BigEndian.Uint32(head)), int64(8)
	if size == 1 {
		size, least = int64(binary.BigEndian.Uint64(head[8:])), 16
	}
	if size < least || size > MaxVideo {
		if kind := string(head[4:8]); size == 0 && (kind == "mdat" || kind == "moov") { // to the end of the file
			return MaxVideo
		}
		return 0
	}
	return size
}

// sniffBoxes returns the format of a file of boxes by its first ftyp. Players skip what comes before it: free space, XMP, what nobody
// knows.
func sniffBoxes(f io.ReaderAt) strip.Format {
	const most = 64
	at := int64(0)
	for range most {
		head := make([]byte, sniffLen)
		n, err := f.ReadAt(head, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return ""
		}
		head = head[:n]
		size := boxSize(head)
		if size == 0 {
			return ""
		}
		switch string(head[4:8]) {
		case "ftyp":
			return sniffBrand(head)
		case "moov", "mdat":
			return strip.MOV // QuickTime files older than the ftyp box
		}
		at += size
	}
	return ""
}

// mp4Brands are the brands of the ISO base media family that mean video for everybody.
// HEIC, AVIF and audio-only brands are left out on purpose.
var mp4Brands = []string{
	"isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1", "av01",
	"dash", "msdh", "cmfc", "M4V ", "M4VH", "M4VP", "MSNV", "XAVC",
	"NDSC", "NDSH", "NDSM", "NDSP", "NDSS", "NDXC", "NDXH", "NDXM", "NDXP", "NDXS", "F4V ",
}

// sniffBrand returns the format of an ftyp box: the major brand decides, but for phones that write
// a brand of 3GPP into files that are compatible with MP4.
func sniffBrand(head []byte) strip.Format {
	if len(head) < 16 {
		return ""
	}
	major := head[8:12]
	switch {
	case string(major) == "qt  ":
		return strip.MOV
	case slices.Contains(mp4Brands, string(major)):
		return strip.MP4
	case string(major[:2]) == "3g":
		end := min(len(head), int(head[2])<<8|int(head[3]))
		for off := 16; off+4 <= end; off += 4 {
			if slices.Contains(mp4Brands, string(head[off:off+4])) {
				return strip.MP4
			}
		}
	}
	return ""
}
