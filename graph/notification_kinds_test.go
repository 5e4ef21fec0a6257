package graph_test

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	. "github.com/redress/redress/internal/testenv"
)

// titles are those of each kind in English and German. REF is the reference of the complaint, OTHER that of another one.
var titles = map[notifications.Kind][2]string{
	notifications.ConfirmAddress: {"REF: is this your e-mail address?", "REF: Ist das Ihre E-Mail-Adresse?"},

	notifications.ComplaintReceived:  {"We have received REF", "REF ist bei uns eingegangen"},
	notifications.ComplaintAssigned:  {"REF is now assigned", "REF: Der Status ist jetzt „zugewiesen“"},
	notifications.ComplaintStarted:   {"REF is now in progress", "REF: Der Status ist jetzt „in Bearbeitung“"},
	notifications.ComplaintSentBack:  {"REF is now submitted", "REF: Der Status ist jetzt „eingereicht“"},
	notifications.NewLink:            {"A new link to REF", "Ein neuer Link zu REF"},
	notifications.ComplaintHeld:      {"REF is now on hold", "REF: Der Status ist jetzt „zurückgestellt“"},
	notifications.ComplaintResumed:   {"REF is now assigned", "REF: Der Status ist jetzt „zugewiesen“"},
	notifications.ComplaintResolved:  {"REF is now resolved", "REF: Der Status ist jetzt „erledigt“"},
	notifications.ComplaintRejected:  {"REF is now rejected", "REF: Der Status ist jetzt „abgelehnt“"},
	notifications.ComplaintReopened:  {"REF is now reopened", "REF: Der Status ist jetzt „wieder geöffnet“"},
	notifications.ComplaintMerged:    {"REF is now merged", "REF: Der Status ist jetzt „zusammengeführt“"},
	notifications.ComplaintUnmerged:  {"REF is now submitted", "REF: Der Status ist jetzt „eingereicht“"},
	notifications.ComplaintWithdrawn: {"REF is now withdrawn", "REF: Der Status ist jetzt „zurückgezogen“"},
	notifications.ComplaintClosed:    {"REF is now closed", "REF: Der Status ist jetzt „abgeschlossen“"},
	notifications.NewComment:         {"A new comment on REF", "Ein neuer Kommentar zu REF"},

	notifications.UrgentComplaint:     {"An urgent complaint: REF", "Eine dringende Beschwerde: REF"},
	notifications.HandedOver:          {"You look after REF", "Sie betreuen jetzt REF"},
	notifications.Mentioned:           {"You are mentioned on REF", "Sie sind bei REF erwähnt"},
	notifications.ReporterReplied:     {"A reply on REF", "Eine Antwort zu REF"},
	notifications.FilesAdded:          {"New photos or videos of REF", "Neue Fotos oder Videos zu REF"},
	notifications.HandledReopened:     {"REF was reopened", "REF wurde wieder geöffnet"},
	notifications.HandledWithdrawn:    {"REF was withdrawn", "REF wurde zurückgezogen"},
	notifications.LowRating:           {"A low rating of REF", "Eine schlechte Bewertung von REF"},
	notifications.CompletionSubmitted: {"A completion waits for review", "Eine Fertigmeldung wartet auf Prüfung"},
	notifications.LateEvidence:        {"Late evidence on REF", "Nachtrag zu REF"},
	notifications.ComplaintOverdue:    {"REF is overdue", "REF ist überfällig"},
	notifications.AddressRefused:      {"REF: the e-mail address is refused", "REF: Die E-Mail-Adresse wird abgelehnt"},
	notifications.AddressDenied:       {"REF: the e-mail address is somebody else's", "REF: Die E-Mail-Adresse gehört jemand anderem"},

	notifications.PaymentRecorded: {"A payment of 120.50 EUR to you: REF", "Eine Zahlung von 120,50 EUR an Sie: REF"},
	notifications.PaymentReversed: {"A payment of 120.50 EUR to you was reversed: REF", "Eine Zahlung von 120,50 EUR an Sie wurde storniert: REF"},

	notifications.NewTask:            {"You have a new task: REF", "Sie haben eine neue Aufgabe: REF"},
	notifications.TaskTaken:          {"A task was taken from you", "Eine Aufgabe wurde Ihnen entzogen"},
	notifications.TaskHeld:           {"REF is on hold, and your task with it", "REF ist zurückgestellt, und Ihre Aufgabe damit"},
	notifications.TaskResumed:        {"Your task goes on: REF", "Ihre Aufgabe geht weiter: REF"},
	notifications.TaskChanged:        {"Your task has changed: REF", "Ihre Aufgabe hat sich geändert: REF"},
	notifications.CompletionApproved: {"Your completion was approved", "Ihre Fertigmeldung wurde genehmigt"},
	notifications.CompletionReturned: {"Your completion was sent back", "Ihre Fertigmeldung wurde zurückgegeben"},
}

// inbox reads what people are told while a story goes on.
type inbox struct {
	*Server
	mail     *MailServer
	caller   string // address of somebody without an account
	language int    // that of the organization, in which mails are written
	mails    map[string]int
	heard    map[notifications.Kind]bool
	merged   map[string]string // reference of what somebody reported themselves and what was merged, which their e-mails name
}

// mailOnly are the kinds that do not stand in the application: whoever submits a complaint sees it there, and an address is no account's.
var mailOnly = map[notifications.Kind]bool{notifications.ConfirmAddress: true, notifications.ComplaintReceived: true}

// told is a kind of which people hear in a step, by e-mail too or in the application alone.
type told struct {
	kind   notifications.Kind
	people []string
	byMail bool
}

// expect compares what has come for everybody since the last step with what must have.
func (in *inbox) expect(t *testing.T, step, reference string, want ...told) {
	t.Helper()
	sendTogether(t, in.Server)
	people := slices.Clone(Everyone[1:])
	if in.caller != "" {
		people = append(people, in.caller)
	}
	for _, as := range people {
		var app, mails [2][]string
		for _, w := range want {
			in.heard[w.kind] = true
			if !slices.Contains(w.people, as) {
				continue
			}
			for i, title := range titles[w.kind] {
				if !mailOnly[w.kind] {
					app[i] = append(app[i], strings.ReplaceAll(title, "REF", reference))
				}
				if w.byMail {
					mails[i] = append(mails[i], strings.ReplaceAll(title, "REF", cmp.Or(in.merged[as], reference)))
				}
			}
		}
		for i, language := range []string{"en", "de"} {
			if !slices.Contains(Everyone, as) {
				continue
			}
			var got []string
			for _, w := range wordsIn(askIn(t, in.Server, as, language, unread, nil)) {
				got = append(got, w.title)
			}
			if !sameAnyOrder(got, app[i]) {
				t.Errorf("%s: %s reads %q in %s, not %q", step, as, got, language, app[i])
			}
		}
		var subjects []string
		all := in.mail.Mail(as)
		for _, m := range all[in.mails[as]:] {
			subjects = append(subjects, toldIn(t, m)...)
		}
		in.mails[as] = len(all)
		if !sameAnyOrder(subjects, mails[in.language]) {
			t.Errorf("%s: mails to %s are %q, not %q", step, as, subjects, mails[in.language])
		}
		if slices.Contains(Everyone, as) {
			in.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		}
	}
}

// subjectOf returns the decoded subject of a message.
func subjectOf(t *testing.T, m Mail) string {
	t.Helper()
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	return subject
}

// toldIn returns all that a message tells, its subject or its parts, as it stands in the application.
func toldIn(t *testing.T, m Mail) (told []string) {
	t.Helper()
	subject := subjectOf(t, m)
	reference, rest, about := strings.Cut(strings.TrimPrefix(subject, "["), "] ")
	for _, part := range regexp.MustCompile(`<h2[^>]*>([^<]*)</h2>`).FindAllStringSubmatch(m.Body, -1) {
		told = append(told, inApplication(html.UnescapeString(part[1]), reference))
	}
	switch {
	case told != nil:
		return told
	case about:
		return []string{inApplication(rest, reference)}
	}
	return []string{subject}
}

// inApplication returns the title in the application of what an e-mail about a complaint says with the same words.
func inApplication(said, reference string) string {
	for kind, title := range titles {
		template, ok := notifications.TemplateOf(kind)
		if !ok {
			continue
		}
		for i, l := range i18n.Languages() {
			for _, watched := range []bool{false, true} {
				if words := template.In(l, nil).Subject(watched, nil); said == words || strings.HasPrefix(said, words+": ") {
					return strings.ReplaceAll(title[i], "REF", reference)
				}
			}
		}
	}
	return said
}

// lineOf returns the subject and the body of a message as one line.
func lineOf(t *testing.T, m Mail) string {
	t.Helper()
	return subjectOf(t, m) + " " + strings.Join(strings.Fields(m.Body), " ")
}

// word is what a notification says.
type word struct{ title, message string }

// unread asks for the viewer's notifications that are unread.
const unread = `{ notifications(first: 100, where: {readAtIsNil: true}) { edges { node { title message } } } }`

// wordsIn returns the notifications of an answer.
func wordsIn(a Result) (words []word) {
	for _, edge := range a.At("notifications", "edges").([]any) {
		n := edge.(map[string]any)["node"].(map[string]any)
		words = append(words, word{n["title"].(string), n["message"].(string)})
	}
	return words
}

func sameAnyOrder(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TestEveryKindIsTold goes through all that people are told of: who hears of it and who does not, in the application and by
// e-mail, in two languages.
func TestEveryKindIsTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		for language, code := range []string{"en", "de"} {
			mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"languages": []string{code}})
			in := &inbox{Server: s, mail: m, language: language, mails: map[string]int{}, heard: map[notifications.Kind]bool{}}
			for _, as := range Everyone[1:] {
				s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
				in.mails[as] = len(m.Mail(as))
			}
			in.tellAll(t)
			s.Clock.Advance(time.Hour) // or people would have had too many e-mails
			for _, kind := range notifications.Kinds() {
				area, _, _ := strings.Cut(string(kind), "_")
				if kind == notifications.DailyDigest || kind == notifications.DueToday || domain.AlwaysTold(string(kind)) ||
					slices.Contains([]string{"BROADCAST", "LEDGER", "BACKUP", "MAIL"}, area) {
					continue // which tell of no complaint, and have tests of their own
				}
				if !in.heard[kind] || titles[kind][0] == "" {
					t.Errorf("%s: nobody is told of it here", kind)
				}
			}
		}
	})
}

// tellAll goes through the life of some complaints.
func (in *inbox) tellAll(t *testing.T) {
	s := in.Server
	urgent := mustMutate(t, s, Admin, "createCategory", "category { id }", map[string]any{"name": "Danger " + fmt.Sprint(in.language), "defaultPriority": "URGENT"}).
		At("createCategory", "category", "id")
	made := mustMutate(t, s, User, "submitComplaint", "complaint { id }", map[string]any{"title": "A lamp is out", "categoryId": urgent})
	e := &taskFixture{Server: s, complaint: made.At("submitComplaint", "complaint", "id").(string)}
	ref := e.reference(t)
	do := func(as, verb string, more map[string]any) {
		t.Helper()
		input := map[string]any{"id": e.complaint}
		if verb == "commentOnComplaint" || verb == "setNotificationLevel" {
			input = map[string]any{"complaintId": e.complaint}
		}
		maps.Copy(input, more)
		answer := "complaint { id }"
		if verb == "commentOnComplaint" {
			answer = "comment { id }"
		}
		mustMutate(t, s, as, verb, answer, input)
	}
	assign := func() {
		t.Helper()
		e.assign(t)
		in.expect(t, "assigned", ref, told{notifications.ComplaintAssigned, []string{User}, false}, told{notifications.NewTask, []string{Solver}, true})
	}
	files := fmt.Sprintf("/api/complaints/%s/media/", e.complaint)
	e.attach(t, User, files, 5, http.StatusCreated) // which comes with it
	in.expect(t, "an urgent complaint", ref, told{notifications.ComplaintReceived, []string{User}, true}, told{notifications.UrgentComplaint, []string{Admin, SuperAdmin}, true})
	do(SuperAdmin, "claimComplaint", map[string]any{"handlerId": accountID(t, s, Admin)})
	in.expect(t, "handed over", ref, told{notifications.HandedOver, []string{Admin}, true})
	do(User, "commentOnComplaint", map[string]any{"text": "It is dark."})
	in.expect(t, "the reporter comments", ref, told{notifications.ReporterReplied, []string{Admin}, true})
	do(SuperAdmin, "commentOnComplaint", map[string]any{"text": "Soon."})
	do(SuperAdmin, "commentOnComplaint", map[string]any{"text": "Between us.", "visibility": "INTERNAL"})
	in.expect(t, "an administrator comments", ref, told{notifications.NewComment, []string{User}, true})
	note := map[string]any{"text": "Yours?", "visibility": "INTERNAL", "mentions": []string{accountID(t, s, Admin)}}
	do(SuperAdmin, "commentOnComplaint", note)
	in.expect(t, "an internal note mentions an administrator", ref, told{notifications.Mentioned, []string{Admin}, true})
	do(Admin, "setNotificationLevel", map[string]any{"level": "NORMAL"})

	e.attach(t, User, files, 6, http.StatusCreated)
	e.attach(t, User, files, 7, http.StatusCreated)
	e.attach(t, SuperAdmin, files, 8, http.StatusCreated)
	in.expect(t, "photos of its reporter", ref, told{notifications.FilesAdded, []string{Admin}, true})
	s.Clock.Advance(15 * time.Minute)
	e.attach(t, User, files, 9, http.StatusCreated)
	in.expect(t, "one more", ref, told{notifications.FilesAdded, []string{Admin}, true})

	assign()
	do(Admin, "triageComplaint", map[string]any{"priority": "HIGH"})
	in.expect(t, "another priority", ref, told{notifications.TaskChanged, []string{Solver}, true})
	do(Admin, "triageComplaint", map[string]any{"noCategory": true, "dueAt": s.Clock.Now().Add(time.Hour * 24).UTC().Format(time.RFC3339)})
	in.expect(t, "another deadline", ref, told{notifications.TaskChanged, []string{Solver}, true})
	do(Admin, "triageComplaint", map[string]any{"priority": "HIGH"})
	in.expect(t, "the same priority", ref)
	do(Admin, "updateComplaint", map[string]any{"title": "Two lamps are out"})
	in.expect(t, "another title", ref, told{notifications.TaskChanged, []string{Solver}, true})
	do(Admin, "holdComplaint", map[string]any{"reasonCode": "parts"})
	in.expect(t, "held", ref, told{notifications.ComplaintHeld, []string{User}, true}, told{notifications.TaskHeld, []string{Solver}, true})
	do(Admin, "updateComplaint", map[string]any{"title": "Three lamps are out"})
	in.expect(t, "another title while it is held", ref, told{notifications.TaskChanged, []string{Solver}, true})
	do(Admin, "resumeComplaint", nil)
	in.expect(t, "resumed", ref, told{notifications.ComplaintResumed, []string{User}, false}, told{notifications.TaskResumed, []string{Solver}, true})
	e.mustDo(t, Solver, "declineTask", nil)
	in.expect(t, "declined", ref, told{notifications.ComplaintSentBack, []string{User}, false})
	do(Admin, "holdComplaint", map[string]any{"reasonCode": "parts"})
	in.expect(t, "held without a task", ref, told{notifications.ComplaintHeld, []string{User}, true})
	s.MustExecute(t, Admin, `mutation($id: ID!) { resumeComplaint(input: {id: $id}) { complaint { id } } }`, map[string]any{"id": e.complaint})
	s.MustExecute(t, User, `mutation { markAllNotificationsRead { marked } }`, nil)

	assign()
	e.mustDo(t, Admin, "cancelTask", nil)
	in.expect(t, "cancelled", ref, told{notifications.ComplaintSentBack, []string{User}, false}, told{notifications.TaskTaken, []string{Solver}, true})
	e.mustDo(t, Solver, "submitLateEvidence", nil)
	in.expect(t, "late evidence", ref, told{notifications.LateEvidence, []string{Admin}, true})

	assign()
	e.mustDo(t, Solver, "acceptTask", nil)
	in.expect(t, "accepted", ref)
	e.mustDo(t, Solver, "startTask", nil)
	in.expect(t, "started", ref, told{notifications.ComplaintStarted, []string{User}, false})
	e.mustDo(t, Solver, "submitCompletion", nil)
	in.expect(t, "handed in", ref, told{notifications.CompletionSubmitted, []string{Admin}, true})
	e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": false, "note": "Once more."})
	in.expect(t, "sent back", ref, told{notifications.CompletionReturned, []string{Solver}, true})
	handedIn := e.mustDo(t, Solver, "submitCompletion", nil)
	in.expect(t, "handed in again", ref, told{notifications.CompletionSubmitted, []string{Admin}, true})
	e.attach(t, Solver, handedIn.At("submitCompletion", "update", "uploadUrl").(string), 3, http.StatusCreated)
	e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": true, "note": ""})
	in.expect(t, "approved", ref, told{notifications.ComplaintResolved, []string{User}, true}, told{notifications.CompletionApproved, []string{Solver}, true})

	do(User, "rateComplaint", map[string]any{"rating": 2})
	in.expect(t, "rated 2", ref, told{notifications.LowRating, []string{Admin}, true})
	do(User, "reopenComplaint", map[string]any{"reasonCode": "not_fixed"})
	in.expect(t, "reopened by its reporter", ref, told{notifications.HandledReopened, []string{Admin}, true})
	do(SuperAdmin, "resolveComplaint", map[string]any{"publicNote": "Done."})
	in.expect(t, "resolved", ref, told{notifications.ComplaintResolved, []string{User}, true})
	do(Admin, "closeComplaint", nil)
	in.expect(t, "closed", ref, told{notifications.ComplaintClosed, []string{User}, false})
	do(SuperAdmin, "reopenComplaint", map[string]any{"reasonCode": "not_fixed"})
	in.expect(t, "reopened", ref, told{notifications.ComplaintReopened, []string{User}, true}, told{notifications.HandledReopened, []string{Admin}, true})
	do(Admin, "triageComplaint", map[string]any{"dueAt": s.Clock.Now().Add(time.Minute).UTC().Format(time.RFC3339)})
	s.Clock.Advance(2 * time.Minute)
	if _, err := s.Service.Desk.MarkOverdue(System()); err != nil {
		t.Fatal(err)
	}
	in.expect(t, "overdue", ref, told{notifications.ComplaintOverdue, []string{Admin}, true})
	do(Admin, "rejectComplaint", map[string]any{"reasonCode": "not_ours", "publicNote": "The neighbor's."})
	in.expect(t, "rejected", ref, told{notifications.ComplaintRejected, []string{User}, true})

	// Another complaint, of somebody else, and one more of the first reporter that is merged into it.
	submit := func(as string) string {
		return mustMutate(t, s, as, "submitComplaint", "complaint { id }", map[string]any{"title": "A lamp is out"}).At("submitComplaint", "complaint", "id").(string)
	}
	other := submit(User2)
	e.complaint = other
	in.expect(t, "submitted", e.reference(t), told{notifications.ComplaintReceived, []string{User2}, true})
	e.complaint = submit(User)
	merged := e.reference(t)
	in.expect(t, "submitted", merged, told{notifications.ComplaintReceived, []string{User}, true})
	do(Admin, "mergeComplaint", map[string]any{"intoId": other, "reasonCode": "duplicate"})
	in.expect(t, "merged", merged, told{notifications.ComplaintMerged, []string{User}, true})
	do(Admin, "unmergeComplaint", map[string]any{"reasonCode": "mistake"})
	in.expect(t, "a merger undone", merged, told{notifications.ComplaintUnmerged, []string{User}, true})
	do(Admin, "mergeComplaint", map[string]any{"intoId": other, "reasonCode": "duplicate"})
	in.expect(t, "merged again", merged, told{notifications.ComplaintMerged, []string{User}, true})
	e.complaint = other
	ref = e.reference(t)
	do(SuperAdmin, "claimComplaint", nil)
	in.expect(t, "claimed", ref)
	do(User2, "withdrawComplaint", nil)
	in.merged = map[string]string{User: merged}
	in.expect(t, "withdrawn", ref, told{notifications.ComplaintWithdrawn, []string{User}, true}, told{notifications.HandledWithdrawn, []string{SuperAdmin}, true})
	in.merged = nil

	// Somebody without an account, whose address is another one in each language: one is asked once.
	c := callers{s, in.mail}
	address := fmt.Sprint("caller", in.language, "@example.org")
	e.complaint, ref = c.calls(t, address)
	do(Admin, "claimComplaint", nil)
	in.caller = address
	in.expect(t, "a call", ref, told{notifications.ConfirmAddress, []string{address}, true})
	asked := in.mail.Mail(address)[0]
	c.answer(t, asked, "deny")
	in.expect(t, "denied", ref, told{notifications.AddressDenied, []string{Admin}, true})
	c.answer(t, asked, "confirm")
	in.expect(t, "confirmed", ref, told{notifications.ComplaintReceived, []string{address}, true})
	mustMutate(t, s, Admin, "sendNewLink", "complaint { id }", map[string]any{"complaintId": e.complaint})
	in.expect(t, "a new link", ref, told{notifications.NewLink, []string{address}, true})
	do(SuperAdmin, "commentOnComplaint", map[string]any{"text": "Soon."})
	in.expect(t, "a reply", ref, told{notifications.NewComment, []string{address}, true})
	e.assign(t)
	in.expect(t, "assigned", ref, told{notifications.NewTask, []string{Solver}, true})
	do(Admin, "holdComplaint", map[string]any{"reasonCode": "parts"})
	in.expect(t, "held", ref, told{notifications.ComplaintHeld, []string{address}, true}, told{notifications.TaskHeld, []string{Solver}, true})
	do(Admin, "rejectComplaint", map[string]any{"reasonCode": "not_ours", "publicNote": "The neighbor's."})
	in.expect(t, "rejected", ref, told{notifications.ComplaintRejected, []string{address}, true}, told{notifications.TaskTaken, []string{Solver}, true})
	in.mail.InjectFault(address, noSuchUser)
	do(Admin, "reopenComplaint", map[string]any{"reasonCode": "other"})
	sendTogether(t, s)
	in.expect(t, "refused", ref, told{notifications.AddressRefused, []string{Admin}, true})

	ref = fmt.Sprint("TR-", in.language)
	paid := paid(t, s, ownProvider(t, s), 12_050, "EUR", ref)
	in.expect(t, "paid", ref, told{notifications.PaymentRecorded, []string{Provider}, true})
	mustMutate(t, s, SuperAdmin, "reversePayment", "reversal { id }", map[string]any{"id": paid, "reason": "Twice."})
	in.expect(t, "reversed", ref, told{notifications.PaymentReversed, []string{Provider}, true})
}

// ownProvider returns the service provider of the provider's account.
func ownProvider(t *testing.T, s *Server) any {
	t.Helper()
	return s.MustExecute(t, Provider, `{ viewer { provider { id } } }`, nil).At("viewer", "provider", "id")
}

// paid records a payment to a service provider and returns its id.
func paid(t *testing.T, s *Server, provider any, minor int64, currency, reference string) any {
	t.Helper()
	return mustMutate(t, s, Admin, "recordPayment", "payment { id }", map[string]any{
		"providerId": provider, "amountMinor": fmt.Sprint(minor), "currency": currency, "paymentDate": s.Clock.Now().UTC().Format(time.DateOnly),
		"method": "BANK_TRANSFER", "reference": reference,
	}).At("recordPayment", "payment", "id")
}

// TestPaymentsAreTold: the accounts of a service provider are told of what it is paid, of what comes within some minutes by one e-mail.
func TestPaymentsAreTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		provider := ownProvider(t, s)
		mustMutate(t, s, SuperAdmin, "createUser", "user { id }", map[string]any{
			"name": "Of the provider, and no provider", "email": "own@example.org", "role": "SOLVER", "providerId": provider,
		})
		mustMutate(t, s, SuperAdmin, "createUser", "user { id }", map[string]any{
			"name": "Another one's", "email": "other@example.org", "role": "PROVIDER", "providerId": newProvider(t, s),
		})
		first := paid(t, s, provider, 123_450, "EUR", "TR-17")
		s.Clock.Advance(time.Minute)
		paid(t, s, provider, 800, "JPY", "TR-18")
		mustMutate(t, s, SuperAdmin, "reversePayment", "reversal { id }", map[string]any{"id": first, "reason": "The wrong amount."})
		sendTogether(t, s)
		paid(t, s, newProvider(t, s), 1, "EUR", "TR-17")
		sendTogether(t, s)
		today := s.Clock.Now().UTC().Format(time.DateOnly)
		for address, want := range map[string][]string{
			Provider: {
				"3 notifications", "A payment of 1234.50 EUR to you: TR-17", "Paid on " + today + ".", "A payment of 800 JPY to you: TR-18",
				"A payment of 1234.50 EUR to you was reversed: TR-17", "The wrong amount.",
			},
			"own@example.org": nil, "other@example.org": nil, User: nil, Solver: nil,
		} {
			mails := m.Mail(address)
			if len(want) == 0 && len(mails) == 0 {
				continue
			}
			if len(mails) != 1 || len(want) == 0 {
				t.Errorf("%d e-mails to %s", len(mails), address)
				continue
			}
			if !containsEach(lineOf(t, mails[0]), want) {
				t.Errorf("to %s: %q", address, mails[0].Body)
			}
		}
		s.MustExecute(t, Provider, `mutation { updatePreferences(input: {language: "de"}) { preferences { language } } }`, nil)
		paid(t, s, provider, 123_450, "EUR", "TR-19")
		sendTogether(t, s)
		german := m.Mail(Provider)[1]
		if subjectOf(t, german) != "Eine Zahlung von 1234,50 EUR an Sie: TR-19" || !strings.Contains(german.Body, "Gezahlt am "+today) {
			t.Errorf("%q: %q", subjectOf(t, german), german.Body)
		}
	})
}

// TestWhoLooksAfterItIsTold: what needs a decision is told to the administrator who looks after the complaint, and to all of them
// where nobody does who may.
func TestWhoLooksAfterItIsTold(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		completed := func(e *taskFixture) {
			t.Helper()
			e.mustDo(t, Solver, "acceptTask", nil)
			e.mustDo(t, Solver, "startTask", nil)
			e.mustDo(t, Solver, "submitCompletion", nil)
		}
		other := mustMutate(t, s, SuperAdmin, "createUser", "user { id }", map[string]any{
			"name": "Another", "email": "another@example.com", "role": "ADMIN",
		}).At("createUser", "user", "id")
		waiting := func(step, complaint string, want ...string) {
			t.Helper()
			for _, as := range []string{Admin, SuperAdmin} {
				a := s.MustExecute(t, as, `query($id: ID!) { notifications(where: {complaintId: $id, titleContains: "waits for review"}) { totalCount } }`, map[string]any{"id": complaint})
				if told := a.At("notifications", "totalCount") == 1.0; told != slices.Contains(want, as) {
					t.Errorf("%s: %s: %s", step, as, a.Raw)
				}
			}
		}
		e := newTaskFixture(t, s)
		completed(e)
		waiting("nobody looks after it", e.complaint, Admin, SuperAdmin)
		e = newTaskFixture(t, s)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": e.complaint})
		completed(e)
		waiting("somebody does", e.complaint, Admin)
		e = newTaskFixture(t, s)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": e.complaint, "handlerId": other})
		mustMutate(t, s, SuperAdmin, "disableUser", "user { id }", map[string]any{"id": other})
		completed(e)
		waiting("their account is disabled", e.complaint, Admin, SuperAdmin)
		mustMutate(t, s, SuperAdmin, "enableUser", "user { id }", map[string]any{"id": other})
		e = newTaskFixture(t, s)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": e.complaint, "handlerId": other})
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": other, "role": "USER"})
		completed(e)
		waiting("they are no administrator any more", e.complaint, Admin, SuperAdmin)
	})
}

// TestMailboxIsNotFilled: whoever submits many urgent complaints tells administrators of all of them in the application at once, and by
// e-mail of some; an hour later one message tells of the others, and to other people e-mails never stopped.
func TestMailboxIsNotFilled(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		urgent := mustMutate(t, s, Admin, "createCategory", "category { id }", map[string]any{"name": "Danger", "defaultPriority": "URGENT"}).
			At("createCategory", "category", "id")
		submit := func(n int) {
			t.Helper()
			for i := range n {
				mustMutate(t, s, User, "submitComplaint", "complaint { id }", map[string]any{"title": fmt.Sprint("Wolf ", i), "categoryId": urgent})
				s.Clock.Advance(time.Second)
			}
			sendDue(t, s)
		}
		inApplication := func(as string) any {
			t.Helper()
			return s.MustExecute(t, as, `{ notifications(where: {titleHasPrefix: "An urgent complaint"}) { totalCount } }`, nil).At("notifications", "totalCount")
		}
		expect := func(step string, app, mails int) {
			t.Helper()
			for _, as := range []string{Admin, SuperAdmin} {
				if got, sent := inApplication(as), len(m.Mail(as)); got != float64(app) || sent != mails {
					t.Errorf("%s: %s has %v in the application and %d e-mails, not %d and %d", step, as, got, sent, app, mails)
				}
			}
		}
		submit(delivery.MaxMails + 5)
		expect("one after another", delivery.MaxMails+5, delivery.MaxMails)
		complaint := mustMutate(t, s, User2, "submitComplaint", "complaint { id }", map[string]any{"title": "A lamp is out"}).At("submitComplaint", "complaint", "id")
		mustMutate(t, s, Admin, "resolveComplaint", "complaint { id }", map[string]any{"id": complaint, "publicNote": "Done."})
		sendTogether(t, s)
		if n := len(m.Mail(User2)); n != 2 { // with the receipt
			t.Errorf("%d e-mails to somebody else", n)
		}
		if n := len(m.Mail(User)); n != delivery.MaxMails+5 {
			t.Errorf("%d receipts: they are not counted", n)
		}
		s.Clock.Advance(time.Hour)
		sendDue(t, s)
		expect("an hour later", delivery.MaxMails+5, delivery.MaxMails+1)
		digest := m.Mail(Admin)[delivery.MaxMails]
		if got := toldIn(t, digest); subjectOf(t, digest) != "5 notifications" || len(got) != 5 || !strings.HasPrefix(got[0], "An urgent complaint: ") ||
			!strings.Contains(digest.Body, "Wolf 24") {
			t.Errorf("the digest is %q: %q", subjectOf(t, digest), got)
		}
		submit(1)
		expect("then", delivery.MaxMails+6, delivery.MaxMails+2)
	})
}
