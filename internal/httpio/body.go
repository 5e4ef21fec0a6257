package httpio

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// BodyLimits are how long a client may take to send the body of a request.
type BodyLimits struct {
	Grace time.Duration // that a body may take in any case
	Rate  int64         // bytes a second that it must come with on average after that
	Stall time.Duration // without a byte
	Drain time.Duration // for what nobody reads, before and after the response
}

// DefaultBodyLimits returns the limits of the service (docs/product.md, Limits).
func DefaultBodyLimits() BodyLimits {
	return BodyLimits{Grace: 10 * time.Second, Rate: 16 << 10, Stall: 30 * time.Second, Drain: drainTime}
}

// LimitBodies returns a handler whose requests end when their client does not send the body in
// time. Only the time spent waiting for the client counts. When the handler has returned, what
// net/http still reads of the body has a deadline too: without one, a body that never comes holds its
// connection for ever.
func LimitBodies(next http.Handler, limits BodyLimits) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := connOf(r.Context())
		c.serving(r)
		defer c.waiting()
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		if len(r.TransferEncoding) > 0 { // where it ends can't be held against what was received
			w.Header().Set("Connection", "close")
		}
		b := &body{ReadCloser: r.Body, control: http.NewResponseController(w), conn: c, limits: limits}
		// net/http itself discards what is unread once a handler writes more than its buffer holds.
		_ = b.control.SetReadDeadline(Deadline(limits.Drain))
		defer b.finish()
		own := r.WithContext(context.WithValue(r.Context(), bodyKey{}, b)) // the server keeps its own request
		own.Body = b
		next.ServeHTTP(w, own)
	})
}

// EndBody sets when a request's body must have been read, whatever its rate.
func EndBody(r *http.Request, end time.Time) {
	if b := bodyOf(r); b != nil {
		b.endBy(end)
	}
}

type bodyKey struct{}

func bodyOf(r *http.Request) *body {
	b, _ := r.Context().Value(bodyKey{}).(*body)
	return b
}

// body is the body of a request as its handler reads it. Like every body it is not for concurrent
// use.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	conn    *conn
	limits  BodyLimits

	read   int64
	waited time.Duration
	end    time.Time // the latest deadline; zero: none
	done   bool      // read to its end: net/http uses the connection again
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.done {
		return b.ReadCloser.Read(p)
	}
	begin := time.Now() //nolint:forbidigo // a socket's deadline is on the machine's clock
	left := b.limits.Grace + time.Duration(float64(b.read)/float64(b.limits.Rate)*float64(time.Second)) - b.waited
	deadline := begin.Add(min(left, b.limits.Stall))
	if !b.end.IsZero() && b.end.Before(deadline) {
		deadline = b.end
	}
	_ = b.control.SetReadDeadline(deadline) // not every writer under test is a socket
	b.conn.waiting()
	n, err := b.ReadCloser.Read(p)
	b.conn.working()
	b.waited += time.Since(begin) //nolint:forbidigo // as above
	b.read += int64(n)
	b.done = b.done || errors.Is(err, io.EOF)
	return n, err
}

// endBy moves the deadline of everything that is still read to an earlier time; never to a later one.
func (b *body) endBy(end time.Time) {
	if b.end.IsZero() || end.Before(b.end) {
		b.end = end
	}
}

// finish sets the deadline of what the handler left unread, which net/http discards.
func (b *body) finish() {
	if b.done {
		return
	}
	b.endBy(Deadline(b.limits.Drain))
	_ = b.control.SetReadDeadline(b.end)
}
