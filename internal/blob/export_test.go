package blob

import "bytes"

// HoldDecoder takes the one turn at decoding, as a large picture does, until released.
func HoldDecoder(in *Intake) (release func()) {
	in.decoding <- struct{}{}
	return func() { <-in.decoding }
}

// Clean cleans bytes in memory, so that millions of files can be tried.
func Clean(contentType string, b []byte) ([]byte, error) {
	m := memory(bytes.Clone(b))
	p := patch{m, int64(len(b)), new(int64)}
	var err error
	switch f := format(contentType); f {
	case formatMP4, formatMOV:
		_, err = cleanMP4(p)
	case formatWebM:
		_, err = cleanWebM(p)
	default:
		var pic picture
		pic, err = cleanImage(f, b)
		m = pic.data
	}
	return m, err
}

// DiskFault is how a disk's errors are told to callers.
var DiskFault = diskFault

type memory []byte

func (m memory) ReadAt(b []byte, off int64) (int, error)  { return copy(b, m[off:]), nil }
func (m memory) WriteAt(b []byte, off int64) (int, error) { return copy(m[off:], b), nil }
