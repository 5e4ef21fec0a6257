package policy

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintrevision"
	"github.com/redress/redress/ent/notificationlevel"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// ComplaintRows: reporters see what they submitted, links what they lead to, solvers what they have or had a task for, providers
// what one of their tasks is for: what it is and where (HideComplaints), and nothing that belongs to it.
func ComplaintRows(s Subject, q *ent.ComplaintQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(complaint.HasTasksWith(tasks(s)))
	default:
		q.Where(complaints(s))
	}
}

// severed reports whether an edge leads a viewer nowhere, also to rows that they see: a provider could
// tell by a filter of merged complaints what these say.
func severed(s Subject, from any, to ent.Query) bool {
	_, complaint := from.(*ent.ComplaintQuery)
	_, merged := to.(*ent.ComplaintQuery)
	return s.Role == domain.RoleProvider && complaint && merged
}

// ComplaintColumns returns the columns of complaints that ComplaintRows looks at.
func ComplaintColumns(v *auth.Viewer) []string {
	switch v.Role {
	case domain.RoleUser:
		return []string{complaint.FieldSubmittedByID}
	case domain.RoleSolver, domain.RoleProvider:
		return []string{complaint.FieldID}
	default:
		return nil
	}
}

// complaints are those a viewer below admin may see with what belongs to them: log, comments, files, reporter.
func complaints(s Subject) predicate.Complaint {
	if s.HasLink() {
		return complaint.ID(s.Complaint)
	}
	switch s.Role {
	case domain.RoleUser:
		return complaint.SubmittedByID(s.ID)
	case domain.RoleSolver:
		return complaint.HasTasksWith(worktask.SolverID(s.ID))
	default:
		return none
	}
}

// MayRead holds where an account may read what happens to a complaint, as complaints says of one account: for statements about several, which
// have both rows. PostgreSQL would read all tasks for an EXISTS here.
func MayRead(account, about *sql.SelectTable) *sql.Predicate {
	role, id, t := account.C(user.FieldRole), account.C(user.FieldID), sql.Table(worktask.Table)
	task := sql.Select(t.C(worktask.FieldID)).From(t).Limit(1).
		Where(sql.And(sql.ColumnsEQ(t.C(worktask.FieldComplaintID), about.C(complaint.FieldID)), sql.ColumnsEQ(t.C(worktask.FieldSolverID), id)))
	return sql.Or(
		sql.In(role, domain.RoleAdmin, domain.RoleSuperAdmin),
		sql.And(sql.EQ(role, domain.RoleUser), sql.ColumnsEQ(about.C(complaint.FieldSubmittedByID), id)),
		sql.And(sql.EQ(role, domain.RoleSolver), sql.P(func(b *sql.Builder) { b.Wrap(func(b *sql.Builder) { b.Join(task) }).WriteString(" IS NOT NULL") })),
	)
}

// NotificationLevelRows: one's own, of complaints of which one may read what happens to them.
func NotificationLevelRows(s Subject, q *ent.NotificationLevelQuery) {
	q.Where(notificationlevel.UserID(s.ID))
	if !s.Admin() {
		q.Where(notificationlevel.HasComplaintWith(complaints(s)))
	}
}

// StatusLogRows: the log of each complaint the viewer sees. A reporter whose complaint was merged
// into another one follows that one's log too, without its reporter's name (HideReporters), unless
// OwnStatusLogs was asked for.
func StatusLogRows(s Subject, q *ent.StatusLogQuery) {
	if !s.Admin() {
		q.Where(statusLogs(s))
	}
}

// OwnStatusLogs returns a context in which a reporter finds only the logs of complaints that they
// submitted themselves. For other roles nothing changes.
func OwnStatusLogs(ctx context.Context) context.Context {
	return narrowed(ctx, "own", func(s Subject, q *ent.StatusLogQuery) {
		if !s.Admin() {
			q.Where(ownStatusLogs(s))
		}
	})
}

// FollowsMerges reports whether StatusLogRows finds more than OwnStatusLogs asks for.
func FollowsMerges(v *auth.Viewer) bool { return v.Reports() }

func statusLogs(s Subject) predicate.StatusLog {
	if s.Reports() {
		return statuslog.Or(ownStatusLogs(s), statuslog.HasComplaintWith(complaint.HasDuplicatesWith(complaints(s))))
	}
	return ownStatusLogs(s)
}

func ownStatusLogs(s Subject) predicate.StatusLog {
	return statuslog.HasComplaintWith(complaints(s))
}

// byAnotherReporter finds rows of status logs whose actor is the reporter of the complaint and not
// the subject. Somebody whose own complaint was merged into that one reads what they did there, but
// not who they are.
func byAnotherReporter(s Subject) predicate.StatusLog {
	return func(rows *sql.Selector) {
		c := sql.Table(complaint.Table)
		rows.Where(sql.And(
			sql.NEQ(rows.C(statuslog.FieldActorID), s.ID),
			sql.Exists(sql.Select(c.C(complaint.FieldID)).From(c).Where(sql.And(
				sql.ColumnsEQ(c.C(complaint.FieldID), rows.C(statuslog.FieldComplaintID)),
				sql.ColumnsEQ(c.C(complaint.FieldSubmittedByID), rows.C(statuslog.FieldActorID)),
			))),
		))
	}
}

// HideReporters returns an interceptor for status logs that removes the actor from the rows that
// came to their viewer with a merge and that another reporter caused, whichever way they were read. It does so before
// the actors' rows are read, and looks whether any row is such a one: how many statements were sent tells nothing.
func HideReporters(client *ent.Client) ent.Interceptor {
	return intercept(func(ctx context.Context, q *ent.StatusLogQuery, next ent.Querier) (ent.Value, error) {
		v := auth.From(ctx)
		if v == nil || v.System() || !FollowsMerges(v) || v.HasLink() || ownComplaints(ctx) { // a link shows no actor at all (HideAuthors)
			return next.Query(ctx, q)
		}
		var hidden []uuid.UUID
		q.Hide(func(rows []*ent.StatusLog) (err error) {
			hidden, err = hideReporters(ctx, client, v, rows)
			return err
		})
		found, err := next.Query(ctx, q)
		rows, ok := found.([]*ent.StatusLog)
		if err != nil || !ok {
			return found, err
		}
		isHidden := func(row *ent.StatusLog) bool { return slices.Contains(hidden, row.ID) }
		if _, ofActors := ctx.Value(parentKey{}).(*ent.UserQuery); ofActors { // an actor's rows would name it
			return slices.DeleteFunc(rows, isHidden), nil
		}
		for _, row := range rows {
			if isHidden(row) {
				row.Edges.Actor = nil // a name is read with the row
			}
		}
		return rows, nil
	})
}

// ownComplaints reports whether a query of status logs reads logs of the viewer's own complaints
// only: those of complaints that it sees, or those that OwnStatusLogs asks for.
func ownComplaints(ctx context.Context) bool {
	_, ofComplaints := ctx.Value(parentKey{}).(*ent.ComplaintQuery)
	return ofComplaints || ctx.Value(narrowerKey[*ent.StatusLogQuery]{}) != nil
}

// hideReporters removes the actors whom the viewer may not know, and returns the ids of the rows.
func hideReporters(ctx context.Context, client *ent.Client, v *auth.Viewer, rows []*ent.StatusLog) ([]uuid.UUID, error) {
	var by []uuid.UUID
	for _, row := range rows {
		if row.ActorID != nil && *row.ActorID != v.ID {
			by = append(by, row.ID)
		}
	}
	hidden, err := client.StatusLog.Query().Where(statuslog.IDIn(by...), byAnotherReporter(subjectOf(v))).IDs(ctx)
	for _, row := range rows {
		if slices.Contains(hidden, row.ID) {
			row.ActorID = nil
		}
	}
	return hidden, err
}

// HideComplaints returns an interceptor for complaints that removes what their viewer may not read: from
// everybody but administrators who looks after them, from whoever holds a link who reported them, from providers
// all but what they are and where. It does so before the rows are read that a complaint names, since their number
// would tell whether it names any, and again where these came with the row.
func HideComplaints() ent.Interceptor {
	return intercept(func(ctx context.Context, q *ent.ComplaintQuery, next ent.Querier) (ent.Value, error) {
		v := auth.From(ctx)
		if SeesInternal(v) {
			return next.Query(ctx, q)
		}
		hide := func(rows []*ent.Complaint) error {
			for _, row := range rows {
				row.HandlerID, row.Edges.Handler = nil, nil
				switch {
				case v.HasLink():
					row.SubmittedByID, row.Edges.SubmittedBy = nil, nil
				case v != nil && v.Role == domain.RoleProvider:
					hideFromProvider(row)
				}
			}
			return nil
		}
		q.Hide(hide)
		found, err := next.Query(ctx, q)
		if rows, ok := found.([]*ent.Complaint); ok && err == nil {
			err = hide(rows)
		}
		return found, err
	})
}

// hideFromProvider removes from a complaint what its reporter wrote beside the title and who that is, what
// it was merged into, how it was rated and what other systems call it.
func hideFromProvider(c *ent.Complaint) {
	c.Description, c.RatingComment = "", ""
	c.SubmittedByID, c.DuplicateOfID, c.MergedViaID, c.ExternalRef = nil, nil, nil, nil
	c.Rating, c.Flagged, c.ReopenedCount, c.ReasonCode = nil, false, 0, nil
	c.Edges.SubmittedBy, c.Edges.DuplicateOf, c.Edges.Contact = nil, nil, nil
}

// CommentRows: public comments on each complaint the viewer sees, and the viewer's own there.
func CommentRows(s Subject, q *ent.CommentQuery) {
	if !s.Admin() {
		q.Where(comments(s))
	}
}

// ComplaintRevisionRows: those of complaints that the viewer submitted; administrators see all.
func ComplaintRevisionRows(s Subject, q *ent.ComplaintRevisionQuery) {
	if !s.Admin() {
		q.Where(revisions(s))
	}
}

func revisions(s Subject) predicate.ComplaintRevision {
	if s.Role != domain.RoleUser {
		return none
	}
	return complaintrevision.HasComplaintWith(complaints(s))
}

func comments(s Subject) predicate.Comment {
	return comment.And(
		comment.HasComplaintWith(complaints(s)),
		comment.Or(comment.VisibilityEQ(domain.VisibilityPublic), comment.AuthorID(s.ID)),
	)
}
