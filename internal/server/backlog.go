package server

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/store"
)

// backlogInterval is how often what waits to be done is read. A scrape reads nothing.
const backlogInterval = 15 * time.Second

// jobBacklog is the name of the job that reads it.
const jobBacklog = "read_backlog"

// backlog is what waits to be done, as it was last read. It implements prometheus.Collector.
type backlog struct {
	read func(context.Context, time.Time) (store.Backlog, error)
	now  func() time.Time
	log  *jobs.Log

	mu   sync.Mutex
	last store.Backlog
	asOf time.Time
}

// The metrics of what waits.
var (
	eventsPending = describe("redress_events_pending", "Events that no stream has been given yet, counted up to 100,000.")
	eventsAge     = describe("redress_events_oldest_pending_seconds", "Age of the oldest event that no stream has been given yet; 0 where there is none.")
	mailPending   = describe("redress_mail_pending",
		"E-mails that are to be sent, counted up to 100,000: due ones, those being sent or waiting for a time (waiting), and those held since a restore.",
		"state")
	mailDueAge    = describe("redress_mail_oldest_due_seconds", "For how long the first e-mail has been due; 0 where none is.")
	mailAge       = describe("redress_mail_oldest_pending_seconds", "Age of the oldest e-mail that is to be sent and not held; 0 where there is none.")
	broadcastsDue = describe("redress_broadcasts_pending",
		"Broadcasts whose time has come and that have not begun (due), that wait for an administrator (held), and that are being delivered (in_progress).",
		"state")
	broadcastsAge  = describe("redress_broadcasts_oldest_pending_seconds", "For how long the first broadcast has been due, or being delivered.", "state")
	overdue        = describe("redress_complaints_overdue", "Open complaints past their deadline, counted up to 100,000.")
	backlogRead    = describe("redress_backlog_read_timestamp_seconds", "When the numbers of what waits were last read; 0 before the first time.")
	backlogMetrics = []*prometheus.Desc{eventsPending, eventsAge, mailPending, mailDueAge, mailAge, broadcastsDue, broadcastsAge, overdue, backlogRead}
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// refresh reads what waits now.
func (b *backlog) refresh(ctx context.Context) (err error) {
	end := b.log.Begin(jobBacklog)
	defer func() {
		if ctx.Err() == nil {
			end(err)
		}
	}()
	now := b.now()
	found, err := b.read(ctx, now)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last, b.asOf = found, now
	return nil
}

// run reads what waits every 15 seconds until the context ends. While that fails one line is logged.
func (b *backlog) run(ctx context.Context) {
	b.log.Expect(jobBacklog, backlogInterval)
	tick := time.NewTicker(backlogInterval)
	defer tick.Stop()
	for failing := false; ; {
		err := b.refresh(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			slog.WarnContext(ctx, "what waits to be done could not be read: its metrics are old", "error", err)
		}
		failing = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Describe implements prometheus.Collector.
func (b *backlog) Describe(out chan<- *prometheus.Desc) {
	for _, d := range backlogMetrics {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (b *backlog) Collect(out chan<- prometheus.Metric) {
	b.mu.Lock()
	last, at := b.last, b.asOf
	b.mu.Unlock()
	send := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	// age returns how long ago something was when what waits was read.
	age := func(since time.Time) float64 {
		if since.IsZero() {
			return 0
		}
		return max(0, at.Sub(since).Seconds())
	}
	send(backlogRead, unixSeconds(at))
	if at.IsZero() {
		return // not 0: nothing is known yet
	}
	send(eventsPending, float64(last.Events))
	send(eventsAge, age(last.EventsSince))
	send(mailPending, float64(last.MailDue), "due")
	send(mailPending, float64(last.MailWaiting), "waiting")
	send(mailPending, float64(last.MailHeld), "held")
	send(mailDueAge, age(last.MailDueSince))
	send(mailAge, age(last.MailSince))
	send(broadcastsDue, float64(last.BroadcastsDue), "due")
	send(broadcastsDue, float64(last.BroadcastsHeld), "held")
	send(broadcastsDue, float64(last.BroadcastsAtWork), "in_progress")
	send(broadcastsAge, age(last.BroadcastsDueSince), "due")
	send(broadcastsAge, age(last.BroadcastsSince), "in_progress")
	send(overdue, float64(last.ComplaintsOverdue))
}

// jobMetrics are those of the jobs. It implements prometheus.Collector.
type jobMetrics struct{ log *jobs.Log }

// The metrics of jobs. The label job is the name of what Prometheus scrapes.
var (
	jobRuns      = describe("redress_job_runs_total", "Runs of background jobs, by whether they succeeded.", "name", "result")
	jobSucceeded = describe("redress_job_last_success_timestamp_seconds", "When a job last succeeded; until then when the service started.", "name")
	jobDuration  = describe("redress_job_last_duration_seconds", "How long the last run of a job took.", "name")
	jobInterval  = describe("redress_job_interval_seconds", "How often a job runs.", "name")
)

// Describe implements prometheus.Collector.
func (j jobMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobRuns, jobSucceeded, jobDuration, jobInterval} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (j jobMetrics) Collect(out chan<- prometheus.Metric) {
	for _, s := range j.log.All() {
		for result, n := range map[string]uint64{"ok": s.Runs, "error": s.Failures} {
			out <- prometheus.MustNewConstMetric(jobRuns, prometheus.CounterValue, float64(n), s.Name, result)
		}
		for d, value := range map[*prometheus.Desc]float64{
			jobSucceeded: unixSeconds(s.Succeeded), jobDuration: s.Took.Seconds(), jobInterval: s.Every.Seconds(),
		} {
			out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, s.Name)
		}
	}
}
