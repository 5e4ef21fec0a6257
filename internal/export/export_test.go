package export

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// fakeGraph returns zones, page by page, and runs a function before some of the pages.
type fakeGraph struct {
	pages     int
	before    map[int]func() error
	pagesRead int
}

func (g *fakeGraph) read(_ context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	if !strings.Contains(query, "createdAt") { // the tree of the paths
		return json.RawMessage(`{"rows":{"pageInfo":{"hasNextPage":false},"edges":[{"node":{"id":"0","name":"City > all","parentId":""}},{"node":{"id":"1","name":"West","parentId":"0"}}]}}`), nil
	}
	if before := g.before[g.pagesRead]; before != nil {
		if err := before(); err != nil {
			return nil, err
		}
	}
	if after, _ := variables["after"].(string); after != fmt.Sprint(g.pagesRead) && g.pagesRead > 0 {
		return nil, fmt.Errorf("asked after %q", after)
	}
	g.pagesRead++
	edges := make([]string, PageSize)
	for i := range edges {
		edges[i] = fmt.Sprintf(`{"node":{"id":"%d","name":"Zone %d of page %d","parentId":null,"parent":null,"createdAt":"2026-11-21T08:30:00.000Z"}}`, i, i, g.pagesRead)
	}
	return json.RawMessage(fmt.Sprintf(`{"rows":{"pageInfo":{"hasNextPage":%t,"endCursor":"%d"},"edges":[%s]}}`, g.pagesRead < g.pages, g.pagesRead, strings.Join(edges, ","))), nil
}

type fakeSessions struct{ revoked bool }

func (s *fakeSessions) Viewer(_ context.Context, account, session uuid.UUID) (*auth.Viewer, error) {
	if s.revoked {
		return nil, fault.New(fault.SessionRevoked, "The session has ended.")
	}
	return &auth.Viewer{ID: account, SessionID: session}, nil
}

// newTestServer serves the export of zones to the account that the header names.
func newTestServer(t *testing.T, read func(context.Context, string, map[string]any) (json.RawMessage, error), s *fakeSessions) (*httptest.Server, *Limiter) {
	t.Helper()
	limiter := &Limiter{}
	files := Server{Query: read, Sessions: s, Now: time.Now, Limiter: limiter, WriteError: func(w http.ResponseWriter, _ *http.Request, err error) {
		f, _ := fault.As(err)
		switch {
		case f != nil && f.Code == fault.Unavailable:
			w.WriteHeader(http.StatusServiceUnavailable)
		case f != nil && f.Code == fault.RateLimited && f.RetryAfter > 0:
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			w.WriteHeader(http.StatusInternalServerError)
		}
	}}
	h := files.Handler(ByKind("ZONES"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account, _ := uuid.Parse(r.Header.Get("Account"))
		h.ServeHTTP(w, r.WithContext(auth.With(r.Context(), &auth.Viewer{ID: account, SessionID: uuid.New()})))
	}))
	t.Cleanup(server.Close)
	return server, limiter
}

func fetch(t *testing.T, g *fakeGraph, s *fakeSessions) *http.Response {
	t.Helper()
	server, _ := newTestServer(t, g.read, s)
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// TestIncompleteFile: a file is complete, or its client sees that it is not: a failure before the
// first row is an error response, one after it ends the connection with an error, and so does a
// session that ends meanwhile.
func TestIncompleteFile(t *testing.T) {
	down := func() error { return fault.New(fault.Unavailable, "The database is away.") }
	if res := fetch(t, &fakeGraph{pages: 2, before: map[int]func() error{0: down}}, &fakeSessions{}); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Content-Disposition") != "" {
		t.Errorf("before the first page: %d %v", res.StatusCode, res.Header)
	}
	s := &fakeSessions{}
	for name, tt := range map[string]struct {
		graph    *fakeGraph
		sessions *fakeSessions
	}{
		"database fails":      {&fakeGraph{pages: 3, before: map[int]func() error{1: down}}, &fakeSessions{}},
		"session ends":        {&fakeGraph{pages: 3, before: map[int]func() error{0: func() error { s.revoked = true; return nil }}}, s},
		"unexpected response": {&fakeGraph{pages: 3, before: map[int]func() error{2: func() error { return errUnexpected }}}, &fakeSessions{}},
	} {
		t.Run(name, func(t *testing.T) {
			res := fetch(t, tt.graph, tt.sessions)
			body, err := io.ReadAll(res.Body)
			if res.StatusCode != http.StatusOK || err == nil {
				t.Errorf("%d, %d bytes, and no sign that rows are missing", res.StatusCode, len(body))
			}
		})
	}
	res := fetch(t, &fakeGraph{pages: 3}, &fakeSessions{})
	rows, err := csv.NewReader(res.Body).ReadAll()
	if err != nil || len(rows) != 3*PageSize+1 || rows[PageSize+1][1] != "Zone 0 of page 2" || rows[2][4] != `City \> all > West` ||
		strings.Join(rows[0], ",") != "id,name,parent_id,parent_name,path,created_at" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestLineEndsOfCells: rows end with CRLF, and what ends lines within a cell is as it was.
func TestLineEndsOfCells(t *testing.T) {
	var file strings.Builder
	out := newCSVWriter(&file)
	for _, cells := range [][]string{{"id", "text"}, {"1", "a\nb"}, {"2", "a\r\nb\rc\r"}, {"3", "\r\n"}, {"4", ""}, {"5", "\"\n=1"}} {
		if err := out.row(cells); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = "id,text\r\n1,\"a\nb\"\r\n2,\"a\r\nb\rc\r\"\r\n3,\"\r\n\"\r\n4,\r\n5,\"\"\"\n'=1\"\r\n"
	if file.String() != want {
		t.Errorf("%q, want %q", file.String(), want)
	}
}

// TestByteOrderMark: a file begins with the mark of UTF-8 where that is asked for, also by a link, which is signed for the one or the other.
func TestByteOrderMark(t *testing.T) {
	key, now := []byte("a key of thirty-two bytes or more"), time.Now()
	server, _ := newTestServer(t, func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		if _, given := variables[bom.name]; given || strings.Contains(query, bom.name) {
			return nil, errUnexpected
		}
		return (&fakeGraph{pages: 1}).read(ctx, query, variables)
	}, &fakeSessions{})
	const mark = "\ufeff"
	for query, want := range map[string]struct {
		status int
		start  string
	}{
		"": {http.StatusOK, "id,"}, "?bom=true": {http.StatusOK, mark + "id,"}, "?bom=false": {http.StatusOK, "id,"}, "?bom=": {http.StatusOK, "id,"},
		"?bom=1": {http.StatusInternalServerError, ""}, "?bom=TRUE": {http.StatusInternalServerError, ""}, "?bom=true&bom=true": {http.StatusInternalServerError, ""},
	} {
		t.Run(query, func(t *testing.T) {
			res, err := http.Get(server.URL + query)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if err != nil || res.StatusCode != want.status || !strings.HasPrefix(string(text), want.start) || strings.Count(string(text), mark) != strings.Count(want.start, mark) {
				t.Errorf("%d %.20q %v, want %+v", res.StatusCode, text, err, want)
			}
		})
	}
	e := ByKind("ZONES")
	for name, tt := range map[string]struct {
		arguments map[string]any
		want      string
	}{
		"asked for": {map[string]any{bom.name: true}, "/export/zones.csv?bom=true"}, "not": {map[string]any{bom.name: false}, "/export/zones.csv?bom=false"}, "left out": {nil, "/export/zones.csv"},
	} {
		t.Run(name, func(t *testing.T) {
			unsigned, variables, err := e.URL(tt.arguments)
			if err != nil || unsigned != tt.want || len(variables) > 0 {
				t.Errorf("%q %v %v", unsigned, variables, err)
			}
			link := Sign(key, unsigned, auth.Grantee{Account: uuid.New(), Session: uuid.New()}, now)
			if !strings.HasPrefix(link.URL, tt.want) {
				t.Error(link.URL)
			}
		})
	}
	for _, arguments := range []map[string]any{{bom.name: 1}, {bom.name: "yes"}, {bom.name: []any{true, false}}} {
		if _, _, err := e.URL(arguments); err == nil {
			t.Errorf("%v is taken", arguments)
		}
	}
}

// TestIncompleteFileHTTP10: over HTTP/1.0 a file ends with its connection, so an incomplete one ends
// with a reset.
func TestIncompleteFileHTTP10(t *testing.T) {
	for name, tt := range map[string]struct {
		graph    *fakeGraph
		complete bool
	}{
		"complete":   {&fakeGraph{pages: 3}, true},
		"incomplete": {&fakeGraph{pages: 3, before: map[int]func() error{2: func() error { return errUnexpected }}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			server, _ := newTestServer(t, tt.graph.read, &fakeSessions{})
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, "GET / HTTP/1.0\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(conn)
			_ = conn.Close()
			if (err == nil) != tt.complete || tt.complete && strings.Count(string(text), "\r\n") < 3*PageSize {
				t.Errorf("%d bytes, %v", len(text), err)
			}
		})
	}
}

// TestLimiter: there are limits for an account and for the instance, and a client that goes away
// counts no longer.
func TestLimiter(t *testing.T) {
	hold := make(chan struct{})
	read := func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		select {
		case <-hold:
			return (&fakeGraph{pages: 1}).read(ctx, query, variables)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	server, limiter := newTestServer(t, read, &fakeSessions{})
	var requests sync.WaitGroup
	ask := func(ctx context.Context, account uuid.UUID) int {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		req.Header.Set("Account", account.String())
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0
		}
		defer func() { _ = res.Body.Close() }()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode
	}
	waitForActive := func(want int) {
		t.Helper()
		n := -1
		for begin := time.Now(); n != want && time.Since(begin) < 10*time.Second; time.Sleep(time.Millisecond) {
			limiter.mu.Lock()
			n = limiter.active
			limiter.mu.Unlock()
		}
		if n != want {
			t.Fatalf("%d exports are active, want %d", n, want)
		}
	}
	begin := func(ctx context.Context, account uuid.UUID) {
		requests.Go(func() {
			if got := ask(ctx, account); got != http.StatusOK && ctx.Err() == nil {
				t.Errorf("an export within the limits: %d", got)
			}
		})
	}
	leaving, leave := context.WithCancel(t.Context())
	one := uuid.New()
	begin(leaving, one)
	begin(t.Context(), one)
	waitForActive(MaxPerAccount)
	if got := ask(t.Context(), one); got != http.StatusTooManyRequests {
		t.Errorf("one more of an account: %d", got)
	}
	for range (MaxPerInstance - MaxPerAccount) / MaxPerAccount {
		other := uuid.New()
		for range MaxPerAccount {
			begin(t.Context(), other)
		}
	}
	waitForActive(MaxPerInstance)
	if got := ask(t.Context(), uuid.New()); got != http.StatusServiceUnavailable {
		t.Errorf("one more of all: %d", got)
	}
	leave()
	waitForActive(MaxPerInstance - 1)
	begin(t.Context(), one)
	waitForActive(MaxPerInstance)
	close(hold)
	requests.Wait()
	waitForActive(0)
	if len(limiter.byAccount) != 0 {
		t.Errorf("%d accounts are remembered", len(limiter.byAccount))
	}
}

// TestMemory: a million rows take no more memory than a thousand.
func TestMemory(t *testing.T) {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	res := fetch(t, &fakeGraph{pages: 1_000}, &fakeSessions{})
	lines, most := 0, uint64(0)
	for in := bufio.NewScanner(res.Body); in.Scan(); lines++ {
		if lines%50_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
		}
	}
	if lines != 1_000_001 {
		t.Errorf("%d lines", lines)
	}
	if most > 16<<20 {
		t.Errorf("%d bytes are held", most)
	}
}
