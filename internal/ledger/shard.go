package ledger

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/store/batch"
)

// shard is what this process knows of a shard. The database decides: an optimistic
// transaction writes only if the chain still ends where the process thinks.
type shard struct {
	taken  sync.Mutex
	head   *ent.ChainHead // as the process wrote it last; nil: unknown
	missed int            // optimistic transactions in a row that found it moved
	rest   int            // how often it is passed by, because another instance writes to it
}

// restAfter is how many such transactions make a shard rest, and rests how often it is passed by then.
const (
	restAfter = 2
	rests     = 1_000
)

// shardSet is the shards of payments, or those of audit entries.
type shardSet struct {
	chains []chain
	next   atomic.Uint32 // who takes one begins to look here
	shards [shards]shard
}

func newShardSet(chains []chain) *shardSet {
	s := &shardSet{chains: chains}
	s.next.Store(rand.Uint32()) // so that instances start on different shards
	return s
}

// takeShard returns a shard, and its end. A transaction of which this process has none beside it in the shard
// and that is optimistic does not lock it, if the end is known.
func (b *Book) takeShard(ctx context.Context, tx batch.Clients, of *shardSet) (chain, *chainEnd, error) {
	first := of.next.Add(1)
	for i := range uint32(shards) {
		n := (first + i) % shards
		s, in := &of.shards[n], of.chains[n]
		if !s.taken.TryLock() {
			continue
		}
		if s.rest > 0 {
			s.rest--
			s.taken.Unlock()
			continue
		}
		end := &chainEnd{key: b.key, head: s.head}
		guessed := tx.Optimistic && s.head != nil
		if guessed {
			end.seq, end.hash = s.head.Seq, s.head.Hash
		}
		tx.AtEnd(func(err error) {
			defer s.taken.Unlock()
			s.ended(end, guessed, err)
		})
		if !guessed {
			locked, err := b.lockChain(ctx, tx.Ahead, in.name)
			if err != nil {
				return in, nil, err
			}
			*end = *locked
		}
		return in, end, nil
	}
	in := of.chains[first%shards]
	end, err := b.lockChain(ctx, tx.Ahead, in.name)
	return in, end, err
}

// ended notes how a transaction ended that had the shard.
func (s *shard) ended(at *chainEnd, guessed bool, err error) {
	s.head = nil
	switch {
	case err == nil:
		s.head = at.head
		s.head.Seq, s.head.Hash = at.seq, at.hash
		s.missed = 0
	case guessed && errors.Is(err, batch.ErrStale):
		if s.missed++; s.missed >= restAfter {
			s.missed, s.rest = 0, rests
		}
	}
}
