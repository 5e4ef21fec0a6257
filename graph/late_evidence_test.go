package graph_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/notification"
	. "github.com/redress/redress/internal/testenv"
)

// sendLate sends late evidence and returns what was kept.
func (e *taskFixture) sendLate(t *testing.T, otherwise map[string]any) map[string]any {
	t.Helper()
	return e.mustDo(t, Solver, "submitLateEvidence", otherwise).At("submitLateEvidence", "lateEvidence").(map[string]any)
}

// readLate returns what somebody reads of the late evidence of the complaint, and of the task.
func (e *taskFixture) readLate(t *testing.T, as string) (found []string) {
	t.Helper()
	const fields = `lateEvidence(first: 20) { totalCount edges { node { id remarks type taskStatus occurredAt lostAt author { name } media(first: 20) { totalCount edges { node { id visibility } } } } } }`
	a := e.Execute(t, as, `query($id: ID!) { complaint(id: $id) { `+fields+` tasks(first: 5) { edges { node { `+fields+` } } } timeline(first: 100, kinds: [LATE_EVIDENCE]) { entries { lateEvidence { id } } } } }`, map[string]any{"id": e.complaint})
	if a.At("complaint") == nil {
		return nil
	}
	found = ids(t, a.At("complaint", "lateEvidence"))
	told := a.At("complaint", "timeline", "entries").([]any)
	if a.At("complaint", "lateEvidence", "totalCount") != float64(len(found)) || len(told) != len(found) {
		t.Errorf("%s reads %s", as, a.Raw)
	}
	for i := range found {
		files := a.At("complaint", "lateEvidence", "edges", i, "node", "media").(map[string]any)
		found[i] = fmt.Sprint(a.At("complaint", "lateEvidence", "edges", i, "node", "remarks"), " ", files["totalCount"])
	}
	return found
}

// TestLateEvidence: what a solver did before a task was lost reaches the administrators and nobody else, once, and
// leaves all that legacy clients read as it was.
func TestLateEvidence(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, loss := range []string{"held", "cancelled", "reassigned", "completed"} {
			t.Run(loss, func(t *testing.T) {
				e := newTaskFixture(t, s)
				e.advanceTo(t, "IN_PROGRESS")
				update := e.mustDo(t, Solver, "postTaskUpdate", nil).At("postTaskUpdate", "update").(map[string]any)
				happened := s.Clock.Now().UTC().Format(time.RFC3339Nano)
				said := map[string]any{"type": "COMPLETION", "remarks": "The lamp works. " + loss, "percentageCompleted": 100, "occurredAt": happened, "clientId": uuid.NewString()}
				if a := e.attempt(t, Solver, "submitLateEvidence", said); a.Code() != "INVALID_TRANSITION" || !strings.Contains(a.Raw, "not lost") {
					t.Errorf("of a task at work: %s", a.Raw)
				}
				s.Clock.Advance(time.Minute)
				switch loss {
				case "held":
					e.hold(t)
				case "cancelled":
					e.mustDo(t, Admin, "cancelTask", nil)
				case "reassigned":
					e.mustDo(t, Admin, "reassignTask", nil)
				case "completed":
					done := e.mustDo(t, Solver, "submitCompletion", nil)
					e.attach(t, Solver, done.At("submitCompletion", "update", "uploadUrl").(string), 7, http.StatusCreated)
					e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": true})
				}
				s.Clock.Advance(time.Hour)

				// The refusals stay what they are.
				legacy, before := e.readLegacy(t), e.state(t)
				if a := e.attempt(t, Solver, "submitCompletion", map[string]any{"occurredAt": happened}); a.Code() != "INVALID_TRANSITION" {
					t.Errorf("a late completion: %s", a.Raw)
				}
				if loss != "held" {
					e.attach(t, Solver, update["uploadUrl"].(string), 1, http.StatusConflict)
				}

				sent := e.sendLate(t, said)
				place := sent["uploadUrl"].(string)
				e.attach(t, Solver, place, 1, http.StatusCreated)
				e.attach(t, Solver, place, 1, http.StatusOK)
				e.attach(t, Solver, place, 2, http.StatusCreated)
				if again := e.sendLate(t, said); again["id"] != sent["id"] {
					t.Errorf("sent again: %v, %v", again, sent)
				}
				for field, other := range map[string]any{"remarks": "Another lamp.", "type": "PROGRESS", "percentageCompleted": 99, "occurredAt": "2026-01-01T08:00:00Z"} {
					if a := e.attempt(t, Solver, "submitLateEvidence", withField(said, field, other)); a.Code() != "IDEMPOTENCY_MISMATCH" || !strings.Contains(a.Raw, "other late evidence") {
						t.Errorf("another %s: %s", field, a.Raw)
					}
				}
				if after := e.state(t); after != before || e.readLegacy(t) != legacy {
					t.Errorf("late evidence changed\n%s\n%s to\n%s\n%s", before, legacy, after, e.readLegacy(t))
				}

				want := []string{said["remarks"].(string) + " 2"}
				for as, reads := range map[string][]string{Admin: want, Solver: want, Solver2: nil, User: nil, User2: nil} {
					if got := e.readLate(t, as); !slices.Equal(got, reads) {
						t.Errorf("%s reads %q, want %q", as, got, reads)
					}
				}
				mine := s.MustExecute(t, Solver, `query($id: ID!) { task(id: $id) { lateEvidence(first: 5) { edges { node { id taskStatus lostAt complaint { reference } } } } } }`, map[string]any{"id": e.task})
				if got := ids(t, mine.At("task", "lateEvidence")); !slices.Equal(got, []string{sent["id"].(string)}) {
					t.Errorf("of the task: %s", mine.Raw)
				}
				if files := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { media(first: 20) { totalCount } } }`, map[string]any{"id": e.complaint}); files.At("complaint", "media", "totalCount") != 0. {
					t.Errorf("the complaint lists %s", files.Raw)
				}

				// Nobody else sends it, and its files stay internal.
				for as, code := range map[string]string{Solver2: "NOT_FOUND", User: "PERMISSION_DENIED", Admin: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED"} {
					if a := e.attempt(t, as, "submitLateEvidence", said); a.Code() != code {
						t.Errorf("as %s: %s", as, a.Raw)
					}
				}
				e.attach(t, Solver2, place, 3, http.StatusNotFound)
				for _, as := range []string{User, Admin} {
					e.attach(t, as, place, 3, http.StatusForbidden)
				}
				file := s.MustExecute(t, Admin, `query($id: ID!) { node(id: $id) { ... on LateEvidence { media(first: 1) { edges { node { id } } } } } }`, map[string]any{"id": sent["id"]}).
					At("node", "media", "edges", 0, "node", "id").(string)
				for _, as := range []string{Solver, Admin} {
					if a := s.Execute(t, as, showMedia, map[string]any{"id": file}); a.Code() != "INVALID_TRANSITION" {
						t.Errorf("made public as %s: %s", as, a.Raw)
					}
				}
				if a := s.Execute(t, Solver, deleteMedia, map[string]any{"id": file}); a.Code() != "INVALID_TRANSITION" {
					t.Errorf("deleted: %s", a.Raw)
				}
				for as, sees := range map[string]bool{Admin: true, Solver: true, Solver2: false, User: false, Provider: false} {
					for _, id := range []string{file, sent["id"].(string)} {
						if a := s.MustExecute(t, as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id}); (a.At("node") != nil) != sees {
							t.Errorf("%s sees %s: %s", as, id, a.Raw)
						}
					}
				}

				id := uuid.MustParse(sent["id"].(string))
				if n := s.Store.Client().AuditEntry.Query().Where(auditentry.SubjectID(id), auditentry.Action("late_evidence.submit")).CountX(System()); n != 1 {
					t.Errorf("%d audit entries", n)
				}
				told := s.Store.Client().Notification.Query().Where(notification.Message(said["remarks"].(string)))
				if n, admins := told.CountX(System()), 2; n < admins {
					t.Errorf("%d notifications", n)
				}

				// A text that must not stay is redacted, and so are the notifications.
				redact := map[string]any{"id": sent["id"], "reason": "A name."}
				for range 2 {
					gone := mustMutate(t, s, Admin, "redactLateEvidence", "lateEvidence { remarks redactedAt }", redact)
					if gone.At("redactLateEvidence", "lateEvidence", "remarks") != "" || gone.At("redactLateEvidence", "lateEvidence", "redactedAt") == nil {
						t.Errorf("redacted: %s", gone.Raw)
					}
				}
				if n := told.CountX(System()); n != 0 {
					t.Errorf("%d notifications repeat it", n)
				}
				if again := e.sendLate(t, said); again["id"] != sent["id"] {
					t.Errorf("sent after the redaction: %v", again)
				}
			})
		}
	})
}

// TestLateEvidenceLimits: when late evidence and its files are taken, and how much of it.
func TestLateEvidenceLimits(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		s.Clock.Advance(time.Hour)
		e.mustDo(t, Admin, "cancelTask", nil)
		lost := s.Clock.Now()
		s.Clock.Advance(time.Hour)
		at := func(d time.Duration) map[string]any {
			return map[string]any{"occurredAt": lost.Add(d).UTC().Format(time.RFC3339Nano)}
		}
		for _, late := range []time.Duration{5*time.Minute + time.Second, time.Hour} {
			a := e.attempt(t, Solver, "submitLateEvidence", at(late))
			if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "before the task was lost") {
				t.Errorf("happened %s after the loss: %s", late, a.Raw)
			}
		}
		for _, early := range []time.Duration{5*time.Minute + time.Second, 24 * time.Hour} {
			a := e.attempt(t, Solver, "submitLateEvidence", map[string]any{"occurredAt": e.given.Add(-early).UTC().Format(time.RFC3339Nano)})
			if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, `"field":"occurredAt"`) || !strings.Contains(a.Raw, "before the task was assigned") {
				t.Errorf("happened %s before the task was assigned: %s", early, a.Raw)
			}
		}
		e.sendLate(t, map[string]any{"occurredAt": e.given.Add(-4 * time.Minute).UTC().Format(time.RFC3339Nano)})
		if a := e.attempt(t, Solver, "submitLateEvidence", map[string]any{"remarks": " \n\t "}); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, `"field":"remarks"`) {
			t.Errorf("blank remarks: %s", a.Raw)
		}
		kept := e.sendLate(t, at(4*time.Minute))
		for n := range 10 {
			e.attach(t, Solver, kept["uploadUrl"].(string), n, http.StatusCreated)
		}
		e.attach(t, Solver, kept["uploadUrl"].(string), 11, http.StatusConflict)
		e.attach(t, Solver, kept["uploadUrl"].(string), 9, http.StatusOK) // whose answer was lost

		s.Clock.Advance(7*24*time.Hour - 2*time.Hour)
		last := e.sendLate(t, at(0))
		e.attach(t, Solver, last["uploadUrl"].(string), 1, http.StatusCreated)
		s.Clock.Advance(2 * time.Hour)
		if a := e.attempt(t, Solver, "submitLateEvidence", at(0)); a.Code() != "INVALID_TRANSITION" || !strings.Contains(a.Raw, "7 days") {
			t.Errorf("a week later: %s", a.Raw)
		}
		enabled, told := e.availableActions(t, Solver)
		if enabled["SUBMIT_LATE_EVIDENCE"] || !strings.Contains(told["SUBMIT_LATE_EVIDENCE"], "7 days") {
			t.Errorf("offered a week later: %v", told)
		}
		e.attach(t, Solver, last["uploadUrl"].(string), 2, http.StatusCreated)
		s.Clock.Advance(7 * 24 * time.Hour)
		e.attach(t, Solver, last["uploadUrl"].(string), 3, http.StatusConflict)

		other := newTaskFixture(t, s)
		other.mustDo(t, Admin, "cancelTask", nil)
		for range 50 {
			other.sendLate(t, nil)
		}
		if a := other.attempt(t, Solver, "submitLateEvidence", nil); a.Code() != "CONFLICT" {
			t.Errorf("the 51st: %s", a.Raw)
		}
		if n := s.Store.Client().LateEvidence.Query().Where(lateevidence.TaskID(uuid.MustParse(other.task))).CountX(System()); n != 50 {
			t.Errorf("%d are kept", n)
		}
	})
}
