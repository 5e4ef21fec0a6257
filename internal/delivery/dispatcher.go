// Package delivery sends notifications to people: it fixes the audience of a broadcast as rows
// of recipients, delivers them over each channel and counts the results. The rows are the
// queue, so there is one truth: what a crash interrupts is in the database, done or not done.
//
// In the application a notification has arrived once its row is marked so, so it is delivered
// exactly once. Over a channel that can fail a row is claimed, sent and settled; a crash
// between the last two sends it once more, with the same Message-ID. Any number of instances
// share the work. Rows are locked in one order: the broadcast, then its recipients. The senders
// of an instance settle what they sent of a broadcast together, so that one of them waits for
// its lock.
package delivery

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/store/dbtx"
)

// Settings are what an operator may choose.
type Settings struct {
	// Grace is how late a broadcast may begin; one that is later, because the service was
	// down, is held back until an administrator releases it. 0 holds none back.
	Grace time.Duration
	// Quiet are the hours in which people get no e-mail about their own things but what is urgent, by the clocks of the time zone in
	// which they read.
	Quiet Hours
	// PerSecond is how many messages leave this instance in a second over channels that can
	// fail; Connections is how many of them at once.
	PerSecond   float64
	Connections int
}

// DefaultSettings returns settings that hold back what is a quarter of an hour late, let people sleep and spare a
// small mail server.
func DefaultSettings() Settings {
	return Settings{Grace: 15 * time.Minute, Quiet: Hours{From: 21 * time.Hour, Until: 7 * time.Hour}, PerSecond: 20, Connections: 4}
}

// Config is what a dispatcher works with.
type Config struct {
	Client   *ent.Client
	Now      func() time.Time
	Settings Settings
	Mail     Sender // nil: no e-mail
	// Retries are the pauses after a temporary failure; after the last one it is final. Nil means
	// DefaultRetries.
	Retries []time.Duration
	// OnEvents is called when a transaction that recorded events was committed. It must not block.
	OnEvents func()
	// Language returns the language of the organization, for what has many readers and for recipients who never
	// chose one. Nil means English.
	Language func() i18n.Language
	// TimeZone returns that of the organization, by which the quiet hours of those are who never chose one. Nil means UTC.
	TimeZone func() *time.Location
	// Words returns what an e-mail of a kind says in its own words; false for what says what it says in the application.
	Words func(kind string, in i18n.Language) (text.Words, bool)
	// DrawLink makes a link by which a complaint is followed, for a contact and its normalized address, and returns the token. Nil: messages have
	// none.
	DrawLink func(ctx context.Context, complaint, contact uuid.UUID, address string) (token string, err error)
	// Organization returns who runs the service. Nil means nobody.
	Organization func() domain.Organization
	// ReopenUntil returns until when its reporter may reopen a complaint; the zero time if they can't. Nil means never.
	ReopenUntil func(*ent.Complaint) time.Time
	// OnRefused is called when a mail server has refused the address of a message for good, before that is recorded; if it fails the message is sent
	// again, so that it is called for each at least once. OnTaken is called with the normalized address when it has taken a message for one that it had
	// refused. Nil: nobody asks.
	OnRefused func(context.Context, domain.RefusedAddress) error
	OnTaken   func(ctx context.Context, key string) error
	// OnSent is called when an attempt to send a message has ended, with what became of the message and how
	// long the attempt took. Nil: nobody asks.
	OnSent func(domain.NotificationState, time.Duration)
	// Trace begins the span of a message that is sent; the function returned ends it with what became of the message.
	// Nil: nothing is traced.
	Trace func(context.Context) (context.Context, func(outcome string))
	// Jobs remembers how the jobs went; nil: nobody asks.
	Jobs *jobs.Log
}

// DefaultRetries returns pauses that give a mail server a day to come back.
func DefaultRetries() []time.Duration {
	return []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 15 * time.Hour}
}

// Dispatcher sends notifications to people.
type Dispatcher struct {
	client    *ent.Client
	clock     func() time.Time
	settings  Settings
	mail      Sender
	retries   []time.Duration
	limit     *rate.Limiter
	onEvents  func()
	language  func() i18n.Language
	zone      func() *time.Location
	words     func(kind string, in i18n.Language) (text.Words, bool)
	from      func() domain.Organization
	reopen    func(*ent.Complaint) time.Time
	drawLink  func(ctx context.Context, complaint, contact uuid.UUID, address string) (string, error)
	onRefused func(context.Context, domain.RefusedAddress) error
	onTaken   func(ctx context.Context, key string) error
	onSent    func(domain.NotificationState, time.Duration)
	trace     func(context.Context) (context.Context, func(string))
	log       *jobs.Log

	settling settling

	mailFaults    sync.Mutex
	lastMailFault string // why the last message was not sent; "" when it was
	taken         bool   // whether the mail server has taken one since NoteMail
	refused       string // why it last took none, since then

	refusedForGood   int             // messages since it last took one
	refusedAddresses map[string]bool // since then, normalized
}

// New returns a dispatcher.
func New(cfg Config) *Dispatcher {
	d := &Dispatcher{
		client: cfg.Client, clock: cfg.Now, settings: cfg.Settings, mail: cfg.Mail, retries: cfg.Retries, onEvents: cfg.OnEvents,
		onSent: cfg.OnSent, trace: cfg.Trace, log: cfg.Jobs, drawLink: cfg.DrawLink,
		limit: rate.NewLimiter(rate.Limit(cfg.Settings.PerSecond), max(1, cfg.Settings.Connections)), refusedAddresses: map[string]bool{},
	}
	if d.language = cfg.Language; d.language == nil {
		d.language = func() i18n.Language { return i18n.English }
	}
	if d.zone = cfg.TimeZone; d.zone == nil {
		d.zone = func() *time.Location { return time.UTC }
	}
	if d.words = cfg.Words; d.words == nil {
		d.words = func(string, i18n.Language) (text.Words, bool) { return text.Words{}, false }
	}
	if d.from = cfg.Organization; d.from == nil {
		d.from = func() domain.Organization { return domain.Organization{} }
	}
	if d.reopen = cfg.ReopenUntil; d.reopen == nil {
		d.reopen = func(*ent.Complaint) time.Time { return time.Time{} }
	}
	if d.onRefused = cfg.OnRefused; d.onRefused == nil {
		d.onRefused = func(context.Context, domain.RefusedAddress) error { return nil }
	}
	if d.onTaken = cfg.OnTaken; d.onTaken == nil {
		d.onTaken = func(context.Context, string) error { return nil }
	}
	if d.onSent == nil {
		d.onSent = func(domain.NotificationState, time.Duration) {}
	}
	if d.trace == nil {
		d.trace = func(ctx context.Context) (context.Context, func(string)) { return ctx, func(string) {} }
	}
	if d.retries == nil {
		d.retries = DefaultRetries()
	}
	return d
}

func (d *Dispatcher) now() time.Time { return d.clock().UTC().Truncate(time.Millisecond) }

// pollInterval is how often the database is asked for work. A broadcast begins at most that
// late.
const pollInterval = 500 * time.Millisecond

// The names of the jobs, in metrics. A long broadcast is many runs of each.
const (
	jobBroadcasts = "deliver_broadcasts"
	jobMail       = "send_mail"
)

// Run delivers until the context ends, and then waits for the messages that are being sent.
func (d *Dispatcher) Run(ctx context.Context) {
	d.log.Expect(jobBroadcasts, pollInterval)
	d.log.Expect(jobMail, pollInterval)
	var all sync.WaitGroup
	all.Go(func() { d.repeat(ctx, "broadcasts are delayed", d.Tick) })
	senders := 1 // without a mail server what waits only has to fail in the end
	if d.mail != nil {
		senders = max(1, d.settings.Connections)
		defer d.mail.Close()
	}
	for range senders {
		all.Go(func() { d.repeat(ctx, "e-mail is delayed", d.SendDue) })
	}
	all.Wait()
}

// repeat calls work again and again, at the poll interval. While the database does not respond
// one line is logged, not two a second.
func (d *Dispatcher) repeat(ctx context.Context, problem string, work func(context.Context) error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	failing := false
	for {
		err := work(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			slog.ErrorContext(ctx, problem, "error", err)
		}
		failing = err != nil
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// Tick begins the broadcasts whose time has come, and delivers in the application until nobody
// waits there any more.
func (d *Dispatcher) Tick(ctx context.Context) error {
	sys := auth.System(ctx, "deliver broadcasts")
	for ctx.Err() == nil {
		did, err := d.tick(sys)
		if err != nil || !did {
			return err
		}
	}
	return nil
}

// tick begins what is due, so that none waits for the end of a large one, and does a piece of work for
// each that has begun. It reports whether there was any.
func (d *Dispatcher) tick(ctx context.Context) (did bool, err error) {
	end := d.log.Begin(jobBroadcasts)
	defer func() {
		if ctx.Err() == nil {
			end(err)
		}
	}()
	if err := d.beginDue(ctx); err != nil {
		return false, err
	}
	settled, err := d.settleHeld(ctx)
	if err != nil {
		return false, err
	}
	advanced, err := d.advanceAll(ctx)
	return settled || advanced, err
}

// tx runs do in a transaction, all at one instant.
func (d *Dispatcher) tx(ctx context.Context, do func(tx *ent.Client, now time.Time) error) error {
	err := dbtx.InTx(ctx, d.client, nil, func(tx *ent.Client) error { return do(tx, d.now()) })
	if err == nil {
		d.onEvents()
	}
	return err
}

// recordEvent inserts an event for those who follow a broadcast. Row is the batch of recipients
// that were added with it, by which each of them finds their own notification, or the
// broadcast.
func recordEvent(ctx context.Context, tx *ent.Client, b *ent.Broadcast, row uuid.UUID, now time.Time) error {
	return tx.Event.Create().SetKind(domain.EventBroadcast).SetSubjectID(b.ID).SetRowID(row).SetCreatedAt(now).Exec(ctx)
}

// Reachable is how many people a channel can reach.
type Reachable struct {
	Channel    domain.Channel
	Recipients int
}
