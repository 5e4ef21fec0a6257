package graph_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

const tracked = `{ trackedComplaint { reference title status description submittedById statusLog(last: 20) { edges { node { status publicNote actorId actorName } } } } }`

var tokenInMail = regexp.MustCompile(`https://redress\.example/track#(rdl_[A-Za-z0-9_-]{22})\b`)

var requestID = regexp.MustCompile(`"requestId":"[^"]*"`)

// withoutRequestID returns an answer without what differs each time.
func withoutRequestID(raw string) string { return requestID.ReplaceAllString(raw, "") }

// tokenOf returns the token of the link in a message; "" where it has none.
func tokenOf(m Mail) string {
	found := tokenInMail.FindStringSubmatch(m.Body)
	if found == nil {
		return ""
	}
	return found[1]
}

// linked draws a link to a complaint for the contact of its reporter, as an e-mail would.
func linked(t *testing.T, s *Server, about *ent.Complaint) string {
	t.Helper()
	contacts := s.Store.Client().Contact.Query()
	c := ent.Contact{}
	for _, row := range contacts.AllX(System()) {
		if is(row.ComplaintID, about.ID) || about.SubmittedByID != nil && is(row.UserID, *about.SubmittedByID) {
			c = *row
		}
	}
	token, err := s.Service.Identity.DrawLink(context.Background(), about.ID, c.ID, *c.EmailKey)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// TestLinksInMails: each e-mail about what somebody reported has a link of its own by which it can be followed, and earlier ones stay good. The
// message that asks to confirm an address has none, nor have those to staff.
func TestLinksInMails(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		const her = "carla@callers.example"
		id, ref := c.calls(t, her)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": id})
		asked := c.expect(t, "a call", her, ref+": is this your e-mail address?")
		if token := tokenOf(asked[0]); token != "" || strings.Contains(asked[0].Raw, "rdl_") {
			t.Error("a stranger gets a link")
		}
		c.answer(t, asked[0], "confirm")
		c.resolve(t, id)
		sendTogether(t, s)
		own, ownRef := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": own, "reasonCode": "not_ours", "publicNote": "It is the neighbor's."})
		sendTogether(t, s)
		tokens := map[string]string{} // what each leads to
		for address, reference := range map[string]string{her: ref, User: ownRef} {
			for _, mail := range m.Mail(address) {
				token := tokenOf(mail)
				if asks := mail.Header.Get("Subject") == asked[0].Header.Get("Subject"); asks == (token != "") {
					t.Errorf("%s has a link: %t\n%s", mail.Header.Get("Subject"), token != "", mail.Body)
				}
				if token != "" && tokens[token] != "" {
					t.Error("two messages have one link")
				}
				if token != "" {
					tokens[token] = reference
				}
			}
		}
		if len(tokens) < 4 {
			t.Fatalf("%d links", len(tokens))
		}
		for token, reference := range tokens {
			a := s.MustExecute(t, token, tracked, nil)
			if a.At("trackedComplaint", "reference") != reference || a.At("trackedComplaint", "submittedById") != nil {
				t.Errorf("the link to %s leads to %s", reference, a.Raw)
			}
		}
		for _, staff := range []string{Admin, SuperAdmin, Solver} {
			for _, mail := range m.Mail(staff) {
				if strings.Contains(mail.Raw+mail.Body, "rdl_") {
					t.Errorf("%s gets a link: %s", staff, mail.Raw)
				}
			}
		}
		if n := s.Store.Client().Link.Query().CountX(System()); n != len(tokens) {
			t.Errorf("%d links were drawn for %d messages", n, len(tokens))
		}
	})
}

// ofLinks are the root fields for whoever holds a link.
var ofLinks = []string{"trackedComplaint", "serviceInfo", "commentOnComplaint", "rateComplaint", "reopenComplaint", "withdrawComplaint", "emailUpdates", "setEmailUpdates", "reasonCodes", "complaintStatusLog"}

// TestLinksOpenNothingElse: whoever holds a link gets its complaint and who runs the service, does as its reporter, and is refused all else of the graph and of REST.
func TestLinksOpenNothingElse(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		own := s.Store.Client().Complaint.Query().AllX(System())
		i := slices.IndexFunc(own, func(c *ent.Complaint) bool {
			return is(c.SubmittedByID, accountUUID(t, s, User))
		})
		token := linked(t, s, own[i])
		a := s.MustExecute(t, token, `{ serviceInfo { organization { name } } trackedComplaint { id } __typename }`, nil)
		if a.At("trackedComplaint", "id") != own[i].ID.String() {
			t.Fatalf("the link leads to %s", a.Raw)
		}
		refused := 0
		for _, of := range []*ast.Definition{schema().Query, schema().Mutation, schema().Subscription} {
			for _, f := range of.Fields {
				if strings.HasPrefix(f.Name, "__") || slices.Contains(ofLinks, f.Name) {
					continue
				}
				refused++
				operation := map[*ast.Definition]string{schema().Query: "query", schema().Mutation: "mutation", schema().Subscription: "subscription"}[of]
				query, variables := asked(operation, f, own[i].ID)
				if a := s.Execute(t, token, query, variables); a.Code() != "PERMISSION_DENIED" || strings.Contains(a.Raw, own[i].Title) {
					t.Errorf("%s %s: %s", operation, f.Name, a.Raw)
				}
			}
		}
		if refused < 100 {
			t.Errorf("only %d fields were tried", refused)
		}
		id := own[i].ID.String()
		for _, r := range []Request{
			{Path: "/api/complaints/" + id + "/status-log/"},
			{Path: "/api/admin/service-providers/" + id + "/payments/"},
			{Path: "/api/admin/notifications/broadcasts/"},
			{Path: "/api/admin/notifications/broadcasts/" + id + "/"},
			{Path: "/api/solver/tasks/" + id + "/updates/"},
			{Method: http.MethodPost, Path: "/api/solver/tasks/update/" + id + "/media/"},
			{Method: http.MethodPost, Path: "/api/solver/late-evidence/" + id + "/media/"},
			{Method: http.MethodPost, Path: "/api/auth/logout/"},
			{Path: "/export/complaints.csv"},
		} {
			r.Token = token
			if res := s.Do(t, r); res.Status != http.StatusForbidden {
				t.Errorf("%s %s: %d %s", r.Method, r.Path, res.Status, res.Body)
			}
		}
		for _, as := range append(slices.Clone(Everyone), Anonymous) {
			want := "PERMISSION_DENIED"
			if as == Anonymous {
				want = "AUTHENTICATION_REQUIRED"
			}
			if a := s.Execute(t, as, tracked, nil); a.Code() != want {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
	})
}

// asked writes an operation of one field with a value for each argument that it needs.
func asked(operation string, f *ast.FieldDefinition, id uuid.UUID) (string, map[string]any) {
	var declared, passed []string
	variables := map[string]any{}
	for _, arg := range f.Arguments {
		if !arg.Type.NonNull || arg.DefaultValue != nil {
			continue
		}
		declared = append(declared, "$"+arg.Name+": "+arg.Type.String())
		passed = append(passed, arg.Name+": $"+arg.Name)
		variables[arg.Name] = valueFor(arg.Type, id)
	}
	query, arguments := operation, ""
	if len(declared) > 0 {
		query += "(" + strings.Join(declared, ", ") + ")"
		arguments = "(" + strings.Join(passed, ", ") + ")"
	}
	selected := ""
	if def := schema().Types[f.Type.Name()]; def.Kind == ast.Object || def.Kind == ast.Interface || def.Kind == ast.Union {
		selected = " { __typename }"
	}
	return query + " { " + f.Name + arguments + selected + " }", variables
}

// valueFor returns a value of a type.
func valueFor(of *ast.Type, id uuid.UUID) any {
	if of.Elem != nil {
		return []any{valueFor(of.Elem, id)}
	}
	def := schema().Types[of.NamedType]
	switch def.Kind {
	case ast.Enum:
		return def.EnumValues[0].Name
	case ast.InputObject:
		object := map[string]any{}
		for _, f := range def.Fields {
			if f.Type.NonNull && f.DefaultValue == nil {
				object[f.Name] = valueFor(f.Type, id)
			}
		}
		return object
	}
	switch of.NamedType {
	case "ID":
		return id.String()
	case "Int":
		return 1
	case "Float":
		return 1.5
	case "Boolean":
		return true
	case "Time":
		return "2026-01-02T03:04:05Z"
	case "Date":
		return "2026-01-02"
	case "Decimal", "MinorUnits":
		return "1.00"
	default:
		return "text"
	}
}

// TestLinksEnd: a link is void while its address is denied, and ends a year after the complaint has ended. Nobody can tell one that has ended from one that
// never was.
func TestLinksEnd(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		unknown, _ := auth.NewLinkToken()
		never := s.Execute(t, unknown, tracked, nil)
		if never.Code() != "INVALID_TOKEN" || never.Status != http.StatusUnauthorized {
			t.Fatalf("unknown: %s", never.Raw)
		}
		ended := func(what, token string) {
			t.Helper()
			s.Clock.Advance(time.Second) // other requests remember a viewer for so long
			if a := s.Execute(t, token, tracked, nil); a.Status != never.Status || withoutRequestID(a.Raw) != withoutRequestID(never.Raw) {
				t.Errorf("%s: %d %s", what, a.Status, a.Raw)
			}
		}
		good := func(what, token string) {
			t.Helper()
			s.Clock.Advance(time.Second)
			if a := s.Execute(t, token, tracked, nil); a.Code() != "" {
				t.Errorf("%s: %s", what, a.Raw)
			}
		}
		for _, token := range []string{"rdl_", "rdl_x", unknown + "A", unknown[:len(unknown)-1]} {
			ended(token, token)
		}

		// A caller who says that it is not theirs.
		const her = "carla@callers.example"
		id, ref := c.calls(t, her)
		asks := c.expect(t, "a call", her, ref+": is this your e-mail address?")[0]
		c.answer(t, asks, "confirm")
		token := tokenOf(c.expect(t, "confirmed", her, ref+": is this your e-mail address?", "We have received "+ref)[1])
		good("confirmed", token)
		c.answer(t, m.Mail(her)[1], "unsubscribe")
		good("unsubscribed", token) // which is about e-mail
		c.answer(t, asks, "deny")
		ended("denied", token)
		c.answer(t, asks, "confirm")
		good("confirmed after all", token)

		// A year after it has ended, and not before; that it was merged is no end.
		s.Clock.Stop()
		c.resolve(t, id)
		into, _ := c.calls(t, "other@callers.example")
		merged, mergedRef := c.calls(t, her)
		sendTogether(t, s)
		all := m.Mail(her)
		other := tokenOf(all[slices.IndexFunc(all, func(mail Mail) bool { return strings.Contains(mail.Body, mergedRef) })])
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": merged, "intoId": into, "reasonCode": "duplicate"})
		s.Clock.Advance(364 * 24 * time.Hour)
		good("almost a year after it was resolved", token)
		s.Clock.Advance(2 * 24 * time.Hour)
		ended("a year after it was resolved", token)
		good("merged into what is open", other)
		if a := s.MustExecute(t, other, tracked, nil); a.At("trackedComplaint", "status") != "MERGED" {
			t.Errorf("merged: %s", a.Raw)
		}
	})
}

// TestLinksOfFormerComplaintsEnd: of a complaint that ended before the service noted when it reached its status, that it was changed last is what counts.
func TestLinksOfFormerComplaintsEnd(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		all := s.Store.Client().Complaint.Query().AllX(System())
		i := slices.IndexFunc(all, func(c *ent.Complaint) bool {
			return c.Status == domain.ComplaintClosed && c.MovedAt == nil && c.DuplicateOfID == nil && c.SubmittedByID != nil && c.SubmittedByID.String() == accountID(t, s, User)
		})
		if i < 0 {
			t.Fatal("the demo has no such complaint")
		}
		token := linked(t, s, all[i])
		s.Clock.Stop()
		s.Clock.Advance(all[i].UpdatedAt.AddDate(1, 0, -1).Sub(s.Clock.Now()))
		for _, want := range []string{"", "INVALID_TOKEN"} {
			if a := s.Execute(t, token, tracked, nil); a.Code() != want {
				t.Errorf("%q: %s", want, a.Raw)
			}
			s.Clock.Advance(2 * 24 * time.Hour)
		}
	})
}

// TestLinksEndWithTheAccount: the links of an account end with its address, with its role and when it is disabled, and do not come back when it may sign in
// again.
func TestLinksEndWithTheAccount(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		code := func(what, token, want string) {
			t.Helper()
			s.Clock.Advance(time.Second) // other requests remember a viewer for so long
			if a := s.Execute(t, token, tracked, nil); a.Code() != want {
				t.Errorf("%s: %s", what, a.Raw)
			}
		}
		for what, change := range map[string]func(account string) (verb string, input map[string]any){
			"another address": func(id string) (string, map[string]any) {
				return "updateUser", map[string]any{"id": id, "email": "moved@example.org"}
			},
			"disabled": func(id string) (string, map[string]any) { return "disableUser", map[string]any{"id": id} },
			"another role": func(id string) (string, map[string]any) {
				return "changeUserRole", map[string]any{"id": id, "role": "SOLVER"}
			},
		} {
			account := strings.ReplaceAll(what, " ", "-") + "@example.org"
			a := mustMutate(t, s, SuperAdmin, "createUser", "user { id }", map[string]any{"name": what, "email": account, "role": "USER"})
			who := a.At("createUser", "user", "id").(string)
			submitted(t, s, Admin, map[string]any{"title": typed, "reporterId": who})
			sendTogether(t, s)
			link := tokenOf(m.Mail(account)[0])
			code("of an account: "+what, link, "")
			verb, input := change(who)
			mustMutate(t, s, SuperAdmin, verb, "user { id }", input)
			code(what, link, "INVALID_TOKEN")
			switch what {
			case "disabled":
				mustMutate(t, s, SuperAdmin, "enableUser", "user { id }", map[string]any{"id": who})
			case "another role":
				mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": who, "role": "USER"})
			case "another address":
				mustMutate(t, s, SuperAdmin, "updateUser", "user { id }", map[string]any{"id": who, "email": account})
			}
			code("back from "+what, link, "INVALID_TOKEN")
		}
	})
}

// TestNewLink: all links to a complaint end when its reporter gets a new one, which comes at once and whatever e-mail they have switched off.
func TestNewLink(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		own, ref := submitted(t, s, User, map[string]any{"title": "The bench is broken"})
		other, _ := submitted(t, s, User, map[string]any{"title": "The fence is broken"})
		sendTogether(t, s)
		received := m.Mail(User)
		first, elsewhere := tokenOf(received[0]), tokenOf(received[1])
		setLevel(t, s, User, own, "MUTED")
		mustMutate(t, s, User, "setNotificationPreferences", "preferences { emailOwn }", map[string]any{"emailOwn": false})
		mustMutate(t, s, User, "sendNewLink", "complaint { reference }", map[string]any{"complaintId": own})
		sendDue(t, s)
		received = m.Mail(User)
		last := received[len(received)-1]
		if told := toldIn(t, last); !slices.Equal(told, []string{"A new link to " + ref}) {
			t.Fatalf("told %q", told)
		}
		s.Clock.Advance(time.Second)
		for token, want := range map[string]string{first: "INVALID_TOKEN", elsewhere: "", tokenOf(last): ""} {
			if a := s.Execute(t, token, tracked, nil); a.Code() != want {
				t.Errorf("%q: %s", want, a.Raw)
			}
		}
		mutateWith := func(as, about string) Result {
			return mutate(t, s, as, "sendNewLink", "complaint { id }", map[string]any{"complaintId": about})
		}
		for as, code := range map[string]string{User2: "NOT_FOUND", Solver: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED", Anonymous: "AUTHENTICATION_REQUIRED", tokenOf(last): "PERMISSION_DENIED"} {
			if a := mutateWith(as, own); a.Code() != code {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		for i := range 5 {
			want := ""
			if i == 4 {
				want = "RATE_LIMITED"
			}
			if a := mutateWith(Admin, own); a.Code() != want {
				t.Errorf("once more, %d: %s", i, a.Raw)
			}
		}
		if a := mutateWith(Admin, other); a.Code() != "" {
			t.Errorf("the limit of one complaint stops another: %s", a.Raw)
		}

		const her = "carla@callers.example"
		id, ref := c.calls(t, her)
		asks := c.expect(t, "a call", her, ref+": is this your e-mail address?")[0]
		for _, step := range []struct{ answer, code string }{{"", "CONFLICT"}, {"confirm", ""}, {"unsubscribe", "CONFLICT"}, {"confirm", ""}, {"deny", "CONFLICT"}} {
			switch step.answer {
			case "confirm", "deny":
				c.answer(t, asks, step.answer)
			case "unsubscribe":
				sendDue(t, s)
				c.answer(t, m.Mail(her)[1], step.answer)
			}
			if a := mutateWith(Admin, id); a.Code() != step.code {
				t.Errorf("after %q: %s", step.answer, a.Raw)
			}
		}
		nobody, _ := submitted(t, s, Admin, map[string]any{"title": typed, "contact": map[string]any{"name": "Carla", "phone": "030 1234"}})
		if a := mutateWith(Admin, nobody); a.Code() != "CONFLICT" {
			t.Errorf("without an address: %s", a.Raw)
		}
	})
}

// TestPhotosByLink: whoever holds a link sees what the reporter and the organization have shown, and none of it once the link has ended, on other
// instances too.
func TestPhotosByLink(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, _ *MailServer) {
		e := newTaskFixture(t, s)
		e.attach(t, User, "/api/complaints/"+e.complaint+"/media/", 7, http.StatusCreated)
		e.attach(t, Admin, "/api/complaints/"+e.complaint+"/media/", 8, http.StatusCreated) // which is internal
		about, err := s.Store.Client().Complaint.Get(System(), uuid.MustParse(e.complaint))
		if err != nil {
			t.Fatal(err)
		}
		token, other := linked(t, s, about), s.NewInstance(t, s.Store.URL())
		const files = `{ trackedComplaint { media(first: 9) { edges { node { url thumbnailUrl uploadedById uploadedBy { id } } } } } }`
		a := s.MustExecute(t, token, files, nil)
		shown := a.At("trackedComplaint", "media", "edges").([]any)
		if len(shown) != 1 || strings.Contains(a.Raw, accountID(t, s, User)) {
			t.Fatalf("the link shows %s", a.Raw)
		}
		file := shown[0].(map[string]any)["node"].(map[string]any)
		instances := map[string]*Server{"this instance": s, "another one": other}
		for what, instance := range instances {
			for _, url := range []string{"url", "thumbnailUrl"} {
				if r := instance.Do(t, Request{Path: file[url].(string)}); r.Status != http.StatusOK {
					t.Errorf("%s of %s: %d", url, what, r.Status)
				}
				bare, _, _ := strings.Cut(file[url].(string), "?")
				if r := instance.Do(t, Request{Path: bare, Token: token}); r.Status != http.StatusOK {
					t.Errorf("%s of %s by the token: %d", url, what, r.Status)
				}
			}
			if a := instance.Execute(t, token, files, nil); a.Code() != "" {
				t.Errorf("the link on %s: %s", what, a.Raw)
			}
		}
		mustMutate(t, s, Admin, "sendNewLink", "complaint { id }", map[string]any{"complaintId": e.complaint})
		s.Clock.Advance(time.Second)
		other.Clock.Advance(time.Second)
		for what, instance := range instances {
			if r := instance.Do(t, Request{Path: file["url"].(string)}); r.Status != http.StatusUnauthorized {
				t.Errorf("a photo of %s: %d %s", what, r.Status, r.Body)
			}
			if a := instance.Execute(t, token, files, nil); a.Code() != "INVALID_TOKEN" {
				t.Errorf("the link has ended on %s: %s", what, a.Raw)
			}
		}
	})
}

// TestLinksInNoAddress: the token of a link is refused in every part of an address, and what is refused is in no log.
func TestLinksInNoAddress(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		about := s.Store.Client().Complaint.Query().AllX(System())
		i := slices.IndexFunc(about, func(c *ent.Complaint) bool { return c.SubmittedByID != nil })
		token := linked(t, s, about[i])
		for _, path := range []string{
			"/track?token=" + token, "/track?" + token, "/track/" + token, "/track%23" + token, "/" + token, "/graphql?query={__typename}&access_token=" + token,
			"/track?token=" + strings.Replace(token, "_", "%5F", 1), "/desk/" + token,
		} {
			for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
				if r := s.Do(t, Request{Method: method, Path: path}); r.Status != http.StatusBadRequest || strings.Contains(r.Body, token) {
					t.Errorf("%s %s: %d %s", method, path, r.Status, r.Body)
				}
			}
		}
		page := s.Do(t, Request{Path: "/track"})
		if page.Status != http.StatusOK || page.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(page.Body, "<noscript>") {
			t.Errorf("the page: %d %v", page.Status, page.Header)
		}
	})
}

// TestLinksLeakNothing walks from the complaint of a link, one in each status and merged ones, over three edges with every field selected: no answer may hold a
// word of what its reporter may not see, and none about a person.
func TestLinksLeakNothing(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		confirmed := map[uuid.UUID]bool{} // whose address is
		for _, who := range w.contacts {
			if who.UserID != nil && who.ConfirmedAt != nil {
				confirmed[*who.UserID] = true
			}
		}
		chosen := map[string]*ent.Complaint{}
		for _, c := range w.complaints {
			if c.SubmittedByID == nil || !confirmed[*c.SubmittedByID] {
				continue
			}
			if who := w.users[*c.SubmittedByID]; who.Role != domain.RoleUser || who.State != domain.AccountActive {
				continue
			}
			chosen[string(c.Status)] = c
			if c.DuplicateOfID != nil {
				chosen["merged"] = c
			}
		}
		if len(chosen) < 8 {
			t.Fatalf("the demo has complaints in %d statuses", len(chosen))
		}
		for what, c := range chosen {
			token, rows := linked(t, s, c), w.rowsOfLink(c)
			if a := s.Execute(t, token, tracked, nil); a.Code() != "" {
				t.Errorf("%s, since %v: %s", what, c.MovedAt, a.Raw)
				continue
			}
			secrets := w.secretsBeside(&ent.User{}, rows)
			for id := range w.users {
				secrets[id.String()] = "account"
			}
			var addresses []string
			for _, who := range w.contacts {
				addresses = append(addresses, who.Email, who.Phone)
			}
			addresses = slices.DeleteFunc(addresses, func(a string) bool { return a == "" })
			queries := paths(schema().Query.Fields.ForName("trackedComplaint"), 3)
			for _, part := range selections(schema().Types["Complaint"]) {
				queries = append(queries, fmt.Sprintf(`{ trackedComplaint { %s } }`, part))
			}
			queries = append(queries, fmt.Sprintf(`{ trackedComplaint { timeline(first: 100) { entries { kind at step statusLog { %s } comment { %s } task { id } taskUpdate { id } media { %s } revision { id } lateEvidence { id } } } } }`,
				selection(schema().Types["StatusLog"], 0), selection(schema().Types["Comment"], 0), selection(schema().Types["Media"], 0)))
			for _, query := range queries {
				checkNoSecrets(t, what, query, s.MustExecute(t, token, query, nil), secrets, addresses, false)
			}
			a := s.MustExecute(t, token, `{ trackedComplaint { id statusLog(first: 100) { edges { node { id } } } comments(first: 100) { edges { node { id } } } media(first: 100) { edges { node { id } } } tasks { totalCount } } }`, nil)
			for field, kind := range map[string]string{"statusLog": "StatusLog", "comments": "Comment", "media": "Media"} {
				var got []string
				for _, e := range a.At("trackedComplaint", field, "edges").([]any) {
					got = append(got, e.(map[string]any)["node"].(map[string]any)["id"].(string))
				}
				want := own(rows[kind])
				want = slices.DeleteFunc(want, func(id string) bool { return kind == "Media" && w.media[uuid.MustParse(id)].CommentID != nil })
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s: the link shows %d of %s, not %d", what, len(got), field, len(want))
				}
			}
		}
	})
}

// rowsOfLink returns what whoever holds the link to a complaint may see.
func (w *visibilityModel) rowsOfLink(c *ent.Complaint) map[string]map[string]bool {
	rows := w.rows(&ent.User{ID: uuid.New()})
	rows["Complaint"][c.ID.String()] = true
	for id, l := range w.logs {
		rows["StatusLog"][id.String()] = l.ComplaintID == c.ID
	}
	public := func(said *ent.Comment) bool {
		return said.ComplaintID == c.ID && said.Visibility == domain.VisibilityPublic
	}
	for id, said := range w.comments {
		rows["Comment"][id.String()] = public(said)
	}
	for id, file := range w.media {
		visible := file.Visibility == domain.VisibilityPublic
		switch {
		case file.CommentID != nil:
			visible = public(w.comments[*file.CommentID])
		case file.UpdateID != nil:
			visible = visible && w.tasks[w.updates[*file.UpdateID].TaskID].ComplaintID == c.ID
		case file.ComplaintID != nil:
			visible = *file.ComplaintID == c.ID && (visible || domain.Same(file.UploadedByID, c.SubmittedByID))
		default:
			visible = false
		}
		rows["Media"][id.String()] = visible
	}
	return rows
}
