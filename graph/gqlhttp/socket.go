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

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// The subprotocol's name, and the codes with which it closes a socket.
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
	initTime             = 5 * time.Second
	anonymousTime        = time.Minute // to sign in; no subscription is possible without a token
	pingEvery            = 15 * time.Second
	closeTime            = time.Second // for the client to close its side
	maxSocketOperations  = 20          // active ones on a socket
	maxRunningOperations = 60          // including completed ones that are still ending
	maxSocketID          = 256         // bytes of an operation's id
)

// socketTransport implements graphql-transport-ws. The library's own transport has neither the
// close codes nor the limits, and decodes messages without checking them first.
type socketTransport struct {
	streams *Streams
	tokens  *auth.Authenticator
	work    *admission.Limiter
	kept    *persistedQueries
	origins []string
	counted errorCounter
}

// Supports implements gqlgen's transport.
func (socketTransport) Supports(r *http.Request) bool { return upgrade(r) }

func upgrade(r *http.Request) bool { return strings.EqualFold(r.Header.Get("Upgrade"), "websocket") }

// MayStream reports whether the response to a request may take as long as the client likes.
func MayStream(r *http.Request) bool {
	return upgrade(r) || strings.Contains(strings.Join(r.Header.Values("Accept"), ","), typeEvents)
}

// Do implements gqlgen's transport.
func (t socketTransport) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, reply := r.Context(), reply{w: w, mediaType: typeJSON}
	if status, err := t.handshake(r); err != nil {
		reply.refuse(ctx, status, err)
		return
	}
	seat, err := t.streams.admit(ctx, transportSocket)
	if err != nil {
		reply.refuse(ctx, statusOf(err), err)
		return
	}
	defer seat.release()
	grip := &hijackedWriter{ResponseWriter: w}
	conn, err := websocket.Accept(grip, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // checked by handshake, scheme included
	})
	if err != nil {
		return // it has written the response
	}
	s := &socket{socketTransport: t, conn: conn, grip: grip, exec: exec, seat: seat, active: map[string]*operation{}}
	s.ctx, s.end = t.streams.streamContext(ctx)
	defer func() { s.end() }()
	s.run(ctx, r.Header)
}

// hijackedWriter keeps the connection below a socket: the library waits five seconds for a client
// to close its side, and that time can't be configured.
type hijackedWriter struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (g *hijackedWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(g.ResponseWriter).Hijack()
	g.conn = conn
	return conn, buffer, err
}

// handshake returns the status and the error with which an upgrade is refused.
func (t socketTransport) handshake(r *http.Request) (int, error) {
	if err := budget.Enter(r.Context()); err != nil {
		return http.StatusTooManyRequests, err
	}
	if err := auth.Refusal(r.Context()); err != nil {
		if auth.Challenge(err) == "" { // the token could not be checked
			return http.StatusServiceUnavailable, err
		}
		return http.StatusUnauthorized, err
	}
	if r.Method != http.MethodGet || r.Header.Get("Sec-WebSocket-Version") != "13" || r.Header.Get("Sec-WebSocket-Key") == "" ||
		!strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade") {
		return http.StatusBadRequest, fault.New(fault.Malformed, "The request is not a WebSocket handshake of version 13.")
	}
	if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(t.origins, origin) {
		if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) {
			return http.StatusForbidden, fault.New(fault.PermissionDenied, "This origin is not allowed to connect.")
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
	socketTransport
	conn *websocket.Conn
	grip *hijackedWriter
	exec graphql.GraphExecutor
	seat *seat

	ctx  context.Context // of its operations; ends before the connection does
	end  context.CancelFunc
	head http.Header

	mu           sync.Mutex
	initReceived bool // connection_init was received
	acknowledged bool // connection_ack was sent
	closed       bool
	active       map[string]*operation
	running      int
	anonymous    *time.Timer
	goroutines   sync.WaitGroup
}

type operation struct{ end context.CancelFunc }

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
	s.closeOnEnd()
	late := time.AfterFunc(initTime, func() {
		s.mu.Lock()
		asked := s.initReceived
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
		// Not with the socket's own context: the library drops the connection of a cancelled
		// reader without a close frame.
		kind, body, err := s.conn.Read(context.WithoutCancel(request))
		if err != nil {
			return
		}
		if code, reason := s.handle(request, kind, body); code != 0 {
			s.close(code, reason)
		}
	}
}

// closeOnEnd closes the socket with the right code when its context is ended from outside.
func (s *socket) closeOnEnd() {
	ctx := s.ctx
	context.AfterFunc(ctx, func() {
		switch cause := context.Cause(ctx); {
		case errors.Is(cause, errStopping):
			s.close(websocket.StatusGoingAway, "The service is stopping")
		default:
			if f, ok := fault.As(cause); ok {
				s.close(closeCode(f), string(f.Code))
			}
		}
	})
}

// ping detects a client that is gone.
func (s *socket) ping(ctx context.Context) {
	for pause(ctx, pingEvery) {
		limited, cancel := context.WithTimeout(ctx, writeTime)
		err := s.conn.Ping(limited)
		cancel()
		if err != nil {
			_ = s.conn.CloseNow()
			return
		}
	}
}

// close sends a close frame, ends the operations, and waits only shortly for the client.
func (s *socket) close(code websocket.StatusCode, reason string) {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	end := s.end
	if !again {
		s.goroutines.Add(1) // under the lock, because run waits for it once the socket is closed
	}
	s.mu.Unlock()
	if again {
		return
	}
	reason = domain.Clip(reason, 123) // the limit of a close frame
	go func() {
		defer s.goroutines.Done()
		timeout := time.AfterFunc(closeTime, func() { _ = s.grip.conn.Close() })
		defer timeout.Stop()
		_ = s.conn.Close(code, reason)
	}()
	end()
}

// handle processes a message. A code other than 0 closes the socket.
func (s *socket) handle(request context.Context, kind websocket.MessageType, body []byte) (websocket.StatusCode, string) {
	s.mu.Lock()
	closed, asked, accepted := s.closed, s.initReceived, s.acknowledged
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
		s.initReceived = true
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

// accept handles connection_init. Its payload may have a field Authorization in the form of the
// header; without one the request's header is used.
func (s *socket) accept(request context.Context, payload json.RawMessage) (websocket.StatusCode, string) {
	token, given, ok := bearerToken(payload)
	if !ok {
		return closeUnauthorized, string(fault.InvalidToken)
	}
	if given {
		limited, cancel := context.WithTimeout(request, initTime)
		defer cancel()
		v, err := s.tokens.Authenticate(limited, token)
		if f, refused := fault.As(err); refused && auth.Challenge(err) != "" {
			return closeCode(f), string(f.Code)
		}
		if err != nil {
			return websocket.StatusTryAgainLater, string(fault.Unavailable)
		}
		signed := auth.With(request, v)
		if err := s.seat.moveTo(signed); err != nil {
			return closeTooMany, tooManyStreamsMessage
		}
		before := s.end
		ctx, end := s.streams.streamContext(signed)
		s.mu.Lock()
		s.ctx, s.end = ctx, func() { end(); before() }
		s.mu.Unlock()
		s.closeOnEnd()
	}
	if auth.From(s.ctx) == nil {
		s.anonymous = time.AfterFunc(anonymousTime, func() { s.close(closeUnauthorized, string(fault.AuthenticationRequired)) })
	}
	s.mu.Lock()
	s.acknowledged = true
	s.mu.Unlock()
	_ = s.write(message{Type: "connection_ack"})
	return 0, ""
}

// subscribe starts an operation.
func (s *socket) subscribe(m message) (websocket.StatusCode, string) {
	params, err := parseBody(m.Payload)
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
	if len(s.active) >= maxSocketOperations || s.running >= maxRunningOperations {
		s.mu.Unlock()
		s.sendError(m.ID, gqlerror.List{present(s.ctx, fault.New(fault.RateLimited, "Too many operations on one socket; the limit is %d.", maxSocketOperations))})
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
		own := s.active[m.ID] == op // and not a later one with the same id
		if own {
			delete(s.active, m.ID)
		}
		s.running--
		s.mu.Unlock()
		if own && ctx.Err() == nil { // neither completed by the client nor disconnected
			finish()
		}
	})
	return 0, ""
}

// execute runs an operation and returns the function that sends its end to the client.
func (s *socket) execute(ctx context.Context, id string, params *graphql.RawParams) (finish func()) {
	failed := func(errs gqlerror.List) func() { return func() { s.sendError(id, errs) } }
	defer func() {
		if p := recover(); p != nil {
			finish = failed(gqlerror.List{present(ctx, recoverPanic(ctx, p))})
		}
	}()
	keep, err := s.kept.complete(ctx, params)
	if err == nil {
		err = checkQuery(params)
	}
	if err != nil {
		return failed(gqlerror.List{present(ctx, err)})
	}
	ctx, _ = forSigningIn(ctx, params)
	slot, err := s.work.Enter(ctx)
	if err != nil {
		return failed(gqlerror.List{present(ctx, err)})
	}
	defer slot.Leave()
	op, errs := s.exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		return failed(s.exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors)
	}
	keep()
	completed := func() { _ = s.write(message{Type: "complete", ID: id}) }
	if op.Operation.Operation == ast.Subscription {
		errs := serve(ctx, s.exec, op, "", slot.Leave, func(_ int64, r *graphql.Response) error { return s.next(id, r) })
		if len(errs) > 0 {
			return failed(errs)
		}
		return completed
	}
	limited, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	r, err := execute(admission.Share(limited, slot), s.exec, op)
	if err != nil {
		return failed(gqlerror.List{present(ctx, err)})
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
