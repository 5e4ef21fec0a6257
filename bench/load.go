package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"
)

// measured is the measurement of one server in a cell.
type measured struct {
	requests  int
	time      time.Duration
	server    time.Duration // CPU
	database  time.Duration
	latencies []time.Duration
}

// add adds the requests of another round. Latencies are not in order afterwards.
func (m *measured) add(more measured) {
	m.requests += more.requests
	m.time += more.time
	m.server += more.server
	m.database += more.database
	m.latencies = append(m.latencies, more.latencies...)
}

func (m measured) perSecond() float64 { return float64(m.requests) / m.time.Seconds() }

func (m measured) quantile(q float64) time.Duration {
	if len(m.latencies) == 0 {
		return 0
	}
	return m.latencies[int(math.Ceil(q*float64(len(m.latencies))))-1]
}

// comparison is the measurement of a cell at a number of connections. Programs that don't serve it
// have no requests.
type comparison struct {
	cell        string
	connections int
	sides       [sides]measured
}

const (
	roundsEach = 4
	warmUp     = 300 * time.Millisecond
)

// compare measures a cell in short rounds, in which the servers take turns, so that other load on
// the machine affects all alike.
func (b *bench) compare(c *cell, connections int) (comparison, error) {
	out := comparison{cell: c.name, connections: connections}
	var wires [sides][]*wire
	sides := b.sidesOf(c)
	for _, s := range sides {
		for range connections {
			w, err := dial(b.servers[s].address)
			if err != nil {
				return out, err
			}
			defer func() { _ = w.conn.Close() }()
			wires[s] = append(wires[s], w)
			// A server closes connections that were idle for some seconds.
			if _, err := w.do(readiness, io.Discard); err != nil {
				return out, err
			}
		}
	}
	rounds := roundsEach
	if c.heavy {
		rounds = 2
	} else {
		for _, s := range sides {
			if _, err := b.round(c, s, wires[s], warmUp); err != nil {
				return out, err
			}
		}
	}
	for r := range rounds {
		for turn := range sides {
			s := sides[(turn+r)%len(sides)]
			m, err := b.round(c, s, wires[s], b.seconds/time.Duration(rounds))
			if err != nil {
				return out, err
			}
			out.sides[s].add(m)
		}
	}
	for s := range out.sides {
		slices.Sort(out.sides[s].latencies)
	}
	return out, nil
}

// sidesOf returns the contenders that serve the cell.
func (b *bench) sidesOf(c *cell) (all []side) {
	for s := range sides {
		if b.servers[s] != nil && slices.Contains(c.sides, s) {
			all = append(all, s)
		}
	}
	return all
}

// round sends requests over all connections of a server for a time.
func (b *bench) round(c *cell, s side, wires []*wire, how time.Duration) (m measured, err error) {
	server, database := b.servers[s].cpu(), family(b.postmaster)
	begin := time.Now()
	var mu sync.Mutex
	var workers sync.WaitGroup
	for number, w := range wires {
		workers.Go(func() {
			var own []time.Duration
			var failed error
			for failed == nil && time.Since(begin) < how {
				sent := time.Now()
				failed = ask(w, c.request(s, number), c.wants)
				own = append(own, time.Since(sent))
			}
			mu.Lock()
			defer mu.Unlock()
			m.latencies = append(m.latencies, own...)
			if failed != nil {
				err = fmt.Errorf("%s, %s: %w", c.name, s, failed)
			}
		})
	}
	workers.Wait()
	m.requests, m.time = len(m.latencies), time.Since(begin)
	m.server, m.database = b.servers[s].cpu()-server, family(b.postmaster)-database
	if err == nil && c.after != nil {
		err = c.after()
	}
	return m, err
}

// ask sends a request. A GraphQL error is found in the body, which is only parsed when it is as
// short as one.
func ask(w *wire, m message, wants int) error {
	if m == nil {
		return errNoMore
	}
	var body bytes.Buffer
	status, err := w.do(m, &body)
	if err != nil {
		return err
	}
	if status != wants || bytes.Contains(body.Bytes()[:min(body.Len(), 200)], []byte(`"errors":[{`)) {
		return fmt.Errorf("it responds with %d %.300s", status, body.Bytes())
	}
	return nil
}
