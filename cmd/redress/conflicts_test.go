package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestConflictsInTheLog: what people do at once is answered CONFLICT, and PostgreSQL's log has no ERROR of it.
func TestConflictsInTheLog(t *testing.T) {
	t.Parallel()
	server, err := pgtest.Start()
	if errors.Is(err, pgtest.ErrNoPostgres) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	h := newInstallation(t)
	h.database = server.URL
	v := h.serve(t, "--demo")
	admin := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "admin@example.com"))
	ask := func(query string) (data map[string]any, code string) {
		res := v.graph(t, admin, query, nil)
		var answer struct {
			Data   map[string]any
			Errors []struct{ Extensions struct{ Code string } }
		}
		if err := json.Unmarshal([]byte(res.body), &answer); err != nil || res.status != http.StatusOK {
			t.Errorf("%s: %d %s", query, res.status, res.body)
		}
		for _, e := range answer.Errors {
			code = e.Extensions.Code
		}
		return answer.Data, code
	}
	started := len(server.Log())
	const rounds, people = 10, 8
	var done, conflicts atomic.Int64
	for round := range rounds {
		data, _ := ask(`mutation { submitComplaint(input: {title: "Wanted by all", source: PHONE, contact: {name: "Wanda", phone: "5550123"}}) { complaint { id version } } }`)
		complaint := data["submitComplaint"].(map[string]any)["complaint"].(map[string]any)
		var all sync.WaitGroup
		for i := range people {
			all.Go(func() {
				_, code := ask(fmt.Sprintf(`mutation { triageComplaint(input: {id: %q, expectedVersion: %v, priority: %s}) { complaint { id } } }`,
					complaint["id"], complaint["version"], []string{"HIGH", "URGENT", "LOW"}[(i+round)%3]))
				switch code {
				case "":
					done.Add(1)
				case "CONFLICT":
					conflicts.Add(1)
				default:
					t.Errorf("answered %s", code)
				}
			})
		}
		all.Wait()
	}
	if done.Load() < rounds || conflicts.Load() < rounds {
		t.Errorf("%d changes and %d conflicts", done.Load(), conflicts.Load())
	}
	v.stop()
	for line := range strings.Lines(server.Log()[started:]) {
		if strings.Contains(line, "ERROR") || strings.Contains(line, "division") {
			t.Errorf("after %d conflicts PostgreSQL logs %s", conflicts.Load(), line)
			break
		}
	}
}
