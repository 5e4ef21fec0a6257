package gqlhttp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the limits of queries and streams.
func TestProductPage(t *testing.T) {
	served := [][]string{{"list of", "orders that an index serves"}}
	for _, of := range slices.Sorted(maps.Keys(model.ServedOrders)) {
		var orders []string
		for _, order := range model.ServedOrders[of] {
			orders = append(orders, "`"+strings.Join(order, "`, `")+"`")
		}
		served = append(served, []string{of, strings.Join(orders, " · ")})
	}
	served = append(served, []string{"all", "the id, which is the order without `orderBy`"})
	served = append(served, []string{"any other order", fmt.Sprintf("sorts %d rows at most", model.MaxSorted)})
	docs.Section(t, "served orders", docs.Table(served...))
	docs.Section(t, "query limits", docs.Table(
		[]string{"limit", "value"},
		[]string{"`first`, `last` and `limit`", fmt.Sprintf("%d when absent, %d at most", model.DefaultPageSize, model.MaxPageSize)},
		[]string{"nodes that a query may return, lists multiplied", fmt.Sprint(maxCost)},
		[]string{"nodes that an event of a subscription may return", fmt.Sprint(maxEventCost)},
		[]string{"fields, levels, root fields of an operation", fmt.Sprintf("%d, %d, %d", maxFields, maxDepth, maxRootFields)},
		[]string{"objects in the variables, conditions of all filters", fmt.Sprintf("%d, %d", maxObjects, maxConditions)},
		[]string{"aliases", fmt.Sprintf("%d, for administrators %d", maxAliases, maxAdminAliases)},
		[]string{"body, document within it", fmt.Sprintf("%d KiB, %d KiB", maxBody>>10, maxQuery>>10)},
		[]string{"time of an operation", fmt.Sprintf("%d s", int(MaxTime.Seconds()))},
		[]string{"buckets of a statistic, groups that the first ones are chosen from, first ones", fmt.Sprintf("%d, %d, %d", stats.MaxBuckets, stats.MaxGroups, stats.MaxTop)},
		[]string{"rows read by one `ledgerCheck`", fmt.Sprint(ledger.RowsPerCheck)},
		[]string{"operations on a WebSocket at once", fmt.Sprint(maxSocketOperations)},
		[]string{"streams of an instance (`REDRESS_STREAMS`), an account, an address without a token", fmt.Sprintf("%d, %d, %d", DefaultStreams, maxAccountStreams, maxAnonymousStreams)},
	))
}

// TestProductPageScalars compares docs/api.md with the scalars of the schema: each needs a type for
// generated code.
func TestProductPageScalars(t *testing.T) {
	types := map[string][3]string{
		"Cursor":     {"`string`", "`string`", "give it back as it is"},
		"Date":       {"`string`", "`string`", "`2026-11-21`; no time zone, so no `Date` and no `time.Time`"},
		"Decimal":    {"`string`", "`string`", "exact; a JavaScript number or a `float64` is not"},
		"EventID":    {"`string`", "`string`", "give it back as it is"},
		"ID":         {"`string`", "`string`", "a UUID of 36 characters"},
		"JSON":       {"`unknown`", "`encoding/json.RawMessage`", ""},
		"MediaFile":  {"`never`", "`string`", "no JSON spells it: upload over REST"},
		"MinorUnits": {"`string`", "`string`", "a 64-bit integer: `BigInt(value)`, `strconv.ParseInt`"},
		"Time":       {"`string`", "`time.Time`", "RFC 3339: `new Date(value)`"},
	}
	rows := [][]string{{"scalar", "TypeScript", "Go", ""}}
	for _, name := range slices.Sorted(maps.Keys(schema().Types)) {
		if d := schema().Types[name]; d.Kind != ast.Scalar || d.BuiltIn && name != "ID" {
			continue
		}
		row, known := types[name]
		if !known {
			t.Errorf("the scalar %s has no types for clients", name)
		}
		rows = append(rows, []string{"`" + name + "`", row[0], row[1], row[2]})
	}
	docs.PageSection(t, "api.md", "scalars", docs.Table(rows...))
}
