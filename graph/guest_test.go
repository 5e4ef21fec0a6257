package graph_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/proofofwork"
	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

const (
	guestFormQuery = `{ guestForm { categories { id name depth } zones { id name depth } area { south west north east }
		challenge { algorithm challenge maxNumber salt signature } } }`
	receipt = "complaintId reference token uploadUrl"
)

// letGuests lets people report without an account, or not.
func letGuests(t *testing.T, s *Server, on bool) {
	t.Helper()
	mustMutate(t, s, SuperAdmin, "updateSettings", "settings { guestReports }", map[string]any{"guestReports": on})
}

// proof asks for a challenge, as people without an account do, and returns its solution.
func proof(t *testing.T, s *Server) string {
	t.Helper()
	c := s.MustExecute(t, Anonymous, guestFormQuery, nil).At("guestForm", "challenge").(map[string]any)
	return SolveProof(t, proofofwork.Challenge{
		Algorithm: c["algorithm"].(string), Challenge: c["challenge"].(string), MaxNumber: int64(c["maxNumber"].(float64)),
		Salt: c["salt"].(string), Signature: c["signature"].(string),
	})
}

// guestReport is the input of submitGuestReport, with a proof of its own.
func guestReport(t *testing.T, s *Server, more map[string]any) map[string]any {
	t.Helper()
	return merge(map[string]any{"title": "The lamp is dark", "proof": proof(t, s)}, more)
}

// TestGuestReports: what is reported without an account is a complaint as any other, of which whoever has the token is the reporter.
func TestGuestReports(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		letGuests(t, s, true)
		category := createRow(t, s, "createCategory", "category", map[string]any{"name": "Lamps of guests"})
		in := guestReport(t, s, map[string]any{
			"description": "Since Monday.", "categoryId": category, "address": "At the corner", "latitude": 44.05, "longitude": 8.21,
		})
		a := mustMutate(t, s, Anonymous, "submitGuestReport", receipt, in)
		made := a.At("submitGuestReport").(map[string]any)
		id, token := made["complaintId"].(string), made["token"].(string)

		// It is theirs by the token.
		if got := s.MustExecute(t, token, tracked, nil).At("trackedComplaint", "reference"); got != made["reference"] {
			t.Errorf("the token leads to %v, not to %v", got, made["reference"])
		}
		if res := upload(t, s, token, made["uploadUrl"].(string), 3); res.Status != http.StatusCreated {
			t.Errorf("a photo: %d %s", res.Status, res.Body)
		}
		mustMutate(t, s, token, "commentOnComplaint", "comment { agent }", map[string]any{"complaintId": id, "text": "It hums, too."})

		// Administrators see what was said, and that nobody with an account did.
		c := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { title description address latitude longitude source status category { id }
			submittedBy { id } contact { email } links { since } statusLog(first: 5) { edges { node { agent actorName actor { id } } } } media(first: 2) { edges { node { agent } } } } }`,
			map[string]any{"id": id})
		got, _ := json.Marshal(c.At("complaint"))
		for _, want := range []string{
			`"title":"The lamp is dark"`, `"description":"Since Monday."`, `"address":"At the corner"`, `"latitude":44.05`, `"longitude":8.21`, `"source":"WEB"`,
			`"status":"SUBMITTED"`, fmt.Sprintf(`"category":{"id":%q}`, category), `"submittedBy":null`, `"contact":null`, `"links":{"since":`,
			`"node":{"actor":null,"actorName":"Reporter","agent":"LINK"}`, `"node":{"agent":"LINK"}`,
		} {
			if !strings.Contains(string(got), want) {
				t.Errorf("there is no %s in %s", want, got)
			}
		}
		l, err := s.Store.Client().Link.Query().Where(link.ComplaintID(uuid.MustParse(id))).First(System())
		if err != nil {
			t.Fatal(err)
		}
		e := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("complaint.submit"), auditentry.SubjectID(uuid.MustParse(id))).OnlyX(System())
		if e.Agent != domain.AgentLink || e.ActorID != nil || !strings.Contains(string(e.After), l.ID.String()) || e.Address == "" {
			t.Errorf("the audit says %s of %v at %q: %s", e.Agent, e.ActorID, e.Address, e.After)
		}

		// The same again is answered the same, by whichever instance; anything else with this proof is refused.
		other := s.NewInstance(t, s.Store.URL())
		if err := other.Service.Settings.RefreshSettings(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, at := range []*Server{s, other} {
			if again := mustMutate(t, at, Anonymous, "submitGuestReport", receipt, in); again.Raw != a.Raw {
				t.Errorf("the same again: %s, not %s", again.Raw, a.Raw)
			}
			changed := maps.Clone(in)
			changed["description"] = "Since Tuesday."
			if b := mutate(t, at, Anonymous, "submitGuestReport", receipt, changed); b.Code() != "IDEMPOTENCY_MISMATCH" || invalidFields(b) != "proof" {
				t.Errorf("another one with the same proof: %s", b.Raw)
			}
		}

		// Of those who send it at the same time each gets the same, and there is one.
		in = guestReport(t, s, map[string]any{"title": "Sent by an impatient finger"})
		answers := make([]string, 8)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() {
				answers[i] = mutate(t, []*Server{s, other}[i%2], Anonymous, "submitGuestReport", receipt, in).Raw
			})
		}
		all.Wait()
		for _, answer := range answers {
			if answer != answers[0] || !strings.Contains(answer, "rdl_") {
				t.Errorf("at once: %s", answer)
			}
		}
		if n := s.Store.Client().Complaint.Query().Where(complaint.Title("Sent by an impatient finger")).CountX(System()); n != 1 {
			t.Errorf("there are %d of it", n)
		}

		// An hour later the proof is no good, for the same one either.
		s.Clock.Advance(time.Hour)
		if b := mutate(t, s, Anonymous, "submitGuestReport", receipt, in); invalidFields(b) != "proof" {
			t.Errorf("an hour later: %s", b.Raw)
		}
	})
}

// TestGuestsAreAskedToConfirm: an address that a guest gave gets one message, which asks whether it is theirs, and nothing else until they say so.
func TestGuestsAreAskedToConfirm(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		letGuests(t, s, true)
		c := callers{s, m}
		const address = "guest@callers.example"
		in := guestReport(t, s, map[string]any{"contact": map[string]any{"name": "Gunda", "email": address}})
		a := mustMutate(t, s, Anonymous, "submitGuestReport", receipt, in)
		id, ref, token := a.At("submitGuestReport", "complaintId").(string), a.At("submitGuestReport", "reference").(string), a.At("submitGuestReport", "token").(string)
		asked := c.expect(t, "a report", address, ref+": is this your e-mail address?")
		c.answer(t, asked[0], "confirm")
		if got := s.MustExecute(t, token, `{ emailUpdates }`, nil).At("emailUpdates"); got != nil {
			t.Errorf("whoever has the token need not be who reads the address: %v", got)
		}
		contact := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { contact { name email confirmedAt } } }`, map[string]any{"id": id})
		if contact.At("complaint", "contact", "name") != "Gunda" || contact.At("complaint", "contact", "confirmedAt") == nil {
			t.Errorf("the contact is %s", contact.Raw)
		}
		s.Clock.Advance(time.Second)
		s.MustExecute(t, token, tracked, nil)

		// To an address that is known nothing goes that a stranger has typed. It is told how the report goes on.
		s.Clock.Advance(5 * time.Minute)
		sendDue(t, s) // the receipt that waited for the answer
		before := len(m.Mail(address))
		in = guestReport(t, s, map[string]any{"title": "Your account is locked", "contact": map[string]any{"email": address}})
		again := mustMutate(t, s, Anonymous, "submitGuestReport", receipt, in).At("submitGuestReport").(map[string]any)
		s.Clock.Advance(5 * time.Minute)
		sendDue(t, s)
		if all := m.Mail(address); len(all) != before {
			t.Errorf("a stranger has something sent to a known address: %s", all[len(all)-1].Raw)
		}
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": again["complaintId"], "reasonCode": "not_ours", "publicNote": "We lock no accounts."})
		s.Clock.Advance(5 * time.Minute)
		sendDue(t, s)
		if all := m.Mail(address); len(all) != before+1 || !strings.Contains(all[before].Body, "We lock no accounts.") || !strings.Contains(all[before].Body, "/track#rdl_") {
			t.Errorf("there are %d messages, before it were %d", len(all), before)
		}

		// Whoever says that it was not them ends what others do with their address; the token of the guest is no part of that mail.
		in = guestReport(t, s, map[string]any{"title": "In the name of somebody else", "contact": map[string]any{"email": "victim@callers.example"}})
		a = mustMutate(t, s, Anonymous, "submitGuestReport", receipt, in)
		ref, token = a.At("submitGuestReport", "reference").(string), a.At("submitGuestReport", "token").(string)
		asked = c.expect(t, "a report in somebody's name", "victim@callers.example", ref+": is this your e-mail address?")
		if strings.Contains(asked[0].Raw, token) {
			t.Error("the message has the token")
		}
		c.answer(t, asked[0], "deny")
		s.Clock.Advance(time.Second)
		s.MustExecute(t, token, tracked, nil)
		for range 3 {
			mustMutate(t, s, Anonymous, "submitGuestReport", receipt, guestReport(t, s, map[string]any{"contact": map[string]any{"email": "victim@callers.example"}}))
		}
		sendDue(t, s)
		if all := m.Mail("victim@callers.example"); len(all) != 1 {
			t.Errorf("after a no, %d messages", len(all))
		}
	})
}

// TestGuestsAreRefused: by whom, where and with what nothing is reported without an account.
func TestGuestsAreRefused(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		refused := func(as string, in map[string]any, code, fields string) {
			t.Helper()
			if a := mutate(t, s, as, "submitGuestReport", receipt, in); a.Code() != code || invalidFields(a) != fields {
				t.Errorf("%s, %.200v: %s", name(as), in, a.Raw)
			}
		}
		off := func(what string) {
			t.Helper()
			a := s.MustExecute(t, Anonymous, `{ guestForm { challenge { salt } } serviceInfo { guestPage } }`, nil)
			if a.At("guestForm") != nil || a.At("serviceInfo", "guestPage") != nil {
				t.Errorf("%s: %s", what, a.Raw)
			}
			refused(Anonymous, map[string]any{"title": "Hello", "proof": "none"}, "PERMISSION_DENIED", "")
			if a := s.Execute(t, Anonymous, `{ nearbyComplaints(latitude: 44.05, longitude: 8.21) { status } }`, nil); a.Code() != "AUTHENTICATION_REQUIRED" {
				t.Errorf("%s, nearby: %s", what, a.Raw)
			}
		}
		off("before anybody allows it")
		letGuests(t, s, true)
		if a := s.MustExecute(t, Anonymous, `{ serviceInfo { guestPage } }`, nil); a.At("serviceInfo", "guestPage") != "https://redress.example/report" {
			t.Errorf("the page is %s", a.Raw)
		}
		good := guestReport(t, s, nil)
		letGuests(t, s, false)
		off("after it was switched off")
		letGuests(t, s, true)

		held, _ := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
		for _, as := range []string{User, Solver, Provider, Admin, SuperAdmin, handed(t, s, held)} {
			refused(as, good, "PERMISSION_DENIED", "")
		}
		caller := func(name, email, phone string) map[string]any {
			return map[string]any{"contact": map[string]any{"name": name, "email": email, "phone": phone}}
		}
		for fields, more := range map[string]map[string]any{
			"title":             {"title": " "},
			"description":       {"description": strings.Repeat("a", 10_001)},
			"address title":     {"title": strings.Repeat("a", 201), "address": strings.Repeat("a", 501)},
			"latitude":          {"latitude": 1},
			"longitude":         {"latitude": 1, "longitude": 181},
			"categoryId zoneId": {"categoryId": missingID("Category"), "zoneId": missingID("Zone")},
			"contact":           caller("Somebody", "", ""),
			"contact.email":     caller("", "no address", ""),
			"contact.name contact.phone": caller(strings.Repeat("a", 201), "a@callers.example",
				strings.Repeat("1", 41)),
			"proof": {"proof": "none"},
		} {
			refused(Anonymous, merge(good, more), "VALIDATION_ERROR", fields)
		}
		refused(Anonymous, map[string]any{"title": "", "proof": "", "latitude": 91, "longitude": 1}, "VALIDATION_ERROR", "latitude proof title")
		mustMutate(t, s, Anonymous, "submitGuestReport", receipt, good) // what was refused has not used it up
	})
}

// TestGuestsNeedAnAddress: a service that does not know where people reach it makes no links, and takes no reports without an account.
func TestGuestsNeedAnAddress(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		letGuests(t, s, true)
		if a := s.MustExecute(t, Anonymous, `{ guestForm { challenge { salt } } serviceInfo { guestPage } }`, nil); a.At("guestForm") != nil || a.At("serviceInfo", "guestPage") != nil {
			t.Errorf("without a public URL: %s", a.Raw)
		}
		if a := mutate(t, s, Anonymous, "submitGuestReport", receipt, map[string]any{"title": "Hello", "proof": "none"}); a.Code() != "PERMISSION_DENIED" {
			t.Errorf("without a public URL: %s", a.Raw)
		}
	})
}

// TestGuestsByNetwork: from one network one may report so much, and ask so often; that stops nobody elsewhere, nor whoever follows from there.
func TestGuestsByNetwork(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, database string) {
		s := StartWithOptions(t, database, func(o *server.Options) {
			BehindProxy(o)
			o.PublicURL = "https://redress.example"
		})
		s.Clock.Stop()
		letGuests(t, s, true)
		report := func(address string) (Result, Response) {
			t.Helper()
			return executeFrom(t, s, address, "", `mutation($in: SubmitGuestReportInput!) { submitGuestReport(input: $in) { token } }`, map[string]any{"in": guestReport(t, s, nil)})
		}
		var token string
		good := func(address string, times int) {
			t.Helper()
			for i := range times {
				a, res := report(address)
				if a.Code() != "" {
					t.Fatalf("%d from %s: %s", i, address, res.Body)
				}
				token = a.At("submitGuestReport", "token").(string)
			}
		}
		limited := func(address string) time.Duration {
			t.Helper()
			a, res := report(address)
			wait, err := time.ParseDuration(res.Header.Get("Retry-After") + "s")
			if a.Code() != "RATE_LIMITED" || err != nil {
				t.Errorf("from %s: %s, to be tried again after %v", address, res.Body, wait)
			}
			return wait
		}
		const crowd = "192.0.2.1"
		good(crowd, domain.GuestReportsPerHour)
		wait := limited(crowd)
		for n := range 64 { // elsewhere
			good(fmt.Sprintf("198.51.100.%d", n), 1)
		}
		if a, res := executeFrom(t, s, crowd, token, tracked, nil); a.Code() != "" {
			t.Errorf("to follow from there: %s", res.Body)
		}
		id, ref := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
		redeem := map[string]any{"in": map[string]any{"reference": ref, "code": codeFor(t, s, id)}}
		if a, res := executeFrom(t, s, crowd, "", `mutation($in: RedeemLinkCodeInput!) { redeemLinkCode(input: $in) { token } }`, redeem); a.Code() != "" {
			t.Errorf("letters from there: %s", res.Body)
		}
		s.Clock.Advance(wait)
		good(crowd, domain.GuestReportsPerHour)
		s.Clock.Advance(2 * time.Hour)
		good(crowd, domain.GuestReportsPerDay-2*domain.GuestReportsPerHour)
		s.Clock.Advance(2 * time.Hour)
		if wait := limited(crowd); wait < 18*time.Hour {
			t.Errorf("the day's are free again after %v", wait)
		}
		s.Clock.Advance(24 * time.Hour)
		good(crowd, 1)

		const near = `{ nearbyComplaints(latitude: 44.05, longitude: 8.21) { status categoryName complaint { id } } }`
		for range domain.NearbyPerNetwork {
			if a, res := executeFrom(t, s, crowd, "", near, nil); a.Code() != "" {
				t.Fatalf("nearby: %s", res.Body)
			}
		}
		if a, res := executeFrom(t, s, crowd, "", near, nil); a.Code() != "RATE_LIMITED" || res.Header.Get("Retry-After") == "" {
			t.Errorf("nearby, once more: %s", res.Body)
		}
		if a, res := executeFrom(t, s, "198.51.100.1", "", near, nil); a.Code() != "" {
			t.Errorf("nearby, from elsewhere: %s", res.Body)
		}
		if a, res := executeFrom(t, s, crowd, s.Token(t, User), near, nil); a.Code() != "" {
			t.Errorf("nearby, of an account: %s", res.Body)
		}
	})
}

// TestGuestForm: people choose among all categories and zones, in the order of their trees, and what is at the top comes first where there are too many.
func TestGuestForm(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, database string) {
		s := StartWithOptions(t, database, func(o *server.Options) { o.PublicURL = "https://redress.example" })
		letGuests(t, s, true)
		below := func(name string, parent any) any {
			in := map[string]any{"name": name}
			if parent != nil {
				in["parentId"] = parent
			}
			return createRow(t, s, "createCategory", "category", in)
		}
		b := below("guests: b", nil)
		a := below("guests: a", nil)
		below("guests: a 2", a)
		first := below("guests: a 1", a)
		below("guests: a 1 x", first)
		below("guests: b 1", b)
		ask := func() (categories []string, whole Result) {
			t.Helper()
			whole = s.MustExecute(t, Anonymous, guestFormQuery, nil)
			for _, c := range whole.At("guestForm", "categories").([]any) {
				c := c.(map[string]any)
				categories = append(categories, fmt.Sprintf("%v %v", c["name"], c["depth"]))
			}
			return categories, whole
		}
		got, whole := ask()
		ours := slices.DeleteFunc(slices.Clone(got), func(name string) bool { return !strings.HasPrefix(name, "guests: ") })
		if want := "guests: a 0, guests: a 1 1, guests: a 1 x 2, guests: a 2 1, guests: b 0, guests: b 1 1"; strings.Join(ours, ", ") != want {
			t.Errorf("the tree is %q", got)
		}
		zones := s.MustExecute(t, Admin, `{ zonePage(limit: 100) { pagination { total } } }`, nil).At("zonePage", "pagination", "total")
		if float64(len(whole.At("guestForm", "zones").([]any))) != zones {
			t.Errorf("of %v zones: %s", zones, whole.Raw)
		}
		ctx := System()
		boundaries := 0
		for _, z := range s.Store.Client().Zone.Query().AllX(ctx) {
			if z.South != nil {
				boundaries++
			}
		}
		if area := whole.At("guestForm", "area"); (area == nil) != (boundaries == 0) {
			t.Errorf("around %d boundaries: %v", boundaries, area)
		}
		for i := range domain.MaxGuestChoices {
			below(fmt.Sprintf("many %03d", i), first)
		}
		got, _ = ask()
		if len(got) != domain.MaxGuestChoices || !slices.Contains(got, "guests: b 1 1") || slices.Contains(got, "many 499 2") {
			t.Errorf("of too many %d: %q", len(got), got[:20])
		}
	})
}
