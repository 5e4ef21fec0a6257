package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// handed makes a link to be handed over and returns its token.
func handed(t *testing.T, s *Server, id string) string {
	t.Helper()
	url := mustMutate(t, s, Admin, "issueLink", "url", map[string]any{"complaintId": id}).At("issueLink", "url").(string)
	token, ok := strings.CutPrefix(url, "https://redress.example/track#")
	if !ok {
		t.Fatalf("a link is %q", url)
	}
	return token
}

// codeFor makes a code for a link and returns it.
func codeFor(t *testing.T, s *Server, id string) string {
	t.Helper()
	return mustMutate(t, s, Admin, "issueLinkCode", "code expiresAt", map[string]any{"complaintId": id}).At("issueLinkCode", "code").(string)
}

// redeem tries a code for a link, from another network each time.
func redeem(t *testing.T, s *Server, reference, code string) Result {
	t.Helper()
	s.Clock.Advance(time.Minute)
	return mutate(t, s, Anonymous, "redeemLinkCode", "token", map[string]any{"reference": reference, "code": code})
}

// TestHandedLinks: a link that was handed over needs no address, says nothing of one, and ends as all others do.
func TestHandedLinks(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		is := func(what, token, want string) {
			t.Helper()
			s.Clock.Advance(time.Second) // other requests remember a viewer for so long
			if a := s.Execute(t, token, tracked, nil); a.Code() != want {
				t.Errorf("%s: %s", what, a.Raw)
			}
		}

		// Of somebody who is there and leaves nothing.
		nobody, ref := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "STAFF"})
		token := handed(t, s, nobody)
		if a := s.MustExecute(t, token, tracked, nil); a.At("trackedComplaint", "reference") != ref {
			t.Errorf("the link leads to %s", a.Raw)
		}
		mustMutate(t, s, token, "commentOnComplaint", "comment { agent }", map[string]any{"complaintId": nobody, "text": "It wobbles."})
		second := handed(t, s, nobody)
		is("the first one, beside another", token, "")
		if a := s.MustExecute(t, token, `{ emailUpdates }`, nil); a.At("emailUpdates") != nil {
			t.Errorf("e-mail of nobody: %s", a.Raw)
		}
		writeUses(t, s)
		if a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { links { since } } }`, map[string]any{"id": nobody}); a.At("complaint", "links") == nil {
			t.Errorf("an administrator sees %s", a.Raw)
		}
		if a := mutate(t, s, Admin, "sendNewLink", "complaint { id }", map[string]any{"complaintId": nobody}); a.Code() != "CONFLICT" {
			t.Errorf("there is nowhere to send one: %s", a.Raw)
		}
		code := codeFor(t, s, nobody)
		c.setCaller(t, nobody, map[string]any{"name": "Nora", "email": "nora@callers.example"})
		is("with a contact", token, "INVALID_TOKEN")
		is("the second one, too", second, "INVALID_TOKEN")
		if a := redeem(t, s, ref, code); a.Code() != "NOT_FOUND" {
			t.Errorf("the code, too: %s", a.Raw)
		}

		// Whoever has it need not be who reads the address: nothing is confirmed, and nothing unsubscribed.
		const stranger = "stranger@callers.example"
		id, ref := c.calls(t, stranger)
		token = handed(t, s, id)
		for _, on := range []bool{true, false} {
			if a := mutate(t, s, token, "setEmailUpdates", "emailUpdates", map[string]any{"enabled": on}); a.Code() != "CONFLICT" {
				t.Errorf("e-mail %v: %s", on, a.Raw)
			}
		}
		if got := fmt.Sprint(c.contact(t, id)); got != "map[confirmedAt:<nil> deniedAt:<nil> unsubscribedAt:<nil>]" {
			t.Errorf("the contact is %s", got)
		}
		asked := c.expect(t, "a call", stranger, ref+": is this your e-mail address?")
		c.answer(t, asked[0], "deny")
		is("after the stranger has said no", token, "")

		// Of an account it ends with the account.
		who := mustMutate(t, s, SuperAdmin, "createUser", "user { id }", map[string]any{"name": "Gone", "email": "gone@example.org", "role": "USER"}).At("createUser", "user", "id")
		own, ref := submitted(t, s, Admin, map[string]any{"title": "The lamp is dark", "reporterId": who})
		token, code = handed(t, s, own), codeFor(t, s, own)
		is("of an account", token, "")
		mustMutate(t, s, SuperAdmin, "disableUser", "user { id }", map[string]any{"id": who})
		is("of a disabled one", token, "INVALID_TOKEN")
		for _, verb := range []string{"issueLink { url", "issueLinkCode { code"} {
			name, selection, _ := strings.Cut(verb, " { ")
			if a := mutate(t, s, Admin, name, selection, map[string]any{"complaintId": own}); a.Code() != "CONFLICT" {
				t.Errorf("%s of a disabled one: %s", name, a.Raw)
			}
		}
		mustMutate(t, s, SuperAdmin, "enableUser", "user { id }", map[string]any{"id": who})
		is("of one that is back", token, "INVALID_TOKEN")
		if a := redeem(t, s, ref, code); a.Code() != "NOT_FOUND" {
			t.Errorf("the code of one that is back: %s", a.Raw)
		}

		// Nobody but administrators makes any, and only so many.
		for as, want := range map[string]string{User: "PERMISSION_DENIED", Solver: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED", Anonymous: "AUTHENTICATION_REQUIRED", handed(t, s, own): "PERMISSION_DENIED"} {
			if a := mutate(t, s, as, "issueLink", "url", map[string]any{"complaintId": own}); a.Code() != want {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		for _, verb := range []string{"issueLink url", "issueLinkCode code"} {
			name, selection, _ := strings.Cut(verb, " ")
			limited, _ := submitted(t, s, Admin, map[string]any{"title": "The gate squeaks", "source": "PHONE"})
			for i := range 6 {
				want := ""
				if i == 5 {
					want = "RATE_LIMITED"
				}
				if a := mutate(t, s, Admin, name, selection, map[string]any{"complaintId": limited}); a.Code() != want {
					t.Errorf("%s, %d: %s", name, i, a.Raw)
				}
			}
		}
	})
}

// TestLinkCodes: the letters that were read out are good once, for a day, and for ten wrong tries; whatever is wrong is answered alike.
func TestLinkCodes(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		id, ref := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
		other, otherRef := submitted(t, s, Admin, map[string]any{"title": "The fence is broken", "source": "PHONE"})
		code, theirs := codeFor(t, s, id), codeFor(t, s, other)
		const wrong = "BCDFGHJK"
		refused := redeem(t, s, ref, wrong)
		if refused.Code() != "NOT_FOUND" || len(code) != 8 || code == theirs {
			t.Fatalf("%s, codes %q and %q", refused.Raw, code, theirs)
		}
		alike := func(what, reference, code string) {
			t.Helper()
			if a := redeem(t, s, reference, code); a.Raw != refused.Raw {
				t.Errorf("%s: %s", what, a.Raw)
			}
		}
		alike("a foreign one", ref, theirs)
		alike("of no complaint", "CMP-2001-000001", code)
		for typed, field := range map[string]string{"": "code", "BCDFGHJ": "code", "BCDFGHJKL": "code", "BCDFGHJA": "code", "BCDFGHJÄ": "code"} {
			if a := redeem(t, s, ref, typed); invalidFields(a) != field {
				t.Errorf("%q: %s", typed, a.Raw)
			}
		}
		for _, typed := range []string{"", "CMP", "CMP-2026", "XYZ-2026-000046", strings.Repeat("1", 5_000)} {
			if a := redeem(t, s, typed, code); invalidFields(a) != "reference" {
				t.Errorf("%q: %s", typed, a.Raw)
			}
		}

		// As people type it, once.
		typed := strings.ToLower(strings.Replace(ref, "CMP-", "", 1)) // without what all have
		a := redeem(t, s, strings.ReplaceAll(typed, "-0", " "), " "+strings.ToLower(code[:4])+" - "+code[4:])
		token, _ := a.At("redeemLinkCode", "token").(string)
		if a := s.Execute(t, token, tracked, nil); a.At("trackedComplaint", "reference") != ref {
			t.Fatalf("for the right letters: %s", a.Raw)
		}
		alike("used", ref, code)

		// Ten wrong tries end it; nine don't.
		for tries, want := range map[int]string{9: "", 10: "NOT_FOUND"} {
			code := codeFor(t, s, id)
			for range tries {
				alike("wrong", ref, wrong)
			}
			if a := redeem(t, s, ref, code); a.Code() != want {
				t.Errorf("after %d wrong tries: %s", tries, a.Raw)
			}
		}
		if a := redeem(t, s, otherRef, theirs); a.Code() != "" {
			t.Errorf("the tries of one complaint ended the code of another: %s", a.Raw)
		}

		// Another one, and a day, end it.
		first := codeFor(t, s, id)
		second := codeFor(t, s, id)
		alike("another was made", ref, first)
		s.Clock.Advance(24 * time.Hour)
		alike("a day old", ref, second)

		// Whoever has it need not be alone: one of sixteen gets the link.
		s.Clock.Advance(time.Hour)
		code = codeFor(t, s, other)
		s.Clock.Advance(time.Minute)
		var all sync.WaitGroup
		codes := make([]string, 9) // at most ten are tried
		for i := range codes {
			all.Go(func() {
				codes[i] = mutate(t, s, Anonymous, "redeemLinkCode", "token", map[string]any{"reference": otherRef, "code": code}).Code()
			})
		}
		all.Wait()
		if good := strings.Count(strings.Join(codes, ","), "NOT_FOUND"); good != len(codes)-1 {
			t.Errorf("at once: %q", codes)
		}

		// The audit says who made it, that it was used, and nothing that could be used.
		entries := s.Store.Client().AuditEntry.Query().Where(auditentry.SubjectID(uuid.MustParse(id)), auditentry.ActionHasPrefix("complaint.")).AllX(System())
		count := map[string]int{}
		for _, e := range entries {
			count[e.Action]++
			if text := fmt.Sprint(e); strings.Contains(text, code) || strings.Contains(text, token) {
				t.Errorf("the audit tells %s", text)
			}
			if used := e.Action == "complaint.redeem_code"; strings.Contains(string(e.After), `"link_id"`) != used && e.Action != "complaint.comment" {
				t.Errorf("%s says %s", e.Action, e.After)
			}
			if (e.ActorID == nil) != (e.Action == "complaint.redeem_code") && e.Action != "complaint.submit" {
				t.Errorf("who did %s is %v", e.Action, e.ActorID)
			}
		}
		if count["complaint.link_code"] != 5 || count["complaint.redeem_code"] != 2 {
			t.Errorf("the audit has %v", count)
		}
	})
}

// TestLinkCodesByNetwork: from one network one may try so many; that stops nobody elsewhere, nor anything else from there.
func TestLinkCodesByNetwork(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, database string) {
		s := StartWithOptions(t, database, func(o *server.Options) {
			BehindProxy(o)
			o.PublicURL = "https://redress.example"
		})
		s.Clock.Stop()
		from := func(address, reference, code string) string {
			t.Helper()
			a, res := executeFrom(t, s, address, "", `mutation($input: RedeemLinkCodeInput!) { redeemLinkCode(input: $input) { token } }`,
				map[string]any{"input": map[string]any{"reference": reference, "code": code}})
			for _, code := range []string{"NOT_FOUND", "RATE_LIMITED"} {
				if a.Code() == code {
					return code
				}
			}
			if !strings.Contains(res.Body, `"token":"rdl_`) {
				t.Error(res.Body)
			}
			return ""
		}
		const wrong = "BCDFGHJK"
		id, ref := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
		code := codeFor(t, s, id)
		for i := range 21 {
			want := "NOT_FOUND"
			if i == 20 {
				want = "RATE_LIMITED"
			}
			if got := from("198.51.100.7", "CMP-2001-000001", wrong); got != want {
				t.Fatalf("try %d: %q", i, got)
			}
		}
		for i := range 64 {
			if got := from(fmt.Sprintf("203.0.113.%d", i), fmt.Sprintf("CMP-2001-%06d", i), wrong); got != "NOT_FOUND" {
				t.Errorf("network %d: %q", i, got)
			}
		}
		if got := from("198.51.100.8", ref, code); got != "" {
			t.Errorf("the right letters from elsewhere: %q", got)
		}
		if a := mutate(t, s, Anonymous, "login", "accessToken", map[string]any{"email": User, "password": "wrong one"}); a.Code() != "AUTHENTICATION_REQUIRED" {
			t.Errorf("to sign in: %s", a.Raw)
		}
		s.Clock.Advance(time.Minute)
		id, ref = submitted(t, s, Admin, map[string]any{"title": "The lamp is dark", "source": "PHONE"})
		if got := from("198.51.100.7", ref, codeFor(t, s, id)); got != "" {
			t.Errorf("a minute later: %q", got)
		}
	})
}
