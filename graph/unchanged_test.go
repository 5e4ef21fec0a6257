package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
	. "github.com/redress/redress/internal/testenv"
)

// unchanged is an executor that fails a field whose resolver changes its arguments or the context of the field. The
// library makes these for each object anew, so the change would not be seen in its answers; the executor of ours makes them
// once, and the next object's resolver would get what is left of them.
type unchanged struct{ graphql.ExecutableSchema }

func (u unchanged) Exec(ctx context.Context) graphql.ResponseHandler {
	op := graphql.GetOperationContext(ctx)
	middleware := op.ResolverMiddleware
	op.ResolverMiddleware = func(ctx context.Context, next graphql.Resolver) (any, error) {
		return middleware(ctx, func(ctx context.Context) (any, error) {
			fc := graphql.GetFieldContext(ctx)
			before := describeField(fc)
			value, err := next(ctx)
			if after := describeField(fc); after != before {
				return nil, fault.New(fault.Conflict, "The resolver of %s.%s changed %s to %s.", fc.Object, fc.Field.Name, before, after)
			}
			return value, err
		})
	}
	return u.ExecutableSchema.Exec(ctx)
}

// describeField returns what a resolver must leave as it is.
func describeField(fc *graphql.FieldContext) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %p %p %v %v %p%v ", fc.Object, fc.Parent, fc.Field.Field, fc.IsMethod, fc.IsResolver, fc.Index, fc.Field.Selections)
	describe(&b, reflect.ValueOf(fc.Args))
	return b.String()
}

// describe writes a value with all that it points to.
func describe(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Kind() == reflect.Interface && v.NumMethod() > 0 { // such as a file that is uploaded
			fmt.Fprintf(b, "%v", v.IsNil())
			return
		}
		describe(b, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			describe(b, v.Index(i))
			b.WriteByte(',')
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
		for _, key := range keys {
			fmt.Fprintf(b, "%v:", key)
			describe(b, v.MapIndex(key))
			b.WriteByte(',')
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			fmt.Fprint(b, v)
			return
		}
		for _, field := range v.Fields() {
			describe(b, field)
			b.WriteByte(' ')
		}
	case reflect.Func:
		fmt.Fprint(b, v.Pointer())
	default:
		fmt.Fprint(b, v)
	}
}

// TestResolversThatChangeArgumentsAreFound: so they are whatever the answer looks like.
func TestResolversThatChangeArgumentsAreFound(t *testing.T) {
	s := Start(t, Databases()[0])
	const query = `query($id: ID!) { complaint(id: $id) { timeline(first: 1, kinds: [MOVE, COMMENT]) { hasMore } } }`
	body, err := json.Marshal(map[string]any{"query": query, "variables": map[string]any{"id": s.Samples.Complaint}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(ctx context.Context, kinds []model.TimelineKind)
		found  bool
	}{
		"nothing":         {func(context.Context, []model.TimelineKind) {}, false},
		"an argument":     {func(_ context.Context, kinds []model.TimelineKind) { slices.Reverse(kinds) }, true},
		"a new argument":  {func(ctx context.Context, _ []model.TimelineKind) { graphql.GetFieldContext(ctx).Args["more"] = 1 }, true},
		"its own context": {func(ctx context.Context, _ []model.TimelineKind) { graphql.GetFieldContext(ctx).Field.Selections = nil }, true},
		"a copy of it": {func(ctx context.Context, _ []model.TimelineKind) {
			own := *graphql.GetFieldContext(ctx)
			own.Field.Selections = nil
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, assembled := bothHandlers(s, func(r *graph.Resolver) generated.ResolverRoot { return changingResolvers{r, c.change} })
			a := ask(System(), assembled, body)
			if found := strings.Contains(a.String(), "The resolver of Complaint.timeline changed"); found != c.found || !c.found && len(a.Errors) > 0 {
				t.Errorf("found %v: %s", found, a)
			}
		})
	}
}

// changingResolvers change something before they answer.
type changingResolvers struct {
	*graph.Resolver

	change func(ctx context.Context, kinds []model.TimelineKind)
}

func (r changingResolvers) Complaint() generated.ComplaintResolver {
	return changingComplaint{r.Resolver.Complaint(), r.change}
}

type changingComplaint struct {
	generated.ComplaintResolver

	change func(ctx context.Context, kinds []model.TimelineKind)
}

func (r changingComplaint) Timeline(ctx context.Context, c *ent.Complaint, first int, before *string, kinds []model.TimelineKind) (*model.Timeline, error) {
	r.change(ctx, kinds)
	return r.ComplaintResolver.Timeline(ctx, c, first, before, kinds)
}
