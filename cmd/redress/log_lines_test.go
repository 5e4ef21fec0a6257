package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestLogsHoldMigrations: what a start says of its migrations are lines of the log like any others, which collectors can read.
func TestLogsHoldMigrations(t *testing.T) { // not in parallel: it reads the log, of which the process has one
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		dump := filepath.Join("..", "..", "internal", "store", "testdata", "schema-0003."+map[string]string{"sqlite": "sqlite", "postgres": "postgres.sql"}[name]+".gz")
		h := restored(t, name, dump)
		s := h.run(t, "", "serve", "--addr", "127.0.0.1:0")
		if !strings.Contains(s.err, "REDRESS_MEDIA_URL") { // the dump has no media; but by then it is migrated
			t.Fatalf("%+v", s)
		}
		found := map[string]int{}
		for line := range strings.Lines(s.stderr) {
			var got struct {
				Msg, Title            string
				Level                 string
				Version, From         int
				Step, Steps, Rows, Of int
			}
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Errorf("no JSON: %s", line)
			}
			found[got.Msg]++
			if got.Msg == "migration" && (got.Version < 4 || got.Step < 1 || got.Step > got.Steps || got.Title == "") || got.Msg == "migrated the database" && got.From != 3 {
				t.Errorf("not complete: %s", line)
			}
		}
		if found["migration"] < 2 || found["rows of a migration"] == 0 || found["migrated the database"] != 1 {
			t.Errorf("it logged %v:\n%s", found, s.stderr)
		}
		if s := restored(t, name, dump).run(t, "", "serve", "--addr", "127.0.0.1:0", "--log-format", "text"); !strings.Contains(s.stderr, "Migration 4, step 1 of ") {
			t.Errorf("as text: %+v", s)
		}
	})
}

// TestDurationsHaveUnits: beside each length of time in a line of the log, which is in nanoseconds, are its milliseconds.
func TestDurationsHaveUnits(t *testing.T) { // not in parallel, as above
	v := newInstallation(t).serve(t, "--slow-after", "1ms")
	v.request(t, "", "POST", "/graphql", `{"query":"mutation { login(input: {email: \"ada@example.org\", password: \"a wrong one\"}) { accessToken } }"}`) // it hashes
	eventually(t, 10*time.Second, "a line about a slow operation", func() bool { return strings.Contains(v.log.String(), "slow operation") })
	v.stop()
	seen := 0
	for line := range strings.Lines(v.log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Errorf("no JSON: %s", line)
		}
		for _, name := range []string{"duration", "in_statements"} {
			nanoseconds, has := fields[name].(float64)
			if !has {
				continue
			}
			seen++
			if ms, ok := fields[name+"_ms"].(float64); !ok || math.Abs(ms-nanoseconds/1e6) > 0.001 {
				t.Errorf("%s without its milliseconds: %s", name, line)
			}
		}
	}
	if seen < 3 {
		t.Errorf("the log has no durations:\n%s", v.log)
	}
}
