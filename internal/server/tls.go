package server

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/rest"
)

// certificateCheck is how often the files of a certificate are looked at, since whoever renews it
// replaces them.
const certificateCheck = time.Minute

// ListenTLS returns a listener that speaks TLS with the certificate and the key of two PEM files. A
// renewed certificate is taken without a restart; while its files can't be read or don't belong
// together the last one stays in force. HTTP/2 is not offered: the guards on connections are
// those of HTTP/1.1.
func ListenTLS(l net.Listener, certFile, keyFile string, now func() time.Time) (net.Listener, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, now: now}
	if err := c.load(); err != nil {
		return nil, err
	}
	return tlsListener{l, &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"http/1.1"},
		GetCertificate: c.get,
	}}, nil
}

// plainRequestTime is how long a request without TLS may take to be read and answered.
const plainRequestTime = 2 * time.Second

// maxPlainRequest is how much of a request without TLS is read, so that its client sees the answer.
const maxPlainRequest = 64 << 10

// tlsListener listens for TLS, and answers HTTP without it in words.
type tlsListener struct {
	net.Listener
	config *tls.Config
}

// Accept implements net.Listener.
func (l tlsListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return tlsConn{tls.Server(c, l.config)}, nil
}

// tlsConn is a connection that should speak TLS.
type tlsConn struct{ *tls.Conn }

// Read implements net.Conn. The handshake is part of the first call.
func (c tlsConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	var plain tls.RecordHeaderError
	if errors.As(err, &plain) && plain.Conn != nil && beginsRequest(plain.RecordHeader[:]) {
		refusePlain(plain.Conn)
	}
	return n, err
}

// beginsRequest reports whether bytes are the beginning of a method of HTTP.
func beginsRequest(begin []byte) bool {
	method, _, _ := bytes.Cut(begin, []byte(" "))
	return len(method) > 2 && !bytes.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' })
}

// refusePlain refuses a request without TLS. It reads the rest of it first: what is closed with unread bytes is reset,
// and the answer lost.
func refusePlain(c net.Conn) {
	contentType, body := rest.PlainRequest(randomID())
	if c.SetDeadline(time.Now().Add(plainRequestTime)) != nil { //nolint:forbidigo // of a socket
		return
	}
	_, err := fmt.Fprintf(c, "HTTP/1.1 400 Bad Request\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", contentType, len(body), body)
	half, ok := c.(interface{ CloseWrite() error })
	if err != nil || !ok || half.CloseWrite() != nil {
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(c, maxPlainRequest))
}

// certificate is the pair of files and what was last read from them.
type certificate struct {
	certFile, keyFile string
	now               func() time.Time

	mu       sync.Mutex
	current  *tls.Certificate
	modified [2]time.Time // of the files, when current was read
	checked  time.Time
}

// get implements tls.Config.GetCertificate.
func (c *certificate) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now().Sub(c.checked) >= certificateCheck {
		c.checked = c.now()
		if modified, err := c.times(); err != nil || modified != c.modified {
			if err := errors.Join(err, c.read()); err != nil {
				slog.WarnContext(hello.Context(), "the TLS certificate can't be read anew; the last one stays in force", "error", err)
			}
		}
	}
	return c.current, nil
}

func (c *certificate) load() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checked = c.now()
	return c.read()
}

// read reads both files. The lock is held.
func (c *certificate) read() error {
	modified, err := c.times()
	if err != nil {
		return err
	}
	if err := checkKeyFile(c.keyFile); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.current, c.modified = &pair, modified
	return nil
}

// checkKeyFile returns an error for a key that others can read.
func checkKeyFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	return auth.CheckSecretFile(f)
}

func (c *certificate) times() (t [2]time.Time, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return t, err
		}
		t[i] = info.ModTime()
	}
	return t, nil
}
