package gqlhttp

import (
	"context"
	"errors"
	"sync"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

// DefaultStreams is the limit on the open streams of one instance where no other is set.
const DefaultStreams = 1_000

// The limits on open streams: of one account, and of one network address for streams without a
// signed-in account.
const (
	maxAccountStreams     = 50
	maxAnonymousStreams   = 100
	maxAtWork             = 4 // streams that read rows or build a response at the same time, beside the requests at work
	transportSSE          = "sse"
	transportSocket       = "websocket"
	tooManyStreamsMessage = "Too many streams are open. Close some, or try again later."
)

// errStopping is the cause with which streams end when the service stops.
var errStopping = errors.New("the service stops")

// Streams counts the open SSE and WebSocket connections of an instance, limits them, and ends them.
type Streams struct {
	hub   *events.Hub
	watch *auth.Watch
	work  chan struct{} // of what is at work for them
	limit int           // of all of them

	stopping context.Context
	stop     context.CancelFunc
	running  sync.WaitGroup // their goroutines

	mu     sync.Mutex
	total  int            // all of them
	open   map[string]int // by transport
	owners map[string]int // by account or address
}

// NewStreams returns Streams without connections, which takes up to limit of them. Run has to be
// called for events to be delivered.
func NewStreams(hub *events.Hub, watch *auth.Watch, limit int) *Streams {
	s := &Streams{
		hub: hub, watch: watch, limit: limit, work: make(chan struct{}, maxAtWork),
		open: map[string]int{}, owners: map[string]int{},
	}
	s.stopping, s.stop = context.WithCancel(context.Background())
	return s
}

// begin waits until fewer than maxAtWork streams are at work. The function that it returns ends the
// work; it may be called more than once.
func (s *Streams) begin(ctx context.Context) (end func(), err error) {
	select {
	case s.work <- struct{}{}:
		return sync.OnceFunc(func() { <-s.work }), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Run reads new events and checks the sessions of the viewers until the context ends.
func (s *Streams) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { s.hub.Run(ctx) })
	both.Go(func() { s.watch.Run(ctx) })
	both.Wait()
}

// Stop ends all streams and waits for their goroutines, or for the context. No stream can be
// opened afterwards.
func (s *Streams) Stop(ctx context.Context) {
	s.mu.Lock() // every admitted stream counts as running
	s.stop()
	s.mu.Unlock()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Limit returns how many streams may be open.
func (s *Streams) Limit() int { return s.limit }

// Open returns how many streams of a transport, "sse" or "websocket", are open.
func (s *Streams) Open(transport string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[transport]
}

// seat is one open connection of Streams.
type seat struct {
	streams          *Streams
	transport, owner string
}

// owner returns the account, link or address that a stream counts for, and its limit.
func owner(ctx context.Context) (string, int) {
	if auth.From(ctx) != nil {
		return auth.Caller(ctx), maxAccountStreams
	}
	return "address " + auth.Address(ctx), maxAnonymousStreams
}

// admit returns a seat for a connection, which must be released. It returns a fault if a limit is
// reached.
func (s *Streams) admit(ctx context.Context, transport string) (*seat, error) {
	who, limit := owner(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping.Err() != nil:
		f := fault.New(fault.Unavailable, "The service is stopping. Connect again.")
		f.RetryAfter = streamRetry
		return nil, f
	case s.total >= s.limit, s.owners[who] >= limit:
		return nil, tooManyStreams()
	}
	s.total++
	s.owners[who]++
	s.open[transport]++
	s.running.Add(1)
	return &seat{s, transport, who}, nil
}

func tooManyStreams() error {
	f := fault.New(fault.RateLimited, tooManyStreamsMessage)
	f.RetryAfter = streamRetry
	return f
}

// moveTo counts the seat for the account that has signed in on its connection.
func (l *seat) moveTo(ctx context.Context) error {
	who, limit := owner(ctx)
	s := l.streams
	s.mu.Lock()
	defer s.mu.Unlock()
	if who == l.owner {
		return nil
	}
	if s.owners[who] >= limit {
		return tooManyStreams()
	}
	s.drop(l.owner)
	s.owners[who]++
	l.owner = who
	return nil
}

func (l *seat) release() {
	s := l.streams
	s.mu.Lock()
	s.total--
	s.open[l.transport]--
	s.drop(l.owner)
	s.mu.Unlock()
	s.running.Done()
}

func (s *Streams) drop(who string) {
	if s.owners[who]--; s.owners[who] == 0 {
		delete(s.owners, who)
	}
}

// streamContext returns the context of a stream. It ends with the request, with the viewer's
// session, and when the service stops; its cause says which.
func (s *Streams) streamContext(ctx context.Context) (context.Context, context.CancelFunc) {
	release := func() {}
	if v := auth.From(ctx); v != nil {
		ctx, release = s.watch.Register(ctx, v)
	}
	ctx, end := context.WithCancelCause(ctx)
	cancelStop := context.AfterFunc(s.stopping, func() { end(errStopping) })
	return ctx, func() { cancelStop(); end(context.Canceled); release() }
}
