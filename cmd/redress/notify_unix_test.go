//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// manager is a service manager of which only the socket exists.
type manager struct {
	lines chan string
	said  []string
	log   *syncBuffer // of the service
}

// newManager returns a manager, and the variable that names it.
func newManager(t *testing.T) (m *manager, env string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "notify") // paths of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	name := filepath.Join(folder, "s")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	m = &manager{lines: make(chan string, 1000), log: &syncBuffer{}}
	go func() { // always, because a sender waits while ten messages are unread
		for buffer := make([]byte, 4096); ; {
			n, err := socket.Read(buffer)
			if err != nil {
				return
			}
			for line := range strings.SplitSeq(string(buffer[:n]), "\n") {
				m.lines <- line
			}
		}
	}()
	return m, "NOTIFY_SOCKET=" + name
}

// await waits until the manager is told a line that begins with a text.
func (m *manager) await(t *testing.T, prefix string) {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case line := <-m.lines:
			m.said = append(m.said, line)
			if strings.HasPrefix(line, prefix) {
				return
			}
		case <-limit:
			t.Fatalf("it never said %s, but\n%s\n%s", prefix, strings.Join(m.said, "\n"), m.log)
		}
	}
}

// TestServiceManagerIsNotified: systemd learns that a start takes longer because of a migration, when the
// service is ready, that it is alive, and that it stops.
func TestServiceManagerIsNotified(t *testing.T) {
	t.Parallel()
	serve := func(h installation) (*manager, *exec.Cmd) {
		m, env := newManager(t)
		c := h.command(t, "serve", "--addr", "127.0.0.1:0")
		c.Env = append(c.Env, env, "WATCHDOG_USEC=100000")
		c.Stderr = m.log
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() }) // unless it has ended
		return m, c
	}
	old := restored(t, "sqlite", filepath.Join("..", "..", "internal", "store", "testdata", "schema-0003.sqlite.gz"))
	m, c := serve(old)
	for _, line := range []string{"EXTEND_TIMEOUT_USEC=120000000", "STATUS=Migration 4, step 1 of 2: ", "STATUS=Migration 4, step 2 of 2: "} {
		m.await(t, line)
	}
	if err := c.Wait(); err == nil || strings.Contains(strings.Join(m.said, "\n"), "READY") {
		t.Errorf("without the media of its database it says\n%s\nand exits with %v", strings.Join(m.said, "\n"), err)
	}

	m, c = serve(newInstallation(t))
	for _, line := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"} {
		m.await(t, line)
	}
	if all := strings.Join(m.said, "\n"); strings.Contains(all, "STOPPING") {
		t.Errorf("it said\n%s", all)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	m.await(t, "STOPPING=1")
	if err := c.Wait(); err != nil {
		t.Errorf("%v\n%s", err, m.log)
	}
}
