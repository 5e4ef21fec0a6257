// Command plain is the hand-written program beside which the bench measures Redress: net/http,
// database/sql with prepared statements and encoding/json, without a framework. It serves the same
// database, accepts the same tokens and returns the same JSON, and omits all that is not needed
// for that: policies, menus, ETags, request ids, logs, limits.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/redress/redress/internal/auth"
)

func main() {
	address := flag.String("addr", "127.0.0.1:0", "where it listens")
	database := flag.String("database-url", "", "the database that Redress serves")
	key := flag.String("key-file", "", "the key that signs tokens and links")
	media := flag.String("media", "", "a folder for uploads of its own")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *address, *database, *key, *media); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, address, database, keyFile, media string) error {
	key, err := auth.LoadKey(keyFile)
	if err != nil {
		return err
	}
	db, err := open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	d, err := newAuthenticator(db, key)
	if err != nil {
		return err
	}
	s := &server{authenticator: d, links: key.LinkKey(), media: media, reads: newReads(db), statistics: newStatistics(db), writes: newWrites(db, key.LinkKey())}
	if db.failed != nil {
		return db.failed
	}
	l, err := net.Listen("tcp", address) //nolint:noctx // it takes no time
	if err != nil {
		return err
	}
	fmt.Printf("listens on http://%s\n", l.Addr())
	h := &http.Server{Handler: s.routes(), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = h.Close() })
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

type server struct {
	*authenticator
	*reads
	*statistics
	*writes
	links []byte // their key
	media string
}

// call is an authenticated request.
type call struct {
	*http.Request
	by caller
	w  http.ResponseWriter
}

type refusal int

func (r refusal) Error() string { return http.StatusText(int(r)) }

// routes are the paths of Redress, and for each operation of the graph a path that takes the
// same body and reads its variables only.
func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, answer func(*call) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, answer) })
	}
	on("GET /api/complaints/{id}/status-log/", s.restStatusLog)
	on("GET /api/admin/service-providers/{id}/payments/", s.restPayments)
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
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {})
	return mux
}

func (s *server) serve(w http.ResponseWriter, r *http.Request, answer func(*call) (any, error)) {
	by, err := s.admit(r)
	var body any
	if err == nil {
		body, err = answer(&call{r, by, w})
	}
	status := http.StatusOK
	if err != nil {
		var refused refusal
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
		return in.Variables, refusal(http.StatusBadRequest)
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
