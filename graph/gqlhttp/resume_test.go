package gqlhttp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/ent/event"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestResume drops a stream a hundred times at random moments, while others write, and resumes
// it after the last event that arrived: over either transport, and on PostgreSQL over either
// of two instances, whose line to each other is cut again and again. Each event arrives once,
// in its order.
func TestResume(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 0))
		instances := []*Server{s}
		s.Serve(t)
		if s.Dialect == "postgres" {
			second := s.NewInstance(t, s.Store.URL())
			second.Serve(t)
			instances = append(instances, second)
		}
		const writers, each, drops = 6, 40, 100
		first := openStream(t, s, s.Token(t, Admin), statusEvents, nil)
		submit(t, s, User, "the beginning")
		last := first.next().ID
		beginning := last
		first.close()

		var writing sync.WaitGroup
		for w := range writers {
			at := instances[w%len(instances)]
			pauses := rand.New(rand.NewPCG(seed, uint64(w+1)))
			at.Token(t, User)
			writing.Go(func() {
				for i := range each {
					submit(t, at, User, fmt.Sprintf("%d of %d", i, w))
					time.Sleep(time.Duration(pauses.IntN(15)) * time.Millisecond)
				}
			})
		}
		stop := make(chan struct{})
		var cutting sync.WaitGroup
		if s.Dialect == "postgres" {
			cutting.Go(func() {
				for {
					select {
					case <-stop:
						return
					case <-time.After(50 * time.Millisecond):
						_, _ = s.Store.DB().ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
							WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
					}
				}
			})
		}
		var got []string
		take := func(m message) {
			if m.Type != "next" || m.code() != "" {
				t.Fatalf("%+v", m)
			}
			last = m.at("complaintStatusChanged", "eventId").(string)
			got = append(got, last)
		}
		for range drops {
			at := instances[random.IntN(len(instances))]
			n := random.IntN(5)
			if random.IntN(2) == 0 {
				f := openStream(t, at, at.Token(t, Admin), statusEvents, nil, "Last-Event-ID", last)
				for range n {
					if len(got) == writers*each {
						break
					}
					take(f.readWithin(20 * time.Second))
				}
				f.close()
				continue
			}
			c := connect(t, at, at.Token(t, Admin))
			c.subscribe("1", statusEvents, map[string]any{"after": last})
			for range n {
				if len(got) == writers*each {
					break
				}
				take(c.next())
			}
			_ = c.conn.CloseNow()
		}
		writing.Wait()
		f := openStream(t, s, s.Token(t, Admin), statusEvents, nil, "Last-Event-ID", last)
		for len(got) < writers*each {
			take(f.next())
		}
		close(stop)
		cutting.Wait()

		rows := s.Store.Client().Event.Query().Where(event.KindEQ(domain.EventComplaintStatus)).
			Order(event.ByPosition()).AllX(System())
		var want []string
		for _, row := range rows {
			want = append(want, eventID(*row.Position))
		}
		want = want[slices.Index(want, beginning)+1:]
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %d events arrived, of %d:\n%v\n%v", seed, len(got), len(want), got, want)
		}
	})
}

func eventID(position int64) string { return "e" + strconv.FormatInt(position, 36) }

// TestFiftyMovers: fifty moves at the same moment are all told, each once, in one order for
// everybody.
func TestFiftyMovers(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		var ids []string
		for i := range 50 {
			ids = append(ids, submit(t, s, User, fmt.Sprint(i)))
		}
		s.Token(t, Admin)
		watchers := []*stream{}
		for range 3 {
			watchers = append(watchers, openStream(t, s, s.Token(t, Admin), statusEvents, nil))
		}
		c := connect(t, s, s.Token(t, User))
		c.subscribe("1", statusEvents, map[string]any{"id": ids[17]})
		var moving sync.WaitGroup
		for _, id := range ids {
			moving.Go(func() {
				s.MustExecute(t, Admin, `mutation($id: ID!) { rejectComplaint(input: {id: $id, reasonCode: "r", publicNote: "No."}) { complaint { id } } }`, map[string]any{"id": id})
			})
		}
		moving.Wait()
		var orders [][]string
		for _, f := range watchers {
			var heard []string
			for range ids {
				m := f.next()
				if m.at("complaintStatusChanged", "statusLog", "status") != "REJECTED" {
					t.Errorf("%s", m.Raw)
				}
				heard = append(heard, m.at("complaintStatusChanged", "complaint", "id").(string))
			}
			orders = append(orders, heard)
		}
		if !slices.Equal(orders[0], orders[1]) || !slices.Equal(orders[0], orders[2]) {
			t.Error("not the same order for everybody")
		}
		slices.Sort(orders[0])
		slices.Sort(ids)
		if !slices.Equal(orders[0], ids) {
			t.Errorf("heard %d of %d", len(slices.Compact(orders[0])), len(ids))
		}
	})
}

// TestInstancesWakeEachOther: what happens at one instance is told at the other one at once,
// not only with its next look.
func TestInstancesWakeEachOther(t *testing.T) {
	t.Parallel()
	if !slices.Contains(Databases(), "postgres") {
		t.Skip("SQLite has one instance")
	}
	one := Start(t, "postgres")
	one.Serve(t)
	two := one.NewInstance(t, one.Store.URL())
	two.Serve(t)
	f := openStream(t, two, two.Token(t, Admin), statusEvents, nil)
	quick := 0
	for i := range 10 {
		submit(t, one, User, fmt.Sprint(i))
		begun := time.Now()
		f.next()
		if took := time.Since(begun); took < 300*time.Millisecond {
			quick++
		}
	}
	if quick < 5 {
		t.Errorf("%d of 10 were told within 300 ms", quick)
	}
}

// TestStreamsOutliveTheDatabase: while it is away streams stay and are quiet, and nothing that
// happened meanwhile is lost.
func TestStreamsOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	if !slices.Contains(Databases(), "postgres") {
		t.Skip("SQLite does not go away")
	}
	first := Start(t, "postgres")
	proxy, proxied := pgtest.NewProxy(t, first.Store.URL())
	s := first.NewInstance(t, proxied)
	s.Serve(t)
	f := openStream(t, s, s.Token(t, Admin), statusEvents, nil)
	c := connect(t, s, s.Token(t, Admin))
	submit(t, first, User, "before")
	after := f.next().ID
	c.subscribe("1", statusEvents, map[string]any{"after": after})
	submit(t, first, User, "also before")
	f.next()
	c.next()

	proxy.Cut()
	var want []string
	for i := range 5 {
		want = append(want, submit(t, first, User, fmt.Sprint(i)))
	}
	quiet := make(chan message, 1)
	go func() {
		m, err := f.read()
		if err == nil {
			quiet <- m
		}
		close(quiet)
	}()
	select {
	case m, open := <-quiet:
		t.Fatalf("told %+v, open %v, while the database was away", m, open)
	case <-time.After(3 * time.Second):
	}
	proxy.Restore(t)
	back := time.Now()
	got := []string{(<-quiet).at("complaintStatusChanged", "complaint", "id").(string)}
	for len(got) < len(want) {
		got = append(got, f.next().at("complaintStatusChanged", "complaint", "id").(string))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	t.Logf("told again after %v", time.Since(back))
	for _, id := range want {
		if m := c.next(); m.at("complaintStatusChanged", "complaint", "id") != id {
			t.Errorf("%s", m.Raw)
		}
	}
}

// TestStopEndsStreams: who follows something is told to go elsewhere, and nobody waits for it.
func TestStopEndsStreams(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		stop := s.Serve(t)
		f := openStream(t, s, s.Token(t, Admin), statusEvents, nil)
		c := connect(t, s, s.Token(t, Admin))
		c.subscribe("1", statusEvents, nil)
		rude := connect(t, s, s.Token(t, Admin)) // never reads, and so never says goodbye
		rude.subscribe("1", statusEvents, nil)
		begun := time.Now()
		stopped := make(chan error, 1)
		go func() { stopped <- stop() }()
		if m := f.readWithin(10 * time.Second); m.Type != "complete" {
			t.Errorf("%+v", m)
		}
		if code, _ := c.closed(10 * time.Second); code != 1001 {
			t.Errorf("%d", code)
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// TestSlowReader: who does not read is cut off after a while, holds up nobody, and finds
// everything when it comes back.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	// 150 KB for each event, so that the buffers between the two are soon full.
	heavy := `subscription($after: EventID) { complaintStatusChanged(after: $after) { eventId complaint { title `
	for i := range 15 {
		heavy += fmt.Sprintf("a%d: description ", i)
	}
	heavy += "} } }"
	slow := openStream(t, s, s.Token(t, Admin), heavy, nil)
	asleep := connect(t, s, s.Token(t, Admin))
	asleep.subscribe("1", heavy, nil)
	quick := openStream(t, s, s.Token(t, Admin), statusEvents, nil)
	body := strings.Repeat("x", 10_000)
	write := func(title string) {
		s.MustExecute(t, User, `mutation($t: String!, $d: String!) { submitComplaint(input: {title: $t, description: $d}) { complaint { id } } }`, map[string]any{"t": title, "d": body})
	}
	const events = 120
	for i := range events {
		write(fmt.Sprint(i))
		begun := time.Now()
		quick.next()
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("others wait %v", took)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		metrics := s.Do(t, Request{Path: "/metrics"}).Body
		if strings.Contains(metrics, `redress_streams_open{transport="sse"} 1`) && strings.Contains(metrics, `redress_streams_open{transport="websocket"} 0`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("slow readers are not cut off")
		}
	}
	seen, last := 0, ""
	for {
		m, err := slow.read()
		if err != nil {
			break
		}
		if m.at("complaintStatusChanged", "complaint", "title") != fmt.Sprint(seen) {
			t.Fatalf("%d: %.200s", seen, m.Raw)
		}
		seen, last = seen+1, m.ID
	}
	t.Logf("%d of %d were on their way", seen, events)
	if seen == 0 || seen == events {
		t.Fatal("not slow")
	}
	again := openStream(t, s, s.Token(t, Admin), heavy, nil, "Last-Event-ID", last)
	for ; seen < events; seen++ {
		if m := again.next(); m.at("complaintStatusChanged", "complaint", "title") != fmt.Sprint(seen) {
			t.Fatalf("%d: %.200s", seen, m.Raw)
		}
	}
}
