package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/domain"
)

const (
	// backlogTimeout is how long reading a Backlog may take.
	backlogTimeout = 5 * time.Second
	// backlogCounted is how many rows of each kind are counted at most, so that a reader of a very long
	// queue does not add to its load.
	backlogCounted = 100_000
	// backlogAges is of how many rows at each end of the queue of messages the age is looked at.
	backlogAges = 500
)

// Backlog is what waits to be done.
type Backlog struct {
	Events       int       // that no stream has seen yet
	EventsSince  time.Time // when the first one of them was recorded; zero where there is none, as below
	MailDue      int       // messages that could be sent now
	MailDueSince time.Time // when the first one of them became due
	MailWaiting  int       // messages that are being sent, or wait for another attempt
	MailHeld     int       // messages that wait for an administrator since a restore
	MailSince    time.Time // when the oldest message of these two was written, as far as the ends of the queue show

	BroadcastsDue      int       // whose time has come and that have not begun
	BroadcastsDueSince time.Time // the earliest of these times
	BroadcastsHeld     int       // that wait for an administrator
	BroadcastsAtWork   int       // that have begun and not ended, e-mail included
	BroadcastsSince    time.Time // when the first one of them began

	ComplaintsOverdue int // open ones that are marked so
}

// ReadBacklog reads what waits to be done at the given time. Each statement has an index, and is bounded by it or
// by backlogCounted.
func (s *Store) ReadBacklog(ctx context.Context, now time.Time) (Backlog, error) {
	ctx, cancel := context.WithTimeout(ctx, backlogTimeout)
	defer cancel()
	var b Backlog
	for _, q := range backlogQueries() {
		var args []any
		if q.now {
			args = append(args, now.UTC())
		}
		into := q.into(&b)
		for i, v := range into {
			if at, ok := v.(*time.Time); ok {
				into[i] = (*instant)(at)
			}
		}
		if err := s.reserved.QueryRowContext(ctx, s.placeholders(q.text), args...).Scan(into...); err != nil {
			return Backlog{}, failure(ctx, err)
		}
	}
	return b, nil
}

// backlogQuery is a statement that returns one row.
type backlogQuery struct {
	text string
	now  bool // whether it has the present time as its argument
	into func(*Backlog) []any
}

func backlogQueries() []backlogQuery {
	statuses := make([]string, len(domain.OpenComplaintStatuses))
	for i, status := range domain.OpenComplaintStatuses {
		statuses[i] = "'" + string(status) + "'"
	}
	// count counts rows, but no more than backlogCounted.
	count := func(from string) string {
		return fmt.Sprintf("SELECT COUNT(*) FROM (SELECT 1 FROM %s LIMIT %d) AS counted", from, backlogCounted)
	}
	due := fmt.Sprintf("broadcasts WHERE status = '%s' AND delivery_state = '%s' AND scheduled_at <= ?",
		domain.BroadcastScheduled, domain.DeliveryPending)
	heldUntil := "'" + domain.MailHeldUntil.Format(sqliteTime) + "'" // which PostgreSQL reads too
	ages := func(order string) string {
		return fmt.Sprintf("SELECT * FROM (SELECT created_at FROM notifications WHERE next_try_at < "+heldUntil+
			" ORDER BY next_try_at %s, id %[1]s LIMIT %d) AS %[1]s_end", order, backlogAges)
	}
	return []backlogQuery{
		{
			fmt.Sprintf("SELECT COUNT(*), MIN(created_at) FROM (SELECT created_at FROM events WHERE position IS NULL LIMIT %d) AS pending", backlogCounted),
			false, func(b *Backlog) []any { return []any{&b.Events, &b.EventsSince} },
		},
		{count("notifications WHERE next_try_at <= ?"), true, func(b *Backlog) []any { return []any{&b.MailDue} }},
		{"SELECT MIN(next_try_at) FROM notifications WHERE next_try_at <= ?", true, func(b *Backlog) []any { return []any{&b.MailDueSince} }},
		{count("notifications WHERE next_try_at > ? AND next_try_at < " + heldUntil), true, func(b *Backlog) []any { return []any{&b.MailWaiting} }},
		{count("notifications WHERE next_try_at = " + heldUntil), false, func(b *Backlog) []any { return []any{&b.MailHeld} }},
		{
			"SELECT MIN(created_at) FROM (" + ages("ASC") + " UNION ALL " + ages("DESC") + ") AS ends",
			false, func(b *Backlog) []any { return []any{&b.MailSince} },
		},
		{"SELECT COUNT(*), MIN(scheduled_at) FROM " + due, true, func(b *Backlog) []any { return []any{&b.BroadcastsDue, &b.BroadcastsDueSince} }},
		{count("broadcasts WHERE delivery_state = '" + string(domain.DeliveryHeld) + "'"), false, func(b *Backlog) []any { return []any{&b.BroadcastsHeld} }},
		{
			"SELECT COUNT(*), MIN(started_at) FROM broadcasts WHERE started_at IS NOT NULL AND completed_at IS NULL",
			false, func(b *Backlog) []any { return []any{&b.BroadcastsAtWork, &b.BroadcastsSince} },
		},
		{
			count("complaints WHERE overdue = TRUE AND status IN (" + strings.Join(statuses, ", ") + ")"),
			false, func(b *Backlog) []any { return []any{&b.ComplaintsOverdue} },
		},
	}
}

// placeholders writes the one placeholder of a statement as the database reads it.
func (s *Store) placeholders(text string) string {
	if s.Dialect() == dialect.Postgres {
		return strings.ReplaceAll(text, "?", "$1")
	}
	return text
}

// sqliteTime is how SQLite stores a time.
const sqliteTime = "2006-01-02 15:04:05.999999999-07:00"

// instant is a time that a statement computed. SQLite returns such as the text that it is stored as.
type instant time.Time

// Scan implements sql.Scanner. NULL is the zero time.
func (t *instant) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*t = instant{}
		return nil
	case time.Time:
		*t = instant(v)
		return nil
	case string:
		at, err := time.Parse(sqliteTime, v)
		*t = instant(at)
		return err
	}
	return fmt.Errorf("%T is no time", value)
}

var _ sql.Scanner = (*instant)(nil)
