package server

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/redress/redress/internal/jobs"
)

const (
	// clockInterval is how often the clock is compared with the database's.
	clockInterval = time.Minute
	// clockTolerance is by how much they may differ without a warning.
	clockTolerance = 2 * time.Second
	// clockPatience is how long the database may take to tell the time: the answer is not more exact than that.
	clockPatience = time.Second
)

// jobClock is the name of the job that compares clocks.
const jobClock = "compare_clock"

var clockOffset = describe("redress_clock_offset_seconds",
	"By how much the database's clock is ahead of this machine's, negative when it is behind; none on SQLite.")

// clock is by how much the database's clock differs. It implements prometheus.Collector.
type clock struct {
	ask func(context.Context) (time.Time, error) // the database's time; nil: it has no clock of its own
	now func() time.Time
	log *jobs.Log

	mu     sync.Mutex
	known  bool
	offset time.Duration
	warned bool
}

// databaseTime returns a function that asks PostgreSQL for its time.
func databaseTime(db *sql.DB) func(context.Context) (time.Time, error) {
	return func(ctx context.Context) (at time.Time, err error) {
		err = db.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&at)
		return at, err
	}
}

// compare asks for the database's time, and logs when the clocks begin to differ and when they agree again.
func (c *clock) compare(ctx context.Context) (err error) {
	end := c.log.Begin(jobClock)
	defer func() {
		if ctx.Err() == nil {
			end(err)
		}
	}()
	asking, cancel := context.WithTimeout(ctx, clockPatience)
	defer cancel()
	before := c.now()
	at, err := c.ask(asking)
	if err != nil {
		return err
	}
	offset := at.Sub(before.Add(c.now().Sub(before) / 2)) // it was asked half of the time ago
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.offset = true, offset
	differs := offset.Abs() > clockTolerance
	switch {
	case differs && !c.warned:
		slog.WarnContext(ctx, "the clock of this machine and the database's differ: let NTP set both", "database_ahead_seconds", offset.Seconds())
	case !differs && c.warned:
		slog.InfoContext(ctx, "the clocks agree again", "database_ahead_seconds", offset.Seconds())
	}
	c.warned = differs
	return nil
}

// run compares once a minute until the context ends.
func (c *clock) run(ctx context.Context) {
	if c.ask == nil {
		return
	}
	c.log.Expect(jobClock, clockInterval)
	tick := time.NewTicker(clockInterval)
	defer tick.Stop()
	for {
		_ = c.compare(ctx) // that the database is away is said elsewhere
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Describe implements prometheus.Collector.
func (c *clock) Describe(out chan<- *prometheus.Desc) { out <- clockOffset }

// Collect implements prometheus.Collector.
func (c *clock) Collect(out chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known {
		out <- prometheus.MustNewConstMetric(clockOffset, prometheus.GaugeValue, c.offset.Seconds())
	}
}
