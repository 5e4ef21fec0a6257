package strip

import (
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
			out = append(out, chunk...)
			if listed(pngColor, name) {
				p.color = append(p.color, chunk...)
			}
		case name == "eXIf":
			p.Orientation = exifOrientation(chunk[8 : 8+n])
		case name[0]&0x20 == 0:
			return p, malformed("png: unknown critical chunk %q", name)
		}
		switch name {
		case "acTL":
			p.Animated = true
		case "IEND":
			p.Data = out
			return p, nil
		}
	}
}
