package server_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
)

// serving runs a site's service as the command does, on a listener of its own.
type serving struct {
	url  string
	stop context.CancelFunc
	done chan error
}

func serve(t *testing.T, s *testenv.Server) *serving {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	v := &serving{url: "http://" + l.Addr().String(), stop: stop, done: make(chan error, 1)}
	go func() {
		v.done <- s.Service.Serve(ctx, l)
		close(v.done)
	}()
	// What still runs after a test would write into a folder that is being removed.
	t.Cleanup(func() {
		stop()
		for range v.done {
		}
	})
	return v
}

func (v *serving) wait(t *testing.T) {
	t.Helper()
	select {
	case err := <-v.done:
		if err != nil {
			t.Errorf("stopped with %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("does not stop")
	}
}

func TestStopWhenIdle(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	v := serve(t, s)
	kept := &http.Client{Transport: &http.Transport{}} // keeps its connection open
	if res, err := kept.Do(request(t, http.MethodGet, v.url+"/healthz", nil)); err != nil {
		t.Fatal(err)
	} else if err := drainAndClose(res); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	v.stop()
	v.wait(t)
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if res, err := kept.Do(request(t, http.MethodGet, v.url+"/healthz", nil)); err == nil {
		_ = drainAndClose(res)
		t.Error("still responds")
	}
}

// A slow upload and a login that waits for the database are under way when the service is
// told to stop: readiness fails first, and both are served.
func TestStopFinishesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		v := serve(t, s)
		type result struct {
			status int
			body   string
			err    error
		}
		send := func(req *http.Request) chan result {
			results := make(chan result, 1)
			go func() {
				res, err := http.DefaultTransport.RoundTrip(req)
				if err != nil {
					results <- result{err: err}
					return
				}
				body, err := io.ReadAll(res.Body)
				_ = res.Body.Close()
				results <- result{res.StatusCode, string(body), err}
			}()
			return results
		}

		form, kind := picture(t, "slow.png", 99)
		body, sender := io.Pipe()
		slow := request(t, http.MethodPost, v.url+"/api/solver/tasks/update/"+s.Samples.Update.String()+"/media/", body)
		slow.Header.Set("Content-Type", kind)
		slow.Header.Set("Authorization", "Bearer "+s.Token(t, testenv.Solver))
		upload := send(slow)
		if _, err := sender.Write(form[:len(form)/2]); err != nil {
			t.Fatal(err)
		}

		tx, err := s.Store.DB().BeginTx(t.Context(), nil) // on SQLite this holds the write lock
		if err == nil && s.Dialect == "postgres" {
			_, err = tx.ExecContext(t.Context(), "LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
		}
		if err != nil {
			t.Fatal(err)
		}
		waiting := request(t, http.MethodPost, v.url+"/api/auth/login/", strings.NewReader(`{"email":"user@example.com","password":"redress-demo"}`))
		waiting.Header.Set("Content-Type", "application/json")
		login := send(waiting)
		for !strings.Contains(s.Do(t, testenv.Request{Path: "/metrics"}).Body, "redress_requests_in_flight 3") { // the two, and this one
			time.Sleep(5 * time.Millisecond)
		}

		v.stop()
		for s.Do(t, testenv.Request{Path: "/readyz"}).Status != http.StatusServiceUnavailable {
			time.Sleep(5 * time.Millisecond)
		}
		res, err := http.DefaultTransport.RoundTrip(request(t, http.MethodGet, s.URL+"/healthz", nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := drainAndClose(res); err != nil || !res.Close { // so that no proxy uses it when it closes
			t.Errorf("the connection stays open, %v", err)
		}
		select {
		case err := <-v.done:
			t.Fatalf("stopped over requests in flight: %v", err)
		case <-time.After(time.Second):
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if got := <-login; got.status != http.StatusOK || got.err != nil {
			t.Errorf("login: %+v", got)
		}
		if _, err := sender.Write(form[len(form)/2:]); err != nil {
			t.Fatal(err)
		}
		if err := sender.Close(); err != nil {
			t.Fatal(err)
		}
		if got := <-upload; got.status != http.StatusCreated || got.err != nil {
			t.Errorf("upload: %+v", got)
		}
		v.wait(t)
	})
}

func TestSlowAndLargeHeaders(t *testing.T) {
	t.Parallel()
	v := serve(t, testenv.Start(t, testenv.Databases()[0]))
	dial := func() net.Conn {
		var d net.Dialer
		c, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(v.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		return c
	}
	large := dial()
	go func() {
		_, _ = io.WriteString(large, "GET / HTTP/1.1\r\nHost: x\r\nX-Long: "+strings.Repeat("a", 64<<10)+"\r\n\r\n")
	}()
	res, err := http.ReadResponse(bufio.NewReader(large), nil)
	if err != nil || res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("large headers: %v %v", res, err)
	} else {
		_ = res.Body.Close()
	}

	slow := dial()
	begin := time.Now()
	if _, err := io.WriteString(slow, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(slow)
	if took := time.Since(begin); err != nil || bytes.Contains(rest, []byte("200 OK")) || took > 30*time.Second {
		t.Errorf("headers that never end: %q %v after %v", rest, err, took)
	}
}

func request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func drainAndClose(res *http.Response) error {
	_, err := io.Copy(io.Discard, res.Body)
	if closed := res.Body.Close(); err == nil {
		err = closed
	}
	return err
}
