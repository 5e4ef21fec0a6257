package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that the bench started.
type process struct {
	cmd     *exec.Cmd
	address string
}

var listens = regexp.MustCompile(`listens on http://(\S+)`)

// start runs a program that prints its address, and waits until it does.
func start(ctx context.Context, program string, args ...string) (*process, error) {
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // programs of our own
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var log tail
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := listens.FindStringSubmatch(lines.Text()); found != nil {
			p.address = found[1]
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s does not start: %w\n%s", program, errors.Join(lines.Err(), cmd.Wait()), log.text)
}

// tail keeps the last output of a program.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 4 << 10
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(p), nil
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait() // it was stopped
}

var readiness = message{[]byte("GET /readyz HTTP/1.1\r\nHost: bench\r\n\r\n")}

// ready waits until a server reports that it is ready.
func (p *process) ready() error {
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		w, err := dial(p.address)
		if err == nil {
			var status int
			status, err = w.do(readiness, io.Discard)
			_ = w.conn.Close()
			if err == nil && status == 200 {
				return nil
			}
		}
		if time.Since(begin) > 30*time.Second {
			return fmt.Errorf("%s does not get ready: %w", p.cmd.Path, err)
		}
	}
}

func (p *process) cpu() time.Duration { return cpuOf(p.cmd.Process.Pid, false) }

// tick is the kernel's unit of CPU time, on every Linux.
const tick = 10 * time.Millisecond

// cpuOf returns the CPU time of a process, and of its ended children, or 0 without /proc.
func cpuOf(pid int, children bool) time.Duration {
	fields := statOf(pid)
	if len(fields) < 16 {
		return 0
	}
	n := 2
	if children {
		n = 4
	}
	var ticks int64
	for _, f := range fields[11 : 11+n] {
		t, _ := strconv.ParseInt(f, 10, 64) // the kernel writes numbers
		ticks += t
	}
	return time.Duration(ticks) * tick
}

// statOf returns the fields of /proc/PID/stat after the name, from the state on.
func statOf(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
}

// memory returns the resident memory of a process in MB, the part that is not pages of the
// program's file, and the peak.
func (p *process) memory() (now, own, most float64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid)) // zeros without /proc
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kb, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "VmRSS:":
			now = kb / 1000
		case "RssAnon:":
			own = kb / 1000
		case "VmHWM:":
			most = kb / 1000
		}
	}
	return now, own, most
}

// postmaster returns the process id of a PostgreSQL on this machine, or 0 when it is elsewhere.
func postmaster(ctx context.Context, db *sql.DB) int {
	var backend int
	if err := db.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&backend); err != nil {
		return 0
	}
	fields := statOf(backend)
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", backend))
	if len(fields) < 2 || !strings.HasPrefix(string(name), "postgres") {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}

// family returns the CPU time of a process and all its children, or 0 for none.
func family(pid int) time.Duration {
	if pid == 0 {
		return 0
	}
	sum := cpuOf(pid, true)
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		child, _ := strconv.Atoi(filepath.Base(dir))
		if fields := statOf(child); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			sum += cpuOf(child, false)
		}
	}
	return sum
}
