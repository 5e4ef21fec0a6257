package blob

import (
	"bytes"
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
	case at(4, "ftyp"):
		return sniffBrand(head)
	case at(4, "moov"), at(4, "mdat"), at(4, "wide"):
		return strip.MOV // QuickTime files older than the ftyp box
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
