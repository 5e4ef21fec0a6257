package main

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"
)

// openLoop sends requests at a constant rate, whether or not earlier ones were responded to. A closed
// loop, in which each connection waits for its response, slows down with the server and so never
// overloads it.
type openLoop struct {
	address string
	next    func() message
	rate    float64       // requests per second
	time    time.Duration // for how long they are sent

	mu      sync.Mutex
	idle    []*sender // the last one to finish is the next one to send, so that few connections are open
	open    int
	results results
	pending sync.WaitGroup
}

// results are those of the requests of an open loop. Latencies begin when a request should have been
// sent.
type results struct {
	offered  int
	time     time.Duration
	served   []time.Duration
	refused  []time.Duration // 503
	other    map[string]int  // by status or error
	inFlight int             // at most
}

func (r results) goodput() float64 { return float64(len(r.served)) / r.time.Seconds() }

// quantile returns a quantile of sorted durations.
func quantile(all []time.Duration, q float64) time.Duration {
	return measured{latencies: all}.quantile(q)
}

type sender struct {
	wire *wire
	due  chan time.Time
}

// maxSenders is how many requests may be in flight before the open loop counts the next ones as lost.
const maxSenders = 8_000

// run sends the requests and waits for all responses.
func (l *openLoop) run() results {
	l.results.other = map[string]int{}
	begin := time.Now()
	gap := time.Duration(float64(time.Second) / l.rate)
	for {
		now := time.Since(begin)
		if now >= l.time {
			break
		}
		for due := time.Duration(l.results.offered) * gap; due <= now; due += gap {
			l.results.offered++
			l.send(begin.Add(due))
		}
		time.Sleep(time.Millisecond)
	}
	l.results.time = time.Since(begin)
	l.mu.Lock()
	answered := len(l.results.served)
	l.mu.Unlock()
	l.pending.Wait()
	l.results.served = l.results.served[:answered] // what came later does not count for the rate
	for _, s := range l.idle {
		close(s.due)
	}
	l.results.sort()
	return l.results
}

// add adds the results of another round.
func (r *results) add(more results) {
	r.offered += more.offered
	r.time += more.time
	r.served = append(r.served, more.served...)
	r.refused = append(r.refused, more.refused...)
	r.inFlight = max(r.inFlight, more.inFlight)
	if r.other == nil {
		r.other = map[string]int{}
	}
	for what, n := range more.other {
		r.other[what] += n
	}
}

func (r *results) sort() {
	slices.Sort(r.served)
	slices.Sort(r.refused)
}

// send hands a request to an idle connection, or to a new one.
func (l *openLoop) send(due time.Time) {
	l.mu.Lock()
	var s *sender
	switch n := len(l.idle); {
	case n > 0:
		s = l.idle[n-1]
		l.idle = l.idle[:n-1]
	case l.open == maxSenders:
		l.results.other["not sent"]++
	default:
		s = &sender{due: make(chan time.Time, 1)}
		l.open++
		go l.serve(s)
	}
	l.results.inFlight = max(l.results.inFlight, l.open-len(l.idle))
	l.mu.Unlock()
	if s != nil {
		l.pending.Add(1)
		s.due <- due
	}
}

// serve sends what is due on one connection.
func (l *openLoop) serve(s *sender) {
	var body bytes.Buffer
	for due := range s.due {
		body.Reset()
		status, err := l.ask(s, &body)
		took := time.Since(due)
		l.mu.Lock()
		switch {
		case err != nil:
			l.results.other[err.Error()]++
		case status == 503:
			l.results.refused = append(l.results.refused, took)
		case status == 200 && !bytes.Contains(body.Bytes()[:min(body.Len(), 200)], []byte(`"errors":[{`)):
			l.results.served = append(l.results.served, took)
		default:
			l.results.other[fmt.Sprint(status)]++
		}
		l.idle = append(l.idle, s)
		l.mu.Unlock()
		l.pending.Done()
	}
	if s.wire != nil {
		_ = s.wire.conn.Close()
	}
}

func (l *openLoop) ask(s *sender, body *bytes.Buffer) (status int, err error) {
	if s.wire == nil {
		if s.wire, err = dial(l.address); err != nil {
			return 0, err
		}
	}
	if status, err = s.wire.do(l.next(), body); err != nil {
		_ = s.wire.conn.Close()
		s.wire = nil
	}
	return status, err
}
