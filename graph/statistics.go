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

// filterAsWritten is the filter as its caller wrote it, for buckets that repeat it. Read as JSON a
// list is always of one type: the library makes some of its own.
func filterAsWritten(ctx context.Context) (map[string]any, error) {
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

// selectsBelow reports whether any of these fields is asked for anywhere below the current one.
func selectsBelow(ctx context.Context, names ...string) bool {
	return selectionHas(graphql.GetFieldContext(ctx).Field.SelectionSet, names)
}

func selectionHas(set ast.SelectionSet, names []string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return slices.Contains(names, s.Name) || selectionHas(s.SelectionSet, names)
		case *ast.InlineFragment:
			return selectionHas(s.SelectionSet, names)
		case *ast.FragmentSpread:
			return s.Definition != nil && selectionHas(s.Definition.SelectionSet, names)
		}
		return false
	})
}

// filterWorker narrows a filter to complaints that somebody works on; nobodys, to those that nobody
// does. Who it is shows in them, so only those may ask who may know of any solver.
func filterWorker(ctx context.Context, where *ent.ComplaintWhereInput, id *uuid.UUID, is func(uuid.UUID) predicate.Complaint) error {
	if id == nil {
		return nil
	}
	if err := stats.KnowsSolvers(ctx); err != nil {
		return err
	}
	where.AddPredicates(is(*id))
	return nil
}

func filterNoWorker(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool, is func() predicate.Complaint) error {
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
