package ledger

import (
	"context"
	"errors"
	"sync"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/store/batch"
)

// shard is what this process knows of a shard of the audit. The database decides: an optimistic
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

// takeShard returns a shard, and its end. A transaction of which this process has none beside it in the shard
// and that is optimistic does not lock it, if the end is known.
func (b *Book) takeShard(ctx context.Context, tx batch.Clients) (chain, *chainEnd, error) {
	first := b.nextShard.Add(1)
	for i := range uint32(shards) {
		n := (first + i) % shards
		s, in := &b.shards[n], chains[1+n]
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
	in := chains[1+first%shards]
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
