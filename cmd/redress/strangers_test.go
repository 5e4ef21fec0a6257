package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// withFiles lets a command open a number of files only.
func withFiles(n int) func(*exec.Cmd) {
	return func(c *exec.Cmd) {
		c.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, n), c.Path}, c.Args[1:]...)
		c.Path = "/bin/sh"
	}
}

// TestFewFiles: connections that are held open do not silence a service that may open few files. It
// stops in time though nobody reads its log.
func TestFewFiles(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	p := newInstallation(t).startChanged(t, func(c *exec.Cmd) { withFiles(256)(c); c.Stderr = out })
	_ = out.Close()
	for range 300 {
		var d net.Dialer
		c, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n")
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
		if status, _, err := send(&http.Client{Transport: &http.Transport{}}, req, ""); err != nil || status != http.StatusOK {
			t.Errorf("%s: %d %v", path, status, err)
		}
		cancel()
	}
	for range 500 {
		p.request(t, "", http.MethodGet, "/x", "")
	}
	p.stop(t)
	if log, err := io.ReadAll(in); err != nil || !strings.Contains(string(log), `"connections":80,"streams":18,"REDRESS_STREAMS":1000`) {
		t.Errorf("no warning: %v %.500s", err, log)
	}
}

// TestLogThatNobodyReads: a log that is a pipe without a reader stops no request; what did not fit is
// counted; and the service stops in time.
func TestLogThatNobodyReads(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	p := newInstallation(t).startChanged(t, func(c *exec.Cmd) { c.Stderr = out })
	_ = out.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}, Timeout: 20 * time.Second}
	ask := func(path string) (string, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+path, nil)
		if err != nil {
			return "", err
		}
		req.Header.Set("X-Request-Id", strings.Repeat("a", 64)) // longer lines fill the buffer sooner
		_, text, err := send(client, req, "")
		return string(text), err
	}
	dropped := func() (n int) {
		t.Helper()
		text, err := ask("/metrics")
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(text, "\nredress_log_lines_dropped_total ")
		_, _ = fmt.Sscan(after, &n)
		return n
	}
	var clients sync.WaitGroup
	var sent atomic.Int64
	for range 8 {
		clients.Go(func() {
			for n := sent.Add(1); n < 40_000 && (n%500 != 0 || dropped() == 0); n = sent.Add(1) {
				if _, err := ask("/x"); err != nil {
					t.Errorf("request %d: %v", n, err)
					return
				}
			}
			sent.Store(40_000)
		})
	}
	clients.Wait()
	if dropped() == 0 {
		t.Fatal("nothing was dropped, or it was not counted")
	}

	told := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "log lines were dropped") {
				told <- lines.Text()
				break
			}
		}
	}()
	select {
	case line := <-told:
		t.Log(line)
	case <-time.After(20 * time.Second):
		t.Error("nothing says that lines were dropped")
	}

	_ = in.Close() // a reader that is gone for good
	for range 50 {
		if _, err := ask("/x"); err != nil {
			t.Fatal(err)
		}
	}
	p.stop(t)
}

// stop ends the process as an operator does.
func (p *process) stop(t *testing.T) {
	t.Helper()
	begin := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if took := time.Since(begin); took > 15*time.Second {
		t.Errorf("stopped after %v", took)
	}
}
