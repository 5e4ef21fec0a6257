package strip

import (
	"encoding/binary"
	"image"
)

// stripGIF keeps the frames, their timing and the loop count (GIF89a and the NETSCAPE
// extension). Comments, plain text, XMP and other applications' blocks go, and so does
// whatever follows the trailer.
func stripGIF(b []byte) (Picture, error) {
	p := Picture{Orientation: 1, PixelBytes: 1}
	const header = 13
	if len(b) < header {
		return p, malformed("gif: too short")
	}
	p.Size = image.Pt(int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:])))
	i := header + colorTable(b[10])
	if i > len(b) {
		return p, malformed("gif: cut off")
	}
	out := append(make([]byte, 0, len(b)), b[:i]...)
	frames := 0
	for {
		if i >= len(b) {
			return p, malformed("gif: no trailer")
		}
		start := i
		var blocks int
		switch b[i] {
		case 0x3b:
			p.Data, p.Animated = append(out, 0x3b), frames > 1
			return p, nil
		case 0x21:
			blocks = i + 2
		case 0x2c:
			if i+10 > len(b) {
				return p, malformed("gif: cut off")
			}
			blocks = i + 10 + colorTable(b[i+9]) + 1 // and the code size
			frames++
		default:
			return p, malformed("gif: unknown block %#x", b[i])
		}
		var ok bool
		if i, ok = subBlocksEnd(b, blocks); !ok {
			return p, malformed("gif: block overruns")
		}
		if b[start] == 0x21 {
			out = append(out, allowedExtension(b[start:i])...)
		} else {
			out = append(out, b[start:i]...)
		}
	}
}

// colorTable is the size in bytes of the color table that a packed field announces.
func colorTable(packed byte) int {
	if packed&0x80 == 0 {
		return 0
	}
	return 3 << (packed&7 + 1)
}

// subBlocksEnd returns the offset after a list of length-prefixed blocks, which an empty one ends.
func subBlocksEnd(b []byte, i int) (int, bool) {
	for i < len(b) {
		n := int(b[i])
		if i += 1 + n; n == 0 {
			return i, true
		}
	}
	return 0, false
}

// allowedExtension returns what stays of an extension block; nil for none.
func allowedExtension(ext []byte) []byte {
	switch ext[1] {
	case 0xf9: // graphic control: timing, transparency
		const control = 8
		if len(ext) == control && ext[2] == 4 {
			return ext
		}
	case 0xff:
		const loop = 19
		if len(ext) < loop || ext[2] != 11 || ext[14] != 3 || ext[15] != 1 {
			return nil
		}
		if app := string(ext[3:14]); app == "NETSCAPE2.0" || app == "ANIMEXTS1.0" {
			return append(ext[:loop-1:loop-1], 0)
		}
	}
	return nil
}
