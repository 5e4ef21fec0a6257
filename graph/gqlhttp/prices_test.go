package gqlhttp

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/graphexec"
)

// TestEveryFieldHasAPrice: only plain values of objects share one.
func TestEveryFieldHasAPrice(t *testing.T) {
	types := generated.Types()
	for _, root := range []*ast.Definition{schema().Query, schema().Mutation, schema().Subscription} {
		typ := graphexec.Type{Name: root.Name}
		for _, f := range root.Fields {
			typ.Fields = append(typ.Fields, f.Name)
		}
		types = append(types, typ)
	}
	fields := 0
	for _, typ := range types {
		for i, name := range typ.Fields {
			f := schema().Types[typ.Name].Fields.ForName(name)
			if strings.HasPrefix(typ.Name, "__") || strings.HasPrefix(name, "__") || i < typ.Plain && f.Type.Elem == nil {
				continue
			}
			if fields++; priceTable()[fieldKey{typ.Name, name}] == nil {
				t.Errorf("%s.%s has no entry among the prices", typ.Name, name)
			}
		}
	}
	listed := 0
	for _, p := range prices() {
		listed += len(p.fields)
	}
	if fields != listed || listed != len(priceTable()) {
		t.Errorf("%d fields have %d entries, for %d different ones", fields, listed, len(priceTable()))
	}
}

// What the probes below ask of: tables, in which an administrator sees all rows, and the rows that parents give their lists.
const (
	tableRows = 10_000
	rollups   = 300 // of a dimension
	rowsGiven = 7

	total   = 1 + tableRows/200 // to count a table
	summed  = tableRows / 100   // to sum one up
	compare = tableRows / 50    // to compare its texts
	stored  = 2*rollups + 200   // to read the rollups of a dimension, and those of none
)

// probes are the fields whose price is their own, with arguments: a list's for its rows, each of which is 1, and what is
// read for them.
var probes = map[string]struct {
	arguments string
	cost      int
}{
	"Payment.taskIds": {"", 5}, "Query.emailUpdates": {"", 3}, "Complaint.links": {"", 5}, "StatusLog.actorName": {"", 1}, "Complaint.notificationLevel": {"", 1}, "BroadcastEvent.actorName": {"", 1}, "Zone.boundary": {"", 100},
	"Query.unreadNotifications": {"", 1 + 1_000/200}, "Query.heldMail": {"", 1 + 10_000/200}, "Query.complaintMailPreview": {"", 1 + 5},

	"AvailableAction.inputs": {"", 8}, "NotificationSetting.channels": {"", 2}, "MailTemplate.texts": {"", 10}, "Broadcast.history": {"", 10}, "Broadcast.delivery": {"", 1 + 2}, "BroadcastDelivery.byChannel": {"", 0}, "PaymentSummary.totals": {"", 10},
	"Broadcast.availableActions": {"", 16}, "Complaint.availableActions": {"", 16}, "Payment.availableActions": {"", 16}, "Task.availableActions": {"", 16},
	"Caller.openComplaints": {"", 10}, "Caller.complaints": {"", 10}, "ComplaintMap.complaints": {"", 100},
	"ComplaintChanges.changes": {"", 100}, "TaskChanges.changes": {"", 100}, "ComplaintCounts.byStatus": {"", len(domain.ComplaintStatuses)},
	"Preferences.columns": {"", 20}, "Comment.mentioned": {"", domain.MaxMentions}, "Query.savedViews": {"", 300}, "Query.reasonCodes": {"", 50}, "ReasonCode.labels": {"", 10}, "Settings.changes": {"", 50},
	"ComplaintStats.buckets": {"", rowsGiven}, "ComplaintMap.clusters": {"", rowsGiven}, "Timeline.entries": {"", rowsGiven},
	"Found.complaints": {"", rowsGiven}, "Found.users": {"", rowsGiven}, "Found.callers": {"", rowsGiven},
	"Found.serviceProviders": {"", rowsGiven}, "Found.broadcasts": {"", rowsGiven}, "Found.tasks": {"", rowsGiven},

	"Query.guestForm": {"", 1 + 2*(domain.MaxGuestChoices+total-1)}, "GuestForm.categories": {"", domain.MaxGuestChoices}, "GuestForm.zones": {"", domain.MaxGuestChoices},

	"Query.complaintPage":       {"(limit: 10)", 1 + 10 + 1 + total + stored},
	"Query.paymentPage":         {"(limit: 10)", 1 + 10 + 1 + total + total + 10},
	"Query.workload":            {"(limit: 10)", 1 + 10 + 10 + total + 2 + summed},
	"Query.nodes":               {`(ids: ["a", "b", "c"])`, 3},
	"Query.nearbyComplaints":    {"", 50 + 50 + 20},
	"Query.exportLink":          {"(of: COMPLAINTS)", 1 + 10},
	"Query.ledgerCheck":         {"", 1 + 20_000 + 20_000/4},
	"Query.assignableSolvers":   {"(limit: 5)", 5 + 5 + 2 + 2 + summed},
	"Query.callerLookup":        {"(limit: 5)", 5 + 2*compare + 200 + 20},
	"Query.find":                {`(text: "lamp")`, 1},
	"Query.complaintCountsFor":  {"(views: [{}, {}])", 2*1 + 2*(1+total/2)},
	"Query.complaintMap":        {"(zoom: 10, bounds: {south: 1, west: 1, north: 1, east: 1})", 1 + summed + 1},
	"Query.complaintCounts":     {"", 1 + stored},
	"Query.complaintStats":      {"", 1 + stored},
	"Query.complaintBacklog":    {"", 1 + 2*(1+2) + summed},
	"Query.taskStats":           {"", 1 + summed + 1},
	"Query.broadcastStats":      {"", 1 + summed + 1},
	"Query.paymentStats":        {"", 10 + summed + 1},
	"Query.deliveryFailures":    {"(top: 4)", 4 + summed + 1},
	"Complaint.timeline":        {"(first: 10)", 1 + len(domain.TaskStatuses)*(10+1) + 50},
	"Mutation.createSavedView":  {`(input: {list: COMPLAINTS, filter: {titleContains: "e"}})`, 1 + 20 + 2 + 2*(1+compare)},
	"Mutation.updateSavedView":  {`(input: {filter: {titleContains: "e"}})`, 1 + 20 + 2 + 2*(1+compare)},
	"Mutation.assignComplaints": {"(input: {items: [{}, {}, {}]})", 1 + 3*20},
}

// costOf returns what a field costs by itself, as an administrator.
func costOf(t *testing.T, table map[fieldKey]pricing, key fieldKey, arguments string) int {
	t.Helper()
	doc, err := parser.ParseQuery(&ast.Source{Input: "{ " + key.name + arguments + " { __typename } }"})
	if err != nil {
		t.Fatal(err)
	}
	f := doc.Operations[0].SelectionSet[0].(*ast.Field)
	f.ObjectDefinition = schema().Types[key.typ]
	f.Definition = f.ObjectDefinition.Fields.ForName(key.name)
	prepare(doc)
	ctx := auth.With(t.Context(), &auth.Viewer{Role: domain.RoleAdmin})
	w := costEstimator{ctx: ctx, maxPage: 100, prices: table, tables: tablesFor(ctx, func(table string) int {
		if strings.HasPrefix(table, rollupTable) {
			return rollups
		}
		return tableRows
	})}
	cost := w.field(f, rowsGiven).sum()
	if w.err != nil {
		t.Fatalf("%s.%s%s: %v", key.typ, key.name, arguments, w.err)
	}
	return cost
}

// wantedCost returns what a field must cost that has no probe of its own, by what it returns.
func wantedCost(key fieldKey) int {
	returned := schema().Types[key.typ].Fields.ForName(key.name).Type
	parent := objectTypes()[key.typ].Kind
	switch {
	case schema().Types[returned.Name()].IsLeafType() || returned.Name() == "PageInfo":
		return 0
	case key.typ == "Mutation":
		return 1 + 20 // the row that it changes, with what it leaves
	case objectTypes()[returned.Name()].Kind == graphexec.Connection:
		return 1 + total // nothing is selected but the number of its rows
	case objectTypes()[returned.Name()].Kind == graphexec.Page:
		return 1 + 20 + 1 + total // rows are read anyway
	case parent == graphexec.Connection, parent == graphexec.Page && returned.Elem != nil, strings.HasSuffix(key.typ, "Payload") && key.name == "results":
		return rowsGiven
	case returned.Elem != nil:
		return 50
	default:
		return 1
	}
}

// TestPricesOfFields compares each entry with what it must be, and so finds each that is too low or too high.
func TestPricesOfFields(t *testing.T) {
	wrong := func(table map[fieldKey]pricing, key fieldKey) error {
		probe, own := probes[key.typ+"."+key.name]
		if !own {
			probe.cost = wantedCost(key)
		}
		if cost := costOf(t, table, key, probe.arguments); cost != probe.cost {
			return fmt.Errorf("%s.%s%s costs %d, want %d", key.typ, key.name, probe.arguments, cost, probe.cost)
		}
		return nil
	}
	for key, cost := range priceTable() {
		if err := wrong(priceTable(), key); err != nil {
			t.Error(err)
			continue
		}
		for name, mutated := range map[string]pricing{
			"too low":          func(w *costEstimator, f askedField) price { return price{-1, 0}.plus(cost(w, f)) },
			"too high":         func(w *costEstimator, f askedField) price { return price{1, 0}.plus(cost(w, f)) },
			"too low for all":  func(w *costEstimator, f askedField) price { return price{0, -1}.plus(cost(w, f)) },
			"too high for all": func(w *costEstimator, f askedField) price { return price{0, 1}.plus(cost(w, f)) },
		} {
			table := maps.Clone(priceTable())
			table[key] = mutated
			if wrong(table, key) == nil {
				t.Errorf("nobody sees that %s.%s is %s", key.typ, key.name, name)
			}
		}
	}
	for name := range probes {
		typ, field, _ := strings.Cut(name, ".")
		if priceTable()[fieldKey{typ, field}] == nil {
			t.Errorf("a probe asks for %s, which is not there", name)
		}
	}
}

// TestPricesOfStatistics: what makes the service form, sort and name more groups costs more.
func TestPricesOfStatistics(t *testing.T) {
	const (
		most = 1_000         // groups are returned
		each = tableRows + 1 // zone or solver may be a group, and what has none
	)
	for _, row := range []struct {
		field, arguments string
		cost             int
	}{
		{"taskStats", "(groupBy: [SOLVER])", most + summed + 1},
		{"taskStats", "(groupBy: [SOLVER], top: 3)", 3 + 1 + summed + each + 1}, // all are formed to find the first ones, and the rest is another one
		{"taskStats", "(groupBy: [SOLVER], page: 2)", most + summed + each + 1},
		{"paymentStats", "(groupBy: [PROVIDER], top: 3)", 10*(3+1) + summed + each + 1}, // in each currency
		{"broadcastStats", "(groupBy: [STATUS])", len(domain.ComplaintStatuses) + 1 + summed + 1},
		// Numbers by zone are read from the complaints, which have an index for that, and medians from the rollups.
		{"complaintStats", "(groupBy: [ZONE])", 1 + summed + most + 1},
		{"complaintStats", "(groupBy: [ZONE], sortBy: COUNT)", 1 + summed + most + 1},
		{"complaintStats", "(groupBy: [ZONE], sortBy: MEDIAN_TIME)", 1 + stored},
		{"complaintStats", "(groupBy: [ZONE], top: 3)", 1 + summed + each + 1},
		{"complaintStats", "(groupBy: [ZONE], top: 3, sortBy: MEDIAN_TIME)", 1 + stored + each},
		{"deliveryFailures", "(top: 50)", 50 + summed + 1},
	} {
		if cost := costOf(t, priceTable(), fieldKey{"Query", row.field}, row.arguments); cost != row.cost {
			t.Errorf("%s%s costs %d, want %d", row.field, row.arguments, cost, row.cost)
		}
	}
}
