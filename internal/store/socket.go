package store

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

const (
	// answerMargin is how much longer than the server's own limit an answer is waited for.
	answerMargin = 2 * time.Second
	// cancelGrace is how long after the end of a context the server may take to confirm that it
	// cancelled the statement. Then the connection is given up.
	cancelGrace = 400 * time.Millisecond
	// cancelTimeout bounds a request to cancel a statement, which goes over a connection of its own.
	cancelTimeout = 2 * time.Second
	// longestSilence is how long a statement without any limit may take, such as one of a migration.
	longestSilence = 6 * time.Hour
)

// socket is a connection to PostgreSQL on which no read and no write waits for ever. The deadline
// of each is the earliest of what lib/pq set itself (while it connects), the end of the context
// of the statement, and a limit from the moment on at which the read or write begins.
type socket struct {
	net.Conn

	own   atomic.Int64 // lib/pq's own deadline, in Unix nanoseconds; 0 for none
	until atomic.Int64 // that of the statement; 0 for none
	limit atomic.Int64 // nanoseconds that a read or a write may take

	heard  atomic.Int64  // when the last answer came
	broken atomic.Bool   // a read or a write has failed, so the rest of the stream means nothing
	silent *atomic.Int64 // when some connection of the pool last waited in vain; nil where none cares
}

func newSocket(conn net.Conn, limit time.Duration, silent *atomic.Int64) *socket {
	s := &socket{Conn: conn, silent: silent}
	s.limit.Store(int64(limit))
	s.heard.Store(now())
	return s
}

func now() int64 { return time.Now().UnixNano() } //nolint:forbidigo // deadlines of sockets are the machine's time

// bind has the socket end with a context that has a deadline.
func (s *socket) bind(ctx context.Context, grace time.Duration) {
	var until int64
	if end, ok := ctx.Deadline(); ok {
		until = end.Add(grace).UnixNano()
	}
	s.until.Store(until)
}

func (s *socket) deadline(from int64) time.Time {
	end := from + s.limit.Load()
	for _, other := range []int64{s.own.Load(), s.until.Load()} {
		if other != 0 && other < end {
			end = other
		}
	}
	return time.Unix(0, end)
}

// Read implements net.Conn.
func (s *socket) Read(p []byte) (int, error) {
	if err := s.SetReadDeadline(s.deadline(now())); err != nil {
		return 0, err
	}
	n, err := s.Conn.Read(p)
	s.ended(err)
	if n > 0 {
		s.heard.Store(now())
	}
	return n, err
}

// Write implements net.Conn.
func (s *socket) Write(p []byte) (int, error) {
	if err := s.SetWriteDeadline(s.deadline(now())); err != nil {
		return 0, err
	}
	n, err := s.Conn.Write(p)
	s.ended(err)
	return n, err
}

// ended notes that a read or a write failed.
func (s *socket) ended(err error) {
	if err == nil {
		return
	}
	s.broken.Store(true)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() && s.silent != nil {
		s.silent.Store(now())
	}
}

// usable reports whether an idle connection may be used. After one connection has waited in vain,
// those that were quiet since before may be dead as well: they are replaced.
func (s *socket) usable() bool {
	return !s.broken.Load() && (s.silent == nil || s.heard.Load() > s.silent.Load())
}

// SetDeadline implements net.Conn, for lib/pq: later deadlines than its own are never set.
func (s *socket) SetDeadline(t time.Time) error {
	s.own.Store(0)
	if !t.IsZero() {
		s.own.Store(t.UnixNano())
	}
	return s.Conn.SetDeadline(s.deadline(now()))
}

// socketKey is the key of the place in a context where a dialer leaves the socket that it made.
type socketKey struct{}

// dialer makes sockets for the connections of a pool and for the requests to cancel statements,
// which lib/pq makes on its own, under a context of its own.
type dialer struct {
	net.Dialer

	limit  time.Duration // until the server's own limit is known
	silent *atomic.Int64
}

var _ pq.DialerContext = (*dialer)(nil)

// DialContext implements pq.DialerContext.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	place, connects := ctx.Value(socketKey{}).(**socket)
	limit := d.limit
	if !connects {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, cancelTimeout)
		defer cancel()
		limit = cancelTimeout
	}
	conn, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	s := newSocket(conn, limit, nil)
	s.bind(ctx, 0)
	if connects {
		s.silent = d.silent
		*place = s
	}
	return s, nil
}

// DialTimeout implements pq.Dialer, which lib/pq does not call where there is DialContext.
func (d *dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// listenDialer makes the connection of a listener, which may be quiet for a while and ends with a
// context.
type listenDialer struct {
	net.Dialer

	ctx     context.Context
	silence time.Duration
}

// DialContext implements pq.DialerContext. lib/pq's context has no end.
func (d *listenDialer) DialContext(_ context.Context, network, address string) (net.Conn, error) {
	conn, err := d.Dialer.DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &listening{socket: newSocket(conn, d.silence, nil), forget: context.AfterFunc(d.ctx, func() { _ = conn.Close() })}, nil
}

// DialTimeout implements pq.Dialer, which lib/pq does not call where there is DialContext.
func (d *listenDialer) DialTimeout(network, address string, _ time.Duration) (net.Conn, error) {
	return d.DialContext(d.ctx, network, address)
}

// listening is the connection of a listener.
type listening struct {
	*socket

	forget func() bool
}

// Close implements net.Conn.
func (l *listening) Close() error {
	l.forget()
	return l.socket.Close()
}
