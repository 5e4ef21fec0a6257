//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHangUp: SIGHUP stops the service as SIGTERM does, with the exit code 0, and does nothing where nohup had it ignored.
func TestHangUp(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		p := h.startProcess(t)
		if err := p.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if err := p.cmd.Wait(); err != nil || !strings.Contains(p.log.String(), "requests in flight finish") {
			t.Errorf("%s: it ends with %v\n%s", sig, err, p.log)
		}
	}
	nohup, err := exec.LookPath("nohup")
	if err != nil {
		t.Log("NOT TESTED: nohup is not here")
		return
	}
	p := h.startChanged(t, func(c *exec.Cmd) { c.Path, c.Args = nohup, append([]string{nohup, c.Path}, c.Args[1:]...) })
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if strings.Contains(p.log.String(), "requests in flight finish") {
		t.Error("SIGHUP ends it under nohup")
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil || p.cmd.Wait() != nil {
		t.Errorf("SIGINT: %v\n%s", err, p.log)
	}
}
