package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSeed checks that there is a city, accounts can sign in, the ledger is intact, and a second
// run is refused.
func TestSeed(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, h installation) {
		s := h.run(t, "", "seed", "--complaints", "100", "--random-seed", "9")
		if s.err != "" || s.stderr != "" {
			t.Fatalf("%s %s", s.err, s.stderr)
		}
		for _, line := range []string{"       100 complaints", "       500 status_logs", "       100 payments", "--complaints 100 --random-seed 9 --until "} {
			if !strings.Contains(s.stdout, line) {
				t.Errorf("it does not say %q:\n%s", line, s.stdout)
			}
		}
		for line := range strings.Lines(s.stdout) {
			if len(line) > 81 && !strings.HasPrefix(line, "  redress ") { // commands are copied as they are
				t.Errorf("wider than a terminal: %s", line)
			}
		}
		h.mustRun(t, "", "verify-ledger")
		if again := h.run(t, "", "seed", "--complaints", "60"); !strings.Contains(again.err, "holds data already") || again.stdout != "" {
			t.Errorf("a second time: %q %q", again.err, again.stdout)
		}

		v := h.serve(t)
		for _, role := range []string{"superadmin", "admin", "solver", "provider", "user"} {
			token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", role+"1@seed.example"))
			r, _ := http.NewRequest(http.MethodPost, v.url+"/graphql", strings.NewReader(`{"query": "{ viewer { id } complaints { totalCount } }"}`))
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Content-Type", "application/json")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("%s can't sign in: %s", role, answer.Status)
			}
		}
	})
}

// TestSeedRaisesNoAlarm: of the files that a city has without bytes none is missing, for the service, the commands and a backup.
func TestSeedRaisesNoAlarm(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.mustRun(t, "", "seed", "--complaints", "300")
		if s := h.run(t, "", "verify-media"); s.err != "" || !strings.Contains(s.stdout, "300") {
			t.Errorf("verify-media: %+v", s)
		}
		to := filepath.Join(t.TempDir(), "backup")
		if s := h.run(t, "", "backup", to); s.err != "" || s.stderr != "" {
			t.Errorf("backup: %+v", s)
		}
		v := h.serve(t)
		var figures string
		eventually(t, time.Minute, "the first look for files", func() bool {
			figures = v.request(t, "", "GET", "/metrics", "").body
			return regexp.MustCompile(`redress_job_runs_total\{name="check_media",result="\w+"\} 1\n`).MatchString(figures)
		})
		if found := regexp.MustCompile(`\nredress_media_missing (\d+)\n`).FindStringSubmatch(figures); found == nil || found[1] != "0" {
			t.Errorf("the service misses files: %q", found)
		}
	})
}

// TestSeedAdvice holds that the command that a seed advises is for the database that it filled, works when it is copied, and shows
// no password.
func TestSeedAdvice(t *testing.T) {
	advised := func(t *testing.T, args ...string) string {
		t.Helper()
		s := runWith(t, "", append([]string{"seed", "--complaints", "3"}, args...)...)
		at := strings.Index(s.stdout, "  redress token ")
		if s.err != "" || at < 0 || strings.Contains(s.stdout, "hunter2") {
			t.Fatalf("%+v", s)
		}
		command, _, _ := strings.Cut(s.stdout[at+2:], "\n")
		return command
	}
	t.Run("Copied", func(t *testing.T) {
		for name, args := range map[string][]string{
			"Nothing": nil, "Folder": {"--data-dir", "city"}, "File": {"--database-url", "sqlite://var/city.db"},
			"Everything": {"--database-url", "sqlite://c.db", "--media-url", "file://m", "--key-file", "k", "--ledger-key-file", "l"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				command := advised(t, args...)
				for _, given := range args {
					_, place, isURL := strings.Cut(given, "://")
					if !isURL {
						place = given
					}
					if !strings.Contains(command, place) {
						t.Errorf("it does not name %s: %s", given, command)
					}
				}
				t.Chdir(t.TempDir())
				if s := runCommand(t, strings.Fields(command)[1:]...); s.err != "" || s.stderr != "" || len(s.stdout) < 100 {
					t.Errorf("%s: %+v", command, s)
				}
			})
		}
	})
	forEachDatabase(t, func(t *testing.T, h installation) {
		scheme, _, _ := strings.Cut(h.database, "://")
		if command := advised(t, h.flags()...); !strings.Contains(command, scheme+"://") {
			t.Errorf("it names no database: %s", command)
		}
	})
}

// TestNoPasswordInAdvice: the address of a database is repeated with a placeholder where it has a password, or left to the environment
// that gave it.
func TestNoPasswordInAdvice(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://redress@db.example.org/city?sslmode=disable": "--database-url 'postgres://redress@db.example.org/city?sslmode=disable'",
		"postgres://redress:hunter2@db.example.org/city":         "--database-url postgres://redress:PASSWORD@db.example.org/city",
		"postgres://db.example.org/city?password=hunter2&user=a": "--database-url 'postgres://db.example.org/city?password=PASSWORD&user=a'",
		"postgres://redress:7/hunter2@db.example.org/city":       "--database-url URL",
	} {
		t.Run(want, func(t *testing.T) {
			for _, fromEnvironment := range []bool{false, true} {
				args := []string{"config"}
				if fromEnvironment {
					t.Setenv("REDRESS_DATABASE_URL", url)
				} else {
					args = append(args, "--database-url", url)
				}
				app := &App{Stdout: &syncBuffer{}, Stderr: &syncBuffer{}}
				root := newRoot(app)
				root.SetArgs(args)
				if err := root.Execute(); err != nil {
					t.Fatal(err)
				}
				expected, _ := filepath.Abs("var")
				expected = "redress token --data-dir " + expected
				if fromEnvironment && !strings.Contains(want, "sslmode") {
					expected += "\n\nwith the same REDRESS_DATABASE_URL."
				} else {
					expected += " " + want
				}
				if got := app.commandLine("token"); got != expected {
					t.Errorf("from the environment %t: %s, expected %s", fromEnvironment, got, expected)
				}
			}
		})
	}
}

func TestSeedRefuses(t *testing.T) {
	for _, c := range []struct {
		args  []string
		wants string
	}{
		{[]string{}, "--complaints"},
		{[]string{"--complaints", "0"}, "must be 1 to"},
		{[]string{"--complaints=-5"}, "must be 1 to"},
		{[]string{"--complaints", "many"}, "--complaints"},
		{[]string{"--complaints", "5", "--until", "2999-01-01"}, "--until"},
		{[]string{"--complaints", "5", "--until", "tomorrow"}, "--until"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			h := newInstallation(t)
			if s := h.run(t, "", append([]string{"seed"}, c.args...)...); !strings.Contains(s.err, c.wants) || s.stdout != "" {
				t.Errorf("%v: %q %q", c.args, s.err, s.stdout)
			}
			if files, _ := os.ReadDir(h.dir); len(files) > 0 {
				t.Errorf("%v: it made %v", c.args, files)
			}
		})
	}
}

// TestSeedInterrupted checks that Ctrl-C leaves nothing, and that the error says so.
func TestSeedInterrupted(t *testing.T) {
	h := newInstallation(t)
	h.mustRun(t, "", "migrate")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := run(ctx, slices.Concat([]string{"seed", "--complaints", "50"}, h.flags()), nil, &syncBuffer{}, &syncBuffer{})
	if err == nil {
		t.Fatal("it goes on")
	}
	if s := h.run(t, "", "seed", "--complaints", "50"); s.err != "" {
		t.Errorf("afterwards: %s", s.err)
	}
}
