package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

type parentKey struct{}

// intercept returns an interceptor that does something instead of the queries of one type, which goes on with next.
func intercept[Q ent.Query](do func(ctx context.Context, q Q, next ent.Querier) (ent.Value, error)) ent.Interceptor {
	return ent.InterceptFunc(func(next ent.Querier) ent.Querier {
		return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
			if of, ok := q.(Q); ok {
				return do(ctx, of, next)
			}
			return next.Query(ctx, q)
		})
	})
}

// TrackParent returns an interceptor that puts the query whose edges are loaded into the context,
// for inherited. It must be on every type of a client: a type without it would pass on the query
// before it. Without it the results are the same, but slower.
func TrackParent() ent.Interceptor {
	return ent.InterceptFunc(func(next ent.Querier) ent.Querier {
		return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
			return next.Query(context.WithValue(ctx, parentKey{}, q), q)
		})
	})
}

// inherited reports whether the viewer may see rows that are loaded by an edge because the viewer
// sees the rows that the edge leads from. It repeats what the rules of the rows say, and only what
// is true for every edge between the two types: whoever acted on something that the viewer sees,
// or what belongs to something that the viewer sees. The rule itself would make the database check
// that again, by the longest conditions that there are.
func inherited(s Subject, from any, to ent.Query) bool {
	user, solver, provider := s.Role == domain.RoleUser, s.Role == domain.RoleSolver, s.Role == domain.RoleProvider
	switch to.(type) {
	case *ent.UserQuery:
		switch from.(type) {
		case *ent.ComplaintQuery, *ent.StatusLogQuery, *ent.CommentQuery, *ent.MediaQuery:
			return user || solver
		case *ent.ComplaintRevisionQuery:
			return user
		case *ent.WorkTaskQuery:
			return solver || provider
		case *ent.TaskUpdateQuery:
			return solver
		case *ent.PaymentQuery:
			return provider
		}
	case *ent.StatusLogQuery:
		_, complaint := from.(*ent.ComplaintQuery)
		return complaint && (user || solver)
	case *ent.ComplaintRevisionQuery:
		_, complaint := from.(*ent.ComplaintQuery)
		return complaint && user
	case *ent.TaskUpdateQuery:
		switch from.(type) {
		case *ent.WorkTaskQuery, *ent.MediaQuery:
			return solver
		}
	case *ent.ComplaintQuery, *ent.LateEvidenceQuery:
		_, task := from.(*ent.WorkTaskQuery)
		return task && solver
	case *ent.PaymentDayQuery, *ent.PaymentSumQuery, *ent.PaymentTaskQuery:
		switch from.(type) {
		case *ent.ServiceProviderQuery, *ent.PaymentQuery:
			return provider
		}
	case *ent.MediaQuery:
		switch from.(type) {
		case *ent.TaskUpdateQuery, *ent.LateEvidenceQuery:
			return solver
		case *ent.CommentQuery:
			return user || solver
		}
	}
	return false
}
