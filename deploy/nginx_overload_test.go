package deploy_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/rest"
)

// answer is what a client got.
type answer struct {
	status int
	header http.Header
	body   string
	err    error
}

// client sends requests over as many connections as it has requests at a time.
func client(t *testing.T) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 1000, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Timeout: time.Minute, Transport: transport}
}

// ask sends a request, those of GraphQL as a POST.
func ask(ctx context.Context, c *http.Client, method, url string) answer {
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(`{"query":"{ viewer { id } }"}`)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return answer{err: err}
	}
	res, err := c.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, string(text), err}
}

// busy are instances with few places. A request that gets one keeps it until the round ends, and others are refused at
// once, so that how many are served depends on where they are sent and not on how fast a machine is.
type busy struct {
	addresses []string
	held      chan struct{}                 // one for each request that got a place
	end       atomic.Pointer[chan struct{}] // closed at the end of the round
	asked     atomic.Int64
}

const (
	places     = 4 // of each instance
	ownRefusal = `{"code":"unavailable","message":"an instance's own"}`
)

func startBusy(t *testing.T, instances int) *busy {
	t.Helper()
	b := &busy{held: make(chan struct{}, instances*places)}
	for range instances {
		free := make(chan struct{}, places)
		for range places {
			free <- struct{}{}
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b.asked.Add(1)
			_, _ = io.Copy(io.Discard, r.Body)
			select {
			case <-free:
			default:
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(http.StatusServiceUnavailable)
				_, _ = io.WriteString(w, ownRefusal)
				return
			}
			end := *b.end.Load()
			b.held <- struct{}{}
			select {
			case <-end:
			case <-r.Context().Done(): // the test has failed
			}
			free <- struct{}{} // before the client may send its next request
			_, _ = io.WriteString(w, "served")
		}))
		t.Cleanup(server.Close)
		b.addresses = append(b.addresses, server.Listener.Addr().String())
	}
	return b
}

// overload sends requests to all of some URLs in turn, in rounds of four times as many as there are places, and returns
// how many were served.
func (b *busy) overload(t *testing.T, urls []string) (served int) {
	t.Helper()
	const rounds = 20
	requests := 4 * places * len(b.addresses)
	c := client(t)
	before := b.asked.Load()
	for range rounds {
		end := make(chan struct{})
		b.end.Store(&end)
		answers := make(chan answer, requests)
		for n := range requests {
			method, path := http.MethodGet, "/api/complaints"
			if n%2 == 1 {
				method, path = http.MethodPost, "/graphql"
			}
			go func() { answers <- ask(t.Context(), c, method, urls[n%len(urls)]+path) }()
		}
		note := func(a answer) {
			switch {
			case a.err == nil && a.status == http.StatusOK:
				served++
			case a.err != nil || a.status != http.StatusServiceUnavailable || a.body != ownRefusal || a.header.Get("Retry-After") != "7":
				t.Errorf("%d %q %v, want an instance's own answer", a.status, a.body, a.err)
			}
		}
		waiting := 0
		for range requests { // each has a place, or was refused
			select {
			case <-b.held:
				waiting++
			case a := <-answers:
				note(a)
			}
		}
		close(end)
		for range waiting {
			note(<-answers)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if asked := b.asked.Load() - before; asked != int64(rounds*requests) {
		t.Errorf("%d requests became %d: refusals multiply the load", rounds*requests, asked)
	}
	return served
}

// TestNginxUnderOverload: with four times the requests that three instances have room for, nginx passes on what the
// instances say, and as much is served as without it.
func TestNginxUnderOverload(t *testing.T) {
	b := startBusy(t, 3)
	p := startNginx(t, b.addresses)
	var direct []string
	for _, address := range b.addresses {
		direct = append(direct, "http://"+address)
	}
	want := b.overload(t, direct)
	got := b.overload(t, []string{"https://127.0.0.1:" + p.secure})
	t.Logf("served: %d directly, %d behind nginx", want, got)
	if float64(got) < 0.9*float64(want) {
		t.Errorf("behind nginx %d requests are served, without it %d", got, want)
	}
}

// deadAddress returns an address where connections are refused: the near end of a connection. It is asked for, or the
// system could give nginx the same port to connect from, and it would reach itself.
func deadAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}}).Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Close(), l.Close() })
	return conn.LocalAddr().String()
}

// TestNginxPassesADeadInstance: a request that comes to an instance that is dead goes to another one, a mutation too,
// because nothing of it was sent.
func TestNginxPassesADeadInstance(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body)
	}))
	defer service.Close()
	alive := service.Listener.Addr().String()
	p := startNginx(t, []string{deadAddress(t), alive, alive})
	c := client(t)
	for range 20 {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if a := ask(t.Context(), c, method, "https://127.0.0.1:"+p.secure+"/graphql"); a.err != nil || a.status != http.StatusOK {
				t.Fatalf("%s: %d %q %v\n%s", method, a.status, a.body, a.err, read(t, p.errors))
			}
		}
	}
}

// TestNginxAloneIsUnavailable: where no instance answers, nginx says what the service says when it is unavailable.
func TestNginxAloneIsUnavailable(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // the system takes connections, and nobody reads them
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	for name, p := range map[string]proxy{
		"dead":  startNginx(t, []string{deadAddress(t), deadAddress(t), deadAddress(t)}),
		"hangs": startNginx(t, []string{silent.Addr().String()}, "proxy_read_timeout 35s;", "proxy_read_timeout 100ms;"),
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t)
			for _, request := range []struct{ method, path string }{
				{http.MethodGet, "/desk/"}, {http.MethodPost, "/api/auth/login/"}, {http.MethodPost, "/graphql"}, {http.MethodGet, "/graphql?query=%7Bviewer%7Bid%7D%7D"},
			} {
				unavailable(t, ask(t.Context(), c, request.method, "https://127.0.0.1:"+p.secure+request.path))
			}
		})
	}
}

// unavailable holds an answer against the service's own.
func unavailable(t *testing.T, got answer) {
	t.Helper()
	var body struct {
		RequestID string `json:"request_id"`
	}
	if err := json.Unmarshal([]byte(got.body), &body); got.err != nil || err != nil || len(body.RequestID) != 32 {
		t.Fatalf("%v %v: %d %q", got.err, err, got.status, got.body)
	}
	want := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r = r.WithContext(context.WithValue(r.Context(), middleware.RequestIDKey, body.RequestID))
	logged := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler)) // no failure of this test
	rest.WriteError(want, r, fault.New(fault.Unavailable, "The service can't be reached right now. Please try again in a moment."))
	slog.SetDefault(logged)
	if got.status != want.Code || got.body != want.Body.String() {
		t.Errorf("%d %s, the service says %d %s", got.status, got.body, want.Code, want.Body)
	}
	for _, name := range []string{"Content-Type", "Retry-After", "Cache-Control", "X-Content-Type-Options"} {
		if got.header.Get(name) != want.Header().Get(name) {
			t.Errorf("%s: %q, the service says %q", name, got.header.Get(name), want.Header().Get(name))
		}
	}
	// What the service's router and the server block of nginx.conf add.
	for name, want := range map[string]string{
		"X-Request-Id": body.RequestID, "Referrer-Policy": "no-referrer", "Strict-Transport-Security": "max-age=31536000",
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.header.Get(name), want)
		}
	}
}

// TestNginxPassesAnswersOn: what an instance answers is its own, also where nginx has words for that status.
func TestNginxPassesAnswersOn(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(map[string]int{"/502": http.StatusBadGateway, "/503": http.StatusServiceUnavailable, "/504": http.StatusGatewayTimeout}[r.URL.Path])
		_, _ = io.WriteString(w, "the instance's")
	}))
	defer service.Close()
	p := startNginx(t, []string{service.Listener.Addr().String()})
	for path, status := range map[string]int{"/502": http.StatusBadGateway, "/503": http.StatusServiceUnavailable, "/504": http.StatusGatewayTimeout} {
		a := ask(t.Context(), client(t), http.MethodGet, "https://127.0.0.1:"+p.secure+path)
		if a.err != nil || a.status != status || a.body != "the instance's" || a.header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: %d %q %v", path, a.status, a.body, a.err)
		}
	}
}
