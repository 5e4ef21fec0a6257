package testenv

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

// faults break an invariant each; what an index already refuses is left out.
var faults = []struct{ says, statement string }{
	{"a log's numbers have no gap", `DELETE FROM status_logs WHERE seq = 2`},
	{"log_rows counts the log", `UPDATE complaints SET log_rows = log_rows + 1`},
	{"the log begins with the submission", `UPDATE status_logs SET status = 'CLOSED' WHERE seq = 1`},
	{"the log's last row is the status", `UPDATE complaints SET status = 'CLOSED' WHERE status = 'SUBMITTED'`},
	{"each step of a log is a move", `UPDATE status_logs SET status = 'CLOSED' WHERE status = 'ASSIGNED'`},
	{"a rejection, a merger and a hold", `UPDATE status_logs SET reason_code = ''`},
	{"a log's rows stand in time's order", `UPDATE status_logs SET created_at = '2001-01-01 00:00:00+00:00' WHERE seq = 2`},
	{"what is on hold knows", `UPDATE complaints SET held_at = NULL`},
	{"what is resolved or closed knows", `UPDATE complaints SET resolved_at = NULL`},
	{"only what is done is rated", `UPDATE complaints SET rating = 5`},
	{"what is merged leads", `UPDATE complaints SET duplicate_of_id = id`},
	{"references are numbered", `UPDATE counters SET value = value + 1`},
	{"a complaint and its live task", `UPDATE tasks SET status = 'CANCELLED' WHERE status IN (` + liveTasks + `)`},
	{"who has a live task", `UPDATE users SET state = 'DISABLED' WHERE role = 'SOLVER'`},
	{"a task has ended", `UPDATE tasks SET ended_at = NULL`},
	{"what took the place of a task", `UPDATE tasks SET previous_id = id`},
	{"updates_count counts", `UPDATE tasks SET updates_count = updates_count + 1`},
	{"a task awaits a review", `UPDATE task_updates SET status = 'SUBMITTED'`},
	{"a completed task has one approved", `DELETE FROM media`},
	{"a review says when", `UPDATE task_updates SET reviewed_at = NULL`},
	{"only completions are reviewed", `UPDATE task_updates SET type = 'PROGRESS'`},
	{"a reversal has its settlement", `UPDATE payments SET amount_minor = amount_minor - 1 WHERE type = 'REVERSAL'`},
	{"a settlement reverses nothing", `UPDATE payments SET amount_minor = 0 WHERE type = 'SETTLEMENT'`},
	{"a settlement that stands claims", `DELETE FROM payment_claims`},
	{"a task is paid by one", `INSERT INTO payment_tasks (payment_id, task_id) SELECT p.id, x.task_id FROM payments p, payment_tasks x
		WHERE p.type = 'SETTLEMENT' ON CONFLICT DO NOTHING`},
	{"a reference stands once", `UPDATE payments SET payment_reference = 'X'`},
	{"what is paid for was completed", `UPDATE tasks SET status = 'DECLINED' WHERE status = 'COMPLETED'`},
	{"a log row has an audit entry", `DELETE FROM audit_entries WHERE action LIKE 'complaint.%'`},
	{"a task was given once", `DELETE FROM audit_entries WHERE action = 'task.assign'`},
	{"a comment was made once", `DELETE FROM audit_entries WHERE action = 'complaint.comment'`},
	{"a move is told once", `DELETE FROM events WHERE id = (SELECT MAX(id) FROM events WHERE kind = 'COMPLAINT_STATUS')`},
	{"what is told of a complaint", `UPDATE events SET subject_id = row_id WHERE kind = 'COMPLAINT_STATUS'`},
	{"a complaint was submitted once", `UPDATE audit_entries SET action = 'x.y' WHERE action = 'complaint.submit'`},
	{"what was recorded is there", `UPDATE audit_entries SET subject_id = actor_id WHERE action = 'complaint.submit'`},
	{"a reversal was audited once", `DELETE FROM audit_entries WHERE action = 'payment.reverse'`},
	{"a channel counts its rows", `UPDATE broadcast_channels SET recipients = recipients + 1, pending = pending + 1`},
	{"a channel counts its rows", `UPDATE notifications SET state = 'FAILED' WHERE state = 'SENT' AND broadcast_id IS NOT NULL`},
	{"a channel counts its rows", `UPDATE notifications SET read_at = created_at WHERE read_at IS NULL AND broadcast_id IS NOT NULL`},
	{"a broadcast counts its people", `UPDATE broadcasts SET sent = sent + 1, skipped = skipped - 1 WHERE skipped > 0`},
	{"a broadcast counts its people", `UPDATE notifications SET delivered_at = NULL WHERE broadcast_id IS NOT NULL`},
	{"rows are of channels", `DELETE FROM broadcast_channels WHERE channel = 'EMAIL'`},
	{"no row of a broadcast that has ended", `UPDATE notifications SET state = 'PENDING' WHERE broadcast_id IS NOT NULL`},
	{"a broadcast that has ended", `UPDATE broadcasts SET completed_at = NULL`},
	{"a broadcast that has ended", `UPDATE broadcasts SET delivery_state = 'IN_PROGRESS'`},
	{"a broadcast is sent from", `UPDATE broadcasts SET sent_at = NULL`},
	{"nothing of a broadcast that was cancelled", `UPDATE broadcasts SET status = 'CANCELLED'`},
	{"a broadcast has no recipients", `UPDATE broadcasts SET started_at = NULL`},
	{"a broadcast begins once", `DELETE FROM broadcast_events WHERE action = 'started'`},
	{"only what waits", `UPDATE notifications SET next_try_at = created_at`},
	{"a claim is on what", `UPDATE notifications SET lease = id WHERE channel = 'EMAIL'`},
	{"a claim is on what", `UPDATE notifications SET lease = id WHERE broadcast_id IS NULL`},
	{"a lot was told once", `UPDATE events SET kind = 'BROADCAST', row_id = (SELECT id FROM users ORDER BY id LIMIT 1)`},
	{"what was sent knows when", `UPDATE notifications SET sent_at = NULL`},
	{"what was sent knows when", `UPDATE notifications SET attempts = 0`},
	{"what failed or was left out", `UPDATE notifications SET last_error = ''`},
}

// The demo and what the verbs leave hold together; each fault is found.
func TestInvariants(t *testing.T) {
	Each(t, func(t *testing.T, s *Site) {
		id := s.Must(t, User, `mutation { submitComplaint(input: {title: "A lamp is out"}) { complaint { id } } }`, nil).At("submitComplaint", "complaint", "id")
		solver := s.Must(t, Solver, `{ viewer { id } }`, nil).At("viewer", "id")
		s.Must(t, Admin, `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver}) { complaint { id } }
			commentOnComplaint(input: {complaintId: $id, text: "Soon."}) { comment { id } } }`, map[string]any{"id": id, "solver": solver})
		CheckInvariants(t, s.Store, s.Service.Media)
		for _, fault := range faults {
			tx, err := s.Store.DB().BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.ExecContext(t.Context(), fault.statement); err != nil {
				t.Errorf("%s: %v", fault.says, err)
			} else {
				known := false
				for _, rule := range slices.Concat(invariants, broadcastInvariants) {
					if !strings.HasPrefix(rule.says, fault.says) {
						continue
					}
					known = true
					if len(find(t, tx, rule.broken)) == 0 {
						t.Errorf("nothing is found of: %s", fault.statement)
					}
				}
				if !known {
					t.Errorf("no invariant says %q", fault.says)
				}
			}
			if err := tx.Rollback(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
