package server_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// scrape returns the metrics of a server by their names and labels, as they are written.
func scrape(t *testing.T, s *testenv.Server) map[string]float64 {
	t.Helper()
	found := map[string]float64{}
	lines := bufio.NewScanner(strings.NewReader(s.Do(t, testenv.Request{Path: "/metrics"}).Body))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := cutLast(lines.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil && !strings.HasPrefix(name, "#") {
			found[name] = n
		}
	}
	return found
}

func cutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// expectMetrics compares some metrics.
func expectMetrics(t *testing.T, when string, found, want map[string]float64) {
	t.Helper()
	for name, n := range want {
		if is, ok := found[name]; !ok || is != n {
			t.Errorf("%s: %s %v (there: %t), want %v", when, name, is, ok, n)
		}
	}
}

// TestBacklogMetrics holds that what waits to be done is seen, how long it has waited, and when it was looked at.
func TestBacklogMetrics(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabaseWithMail(t, func(t *testing.T, s *testenv.Server, m *testenv.MailServer) {
		s.Clock.Stop()
		read := func() {
			t.Helper()
			if err := s.Service.ReadBacklog(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		// work does everything that waits.
		work := func() {
			t.Helper()
			for _, do := range []func(context.Context) error{s.Service.Dispatcher.Tick, s.Service.Dispatcher.SendDue, func(context.Context) error {
				for {
					if n, err := s.Service.Desk.Outbox().Publish(testenv.System()); err != nil || n == 0 {
						return err
					}
				}
			}} {
				if err := do(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if found := scrape(t, s); found["redress_backlog_read_timestamp_seconds"] != 0 {
			t.Error("the backlog was read before anybody did")
		} else if _, known := found["redress_events_pending"]; known {
			t.Error("a backlog is told that was never read")
		}
		work()
		if _, err := s.Service.Desk.MarkOverdue(testenv.System()); err != nil {
			t.Fatal(err)
		}
		work()
		read()
		before := scrape(t, s)
		expectMetrics(t, "when all is done", before, map[string]float64{
			"redress_events_pending": 0, "redress_events_oldest_pending_seconds": 0,
			`redress_mail_pending{state="due"}`: 0, "redress_mail_oldest_due_seconds": 0,
			`redress_broadcasts_pending{state="due"}`: 0, `redress_broadcasts_oldest_pending_seconds{state="due"}`: 0,
			"redress_backlog_read_timestamp_seconds": float64(s.Clock.Now().UnixMilli()) / 1e3,
		})

		schedule := func(in time.Duration, title string) {
			t.Helper()
			s.MustExecute(t, testenv.Admin, `mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }`,
				map[string]any{"input": map[string]any{
					"title": title, "message": "From six to nine.", "targetType": "ROLE", "targetValue": "USER", "channels": []string{"IN_APP", "EMAIL"},
					"scheduledAt": s.Clock.Now().Add(in).UTC().Format(time.RFC3339Nano),
				}})
		}
		held := before[`redress_broadcasts_pending{state="held"}`]
		schedule(time.Minute, "Water off")
		s.Clock.Advance(90 * time.Second)
		read()
		expectMetrics(t, "a broadcast is late", scrape(t, s), map[string]float64{
			`redress_broadcasts_pending{state="due"}`: 1, `redress_broadcasts_oldest_pending_seconds{state="due"}`: 30,
			"redress_events_oldest_pending_seconds": 90,
		})

		m.InjectFault(testenv.User, testenv.MailFault{RcptCode: 451, Message: "come back later"})
		m.InjectFault(testenv.User2, testenv.MailFault{RcptCode: 550, Message: "no such mailbox"})
		if err := s.Service.Dispatcher.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(10 * time.Second)
		read()
		began := scrape(t, s)
		expectMetrics(t, "it has begun", began, map[string]float64{
			`redress_broadcasts_pending{state="due"}`: 0, "redress_mail_oldest_due_seconds": 10,
		})
		if began[`redress_mail_pending{state="due"}`] < 2 || began[`redress_broadcasts_pending{state="in_progress"}`] != before[`redress_broadcasts_pending{state="in_progress"}`]+1 {
			t.Errorf("it has begun: %v e-mails are due, %v broadcasts in progress", began[`redress_mail_pending{state="due"}`], began[`redress_broadcasts_pending{state="in_progress"}`])
		}
		work()
		s.Clock.Advance(5 * time.Second)
		read()
		sent := scrape(t, s)
		expectMetrics(t, "one is to be tried again", sent, map[string]float64{
			`redress_mail_pending{state="due"}`: 0, `redress_mail_pending{state="waiting"}`: 1 + before[`redress_mail_pending{state="waiting"}`],
			`redress_mails_total{outcome="deferred"}`: 1, `redress_mails_total{outcome="failed"}`: 1,
			"redress_events_pending": 0,
		})
		if sent["redress_mail_oldest_pending_seconds"] < 15 || sent["redress_mail_duration_seconds_count"] < 2 {
			t.Errorf("the oldest e-mail is %v s old, %v were timed", sent["redress_mail_oldest_pending_seconds"], sent["redress_mail_duration_seconds_count"])
		}

		schedule(time.Minute, "Water off again")
		s.Clock.Advance(time.Hour)
		work()
		if _, err := s.Service.Desk.MarkOverdue(testenv.System()); err != nil {
			t.Fatal(err)
		}
		read()
		expectMetrics(t, "an hour too late", scrape(t, s), map[string]float64{`redress_broadcasts_pending{state="held"}`: held + 1})
		s.Clock.Advance(25 * 24 * time.Hour)
		if _, err := s.Service.Desk.MarkOverdue(testenv.System()); err != nil {
			t.Fatal(err)
		}
		read()
		open := s.MustExecute(t, testenv.Admin, `query($open: [ComplaintStatus!]) { complaints(first: 1, where: {overdue: true, statusIn: $open}) { totalCount } }`,
			map[string]any{"open": domain.OpenComplaintStatuses})
		overdue := open.At("complaints", "totalCount").(float64)
		after := scrape(t, s)
		expectMetrics(t, "weeks later", after, map[string]float64{"redress_complaints_overdue": overdue})
		if overdue == 0 {
			t.Error("nothing is overdue after weeks")
		}

		// A database that is away leaves what was known, with its time, and counts the failure.
		gone, cancel := context.WithDeadline(t.Context(), time.Unix(1, 0))
		defer cancel()
		s.Clock.Advance(time.Minute)
		if err := s.Service.ReadBacklog(gone); err == nil {
			t.Error("read without time to read it")
		}
		expectMetrics(t, "after a failure", scrape(t, s), map[string]float64{
			"redress_backlog_read_timestamp_seconds": after["redress_backlog_read_timestamp_seconds"], "redress_complaints_overdue": overdue,
		})
	})
}

// TestJobMetrics holds that each job tells when it last succeeded and how often it failed.
func TestJobMetrics(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	stop := s.Serve(t)
	jobs := []string{"mark_overdue", "purge_media", "read_backlog", "deliver_broadcasts", "send_mail"}
	var found map[string]float64
	ran := func(name string) bool {
		return found[fmt.Sprintf(`redress_job_runs_total{name=%q,result="ok"}`, name)] > 0
	}
	for found = scrape(t, s); slices.ContainsFunc(jobs, func(name string) bool { return !ran(name) }); found = scrape(t, s) {
		time.Sleep(20 * time.Millisecond) // until the test's own time is over
	}
	for _, name := range append(jobs, "check_ledger") {
		at := time.Unix(int64(found[fmt.Sprintf("redress_job_last_success_timestamp_seconds{name=%q}", name)]), 0)
		if ago := time.Since(at); ago < -2*time.Second || ago > time.Hour || found[fmt.Sprintf("redress_job_interval_seconds{name=%q}", name)] <= 0 {
			t.Errorf("%s: last succeeded at %s", name, at)
		}
	}
	if found[`redress_job_runs_total{name="check_ledger",result="ok"}`] != 0 {
		t.Error("the ledger was checked at once")
	}
	expectMetrics(t, "after the first purge", found, map[string]float64{"redress_media_strays_held": 0, `redress_media_files{state="stray"}`: 0})
	if found[`redress_media_files{state="stored"}`] == 0 {
		t.Error("the demo's pictures are not counted")
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// TestLedgerMetrics holds that the service's own check of the ledger tells when it was whole, and when it is not.
func TestLedgerMetrics(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		s.Clock.Stop()
		check := func() {
			t.Helper()
			if err := s.Service.Payments.CheckLedgerPart(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		expectMetrics(t, "at first", scrape(t, s), map[string]float64{
			"redress_ledger_check_faulty": 0, "redress_ledger_check_completed_timestamp_seconds": 0,
		})
		check()
		whole := scrape(t, s)
		expectMetrics(t, "whole", whole, map[string]float64{
			"redress_ledger_check_faulty": 0, "redress_ledger_check_completed_timestamp_seconds": float64(s.Clock.Now().UnixMilli()) / 1e3,
		})
		if whole["redress_ledger_check_rows"] == 0 {
			t.Error("no row was checked")
		}
		const remove = "DELETE FROM chain_heads WHERE name = (SELECT MIN(name) FROM chain_heads)"
		if _, err := s.Store.DB().ExecContext(t.Context(), remove); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Hour)
		check()
		expectMetrics(t, "tampered with", scrape(t, s), map[string]float64{
			"redress_ledger_check_faulty": 1, "redress_ledger_check_completed_timestamp_seconds": whole["redress_ledger_check_completed_timestamp_seconds"],
		})
	})
}

// TestErrorMetrics holds that errors of the graph are counted, although their status is 200.
func TestErrorMetrics(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	if a := s.Execute(t, testenv.User, `{ complaint(id: "no id") { id } }`, nil); a.Code() == "" {
		t.Fatal(a.Raw)
	}
	s.Do(t, testenv.Request{Method: http.MethodPost, Path: "/graphql", As: testenv.User, Header: http.Header{"Content-Type": {"application/json"}}, Body: strings.NewReader("{")})
	expectMetrics(t, "errors", scrape(t, s), map[string]float64{
		`redress_graph_errors_total{code="validation_error"}`: 1, `redress_graph_errors_total{code="malformed_request"}`: 1, "redress_internal_errors_total": 0,
	})
}
