package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv"
)

// accountUUID is the id of a demo account.
func accountUUID(t testing.TB, s *testenv.Server, email string) uuid.UUID {
	t.Helper()
	id, err := s.Store.Client().User.Query().Where(user.HasContactWith(contact.EmailKey(email))).OnlyID(testenv.System())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// mutate sends one mutation with its input as a variable.
func mutate(t testing.TB, s *testenv.Server, as, verb, selection string, input map[string]any) testenv.Result {
	t.Helper()
	return s.Execute(t, as, fmt.Sprintf("mutation($in: %sInput!) { %s(input: $in) { %s } }",
		strings.ToUpper(verb[:1])+verb[1:], verb, selection), map[string]any{"in": input})
}

// mustMutate is mutate for a mutation that must succeed.
func mustMutate(t testing.TB, s *testenv.Server, as, verb, selection string, input map[string]any) testenv.Result {
	t.Helper()
	a := mutate(t, s, as, verb, selection, input)
	if len(a.Errors) > 0 {
		t.Fatalf("%s as %q: %s", verb, as, a.Raw)
	}
	return a
}

// invalidFields returns the names of the invalid fields, sorted.
func invalidFields(a testenv.Result) string {
	if len(a.Errors) == 0 {
		return ""
	}
	list, _ := a.Errors[0].Extensions["fields"].([]any)
	var names []string
	for _, f := range list {
		name, _ := f.(map[string]any)["field"].(string)
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// countAuditEntries counts the audit: every change writes an entry, so an unchanged count is no change.
func countAuditEntries(t testing.TB, s *testenv.Server) int {
	t.Helper()
	n, err := s.Store.Client().AuditEntry.Query().Where(auditentry.ActionNotIn("session.token", "session.login")).Count(testenv.System())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDeskInputsAtFault(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		zone := mustMutate(t, s, testenv.Admin, "createZone", "zone { id }", in{"name": "Alpha"}).At("createZone", "zone", "id")
		inner := mustMutate(t, s, testenv.Admin, "createZone", "zone { id }", in{"name": "Beta", "parentId": zone}).At("createZone", "zone", "id")
		mustMutate(t, s, testenv.Admin, "createZone", "zone { id }", in{"name": "Gamma", "parentId": zone})
		kind := mustMutate(t, s, testenv.Admin, "createCategory", "category { id }", in{"name": "Alpha", "slaHours": 5}).At("createCategory", "category", "id")
		sub := mustMutate(t, s, testenv.Admin, "createCategory", "category { id }", in{"name": "Beta", "parentId": kind}).At("createCategory", "category", "id")
		group := mustMutate(t, s, testenv.Admin, "createGroup", "group { id }", in{"name": "Alpha"}).At("createGroup", "group", "id")
		company := mustMutate(t, s, testenv.Admin, "createServiceProvider", "serviceProvider { id }", in{"name": "Alpha"}).At("createServiceProvider", "serviceProvider", "id")
		solver, admin := accountUUID(t, s, testenv.Solver), accountUUID(t, s, testenv.Admin)
		nowhere, long := uuid.New(), strings.Repeat("x", 2001)
		many := make([]uuid.UUID, 101)
		for i := range many {
			many[i] = uuid.New()
		}
		pay := func(change in) in {
			base := in{"providerId": company, "amountMinor": "100", "currency": "EUR", "paymentDate": "2026-01-05", "method": "CASH", "reference": "R1"}
			maps.Copy(base, change)
			return base
		}
		before := countAuditEntries(t, s)
		for _, c := range []struct {
			as, verb, selection string
			input               in
			code, fields        string
		}{
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"amountMinor": "0"}), "VALIDATION_ERROR", "amountMinor"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"amountMinor": "-5", "currency": "eur", "reference": " "}), "VALIDATION_ERROR", "amountMinor currency reference"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"amountMinor": "9223372036854775807"}), "VALIDATION_ERROR", "amountMinor"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"currency": "ZZZ"}), "VALIDATION_ERROR", "currency"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"currency": "XXX"}), "VALIDATION_ERROR", "currency"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"paymentDate": "2199-01-01"}), "VALIDATION_ERROR", "paymentDate"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"paymentDate": "1999-01-01"}), "VALIDATION_ERROR", "paymentDate"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"periodFrom": "2026-02-01", "periodTo": "2026-01-01"}), "VALIDATION_ERROR", "periodTo"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"invoiceNumber": "a\nb", "remarks": long}), "VALIDATION_ERROR", "invoiceNumber remarks"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"providerId": nowhere}), "VALIDATION_ERROR", "providerId"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"taskIds": many}), "VALIDATION_ERROR", "taskIds"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"taskIds": []any{nowhere, nowhere}}), "VALIDATION_ERROR", "taskIds.1"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"taskIds": []any{nowhere}}), "VALIDATION_ERROR", "taskIds.0"},
			{testenv.Admin, "recordPayment", "payment { id }", pay(in{"taskIds": []any{s.Samples.Task}}), "VALIDATION_ERROR", "taskIds.0"},
			{testenv.Admin, "reversePayment", "reversal { id }", in{"id": nowhere, "reason": " "}, "VALIDATION_ERROR", "reason"},
			{testenv.Admin, "reversePayment", "reversal { id }", in{"id": nowhere, "reason": "x"}, "NOT_FOUND", ""},
			{testenv.Admin, "createServiceProvider", "serviceProvider { id }", in{"name": " "}, "VALIDATION_ERROR", "name"},
			{testenv.Admin, "createServiceProvider", "serviceProvider { id }", in{"name": "Alpha"}, "CONFLICT", "name"},
			{testenv.Admin, "updateServiceProvider", "serviceProvider { id }", in{"id": company}, "VALIDATION_ERROR", "input"},
			{testenv.Admin, "updateServiceProvider", "serviceProvider { id }", in{"id": nowhere, "active": false}, "NOT_FOUND", ""},
			{testenv.Admin, "createZone", "zone { id }", in{"name": ""}, "VALIDATION_ERROR", "name"},
			{testenv.Admin, "createZone", "zone { id }", in{"name": "Alpha"}, "CONFLICT", "name"},
			{testenv.Admin, "createZone", "zone { id }", in{"name": "Beta", "parentId": zone}, "CONFLICT", "name"},
			{testenv.Admin, "createZone", "zone { id }", in{"name": "New", "parentId": nowhere}, "VALIDATION_ERROR", "parentId"},
			{testenv.Admin, "updateZone", "zone { id }", in{"id": inner, "name": "Gamma"}, "CONFLICT", "name"},
			{testenv.Admin, "updateZone", "zone { id }", in{"id": nowhere, "name": "New"}, "NOT_FOUND", ""},
			{testenv.Admin, "moveZone", "zone { id }", in{"id": zone, "parentId": inner}, "VALIDATION_ERROR", "parentId"},
			{testenv.Admin, "moveZone", "zone { id }", in{"id": zone, "parentId": zone}, "VALIDATION_ERROR", "parentId"},
			{testenv.Admin, "moveZone", "zone { id }", in{"id": zone, "parentId": nowhere}, "VALIDATION_ERROR", "parentId"},
			{testenv.Admin, "moveZone", "zone { id }", in{"id": nowhere}, "NOT_FOUND", ""},
			{testenv.Admin, "createCategory", "category { id }", in{"name": "New", "slaHours": 0}, "VALIDATION_ERROR", "slaHours"},
			{testenv.Admin, "createCategory", "category { id }", in{"name": "Alpha"}, "CONFLICT", "name"},
			{testenv.Admin, "updateCategory", "category { id }", in{"id": kind}, "VALIDATION_ERROR", "input"},
			{testenv.Admin, "updateCategory", "category { id }", in{"id": kind, "slaHours": 5, "noSlaHours": true}, "VALIDATION_ERROR", "slaHours"},
			{testenv.Admin, "moveCategory", "category { id }", in{"id": kind, "parentId": sub}, "VALIDATION_ERROR", "parentId"},
			{testenv.Admin, "createGroup", "group { id }", in{"name": "Alpha"}, "CONFLICT", "name"},
			{testenv.Admin, "createGroup", "group { id }", in{"name": "", "description": long}, "VALIDATION_ERROR", "description name"},
			{testenv.Admin, "updateGroup", "group { id }", in{"id": group}, "VALIDATION_ERROR", "input"},
			{testenv.Admin, "updateGroup", "group { id }", in{"id": nowhere, "name": "New"}, "NOT_FOUND", ""},
			{testenv.Admin, "addGroupMembers", "added", in{"id": group, "userIds": []any{}}, "VALIDATION_ERROR", "userIds"},
			{testenv.Admin, "addGroupMembers", "added", in{"id": group, "userIds": many}, "VALIDATION_ERROR", "userIds"},
			{testenv.Admin, "addGroupMembers", "added", in{"id": group, "userIds": []any{solver, nowhere}}, "VALIDATION_ERROR", "userIds.1"},
			{testenv.Admin, "addGroupMembers", "added", in{"id": nowhere, "userIds": []any{solver}}, "NOT_FOUND", ""},
			{testenv.Admin, "removeGroupMembers", "removed", in{"id": nowhere, "userIds": []any{solver}}, "NOT_FOUND", ""},
			{testenv.Admin, "createUser", "password", in{"name": "", "email": "x", "role": "PROVIDER"}, "VALIDATION_ERROR", "email name providerId"},
			{testenv.Admin, "createUser", "password", in{"name": "N", "email": "USER@Example.com"}, "CONFLICT", "email"},
			{testenv.Admin, "createUser", "password", in{"name": "N", "email": "n@example.com", "zoneId": nowhere}, "VALIDATION_ERROR", "zoneId"},
			{testenv.Admin, "createUser", "password", in{"name": "N", "email": "n@example.com", "role": "ADMIN"}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "updateUser", "user { id }", in{"id": solver}, "VALIDATION_ERROR", "input"},
			{testenv.Admin, "updateUser", "user { id }", in{"id": solver, "email": "user@example.com"}, "CONFLICT", "email"},
			{testenv.Admin, "updateUser", "user { id }", in{"id": solver, "name": "N", "expectedVersion": 99}, "CONFLICT", "expectedVersion"},
			{testenv.Admin, "updateUser", "user { id }", in{"id": accountUUID(t, s, testenv.User), "providerId": company}, "VALIDATION_ERROR", "providerId"},
			{testenv.Admin, "updateUser", "user { id }", in{"id": accountUUID(t, s, testenv.SuperAdmin), "name": "N"}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "updateUser", "user { id }", in{"id": nowhere, "name": "N"}, "NOT_FOUND", ""},
			{testenv.User, "updateOwnProfile", "user { id }", in{"name": "a\nb", "phone": strings.Repeat("1", 41)}, "VALIDATION_ERROR", "name phone"},
			{testenv.User, "updateOwnProfile", "user { id }", in{}, "VALIDATION_ERROR", "input"},
			{testenv.Admin, "changeUserRole", "user { id }", in{"id": solver, "role": "ADMIN"}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "changeUserRole", "user { id }", in{"id": admin, "role": "USER"}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "changeUserRole", "user { id }", in{"id": nowhere, "role": "USER"}, "NOT_FOUND", ""},
			{testenv.SuperAdmin, "changeUserRole", "user { id }", in{"id": accountUUID(t, s, testenv.User), "role": "PROVIDER"}, "VALIDATION_ERROR", "providerId"},
			{testenv.SuperAdmin, "changeUserRole", "user { id }", in{"id": accountUUID(t, s, testenv.SuperAdmin), "role": "USER"}, "CONFLICT", ""},
			{testenv.SuperAdmin, "disableUser", "user { id }", in{"id": accountUUID(t, s, testenv.SuperAdmin)}, "CONFLICT", ""},
			{testenv.Admin, "disableUser", "user { id }", in{"id": admin}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "disableUser", "user { id }", in{"id": solver, "expectedVersion": 99}, "CONFLICT", "expectedVersion"},
			{testenv.Admin, "enableUser", "user { id }", in{"id": nowhere}, "NOT_FOUND", ""},
			{testenv.Admin, "resetUserPassword", "password", in{"id": accountUUID(t, s, testenv.SuperAdmin)}, "PERMISSION_DENIED", ""},
			{testenv.Admin, "resetUserPassword", "password", in{"id": nowhere}, "NOT_FOUND", ""},
			{testenv.User, "changeOwnPassword", "tokens { tokenType }", in{"currentPassword": "not the password", "newPassword": "another long one"}, "VALIDATION_ERROR", "currentPassword"},
			{testenv.User, "changeOwnPassword", "tokens { tokenType }", in{"currentPassword": demo.Password, "newPassword": "short"}, "VALIDATION_ERROR", "newPassword"},
			{testenv.User, "changeOwnPassword", "tokens { tokenType }", in{"currentPassword": demo.Password, "newPassword": "Password123"}, "VALIDATION_ERROR", "newPassword"},
			{testenv.User, "changeOwnPassword", "tokens { tokenType }", in{"currentPassword": demo.Password, "newPassword": "USER@example.com"}, "VALIDATION_ERROR", "newPassword"},
			{testenv.User, "revokeSession", "session { id }", in{"id": nowhere}, "NOT_FOUND", ""},
			{testenv.Admin, "revokeAllSessions", "ended", in{"userId": nowhere}, "NOT_FOUND", ""},
			{testenv.Admin, "revokeAllSessions", "ended", in{"userId": accountUUID(t, s, testenv.SuperAdmin)}, "PERMISSION_DENIED", ""},
			{testenv.Anonymous, "registerUser", "accepted", in{"name": "N", "email": "n@example.com", "password": "a long password"}, "PERMISSION_DENIED", ""},
		} {
			t.Run(c.verb, func(t *testing.T) {
				a := mutate(t, s, c.as, c.verb, c.selection, c.input)
				if a.Code() != c.code || invalidFields(a) != c.fields {
					t.Errorf("%s %v as %q: %s %q, want %s %q\n%s", c.verb, c.input, c.as, a.Code(), invalidFields(a), c.code, c.fields, a.Raw)
				}
			})
		}
		// Of refusals only a wrong password is remembered.
		if after := countAuditEntries(t, s); after != before+1 {
			t.Errorf("%d entries of the audit more after refusals", after-before)
		}
	})
}

// Who may not is told so before any id is read.
func TestDeskVerbsByRole(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		none := uuid.New()
		before := countAuditEntries(t, s)
		for verb, c := range map[string]struct {
			selection string
			input     in
		}{
			"recordPayment":         {"payment { id }", in{"providerId": none, "amountMinor": "0", "currency": "", "paymentDate": "2026-01-05", "method": "CASH", "reference": ""}},
			"reversePayment":        {"reversal { id }", in{"id": none, "reason": ""}},
			"createServiceProvider": {"serviceProvider { id }", in{"name": ""}},
			"updateServiceProvider": {"serviceProvider { id }", in{"id": none}},
			"createZone":            {"zone { id }", in{"name": ""}},
			"updateZone":            {"zone { id }", in{"id": none, "name": ""}},
			"moveZone":              {"zone { id }", in{"id": none}},
			"createCategory":        {"category { id }", in{"name": ""}},
			"updateCategory":        {"category { id }", in{"id": none}},
			"moveCategory":          {"category { id }", in{"id": none}},
			"createGroup":           {"group { id }", in{"name": ""}},
			"updateGroup":           {"group { id }", in{"id": none}},
			"addGroupMembers":       {"added", in{"id": none, "userIds": []any{}}},
			"removeGroupMembers":    {"removed", in{"id": none, "userIds": []any{}}},
			"createUser":            {"password", in{"name": "", "email": ""}},
			"updateUser":            {"user { id }", in{"id": none}},
			"changeUserRole":        {"user { id }", in{"id": none, "role": "USER"}},
			"disableUser":           {"user { id }", in{"id": none}},
			"enableUser":            {"user { id }", in{"id": none}},
			"resetUserPassword":     {"password", in{"id": none}},
			"revokeAllSessions":     {"ended", in{"userId": none}},
		} {
			t.Run(verb, func(t *testing.T) {
				for _, as := range []string{testenv.Anonymous, testenv.User, testenv.Solver, testenv.Provider} {
					want := "PERMISSION_DENIED"
					if as == testenv.Anonymous {
						want = "AUTHENTICATION_REQUIRED"
					}
					if a := mutate(t, s, as, verb, c.selection, c.input); a.Code() != want {
						t.Errorf("%s as %q: %s", verb, as, a.Raw)
					}
				}
			})
		}
		if after := countAuditEntries(t, s); after != before {
			t.Errorf("%d entries of the audit more after refusals", after-before)
		}
	})
}

// A person's whole life as an account, and that the audit tells no personal value of it.
func TestAccountsThroughTheGraph(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		const name, email, phone = "Wilhelmina Quastenflosser", "quastenflosser@example.org", "+49 555 0199"
		a := mustMutate(t, s, testenv.Admin, "createUser", "password user { id version role contact { email } }", in{"name": name, "email": email, "phone": phone})
		id, password := a.At("createUser", "user", "id"), a.At("createUser", "password").(string)
		login := func(email, password string) string {
			a := mutate(t, s, testenv.Anonymous, "login", "accessToken", in{"email": email, "password": password})
			token, _ := a.At("login", "accessToken").(string)
			return token
		}
		alive := func(token string) bool {
			s.Clock.Advance(time.Second) // a viewer may be remembered for less
			return s.Do(t, testenv.Request{Path: "/graphql?query={viewer{id}}", Token: token}).Status == 200
		}
		if a := mutate(t, s, testenv.Anonymous, "login", "accessToken", in{"email": email, "password": password}); a.Code() != "PASSWORD_CHANGE_REQUIRED" || strings.Contains(a.Raw, "eyJ") {
			t.Fatalf("a generated password signs in: %s", a.Raw)
		}
		change := func(old, fresh string) testenv.Result {
			return mutate(t, s, testenv.Anonymous, "changePassword", "tokens { accessToken }", in{"email": email, "currentPassword": old, "newPassword": fresh})
		}
		if a := change("not the password", "a password of her own"); a.Code() != "AUTHENTICATION_REQUIRED" {
			t.Errorf("a wrong password is changed: %s", a.Raw)
		}
		if a := change(password, password); invalidFields(a) != "newPassword" {
			t.Errorf("a generated password stays: %s", a.Raw)
		}
		if a := change(password, "a password of her own"); a.Code() != "" || !alive(a.At("changePassword", "tokens", "accessToken").(string)) {
			t.Errorf("changing it does not sign in: %s", a.Raw)
		}
		first := login(email, "a password of her own")
		if first == "" || !alive(first) {
			t.Fatal("the chosen password does not sign in")
		}
		again := mustMutate(t, s, testenv.Admin, "resetUserPassword", "password", in{"id": id}).At("resetUserPassword", "password").(string)
		if alive(first) || login(email, password) != "" || again == password {
			t.Error("a password that was reset still works")
		}
		second, _ := change(again, "another one of her own").At("changePassword", "tokens", "accessToken").(string)
		if !alive(second) {
			t.Error("changing a password that was reset does not sign in")
		}
		if a := s.MustExecute(t, testenv.Admin, `query($id: ID!) { node(id: $id) { ... on User { name version } } }`, map[string]any{"id": id}); a.At("node", "version") != 2.0 {
			t.Errorf("the version is not told: %s", a.Raw)
		}
		if a := s.MustExecute(t, testenv.User, `query($id: ID!) { complaint(id: $id) { statusLog { edges { node { actor { name version } } } } } }`, map[string]any{"id": s.Samples.Complaint}); !strings.Contains(a.Raw, `"version":null`) {
			t.Errorf("the version of others is told: %s", a.Raw)
		}
		mustMutate(t, s, testenv.Admin, "updateUser", "user { name }", in{"id": id, "name": name + " II", "phone": "+49 555 0200", "expectedVersion": 2})
		mustMutate(t, s, testenv.Admin, "disableUser", "user { state } scheduledBroadcasts { id }", in{"id": id})
		if alive(second) {
			t.Error("a disabled account is let in")
		}
		mustMutate(t, s, testenv.Admin, "enableUser", "user { state }", in{"id": id})
		if alive(second) {
			t.Error("enabling an account revives its sessions")
		}
		third := login(email, "another one of her own")
		if a := mustMutate(t, s, testenv.SuperAdmin, "changeUserRole", "user { role }", in{"id": id, "role": "ADMIN"}); a.At("changeUserRole", "user", "role") != "ADMIN" {
			t.Error(a.Raw)
		}
		if res := s.Do(t, testenv.Request{Path: "/graphql?query={users{totalCount}}", Token: third}); !strings.Contains(res.Body, `"totalCount"`) {
			t.Errorf("an administrator is not let in: %s", res.Body)
		}
		if a := mustMutate(t, s, testenv.SuperAdmin, "revokeAllSessions", "ended", in{"userId": id}); a.At("revokeAllSessions", "ended") != 1.0 || alive(third) {
			t.Errorf("sessions go on: %s", a.Raw)
		}
		rows, err := s.Store.Client().AuditEntry.Query().Where(auditentry.SubjectID(uuid.MustParse(id.(string)))).All(testenv.System())
		if err != nil || len(rows) < 6 {
			t.Fatalf("%d entries: %v", len(rows), err)
		}
		for _, row := range rows {
			text := strings.ToLower(string(row.Before) + string(row.After))
			for _, secret := range []string{"quasten", "+49", password, again, "of her own", "argon2", "@example"} {
				if strings.Contains(text, strings.ToLower(secret)) {
					t.Errorf("%s tells %q: %s", row.Action, secret, text)
				}
			}
		}
	})
}

func TestOwnPasswordAndSessions(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		login := func(email, password string) testenv.Result {
			return mutate(t, s, testenv.Anonymous, "login", "accessToken", in{"email": email, "password": password})
		}
		token := func(a testenv.Result, verb ...any) string {
			text, _ := a.At(append(verb, "accessToken")...).(string)
			return text
		}
		code := func(token string) string {
			s.Clock.Advance(time.Second) // a viewer may be remembered for less
			return s.Do(t, testenv.Request{Path: "/graphql?query={viewer{id}}", Token: token}).Body
		}
		old := token(login(testenv.User2, demo.Password), "login")
		a := mustMutate(t, s, testenv.User2, "changeOwnPassword", "tokens { accessToken refreshToken }", in{"currentPassword": demo.Password, "newPassword": "quite another one"})
		fresh := token(a, "changeOwnPassword", "tokens")
		for name, ended := range map[string]string{"the other session": old, "the one that asked": s.Token(t, testenv.User2)} {
			if body := code(ended); !strings.Contains(body, "SESSION_REVOKED") {
				t.Errorf("%s goes on: %s", name, body)
			}
		}
		if body := code(fresh); strings.Contains(body, "errors") {
			t.Errorf("the new session is refused: %s", body)
		}
		if token(login(testenv.User2, demo.Password), "login") != "" || token(login(testenv.User2, "quite another one"), "login") == "" {
			t.Error("the password did not change")
		}

		login(testenv.User, demo.Password) // another session
		current, mine := 0, any(nil)
		list, _ := s.MustExecute(t, testenv.User, `{ viewer { sessions(first: 100) { edges { node { id current } } } } }`, nil).At("viewer", "sessions", "edges").([]any)
		for _, edge := range list {
			if node := edge.(in)["node"].(in); node["current"] == true {
				current++
				mine = node["id"]
				if seen := s.MustExecute(t, testenv.Admin, `query($id: ID!) { node(id: $id) { ... on Session { current } } }`, in{"id": node["id"]}); seen.At("node", "current") != false {
					t.Errorf("it is an administrator's too: %s", seen.Raw)
				}
			}
		}
		if current != 1 || len(list) < 2 {
			t.Errorf("%d of %d sessions are the one that asks", current, len(list))
		}
		if a := mutate(t, s, testenv.Solver, "revokeSession", "session { id }", in{"id": mine}); a.Code() != "NOT_FOUND" {
			t.Errorf("a stranger's session: %s", a.Raw)
		}
		theirs := s.MustExecute(t, testenv.SuperAdmin, `{ viewer { sessions { edges { node { id } } } } }`, nil).At("viewer", "sessions", "edges", 0, "node", "id")
		if a := mutate(t, s, testenv.Admin, "revokeSession", "session { id }", in{"id": theirs}); a.Code() != "NOT_FOUND" {
			t.Errorf("another administrator's session: %s", a.Raw)
		}
		user := s.Token(t, testenv.User)
		mustMutate(t, s, testenv.Admin, "revokeSession", "session { revokedAt }", in{"id": mine})
		if body := code(user); !strings.Contains(body, "SESSION_REVOKED") {
			t.Errorf("a revoked session goes on: %s", body)
		}
	})
}

// Of two super_admins who demote each other at once, one stays.
func TestSuperAdminsDemoteEachOther(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		mustMutate(t, s, testenv.SuperAdmin, "changeUserRole", "user { id }", in{"id": accountUUID(t, s, testenv.Admin), "role": "SUPER_ADMIN"})
		var responses [2]testenv.Result
		var wg sync.WaitGroup
		for i, pair := range [][2]string{{testenv.SuperAdmin, testenv.Admin}, {testenv.Admin, testenv.SuperAdmin}} {
			other := accountUUID(t, s, pair[1])
			s.Token(t, pair[0])
			wg.Go(func() {
				responses[i] = mutate(t, s, pair[0], "changeUserRole", "user { id }", in{"id": other, "role": "USER"})
			})
		}
		wg.Wait()
		n, err := s.Store.Client().User.Query().Where(user.RoleEQ(domain.RoleSuperAdmin), user.StateEQ(domain.AccountActive)).Count(testenv.System())
		if err != nil || n != 1 || (responses[0].Code() == "") == (responses[1].Code() == "") {
			t.Errorf("%d super_admins are left (%v): %s %s", n, err, responses[0].Raw, responses[1].Raw)
		}
	})
}

func TestRegistration(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabaseWithRegistration(t, func(t *testing.T, s *testenv.Server) {
		first := mutate(t, s, testenv.Anonymous, "registerUser", "accepted", in{"name": "Ada", "email": "ada@example.org", "password": "a long password"})
		taken := mutate(t, s, testenv.Anonymous, "registerUser", "accepted", in{"name": "Eve", "email": "User@example.com", "password": "a long password"})
		if first.Raw != taken.Raw || first.At("registerUser", "accepted") != true {
			t.Errorf("an address with an account is told apart: %s %s", first.Raw, taken.Raw)
		}
		role := "{ viewer { role name } }"
		token, _ := mutate(t, s, testenv.Anonymous, "login", "accessToken", in{"email": "ada@example.org", "password": "a long password"}).At("login", "accessToken").(string)
		if res := s.Do(t, testenv.Request{Path: "/graphql?query=" + strings.ReplaceAll(role, " ", "+"), Token: token}); !strings.Contains(res.Body, `"USER"`) {
			t.Errorf("who registered is no user: %s", res.Body)
		}
		if a := mutate(t, s, testenv.Anonymous, "login", "accessToken", in{"email": testenv.User, "password": "a long password"}); a.Code() != "AUTHENTICATION_REQUIRED" {
			t.Errorf("registering took an account over: %s", a.Raw)
		}
		if a := mutate(t, s, testenv.Anonymous, "registerUser", "accepted", in{"name": "", "email": "x", "password": "short"}); invalidFields(a) != "email name password" {
			t.Errorf("%s", a.Raw)
		}
		for password, message := range map[string]string{
			"qwertyuiop":          "is one of the most common passwords",
			"qwertzuiopü":         "is one of the most common passwords",
			"1poiuytreza!":        "is one of the most common passwords",
			"ada.lovelace":        "must not be the e-mail address",
			"Augusta Ada Of York": "must not be the name",
		} {
			t.Run(password, func(t *testing.T) {
				a := mutate(t, s, testenv.Anonymous, "registerUser", "accepted", in{"name": "Augusta Ada of York", "email": "Ada.Lovelace@example.org", "password": password})
				if invalidFields(a) != "password" || !strings.Contains(a.Raw, message) {
					t.Errorf("%s: %s", password, a.Raw)
				}
			})
		}
		limited := false
		for range 6 {
			a := mutate(t, s, testenv.Anonymous, "registerUser", "accepted", in{"name": "Ada", "email": "ada@example.org", "password": "a long password"})
			limited = limited || a.Code() == strings.ToUpper(string(fault.RateLimited))
		}
		if !limited {
			t.Error("registering is not limited")
		}
	})
}

// What is made and moved stands where it was put.
func TestPlacesGroupsAndProviders(t *testing.T) {
	type in = map[string]any
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		create := func(verb, noun string, input in) string {
			return mustMutate(t, s, testenv.Admin, verb, noun+" { id }", input).At(verb, noun, "id").(string)
		}
		north, south := create("createZone", "zone", in{"name": "North"}), create("createZone", "zone", in{"name": "South"})
		inner := create("createZone", "zone", in{"name": "Inner", "parentId": north})
		if a := mustMutate(t, s, testenv.Admin, "moveZone", "zone { parent { id } }", in{"id": inner, "parentId": south}); a.At("moveZone", "zone", "parent", "id") != south {
			t.Error(a.Raw)
		}
		if a := mustMutate(t, s, testenv.Admin, "moveZone", "zone { parent { id } }", in{"id": inner}); a.At("moveZone", "zone", "parent") != nil {
			t.Error(a.Raw)
		}
		if a := mustMutate(t, s, testenv.Admin, "updateZone", "zone { name }", in{"id": inner, "name": " Middle "}); a.At("updateZone", "zone", "name") != "Middle" {
			t.Error(a.Raw)
		}
		kind := create("createCategory", "category", in{"name": "Lamps", "slaHours": 24})
		if a := mustMutate(t, s, testenv.Admin, "updateCategory", "category { name slaHours defaultPriority }", in{"id": kind, "noSlaHours": true, "defaultPriority": "URGENT"}); a.At("updateCategory", "category", "slaHours") != nil ||
			a.At("updateCategory", "category", "defaultPriority") != "URGENT" || a.At("updateCategory", "category", "name") != "Lamps" {
			t.Error(a.Raw)
		}
		mustMutate(t, s, testenv.Admin, "moveCategory", "category { id }", in{"id": kind, "parentId": create("createCategory", "category", in{"name": "Streets at night"})})
		company := create("createServiceProvider", "serviceProvider", in{"name": "Brightly"})
		if a := mustMutate(t, s, testenv.Admin, "updateServiceProvider", "serviceProvider { name active }", in{"id": company, "active": false}); a.At("updateServiceProvider", "serviceProvider", "active") != false {
			t.Error(a.Raw)
		}
		group := create("createGroup", "group", in{"name": "Wardens"})
		mustMutate(t, s, testenv.Admin, "updateGroup", "group { name }", in{"id": group, "description": "Who look after it."})
		two := []any{accountUUID(t, s, testenv.User), accountUUID(t, s, testenv.Solver)}
		for _, want := range []float64{2, 0} {
			if a := mustMutate(t, s, testenv.Admin, "addGroupMembers", "added", in{"id": group, "userIds": two}); a.At("addGroupMembers", "added") != want {
				t.Error(a.Raw)
			}
		}
		mine := `{ viewer { groups(where: {name: "Wardens"}) { totalCount } } }`
		if a := s.MustExecute(t, testenv.User, mine, nil); a.At("viewer", "groups", "totalCount") != 1.0 {
			t.Error(a.Raw)
		}
		if a := mustMutate(t, s, testenv.Admin, "removeGroupMembers", "removed", in{"id": group, "userIds": two[:1]}); a.At("removeGroupMembers", "removed") != 1.0 {
			t.Error(a.Raw)
		}
		if a := s.MustExecute(t, testenv.User, mine, nil); a.At("viewer", "groups", "totalCount") != 0.0 {
			t.Error(a.Raw)
		}

		// Two moves at once don't close a circle.
		for range 5 {
			var responses [2]testenv.Result
			var wg sync.WaitGroup
			for i, pair := range [][2]string{{north, south}, {south, north}} {
				wg.Go(func() {
					responses[i] = mutate(t, s, testenv.Admin, "moveZone", "zone { id }", in{"id": pair[0], "parentId": pair[1]})
				})
			}
			wg.Wait()
			if (responses[0].Code() == "") == (responses[1].Code() == "") {
				t.Fatalf("%s %s", responses[0].Raw, responses[1].Raw)
			}
			mustMutate(t, s, testenv.Admin, "moveZone", "zone { id }", in{"id": north})
			mustMutate(t, s, testenv.Admin, "moveZone", "zone { id }", in{"id": south})
		}
	})
}

// Whoever disables an administrator sees what still goes out in that name.
func TestDisablingShowsScheduledBroadcasts(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		admin := accountUUID(t, s, testenv.Admin)
		now := s.Clock.Now()
		b, err := s.Store.Client().Broadcast.Create().SetTitle("Water is off").SetMessage("Tomorrow.").
			SetChannels([]domain.Channel{domain.ChannelInApp}).SetTargetType(domain.TargetAll).
			SetStatus(domain.BroadcastScheduled).SetScheduledAt(now.Add(time.Hour)).SetCreatedByID(admin).
			SetCreatedAt(now).SetUpdatedAt(now).Save(testenv.System())
		if err != nil {
			t.Fatal(err)
		}
		a := mustMutate(t, s, testenv.SuperAdmin, "disableUser", "user { state disabledAt } scheduledBroadcasts { id status createdBy { id } }", map[string]any{"id": admin})
		if !strings.Contains(a.Raw, b.ID.String()) || strings.Contains(a.Raw, `"SENT"`) || a.At("disableUser", "user", "state") != "DISABLED" {
			t.Error(a.Raw)
		}
	})
}
