package testenv

import (
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

func TestMain(m *testing.M) { Main(m) }

// corruptions are statements that violate an invariant each. What a unique index already
// refuses is left out.
var corruptions = []struct{ violates, statement string }{
	{"a log's numbers have no gap", `DELETE FROM status_logs WHERE seq = 2`},
	{"log_rows counts the log", `UPDATE complaints SET log_rows = log_rows + 1`},
	{"the log begins with the submission", `UPDATE status_logs SET status = 'CLOSED' WHERE seq = 1`},
	{"the log's last row is the status", `UPDATE complaints SET status = 'CLOSED' WHERE status = 'SUBMITTED'`},
	{"each step of a log is a move that there is", `UPDATE status_logs SET status = 'CLOSED' WHERE status = 'ASSIGNED'`},
	{"a rejection, a merger and a hold have a reason", `UPDATE status_logs SET reason_code = ''`},
	{"a log's rows are in the order of time", `UPDATE status_logs SET created_at = '2001-01-01 00:00:00+00:00' WHERE seq = 2`},
	{"held_at and held_from are set exactly when a complaint is on hold", `UPDATE complaints SET held_at = NULL`},
	{"resolved_at and closed_at are set exactly when a complaint is resolved or closed", `UPDATE complaints SET resolved_at = NULL`},
	{"only resolved and closed complaints are rated", `UPDATE complaints SET rating = 5`},
	{"a merged complaint leads to one that is not merged", `UPDATE complaints SET duplicate_of_id = id`},
	{"no reference is above its year's counter", `UPDATE counters SET value = 0`},
	{"the statuses of a complaint and its live task agree", `UPDATE tasks SET status = 'CANCELLED' WHERE status IN (` + liveTasks + `)`},
	{"the solver of a live task is active", `UPDATE users SET state = 'DISABLED' WHERE role = 'SOLVER'`},
	{"ended_at is set exactly when a task is not live", `UPDATE tasks SET ended_at = NULL`},
	{"a task's predecessor was cancelled and is of the same complaint", `UPDATE tasks SET previous_id = id`},
	{"updates_count counts the updates", `UPDATE tasks SET updates_count = updates_count + 1`},
	{"a task awaits a review exactly when a completion does", `UPDATE task_updates SET status = 'SUBMITTED'`},
	{"a completed task has one approved completion, with proof", `DELETE FROM media`},
	{"a review has its time, and a rejection its note", `UPDATE task_updates SET reviewed_at = NULL`},
	{"only completions are reviewed", `UPDATE task_updates SET type = 'PROGRESS'`},
	{"a reversal has its settlement", `UPDATE payments SET amount_minor = amount_minor - 1 WHERE type = 'REVERSAL'`},
	{"a settlement reverses nothing and has a positive amount", `UPDATE payments SET amount_minor = 0 WHERE type = 'SETTLEMENT'`},
	{"a settlement claims its reference and its tasks; a reversed one and a reversal claim nothing", `DELETE FROM payment_claims`},
	{"a task is paid by at most one settlement that is not reversed", `INSERT INTO payment_tasks (payment_id, task_id) SELECT p.id, x.task_id FROM payments p, payment_tasks x
		WHERE p.type = 'SETTLEMENT' ON CONFLICT DO NOTHING`},
	{"a provider has a payment reference once", `UPDATE payments SET payment_reference = 'X'`},
	{"a paid task was completed for that provider", `UPDATE tasks SET status = 'DECLINED' WHERE status = 'COMPLETED'`},
	{"a log row has an audit entry of the same time and actor", `DELETE FROM audit_entries WHERE action LIKE 'complaint.%'`},
	{"an assignment was audited once", `DELETE FROM audit_entries WHERE action = 'task.assign'`},
	{"a comment was audited once", `DELETE FROM audit_entries WHERE action = 'complaint.comment'`},
	{"a status change has one event", `DELETE FROM events WHERE id = (SELECT MAX(id) FROM events WHERE kind = 'COMPLAINT_STATUS')`},
	{"a status event has its row in the complaint's log", `UPDATE events SET subject_id = row_id WHERE kind = 'COMPLAINT_STATUS'`},
	{"a submission was audited once", `UPDATE audit_entries SET action = 'x.y' WHERE action = 'complaint.submit'`},
	{"what an audit entry recorded exists", `UPDATE audit_entries SET subject_id = actor_id WHERE action = 'complaint.submit'`},
	{"a reversal was audited once, and an audited one exists", `DELETE FROM audit_entries WHERE action = 'payment.reverse'`},
	{"a channel's counters are the counts of its notifications", `UPDATE broadcast_channels SET recipients = recipients + 1, pending = pending + 1`},
	{"a channel's counters are the counts of its notifications", `UPDATE notifications SET state = 'FAILED' WHERE state = 'SENT' AND broadcast_id IS NOT NULL`},
	{"a channel's counters are the counts of its notifications", `UPDATE notifications SET read_at = created_at WHERE read_at IS NULL AND broadcast_id IS NOT NULL`},
	{"a broadcast's counters are the counts of its recipients", `UPDATE broadcasts SET sent = sent + 1, skipped = skipped - 1 WHERE skipped > 0`},
	{"a broadcast's counters are the counts of its recipients", `UPDATE notifications SET delivered_at = NULL WHERE broadcast_id IS NOT NULL`},
	{"a notification's channel has counters", `DELETE FROM broadcast_channels WHERE channel = 'EMAIL'`},
	{"a broadcast that has ended has no pending notification", `UPDATE notifications SET state = 'PENDING', next_try_at = created_at WHERE broadcast_id IS NOT NULL`},
	{"a broadcast that has ended has a final delivery state", `UPDATE broadcasts SET completed_at = NULL`},
	{"a broadcast that has ended has a final delivery state", `UPDATE broadcasts SET delivery_state = 'IN_PROGRESS'`},
	{"sent_at is set exactly when a broadcast is sent", `UPDATE broadcasts SET sent_at = NULL`},
	{"no notification of a cancelled broadcast was sent", `UPDATE broadcasts SET status = 'CANCELLED'`},
	{"a broadcast has no notifications before it starts", `UPDATE broadcasts SET started_at = NULL`},
	{"a broadcast starts once", `DELETE FROM broadcast_events WHERE action = 'started'`},
	{"only pending notifications of channels that can fail are retried", `UPDATE notifications SET next_try_at = created_at`},
	{"a lease is on a notification being sent, or names the lot it was delivered with", `UPDATE notifications SET lease = id WHERE channel = 'EMAIL'`},
	{"a lease is on a notification being sent, or names the lot it was delivered with", `UPDATE notifications SET lease = id WHERE broadcast_id IS NULL`},
	{"broadcasts go after what is for one person", `UPDATE notifications SET timing = 'URGENT' WHERE broadcast_id IS NOT NULL`},
	{"what goes out in one e-mail is for one person, and of one timing", `UPDATE notifications SET mail_id = (SELECT id FROM notifications ORDER BY id LIMIT 1)`},
	{"a delivered lot has one event", `UPDATE events SET kind = 'BROADCAST', row_id = (SELECT id FROM users ORDER BY id LIMIT 1)`},
	{"sent_at is set exactly when a notification was sent", `UPDATE notifications SET sent_at = NULL`},
	{"sent_at is set exactly when a notification was sent", `UPDATE notifications SET attempts = 0`},
	{"a failed or skipped notification has its error", `UPDATE notifications SET last_error = ''`},
}

// TestInvariants checks that the demo and what the verbs write violate nothing, and that each
// corruption is found.
func TestInvariants(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id := s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp is out"}) { complaint { id } } }`, nil).At("submitComplaint", "complaint", "id")
		solver := s.MustExecute(t, Solver, `{ viewer { id } }`, nil).At("viewer", "id")
		s.MustExecute(t, Admin, `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver}) { complaint { id } }
			commentOnComplaint(input: {complaintId: $id, text: "Soon."}) { comment { id } } }`, map[string]any{"id": id, "solver": solver})
		CheckInvariants(t, s.Store, s.Service.Media)
		all := slices.Concat(invariants, broadcastInvariants)
		for _, c := range corruptions {
			t.Run(c.violates, func(t *testing.T) {
				tx, err := s.Store.DB().BeginTx(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = tx.Rollback() }()
				if _, err := tx.ExecContext(t.Context(), c.statement); err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(all, func(rule invariant) bool { return rule.name == c.violates })
				if i < 0 {
					t.Fatalf("there is no invariant %q", c.violates)
				}
				if len(violations(t, tx, all[i].query)) == 0 {
					t.Errorf("no violation is found after: %s", c.statement)
				}
			})
		}
	})
}

// TestTransitionsKnowEachStatus: the pairs that a log may have are written apart from the service, and leave no status out: each
// is reached, and left unless it is over for good.
func TestTransitionsKnowEachStatus(t *testing.T) {
	for _, status := range domain.ComplaintStatuses {
		reached, left := false, false
		for _, pair := range transitions() {
			from, to, _ := strings.Cut(pair, ">")
			reached = reached || to == string(status)
			left = left || from == string(status)
		}
		if !reached {
			t.Errorf("nothing leads to %s", status)
		}
		if over := !slices.Contains(domain.OpenComplaintStatuses, status) && !status.Ended(); !left && !over {
			t.Errorf("nothing leads away from %s", status)
		}
	}
}
