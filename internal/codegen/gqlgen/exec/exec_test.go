package exec_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/codegen/gqlgen/exec"
)

func TestObject(t *testing.T) {
	field := func(alias string) graphql.CollectedField {
		return graphql.CollectedField{Field: &ast.Field{Name: "name", Alias: alias}}
	}
	for want, fields := range map[string][]graphql.CollectedField{
		`{}`:                       nil,
		`{"name":"Ü"}`:             {field("name")},
		`{"name":"Ü","other":"Ü"}`: {field("name"), field("other")},
	} {
		t.Run(want, func(t *testing.T) {
			o := exec.NewObject(fields)
			for i := range fields {
				o.Values[i] = graphql.MarshalString("Ü")
			}
			var b bytes.Buffer
			o.MarshalGQL(&b)
			if b.String() != want {
				t.Errorf("%s, want %s", b.String(), want)
			}
		})
	}
}

// TestList: elements know their index, and one that panics is reported under its path and leaves none.
func TestList(t *testing.T) {
	ctx := graphql.WithResponseContext(t.Context(), graphql.DefaultErrorPresenter,
		func(context.Context, any) error { return gqlerror.Errorf("broken") })
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Field: graphql.CollectedField{Field: &ast.Field{Alias: "rows"}}})

	all := exec.List(ctx, 3, func(ctx context.Context, _ int) graphql.Marshaler {
		return graphql.MarshalString(graphql.GetPath(ctx).String())
	})
	var b bytes.Buffer
	all.MarshalGQL(&b)
	if want := `["rows[0]","rows[1]","rows[2]"]`; b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}

	all = exec.List(ctx, 3, func(_ context.Context, i int) graphql.Marshaler {
		if i == 1 {
			panic("no such thing")
		}
		return graphql.True
	})
	told := graphql.GetErrors(ctx)
	if len(all) != 0 || len(told) != 1 || told[0].Message != "broken" || told[0].Path.String() != "rows[1]" {
		t.Errorf("%d elements, told %v", len(all), told)
	}
}
