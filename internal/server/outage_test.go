package server_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	server := pgtest.URL(t)
	first := testenv.Start(t, "postgres")
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Store.DB().QueryRowContext(t.Context(), "SELECT '/' || current_database()").Scan(&u.Path); err != nil {
		t.Fatal(err)
	}
	proxy, proxied := pgtest.NewProxy(t, u.String())
	s := first.NewInstance(t, proxied)

	form, kind := picture(t, "outage.png", 33)
	asJSON := http.Header{"Content-Type": {"application/json"}}
	post := func(path, as, body string) testenv.Request {
		return testenv.Request{Method: "POST", Path: path, As: as, Body: strings.NewReader(body), Header: asJSON}
	}
	requests := func() map[string]testenv.Request {
		return map[string]testenv.Request{
			"StatusLog":  {Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User},
			"Payments":   {Path: "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/", As: testenv.Admin},
			"Broadcasts": {Path: "/api/admin/notifications/broadcasts/", As: testenv.Admin},
			"Updates":    {Path: "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/", As: testenv.Solver},
			"Upload": {
				Method: "POST", Path: "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/", As: testenv.Solver,
				Body: bytes.NewReader(form), Header: http.Header{"Content-Type": {kind}},
			},
			"Login":    post("/api/auth/login/", "", `{"email":"provider@example.com","password":"redress-demo"}`),
			"Graph":    post("/graphql", testenv.Admin, `{"query":"{complaints(first:1){totalCount}}"}`),
			"Mutation": post("/graphql", "", `{"query":"mutation{login(input:{email:\"user2@example.com\",password:\"redress-demo\"}){accessToken}}"}`),
			"Ready":    {Path: "/readyz"},
		}
	}
	for _, who := range []string{testenv.User, testenv.Admin, testenv.Solver} {
		s.Token(t, who)
	}
	for name, r := range requests() {
		if res := s.Do(t, r); res.Status >= 300 || strings.Contains(res.Body, `"errors":[{`) {
			t.Fatalf("%s before: %d %s", name, res.Status, res.Body)
		}
	}

	proxy.Cut()
	// Two rounds: first with the viewers still known, then with nobody known.
	for round := range 2 {
		for name, r := range requests() {
			res := s.Do(t, r)
			// What the graph begins to execute is 200, as GraphQL over HTTP has it.
			begun := r.Path == "/graphql" && (round == 0 || r.As == "") && res.Status == http.StatusOK
			if !begun && res.Status != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || !strings.Contains(strings.ToLower(res.Body), `"code":"unavailable"`) {
				t.Errorf("round %d, %s: %d Retry-After %q %s", round, name, res.Status, res.Header.Get("Retry-After"), res.Body)
			}
			for _, inside := range []string{"dial", "sql", "pq:", "goroutine", "SELECT", proxy.Folder(), "EOF"} {
				if strings.Contains(res.Body, inside) {
					t.Errorf("%s reveals internals: %s", name, res.Body)
				}
			}
		}
		s.Clock.Advance(2 * time.Second)
	}

	proxy.Restore(t)
	for name, r := range requests() {
		res := s.Do(t, r)
		if res.Status >= 300 || strings.Contains(res.Body, `"errors":[{`) {
			t.Errorf("%s afterwards: %d %s", name, res.Status, res.Body)
		}
	}
}

// Connections that break off while requests run are no wrong answer: either the whole one or
// unavailable.
func TestDatabaseFlickers(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, "postgres")
	s.Token(t, testenv.Admin)
	want := s.MustExecute(t, testenv.Admin, nestedQuery, nil).Raw
	stop := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				_, _ = s.Store.DB().ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
					WHERE datname = current_database() AND pid <> pg_backend_pid()`)
			}
		}
	})
	var right, unavailable int
	for range 150 {
		res := s.Execute(t, testenv.Admin, nestedQuery, nil)
		switch {
		case res.Status == http.StatusOK && res.Raw == want:
			right++
		case res.Code() == "UNAVAILABLE":
			unavailable++
		default:
			t.Errorf("%d %s", res.Status, res.Raw)
		}
	}
	close(stop)
	killer.Wait()
	t.Logf("%d whole responses, %d unavailable", right, unavailable)
	if right == 0 {
		t.Error("nothing was answered")
	}
	// The last connections to break off may be found out by the next requests.
	after := s.Execute(t, testenv.Admin, nestedQuery, nil)
	for tries := 0; after.Code() == "UNAVAILABLE" && tries < 20; tries++ {
		after = s.Execute(t, testenv.Admin, nestedQuery, nil)
	}
	if after.Raw != want {
		t.Error(errors.New(after.Raw))
	}
}

const nestedQuery = `{complaints(first:20){totalCount edges{node{reference title statusLog(last:3){edges{node{actorName}}}
	tasks(first:3){edges{node{id solver{name}}}}}}}}`
