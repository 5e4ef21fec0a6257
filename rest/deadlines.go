package rest

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/redress/redress/internal/blob"
)

// How much of an unread body is discarded before a response, and for how long.
const (
	drainBytes = 16 << 20
	drainTime  = 5 * time.Second
)

// responseTimeout is how long sending the response to an upload may take.
const responseTimeout = 30 * time.Second

// drain discards what the client is still sending: a response that is followed by a reset of the
// connection is never seen. A client that waits for 100 Continue sends nothing yet.
func drain(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody || strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		return
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(deadlineIn(drainTime)) // a connection without deadlines has no client that stalls
	_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
	_ = control.SetReadDeadline(time.Time{})
}

// uploadReader reads a body whose client may be slow, but must send something within the timeout.
type uploadReader struct {
	body    io.Reader
	control *http.ResponseController
	timeout time.Duration
}

func (in uploadReader) Read(p []byte) (int, error) {
	_ = in.control.SetReadDeadline(deadlineIn(in.timeout))
	n, err := in.body.Read(p)
	if err != nil { // what follows, such as decoding an image, does not count
		_ = in.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// downloadReader reads a file whose client may be slow, but must receive something within the timeout.
type downloadReader struct {
	io.ReadSeekCloser
	control *http.ResponseController
	timeout time.Duration
}

func (out downloadReader) Read(p []byte) (int, error) {
	_ = out.control.SetWriteDeadline(deadlineIn(out.timeout))
	return out.ReadSeekCloser.Read(p)
}

// withStallTimeout returns the object with a write deadline that each read moves on.
func (a *API) withStallTimeout(w http.ResponseWriter, o *blob.Object) *blob.Object {
	timed := *o
	timed.ReadSeekCloser = downloadReader{o.ReadSeekCloser, http.NewResponseController(w), a.stallTimeout}
	return &timed
}

// deadlineIn returns a deadline of a connection. The kernel keeps it by the machine's clock, not by
// the injected one.
func deadlineIn(d time.Duration) time.Time {
	return time.Now().Add(d) //nolint:forbidigo // see above
}
