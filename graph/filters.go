package graph

import (
	"context"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/notificationlevel"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/search"
)

// Conditions of filters beyond comparisons with a column. Whoever may not see what one compares with
// is refused it: how many rows it selects would tell.

// adminsOnly returns a fault to everybody but administrators.
func adminsOnly(ctx context.Context) error {
	if !policy.SeesInternal(auth.From(ctx)) {
		return fault.Denied()
	}
	return nil
}

// either returns a condition, or for false the one of all other rows.
func either[P any](yes bool, is, isNot P) P {
	if yes {
		return is
	}
	return isNot
}

// filterFlagged limits a filter to complaints whose low rating awaits an administrator's attention.
func filterFlagged(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool) error {
	if yes == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	where.AddPredicates(complaint.Flagged(*yes))
	return nil
}

// filterContact limits a filter to complaints whose contact has a text. Whom that finds is recorded in the audit, as by callerLookup.
func (r *Resolver) filterContact(
	ctx context.Context, where *ent.ComplaintWhereInput, condition string, text *string, has func(string) predicate.Contact,
) error {
	if text == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	if err := search.Check(*text); err != nil {
		return renamed(err, condition)
	}
	found, err := r.client.Contact.Query().Where(has(*text), contact.ComplaintIDNotNil()).
		Order(ent.Desc(contact.FieldID)).Limit(model.MaxContacts).IDs(ctx)
	if err != nil {
		return err
	}
	where.AddPredicates(complaint.HasContactWith(has(*text)))
	return r.desk.NoteContactsFound(ctx, *text, found)
}

// filterAtWork limits a filter to complaints with a task that has not ended and is somebody's.
func filterAtWork(ctx context.Context, where *ent.ComplaintWhereInput, id *uuid.UUID, of func(uuid.UUID) predicate.WorkTask) error {
	if id == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	where.AddPredicates(complaint.HasTasksWith(of(*id), worktask.StatusIn(domain.LiveTaskStatuses...)))
	return nil
}

// filterHasTask limits a filter to complaints that have or had a task.
func filterHasTask(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool) error {
	if yes == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	where.AddPredicates(either(*yes, complaint.SolverIDNotNil(), complaint.SolverIDIsNil()))
	return nil
}

// filterToReview limits a filter to complaints whose live task waits for the review of its completion. There
// are few at any time, and the index of tasks by status finds them.
func filterToReview(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool) error {
	if yes == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	is := complaint.HasTasksWith(worktask.StatusEQ(domain.TaskCompletionSubmitted))
	where.AddPredicates(either(*yes, is, entgql.NotTrue(is)))
	return nil
}

// filterHandler limits a filter to complaints that an administrator looks after.
func filterHandler(ctx context.Context, where *ent.ComplaintWhereInput, id *uuid.UUID) error {
	if id == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	where.AddPredicates(complaint.HandlerID(*id))
	return nil
}

// filterHasHandler limits a filter to complaints that somebody looks after.
func filterHasHandler(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool) error {
	if yes == nil {
		return nil
	}
	if err := adminsOnly(ctx); err != nil {
		return err
	}
	where.AddPredicates(either(*yes, complaint.HandlerIDNotNil(), complaint.HandlerIDIsNil()))
	return nil
}

// filterHasMedia limits a filter to complaints with a file that the viewer may see.
func filterHasMedia(ctx context.Context, where *ent.ComplaintWhereInput, yes *bool) {
	if yes == nil {
		return
	}
	has := complaint.HasMediaWith(policy.FilesOfComplaints(auth.From(ctx))...)
	where.AddPredicates(either(*yes, has, entgql.NotTrue(has)))
}

// filterUnrated limits a filter to complaints that could have a rating and have none.
func filterUnrated(where *ent.ComplaintWhereInput, yes *bool) {
	if yes == nil {
		return
	}
	is := complaint.And(complaint.StatusIn(domain.ComplaintResolved, domain.ComplaintClosed), complaint.RatingIsNil())
	where.AddPredicates(either(*yes, is, entgql.NotTrue(is)))
}

// filterReopened limits a filter to complaints that were reopened.
func filterReopened(where *ent.ComplaintWhereInput, yes *bool) {
	if yes != nil {
		where.AddPredicates(either(*yes, complaint.ReopenedCountGT(0), complaint.ReopenedCount(0)))
	}
}

// below returns the condition that a column refers to a row of a tree or to one below it. The path of a
// row has the ids of all that lie above it; trees are small enough to look at each.
func below(table, column string, id uuid.UUID) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			position := "instr("
			if b.Dialect() == dialect.Postgres {
				position = "strpos("
			}
			t := sql.Dialect(b.Dialect()).Table(table).As("tree")
			b.Ident(s.C(column)).WriteString(" IN (SELECT ").Ident(t.C("id")).WriteString(" FROM ").Ident(table).WriteString(" AS ").Ident("tree").
				WriteString(" WHERE ").WriteString(position).Ident(t.C("path")).WriteString(", ").Arg(id.String()).WriteString(") > 0)")
		}))
	}
}

// seesComplaints returns a fault to viewers of tasks who may not see the complaints of these.
func seesComplaints(ctx context.Context) error { return may(ctx, policy.RootComplaints) }

// filterByComplaint limits a filter to tasks of some complaints.
func filterByComplaint(ctx context.Context, where *ent.TaskWhereInput, of predicate.Complaint) error {
	if err := seesComplaints(ctx); err != nil {
		return err
	}
	where.AddPredicates(worktask.HasComplaintWith(of))
	return nil
}

// filterOverdueTasks limits a filter to tasks whose deadline has passed before they ended.
func filterOverdueTasks(d *desk.Desk, where *ent.TaskWhereInput, yes *bool) {
	if yes == nil {
		return
	}
	now := d.Now()
	where.AddPredicates(either(*yes,
		worktask.And(worktask.DueAtLT(now), worktask.StatusIn(domain.LiveTaskStatuses...)),
		worktask.Or(worktask.DueAtIsNil(), worktask.DueAtGTE(now), worktask.StatusNotIn(domain.LiveTaskStatuses...)),
	))
}

// filterNotificationLevel limits a filter to complaints of which the viewer is told so much.
func filterNotificationLevel(ctx context.Context, where *ent.ComplaintWhereInput, level *domain.NotificationLevel) error {
	if level == nil {
		return nil
	}
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	chosen := func(compare func(column string, with any) *sql.Predicate) predicate.Complaint {
		return tx.InSubquery(complaint.FieldID, notificationlevel.Table, notificationlevel.FieldComplaintID, func(t *sql.SelectTable) *sql.Predicate {
			return sql.And(sql.EQ(t.C(notificationlevel.FieldUserID), v.ID), compare(t.C(notificationlevel.FieldLevel), *level))
		})
	}
	if *level == domain.LevelNormal { // which few rows say
		where.AddPredicates(complaint.Not(chosen(sql.NEQ)))
	} else {
		where.AddPredicates(chosen(sql.EQ))
	}
	return nil
}

// filterUnpaid limits a filter to completed tasks that no settlement claims: a reversal releases the
// claims of its settlement.
func filterUnpaid(ctx context.Context, where *ent.TaskWhereInput, yes *bool) error {
	if yes == nil {
		return nil
	}
	if err := may(ctx, policy.RootPayments); err != nil {
		return err
	}
	claimed := func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("EXISTS (SELECT 1 FROM ").Ident(paymentclaim.Table).WriteString(" WHERE ").Ident(paymentclaim.FieldKey).
				WriteString(" = ").Arg(domain.TaskClaimPrefix).WriteString(" || CAST(").Ident(s.C(worktask.FieldID)).WriteString(" AS text))")
		}))
	}
	is := worktask.And(worktask.StatusEQ(domain.TaskCompleted), worktask.Not(claimed))
	where.AddPredicates(either(*yes, is, worktask.Or(worktask.StatusNEQ(domain.TaskCompleted), claimed)))
	return nil
}

// searchTasks limits a filter to tasks of complaints that contain a text.
func (r *Resolver) searchTasks(ctx context.Context, where *ent.TaskWhereInput, term *string) error {
	find := func(text string) (predicate.WorkTask, error) {
		if err := seesComplaints(ctx); err != nil {
			return nil, err
		}
		return r.texts.Tasks(ctx, text)
	}
	return searched(term, find, where.AddPredicates)
}

// searchUsers limits a filter to accounts whose name, e-mail address or telephone number contains a text.
func searchUsers(where *ent.UserWhereInput, term *string) error {
	return searchText(term, func(text string) { where.AddPredicates(search.Users(text)) })
}

// searchProviders limits a filter to service providers whose name contains a text.
func searchProviders(where *ent.ServiceProviderWhereInput, term *string) error {
	return searchText(term, func(text string) { where.AddPredicates(search.Providers(text)) })
}

// filterPaymentStatus limits a filter to payments that are in force, or to those that were reversed.
func filterPaymentStatus(where *ent.PaymentWhereInput, status *model.PaymentStatus) {
	if status != nil {
		where.AddPredicates(either(*status == model.PaymentStatusReversed, payment.HasReversedBy(), entgql.NotTrue(payment.HasReversedBy())))
	}
}

// filterPaidTask limits a filter to payments for a task.
func filterPaidTask(where *ent.PaymentWhereInput, task *uuid.UUID) {
	if task != nil {
		where.AddPredicates(payment.HasPaymentTasksWith(paymenttask.TaskID(*task)))
	}
}

// filterNotificationKind limits a filter to notifications of a kind.
func filterNotificationKind(where *ent.NotificationWhereInput, kind *model.NotificationKind) {
	if kind == nil {
		return
	}
	switch *kind {
	case model.NotificationKindBroadcast:
		where.AddPredicates(notification.BroadcastIDNotNil())
	case model.NotificationKindTask:
		where.AddPredicates(notification.TaskIDNotNil())
	case model.NotificationKindComplaint:
		where.AddPredicates(notification.ComplaintIDNotNil(), notification.TaskIDIsNil())
	case model.NotificationKindAccount:
		where.AddPredicates(notification.BroadcastIDIsNil(), notification.ComplaintIDIsNil(), notification.TaskIDIsNil())
	}
}

// filterSubject limits a filter to notifications about a row.
func filterSubject(where *ent.NotificationWhereInput, id *uuid.UUID) {
	if id != nil {
		where.AddPredicates(notification.Or(notification.ComplaintID(*id), notification.TaskID(*id), notification.BroadcastID(*id)))
	}
}
