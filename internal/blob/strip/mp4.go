package strip

import (
	"encoding/binary"
	"math"
)

// mp4Allowed lists the boxes that stay, per parent (ISO/IEC 14496-12 and Apple's QuickTime
// File Format): what a player needs to show picture and sound. All others become free
// boxes of zeros: udta and meta with place and device, uuid with XMP, what makers invented,
// and free boxes too, in which cameras hide more.
func mp4Allowed(parent string) string {
	switch parent {
	case "":
		return "ftyp styp moov moof mdat mfra sidx ssix wide"
	case "moov":
		return "mvhd trak mvex"
	case "trak":
		return "tkhd edts mdia tapt"
	case "mdia":
		return "mdhd hdlr minf elng"
	case "minf":
		return "vmhd smhd nmhd gmhd hdlr dinf stbl"
	case "dinf":
		return "dref"
	case "stbl":
		return "stsd stts ctts cslg stss stps stsc stsz stz2 stco co64 sdtp sbgp sgpd subs saiz saio padb stdp"
	case "moof":
		return "mfhd traf"
	case "traf":
		return "tfhd tfdt trun sbgp sgpd subs saiz saio senc sdtp"
	}
	return ""
}

// box is one box; its body is from body to end.
type box struct {
	kind             string
	start, body, end int64
}

// mp4 cleans one MP4 or MOV file.
type mp4 struct {
	patch
	parts   int
	media   []box  // the mdat boxes
	movie   bool   // moov was seen
	pieces  bool   // moof was seen
	dropped bool   // a track that is neither picture nor sound was removed
	shown   bool   // a video track was seen
	handler string // of the track being cleaned
	info    VideoInfo
}

// stripMP4 removes place, device and times from an MP4 or MOV file, and tracks that are
// neither picture nor sound with their samples: action cameras and phones write where they
// were into such. A file without a video track is malformed.
func stripMP4(p patch) (VideoInfo, error) {
	m := &mp4{patch: p}
	// Samples are erased inside the mdat boxes only, so these are found first.
	err := m.each(box{end: p.size}, func(b box) error {
		switch b.kind {
		case "mdat":
			m.media = append(m.media, b)
		case "moof":
			m.pieces = true
		}
		return nil
	})
	if err == nil {
		err = m.clean(box{end: p.size})
	}
	switch {
	case err != nil:
		return VideoInfo{}, err
	case !m.shown:
		return VideoInfo{}, malformed("mp4: no video track")
	case m.dropped && m.pieces:
		return VideoInfo{}, malformed("mp4: a data track in a fragmented file") // its samples are not found
	}
	return m.info, nil
}

// each visits the boxes in a parent. Sizes are checked against the parent, so that nothing
// nests or reaches beyond the file.
func (m *mp4) each(parent box, visit func(box) error) error {
	for at := parent.body; at < parent.end; {
		if m.parts++; m.parts > maxParts {
			return malformed("mp4: too many boxes")
		}
		if parent.end-at < 8 { // QuickTime ends some lists with a zero of four bytes
			return m.zero(at, parent.end)
		}
		var h [16]byte
		if err := m.read(h[:8], at); err != nil {
			return err
		}
		b := box{kind: string(h[4:8]), start: at, body: at + 8}
		size := int64(binary.BigEndian.Uint32(h[:]))
		switch size {
		case 0: // to the end
			size = parent.end - at
		case 1:
			if err := m.read(h[8:], at+8); err != nil {
				return err
			}
			b.body += 8
			size = int64(binary.BigEndian.Uint64(h[8:]))
		}
		if size < b.body-at || size > parent.end-at {
			return malformed("mp4: box %q overruns", b.kind)
		}
		b.end = at + size
		if err := visit(b); err != nil {
			return err
		}
		at = b.end
	}
	return nil
}

// clean visits the children of a box that stays. It calls itself only along the names of
// mp4Allowed, so its depth is bounded by them.
func (m *mp4) clean(parent box) error {
	return m.each(parent, func(b box) error {
		if !listed(mp4Allowed(parent.kind), b.kind) {
			if b.kind == "meta" && m.has(b, "iloc") {
				return malformed("mp4: items outside of their box")
			}
			return m.free(b)
		}
		switch b.kind {
		case "moov":
			if m.movie {
				return malformed("mp4: two movies")
			}
			m.movie = true
			return m.clean(b)
		case "trak":
			return m.track(b)
		case "mdia", "minf", "dinf", "stbl", "moof", "traf":
			return m.clean(b)
		case "wide": // room for the long size of the box that follows
			return m.zero(b.body, b.end)
		case "mvhd":
			return m.movieHeader(b)
		case "tkhd", "mdhd":
			_, err := m.eraseTimes(b)
			return err
		case "hdlr": // a name, such as "GoPro AVC", and a manufacturer
			return m.zero(min(b.body+12, b.end), b.end)
		case "dref":
			return m.references(b)
		case "stsd":
			return m.descriptions(b)
		}
		return nil
	})
}

// free turns a box into free space of the same size.
func (m *mp4) free(b box) error {
	if err := m.write([]byte("free"), b.start+4); err != nil {
		return err
	}
	return m.zero(b.body, b.end)
}

// track cleans a track of picture or sound, and erases any other with its samples.
func (m *mp4) track(b box) error {
	media, _ := m.find(b, "mdia")
	handler, _ := m.find(media, "hdlr")
	var kind [4]byte
	if err := m.field(handler, 8, kind[:]); err != nil {
		return err
	}
	m.handler = string(kind[:])
	switch m.handler {
	case "vide":
		if err := m.videoSize(b, media); err != nil {
			return err
		}
	case "soun":
	default:
		m.dropped = true
		if err := m.eraseSamples(media); err != nil {
			return err
		}
		return m.free(b)
	}
	return m.clean(b)
}

// field fills v from inside a box's body; a box that is too short, or not there, is broken.
func (m *mp4) field(b box, off int64, v []byte) error {
	if b.end-b.body < off+int64(len(v)) {
		return malformed("mp4: short or missing box %q", b.kind)
	}
	return m.read(v, b.body+off)
}

// find returns the first child of a name; an empty box when there is none.
func (m *mp4) find(parent box, kind string) (box, error) {
	var found box
	err := m.each(parent, func(b box) error {
		if b.kind == kind && found.kind == "" {
			found = b
		}
		return nil
	})
	return found, err
}

// has reports whether a meta box, which in QuickTime files lacks its version, has a child.
func (m *mp4) has(meta box, kind string) bool {
	for _, skip := range []int64{0, 4} {
		inner := meta
		inner.body = min(inner.body+skip, inner.end)
		if b, _ := m.find(inner, kind); b.kind != "" {
			return true
		}
	}
	return false
}

// eraseTimes zeroes when a movie, track or media was made and changed, and returns the
// offset of the field after them.
func (m *mp4) eraseTimes(b box) (int64, error) {
	var version [1]byte
	if err := m.field(b, 0, version[:]); err != nil {
		return 0, err
	}
	end := b.body + 4 + 8
	if version[0] == 1 {
		end = b.body + 4 + 16
	}
	if end > b.end {
		return 0, malformed("mp4: short %s", b.kind)
	}
	return end, m.zero(b.body+4, end)
}

// movieHeader erases the times and reads the duration.
func (m *mp4) movieHeader(b box) error {
	at, err := m.eraseTimes(b)
	if err != nil {
		return err
	}
	var h [12]byte
	if err := m.field(b, at-b.body, h[:]); err != nil {
		return err
	}
	n := uint64(binary.BigEndian.Uint32(h[4:]))
	unknown := n == math.MaxUint32
	if at-b.body > 12 { // the long form
		n = binary.BigEndian.Uint64(h[4:])
		unknown = n == math.MaxUint64
	}
	if !unknown {
		m.info.Duration = ticks(float64(n), float64(binary.BigEndian.Uint32(h[:])))
	}
	return nil
}

// references empties the data references, where QuickTime keeps file and disk names, and
// refuses those that lead outside of the file.
func (m *mp4) references(b box) error {
	entries := b
	entries.body = min(b.body+8, b.end)
	return m.each(entries, func(e box) error {
		var flags [4]byte
		if err := m.field(e, 0, flags[:]); err != nil {
			return err
		}
		if flags[3]&1 == 0 {
			return malformed("mp4: the data is in another file")
		}
		return m.zero(min(e.body+4, e.end), e.end)
	})
}
