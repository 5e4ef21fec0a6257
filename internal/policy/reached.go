package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

type parentKey struct{}

// Leading remembers of which type the rows are along whose edges others are read, for implied.
// It belongs on every type of a client: one that were left out would pass on what is said of
// the one before it. Without it the answers are the same, and slower.
func Leading() ent.Interceptor {
	return ent.InterceptFunc(func(next ent.Querier) ent.Querier {
		return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
			return next.Query(context.WithValue(ctx, parentKey{}, q), q)
		})
	})
}

// implied tells whether rows that are reached by an edge are the viewer's to see because the
// rows are from which the edge leads. It repeats what the rules of the rows say, and only what
// holds for every edge between the two types: somebody did a deed that the viewer sees, or
// something belongs to what the viewer sees. The rule itself would ask the database for it
// anew, by the longest conditions that there are.
func implied(v *auth.Viewer, from any, to ent.Query) bool {
	user, solver, provider := v.Role == domain.RoleUser, v.Role == domain.RoleSolver, v.Role == domain.RoleProvider
	switch to.(type) {
	case *ent.UserQuery:
		switch from.(type) {
		case *ent.ComplaintQuery, *ent.StatusLogQuery, *ent.CommentQuery, *ent.MediaQuery:
			return user || solver
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
	case *ent.TaskUpdateQuery, *ent.ComplaintQuery:
		_, task := from.(*ent.WorkTaskQuery)
		return task && solver
	case *ent.MediaQuery:
		switch from.(type) {
		case *ent.TaskUpdateQuery:
			return solver
		case *ent.CommentQuery:
			return user || solver
		}
	}
	return false
}
