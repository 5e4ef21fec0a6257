package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// asProgram turns the test program into the command itself.
const asProgram = "REDRESS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// home is a folder with everything that one installation has, and how to find its database.
type home struct {
	dir, database string
}

// eachDatabase runs a test on a fresh installation with each kind of database.
func eachDatabase(t *testing.T, test func(t *testing.T, h home)) {
	t.Helper()
	chosen := os.Getenv("REDRESS_TEST_DATABASES")
	for _, name := range []string{"sqlite", "postgres"} {
		if chosen != "" && !strings.Contains(chosen, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			if name == "postgres" {
				h.database = pgtest.Database(t, "")
			}
			test(t, h)
		})
	}
}

func newHome(t *testing.T) home {
	t.Helper()
	dir := t.TempDir()
	return home{dir: dir, database: "sqlite://" + filepath.Join(dir, "redress.db")}
}

// settings are the flags by which a command finds the installation.
func (h home) settings() []string {
	return []string{
		"--database-url", h.database, "--media-url", "file://" + filepath.Join(h.dir, "media"),
		"--key-file", filepath.Join(h.dir, "signing.key"), "--ledger-key-file", filepath.Join(h.dir, "ledger.key"),
	}
}

// said is what a command answered.
type said struct {
	out, notes string
	err        string // as the person at the terminal reads it
}

// command runs a subcommand to its end, with a file as its standard input.
func (h home) command(t *testing.T, input string, args ...string) said {
	t.Helper()
	stdin := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(stdin, []byte(input), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(stdin)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out, notes bytes.Buffer
	var s said
	if err := run(t.Context(), append(args, h.settings()...), f, &out, &notes); err != nil {
		s.err = sentence(err)
	}
	s.out, s.notes = out.String(), notes.String()
	return s
}

// must is command for what must work.
func (h home) must(t *testing.T, input string, args ...string) string {
	t.Helper()
	s := h.command(t, input, args...)
	if s.err != "" {
		t.Fatalf("%s: %s", args, s.err)
	}
	return s.out
}

// screen is a terminal's output that is read while it is written.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// served is a service that runs in this process.
type served struct {
	url      string
	out, log *screen
	stop     func()
}

var listens = regexp.MustCompile(`listens on (http://\S+)`)

// serve runs `redress serve` on a free port until the test ends or stop is called.
func (h home) serve(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	v := &served{out: &screen{}, log: &screen{}}
	ended := make(chan error, 1)
	args = append(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), h.settings()...)
	go func() { ended <- run(ctx, args, nil, v.out, v.log) }()
	v.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("serve: %v", err)
			}
		case <-time.After(time.Minute):
			t.Error("does not stop")
		}
	})
	t.Cleanup(v.stop)
	for v.url == "" {
		select {
		case err := <-ended:
			ended <- nil
			t.Fatalf("does not start: %v\n%s%s", err, v.out, v.log)
		case <-time.After(2 * time.Millisecond):
		}
		if found := listens.FindStringSubmatch(v.out.String()); found != nil {
			v.url = found[1]
		}
	}
	for v.ask(t, "", "GET", "/readyz", "").status != http.StatusOK {
		time.Sleep(5 * time.Millisecond)
	}
	return v
}

type reply struct {
	status int
	header http.Header
	body   string
}

// ask sends a request with a token, or without one.
func (v *served) ask(t *testing.T, token, method, path, body string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, v.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return do(t, req)
}

func do(t *testing.T, req *http.Request) reply {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, string(text)}
}

// within repeats a question until its answer is right.
func within(t *testing.T, limit time.Duration, what string, right func() bool) {
	t.Helper()
	begin := time.Now()
	for !right() {
		if time.Since(begin) > limit {
			t.Errorf("%s: not within %v", what, limit)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
