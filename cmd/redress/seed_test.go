package main

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
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
			if len(line) > 81 {
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
