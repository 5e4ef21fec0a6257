package desk

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/read"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// outgoing is a notification about people's own things.
type outgoing struct {
	to              predicate.User
	shape           *read.Shape // of the query for them, or nil
	title, message  i18n.Text
	complaint, task *uuid.UUID
	test            bool             // to the doer, over the channels given, whatever they prefer
	channels        []domain.Channel // of a test
	sender          string           // of a test
	urgent          bool             // of a test
}

// notify inserts the rows of a notification, in the language of each recipient: in the application, where it
// has arrived once its row stands there, and by e-mail for those who want it so. The one who did it gets none.
func (tx *txn) notify(ctx context.Context, n outgoing) error {
	sys := auth.System(ctx, "notify people about their own things")
	var people []recipient
	withEmail := tx.desk.settings.Mail || n.test
	q := tx.Ahead.User.Query().Where(n.to, user.StateEQ(domain.AccountActive)).Order(ent.Asc(user.FieldID))
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
	actor := accountOf(ctx)
	for _, p := range people {
		if actor != nil && *actor == p.ID && !n.test {
			continue
		}
		language := reader.Chosen(p.Language, tx.desk.Language())
		rows = append(rows, row{p.ID, domain.ChannelInApp, language})
		wanted := tx.desk.settings.Mail && p.MailOwn
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
	made, err := tx.Later.Notification.MapCreateBulk(rows, func(c *ent.NotificationCreate, i int) {
		c.SetRecipientID(rows[i].to).SetChannel(rows[i].channel).SetTitle(n.title.In(rows[i].language)).SetMessage(n.message.In(rows[i].language)).SetSender(n.sender).SetUrgent(n.urgent).
			SetNillableComplaintID(n.complaint).SetNillableTaskID(n.task).SetCreatedAt(tx.now)
		if rows[i].channel == domain.ChannelInApp {
			c.SetState(domain.NotificationSent).SetAttempts(1).SetSentAt(tx.now).SetDeliveredAt(tx.now)
		} else {
			c.SetState(domain.NotificationPending).SetNextTryAt(tx.now)
		}
	}).Save(sys)
	if err != nil {
		return err
	}
	for _, row := range made {
		if row.Channel == domain.ChannelInApp {
			tx.recordEvent(domain.EventNotification, row.RecipientID, row.ID)
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
func (tx *txn) notifyReporters(ctx context.Context, c *ent.Complaint, to domain.ComplaintStatus, note string) error {
	return tx.notify(ctx, outgoing{
		to: reporters(c), shape: read.New("reporters", c.ID, domain.AccountActive), title: text.ComplaintMoved(c.Reference, statusText(to)), message: i18n.Verbatim(note), complaint: &c.ID,
	})
}

// notifySolver notifies a task's solver of what was decided about it.
func (tx *txn) notifySolver(ctx context.Context, t *ent.WorkTask, title, note i18n.Text) error {
	return tx.notify(ctx, outgoing{
		to: user.ID(t.SolverID), title: title, message: note, complaint: &t.ComplaintID, task: &t.ID,
	})
}

// SendTest sends a notification to the viewer, an administrator, over the channels it would go
// out by.
func (d *Desk) SendTest(ctx context.Context, in BroadcastInput) (*ent.Notification, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	in.Target = domain.TargetAll
	if err := in.normalize(d.settings.Mail).fault(); err != nil {
		return nil, err
	}
	v := auth.From(ctx)
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		me, err := tx.User.Query().Where(user.ID(v.ID)).Select(user.FieldName).Only(ctx)
		if err != nil {
			return err
		}
		err = tx.notify(ctx, outgoing{
			to: user.ID(v.ID), title: i18n.Verbatim(in.Title), message: i18n.Verbatim(in.Message), test: true, channels: in.Channels, sender: me.Name, urgent: in.Urgent,
		})
		if err != nil {
			return err
		}
		made, err = tx.Notification.Query().
			Where(notification.RecipientID(v.ID), notification.ChannelEQ(domain.ChannelInApp), notification.CreatedAt(tx.now)).
			Order(ent.Desc(notification.FieldID)).FirstID(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return d.client.Notification.Get(ctx, made)
}

// Preferences are what somebody wants to hear of by e-mail.
type Preferences struct{ Broadcasts, Own bool }

// Preferences returns the viewer's.
func (d *Desk) Preferences(ctx context.Context) (Preferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return Preferences{}, err
	}
	u, err := d.client.User.Query().Where(user.ID(v.ID)).Select(user.FieldMailBroadcasts, user.FieldMailOwn).Only(ctx)
	if err != nil {
		return Preferences{}, missing(err, "account")
	}
	return Preferences{u.MailBroadcasts, u.MailOwn}, nil
}

// SetPreferences changes the viewer's; nil stays.
func (d *Desk) SetPreferences(ctx context.Context, broadcasts, own *bool) (Preferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return Preferences{}, err
	}
	if broadcasts == nil && own == nil {
		return Preferences{}, nothingToChange()
	}
	if err := d.setPreferences(ctx, v.ID, broadcasts, own); err != nil {
		return Preferences{}, err
	}
	return d.Preferences(ctx)
}

// OptOut takes an account off broadcasts, or off messages about its own things, by e-mail:
// for whoever holds a link that such a message carried.
func (d *Desk) OptOut(ctx context.Context, account uuid.UUID, broadcasts bool) error {
	no := false
	if broadcasts {
		return d.setPreferences(ctx, account, &no, nil)
	}
	return d.setPreferences(ctx, account, nil, &no)
}

func (d *Desk) setPreferences(ctx context.Context, account uuid.UUID, broadcasts, own *bool) error {
	return d.tx(ctx, func(tx *txn) error {
		sys := auth.System(ctx, "what somebody wants to hear of")
		u, err := tx.User.Query().Where(user.ID(account), dbtx.ForUpdate).Only(sys)
		if err != nil {
			return missing(err, "account")
		}
		same := func(given *bool, now bool) bool { return given == nil || *given == now }
		if same(broadcasts, u.MailBroadcasts) && same(own, u.MailOwn) { // whoever has a link may come a thousand times
			return nil
		}
		after, err := tx.User.UpdateOne(u).SetNillableMailBroadcasts(broadcasts).SetNillableMailOwn(own).Save(sys)
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "user.preferences", subjectType: "User", subject: account,
			before: values{"email_broadcasts": u.MailBroadcasts, "email_own": u.MailOwn},
			after:  values{"email_broadcasts": after.MailBroadcasts, "email_own": after.MailOwn},
		})
	})
}
