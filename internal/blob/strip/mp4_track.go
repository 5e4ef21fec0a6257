package strip

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"sort"
)

// videoSize reads how large the first video track is shown: the track header's size,
// turned by its matrix; the sample description's where the header has none.
func (m *mp4) videoSize(trak, media box) error {
	if m.shown {
		return nil
	}
	m.shown = true
	head, err := m.find(trak, "tkhd")
	if err != nil {
		return err
	}
	var version [1]byte
	if err := m.field(head, 0, version[:]); err != nil {
		return err
	}
	at := int64(40)
	if version[0] == 1 {
		at += 12
	}
	var h [44]byte // a matrix of nine numbers, then width and height in 16.16
	if err := m.field(head, at, h[:]); err != nil {
		return err
	}
	w, ht := int(binary.BigEndian.Uint16(h[36:])), int(binary.BigEndian.Uint16(h[40:]))
	if w == 0 || ht == 0 {
		info, _ := m.find(media, "minf")
		table, _ := m.find(info, "stbl")
		desc, _ := m.find(table, "stsd")
		var size [4]byte
		if err := m.field(desc, 8+8+24, size[:]); err != nil {
			return err
		}
		w, ht = int(binary.BigEndian.Uint16(size[:])), int(binary.BigEndian.Uint16(size[2:]))
	}
	if a, b := binary.BigEndian.Uint32(h[0:]), binary.BigEndian.Uint32(h[4:]); a == 0 && b != 0 {
		w, ht = ht, w // turned by a quarter
	}
	if w == 0 || ht == 0 {
		return malformed("mp4: a video of no pixels")
	}
	m.info.Width, m.info.Height = w, ht
	return nil
}

// descriptions erases vendor and compressor names ("GoPro AVC encoder") from the sample
// descriptions, and boxes in them that describe no samples.
func (m *mp4) descriptions(stsd box) error {
	entries := stsd
	entries.body = min(stsd.body+8, stsd.end)
	return m.each(entries, func(e box) error {
		const visual, vendor, compressor = 78, 12, 42
		if e.end-e.body < vendor+4 {
			return nil
		}
		if err := m.zero(e.body+vendor, e.body+vendor+4); err != nil {
			return err
		}
		if m.handler != "vide" || e.end-e.body < visual {
			return nil
		}
		if err := m.zero(e.body+compressor, e.body+compressor+32); err != nil {
			return err
		}
		inner := e
		inner.body += visual
		return m.each(inner, func(b box) error {
			if listed("uuid udta meta free skip", b.kind) {
				return m.free(b)
			}
			return nil
		})
	})
}

// eraseSamples zeroes all samples of a track: chunk by chunk, each as long as the sizes of
// its samples add up to. The tables are streamed, not loaded.
func (m *mp4) eraseSamples(media box) error {
	info, err := m.find(media, "minf")
	if err != nil {
		return err
	}
	table, err := m.find(info, "stbl")
	if err != nil {
		return err
	}
	sizes, err := m.sampleSizes(table)
	if err != nil {
		return err
	}
	runs, err := m.column(table, "stsc", 4)
	if err != nil {
		return err
	}
	width := int64(4)
	offsets, err := m.column(table, "stco", width)
	if err == nil && offsets.left == 0 {
		width = 8
		offsets, err = m.column(table, "co64", width)
	}
	if err != nil {
		return err
	}
	budget := m.size // samples don't overlap; those of a hostile file may not cost more than its size
	var perChunk, next uint64
	if runs.left > 0 {
		next = runs.next() // the first chunk of the first run
	}
	for chunk := uint64(1); offsets.left > 0; chunk++ {
		for next != 0 && chunk >= next {
			perChunk = runs.next()
			runs.next() // which description
			if next = 0; runs.left > 0 {
				next = runs.next()
			}
		}
		start := offsets.next()
		length := sizes.sum(perChunk)
		if length > uint64(budget) || start > uint64(m.size) {
			return malformed("mp4: sample tables disagree")
		}
		budget -= int64(length)
		if err := m.eraseMedia(int64(start), int64(start+length)); err != nil {
			return err
		}
	}
	return errors.Join(sizes.err, runs.err, offsets.err)
}

// eraseMedia zeroes what is in mdat boxes from start to end.
func (m *mp4) eraseMedia(start, end int64) error {
	i := sort.Search(len(m.media), func(i int) bool { return m.media[i].end > start })
	for ; i < len(m.media) && m.media[i].body < end; i++ {
		if err := m.zero(max(start, m.media[i].body), min(end, m.media[i].end)); err != nil {
			return err
		}
	}
	return nil
}

// column is a table of big-endian numbers that is read once, in order.
type column struct {
	r     *bufio.Reader
	width int64
	left  int64 // numbers
	err   error
}

// column opens the table of a child: a version, a count, then rows. Counts are checked
// against the box. A missing table is an empty one.
func (m *mp4) column(table box, kind string, width int64) (*column, error) {
	b, err := m.find(table, kind)
	if err != nil || b.kind == "" {
		return &column{}, err
	}
	var h [4]byte
	if err := m.field(b, 4, h[:]); err != nil {
		return nil, err
	}
	n := int64(binary.BigEndian.Uint32(h[:]))
	if kind == "stsc" {
		n *= 3
	}
	return m.numbers(b, 8, width, n)
}

func (m *mp4) numbers(b box, skip, width, n int64) (*column, error) {
	if n*width > b.end-b.body-skip {
		return nil, malformed("mp4: table %q overruns", b.kind)
	}
	r := bufio.NewReader(io.NewSectionReader(m.f, b.body+skip, n*width))
	return &column{r: r, width: width, left: n}, nil
}

// next returns the next number; 0 after the last.
func (c *column) next() uint64 {
	if c.left == 0 || c.err != nil {
		return 0
	}
	c.left--
	var b [8]byte
	_, c.err = io.ReadFull(c.r, b[8-c.width:])
	return binary.BigEndian.Uint64(b[:])
}

// sampleSizes are the sizes of a track's samples: all the same, or one by one.
type sampleSizes struct {
	*column
	same, count uint64
}

func (m *mp4) sampleSizes(table box) (*sampleSizes, error) {
	b, err := m.find(table, "stsz")
	if err != nil {
		return nil, err
	}
	if b.kind == "" {
		if b, err = m.find(table, "stz2"); err == nil && b.kind != "" {
			err = malformed("mp4: a data track with packed sizes")
		}
		return &sampleSizes{column: &column{}}, err
	}
	var h [8]byte
	if err := m.field(b, 4, h[:]); err != nil {
		return nil, err
	}
	s := &sampleSizes{same: uint64(binary.BigEndian.Uint32(h[:])), count: uint64(binary.BigEndian.Uint32(h[4:]))}
	n := int64(s.count)
	if s.same != 0 {
		n = 0
	}
	s.column, err = m.numbers(b, 12, 4, n)
	return s, err
}

// sum adds up the next n sizes.
func (s *sampleSizes) sum(n uint64) (total uint64) {
	if s.same != 0 {
		n = min(n, s.count)
		s.count -= n
		return n * s.same // both below 2^32
	}
	for ; n > 0 && s.left > 0; n-- {
		total += s.next()
	}
	return total
}
