package blob

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that stay: the picture, its colors, its animation. Text, EXIF,
// times and private chunks go.
const (
	pngKept  = "IHDR PLTE IDAT IEND tRNS bKGD hIST pHYs sBIT acTL fcTL fdAT " + pngColor
	pngColor = "cHRM gAMA iCCP sRGB cICP mDCV cLLI"
)

// cleanPNG keeps chunks by name (PNG, third edition). Bytes after IEND are left out.
func cleanPNG(b []byte) (picture, error) {
	p := picture{orientation: 1}
	if !strings.HasPrefix(string(b[:min(len(b), 8)]), pngSignature) {
		return p, broken("png: no signature")
	}
	out := append(make([]byte, 0, len(b)), pngSignature...)
	for i := len(pngSignature); ; {
		if len(b)-i < 12 {
			return p, broken("png: cut off")
		}
		n := int64(binary.BigEndian.Uint32(b[i:]))
		if n > int64(len(b)-i-12) {
			return p, broken("png: chunk overruns")
		}
		end := i + 12 + int(n)
		chunk, name := b[i:end], string(b[i+4:i+8])
		if crc32.ChecksumIEEE(chunk[4:8+n]) != binary.BigEndian.Uint32(chunk[8+n:]) {
			return p, broken("png: checksum of chunk %q", name)
		}
		i = end
		switch {
		case listed(pngKept, name):
			out = append(out, chunk...)
			if listed(pngColor, name) {
				p.color = append(p.color, chunk...)
			}
		case name == "eXIf":
			p.orientation = exifOrientation(chunk[8 : 8+n])
		case name[0]&0x20 == 0:
			return p, broken("png: unknown critical chunk %q", name)
		}
		switch name {
		case "acTL":
			p.animated = true
		case "IEND":
			p.data = out
			return p, nil
		}
	}
}
