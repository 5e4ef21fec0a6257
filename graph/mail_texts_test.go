package graph_test

import (
	"slices"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// setMailTexts changes texts of the e-mail of an event, as a super administrator.
func setMailTexts(t *testing.T, s *Server, event string, texts ...map[string]any) {
	t.Helper()
	mustMutate(t, s, SuperAdmin, "setMailTexts", "settings { version }", map[string]any{"event": event, "texts": texts})
}

func mailText(language, part string, text any) map[string]any {
	return map[string]any{"language": language, "part": part, "text": text}
}

// TestMailTexts: e-mails say what the organization says in place of what the service says, to each reader in their language, until it takes that back.
func TestMailTexts(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const carla = "carla@example.org"
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"name": "Stadtwerke {title}", "phone": "+49 30 1234"})
		c := callers{s, m}
		id, reference := c.calls(t, carla)
		asked := c.expect(t, "asked", carla, reference+": is this your e-mail address?")
		if status, _ := c.answer(t, asked[0], "confirm"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		sendTogether(t, s)
		setMailTexts(t, s, "COMPLAINT_RESOLVED",
			mailText("en", "SUBJECT", "{organization} is done"),
			mailText("en", "NEXT", "Thank you for {reference}.\nWrite to {email}."),
			mailText("en", "CALLER", "Call {phone} about “{title}”."),
			mailText("en", "ACCOUNT", ""),
			mailText("de", "SUBJECT", "Erledigt"))
		c.resolve(t, id)
		sendTogether(t, s)
		mailLike{
			subject: "[" + reference + "] Stadtwerke {title} is done: " + typed,
			has:     []string{"Thank you for " + reference + ".", "Call +49 30 1234 about “" + typed + "”.", "It burns again."},
			not:     []string{"{email}", "Write to", "If it is not as it should be", "{phone}"},
		}.expect(t, "a caller", carla, m.Mail(carla))

		s.MustExecute(t, User, `mutation { updatePreferences(input: {language: "de"}) { preferences { language } } }`, nil)
		lamp := report(t, s, User, "A lamp is out")
		sendTogether(t, s)
		setLevel(t, s, SuperAdmin, lamp.id, "WATCHING")
		lamp.move(t, s, "holdComplaint", "")
		lamp.move(t, s, "resumeComplaint", "")
		lamp.move(t, s, "resolveComplaint", "It burns.")
		sendTogether(t, s)
		mailLike{
			subject: "[" + lamp.reference + "] Erledigt: A lamp is out", has: []string{"It burns.", "Bitte bewerten Sie"}, not: []string{"Thank you"},
		}.expect(t, "in German", User, m.Mail(User))
		mailLike{
			subject: "[" + lamp.reference + "] The complaint is resolved: A lamp is out", has: []string{"Thank you for " + lamp.reference}, not: []string{"Call"},
		}.expect(t, "who watches", SuperAdmin, m.Mail(SuperAdmin))

		setMailTexts(t, s, "COMPLAINT_RESOLVED", mailText("de", "SUBJECT", nil), mailText("en", "SUBJECT", "Your report is resolved")) // the second is ours
		all := s.MustExecute(t, SuperAdmin, `{ settings { mailTemplates { event readers texts { language part text default changed placeholders maxLength } } } }`, nil).
			At("settings", "mailTemplates").([]any)
		changed := map[string]string{}
		for _, of := range all {
			of := of.(map[string]any)
			if of["event"] == "CONFIRM_ADDRESS" {
				t.Error("what may go to a stranger can be changed")
			}
			for _, text := range of["texts"].([]any) {
				text := text.(map[string]any)
				if text["changed"] != (text["text"] != text["default"]) || text["maxLength"].(float64) < 100 {
					t.Errorf("%v: %v", of["event"], text)
				}
				if text["changed"] == true {
					changed[text["language"].(string)+" "+text["part"].(string)] = text["text"].(string)
				}
			}
		}
		if len(changed) != 3 || changed["en ACCOUNT"] != "" || !strings.HasPrefix(changed["en CALLER"], "Call") || !strings.HasPrefix(changed["en NEXT"], "Thank you") {
			t.Errorf("changed are %q", changed)
		}
		history := s.MustExecute(t, SuperAdmin, `{ settings { changes { before after } } auditEntries(first: 1, where: {action: "settings.set_mail_texts"}) { totalCount } }`, nil)
		if raw := strings.ReplaceAll(history.Raw, `": "`, `":"`); !strings.Contains(raw, `"mailTexts.COMPLAINT_RESOLVED.en.SUBJECT":"{organization} is done"`) || !strings.Contains(raw, `"totalCount":2`) {
			t.Errorf("the history: %s", history.Raw)
		}
	})
}

// TestMailTextsThatWait: what waits to go out says what the organization says when it goes.
func TestMailTextsThatWait(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		lamp := report(t, s, User, "A lamp is out")
		sendTogether(t, s)
		lamp.move(t, s, "holdComplaint", "We wait for a part.")
		setMailTexts(t, s, "COMPLAINT_HELD", mailText("en", "SUBJECT", "Please have patience"))
		sendTogether(t, s)
		mailLike{subject: "[" + lamp.reference + "] Please have patience: A lamp is out", has: []string{"We wait for a part."}}.expect(t, "held", User, m.Mail(User))
	})
}

// TestMailTextsThatAreRefused: each wrong text is named by its place, nothing of it is stored, and only super administrators change what e-mails say.
func TestMailTextsThatAreRefused(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for name, tt := range map[string]struct {
			event  string
			texts  []map[string]any
			fields string
		}{
			"another placeholder":      {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "Dear {name}")}, "texts.0.text"},
			"one that is misspelled":   {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "{organizations}")}, "texts.0.text"},
			"a brace without its end":  {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "a { b")}, "texts.0.text"},
			"a brace without a start":  {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "a } b")}, "texts.0.text"},
			"twice in braces":          {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "{{organization}}")}, "texts.0.text"},
			"a template of Go":         {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "{{.Organization}}")}, "texts.0.text"},
			"a title in a subject":     {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "SUBJECT", "{title}")}, "texts.0.text"},
			"the title that is hidden": {"TASK_TAKEN", []map[string]any{mailText("en", "NEXT", "{title}")}, "texts.0.text"},
			"no subject":               {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "SUBJECT", " \u200b")}, "texts.0.text"},
			"a subject of two lines":   {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "SUBJECT", "a\nBcc: b@example.org")}, "texts.0.text"},
			"a long subject":           {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "SUBJECT", strings.Repeat("ä", 101))}, "texts.0.text"},
			"a long text":              {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", strings.Repeat("ä", 501))}, "texts.0.text"},
			"turned letters":           {"COMPLAINT_RESOLVED", []map[string]any{mailText("en", "NEXT", "a \u202e b")}, "texts.0.text"},
			"a language":               {"COMPLAINT_RESOLVED", []map[string]any{mailText("fr", "NEXT", "Bonjour")}, "texts.0.language"},
			"a part that it lacks":     {"NEW_TASK", []map[string]any{mailText("en", "CALLER", "Call us.")}, "texts.0.part"},
			"twice":                    {"NEW_TASK", []map[string]any{mailText("en", "NEXT", "Go."), mailText("en", "NEXT", "Stay.")}, "texts.1.part"},
			"an event without words":   {"PAYMENT_RECORDED", nil, "event"},
			"several":                  {"NEW_TASK", []map[string]any{mailText("en", "NEXT", "{a}"), mailText("de", "CALLER", nil)}, "texts.0.text texts.1.part"},
		} {
			if tt.texts == nil {
				tt.texts = []map[string]any{}
			}
			a := mutate(t, s, SuperAdmin, "setMailTexts", "settings { version }", map[string]any{"event": tt.event, "texts": tt.texts})
			if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != tt.fields {
				t.Errorf("%s: %s", name, a.Raw)
			}
			if tt.event == "PAYMENT_RECORDED" {
				continue
			}
			a = s.Execute(t, SuperAdmin, `query($in: MailPreviewInput!) { mailPreview(input: $in) { subject } }`,
				map[string]any{"in": map[string]any{"event": tt.event, "language": "en", "reader": "OTHER", "texts": tt.texts}})
			if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != tt.fields {
				t.Errorf("preview of %s: %s", name, a.Raw)
			}
		}
		for name, tt := range map[string]struct {
			event, language, reader string
			fields                  string
		}{
			"nobody gets it": {"NEW_TASK", "en", "CALLER", "reader"},
			"no watcher":     {"COMPLAINT_RECEIVED", "en", "OTHER", "reader"},
			"language":       {"NEW_TASK", "fr", "OTHER", "language"},
			"event":          {"DAILY_DIGEST", "en", "OTHER", "event"},
		} {
			a := s.Execute(t, SuperAdmin, `query($in: MailPreviewInput!) { mailPreview(input: $in) { subject } }`,
				map[string]any{"in": map[string]any{"event": tt.event, "language": tt.language, "reader": tt.reader}})
			if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != tt.fields {
				t.Errorf("preview of %s: %s", name, a.Raw)
			}
		}
		if a := s.MustExecute(t, SuperAdmin, `{ settings { version } }`, nil); a.At("settings", "version") != float64(0) {
			t.Errorf("refused texts left %s", a.Raw)
		}
		in := map[string]any{"event": "NEW_TASK", "texts": []map[string]any{mailText("en", "NEXT", "Go.")}}
		for _, as := range []string{User, Solver, Provider, Admin} {
			if a := mutate(t, s, as, "setMailTexts", "settings { version }", in); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		in["expectedVersion"] = 7
		if a := mutate(t, s, SuperAdmin, "setMailTexts", "settings { version }", in); a.Code() != "CONFLICT" {
			t.Errorf("another version: %s", a.Raw)
		}
	})
}

// TestMailPreview: a preview reads as the e-mail does.
func TestMailPreview(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const carla = "carla@example.org"
		c := callers{s, m}
		id, reference := c.calls(t, carla)
		asked := c.expect(t, "asked", carla, reference+": is this your e-mail address?")
		preview := func(as, id, action, note string) map[string]any {
			t.Helper()
			a := s.MustExecute(t, as, `query($id: ID!, $action: Action!, $note: String!) { complaintMailPreview(id: $id, action: $action, publicNote: $note) {
				reader language subject text } }`, map[string]any{"id": id, "action": action, "note": note})
			read, _ := a.At("complaintMailPreview").(map[string]any)
			return read
		}
		if read := preview(Admin, id, "RESOLVE", "x"); read != nil {
			t.Errorf("nobody has confirmed the address: %v", read)
		}
		if status, _ := c.answer(t, asked[0], "confirm"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		sendTogether(t, s)
		setMailTexts(t, s, "COMPLAINT_RESOLVED", mailText("en", "CALLER", "Call us about {reference}."))

		// same compares what was shown with what came, without the links.
		same := func(step string, read map[string]any, got Mail) {
			t.Helper()
			if read == nil {
				t.Fatalf("%s: no preview", step)
			}
			if subject := subjectOf(t, got); read["subject"] != subject {
				t.Errorf("%s: the subject is %q, not %q", step, subject, read["subject"])
			}
			var lines []string
			for line := range strings.SplitSeq(read["text"].(string), "\n") {
				if !strings.Contains(got.Body, line) {
					t.Errorf("%s: the e-mail lacks %q: %s", step, line, got.Body)
				}
				lines = append(lines, line)
			}
			if len(lines) < 5 {
				t.Errorf("%s: only %q", step, lines)
			}
		}
		read := preview(Admin, id, "RESOLVE", "It burns again.")
		c.resolve(t, id)
		sendTogether(t, s)
		mails := m.Mail(carla)
		same("a caller", read, mails[len(mails)-1])
		if read["reader"] != "CALLER" || !strings.Contains(read["text"].(string), "Call us about "+reference) {
			t.Errorf("a caller reads %v", read)
		}

		s.MustExecute(t, User, `mutation { updatePreferences(input: {language: "de"}) { preferences { language } } }`, nil)
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"nameStaff": true})
		lamp := report(t, s, User, "A lamp is out")
		sendTogether(t, s)
		for _, tt := range []struct{ action, verb, note string }{
			{"HOLD", "holdComplaint", ""},
			{"REJECT", "rejectComplaint", "It is private.\nAsk its owner."},
			{"REOPEN", "reopenComplaint", ""},
			{"RESOLVE", "resolveComplaint", "It burns."},
		} {
			read := preview(Admin, lamp.id, tt.action, tt.note)
			lamp.move(t, s, tt.verb, tt.note)
			sendTogether(t, s)
			mails := m.Mail(User)
			same(tt.action, read, mails[len(mails)-1])
			if read["reader"] != "ACCOUNT" || read["language"] != "de" {
				t.Errorf("%s: %v", tt.action, read)
			}
		}

		// None goes: of what is no e-mail, to whoever wants none, has muted it or does it themselves.
		none := func(step, as, id, action string) {
			t.Helper()
			if read := preview(as, id, action, "x"); read != nil {
				t.Errorf("%s: %v", step, read)
			}
		}
		none("nothing is told by e-mail", Admin, lamp.id, "CLOSE")
		none("nothing is told", Admin, lamp.id, "TRIAGE")
		own, _ := submitted(t, s, Admin, map[string]any{"title": "Mine", "source": "PHONE", "reporterId": accountID(t, s, Admin)})
		none("one's own", Admin, own, "RESOLVE")
		if preview(SuperAdmin, own, "RESOLVE", "x") == nil {
			t.Error("no preview for another administrator")
		}
		setLevel(t, s, User, lamp.id, "MUTED")
		none("muted", Admin, lamp.id, "RESOLVE")
		setLevel(t, s, User, lamp.id, "NORMAL")
		s.MustExecute(t, User, `mutation { setNotificationPreferences(input: {choices: [{event: COMPLAINT_HELD, channel: EMAIL, on: false}]}) { preferences { emailOwn } } }`, nil)
		none("switched off", Admin, lamp.id, "HOLD")
		if preview(Admin, lamp.id, "REJECT", "x") == nil {
			t.Error("the other events are switched off, too")
		}
		unknown, _ := submitted(t, s, Admin, map[string]any{"title": typed, "source": "PHONE", "contact": map[string]any{"name": "Carla Caller", "phone": "+49 30 1234"}})
		none("without an address", Admin, unknown, "RESOLVE")
		for _, as := range []string{User, Solver, Provider} {
			if a := s.Execute(t, as, `query($id: ID!) { complaintMailPreview(id: $id, action: HOLD) { text } }`, map[string]any{"id": lamp.id}); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		if a := s.Execute(t, Admin, `query($id: ID!) { complaintMailPreview(id: $id, action: HOLD) { text } }`, map[string]any{"id": missingID("Complaint")}); a.Code() != "NOT_FOUND" {
			t.Errorf("no such complaint: %s", a.Raw)
		}
		long := s.Execute(t, Admin, `query($id: ID!, $note: String!) { complaintMailPreview(id: $id, action: HOLD, publicNote: $note) { text } }`,
			map[string]any{"id": lamp.id, "note": strings.Repeat("x", 2_001)})
		if invalidFields(long) != "publicNote" {
			t.Errorf("a long note: %s", long.Raw)
		}
	})
}

// TestMailPreviewOfTemplates: each e-mail that can be worded reads well to each reader and in each language, also before the first complaint.
func TestMailPreviewOfTemplates(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		lamp := report(t, s, User, "A lamp is out")
		all := s.MustExecute(t, SuperAdmin, `{ settings { mailTemplates { event label readers texts { language } } } }`, nil).At("settings", "mailTemplates").([]any)
		if len(all) < 25 {
			t.Fatalf("only %d e-mails", len(all))
		}
		for _, of := range all {
			of := of.(map[string]any)
			for _, reader := range of["readers"].([]any) {
				for _, language := range []string{"en", "de"} {
					a := s.MustExecute(t, SuperAdmin, `query($in: MailPreviewInput!) { mailPreview(input: $in) { reader language subject text } }`,
						map[string]any{"in": map[string]any{"event": of["event"], "language": language, "reader": reader, "complaintId": lamp.id}})
					subject, text := a.At("mailPreview", "subject").(string), a.At("mailPreview", "text").(string)
					titled := !slices.Contains([]string{"TASK_TAKEN"}, of["event"].(string))
					if !strings.HasPrefix(subject, "["+lamp.reference+"] ") || strings.Contains(subject+text, "{") || strings.Contains(subject, "A lamp is out") != titled {
						t.Errorf("%s to %s in %s: %q %q", of["event"], reader, language, subject, text)
					}
				}
			}
		}
	})
}
