package rest

import (
	"io"
	"net/http"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/httpio"
)

// responseTimeout is how long sending the response to an upload may take.
const responseTimeout = 30 * time.Second

// downloadReader reads a file whose client may be slow, but must receive something within the timeout.
type downloadReader struct {
	io.ReadSeekCloser
	control *http.ResponseController
	timeout time.Duration
}

func (out downloadReader) Read(p []byte) (int, error) {
	_ = out.control.SetWriteDeadline(httpio.Deadline(out.timeout))
	return out.ReadSeekCloser.Read(p)
}

// withStallTimeout returns the object with a write deadline that each read moves on.
func (a *API) withStallTimeout(w http.ResponseWriter, o *blob.Object) *blob.Object {
	timed := *o
	timed.ReadSeekCloser = downloadReader{o.ReadSeekCloser, http.NewResponseController(w), a.stallTimeout}
	return &timed
}
