package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/stats"
)

// written is the filter as its caller wrote it, for buckets that repeat it. Read as JSON a
// list is always of one type: the library makes some of its own.
func written(ctx context.Context) (map[string]any, error) {
	field := graphql.GetFieldContext(ctx).Field
	args := field.ArgumentMap(graphql.GetOperationContext(ctx).Variables)
	raw, err := json.Marshal(args["where"])
	if err != nil {
		return nil, err
	}
	var value map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err = d.Decode(&value)
	return value, err
}

// selects reports whether any of these fields is asked for anywhere below the current one.
func selects(ctx context.Context, names ...string) bool {
	return below(graphql.GetFieldContext(ctx).Field.SelectionSet, names)
}

func below(set ast.SelectionSet, names []string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return slices.Contains(names, s.Name) || below(s.SelectionSet, names)
		case *ast.InlineFragment:
			return below(s.SelectionSet, names)
		case *ast.FragmentSpread:
			return s.Definition != nil && below(s.Definition.SelectionSet, names)
		}
		return false
	})
}

// whose narrows a filter to complaints that somebody works on; nobodys, to those that nobody
// does. Who it is shows in them, so only those may ask who may know of any solver.
func whose(ctx context.Context, where *ent.ComplaintWhereInput, id *uuid.UUID, is func(uuid.UUID) predicate.Complaint) error {
	if id == nil {
		return nil
	}
	if err := stats.KnowsSolvers(ctx); err != nil {
		return err
	}
	where.AddPredicates(is(*id))
	return nil
}

func nobodys(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool, is func() predicate.Complaint) error {
	if yes == nil {
		return nil
	}
	if err := stats.KnowsSolvers(ctx); err != nil {
		return err
	}
	if *yes { // false is as good as absent, as with every condition of this name
		where.AddPredicates(is())
	}
	return nil
}
