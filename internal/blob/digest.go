package blob

import (
	"context"
	"crypto/sha256"
	"encoding"
	"hash"
	"io"
)

// markEvery is how many bytes lie between two marks of a digest.
const markEvery = 1 << 20

// digest is a SHA-256 that remembers its state at each mark: when some bytes are changed
// afterwards, as a video's are that is cleaned, only what follows them is read and summed again.
// Most cameras write what has to go behind the pictures.
type digest struct {
	hash.Hash
	size  int64
	marks [][]byte
}

func newDigest() *digest { return &digest{Hash: sha256.New()} }

// Write implements io.Writer. It never fails.
func (d *digest) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		part := b[:min(int64(len(b)), markEvery-d.size%markEvery)]
		_, _ = d.Hash.Write(part)
		d.size += int64(len(part))
		b = b[len(part):]
		if d.size%markEvery == 0 {
			state, err := d.Hash.(encoding.BinaryMarshaler).MarshalBinary()
			if err != nil {
				return n - len(b), err
			}
			d.marks = append(d.marks, state)
		}
	}
	return n, nil
}

// again answers the sum of the same bytes when those from an offset on may be others now.
func (d *digest) again(ctx context.Context, from io.ReaderAt, changed int64) (hash.Hash, error) {
	if changed >= d.size {
		return d, nil
	}
	sum, mark := sha256.New(), changed/markEvery
	if mark > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(d.marks[mark-1]); err != nil {
			return nil, err
		}
	}
	begin := mark * markEvery
	_, err := io.Copy(sum, ctxReader{ctx, io.NewSectionReader(from, begin, d.size-begin)})
	return sum, err
}
