package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/entread"
)

// TestCachedStatementsFindTheirRows: a query finds the rows of its own values by a statement that was written for others,
// also where these equalled a constant.
func TestCachedStatementsFindTheirRows(t *testing.T) {
	const names, constant = "123456789", "5"
	type operator struct {
		name  string
		field func(string, any) func(*entsql.Selector)
		holds func(value, than string) bool
	}
	operators := []operator{
		{"EQ", entsql.FieldEQ, func(v, n string) bool { return v == n }},
		{"NEQ", entsql.FieldNEQ, func(v, n string) bool { return v != n }},
		{"LT", entsql.FieldLT, func(v, n string) bool { return v < n }},
		{"LTE", entsql.FieldLTE, func(v, n string) bool { return v <= n }},
		{"GT", entsql.FieldGT, func(v, n string) bool { return v > n }},
		{"GTE", entsql.FieldGTE, func(v, n string) bool { return v >= n }},
		{"In", func(c string, n any) func(*entsql.Selector) { return entsql.FieldIn(c, n) }, func(v, n string) bool { return v == n }},
		{"NotIn", func(c string, n any) func(*entsql.Selector) { return entsql.FieldNotIn(c, n) }, func(v, n string) bool { return v != n }},
	}
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		for name := range strings.SplitSeq(names, "") {
			if err := s.Client().Zone.Create().SetName(name).SetCreatedAt(time.Now()).Exec(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for _, fixed := range operators {
			for _, is := range operators {
				for _, stated := range []bool{true, false} { // whether the constant is stated too
					counted, sent := CountStatements(ctx)
					for i, n := range []string{"5", "5", "5", "2", "5", "7", "2"} {
						shape := entread.New(fmt.Sprint("zones ", fixed.name, is.name, stated), n)
						if stated {
							shape = entread.New(fmt.Sprint("zones and constant ", fixed.name, is.name), n, constant)
						}
						var want []string
						for v := range strings.SplitSeq(names, "") {
							if fixed.holds(v, constant) && is.holds(v, n) {
								want = append(want, v)
							}
						}
						var got []string
						rows, err := s.Client().Zone.Query().
							Where(predicate.Zone(fixed.field(zone.FieldName, constant)), predicate.Zone(is.field(zone.FieldName, n))).
							Order(zone.ByName()).Shaped(shape).All(counted)
						if err != nil {
							t.Fatal(err)
						}
						for _, row := range rows {
							got = append(got, row.Name)
						}
						if !slices.Equal(got, want) {
							t.Errorf("%s %s and %s %s, the %d. time: %v, want %v", fixed.name, constant, is.name, n, i+1, got, want)
						}
					}
					if written, some := sent.Written(), map[bool]int64{true: 3, false: 6}[stated]; written != some {
						t.Errorf("%s and %s, constant stated %v: %d of %d statements were written, want %d", fixed.name, is.name, stated, written, sent.N(), some)
					}
				}
			}
		}
	})
}
