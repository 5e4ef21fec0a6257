package httpio

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Connections limits how many connections a server has at a time, so that neither its files nor its
// memory run out. One more than the limit is accepted all the same, in the place of another: of the
// address that has the most, the connection whose client has been silent longest. So connections that
// somebody holds open without using them never keep anybody else out, health checks included.
// Connections that the service is working for are never closed.
type Connections struct {
	max     int
	refusal func(status int) (contentType, body string)

	mu        sync.Mutex
	open      map[*conn]struct{}
	byPeer    map[netip.Addr]int
	displaced atomic.Int64
}

// NewConnections returns a limit of connections. refusal returns the body of the responses that
// net/http writes itself to requests that it can't read.
func NewConnections(limit int, refusal func(status int) (contentType, body string)) *Connections {
	return &Connections{max: limit, refusal: refusal, open: map[*conn]struct{}{}, byPeer: map[netip.Addr]int{}}
}

// Limit returns how many connections may be open.
func (cs *Connections) Limit() int { return cs.max }

// Open returns how many connections are open.
func (cs *Connections) Open() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}

// Displaced returns how many connections were closed to make room.
func (cs *Connections) Displaced() int64 { return cs.displaced.Load() }

// Serve configures a server to serve the connections of a listener, and serves them.
func (cs *Connections) Serve(s *http.Server, l net.Listener) error {
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if c, ok := c.(*conn); ok {
			c.changed(state)
		}
	}
	return s.Serve(listener{l, cs})
}

type listener struct {
	net.Listener
	connections *Connections
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if own := l.connections.add(c); own != nil {
			return own, nil
		}
	}
}

// add takes a connection in, or closes it and returns nil when all others are being worked for.
func (cs *Connections) add(c net.Conn) *conn {
	own := &conn{Conn: c, all: cs, peer: peerOf(c)}
	own.waiting()
	cs.mu.Lock()
	var victim *conn
	full := len(cs.open) >= cs.max
	if full {
		victim = cs.longestSilent()
	}
	if !full || victim != nil {
		cs.open[own] = struct{}{}
		cs.byPeer[own.peer]++
	}
	cs.mu.Unlock()
	if full {
		cs.displaced.Add(1)
	}
	if full && victim == nil {
		_ = c.Close()
		return nil
	}
	if victim != nil {
		_ = victim.Close()
	}
	return own
}

// longestSilent returns the connection to close for another, or nil. The lock is held.
func (cs *Connections) longestSilent() *conn {
	var found *conn
	var since int64
	most := 0
	for c := range cs.open {
		at, silent := c.silentSince()
		if !silent {
			continue
		}
		if n := cs.byPeer[c.peer]; found == nil || n > most || n == most && at < since {
			found, since, most = c, at, n
		}
	}
	return found
}

func (cs *Connections) remove(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if _, open := cs.open[c]; !open {
		return
	}
	delete(cs.open, c)
	if cs.byPeer[c.peer]--; cs.byPeer[c.peer] == 0 {
		delete(cs.byPeer, c.peer)
	}
}

// peerOf returns whom a connection comes from: with IPv6 one customer has a /64 of addresses.
func peerOf(c net.Conn) netip.Addr {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	a, _ := netip.AddrFromSlice(tcp.IP)
	if a = a.Unmap(); a.Is6() {
		p, _ := a.Prefix(64)
		a = p.Addr()
	}
	return a
}

type connKey struct{}

// connOf returns the connection of a request's context; nil in tests without one.
func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// conn is an open connection. Its server reads it from one goroutine at a time.
type conn struct {
	net.Conn
	all  *Connections
	peer netip.Addr

	reading atomic.Int64 // since when nothing came from the client that should send; 0: it need not
	writing atomic.Int64 // since when the client has not received what is being sent; 0: nothing is

	// Of the reader alone.
	inHead    bool // the next bytes are of a request's head
	replying  bool // a request was read and its handler runs, or the connection was taken over
	head      head
	expected  int64 // bytes of the body of the last request
	pipelined bool  // a request came before the response to the one before: heads can't be told from bodies any more
}

func now() int64 { return time.Now().UnixNano() } //nolint:forbidigo // of sockets

// waiting and working say whether it is the client's turn. They do nothing without a connection.
func (c *conn) waiting() {
	if c != nil {
		c.reading.Store(now())
	}
}

func (c *conn) working() {
	if c != nil {
		c.reading.Store(0)
	}
}

func (c *conn) silentSince() (int64, bool) {
	if at := c.writing.Load(); at != 0 {
		return at, true
	}
	at := c.reading.Load()
	return at, at != 0
}

// changed follows the states of the server's connection.
func (c *conn) changed(state http.ConnState) {
	switch state {
	case http.StateNew:
		c.inHead = true
	case http.StateIdle:
		c.pipelined = c.pipelined || c.head.after > c.expected
		c.head, c.inHead, c.replying = head{}, true, false
		c.waiting()
	case http.StateActive:
		c.inHead = false
		c.working()
	case http.StateHijacked:
		c.replying = true
		c.working()
	case http.StateClosed:
	}
}

// serving notes which request the handler got.
func (c *conn) serving(r *http.Request) {
	if c == nil {
		return
	}
	c.replying = true
	c.expected = max(r.ContentLength, 0)
}

// AmbiguousLength reports whether a request has both Content-Length and Transfer-Encoding, or can't be
// told from one that has. It is to be refused, and its connection closed (RFC 9112, section 6.1).
func AmbiguousLength(r *http.Request) bool {
	c := connOf(r.Context())
	if c == nil {
		return false
	}
	chunked := len(r.TransferEncoding) > 0
	return c.head.length && c.head.encoding || chunked && c.pipelined
}

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		if c.reading.Load() != 0 {
			c.waiting()
		}
		// A read of a single byte is how the server waits for the client's end while a handler runs. It may get
		// the first byte of the next request, of a client that has the response already: that is in order.
		waits := len(p) == 1 && !c.inHead
		if (c.inHead || c.head.ended) && !waits {
			c.head.scan(p[:n])
		}
	}
	return n, err
}

// ownRefusal ends the heads of the responses that net/http writes itself.
const ownRefusal = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Write implements net.Conn.
func (c *conn) Write(p []byte) (int, error) {
	c.writing.Store(now())
	defer c.writing.Store(0)
	if status, ok := c.refuses(p); ok {
		contentType, body := c.all.refusal(status)
		line, _, _ := bytes.Cut(p, []byte("\r\n"))
		text := string(line) + "\r\nContent-Type: " + contentType + "\r\nConnection: close\r\n\r\n" + body
		if _, err := c.Conn.Write([]byte(text)); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// refuses reports whether a response is one of net/http's own, to what never became a request.
func (c *conn) refuses(p []byte) (status int, ok bool) {
	const code = len("HTTP/1.1 ")
	if c.replying || len(p) < code+3 || !bytes.Contains(p, []byte(ownRefusal)) {
		return 0, false
	}
	for _, digit := range p[code : code+3] {
		status = status*10 + int(digit-'0')
	}
	return status, true
}

// CloseWrite lets the server end its side before it closes a connection that the client still sends on.
func (c *conn) CloseWrite() error {
	if tcp, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return tcp.CloseWrite()
	}
	return nil
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.all.remove(c)
	return c.Conn.Close()
}
