package gqlhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/graph/model"
)

const (
	typeEvents = "text/event-stream"

	// keepAlive is how often a quiet stream shows that it lives: proxies cut what is silent
	// for a minute, some for 30 seconds.
	keepAlive = 12 * time.Second
	// writeTime is what a client gets to take one message. One that takes longer is gone, or
	// too slow; it can connect again and go on where it was.
	writeTime = 10 * time.Second
)

// eventStream writes server-sent events as graphql-sse has them in its distinct connections
// mode: each answer is an event next, the end is an event complete.
type eventStream struct {
	w http.ResponseWriter
	c *http.ResponseController

	mu     sync.Mutex
	failed error // the first one; nothing is written after it
}

// newEventStream sends the head of the answer.
func newEventStream(w http.ResponseWriter) *eventStream {
	s := &eventStream{w: w, c: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", typeEvents+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events otherwise
	_ = s.c.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	_ = s.send([]byte(":\n\n"))
	return s
}

func (s *eventStream) send(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed != nil {
		return s.failed
	}
	_ = s.c.SetWriteDeadline(time.Now().Add(writeTime)) //nolint:forbidigo // a socket's deadline is on the machine's clock
	if _, s.failed = s.w.Write(text); s.failed == nil {
		s.failed = s.c.Flush()
	}
	return s.failed
}

// next sends one answer; id is "" where nothing can be resumed behind it.
func (s *eventStream) next(id string, body wireResponse) error {
	if len(body.Errors) > maxErrors {
		body.Errors = body.Errors[:maxErrors]
	}
	data, err := json.Marshal(body)
	if err != nil { // a resolver wrote something that is not JSON
		data = []byte(brokenAnswer)
	}
	var b bytes.Buffer
	b.WriteString("event: next\n")
	if id != "" {
		b.WriteString("id: " + id + "\n")
	}
	b.WriteString("data: ")
	b.Write(data) // JSON as the library writes it has no line break
	b.WriteString("\n\n")
	return s.send(b.Bytes())
}

func (s *eventStream) complete() { _ = s.send([]byte("event: complete\ndata:\n\n")) }

// breathe shows that a quiet stream lives, until the context ends.
func (s *eventStream) breathe(ctx context.Context, dead context.CancelFunc) {
	for pause(ctx, keepAlive) {
		if s.send([]byte(":\n\n")) != nil {
			dead()
			return
		}
	}
}

// nextAndComplete answers a single time, as an event stream.
func nextAndComplete(w http.ResponseWriter, body wireResponse) {
	s := newEventStream(w)
	if s.next("", body) == nil {
		s.complete()
	}
}

// stream answers a subscription.
func (t overHTTP) stream(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor, op *graphql.OperationContext) error {
	seat, err := t.streams.admit(r.Context(), transportSSE)
	if err != nil {
		return err
	}
	defer seat.leave()
	ctx, end := t.streams.over(r.Context())
	defer end()
	var s *eventStream
	var breath sync.WaitGroup
	begun := func() {
		s = newEventStream(w)
		breath.Go(func() { s.breathe(ctx, end) })
	}
	errs := serve(ctx, exec, op, r.Header.Get("Last-Event-ID"), begun, func(position int64, answer *graphql.Response) error {
		return s.next(model.FormatEventID(position), wireResponse{Data: answer.Data, Errors: answer.Errors, Extensions: answer.Extensions})
	})
	end()
	breath.Wait()
	if len(errs) > 0 {
		_ = s.next("", wireResponse{Errors: errs})
	}
	s.complete()
	return nil
}
