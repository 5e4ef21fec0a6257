package blob

import (
	"context"
	"crypto/sha256"
	"encoding"
	"hash"
	"io"
)

// checkpointEvery is how many bytes lie between two marks of a digest.
const checkpointEvery = 1 << 20

// digest is a SHA-256 that remembers its state at each mark: when some bytes are changed
// afterwards, as a video's are that is cleaned, only what follows them is read and summed again.
// Most cameras write what has to go behind the pictures.
type digest struct {
	hash.Hash
	size        int64
	checkpoints [][]byte
}

func newDigest() *digest { return &digest{Hash: sha256.New()} }

// Write implements io.Writer. It never fails.
func (d *digest) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		part := b[:min(int64(len(b)), checkpointEvery-d.size%checkpointEvery)]
		_, _ = d.Hash.Write(part)
		d.size += int64(len(part))
		b = b[len(part):]
		if d.size%checkpointEvery == 0 {
			state, err := d.Hash.(encoding.BinaryMarshaler).MarshalBinary()
			if err != nil {
				return n - len(b), err
			}
			d.checkpoints = append(d.checkpoints, state)
		}
	}
	return n, nil
}

// rehash answers the sum of the same bytes when those from an offset on may be others now.
func (d *digest) rehash(ctx context.Context, from io.ReaderAt, changed int64) (hash.Hash, error) {
	if changed >= d.size {
		return d, nil
	}
	sum, mark := sha256.New(), changed/checkpointEvery
	if mark > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(d.checkpoints[mark-1]); err != nil {
			return nil, err
		}
	}
	begin := mark * checkpointEvery
	_, err := io.Copy(sum, ctxReader{ctx, io.NewSectionReader(from, begin, d.size-begin)})
	return sum, err
}
