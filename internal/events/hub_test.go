package events_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/events"
)

// memory is a log without a database: events wait for their positions until they are
// published, as after a commit.
type memory struct {
	mu      sync.Mutex
	waiting []events.Event
	kept    []events.Event
	last    int64
	away    bool
}

var errAway = errors.New("away")

func (m *memory) happen(subject uuid.UUID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = append(m.waiting, events.Event{Kind: "K", Subject: subject, Row: uuid.New()})
}

func (m *memory) Publish(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return 0, errAway
	}
	n := min(len(m.waiting), 500)
	for i := range n {
		m.last += 1 + rand.Int64N(3) // positions rise, and that is all
		e := m.waiting[i]
		e.Position = m.last
		m.kept = append(m.kept, e)
	}
	m.waiting = m.waiting[n:]
	return n, nil
}

func (m *memory) After(_ context.Context, position int64, limit int) ([]events.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return nil, errAway
	}
	var out []events.Event
	for _, e := range m.kept {
		if e.Position > position && len(out) < limit {
			out = append(out, e)
		}
	}
	return out, nil
}

func (m *memory) Retained(_ context.Context, position int64) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.kept, func(e events.Event) bool { return e.Position == position }), nil
}

func (m *memory) Last(context.Context) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last, nil
}

func (m *memory) forget(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = m.kept[n:]
}

func (m *memory) rows() []uuid.UUID {
	m.mu.Lock()
	defer m.mu.Unlock()
	var rows []uuid.UUID
	for _, e := range slices.Concat(m.kept, m.waiting) {
		rows = append(rows, e.Row)
	}
	return rows
}

func running(t *testing.T, log events.Log) *events.Hub {
	t.Helper()
	h := events.NewHub(log, nil)
	ctx, stop := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { h.Run(ctx) })
	t.Cleanup(func() { stop(); run.Wait() })
	return h
}

func everything(events.Event) bool { return true }

// Streams that begin together hear the same, the quick and those who are thousands behind.
func TestEveryStreamHearsAll(t *testing.T) {
	t.Parallel()
	log := &memory{}
	h := running(t, log)
	log.happen(uuid.New()) // before anybody listens: nobody hears of it
	const total = 12_000
	var streams sync.WaitGroup
	heard := make([][]uuid.UUID, 4)
	for i := range heard {
		position, err := h.Follow(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		streams.Go(func() {
			defer h.Leave()
			for len(heard[i]) < total {
				if i == 0 && len(heard[i]) == 100 {
					time.Sleep(500 * time.Millisecond) // falls behind what is kept in memory
				}
				batch, upTo, err := h.Next(t.Context(), position, 100, everything)
				if err != nil {
					t.Error(err)
					return
				}
				position = upTo
				for _, e := range batch {
					heard[i] = append(heard[i], e.Row)
				}
			}
		})
	}
	for i := range total {
		log.happen(uuid.New())
		if i%100 == 0 {
			h.Wake()
		}
	}
	h.Wake()
	streams.Wait()
	want := log.rows()[1:]
	for i := range heard {
		if !slices.Equal(heard[i], want) {
			t.Errorf("stream %d heard %d of %d", i, len(heard[i]), len(want))
		}
	}
}

func TestOnlyWhatIsWanted(t *testing.T) {
	t.Parallel()
	log := &memory{}
	h := running(t, log)
	mine := uuid.New()
	position, err := h.Follow(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Leave()
	for range 50 {
		log.happen(uuid.New())
		log.happen(mine)
	}
	h.Wake()
	n := 0
	for n < 50 {
		batch, upTo, err := h.Next(t.Context(), position, 7, func(e events.Event) bool { return e.Subject == mine })
		if err != nil || len(batch) > 7 {
			t.Fatal(len(batch), err)
		}
		position = upTo
		for _, e := range batch {
			if e.Subject != mine {
				t.Error("not mine")
			}
			n++
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if batch, _, err := h.Next(ctx, position, 7, everything); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v %v", batch, err)
	}
}

func TestForgottenEvents(t *testing.T) {
	t.Parallel()
	log := &memory{}
	h := running(t, log)
	for range 10 {
		log.happen(uuid.New())
	}
	begin, err := h.Follow(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Leave()
	all, _ := log.After(t.Context(), 0, 100)
	log.forget(5)
	for i, e := range all {
		_, err := h.Follow(t.Context(), e.Position)
		if gone := errors.Is(err, events.ErrGone); gone != (i < 5) {
			t.Errorf("%d: %v", i, err)
		}
		if err == nil {
			h.Leave()
		}
	}
	if _, err := h.Follow(t.Context(), begin+1_000); !errors.Is(err, events.ErrGone) {
		t.Errorf("an event that never was: %v", err)
	}
	// A stream that reads from the log is told when what it has not seen is gone.
	if _, _, err := h.Next(t.Context(), all[2].Position, 1, everything); !errors.Is(err, events.ErrGone) {
		t.Errorf("%v", err)
	}
}

func TestLogAway(t *testing.T) {
	t.Parallel()
	log := &memory{}
	h := running(t, log)
	position, err := h.Follow(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Leave()
	log.mu.Lock()
	log.away = true
	log.mu.Unlock()
	log.happen(uuid.New())
	h.Wake()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if batch, _, err := h.Next(ctx, position, 1, everything); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v %v", batch, err)
	}
	log.mu.Lock()
	log.away = false
	log.mu.Unlock()
	if batch, _, err := h.Next(t.Context(), position, 1, everything); err != nil || len(batch) != 1 { // with the next look
		t.Errorf("%v %v", batch, err)
	}
}
