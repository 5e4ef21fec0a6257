// Package httpio bounds what a client may take of a connection: how many connections there are, how
// long a request's body may take, and how an unread body is discarded before an error response.
package httpio

import (
	"io"
	"net/http"
	"strings"
	"time"
)

// How much of an unread body Drain discards, and for how long (docs/product.md, Media).
const (
	drainBytes = 16 << 20
	drainTime  = 5 * time.Second
)

// Drain discards what the client is still sending: a response that is followed by a reset of the
// connection is never seen. A client that waits for 100 Continue sends nothing yet. Whatever is not
// here by the deadline is not waited for again, by net/http neither.
func Drain(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody || strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		return
	}
	end := drainTime
	if b := bodyOf(r); b != nil {
		end = b.limits.Drain
		b.endBy(Deadline(end))
	} else {
		_ = http.NewResponseController(w).SetReadDeadline(Deadline(end)) // a connection without deadlines has no client that stalls
	}
	_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
}

// smallBody is how much of an unread body is worth reading to keep a connection.
const smallBody = 64 << 10

// Abandon is Drain where there is no time for it: unless what the client is sending is short, the
// connection is closed after the response, which the client may then miss.
func Abandon(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength < 0 || r.ContentLength > smallBody {
		w.Header().Set("Connection", "close")
	}
}

// Deadline returns a deadline of a connection. The kernel keeps it by the machine's clock, not by
// the injected one.
func Deadline(d time.Duration) time.Time {
	return time.Now().Add(d) //nolint:forbidigo // see above
}
