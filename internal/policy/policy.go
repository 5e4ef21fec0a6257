// Package policy is the one place that defines who may read or write a row. The schema attaches
// these rules to its types, so that neither API nor a background job can bypass them. Deny is the
// default: a role that a rule does not name sees nothing.
//
// Rules narrow the query instead of refusing it, because a refusal on a row that is reached
// by an edge would fail its parent. Which root fields a role may query at all is in roots.go.
package policy

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/entread"
)

// Of joins the rule for reading a type with the rules for writing it; what no writing rule
// allows is denied.
func Of[Q ent.Query](rows func(Subject, Q), writes ...privacy.MutationRule) privacy.Policy {
	return of(rows, append([]privacy.MutationRule{privacy.MutationRuleFunc(systemWrites)}, writes...))
}

// AddedOnly is Of for history, which nobody changes or deletes, the service itself included.
// On PostgreSQL its role can't either: store.Grants names the same types.
func AddedOnly[Q ent.Query](rows func(Subject, Q), writes ...privacy.MutationRule) privacy.Policy {
	return of(rows, append([]privacy.MutationRule{
		privacy.MutationRuleFunc(additions), privacy.MutationRuleFunc(systemWrites),
	}, writes...))
}

func of[Q ent.Query](rows func(Subject, Q), writes []privacy.MutationRule) privacy.Policy {
	return privacy.Policy{
		Query:    privacy.QueryPolicy{reads[Q](rows)},
		Mutation: append(privacy.MutationPolicy(writes), privacy.AlwaysDenyRule()),
	}
}

func additions(_ context.Context, m ent.Mutation) error {
	if !m.Op().Is(ent.OpCreate) {
		return privacy.Denyf("history is only ever added to")
	}
	return privacy.Skip
}

// reads narrows queries of one type to the viewer's rows.
type reads[Q ent.Query] func(Subject, Q)

// EvalQuery implements ent's query rule.
func (narrow reads[Q]) EvalQuery(ctx context.Context, q ent.Query) error {
	v := auth.From(ctx)
	typed, ok := q.(Q)
	if v == nil {
		return privacy.Denyf("nobody is signed in")
	}
	s, from := subjectOf(v), ctx.Value(parentKey{})
	form, values := s.key()
	switch {
	case v.System():
		shapedBy("system", values, q, nil)
		return privacy.Allow
	case !ok:
		return privacy.Denyf("policy of another type: %T", q)
	case severed(s, from, q):
		shapedBy("severed", values, q, func() { q.(*ent.ComplaintQuery).Where(none) })
		return privacy.Allow
	case inherited(s, from, q):
		shapedBy("inherited", values, q, nil)
		return privacy.Allow
	}
	if narrower, asked := ctx.Value(narrowerKey[Q]{}).(narrower[Q]); asked {
		narrow, form = narrower.rows, form+" "+narrower.name
	}
	shapedBy(form, values, q, func() { narrow(s, typed) })
	return privacy.Allow
}

// shapedBy lets a rule narrow a query, and tells the query's shape by which form of its conditions. The form and the
// values are all that a rule may use.
func shapedBy(form string, values []any, q ent.Query, narrow func()) {
	of, _ := q.(interface{ Shape() (*entread.Shape, int) })
	var shape *entread.Shape
	var before int
	if of != nil {
		shape, before = of.Shape()
	}
	if narrow != nil {
		narrow()
	}
	if shape != nil {
		_, after := of.Shape()
		shape.Narrow(form, after-before, values...)
	}
}

type narrowerKey[Q ent.Query] struct{}

// narrower is a rule in the place of a type's own, and its name.
type narrower[Q ent.Query] struct {
	name string
	rows reads[Q]
}

// narrowed returns a context in which another rule applies to queries of a type. It must find a
// part of what the type's own rule finds, but for NearbyFacts. A condition that a resolver added beside the type's own
// would do the same, but the database reads one shorter condition faster than two.
func narrowed[Q ent.Query](ctx context.Context, name string, rows reads[Q]) context.Context {
	return context.WithValue(ctx, narrowerKey[Q]{}, narrower[Q]{name, rows})
}

// writes returns a rule for writing a type, which knows the viewer as rules for reading do. Nobody who is not signed in writes.
func writes[M ent.Mutation](rule func(context.Context, Subject, M) error) privacy.MutationRule {
	return privacy.MutationRuleFunc(func(ctx context.Context, m ent.Mutation) error {
		v := auth.From(ctx)
		typed, ok := m.(M)
		switch {
		case v == nil:
			return privacy.Skip
		case !ok:
			return privacy.Denyf("policy of another type: %T", m)
		default:
			return rule(ctx, subjectOf(v), typed)
		}
	})
}

func systemWrites(ctx context.Context, _ ent.Mutation) error {
	if auth.From(ctx).System() {
		return privacy.Allow
	}
	return privacy.Skip
}

// allowIf allows what belongs to a row that the viewer sees.
func allowIf(own bool, err error) error {
	switch {
	case err != nil:
		return err
	case own:
		return privacy.Allow
	default:
		return privacy.Skip
	}
}

// none finds no row of any type.
var none = func(s *sql.Selector) { s.Where(sql.False()) }

// Rights returns a text that is the same for viewers who see the same complaints, tasks, payments and
// broadcasts, and may ask the same of them: all administrators, but each other account for itself, and the links of a complaint.
func Rights(v *auth.Viewer) string {
	switch {
	case v.Admin():
		return "administrator"
	case v == nil || v.System():
		return ""
	default:
		return string(v.Role) + " " + v.ID.String() + " " + v.ProviderID.String() + " " + v.Complaint.String()
	}
}
