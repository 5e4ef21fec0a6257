// Package jobs does the work that the service does by itself, and remembers how it went, for whoever watches it.
package jobs

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Log remembers the last run of each job. A nil Log remembers nothing.
type Log struct {
	mu   sync.Mutex
	jobs map[string]*Status
}

// Status is how a job went.
type Status struct {
	Name      string
	Every     time.Duration // between two runs
	Runs      uint64        // that succeeded
	Failures  uint64        // runs that did not
	Took      time.Duration // the last run, whether it succeeded or not
	Succeeded time.Time     // the end of the last run that did; until then when the job was announced
}

// NewLog returns a log without jobs.
func NewLog() *Log { return &Log{jobs: map[string]*Status{}} }

// Expect announces a job, so that one that never succeeds is noticed too.
func (l *Log) Expect(name string, every time.Duration) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status(name).Every = every
}

// Begin notes that a run of a job begins. The function returned notes how it ended.
func (l *Log) Begin(name string) func(error) {
	if l == nil {
		return func(error) {}
	}
	begin := time.Now() //nolint:forbidigo // how long, not when
	return func(err error) {
		took := time.Since(begin) //nolint:forbidigo // how long, not when
		l.mu.Lock()
		defer l.mu.Unlock()
		s := l.status(name)
		s.Took = took
		if err != nil {
			s.Failures++
			return
		}
		s.Runs++
		s.Succeeded = begin.Add(took)
	}
}

// status returns the status of a job. The lock is held.
func (l *Log) status(name string) *Status {
	s := l.jobs[name]
	if s == nil {
		s = &Status{Name: name, Succeeded: time.Now()} //nolint:forbidigo // compared with the clock of who watches
		l.jobs[name] = s
	}
	return s
}

// All returns the status of each job, in the order of their names.
func (l *Log) All() []Status {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]Status, 0, len(l.jobs))
	for _, s := range l.jobs {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Status) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Job is work that nobody asks for. Any number of instances may do it at once. What fails
// is logged and tried again the next time.
type Job struct {
	Name  string // in metrics
	Every time.Duration
	Later bool   // first after an interval rather than at once
	Done  string // of which it tells how many; "" tells nothing
	Do    func(ctx context.Context) (int, error)
}

// Run does jobs, each at once and then at its own interval, until the context ends, and waits for the last of them.
func (l *Log) Run(ctx context.Context, all ...Job) {
	var running sync.WaitGroup
	for _, j := range all {
		l.Expect(j.Name, j.Every)
		running.Go(func() { l.repeat(ctx, j) })
	}
	running.Wait()
}

func (l *Log) repeat(ctx context.Context, j Job) {
	ticker := time.NewTicker(j.Every)
	defer ticker.Stop()
	for first := true; ; first = false {
		if !first || !j.Later {
			l.once(ctx, j)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (l *Log) once(ctx context.Context, j Job) {
	end := l.Begin(j.Name)
	n, err := j.Do(ctx)
	switch {
	case err != nil && ctx.Err() != nil: // the service stops
		return
	case err != nil:
		slog.ErrorContext(ctx, "a job failed and is retried", "job", j.Name, "in", j.Every, "error", err)
	case n > 0 && j.Done != "":
		slog.InfoContext(ctx, j.Done, "count", n)
	}
	end(err)
}
