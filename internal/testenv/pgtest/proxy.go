package pgtest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy stands between a service and its PostgreSQL, so that a test can take the database away.
type Proxy struct {
	network, target string // the server's
	address         string // of its own over TCP; "" for a socket in folder
	folder          string // of the socket that it listens on

	mu       sync.Mutex
	listener net.Listener
	conns    map[net.Conn]bool
	speaks   chan struct{} // closed while the proxy carries what it gets
	lost     []byte        // what has no answer any more
}

// NewProxy starts a proxy to the server of a database URL and returns the URL of the database
// behind it.
func NewProxy(t testing.TB, database string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{conns: map[net.Conn]bool{}, speaks: make(chan struct{})}
	close(p.speaks)
	q := u.Query()
	if folder := q.Get("host"); folder != "" {
		p.network, p.target = "unix", filepath.Join(folder, ".s.PGSQL.5432")
	} else {
		p.network, p.target = "tcp", u.Host
		if u.Port() == "" {
			p.target = net.JoinHostPort(u.Hostname(), "5432")
		}
	}
	if p.folder, err = os.MkdirTemp("", "redress-proxy-"); err != nil { // a socket's path must be short
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Speak(); p.Cut(); _ = os.RemoveAll(p.folder) })
	p.Restore(t)
	q.Set("host", p.folder)
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = "", q.Encode()
	return p, u.String()
}

// NewTCPProxy is NewProxy for a port of this machine, whose address it returns.
func NewTCPProxy(t testing.TB, database string) (p *Proxy, address string) {
	t.Helper()
	p, _ = NewProxy(t, database)
	p.Cut()
	p.address = "127.0.0.1:0"
	p.Restore(t)
	return p, p.address
}

// Restore accepts connections again.
func (p *Proxy) Restore(t testing.TB) {
	t.Helper()
	network, at := "unix", filepath.Join(p.folder, ".s.PGSQL.5432")
	if p.address != "" {
		network, at = "tcp", p.address
	}
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), network, at)
	if err != nil {
		t.Fatal(err)
	}
	if network == "tcp" {
		p.address = l.Addr().String()
	}
	p.mu.Lock()
	p.listener = l
	p.mu.Unlock()
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go p.forward(near)
		}
	}()
}

func (p *Proxy) forward(near net.Conn) {
	var d net.Dialer
	far, err := d.Dial(p.network, p.target)
	if err != nil {
		_ = near.Close()
		return
	}
	p.mu.Lock()
	p.conns[near], p.conns[far] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	var unanswered atomic.Bool
	for _, way := range []struct {
		to, from net.Conn
		pass     func(data []byte) bool
	}{
		{far, near, func(data []byte) bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.lost) > 0 && bytes.Contains(data, p.lost) {
				unanswered.Store(true)
			}
			return true
		}},
		{near, far, func([]byte) bool { return !unanswered.Load() }},
	} {
		both.Go(func() {
			p.carry(way.to, way.from, way.pass)
			_, _ = near.Close(), far.Close()
		})
	}
	both.Wait()
	p.mu.Lock()
	delete(p.conns, near)
	delete(p.conns, far)
	p.mu.Unlock()
}

// carry copies one direction of a connection, except while the proxy is silent.
func (p *Proxy) carry(to io.Writer, from io.Reader, pass func(data []byte) bool) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		speaks := p.speaks
		p.mu.Unlock()
		<-speaks
		if n > 0 && pass(buf[:n]) {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Silence keeps all connections open, accepts new ones, and carries nothing until Speak.
func (p *Proxy) Silence() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.speaks:
		p.speaks = make(chan struct{})
	default: // it is silent
	}
}

// Speak carries again, also what came meanwhile.
func (p *Proxy) Speak() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.speaks:
	default:
		close(p.speaks)
	}
}

// LoseAnswers has every connection on which a text is sent get no answer from then on; "" loses
// none of those to come.
func (p *Proxy) LoseAnswers(to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = []byte(to)
}

// Cut breaks all connections and refuses new ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.listener.Close()
	for conn := range p.conns {
		_ = conn.Close()
	}
}

// Folder returns the folder of the proxy's socket, whose name no client of the service may read.
func (p *Proxy) Folder() string { return p.folder }
