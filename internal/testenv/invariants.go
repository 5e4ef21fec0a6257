package testenv

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store"
)

// invariant is a condition that holds between any two transactions, whatever was done, raced,
// repeated or killed: its query selects the rows that violate it.
type invariant struct{ name, query string }

// invariants are written in SQL that both databases understand.
var invariants = []invariant{
	// Complaints and their log.
	{"a log's numbers have no gap", `SELECT complaint_id FROM status_logs GROUP BY complaint_id HAVING MIN(seq) <> 1 OR MAX(seq) <> COUNT(*)`},
	{"log_rows counts the log", `SELECT id FROM complaints c WHERE log_rows <> (SELECT COUNT(*) FROM status_logs l WHERE l.complaint_id = c.id)`},
	{"the log begins with the submission", `SELECT complaint_id FROM status_logs WHERE seq = 1 AND status <> 'SUBMITTED'`},
	{
		"the log's last row is the status",
		`SELECT c.id FROM complaints c JOIN status_logs l ON l.complaint_id = c.id AND l.seq = c.log_rows WHERE l.status <> c.status`,
	},
	{
		"each step of a log is a move that there is",
		`SELECT a.complaint_id FROM status_logs a JOIN status_logs b ON b.complaint_id = a.complaint_id AND b.seq = a.seq + 1
		WHERE a.status || '>' || b.status NOT IN (` + quoted(transitions()) + `)`,
	},
	{
		"a complaint has the reason code of its log's last row",
		`SELECT c.id FROM complaints c LEFT JOIN status_logs l ON l.complaint_id = c.id AND l.seq = c.log_rows
		WHERE COALESCE(c.reason_code, '') <> COALESCE(l.reason_code, '') OR c.reason_code = ''`,
	},
	{
		"a rejection, a merger and a hold have a reason",
		`SELECT complaint_id FROM status_logs WHERE status IN ('REJECTED', 'MERGED', 'ON_HOLD') AND reason_code = '' AND agent <> 'IMPORT'`,
	},
	{
		"a log's rows are in the order of time",
		`SELECT a.complaint_id FROM status_logs a JOIN status_logs b ON b.complaint_id = a.complaint_id AND b.seq = a.seq + 1 WHERE b.created_at < a.created_at`,
	},
	{"a complaint has the time of its first response", `SELECT c.id FROM complaints c LEFT JOIN (SELECT w.complaint_id, MIN(w.at) AS at FROM (
			SELECT complaint_id, created_at AS at, author_id AS author FROM comments WHERE visibility = 'PUBLIC'
			UNION ALL SELECT complaint_id, created_at, actor_id FROM status_logs WHERE public_note <> '' AND agent <> 'SYSTEM'
		) w JOIN complaints o ON o.id = w.complaint_id WHERE w.author IS NULL OR o.submitted_by_id IS NULL OR w.author <> o.submitted_by_id GROUP
			BY w.complaint_id) r ON r.complaint_id = c.id
		WHERE c.first_response_at IS DISTINCT FROM r.at OR (c.first_response_at IS NULL) <> (c.first_response_took IS NULL)`},
	{"held_at and held_from are set exactly when a complaint is on hold", `SELECT id FROM complaints
		WHERE (held_at IS NOT NULL) <> (status = 'ON_HOLD') OR (held_from IS NOT NULL) <> (status = 'ON_HOLD')`},
	{"resolved_at and closed_at are set exactly when a complaint is resolved or closed", `SELECT id FROM complaints
		WHERE (resolved_at IS NOT NULL) <> (status IN ('RESOLVED', 'CLOSED')) OR (closed_at IS NOT NULL) <> (status = 'CLOSED')`},
	{
		"only resolved and closed complaints are rated",
		`SELECT id FROM complaints WHERE rating IS NOT NULL AND status NOT IN ('RESOLVED', 'CLOSED') OR flagged AND (rating IS NULL OR rating > 2)`,
	},
	{"a merged complaint leads to one that is not merged", `SELECT c.id FROM complaints c LEFT JOIN complaints o ON o.id = c.duplicate_of_id
		WHERE (c.status = 'MERGED') <> (c.duplicate_of_id IS NOT NULL) OR o.status = 'MERGED' OR o.id = c.id`},
	{"only a merged complaint was merged through another one, into the same", `SELECT c.id FROM complaints c LEFT JOIN complaints v ON v.id = c.merged_via_id
		WHERE c.merged_via_id IS NOT NULL AND (c.duplicate_of_id IS NULL OR v.duplicate_of_id IS NULL OR v.duplicate_of_id <> c.duplicate_of_id)`},
	{"no reference is above its year's counter", `SELECT name FROM counters WHERE name LIKE 'complaint:%'
		AND value < (SELECT MAX(CAST(substr(reference, 10) AS INTEGER)) FROM complaints WHERE reference LIKE 'CMP-' || substr(name, 11) || '-%')`},

	// Events and idempotency keys. Events are retained for a week; the oldest are purged first.
	{"a status change has one event", `SELECT l.id FROM status_logs l LEFT JOIN events e ON e.row_id = l.id AND e.kind = 'COMPLAINT_STATUS'
		WHERE l.created_at > (SELECT MIN(created_at) FROM events) AND l.agent <> 'IMPORT' GROUP BY l.id HAVING COUNT(e.id) <> 1`},
	{
		"a status change is a change of its complaint",
		`SELECT l.id FROM status_logs l WHERE l.created_at > (SELECT MIN(created_at) FROM events) AND l.agent <> 'IMPORT'
		AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind = 'COMPLAINT_CHANGE' AND e.subject_id = l.complaint_id AND e.created_at >= l.created_at)`,
	},
	{"a status event has its row in the complaint's log", `SELECT e.id FROM events e LEFT JOIN status_logs l ON l.id = e.row_id
		WHERE e.kind = 'COMPLAINT_STATUS' AND (l.id IS NULL OR l.complaint_id <> e.subject_id)`},
	{"a task update has an event", `SELECT u.id FROM task_updates u WHERE u.created_at > (SELECT MIN(created_at) FROM events)
		AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind = 'TASK' AND e.row_id = u.id)`},
	{"an idempotency key has a result", `SELECT id FROM idempotency_keys WHERE result_id IS NULL`},
	{
		"a complaint has its last task's solver and provider, and its durations",
		`SELECT c.id FROM complaints c LEFT JOIN tasks t ON CAST(t.id AS TEXT) = (SELECT MAX(CAST(x.id AS TEXT)) FROM tasks x WHERE x.complaint_id = c.id)
		WHERE COALESCE(CAST(c.solver_id AS TEXT), '') <> COALESCE(CAST(t.solver_id AS TEXT), '') OR COALESCE(CAST(c.provider_id AS TEXT), '') <>
			COALESCE(CAST(t.provider_id AS TEXT), '')
		OR (c.assigned_at IS NULL) <> (c.assigned_took IS NULL) OR (c.resolved_at IS NULL) <> (c.resolved_took IS NULL)`,
	},
	{"reopened_count and assigned_at agree with the log", `SELECT c.id FROM complaints c
		WHERE reopened_count > (SELECT COUNT(*) FROM status_logs l WHERE l.complaint_id = c.id AND l.status = 'REOPENED')
		OR (SELECT MIN(l.created_at) FROM status_logs l WHERE l.complaint_id = c.id AND l.status = 'ASSIGNED') <> assigned_at`},

	// Tasks.
	{"a complaint has at most one live task", `SELECT complaint_id FROM tasks WHERE status IN (` + liveTasks + `) GROUP BY complaint_id HAVING COUNT(*) > 1`},
	{
		"the statuses of a complaint and its live task agree",
		`SELECT c.id FROM complaints c LEFT JOIN tasks t ON t.complaint_id = c.id AND t.status IN (` + liveTasks + `)
		WHERE CASE COALESCE(c.held_from, c.status)
			WHEN 'ASSIGNED' THEN t.status IS NULL OR t.status NOT IN ('ASSIGNED', 'ACCEPTED')
			WHEN 'IN_PROGRESS' THEN t.status IS NULL OR t.status NOT IN ('IN_PROGRESS', 'COMPLETION_SUBMITTED')
			ELSE t.status IS NOT NULL END`,
	},
	{
		"the solver of a live task is active",
		`SELECT t.id FROM tasks t JOIN users u ON u.id = t.solver_id WHERE t.status IN (` + liveTasks + `) AND (u.role <> 'SOLVER' OR u.state <> 'ACTIVE')`,
	},
	{"ended_at is set exactly when a task is not live", `SELECT id FROM tasks WHERE (ended_at IS NULL) <> (status IN (` + liveTasks + `))`},
	{
		"a task's predecessor was cancelled and is of the same complaint",
		`SELECT t.id FROM tasks t JOIN tasks p ON p.id = t.previous_id WHERE p.complaint_id <> t.complaint_id OR p.status <> 'CANCELLED'`,
	},
	{"updates_count counts the updates", `SELECT id FROM tasks t WHERE updates_count <> (SELECT COUNT(*) FROM task_updates u WHERE u.task_id = t.id)`},
	{"a task awaits a review exactly when a completion does", `SELECT t.id FROM tasks t WHERE t.status IN (` + liveTasks + `, 'COMPLETED')
		AND (SELECT COUNT(*) FROM task_updates u WHERE u.task_id = t.id AND u.type = 'COMPLETION' AND u.status = 'SUBMITTED') <> CASE t.status
			WHEN 'COMPLETION_SUBMITTED' THEN 1 ELSE 0 END`},
	{"a completed task has one approved completion, with proof", `SELECT t.id FROM tasks t
		WHERE (SELECT COUNT(*) FROM task_updates u WHERE u.task_id = t.id AND u.status = 'APPROVED'
			AND EXISTS (SELECT 1 FROM media m WHERE m.update_id = u.id)) <> CASE t.status WHEN 'COMPLETED' THEN 1 ELSE 0 END`},
	{
		"a review has its time, and a rejection its note",
		`SELECT id FROM task_updates WHERE (reviewed_at IS NULL) <> (status = 'SUBMITTED') OR status = 'REJECTED' AND review_note = ''`,
	},
	{"only completions are reviewed", `SELECT id FROM task_updates WHERE status <> 'SUBMITTED' AND type <> 'COMPLETION'`},

	{"a complaint has its search text", `SELECT c.id FROM complaints c LEFT JOIN complaint_texts t ON t.complaint_id = c.id WHERE t.body IS NULL`},
	{"a complaint's tasks have their search text", `SELECT c.id FROM complaints c LEFT JOIN task_texts t ON t.complaint_id = c.id WHERE t.body IS NULL`},
	{"a complaint has its facts", `SELECT c.id FROM complaints c FULL JOIN complaint_facts f ON f.id = c.id WHERE f.id IS NULL OR c.id IS NULL
		OR f.created_at <> c.created_at OR f.overdue <> c.overdue OR f.reopened_count <> c.reopened_count OR f.status <> c.status OR f.priority <> c.priority
		OR f.source <> c.source OR f.category_id IS DISTINCT FROM c.category_id OR f.zone_id IS DISTINCT FROM c.zone_id OR f.solver_id IS DISTINCT FROM c.solver_id
		OR f.provider_id IS DISTINCT FROM c.provider_id OR f.due_at IS DISTINCT FROM c.due_at OR f.resolved_at IS DISTINCT FROM c.resolved_at
		OR f.rating IS DISTINCT FROM c.rating OR f.reason_code IS DISTINCT FROM c.reason_code`},
	{
		"a file is listed with its complaint, that of a task while it is public",
		`SELECT m.id FROM media m LEFT JOIN task_updates u ON u.id = m.update_id LEFT JOIN tasks t ON t.id = u.task_id
		WHERE m.shown_on_id IS DISTINCT FROM CASE WHEN m.complaint_id IS NOT NULL THEN m.complaint_id WHEN m.visibility = 'PUBLIC' THEN t.complaint_id END`,
	},
	{"a complaint's revisions have no gap", `SELECT complaint_id FROM complaint_revisions GROUP BY complaint_id HAVING MIN(seq) <> 1 OR MAX(seq) <> COUNT(*)`},
	{"a payment has its search text", `SELECT p.id FROM payments p LEFT JOIN payment_texts t ON t.payment_id = p.id WHERE t.body IS NULL`},
	{"a contact is found by its digits", `SELECT id FROM contacts WHERE phone_digits IS NULL AND (email <> '' OR phone <> '')`},
	{"a broadcast has its search text", `SELECT b.id FROM broadcasts b LEFT JOIN broadcast_texts t ON t.broadcast_id = b.id WHERE t.body IS NULL`},

	// Money.
	{"a day's sums are its payments'", `SELECT COALESCE(p.provider_id, d.provider_id) FROM
		(SELECT provider_id, payment_date, currency, type, COUNT(*) AS n, SUM(amount_minor) AS amount FROM payments GROUP BY provider_id,
			payment_date, currency, type) p
		FULL JOIN payment_days d ON d.provider_id = p.provider_id AND d.payment_date = p.payment_date AND d.currency = p.currency AND d.type = p.type
		WHERE p.n IS NULL OR d.payments IS NULL OR p.n <> d.payments OR p.amount <> d.amount_minor`},
	{"a month's sums are its payments', and there are those of all payments", `SELECT COALESCE(p.provider_id, d.provider_id) FROM
		(SELECT provider_id, substr(payment_date, 1, 7) AS period, currency, type, COUNT(*) AS n, SUM(amount_minor) AS amount FROM payments
			GROUP BY provider_id, substr(payment_date, 1, 7), currency, type
		UNION ALL SELECT provider_id, '', currency, type, COUNT(*), SUM(amount_minor) FROM payments GROUP BY provider_id, currency, type) p
		FULL JOIN payment_sums d ON d.provider_id = p.provider_id AND d.period = p.period AND d.currency = p.currency AND d.type = p.type
		WHERE p.n IS NULL OR d.payments IS NULL OR p.n <> d.payments OR p.amount <> d.amount_minor`},
	{"a reversal has its settlement", `SELECT r.id FROM payments r LEFT JOIN payments s ON s.id = r.reverses_id WHERE r.type = 'REVERSAL' AND (s.id IS NULL
		OR s.type <> 'SETTLEMENT' OR s.provider_id <> r.provider_id OR s.currency <> r.currency OR s.payment_reference <> r.payment_reference OR
			s.amount_minor <> -r.amount_minor)`},
	{
		"a settlement reverses nothing and has a positive amount",
		`SELECT id FROM payments WHERE type = 'SETTLEMENT' AND (reverses_id IS NOT NULL OR amount_minor <= 0)`,
	},
	{"a settlement is reversed once", `SELECT reverses_id FROM payments WHERE reverses_id IS NOT NULL GROUP BY reverses_id HAVING COUNT(*) > 1`},
	{"a settlement claims its reference and its tasks; a reversed one and a reversal claim nothing", `SELECT p.id FROM payments p
		WHERE (SELECT COUNT(*) FROM payment_claims c WHERE c.payment_id = p.id) <> CASE
			WHEN p.type = 'REVERSAL' OR EXISTS (SELECT 1 FROM payments r WHERE r.reverses_id = p.id) THEN 0
			ELSE 1 + (SELECT COUNT(*) FROM payment_tasks x WHERE x.payment_id = p.id) END`},
	{"a task is paid by at most one settlement that is not reversed", `SELECT x.task_id FROM payment_tasks x
		WHERE NOT EXISTS (SELECT 1 FROM payments r WHERE r.reverses_id = x.payment_id) GROUP BY x.task_id HAVING COUNT(*) > 1`},
	{"a provider has a payment reference once", `SELECT p.payment_reference FROM payments p WHERE p.type = 'SETTLEMENT'
		AND NOT EXISTS (SELECT 1 FROM payments r WHERE r.reverses_id = p.id) GROUP BY p.provider_id, p.payment_reference HAVING COUNT(*) > 1`},
	{
		"a paid task was completed for that provider",
		`SELECT x.payment_id FROM payment_tasks x JOIN payments p ON p.id = x.payment_id JOIN tasks t ON t.id = x.task_id
		WHERE t.status <> 'COMPLETED' OR t.provider_id IS NULL OR t.provider_id <> p.provider_id`,
	},

	// Audit entries, written in the same transaction as what they record.
	{
		"a log row has an audit entry of the same time and actor",
		`SELECT l.id FROM status_logs l WHERE l.agent <> 'IMPORT' AND NOT EXISTS (SELECT 1 FROM audit_entries a
		WHERE a.created_at = l.created_at AND (a.actor_id = l.actor_id OR l.actor_id IS NULL)
		AND (a.subject_id = l.complaint_id OR a.subject_id IN (SELECT t.id FROM tasks t WHERE t.complaint_id = l.complaint_id))) AND ` + notLoaded("l"),
	},
	auditedOnce("an assignment was audited once", "tasks", "task.assign"),
	auditedOnce("a task update was audited once", "task_updates", "task_update.post"),
	auditedOnce("late evidence was audited once", "late_evidence", "late_evidence.submit"),
	{
		"late evidence is of its task's solver and complaint",
		`SELECT e.id FROM late_evidence e JOIN tasks t ON t.id = e.task_id WHERE e.complaint_id <> t.complaint_id OR e.author_id <> t.solver_id`,
	},
	{"late evidence is never public", `SELECT id FROM media WHERE late_evidence_id IS NOT NULL AND (visibility <> 'INTERNAL' OR shown_on_id IS NOT NULL)`},
	auditedOnce("a comment was audited once", "comments", "complaint.comment"),
	auditedOnce("an upload was audited once", "media", "media.upload"),
	auditedOnce("a submission was audited once", "complaints", "complaint.submit"),
	{"a settlement was audited once", `SELECT p.id FROM payments p WHERE p.type = 'SETTLEMENT' AND (SELECT COUNT(*) FROM audit_entries a
		WHERE a.subject_id = p.id AND a.action = 'payment.record') <> 1 AND ` + notLoaded("p")},
	{
		"what an audit entry recorded exists",
		`SELECT a.id FROM audit_entries a WHERE a.action IN ('complaint.submit', 'task.assign', 'task_update.post', 'complaint.comment', 'payment.record')
		AND a.subject_id NOT IN (SELECT id FROM complaints UNION ALL SELECT id FROM tasks UNION ALL SELECT id FROM task_updates UNION ALL SELECT
			id FROM comments UNION ALL SELECT id FROM payments)`,
	},
	{
		"a reversal was audited once, and an audited one exists",
		`SELECT p.id FROM payments p WHERE p.type = 'SETTLEMENT' AND (SELECT COUNT(*) FROM payments r WHERE r.reverses_id = p.id)
		<> (SELECT COUNT(*) FROM audit_entries a WHERE a.subject_id = p.id AND a.action = 'payment.reverse')`,
	},
	{"a review was audited once", `SELECT u.id FROM task_updates u WHERE CASE WHEN u.status = 'SUBMITTED' THEN 0 ELSE 1 END
		<> (SELECT COUNT(*) FROM audit_entries a WHERE a.subject_id = u.id AND a.action = 'task_update.review') AND ` + notLoaded("u")},

	// Signing in.
	{"a live session has at most one valid refresh token", `SELECT s.id FROM sessions s WHERE s.revoked_at IS NULL
		AND (SELECT COUNT(*) FROM refresh_tokens r WHERE r.session_id = s.id AND r.used_at IS NULL AND r.dead_at IS NULL) > 1`},
}

const liveTasks = `'ASSIGNED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETION_SUBMITTED'`

// transitions returns the allowed pairs "FROM>TO" of a complaint's statuses, written apart from
// the service's own table. Reassigning passes through the queue.
func transitions() []string {
	var all []string
	for from, to := range map[string]string{
		"SUBMITTED":   "ASSIGNED REJECTED WITHDRAWN MERGED ON_HOLD RESOLVED",
		"REOPENED":    "ASSIGNED REJECTED WITHDRAWN MERGED ON_HOLD RESOLVED",
		"ASSIGNED":    "IN_PROGRESS SUBMITTED REOPENED REJECTED WITHDRAWN MERGED ON_HOLD RESOLVED",
		"IN_PROGRESS": "SUBMITTED REOPENED REJECTED MERGED ON_HOLD RESOLVED",
		"ON_HOLD":     "SUBMITTED REOPENED ASSIGNED IN_PROGRESS REJECTED MERGED",
		"MERGED":      "SUBMITTED REOPENED ON_HOLD",
		"RESOLVED":    "CLOSED REOPENED",
		"CLOSED":      "REOPENED",
		"REJECTED":    "REOPENED",
	} {
		for s := range strings.FieldsSeq(to) {
			all = append(all, from+">"+s)
		}
	}
	slices.Sort(all)
	return all
}

func quoted(words []string) string { return "'" + strings.Join(words, "', '") + "'" }

// auditedOnce returns the invariant that each row of a table has one audit entry of an action.
func auditedOnce(name, table, action string) invariant {
	return invariant{name, `SELECT x.id FROM ` + table + ` x WHERE (SELECT COUNT(*) FROM audit_entries a
		WHERE a.subject_id = x.id AND a.action = '` + action + `') <> 1 AND ` + notLoaded("x")}
}

// notLoaded returns the condition that excludes rows of demo, seed and import, which write
// other audit entries: all that is older than the first sign-in.
func notLoaded(row string) string {
	return row + `.created_at >= (SELECT MIN(created_at) FROM audit_entries WHERE action LIKE 'session.%')`
}

// CheckInvariants fails the test for every invariant that rows of a database violate, and for
// every file whose bytes are not those of its row. Nothing may be writing meanwhile.
//
// The random walk, the crash tests and the race tests all end with it, so whatever else must
// always hold belongs here.
func CheckInvariants(t testing.TB, db *store.Store, media blob.Store) {
	t.Helper()
	for _, rule := range slices.Concat(invariants, broadcastInvariants) {
		if ids := violations(t, db.DB(), rule.query); len(ids) > 0 {
			t.Errorf("violated: %s: %d rows, such as %s", rule.name, len(ids), ids[0])
		}
	}
	checkTimes(t, db)
	switch wrong, err := stats.Mismatches(System(), db.Client()); {
	case err != nil:
		t.Fatal(err)
	case len(wrong) > 0:
		t.Errorf("violated: rollups are the sums of complaints: %v", wrong)
	}
	rows, err := db.Client().Media.Query().All(System())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		checkMedia(t, media, row)
	}
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// violations returns the ids that the query of an invariant selects.
func violations(t testing.TB, db querier, query string) (ids []string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// checkMedia fails the test unless a file's bytes exist and have the checksum of its row.
func checkMedia(t testing.TB, media blob.Store, row *ent.Media) {
	t.Helper()
	read := func(key string) string {
		o, err := media.Open(context.Background(), key)
		if err != nil {
			t.Errorf("the file %s has no bytes: %v", row.ID, err)
			return ""
		}
		defer func() { _ = o.Close() }()
		sum := sha256.New()
		if _, err := io.Copy(sum, o); err != nil {
			t.Errorf("the file %s: %v", row.ID, err)
		}
		return hex.EncodeToString(sum.Sum(nil))
	}
	if got := read(row.BlobKey); got != "" && got != row.Sha256 {
		t.Errorf("the file %s is %s, its row says %s", row.ID, got, row.Sha256)
	}
	if row.ThumbnailKey != nil {
		read(*row.ThumbnailKey)
	}
}
