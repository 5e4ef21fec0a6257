package blob

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestDigest: the sum of what was changed is that of the whole, wherever the first change lies.
func TestDigest(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	for _, size := range []int{1, checkpointEvery - 1, checkpointEvery, checkpointEvery + 1, 2 * checkpointEvery, 3*checkpointEvery + 12_345} {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			film := make([]byte, size)
			for i := range film {
				film[i] = byte(chance.Uint32())
			}
			d := newDigest()
			for rest := film; len(rest) > 0; {
				n := min(len(rest), 1+chance.IntN(200_000))
				_, _ = d.Write(rest[:n])
				rest = rest[n:]
			}
			received := sha256.Sum256(film)
			if !bytes.Equal(d.Sum(nil), received[:]) {
				t.Errorf("%d bytes: another sum as received", size)
			}
			for _, at := range []int{size, size - 1, size / 2, checkpointEvery - 1, checkpointEvery, 0} {
				if at < 0 || at > size {
					return
				}
				if at < size {
					film[at] ^= 1
				}
				sum, err := d.rehash(t.Context(), bytes.NewReader(film), int64(at))
				want := sha256.Sum256(film)
				if err != nil || !bytes.Equal(sum.Sum(nil), want[:]) {
					t.Errorf("%d bytes, changed at %d: another sum, %v", size, at, err)
				}
				if at < size {
					film[at] ^= 1
				}
			}
		})
	}
}
