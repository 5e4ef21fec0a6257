package server_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// startLimited starts a service for which very few requests may work. Its clock stands still, so that
// the sessions that were seen stay known.
func startLimited(t *testing.T, name string, limits admission.Options) *testenv.Server {
	t.Helper()
	s := testenv.StartWithOptions(t, name, func(o *server.Options) { o.Admission = &limits })
	s.Clock.Stop()
	for _, as := range testenv.Everyone[1:] {
		s.MustExecute(t, as, `{viewer{id}}`, nil)
	}
	return s
}

// blockWrites makes every submission wait until release is called.
func blockWrites(t *testing.T, s *testenv.Server) (release func()) {
	t.Helper()
	tx, err := s.Store.DB().BeginTx(t.Context(), nil) // on SQLite no other transaction can write from here on
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	if s.Dialect == "postgres" {
		if _, err := tx.ExecContext(t.Context(), "LOCK TABLE complaints IN EXCLUSIVE MODE"); err != nil {
			t.Fatal(err)
		}
	}
	return func() { _ = tx.Rollback() }
}

const submission = `mutation($c: ID!) { submitComplaint(input: {title: "Lamp", description: "It is dark.", categoryId: $c, address: "Mill Lane 12"}) { complaint { id } } }`

// submit sends a submission and returns the channel of its result.
func submit(t *testing.T, s *testenv.Server, as string) <-chan testenv.Result {
	t.Helper()
	category, err := s.Store.Client().Category.Query().FirstID(testenv.System())
	if err != nil {
		t.Fatal(err)
	}
	s.Token(t, as)
	out := make(chan testenv.Result, 1)
	go func() { out <- s.Execute(t, as, submission, map[string]any{"c": category}) }()
	return out
}

// metric returns the value of a metric.
func metric(t *testing.T, s *testenv.Server, name string) string {
	t.Helper()
	res := s.Do(t, testenv.Request{Path: "/metrics"})
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(res.Body)
	if found == nil {
		t.Fatalf("no metric %s", name)
	}
	return found[1]
}

// Statistics have a limit beside that of requests: so many are summed up at a time, half of them for
// one account, the next one waits for a bounded time, and whoever has fewer is not behind those of an
// account that has many.
func TestStatistics(t *testing.T) {
	limits := server.DefaultStatistics()
	if limits.PerCaller >= limits.AtWork {
		t.Errorf("%+v: one account among others has all", limits)
	}
	limits.AtWork, limits.PerCaller, limits.Alone = 4, 2, 2
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(limits)
		account := func() context.Context { return auth.With(t.Context(), &auth.Viewer{ID: uuid.New()}) }
		one, other, third := account(), account(), account()
		enter := func(ctx context.Context) *admission.Slot {
			t.Helper()
			slot, err := l.Enter(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return slot
		}
		refused := func(ctx context.Context) {
			t.Helper()
			begin := time.Now()
			_, err := l.Enter(ctx)
			if f, ok := fault.As(err); !ok || f.Code != fault.Unavailable || f.RetryAfter == 0 || time.Since(begin) != 8*time.Second {
				t.Fatalf("a slot too many: %v after %v", err, time.Since(begin))
			}
		}
		first := enter(one)
		second := enter(one)
		refused(one)
		slots := []*admission.Slot{enter(other), enter(other)}
		refused(third) // all slots are taken

		waiting := make(chan *admission.Slot)
		go func() { waiting <- enter(third) }()
		synctest.Wait()
		first.Leave()
		slots = append(slots, second, <-waiting)

		ended, end := context.WithCancel(one)
		end()
		for range 10 { // whichever is seen first, nothing is kept
			if slot, err := l.Enter(ended); err == nil {
				slot.Leave()
			}
		}
		for _, slot := range slots {
			slot.Leave()
		}
		if s := l.Stats(); s.AtWork != 0 || s.Queued != 0 {
			t.Errorf("%+v is held", s)
		}
	})
}

// What has no room among the statistics is refused, in the words of the graph; another account's are
// summed up, and everything else is answered.
func TestTooManyStatistics(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *server.Options) {
			o.Statistics = &admission.Options{AtWork: 2, PerCaller: 1, Queued: 1, Wait: time.Minute, Of: "statistics", RetryAfter: 5 * time.Second}
		})
		s.Clock.Stop() // the sessions that were seen stay known
		var held []*sql.Conn
		for _, as := range []string{testenv.Admin, testenv.SuperAdmin} {
			s.MustExecute(t, as, `{viewer{id}}`, nil)
		}
		for range s.Store.DB().Stats().MaxOpenConnections { // so that whoever reads waits
			c, err := s.Store.DB().Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, c)
		}
		year := 2000
		sum := func(as string) <-chan testenv.Result {
			out := make(chan testenv.Result, 1)
			year++ // none is equal to another
			query := fmt.Sprintf(`{paymentStats(groupBy:[PROVIDER],fromDate:"%d-01-01"){settlements}}`, year)
			go func() { out <- s.Execute(t, as, query, nil) }()
			return out
		}
		accepted := []<-chan testenv.Result{sum(testenv.Admin), sum(testenv.SuperAdmin)}
		for begin := time.Now(); s.Store.DB().Stats().WaitCount < 2; time.Sleep(time.Millisecond) {
			if time.Since(begin) > 10*time.Second {
				t.Fatal("two accounts are not at work")
			}
		}
		waiting, refused := sum(testenv.Admin), sum(testenv.Admin) // whichever comes first
		var a testenv.Result
		select {
		case a = <-waiting:
			accepted = append(accepted, refused)
		case a = <-refused:
			accepted = append(accepted, waiting)
		case <-time.After(10 * time.Second):
			t.Fatal("nothing is refused")
		}
		if a.Code() != "UNAVAILABLE" || !strings.Contains(a.Raw, "more statistics than it can handle") {
			t.Error(a.Raw)
		}
		if n := metric(t, s, `redress_requests_refused_total{reason="statistics"}`); n != "1" {
			t.Errorf("%s are counted as refused", n)
		}
		if a := s.Execute(t, testenv.Admin, `{__typename}`, nil); a.Code() != "" {
			t.Error(a.Raw)
		}
		for _, c := range held {
			_ = c.Close()
		}
		for _, a := range accepted {
			if a := <-a; a.Code() != "" {
				t.Error(a.Raw)
			}
		}
	})
}

// awaitWork waits until so many requests are at work and queued.
func awaitWork(t *testing.T, s *testenv.Server, atWork, queued int) {
	t.Helper()
	var now string
	want := fmt.Sprintf("%d %d", atWork, queued)
	for range 5_000 {
		if now = metric(t, s, "redress_requests_at_work") + " " + metric(t, s, "redress_requests_queued"); now == want {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%s are at work and queued, want %s", now, want)
}

// A full service refuses at once, in the words of each API, and goes on telling how it is.
func TestFull(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startLimited(t, name, admission.Options{AtWork: 2, PerCaller: 1, Queued: 1, Wait: time.Minute})
		release := blockWrites(t, s)
		var accepted []<-chan testenv.Result
		for i, as := range []string{testenv.User, testenv.User2, testenv.User} {
			accepted = append(accepted, submit(t, s, as))
			awaitWork(t, s, min(i+1, 2), max(i-1, 0))
		}
		asJSON := http.Header{"Content-Type": {"application/json"}}
		for what, r := range map[string]testenv.Request{
			"a query":         {Method: "POST", Path: "/graphql", As: testenv.User, Body: strings.NewReader(`{"query":"{viewer{id}}"}`), Header: asJSON},
			"a query by GET":  {Path: "/graphql?query={viewer{id}}", As: testenv.User2},
			"introspection":   {Path: "/graphql?query={__typename}"},
			"a REST read":     {Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User},
			"an event stream": {Path: "/graphql?query=subscription{notificationReceived{notification{id}}}", As: testenv.User, Header: http.Header{"Accept": {"text/event-stream"}}},
			"an upload":       {Method: "POST", Path: "/api/complaints/" + s.Samples.Complaint.String() + "/media/", As: testenv.User, Body: strings.NewReader(strings.Repeat("x", 1<<20)), Header: http.Header{"Content-Type": {"multipart/form-data; boundary=b"}, "Expect": {"100-continue"}}},
		} {
			res := s.Do(t, r)
			if res.Status != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" ||
				!strings.Contains(strings.ToLower(res.Body), `"code":"unavailable"`) || !strings.Contains(res.Body, "more requests than it can handle") {
				t.Errorf("%s: %d Retry-After %q %s", what, res.Status, res.Header.Get("Retry-After"), res.Body)
			}
		}
		for _, path := range []string{"/healthz", "/readyz", "/metrics", "/docs", "/.well-known/jwks.json"} {
			if res := s.Do(t, testenv.Request{Path: path}); res.Status != http.StatusOK {
				t.Errorf("%s: %d %s", path, res.Status, res.Body)
			}
		}
		// Refused without permission rather than for want of room: that costs nothing.
		if res := s.Do(t, testenv.Request{Path: "/api/admin/notifications/broadcasts/", As: testenv.User}); res.Status != http.StatusForbidden {
			t.Errorf("another role: %d %s", res.Status, res.Body)
		}
		if n := metric(t, s, `redress_requests_refused_total{reason="queue"}`); n != "6" {
			t.Errorf("%s refusals are counted", n)
		}
		awaitWork(t, s, 2, 1)
		release()
		for i, result := range accepted {
			if r := <-result; r.Status != http.StatusOK || r.Code() != "" {
				t.Errorf("the submission %d: %d %s", i, r.Status, r.Raw)
			}
		}
		awaitWork(t, s, 0, 0)
		s.MustExecute(t, testenv.User, `{viewer{id}}`, nil)
	})
}

// Another account's request is served while one account's wait for each other.
func TestFloodOfOneAccount(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startLimited(t, name, admission.Options{AtWork: 2, PerCaller: 1, Queued: 100, Wait: time.Minute})
		release := blockWrites(t, s)
		var flood []<-chan testenv.Result
		for i := range 4 {
			flood = append(flood, submit(t, s, testenv.User))
			awaitWork(t, s, 1, i)
		}
		s.MustExecute(t, testenv.User2, `{viewer{id}}`, nil)
		if res := s.Do(t, testenv.Request{Path: "/graphql?query={__typename}"}); res.Status != http.StatusOK {
			t.Errorf("an address: %d %s", res.Status, res.Body)
		}
		awaitWork(t, s, 1, 3)
		release()
		for _, result := range flood {
			if r := <-result; r.Code() != "" {
				t.Error(r.Raw)
			}
		}
	})
}

// A token of a session that has ended counts for the address that sends it, not for its account.
func TestFloodWithEndedSession(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startLimited(t, name, admission.Options{AtWork: 2, PerCaller: 1, Queued: 100, Wait: time.Minute})
		stolen, err := s.Service.Identity.CliToken(testenv.System(), testenv.User2, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		out := s.Do(t, testenv.Request{Method: "POST", Path: "/api/auth/logout/", Token: stolen})
		if out.Status != http.StatusOK {
			t.Fatal(out.Body)
		}
		s.Clock.Advance(2 * time.Minute) // nobody has seen the session alive for a while
		s.MustExecute(t, testenv.User2, `{viewer{id}}`, nil)
		release := blockWrites(t, s)
		own := submit(t, s, testenv.User2)
		awaitWork(t, s, 1, 0)
		// The account's slot is taken, so what counts for the account would wait.
		if res := s.Do(t, testenv.Request{Path: "/graphql?query={viewer{id}}", Token: stolen}); res.Status != http.StatusUnauthorized {
			t.Errorf("%d %s", res.Status, res.Body)
		}
		release()
		<-own
	})
}

// Whatever waits for its client holds no slot: a body on its way in, an open stream, a socket.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startLimited(t, name, admission.Options{AtWork: 1, PerCaller: 1, Queued: 1, Wait: time.Minute})
		form, kind := picture(t, "slow.png", 77)
		body, rest := io.Pipe()
		uploaded := make(chan testenv.Response, 1)
		go func() {
			uploaded <- s.Do(t, testenv.Request{
				Method: "POST", Path: "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/", As: testenv.Solver,
				Body: body, Header: http.Header{"Content-Type": {kind}},
			})
		}()
		if _, err := rest.Write(form[:100]); err != nil {
			t.Fatal(err)
		}
		query, more := io.Pipe()
		queried := make(chan testenv.Response, 1)
		go func() {
			queried <- s.Do(t, testenv.Request{Method: "POST", Path: "/graphql", As: testenv.Solver, Body: query, Header: http.Header{"Content-Type": {"application/json"}}})
		}()
		if _, err := more.Write([]byte(`{"query":`)); err != nil {
			t.Fatal(err)
		}
		events, closeEvents := openEvents(t, s, testenv.Solver)
		defer closeEvents()
		socket := openSocket(t, s, testenv.Solver)
		awaitWork(t, s, 0, 0)

		for _, as := range []string{testenv.Solver, testenv.Admin} {
			s.MustExecute(t, as, `{viewer{id}}`, nil)
		}
		if _, err := events.ReadString('\n'); err != nil {
			t.Error(err)
		}
		go func() {
			_, _ = rest.Write(form[100:])
			_ = rest.Close()
			_, _ = more.Write([]byte(`"{viewer{id}}"}`))
			_ = more.Close()
		}()
		if res := <-uploaded; res.Status != http.StatusCreated {
			t.Errorf("the upload: %d %s", res.Status, res.Body)
		}
		if res := <-queried; res.Status != http.StatusOK {
			t.Errorf("the query: %d %s", res.Status, res.Body)
		}
		if got := socket(`{viewer{id}}`); got != "next" {
			t.Errorf("the socket: %s", got)
		}

		release := blockWrites(t, s)
		first := submit(t, s, testenv.User)
		awaitWork(t, s, 1, 0)
		second := submit(t, s, testenv.User)
		awaitWork(t, s, 1, 1)
		if got := socket(`{viewer{id}}`); got != "UNAVAILABLE" {
			t.Errorf("the socket of a full service: %s", got)
		}
		release()
		<-first
		<-second
	})
}

// Long bodies that come slowly are bounded, since they take memory; short ones come in all the same.
func TestLongBodies(t *testing.T) {
	t.Parallel()
	const most, more = 8, 3 // of one caller
	s := startLimited(t, dbtest.Names()[0], admission.Options{AtWork: 4, PerCaller: 4, Queued: 20, Wait: time.Minute})
	long := `{"query":"{viewer{id}}","extensions":{"x":"` + strings.Repeat("x", 70<<10) + `"}}`
	asJSON := http.Header{"Content-Type": {"application/json"}}
	done := make(chan testenv.Response, most+more)
	var ends []func()
	for range most + more {
		body, rest := io.Pipe()
		go func() {
			done <- s.Do(t, testenv.Request{Method: "POST", Path: "/graphql", As: testenv.User, Body: body, Header: asJSON})
		}()
		// A refusal may come before the last bytes of the body are read.
		if _, err := io.WriteString(rest, long[:len(long)-2]); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Fatal(err)
		}
		ends = append(ends, func() { _, _ = io.WriteString(rest, long[len(long)-2:]); _ = rest.Close() })
	}
	for range more {
		if res := <-done; res.Status != http.StatusServiceUnavailable {
			t.Errorf("one too many: %d %s", res.Status, res.Body)
		}
	}
	send := func(as, text string) int {
		return s.Do(t, testenv.Request{Method: "POST", Path: "/graphql", As: as, Body: strings.NewReader(text), Header: asJSON}).Status
	}
	for as, text := range map[string]string{testenv.User: `{"query":"{viewer{id}}"}`, testenv.User2: long} {
		if status := send(as, text); status != http.StatusOK {
			t.Errorf("%s: %d", as, status)
		}
	}
	for _, end := range ends {
		end()
	}
	for range most {
		if res := <-done; res.Status != http.StatusOK {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	}
	if status := send(testenv.User, long); status != http.StatusOK {
		t.Errorf("afterwards: %d", status)
	}
	if n := metric(t, s, `redress_requests_refused_total{reason="long_bodies"}`); n != "3" {
		t.Errorf("%s refusals are counted", n)
	}
}

// A panic gives its slot back.
func TestPanicLeavesItsPlace(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startLimited(t, name, admission.Options{AtWork: 1, PerCaller: 1, Queued: 1, Wait: time.Minute})
		var fails atomic.Bool
		interceptor := ent.InterceptFunc(func(next ent.Querier) ent.Querier {
			return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
				if fails.Load() {
					panic("a query that panics")
				}
				return next.Query(ctx, q)
			})
		})
		s.Store.Client().Complaint.Intercept(interceptor)
		s.Store.Client().StatusLog.Intercept(interceptor)
		fails.Store(true)
		for range 3 {
			if r := s.Execute(t, testenv.User, `{complaints(first:1){edges{node{id}}}}`, nil); r.Code() != "INTERNAL_ERROR" {
				t.Errorf("%d %s", r.Status, r.Raw)
			}
			if res := s.Do(t, testenv.Request{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User}); res.Status != http.StatusInternalServerError {
				t.Errorf("%d %s", res.Status, res.Body)
			}
		}
		fails.Store(false)
		s.MustExecute(t, testenv.User, `{complaints(first:1){edges{node{id}}}}`, nil)
		awaitWork(t, s, 0, 0)
	})
}

// openEvents opens an event stream and returns its lines.
func openEvents(t *testing.T, s *testenv.Server, as string) (lines *bufio.Reader, end func()) {
	t.Helper()
	r := request(t, "GET", s.URL+"/graphql?query=subscription{notificationReceived{notification{id}}}", nil)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Authorization", "Bearer "+s.Token(t, as))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
	return bufio.NewReader(res.Body), func() { _ = res.Body.Close() }
}

// openSocket opens a socket and returns a function that executes an operation and returns the type of
// its first message, or the code of its error.
func openSocket(t *testing.T, s *testenv.Server, as string) func(query string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	conn, res, err := websocket.Dial(ctx, s.URL+"/graphql", &websocket.DialOptions{
		Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: http.Header{"Authorization": {"Bearer " + s.Token(t, as)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if res.Body != nil {
		_ = res.Body.Close()
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	send := func(text string) {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	send(`{"type":"connection_init"}`)
	n := 0
	return func(query string) string {
		n++
		id := fmt.Sprint(n)
		payload, _ := json.Marshal(map[string]string{"query": query})
		send(`{"type":"subscribe","id":"` + id + `","payload":` + string(payload) + `}`)
		for {
			_, text, err := conn.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var m struct {
				Type, ID string
				Payload  json.RawMessage
			}
			if err := json.Unmarshal(text, &m); err != nil {
				t.Fatal(err)
			}
			if m.ID != id {
				continue
			}
			if m.Type != "error" {
				return m.Type
			}
			var errs []struct{ Extensions struct{ Code string } }
			_ = json.Unmarshal(m.Payload, &errs)
			return errs[0].Extensions.Code
		}
	}
}
