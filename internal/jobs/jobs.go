// Package jobs remembers how the work went that the service does by itself, for whoever watches it.
package jobs

import (
	"cmp"
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
