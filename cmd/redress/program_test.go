package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/dbtest"
)

// asProgramEnv is the variable that turns the test binary into the command itself.
const asProgramEnv = "REDRESS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgramEnv) != "" {
		main()
		return
	}
	before := filesHere()
	code := dbtest.Run(m)
	for name := range filesHere() {
		if !before[name] {
			fmt.Fprintf(os.Stderr, "a test left %s in the folder of the sources\n", name)
			code = 1
		}
	}
	os.Exit(code)
}

// filesHere returns the names of the files in this folder, without those that go test writes itself where it is asked to.
func filesHere() map[string]bool {
	names := map[string]bool{}
	entries, _ := os.ReadDir(".")
	for _, e := range entries {
		if written := filepath.Ext(e.Name()); written != ".prof" && written != ".out" && written != ".test" {
			names[e.Name()] = true
		}
	}
	return names
}

// installation is a folder with the keys and media of an installation, and the URL of its
// database.
type installation struct {
	dir, database string
}

// forEachDatabase runs a test on a new installation with each kind of database, migrated and without rows.
func forEachDatabase(t *testing.T, test func(t *testing.T, h installation)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(t, installationOn(t, name)) })
}

// forEachEmptyDatabase runs a test on a new installation with each kind of database, nothing in it.
func forEachEmptyDatabase(t *testing.T, test func(t *testing.T, h installation)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(t, emptyInstallationOn(t, name)) })
}

// installationOn returns an installation on a new migrated database without rows, "sqlite" or "postgres".
func installationOn(t *testing.T, name string) installation {
	t.Helper()
	h := newInstallation(t)
	h.database = dbtest.MigratedURL(t, name)
	return h
}

// emptyInstallationOn returns an installation on a new database with nothing in it, "sqlite" or "postgres": on SQLite its file
// is not there yet.
func emptyInstallationOn(t *testing.T, name string) installation {
	t.Helper()
	h := newInstallation(t)
	h.database = dbtest.URL(t, name)
	return h
}

// newInstallation returns an installation on SQLite whose database is not there yet.
func newInstallation(t *testing.T) installation {
	t.Helper()
	dir := t.TempDir()
	return installation{dir: dir, database: "sqlite://" + filepath.Join(dir, "redress.db")}
}

// flags returns the flags that point a command to the installation.
func (h installation) flags() []string {
	return []string{
		"--database-url", h.database, "--media-url", "file://" + filepath.Join(h.dir, "media"),
		"--key-file", filepath.Join(h.dir, "signing.key"), "--ledger-key-file", filepath.Join(h.dir, "ledger.key"),
	}
}

// command returns a command that runs in a process of its own, not started yet.
func (h installation) command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append(args, h.flags()...)...)
	cmd.Env = append(os.Environ(), asProgramEnv+"=1")
	return cmd
}

// output is what a command printed.
type output struct {
	stdout, stderr string
	err            string // as main prints it
}

// run runs a subcommand to its end, with a file as its standard input.
func (h installation) run(t *testing.T, input string, args ...string) output {
	t.Helper()
	return runWith(t, input, append(args, h.flags()...)...)
}

// runWith runs a command line with a file as its standard input.
func runWith(t *testing.T, input string, args ...string) output {
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
	var s output
	if err := run(t.Context(), args, f, &out, &notes); err != nil {
		s.err = message(err)
	}
	s.stdout, s.stderr = out.String(), notes.String()
	return s
}

// mustRun is run for a command that must succeed.
func (h installation) mustRun(t *testing.T, input string, args ...string) string {
	t.Helper()
	s := h.run(t, input, args...)
	if s.err != "" {
		t.Fatalf("%s: %s", args, s.err)
	}
	return s.stdout
}

// syncBuffer is a buffer that can be read while it is written.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// testServer is a service that runs in this process.
type testServer struct {
	url      string
	out, log *syncBuffer
	stop     func()
}

var listens = regexp.MustCompile(`listens on (http://\S+)`)

// serve runs `redress serve` on a free port until the test ends or stop is called.
func (h installation) serve(t *testing.T, args ...string) *testServer {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	v := &testServer{out: &syncBuffer{}, log: &syncBuffer{}}
	ended := make(chan error, 1)
	args = append(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), h.flags()...)
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
	for v.request(t, "", "GET", "/readyz", "").status != http.StatusOK {
		time.Sleep(5 * time.Millisecond)
	}
	return v
}

type response struct {
	status int
	header http.Header
	body   string
}

// request sends a request with a token, or without one.
func (v *testServer) request(t *testing.T, token, method, path, body string) response {
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

// graph sends a GraphQL document with a token.
func (v *testServer) graph(t *testing.T, token, document string, variables map[string]any) response {
	t.Helper()
	text, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	return v.request(t, token, "POST", "/graphql", string(text))
}

func do(t *testing.T, req *http.Request) response {
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
	return response{res.StatusCode, res.Header, string(text)}
}

// eventually repeats a check until it succeeds.
func eventually(t *testing.T, limit time.Duration, what string, right func() bool) {
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
