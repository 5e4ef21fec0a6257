//go:build unix

package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ErrNoPostgres is returned when no PostgreSQL server binaries are found on this machine.
var ErrNoPostgres = errors.New("no PostgreSQL server was found: neither on PATH nor in " + strings.Join(commonDirs, ", "))

// commonDirs lists the folders where packages install the server's binaries, which seldom are on
// PATH.
var commonDirs = []string{
	"/usr/lib/postgresql/*/bin",              // Debian
	"/usr/pgsql-*/bin",                       // Red Hat
	"/usr/local/pgsql/bin", "/usr/local/bin", // from source, BSD
	"/usr/local/opt/postgresql*/bin", "/opt/homebrew/opt/postgresql*/bin", // Homebrew
}

const (
	prefix = "redress-pgtest-"
	role   = "redress"
)

// Server is a running throwaway PostgreSQL. All its files, including the socket, are in one
// temporary folder. It does not listen on the network, so it needs no free port and no password.
type Server struct {
	URL string // of the database postgres, as its superuser

	dir      string
	bin      string // folder of the programs
	attr     *syscall.SysProcAttr
	settings []string
	lock     *os.File
	cmd      *exec.Cmd
	log      serverLog
	exited   chan struct{} // closed once err is set
	err      error
}

// serverLog is what a server logs, while it does.
type serverLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Log returns what the server has logged since it was created.
func (s *Server) Log() string { return s.log.String() }

// Start creates and starts a server, which takes about a second, and removes what killed runs
// left. It returns ErrNoPostgres when PostgreSQL is not installed.
//
// PostgreSQL refuses to run as root: root starts it as postgres or nobody. On Linux it
// ends with the process that started it, whatever that one dies of.
//
// Its data does not survive a crash, unless a setting such as "synchronous_commit=on" is given.
func Start(settings ...string) (*Server, error) {
	s, err := newServer(settings)
	if err != nil {
		return nil, err
	}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// newServer returns a server with an empty folder.
func newServer(settings []string) (*Server, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	removeStale(os.TempDir())
	attr, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	query := url.Values{"host": {dir}, "user": {role}, "sslmode": {"disable"}}
	return &Server{URL: "postgres:///postgres?" + query.Encode(), dir: dir, bin: bin, attr: attr, settings: settings}, nil
}

// own gives the folder to the server's user and locks it.
func (s *Server) own() error {
	if c := s.attr.Credential; c != nil {
		if err := os.Chown(s.dir, int(c.Uid), int(c.Gid)); err != nil {
			return err
		}
	}
	var err error
	if s.lock, err = os.Open(s.dir); err != nil {
		return err
	}
	if err = flock(s.lock); err != nil {
		return fmt.Errorf("lock %s: %w", s.dir, err)
	}
	return nil
}

func (s *Server) start() error {
	if err := s.own(); err != nil {
		return err
	}
	// The order of code points and the case of all letters, as SQLite has them here and as
	// docs/operations.md asks of servers in production: both databases give the same answers.
	initdb := s.command("initdb", "--pgdata", s.data(), "--username", role, "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C.UTF-8",
		"--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w (it needs PostgreSQL 15, and a TMPDIR that its user may enter)\n%s", err, out)
	}

	return s.launch()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// launch runs the server on its folder.
func (s *Server) launch() error {
	s.cmd = s.command("postgres", "-D", s.data())
	for _, setting := range append([]string{
		"listen_addresses=", "unix_socket_directories=" + s.dir, "max_connections=300", "timezone=UTC",
		// Nothing here has to outlive a crash.
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
		"jit=off", // compiling costs more than the small queries of tests
	}, s.settings...) {
		s.cmd.Args = append(s.cmd.Args, "-c", setting)
	}
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	s.cmd.ExtraFiles = []*os.File{s.lock}

	started, exited := make(chan error), make(chan struct{})
	s.exited = exited
	go func() {
		// Linux watches the thread that started the process, not the whole parent:
		// this one must live as long as the server.
		runtime.LockOSThread()
		err := s.cmd.Start()
		started <- err
		if err == nil {
			s.err = s.cmd.Wait()
			close(exited)
		}
	}()
	if err := <-started; err != nil {
		s.cmd = nil
		return err
	}
	if err := s.ready(); err != nil {
		s.Crash(syscall.SIGQUIT) // only then all is in the log
		return fmt.Errorf("%w\n%s", err, s.Log())
	}
	return nil
}

// Crash ends the server with a signal and keeps its data: SIGQUIT is an immediate shutdown,
// SIGKILL is what the kernel does when memory runs out.
func (s *Server) Crash(sig syscall.Signal) {
	_ = s.cmd.Process.Signal(sig) // fails only if it has ended
	<-s.exited
}

// Suspend stops all processes of the server where they are: connections stay open, and new ones are
// accepted by the kernel alone. Resume lets them go on.
func (s *Server) Suspend() { s.signalAll(syscall.SIGSTOP) }

// Resume lets a suspended server go on.
func (s *Server) Resume() { s.signalAll(syscall.SIGCONT) }

// signalAll signals the server, then its children, each of which is in a process group of its own.
func (s *Server) signalAll(sig syscall.Signal) {
	_ = s.cmd.Process.Signal(sig)
	status, _ := filepath.Glob("/proc/[0-9]*/stat") // Linux
	for _, file := range status {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, after, _ := strings.Cut(string(text), ") ") // the name before may hold anything
		if fields := strings.Fields(after); len(fields) > 1 && fields[1] == strconv.Itoa(s.cmd.Process.Pid) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
				_ = syscall.Kill(pid, sig)
			}
		}
	}
}

// Restart starts a crashed server again, which recovers first. Processes that a killed one left
// must end before.
func (s *Server) Restart() error {
	begin := time.Now()
	for {
		err := s.launch()
		if err == nil || time.Since(begin) > 20*time.Second {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// ready waits until the server accepts connections.
func (s *Server) ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		err := execute(ctx, s.URL, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.exited:
			return fmt.Errorf("PostgreSQL ended at once: %w", s.err)
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the server immediately, despite open connections, and removes its folder. It may be
// called twice.
func (s *Server) Stop() error {
	if s.cmd != nil {
		s.Crash(syscall.SIGQUIT)
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
	return os.RemoveAll(s.dir)
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.SysProcAttr = s.attr
	cmd.Dir = s.dir                     // the caller's folder may be closed to the other user
	cmd.Env = []string{"LC_MESSAGES=C"} // not the caller's PGDATA, PGPORT, LANG …
	return cmd
}

// findBinaries returns the folder of initdb and postgres: on PATH, else the newest of the common
// ones.
func findBinaries() (string, error) {
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil && hasServer(filepath.Dir(path)) {
			return filepath.Dir(path), nil
		}
	}
	for _, pattern := range commonDirs {
		dirs, _ := filepath.Glob(pattern) // fails on a malformed pattern only
		newest := ""
		for _, dir := range dirs {
			if hasServer(dir) && (newest == "" || version(dir) > version(newest)) {
				newest = dir
			}
		}
		if newest != "" {
			return newest, nil
		}
	}
	return "", ErrNoPostgres
}

func hasServer(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// version reads the number in a folder's name, so that 9 sorts before 15.
func version(dir string) float64 {
	digits := strings.TrimFunc(filepath.Dir(dir), func(r rune) bool { return r < '0' || r > '9' })
	digits = digits[strings.LastIndexFunc(digits, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })+1:]
	n, _ := strconv.ParseFloat(digits, 64) // no number: sorts first
	return n
}

// unprivileged returns the attributes to start the server with: in a process group of its own, which the
// terminal's Ctrl-C doesn't reach, and not as root.
func unprivileged() (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	endWithParent(attr, syscall.SIGQUIT)
	if os.Geteuid() != 0 {
		return attr, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return nil, fmt.Errorf("user %s: %w", name, err)
		}
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return attr, nil
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody")
}

// removeStale removes the folders of servers that were killed together with their parents. A
// folder in use is locked, by its server too; one that is seconds old may be about to be locked.
func removeStale(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		f, err := os.Open(dir)
		if err != nil {
			continue // somebody else's
		}
		if flock(f) == nil {
			_ = os.RemoveAll(dir)
		}
		_ = f.Close()
	}
}

func flock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
