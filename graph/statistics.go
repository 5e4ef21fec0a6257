package graph

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/stats"
)

// sumUp calls a function that sums rows up, with the filter as the client wrote it, when its turn in the lane of
// statistics has come, or takes the result of an equal one that is at work. What the sums depend on beside the
// arguments and the viewer's rights, is named by the client's selections.
func sumUp[T any](ctx context.Context, lane *admission.Lane, selected string,
	do func(ctx context.Context, written map[string]any) (T, error),
) (sums T, err error) {
	written := filterOf(ctx)
	equal, err := equalTo(ctx, selected)
	if err != nil {
		return sums, err
	}
	return admission.Do(ctx, lane, equal, func(ctx context.Context) (T, error) { return do(ctx, written) })
}

// equalTo returns a name for the current field that equal ones have too: with the same arguments, asked by
// somebody with the same rights.
func equalTo(ctx context.Context, selected string) (string, error) {
	field := graphql.GetFieldContext(ctx).Field
	arguments, err := json.Marshal(field.ArgumentMap(graphql.GetOperationContext(ctx).Variables))
	return strings.Join([]string{field.Name, selected, policy.Rights(auth.From(ctx)), string(arguments)}, "\n"), err
}

// selectsBelow reports whether any of these fields is selected anywhere below the current one.
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

// filterInternal limits a filter to complaints with a value that only administrators see, such as who works
// on them or the reason code of their latest move. The result reveals it, so nobody else may filter by it.
func filterInternal[T any](ctx context.Context, where *ent.ComplaintWhereInput, value *T, is func(T) predicate.Complaint) error {
	if value == nil {
		return nil
	}
	if err := stats.CheckSolverAccess(ctx); err != nil {
		return err
	}
	where.AddPredicates(is(*value))
	return nil
}

// filterLocalTime limits a filter to complaints with a time at a local hour or weekday.
func filterLocalTime(where *ent.ComplaintWhereInput, in *stats.LocalTimeInput) error {
	if in == nil {
		return nil
	}
	is, err := in.Predicate()
	if err == nil {
		where.AddPredicates(is)
	}
	return err
}

// filterNoInternal limits a filter to complaints without such a value, or for false to those with one.
func filterNoInternal(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool, is func() predicate.Complaint) error {
	if yes == nil {
		return nil
	}
	if err := stats.CheckSolverAccess(ctx); err != nil {
		return err
	}
	where.AddPredicates(either(*yes, is(), entgql.NotTrue(is())))
	return nil
}
