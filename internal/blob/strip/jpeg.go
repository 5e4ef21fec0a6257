package strip

import (
	"bytes"
	"encoding/binary"
	"image"
)

// maxScans is far more than any camera or program writes. A decoder passes over the whole
// picture for each scan, and a scan that says nothing takes 30 bytes: a file of the largest
// size would block everybody's pictures for the better part of an hour.
const maxScans = 64

// jpegReader reads a JPEG, and collects what stays of it.
type jpegReader struct {
	b, out      []byte
	p           Picture
	frame       *jpegFrame
	tables      [2][4][]byte // of Huffman codes: DC, AC
	quanta      [4]bool      // which tables of them are defined
	restart     int          // units between two restart markers; 0 for none
	sawEXIF     bool
	scans       int
	unconverted float64
}

// stripJPEG keeps the segments that make the picture (ITU T.81), the color profile (APP2
// ICC_PROFILE) and the two that say how its components are meant (APP0 JFIF, APP14 Adobe),
// cut to what the standard gives them. Comments, EXIF, XMP, IPTC, makers' own segments,
// embedded thumbnails and whatever follows the picture are left out.
//
// The picture ends where its last coefficient does, whatever marker is there. A file that was cut in a scan
// stays so. Where damage leaves open whether bytes belong to the picture, the file is malformed: they are
// neither lost nor served as what they may be instead.
func stripJPEG(b []byte) (Picture, error) {
	if len(b) < 4 {
		return Picture{}, malformed("jpeg: too short")
	}
	r := &jpegReader{b: b, out: append(make([]byte, 0, len(b)+2), b[:2]...), p: Picture{Orientation: 1}}
	for i := 2; ; {
		from := i
		i = skipToMarker(b, i)
		if r.scans > 0 && stray(b[from:i]) > maxStray {
			return r.p, malformed("jpeg: bytes of no scan")
		}
		if i >= len(b) {
			return r.ended(i)
		}
		marker := b[i]
		i++
		switch {
		case marker == 0xd9: // EOI
			return r.ended(i)
		case marker == 0x00, marker == 0x01, marker >= 0xd0 && marker <= 0xd7:
			continue // stuffing, TEM, a restart outside a scan: nothing to keep
		case marker == 0xd8:
			return r.p, malformed("jpeg: an image within the image")
		case marker < 0xc0, marker == 0xc8, marker == 0xde, marker == 0xdf, marker >= 0xf0 && marker <= 0xfd:
			// Reserved, or of hierarchical files (T.81 table B.1): decoders end there.
			return r.p, malformed("jpeg: marker %#x", marker)
		}
		n := 0
		if i+2 <= len(b) {
			n = int(binary.BigEndian.Uint16(b[i:]))
		}
		if n < 2 || i+n > len(b) {
			if r.scans > 0 { // cut between two scans
				return r.ended(i)
			}
			return r.p, malformed("jpeg: segment %#x overruns", marker)
		}
		body := b[i+2 : i+n]
		i += n
		if err := r.segment(marker, body); err != nil {
			return r.p, err
		}
		if marker == 0xda { // SOS: the entropy-coded bytes follow
			var done bool
			var err error
			if i, done, err = r.scan(body, i); done || err != nil {
				return r.p, err
			}
		}
	}
}

// trailers are in what cameras and programs append to a photo, and in metadata that programs find wherever they are. After a cut scan
// they can't be told from its codes, which are anything.
var trailers = []string{"ftyp", "moov", "Exif\x00\x00", "ns.adobe.com", "xmpmeta", "xpacket", "8BIM", "SEFT", "AXS!", "CANON OPTIONAL DATA", "cbipcbbl"}

// maxStray is how many bytes may stand between a complete scan and the next marker. What is longer may be a scan
// whose header was damaged.
const maxStray = 2

// stray returns how many bytes stand before the fill bytes of a marker.
func stray(b []byte) int { return len(bytes.TrimRight(b, "\xff")) }

// segment keeps what is allowed of a segment, and remembers what the scans need.
func (r *jpegReader) segment(marker byte, body []byte) (err error) {
	switch {
	case marker == 0xe1 && !r.sawEXIF && r.scans == 0 && bytes.HasPrefix(body, []byte("Exif\x00\x00")):
		r.sawEXIF, r.p.Orientation = true, exifOrientation(body)
	case isFrame(marker):
		if r.frame != nil {
			return malformed("jpeg: two frames")
		}
		if r.frame, err = readFrame(marker, body); err != nil {
			return err
		}
		if int64(r.frame.width)*int64(r.frame.height) > MaxPixels {
			return ErrTooManyPixels
		}
		r.p.Size = image.Pt(r.frame.width, r.frame.height)
		r.p.PixelBytes = framePixelBytes(marker, body)
	case marker == 0xee && len(body) >= 12 && body[11] == 0: // Adobe's: not luminance and chrominance
		r.unconverted = converted
	case marker == 0xc4:
		err = readTables(body, &r.tables)
	case marker == 0xdb:
		err = readQuanta(body, &r.quanta)
	case marker == 0xdd:
		if len(body) != 2 {
			return malformed("jpeg: a restart interval of %d bytes", len(body))
		}
		r.restart = int(binary.BigEndian.Uint16(body))
	}
	segment := allowedSegment(marker, body)
	if err != nil || segment == nil || r.scans > 0 && marker >= 0xe0 { // what says how the picture is meant comes before it
		return err
	}
	start := len(r.out)
	r.out = append(r.out, 0xff, marker)
	r.out = binary.BigEndian.AppendUint16(r.out, uint16(len(segment)+2))
	r.out = append(r.out, segment...)
	if marker == 0xe2 {
		r.p.color = append(r.p.color, r.out[start:]...)
	}
	return nil
}

// scan keeps the entropy-coded bytes at an offset, and returns where they end; done when the picture does.
func (r *jpegReader) scan(header []byte, at int) (end int, done bool, err error) {
	if r.scans++; r.scans > maxScans {
		return 0, false, malformed("jpeg: too many scans")
	}
	if r.frame == nil {
		return 0, false, malformed("jpeg: a scan without a frame")
	}
	s, err := r.frame.readScan(header, &r.tables)
	if err != nil {
		return 0, false, err
	}
	for _, c := range s.components {
		if c.quantum > 3 || !r.quanta[c.quantum] {
			return 0, false, malformed("jpeg: a component without its quanta")
		}
	}
	end, how := r.frame.pass(s, r.b, at, r.restart)
	if how == scanCut {
		end = len(r.b)
	}
	if how != scanComplete || !r.markerAt(end) {
		for _, known := range trailers {
			if bytes.Contains(r.b[at:end], []byte(known)) {
				return 0, false, malformed("jpeg: a cut scan, and %q in it", known)
			}
		}
	}
	switch how {
	case scanComplete:
		r.out = append(r.out, r.b[at:end]...)
		if r.frame.whole() {
			r.finish("\xff\xd9")
			return end, true, nil
		}
		return end, false, nil
	case scanCut: // browsers show what is there
		r.out = append(r.out, r.b[at:]...)
		r.finish("")
		return len(r.b), true, nil
	case scanShort:
		if bytes.Equal(r.b[end:], []byte("\xff\xd9")) { // a program has ended a cut file
			r.out = append(r.out, r.b[at:]...)
			r.finish("")
			return len(r.b), true, nil
		}
	}
	return 0, false, malformed("jpeg: a damaged scan, within %d of %d bytes", end, len(r.b))
}

// markerAt reports whether a marker is where a scan ends.
func (r *jpegReader) markerAt(end int) bool {
	at := skipToMarker(r.b, end)
	return at < len(r.b) && r.b[at] != 0 && stray(r.b[end:at]) <= maxStray
}

// ended returns a picture whose end was found before its last coefficient.
func (r *jpegReader) ended(at int) (Picture, error) {
	if r.scans == 0 {
		return r.p, malformed("jpeg: no scan")
	}
	if bytes.Contains(r.b[min(at, len(r.b)):], []byte("\xff\xda")) {
		return r.p, malformed("jpeg: a scan after the end")
	}
	r.finish("\xff\xd9")
	return r.p, nil
}

func (r *jpegReader) finish(end string) {
	r.p.Data = append(r.out, end...)
	r.p.PixelBytes += r.unconverted
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
	case marker >= sof0 && marker <= sof2, marker == 0xc4, // DHT
		marker == 0xda, marker == 0xdb, marker == 0xdd: // SOS, DQT, DRI
		return body
	}
	return nil
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
