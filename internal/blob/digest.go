package blob

import (
	"context"
	"crypto/sha256"
	"encoding"
	"hash"
	"io"
)

// checkpointEvery is how many bytes are between two checkpoints of a digest.
const checkpointEvery = 1 << 20

// digest is a SHA-256 that saves its state at each checkpoint: when some bytes are changed
// afterwards, as in a video whose metadata is removed, only what follows them is read and hashed
// again. Most cameras write metadata after the pictures.
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

// rehash returns the hash after bytes from an offset on may have changed.
func (d *digest) rehash(ctx context.Context, from io.ReaderAt, changed int64) (hash.Hash, error) {
	if changed >= d.size {
		return d, nil
	}
	sum, checkpoint := sha256.New(), changed/checkpointEvery
	if checkpoint > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(d.checkpoints[checkpoint-1]); err != nil {
			return nil, err
		}
	}
	begin := checkpoint * checkpointEvery
	_, err := io.Copy(sum, ctxReader{ctx, io.NewSectionReader(from, begin, d.size-begin)})
	return sum, err
}
