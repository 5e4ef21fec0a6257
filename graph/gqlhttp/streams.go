package gqlhttp

import (
	"context"
	"errors"
	"sync"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

// How many connections may stay open: of one instance, of one account, and of one network
// address before anybody has signed in on them.
const (
	maxStreams           = 1_000
	maxAccountStreams    = 50
	maxAnonymousStreams  = 100
	maxLoads             = 4 // streams that read rows at once, so that requests find connections
	transportSSE         = "sse"
	transportSocket      = "websocket"
	streamsRateLimitSaid = "Too many streams are open. Close some, or come back later."
)

// errStopping ends all streams when the service stops.
var errStopping = errors.New("the service stops")

// Streams are the connections of an instance that stay open.
type Streams struct {
	hub   *events.Hub
	watch *auth.Watch
	loads chan struct{}

	stopping context.Context
	stop     context.CancelFunc
	running  sync.WaitGroup // their goroutines

	mu     sync.Mutex
	full   int            // all of them
	open   map[string]int // by transport
	owners map[string]int // by account or address
}

// NewStreams makes the streams' registry; Run keeps it going.
func NewStreams(hub *events.Hub, watch *auth.Watch) *Streams {
	s := &Streams{
		hub: hub, watch: watch, loads: make(chan struct{}, maxLoads),
		open: map[string]int{}, owners: map[string]int{},
	}
	s.stopping, s.stop = context.WithCancel(context.Background())
	return s
}

// Run reads what happens and watches over the viewers until the context ends.
func (s *Streams) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { s.hub.Run(ctx) })
	both.Go(func() { s.watch.Run(ctx) })
	both.Wait()
}

// Stop ends all streams and waits for their goroutines, or for the context. None is opened
// from then on.
func (s *Streams) Stop(ctx context.Context) {
	s.mu.Lock() // whoever has been let in counts as running
	s.stop()
	s.mu.Unlock()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Open is how many streams of a transport are open, "sse" or "websocket".
func (s *Streams) Open(transport string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[transport]
}

// seat is the place of one open connection.
type seat struct {
	streams          *Streams
	transport, owner string
}

// owner is whom a stream counts for.
func owner(ctx context.Context) (string, int) {
	if v := auth.From(ctx); v != nil {
		return "account " + v.ID.String(), maxAccountStreams
	}
	return "address " + auth.Address(ctx), maxAnonymousStreams
}

// admit gives a connection a seat, which must be left.
func (s *Streams) admit(ctx context.Context, transport string) (*seat, error) {
	who, most := owner(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping.Err() != nil:
		f := fault.New(fault.Unavailable, "The service is stopping. Connect again.")
		f.RetryAfter = streamRetry
		return nil, f
	case s.full >= maxStreams, s.owners[who] >= most:
		return nil, tooManyStreams()
	}
	s.full++
	s.owners[who]++
	s.open[transport]++
	s.running.Add(1)
	return &seat{s, transport, who}, nil
}

func tooManyStreams() error {
	f := fault.New(fault.RateLimited, streamsRateLimitSaid)
	f.RetryAfter = streamRetry
	return f
}

// moveTo counts the seat for whoever has signed in on its connection.
func (p *seat) moveTo(ctx context.Context) error {
	who, most := owner(ctx)
	s := p.streams
	s.mu.Lock()
	defer s.mu.Unlock()
	if who == p.owner {
		return nil
	}
	if s.owners[who] >= most {
		return tooManyStreams()
	}
	s.drop(p.owner)
	s.owners[who]++
	p.owner = who
	return nil
}

func (p *seat) leave() {
	s := p.streams
	s.mu.Lock()
	s.full--
	s.open[p.transport]--
	s.drop(p.owner)
	s.mu.Unlock()
	s.running.Done()
}

func (s *Streams) drop(who string) {
	if s.owners[who]--; s.owners[who] == 0 {
		delete(s.owners, who)
	}
}

// over is the context of a stream: it ends with the request, with the viewer's right to it,
// and when the service stops. Its cause says which.
func (s *Streams) over(ctx context.Context) (context.Context, context.CancelFunc) {
	release := func() {}
	if v := auth.From(ctx); v != nil {
		ctx, release = s.watch.Over(ctx, v)
	}
	ctx, end := context.WithCancelCause(ctx)
	unhook := context.AfterFunc(s.stopping, func() { end(errStopping) })
	return ctx, func() { unhook(); end(context.Canceled); release() }
}
