package graph_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// linkTo draws a link to the complaint with an id.
func linkTo(t *testing.T, s *Server, id string) string {
	t.Helper()
	return linked(t, s, s.Store.Client().Complaint.Query().Where(complaint.ID(uuid.MustParse(id))).OnlyX(System()))
}

// linkOfCall takes a call, whose caller confirms the address, and returns its id, its reference and a link to it. An administrator looks after it.
func (c callers) linkOfCall(t *testing.T, email string) (id, reference, token string) {
	t.Helper()
	id, reference = c.calls(t, email)
	mustMutate(t, c.Server, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": id})
	asked := c.expect(t, "a call", email, reference+": is this your e-mail address?")
	c.answer(t, asked[0], "confirm")
	sendTogether(t, c.Server)
	return id, reference, linkTo(t, c.Server, id)
}

// upload sends a picture that is unique for the number with the token of a link.
func upload(t *testing.T, s *Server, token, path string, n int) Response {
	t.Helper()
	body, kind := photo(t, n)
	return s.Do(t, Request{Method: http.MethodPost, Path: path, Token: token, Body: bytes.NewReader(body), Header: http.Header{"Content-Type": {kind}}})
}

// actions returns what the holder of a link may do to its complaint.
func actions(t *testing.T, s *Server, token string) []string {
	t.Helper()
	a := s.MustExecute(t, token, `{ trackedComplaint { availableActions { action enabled } } }`, nil)
	var all []string
	for _, one := range a.At("trackedComplaint", "availableActions").([]any) {
		if one := one.(map[string]any); one["enabled"] == true {
			all = append(all, one["action"].(string))
		}
	}
	return all
}

// TestAnsweringByLink: whoever holds a link answers, sends pictures, rates, reopens and withdraws as the reporter. Those who look after the complaint
// are told; the reporter is not, by whichever way they have done it.
func TestAnsweringByLink(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const her = "carla@callers.example"
		id, ref, token := c.linkOfCall(t, her)
		before := len(m.Mail(her))
		if got := actions(t, s, token); !slices.Equal(got, []string{"WITHDRAW", "COMMENT"}) {
			t.Errorf("of a new complaint: %q", got)
		}
		said := mustMutate(t, s, token, "commentOnComplaint", "comment { id agent authorId author { name } uploadUrl }",
			map[string]any{"complaintId": id, "text": "It is the lamp at the corner."})
		comment := said.At("commentOnComplaint", "comment").(map[string]any)
		if comment["agent"] != "LINK" || comment["authorId"] != nil || comment["author"] != nil {
			t.Errorf("the comment: %s", said.Raw)
		}
		s.Clock.Advance(20 * time.Minute)
		for _, path := range []string{"/api/complaints/" + id + "/media/", comment["uploadUrl"].(string)} {
			if res := upload(t, s, token, path, 1); res.Status != http.StatusCreated || !strings.Contains(res.Body, `"uploaded_by":"Reporter"`) {
				t.Errorf("%s: %d %s", path, res.Status, res.Body)
			}
			if res := upload(t, s, token, path, 1); res.Status != http.StatusOK {
				t.Errorf("%s again: %d %s", path, res.Status, res.Body)
			}
		}
		seen := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { firstResponseAt
			comments { edges { node { agent text author { name } media { edges { node { agent uploadedBy { name } } } } } } }
			media { edges { node { agent uploadedBy { name } } } } } }`, map[string]any{"id": id})
		want := `{"complaint":{"firstResponseAt":null,"comments":{"edges":[{"node":{"agent":"LINK","text":"It is the lamp at the corner.","author":null,` +
			`"media":{"edges":[{"node":{"agent":"LINK","uploadedBy":null}}]}}}]},"media":{"edges":[{"node":{"agent":"LINK","uploadedBy":null}}]}}}`
		if !strings.Contains(seen.Raw, want) {
			t.Errorf("an administrator reads %s", seen.Raw)
		}
		c.resolve(t, id)
		sendTogether(t, s)
		if got := actions(t, s, token); !slices.Equal(got, []string{"RATE", "REOPEN", "COMMENT"}) {
			t.Errorf("of a resolved complaint: %q", got)
		}
		rated := mustMutate(t, s, token, "rateComplaint", "complaint { rating flagged status submittedById }", map[string]any{"id": id, "rating": 2, "comment": "It flickers."})
		if got := rated.At("rateComplaint", "complaint", "rating"); got != float64(2) {
			t.Errorf("rated: %s", rated.Raw)
		}
		mustMutate(t, s, token, "reopenComplaint", "complaint { status }", map[string]any{"id": id, "reasonCode": "not_fixed", "publicNote": "It is dark again."})
		log := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { statusLog(last: 1) { edges { node { status agent actorName actorId publicNote } } } } }`, map[string]any{"id": id})
		if want := `{"status":"REOPENED","agent":"LINK","actorName":"Reporter","actorId":null,"publicNote":"It is dark again."}`; !strings.Contains(log.Raw, want) {
			t.Errorf("the log: %s", log.Raw)
		}
		mustMutate(t, s, token, "withdrawComplaint", "complaint { status }", map[string]any{"id": id, "publicNote": "It burns after all."})
		sendTogether(t, s)
		var told []string
		for _, mail := range m.Mail(Admin) {
			told = append(told, toldIn(t, mail)...)
		}
		for _, kind := range []string{"A reply on %s", "New photos or videos of %s", "A low rating of %s", "%s was reopened", "%s was withdrawn"} {
			if !slices.Contains(told, fmt.Sprintf(kind, ref)) {
				t.Errorf("nothing of %q in %q", kind, told)
			}
		}
		var heard []string
		for _, mail := range m.Mail(her)[before:] {
			heard = append(heard, toldIn(t, mail)...)
		}
		if len(heard) != 1 || !strings.Contains(heard[0], "resolved") {
			t.Errorf("the reporter is told %q", heard)
		}
		checkAuditOfLink(t, s, token)
	})
}

// checkAuditOfLink: the audit says that a link did it, which one, and by whose account: nobody's.
func checkAuditOfLink(t *testing.T, s *Server, token string) {
	t.Helper()
	entries := s.Store.Client().AuditEntry.Query().Where(auditentry.AgentEQ(domain.AgentLink)).AllX(System())
	var done []string
	hash, err := auth.HashLinkToken(token)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		done = append(done, e.Action)
		var after struct {
			Link uuid.UUID `json:"link_id"`
		}
		if err := json.Unmarshal(e.After, &after); err != nil {
			t.Fatal(err)
		}
		used, err := s.Store.Client().Link.Query().Where(link.ID(after.Link)).Only(System())
		if err != nil || !bytes.Equal(used.Hash, hash) || e.ActorID != nil || e.Address == "" {
			t.Errorf("%s: by %v from %q: %s, %v", e.Action, e.ActorID, e.Address, e.After, err)
		}
	}
	slices.Sort(done)
	if want := []string{"complaint.comment", "complaint.rate", "complaint.reopen", "complaint.withdraw", "media.upload", "media.upload"}; !slices.Equal(done, want) {
		t.Errorf("the audit has %q", done)
	}
}

// TestAnsweringByLinkOfAccount: a reporter with an account who answers by a link is shown it as theirs, on either way, and is not told of it.
func TestAnsweringByLinkOfAccount(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		id, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		mustMutate(t, s, User, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "With my account."})
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "We have a look."})
		token := linkTo(t, s, id)
		mustMutate(t, s, token, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "By a link."})
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": id, "reasonCode": "not_ours", "publicNote": "It is the neighbor's."})
		sendTogether(t, s)
		mails := len(m.Mail(User))
		bell := func() any {
			return s.MustExecute(t, User, `{ notifications { totalCount } }`, nil).At("notifications", "totalCount")
		}
		before := bell()
		mustMutate(t, s, token, "reopenComplaint", "complaint { status }", map[string]any{"id": id, "reasonCode": "not_fixed", "publicNote": "It is yours."})
		sendTogether(t, s)
		if after := bell(); after != before || len(m.Mail(User)) != mails {
			t.Errorf("the reporter is told of what they did: %v, then %v; %d e-mails, then %d", before, after, mails, len(m.Mail(User)))
		}
		const wrote = `comments { edges { node { text agent } } }`
		for as, query := range map[string]string{token: `{ trackedComplaint { ` + wrote + ` } }`, User: `{ complaint(id: "` + id + `") { ` + wrote + ` } }`} {
			agents := [3]string{"ACCOUNT", "ACCOUNT", "LINK"}
			if as == token {
				agents[0] = "LINK"
			}
			a := s.MustExecute(t, as, query, nil)
			want := fmt.Sprintf(`[{"node":{"text":"With my account.","agent":%q}},{"node":{"text":"We have a look.","agent":%q}},{"node":{"text":"By a link.","agent":%q}}]`,
				agents[0], agents[1], agents[2])
			if !strings.Contains(a.Raw, want) {
				t.Errorf("%s reads %s", name(as), a.Raw)
			}
		}
	})
}

// TestLinksChangeNothingElse: whoever holds a link to one complaint changes no other one, and writes nothing that its reporter could not.
func TestLinksChangeNothingElse(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		own, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		others, _ := submitted(t, s, User, map[string]any{"title": "The lamp is dark"})
		foreign, _ := submitted(t, s, User2, map[string]any{"title": "The tree has fallen"})
		token := linkTo(t, s, own)
		note := mustMutate(t, s, User, "commentOnComplaint", "comment { uploadUrl }", map[string]any{"complaintId": others, "text": "Mine."}).
			At("commentOnComplaint", "comment", "uploadUrl").(string)
		colleague := accountID(t, s, Admin)
		before := s.Store.Client().AuditEntry.Query().CountX(System())
		for _, id := range []string{others, foreign, missingID("Complaint")} {
			for verb, input := range map[string]map[string]any{
				"commentOnComplaint": {"complaintId": id, "text": "Not mine."},
				"rateComplaint":      {"id": id, "rating": 1},
				"reopenComplaint":    {"id": id, "reasonCode": "not_fixed"},
				"withdrawComplaint":  {"id": id},
			} {
				if a := mutate(t, s, token, verb, "__typename", input); a.Code() != "NOT_FOUND" {
					t.Errorf("%s: %s", verb, a.Raw)
				}
			}
			if res := upload(t, s, token, "/api/complaints/"+id+"/media/", 1); res.Status != http.StatusNotFound {
				t.Errorf("a picture: %d %s", res.Status, res.Body)
			}
		}
		if res := upload(t, s, token, note, 1); res.Status != http.StatusNotFound {
			t.Errorf("a picture of another's comment: %d %s", res.Status, res.Body)
		}
		a := mutate(t, s, token, "commentOnComplaint", "__typename", map[string]any{"complaintId": own, "text": "Psst.", "visibility": "INTERNAL"})
		if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "visibility" {
			t.Errorf("an internal note: %s", a.Raw)
		}
		a = mutate(t, s, token, "commentOnComplaint", "__typename", map[string]any{"complaintId": own, "text": "Hey.", "mentions": []string{colleague}})
		if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "mentions" {
			t.Errorf("a mention: %s", a.Raw)
		}
		for verb, input := range map[string]map[string]any{"rateComplaint": {"id": own, "rating": 5}, "reopenComplaint": {"id": own, "reasonCode": "not_fixed"}} {
			if a := mutate(t, s, token, verb, "__typename", input); a.Code() != "INVALID_TRANSITION" {
				t.Errorf("%s of an open one: %s", verb, a.Raw)
			}
		}
		if after := s.Store.Client().AuditEntry.Query().CountX(System()); after != before {
			t.Errorf("%d entries in the audit for what was refused", after-before)
		}
		client := s.Store.Client()
		if n := client.Media.Query().Where(media.ByLink(true)).CountX(System()); n != 0 {
			t.Errorf("%d files", n)
		}
		// The database refuses what no verb asks for.
		ctx := auth.With(t.Context(), &auth.Viewer{SessionID: domain.NewID(domain.KindLink), Complaint: uuid.MustParse(own)})
		by := accountUUID(t, s, User)
		for what, write := range map[string]func() error{
			"in the reporter's name": func() error {
				return client.Comment.Create().SetComplaintID(uuid.MustParse(own)).SetAuthorID(by).SetText("x").SetVisibility(domain.VisibilityPublic).SetCreatedAt(s.Clock.Now()).Exec(ctx)
			},
			"as nobody": func() error {
				return client.Comment.Create().SetComplaintID(uuid.MustParse(own)).SetText("x").SetVisibility(domain.VisibilityPublic).SetCreatedAt(s.Clock.Now()).Exec(ctx)
			},
			"on another's": func() error {
				return client.Comment.Create().SetComplaintID(uuid.MustParse(foreign)).SetByLink(true).SetText("x").SetVisibility(domain.VisibilityPublic).SetCreatedAt(s.Clock.Now()).Exec(ctx)
			},
			"another's title": func() error {
				n, err := client.Complaint.Update().Where(complaint.ID(uuid.MustParse(foreign))).SetTitle("x").Save(ctx)
				if err == nil && n == 0 {
					return &ent.NotFoundError{}
				}
				return err
			},
		} {
			if err := write(); err == nil {
				t.Errorf("a link writes %s", what)
			}
		}
	})
}

// TestKeysOfLinks: a request that is repeated with its key has no further effect, and the keys of a link are nobody else's.
func TestKeysOfLinks(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		say := func(as, text string) Result {
			return mutate(t, s, as, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": text, "idempotencyKey": "once"})
		}
		first, second := linkTo(t, s, id), linkTo(t, s, id)
		made := map[any]bool{}
		for _, as := range []string{first, second, User, Admin} {
			a, again := say(as, "Hello."), say(as, "Hello.")
			if a.Code() != "" || a.At("commentOnComplaint", "comment", "id") != again.At("commentOnComplaint", "comment", "id") {
				t.Errorf("%s: %s, then %s", name(as), a.Raw, again.Raw)
			}
			made[a.At("commentOnComplaint", "comment", "id")] = true
			if other := say(as, "Something else."); other.Code() != "IDEMPOTENCY_MISMATCH" {
				t.Errorf("%s: %s", name(as), other.Raw)
			}
		}
		if len(made) != 4 {
			t.Errorf("%d comments of four", len(made))
		}
	})
}

// TestMessagesByLinkADay: the links to a complaint write so much within a day, whichever of them; its reporter's account and other complaints go on.
func TestMessagesByLinkADay(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		other, _ := submitted(t, s, User, map[string]any{"title": "The lamp is dark"})
		tokens := []string{linkTo(t, s, id), linkTo(t, s, id)}
		say := func(as, id string) Result {
			return mutate(t, s, as, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "Hello."})
		}
		for i := range 20 {
			if a := say(tokens[i%2], id); a.Code() != "" {
				t.Fatalf("message %d: %s", i+1, a.Raw)
			}
		}
		s.Clock.Advance(time.Hour)
		for _, token := range tokens {
			if a := say(token, id); a.Code() != "RATE_LIMITED" {
				t.Errorf("a message too many: %s", a.Raw)
			}
		}
		for as, id := range map[string]string{User: id, linkTo(t, s, other): other} {
			if a := say(as, id); a.Code() != "" {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		s.Clock.Advance(23*time.Hour + time.Minute)
		if a := say(tokens[0], id); a.Code() != "" {
			t.Errorf("a day later: %s", a.Raw)
		}
	})
}

// TestEmailUpdatesByLink: whoever holds a link switches e-mail off and on again, as their account's preferences and the links in each e-mail do.
func TestEmailUpdatesByLink(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const her = "carla@callers.example"
		called, _, caller := c.linkOfCall(t, her)
		again, _ := c.calls(t, her)
		own, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		reporter := linkTo(t, s, own)
		sendTogether(t, s)
		comment := func(id string) {
			t.Helper()
			mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": "We have a look."})
		}
		for _, w := range []struct {
			token, to, about string
			others           string // another complaint of theirs
		}{{caller, her, called, again}, {reporter, User, own, own}} {
			for _, on := range []bool{true, false, false, true} { // the first and the third change nothing
				if a := mustMutate(t, s, w.token, "setEmailUpdates", "emailUpdates", map[string]any{"enabled": on}); a.At("setEmailUpdates", "emailUpdates") != on {
					t.Errorf("%s, set to %v: %s", w.to, on, a.Raw)
				}
				if a := s.MustExecute(t, w.token, `{ emailUpdates }`, nil); a.At("emailUpdates") != on {
					t.Errorf("%s, %v: %s", w.to, on, a.Raw)
				}
				sendTogether(t, s)
				before := len(m.Mail(w.to))
				comment(w.about)
				comment(w.others)
				sendTogether(t, s)
				if got := len(m.Mail(w.to)) - before; (got > 0) != on {
					t.Errorf("%s gets %d e-mails while they are %v", w.to, got, on)
				}
			}
		}
		entries := s.Store.Client().AuditEntry.Query().Where(auditentry.AgentEQ(domain.AgentLink)).AllX(System())
		var done []string
		for _, e := range entries {
			done = append(done, e.Action)
		}
		if want := []string{"contact.unsubscribe", "contact.confirm", "user.preferences", "user.preferences"}; !slices.Equal(done, want) {
			t.Errorf("the audit has %q", done)
		}
		for _, as := range []string{User, Admin, SuperAdmin, Solver, Provider} {
			if a := mutate(t, s, as, "setEmailUpdates", "emailUpdates", map[string]any{"enabled": true}); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		// An address that its mail server refuses gets nothing, and is tried again when who has it asks for that.
		m.InjectFault(her, noSuchUser)
		comment(called)
		sendTogether(t, s)
		if a := s.MustExecute(t, caller, `{ emailUpdates }`, nil); a.At("emailUpdates") != false {
			t.Errorf("a refused address: %s", a.Raw)
		}
		mustMutate(t, s, caller, "setEmailUpdates", "emailUpdates", map[string]any{"enabled": true})
		if refusedAt(t, s, called) != nil {
			t.Error("the address is refused still")
		}
	})
}

// TestReasonsByLink: whoever holds a link chooses among the reasons for which a complaint is reopened, in their language.
func TestReasonsByLink(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		token := linkTo(t, s, id)
		mustMutate(t, s, Admin, "setReasonCode", "reasonCode { code }", map[string]any{"action": "REOPEN", "code": "still_so", "labels": []any{map[string]any{"language": "de", "text": "Immer noch so"}}})
		a := s.MustExecute(t, token, `{ reasonCodes(action: REOPEN) { code label(language: "de") } }`, nil)
		if want := `{"reasonCodes":[{"code":"still_so","label":"Immer noch so"}]}`; !strings.Contains(a.Raw, want) {
			t.Errorf("reasons: %s", a.Raw)
		}
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": id, "reasonCode": "not_ours", "publicNote": "It is the neighbor's."})
		if a := mutate(t, s, token, "reopenComplaint", "complaint { status }", map[string]any{"id": id, "reasonCode": "another"}); invalidFields(a) != "reasonCode" {
			t.Errorf("another reason: %s", a.Raw)
		}
		mustMutate(t, s, token, "reopenComplaint", "complaint { status }", map[string]any{"id": id, "reasonCode": "still_so"})
	})
}

// TestMergedByLink: whoever holds a link to a merged complaint follows the log of the other one until the two are apart again, and sees nothing else of it.
func TestMergedByLink(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		id, _, token := c.linkOfCall(t, "carla@callers.example")
		into, _ := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		third, _ := submitted(t, s, User2, map[string]any{"title": "The lamp is dark"})
		mustMutate(t, s, User, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": into, "text": "My address is Mill Lane 7."})
		log := func(of string) Result {
			return s.Execute(t, token, `query($id: ID!) { complaintStatusLog(complaintId: $id) { status agent actorName actorId actor { name } publicNote complaint { id title } } }`, map[string]any{"id": of})
		}
		for _, of := range []string{into, third, missingID("Complaint")} {
			if a := log(of); a.Code() != "NOT_FOUND" {
				t.Errorf("another's log before: %s", a.Raw)
			}
		}
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": id, "intoId": into, "reasonCode": "duplicate"})
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": into, "reasonCode": "not_ours", "publicNote": "It is the neighbor's."})
		mustMutate(t, s, User, "reopenComplaint", "complaint { id }", map[string]any{"id": into, "reasonCode": "not_fixed", "publicNote": "It is yours."})
		a := s.MustExecute(t, token, `{ trackedComplaint { status duplicateOfId duplicateOf { id } } }`, nil)
		if a.At("trackedComplaint", "duplicateOfId") != into || a.At("trackedComplaint", "duplicateOf") != nil {
			t.Errorf("merged: %s", a.Raw)
		}
		want := `{"complaintStatusLog":[` +
			`{"status":"SUBMITTED","agent":"ACCOUNT","actorName":"","actorId":null,"actor":null,"publicNote":"","complaint":null},` +
			`{"status":"REJECTED","agent":"ACCOUNT","actorName":"","actorId":null,"actor":null,"publicNote":"It is the neighbor's.","complaint":null},` +
			`{"status":"REOPENED","agent":"ACCOUNT","actorName":"","actorId":null,"actor":null,"publicNote":"It is yours.","complaint":null}]}`
		if a := log(into); !strings.Contains(a.Raw, want) {
			t.Errorf("the other one's log: %s", a.Raw)
		}
		if a := log(third); a.Code() != "NOT_FOUND" {
			t.Errorf("a third one's log: %s", a.Raw)
		}
		if got := actions(t, s, token); !slices.Equal(got, []string{"COMMENT"}) {
			t.Errorf("of a merged complaint: %q", got)
		}
		for verb, input := range map[string]map[string]any{"reopenComplaint": {"id": into, "reasonCode": "not_fixed"}, "withdrawComplaint": {"id": into}, "commentOnComplaint": {"complaintId": into, "text": "Hey."}} {
			if a := mutate(t, s, token, verb, "__typename", input); a.Code() != "NOT_FOUND" {
				t.Errorf("%s of the other one: %s", verb, a.Raw)
			}
		}
		mustMutate(t, s, Admin, "unmergeComplaint", "complaint { id }", map[string]any{"id": id, "reasonCode": "not_the_same"})
		if a := log(into); a.Code() != "NOT_FOUND" {
			t.Errorf("another's log afterwards: %s", a.Raw)
		}
	})
}
