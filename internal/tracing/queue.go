package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/protobuf/proto"
)

const (
	queued     = 2_048 // spans that wait; further ones are dropped
	batchSize  = 512   // spans in a request
	batchDelay = 2 * time.Second
	attempts   = 4 // to send a request
	firstPause = 250 * time.Millisecond
	longPause  = 10 * time.Second // that a collector may ask for
	maxAnswer  = 4 << 10          // bytes of a response that are read
)

// queue sends spans in batches, from a goroutine of its own. It implements sdk.SpanProcessor. Nothing waits for it: what does
// not fit is dropped, and counted.
type queue struct {
	to      *destination
	spans   chan sdk.ReadOnlySpan
	stop    chan struct{} // closed when no more spans come
	stopped chan struct{} // closed when all is sent
	end     context.CancelFunc
	once    sync.Once

	sent, dropped atomic.Uint64
}

func newQueue(to *destination) *queue {
	q := &queue{to: to, spans: make(chan sdk.ReadOnlySpan, queued), stop: make(chan struct{}), stopped: make(chan struct{})}
	var ctx context.Context
	ctx, q.end = context.WithCancel(context.Background())
	go q.run(ctx)
	return q
}

// OnStart implements sdk.SpanProcessor.
func (*queue) OnStart(context.Context, sdk.ReadWriteSpan) {}

// OnEnd implements sdk.SpanProcessor. It never waits.
func (q *queue) OnEnd(s sdk.ReadOnlySpan) {
	if !s.SpanContext().IsSampled() {
		return
	}
	select {
	case <-q.stop:
		q.dropped.Add(1)
		return
	default:
	}
	select {
	case q.spans <- s:
	default:
		q.dropped.Add(1)
	}
}

// ForceFlush implements sdk.SpanProcessor. Nobody asks for it.
func (*queue) ForceFlush(context.Context) error { return nil }

// Shutdown implements sdk.SpanProcessor: it sends what waits until the context ends, and drops the rest.
func (q *queue) Shutdown(ctx context.Context) error {
	q.once.Do(func() { close(q.stop) })
	defer q.end()
	select {
	case <-q.stopped:
		return nil
	case <-ctx.Done():
		q.end()
		<-q.stopped
		return ctx.Err()
	}
}

func (q *queue) run(ctx context.Context) {
	defer close(q.stopped)
	tick := time.NewTicker(batchDelay)
	defer tick.Stop()
	batch := make([]sdk.ReadOnlySpan, 0, batchSize)
	failing := false
	flush := func() {
		if len(batch) == 0 {
			return
		}
		err := q.send(ctx, batch)
		switch {
		case err == nil:
			q.sent.Add(uint64(len(batch)))
		case !failing:
			slog.Warn("spans are dropped: the collector does not accept them", "error", err)
		}
		if err != nil {
			q.dropped.Add(uint64(len(batch)))
		}
		failing = err != nil
		clear(batch)
		batch = batch[:0]
	}
	for {
		select {
		case s := <-q.spans:
			if batch = append(batch, s); len(batch) == batchSize {
				flush()
			}
		case <-tick.C:
			flush()
		case <-q.stop:
			for {
				select {
				case s := <-q.spans:
					if batch = append(batch, s); len(batch) == batchSize {
						flush()
					}
					continue
				default:
				}
				flush()
				return
			}
		}
	}
}

// errRefused says that repeating a request won't help.
var errRefused = errors.New("refused")

// send sends a batch, again where the collector asks for it.
func (q *queue) send(ctx context.Context, batch []sdk.ReadOnlySpan) error {
	body, err := proto.Marshal(request(batch))
	if err != nil {
		return err
	}
	if q.to.gzip {
		var small bytes.Buffer
		w := gzip.NewWriter(&small)
		_, _ = w.Write(body) // into memory
		_ = w.Close()
		body = small.Bytes()
	}
	pause := firstPause
	for attempt := 1; ; attempt++ {
		wait, err := q.post(ctx, body)
		if err == nil || errors.Is(err, errRefused) || attempt == attempts || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(min(max(pause, wait), longPause)):
		case <-ctx.Done():
			return err
		}
		pause *= 2
	}
}

// post sends a request once. It returns how long the collector asks to wait.
func (q *queue) post(ctx context.Context, body []byte) (wait time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, q.to.url, bytes.NewReader(body))
	if err != nil {
		return 0, errRefused
	}
	r.Header = q.to.header.Clone()
	r.Header.Set("Content-Type", "application/x-protobuf")
	r.Header.Set("User-Agent", "redress")
	if q.to.gzip {
		r.Header.Set("Content-Encoding", "gzip")
	}
	res, err := q.to.client.Do(r)
	if err != nil {
		var u interface{ Unwrap() error }
		if errors.As(err, &u) { // without the URL, which may hold a password
			err = u.Unwrap()
		}
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer)) // so that the connection can be used again
	switch res.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return 0, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
			wait = time.Duration(seconds) * time.Second
		}
		return wait, fmt.Errorf("status %d", res.StatusCode)
	default:
		return 0, fmt.Errorf("%w with status %d", errRefused, res.StatusCode)
	}
}
