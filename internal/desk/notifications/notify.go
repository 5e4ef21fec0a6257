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
	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// rowsPerStatement is how many rows one statement writes, and by how many addresses one reads.
const rowsPerStatement = 500

// Room writes notifications.
type Room struct {
	runner *tx.Runner
	mail   bool
	chosen Chosen
}

// Chosen are the settings of the organization that notifications need.
type Chosen interface {
	Language() i18n.Language  // that is read by those who have chosen none
	TimeZone() *time.Location // of those who have chosen none
	Organization() domain.Organization
	NamesStaff() bool // in e-mails to reporters

	// NotificationDefaults are the switches of those with a role who have not set their own.
	NotificationDefaults(domain.Role) domain.NotificationSwitches
}

// New returns a room over a runner of transactions. Mail is whether notifications can go out by e-mail.
func New(runner *tx.Runner, mail bool, chosen Chosen) *Room { return &Room{runner, mail, chosen} }

// TimeZone returns that in which an account reads times.
func (r *Room) TimeZone(ctx context.Context, account uuid.UUID) (*time.Location, error) {
	return reader.TimeZone(ctx, r.runner.Client, account, r.chosen.TimeZone())
}

// Notify writes the notification of a kind in a transaction: for each of its recipients in their language, in the
// application, where it has arrived once its row stands there, and by e-mail for those who want it so. Whoever does
// it is not told.
func (r *Room) Notify(ctx context.Context, t *tx.Tx, kind Kind, a About) error {
	rule := ruleOf(kind)
	ways := rule.ways
	if !r.mail || a.TakesBack {
		ways = without(ways, domain.ChannelEmail)
	}
	if len(ways) == 0 {
		return nil
	}
	withEmail := slices.Contains(ways, domain.ChannelEmail)
	people, who, err := rule.recipients(ctx, t.Ahead, a, withEmail)
	if err != nil {
		return err
	}
	if who.digest && a.Complaint.Priority != domain.PriorityUrgent {
		ways, withEmail = without(ways, domain.ChannelEmail), false
	}
	me := actorOf(ctx)
	to, ask := r.accounts(kind, people, who, a.Former, ways, me)
	if withEmail {
		told, asked, err := r.callers(ctx, t.Ahead, who, a, people)
		if err != nil {
			return err
		}
		to, ask = append(to, told...), append(ask, asked...)
	}
	n := message{kind: kind, timing: rule.mailTiming(a), title: rule.title(a), text: a.Message}
	// After a restore the service does once more what it has done since the backup.
	if me == nil && !auth.From(ctx).HasLink() && withEmail && n.timing != domain.MailAtOnce {
		if n.held, err = hold.Undecided(ctx, t.Client, dbtx.ForKeyShare); err != nil {
			return err
		}
	}
	if withEmail && r.signed(ctx, rule) {
		if n.author, err = nameOf(ctx, t.Ahead, *me); err != nil {
			return err
		}
	}
	if a.Complaint != nil {
		n.complaint = &a.Complaint.ID
	}
	if a.Task != nil {
		n.task = &a.Task.ID
	}
	if err := write(ctx, t, to, n); err != nil {
		return err
	}
	asks := ruleOf(ConfirmAddress)
	n.kind, n.timing, n.title, n.text, n.author = asks.kind, asks.mailTiming(a), asks.title(a), text.WhyConfirm(r.chosen.Organization().Name), ""
	return write(ctx, t, ask, n)
}

// actorOf returns the account of who does what is told, if there is one: the viewer's, or that of the reporter who holds the link.
func actorOf(ctx context.Context) *uuid.UUID {
	if v := auth.From(ctx); v.HasLink() {
		return v.Reporter
	}
	return tx.AccountOf(ctx)
}

// accounts returns where people are told of a kind who have an account, the viewer apart unless they hear of their own, and where they are asked to
// confirm their address instead. Former is an address that they had before, where they are told too; "" for none.
func (r *Room) accounts(
	kind Kind, people []recipient, who recipients, former string, ways []domain.Channel, me *uuid.UUID,
) (to, ask []destination) {
	for _, p := range people {
		if me != nil && *me == p.ID && !who.own || p.silences(kind) {
			continue
		}
		told, asked := r.account(kind, p, ways)
		for i := range told {
			told[i].watched = who.follow != nil && !p.Reports
		}
		if former != "" && slices.Contains(ways, domain.ChannelEmail) {
			told = append(told, destination{account: &p.ID, channel: domain.ChannelEmail, key: former, language: reader.Chosen(p.Language, r.chosen.Language())})
		}
		to, ask = append(to, told...), append(ask, asked...)
	}
	return to, ask
}

// nameOf reads the name of an administrator who writes to reporters.
func nameOf(ctx context.Context, client *ent.Client, account uuid.UUID) (string, error) {
	return client.User.Query().Where(user.ID(account)).Select(user.FieldName).String(auth.System(ctx, "name who writes to a reporter"))
}

// signed reports whether e-mails of a kind name the viewer: an administrator who says something to reporters, where the organization wants it so.
func (r *Room) signed(ctx context.Context, of rule) bool {
	says := of.kind == NewComment || len(of.moves) > 0
	return says && of.to[0].area == AreaReports && auth.From(ctx).Admin() && r.chosen.NamesStaff()
}

// TakeBackHold leaves out the e-mails that wait to tell of the hold of a complaint, since it is over. In the application they stay. It
// returns whether there was one.
func (r *Room) TakeBackHold(ctx context.Context, t *tx.Tx, complaint uuid.UUID) (bool, error) {
	if !r.mail {
		return false, nil
	}
	n, err := leaveOut(ctx, t, text.TakenBack, notification.ComplaintID(complaint), notification.KindIn(string(ComplaintHeld), string(TaskHeld)))
	return n > 0, err
}

// LeaveOut leaves out the e-mails that wait to tell an account of what it wants none of any more, since it has set other switches.
func (r *Room) LeaveOut(ctx context.Context, t *tx.Tx, account *ent.User, before domain.NotificationSwitches) error {
	defaults := r.chosen.NotificationDefaults(account.Role)
	var kinds []string
	for _, rule := range switched(account.Role) {
		on := func(set domain.NotificationSwitches) bool {
			return settingOf(rule.kind, domain.ChannelEmail, set, defaults).On
		}
		if on(before) && !on(account.Switches) {
			kinds = append(kinds, string(rule.kind))
		}
	}
	return leaveOutKinds(ctx, t, account.ID, kinds, text.NotWanted)
}

// LeaveOutFormer leaves out the e-mails that wait to tell an account of what those with its new role are not told.
func LeaveOutFormer(ctx context.Context, t *tx.Tx, account uuid.UUID, role domain.Role) error {
	var kinds []string
	for _, rule := range table {
		if !slices.ContainsFunc(rule.to, func(who recipients) bool { return who.roles == nil || slices.Contains(who.roles, role) }) {
			kinds = append(kinds, string(rule.kind))
		}
	}
	return leaveOutKinds(ctx, t, account, kinds, text.OtherRole)
}

// leaveOutKinds leaves out the e-mails that wait to tell an account of some kinds.
func leaveOutKinds(ctx context.Context, t *tx.Tx, account uuid.UUID, kinds []string, why string) error {
	if len(kinds) == 0 {
		return nil
	}
	_, err := leaveOut(ctx, t, why, notification.RecipientID(account), notification.NextTryAtNotNil(), notification.KindIn(kinds...))
	return err
}

// waits is that of e-mails that nobody has begun to send.
var waits = notification.And(notification.ChannelEQ(domain.ChannelEmail), notification.StateEQ(domain.NotificationPending), notification.MailIDIsNil())

// leaveOut leaves out those of some e-mails that wait, and returns how many. Mostly there are none.
func leaveOut(ctx context.Context, t *tx.Tx, why string, of ...predicate.Notification) (n int, err error) {
	sys := auth.System(ctx, "leave out what is not told by e-mail any more")
	ids, err := t.Ahead.Notification.Query().Where(append(of, waits)...).IDs(sys)
	if err != nil {
		return 0, err
	}
	for part := range slices.Chunk(ids, rowsPerStatement) {
		taken, err := t.Notification.Update().Where(notification.IDIn(part...), waits).
			SetState(domain.NotificationSkipped).SetLastError(why).ClearNextTryAt().
			Save(sys)
		if err != nil {
			return n, err
		}
		n += taken
	}
	return n, nil
}

// account returns where a notification goes to an account, by these ways, and where the address is asked to be confirmed instead.
func (r *Room) account(kind Kind, p recipient, ways []domain.Channel) (told, asked []destination) {
	to := destination{account: &p.ID, channel: domain.ChannelInApp, language: reader.Chosen(p.Language, r.chosen.Language())}
	if slices.Contains(ways, domain.ChannelInApp) && r.wants(kind, p, domain.ChannelInApp) {
		told = append(told, to)
	}
	to.channel = domain.ChannelEmail
	switch {
	case !slices.Contains(ways, domain.ChannelEmail) || p.Email == nil || *p.Email == "":
	case p.RefusedAt != nil || !r.wants(kind, p, domain.ChannelEmail):
	case p.ConfirmedAt != nil:
		told = append(told, to)
	case p.DeniedAt == nil && p.Asked == nil && p.Key != nil:
		to.key = *p.Key
		asked = append(asked, to)
	}
	return told, asked
}

func without(ways []domain.Channel, way domain.Channel) []domain.Channel {
	return slices.DeleteFunc(slices.Clone(ways), func(w domain.Channel) bool { return w == way })
}

// Test writes the notification by which an administrator tries a broadcast, over the channels given, whatever they prefer.
type Test struct {
	Sender, Title, Message string
	Channels               []domain.Channel
	Urgent                 bool
}

// NotifyTest writes a test for the viewer in a transaction.
func (r *Room) NotifyTest(ctx context.Context, t *tx.Tx, test Test) error {
	people, err := read(ctx, t.Ahead, user.ID(auth.From(ctx).ID), nil, nil, nil, true)
	if err != nil {
		return err
	}
	var to []destination
	for _, p := range people {
		language := reader.Chosen(p.Language, r.chosen.Language())
		to = append(to, destination{account: &p.ID, channel: domain.ChannelInApp, language: language})
		if slices.Contains(test.Channels, domain.ChannelEmail) && p.Email != nil && *p.Email != "" {
			to = append(to, destination{account: &p.ID, channel: domain.ChannelEmail, language: language})
		}
	}
	return write(ctx, t, to, message{
		timing: domain.MailAtOnce, title: i18n.Verbatim(test.Title), text: i18n.Verbatim(test.Message), sender: test.Sender, urgent: test.Urgent,
	})
}

// recipient is an account that is told.
type recipient struct {
	ID       uuid.UUID   `sql:"id"`
	Role     domain.Role `sql:"role"`
	MailOwn  bool        `sql:"mail_own"`
	Switches setSwitches `sql:"switches"`
	Language *string     `sql:"language"`
	Email    *string     `sql:"email"`

	// Of the address, read with it.
	Key         *string    `sql:"email_key"`
	ConfirmedAt *time.Time `sql:"confirmed_at"`
	DeniedAt    *time.Time `sql:"denied_at"`
	RefusedAt   *time.Time `sql:"refused_at"`
	Asked       *int       `sql:"asked"` // set if it was asked to be confirmed

	// Of the complaint that it is told of.
	Muted   bool `sql:"muted"`
	Reports bool `sql:"reports"` // it, or one that was merged into it, and is told of it as that
}

// recipients reads the first of a rule's recipients who have an active account, and returns who these are; the last ones where
// nobody has.
func (r rule) recipients(ctx context.Context, client *ent.Client, a About, withEmail bool) (people []recipient, who recipients, err error) {
	for _, who = range r.to {
		where, shape := who.find(a)
		if where == nil {
			continue
		}
		people, err := read(ctx, client, where, shape, a.Complaint, who.follow, withEmail)
		if err != nil || len(people) > 0 {
			return people, who, err
		}
	}
	return nil, who, nil
}

// read reads active accounts, with how much they are told of a complaint, if it is about one, and with the e-mail address if it is needed.
func read(
	ctx context.Context, client *ent.Client, where predicate.User, shape *entread.Shape, about *ent.Complaint, follow *followers, withEmail bool,
) (people []recipient, err error) {
	q := client.User.Query().Where(where, user.StateEQ(domain.AccountActive)).Order(ent.Asc(user.FieldID))
	columns := q.Modify(func(s *sql.Selector) {
		s.Select(s.C(user.FieldID), s.C(user.FieldRole), s.C(user.FieldMailOwn), s.C(user.FieldSwitches)).
			AppendSelectExprAs(reader.Column(s.C(user.FieldID)), "language")
		if about != nil {
			follow.selectLevels(s, about.ID)
		}
		if withEmail {
			contacts := sql.Table(contact.Table).As("own")
			s.LeftJoin(contacts).On(contacts.C(contact.FieldUserID), s.C(user.FieldID))
			s.AppendSelect(contacts.Columns(contact.FieldEmail, contact.FieldEmailKey, contact.FieldConfirmedAt, contact.FieldDeniedAt, contact.FieldRefusedAt)...)
			mails := sql.Table(notification.Table)
			s.AppendSelectExprAs(sql.SelectExpr(sql.Raw("1")).From(mails).Where(sql.And(
				sql.ColumnsEQ(mails.C(notification.FieldAddressKey), contacts.C(contact.FieldEmailKey)), sql.EQ(mails.C(notification.FieldKind), ConfirmAddress),
			)), "asked")
		}
	})
	if shape != nil {
		shape.Part("with e-mail", withEmail)
		shape.State(ConfirmAddress, domain.LevelMuted)
		q.Shaped(shape)
	}
	err = columns.Scan(auth.System(ctx, "notify people about their own things"), &people)
	return people, err
}

// destination is where a notification goes, and in which language.
type destination struct {
	account, contact *uuid.UUID // one of them
	channel          domain.Channel
	key              string // normalized, of the address of a contact and of one that is asked
	language         i18n.Language
	watched          bool // since the account watches the complaint
}

// message is what a notification says.
type message struct {
	kind            Kind // "" for a broadcast's test
	timing          domain.MailTiming
	title, text     i18n.Text
	complaint, task *uuid.UUID
	author          string // named in e-mails; "" for nobody
	sender          string // of a broadcast's test
	urgent          bool   // of a broadcast's test
	held            bool   // whether its e-mails wait for an administrator
}

// write inserts the rows of a notification, in parts that a statement takes: thousands may have reported one thing.
func write(ctx context.Context, t *tx.Tx, to []destination, n message) error {
	wording, err := text.WordingOf(n.title, n.text)
	if err != nil {
		return err
	}
	sys := auth.System(ctx, "notify people about their own things")
	for part := range slices.Chunk(to, rowsPerStatement) {
		rows := t.Later.Notification.MapCreateBulk(part, func(c *ent.NotificationCreate, i int) { n.row(c, part[i], wording, t.Now) })
		if n.kind == ConfirmAddress { // somebody else may ask at the same moment
			if err := rows.OnConflict(sql.DoNothing()).Exec(sys); err != nil {
				return err
			}
			continue
		}
		made, err := rows.Save(sys)
		if err != nil {
			return err
		}
		for _, row := range made {
			if row.Channel == domain.ChannelInApp {
				t.RecordEvent(domain.EventNotification, *row.RecipientID, row.ID)
			}
		}
	}
	return nil
}

// row sets what the row of a notification says: in the application it has arrived, by e-mail it waits to be sent.
func (n message) row(c *ent.NotificationCreate, to destination, wording string, now time.Time) {
	c.SetNillableRecipientID(to.account).SetNillableContactID(to.contact).SetChannel(to.channel).SetKind(string(n.kind)).
		SetTitle(n.title.In(to.language)).SetMessage(n.text.In(to.language)).SetWording(wording).
		SetSender(n.sender).SetUrgent(n.urgent).SetWatched(to.watched).
		SetNillableComplaintID(n.complaint).SetNillableTaskID(n.task).SetCreatedAt(now)
	if to.key != "" {
		c.SetAddressKey(to.key)
	}
	if to.channel == domain.ChannelInApp {
		c.SetState(domain.NotificationSent).SetAttempts(1).SetSentAt(now).SetDeliveredAt(now)
		return
	}
	c.SetState(domain.NotificationPending).SetTiming(n.timing)
	if n.author != "" {
		c.SetSender(n.author)
	}
	switch {
	case n.held:
		now = domain.MailHeldUntil
	case n.timing == domain.MailTogether:
		now = now.Add(domain.MailTogetherAfter)
	}
	c.SetNextTryAt(now)
}
