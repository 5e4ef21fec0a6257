package desk

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

const (
	// digestReferences is how many complaints a part of a digest names; of the others it says how many there are.
	digestReferences = 4
	// digestNews is of how many notifications a digest looks for complaints with news.
	digestNews = 500
	// digestTasks is how many tasks a digest names.
	digestTasks = 20
	// dueSoon is how soon a deadline is that administrators are told of.
	dueSoon = 24 * time.Hour
)

// waitingPart is some of the complaints that wait.
type waitingPart struct {
	title func(int) i18n.Text
	where func(now time.Time) predicate.Complaint
}

// newsPart is some of the complaints to which something happened.
type newsPart struct {
	kind  notifications.Kind
	title func(int) i18n.Text
}

// waitingParts are what waits for administrators, as it stands when a digest is written.
var waitingParts = []waitingPart{
	{text.DigestNew, func(time.Time) predicate.Complaint {
		return complaint.And(complaint.StatusEQ(domain.ComplaintSubmitted), complaint.SolverIDIsNil())
	}},
	{text.DigestReview, func(time.Time) predicate.Complaint {
		return complaint.And(complaint.StatusEQ(domain.ComplaintInProgress), complaint.HasTasksWith(worktask.StatusEQ(domain.TaskCompletionSubmitted)))
	}},
	{text.DigestDueSoon, func(now time.Time) predicate.Complaint {
		return complaint.And(complaint.StatusIn(active...), complaint.Overdue(false), complaint.DueOrderGTE(now), complaint.DueOrderLT(now.Add(dueSoon)))
	}},
	{text.DigestOverdue, func(time.Time) predicate.Complaint {
		return complaint.And(complaint.StatusIn(active...), complaint.Overdue(true))
	}},
	{text.DigestReopened, func(time.Time) predicate.Complaint { return complaint.StatusEQ(domain.ComplaintReopened) }},
	{text.DigestDeclined, func(time.Time) predicate.Complaint {
		return complaint.And(complaint.StatusIn(waiting...), complaint.SolverIDNotNil(), lastTask(domain.TaskDeclined))
	}},
	{text.DigestReturned, func(time.Time) predicate.Complaint { // what was reopened may have had its task cancelled when it was resolved
		return complaint.And(complaint.StatusIn(waiting...), complaint.SolverIDNotNil(), complaint.Or(
			lastTask(domain.TaskReturned), complaint.And(complaint.StatusEQ(domain.ComplaintSubmitted), lastTask(domain.TaskCancelled)),
		))
	}},
}

// lastTask matches complaints whose last task has a status. Of each complaint it reads one: as a condition on tasks PostgreSQL would read all
// that ever had the status.
func lastTask(status domain.TaskStatus) predicate.Complaint {
	return func(s *sql.Selector) {
		t := sql.Table(worktask.Table)
		last := sql.Select(t.C(worktask.FieldStatus)).From(t).
			Where(sql.ColumnsEQ(t.C(worktask.FieldComplaintID), s.C(complaint.FieldID))).OrderBy(sql.Desc(t.C(worktask.FieldID))).Limit(1)
		s.Where(sql.P(func(b *sql.Builder) { b.Arg(status).WriteString(" = ").Wrap(func(b *sql.Builder) { b.Join(last) }) }))
	}
}

// newsParts are what happened to complaints that nobody looks after, in the order of a digest. What is waiting besides is in
// waitingParts.
var newsParts = []newsPart{
	{notifications.ReporterReplied, text.DigestReplies},
	{notifications.FilesAdded, text.DigestFiles},
	{notifications.LowRating, text.DigestLowRatings},
	{notifications.LateEvidence, text.DigestLateEvidence},
	{notifications.HandledWithdrawn, text.DigestWithdrawn},
}

// lookedAfterByNobody matches complaints of which nobody hears: an account that is disabled or no administrator's any more looks after none.
var lookedAfterByNobody = complaint.Or(complaint.HandlerIDIsNil(), complaint.Not(complaint.HasHandlerWith(activeAdministrator)))

// waitsFor matches complaints that an account looks after, or nobody.
func waitsFor(account uuid.UUID) predicate.Complaint {
	return complaint.Or(complaint.HandlerID(account), lookedAfterByNobody)
}

// digestOfComplaints returns what an administrator is told in the morning: what waits, and the news of what nobody looks after since the
// digest before, as far as it is unread in the application.
func (d *Desk) digestOfComplaints(ctx context.Context, m morning) (about notifications.About, err error) {
	var digest text.DailyDigest
	for _, part := range waitingParts {
		found, err := d.digestPart(ctx, part.title, complaint.And(part.where(m.now), waitsFor(m.account)))
		if err != nil {
			return about, err
		}
		if found.Count > 0 {
			digest.Waiting = append(digest.Waiting, found)
		}
	}
	if digest.News, digest.WithNews, err = d.digestNews(ctx, m); err != nil || digest.Empty() {
		return about, err
	}
	about.Account = m.account
	about.Summary, about.Message = digest.Says()
	return about, nil
}

// digestPart finds complaints, those with the next deadlines first.
func (d *Desk) digestPart(ctx context.Context, title func(int) i18n.Text, where predicate.Complaint) (part text.DigestPart, err error) {
	var rows []struct {
		Reference string `sql:"reference"`
		Count     int    `sql:"count"`
	}
	err = d.Client.Complaint.Query().Where(where).Limit(digestReferences).Modify(digestColumns).Scan(ctx, &rows)
	for _, row := range rows {
		part.Count = row.Count
		part.References = append(part.References, row.Reference)
	}
	part.Title = title(part.Count)
	return part, err
}

// digestColumns makes a statement that of the references in the order of the deadlines, with the number of all.
func digestColumns(s *sql.Selector) {
	s.Select(s.C(complaint.FieldReference)).AppendSelectExprAs(sql.Raw("COUNT(*) OVER ()"), "count").
		OrderBy(s.C(complaint.FieldDueOrder), s.C(complaint.FieldID))
}

// digestNews returns the news for an administrator, and of how many complaints they are.
func (d *Desk) digestNews(ctx context.Context, m morning) (parts []text.DigestPart, of int, err error) {
	kinds := make([]string, len(newsParts))
	for i, part := range newsParts {
		kinds[i] = string(part.kind)
	}
	rows, err := d.Client.Notification.Query().
		Where(
			notification.RecipientID(m.account), notification.CreatedAtGTE(m.since), notification.CreatedAtLT(m.at), notification.ChannelEQ(domain.ChannelInApp),
			notification.ReadAtIsNil(), notification.KindIn(kinds...),
			notification.HasComplaintWith(lookedAfterByNobody),
		).
		Order(ent.Asc(notification.FieldCreatedAt, notification.FieldID)).Limit(digestNews).
		WithComplaint(func(q *ent.ComplaintQuery) { q.Select(complaint.FieldReference) }).All(ctx)
	if err != nil {
		return nil, 0, err
	}
	all := map[string]bool{}
	for _, part := range newsParts {
		var references []string
		for _, row := range rows {
			if reference := row.Edges.Complaint.Reference; row.Kind == string(part.kind) && !slices.Contains(references, reference) {
				references = append(references, reference)
				all[reference] = true
			}
		}
		if n := len(references); n > 0 {
			parts = append(parts, text.DigestPart{Title: part.title(n), Count: n, References: references[:min(n, digestReferences)]})
		}
	}
	return parts, len(all), nil
}

// digestOfTasks returns what a solver is told in the morning: the tasks that are due on this day, by the solver's calendar.
func (d *Desk) digestOfTasks(ctx context.Context, m morning) (about notifications.About, err error) {
	y, month, day := m.at.Date()
	from := time.Date(y, month, day, 0, 0, 0, 0, m.at.Location())
	due := d.Client.WorkTask.Query().Where(
		worktask.SolverID(m.account), worktask.StatusIn(slices.Concat(given, returnable)...), worktask.DueAtGTE(from), worktask.DueAtLT(from.AddDate(0, 0, 1)),
		worktask.HasComplaintWith(complaint.StatusIn(active...)),
	)
	n, err := due.Clone().Count(ctx)
	if err != nil || n == 0 {
		return about, err
	}
	tasks, err := due.Order(ent.Asc(worktask.FieldDueAt, worktask.FieldID)).Limit(digestTasks).WithComplaint().All(ctx)
	if err != nil {
		return about, err
	}
	about.Account = m.account
	if len(tasks) == 1 {
		about.Complaint, about.Task = tasks[0].Edges.Complaint, tasks[0]
	}
	var first []text.DueTask
	for _, task := range tasks {
		first = append(first, text.DueTask{Reference: task.Edges.Complaint.Reference, By: task.DueAt.In(m.at.Location()).Format("15:04")})
	}
	about.Summary, about.Message = text.DueToday(n, first)
	return about, nil
}
