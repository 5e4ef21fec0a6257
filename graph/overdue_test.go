package graph_test

import (
	"context"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// TestOverdue: a deadline that passes is told to administrators once, the clock stands still
// on hold, and what is done is not overdue any more.
func TestOverdue(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id := s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "No light"}) { complaint { id } } }`, nil).
			At("submitComplaint", "complaint", "id").(string)
		due := func(in time.Duration) {
			s.MustExecute(t, Admin, `mutation($id: ID!, $at: Time!) { triageComplaint(input: {id: $id, dueAt: $at}) { complaint { id } } }`,
				map[string]any{"id": id, "at": s.Clock.Now().Add(in).UTC().Format(time.RFC3339)})
		}
		mark := func() { onFour(t, s.Service.Desk.MarkOverdue) }
		do := func(doc string) {
			s.MustExecute(t, Admin, `mutation($id: ID!) { `+doc+` { complaint { id } } }`, map[string]any{"id": id})
		}
		expect := func(step string, overdue bool, notices int) {
			t.Helper()
			found := s.MustExecute(t, User, `query($id: ID!) { complaints(where: {id: $id, overdue: true}) { totalCount } complaint(id: $id) { overdue } }`,
				map[string]any{"id": id})
			if found.At("complaint", "overdue") != overdue || found.At("complaints", "totalCount") != map[bool]float64{true: 1}[overdue] {
				t.Errorf("%s: %s", step, found.Raw)
			}
			for as, want := range map[string]int{Admin: notices, SuperAdmin: notices, User: 0, Solver: 0} {
				told := s.MustExecute(t, as, `query($id: ID!) { notifications(where: {complaintId: $id, titleContains: "overdue"}) { edges { node { message state deliveredAt } } } }`,
					map[string]any{"id": id}).At("notifications", "edges").([]any)
				if len(told) != want {
					t.Errorf("%s: %s was told %d times, not %d", step, as, len(told), want)
				}
				for _, n := range told {
					if n := n.(map[string]any)["node"].(map[string]any); n["message"] != "No light" || n["state"] != "SENT" || n["deliveredAt"] == nil {
						t.Errorf("%s: %v", step, n)
					}
				}
			}
		}

		due(time.Hour)
		mark()
		expect("before its deadline", false, 0)
		do(`holdComplaint(input: {id: $id, reasonCode: "parts"})`)
		s.Clock.Advance(2 * time.Hour)
		mark()
		expect("on hold", false, 0)
		do(`resumeComplaint(input: {id: $id})`)
		mark()
		expect("resumed with an hour left", false, 0)
		s.Clock.Advance(90 * time.Minute)
		mark()
		expect("past its deadline", true, 1)
		mark()
		expect("looked at again", true, 1)
		do(`holdComplaint(input: {id: $id, reasonCode: "parts"})`)
		do(`resumeComplaint(input: {id: $id})`)
		mark()
		expect("resumed", true, 1)
		do(`resolveComplaint(input: {id: $id, publicNote: "Done."})`)
		mark()
		expect("resolved", false, 1)
		do(`reopenComplaint(input: {id: $id, reasonCode: "not_fixed"})`)
		mark()
		expect("reopened past the same deadline", true, 1)
		due(time.Hour)
		expect("given another deadline", false, 1)
		s.Clock.Advance(2 * time.Hour)
		mark()
		expect("past that one", true, 2)
		s.MustExecute(t, Admin, `mutation($id: ID!) { triageComplaint(input: {id: $id, noDueAt: true}) { complaint { id } } }`, map[string]any{"id": id})
		mark()
		expect("without a deadline", false, 2)
	})
}

// TestDemoIsUpToDate: the demo looks as if the service had always run, so that its first minute
// finds no deadline to tell of, and nobody gets old news by e-mail.
func TestDemoIsUpToDate(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		for _, as := range Everyone {
			s.Token(t, as)
		}
		before := tableContents(t, s)
		for job, do := range map[string]func(context.Context) (int, error){
			"overdue": s.Service.Desk.MarkOverdue, "closing": s.Service.Desk.CloseResolved,
		} {
			if n, err := do(System()); n != 0 || err != nil {
				t.Errorf("%s: %d, %v", job, n, err)
			}
		}
		if changed := changedTables(before, tableContents(t, s)); changed != nil {
			t.Errorf("the jobs changed %v", changed)
		}
		sendTogether(t, s)
		for _, as := range Everyone[1:] {
			if n := m.Attempts(as); n != 0 {
				t.Errorf("%d e-mails to %s", n, as)
			}
		}

		overdue := s.MustExecute(t, Admin, `{ complaints(first: 100, where: {overdue: true}) { edges { node { id reference status dueAt source } } } }`, nil).
			At("complaints", "edges").([]any)
		told := 0
		for _, c := range overdue {
			c := c.(map[string]any)["node"].(map[string]any)
			notices := s.MustExecute(t, Admin, `query($id: ID!) { notifications(where: {complaintId: $id, titleContains: "overdue"}) { edges { node { createdAt } } } }`,
				map[string]any{"id": c["id"]}).At("notifications", "edges").([]any)
			if len(notices) > 1 || len(notices) == 0 && c["source"] != "IMPORT" {
				t.Errorf("%v was told %d times", c, len(notices))
			}
			told += len(notices)
		}
		if told < 3 {
			t.Errorf("the demo has %d overdue complaints, of which administrators were told %d times", len(overdue), told)
		}
	})
}
