package strip

import (
	"encoding/binary"
	"image"
)

// The flags of a VP8X chunk that matter here.
const (
	webpXMP       = 0x04
	webpEXIF      = 0x08
	webpAlpha     = 0x10
	webpAnimation = 0x02
)

// stripWebP keeps the chunks of the picture, its color profile and its animation (RFC 9649).
// EXIF, XMP and unknown chunks go, the flags that announce them are cleared, and so does
// whatever follows the RIFF container.
func stripWebP(b []byte) (Picture, error) {
	p := Picture{Orientation: 1, PixelBytes: webpPixelBytes}
	if len(b) < 12 {
		return p, malformed("webp: too short")
	}
	size := int64(binary.LittleEndian.Uint32(b[4:]))
	if size < 4 || size > int64(len(b)-8) {
		return p, malformed("webp: cut off")
	}
	out := append(make([]byte, 0, size+8), b[:12]...)
	err := eachChunk(b[12:8+size], func(name string, body []byte) error {
		switch name {
		case "VP8X":
			if len(body) != 10 {
				return malformed("webp: VP8X of %d bytes", len(body))
			}
			head := append([]byte(nil), body...)
			head[0] &^= webpXMP | webpEXIF
			p.Animated = head[0]&webpAnimation != 0
			p.Size = image.Pt(1+int24(head[4:]), 1+int24(head[7:]))
			out = appendChunk(out, name, head)
		case "ANMF":
			frame, still, err := stripFrame(body)
			if err != nil {
				return err
			}
			if p.Still == nil {
				p.Still = still
			}
			out = appendChunk(out, name, frame)
		case "VP8 ", "VP8L", "ALPH", "ANIM", "ICCP":
			out = appendChunk(out, name, body)
		case "EXIF":
			p.Orientation = exifOrientation(body)
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	if p.Animated != (p.Still != nil) {
		return p, malformed("webp: frames and flags disagree")
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	p.Data = out
	return p, nil
}

// webpPixelBytes is what a decoder holds for each pixel at most: of a lossless picture, or of a lossy one
// with a compressed alpha channel.
const webpPixelBytes = 10

// withWebPEXIF appends EXIF to a file in the extended format. In the simple one nobody looks for it.
func withWebPEXIF(b, exif []byte) []byte {
	const vp8x = 12
	if len(b) < vp8x+18 || string(b[vp8x:vp8x+4]) != "VP8X" {
		return b
	}
	out := appendChunk(append(make([]byte, 0, len(b)+len(exif)+8), b...), "EXIF", exif)
	out[vp8x+8] |= webpEXIF
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

// stripFrame cleans one frame of an animation, and makes of it a file of its own: the
// decoder knows no animations.
func stripFrame(body []byte) (frame, still []byte, err error) {
	const header = 16
	if len(body) < header {
		return nil, nil, malformed("webp: ANMF of %d bytes", len(body))
	}
	frame = append(frame, body[:header]...)
	vp8x := make([]byte, 10)
	copy(vp8x[4:], body[6:12]) // the frame's width and height, as VP8X has them
	err = eachChunk(body[header:], func(name string, part []byte) error {
		switch name {
		case "ALPH":
			vp8x[0] |= webpAlpha
			frame = appendChunk(frame, name, part)
		case "VP8 ", "VP8L":
			frame = appendChunk(frame, name, part)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	still = appendChunk([]byte("RIFF\x00\x00\x00\x00WEBP"), "VP8X", vp8x)
	still = append(still, frame[header:]...)
	binary.LittleEndian.PutUint32(still[4:], uint32(len(still)-8))
	return frame, still, nil
}

// eachChunk visits the chunks of a RIFF list.
func eachChunk(b []byte, visit func(name string, body []byte) error) error {
	for len(b) > 0 {
		if len(b) < 8 {
			return malformed("webp: cut off")
		}
		n := int64(binary.LittleEndian.Uint32(b[4:]))
		if n > int64(len(b)-8) {
			return malformed("webp: chunk overruns")
		}
		if err := visit(string(b[:4]), b[8:8+n]); err != nil {
			return err
		}
		b = b[min(int64(len(b)), 8+n+n&1):]
	}
	return nil
}

func appendChunk(out []byte, name string, body []byte) []byte {
	out = append(out, name...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(body)))
	out = append(out, body...)
	if len(body)&1 == 1 {
		out = append(out, 0)
	}
	return out
}

func int24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
