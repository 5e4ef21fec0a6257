package stats

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// TestSourcesCoverAll: each dimension has one source, and those with rollups are the ones that a
// change of a complaint writes.
func TestSourcesCoverAll(t *testing.T) {
	rows := map[domain.ComplaintDimension]int{}
	for _, s := range complaintSources {
		rows[s.dimension]++
		for _, from := range []source{s.figures, s.counts} {
			if from != fromRollups && from != fromFacts {
				t.Errorf("%s is read from %s", s.dimension, from)
			}
		}
	}
	all := append(enum(t, "ComplaintDimension"), dimensionAll)
	for _, by := range all {
		if rows[domain.ComplaintDimension(by)] != 1 {
			t.Errorf("%s has %d sources", by, rows[domain.ComplaintDimension(by)])
		}
	}
	if len(rows) != len(all) {
		t.Errorf("sources of %v", rows)
	}
	ofPayments := enum(t, "PaymentDimension")
	for _, by := range ofPayments {
		if from := paymentSources[domain.PaymentDimension(by)]; from != fromPayments && from != fromPaymentDays {
			t.Errorf("payments by %s are read from %q", by, from)
		}
	}
	if len(paymentSources) != len(ofPayments) {
		t.Errorf("sources of %v", paymentSources)
	}
	written := domain.Rollups{}
	addFacts(written, domain.Facts{}, 1)
	for _, by := range append(rollupDimensions(), dimensionAll) {
		if written[string(by)] == nil {
			t.Errorf("there are no rollups by %s", by)
		}
		delete(written, string(by))
	}
	for by := range written {
		t.Errorf("rollups by %s are written and not read", by)
	}
}

// TestSource: rollups are read for all complaints only, and sums by day where they suffice.
func TestSource(t *testing.T) {
	admin := auth.Viewer{ID: uuid.New(), Role: domain.RoleAdmin}
	solver := auth.Viewer{ID: uuid.New(), Role: domain.RoleSolver}
	now := time.Now()
	one, zone, two := []domain.ComplaintDimension{domain.ByStatus}, []domain.ComplaintDimension{domain.ByZone}, []domain.ComplaintDimension{domain.ByStatus, domain.ByZone}
	filter, written := &ent.ComplaintWhereInput{}, map[string]any{"status": "CLOSED"}
	for _, c := range []struct {
		name   string
		viewer auth.Viewer
		in     Complaints
		spans  spans
		want   source
		by     domain.ComplaintDimension
	}{
		{"all", admin, Complaints{}, spans{}, fromRollups, dimensionAll},
		{"all, counts only", admin, Complaints{CountsOnly: true}, spans{}, fromRollups, dimensionAll},
		{"by status", admin, Complaints{GroupBy: one}, spans{}, fromRollups, domain.ByStatus},
		{"by zone", admin, Complaints{GroupBy: zone}, spans{}, fromRollups, domain.ByZone},
		{"by zone, counts only", admin, Complaints{GroupBy: zone, CountsOnly: true}, spans{}, fromFacts, domain.ByZone},
		{"by two", admin, Complaints{GroupBy: two}, spans{}, fromFacts, ""},
		{"since", admin, Complaints{GroupBy: one}, spans{from: &now}, fromFacts, ""},
		{"until", admin, Complaints{}, spans{to: &now}, fromFacts, ""},
		{"an empty filter", admin, Complaints{Where: filter}, spans{}, fromRollups, dimensionAll},
		{"resolved", admin, Complaints{On: domain.ByResolved}, spans{}, fromFacts, ""},
		{"submitted", admin, Complaints{On: domain.ByCreated}, spans{}, fromRollups, dimensionAll},
		{"a filter", admin, Complaints{Where: filter, Written: written}, spans{}, fromFacts, ""},
		{"a solver's", solver, Complaints{GroupBy: one}, spans{}, fromFacts, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			from, by := c.in.source(auth.With(context.Background(), &c.viewer), c.spans)
			if from != c.want || by != c.by && from == fromRollups {
				t.Errorf("%s by %s, want %s by %s", from, by, c.want, c.by)
			}
		})
	}
	for _, c := range []struct {
		name string
		in   Payments
		want source
	}{
		{"payments", Payments{}, fromPaymentDays},
		{"payments by provider", Payments{GroupBy: []domain.PaymentDimension{domain.PaymentsByProvider}}, fromPaymentDays},
		{"payments by method", Payments{GroupBy: []domain.PaymentDimension{domain.PaymentsByMethod}}, fromPayments},
		{"payments by both", Payments{GroupBy: []domain.PaymentDimension{domain.PaymentsByProvider, domain.PaymentsByMethod}}, fromPayments},
		{"payments of a currency", Payments{Written: map[string]any{"currency": "EUR"}}, fromPaymentDays},
		{"payments by a method", Payments{Written: map[string]any{"paymentMethod": "CASH"}}, fromPayments},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.in.source(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// enum returns the values of an enum of the graph.
func enum(t *testing.T, name string) []string {
	t.Helper()
	schema, err := os.ReadFile("../../graph/statistics.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(schema), "\nenum "+name+" {")
	body, _, found := strings.Cut(body, "\n}")
	values := regexp.MustCompile(`(?m)^  ([A-Z_]+)$`).FindAllStringSubmatch(body, -1)
	if !found || len(values) == 0 {
		t.Fatalf("no enum %s", name)
	}
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = v[1]
	}
	return all
}
