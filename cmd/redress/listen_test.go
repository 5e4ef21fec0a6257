package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// overSocket returns a client that asks a socket, whatever the URL names.
func overSocket(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
}

// TestUnixSocket: the service listens on a socket with the mode that is named, takes a dead one's place and never a
// live one's, and believes the proxy behind it about addresses.
func TestUnixSocket(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	folder, err := os.MkdirTemp("", "redress") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	path := filepath.Join(folder, "redress.sock")
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	if err := dead.Close(); err != nil { // as a process that is killed leaves it
		t.Fatal(err)
	}
	serve := func(h installation, args ...string) (out, log *syncBuffer, stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		out, log = &syncBuffer{}, &syncBuffer{}
		ended := make(chan error, 1)
		go func() {
			ended <- run(ctx, append(append([]string{"serve", "--log-level", "info", "--log-format", "json"}, args...), h.flags()...), nil, out, log)
		}()
		eventually(t, 20*time.Second, "listens", func() bool { return strings.Contains(out.String(), "listens on unix://") })
		return out, log, func() {
			cancel()
			if err := <-ended; err != nil {
				t.Errorf("serve: %v", err)
			}
		}
	}
	addr := "unix://" + path + "?mode=0600"
	out, log, stop := serve(h, "--addr", addr)
	if info, err := os.Stat(path); err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if strings.Contains(out.String(), ".sock/desk") || strings.Contains(out.String(), "http://") {
		t.Errorf("it prints addresses that nobody can open:\n%s", out)
	}
	client := overSocket(path)
	ask := func(path, forwarded string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://redress.example.org"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if forwarded != "" {
			req.Header.Set("X-Forwarded-For", forwarded)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}
	if status, body := ask("/readyz", "203.0.113.5"); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask("/metrics", ""); status != http.StatusNotFound {
		t.Errorf("metrics for whoever a proxy lets in: %d %.100s", status, body)
	}
	_, _ = ask("/api/nothing/", "198.51.100.7, 203.0.113.5")
	if o := h.run(t, "", "healthcheck", "--addr", addr); o.err != "" || o.stdout != "ready\n" {
		t.Errorf("healthcheck: %+v", o)
	}
	other := newInstallation(t)
	if o := other.run(t, "", "serve", "--addr", addr); !strings.Contains(o.err, "REDRESS_ADDR") || !strings.Contains(o.err, "in use") {
		t.Errorf("a second service: %+v", o)
	}
	if status, _ := ask("/healthz", ""); status != http.StatusOK {
		t.Errorf("the first one: %d", status)
	}
	stop()
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("%s is left, log:\n%s", left, log)
	}
	_, _, stop = serve(h, "--addr", "unix://"+path, "--public-url", "https://redress.example.org")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("%v, %v", info, err)
	}
	stop()

	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if o := h.run(t, "", "serve", "--addr", addr); !strings.Contains(o.err, "not a socket") {
		t.Errorf("a file: %+v", o)
	}
	for _, addr := range []string{"unix:redress.sock", "unix://redress.sock", "unix:///", "unix:///run/", "unix:///run/r.sock?mode=rw", "unix:///run/r.sock?mode=0660&x=1", "unix:///" + strings.Repeat("x", 120)} {
		if o := h.run(t, "", "serve", "--addr", addr); !strings.Contains(o.err, "REDRESS_ADDR: ") {
			t.Errorf("%s: %+v", addr, o)
		}
	}
	if o := h.run(t, "", "serve", "--demo", "--addr", addr); !strings.Contains(o.err, "this machine only") {
		t.Errorf("the demo: %+v", o)
	}
}
