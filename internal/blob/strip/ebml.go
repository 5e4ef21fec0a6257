package strip

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The EBML and Matroska elements that are met here, by their ids (RFC 8794, RFC 9559).
const (
	idEBML          = 0x1A45DFA3
	idDocType       = 0x4282
	idVoid          = 0xEC
	idSegment       = 0x18538067
	idSeekHead      = 0x114D9B74
	idSeek          = 0x4DBB
	idSeekID        = 0x53AB
	idInfo          = 0x1549A966
	idTimestampUnit = 0x2AD7B1
	idDuration      = 0x4489
	idMuxingApp     = 0x4D80
	idWritingApp    = 0x5741
	idTracks        = 0x1654AE6B
	idTrackEntry    = 0xAE
	idTrackNumber   = 0xD7
	idTrackType     = 0x83
	idVideo         = 0xE0
	idPixelWidth    = 0xB0
	idPixelHeight   = 0xBA
	idCues          = 0x1C53BB6B
	idCluster       = 0x1F43B675
	idTimestamp     = 0xE7
	idSimpleBlock   = 0xA3
	idBlockGroup    = 0xA0
	idBlock         = 0xA1
)

// element is one EBML element; its body is from body to end.
type element struct {
	id               uint32
	start, body, end int64
	endless          bool // written live, of unknown size
}

// each visits the elements from start to end. One of unknown size reaches to the end.
func (w *webm) each(start, end int64, visit func(element) error) error {
	for at := start; at < end; {
		if w.parts++; w.parts > maxParts {
			return malformed("webm: too many elements")
		}
		e, err := w.element(at, end)
		if err != nil {
			return err
		}
		if err := visit(e); err != nil {
			return err
		}
		if at = e.end; e.endless && e.id == idCluster {
			at = e.body // its children follow as if they were its siblings
		}
	}
	return nil
}

// element reads the header of the element at an offset.
func (w *webm) element(at, end int64) (element, error) {
	var h [12]byte
	n := min(int64(len(h)), end-at)
	if err := w.read(h[:n], at); err != nil {
		return element{}, err
	}
	idLen := int64(bits.LeadingZeros8(h[0])) + 1
	if idLen > 4 || idLen >= n {
		return element{}, malformed("webm: no element at %d", at)
	}
	e := element{start: at}
	for _, b := range h[:idLen] {
		e.id = e.id<<8 | uint32(b)
	}
	sizeLen := int64(bits.LeadingZeros8(h[idLen])) + 1
	if sizeLen > 8 || idLen+sizeLen > n {
		return element{}, malformed("webm: no size at %d", at)
	}
	size, _ := vint(h[idLen:])
	e.body = at + idLen + sizeLen
	switch {
	case size == 1<<(7*sizeLen)-1:
		if e.id != idSegment && e.id != idCluster {
			return element{}, malformed("webm: element %#x of unknown size", e.id)
		}
		e.end, e.endless = end, true
	case size > uint64(end-e.body):
		return element{}, malformed("webm: element %#x overruns", e.id)
	default:
		e.end = e.body + int64(size)
	}
	return e, nil
}

// vint reads an EBML number of variable length, and how long it is; 0, 0 when cut off.
func vint(b []byte) (v uint64, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	n = bits.LeadingZeros8(b[0]) + 1
	if n > 8 || n > len(b) {
		return 0, 0
	}
	v = uint64(b[0]) & (1<<(8-n) - 1)
	for _, c := range b[1:n] {
		v = v<<8 | uint64(c)
	}
	return v, n
}

// void overwrites an element with a Void element of the same size.
func (w *webm) void(e element) error {
	total := e.end - e.start
	head := []byte{idVoid, 0x80 | byte(total-2)}
	if total > 2+126 {
		head = binary.BigEndian.AppendUint64([]byte{idVoid}, 1<<56|uint64(total-9))
	}
	if err := w.write(head, e.start); err != nil {
		return err
	}
	return w.zero(e.start+int64(len(head)), e.end)
}

// number reads an unsigned integer.
func (w *webm) number(e element, into *uint64) error {
	var b [8]byte
	n := e.end - e.body
	if n > 8 {
		return malformed("webm: a number of %d bytes", n)
	}
	if err := w.read(b[8-n:], e.body); err != nil {
		return err
	}
	*into = binary.BigEndian.Uint64(b[:])
	return nil
}

// float reads a floating point number.
func (w *webm) float(e element, into *float64) error {
	var bits uint64
	if err := w.number(e, &bits); err != nil {
		return err
	}
	switch e.end - e.body {
	case 4:
		*into = float64(math.Float32frombits(uint32(bits)))
	case 8:
		*into = math.Float64frombits(bits)
	}
	return nil
}
