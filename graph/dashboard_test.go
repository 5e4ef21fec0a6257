package graph_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// document says the most statements that a document takes, how many of these are written each time, and where in its answer something must be, so
// that nothing empty is measured.
type document struct {
	statements int
	written    int
	some       []any
}

// dashboards are the documents of examples/dashboard.
var dashboards = map[string]document{
	"triage-queue":            {2, 2, []any{"complaintPage", "complaints", 0}},
	"overdue-by-district":     {2, 2, []any{"complaintStats", "buckets", 0}},
	"workload":                {4, 3, []any{"workload", "solvers", 0}},
	"map":                     {2, 2, []any{"complaintMap", "count"}},
	"complaint":               {14, 3, []any{"complaint", "statusLog", "edges", 0}},
	"provider-reconciliation": {12, 6, []any{"payments", "payments", 0}},
	"broadcast-follow-up":     {6, 2, []any{"broadcast", "delivery"}},
	"audit-search":            {1, 1, []any{"auditEntries", "edges", 0}},
	"sla-report":              {1, 1, []any{"complaintStats", "buckets", 0}},
	"caller-lookup":           {12, 7, []any{"callerLookup", 0}},
}

// benchReads are the documents of bench/reads.
var benchReads = map[string]document{
	"backlog":          {1, 1, []any{"complaintBacklog", 0}},
	"district":         {2, 2, []any{"complaintPage", "pagination"}},
	"find":             {5, 5, []any{"find", "complaints", 0}},
	"nearby":           {1, 1, []any{"nearbyComplaints"}},
	"tasks":            {2, 2, []any{"taskPage", "tasks", 0}},
	"views":            {2, 2, []any{"complaintCountsFor", 0}},
	"zone-by-category": {1, 1, []any{"complaintStats", "buckets", 0}},
}

// TestDashboards runs the documents of examples/dashboard with their variables, as an administrator with
// the budget that one has by default.
func TestDashboards(t *testing.T) {
	readme, err := os.ReadFile("../examples/dashboard/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range dashboards {
		if !strings.Contains(string(readme), "("+name+".graphql)") {
			t.Errorf("%s is not in the folder's README", name)
		}
	}
	testDocuments(t, "../examples/dashboard", dashboards)
}

// TestBenchReads does the same with the documents of bench/reads.
func TestBenchReads(t *testing.T) { testDocuments(t, "../bench/reads", benchReads) }

func testDocuments(t *testing.T, folder string, documents map[string]document) {
	files, err := filepath.Glob(folder + "/*.graphql")
	if err != nil || len(files) != len(documents) {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		sent := s.Store.Client().Broadcast.Query().Where(broadcast.StatusEQ(domain.BroadcastSent)).FirstIDX(System())
		district := s.Store.Client().Zone.Query().Where(zone.ParentIDNotNil()).FirstX(System()).ParentID
		ids := strings.NewReplacer("<complaint>", s.Samples.Complaint.String(), "<provider>", s.Samples.Provider.String(), "<broadcast>", sent.String(), "<district>", district.String())
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".graphql")
			want, known := documents[name]
			if !known {
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
			n, anew, _ := statementsAndWritten(t, s, Admin, string(query), variables)
			t.Logf("%s: %d statements, %d written, cost %v", name, n, anew, a.Extensions["cost"])
			if n > want.statements || anew > want.written {
				t.Errorf("%s: %d statements, %d written; at most %d and %d", name, n, anew, want.statements, want.written)
			}
		}
	})
}
