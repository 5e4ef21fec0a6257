package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/dashboard"
	"github.com/redress/redress/internal/web"
)

// newDesk serves a desk of one script.
func newDesk(t *testing.T) http.Handler {
	t.Helper()
	var script bytes.Buffer
	w := gzip.NewWriter(&script)
	_, _ = w.Write([]byte("start()"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	cfg := plain()
	cfg.Desk = fstest.MapFS{
		"track.html":             {Data: []byte(`<title>Your report</title>`)},
		"report.html":            {Data: []byte(`<title>Report something</title>`)},
		"index.html":             {Data: []byte(`<meta property="csp-nonce" nonce="__NONCE__"><style nonce="__NONCE__"></style>`)},
		"assets/main-1234.js.gz": {Data: script.Bytes()},
		"worker.js":              {Data: []byte("work()")},
		"app.webmanifest":        {Data: []byte("{}")},
	}
	cfg.Images = func() []string { return []string{"https://tiles.example.org"} }
	r := chi.NewRouter()
	web.New(cfg).Mount(r)
	return r
}

func TestDesk(t *testing.T) {
	h := newDesk(t)
	ask := func(method, path, encoding string) *http.Response {
		r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result()
	}
	for _, c := range []struct {
		name, path, encoding string
		status               int
		contentType, cache   string
		body                 string
	}{
		{"the page", "/desk/", "identity", 200, "text/html; charset=utf-8", "no-store", "csp-nonce"},
		{"the page for the address of a screen", "/desk/complaints/CMP-2026-000123?peek=1", "identity", 200, "text/html; charset=utf-8", "no-store", "csp-nonce"},
		{"a script, unpacked", "/desk/assets/main-1234.js", "identity", 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "start()"},
		{"a script, packed", "/desk/assets/main-1234.js", "gzip", 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "\x1f\x8b"},
		{"the worker, asked for again at every visit", "/desk/worker.js", "identity", 200, "text/javascript; charset=utf-8", "no-cache", "work()"},
		{"the page behind a link", "/track", "identity", 200, "text/html; charset=utf-8", "no-cache", "<title>Your report"},
		{"the page behind a link, with a slash", "/track/", "identity", 200, "text/html; charset=utf-8", "no-cache", "<title>Your report"},
		{"the page to report on", "/report", "identity", 200, "text/html; charset=utf-8", "no-cache", "<title>Report something"},
		{"the page to report on, with a slash", "/report/", "identity", 200, "text/html; charset=utf-8", "no-cache", "<title>Report something"},
		{"the manifest", "/desk/app.webmanifest", "identity", 200, "application/manifest+json", "no-cache", "{}"},
		{"no page for the script of another version", "/desk/assets/main-0000.js", "identity", 404, "text/plain; charset=utf-8", "no-store", "another version"},
		{"the slash at the end", "/desk", "identity", 308, "text/html; charset=utf-8", "", "/desk/"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ask(http.MethodGet, c.path, c.encoding)
			raw, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			body := string(raw)
			if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.contentType ||
				res.Header.Get("Cache-Control") != c.cache || !strings.Contains(body, c.body) {
				t.Errorf("got %d, %s, %s, %q", res.StatusCode, res.Header.Get("Content-Type"), res.Header.Get("Cache-Control"), body)
			}
			if packed := res.Header.Get("Content-Encoding") == "gzip"; packed != (c.body == "\x1f\x8b") {
				t.Errorf("packed: %t", packed)
			}
			if head := ask(http.MethodHead, c.path, c.encoding); head.StatusCode != c.status {
				t.Errorf("HEAD: %d", head.StatusCode)
			}
		})
	}
	if res := ask(http.MethodPost, "/desk/", "identity"); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", res.StatusCode)
	}
}

// The page's own policy allows its nonce, which is another one in each answer, and no inline script.
func TestDeskPolicy(t *testing.T) {
	h := newDesk(t)
	nonce := regexp.MustCompile(`'nonce-([A-Za-z0-9]{20,})'`)
	seen := map[string]bool{}
	for range 2 {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/desk/", nil))
		policy, body := w.Header().Get("Content-Security-Policy"), w.Body.String()
		found := nonce.FindStringSubmatch(policy)
		if found == nil {
			t.Fatalf("no nonce in %s", policy)
		}
		seen[found[1]] = true
		if strings.Count(body, `nonce="`+found[1]+`"`) != 2 {
			t.Errorf("the page has another nonce: %s", body)
		}
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "img-src 'self' data: blob: https://tiles.example.org;", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("no %q in %s", want, policy)
			}
		}
	}
	if len(seen) != 2 {
		t.Error("two answers have the same nonce")
	}
}

// What is built into the program can be served: every file that the page names is there.
func TestDeskIsComplete(t *testing.T) {
	cfg := plain()
	cfg.Desk = dashboard.Files()
	r := chi.NewRouter()
	web.New(cfg).Mount(r)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w
	}
	page := get("/desk/").Body.String()
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if res := get(m[1]); res.Code != http.StatusOK || !strings.HasPrefix(m[1], "/desk/") {
			t.Errorf("%s: %d", m[1], res.Code)
		}
	}
}

// A service worker may fetch what its own policy allows, and nothing but the desk's worker may fetch at all.
func TestDeskWorkerMayFetch(t *testing.T) {
	h := newDesk(t)
	for path, fetches := range map[string]bool{"/desk/worker.js": true, "/desk/assets/main-1234.js": false, "/desk/app.webmanifest": false} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if strings.Contains(policy, "connect-src 'self'") != fetches || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: %s", path, policy)
		}
	}
}
