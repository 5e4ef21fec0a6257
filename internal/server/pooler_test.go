package server_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// Both APIs, the jobs and a broadcast work through a PgBouncer that gives a connection to whoever
// has a transaction to do.
func TestPoolerOfTransactions(t *testing.T) {
	t.Parallel()
	first := testenv.Start(t, "postgres")
	s := first.NewPooledInstance(t, pgtest.PgBouncer(t, first.DatabaseURL, "transaction", 3))
	if all := strings.Join(s.Store.Warnings(), "\n"); !strings.Contains(all, "SET statement_timeout = '12s'") {
		t.Errorf("no warning of a role without timeouts: %q", all)
	}
	s.Serve(t)
	form, kind := picture(t, "pooler.png", 34)
	var asking sync.WaitGroup
	for range 8 { // more than there are connections
		for _, r := range []testenv.Request{
			{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User},
			{Path: "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/", As: testenv.Admin},
			{Path: "/api/admin/notifications/broadcasts/", As: testenv.Admin},
			{Path: "/api/admin/notifications/broadcasts/" + s.Samples.Broadcast.String() + "/", As: testenv.Admin},
			{Path: "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/", As: testenv.Solver},
			{Path: "/readyz"},
			{
				Method: "POST", Path: "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/", As: testenv.Solver,
				Body: bytes.NewReader(form), Header: http.Header{"Content-Type": {kind}},
			},
		} {
			asking.Go(func() {
				if res := s.Do(t, r); res.Status >= 300 {
					t.Errorf("%s: %d %s", r.Path, res.Status, res.Body)
				}
			})
		}
		asking.Go(func() {
			s.MustExecute(t, testenv.Admin, nestedQuery, nil)
			s.MustExecute(t, testenv.User, `mutation{submitComplaint(input:{title:"Through the pooler"}){complaint{reference}}}`, nil)
		})
	}
	asking.Wait()
	res := s.MustExecute(t, testenv.Admin, `mutation{scheduleBroadcast(input:{title:"Pooler",message:"To all.",channels:[IN_APP],targetType:ALL}){broadcast{id}}}`, nil)
	id := res.At("scheduleBroadcast", "broadcast", "id")
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		res := s.MustExecute(t, testenv.Admin, `query($id:ID!){broadcast(id:$id){status}}`, map[string]any{"id": id})
		if res.At("broadcast", "status") == "SENT" {
			break
		}
		if time.Since(begin) > 20*time.Second {
			t.Fatal(res.Raw)
		}
	}
}

// A pooler that gives a connection to one client for as long as it stays needs no setting, and has
// the service's timeouts.
func TestPoolerOfSessions(t *testing.T) {
	t.Parallel()
	first := testenv.Start(t, "postgres")
	s := first.NewInstance(t, pgtest.PgBouncer(t, first.DatabaseURL, "session", 20))
	var timeout string
	if err := s.Store.DB().QueryRowContext(t.Context(), "SHOW statement_timeout").Scan(&timeout); err != nil || timeout != "12s" {
		t.Errorf("statement_timeout is %q, %v", timeout, err)
	}
	for range 3 {
		s.MustExecute(t, testenv.Admin, nestedQuery, nil)
	}
}

func TestPoolerRefused(t *testing.T) {
	t.Parallel()
	database, other := pgtest.Database(t, ""), pgtest.Database(t, "")
	for name, how := range map[string]store.Config{
		"leads to another database": {URL: database, PoolerURL: pgtest.PgBouncer(t, other, "transaction", 2)},
		"sets statement_timeout":    {URL: database, PoolerURL: "postgres://pooler/db?statement_timeout=3s"},
		"needs a postgres:// URL":   {URL: "sqlite://" + t.TempDir() + "/redress.db", PoolerURL: "postgres://pooler/db"},
	} {
		if _, err := store.Open(t.Context(), how); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error that says %s, got %v", name, err)
		}
	}
}

// A URL may name several servers. What is silent or takes no writes is passed over, and when the
// writer becomes a standby its connections are given up.
func TestSeveralServers(t *testing.T) {
	t.Parallel()
	first := testenv.Start(t, "postgres")
	one, here := pgtest.NewTCPProxy(t, first.DatabaseURL)
	two, there := pgtest.NewTCPProxy(t, first.DatabaseURL)
	u, err := url.Parse(first.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	user := q.Get("user")
	if user == "" {
		user = u.User.Username()
	}
	several := "postgres://" + user + "@" + here + "," + there + u.Path + "?sslmode=disable&target_session_attrs=read-write&connect_timeout=1"
	s := first.NewInstance(t, several)
	read := func(when string) {
		t.Helper()
		if res := s.Execute(t, testenv.Admin, nestedQuery, nil); len(res.Errors) > 0 {
			t.Errorf("%s: %s", when, res.Raw)
		}
	}
	s.Token(t, testenv.Admin)
	read("with both")
	one.Cut()
	read("without the first")
	one.Restore(t)
	two.Cut()
	read("without the second")
	if _, err := s.Store.DB().ExecContext(t.Context(), "ALTER DATABASE "+strings.TrimPrefix(u.Path, "/")+" SET default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	one.Cut()
	one.Restore(t)
	if res := s.Execute(t, testenv.Admin, nestedQuery, nil); res.Code() != "UNAVAILABLE" && res.Code() != "unavailable" {
		t.Errorf("without a writer: %s", res.Raw)
	}
}
