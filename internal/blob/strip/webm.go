package strip

import (
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// webmAllowed lists the elements that stay, per parent; all others become Void elements of
// the same size: Tags with the place, Attachments, Chapters, titles, dates, names, and
// checksums that would no longer hold.
func webmAllowed(parent uint32) []uint32 {
	switch parent {
	case idSegment:
		return []uint32{idSeekHead, idInfo, idTracks, idCues, idCluster}
	case idSeekHead:
		return []uint32{idSeek}
	case idInfo:
		return []uint32{idTimestampUnit, idDuration, idMuxingApp, idWritingApp}
	case idTracks:
		return []uint32{idTrackEntry}
	case idTrackEntry:
		return []uint32{
			idTrackNumber, 0x73C5, idTrackType, 0xB9, 0x88, 0x55AA, 0x9C, 0x6DE7, 0x6DF8, 0x23E383, 0x234E7A,
			0x23314F, 0x537F, 0x55EE, 0x22B59C, 0x22B59D, 0x86, 0x63A2, 0xAA, 0x56AA, 0x56BB, idVideo, 0xE1, 0x6D80,
		} // UID, flags, durations, languages, codec id and private data, delays, audio, encodings
	case idCluster:
		return []uint32{idTimestamp, idSimpleBlock, idBlockGroup, 0xA7, 0xAB} // position, size of the previous
	case idBlockGroup:
		return []uint32{idBlock, 0x9B, 0xFB, 0x75A1, 0x75A2} // duration, reference, additions, padding
	}
	return nil
}

// webm cleans one WebM file.
type webm struct {
	patch
	parts   int
	dropped []uint64 // numbers of tracks that are neither picture nor sound
	tracks  bool     // Tracks was seen
	shown   bool     // a video track was seen
	unit    uint64   // nanoseconds of a tick
	ticks   float64  // Duration, as written
	cluster int64    // timestamp of the current cluster
	last    int64    // latest block, for files that don't say their duration
	info    VideoInfo
}

// stripWebM removes place, device, titles and dates from a WebM file, and tracks that are
// neither picture nor sound with their blocks.
func stripWebM(p patch) (VideoInfo, error) {
	w := &webm{patch: p, unit: 1_000_000}
	segments := 0
	err := w.each(0, p.size, func(e element) error {
		switch {
		case e.start == 0:
			return w.header(e)
		case e.id == idSegment:
			segments++
			return w.clean(e)
		}
		return w.void(e)
	})
	switch {
	case err != nil:
		return VideoInfo{}, err
	case segments != 1 || !w.shown:
		return VideoInfo{}, malformed("webm: no video track")
	}
	n := w.ticks
	if n == 0 {
		n = float64(w.last)
	}
	w.info.Duration = ticks(n, float64(time.Second)/float64(w.unit))
	return w.info, nil
}

// header reads the EBML header: of all that EBML is used for, only WebM is taken.
func (w *webm) header(e element) error {
	kind := ""
	err := w.each(e.body, e.end, func(c element) error {
		if c.id != idDocType || c.end-c.body > 16 {
			return nil
		}
		b := make([]byte, c.end-c.body)
		if err := w.read(b, c.body); err != nil {
			return err
		}
		kind = string(b)
		return nil
	})
	if err == nil && (e.id != idEBML || kind != "webm") {
		err = malformed("webm: doctype %q", kind)
	}
	return err
}

// clean visits the children of an element that stays. It calls itself only along the
// names of webmAllowed, so its depth is bounded by them.
func (w *webm) clean(parent element) error {
	return w.each(parent.body, parent.end, func(e element) error {
		allowed := slices.Contains(webmAllowed(parent.id), e.id)
		if parent.id == idSegment && !allowed {
			allowed = slices.Contains(webmAllowed(idCluster), e.id) // inside a cluster of unknown size
		}
		if !allowed {
			return w.void(e)
		}
		switch e.id {
		case idInfo, idSeekHead:
			return w.clean(e)
		case idTracks:
			w.tracks = true
			return w.clean(e)
		case idSeek:
			return w.seek(e)
		case idMuxingApp, idWritingApp: // must be there, may be empty
			return w.zero(e.body, e.end)
		case idTimestampUnit:
			return w.number(e, &w.unit)
		case idDuration:
			return w.float(e, &w.ticks)
		case idTrackEntry:
			return w.track(e)
		case idCluster:
			if !w.tracks {
				return malformed("webm: a cluster before the tracks")
			}
			if e.endless {
				return nil
			}
			return w.clean(e)
		case idTimestamp:
			var n uint64
			err := w.number(e, &n)
			w.cluster = int64(n & math.MaxInt64)
			return err
		case idBlockGroup:
			return w.group(e)
		case idSimpleBlock:
			_, err := w.block(e, e)
			return err
		}
		return nil
	})
}

// seek removes an index entry whose target is removed.
func (w *webm) seek(e element) error {
	var target uint64
	err := w.each(e.body, e.end, func(c element) error {
		if c.id == idSeekID {
			return w.number(c, &target)
		}
		return nil
	})
	if err != nil || slices.Contains(webmAllowed(idSegment), uint32(target)) {
		return err
	}
	return w.void(e)
}

// track cleans a track of picture or sound, and removes any other.
func (w *webm) track(e element) error {
	var number, kind, width, height uint64
	err := w.each(e.body, e.end, func(c element) error {
		switch c.id {
		case idTrackNumber:
			return w.number(c, &number)
		case idTrackType:
			return w.number(c, &kind)
		case idVideo:
			return w.each(c.body, c.end, func(v element) error {
				switch v.id {
				case idPixelWidth:
					return w.number(v, &width)
				case idPixelHeight:
					return w.number(v, &height)
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	const video, audio = 1, 2
	switch kind {
	case video:
		const side = 1 << 16
		if width == 0 || height == 0 || width > side || height > side {
			return malformed("webm: a video of %d by %d pixels", width, height)
		}
		if !w.shown {
			w.shown, w.info.Width, w.info.Height = true, int(width), int(height)
		}
	case audio:
	default:
		w.dropped = append(w.dropped, number)
		return w.void(e)
	}
	return w.clean(e)
}

// group cleans a block with its side data, which go together.
func (w *webm) group(e element) error {
	var block element
	err := w.each(e.body, e.end, func(c element) error {
		if c.id == idBlock {
			block = c
		}
		return nil
	})
	if err != nil {
		return err
	}
	if block.id == 0 {
		return w.void(e)
	}
	removed, err := w.block(block, e)
	if err != nil || removed {
		return err
	}
	return w.clean(e)
}

// block notes a block's time, and removes what holds it when its track was removed.
func (w *webm) block(b, holder element) (removed bool, err error) {
	var h [10]byte // the track's number, at most 8 bytes, and a relative time
	n := min(int64(len(h)), b.end-b.body)
	if err := w.read(h[:n], b.body); err != nil {
		return false, err
	}
	track, size := vint(h[:n])
	if size == 0 || int64(size)+2 > n {
		return false, malformed("webm: short block")
	}
	if slices.Contains(w.dropped, track) {
		return true, w.void(holder)
	}
	at := w.cluster + int64(int16(binary.BigEndian.Uint16(h[size:])))
	w.last = max(w.last, at)
	return false, nil
}
