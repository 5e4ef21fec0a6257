package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// dialRaw opens a connection and sends text over it.
func dialRaw(t *testing.T, base, text string) net.Conn {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	var d net.Dialer
	c, err := d.DialContext(t.Context(), "tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// A request that is refused, or whose body nobody needs, does not hold its connection when the body
// never comes.
func TestUnfinishedBodiesEnd(t *testing.T) {
	t.Parallel()
	s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) {
		o.Bodies = &httpio.BodyLimits{Grace: time.Second, Rate: 16 << 10, Stall: time.Second, Drain: 300 * time.Millisecond}
	})
	v := serve(t, s)
	media := "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/"
	token := "Authorization: Bearer " + s.Token(t, testenv.Solver) + "\r\n"
	for name, tc := range map[string]struct{ line, header, body string }{
		"an unknown path":               {"POST /x", "Content-Length: 1\r\n", ""},
		"an unknown path, in chunks":    {"POST /x", "Transfer-Encoding: chunked\r\n", "5\r\nab"},
		"a large body":                  {"POST /x", "Content-Length: 99999999\r\n", "ab"},
		"a page":                        {"GET /", "Content-Length: 5\r\n", "ab"},
		"health":                        {"GET /healthz", "Content-Length: 5\r\n", "ab"},
		"metrics":                       {"GET /metrics", "Transfer-Encoding: chunked\r\n", ""},
		"a method":                      {"DELETE /graphql", "Content-Length: 5\r\n", ""},
		"a graph query":                 {"POST /graphql", "Content-Type: application/json\r\nContent-Length: 50\r\n", `{"query":`},
		"a bad token":                   {"POST /graphql", "Authorization: Bearer x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n", `{"query":`},
		"a sign-in":                     {"POST /api/auth/login/", "Content-Type: application/json\r\nContent-Length: 50\r\n", `{"email":`},
		"an upload without a token":     {"POST " + media, "Content-Length: 50\r\n", "--b"},
		"an upload of the wrong type":   {"POST " + media, token + "Content-Length: 50\r\n", "--b"},
		"an upload":                     {"POST " + media, token + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50\r\n", "--b"},
		"a download":                    {"GET /media/" + s.Samples.Update.String(), token + "Content-Length: 50\r\n", "--b"},
		"an export":                     {"GET /export/zones.csv", token + "Content-Length: 50\r\n", "--b"},
		"a body that is not waited for": {"POST /x", "Expect: 100-continue\r\nContent-Length: 50\r\n", "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			c := dialRaw(t, v.url, tc.line+" HTTP/1.1\r\nHost: x\r\n"+tc.header+"\r\n"+tc.body)
			_ = c.SetReadDeadline(begin.Add(20 * time.Second))
			_, err := io.Copy(io.Discard, c)
			if e, ok := err.(net.Error); ok && e.Timeout() { //nolint:errorlint // as io.Copy returns it
				t.Errorf("is held for %v", time.Since(begin))
			}
		})
	}
}

// Connections that are held open, in whatever way, do not keep others out.
func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	const limit = 24
	for name, tc := range map[string]struct {
		send  string
		reply bool // is waited for
	}{
		"that send nothing":           {"", false},
		"that send half a head":       {"GET / HTTP/1.1\r\nHost: x\r\n", false},
		"that send half a body":       {"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n", false},
		"that send half a query":      {"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", false},
		"that are idle":               {"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", true},
		"that do not read the answer": {strings.Repeat("GET /docs/assets/rapidoc-min.js HTTP/1.1\r\nHost: x\r\n\r\n", 12), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) { o.Connections = limit })
			v := serve(t, s)
			fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
			var slowest time.Duration
			for i := range 4 * limit {
				c := dialRaw(t, v.url, tc.send)
				if tc.reply {
					_ = c.SetReadDeadline(time.Now().Add(time.Minute))
					if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
						t.Fatal(err)
					}
				}
				if i%limit != limit-1 {
					continue
				}
				for _, path := range []string{"/healthz", "/readyz"} {
					begin := time.Now()
					res, err := fresh.Do(request(t, http.MethodGet, v.url+path, nil))
					if err != nil {
						t.Fatalf("after %d connections: %v", i+1, err)
					}
					if err := drainAndClose(res); err != nil || res.StatusCode != http.StatusOK {
						t.Errorf("after %d connections: %v %v", i+1, res.Status, err)
					}
					slowest = max(slowest, time.Since(begin))
				}
			}
			t.Logf("the slowest answer took %v", slowest)
			metrics, err := fresh.Do(request(t, http.MethodGet, v.url+"/metrics", nil))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(metrics.Body)
			_ = metrics.Body.Close()
			_, after, _ := strings.Cut(string(text), "\nredress_connections_open ")
			var open int
			if _, scanned := fmt.Sscan(after, &open); err != nil || scanned != nil || open < 1 || open > limit {
				t.Errorf("%d connections are open: %v", open, err)
			}
			if !strings.Contains(string(text), "redress_connections_displaced_total") ||
				strings.Contains(string(text), "redress_connections_displaced_total 0\n") {
				t.Error("metrics do not tell")
			}
		})
	}
}

// One address that opens connections displaces its own, not those of others.
func TestConnectionsOfOthersStay(t *testing.T) {
	t.Parallel()
	s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) { o.Connections = 10 })
	v := serve(t, s)
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 77)}}
	other, err := from.DialContext(t.Context(), "tcp", strings.TrimPrefix(v.url, "http://"))
	if err != nil {
		t.Skip("no second address on this machine: ", err)
	}
	defer func() { _ = other.Close() }()
	in := bufio.NewReader(other)
	ask := func() error {
		_ = other.SetDeadline(time.Now().Add(time.Minute))
		_, _ = io.WriteString(other, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		return drainAndClose(res)
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		dialRaw(t, v.url, "GET / HTTP/1.1\r\n")
	}
	if err := ask(); err != nil {
		t.Errorf("another address's connection was closed: %v", err)
	}
}

// However many streams, requests and idle connections there are, a probe finds room: more streams
// than leave room for the rest are not taken, whatever the setting is.
func TestProbesFindRoom(t *testing.T) {
	t.Parallel()
	const limit = 56
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *server.Options) { o.Connections, o.Streams = limit, 1000 })
		s.Clock.Stop()                            // the sessions that were seen stay known
		for _, as := range testenv.Everyone[1:] { // while the database can be written to
			s.MustExecute(t, as, `{viewer{id}}`, nil)
		}
		v := serve(t, s)
		release := blockWrites(t, s)
		fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
		probe := func(after string) {
			t.Helper()
			for _, path := range []string{"/healthz", "/readyz"} {
				res, err := fresh.Do(request(t, http.MethodGet, v.url+path, nil))
				if err != nil {
					t.Fatalf("%s after %s: %v", path, after, err)
				}
				if err := drainAndClose(res); err != nil || res.StatusCode != http.StatusOK {
					t.Errorf("%s after %s: %v %v", path, after, res.Status, err)
				}
			}
		}
		var streams int
		for _, as := range []string{testenv.User, testenv.Admin} {
			for range limit {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				conn, res, err := websocket.Dial(ctx, strings.Replace(v.url, "http", "ws", 1)+"/graphql", &websocket.DialOptions{
					Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: http.Header{"Authorization": {"Bearer " + s.Token(t, as)}},
				})
				cancel()
				if err != nil {
					if res == nil || res.StatusCode != http.StatusTooManyRequests {
						t.Fatalf("%d streams are open, and then: %v", streams, err)
					}
					continue
				}
				t.Cleanup(func() { _ = conn.CloseNow() })
				streams++
			}
		}
		if streams < 2 || streams > limit/4 {
			t.Errorf("%d streams over %d connections", streams, limit)
		}
		probe("streams")

		mutation, err := json.Marshal(map[string]any{"query": `mutation{submitComplaint(input:{title:"It waits"}){complaint{id}}}`})
		if err != nil {
			t.Fatal(err)
		}
		for i := range limit { // more than are taken, of several accounts
			as := []string{testenv.User, testenv.User2, testenv.Solver, testenv.Admin}[i%4]
			dialRaw(t, v.url, fmt.Sprintf("POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
				s.Token(t, as), len(mutation), mutation))
		}
		probe("requests")
		for range 2 * limit {
			dialRaw(t, v.url, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n")
		}
		probe("idle connections")
		release()
	})
}

// What a proxy in front may take for longer or shorter than the service does is refused, and its
// connection is closed.
func TestAmbiguousLengths(t *testing.T) {
	t.Parallel()
	v := serve(t, testenv.Start(t, testenv.Databases()[0]))
	const (
		get     = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
		post    = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
		chunked = "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
		both    = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
	)
	for name, tc := range map[string]struct {
		send     []string // each after the response to the one before
		statuses string   // of all responses until the connection is closed
	}{
		"chunks alone":                {[]string{chunked, get}, "404"},
		"both":                        {[]string{both, get}, "400"},
		"both, the other way round":   {[]string{"POST /x HTTP/1.1\r\nHost: x\r\ntransfer-Encoding: chunked\r\nX: y\r\ncontent-lengtH:3\r\n\r\n0\r\n\r\n", get}, "400"},
		"both, in HTTP/1.0":           {[]string{strings.Replace(both, "HTTP/1.1", "HTTP/1.0", 1)}, "400"},
		"both, with bare line feeds":  {[]string{strings.ReplaceAll(both, "\r\n", "\n")}, "400"},
		"both, after another":         {[]string{get, post, both, get}, "200 404 400"},
		"both, with another at once":  {[]string{get + both, get}, "200 400"},
		"both, after a body, at once": {[]string{post + both, get}, "404 400"},
		"a length in a chunk":         {[]string{"POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n17\r\nContent-Length: 3\r\n\r\nabc\r\n0\r\n\r\n"}, "404"},
		"an encoding in a body":       {[]string{"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n\nTransfer-Encoding: chunked\r\n\r\n", get}, "404 200"},
		"chunks, after another":       {[]string{get, post, chunked}, "200 404 404"},
		"two lengths":                 {[]string{"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", get}, "400"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := dialRaw(t, v.url, "")
			_ = c.SetDeadline(time.Now().Add(time.Minute))
			in := bufio.NewReader(c)
			var got []string
			read := func() bool {
				res, err := http.ReadResponse(in, nil)
				if err != nil {
					return false
				}
				_ = drainAndClose(res)
				got = append(got, fmt.Sprint(res.StatusCode))
				return true
			}
			for _, text := range tc.send {
				if _, err := io.WriteString(c, text); err != nil || !read() {
					break
				}
			}
			_ = c.(*net.TCPConn).CloseWrite()
			for read() {
			}
			if s := strings.Join(got, " "); s != tc.statuses {
				t.Errorf("got %s, want %s", s, tc.statuses)
			}
		})
	}
}

// What net/http refuses by itself has the form of every other error.
func TestUnreadableRequestsAreAnsweredInJSON(t *testing.T) {
	t.Parallel()
	v := serve(t, testenv.Start(t, testenv.Databases()[0]))
	for name, tc := range map[string]struct {
		send   string
		status int
	}{
		"a long head":      {"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", 431},
		"no HTTP":          {"hello\r\n\r\n", 400},
		"no host":          {"GET / HTTP/1.1\r\n\r\n", 400},
		"a bad name":       {"GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400},
		"an encoding":      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
		"a version":        {"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505},
		"after a good one": {"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := dialRaw(t, v.url, "")
			_ = c.SetDeadline(time.Now().Add(time.Minute))
			go func() { _, _ = io.WriteString(c, tc.send) }()
			in := bufio.NewReader(c)
			res, err := http.ReadResponse(in, nil)
			if err == nil && res.StatusCode == http.StatusOK {
				_ = drainAndClose(res)
				res, err = http.ReadResponse(in, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			var body struct {
				Success       *bool
				Message, Code string
				StatusCode    int    `json:"status_code"`
				RequestID     string `json:"request_id"`
				Errors        []any
			}
			err = json.NewDecoder(res.Body).Decode(&body)
			if err != nil || res.StatusCode != tc.status || res.Header.Get("Content-Type") != "application/json; charset=utf-8" ||
				body.Success == nil || *body.Success || body.Message == "" || body.Code != "malformed_request" ||
				body.StatusCode != tc.status || body.RequestID == "" || body.Errors == nil {
				t.Errorf("%s %v %+v: %v", res.Status, res.Header, body, err)
			}
		})
	}
}
