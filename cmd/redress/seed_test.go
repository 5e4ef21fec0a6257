package main

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSeed: a city is there, people can sign in, the ledger holds, and it is not made twice.
func TestSeed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, h home) {
		s := h.command(t, "", "seed", "--complaints", "100", "--random-seed", "9")
		if s.err != "" || s.notes != "" {
			t.Fatalf("%s %s", s.err, s.notes)
		}
		for _, line := range []string{"       100 complaints", "       500 status_logs", "       100 payments", "--complaints 100 --random-seed 9 --until "} {
			if !strings.Contains(s.out, line) {
				t.Errorf("it does not say %q:\n%s", line, s.out)
			}
		}
		for line := range strings.Lines(s.out) {
			if len(line) > 81 {
				t.Errorf("wider than a terminal: %s", line)
			}
		}
		h.must(t, "", "verify-ledger")
		if again := h.command(t, "", "seed", "--complaints", "60"); !strings.Contains(again.err, "holds data already") || again.out != "" {
			t.Errorf("a second time: %q %q", again.err, again.out)
		}

		v := h.serve(t)
		for _, role := range []string{"superadmin", "admin", "solver", "provider", "user"} {
			token := strings.TrimSpace(h.must(t, "", "token", "--email", role+"1@seed.example"))
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
		h := newHome(t)
		if s := h.command(t, "", append([]string{"seed"}, c.args...)...); !strings.Contains(s.err, c.wants) || s.out != "" {
			t.Errorf("%v: %q %q", c.args, s.err, s.out)
		}
		if files, _ := os.ReadDir(h.dir); len(files) > 0 {
			t.Errorf("%v: it made %v", c.args, files)
		}
	}
}

// TestSeedInterrupted: Ctrl-C leaves nothing, and says so.
func TestSeedInterrupted(t *testing.T) {
	h := newHome(t)
	h.must(t, "", "migrate")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := run(ctx, slices.Concat([]string{"seed", "--complaints", "50"}, h.settings()), nil, &screen{}, &screen{})
	if err == nil {
		t.Fatal("it goes on")
	}
	if s := h.command(t, "", "seed", "--complaints", "50"); s.err != "" {
		t.Errorf("afterwards: %s", s.err)
	}
}
