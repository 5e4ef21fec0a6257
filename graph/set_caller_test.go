package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	. "github.com/redress/redress/internal/testenv"
)

// setCaller gives the caller of a complaint another contact.
func (c callers) setCaller(t *testing.T, id string, to map[string]any) Result {
	t.Helper()
	return mutate(t, c.Server, Admin, "setCaller", "complaint { contact { name email phone confirmedAt } }", map[string]any{"complaintId": id, "contact": to})
}

// TestAnotherAddress: with another e-mail address the links of a caller end, the address is asked to be confirmed, and nothing that waited for the former
// one goes to it; one that was confirmed before gets a link at once.
func TestAnotherAddress(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const wrong, right = "carla@callers.example", "Karla@callers.example"
		id, ref, token := c.linkOfCall(t, wrong)
		before := len(m.Mail(wrong))
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "We have a look."})
		a := c.setCaller(t, id, map[string]any{"name": "Karla", "email": right, "phone": "030 12345"})
		if got := fmt.Sprint(a.At("setCaller", "complaint", "contact")); got != "map[confirmedAt:<nil> email:Karla@callers.example name:Karla phone:030 12345]" {
			t.Fatalf("the contact: %s", a.Raw)
		}
		if a := s.Execute(t, token, tracked, nil); a.Code() != "INVALID_TOKEN" {
			t.Errorf("a link to the former address: %s", a.Raw)
		}
		asks := c.expect(t, "another address", right, ref+": is this your e-mail address?")
		if strings.Contains(asks[0].Body, "rdl_") || len(m.Mail(wrong)) != before {
			t.Errorf("the former address has got %d e-mails more", len(m.Mail(wrong))-before)
		}
		c.answer(t, asks[0], "confirm")
		all := c.expect(t, "confirmed", right, ref+": is this your e-mail address?", "We have received "+ref)
		if a := s.MustExecute(t, tokenOf(all[1]), tracked, nil); a.At("trackedComplaint", "reference") != ref {
			t.Errorf("the link to the new address: %s", a.Raw)
		}

		// Confirmed with one complaint, it is so with another, and gets a link at once, also if the complaint has ended.
		other, otherRef := c.calls(t, wrong)
		c.resolve(t, other)
		sendTogether(t, s)
		if a := c.setCaller(t, other, map[string]any{"email": right}); a.At("setCaller", "complaint", "contact", "confirmedAt") == nil {
			t.Errorf("a known address: %s", a.Raw)
		}
		sendTogether(t, s)
		all = m.Mail(right)
		if got := toldIn(t, all[len(all)-1]); !slices.Equal(got, []string{"A new link to " + otherRef}) {
			t.Errorf("a known address is told %q", got)
		}

		// "Not mine" is told of each address.
		third, thirdRef := c.calls(t, "stranger1@callers.example")
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": third})
		denials := func() int {
			return s.Store.Client().Notification.Query().Where(notification.ComplaintID(uuid.MustParse(third)), notification.TitleContains("somebody else")).CountX(System())
		}
		for i, stranger := range []string{"stranger1@callers.example", "stranger2@callers.example"} {
			if i > 0 {
				c.setCaller(t, third, map[string]any{"email": stranger})
			}
			asked, before := c.expect(t, "a stranger", stranger, thirdRef+": is this your e-mail address?"), denials()
			c.answer(t, asked[0], "deny")
			if denials() == before {
				t.Errorf("nobody is told that %s is somebody else's", stranger)
			}
		}
	})
}

// writeUses writes when links were last used, which the service does each second.
func writeUses(t *testing.T, s *Server) {
	t.Helper()
	for _, job := range s.Service.Identity.Jobs() {
		if job.Name == "write_session_uses" {
			if _, err := job.Do(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFollowing: administrators see since when a reporter can follow a complaint by links, and when they last did; as long as one is good.
func TestFollowing(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const links = `query($id: ID!) { complaint(id: $id) { links { since lastUsedAt } } }`
		of := func(as, id string) any {
			return s.MustExecute(t, as, links, map[string]any{"id": id}).At("complaint", "links")
		}
		const her = "fanny@callers.example"
		id, ref := c.calls(t, her)
		if got := of(Admin, id); got != nil {
			t.Errorf("before she has confirmed: %v", got)
		}
		asked := c.expect(t, "a call", her, ref+": is this your e-mail address?")
		c.answer(t, asked[0], "confirm")
		token := tokenOf(c.expect(t, "confirmed", her, ref+": is this your e-mail address?", "We have received "+ref)[1])
		since := s.Clock.Now()
		is := of(Admin, id).(map[string]any)
		if at, err := time.Parse(time.RFC3339, is["since"].(string)); err != nil || since.Sub(at) > time.Minute || is["lastUsedAt"] != nil {
			t.Errorf("with the first link: %v at %s", is, since)
		}
		s.Clock.Advance(time.Hour)
		s.MustExecute(t, token, tracked, nil)
		writeUses(t, s)
		linkTo(t, s, id) // those that follow change nothing of it
		used := of(Admin, id).(map[string]any)
		if at, err := time.Parse(time.RFC3339, fmt.Sprint(used["lastUsedAt"])); err != nil || at.Sub(since) < 59*time.Minute || used["since"] != is["since"] {
			t.Errorf("after it was used: %v, before %v", used, is)
		}

		// In a list it is refused; nobody else is told.
		a := s.Execute(t, Admin, `{ complaints(first: 1) { edges { node { links { since } } } } }`, nil)
		if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "links" {
			t.Errorf("in a list: %s", a.Raw)
		}
		own, _ := submitted(t, s, User, map[string]any{"title": "The lamp is dark"})
		linkTo(t, s, own)
		if of(Admin, own) == nil || of(User, own) != nil {
			t.Errorf("a reporter's account is told %v, an administrator %v", of(User, own), of(Admin, own))
		}
		if a := s.MustExecute(t, token, `{ trackedComplaint { links { since } } }`, nil); a.At("trackedComplaint", "links") != nil {
			t.Errorf("by the link: %s", a.Raw)
		}

		// It ends with the links.
		c.answer(t, asked[0], "deny")
		if got := of(Admin, id); got != nil {
			t.Errorf("of an address that is somebody else's: %v", got)
		}
	})
}

// TestSetCaller: administrators note the contact of a caller, also of one who left none; what is the same changes nothing, nor does what is wrong.
func TestSetCaller(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		id, _ := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
		contactOf := func() string {
			return fmt.Sprint(s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { contact { name email phone } } }`, map[string]any{"id": id}).At("complaint", "contact"))
		}
		if got := contactOf(); got != "<nil>" {
			t.Fatalf("a complaint of nobody: %s", got)
		}
		for range 2 { // the second time nothing changes
			if a := c.setCaller(t, id, map[string]any{"name": "Carla", "phone": "030 12345"}); a.Code() != "" {
				t.Fatal(a.Raw)
			}
		}
		const is = "map[email: name:Carla phone:030 12345]"
		for _, wrong := range []map[string]any{{}, {"name": "Carla"}, {"email": "no address"}, {"email": "a@b.example", "name": strings.Repeat("x", 201)}} {
			if a := c.setCaller(t, id, wrong); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%v: %s", wrong, a.Raw)
			}
		}
		own, _ := submitted(t, s, User, map[string]any{"title": "The lamp is dark"})
		if a := c.setCaller(t, own, map[string]any{"phone": "1"}); a.Code() != "CONFLICT" {
			t.Errorf("that of an account: %s", a.Raw)
		}
		if got := contactOf(); got != is {
			t.Errorf("the contact is %s", got)
		}
		count := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("complaint.caller")).CountX(System())
		if contacts := s.Store.Client().Contact.Query().Where(contact.Phone("030 12345")).CountX(System()); count != 1 || contacts != 1 {
			t.Errorf("%d entries in the audit, %d contacts", count, contacts)
		}
		found := s.MustExecute(t, Admin, `{ complaints(where: {contactPhone: "3012345"}) { totalCount } }`, nil)
		if found.At("complaints", "totalCount") != float64(1) {
			t.Errorf("a search finds %s", found.Raw)
		}
		// Each address may be a stranger's: so many an hour, and other complaints go on.
		for i := range 9 {
			if a := c.setCaller(t, id, map[string]any{"email": fmt.Sprintf("carla%d@callers.example", i)}); a.Code() != "" {
				t.Fatalf("address %d: %s", i+1, a.Raw)
			}
		}
		if a := c.setCaller(t, id, map[string]any{"email": "one@callers.example"}); a.Code() != "RATE_LIMITED" {
			t.Errorf("one too many: %s", a.Raw)
		}
		another, _ := c.calls(t, "dora@callers.example")
		if a := c.setCaller(t, another, map[string]any{"email": "doris@callers.example"}); a.Code() != "" {
			t.Errorf("another complaint: %s", a.Raw)
		}
	})
}
