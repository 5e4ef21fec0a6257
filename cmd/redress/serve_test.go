package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/redress/redress/internal/demo"
)

// TestMetricsAddress holds that metrics with an address of their own, and profiles, are served there alone.
func TestMetricsAddress(t *testing.T) {
	h := newInstallation(t)
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if s := h.run(t, "", "serve", "--addr", "127.0.0.1:0", "--metrics-addr", address); !strings.Contains(s.err, "REDRESS_METRICS_ADDR") {
		t.Errorf("an address in use: %+v", s)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	plain := newInstallation(t).serve(t)
	s := h.serve(t, "--metrics-addr", address)
	for url, want := range map[string]int{
		"http://" + address + "/debug/pprof/": http.StatusOK, "http://" + address + "/debug/pprof/heap": http.StatusOK,
		"http://" + address + "/debug/pprof/profile?seconds=1": http.StatusOK, "http://" + address + "/debug/pprof/cmdline": http.StatusNotFound,
		s.url + "/debug/pprof/": http.StatusNotFound, s.url + "/debug/pprof/heap": http.StatusNotFound,
		plain.url + "/debug/pprof/": http.StatusNotFound, plain.url + "/debug/pprof/profile": http.StatusNotFound, plain.url + "/metrics": http.StatusOK,
		"http://" + address + "/metrics": http.StatusOK, "http://" + address + "/graphql": http.StatusNotFound, "http://" + address + "/": http.StatusNotFound,
		s.url + "/metrics": http.StatusNotFound, s.url + "/healthz": http.StatusOK,
	} {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %d, want %d", url, res.StatusCode, want)
		}
	}
}

// TestHealthcheck asks a service that runs, one that does not, and one whose database is gone.
func TestHealthcheck(t *testing.T) {
	h := newInstallation(t)
	s := h.serve(t)
	address := strings.TrimPrefix(s.url, "http://")
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, addr := range []string{address, ":" + port, "0.0.0.0:" + port} {
		if o := runCommand(t, "healthcheck", "--addr", addr); o.err != "" || o.stdout != "ready\n" {
			t.Errorf("%s: %+v", addr, o)
		}
	}
	if o := runCommand(t, "healthcheck", "--live", "--addr", address); o.err != "" {
		t.Errorf("%+v", o)
	}
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer broken.Close()
	address = strings.TrimPrefix(broken.URL, "http://")
	if o := runCommand(t, "healthcheck", "--addr", address); !strings.Contains(o.err, "not ready: ") || !strings.Contains(o.err, "503") {
		t.Errorf("%+v", o)
	}
	if o := runCommand(t, "healthcheck", "--live", "--addr", address); o.err != "" {
		t.Errorf("%+v", o)
	}
	broken.Close()
	if o := runCommand(t, "healthcheck", "--addr", address); !strings.Contains(o.err, "does not answer") {
		t.Errorf("%+v", o)
	}
	if o := runCommand(t, "healthcheck", "--addr", "nonsense"); !strings.Contains(o.err, "ADDR") {
		t.Errorf("%+v", o)
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		first := h.serve(t, "--demo")
		text := first.out.String()
		for _, want := range []string{"Loaded the demo data.", first.url + "/docs", first.url + "/playground", first.url + "/graphql", demo.Password} {
			if !strings.Contains(text, want) {
				t.Errorf("does not print %q:\n%s", want, text)
			}
		}
		for _, a := range demo.Accounts() {
			if !strings.Contains(text, a.Email) {
				t.Errorf("does not print %s", a.Email)
			}
		}
		for line := range strings.Lines(text) {
			if !strings.Contains(line, "curl ") && utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("too wide for a terminal: %s", line)
			}
		}
		before := runPrintedLines(t, first, http.StatusCreated)
		runInShell(t, text)
		first.stop()

		again := h.serve(t, "--demo")
		if strings.Contains(again.out.String(), "Loaded") {
			t.Error("loads the demo twice")
		}
		after := runPrintedLines(t, again, http.StatusOK) // the same picture as before is a duplicate
		for i := range before {
			if before[i].path != after[i].path {
				t.Errorf("%s became %s", before[i].path, after[i].path)
			}
			if before[i].token == after[i].token {
				t.Errorf("%s: an old token", before[i].path)
			}
			if !strings.Contains(before[i].path, "/media/") && !strings.HasSuffix(before[i].path, "/updates/") && before[i].body != after[i].body {
				t.Errorf("%s answered %s, then %s", before[i].path, before[i].body, after[i].body)
			}
		}
	})
}

type line struct{ path, token, body string }

var curl = regexp.MustCompile(`curl -sS (-F '([^']*)' )?-H 'Authorization: Bearer ([^']+)' (http://[^/]+)(/\S+)$`)

// runPrintedLines sends the request of each printed command.
func runPrintedLines(t *testing.T, v *testServer, uploaded int) []line {
	t.Helper()
	var lines []line
	for text := range strings.Lines(v.out.String()) {
		text = strings.TrimSpace(text)
		m := curl.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		form, token, base, path := m[2], m[3], m[4], m[5]
		if base != v.url {
			t.Errorf("%s is not %s", base, v.url)
		}
		want := http.StatusOK
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
		if form != "" {
			want = uploaded
			body, kind := parseForm(t, text)
			req, err = http.NewRequestWithContext(t.Context(), http.MethodPost, base+path, bytes.NewReader(body))
			if err == nil {
				req.Header.Set("Content-Type", kind)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		got := do(t, req)
		var answer struct{ Success bool }
		if err := json.Unmarshal([]byte(got.body), &answer); err != nil || got.status != want || !answer.Success {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
		lines = append(lines, line{path, token, got.body})
	}
	if len(lines) != 6 {
		t.Fatalf("%d lines:\n%s", len(lines), v.out)
	}
	return lines
}

// parseForm returns the form that `echo … | base64 -d | curl -F 'media=@-;filename=…'` sends.
func parseForm(t *testing.T, text string) (body []byte, kind string) {
	t.Helper()
	m := regexp.MustCompile(`^echo (\S+) \| base64 -d \| curl .*-F 'media=@-;filename=([^']+)'`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no upload: %s", text)
	}
	picture, err := base64.StdEncoding.DecodeString(m[1])
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("media", m[2])
	if err == nil {
		_, err = part.Write(picture)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

// runInShell runs the printed commands in a shell.
func runInShell(t *testing.T, text string) {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "base64"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Logf("NOT TESTED: the lines as they stand, because there is no %s", tool)
			return
		}
	}
	for text := range strings.Lines(text) {
		if !strings.Contains(text, "curl ") {
			continue
		}
		out, err := exec.CommandContext(t.Context(), "bash", "-c", text).Output()
		if err != nil || !bytes.HasPrefix(out, []byte(`{"success":true`)) {
			t.Errorf("%s: %v %s", text, err, out)
		}
	}
}

func TestDemoStaysAtHome(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	for _, addr := range []string{
		"0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "[2001:db8::1]:0", "example.org:0", "localhost.example.org:0", "127.0.0.1.example.org:0", "10.0.0.1:0",
	} {
		t.Run(addr, func(t *testing.T) {
			if s := h.run(t, "", "serve", "--demo", "--addr", addr); !strings.Contains(s.err, "this machine only") {
				t.Errorf("%s: %q", addr, s.err)
			}
		})
	}
}

// TestDemoThatWasPlayedWith checks that the demo starts although an account was disabled and
// sample rows are used up.
func TestDemoThatWasPlayedWith(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	h.serve(t, "--demo").stop()
	h.mustRun(t, "", "user", "disable", "solver@example.com")
	v := h.serve(t, "--demo")
	if n := strings.Count(v.out.String(), "curl "); n != 4 {
		t.Errorf("%d lines:\n%s", n, v.out)
	}
	if strings.Contains(v.out.String(), "00000000-0000") {
		t.Errorf("an id of nothing:\n%s", v.out)
	}
	if res := v.request(t, "", "GET", "/playground", ""); res.status != http.StatusOK {
		t.Errorf("playground: %d", res.status)
	}
	if res := v.request(t, "", "GET", "/playground/config.json", ""); res.status != http.StatusOK || strings.Contains(res.body, `"solver"`) {
		t.Errorf("tabs: %d %s", res.status, res.body)
	}
}

func TestFirstStart(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	v := h.serve(t)
	if !strings.Contains(v.out.String(), "redress user create --role super_admin") {
		t.Errorf("does not say how to begin:\n%s", v.out)
	}
	link := regexp.MustCompile(`(?m)^  (http://\S+)/desk/setup#(\S+)$`).FindStringSubmatch(v.out.String())
	if link == nil || link[1] != v.url {
		t.Fatalf("no link to the setup:\n%s", v.out)
	}
	if strings.Contains(v.out.String(), "playground") || strings.Contains(v.out.String(), demo.Password) {
		t.Errorf("offers the demo:\n%s", v.out)
	}
	if res := v.request(t, "", "GET", "/playground", ""); res.status != http.StatusNotFound {
		t.Errorf("playground: %d", res.status)
	}
	if res := v.request(t, "", "POST", "/graphql", `{"query":"{__schema{types{name}}}"}`); strings.Contains(res.body, "Complaint") {
		t.Errorf("introspection: %s", res.body)
	}
	setup := `{"token":"` + link[2] + `","name":"Me","email":"me@example.org","password":"a long enough secret","organization":"Oldhaven","language":"en","time_zone":"UTC"}`
	if res := v.request(t, "", "POST", "/desk/session/setup", strings.Replace(setup, "UTC", "Mars", 1)); res.status != http.StatusBadRequest || !strings.Contains(res.body, `"time_zone"`) {
		t.Errorf("a wrong time zone: %d %s", res.status, res.body)
	}
	if res := v.request(t, "", "POST", "/desk/session/setup", setup); res.status != http.StatusOK || !strings.Contains(res.header.Get("Set-Cookie"), "redress_refresh=") {
		t.Errorf("setup: %d %s", res.status, res.body)
	}
	if res := v.request(t, "", "POST", "/desk/session/setup", strings.Replace(setup, "me@", "you@", 1)); res.status != http.StatusConflict {
		t.Errorf("a second setup: %d %s", res.status, res.body)
	}
	v.stop()
	v = h.serve(t)
	if strings.Contains(v.out.String(), "user create") {
		t.Errorf("still says how to begin:\n%s", v.out)
	}
	v.stop()
	if s := h.run(t, "", "serve", "--demo", "--addr", "127.0.0.1:0"); !strings.Contains(s.err, "other data") {
		t.Errorf("the demo on somebody's data: %q", s.err)
	}
}

func TestAddressInUse(t *testing.T) {
	t.Parallel()
	v := newInstallation(t).serve(t)
	s := newInstallation(t).run(t, "", "serve", "--addr", strings.TrimPrefix(v.url, "http://"))
	if !strings.Contains(s.err, "REDRESS_ADDR") || !strings.Contains(s.err, "in use") {
		t.Errorf("%q", s.err)
	}
	if v.request(t, "", "GET", "/healthz", "").status != http.StatusOK {
		t.Error("the first one is gone")
	}
}

// TestStopWhileStarting: a start that is stopped before the service listens has not failed, and the next one works.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		for delay := time.Duration(0); delay < 400*time.Millisecond; delay += 25 * time.Millisecond {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(delay, cancel)
			if err := run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, h.flags()...), nil, &syncBuffer{}, &syncBuffer{}); err != nil {
				t.Errorf("stopped after %s: %v", delay, err)
			}
		}
	})
}
