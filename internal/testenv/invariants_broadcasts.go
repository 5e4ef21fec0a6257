package testenv

import (
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/store"
)

// broadcastInvariants are those of broadcasts, their recipients and notifications.
var broadcastInvariants = append(counterInvariants(""), []invariant{
	{"a broadcast that has ended has no pending notification", `SELECT n.id FROM notifications n JOIN broadcasts b ON b.id = n.broadcast_id
		WHERE b.completed_at IS NOT NULL AND n.state = 'PENDING'`},
	{"a broadcast that has ended has a final delivery state", `SELECT id FROM broadcasts WHERE CASE WHEN completed_at IS NULL
		THEN delivery_state IN ('COMPLETED', 'FAILED')
		ELSE started_at IS NULL OR delivery_state NOT IN ('COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED') END`},
	{"sent_at is set exactly when a broadcast is sent", `SELECT id FROM broadcasts WHERE (status = 'SENT') <> (sent_at IS NOT NULL)`},
	{"no notification of a cancelled broadcast was sent", `SELECT n.id FROM notifications n JOIN broadcasts b ON b.id = n.broadcast_id
		WHERE b.status = 'CANCELLED' AND n.state = 'SENT'`},
	{
		"a broadcast has no notifications before it starts",
		`SELECT n.id FROM notifications n JOIN broadcasts b ON b.id = n.broadcast_id WHERE b.started_at IS NULL`,
	},
	{"a broadcast starts once", `SELECT b.id FROM broadcasts b
		WHERE (SELECT COUNT(*) FROM broadcast_events e WHERE e.broadcast_id = b.id AND e.action = 'started') <> CASE WHEN b.started_at IS NULL THEN 0 ELSE 1 END`},
	{"only pending notifications of channels that can fail are retried", `SELECT id FROM notifications
		WHERE next_try_at IS NOT NULL AND (state <> 'PENDING' OR channel = 'IN_APP')`},
	{"a lease is on a notification being sent, or names the lot it was delivered with", `SELECT id FROM notifications WHERE lease IS NOT NULL AND CASE channel
		WHEN 'IN_APP' THEN state <> 'SENT' OR broadcast_id IS NULL
		ELSE state <> 'PENDING' OR next_try_at IS NULL END`},
	{"broadcasts go after what is for one person", `SELECT id FROM notifications WHERE broadcast_id IS NOT NULL AND timing <> 'LAST'`},
	{"what goes out in one e-mail is for one person, and of one timing", `SELECT n.id FROM notifications n JOIN notifications m ON m.id = n.mail_id
		WHERE m.mail_id <> m.id OR m.recipient_id <> n.recipient_id OR m.contact_id <> n.contact_id OR m.timing <> n.timing OR m.state <> n.state
			OR (m.recipient_id IS NULL) <> (n.recipient_id IS NULL)`},
	{"a delivered lot has one event", `SELECT row_id FROM events WHERE kind = 'BROADCAST' AND row_id <> subject_id GROUP BY row_id HAVING COUNT(*) > 1`},
	{"sent_at is set exactly when a notification was sent", `SELECT id FROM notifications WHERE (sent_at IS NOT NULL) <> (state = 'SENT')
		OR state = 'SENT' AND attempts = 0 OR delivered_at IS NOT NULL AND sent_at IS NULL OR read_at IS NOT NULL AND delivered_at IS NULL`},
	{"a failed or skipped notification has its error", `SELECT id FROM notifications WHERE state IN ('FAILED', 'SKIPPED') AND last_error = ''`},
}...)

// counterInvariants returns the invariants of the counters of all broadcasts, or of the one
// whose id is the SQL literal only.
func counterInvariants(only string) []invariant {
	const (
		sums = `COUNT(*) AS recipients, SUM(CASE n.state WHEN 'PENDING' THEN 1 ELSE 0 END) AS pending, SUM(CASE n.state WHEN 'SENT' THEN 1 ELSE 0 END) AS sent,
			SUM(CASE n.state WHEN 'FAILED' THEN 1 ELSE 0 END) AS failed, SUM(CASE n.state WHEN 'SKIPPED' THEN 1 ELSE 0 END) AS skipped,
			SUM(CASE n.state WHEN 'CANCELLED' THEN 1 ELSE 0 END) AS cancelled, SUM(n.has_delivered) AS delivered, SUM(n.has_read) AS has_read`
		rows = `SELECT n.broadcast_id, n.recipient_id, n.channel, n.state,
			CASE WHEN n.delivered_at IS NULL THEN 0 ELSE 1 END AS has_delivered, CASE WHEN n.read_at IS NULL THEN 0 ELSE 1 END AS has_read
			FROM notifications n WHERE n.broadcast_id IS NOT NULL`
		differ = ` WHERE (c.recipients <> COALESCE(s.recipients, 0) OR c.pending <> COALESCE(s.pending, 0) OR c.sent <> COALESCE(s.sent, 0)
			OR c.failed <> COALESCE(s.failed, 0) OR c.skipped <> COALESCE(s.skipped, 0) OR c.cancelled <> COALESCE(s.cancelled, 0)
			OR c.delivered <> COALESCE(s.delivered, 0) OR c.read <> COALESCE(s.has_read, 0)
			OR c.recipients <> c.pending + c.sent + c.failed + c.skipped + c.cancelled)`
	)
	ofRows, ofChannels, ofBroadcasts := rows, differ, differ
	if only != "" {
		ofRows += ` AND n.broadcast_id = ` + only
		ofChannels += ` AND c.broadcast_id = ` + only
		ofBroadcasts += ` AND c.id = ` + only
	}
	return []invariant{
		{"a channel's counters are the counts of its notifications", `SELECT c.id FROM broadcast_channels c LEFT JOIN
			(SELECT n.broadcast_id, n.channel, ` + sums + ` FROM (` + ofRows + `) n GROUP BY n.broadcast_id, n.channel) s
			ON s.broadcast_id = c.broadcast_id AND s.channel = c.channel` + ofChannels},
		{"a broadcast's counters are the counts of its recipients", `SELECT c.id FROM broadcasts c LEFT JOIN
			(SELECT n.broadcast_id, ` + sums + ` FROM
				(SELECT n.broadcast_id, MAX(n.has_delivered) AS has_delivered, MAX(n.has_read) AS has_read, CASE
					WHEN SUM(CASE n.state WHEN 'SENT' THEN 1 ELSE 0 END) > 0 THEN 'SENT' WHEN SUM(CASE n.state WHEN 'PENDING' THEN 1 ELSE 0 END) > 0 THEN 'PENDING'
					WHEN SUM(CASE n.state WHEN 'FAILED' THEN 1 ELSE 0 END) > 0 THEN 'FAILED' WHEN SUM(CASE n.state WHEN 'CANCELLED' THEN 1 ELSE 0 END) > 0 THEN 'CANCELLED'
					ELSE 'SKIPPED' END AS state FROM (` + ofRows + `) n GROUP BY n.broadcast_id, n.recipient_id) n
			GROUP BY n.broadcast_id) s ON s.broadcast_id = c.id` + ofBroadcasts},
		{"a notification's channel has counters", `SELECT n.recipient_id FROM (` + ofRows + `) n LEFT JOIN broadcast_channels c
			ON c.broadcast_id = n.broadcast_id AND c.channel = n.channel WHERE c.id IS NULL`},
	}
}

// CheckCounters fails the test for every wrong counter of a broadcast. Unlike CheckInvariants
// it may run while the broadcast is being sent, since each of its checks is one statement.
func CheckCounters(t testing.TB, db *store.Store, broadcast uuid.UUID) {
	t.Helper()
	for _, rule := range counterInvariants(`'` + broadcast.String() + `'`) {
		if ids := violations(t, db.DB(), rule.query); len(ids) > 0 {
			t.Errorf("violated while it is being sent: %s: %d rows, such as %s", rule.name, len(ids), ids[0])
		}
	}
}
