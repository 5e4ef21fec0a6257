// Command plain is the hand-written program beside which the bench measures Redress: net/http, prepared
// statements and encoding/json, without a framework, on lib/pq, pgx or SQLite. It serves the same
// database, accepts the same tokens and returns the same JSON, and omits all that is not needed
// for that: policies, menus, ETags, request ids, logs, limits.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"strconv"
	"strings"

	"github.com/redress/redress/bench/contender"
	"github.com/redress/redress/bench/store"
)

func main() { contender.Main(newServer) }

func newServer(ctx context.Context, with contender.Settings) (http.Handler, error) {
	db, err := store.Open(ctx, with.Driver, with.Database)
	if err != nil {
		return nil, err
	}
	s := &server{
		Reads: store.NewReads(db), Writes: store.NewWrites(db, with.Key.LinkKey()), statistics: newStatistics(db),
		links: with.Key.LinkKey(), media: with.Media,
	}
	if s.auth, err = contender.NewAuthenticator(with.Key, s.Role); err != nil {
		return nil, err
	}
	return s.routes(), db.Err()
}

type server struct {
	*store.Reads
	*store.Writes
	*statistics
	auth  *contender.Authenticator
	links []byte // their key
	media string
}

// call is an authenticated request.
type call struct {
	*http.Request
	by contender.Caller
	w  http.ResponseWriter
}

// routes are the paths of Redress, and for each operation of the graph a path that takes the
// same body and reads its variables only.
func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, answer func(*call) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, answer) })
	}
	on("GET /api/complaints/{id}/status-log/", s.restStatusLog)
	on("GET /api/admin/service-providers/{id}/payments/", s.restPayments)
	on("GET /less/payments/{id}", s.lessPayments)
	on("GET /api/admin/notifications/broadcasts/", s.restBroadcasts)
	on("GET /api/solver/tasks/{id}/updates/", s.restUpdates)
	on("POST /api/solver/tasks/update/{id}/media/", s.upload)
	on("POST /graph/status-log", s.graphStatusLog)
	on("POST /graph/payments", s.graphPayments)
	on("POST /graph/broadcasts", s.graphBroadcasts)
	on("POST /graph/updates", s.graphUpdates)
	on("POST /graph/nested", s.graphNested)
	on("POST /graph/counts", s.graphCounts)
	on("POST /graph/overview", s.graphOverview)
	on("POST /graph/urgent", s.graphUrgent)
	on("POST /graph/zones", s.graphZones)
	on("POST /graph/paid", s.graphPaid)
	on("POST /graph/create", s.create)
	on("POST /graph/hold", s.hold)
	on("POST /graph/resume", s.resume)
	return mux
}

func (s *server) serve(w http.ResponseWriter, r *http.Request, answer func(*call) (any, error)) {
	by, err := s.auth.Admit(r)
	var body any
	if err == nil {
		body, err = answer(&call{r, by, w})
	}
	status := http.StatusOK
	if err != nil {
		var refused contender.Refusal
		if !errors.As(err, &refused) {
			log.Print(err)
			refused = http.StatusInternalServerError
		}
		status, body = int(refused), map[string]any{"success": false, "message": refused.Error()}
	}
	text, err := json.Marshal(body)
	if err != nil {
		log.Print(err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if c, created := body.(uploaded); created {
		status = http.StatusCreated
		w.Header().Set("Location", "/media/"+c.Media.ID)
	}
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// variables reads those of an operation.
func variables[T any](c *call) (T, error) {
	var in struct {
		Query     string `json:"query"`
		Variables T      `json:"variables"`
	}
	if err := json.NewDecoder(c.Body).Decode(&in); err != nil {
		return in.Variables, contender.Refusal(http.StatusBadRequest)
	}
	return in.Variables, nil
}

// data is an answer of the graph.
type data struct {
	Data any `json:"data"`
}

// list is a connection.
type list[T any] struct {
	Edges []node[T] `json:"edges"`
}

type node[T any] struct {
	Node T `json:"node"`
}

func (l *list[T]) add(row T) { l.Edges = append(l.Edges, node[T]{row}) }

func lower(p *string) { *p = strings.ToLower(*p) }

// pageOf reads the number of a page; all have 20 rows.
func pageOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 1
	}
	return n
}
