package pgtest

import (
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Proxy stands between a service and its PostgreSQL, so that a test can take the database away.
type Proxy struct {
	network, target string // the server's
	folder          string // of the socket that it listens on

	mu       sync.Mutex
	listener net.Listener
	conns    map[net.Conn]bool
}

// NewProxy starts a proxy to the server of a database URL and returns the URL of the database
// behind it.
func NewProxy(t testing.TB, database string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{conns: map[net.Conn]bool{}}
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
	t.Cleanup(func() { p.Cut(); _ = os.RemoveAll(p.folder) })
	p.Restore(t)
	q.Set("host", p.folder)
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = "", q.Encode()
	return p, u.String()
}

// Restore accepts connections again.
func (p *Proxy) Restore(t testing.TB) {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "unix", filepath.Join(p.folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
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
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1])
			_, _ = near.Close(), far.Close()
		})
	}
	both.Wait()
	p.mu.Lock()
	delete(p.conns, near)
	delete(p.conns, far)
	p.mu.Unlock()
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
