package gqlhttp_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
)

// TestSocketCloseCodes: what graphql-transport-ws and docs/api.md say of a client that does not keep
// to the protocol.
func TestSocketCloseCodes(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	token := s.Token(t, Admin)
	expired, err := s.Service.Identity.CliToken(System(), Admin, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Minute)
	ack := `{"type":"connection_init"}`
	signed := fmt.Sprintf(`{"type":"connection_init","payload":{"Authorization":"Bearer %s"}}`, token)
	sub := func(id string) string {
		return fmt.Sprintf(`{"type":"subscribe","id":%q,"payload":{"query":"subscription { complaintStatusChanged { eventId } }"}}`, id)
	}
	for _, row := range []struct {
		name   string
		send   []string
		code   websocket.StatusCode
		reason string
	}{
		{"not JSON", []string{`{`}, 4400, "Invalid message"},
		{"not an object", []string{`[]`}, 4400, "Invalid message"},
		{"null", []string{`null`}, 4400, "Invalid message"},
		{"two values", []string{`{"type":"ping"} {}`}, 4400, "Invalid message"},
		{"a name twice", []string{`{"type":"ping","type":"connection_init"}`}, 4400, "Invalid message"},
		{"no type", []string{`{"id":"1"}`}, 4400, "Invalid message"},
		{"type in capitals", []string{`{"Type":"connection_init"}`}, 4400, "Invalid message"},
		{"unknown type", []string{`{"type":"start","id":"1"}`}, 4400, "Invalid message"},
		{"payload is a list", []string{`{"type":"connection_init","payload":[1]}`}, 4400, "Invalid message"},
		{"no id", []string{ack, `{"type":"subscribe","payload":{"query":"{__typename}"}}`}, 4400, "Invalid message"},
		{"id is a number", []string{ack, `{"type":"subscribe","id":1,"payload":{"query":"{__typename}"}}`}, 4400, "Invalid message"},
		{"query is a number", []string{ack, `{"type":"subscribe","id":"1","payload":{"query":1}}`}, 4400, "Invalid message"},
		{"variables are a list", []string{ack, `{"type":"subscribe","id":"1","payload":{"query":"{__typename}","variables":[]}}`}, 4400, "Invalid message"},
		{"deep", []string{`{"type":"ping","payload":{"a":` + strings.Repeat("[", 60) + strings.Repeat("]", 60) + `}}`}, 4400, "Invalid message"},
		{"subscribed before init", []string{sub("1")}, 4401, "Unauthorized"},
		{"bad token", []string{`{"type":"connection_init","payload":{"Authorization":"Bearer nonsense"}}`}, 4401, "invalid_token"},
		{"token without its word", []string{`{"type":"connection_init","payload":{"authorization":"` + token + `"}}`}, 4401, "invalid_token"},
		{"token that is no text", []string{`{"type":"connection_init","payload":{"Authorization":5}}`}, 4401, "invalid_token"},
		{"two tokens", []string{`{"type":"connection_init","payload":{"Authorization":"Bearer a","authorization":"Bearer b"}}`}, 4401, "invalid_token"},
		{"expired token", []string{`{"type":"connection_init","payload":{"Authorization":"Bearer ` + expired + `"}}`}, 4403, "token_expired"},
		{"init twice", []string{ack, ack}, 4429, "Too many initialisation requests"},
		{"an id twice", []string{signed, sub("same"), sub("same")}, 4409, "Subscriber for same already exists"},
		{"too large", []string{`{"type":"ping","payload":{"a":"` + strings.Repeat("a", 1<<20) + `"}}`}, websocket.StatusMessageTooBig, ""},
		{"no init", nil, 4408, "Connection initialisation timeout"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c, _, err := dial(t, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range row.send {
				c.send(text)
			}
			code, reason := c.closed(15 * time.Second)
			if code != row.code || !strings.HasPrefix(reason, row.reason) {
				t.Errorf("%d %q", code, reason)
			}
		})
	}
	t.Run("binary", func(t *testing.T) {
		t.Parallel()
		c, _, err := dial(t, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.conn.Write(context.Background(), websocket.MessageBinary, []byte(ack)); err != nil {
			t.Fatal(err)
		}
		if code, _ := c.closed(15 * time.Second); code != 4400 {
			t.Errorf("%d", code)
		}
	})
	t.Run("other subprotocols", func(t *testing.T) {
		t.Parallel()
		for _, protocols := range [][]string{{"graphql-ws"}, {}} {
			t.Run(fmt.Sprint(protocols), func(t *testing.T) {
				c, _, err := dial(t, s, nil, protocols...)
				if err != nil {
					t.Fatal(err)
				}
				if code, _ := c.closed(15 * time.Second); code != 4406 {
					t.Errorf("%v: %d", protocols, code)
				}
			})
		}
	})
	t.Run("origins", func(t *testing.T) {
		t.Parallel()
		for origin, status := range map[string]int{
			"": 101, s.URL: 101, strings.ToUpper(s.URL): 101, "https://elsewhere.example": 403, "null": 403, s.URL + ".example": 403,
		} {
			t.Run(fmt.Sprintf("%q", origin), func(t *testing.T) {
				h := http.Header{}
				if origin != "" {
					h.Set("Origin", origin)
				}
				_, res, err := dial(t, s, h)
				if res == nil || res.StatusCode != status {
					t.Errorf("%q: %v %v", origin, res, err)
				}
			})
		}
	})
	t.Run("header", func(t *testing.T) { // a token in the handshake counts too, and a bad one is refused there
		t.Parallel()
		if _, res, _ := dial(t, s, http.Header{"Authorization": {"Bearer nonsense"}}); res == nil || res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%v", res)
		}
		c, _, err := dial(t, s, http.Header{"Authorization": {"Bearer " + token}})
		if err != nil {
			t.Fatal(err)
		}
		c.send(ack)
		c.next()
		c.subscribe("1", `{ viewer { role } }`, nil)
		if m := c.next(); m.at("viewer", "role") != "ADMIN" {
			t.Errorf("%s", m.Raw)
		}
	})
	t.Run("no handshake", func(t *testing.T) {
		t.Parallel()
		for _, h := range []http.Header{
			{"Upgrade": {"websocket"}},
			{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Sec-Websocket-Version": {"8"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}},
		} {
			t.Run(fmt.Sprint(h), func(t *testing.T) {
				res := s.Do(t, Request{Path: "/graphql", Header: h})
				if res.Status != 400 || !strings.Contains(res.Body, "MALFORMED_REQUEST") {
					t.Errorf("%d %s", res.Status, res.Body)
				}
			})
		}
	})
}

// TestSocketOperations: queries and mutations over a socket meet the guards of the graph.
func TestSocketOperations(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	c := connect(t, s, s.Token(t, User))
	c.send(`{"type":"ping","payload":{"n":1}}`)
	if m := c.next(); m.Type != "pong" || m.Payload["n"] != float64(1) {
		t.Errorf("%+v", m)
	}
	for _, row := range []struct{ query, kind, contains string }{
		{`{ viewer { role } }`, "next", `"role":"USER"`},
		{`mutation { submitComplaint(input: {title: "over a socket"}) { complaint { status } } }`, "next", "SUBMITTED"},
		{`mutation { submitComplaint(input: {title: ""}) { complaint { status } } }`, "next", "VALIDATION_ERROR"},
		{`{`, "error", "MALFORMED_REQUEST"},
		{``, "error", "MALFORMED_REQUEST"},
		{strings.Repeat(" ", 65<<10) + `{ viewer { id } }`, "error", "MALFORMED_REQUEST"},
		{`{ nothing }`, "error", "VALIDATION_ERROR"},
		{`{ ` + strings.Repeat("a: viewer { id } ", 300) + ` }`, "error", "VALIDATION_ERROR"},
		{`subscription { a: complaintStatusChanged { eventId } b: notificationReceived { eventId } }`, "error", "VALIDATION_ERROR"},
		{`subscription { __typename }`, "error", "VALIDATION_ERROR"},
		{`subscription { notificationReceived @skip(if: true) { eventId } }`, "error", "VALIDATION_ERROR"},
		{`subscription { complaintStatusChanged { complaint { tasks(first: 100) { edges { node { updates(first: 100) { edges { node { id } } } } } } } } }`, "error", "Each event could cost"},
		{`subscription { complaintStatusChanged(after: "1") { eventId } }`, "error", "VALIDATION_ERROR"},
		{`subscription { complaintStatusChanged(after: "ezzzzz") { eventId } }`, "error", "after"},
		{`subscription { taskUpdated { eventId } }`, "error", "PERMISSION_DENIED"},
	} {
		t.Run(fmt.Sprintf("%.60s", row.query), func(t *testing.T) {
			c.subscribe("x", row.query, nil)
			m := c.next()
			if m.Type != row.kind || m.ID != "x" || !strings.Contains(m.Raw, row.contains) {
				t.Errorf("%.100s: %s", row.query, m.Raw)
			}
			if m.Type == "next" {
				if m := c.next(); m.Type != "complete" || m.ID != "x" {
					t.Errorf("%.100s: %s", row.query, m.Raw)
				}
			}
		})
	}

	// The twenty-first is refused and the others go on; who completes makes room.
	f := openStream(t, s, s.Token(t, User), statusEvents, nil)
	submit(t, s, User, "a place to begin from")
	after := map[string]any{"after": f.next().ID}
	for i := range 21 {
		c.subscribe(fmt.Sprint(i), statusEvents, after)
	}
	if m := c.next(); m.Type != "error" || m.ID != "20" || m.code() != "RATE_LIMITED" {
		t.Errorf("%+v", m)
	}
	c.send(`{"type":"complete","id":"7"}`)
	c.subscribe("7", `{ __typename }`, nil)
	c.next()
	c.next()
	submit(t, s, User, "told to all")
	seen := map[string]bool{}
	for range 19 {
		m := c.next()
		if m.Type != "next" || seen[m.ID] || m.at("complaintStatusChanged", "complaint", "status") != "SUBMITTED" {
			t.Errorf("%s", m.Raw)
		}
		seen[m.ID] = true
	}

	// Without a token a socket offers what the graph offers without one.
	c = connect(t, s, "")
	c.subscribe("1", `{ viewer { id } }`, nil)
	if m := c.next(); m.code() != "AUTHENTICATION_REQUIRED" {
		t.Errorf("%+v", m)
	}
	c.subscribe("2", statusEvents, nil)
	if m := c.next(); m.code() != "AUTHENTICATION_REQUIRED" {
		t.Errorf("%+v", m)
	}
	c.subscribe("3", `mutation { login(input: {email: "user@example.com", password: "redress-demo"}) { expiresIn } }`, nil)
	if m := c.next(); m.at("login", "expiresIn") == nil {
		t.Errorf("%s", m.Raw)
	}
}

// TestErrorsOfStreamsAreCounted holds that the metric of errors counts those that are sent over sockets and streams.
func TestErrorsOfStreamsAreCounted(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	c := connect(t, s, s.Token(t, User))
	for id, query := range []string{`{ complaint(id: "no id") { id } }`, `{ nothing }`} { // one with data, one without
		c.subscribe(strconv.Itoa(id), query, nil)
		for c.next().ID != strconv.Itoa(id) {
			continue // the end of the one before
		}
	}
	const missing = `subscription { statusChanged(complaintId: "no id") { id } }`
	openStream(t, s, s.Token(t, User), missing, nil).close()
	const line = `redress_graph_errors_total{code="validation_error"} 3`
	if said := s.Do(t, Request{Path: "/metrics"}).Body; !strings.Contains(said, line) {
		t.Errorf("no %s in\n%s", line, strings.Join(regexp.MustCompile(`redress_graph_errors_total.*`).FindAllString(said, -1), "\n"))
	}
}

// TestEventStream: how subscriptions and the rest are answered over SSE.
func TestEventStream(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	plain := func(as, accept, query string) Response {
		return s.Do(t, Request{
			Method: "POST", Path: "/graphql", As: as, Body: strings.NewReader(fmt.Sprintf(`{"query":%q}`, query)),
			Header: http.Header{"Content-Type": {"application/json"}, "Accept": {accept}},
		})
	}
	const events, both = "text/event-stream", "text/event-stream, application/json"
	for _, row := range []struct {
		as, accept, query, kind string
		status                  int
		contains                string
	}{
		{User, "application/json", `subscription { notificationReceived { eventId } }`, "application/json", 400, "text/event-stream"},
		{User, "*/*", `subscription { notificationReceived { eventId } }`, "application/json", 400, "graphql-transport-ws"},
		{User, events, `{ __typename }`, events, 200, "event: next\ndata: {\"data\":{\"__typename\":\"Query\"},"},
		{User, both, `{ __typename }`, "application/json", 200, `{"data":{"__typename":"Query"},`},
		{User, events, `{ nothing }`, events, 200, "VALIDATION_ERROR"},
		{User, events, `{`, events, 200, "event: complete"},
		{User, events, `mutation { submitComplaint(input: {title: "over SSE"}) { complaint { status } } }`, events, 200, "SUBMITTED"},
		{User, events, `subscription { taskUpdated { eventId } }`, events, 200, "PERMISSION_DENIED"},
		{Anonymous, events, `subscription { notificationReceived { eventId } }`, "application/json", 401, "AUTHENTICATION_REQUIRED"},
		{User, "text/event-stream;q=0", `{ __typename }`, "application/json", 406, "errors"},
	} {
		t.Run(fmt.Sprintf("%.60s as %s", row.query, row.accept), func(t *testing.T) {
			res := plain(row.as, row.accept, row.query)
			if kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";"); res.Status != row.status || kind != row.kind || !strings.Contains(res.Body, row.contains) {
				t.Errorf("%s as %s: %d %s %s", row.query, row.accept, res.Status, kind, res.Body)
			}
		})
	}
	if res := s.Do(t, Request{Path: "/graphql?query=mutation%7Blogout%7Bended%7D%7D", As: User, Header: http.Header{"Accept": {events}}}); res.Status != 405 {
		t.Errorf("%d %s", res.Status, res.Body)
	}

	f := openStream(t, s, s.Token(t, User), statusEvents, nil)
	if f.header.Get("Cache-Control") != "no-store" || !strings.HasPrefix(f.header.Get("Content-Type"), events) {
		t.Errorf("%v", f.header)
	}
	submit(t, s, User, "one")
	submit(t, s, User, "two")
	one, two := f.next(), f.next()
	if one.ID == "" || one.ID != one.at("complaintStatusChanged", "eventId") || one.ID == two.ID {
		t.Errorf("%s %s", one.ID, one.Raw)
	}
	// Either way of saying where one was; the header is what a lost connection repeats.
	for name, resume := range map[string]struct {
		variables map[string]any
		header    []string
	}{
		"variable": {map[string]any{"after": one.ID}, nil},
		"header":   {nil, []string{"Last-Event-ID", one.ID}},
		"both":     {map[string]any{"after": two.ID}, []string{"Last-Event-ID", one.ID}},
	} {
		t.Run(name, func(t *testing.T) {
			resumed := openStream(t, s, s.Token(t, User), statusEvents, resume.variables, resume.header...)
			if m := resumed.next(); m.ID != two.ID {
				t.Errorf("%+v", m)
			}
			resumed.close()
		})
	}
	for _, id := range []string{"e0", "nonsense", "e1y2p0ij32e8e7", "E1", "-e1"} {
		if m := openStream(t, s, s.Token(t, User), statusEvents, nil, "Last-Event-ID", id).readWithin(20 * time.Second); m.code() != "VALIDATION_ERROR" || !strings.Contains(m.Raw, `"after"`) {
			t.Errorf("%s: %+v", id, m)
		}
	}

	// A week later the events are forgotten, and whoever comes back is told so.
	s.Clock.Advance(8 * 24 * time.Hour)
	if n, err := s.Service.Desk.PurgeEvents(System()); err != nil || n < 3 {
		t.Errorf("%d %v", n, err)
	}
	m := openStream(t, s, s.Token(t, User), statusEvents, map[string]any{"after": one.ID}).readWithin(20 * time.Second)
	if m.code() != "VALIDATION_ERROR" || !strings.Contains(m.Raw, `"gone"`) {
		t.Errorf("%+v", m)
	}
}

// TestTooManyStreams: an account has its share of the connections, and no more.
func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	token := s.Token(t, User)
	var open []*stream
	for range 49 {
		open = append(open, openStream(t, s, token, noticeEvents, nil))
	}
	connect(t, s, token)
	f := openStream(t, s, token, noticeEvents, nil)
	if f.status != 429 || f.header.Get("Retry-After") == "" {
		t.Errorf("%d %v", f.status, f.header)
	}
	c, _, err := dial(t, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.send(map[string]any{"type": "connection_init", "payload": map[string]any{"Authorization": "Bearer " + token}})
	if code, reason := c.closed(10 * time.Second); code != 4429 {
		t.Errorf("%d %s", code, reason)
	}
	if other := openStream(t, s, s.Token(t, User2), noticeEvents, nil); other.status != 200 {
		t.Errorf("%d", other.status)
	}
	for _, line := range []string{`redress_streams_open{transport="sse"} 50`, `redress_streams_open{transport="websocket"} 1`} {
		// A socket that was refused is counted until its handler has ended, a moment after its caller knows.
		for deadline := time.Now().Add(10 * time.Second); !strings.Contains(s.Do(t, Request{Path: "/metrics"}).Body, line); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("no %s", line)
			}
		}
	}
	open[0].close() // makes room
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if f := openStream(t, s, token, noticeEvents, nil); f.status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no room is made")
		}
	}
}

// TestStreamsOfAnInstance holds that an instance takes as many streams as it is set to, and one more
// when one has ended.
func TestStreamsOfAnInstance(t *testing.T) {
	t.Parallel()
	s := StartWithOptions(t, Databases()[0], func(o *server.Options) { o.Streams = 2 })
	s.Serve(t)
	token := s.Token(t, Admin)
	first := connect(t, s, token)
	connect(t, s, token)
	c, res, err := dial(t, s, nil)
	switch {
	case err != nil && res.StatusCode == http.StatusTooManyRequests && res.Header.Get("Retry-After") != "":
	case err != nil:
		t.Errorf("the third one: %v, %+v", err, res)
	default:
		if code, reason := c.closed(10 * time.Second); code != 4429 {
			t.Errorf("the third one was closed with %d %s", code, reason)
		}
	}
	_ = first.conn.CloseNow()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c, _, err := dial(t, s, nil); err == nil {
			c.send(`{"type":"connection_init"}`)
			if _, _, err := c.conn.Read(t.Context()); err == nil {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("no stream is taken after one has ended")
		}
	}
}
