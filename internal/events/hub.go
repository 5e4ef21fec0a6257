package events

import (
	"context"
	"log/slog"
	"sort"
	"sync"
	"time"
)

const (
	// pollInterval is how long an event is delayed at most when every wake-up for it was lost.
	pollInterval = time.Second
	// publishInterval is the least time between two publications: what is committed meanwhile
	// shares the next one, which costs as much as a transaction of desk does.
	publishInterval = 50 * time.Millisecond
	// bufferSize is how many events stay in memory. Streams that are further behind read the log.
	bufferSize = 4_096
	// pageSize is how many events are read from the log at once.
	pageSize = 500
	// logTimeout is how long the log may take to respond.
	logTimeout = 5 * time.Second
)

// Hub reads the log once for all streams of an instance.
type Hub struct {
	log       Log
	bus       Bus // nil: there is no other instance
	wake      chan struct{}
	published chan struct{}
	presence  *Presence

	mu        sync.Mutex
	followers int
	known     bool    // whether last and recent are valid; nothing is read while nobody follows
	last      int64   // position of the last event that was read
	floor     int64   // recent is complete after this position
	recent    []Event // in order
	more      chan struct{}

	failing bool // the log did not respond last time; only Run uses it
}

// NewHub returns a hub over a log. Without a bus there must be no other instance.
func NewHub(log Log, bus Bus) *Hub {
	return &Hub{log: log, bus: bus, wake: make(chan struct{}, 1), published: make(chan struct{}, 1), more: make(chan struct{}), presence: newPresence(bus)}
}

// Presence returns who has what open.
func (h *Hub) Presence() *Presence { return h.presence }

// Wake notifies the hub that an event was committed. It never blocks.
func (h *Hub) Wake() {
	if h.bus == nil {
		h.mu.Lock()
		idle := h.followers == 0
		h.mu.Unlock()
		if idle { // published with the next poll, all in one
			return
		}
	}
	signal(h.wake)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // a signal is pending already
	}
}

// Run publishes and reads until the context ends.
func (h *Hub) Run(ctx context.Context) {
	var listening sync.WaitGroup
	defer listening.Wait()
	if h.bus != nil {
		listening.Go(func() { h.bus.Listen(ctx, func() { signal(h.published) }, h.presence.heard) })
		listening.Go(func() { h.presence.run(ctx) })
	}
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	woke := h.wake // nil until the publish interval has passed
	for {
		publish := true
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
			woke = h.wake
			continue
		case <-h.published:
			publish = false // the instance that announced them has done so
		case <-woke:
		case <-ticker.C:
		}
		err := h.poll(ctx, publish)
		if publish {
			woke = nil
			pause.Reset(publishInterval)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && !h.failing:
			slog.WarnContext(ctx, "events are delayed: their log does not respond", "error", err)
		case err == nil && h.failing:
			slog.InfoContext(ctx, "events are delivered again")
		}
		h.failing = err != nil
	}
}

func (h *Hub) poll(ctx context.Context, publish bool) error {
	ctx, cancel := context.WithTimeout(ctx, logTimeout)
	defer cancel()
	if publish {
		if err := h.publish(ctx); err != nil {
			return err
		}
	}
	return h.read(ctx)
}

func (h *Hub) publish(ctx context.Context) error {
	published := false
	for {
		n, err := h.log.Publish(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		published = true
	}
	if !published {
		return nil
	}
	signal(h.published)
	if h.bus == nil {
		return nil
	}
	return h.bus.Announce(ctx)
}

// read appends what the log has after the last event that was read.
func (h *Hub) read(ctx context.Context) error {
	for {
		h.mu.Lock()
		if h.followers == 0 {
			h.known, h.recent = false, nil
		}
		known, last := h.known, h.last
		h.mu.Unlock()
		if !known {
			return nil
		}
		fresh, err := h.log.After(ctx, last, pageSize)
		if err != nil || len(fresh) == 0 {
			return err
		}
		h.mu.Lock()
		if h.known && h.last == last { // it was not reset meanwhile
			h.recent = append(h.recent, fresh...)
			h.last = fresh[len(fresh)-1].Position
			if drop := len(h.recent) - bufferSize; drop > bufferSize {
				h.floor = h.recent[drop-1].Position
				h.recent = append([]Event(nil), h.recent[drop:]...)
			}
			close(h.more)
			h.more = make(chan struct{})
		}
		h.mu.Unlock()
		if len(fresh) < pageSize {
			return nil
		}
	}
}

// Follow begins a stream after an event, 0 meaning after all that has happened by now, and
// returns the position to call Next with. ErrGone means that the event is not retained. The
// stream must call Leave.
func (h *Hub) Follow(ctx context.Context, after int64) (int64, error) {
	if after > 0 {
		switch retained, err := h.log.Retained(ctx, after); {
		case err != nil:
			return 0, err
		case !retained:
			return 0, ErrGone
		}
	} else if err := h.publish(ctx); err != nil { // what waits for its position has happened
		return 0, err
	}
	last, err := h.log.Last(ctx)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.followers++
	if !h.known {
		h.known, h.last, h.floor, h.recent = true, last, last, nil
	}
	if after == 0 {
		after = last
	}
	return after, nil
}

// Leave ends what Follow began.
func (h *Hub) Leave() {
	h.mu.Lock()
	h.followers--
	h.mu.Unlock()
}

// Next waits for events after a position that the stream wants, and returns them in order with
// the position up to which it has looked. It returns ErrGone to a stream so far behind that
// events it has not seen are no longer retained.
func (h *Hub) Next(ctx context.Context, position int64, limit int, wants func(Event) bool) ([]Event, int64, error) {
	for {
		fresh, more, err := h.after(ctx, position)
		if err != nil {
			return nil, position, err
		}
		var wanted []Event
		for _, e := range fresh {
			position = e.Position
			if wants(e) {
				if wanted = append(wanted, e); len(wanted) == limit {
					break
				}
			}
		}
		if len(wanted) > 0 {
			return wanted, position, nil
		}
		if len(fresh) > 0 {
			continue
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil, position, ctx.Err()
		}
	}
}

// after returns some events after a position, from memory or from the log, and a channel that
// is closed when there are more.
func (h *Hub) after(ctx context.Context, position int64) ([]Event, <-chan struct{}, error) {
	h.mu.Lock()
	more := h.more
	if position >= h.floor {
		i := sort.Search(len(h.recent), func(i int) bool { return h.recent[i].Position > position })
		fresh := h.recent[i:min(len(h.recent), i+pageSize)]
		h.mu.Unlock()
		return fresh, more, nil // what was appended is never changed
	}
	h.mu.Unlock()
	fresh, err := h.log.After(ctx, position, pageSize)
	if err != nil || position == 0 {
		return fresh, more, err
	}
	// Checked afterwards: while it is there, nothing after it has been purged.
	if retained, err := h.log.Retained(ctx, position); err != nil || !retained {
		if err == nil {
			err = ErrGone
		}
		return nil, nil, err
	}
	return fresh, more, nil
}
