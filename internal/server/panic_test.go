package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/httpio"
)

func TestPanic(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/early", func(http.ResponseWriter, *http.Request) { panic("secret cause") })
	mux.HandleFunc("/late", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"success":true`))
		_ = http.NewResponseController(w).Flush()
		panic("secret cause")
	})
	mux.HandleFunc("/abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	server := httptest.NewServer(requestID(recoverer(secure(mux))))
	defer server.Close()

	res, err := get(t, server.URL+"/early")
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		Code   string `json:"code"`
		Status int    `json:"status_code"`
		ID     string `json:"request_id"`
	}
	if err := json.Unmarshal([]byte(res.text), &body); err != nil {
		t.Fatal(err)
	}
	if res.status != http.StatusInternalServerError || body.Status != res.status || body.Code != "internal_error" || body.ID == "" {
		t.Errorf("%d %s", res.status, res.text)
	}
	if strings.Contains(res.text, "secret") || strings.Contains(res.text, "goroutine") {
		t.Errorf("reveals internals: %s", res.text)
	}
	for _, path := range []string{"/late", "/abort"} { // half an answer must not pass for a whole one
		t.Run(path, func(t *testing.T) {
			if res, err := get(t, server.URL+path); err == nil {
				t.Errorf("%s: %d %q", path, res.status, res.text)
			}
		})
	}
}

type answer struct {
	status int
	text   string
}

func get(t *testing.T, url string) (answer, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	text, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, string(text)}, errors.Join(err, res.Body.Close())
}

// socket notes the deadlines that it is given.
type socket struct {
	http.ResponseWriter
	read, write time.Time
}

func (s *socket) SetReadDeadline(at time.Time) error  { s.read = at; return nil }
func (s *socket) SetWriteDeadline(at time.Time) error { s.write = at; return nil }

// The write deadline of the request before stays in force on a connection. A link to media
// that is opened a minute after a query must not meet it. The body of an upload may take as long as
// its rate allows, others have an end.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	limits := httpio.BodyLimits{Grace: time.Hour, Rate: 1, Stall: time.Hour, Drain: time.Minute}
	for path, bounded := range map[string]bool{"/graphql": true, "/media/1": false, "/api/solver/tasks/update/1/media/": false} {
		t.Run(path, func(t *testing.T) {
			w := &socket{ResponseWriter: httptest.NewRecorder(), write: begin.Add(-time.Second)}
			var read time.Time
			httpio.LimitBodies(deadline(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if _, has := r.Context().Deadline(); has != bounded {
					t.Errorf("%s: the request has an end: %t", path, has)
				}
				_, _ = r.Body.Read(make([]byte, 1))
				read = w.read
			})), limits).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader("xyz")))
			if w.write.Before(begin) {
				t.Errorf("%s: the answer is late before it is begun", path)
			}
			if read.Before(begin.Add(time.Minute)) != bounded {
				t.Errorf("%s: the body may take %v", path, read.Sub(begin))
			}
			if w.read.After(begin.Add(2 * time.Minute)) {
				t.Errorf("%s: what is left of the body may take %v", path, w.read.Sub(begin))
			}
		})
	}
}
