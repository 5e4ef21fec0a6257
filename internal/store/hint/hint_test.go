package hint_test

import (
	"context"
	"testing"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/store/hint"
)

func TestOf(t *testing.T) {
	pattern := func(ctx context.Context) {
		hint.Pattern(sql.FieldContains("name", "x"))(sql.Select().From(sql.Table("t")).WithContext(ctx))
	}
	for _, c := range []struct {
		name string
		make func(context.Context) context.Context
		want hint.Hints
	}{
		{"nothing", func(ctx context.Context) context.Context { return ctx }, hint.Hints{}},
		{"reserved", hint.Reserved, hint.Hints{Reserved: true}},
		{"unprepared", hint.Unprepared, hint.Hints{Unprepared: true}},
		{"both", func(ctx context.Context) context.Context { return hint.Reserved(hint.Unprepared(ctx)) }, hint.Hints{Reserved: true, Unprepared: true}},
		{"a query", hint.Query, hint.Hints{}},
		{"a query with a pattern", func(ctx context.Context) context.Context {
			ctx = hint.Query(ctx)
			pattern(ctx)
			return ctx
		}, hint.Hints{Unprepared: true}},
		{"a query below one with a pattern", func(ctx context.Context) context.Context {
			ctx = hint.Query(ctx)
			pattern(ctx)
			return hint.Query(ctx)
		}, hint.Hints{}},
		{"a query of unprepared work", func(ctx context.Context) context.Context { return hint.Query(hint.Unprepared(ctx)) }, hint.Hints{Unprepared: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := hint.Of(c.make(t.Context())); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
