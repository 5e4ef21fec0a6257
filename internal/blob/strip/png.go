package strip

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngAllowed are the chunks that stay: the picture, its colors, its animation. Text, EXIF,
// times and private chunks go.
const (
	pngAllowed = "IHDR PLTE IDAT IEND tRNS bKGD hIST pHYs sBIT acTL fcTL fdAT " + pngColor
	pngColor   = "cHRM gAMA iCCP sRGB cICP mDCV cLLI"
)

// stripPNG keeps chunks by name (PNG, third edition). Bytes after IEND are left out.
func stripPNG(b []byte) (Picture, error) {
	p := Picture{Orientation: 1}
	if !strings.HasPrefix(string(b[:min(len(b), 8)]), pngSignature) {
		return p, malformed("png: no signature")
	}
	out := append(make([]byte, 0, len(b)), pngSignature...)
	var header []byte
	turned, begun := false, false // EXIF and the picture were seen
	for i := len(pngSignature); ; {
		if len(b)-i < 12 {
			return p, malformed("png: cut off")
		}
		n := int64(binary.BigEndian.Uint32(b[i:]))
		if n > int64(len(b)-i-12) {
			return p, malformed("png: chunk overruns")
		}
		end := i + 12 + int(n)
		chunk, name := b[i:end], string(b[i+4:i+8])
		if crc32.ChecksumIEEE(chunk[4:8+n]) != binary.BigEndian.Uint32(chunk[8+n:]) {
			return p, malformed("png: checksum of chunk %q", name)
		}
		i = end
		switch {
		case listed(pngAllowed, name):
			switch {
			case name == "IHDR" && n == pngHeader:
				p.PixelBytes = pngPixelBytes(chunk[8:8+n], false)
				header = chunk[8 : 8+n]
			case name == "tRNS" && header != nil:
				p.PixelBytes = pngPixelBytes(header, true)
			}
			out = append(out, chunk...)
			if listed(pngColor, name) {
				p.color = append(p.color, chunk...)
			}
		case name == "eXIf" && !turned && !begun: // browsers heed the first one, if it comes before the picture, without JPEG's prefix
			if turned = true; !bytes.HasPrefix(chunk[8:8+n], []byte("Exif")) {
				p.Orientation = exifOrientation(chunk[8 : 8+n])
			}
		case name == "eXIf":
		case name[0]&0x20 == 0:
			return p, malformed("png: unknown critical chunk %q", name)
		}
		switch name {
		case "IDAT":
			begun = true
		case "acTL":
			p.Animated = true
		case "IEND":
			p.Data = out
			return p, nil
		}
	}
}

const pngHeader = 13 // bytes of IHDR's body

// pngPixelBytes returns what a decoder holds for each pixel. An interlaced picture is put together
// from others that have as many pixels in all.
func pngPixelBytes(ihdr []byte, transparent bool) float64 {
	depth, kind, interlaced := ihdr[8], ihdr[9], ihdr[12] != 0
	n := 4.0                                    // red, green, blue and alpha
	if kind == 3 || kind == 0 && !transparent { // a palette, or gray
		n = 1
	}
	if depth == 16 {
		n *= 2
	}
	if interlaced {
		n *= 2
	}
	return n
}

// withEXIFChunk inserts EXIF after the header.
func withEXIFChunk(b, exif []byte) []byte {
	const at = len(pngSignature) + 12 + pngHeader
	out := append(make([]byte, 0, len(b)+len(exif)+12), b[:at]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(exif)))
	start := len(out)
	out = append(append(out, "eXIf"...), exif...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
	return append(out, b[at:]...)
}
