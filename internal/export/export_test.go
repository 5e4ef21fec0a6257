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

// TestHarmless: what a spreadsheet program would take for a formula becomes text, and a
// negative amount stays a number.
func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "plain": "plain", "a=b": "a=b", "=1+1": "'=1+1", "+15551234": "'+15551234", "-1+2": "'-1+2", "@sum": "'@sum",
		"\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1", "＝1": "'＝1", "-12.50": "-12.50", "-7": "-7", "-": "'-", "-1.": "'-1.",
	} {
		if got := harmless(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
	}
}

// graph answers zones, page by page, until something is to happen before one of them.
type graph struct {
	pages  int
	before map[int]func() error
	asked  int
}

func (g *graph) read(_ context.Context, _ string, variables map[string]any) (json.RawMessage, error) {
	if before := g.before[g.asked]; before != nil {
		if err := before(); err != nil {
			return nil, err
		}
	}
	if after, _ := variables["after"].(string); after != fmt.Sprint(g.asked) && g.asked > 0 {
		return nil, fmt.Errorf("asked after %q", after)
	}
	g.asked++
	edges := make([]string, PageSize)
	for i := range edges {
		edges[i] = fmt.Sprintf(`{"node":{"id":"%d","name":"Zone %d of page %d","parentId":null,"parent":null,"createdAt":"2026-11-21T08:30:00.000Z"}}`, i, i, g.asked)
	}
	return json.RawMessage(fmt.Sprintf(`{"rows":{"pageInfo":{"hasNextPage":%t,"endCursor":"%d"},"edges":[%s]}}`, g.asked < g.pages, g.asked, strings.Join(edges, ","))), nil
}

type sessions struct{ revoked bool }

func (s *sessions) Viewer(_ context.Context, account, session uuid.UUID) (*auth.Viewer, error) {
	if s.revoked {
		return nil, fault.New(fault.SessionRevoked, "The session has ended.")
	}
	return &auth.Viewer{ID: account, SessionID: session}, nil
}

// listen serves the export of zones to whoever the header names.
func listen(t *testing.T, read func(context.Context, string, map[string]any) (json.RawMessage, error), s *sessions) (*httptest.Server, *Places) {
	t.Helper()
	places := &Places{}
	files := Files{Read: read, Sessions: s, Now: time.Now, Places: places, Fail: func(w http.ResponseWriter, _ *http.Request, err error) {
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
	h := files.Of(Of("ZONES"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account, _ := uuid.Parse(r.Header.Get("Account"))
		h.ServeHTTP(w, r.WithContext(auth.With(r.Context(), &auth.Viewer{ID: account, SessionID: uuid.New()})))
	}))
	t.Cleanup(server.Close)
	return server, places
}

func serve(t *testing.T, g *graph, s *sessions) *http.Response {
	t.Helper()
	server, _ := listen(t, g.read, s)
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// TestBrokenOff: a file is whole, or its reader knows that it is not: a failure before the
// first row is an error, one after it breaks the connection off, and so does a right that is
// lost meanwhile.
func TestBrokenOff(t *testing.T) {
	down := func() error { return fault.New(fault.Unavailable, "The database is away.") }
	if res := serve(t, &graph{pages: 2, before: map[int]func() error{0: down}}, &sessions{}); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Content-Disposition") != "" {
		t.Errorf("before the first page: %d %v", res.StatusCode, res.Header)
	}
	s := &sessions{}
	for what, res := range map[string]*http.Response{
		"the database goes":  serve(t, &graph{pages: 3, before: map[int]func() error{1: down}}, &sessions{}),
		"the session ends":   serve(t, &graph{pages: 3, before: map[int]func() error{0: func() error { s.revoked = true; return nil }}}, s),
		"the answer is none": serve(t, &graph{pages: 3, before: map[int]func() error{2: func() error { return errUnread }}}, &sessions{}),
	} {
		body, err := io.ReadAll(res.Body)
		if res.StatusCode != http.StatusOK || err == nil {
			t.Errorf("%s: %d, %d bytes, and no sign that rows are missing", what, res.StatusCode, len(body))
		}
	}
	res := serve(t, &graph{pages: 3}, &sessions{})
	rows, err := csv.NewReader(res.Body).ReadAll()
	if err != nil || len(rows) != 3*PageSize+1 || rows[PageSize+1][1] != "Zone 0 of page 2" || strings.Join(rows[0], ",") != "id,name,parent_id,parent_name,created_at" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestBrokenOffForOldClients: over HTTP/1.0 a file ends where its connection does, so there one
// that is not whole ends with a reset.
func TestBrokenOffForOldClients(t *testing.T) {
	for name, row := range map[string]struct {
		g     *graph
		whole bool
	}{
		"whole": {&graph{pages: 3}, true},
		"cut":   {&graph{pages: 3, before: map[int]func() error{2: func() error { return errUnread }}}, false},
	} {
		server, _ := listen(t, row.g.read, &sessions{})
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "GET / HTTP/1.0\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(conn)
		_ = conn.Close()
		if (err == nil) != row.whole || row.whole && strings.Count(string(text), "\r\n") < 3*PageSize {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
	}
}

// TestPlaces: an account writes a few files at a time, everybody together a few more, and whoever
// goes away leaves a place.
func TestPlaces(t *testing.T) {
	hold := make(chan struct{})
	read := func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		select {
		case <-hold:
			return (&graph{pages: 1}).read(ctx, query, variables)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	server, places := listen(t, read, &sessions{})
	var answers sync.WaitGroup
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
	taken := func(want int) {
		t.Helper()
		n := -1
		for begin := time.Now(); n != want && time.Since(begin) < 10*time.Second; time.Sleep(time.Millisecond) {
			places.mu.Lock()
			n = places.all
			places.mu.Unlock()
		}
		if n != want {
			t.Fatalf("%d places are taken, want %d", n, want)
		}
	}
	begin := func(ctx context.Context, account uuid.UUID) {
		answers.Go(func() {
			if got := ask(ctx, account); got != http.StatusOK && ctx.Err() == nil {
				t.Errorf("a file that had a place: %d", got)
			}
		})
	}
	leaving, leave := context.WithCancel(t.Context())
	one := uuid.New()
	begin(leaving, one)
	begin(t.Context(), one)
	taken(MaxPerAccount)
	if got := ask(t.Context(), one); got != http.StatusTooManyRequests {
		t.Errorf("one more of an account: %d", got)
	}
	for range (MaxPerInstance - MaxPerAccount) / MaxPerAccount {
		other := uuid.New()
		for range MaxPerAccount {
			begin(t.Context(), other)
		}
	}
	taken(MaxPerInstance)
	if got := ask(t.Context(), uuid.New()); got != http.StatusServiceUnavailable {
		t.Errorf("one more of all: %d", got)
	}
	leave()
	taken(MaxPerInstance - 1)
	begin(t.Context(), one)
	taken(MaxPerInstance)
	close(hold)
	answers.Wait()
	taken(0)
	if len(places.of) != 0 {
		t.Errorf("%d accounts are remembered", len(places.of))
	}
}

// TestFlat: a million rows take no more memory than a thousand.
func TestFlat(t *testing.T) {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	res := serve(t, &graph{pages: 1_000}, &sessions{})
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
