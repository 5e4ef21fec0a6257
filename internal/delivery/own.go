package delivery

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/notificationlevel"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
	"github.com/redress/redress/internal/store/hint"
)

const (
	// MaxMails is how many e-mails about people's own things go to an address within mailWindow; what comes then waits for one
	// message with all of it. Those that go out at once are not among them.
	MaxMails   = 20
	mailWindow = time.Hour

	// mostInMail is how many notifications one message holds; the others follow in another one.
	mostInMail = 100
	// mostWaiting is how many of what waits for somebody is looked at.
	mostWaiting = 500
	// heads is among how many that are due the next one is sought: others may be at the first ones.
	heads = 16
)

// mailbox is whose mail it is: what counts is the address, which an account and a reporter without one may share.
type mailbox struct {
	account *uuid.UUID // that has the address; nil for none
	key     string     // normalized address; "" for an account without one
}

// name returns what tells a mailbox from others.
func (m mailbox) name() string {
	if m.key == "" {
		return m.account.String()
	}
	return m.key
}

// each returns what matches what goes to the account, and to reporters without one.
func (m mailbox) each() (all []predicate.Notification) {
	if m.account != nil {
		all = append(all, notification.RecipientID(*m.account))
	}
	if m.key != "" {
		all = append(all, notification.And(notification.AddressKey(m.key), notification.ContactIDNotNil()))
	}
	return all
}

// claimOwn returns the notifications of the next message to somebody about their own things, claimed, and whether to ask again, since
// what was due has to wait. Whoever looks at what waits for an address locks it until the transaction ends: so nothing is put into two
// messages, and no more go there than may.
func (d *Dispatcher) claimOwn(ctx context.Context, tx *ent.Client, now time.Time) (mail []*ent.Notification, again bool, err error) {
	due, err := tx.Notification.Query().
		Where(ownDue(now)).
		Order(ent.Asc(notification.FieldNextTryAt, notification.FieldID)).Limit(heads).
		Select(notification.FieldRecipientID, notification.FieldAddressKey).All(hint.Unprepared(ctx))
	if err != nil {
		return nil, false, err
	}
	tried := map[string]bool{}
	for _, head := range due {
		box, err := mailboxOf(ctx, tx, head)
		if err != nil {
			return nil, false, err
		}
		if tried[box.name()] {
			continue
		}
		tried[box.name()] = true
		locked, err := lockMailbox(ctx, tx, head, box)
		if err != nil {
			return nil, false, err
		}
		if locked {
			return d.nextOf(ctx, tx, box, now)
		}
	}
	return nil, false, nil // others are at them, and go on
}

// mailboxOf returns the mailbox that a notification is for.
func mailboxOf(ctx context.Context, tx *ent.Client, row *ent.Notification) (mailbox, error) {
	var box mailbox
	contacts := tx.Contact.Query()
	if box.account = row.RecipientID; box.account != nil {
		contacts.Where(contact.UserID(*box.account))
	} else {
		box.key = *row.AddressKey
		contacts.Where(contact.UserIDNotNil(), contact.EmailKey(box.key))
	}
	c, err := contacts.Select(contact.FieldUserID, contact.FieldEmailKey).Only(ctx)
	if ent.IsNotFound(err) {
		return box, nil
	}
	if err == nil {
		box.account = c.UserID
		if c.EmailKey != nil {
			box.key = *c.EmailKey
		}
	}
	return box, err
}

// lockMailbox locks a mailbox until the transaction ends, if nobody else has it. SQLite has one writer.
func lockMailbox(ctx context.Context, tx *ent.Client, head *ent.Notification, box mailbox) (bool, error) {
	var all []struct {
		Locked bool `sql:"locked"`
	}
	err := tx.Notification.Query().Where(notification.ID(head.ID)).Modify(func(s *sql.Selector) {
		s.Select().AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
			if b.Dialect() != dialect.Postgres {
				b.WriteString("TRUE")
				return
			}
			b.WriteString("pg_try_advisory_xact_lock(hashtextextended(").Arg("mail to " + box.name()).WriteString("::text, 0))")
		}), "locked")
	}).Scan(ctx, &all)
	return len(all) == 1 && all[0].Locked, err
}

// nextOf claims the next message to a mailbox that is locked, and lets what is due and may not go out yet wait. It returns whether there was
// such.
func (d *Dispatcher) nextOf(ctx context.Context, tx *ent.Client, box mailbox, now time.Time) (mail []*ent.Notification, waits bool, err error) {
	var rows []*ent.Notification
	for _, where := range box.each() {
		some, err := tx.Notification.Query().Where(waiting(where), dbtx.ForUpdate).
			Order(ent.Asc(notification.FieldNextTryAt, notification.FieldID)).Limit(mostWaiting).All(ctx)
		if err != nil {
			return nil, false, err
		}
		rows = append(rows, some...)
	}
	slices.SortFunc(rows, func(a, b *ent.Notification) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	if rows, err = d.leaveOutUnwatched(ctx, tx, box, rows); err != nil {
		return nil, false, err
	}
	for {
		head := firstDue(rows, now)
		if head == nil {
			return nil, waits, nil
		}
		mail := mailOf(head, rows)
		until, timing, err := d.mayGo(ctx, tx, box, rows, mail, now)
		switch {
		case err != nil:
			return nil, false, err
		case !until.After(now):
			mail = mail[:min(len(mail), mostInMail)]
			return mail, false, claimMail(ctx, tx, mail, now)
		case timing == domain.MailDigest:
			mail = slices.DeleteFunc(slices.Clone(rows), func(row *ent.Notification) bool { return row.MailID != nil || row.Timing == domain.MailAtOnce })
		}
		if err := wait(ctx, tx, mail, until, timing); err != nil {
			return nil, false, err
		}
		waits = true
	}
}

// leaveOutUnwatched leaves out what tells an account that does not watch a complaint any more, or may not read any more what happens to it, and
// returns the rest.
func (d *Dispatcher) leaveOutUnwatched(ctx context.Context, tx *ent.Client, box mailbox, rows []*ent.Notification) ([]*ent.Notification, error) {
	asked := func(row *ent.Notification) bool { return row.Watched && row.MailID == nil && row.ComplaintID != nil }
	var about []uuid.UUID
	for _, row := range rows {
		if asked(row) {
			about = append(about, *row.ComplaintID)
		}
	}
	if len(about) == 0 {
		return rows, nil
	}
	reader, err := tx.User.Query().Where(user.ID(*box.account)).Only(ctx)
	if err != nil {
		return nil, err
	}
	may := auth.With(ctx, &auth.Viewer{ID: reader.ID, Role: reader.Role})
	levels, err := tx.NotificationLevel.Query().
		Where(
			notificationlevel.LevelEQ(domain.LevelWatching),
			notificationlevel.HasComplaintWith(complaint.Or(complaint.IDIn(about...), complaint.DuplicateOfIDIn(about...))),
		).
		WithComplaint(func(q *ent.ComplaintQuery) { q.Select(complaint.FieldDuplicateOfID) }).All(may)
	if err != nil {
		return nil, err
	}
	watched := map[uuid.UUID]bool{}
	for _, l := range levels {
		watched[l.ComplaintID] = true
		if of := l.Edges.Complaint; of != nil && of.DuplicateOfID != nil {
			watched[*of.DuplicateOfID] = true
		}
	}
	var rest []*ent.Notification
	var out []uuid.UUID
	for _, row := range rows {
		if asked(row) && !watched[*row.ComplaintID] {
			out = append(out, row.ID)
		} else {
			rest = append(rest, row)
		}
	}
	if len(out) == 0 {
		return rows, nil
	}
	return rest, tx.Notification.Update().Where(notification.IDIn(out...)).
		SetState(domain.NotificationSkipped).SetLastError(text.NotWatched).ClearNextTryAt().Exec(ctx)
}

// firstDue returns the one that has been due longest.
func firstDue(rows []*ent.Notification, now time.Time) (head *ent.Notification) {
	for _, row := range rows {
		if !row.NextTryAt.After(now) && (head == nil || row.NextTryAt.Before(*head.NextTryAt)) {
			head = row
		}
	}
	return head
}

// mailOf returns which of the notifications that wait, the oldest first, go out with one of them.
func mailOf(head *ent.Notification, rows []*ent.Notification) []*ent.Notification {
	with := func(row *ent.Notification) bool {
		switch {
		case row.ID == head.ID:
			return true
		case !domain.Same(row.RecipientID, head.RecipientID) || !domain.Same(row.ContactID, head.ContactID):
			return false
		case head.MailID != nil: // it was claimed before
			return domain.Same(row.MailID, head.MailID)
		case row.MailID != nil || row.Timing != head.Timing:
			return false
		case head.Timing == domain.MailTogether:
			return domain.Same(row.ComplaintID, head.ComplaintID) // nil for payments and broadcasts, which go together
		default:
			return head.Timing == domain.MailDigest
		}
	}
	var mail []*ent.Notification
	for _, row := range rows {
		if with(row) {
			mail = append(mail, row)
		}
	}
	return mail
}

// mayGo returns from when on a message may go out, and what its notifications wait for until then.
func (d *Dispatcher) mayGo(
	ctx context.Context, tx *ent.Client, box mailbox, rows, mail []*ent.Notification, now time.Time,
) (until time.Time, timing domain.MailTiming, err error) {
	first, last := mail[0], mail[len(mail)-1]
	timing = first.Timing
	if first.MailID != nil || timing == domain.MailAtOnce {
		return now, timing, nil
	}
	if timing == domain.MailTogether {
		until = last.CreatedAt.Add(domain.MailTogetherAfter)
		if most := first.CreatedAt.Add(domain.MailTogetherAtMost); most.Before(until) {
			until = most
		}
		if until.After(now) {
			return until, timing, nil
		}
		if until, err = d.awake(ctx, tx, first, now); err != nil || until.After(now) {
			return until, timing, err
		}
	}
	until, err = room(ctx, tx, box, rows, now)
	if err != nil || !until.After(now) {
		return until, timing, err
	}
	if urgent := func(row *ent.Notification) bool { return row.Timing == domain.MailUrgent }; !slices.ContainsFunc(rows, urgent) {
		until, err = d.awake(ctx, tx, first, until)
	}
	return until, domain.MailDigest, err
}

// awake returns the end of the quiet hours of whoever a notification is for, or the time given outside of them.
func (d *Dispatcher) awake(ctx context.Context, tx *ent.Client, row *ent.Notification, at time.Time) (time.Time, error) {
	zone := d.zone()
	if row.RecipientID != nil {
		var err error
		if zone, err = reader.TimeZone(ctx, tx, *row.RecipientID, zone); err != nil {
			return at, err
		}
	}
	return d.settings.Quiet.end(at, zone), nil
}

// room returns from when on one more message may go to a mailbox, of whose notifications those that wait are given.
func room(ctx context.Context, tx *ent.Client, box mailbox, rows []*ent.Notification, now time.Time) (time.Time, error) {
	since := now.Add(-mailWindow)
	left := MaxMails
	for _, row := range rows { // on their way
		if row.MailID != nil && *row.MailID == row.ID && row.Timing != domain.MailAtOnce {
			left--
		}
	}
	if left <= 0 {
		return now.Add(mailWindow), nil
	}
	var sent []time.Time
	for _, where := range box.each() {
		some, err := tx.Notification.Query().
			Where(counted(where, since)).
			Order(ent.Desc(notification.FieldSentAt)).Limit(left).Select(notification.FieldSentAt).All(ctx)
		if err != nil {
			return now, err
		}
		for _, row := range some {
			sent = append(sent, *row.SentAt)
		}
	}
	if len(sent) < left {
		return now, nil
	}
	slices.SortFunc(sent, func(a, b time.Time) int { return b.Compare(a) })
	return sent[left-1].Add(mailWindow), nil
}

// claimMail claims the notifications of a message, which the first of them names.
func claimMail(ctx context.Context, tx *ent.Client, mail []*ent.Notification, now time.Time) error {
	name, claim, expires := mail[0].ID, uuid.New(), now.Add(lease)
	if mail[0].MailID != nil {
		name = *mail[0].MailID
	}
	for _, row := range mail {
		row.MailID, row.Lease, row.NextTryAt = &name, &claim, &expires
		row.Attempts++
	}
	return tx.Notification.Update().Where(notification.IDIn(idsOf(mail)...)).
		SetMailID(name).SetLease(claim).SetNextTryAt(expires).AddAttempts(1).Exec(ctx)
}

// wait lets notifications wait until a time, to the millisecond that follows, so that they are not due before.
func wait(ctx context.Context, tx *ent.Client, rows []*ent.Notification, until time.Time, timing domain.MailTiming) error {
	until = until.Add(time.Millisecond - 1).Truncate(time.Millisecond)
	for _, row := range rows {
		row.NextTryAt, row.Timing = &until, timing
	}
	return tx.Notification.Update().Where(notification.IDIn(idsOf(rows)...)).SetNextTryAt(until).SetTiming(timing).Exec(ctx)
}

func idsOf(rows []*ent.Notification) []uuid.UUID {
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return ids
}
