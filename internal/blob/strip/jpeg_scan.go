package strip

import "math/bits"

// scanEnding is how the entropy-coded bytes of a scan end.
type scanEnding int

const (
	scanComplete scanEnding = iota // after its last unit
	scanCut                        // with the file
	scanShort                      // at a marker before its last unit
	scanDamaged                    // at a code that its tables don't have, or a restart marker out of order
)

// scanReader passes over the entropy-coded bytes of a scan, code by code, and decodes no sample. Only so
// is it known where they end: a marker may be damaged, and anything may follow.
type scanReader struct {
	b      []byte
	at     int    // of the next byte
	window uint64 // bits that were read and not used, the lowest n
	n      int
	read   int     // bytes in all since the last restart
	ends   [16]int // where the last ones of them end
	start  int     // where the first one begins
	ending scanEnding
	eobRun int // blocks that end here too (T.81 G.1.2.2)
}

// fill reads bytes while there is room. A 0xFF is followed by 0x00 (T.81 F.1.2.3), or begins a marker; more of them
// in between are fill bytes (B.1.1.2).
func (r *scanReader) fill() {
	for r.n <= 48 {
		next := r.at + 1
		if r.at >= len(r.b) {
			r.ending = scanCut
			return
		}
		if r.b[r.at] == 0xff {
			for next < len(r.b) && r.b[next] == 0xff {
				next++
			}
			if next >= len(r.b) {
				r.ending = scanCut
				return
			}
			if r.b[next] != 0 {
				r.ending = scanShort
				return
			}
			next++
		}
		r.window, r.n = r.window<<8|uint64(r.b[r.at]), r.n+8
		r.at = next
		r.ends[r.read&15] = next
		r.read++
	}
}

// skip passes over some bits, 32 at most, and reports whether they were there.
func (r *scanReader) skip(n int) bool {
	if r.n < n {
		if r.fill(); r.n < n {
			return false
		}
	}
	r.n -= n
	return true
}

// value reads some bits.
func (r *scanReader) value(n int) (int, bool) {
	ok := r.skip(n)
	return int(r.window>>max(r.n, 0)) & (1<<n - 1), ok
}

// code reads a Huffman code and returns what it stands for.
func (r *scanReader) code(h *huffman) (byte, bool) {
	if r.n < 16 {
		r.fill()
	}
	if r.n >= shortCode {
		if it := h.short[byte(r.window>>(r.n-shortCode))]; it != 0 {
			r.n -= int(it >> 8)
			return byte(it), true
		}
	}
	for length := 1; length <= min(16, r.n); length++ {
		code := int32(r.window>>(r.n-length)) & (1<<length - 1)
		if code <= h.most[length] && code >= h.least[length] {
			r.n -= length
			return h.values[h.first[length]+code-h.least[length]], true
		}
	}
	if r.n >= 16 {
		r.ending = scanDamaged
	}
	return 0, false
}

// position returns where the last byte ends of which a bit was used.
func (r *scanReader) position() int {
	used := r.read - r.n/8
	if used == 0 {
		return r.start
	}
	return r.ends[(used-1)&15]
}

// pass passes over a scan that begins at an offset, with a restart after every so many units (0: none), and returns
// where it ends: of a short one, at the marker.
func (f *jpegFrame) pass(s *jpegScan, b []byte, at, restart int) (end int, how scanEnding) {
	r := &scanReader{b: b, at: at, start: at}
	cols, rows := ceilDiv(f.width, f.perMCU[0]), ceilDiv(f.height, f.perMCU[1])
	single := len(s.components) == 1
	if single {
		cols, rows = s.components[0].cols, s.components[0].rows
		if c := s.components[0]; s.end > 0 && f.progressive && c.nonzero == nil {
			c.nonzero = make([]uint64, cols*rows)
		}
	}
	total := cols * rows
	for unit := range total {
		if restart > 0 && unit > 0 && unit%restart == 0 && !r.restart((unit/restart-1)&7) {
			return r.at, r.ending
		}
		for i, c := range s.components {
			blocks := 1
			if !single {
				blocks = c.h * c.v
			}
			for range blocks {
				if !r.block(f, s, i, unit) {
					return r.at, r.ending
				}
			}
		}
	}
	s.finished()
	return r.position(), scanComplete
}

// restart passes over the restart marker of a number. As in libjpeg's jpeg_resync_to_restart another one that is more than two
// off stands for it; what decoders do with any other marker loses a part of the picture.
func (r *scanReader) restart(number int) bool {
	from := r.position()
	at := skipToMarker(r.b, from)
	if stray(r.b[from:at]) > maxStray { // decoders skip them, but they are no picture
		r.ending = scanDamaged
		return false
	}
	if at >= len(r.b) {
		r.ending = scanCut
		return false
	}
	marker := r.b[at]
	if marker < 0xd0 || marker > 0xd7 {
		r.at, r.ending = at-1, scanShort
		return false
	}
	if off := (int(marker-0xd0) - number) & 7; off != 0 && (off <= 2 || off >= 6) {
		r.ending = scanDamaged
		return false
	}
	*r = scanReader{b: r.b, at: at + 1, start: at + 1}
	return true
}

// block passes over a block of a scan's component.
func (r *scanReader) block(f *jpegFrame, s *jpegScan, component, number int) bool {
	switch {
	case !f.progressive:
		return r.difference(s.dc[component]) && r.sequential(s.ac[component])
	case s.start == 0 && s.high == 0:
		return r.difference(s.dc[component])
	case s.start == 0:
		return r.skip(1)
	case s.high == 0:
		return r.spectral(s, &s.components[0].nonzero[number])
	default:
		return r.refine(s, &s.components[0].nonzero[number])
	}
}

// difference passes over the difference of a DC coefficient (T.81 F.2.2.1).
func (r *scanReader) difference(dc *huffman) bool {
	size, ok := r.code(dc)
	if size > 16 {
		r.ending = scanDamaged
		return false
	}
	return ok && r.skip(int(size))
}

// sequential passes over the AC coefficients of a block (T.81 F.2.2.2).
func (r *scanReader) sequential(ac *huffman) bool {
	for k := 1; k < 64; k++ {
		it, ok := r.code(ac)
		if !ok {
			return false
		}
		run, size := int(it>>4), int(it&15)
		switch {
		case size > 0:
			k += run
			if !r.skip(size) {
				return false
			}
		case run == 15:
			k += 15
		default:
			return true
		}
	}
	return true
}

// spectral passes over the first bits of a band of AC coefficients (T.81 G.1.2.2).
func (r *scanReader) spectral(s *jpegScan, nonzero *uint64) bool {
	if r.eobRun > 0 {
		r.eobRun--
		return true
	}
	for k := s.start; k <= s.end; k++ {
		it, ok := r.code(s.ac[0])
		if !ok {
			return false
		}
		run, size := int(it>>4), int(it&15)
		switch {
		case size > 0:
			if k += run; k < 64 {
				*nonzero |= 1 << k
			}
			if !r.skip(size) {
				return false
			}
		case run == 15:
			k += 15
		default:
			more, ok := r.value(run)
			r.eobRun = 1<<run + more - 1
			return ok
		}
	}
	return true
}

// refine passes over one more bit of a band of AC coefficients (T.81 G.1.2.3): those that are nonzero have a bit of
// correction each.
func (r *scanReader) refine(s *jpegScan, nonzero *uint64) bool {
	k := s.start
	for ; r.eobRun == 0 && k <= s.end; k++ {
		it, ok := r.code(s.ac[0])
		if !ok {
			return false
		}
		run, size := int(it>>4), int(it&15)
		if size > 0 {
			if !r.skip(1) { // the sign
				return false
			}
		} else if run < 15 {
			more, ok := r.value(run)
			if r.eobRun = 1<<run + more; !ok {
				return false
			}
			break
		}
		for ; k <= s.end; k++ {
			if *nonzero>>k&1 == 1 {
				if !r.skip(1) {
					return false
				}
			} else if run--; run < 0 {
				break
			}
		}
		if size > 0 && k <= s.end {
			*nonzero |= 1 << k
		}
	}
	if r.eobRun == 0 {
		return true
	}
	r.eobRun--
	if k > s.end {
		return true
	}
	band := *nonzero >> k << k << (63 - s.end) // within 64 bits: those from k to the band's end
	for n := bits.OnesCount64(band); n > 0; n -= 32 {
		if !r.skip(min(n, 32)) {
			return false
		}
	}
	return true
}
