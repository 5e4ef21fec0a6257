package server_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// behindProxy starts a service with short timeouts whose database is behind a proxy.
func behindProxy(t *testing.T) (*testenv.Server, *pgtest.Proxy) {
	t.Helper()
	first := testenv.Start(t, "postgres")
	proxy, proxied := pgtest.NewProxy(t, first.DatabaseURL)
	u, err := url.Parse(proxied)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("statement_timeout", "1s")
	q.Set("connect_timeout", "1")
	u.RawQuery = q.Encode()
	return first.NewInstance(t, u.String()), proxy
}

// within fails the test unless do ends in time.
func within(t *testing.T, limit time.Duration, what string, do func()) {
	t.Helper()
	begin := time.Now()
	do()
	if took := time.Since(begin); took > limit {
		t.Errorf("%s took %v, want at most %v", what, took, limit)
	}
}

// A database whose connections stay open and carry nothing is unavailable within the statement's
// timeout and three seconds, and readiness says so within two. When it speaks again the whole pool
// works.
func TestDatabaseSilent(t *testing.T) {
	t.Parallel()
	s, proxy := behindProxy(t)
	asJSON := http.Header{"Content-Type": {"application/json"}}
	const conns = 10
	requests := []testenv.Request{
		{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User},
		{Path: "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/", As: testenv.Admin},
		{Path: "/graphql?query=" + url.QueryEscape("{complaints(first:1){totalCount edges{node{title}}}}"), As: testenv.Admin},
		{Path: "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/", As: testenv.Solver},
		{Method: "POST", Path: "/graphql", As: testenv.User, Header: asJSON},
	}
	all := func(check func(name string, res testenv.Response)) {
		var asking sync.WaitGroup
		for i := range conns {
			r := requests[i%len(requests)]
			if r.Method == http.MethodPost {
				r.Body = strings.NewReader(`{"query":"mutation{updateOwnProfile(input:{name:\"Mia\"}){user{id}}}"}`)
			}
			asking.Go(func() { check(r.Method+" "+r.Path, s.Do(t, r)) })
		}
		asking.Wait()
	}
	whole := func(when string) {
		all(func(name string, res testenv.Response) {
			if res.Status != http.StatusOK || strings.Contains(res.Body, `"errors":[{`) {
				t.Errorf("%s, %s: %d %s", when, name, res.Status, res.Body)
			}
		})
	}
	for range 3 { // so that statements are prepared
		whole("before")
	}

	proxy.Silence()
	var asking sync.WaitGroup
	asking.Go(func() {
		within(t, 4*time.Second, "the answer of a silent database", func() {
			all(func(name string, res testenv.Response) {
				if !strings.Contains(strings.ToLower(res.Body), `"code":"unavailable"`) || strings.Contains(res.Body, "timeout") {
					t.Errorf("%s: %d %s", name, res.Status, res.Body)
				}
			})
		})
	})
	asking.Go(func() {
		within(t, 2*time.Second, "/readyz", func() {
			if res := s.Do(t, testenv.Request{Path: "/readyz"}); res.Status != http.StatusServiceUnavailable {
				t.Errorf("/readyz: %d %s", res.Status, res.Body)
			}
		})
	})
	asking.Wait()

	proxy.Speak()
	within(t, 5*time.Second, "the pool's recovery", func() {
		whole("afterwards")
		if res := s.Do(t, testenv.Request{Path: "/readyz"}); res.Status != http.StatusOK {
			t.Errorf("/readyz: %d %s", res.Status, res.Body)
		}
	})
	if n := s.Store.DB().Stats().InUse; n != 0 {
		t.Errorf("%d connections are in use by nobody", n)
	}
}

// A commit without an answer may have been done. It is unavailable, and the repetition under its
// key finds what it did.
func TestCommitWithoutAnswer(t *testing.T) {
	t.Parallel()
	s, proxy := behindProxy(t)
	submit := func() testenv.Response {
		return s.Do(t, testenv.Request{
			Method: "POST", Path: "/graphql", As: testenv.User, Header: http.Header{"Content-Type": {"application/json"}},
			Body: strings.NewReader(`{"query":"mutation{submitComplaint(input:{title:\"Lost answer\",idempotencyKey:\"once\"}){complaint{reference}}}"}`),
		})
	}
	s.Token(t, testenv.User)
	if res := s.Do(t, testenv.Request{Path: "/graphql?query={viewer{id}}", As: testenv.User}); res.Status != http.StatusOK {
		t.Fatal(res.Status, res.Body)
	}
	proxy.LoseAnswers("COMMIT")
	within(t, 4*time.Second, "a commit without an answer", func() {
		if res := submit(); !strings.Contains(res.Body, `"UNAVAILABLE"`) {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	})
	proxy.LoseAnswers("")
	var n int
	count := func() int {
		t.Helper()
		if err := s.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM complaints WHERE title = 'Lost answer'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if count() != 1 {
		t.Fatalf("%d complaints after the commit, want 1: the proxy passes it on", n)
	}
	first := submit()
	if again := submit(); again.Status != http.StatusOK || again.Body != first.Body || strings.Contains(first.Body, `"errors":[{`) || count() != 1 {
		t.Errorf("the repetitions said %s and %s, and left %d complaints", first.Body, again.Body, n)
	}
}

// A mutation that PostgreSQL rolls back because it and somebody else wait for each other is done
// again, and its caller learns nothing of it.
func TestDeadlockOfAMutation(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, "postgres")
	var ids [2]string
	for i := range ids {
		res := s.MustExecute(t, testenv.Admin, `mutation{submitComplaint(input:{title:"Deadlock"}){complaint{id}}}`, nil)
		ids[i], _ = res.At("submitComplaint", "complaint", "id").(string)
	}
	tx, err := s.Store.DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	lock := func(id string) error {
		_, err := tx.ExecContext(t.Context(), "SELECT 1 FROM complaints WHERE id = $1 FOR UPDATE", id)
		return err
	}
	if _, err := tx.ExecContext(t.Context(), "SET LOCAL deadlock_timeout = '1min'"); err != nil { // it is the other one that is rolled back
		t.Fatal(err)
	}
	if err := lock(ids[1]); err != nil { // a mutation locks them in the order of their ids
		t.Fatal(err)
	}
	var merging sync.WaitGroup
	merging.Go(func() {
		res := s.Execute(t, testenv.Admin, `mutation($id:ID!,$into:ID!){mergeComplaint(input:{id:$id,intoId:$into,reasonCode:"duplicate"}){complaint{status}}}`,
			map[string]any{"id": ids[0], "into": ids[1]})
		if res.At("mergeComplaint", "complaint", "status") != "MERGED" {
			t.Error(res.Raw)
		}
	})
	waiting := func() (n int) {
		err := s.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for waiting() == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	if err := lock(ids[0]); err != nil {
		t.Error(err)
	}
	if err := tx.Commit(); err != nil {
		t.Error(err)
	}
	merging.Wait()
}

// A listener on which nothing happens keeps its connection. One whose connection carries nothing any
// more makes another, and ends at once when it is told to.
func TestListenerSilent(t *testing.T) {
	t.Parallel()
	s, proxy := behindProxy(t)
	bus := events.PostgresBus{DB: s.Store.DB(), Listener: s.Store.Listener, PingInterval: 200 * time.Millisecond}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	heard, ended := make(chan struct{}, 100), make(chan struct{})
	go func() {
		defer close(ended)
		bus.Listen(ctx, func() { heard <- struct{}{} }, func(string) {})
	}()
	wait := func(what string) {
		t.Helper()
		select {
		case <-heard:
		case <-time.After(10 * time.Second):
			t.Fatal(what)
		}
	}
	for listens := false; !listens; {
		if err := bus.Announce(ctx); err != nil {
			t.Fatal(err)
		}
		select {
		case <-heard:
			listens = true
		case <-time.After(50 * time.Millisecond):
		}
	}
	time.Sleep(time.Second)
	for len(heard) > 0 {
		<-heard
	}
	time.Sleep(time.Second)
	if len(heard) > 0 {
		t.Error("a quiet connection was replaced")
	}
	proxy.Silence()
	time.Sleep(time.Second)
	proxy.Speak()
	wait("nothing was heard after the silence")
	proxy.Silence()
	cancel()
	within(t, time.Second, "the end of a listener in a silence", func() { <-ended })
}
