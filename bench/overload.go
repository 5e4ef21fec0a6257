package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
)

// The aims of an overload: what is reported beside them, and an error when it misses one by more than
// a third, which on a machine with other load is more than noise.
const (
	aimGoodput  = 0.8 // of the closed loop's
	aimRefusal  = 100 * time.Millisecond
	aimMemory   = 2.0 // times the closed loop's
	aimProbe    = 100 * time.Millisecond
	aimRecovery = 0.8 // of the closed loop's rate, from the second second on
	aimNeighbor = 3.0 // times the median at rest
)

const (
	overloadTimes  = 4 // the capacity
	overloadRounds = 3
	closedLoop     = 16
	probeEvery     = 100 * time.Millisecond
)

// overload measures one database under more load than it can take.
type overload struct {
	*process
	time   time.Duration
	missed []error
}

// overloaded runs Redress on a seeded database and offers it four times what it can serve.
func overloaded(ctx context.Context, o options, database string, complaints int) (err error) {
	w, err := prepare(ctx, o, database, complaints, fmt.Sprintf(": %d times the capacity for %v", overloadTimes, o.overload))
	if err != nil {
		return err
	}
	defer func() { _ = w.db.Close() }()
	var failed []error
	for _, limit := range []string{"", "400MiB"} {
		fmt.Printf("\n%s\n\n", map[bool]string{true: "GOMEMLIMIT not set", false: "GOMEMLIMIT=" + limit}[limit == ""])
		if err := os.Setenv("GOMEMLIMIT", limit); err != nil {
			return err
		}
		if limit == "" {
			_ = os.Unsetenv("GOMEMLIMIT")
		}
		p, err := start(ctx, o.redress, w.serve()...)
		if err != nil {
			return err
		}
		over := &overload{process: p, time: o.overload}
		err = over.measure(ctx, w.world)
		p.stop()
		if failed = append(failed, over.missed...); err != nil {
			return errors.Join(append(failed, err)...)
		}
	}
	return errors.Join(failed...)
}

func (o *overload) measure(ctx context.Context, w *world) error {
	if err := o.ready(); err != nil {
		return err
	}
	admins := []string{w.admins[0].token}
	for n := 2; n <= 8; n++ {
		if token, err := w.administrator(ctx, fmt.Sprintf("admin%d@seed.example", n)); err == nil {
			admins = append(admins, token)
		}
	}
	fmt.Printf("%d administrators ask.\n", len(admins))
	nested := func(tokens []string) func() message {
		var all []message
		for _, token := range tokens {
			all = append(all, post("/graphql", token, jsonType, document(queryNested, map[string]any{})))
		}
		var n atomic.Uint64
		return func() message { return all[int(n.Add(1))%len(all)] }
	}
	create := w.create()
	submissions := func() message { return create.request(ours, 0) }
	if err := o.flood("nested query", nested(admins)); err != nil {
		return err
	}
	if err := o.flood("submissions", submissions); err != nil {
		return err
	}
	return o.neighbor(ctx, w, nested(admins[:1]))
}

// closed sends requests over some connections, each waiting for its response.
func (o *overload) closed(next func() message, how time.Duration) (measured, error) {
	b := &bench{seconds: how}
	b.servers[ours] = o.process
	var wires []*wire
	for range closedLoop {
		w, err := dial(o.address)
		if err != nil {
			return measured{}, err
		}
		defer func() { _ = w.conn.Close() }()
		wires = append(wires, w)
	}
	m, err := b.round(&cell{name: "closed loop", wants: 200, request: func(side, int) message { return next() }}, ours, wires, how)
	slices.Sort(m.latencies)
	return m, err
}

// flood measures the capacity, then offers more.
func (o *overload) flood(name string, next func() message) error {
	if _, err := o.closed(next, 2*time.Second); err != nil { // caches fill
		return err
	}
	memory := o.watchMemory()
	var capacity measured
	var after [2]measured
	var r results
	var before, peak float64
	var own, server time.Duration
	var probes probed
	for n := range overloadRounds { // in turn, so that other load on the machine affects both alike
		m, err := o.closed(next, o.time/overloadRounds)
		if err != nil {
			return err
		}
		capacity.add(m)
		if n == 0 {
			before = memory()
			memory = o.watchMemory()
		}
		ask := o.probe()
		ownBefore, serverBefore := ownCPU(), o.cpu()
		loop := &openLoop{address: o.address, next: next, rate: overloadTimes * m.perSecond(), time: o.time / overloadRounds}
		r.add(loop.run())
		own, server = own+ownCPU()-ownBefore, server+o.cpu()-serverBefore
		probes.add(ask())
		for i := range after {
			m, err := o.closed(next, time.Second)
			if err != nil {
				fmt.Println("after the overload:", err)
			}
			after[i].add(m)
		}
	}
	peak = memory()
	r.sort()
	slices.Sort(capacity.latencies)
	slices.Sort(probes.latencies)
	c := capacity.perSecond()
	fmt.Printf("%s: capacity %.0f a second with %d connections (p50 %s ms), offered %.0f a second, at most %d in flight; other results %v\n",
		name, c, closedLoop, millis(capacity.quantile(0.5)), float64(r.offered)/r.time.Seconds(), r.inFlight, r.other)
	fmt.Printf("  CPU: %.2f processors the service, %.2f the bench\n", server.Seconds()/r.time.Seconds(), own.Seconds()/r.time.Seconds())
	o.report("goodput / capacity", r.goodput()/c, aimGoodput, true,
		fmt.Sprintf("%.0f a second, p50 %s ms, p99 %s", r.goodput(), millis(quantile(r.served, 0.5)), millis(quantile(r.served, 0.99))))
	o.report("refusals p99, ms", ms(quantile(r.refused, 0.99)), ms(aimRefusal), false, fmt.Sprintf("%d, p50 %s", len(r.refused), millis(quantile(r.refused, 0.5))))
	o.report("memory, times", peak/before, aimMemory, false, fmt.Sprintf("%.0f MB at most, %.0f in the closed loop", peak, before))
	o.report("slowest probe, ms", ms(probes.quantile(1)), ms(aimProbe), false, fmt.Sprintf("%d asked, p99 %s", probes.requests, millis(probes.quantile(0.99))))
	o.report("probes not 200", float64(probes.wrong), 0, false, "")
	o.report("second second after / capacity", after[1].perSecond()/c, aimRecovery, true, fmt.Sprintf("the first %.2f", after[0].perSecond()/c))
	return nil
}

// neighbor measures what one account's flood does to another one's requests.
func (o *overload) neighbor(ctx context.Context, w *world, flood func() message) error {
	capacity, err := o.closed(flood, o.time/2)
	if err != nil {
		return err
	}
	fmt.Printf("one account: capacity %.0f nested queries a second\n", capacity.perSecond())
	other, err := w.administrator(ctx, "admin2@seed.example")
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		ask  message
	}{
		{"nested query", post("/graphql", other, jsonType, document(queryNested, map[string]any{}))},
		{"broadcasts", get("/api/admin/notifications/broadcasts/", other)},
	} {
		alone := func(how time.Duration) (all []time.Duration, failed int, err error) {
			wire, err := dial(o.address)
			if err != nil {
				return nil, 0, err
			}
			defer func() { _ = wire.conn.Close() }()
			for begin := time.Now(); time.Since(begin) < how; time.Sleep(5 * time.Millisecond) {
				sent := time.Now()
				status, err := wire.do(c.ask, io.Discard)
				if err != nil {
					return nil, 0, err
				}
				if status != 200 {
					failed++
				}
				all = append(all, time.Since(sent))
			}
			slices.Sort(all)
			return all, failed, nil
		}
		rest, _, err := alone(o.time / 2)
		if err != nil {
			return err
		}
		loop := &openLoop{address: o.address, next: flood, rate: overloadTimes * capacity.perSecond(), time: o.time}
		done := make(chan results, 1)
		go func() { done <- loop.run() }()
		time.Sleep(o.time / 4)
		during, refused, err := alone(o.time / 2)
		if err != nil {
			return err
		}
		r := <-done
		o.report("another account's "+c.name+", times", ms(quantile(during, 0.5))/ms(quantile(rest, 0.5)), aimNeighbor, false,
			fmt.Sprintf("p50 %s ms at rest, %s meanwhile (p99 %s, %d of %d refused); the flood has %.0f a second served",
				millis(quantile(rest, 0.5)), millis(quantile(during, 0.5)), millis(quantile(during, 0.99)), refused, len(during), r.goodput()))
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// report prints a figure beside its aim.
func (o *overload) report(what string, got, aim float64, atLeast bool, more string) {
	sign, met, tolerated := "<=", got <= aim, got <= aim*4/3
	if atLeast {
		sign, met, tolerated = ">=", got >= aim, got >= aim*2/3
	}
	mark := "ok"
	if !met {
		mark = "MISSED"
	}
	fmt.Printf("  %-38s %8.2f  %s %6.1f  %-6s %s\n", what, got, sign, aim, mark, more)
	if !tolerated {
		o.missed = append(o.missed, fmt.Errorf("%s: %.2f, the aim is %s %.1f", what, got, sign, aim))
	}
}

// watchMemory samples the resident memory until the function that it returns is called, which returns
// the most in MB.
func (o *overload) watchMemory() func() float64 {
	stop, out := make(chan struct{}), make(chan float64)
	go func() {
		var most float64
		for {
			now, _, _ := o.memory()
			most = max(most, now)
			select {
			case <-stop:
				out <- most
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() float64 { close(stop); return <-out }
}

// probed are the results of asking for the health and the readiness.
type probed struct {
	measured
	wrong int // not 200
}

func (p *probed) add(more probed) {
	p.measured.add(more.measured)
	p.wrong += more.wrong
}

// probe asks for the health and the readiness, on new connections, until the function that it returns
// is called.
func (o *overload) probe() func() probed {
	stop, done := make(chan struct{}), make(chan struct{})
	var p probed
	go func() {
		defer close(done)
		for {
			for _, path := range []string{"/healthz", "/readyz"} {
				sent := time.Now()
				status := 0
				if w, err := dial(o.address); err == nil {
					status, _ = w.do(message{[]byte("GET " + path + " HTTP/1.1\r\nHost: bench\r\n\r\n")}, io.Discard)
					_ = w.conn.Close()
				}
				if status != 200 {
					p.wrong++
				}
				p.requests++
				p.latencies = append(p.latencies, time.Since(sent))
			}
			select {
			case <-stop:
				return
			case <-time.After(probeEvery):
			}
		}
	}()
	return func() probed {
		close(stop)
		<-done
		return p
	}
}

// ownCPU returns the CPU time of this process.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
