package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// entries parses the lines of an export, and checks that each chain is without gaps.
func entries(t *testing.T, text string) (all []auditLine) {
	t.Helper()
	last := map[string]int64{}
	for line := range strings.Lines(text) {
		var e auditLine
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if before, known := last[e.Chain]; known && e.Seq != before+1 {
			t.Errorf("%s: %d after %d", e.Chain, e.Seq, before)
		}
		last[e.Chain] = e.Seq
		all = append(all, e)
	}
	return all
}

// actions returns what was done, of some entries.
func actions(all []auditLine) string {
	var names []string
	for _, e := range all {
		names = append(names, e.Action)
	}
	return strings.Join(names, " ")
}

// follow runs `audit export --follow` until stop is called, which returns what it printed.
func (h installation) follow(t *testing.T, args ...string) (out, log *syncBuffer, stop func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, log = &syncBuffer{}, &syncBuffer{}
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, append(append([]string{"audit", "export", "--follow"}, args...), h.flags()...), nil, out, log)
	}()
	return out, log, func() string {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("follow: %v", err)
		}
		return out.String()
	}
}

// TestAuditExport: all entries are printed once, as JSON, in the order of their times, from a time or a position on.
func TestAuditExport(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.mustRun(t, "", "migrate")
		if out := h.mustRun(t, "", "audit", "export"); out != "" {
			t.Errorf("of nothing: %q", out)
		}
		create := func(name string) {
			t.Helper()
			h.mustRun(t, secret+"\n", "user", "create", "--email", name+"@example.org", "--role", "admin", "--password-file", "-")
		}
		for _, name := range []string{"a", "b", "c"} {
			create(name)
		}
		all := entries(t, h.mustRun(t, "", "audit", "export"))
		if got := actions(all); got != "user.create user.create user.create" {
			t.Fatalf("it printed %s", got)
		}
		for i, e := range all {
			if e.SubjectType != "User" || e.SubjectID == nil || e.Agent != "system" || e.ActorID != nil || e.After == nil || !strings.HasSuffix(e.CreatedAt, "Z") {
				t.Errorf("%+v", e)
			}
			if i > 0 && e.CreatedAt < all[i-1].CreatedAt {
				t.Errorf("%s after %s", e.CreatedAt, all[i-1].CreatedAt)
			}
		}
		for since, want := range map[string]int{"1h": 3, "2020-01-01": 3, "2999-01-01": 0, all[1].CreatedAt: 2, all[2].CreatedAt: 1} {
			if got := entries(t, h.mustRun(t, "", "audit", "export", "--since", since)); len(got) != want {
				t.Errorf("since %s: %d entries, want %d", since, len(got), want)
			}
		}
		if o := h.run(t, "", "audit", "export", "--since", "yesterday"); !strings.Contains(o.err, "--since") {
			t.Errorf("%+v", o)
		}

		at := filepath.Join(t.TempDir(), "position")
		if got := entries(t, h.mustRun(t, "", "audit", "export", "--position", at)); len(got) != 3 {
			t.Errorf("%d entries", len(got))
		}
		create("d")
		if got := entries(t, h.mustRun(t, "", "audit", "export", "--position", at)); len(got) != 1 {
			t.Errorf("from where it was: %d entries", len(got))
		}
		if out := h.mustRun(t, "", "audit", "export", "--position", at); out != "" {
			t.Errorf("nothing new: %s", out)
		}
		if err := os.WriteFile(at, []byte(`{"`+all[0].Chain+`":1000}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if o := h.run(t, "", "audit", "export", "--position", at); !strings.Contains(o.err, "restored from a backup") {
			t.Errorf("a position of another database: %+v", o)
		}
		if err := os.WriteFile(at, []byte("here"), 0o600); err != nil {
			t.Fatal(err)
		}
		if o := h.run(t, "", "audit", "export", "--position", at); !strings.Contains(o.err, "--position") {
			t.Errorf("no position: %+v", o)
		}
		none := newInstallation(t)
		if o := none.run(t, "", "audit", "export"); o.err == "" || none.database[:6] == "sqlite" && !strings.Contains(o.err, "there is no database") {
			t.Errorf("without a database: %+v", o)
		}
	})
}

// TestAuditFollow: what is done while it runs is printed soon, each entry once, over an interruption too.
func TestAuditFollow(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		v := h.serve(t, "--demo")
		at := filepath.Join(t.TempDir(), "position")
		out, _, stop := h.follow(t, "--position", at, "--since", "1h")
		token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "user@example.com"))
		submit := func() {
			t.Helper()
			if res := v.request(t, token, "POST", "/graphql", `{"query":"mutation{submitComplaint(input:{title:\"A lamp\"}){complaint{id}}}"}`); res.status != http.StatusOK || strings.Contains(res.body, "errors") {
				t.Fatal(res.body)
			}
		}
		submitted := func(text string) int { return strings.Count(text, `"action":"complaint.submit"`) }
		submit()
		eventually(t, 10*time.Second, "the first", func() bool { return submitted(out.String()) == 1 })
		submit()
		eventually(t, 10*time.Second, "the second", func() bool { return submitted(out.String()) == 2 })
		first := stop()
		submit()
		out, _, stop = h.follow(t, "--position", at)
		eventually(t, 10*time.Second, "the third", func() bool { return submitted(out.String()) == 1 })
		time.Sleep(auditPoll + 200*time.Millisecond) // nothing comes twice
		seen := map[string]bool{}
		for _, e := range entries(t, first+stop()) {
			if seen[e.ID.String()] {
				t.Errorf("%s came twice", e.ID)
			}
			seen[e.ID.String()] = true
		}
		if n := submitted(first) + submitted(out.String()); n != 3 {
			t.Errorf("%d of 3 submissions", n)
		}
	})
}

// TestAuditFollowOverAnOutage: it waits while the database is away, says so once, and goes on.
func TestAuditFollowOverAnOutage(t *testing.T) {
	t.Parallel()
	h := installationOn(t, "postgres")
	h.mustRun(t, "", "migrate")
	direct := h
	proxy, through := pgtest.NewProxy(t, h.database)
	h.database = through
	out, log, stop := h.follow(t)
	create := func(name string) {
		t.Helper()
		direct.mustRun(t, secret+"\n", "user", "create", "--email", name+"@example.org", "--role", "admin", "--password-file", "-")
	}
	create("a")
	eventually(t, 10*time.Second, "the first", func() bool { return strings.Count(out.String(), "\n") == 1 })
	proxy.Cut()
	eventually(t, 20*time.Second, "the note", func() bool { return strings.Contains(log.String(), "does not answer") })
	create("b")
	time.Sleep(2 * auditPoll)
	proxy.Restore(t)
	eventually(t, 40*time.Second, "the second", func() bool { return strings.Count(out.String(), "\n") == 2 })
	if n := strings.Count(log.String(), "does not answer"); n != 1 {
		t.Errorf("it said so %d times: %s", n, log)
	}
	stop()
}
