package delivery

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
	"github.com/redress/redress/internal/store/hint"
	"github.com/redress/redress/internal/tracing"
)

const (
	// lease is how long a claim is valid. When its owner dies another one takes the row over after
	// that.
	lease = time.Minute
	// sendTime is what sending one message may take: well below the lease, so that nobody else
	// sends it meanwhile.
	sendTime = 30 * time.Second
	// settleTime is what recording the outcome may take, also while the service stops.
	settleTime = 10 * time.Second
	// abandonAfter is how long a message waits for a mail server that was removed from the
	// settings: as long as for one that does not respond.
	abandonAfter = 24 * time.Hour

	maxError = 500 // bytes of a reason, as the column holds
)

// Sender sends messages over a channel that can fail.
type Sender interface {
	// Send sends a message. An error that wraps ErrFinal will be the same next time; every other
	// one may be temporary.
	Send(ctx context.Context, m Message) error
	// Close closes the connections that Send keeps open.
	Close()
}

// ErrFinal marks a refusal that another attempt won't change.
var ErrFinal = errors.New("permanently refused")

// Message is a notification that is to be sent to somebody.
type Message struct {
	NotificationID uuid.UUID // by which a repetition can be recognized
	Recipient      uuid.UUID // account that it is for; zero for a reporter without one
	Contact        uuid.UUID // of whoever has the address
	Key            string    // normalized address
	To             string
	Role           domain.Role // of the account
	Kind           string      // what it tells of last; "" for a broadcast
	Title          string
	Text           string
	Parts          []text.Part         // what it says, if that is more than one thing
	After          string              // what happens next and what its reader can do, a line each
	Complaint      *text.About         // nil for none
	Reported       *uuid.UUID          // complaint that the reader reported; nil for none
	Token          string              // of the link by which they follow it; "" for none
	Task           *uuid.UUID          // nil for none
	Language       i18n.Language       // of the recipient
	Organization   domain.Organization // whom it comes from
	Asks           bool                // whether it asks to confirm the address
	Refused        bool                // whether a mail server has refused the address, and somebody wants it to be tried again
	// OptOut names the preference of an account that turns such messages off; "" where there is none.
	OptOut string
}

// Links are the addresses of pages that a message leads to; "" for none.
type Links struct {
	Open          text.Link // on which one sees what it is about
	Confirm, Deny string    // on which its recipient says whether the address is theirs
	OptOut        string    // on which they get no more of it
}

// The preferences that turn messages off.
const (
	OptOutBroadcasts = "broadcasts"
	OptOutOwn        = "own"
)

// SendDue sends what is pending, one message after the other, until nothing is due. Where no
// mail server is set up, what has been pending for a day fails.
func (d *Dispatcher) SendDue(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := d.limit.Wait(ctx); err != nil {
			return nil //nolint:nilerr // the service stops
		}
		sent, err := d.sendNext(ctx)
		if err != nil || !sent {
			return err
		}
	}
	return nil
}

// sendNext sends the message that has been due longest. It reports whether there was one.
func (d *Dispatcher) sendNext(ctx context.Context) (sent bool, err error) {
	end := d.log.Begin(jobMail)
	defer func() {
		if ctx.Err() == nil {
			end(err)
		}
	}()
	var mail []*ent.Notification
	for again := true; again && ctx.Err() == nil; {
		if mail, again, err = d.claim(ctx); err != nil {
			return false, err
		}
	}
	if len(mail) == 0 {
		return false, nil
	}
	// What is claimed is sent and settled, also while the service stops.
	work, done := d.trace(context.WithoutCancel(ctx))
	begin := time.Now() //nolint:forbidigo // how long, not when
	outcome := d.send(work, mail)
	d.onSent(outcome.state, time.Since(begin)) //nolint:forbidigo // how long, not when
	d.reportMail(work, mail[0], outcome)
	defer done(strings.ToLower(string(outcome.state)))
	settle, cancel := context.WithTimeout(work, settleTime)
	defer cancel()
	if mail[0].Timing != domain.MailLast {
		return true, d.settleOwn(settle, mail, outcome)
	}
	return true, d.settle(settle, attempt{row: mail[0], outcome: outcome})
}

// claim returns the notifications of the next message, claimed, none when nothing is due, and whether to ask again. What is for one
// person goes before broadcasts, so that nobody waits for the end of a long one. Without a mail server it is claimed to be given up.
func (d *Dispatcher) claim(ctx context.Context) (mail []*ent.Notification, again bool, err error) {
	sys := auth.System(ctx, "claim a message")
	err = d.tx(sys, func(tx *ent.Client, now time.Time) error {
		mail, again = nil, false
		due := []predicate.Notification{notification.NextTryAtLTE(now.Add(-abandonAfter))}
		if d.mail != nil {
			if mail, again, err = d.claimOwn(sys, tx, now); err != nil || len(mail) > 0 || again {
				return err
			}
			due = []predicate.Notification{notification.NextTryAtLTE(now), notification.TimingEQ(domain.MailLast)}
		}
		// Only what is pending has a next try. To ask for its state, too, has PostgreSQL expect one row of many.
		row, err := tx.Notification.Query().Where(due...).Where(dbtx.SkipLocked).
			Order(ent.Asc(notification.FieldNextTryAt, notification.FieldID)).First(hint.Unprepared(sys))
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		row, err = tx.Notification.UpdateOne(row).
			SetLease(uuid.New()).SetNextTryAt(now.Add(lease)).AddAttempts(1).Save(sys)
		mail = []*ent.Notification{row}
		return err
	})
	return mail, again, err
}

// outcome is the result of sending a claimed message.
type outcome struct {
	state  domain.NotificationState // pending: it is retried
	reason string
	mail   error // of the mail server; nil: it took the message, or was not asked
}

// refusedForGood is how many messages a server may refuse for good, one after the other, for what they say: after more it is taken to refuse
// all. What it puts off goes out before long or shows that it takes nothing.
const refusedForGood = 2

// refusedAddresses is of how many addresses a server may say, one after the other, that they do not exist: after more it is taken to say so of all,
// as one does whose directory is out, and what it refuses waits.
const refusedAddresses = 3

// reportMail logs why a message was not sent: one line for as long as the reason stays the same, and one when messages
// are sent again.
func (d *Dispatcher) reportMail(ctx context.Context, row *ent.Notification, out outcome) {
	var said *MailError
	reason := ""
	switch {
	case errors.As(out.mail, &said):
		reason = oneLine(said)
	case out.mail != nil:
		reason = "the message could not be made" // what is said about it may quote it
	case out.state != domain.NotificationSent || row.Channel == domain.ChannelInApp:
		return
	}
	d.mailFaults.Lock()
	defer d.mailFaults.Unlock()
	last := d.lastMailFault
	d.lastMailFault = reason
	switch {
	case reason == "":
		d.taken, d.refusedForGood = true, 0
		clear(d.refusedAddresses)
	case said == nil, ofRecipient(out.mail) && !d.refusesAll(): // who is refused may be the only one
	case errors.Is(out.mail, ErrFinal) && d.refusedForGood < refusedForGood:
		d.refusedForGood++
	default:
		d.refused = reason
	}
	switch reason {
	case last:
	case "":
		slog.InfoContext(ctx, "e-mail is sent again")
	default:
		slog.WarnContext(ctx, "e-mail can't be sent", "reason", reason, "again", out.state == domain.NotificationPending, "notification", row.ID)
	}
}

func (d *Dispatcher) send(ctx context.Context, mail []*ent.Notification) outcome {
	row := mail[0]
	if row.Channel == domain.ChannelInApp { // migration 0004 put it into the queue
		return outcome{state: domain.NotificationSent}
	}
	if d.mail == nil {
		return outcome{state: domain.NotificationFailed, reason: text.NoMailServer}
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	m, not := d.messageOf(ctx, mail)
	if not == nil {
		not = d.link(ctx, &m)
	}
	if not != nil {
		return *not
	}
	ctx, span := tracing.Client(ctx, "SMTP")
	defer span.End()
	err := d.mail.Send(ctx, m)
	if err != nil {
		span.Fail("not accepted")
	}
	disbelieved, failed := d.noteAddress(ctx, m, err)
	switch {
	case failed != nil:
		return outcome{state: domain.NotificationPending, reason: text.NotNoted}
	case err == nil:
		return outcome{state: domain.NotificationSent}
	case errors.Is(err, ErrFinal) && !disbelieved, row.Attempts > len(d.retries):
		return outcome{domain.NotificationFailed, oneLine(err), err}
	default:
		return outcome{domain.NotificationPending, oneLine(err), err}
	}
}

// noteAddress passes on what a mail server says of an address to whoever asks for it, and reports whether the server is not believed. Its error says that
// nobody knows of a refusal now; of one that is over somebody learns the next time.
func (d *Dispatcher) noteAddress(ctx context.Context, m Message, said error) (disbelieved bool, err error) {
	refused := refusedAddress(said)
	d.mailFaults.Lock()
	if refused && !d.refusesAll() {
		d.refusedAddresses[m.Key] = true
	}
	all := d.refusesAll()
	d.mailFaults.Unlock()
	switch {
	case refused && all:
		return true, nil
	case refused:
		return false, d.onRefused(ctx, domain.RefusedAddress{Contact: m.Contact, Key: m.Key, Said: oneLine(said), Complaint: m.Reported})
	case said == nil && m.Refused:
		if err := d.onTaken(ctx, m.Key); err != nil {
			slog.WarnContext(ctx, "an address that is not refused any more is still noted as that", "error", err)
		}
	}
	return false, nil
}

// refusesAll reports whether the mail server has said of so many addresses, one after the other, that they do not exist that it says nothing of one.
func (d *Dispatcher) refusesAll() bool { return len(d.refusedAddresses) > refusedAddresses }

// oneLine returns an error as one line, for administrators to read.
func oneLine(err error) string { return domain.OneLine(err.Error(), maxError) }

// settleOwn records the outcome of a message to somebody about their own things, unless the claim expired and somebody else has it.
func (d *Dispatcher) settleOwn(ctx context.Context, mail []*ent.Notification, out outcome) error {
	sys := auth.System(ctx, "record the outcome of a message")
	return d.tx(sys, func(tx *ent.Client, now time.Time) error {
		mine := tx.Notification.Update().Where(notification.IDIn(idsOf(mail)...), notification.Lease(*mail[0].Lease))
		return d.record(mine, mail[0].Attempts, out, now).Exec(sys)
	})
}

// record sets the outcome of an attempt, of so many, to send notifications.
func (d *Dispatcher) record(u *ent.NotificationUpdate, attempts int, out outcome, now time.Time) *ent.NotificationUpdate {
	u.SetState(out.state).SetLastError(out.reason).ClearLease()
	if out.state == domain.NotificationPending {
		return u.SetNextTryAt(now.Add(d.pause(attempts)).Truncate(time.Millisecond))
	}
	if out.state == domain.NotificationSent {
		u.SetSentAt(now)
	}
	return u.ClearNextTryAt()
}

// pause returns how long a message waits after so many attempts, and up to a fifth more, so
// that those that failed together are not retried together.
func (d *Dispatcher) pause(attempts int) time.Duration {
	wait := d.retries[min(max(attempts, 1), len(d.retries))-1]
	return wait + rand.N(wait/5+1)
}
