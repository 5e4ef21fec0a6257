package gqlhttp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// graphql-transport-ws: the name under which it is negotiated, and the codes with which it
// closes a socket.
const (
	subprotocol = "graphql-transport-ws"

	closeInvalid      websocket.StatusCode = 4400
	closeUnauthorized websocket.StatusCode = 4401
	closeForbidden    websocket.StatusCode = 4403
	closeNoProtocol   websocket.StatusCode = 4406
	closeNoInit       websocket.StatusCode = 4408
	closeTwice        websocket.StatusCode = 4409
	closeTooMany      websocket.StatusCode = 4429
)

const (
	initTime      = 5 * time.Second
	anonymousTime = time.Minute // to sign in; there is nothing to follow without a token
	pingEvery     = 15 * time.Second
	closeTime     = time.Second // for the other side to say goodbye too
	maxSubscribed = 20          // open ones on a socket
	maxLingering  = 60          // with those that were given up and have not noticed yet
	maxSocketID   = 256         // bytes of an operation's id
)

// overSocket speaks graphql-transport-ws. The library's own transport keeps neither the close
// codes nor the limits, and reads bodies without a look at them first.
type overSocket struct {
	streams *Streams
	tokens  *auth.Authenticator
	origins []string
}

// Supports implements gqlgen's transport.
func (overSocket) Supports(r *http.Request) bool { return upgrade(r) }

func upgrade(r *http.Request) bool { return strings.EqualFold(r.Header.Get("Upgrade"), "websocket") }

// MayStream reports whether a request may be answered for as long as its client likes.
func MayStream(r *http.Request) bool {
	return upgrade(r) || strings.Contains(strings.Join(r.Header.Values("Accept"), ","), typeEvents)
}

// Do implements gqlgen's transport.
func (t overSocket) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, reply := r.Context(), reply{w: w, kind: typeJSON}
	if status, err := t.handshake(r); err != nil {
		reply.refuse(ctx, status, err)
		return
	}
	seat, err := t.streams.admit(ctx, transportSocket)
	if err != nil {
		reply.refuse(ctx, statusOf(err), err)
		return
	}
	defer seat.leave()
	grip := &grip{ResponseWriter: w}
	conn, err := websocket.Accept(grip, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // looked at above, scheme included
	})
	if err != nil {
		return // it has answered
	}
	s := &socket{overSocket: t, conn: conn, grip: grip, exec: exec, seat: seat, active: map[string]*operation{}}
	s.ctx, s.end = t.streams.over(ctx)
	defer func() { s.end() }()
	s.run(ctx, r.Header)
}

// grip keeps hold of the connection below a socket: the library waits five seconds for a
// client to say goodbye, and lets nobody shorten that.
type grip struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (g *grip) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(g.ResponseWriter).Hijack()
	g.conn = conn
	return conn, buffer, err
}

// handshake answers why a request must not become a socket.
func (t overSocket) handshake(r *http.Request) (int, error) {
	if err := auth.Refusal(r.Context()); err != nil {
		if auth.Challenge(err) == "" { // whose token it is could not be asked
			return http.StatusServiceUnavailable, err
		}
		return http.StatusUnauthorized, err
	}
	if r.Method != http.MethodGet || r.Header.Get("Sec-WebSocket-Version") != "13" || r.Header.Get("Sec-WebSocket-Key") == "" ||
		!strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade") {
		return http.StatusBadRequest, fault.New(fault.Malformed, "This is no handshake of a WebSocket of version 13.")
	}
	if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(t.origins, origin) {
		if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) {
			return http.StatusForbidden, fault.New(fault.PermissionDenied, "Pages of this origin may not connect.")
		}
	}
	return 0, nil
}

func statusOf(err error) int {
	if fault.Is(err, fault.RateLimited) {
		return http.StatusTooManyRequests
	}
	return http.StatusServiceUnavailable
}

// socket is one connection.
type socket struct {
	overSocket
	conn *websocket.Conn
	grip *grip
	exec graphql.GraphExecutor
	seat *seat

	ctx  context.Context // of its operations; ends before the connection does
	end  context.CancelFunc
	head http.Header

	mu         sync.Mutex
	asked      bool // connection_init has come
	accepted   bool // and was answered
	closed     bool
	active     map[string]*operation
	running    int
	anonymous  *time.Timer
	goroutines sync.WaitGroup
}

type operation struct{ end context.CancelFunc }

// message is what both sides send.
type message struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// run reads messages until the socket is closed by either side.
func (s *socket) run(request context.Context, head http.Header) {
	s.head = head
	defer s.goroutines.Wait()
	if s.conn.Subprotocol() != subprotocol {
		s.close(closeNoProtocol, "Subprotocol not acceptable")
		return
	}
	s.conn.SetReadLimit(maxBody)
	defer func() { s.close(websocket.StatusNormalClosure, "") }()
	s.watchOver()
	late := time.AfterFunc(initTime, func() {
		s.mu.Lock()
		asked := s.asked
		s.mu.Unlock()
		if !asked {
			s.close(closeNoInit, "Connection initialisation timeout")
		}
	})
	defer late.Stop()
	defer func() {
		if s.anonymous != nil {
			s.anonymous.Stop()
		}
	}()
	alive, stop := context.WithCancel(context.WithoutCancel(request))
	defer stop()
	s.goroutines.Go(func() { s.ping(alive) })
	for {
		// Not under the socket's own context: the library cuts a connection whose reader is
		// cancelled, without a word to the client.
		kind, body, err := s.conn.Read(context.WithoutCancel(request))
		if err != nil {
			return
		}
		if code, reason := s.take(request, kind, body); code != 0 {
			s.close(code, reason)
		}
	}
}

// watchOver closes the socket when its context ends from outside.
func (s *socket) watchOver() {
	ctx := s.ctx
	context.AfterFunc(ctx, func() {
		switch cause := context.Cause(ctx); {
		case errors.Is(cause, errStopping):
			s.close(websocket.StatusGoingAway, "The service is stopping")
		case fault.Is(cause, fault.PermissionDenied):
			s.close(closeForbidden, string(fault.PermissionDenied))
		default:
			if f, ok := fault.As(cause); ok {
				s.close(closeUnauthorized, string(f.Code))
			}
		}
	})
}

// ping notices a client that is not there any more.
func (s *socket) ping(ctx context.Context) {
	for pause(ctx, pingEvery) {
		within, cancel := context.WithTimeout(ctx, writeTime)
		err := s.conn.Ping(within)
		cancel()
		if err != nil {
			_ = s.conn.CloseNow()
			return
		}
	}
}

// close says goodbye, ends what runs, and does not wait long for an answer.
func (s *socket) close(code websocket.StatusCode, reason string) {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	end := s.end
	if !again {
		s.goroutines.Add(1) // here, because run waits for it as soon as the socket counts as closed
	}
	s.mu.Unlock()
	if again {
		return
	}
	if len(reason) > 123 { // as the frame holds
		reason = strings.ToValidUTF8(reason[:123], "")
	}
	go func() {
		defer s.goroutines.Done()
		impatient := time.AfterFunc(closeTime, func() { _ = s.grip.conn.Close() })
		defer impatient.Stop()
		_ = s.conn.Close(code, reason)
	}()
	end()
}

// take does what a message asks for. A code closes the socket.
func (s *socket) take(request context.Context, kind websocket.MessageType, body []byte) (websocket.StatusCode, string) {
	s.mu.Lock()
	closed, asked, accepted := s.closed, s.asked, s.accepted
	s.mu.Unlock()
	if closed {
		return 0, ""
	}
	m, err := readMessage(kind, body)
	if err != nil {
		return closeInvalid, "Invalid message: " + err.Error()
	}
	switch m.Type {
	case "connection_init":
		if asked {
			return closeTooMany, "Too many initialisation requests"
		}
		s.mu.Lock()
		s.asked = true
		s.mu.Unlock()
		return s.accept(request, m.Payload)
	case "ping":
		_ = s.write(message{Type: "pong", Payload: m.Payload})
	case "pong":
	case "subscribe":
		if !accepted {
			return closeUnauthorized, "Unauthorized"
		}
		return s.subscribe(m)
	case "complete":
		s.mu.Lock()
		op := s.active[m.ID]
		delete(s.active, m.ID)
		s.mu.Unlock()
		if op != nil {
			op.end()
		}
	default:
		return closeInvalid, "Invalid message: no such type"
	}
	return 0, ""
}

func readMessage(kind websocket.MessageType, body []byte) (message, error) {
	var m message
	if kind != websocket.MessageText {
		return m, errors.New("not a text")
	}
	if err := inspect(body); err != nil {
		if errors.Is(err, errTooMuch) {
			return m, errors.New("too many values, or too deep")
		}
		return m, errors.New("not one JSON object with no name twice")
	}
	var wire map[string]json.RawMessage // names as they are: a struct would take them in any case
	if err := json.Unmarshal(body, &wire); err != nil || wire == nil {
		return m, errors.New("not a JSON object")
	}
	if err := decode(wire["type"], &m.Type); err != nil || m.Type == "" {
		return m, errors.New("type must be a text")
	}
	if m.Type == "subscribe" || m.Type == "complete" {
		if err := decode(wire["id"], &m.ID); err != nil || m.ID == "" || len(m.ID) > maxSocketID {
			return m, errors.New("id must be a short text")
		}
	}
	m.Payload = wire["payload"]
	if text := string(m.Payload); text == "null" {
		m.Payload = nil
	} else if text != "" && text[0] != '{' {
		return m, errors.New("payload must be an object")
	}
	return m, nil
}

// accept answers connection_init. Its payload may hold an Authorization, written as the
// header of that name; without one the request's own header counts.
func (s *socket) accept(request context.Context, payload json.RawMessage) (websocket.StatusCode, string) {
	token, given, ok := bearer(payload)
	if !ok {
		return closeForbidden, string(fault.InvalidToken)
	}
	if given {
		within, cancel := context.WithTimeout(request, initTime)
		defer cancel()
		v, err := s.tokens.Authenticate(within, token)
		if f, refused := fault.As(err); refused && auth.Challenge(err) != "" {
			return closeForbidden, string(f.Code)
		}
		if err != nil {
			return websocket.StatusTryAgainLater, string(fault.Unavailable)
		}
		signed := auth.With(request, v)
		if err := s.seat.moveTo(signed); err != nil {
			return closeTooMany, streamsRateLimitSaid
		}
		before := s.end
		ctx, end := s.streams.over(signed)
		s.mu.Lock()
		s.ctx, s.end = ctx, func() { end(); before() }
		s.mu.Unlock()
		s.watchOver()
	}
	if auth.From(s.ctx) == nil {
		s.anonymous = time.AfterFunc(anonymousTime, func() { s.close(closeUnauthorized, string(fault.AuthenticationRequired)) })
	}
	s.mu.Lock()
	s.accepted = true
	s.mu.Unlock()
	_ = s.write(message{Type: "connection_ack"})
	return 0, ""
}

// bearer finds the token in the payload of connection_init.
func bearer(payload json.RawMessage) (token string, given, ok bool) {
	if len(payload) == 0 {
		return "", false, true
	}
	var wire map[string]json.RawMessage
	if err := json.Unmarshal(payload, &wire); err != nil {
		return "", false, false
	}
	for name, raw := range wire {
		if !strings.EqualFold(name, "Authorization") {
			continue
		}
		var text string
		if given || json.Unmarshal(raw, &text) != nil {
			return "", true, false
		}
		scheme, rest, _ := strings.Cut(text, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return "", true, false
		}
		token, given = rest, true
	}
	return token, given, true
}

// subscribe begins an operation.
func (s *socket) subscribe(m message) (websocket.StatusCode, string) {
	params, err := paramsOf(m.Payload)
	if err != nil {
		f, _ := fault.As(err)
		return closeInvalid, "Invalid message: " + f.Message
	}
	params.Headers = s.head
	s.mu.Lock()
	if s.active[m.ID] != nil {
		s.mu.Unlock()
		return closeTwice, "Subscriber for " + m.ID + " already exists"
	}
	if len(s.active) >= maxSubscribed || s.running >= maxLingering {
		s.mu.Unlock()
		s.fail(m.ID, gqlerror.List{present(s.ctx, fault.New(fault.RateLimited, "At most %d operations run on one socket.", maxSubscribed))})
		return 0, ""
	}
	ctx, end := context.WithCancel(graphql.StartOperationTrace(s.ctx))
	op := &operation{end}
	s.active[m.ID] = op
	s.running++
	s.mu.Unlock()
	s.goroutines.Go(func() {
		defer end()
		finish := s.execute(ctx, m.ID, params)
		s.mu.Lock()
		own := s.active[m.ID] == op // and not one that took its place
		if own {
			delete(s.active, m.ID)
		}
		s.running--
		s.mu.Unlock()
		if own && ctx.Err() == nil { // the client has neither completed nor lost it
			finish()
		}
	})
	return 0, ""
}

// execute runs an operation and answers how to tell its end.
func (s *socket) execute(ctx context.Context, id string, params *graphql.RawParams) (finish func()) {
	failed := func(errs gqlerror.List) func() { return func() { s.fail(id, errs) } }
	defer func() {
		if p := recover(); p != nil {
			finish = failed(gqlerror.List{present(ctx, recovered(ctx, p))})
		}
	}()
	if err := checkQuery(params); err != nil {
		return failed(gqlerror.List{present(ctx, err)})
	}
	op, errs := s.exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		return failed(s.exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors)
	}
	completed := func() { _ = s.write(message{Type: "complete", ID: id}) }
	if op.Operation.Operation == ast.Subscription {
		errs := serve(ctx, s.exec, op, "", func() {}, func(_ int64, r *graphql.Response) error { return s.next(id, r) })
		if len(errs) > 0 {
			return failed(errs)
		}
		return completed
	}
	within, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	responses, within := s.exec.DispatchOperation(within, op)
	r := responses(within)
	if r == nil {
		return failed(gqlerror.List{present(ctx, within.Err())})
	}
	if r.Data == nil {
		return failed(r.Errors)
	}
	return func() {
		if s.next(id, r) == nil {
			completed()
		}
	}
}

func (s *socket) next(id string, r *graphql.Response) error {
	if len(r.Errors) > maxErrors {
		r.Errors = r.Errors[:maxErrors]
	}
	data, err := json.Marshal(wireResponse{Data: r.Data, Errors: r.Errors, Extensions: r.Extensions})
	if err != nil {
		data = []byte(brokenAnswer)
	}
	return s.write(message{Type: "next", ID: id, Payload: data})
}

// fail ends an operation that was refused or broke off.
func (s *socket) fail(id string, errs gqlerror.List) {
	if len(errs) > maxErrors {
		errs = errs[:maxErrors]
	}
	data, err := json.Marshal(errs)
	if err != nil {
		data = []byte(`[]`)
	}
	_ = s.write(message{Type: "error", ID: id, Payload: data})
}

// write sends a message. A client that does not take it in time is cut off by the library.
func (s *socket) write(m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), writeTime)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, text)
}
