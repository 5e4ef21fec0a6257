package export

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/httpio"
)

// turnTime is what reading one page and sending it may take together. A reader may pause for a
// minute: nothing of the database is held meanwhile.
const turnTime = 2 * time.Minute

// Files serves exports.
type Files struct {
	// Read asks the graph as the context's viewer: all of the answer, or an error.
	Read     func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error)
	Sessions auth.Sessions
	Key      []byte // of links
	Now      func() time.Time
	Places   *Places
	Fail     func(http.ResponseWriter, *http.Request, error)
}

// Of serves one export.
func (f Files) Of(e *Export) http.Handler {
	query := e.Query()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d := &download{Files: f, export: e, query: query, w: w, r: r}
		switch begun, err := d.run(); {
		case err == nil:
		case begun:
			// So that nobody takes the part for the whole.
			if !r.ProtoAtLeast(1, 1) {
				reset(w)
			}
			panic(http.ErrAbortHandler)
		default:
			f.Fail(w, r, err)
		}
	})
}

// reset ends a connection of HTTP/1.0, where the end of the connection is that of the file, so that
// its reader sees a failure (curl exits with 56) rather than an end.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return // not every writer under test is a socket
	}
	if socket, ok := conn.(*net.TCPConn); ok {
		_ = socket.SetLinger(0) // what is on its way is dropped, and the reader told
	}
	_ = conn.Close()
}

type download struct {
	Files
	export *Export
	query  string
	w      http.ResponseWriter
	r      *http.Request

	viewer    *auth.Viewer
	variables map[string]any
}

// run answers whether some of it is on its way.
func (d *download) run() (begun bool, err error) {
	values := d.r.URL.Query()
	for _, p := range d.export.params {
		if p.spelling == inPath {
			values[p.name] = []string{chi.URLParam(d.r, p.name)}
		}
	}
	if d.viewer, err = d.admit(values); err != nil {
		return false, err
	}
	if d.variables, err = d.export.Variables(values); err != nil {
		return false, err
	}
	leave, err := d.Places.take(d.viewer.ID)
	if err != nil {
		return false, err
	}
	defer leave()
	p, err := d.page("")
	if err != nil {
		return false, err
	}
	d.head()
	if d.r.Method == http.MethodHead {
		return true, nil
	}
	out := newSheet(d.w)
	names := make([]string, len(d.export.columns))
	for i, c := range d.export.columns {
		names[i] = c.name
	}
	if err := out.row(names); err != nil {
		return true, err
	}
	for {
		for _, row := range p.rows {
			cells := make([]string, len(d.export.columns))
			for i, c := range d.export.columns {
				cells[i] = c.cell(row)
			}
			if err := out.row(cells); err != nil {
				return true, err
			}
		}
		if out.Flush(); out.Error() != nil || p.next == "" {
			return true, out.Error()
		}
		// A right that is lost meanwhile ends it.
		if d.viewer, err = d.session(d.viewer.Address, auth.Grantee{Account: d.viewer.ID, Session: d.viewer.SessionID}); err != nil {
			return true, err
		}
		if p, err = d.page(p.next); err != nil {
			return true, err
		}
	}
}

// admit answers who asks: the token's viewer, however old the link is, or else the one that
// the link was signed for, if that session still lives.
func (d *download) admit(values url.Values) (*auth.Viewer, error) {
	v, err := auth.Require(d.r.Context())
	given := values[auth.LinkParam]
	switch {
	case err == nil:
		return v, nil
	case auth.Refusal(d.r.Context()) != nil || len(given) == 0:
		return nil, err
	case len(given) > 1:
		return nil, auth.InvalidToken(errors.New("a link that was never signed"))
	}
	who, err := auth.VerifyLink(d.Key, d.export.address(values), given[0], d.Now())
	if err != nil {
		return nil, err
	}
	return d.session(auth.Address(d.r.Context()), who)
}

// session answers who is behind a session now.
func (d *download) session(address string, who auth.Grantee) (*auth.Viewer, error) {
	v, err := d.Sessions.Viewer(d.r.Context(), who.Account, who.Session)
	if err != nil {
		return nil, err
	}
	own := *v
	own.Address = address
	return &own, nil
}

// page reads the rows after a cursor. Each gets its own time, so that a file takes as long as
// it takes while its reader takes it.
func (d *download) page(after string) (page, error) {
	// Not every writer under test is a socket with deadlines.
	_ = http.NewResponseController(d.w).SetWriteDeadline(httpio.Deadline(turnTime))
	variables := maps.Clone(d.variables)
	if !d.export.numbers {
		variables["first"] = int64(PageSize)
		if after != "" {
			variables["after"] = after
		}
	}
	data, err := d.Read(auth.With(d.r.Context(), d.viewer), d.query, variables)
	if err != nil {
		return page{}, err
	}
	return d.export.read(data, d.variables["groupBy"] == nil && d.variables["bucket"] == nil)
}

func (d *download) head() {
	name := strings.TrimPrefix(d.export.Path, "/export/")
	if id, ok := d.variables["id"].(string); ok {
		name = "recipients-" + id + ".csv"
	}
	h := d.w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Cache-Control", "no-store")
}
