package export

import (
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

const (
	// MaxPerAccount is how many exports of an account an instance writes at a time, MaxPerInstance of
	// everybody. Each keeps a processor busy while its reader keeps up.
	MaxPerAccount  = 2
	MaxPerInstance = 6
	// retryAfter is when somebody without a place should ask again.
	retryAfter = 10 * time.Second
)

// Places are those of the exports that an instance writes at the same time. The zero value has
// all of them free.
type Places struct {
	mu  sync.Mutex
	all int
	of  map[uuid.UUID]int
}

// take answers how to leave a place for an account, once: fault.RateLimited when it has its share
// already, fault.Unavailable when all are taken.
func (p *Places) take(account uuid.UUID) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of[account] >= MaxPerAccount {
		return nil, later(fault.RateLimited, "You are downloading %d files already. Wait until one is done.", MaxPerAccount)
	}
	if p.all >= MaxPerInstance {
		return nil, later(fault.Unavailable, "%d files are being downloaded, which is as many as can be. Try again in a moment.", MaxPerInstance)
	}
	if p.of == nil {
		p.of = map[uuid.UUID]int{}
	}
	p.all++
	p.of[account]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all--
		if p.of[account]--; p.of[account] == 0 {
			delete(p.of, account)
		}
	}, nil
}

func later(code fault.Code, message string, most int) error {
	f := fault.New(code, message, most)
	f.RetryAfter = retryAfter
	return f
}
