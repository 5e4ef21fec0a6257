package strip

import (
	"bytes"
	"encoding/binary"
)

// maxScans is far more than any camera or program writes. A decoder passes over the whole
// picture for each scan, and a scan that says nothing takes 30 bytes: a file of the largest
// size would block everybody's pictures for the better part of an hour.
const maxScans = 64

// stripJPEG keeps the segments that make the picture (ITU T.81), the color profile (APP2
// ICC_PROFILE) and the two that say how its components are meant (APP0 JFIF, APP14 Adobe),
// cut to what the standard gives them. Comments, EXIF, XMP, IPTC, makers' own segments,
// embedded thumbnails and whatever follows the end of the image are left out.
func stripJPEG(b []byte) (Picture, error) {
	p := Picture{Orientation: 1}
	if len(b) < 4 {
		return p, malformed("jpeg: too short")
	}
	out := make([]byte, 0, len(b))
	out = append(out, b[:2]...)
	sawEXIF := false
	scans := 0
	var unconverted float64
	for i := 2; ; {
		i = skipToMarker(b, i)
		if i >= len(b) {
			return p, malformed("jpeg: no end of image")
		}
		marker := b[i]
		i++
		switch {
		case marker == 0xd9: // EOI
			p.Data = append(out, 0xff, 0xd9)
			p.PixelBytes += unconverted
			return p, nil
		case marker == 0x00, marker == 0x01, marker >= 0xd0 && marker <= 0xd7:
			continue // stuffing, TEM, a restart outside a scan: nothing to keep
		case marker == 0xd8:
			return p, malformed("jpeg: an image within the image")
		}
		if i+2 > len(b) {
			return p, malformed("jpeg: cut off")
		}
		n := int(binary.BigEndian.Uint16(b[i:]))
		if n < 2 || i+n > len(b) {
			return p, malformed("jpeg: segment %#x overruns", marker)
		}
		body := b[i+2 : i+n]
		i += n
		if marker == 0xe1 && !sawEXIF && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			sawEXIF, p.Orientation = true, exifOrientation(body)
		}
		if isFrame(marker) {
			p.PixelBytes = max(p.PixelBytes, framePixelBytes(marker, body))
		}
		if marker == 0xee && len(body) >= 12 && body[11] == 0 { // Adobe's: not luminance and chrominance
			unconverted = converted
		}
		segment := allowedSegment(marker, body)
		if segment == nil {
			continue
		}
		start := len(out)
		out = append(out, 0xff, marker)
		out = binary.BigEndian.AppendUint16(out, uint16(len(segment)+2))
		out = append(out, segment...)
		if marker == 0xe2 {
			p.color = append(p.color, out[start:]...)
		}
		if marker == 0xda { // SOS: the entropy-coded bytes follow
			if scans++; scans > maxScans {
				return p, malformed("jpeg: too many scans")
			}
			end := scanEnd(b, i)
			out = append(out, b[i:end]...)
			i = end
		}
		if len(out) > len(b) {
			return p, malformed("jpeg: grew") // can't be: every part kept is at most as long as it was
		}
	}
}

// skipToMarker returns the offset of the next marker's second byte, from i on: decoders skip stray bytes between segments
// and fill bytes before a marker.
func skipToMarker(b []byte, i int) int {
	for i < len(b) && b[i] != 0xff {
		i++
	}
	for i < len(b) && b[i] == 0xff {
		i++
	}
	return i
}

// allowedSegment returns what stays of a segment's body; nil for none.
func allowedSegment(marker byte, body []byte) []byte {
	switch {
	case marker == 0xe0 && bytes.HasPrefix(body, []byte("JFIF\x00")) && len(body) >= 14:
		jfif := bytes.Clone(body[:14])
		jfif[12], jfif[13] = 0, 0 // no thumbnail
		return jfif
	case marker == 0xe2 && bytes.HasPrefix(body, []byte("ICC_PROFILE\x00")):
		return body
	case marker == 0xee && bytes.HasPrefix(body, []byte("Adobe")) && len(body) >= 12:
		return body[:12]
	case marker >= 0xc0 && marker <= 0xcf && marker != 0xc8, // SOF, DHT, DAC
		marker >= 0xda && marker <= 0xdd: // SOS, DQT, DNL, DRI
		return body
	}
	return nil
}

// scanEnd returns the offset of the marker that ends the entropy-coded bytes at i.
func scanEnd(b []byte, i int) int {
	for ; i+1 < len(b); i++ {
		if b[i] != 0xff {
			continue
		}
		if next := b[i+1]; next != 0x00 && (next < 0xd0 || next > 0xd7) {
			return i
		}
	}
	return len(b)
}

// isFrame reports whether a marker begins a frame header (SOF).
func isFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// converted is what a decoder holds in addition for each pixel where it converts colors: four components,
// or samples that are red, green and blue.
const converted = 4

// framePixelBytes returns what a decoder holds for each pixel of a frame: its samples, for progressive
// frames all coefficients of four bytes too.
func framePixelBytes(marker byte, sof []byte) float64 {
	const head, perComponent = 6, 3
	if len(sof) < head || len(sof) < head+perComponent*int(sof[5]) {
		return 0 // the decoder refuses it
	}
	total, widest := 0, 1
	components := int(sof[5])
	for i := range components {
		sampling := sof[head+perComponent*i+1]
		n := int(sampling>>4) * int(sampling&15)
		total, widest = total+n, max(widest, n)
	}
	samples := float64(total) / float64(widest)
	const coefficient = 4
	if marker != 0xc0 && marker != 0xc1 {
		samples += samples * coefficient
	}
	if components == 4 || components == 3 && sof[head] == 'R' {
		samples += converted
	}
	return samples
}

// withEXIFSegment inserts EXIF where readers look for it: at the beginning, after JFIF's own segment.
func withEXIFSegment(b, exif []byte) []byte {
	at := len("\xff\xd8")
	if b[at+1] == 0xe0 {
		at += 2 + int(binary.BigEndian.Uint16(b[at+2:]))
	}
	const prefix = "Exif\x00\x00"
	out := append(make([]byte, 0, len(b)+len(exif)+16), b[:at]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(2+len(prefix)+len(exif)))
	out = append(append(out, prefix...), exif...)
	return append(out, b[at:]...)
}
