package server_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// holdConnections makes whoever asks the database wait until release is called.
func holdConnections(t *testing.T, s *testenv.Server) (release func()) {
	t.Helper()
	var held []*sql.Conn
	for range s.Store.DB().Stats().MaxOpenConnections {
		c, err := s.Store.DB().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	release = func() {
		for _, c := range held {
			_ = c.Close()
		}
	}
	t.Cleanup(release)
	return release
}

// awaitStatistics waits until so many statistics are at work and queued.
func awaitStatistics(t *testing.T, s *testenv.Server, atWork, queued int) {
	t.Helper()
	var now string
	want := fmt.Sprintf("%d %d", atWork, queued)
	for range 5_000 {
		if now = metric(t, s, "redress_statistics_at_work") + " " + metric(t, s, "redress_statistics_queued"); now == want {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%s statistics are at work and queued, want %s", now, want)
}

// Two people open a dashboard: what waits for the lane of statistics holds no slot of the general queue, so
// nothing is refused when that queue's wait is over, and short requests go past.
func TestDashboards(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		const longest = 200 * time.Millisecond
		s := testenv.StartWithOptions(t, name, func(o *server.Options) {
			o.Admission = &admission.Options{AtWork: 2, PerCaller: 1, Queued: 100, Wait: longest}
			o.Statistics = &admission.Options{AtWork: 2, PerCaller: 1, Queued: 100, Wait: time.Minute, Of: "statistics"}
		})
		s.Clock.Stop()
		for _, as := range []string{testenv.Admin, testenv.SuperAdmin, testenv.User} {
			s.MustExecute(t, as, `{viewer{id}}`, nil)
		}
		release := holdConnections(t, s)
		const tiles = 8
		answers := make(chan testenv.Result, 3*tiles)
		for i := range tiles {
			for n, as := range []string{testenv.Admin, testenv.SuperAdmin} {
				s.Token(t, as)
				query := fmt.Sprintf(`{taskStats(from: "20%02d-0%d-01T00:00:00Z", groupBy: [STATUS]) {count}}`, 10+i, n+1)
				go func() { answers <- s.Execute(t, as, query, nil) }()
			}
		}
		awaitStatistics(t, s, 2, 2*tiles-2)
		awaitWork(t, s, 0, 0)
		time.Sleep(2 * longest)
		for _, as := range []string{testenv.Admin, testenv.SuperAdmin, testenv.User} {
			if a := s.Execute(t, as, `{__typename}`, nil); a.Code() != "" {
				t.Errorf("a short request of %s: %s", as, a.Raw)
			}
		}
		release()
		for range 2 * tiles {
			if a := <-answers; a.Code() != "" || a.Status != http.StatusOK {
				t.Error(a.Raw)
			}
		}
		for _, reason := range []string{"queue", "statistics"} {
			if n := metric(t, s, `redress_requests_refused_total{reason="`+reason+`"}`); n != "0" {
				t.Errorf("%s are refused: %s", n, reason)
			}
		}
		awaitStatistics(t, s, 0, 0)
		awaitWork(t, s, 0, 0)
	})
}

// The parts of one request that are no statistics hold its slot, and give it back when they have ended.
func TestStatisticsBesideRows(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *server.Options) {
			o.Admission = &admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: time.Minute}
			o.Statistics = &admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: time.Minute, Of: "statistics"}
		})
		s.Clock.Stop()
		s.MustExecute(t, testenv.Admin, `{viewer{id}}`, nil)
		const query = `{a: taskStats {count} b: paymentStats {settlements} complaints(first: 1) {edges {node {id}}}}`
		want := s.MustExecute(t, testenv.Admin, query, nil).Data
		release := holdConnections(t, s)
		answer := make(chan testenv.Result, 1)
		s.Token(t, testenv.Admin)
		go func() { answer <- s.Execute(t, testenv.Admin, query, nil) }()
		awaitStatistics(t, s, 1, 1)
		awaitWork(t, s, 1, 0) // the complaints
		release()
		if a := <-answer; a.Code() != "" || fmt.Sprint(a.Data) != fmt.Sprint(want) {
			t.Errorf("%s, want %v", a.Raw, want)
		}
		awaitWork(t, s, 0, 0)
	})
}

// Equal statistics of administrators are read once, and others see their own. Who asked first may go away.
func TestEqualStatistics(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *server.Options) {
			o.Statistics = &admission.Options{AtWork: 8, PerCaller: 1, Alone: 1, Queued: 100, Wait: time.Minute, Of: "statistics"}
		})
		s.Clock.Stop()
		const query = `{complaintStats(groupBy: [SOURCE], from: "2001-01-01T00:00:00Z") {total {count} buckets {source count}}}`
		people := []string{testenv.Admin, testenv.SuperAdmin, testenv.User, testenv.User2, testenv.Solver}
		alone := map[string]string{}
		for _, as := range people {
			alone[as] = fmt.Sprint(s.MustExecute(t, as, query, nil).Data)
		}
		if alone[testenv.User] == alone[testenv.User2] || alone[testenv.User] == alone[testenv.Admin] {
			t.Fatal("the accounts see the same, so this test shows nothing")
		}
		release := holdConnections(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", strings.NewReader(fmt.Sprintf(`{"query":%q}`, query)))
			if err == nil {
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Authorization", "Bearer "+s.Token(t, testenv.Admin))
				var res *http.Response
				if res, err = http.DefaultClient.Do(r); err == nil {
					_ = res.Body.Close()
				}
			}
			gone <- err
		}()
		awaitStatistics(t, s, 1, 0)
		type answer struct {
			as string
			testenv.Result
		}
		answers := make(chan answer)
		const each = 3
		for range each {
			for _, as := range people {
				s.Token(t, as)
				go func() { answers <- answer{as, s.Execute(t, as, query, nil)} }()
			}
		}
		awaitStatistics(t, s, 4, 0) // one of the administrators, and one of each other account
		for range 5_000 {
			if metric(t, s, "redress_statistics_joined_total") == fmt.Sprint(each*len(people)-3) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
		if err := <-gone; err == nil {
			t.Error("the first one was answered")
		}
		release()
		statements := 0
		for range each * len(people) {
			a := <-answers
			if a.Code() != "" || fmt.Sprint(a.Data) != alone[a.as] {
				t.Errorf("%s: %s, alone %s", a.as, a.Raw, alone[a.as])
			}
			cost := a.Extensions["cost"].(map[string]any)
			statements += int(cost["statements"].(float64))
		}
		if statements != 3 { // the administrators' was the first one's, which nobody was told
			t.Errorf("%d statements, want one of each other account", statements)
		}
		awaitStatistics(t, s, 0, 0)
	})
}
