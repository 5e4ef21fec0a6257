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
	"github.com/redress/redress/internal/admission"
)

const (
	typeEvents = "text/event-stream"

	// keepAliveInterval is how often a stream without events sends a comment: proxies close
	// connections that are silent for a minute, some after 30 seconds.
	keepAliveInterval = 12 * time.Second
	// writeTime is how long a client may take to receive one message. A slower client is
	// disconnected; it can connect again and resume.
	writeTime = 10 * time.Second
)

// eventStream writes server-sent events in the distinct connections mode of graphql-sse: each
// response is an event next, the end is an event complete.
type eventStream struct {
	w http.ResponseWriter
	c *http.ResponseController

	mu  sync.Mutex
	err error // the first one; nothing is written after it
}

// newEventStream sends the headers of the response.
func newEventStream(w http.ResponseWriter) *eventStream {
	s := &eventStream{w: w, c: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", typeEvents+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // or nginx would buffer events
	w.WriteHeader(http.StatusOK)
	_ = s.send([]byte(":\n\n"))
	return s
}

func (s *eventStream) send(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	_ = s.c.SetWriteDeadline(time.Now().Add(writeTime)) //nolint:forbidigo // a socket's deadline is on the machine's clock
	if _, s.err = s.w.Write(text); s.err == nil {
		s.err = s.c.Flush()
	}
	return s.err
}

// next sends one response; id is "" if the stream can't be resumed after it.
func (s *eventStream) next(id string, body wireResponse) error {
	body.Errors = fewErrors(body.Errors)
	data, err := json.Marshal(body)
	if err != nil { // a resolver returned something that is not JSON
		data = []byte(encodingFailed)
	}
	var b bytes.Buffer
	b.WriteString("event: next\n")
	if id != "" {
		b.WriteString("id: " + id + "\n")
	}
	b.WriteString("data: ")
	b.Write(data) // the encoder writes no line breaks
	b.WriteString("\n\n")
	return s.send(b.Bytes())
}

func (s *eventStream) complete() { _ = s.send([]byte("event: complete\ndata:\n\n")) }

// keepAlive sends a comment at each interval until the context ends. It calls dead when the client
// is gone.
func (s *eventStream) keepAlive(ctx context.Context, dead context.CancelFunc) {
	for pause(ctx, keepAliveInterval) {
		if s.send([]byte(":\n\n")) != nil {
			dead()
			return
		}
	}
}

// writeSingleEvent writes one response as an event stream.
func writeSingleEvent(w http.ResponseWriter, body wireResponse) {
	s := newEventStream(w)
	if s.next("", body) == nil {
		s.complete()
	}
}

// stream serves a subscription over SSE.
func (t httpTransport) stream(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor, op *graphql.OperationContext, slot *admission.Slot) error {
	seat, err := t.streams.admit(r.Context(), transportSSE)
	if err != nil {
		return err
	}
	defer seat.release()
	ctx, end := t.streams.streamContext(r.Context())
	defer end()
	var s *eventStream
	var comments sync.WaitGroup
	begun := func() {
		slot.Leave()
		s = newEventStream(w)
		comments.Go(func() { s.keepAlive(ctx, end) })
	}
	errs := serve(ctx, exec, op, r.Header.Get("Last-Event-ID"), begun, func(position int64, answer *graphql.Response) error {
		id := ""
		if position > 0 {
			id = model.FormatEventID(position)
		}
		t.counted.count(answer.Errors)
		return s.next(id, wireResponse{Data: answer.Data, Errors: answer.Errors, Extensions: answer.Extensions})
	})
	end()
	comments.Wait()
	if len(errs) > 0 {
		t.counted.count(errs)
		_ = s.next("", wireResponse{Errors: errs})
	}
	s.complete()
	return nil
}
