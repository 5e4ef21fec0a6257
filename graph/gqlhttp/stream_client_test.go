package gqlhttp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/redress/redress/internal/testenv"
)

// message is one message of a stream, over either transport.
type message struct {
	Type, ID string // next, complete, error; the event's id over SSE, the operation's over a socket
	Payload  map[string]any
	Raw      string
}

// at returns a value in the data of an event.
func (m message) at(path ...string) any {
	v := m.Payload["data"]
	for _, step := range path {
		object, _ := v.(map[string]any)
		v = object[step]
	}
	return v
}

// code returns the code of the first error.
func (m message) code() string {
	errs, _ := m.Payload["errors"].([]any)
	if len(errs) == 0 {
		return ""
	}
	first, _ := errs[0].(map[string]any)
	ext, _ := first["extensions"].(map[string]any)
	code, _ := ext["code"].(string)
	return code
}

// stream is a subscription over SSE.
type stream struct {
	t      testing.TB
	status int
	header http.Header
	body   io.ReadCloser
	lines  *bufio.Reader
	end    context.CancelFunc
}

// openStream opens a stream and returns when it has begun.
func openStream(t testing.TB, s *testenv.Server, token, query string, variables map[string]any, header ...string) *stream {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	transport := &http.Transport{}
	res, err := transport.RoundTrip(req)
	if err != nil {
		end()
		t.Fatal(err)
	}
	f := &stream{t: t, status: res.StatusCode, header: res.Header, body: res.Body, lines: bufio.NewReader(res.Body), end: end}
	t.Cleanup(f.close)
	if f.status == http.StatusOK { // the first comment says that the stream has begun
		_, _ = f.lines.ReadString('\n')
	}
	return f
}

func (f *stream) close() { f.end(); _ = f.body.Close() }

// read returns the next message.
func (f *stream) read() (message, error) {
	m := message{}
	for {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && m.Type != "":
			return m, nil
		case name == "event":
			m.Type = value
		case name == "id":
			m.ID = value
		case name == "data" && value != "":
			m.Raw = value
			if err := json.Unmarshal([]byte(value), &m.Payload); err != nil {
				return m, fmt.Errorf("%q: %w", value, err)
			}
		}
	}
}

// readWithin returns the next message, and fails the test if that takes longer.
func (f *stream) readWithin(d time.Duration) message {
	f.t.Helper()
	timer := time.AfterFunc(d, f.close)
	m, err := f.read()
	if !timer.Stop() || err != nil {
		f.t.Fatalf("no message within %v: %v", d, err)
	}
	return m
}

// next returns the next event, and fails the test if there is none soon.
func (f *stream) next() message {
	f.t.Helper()
	m := f.readWithin(20 * time.Second)
	if m.Type != "next" || m.code() != "" {
		f.t.Fatalf("not an event: %+v", m)
	}
	return m
}

// socket is a client of graphql-transport-ws.
type socket struct {
	t    testing.TB
	conn *websocket.Conn
}

// dial opens a socket, without connection_init.
func dial(t testing.TB, s *testenv.Server, header http.Header, protocols ...string) (*socket, *http.Response, error) {
	t.Helper()
	if protocols == nil {
		protocols = []string{"graphql-transport-ws"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, strings.Replace(s.URL, "http", "ws", 1)+"/graphql", &websocket.DialOptions{
		Subprotocols: protocols, HTTPHeader: header,
	})
	if err != nil {
		return nil, res, err
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(8 << 20)
	return &socket{t, conn}, res, nil
}

// connect opens a socket and signs in on it.
func connect(t testing.TB, s *testenv.Server, token string) *socket {
	t.Helper()
	c, _, err := dial(t, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	payload := map[string]any{}
	if token != "" {
		payload["Authorization"] = "Bearer " + token
	}
	c.send(map[string]any{"type": "connection_init", "payload": payload})
	if m := c.next(); m.Type != "connection_ack" {
		t.Fatalf("%+v", m)
	}
	return c
}

func (c *socket) send(m any) {
	c.t.Helper()
	text, ok := m.(string)
	if !ok {
		b, err := json.Marshal(m)
		if err != nil {
			c.t.Fatal(err)
		}
		text = string(b)
	}
	if err := c.conn.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Logf("send: %v", err) // closed meanwhile; the code says why
	}
}

func (c *socket) subscribe(id, query string, variables map[string]any) {
	c.t.Helper()
	c.send(map[string]any{"type": "subscribe", "id": id, "payload": map[string]any{"query": query, "variables": variables}})
}

func (c *socket) read(d time.Duration) (message, error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	_, text, err := c.conn.Read(ctx)
	if err != nil {
		return message{}, err
	}
	var m struct {
		Type, ID string
		Payload  json.RawMessage
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return message{}, err
	}
	out := message{Type: m.Type, ID: m.ID, Raw: string(text)}
	if m.Type == "error" {
		var errs []any
		err = json.Unmarshal(m.Payload, &errs)
		out.Payload = map[string]any{"errors": errs}
	} else if len(m.Payload) > 0 {
		err = json.Unmarshal(m.Payload, &out.Payload)
	}
	return out, err
}

func (c *socket) next() message {
	c.t.Helper()
	m, err := c.read(20 * time.Second)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// closed reads to the end and returns the code and the reason of the close frame.
func (c *socket) closed(within time.Duration) (websocket.StatusCode, string) {
	c.t.Helper()
	for {
		_, err := c.read(within)
		if err == nil {
			continue
		}
		var closed websocket.CloseError
		if ok := asClose(err, &closed); !ok {
			c.t.Fatalf("not closed within %v: %v", within, err)
		}
		return closed.Code, closed.Reason
	}
}
