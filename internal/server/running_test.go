package server_test

import (
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestDiskMetrics: the room on the disks of the data folders is a metric, and a folder that is gone a failure of the job.
func TestDiskMetrics(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) { o.Folders = map[string]string{"media": folder} })
	if found := scrape(t, s); found[`redress_disk_size_bytes{of="media"}`] != 0 {
		t.Errorf("before it was measured: %v", found)
	}
	if err := s.Service.MeasureDisks(); err != nil {
		t.Fatal(err)
	}
	found := scrape(t, s)
	free, size := found[`redress_disk_free_bytes{of="media"}`], found[`redress_disk_size_bytes{of="media"}`]
	if free <= 0 || size < free || size < 1e8 {
		t.Errorf("%v of %v bytes are free", free, size)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := s.Service.MeasureDisks(); err == nil {
		t.Error("a folder that is gone has room")
	}
	expectMetrics(t, "after a failure", scrape(t, s), map[string]float64{`redress_job_runs_total{name="measure_disk",result="error"}`: 1})
}

// TestMissingMediaMetric: a file that is not there although its row is, or is cut short, is a metric until it is back.
func TestMissingMediaMetric(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		check := func(when string, want float64) {
			t.Helper()
			if _, err := s.Service.Desk.CheckMedia(testenv.System()); err != nil {
				t.Fatal(err)
			}
			expectMetrics(t, when, scrape(t, s), map[string]float64{"redress_media_missing": want})
		}
		check("while all are there", 0)
		rows, err := s.Store.Client().Media.Query().All(testenv.System())
		if err != nil || len(rows) < 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		var gone, short string
		err = filepath.WalkDir(s.MediaDir, func(path string, _ fs.DirEntry, err error) error {
			switch {
			case strings.HasSuffix(path, rows[0].BlobKey):
				gone = path
			case strings.HasSuffix(path, rows[1].BlobKey):
				short = path
			}
			return err
		})
		if err != nil || gone == "" || short == "" {
			t.Fatalf("%q, %q, %v", gone, short, err)
		}
		whole, err := os.ReadFile(short)
		if err != nil {
			t.Fatal(err)
		}
		away := filepath.Join(t.TempDir(), "away")
		bytes, err := os.ReadFile(gone)
		if err != nil || os.WriteFile(away, bytes, 0o600) != nil || os.Remove(gone) != nil {
			t.Fatal(err)
		}
		if err := os.Remove(short); err != nil { // it may be a link to another test's
			t.Fatal(err)
		}
		if err := os.WriteFile(short, whole[:1], 0o600); err != nil {
			t.Fatal(err)
		}
		check("with one gone and one cut short", 2)
		if err := os.WriteFile(gone, bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(short, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		check("when they are back", 0)
	})
}

// TestClockMetric: a clock that differs from the database's is a metric, and warned of once.
func TestClockMetric(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		if s.Dialect != "postgres" {
			s.Serve(t)
			if _, there := scrape(t, s)["redress_clock_offset_seconds"]; there {
				t.Error("SQLite has a clock of its own")
			}
			return
		}
		compare := func() float64 {
			t.Helper()
			if err := s.Service.CompareClock(t.Context()); err != nil {
				t.Fatal(err)
			}
			return scrape(t, s)["redress_clock_offset_seconds"]
		}
		warnings := func() int { return len(logged.lines("the database's differ")) }
		before := warnings()
		if offset := compare(); math.Abs(offset) > 1.5 {
			t.Errorf("%v s on one machine", offset)
		}
		if warnings() != before {
			t.Error("warned of nothing")
		}
		s.Clock.Advance(-7 * time.Second)
		for range 3 {
			if offset := compare(); math.Abs(offset-7) > 1.5 {
				t.Errorf("%v s, want 7", offset)
			}
		}
		if n := warnings() - before; n != 1 {
			t.Errorf("%d warnings", n)
		}
	})
}

// TestLogsStayInOrder: a row that an instance writes whose clock is behind gets the time of the row before it.
func TestLogsStayInOrder(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		behind := s.NewInstance(t, s.DatabaseURL)
		behind.Clock.Advance(-10 * time.Minute)
		made := s.MustExecute(t, testenv.User, `mutation{submitComplaint(input:{title:"A lamp"}){complaint{id}}}`, nil)
		id := made.At("submitComplaint", "complaint", "id")
		do := func(on *testenv.Server, as, verb, input string) {
			t.Helper()
			on.MustExecute(t, as, `mutation($id:ID!){`+verb+`(input:{id:$id`+input+`}){__typename}}`, map[string]any{"id": id})
		}
		do(behind, testenv.Admin, "holdComplaint", `,reasonCode:"rain"`)
		do(behind, testenv.Admin, "resumeComplaint", "")
		do(s, testenv.Admin, "holdComplaint", `,reasonCode:"rain"`)
		do(behind, testenv.Admin, "rejectComplaint", `,reasonCode:"other",publicNote:"No."`)
		logs, err := s.Store.Client().StatusLog.Query().Order(statuslog.BySeq()).All(testenv.System())
		if err != nil {
			t.Fatal(err)
		}
		var last time.Time
		rows := 0
		for _, row := range logs {
			if row.ComplaintID.String() != id {
				continue
			}
			rows++
			if row.CreatedAt.Before(last) {
				t.Errorf("row %d is of %s, the one before of %s", row.Seq, row.CreatedAt, last)
			}
			last = row.CreatedAt
		}
		if rows != 5 {
			t.Errorf("%d rows", rows)
		}

		for i, on := range []*testenv.Server{s, behind} {
			on.MustExecute(t, testenv.Solver, `mutation($id:ID!,$n:Int!){postTaskUpdate(input:{id:$id,remarks:"On it",percentageCompleted:$n}){update{id}}}`,
				map[string]any{"id": s.Samples.Task, "n": i})
		}
		all, err := s.Store.Client().TaskUpdate.Query().Where(taskupdate.TaskID(s.Samples.Task)).All(testenv.System())
		if err != nil {
			t.Fatal(err)
		}
		updates := make([]*ent.TaskUpdate, 2)
		for _, row := range all {
			if row.Remarks == "On it" && row.PercentageCompleted != nil {
				updates[*row.PercentageCompleted] = row
			}
		}
		if updates[1].CreatedAt.Before(updates[0].CreatedAt) || updates[1].OccurredAt.Before(updates[0].OccurredAt) {
			t.Errorf("received at %s and then at %s", updates[0].CreatedAt, updates[1].CreatedAt)
		}
	})
}

// TestReadyThroughThePooler: an instance whose requests find no way through the pooler is not ready, though
// the database itself answers.
func TestReadyThroughThePooler(t *testing.T) {
	t.Parallel()
	first := testenv.Start(t, "postgres")
	pooler := pgtest.PgBouncer(t, first.DatabaseURL, "transaction", 3)
	proxy, address := pgtest.NewTCPProxy(t, pooler)
	u, err := url.Parse(pooler)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for _, name := range []string{"host", "port"} {
		q.Del(name)
	}
	user := q.Get("user")
	if user == "" {
		user = u.User.Username()
	}
	q.Del("user")
	q.Set("sslmode", "disable")
	s := first.NewPooledInstance(t, "postgres://"+user+"@"+address+u.Path+"?"+q.Encode())
	ready := func() int { return s.Do(t, testenv.Request{Path: "/readyz"}).Status }
	if got := ready(); got != http.StatusOK {
		t.Fatalf("with the pooler: %d", got)
	}
	proxy.Cut()
	if got := ready(); got != http.StatusServiceUnavailable {
		t.Errorf("without the pooler: %d", got)
	}
	proxy.Restore(t)
	for begin := time.Now(); ready() != http.StatusOK; time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Fatal("it does not become ready again")
		}
	}
}

// TestOneErrorLine: a request that fails is one line of the level ERROR, which says why.
func TestOneErrorLine(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		token := s.Token(t, testenv.Admin)
		if err := s.Store.Close(); err != nil {
			t.Fatal(err)
		}
		for id, r := range map[string]testenv.Request{
			"one-error-rest":  {Path: "/api/admin/notifications/broadcasts/"},
			"one-error-graph": {Path: "/graphql?query={complaints{totalCount}users{totalCount}tasks{totalCount}}"},
			"one-error-ready": {Path: "/readyz"},
		} {
			id += "-" + s.Dialect
			r.Token, r.Header = token, http.Header{"X-Request-Id": {id}}
			res := s.Do(t, r)
			var errors []string
			for _, line := range logged.lines(`"request_id":"` + id + `"`) {
				if strings.Contains(line, `"level":"ERROR"`) {
					errors = append(errors, line)
				}
			}
			if len(errors) != 1 || !strings.Contains(errors[0], `"error":`) {
				t.Errorf("%s, %d: %d lines:\n%s", id, res.Status, len(errors), strings.Join(errors, ""))
			}
		}
	})
}
