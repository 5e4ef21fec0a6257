package export

import (
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

const (
	// MaxPerAccount is how many exports an instance writes at a time for one account. Each keeps a
	// processor busy while its client keeps up.
	MaxPerAccount = 2
	// MaxPerInstance is how many exports an instance writes at a time.
	MaxPerInstance = 6
	// retryAfter is when a client that was refused should try again.
	retryAfter = 10 * time.Second
)

// Limiter limits how many exports an instance writes at the same time. The zero value is ready to use.
type Limiter struct {
	mu        sync.Mutex
	active    int
	byAccount map[uuid.UUID]int
}

// acquire starts an export for an account and returns a function that ends it, to be called once. It
// returns fault.RateLimited at the limit of the account, and fault.Unavailable at that of the instance.
func (l *Limiter) acquire(account uuid.UUID) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byAccount[account] >= MaxPerAccount {
		return nil, busy(fault.RateLimited, "You are already downloading %d files. Wait until one is done.", MaxPerAccount)
	}
	if l.active >= MaxPerInstance {
		return nil, busy(fault.Unavailable, "%d files are being downloaded, which is the limit. Try again in a moment.", MaxPerInstance)
	}
	if l.byAccount == nil {
		l.byAccount = map[uuid.UUID]int{}
	}
	l.active++
	l.byAccount[account]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.active--
		if l.byAccount[account]--; l.byAccount[account] == 0 {
			delete(l.byAccount, account)
		}
	}, nil
}

func busy(code fault.Code, format string, args ...any) error {
	f := fault.New(code, format, args...)
	f.RetryAfter = retryAfter
	return f
}
