package rest

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/redress/redress/internal/blob"
)

// What of an unread body is read away before an answer (docs/product.md, Media).
const (
	drainBytes = 16 << 20
	drainTime  = 5 * time.Second
)

// answerTime is how long the answer to an upload may take on its way.
const answerTime = 30 * time.Second

// drain reads away what the sender is still sending: an answer that comes with the
// connection's reset is never seen. A sender that waits for 100 Continue sends nothing yet.
func drain(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody || strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		return
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(soon(drainTime)) // where there are no deadlines, there is no stalling sender
	_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
	_ = control.SetReadDeadline(time.Time{})
}

// incoming reads a body whose sender may be slow but not stand still.
type incoming struct {
	body    io.Reader
	control *http.ResponseController
	stall   time.Duration
}

func (in incoming) Read(p []byte) (int, error) {
	_ = in.control.SetReadDeadline(soon(in.stall))
	n, err := in.body.Read(p)
	if err != nil { // what follows, such as decoding a picture, is not the sender's time
		_ = in.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// outgoing reads a file whose receiver may be slow but not stand still.
type outgoing struct {
	io.ReadSeekCloser
	control *http.ResponseController
	stall   time.Duration
}

func (out outgoing) Read(p []byte) (int, error) {
	_ = out.control.SetWriteDeadline(soon(out.stall))
	return out.ReadSeekCloser.Read(p)
}

func (a *API) pace(w http.ResponseWriter, o *blob.Object) *blob.Object {
	paced := *o
	paced.ReadSeekCloser = outgoing{o.ReadSeekCloser, http.NewResponseController(w), a.stall}
	return &paced
}

// soon is a connection's deadline. The kernel keeps it by the machine's clock, not by ours.
func soon(d time.Duration) time.Time {
	return time.Now().Add(d) //nolint:forbidigo // see above
}
