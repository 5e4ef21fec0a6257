package graph_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

const typed = "The lamp of Carla Caller" // what nobody may read who has not confirmed an address

// callers is a service that people telephone, and their mailboxes.
type callers struct {
	*Server
	mail *MailServer
}

// calls submits a complaint for somebody on the telephone, and returns its id and reference.
func (c callers) calls(t *testing.T, email string) (id, reference string) {
	t.Helper()
	return submitted(t, c.Server, Admin, map[string]any{
		"title": typed, "source": "PHONE", "contact": map[string]any{"name": "Carla Caller", "email": email},
	})
}

// resolve resolves a complaint.
func (c callers) resolve(t *testing.T, id string) {
	t.Helper()
	mustMutate(t, c.Server, Admin, "resolveComplaint", "complaint { id }", map[string]any{"id": id, "publicNote": "It burns again."})
}

// expect compares the subjects of all that an address has got.
func (c callers) expect(t *testing.T, step, email string, want ...string) []Mail {
	t.Helper()
	sendTogether(t, c.Server)
	all := c.mail.Mail(email)
	var got []string
	for _, m := range all {
		got = append(got, toldIn(t, m)...)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %s has got %q, not %q", step, email, got, want)
	}
	return all
}

// contact returns what an administrator reads of a complaint's contact.
func (c callers) contact(t *testing.T, id string) map[string]any {
	t.Helper()
	return c.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { contact { confirmedAt deniedAt unsubscribedAt } } }`, map[string]any{"id": id}).
		At("complaint", "contact").(map[string]any)
}

// answer opens the link of a message with this answer, as a mail program does, and then presses the button. It returns the status
// and the page of the last.
func (c callers) answer(t *testing.T, m Mail, answer string) (status int, page string) {
	t.Helper()
	link := linkOf(t, m, answer)
	if status, page := c.open(t, http.MethodGet, link); status != http.StatusOK || !strings.Contains(page, "<button") {
		t.Fatalf("%s: %d %s", answer, status, page)
	}
	return c.open(t, http.MethodPost, link)
}

func (c callers) open(t *testing.T, method, path string) (status int, page string) {
	t.Helper()
	res := c.Do(t, Request{Method: method, Path: path})
	return res.Status, res.Body
}

// linkOf returns the path of the link with an answer in a message; "" fails the test.
func linkOf(t *testing.T, m Mail, answer string) string {
	t.Helper()
	link := regexp.MustCompile(`https://redress\.example(/email-address/[^/\s"]+/` + answer + `/[^/\s"]+)`).FindStringSubmatch(m.Body)
	if link == nil {
		t.Fatalf("no link to %s in %s", answer, m.Raw)
	}
	return link[1]
}

// TestCallerConfirms: whoever telephoned gets one message in all until they confirm their address, without a word of what was typed;
// then they hear of their complaints, and of new ones at once, until they want no more.
func TestCallerConfirms(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const her = "Carla@callers.example"
		first, ref := c.calls(t, her)
		asks := ref + ": is this your e-mail address?"
		all := c.expect(t, "the first call", her, asks)
		if raw := all[0].Raw + all[0].Body; strings.Contains(raw, "lamp") || strings.Contains(raw, "Carla C") {
			t.Errorf("a stranger may read %s", raw)
		}
		second, other := c.calls(t, "  carla@CALLERS.example ")
		c.resolve(t, second)
		c.expect(t, "a second call, resolved", her, asks)
		c.expect(t, "a second call, resolved", "carla@callers.example")

		if status, page := c.open(t, http.MethodHead, linkOf(t, all[0], "confirm")); status != http.StatusOK || c.contact(t, first)["confirmedAt"] != nil {
			t.Errorf("a mail program that looks at the link confirms: %d %s", status, page)
		}
		for range 2 {
			if status, page := c.answer(t, all[0], "confirm"); status != http.StatusOK || !strings.Contains(page, "confirmed") {
				t.Errorf("confirmed: %d %s", status, page)
			}
		}
		got := []string{asks, "We have received " + ref}
		c.expect(t, "confirmed", her, got...)
		if c.contact(t, first)["confirmedAt"] == nil || c.contact(t, second)["confirmedAt"] == nil {
			t.Errorf("confirmed: %v, %v", c.contact(t, first), c.contact(t, second))
		}
		c.resolve(t, first)
		got = append(got, ref+" is now resolved")
		all = c.expect(t, "resolved", her, got...)
		last := all[len(all)-1]
		if body := last.Body; !strings.Contains(body, "It burns again.") || last.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Errorf("resolved: %s", last.Raw)
		}
		third, ref3 := c.calls(t, her)
		if c.contact(t, third)["confirmedAt"] == nil {
			t.Error("an address that is confirmed has to be confirmed again")
		}
		c.expect(t, "a third call", "Carla@callers.example", append(got, "We have received "+ref3)...)

		// Two complaints of one person are one message.
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": third, "intoId": second, "reasonCode": "duplicate"})
		mustMutate(t, s, Admin, "reopenComplaint", "complaint { id }", map[string]any{"id": second, "reasonCode": "not_fixed"})
		got = append(got, "We have received "+ref3, ref3+" is now merged")
		c.expect(t, "reopened", "carla@callers.example", other+" is now reopened")
		if status, _ := c.answer(t, last, "unsubscribe"); status != http.StatusOK {
			t.Errorf("unsubscribed: %d", status)
		}
		c.resolve(t, second)
		c.expect(t, "unsubscribed", "carla@callers.example", other+" is now reopened")
		c.calls(t, her)
		c.expect(t, "a call of who unsubscribed", her, got...)
		c.answer(t, m.Mail(her)[0], "confirm")
		c.calls(t, her)
		if n := len(m.Mail(her)); n != len(got) {
			t.Errorf("%d messages before they are sent", n)
		}
		sendDue(t, s)
		if n := len(m.Mail(her)); n < len(got)+1 {
			t.Errorf("whoever confirms again hears nothing: %d messages", n)
		}
		a := s.MustExecute(t, Admin, `{ auditEntries(first: 50, where: {actionHasPrefix: "contact."}) { edges { node { action actor { id } } } } }`, nil)
		if actions := fmt.Sprint(a.At("auditEntries", "edges")); strings.Count(actions, "contact.confirm") != 2 || strings.Count(actions, "contact.unsubscribe") != 1 {
			t.Errorf("the audit has %s", actions)
		}
	})
}

// TestCallerDenies: whoever reads what arrives at an address that somebody else gave says so; nothing more of it arrives, and who looks
// after the complaint is told.
func TestCallerDenies(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const stranger = "stranger@example.org"
		id, ref := c.calls(t, stranger)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": id})
		all := c.expect(t, "a call", stranger, ref+": is this your e-mail address?")
		if status, page := c.answer(t, all[0], "deny"); status != http.StatusOK || strings.Contains(page, typed) {
			t.Errorf("denied: %d %s", status, page)
		}
		if got := c.contact(t, id); got["deniedAt"] == nil || got["confirmedAt"] != nil {
			t.Errorf("denied: %v", got)
		}
		a := s.MustExecute(t, Admin, `{ notifications(where: {titleContains: "somebody else's"}) { edges { node { title complaintId } } } }`, nil)
		if a.At("notifications", "edges", 0, "node", "title") != ref+": the e-mail address is somebody else's" {
			t.Errorf("who looks after it reads %s", a.Raw)
		}
		_, again := c.calls(t, stranger)
		c.resolve(t, id)
		c.expect(t, "denied", stranger, ref+": is this your e-mail address?")
		c.answer(t, all[0], "confirm")
		c.expect(t, "confirmed after all", stranger, ref+": is this your e-mail address?", "We have received "+ref, "We have received "+again)

		// Whoever has the links may press them for an hour.
		refused := 0
		for i := range 30 {
			if status, page := c.open(t, http.MethodPost, linkOf(t, all[0], []string{"deny", "confirm"}[i%2])); status == http.StatusTooManyRequests {
				refused++
			} else if status != http.StatusOK {
				t.Errorf("answer %d: %d %s", i, status, page)
			}
		}
		a = s.MustExecute(t, Admin, `query($id: ID!) { notifications(where: {complaintId: $id}) { totalCount } auditEntries(where: {actionHasPrefix: "contact."}) { totalCount } }`, map[string]any{"id": id})
		if refused != 11 || // to say once more what stands is no change
			a.At("notifications", "totalCount") != 1.0 || a.At("auditEntries", "totalCount") != 10.0 {
			t.Errorf("%d of 30 answers refused: %s", refused, a.Raw)
		}
		c.expect(t, "answered again and again", stranger, ref+": is this your e-mail address?", "We have received "+ref, "We have received "+again)
		other, ref2 := c.calls(t, "other@example.org")
		c.answer(t, c.expect(t, "another caller", "other@example.org", ref2+": is this your e-mail address?")[0], "confirm")
		if c.contact(t, other)["confirmedAt"] == nil {
			t.Error("the limit of one address stops another")
		}
		s.Clock.Advance(time.Hour)
		if status, page := c.answer(t, all[0], "deny"); status != http.StatusOK {
			t.Errorf("an hour later: %d %s", status, page)
		}
	})
}

// TestAddressLinksAreSigned: a link is good for one contact, one answer and one address.
func TestAddressLinksAreSigned(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		one, ref := c.calls(t, "one@example.org")
		_, ref2 := c.calls(t, "two@example.org")
		mine := linkOf(t, c.expect(t, "a call", "one@example.org", ref+": is this your e-mail address?")[0], "confirm")
		other := linkOf(t, c.expect(t, "another call", "two@example.org", ref2+": is this your e-mail address?")[0], "confirm")
		parts, others := strings.Split(mine, "/"), strings.Split(other, "/")
		with := func(at int, part string) string {
			changed := slices.Clone(parts)
			changed[at] = part
			return strings.Join(changed, "/")
		}
		for what, path := range map[string]string{
			"another contact": with(2, others[2]), "another answer": with(3, "deny"), "an unknown answer": with(3, "delete"), "another signature": with(4, others[4]),
			"no signature": with(4, "-"), "a contact that is not there": with(2, accountID(t, s, User)), "no contact": with(2, "x"),
		} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				if status, page := c.open(t, method, path); status != http.StatusNotFound {
					t.Errorf("%s %s: %d %s", method, what, status, page)
				}
			}
		}
		if c.contact(t, one)["confirmedAt"] != nil {
			t.Error("confirmed by a forged link")
		}
		if status, _ := c.open(t, http.MethodPut, mine); status != http.StatusMethodNotAllowed {
			t.Errorf("PUT: %d", status)
		}
	})
}

// TestAddressIsAskedOnce: of many calls at once that name one address, in whatever spelling, one message comes.
func TestAddressIsAskedOnce(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		spellings := []string{"many@example.org", "Many@example.org", "MANY@EXAMPLE.ORG", "many@Example.org"}
		var all sync.WaitGroup
		for i := range 24 {
			all.Go(func() { c.calls(t, spellings[i%len(spellings)]) })
		}
		all.Wait()
		sendDue(t, s)
		n := 0
		for _, address := range []string{"many@example.org", "Many@example.org", "MANY@example.org"} { // with the domain in lower case
			n += len(m.Mail(address))
		}
		if n != 1 {
			t.Errorf("%d messages, not 1", n)
		}
	})
}

// TestRegisteredAddress: who registered with an address gets one message there in all until it is confirmed, broadcasts included; an
// account that an administrator made hears at once.
func TestRegisteredAddress(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := StartMail(t)
		s := StartWithOptions(t, name, func(o *server.Options) {
			m.Options(t)(o)
			o.Settings.Registration = true
		})
		c := callers{s, m}
		const her = "registered@example.org"
		mustMutate(t, s, Anonymous, "registerUser", "accepted", map[string]any{"name": "Registered Rita", "email": her, "password": "a lamp at midnight"})
		submit := func() (id, ref string) { return submitted(t, s, her, map[string]any{"title": typed}) }
		id, ref := submit()
		asks := ref + ": is this your e-mail address?"
		setLevel(t, s, her, id, "MUTED") // which is about the complaint, not about the address
		all := c.expect(t, "registered", her, asks)
		setLevel(t, s, her, id, "NORMAL")
		if raw := all[0].Raw + all[0].Body; strings.Contains(raw, "lamp") || strings.Contains(raw, "Rita") {
			t.Errorf("a stranger may read %s", raw)
		}
		c.resolve(t, id)
		schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}, "urgent": true})
		tick(t, s)
		c.expect(t, "resolved", her, asks)
		c.answer(t, all[0], "confirm")
		_, ref = submit()
		c.expect(t, "confirmed", her, asks, "We have received "+ref)
		if a := s.MustExecute(t, her, `{ viewer { contact { confirmedAt } } }`, nil); a.At("viewer", "contact", "confirmedAt") == nil {
			t.Error("her own account does not say so")
		}
		if subjects := m.Mail(User2); len(subjects) != 1 {
			t.Errorf("an account of an administrator's has got %d messages of the broadcast", len(subjects))
		}
	})
}

// TestMailboxOfACallerIsNotFilled: however much is done to the complaints of one address, so many messages an hour go there.
func TestMailboxOfACallerIsNotFilled(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := callers{s, m}
		const his, hers = "carl@example.org", "cora@example.org"
		for _, address := range []string{his, hers} {
			c.calls(t, address)
			sendDue(t, s)
			c.answer(t, m.Mail(address)[0], "confirm")
		}
		for range 25 {
			id, _ := c.calls(t, his)
			c.resolve(t, id)
			s.Clock.Advance(time.Second)
		}
		id, _ := c.calls(t, hers)
		c.resolve(t, id)
		expect := func(step string, resolved, receipts int) {
			t.Helper()
			sendTogether(t, s)
			if n, other := len(m.Mail(his)), len(m.Mail(hers)); n != 1+receipts+resolved || other != 4 {
				t.Errorf("%s: %d messages, and %d to somebody else", step, n, other)
			}
		}
		expect("at first", delivery.MaxMails, 26)
		s.Clock.Advance(time.Hour)
		expect("an hour later", 25, 26)
	})
}

// TestNobodyCanConfirm: without a public address of the service an address gets one message, which leads nowhere and says so.
func TestNobodyCanConfirm(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := StartMail(t)
		s := StartWithOptions(t, name, func(o *server.Options) {
			mailer, err := delivery.NewMailer(delivery.MailConfig{URL: "smtp://" + m.Addr + "?from=desk@redress.example", Links: server.MailLinks(o.Key, "")})
			if err != nil {
				t.Fatal(err)
			}
			o.Mail = mailer
		})
		c := callers{s, m}
		id, ref := c.calls(t, "nowhere@example.org")
		c.resolve(t, id)
		c.calls(t, "nowhere@example.org")
		all := c.expect(t, "without links", "nowhere@example.org", ref+": is this your e-mail address?")
		if body := all[0].Body; strings.Contains(body, "http") || !strings.Contains(body, "nothing more is sent here") {
			t.Errorf("without links: %s", body)
		}
		if a := s.MustExecute(t, Admin, `{ serviceInfo { mail mailLinks } }`, nil); a.At("serviceInfo", "mail") != true || a.At("serviceInfo", "mailLinks") != false {
			t.Errorf("the desk can't say so: %s", a.Raw)
		}
	})
}

// TestCallersOfAVersionBefore: an instance of the version before that still runs writes contacts without a normalized address; a job
// normalizes it, and until then the address is known all the same.
func TestCallersOfAVersionBefore(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const her = "early@example.org"
		id, ref := c.calls(t, her)
		if _, err := s.Store.DB().ExecContext(t.Context(), `UPDATE contacts SET email_key = NULL WHERE email = '`+her+`'`); err != nil {
			t.Fatal(err)
		}
		asks := ref + ": is this your e-mail address?"
		all := c.expect(t, "a call", her, asks)
		c.resolve(t, id)
		c.expect(t, "resolved", her, asks)
		if status, page := c.answer(t, all[0], "confirm"); status != http.StatusOK {
			t.Errorf("confirmed: %d %s", status, page)
		}
		id2, ref2 := c.calls(t, her)
		c.expect(t, "a second call", her, asks, "We have received "+ref, "We have received "+ref2)
		if _, err := s.Store.DB().ExecContext(t.Context(), `UPDATE contacts SET email_key = NULL WHERE email = '`+her+`'`); err != nil {
			t.Fatal(err)
		}
		c.resolve(t, id2)
		c.expect(t, "resolved, as after the upgrade", her, asks, "We have received "+ref, "We have received "+ref2, ref2+" is now resolved")
		if n, err := s.Service.Desk.FoldContacts(System()); n != 2 || err != nil {
			t.Errorf("%d normalized, %v", n, err)
		}
		keys, err := s.Store.Client().Contact.Query().Where(contact.EmailKey(her)).Count(System())
		if n, again := s.Service.Desk.FoldContacts(System()); keys != 2 || n != 0 || err != nil || again != nil {
			t.Errorf("%d have a normalized address, %d normalized again, %v, %v", keys, n, err, again)
		}
	})
}

// TestReceiptStatements: what a receipt costs a submission: of an account one statement with a mail server, for a caller with an address one
// to see whether it was confirmed, and one more with a mail server.
func TestReceiptStatements(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := StartMail(t)
		plain, withMail := Start(t, name), StartWithOptions(t, name, m.Options(t))
		cost := func(s *Server, as, phone, email string) int {
			t.Helper()
			input := map[string]any{"title": typed}
			if as == Admin {
				input["source"], input["contact"] = "PHONE", map[string]any{"name": "Carla Caller", "phone": phone, "email": email}
			}
			n, _ := statements(t, s, as, `mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }`, map[string]any{"input": input})
			return n
		}
		cost(withMail, Admin, "", "carla@example.org") // asks to confirm it
		base, phone := cost(plain, User, "", ""), cost(plain, Admin, "0151 1", "")
		row := map[string]int{"sqlite": 2, "postgres": 1}[name] // of one that is read and one that is written, which PostgreSQL gets in one with the others
		for what, c := range map[string][2]int{
			"an account's, with a mail server":                {cost(withMail, User, "", "") - base, row},
			"a caller's with a telephone, with a mail server": {cost(withMail, Admin, "0151 1", "") - phone, 0},
			"a caller's with an address":                      {cost(plain, Admin, "", "carla@example.org") - phone, 1},
			"a caller's with an address, with a mail server":  {cost(withMail, Admin, "", "carla@example.org") - phone, 2},
		} {
			if c[0] != c[1] {
				t.Errorf("%s: %d statements more, not %d", what, c[0], c[1])
			}
		}
	})
}

// TestThousandsReportedIt: of a complaint into which thousands were merged, of people with and without an account, all hear, each once.
func TestThousandsReportedIt(t *testing.T) {
	const many = 4_000
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, _ *MailServer) {
		s.Clock.Stop()
		emails := make([]string, many)
		for i := range emails {
			emails[i] = fmt.Sprintf("one%d@many.example", i)
		}
		AddUsers(t, s.Store, emails...)
		people, err := s.Store.Client().User.Query().Where(user.HasContactWith(contact.EmailKeyIn(emails...))).IDs(System())
		if err != nil || len(people) != many {
			t.Fatalf("%d people, %v", len(people), err)
		}
		c := callers{s, nil}
		id, ref := c.calls(t, "first@many.example")
		into := uuid.MustParse(id)
		now := s.Clock.Now().UTC().Truncate(time.Millisecond)
		for part := range slices.Chunk(people, 500) {
			rows := make([]*ent.ComplaintCreate, 0, 2*len(part))
			contacts := make([]*ent.ContactCreate, 0, len(part))
			for i := range 2 * len(part) {
				row := domain.NewID(domain.KindComplaint)
				create := s.Store.Client().Complaint.Create().SetID(row).SetReference("MANY-" + row.String()[19:]).SetTitle("Dark").SetStatus(domain.ComplaintMerged).
					SetSource(domain.SourcePhone).SetDuplicateOfID(into).SetCreatedAt(now).SetUpdatedAt(now).SetMovedAt(now).SetLogRows(1)
				if i < len(part) {
					create.SetSubmittedByID(part[i])
				} else {
					address := fmt.Sprint("caller-", row, "@many.example")
					contacts = append(contacts, s.Store.Client().Contact.Create().SetComplaintID(row).SetEmail(address).SetEmailKey(address).SetConfirmedAt(now).SetCreatedAt(now))
				}
				rows = append(rows, create)
			}
			if err := s.Store.Client().Complaint.CreateBulk(rows...).Exec(System()); err != nil {
				t.Fatal(err)
			}
			if err := s.Store.Client().Contact.CreateBulk(contacts...).Exec(System()); err != nil {
				t.Fatal(err)
			}
		}
		c.resolve(t, id)
		var withAccount, without [2]int
		err = s.Store.DB().QueryRowContext(t.Context(), `SELECT count(recipient_id), count(DISTINCT recipient_id), count(contact_id), count(DISTINCT contact_id)
			FROM notifications WHERE title = '`+ref+` is now resolved'`).Scan(&withAccount[0], &withAccount[1], &without[0], &without[1])
		if err != nil || withAccount != [2]int{2 * many, many} || without != [2]int{many, many} {
			t.Errorf("%v rows and people of %d with an account by two ways, %v without, %v", withAccount, many, without, err)
		}

		// All of them follow it into another one and back.
		other, _ := c.calls(t, "another@many.example")
		mustMutate(t, s, Admin, "reopenComplaint", "complaint { id }", map[string]any{"id": id, "reasonCode": "not_fixed"})
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": id, "intoId": other, "reasonCode": "duplicate"})
		mustMutate(t, s, Admin, "unmergeComplaint", "complaint { id }", map[string]any{"id": id, "reasonCode": "mistake"})
	})
}

// TestReceiptsOfAnAddress: whoever calls again before they confirm their address gets a receipt of each complaint that is open, the latest ones, once.
func TestReceiptsOfAnAddress(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		confirm := func(email string, asked string, of ...string) {
			t.Helper()
			asks := asked + ": is this your e-mail address?"
			first := c.expect(t, "before", email, asks)[0]
			want := []string{asks}
			for _, ref := range of {
				want = append(want, "We have received "+ref)
			}
			slices.Sort(want)
			for range 2 {
				c.answer(t, first, "confirm")
				sendDue(t, s)
				var got []string
				for _, m := range m.Mail(email) {
					got = append(got, toldIn(t, m)...)
				}
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%s has got %q, not %q", email, got, want)
				}
			}
		}
		const her, many = "often@example.org", "many@example.org"
		_, first := c.calls(t, her)
		over, _ := c.calls(t, her)
		c.resolve(t, over)
		_, third := c.calls(t, her)
		confirm(her, first, first, third)

		var all []string
		for range 25 {
			_, ref := c.calls(t, many)
			all = append(all, ref)
		}
		confirm(many, all[0], append(all[6:], all[0])...)
	})
}
