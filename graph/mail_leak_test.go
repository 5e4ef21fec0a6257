package graph_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestMailsToCallersLeakNothing reads every e-mail to somebody without an account while everything happens to what they reported that can: nothing of
// it is in them that is not theirs to know, nobody is named who works here, and nothing of what people typed is in the first one.
func TestMailsToCallersLeakNothing(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const carla = "carla@example.org"
		hidden := 0
		hide := func() string {
			hidden++
			return fmt.Sprintf("HIDDEN-%d", hidden)
		}
		type in = map[string]any
		c := callers{s, m}
		c.calls(t, carla)
		sendTogether(t, s)
		asked := m.Mail(carla)[0]
		if body := subjectOf(t, asked) + asked.Body; strings.Contains(body, typed) || strings.Contains(body, "Carla") {
			t.Errorf("before the address is confirmed: %s", body)
		}
		c.answer(t, asked, "confirm")

		id, _ := c.calls(t, carla)
		do := func(as, verb, selection string, input in) Result {
			t.Helper()
			if input["id"] == nil && input["complaintId"] == nil {
				input["id"] = id
			}
			a := mustMutate(t, s, as, verb, selection, input)
			sendTogether(t, s)
			return a
		}
		others, _ := submitted(t, s, User, in{"title": hide(), "description": hide(), "address": hide()})
		do(Admin, "mergeComplaint", "complaint { id }", in{"id": others, "intoId": id, "reasonCode": "duplicate", "internalNote": hide()})
		do(User, "commentOnComplaint", "comment { id }", in{"complaintId": others, "text": hide()})
		do(Admin, "commentOnComplaint", "comment { id }", in{"complaintId": id, "text": hide(), "visibility": "INTERNAL", "mentions": []string{accountID(t, s, SuperAdmin)}})
		do(Admin, "commentOnComplaint", "comment { id }", in{"complaintId": id, "text": "A public word."})
		do(Admin, "holdComplaint", "complaint { id }", in{"reasonCode": "parts", "publicNote": "We wait.", "internalNote": hide()})
		do(Admin, "resumeComplaint", "complaint { id }", in{"internalNote": hide()})

		e := &taskFixture{Server: s, complaint: id}
		e.task = do(Admin, "assignComplaint", "complaint { tasks(last: 1) { edges { node { id } } } }",
			in{"solverId": accountID(t, s, Solver), "instructions": hide(), "internalNote": hide()}).
			At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string)
		e.given = s.Clock.Now()
		complete := func() {
			t.Helper()
			made := e.mustDo(t, Solver, "submitCompletion", in{"remarks": hide()})
			e.attach(t, Solver, made.At("submitCompletion", "update", "uploadUrl").(string), hidden, http.StatusCreated)
		}
		e.mustDo(t, Solver, "acceptTask", nil)
		e.mustDo(t, Solver, "startTask", nil)
		e.mustDo(t, Solver, "postTaskUpdate", in{"remarks": hide()})
		complete()
		e.mustDo(t, Admin, "reviewCompletion", in{"approved": false, "note": hide()})
		complete()
		e.mustDo(t, Admin, "reviewCompletion", in{"approved": true, "note": hide(), "publicNote": "It burns again."})
		sendTogether(t, s)
		do(Admin, "reopenComplaint", "complaint { id }", in{"reasonCode": "other", "publicNote": "Not quite."})
		main, _ := submitted(t, s, User2, in{"title": hide(), "description": hide(), "address": hide()})
		do(Admin, "mergeComplaint", "complaint { id }", in{"id": id, "intoId": main, "reasonCode": "duplicate", "internalNote": hide()})
		do(Admin, "rejectComplaint", "complaint { id }", in{"id": main, "reasonCode": "other", "publicNote": "It is private.", "internalNote": hide()})

		mails := m.Mail(carla)
		all := ""
		for _, mail := range mails {
			all += subjectOf(t, mail) + mail.Body + mail.Raw
		}
		for _, open := range []string{"A public word.", "We wait.", "It burns again.", "Not quite.", "It is private.", "part of another one"} {
			if !strings.Contains(all, open) {
				t.Errorf("too little happened: nothing tells of %q", open)
			}
		}
		secrets := in{"what is hidden": "HIDDEN", "the complaint of somebody else": others, "the other complaint": main}
		for _, as := range Everyone[1:] {
			a := s.MustExecute(t, as, `{ viewer { id name contact { email } } }`, nil)
			secrets["the name of "+as], secrets["the id of "+as], secrets["the address of "+as] = a.At("viewer", "name"), a.At("viewer", "id"), a.At("viewer", "contact", "email")
		}
		for what, secret := range secrets {
			if i := strings.Index(all, secret.(string)); i >= 0 {
				t.Errorf("%d e-mails, %d texts: %s is in one: %s", len(mails), hidden, what, all[max(0, i-300):min(len(all), i+100)])
			}
		}
	})
}
