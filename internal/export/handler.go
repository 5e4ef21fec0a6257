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

// pageTimeout is how long reading and sending one page may take. A client may pause for a minute: no
// connection of the database is in use meanwhile.
const pageTimeout = 2 * time.Minute

// Server serves exports.
type Server struct {
	// Query runs a GraphQL query as the context's viewer. It returns complete data or an error.
	Query      func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error)
	Sessions   auth.Sessions
	Key        []byte // signs links
	Now        func() time.Time
	Limiter    *Limiter
	WriteError func(http.ResponseWriter, *http.Request, error)
}

// Handler returns the handler of one export.
func (s Server) Handler(e *Export) http.Handler {
	query := e.Query()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d := &download{Server: s, export: e, query: query, w: w, r: r}
		switch started, err := d.run(); {
		case err == nil:
		case started:
			// A part of the file must not look like all of it.
			if !r.ProtoAtLeast(1, 1) {
				resetConnection(w)
			}
			panic(http.ErrAbortHandler)
		default:
			s.WriteError(w, r, err)
		}
	})
}

// resetConnection ends a connection of HTTP/1.0, where the file ends with the connection, so that the
// client sees a failure (curl exits with 56) rather than an end.
func resetConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return // not every writer in tests is a socket
	}
	if socket, ok := conn.(*net.TCPConn); ok {
		_ = socket.SetLinger(0) // unsent data is dropped, and the client sees a reset
	}
	_ = conn.Close()
}

// download is one request for an export.
type download struct {
	Server
	export *Export
	query  string
	w      http.ResponseWriter
	r      *http.Request

	viewer    *auth.Viewer
	variables map[string]any
	trees     map[string]tree
}

// run writes the file. It reports whether the response has started when it fails.
func (d *download) run() (started bool, err error) {
	values := d.r.URL.Query()
	for _, p := range d.export.params {
		if p.encoding == inPath {
			values[p.name] = []string{chi.URLParam(d.r, p.name)}
		}
	}
	if d.viewer, err = d.authorize(values); err != nil {
		return false, err
	}
	if d.variables, err = d.export.Variables(values); err != nil {
		return false, err
	}
	release, err := d.Limiter.acquire(d.viewer.ID)
	if err != nil {
		return false, err
	}
	defer release()
	p, err := d.page("")
	if err != nil {
		return false, err
	}
	if err := d.readTrees(p.rows); err != nil {
		return false, err
	}
	d.writeHeader()
	if d.r.Method == http.MethodHead {
		return true, nil
	}
	out := newCSVWriter(d.w)
	if values.Get(bom.name) == "true" {
		_, _ = out.WriteString("\ufeff") // an error comes back with the first flush
	}
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
				if cells[i] = c.cell(row); c.tree != "" {
					cells[i] = d.trees[c.tree].path(cells[i])
				}
			}
			if err := out.row(cells); err != nil {
				return true, err
			}
		}
		if err := out.Flush(); err != nil || p.nextCursor == "" {
			return true, err
		}
		// A session that has ended meanwhile ends the download.
		if d.viewer, err = d.viewerOf(d.viewer.Address, auth.Grantee{Account: d.viewer.ID, Session: d.viewer.SessionID}); err != nil {
			return true, err
		}
		if p, err = d.page(p.nextCursor); err != nil {
			return true, err
		}
		if err := d.readTrees(p.rows); err != nil {
			return true, err
		}
	}
}

// authorize returns the viewer: that of the token, however old the link is, or else the one that the
// link was signed for, if that session has not ended.
func (d *download) authorize(values url.Values) (*auth.Viewer, error) {
	v, err := auth.Require(d.r.Context())
	given := values[auth.LinkParam]
	switch {
	case err == nil:
		return v, nil
	case auth.Refusal(d.r.Context()) != nil || len(given) == 0:
		return nil, err
	case len(given) > 1:
		return nil, auth.InvalidToken(errors.New("the link was never signed"))
	}
	who, err := auth.VerifyLink(d.Key, d.export.encodeURL(values), given[0], d.Now())
	if err != nil {
		return nil, err
	}
	return d.viewerOf(auth.Address(d.r.Context()), who)
}

// viewerOf returns the viewer of a session as it is now.
func (d *download) viewerOf(address string, who auth.Grantee) (*auth.Viewer, error) {
	v, err := d.Sessions.Viewer(d.r.Context(), who.Account, who.Session)
	if err != nil {
		return nil, err
	}
	own := *v
	own.Address = address
	return &own, nil
}

// page reads the rows after a cursor.
func (d *download) page(after string) (page, error) {
	variables := maps.Clone(d.variables)
	if !d.export.statistic {
		variables["first"] = int64(PageSize)
		if after != "" {
			variables["after"] = after
		}
	}
	data, err := d.ask(d.query, variables)
	if err != nil {
		return page{}, err
	}
	return d.export.parsePage(data, d.variables["groupBy"] == nil && d.variables["bucket"] == nil)
}

// ask runs a query as the viewer. Each one has a timeout of its own, so that a file may take as long as its client
// reads.
func (d *download) ask(query string, variables map[string]any) (json.RawMessage, error) {
	// Not every writer in tests has deadlines.
	_ = http.NewResponseController(d.w).SetWriteDeadline(httpio.Deadline(pageTimeout))
	return d.Query(auth.With(d.r.Context(), d.viewer), query, variables)
}

func (d *download) writeHeader() {
	name := strings.TrimPrefix(d.export.Path, "/export/")
	if id, ok := d.variables["id"].(string); ok {
		name = "recipients-" + id + ".csv"
	}
	h := d.w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Cache-Control", "no-store")
}
