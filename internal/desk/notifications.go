package desk

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/i18n"
)

// outgoing is a notification about people's own things.
type outgoing struct {
	to              predicate.User
	shape           *entread.Shape // of the query for them, or nil
	title, message  i18n.Text
	complaint, task *uuid.UUID
	test            bool             // to the doer, over the channels given, whatever they prefer
	channels        []domain.Channel // of a test
	sender          string           // of a test
	urgent          bool             // of a test
}

// notify inserts the rows of a notification, in the language of each recipient: in the application, where it
// has arrived once its row stands there, and by e-mail for those who want it so. The one who did it gets none.
func (t *txn) notify(ctx context.Context, n outgoing) error {
	sys := auth.System(ctx, "notify people about their own things")
	var people []recipient
	withEmail := t.desk.settings.Mail || n.test
	q := t.Ahead.User.Query().Where(n.to, user.StateEQ(domain.AccountActive)).Order(ent.Asc(user.FieldID))
	columns := q.Modify(func(s *sql.Selector) { selectRecipient(s, withEmail) })
	if n.shape != nil {
		n.shape.Part("with e-mail", withEmail)
		q.Shaped(n.shape)
	}
	if err := columns.Scan(sys, &people); err != nil {
		return err
	}
	type row struct {
		to       uuid.UUID
		channel  domain.Channel
		language i18n.Language
	}
	var rows []row
	actor := tx.AccountOf(ctx)
	for _, p := range people {
		if actor != nil && *actor == p.ID && !n.test {
			continue
		}
		language := reader.Chosen(p.Language, t.desk.chosen.Language())
		rows = append(rows, row{p.ID, domain.ChannelInApp, language})
		wanted := t.desk.settings.Mail && p.MailOwn
		if n.test {
			wanted = slices.Contains(n.channels, domain.ChannelEmail)
		}
		if wanted && p.Email != nil && *p.Email != "" {
			rows = append(rows, row{p.ID, domain.ChannelEmail, language})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	wording, err := text.WordingOf(n.title, n.message)
	if err != nil {
		return err
	}
	made, err := t.Later.Notification.MapCreateBulk(rows, func(c *ent.NotificationCreate, i int) {
		c.SetRecipientID(rows[i].to).SetChannel(rows[i].channel).
			SetTitle(n.title.In(rows[i].language)).SetMessage(n.message.In(rows[i].language)).SetWording(wording).
			SetSender(n.sender).SetUrgent(n.urgent).
			SetNillableComplaintID(n.complaint).SetNillableTaskID(n.task).SetCreatedAt(t.Now)
		if rows[i].channel == domain.ChannelInApp {
			c.SetState(domain.NotificationSent).SetAttempts(1).SetSentAt(t.Now).SetDeliveredAt(t.Now)
		} else {
			c.SetState(domain.NotificationPending).SetNextTryAt(t.Now)
		}
	}).Save(sys)
	if err != nil {
		return err
	}
	for _, row := range made {
		if row.Channel == domain.ChannelInApp {
			t.RecordEvent(domain.EventNotification, row.RecipientID, row.ID)
		}
	}
	return nil
}

// recipient is an account that is notified.
type recipient struct {
	ID       uuid.UUID `sql:"id"`
	MailOwn  bool      `sql:"mail_own"`
	Language *string   `sql:"language"`
	Email    *string   `sql:"email"`
}

// selectRecipient reads a recipient in a query for accounts, with the e-mail address if it is needed.
func selectRecipient(s *sql.Selector, withEmail bool) {
	s.Select(s.C(user.FieldID), s.C(user.FieldMailOwn)).AppendSelectExprAs(reader.Column(s.C(user.FieldID)), "language")
	if withEmail {
		contacts := sql.Table(contact.Table)
		s.AppendSelectExprAs(sql.Select(contacts.C(contact.FieldEmail)).From(contacts).
			Where(sql.ColumnsEQ(contacts.C(contact.FieldUserID), s.C(user.FieldID))), "email")
	}
}

// admins are whom the service notifies of what needs a decision.
var admins = user.RoleIn(domain.RoleAdmin, domain.RoleSuperAdmin)

// reporters are whoever submitted a complaint, or one that was merged into it.
func reporters(c *ent.Complaint) predicate.User { return reportersOf(c.ID) }

// ownReporter is whoever submitted a complaint. Only they may read the comments on it.
func ownReporter(c *ent.Complaint) predicate.User {
	if c.SubmittedByID == nil {
		return user.IDIn()
	}
	return user.ID(*c.SubmittedByID)
}

// notifyReporters notifies them of a public move of their complaint.
func (t *txn) notifyReporters(ctx context.Context, c *ent.Complaint, to domain.ComplaintStatus, note string) error {
	return t.notify(ctx, outgoing{
		to: reporters(c), shape: entread.New("reporters", c.ID,
			domain.AccountActive), title: text.ComplaintMoved(c.Reference, tx.StatusText(to)), message: i18n.Verbatim(note), complaint: &c.ID,
	})
}

// notifySolver notifies a task's solver of what was decided about it.
func (t *txn) notifySolver(ctx context.Context, task *ent.WorkTask, title, note i18n.Text) error {
	return t.notify(ctx, outgoing{
		to: user.ID(task.SolverID), title: title, message: note, complaint: &task.ComplaintID, task: &task.ID,
	})
}

// NotifyTest notifies the viewer of a test, over the channels given, whatever they prefer.
func (d *Desk) NotifyTest(ctx context.Context, t *tx.Tx, sender, title, message string, channels []domain.Channel, urgent bool) error {
	return d.join(t).notify(ctx, outgoing{
		to: user.ID(auth.From(ctx).ID), title: i18n.Verbatim(title), message: i18n.Verbatim(message), test: true, channels: channels, sender: sender, urgent: urgent,
	})
}

// said returns what the service itself says in a row that many read.
func (d *Desk) said(text i18n.Text) string { return text.In(d.chosen.Language()) }
