package strip

import (
	"errors"
	"io"
	"time"
)

// patch is a video that is changed in place: no byte moves, so that every offset inside it
// still holds.
type patch struct {
	f     File
	size  int64
	first *int64 // lowest offset at which a byte was changed
}

// maxParts bounds how many boxes or elements of one video are looked at: more than any
// camera writes into 100 MiB, few enough to be read in a second or two.
const maxParts = 1 << 20

// read fills b from an offset; an overrun means the file is broken.
func (p patch) read(b []byte, off int64) error {
	if off < 0 || off > p.size-int64(len(b)) {
		return malformed("video: cut off")
	}
	_, err := p.f.ReadAt(b, off)
	if errors.Is(err, io.EOF) {
		return nil // the last bytes of the file
	}
	return err
}

// write leaves alone what is as it should be already.
func (p patch) write(b []byte, off int64) error {
	was := make([]byte, len(b))
	if err := p.read(was, off); err != nil {
		return err
	}
	same := 0
	for same < len(b) && b[same] == was[same] {
		same++
	}
	if same == len(b) {
		return nil
	}
	*p.first = min(*p.first, off+int64(same))
	_, err := p.f.WriteAt(b[same:], off+int64(same))
	return err
}

// zero overwrites from start to end.
func (p patch) zero(start, end int64) error {
	none := make([]byte, max(0, min(end-start, 16<<10)))
	for start < end {
		n := min(end-start, int64(len(none)))
		if err := p.write(none[:n], start); err != nil {
			return err
		}
		start += n
	}
	return nil
}

// ticks converts ticks without overflowing; 0 when it can't be.
func ticks(n, perSecond float64) time.Duration {
	s := n / perSecond
	if !(s > 0 && s < 1e6) { // also when it is not a number; 1e6 s are eleven days
		return 0
	}
	return time.Duration(s * float64(time.Second)).Truncate(time.Millisecond)
}
