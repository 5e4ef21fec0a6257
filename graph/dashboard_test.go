package graph_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// dashboards are the documents of examples/dashboard, the most statements that each takes, and where
// in its answer something must be, so that nothing empty is measured.
var dashboards = map[string]struct {
	statements int
	some       []any
}{
	"triage-queue":            {2, []any{"complaintPage", "complaints", 0}},
	"overdue-by-district":     {2, []any{"complaintStats", "buckets", 0}},
	"workload":                {4, []any{"workload", "solvers", 0}},
	"map":                     {2, []any{"complaintMap", "count"}},
	"complaint":               {21, []any{"complaint", "statusLog", "edges", 0}},
	"provider-reconciliation": {12, []any{"payments", "payments", 0}},
	"broadcast-follow-up":     {6, []any{"broadcast", "delivery"}},
	"audit-search":            {1, []any{"auditEntries", "edges", 0}},
	"sla-report":              {1, []any{"complaintStats", "buckets", 0}},
	"caller-lookup":           {12, []any{"callerLookup", 0}},
}

// TestDashboards runs the documents of examples/dashboard with their variables, as an administrator with
// the budget that one has by default.
func TestDashboards(t *testing.T) {
	files, err := filepath.Glob("../examples/dashboard/*.graphql")
	if err != nil || len(files) != len(dashboards) {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	readme, err := os.ReadFile("../examples/dashboard/README.md")
	if err != nil {
		t.Fatal(err)
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		sent := s.Store.Client().Broadcast.Query().Where(broadcast.StatusEQ(domain.BroadcastSent)).FirstIDX(System())
		ids := strings.NewReplacer("<complaint>", s.Samples.Complaint.String(), "<provider>", s.Samples.Provider.String(), "<broadcast>", sent.String())
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".graphql")
			want, known := dashboards[name]
			if !known || !strings.Contains(string(readme), "("+name+".graphql)") {
				t.Errorf("%s is in no table", name)
			}
			query, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			written, err := os.ReadFile(strings.TrimSuffix(file, ".graphql") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var variables map[string]any
			if err := json.Unmarshal([]byte(ids.Replace(string(written))), &variables); err != nil {
				t.Fatal(err)
			}
			a := s.MustExecute(t, Admin, string(query), variables)
			if v := a.At(want.some...); v == nil || v == 0.0 {
				t.Errorf("%s shows nothing: %s", name, a.Raw)
			}
			n, _ := statements(t, s, Admin, string(query), variables)
			t.Logf("%s: %d statements, cost %v", name, n, a.Extensions["cost"])
			if n > want.statements {
				t.Errorf("%s: %d statements, at most %d", name, n, want.statements)
			}
		}
	})
}
