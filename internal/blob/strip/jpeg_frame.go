package strip

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
	"sync"
)

// jpegFrame is what a frame header (SOF) says of a JPEG, and what its scans have brought so far.
type jpegFrame struct {
	width, height int
	progressive   bool
	components    []jpegComponent
	perMCU        [2]int // samples of a minimum coded unit: across, down
}

// jpegComponent is one color of a frame. Its blocks are of 8 by 8 samples.
type jpegComponent struct {
	id           byte
	quantum      byte // the table that its samples are divided by
	h, v         int  // sampling factors
	cols, rows   int  // blocks of a scan that has this component alone (T.81 A.2.2)
	coefficients [64]int8
	nonzero      []uint64 // of each block, the coefficients that a scan made nonzero; progressive frames only
}

// The states of a coefficient. From 0 up it is how many low bits are still to come (T.81 G.1.1.1.2).
const notCoded = -1

// The frames that browsers show: baseline, extended sequential and progressive, Huffman-coded.
const (
	sof0 = 0xc0
	sof1 = 0xc1
	sof2 = 0xc2
)

// readFrame reads a frame header (T.81 B.2.2).
func readFrame(marker byte, b []byte) (*jpegFrame, error) {
	const head, perComponent = 6, 3
	if marker > sof2 {
		return nil, malformed("jpeg: frame %#x is shown by no browser", marker)
	}
	if len(b) < head || len(b) != head+perComponent*int(b[5]) {
		return nil, malformed("jpeg: frame header of %d bytes", len(b))
	}
	f := &jpegFrame{
		height: int(b[1])<<8 | int(b[2]), width: int(b[3])<<8 | int(b[4]), progressive: marker == sof2,
		components: make([]jpegComponent, b[5]),
	}
	if n := len(f.components); b[0] != 8 || n != 1 && n != 3 && n != 4 || f.width == 0 || f.height == 0 {
		return nil, malformed("jpeg: %d by %d pixels, %d components of %d bits", f.width, f.height, n, b[0])
	}
	hmax, vmax := 1, 1
	for i := range f.components {
		c := &f.components[i]
		at := b[head+perComponent*i:]
		c.id, c.h, c.v, c.quantum = at[0], int(at[1]>>4), int(at[1]&15), at[2]
		if c.h < 1 || c.h > 4 || c.v < 1 || c.v > 4 {
			return nil, malformed("jpeg: sampling factors %d and %d", c.h, c.v)
		}
		hmax, vmax = max(hmax, c.h), max(vmax, c.v)
		for k := range c.coefficients {
			c.coefficients[k] = notCoded
		}
	}
	f.perMCU = [2]int{8 * hmax, 8 * vmax}
	for i := range f.components {
		c := &f.components[i]
		c.cols, c.rows = ceilDiv(f.width*c.h, f.perMCU[0]), ceilDiv(f.height*c.v, f.perMCU[1])
	}
	return f, nil
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// whole reports whether every coefficient was coded to its last bit, so that no scan can add anything.
func (f *jpegFrame) whole() bool {
	for i := range f.components {
		if f.components[i].coefficients != [64]int8{} {
			return false
		}
	}
	return true
}

// jpegScan is what a scan header (SOS) says (T.81 B.2.3).
type jpegScan struct {
	components []*jpegComponent
	dc, ac     []*huffman // of each component; nil where there is none
	start, end int        // of the spectral selection
	high, low  int8       // bits of the successive approximation
}

// readScan reads a scan header.
func (f *jpegFrame) readScan(b []byte, tables *[2][4][]byte) (*jpegScan, error) {
	if len(b) < 1 || b[0] < 1 || b[0] > 4 || len(b) != 4+2*int(b[0]) {
		return nil, malformed("jpeg: scan header of %d bytes", len(b))
	}
	n := int(b[0])
	tail := b[1+2*n:]
	s := &jpegScan{start: int(tail[0]), end: int(tail[1]), high: int8(tail[2] >> 4), low: int8(tail[2] & 15)}
	if !f.progressive {
		s.start, s.end, s.high, s.low = 0, 63, 0, 0 // whatever it says, as decoders do
	}
	switch {
	case s.start > s.end || s.end > 63, f.progressive && s.start == 0 && s.end != 0, s.start > 0 && n > 1, s.low > 13:
		return nil, malformed("jpeg: a scan of coefficients %d to %d for %d components", s.start, s.end, n)
	}
	blocks := 0
	for i := range n {
		var c *jpegComponent
		for k := range f.components {
			if f.components[k].id == b[1+2*i] {
				c = &f.components[k]
				break
			}
		}
		if c == nil {
			return nil, malformed("jpeg: a scan of an unknown component")
		}
		if slices.Contains(s.components, c) {
			return nil, malformed("jpeg: a scan of one component twice")
		}
		blocks += c.h * c.v
		dc, ac, err := s.huffman(f, b[2+2*i], tables)
		if err != nil {
			return nil, err
		}
		s.components, s.dc, s.ac = append(s.components, c), append(s.dc, dc), append(s.ac, ac)
	}
	const most = 10 // T.81 B.2.3
	if n > 1 && blocks > most {
		return nil, malformed("jpeg: %d blocks in a unit", blocks)
	}
	return s, nil
}

// huffman returns the tables that a component of a scan is coded with.
func (s *jpegScan) huffman(f *jpegFrame, selector byte, tables *[2][4][]byte) (dc, ac *huffman, err error) {
	if selector>>4 > 3 || selector&15 > 3 {
		return nil, nil, malformed("jpeg: table %#x", selector)
	}
	if !f.progressive {
		tables = withStandard(tables)
	}
	if s.start == 0 && s.high == 0 {
		if dc, err = newHuffman(tables[0][selector>>4]); err != nil {
			return nil, nil, err
		}
	}
	if s.end > 0 {
		ac, err = newHuffman(tables[1][selector&15])
	}
	return dc, ac, err
}

// standardTables are the tables of T.81 K.3, as the standard library writes them into every JPEG.
var standardTables = sync.OnceValue(func() (tables [2][4][]byte) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, image.NewYCbCr(image.Rect(0, 0, 1, 1), image.YCbCrSubsampleRatio420), nil)
	at := bytes.Index(b.Bytes(), []byte("\xff\xc4"))
	if err == nil && at >= 0 {
		segment := b.Bytes()[at+2:]
		err = readTables(segment[2:int(segment[0])<<8|int(segment[1])], &tables)
	}
	if err != nil || at < 0 {
		panic("strip: the standard library writes no tables")
	}
	return tables
})

// withStandard fills in the standard tables where none is defined, as libjpeg does: frames of Motion JPEG, such as webcams
// write, leave them out.
func withStandard(tables *[2][4][]byte) *[2][4][]byte {
	filled := *tables
	for class := range filled {
		for id := range 2 {
			if filled[class][id] == nil {
				filled[class][id] = standardTables()[class][id]
			}
		}
	}
	return &filled
}

// finished records what a complete scan brought.
func (s *jpegScan) finished() {
	for _, c := range s.components {
		for k := s.start; k <= s.end; k++ {
			c.coefficients[k] = s.low
		}
	}
}

// huffman is a table by which codes of up to 16 bits are read (T.81 F.2.2.3).
type huffman struct {
	values []byte
	short  [1 << shortCode]uint16 // by the next bits: the code's length, and its value
	least  [17]int32              // the first code of each length
	most   [17]int32              // the last one; -1 for none
	first  [17]int32              // which value it has
}

const shortCode = 8

// newHuffman builds a table from a definition: how many codes there are of each length, and the values.
func newHuffman(b []byte) (*huffman, error) {
	if b == nil {
		return nil, malformed("jpeg: a scan without its table")
	}
	h := &huffman{values: b[16:]}
	code, n := int32(0), int32(0)
	for length := 1; length <= 16; length++ {
		count := int32(b[length-1])
		h.least[length], h.most[length], h.first[length] = code, code+count-1, n
		if count == 0 {
			h.most[length] = -1
		}
		if code+count > 1<<length {
			return nil, malformed("jpeg: a table of too many codes")
		}
		for range count {
			if length <= shortCode {
				span := 1 << (shortCode - length)
				for k := range span {
					h.short[int(code)*span+k] = uint16(length)<<8 | uint16(h.values[n])
				}
			}
			code, n = code+1, n+1
		}
		code <<= 1
	}
	return h, nil
}

// readTables remembers the tables that a segment (DHT) defines (T.81 B.2.4.2).
func readTables(b []byte, tables *[2][4][]byte) error {
	for len(b) > 0 {
		if len(b) < 17 || b[0]>>4 > 1 || b[0]&15 > 3 {
			return malformed("jpeg: a table that can't be read")
		}
		n := 0
		for _, count := range b[1:17] {
			n += int(count)
		}
		if n > 256 || len(b) < 17+n {
			return malformed("jpeg: a table of %d values", n)
		}
		tables[b[0]>>4][b[0]&15] = b[1 : 17+n]
		b = b[17+n:]
	}
	return nil
}

// readQuanta remembers which tables of quanta a segment (DQT) defines (T.81 B.2.4.1).
func readQuanta(b []byte, defined *[4]bool) error {
	for len(b) > 0 {
		n := 1 + 64<<(b[0]>>4)
		if b[0]>>4 > 1 || b[0]&15 > 3 || len(b) < n {
			return malformed("jpeg: quanta that can't be read")
		}
		defined[b[0]&15] = true
		b = b[n:]
	}
	return nil
}
