// Package notifications tells people about their own things: its table says who hears of what, how soon and by
// which ways, and its room writes the rows, which internal/delivery sends. A broadcast is its author's to word, and
// no kind of these.
package notifications

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
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

// MaxMails is after how many e-mails about their own things within mailWindow a person gets no more: what comes then stands in
// the application alone, so that nobody can fill a mailbox by writing many complaints or replies.
const (
	MaxMails   = 20
	mailWindow = time.Hour
)

// Room writes notifications.
type Room struct {
	mail     bool
	language func() i18n.Language
}

// New returns a room. Mail is whether notifications can go out by e-mail; language returns that of the organization,
// which those read who have chosen none.
func New(mail bool, language func() i18n.Language) *Room { return &Room{mail, language} }

// Notify writes the notification of a kind in a transaction: for each of its recipients in their language, in the
// application, where it has arrived once its row stands there, and by e-mail for those who want it so. Whoever does
// it is not told.
func (r *Room) Notify(ctx context.Context, t *tx.Tx, kind Kind, a About) error {
	rule := ruleOf(kind)
	withEmail := r.mail && slices.Contains(rule.ways, domain.ChannelEmail)
	people, err := rule.recipients(ctx, t, a, withEmail)
	if err != nil {
		return err
	}
	me := tx.AccountOf(ctx)
	var to []address
	for _, p := range people {
		if me != nil && *me == p.ID {
			continue
		}
		to = append(to, r.addresses(p, withEmail && p.MailOwn && p.Full == nil)...)
	}
	n := message{title: rule.title(a), text: a.Message}
	if a.Complaint != nil {
		n.complaint = &a.Complaint.ID
	}
	if a.Task != nil {
		n.task, n.complaint = &a.Task.ID, &a.Task.ComplaintID
	}
	return write(ctx, t, to, n)
}

// Test writes the notification by which an administrator tries a broadcast, over the channels given, whatever they prefer.
type Test struct {
	Sender, Title, Message string
	Channels               []domain.Channel
	Urgent                 bool
}

// NotifyTest writes a test for the viewer in a transaction.
func (r *Room) NotifyTest(ctx context.Context, t *tx.Tx, test Test) error {
	people, err := read(ctx, t, user.ID(auth.From(ctx).ID), nil, true)
	if err != nil {
		return err
	}
	var to []address
	for _, p := range people {
		to = append(to, r.addresses(p, slices.Contains(test.Channels, domain.ChannelEmail))...)
	}
	return write(ctx, t, to, message{
		title: i18n.Verbatim(test.Title), text: i18n.Verbatim(test.Message), sender: test.Sender, urgent: test.Urgent,
	})
}

// recipient is an account that is told.
type recipient struct {
	ID       uuid.UUID `sql:"id"`
	MailOwn  bool      `sql:"mail_own"`
	Language *string   `sql:"language"`
	Email    *string   `sql:"email"`
	Full     *int      `sql:"full"` // set for who has had MaxMails
}

// recipients reads the first of a rule's recipients who have an active account.
func (r rule) recipients(ctx context.Context, t *tx.Tx, a About, withEmail bool) ([]recipient, error) {
	for _, who := range r.to {
		where, shape := who.find(a)
		if where == nil {
			continue
		}
		people, err := read(ctx, t, where, shape, withEmail)
		if err != nil || len(people) > 0 {
			return people, err
		}
	}
	return nil, nil
}

// read reads active accounts, with the e-mail address if it is needed.
func read(ctx context.Context, t *tx.Tx, where predicate.User, shape *entread.Shape, withEmail bool) (people []recipient, err error) {
	since := t.Now.Add(-mailWindow)
	q := t.Ahead.User.Query().Where(where, user.StateEQ(domain.AccountActive)).Order(ent.Asc(user.FieldID))
	columns := q.Modify(func(s *sql.Selector) {
		s.Select(s.C(user.FieldID), s.C(user.FieldMailOwn)).AppendSelectExprAs(reader.Column(s.C(user.FieldID)), "language")
		if withEmail {
			contacts := sql.Table(contact.Table)
			s.AppendSelectExprAs(sql.Select(contacts.C(contact.FieldEmail)).From(contacts).
				Where(sql.ColumnsEQ(contacts.C(contact.FieldUserID), s.C(user.FieldID))), "email")
			mails := sql.Table(notification.Table)
			s.AppendSelectExprAs(sql.SelectExpr(sql.Raw("1")).From(mails).Where(sql.And(
				sql.ColumnsEQ(mails.C(notification.FieldRecipientID), s.C(user.FieldID)), sql.GT(mails.C(notification.FieldCreatedAt), since),
				sql.EQ(mails.C(notification.FieldChannel), domain.ChannelEmail), sql.IsNull(mails.C(notification.FieldBroadcastID)),
			)).Limit(1).Offset(MaxMails-1), "full")
		}
	})
	if shape != nil {
		shape.Part("with e-mail", withEmail)
		shape.State(since, domain.ChannelEmail)
		q.Shaped(shape)
	}
	err = columns.Scan(auth.System(ctx, "notify people about their own things"), &people)
	return people, err
}

// address is where a notification goes, and in which language.
type address struct {
	to       uuid.UUID
	channel  domain.Channel
	language i18n.Language
}

// addresses returns those of a recipient: in the application, and by e-mail if it is wanted and they have an address.
func (r *Room) addresses(p recipient, byEmail bool) []address {
	language := reader.Chosen(p.Language, r.language())
	all := []address{{p.ID, domain.ChannelInApp, language}}
	if byEmail && p.Email != nil && *p.Email != "" {
		all = append(all, address{p.ID, domain.ChannelEmail, language})
	}
	return all
}

// message is what a notification says.
type message struct {
	title, text     i18n.Text
	complaint, task *uuid.UUID
	sender          string // of a broadcast's test
	urgent          bool   // of a broadcast's test
}

// write inserts the rows of a notification.
func write(ctx context.Context, t *tx.Tx, to []address, n message) error {
	if len(to) == 0 {
		return nil
	}
	wording, err := text.WordingOf(n.title, n.text)
	if err != nil {
		return err
	}
	made, err := t.Later.Notification.MapCreateBulk(to, func(c *ent.NotificationCreate, i int) {
		c.SetRecipientID(to[i].to).SetChannel(to[i].channel).
			SetTitle(n.title.In(to[i].language)).SetMessage(n.text.In(to[i].language)).SetWording(wording).
			SetSender(n.sender).SetUrgent(n.urgent).
			SetNillableComplaintID(n.complaint).SetNillableTaskID(n.task).SetCreatedAt(t.Now)
		if to[i].channel == domain.ChannelInApp {
			c.SetState(domain.NotificationSent).SetAttempts(1).SetSentAt(t.Now).SetDeliveredAt(t.Now)
		} else {
			c.SetState(domain.NotificationPending).SetNextTryAt(t.Now)
		}
	}).Save(auth.System(ctx, "notify people about their own things"))
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
