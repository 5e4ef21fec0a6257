//go:build unix

package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const holdEnv = "REDRESS_PGTEST_HOLD"

// TestMain is also the program that TestServerEndsWithItsStarter kills.
func TestMain(m *testing.M) {
	if os.Getenv(holdEnv) == "" {
		os.Exit(m.Run())
	}
	s, err := Start()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.URL)
	select {}
}

func TestDatabase(t *testing.T) {
	ctx := t.Context()
	template := Database(t, "")
	if err := execute(ctx, template, "CREATE TABLE carried_over (id int)"); err != nil {
		t.Fatal(err)
	}
	var copied string
	t.Run("CopiesTheTemplate", func(t *testing.T) {
		copied = Database(t, NameOf(t, template))
		if copied == template {
			t.Fatal("the copy is the template")
		}
		if err := execute(ctx, copied, "INSERT INTO carried_over VALUES (1)"); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("IsGoneAfterItsTest", func(t *testing.T) {
		if err := execute(ctx, copied, "SELECT 1"); err == nil || !strings.Contains(err.Error(), "does not exist") {
			t.Fatalf("connecting to a dropped database: %v", err)
		}
	})
}

func TestLasting(t *testing.T) {
	URL(t)
	_, url, err := Lasting()
	if err != nil {
		t.Fatal(err)
	}
	if err := execute(t.Context(), url, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	DropLasting()
	if err := execute(t.Context(), url, "SELECT 1"); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Fatalf("connecting to a dropped database: %v", err)
	}
}

func TestServerStops(t *testing.T) {
	s, err := Start()
	if err != nil {
		skipWithout(t, err)
	}
	dir := s.dir
	if err := execute(t.Context(), s.URL, "SELECT 1"); err != nil {
		t.Error(err)
	}
	if err := errors.Join(s.Stop(), s.Stop()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of a stopped server: %v", err)
	}
}

func TestServerEndsWithItsStarter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process that its parent died")
	}
	if _, err := findBinaries(); err != nil {
		skipWithout(t, err)
	}
	tmp := t.TempDir()
	open(t, tmp)
	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), holdEnv+"=1", "TMPDIR="+tmp)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	line := bufio.NewScanner(out)
	line.Scan()
	serverURL := line.Text()
	if err := execute(t.Context(), serverURL, "SELECT 1"); err != nil {
		t.Fatalf("%s: %v", serverURL, err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait() // it was killed

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for execute(ctx, serverURL, "SELECT 1") == nil {
		time.Sleep(20 * time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Fatal("the server outlived the process that started it")
	}
	left, _ := filepath.Glob(filepath.Join(tmp, prefix+"*"))
	if len(left) != 1 {
		t.Fatalf("a killed run should have left its folder: %q", left)
	}
	old := time.Now().Add(-time.Hour)
	for ctx.Err() == nil {
		if err := os.Chtimes(left[0], old, old); errors.Is(err, os.ErrNotExist) {
			return
		}
		removeStale(tmp) // in vain for as long as the server takes to end
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the folder of a killed run was not swept")
}

func TestSweepKeeps(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	for name, in := range map[string]struct {
		dir    string
		age    time.Time
		locked bool
	}{
		"InUse":         {prefix + "1", old, true},
		"JustMade":      {prefix + "2", time.Now(), false},
		"SomethingElse": {"redress-other", old, false},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, in.dir)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if in.locked {
				f, err := os.Open(dir)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = f.Close() }()
				if err := flock(f); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(dir, in.age, in.age); err != nil {
				t.Fatal(err)
			}
			removeStale(parent)
			if _, err := os.Stat(dir); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	for dir, want := range map[string]float64{
		"/usr/lib/postgresql/15/bin":          15,
		"/usr/lib/postgresql/9.6/bin":         9.6,
		"/usr/pgsql-16/bin":                   16,
		"/opt/homebrew/opt/postgresql@17/bin": 17,
		"/usr/local/bin":                      0,
	} {
		t.Run(dir, func(t *testing.T) {
			if got := version(dir); got != want {
				t.Errorf("version(%q) = %v, want %v", dir, got, want)
			}
		})
	}
}

// skipWithout passes over what needs a server, but not in CI, which must have one.
func skipWithout(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, ErrNoPostgres) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	t.Fatal(err)
}

// open lets the server's user into the folders of a test.
func open(t *testing.T, dir string) {
	t.Helper()
	for ; strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
