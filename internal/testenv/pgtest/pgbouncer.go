//go:build unix

package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// Pooler is a running PgBouncer.
type Pooler struct {
	URL string // of the database through it

	program, settings, dir string
	attr                   *syscall.SysProcAttr
	cmd                    *exec.Cmd
	log                    *bytes.Buffer
	exited                 <-chan struct{}
}

// PgBouncer is StartPgBouncer for tests that need the URL only.
func PgBouncer(t testing.TB, database, mode string, size int) string {
	t.Helper()
	return StartPgBouncer(t, database, mode, size).URL
}

// StartPgBouncer starts a PgBouncer before the server of a database URL until the test ends. Mode is
// its pool_mode, and size the connections to the server that its clients share. Where it is not
// installed the test is skipped, or fails under CI=true.
func StartPgBouncer(t testing.TB, database, mode string, size int) *Pooler {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/pgbouncer") // Debian, which is not on everybody's PATH
	}
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("PgBouncer is not installed: nothing was tested through it")
		}
		t.Skip("PgBouncer is not installed: nothing was tested through it")
	}
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	attr, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "redress-pgbouncer-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	q := u.Query()
	host, port, name := q.Get("host"), "5432", q.Get("user")
	if host == "" {
		host = u.Hostname()
		if u.Port() != "" {
			port = u.Port()
		}
	}
	if name == "" {
		name = u.User.Username()
	}
	password, _ := u.User.Password()
	write := func(file, text string) string {
		file = filepath.Join(dir, file)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c := attr.Credential; c != nil {
			if err := os.Chown(file, int(c.Uid), int(c.Gid)); err != nil {
				t.Fatal(err)
			}
		}
		return file
	}
	users := write("users.txt", fmt.Sprintf("%q %q\n", name, password))
	settings := write("pgbouncer.ini", fmt.Sprintf(`[databases]
* = host=%s port=%s
[pgbouncer]
listen_addr =
unix_socket_dir = %s
listen_port = 5432
auth_type = trust
auth_file = %s
pool_mode = %s
default_pool_size = %d
max_client_conn = 500
`, host, port, dir, users, mode, size))
	if c := attr.Credential; c != nil {
		if err := os.Chown(dir, int(c.Uid), int(c.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	q.Set("host", dir)
	q.Set("user", name)
	q.Set("sslmode", "disable")
	u.Host, u.User, u.RawQuery = "", nil, q.Encode()
	p := &Pooler{URL: u.String(), program: program, settings: settings, dir: dir, attr: attr}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Crash(syscall.SIGTERM) }) // at once, without waiting for its clients
	return p
}

// Start starts a pooler that has ended, and waits until it answers.
func (p *Pooler) Start() error {
	_ = os.Remove(filepath.Join(p.dir, ".s.PGSQL.5432")) // left by one that was killed
	p.log = &bytes.Buffer{}
	p.cmd = exec.Command(p.program, p.settings)
	p.cmd.SysProcAttr, p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = p.attr, p.dir, p.log, p.log
	started, exited := make(chan error), make(chan struct{})
	p.exited = exited
	go func() {
		runtime.LockOSThread() // it lives as long as this thread
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait()
			close(exited)
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := execute(context.Background(), p.URL, "SELECT 1")
		if err == nil {
			return nil
		}
		if time.Since(begin) > 20*time.Second {
			p.Crash(syscall.SIGKILL)
			return fmt.Errorf("PgBouncer does not answer: %w\n%s", err, p.log)
		}
	}
}

// Crash ends the pooler with a signal. Its clients' connections break.
func (p *Pooler) Crash(sig syscall.Signal) {
	_ = p.cmd.Process.Signal(sig) // fails only if it has ended
	<-p.exited
}
