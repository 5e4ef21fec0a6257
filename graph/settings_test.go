package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestServiceInfo: everybody reads it, without a token too, and nothing beside it; once there is an
// account it costs no statement.
func TestServiceInfo(t *testing.T) {
	const query = `{ serviceInfo {
		organization { name address logoUrl } languages timeZone signIn registration mail firstStart mapTiles version
		limits { imageBytes imagePixels videoBytes files uploadsPerHour uploadsPerHourOfStaff title description address comment note
			reasonCode instructions remarks broadcastMessageBytes name phone passwordMinimum page bulk } } }`
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		a := s.MustExecute(t, Anonymous, query, nil)
		const want = `{"data":{"serviceInfo":{"organization":{"name":"Redress","address":"","logoUrl":""},"languages":["en"],` +
			`"timeZone":"UTC","signIn":["PASSWORD"],"registration":false,"mail":false,"firstStart":false,"mapTiles":null,"version":"test",` +
			`"limits":{"imageBytes":10485760,"imagePixels":50000000,"videoBytes":104857600,"files":10,"uploadsPerHour":60,` +
			`"uploadsPerHourOfStaff":300,"title":200,"description":10000,"address":500,"comment":5000,"note":2000,"reasonCode":40,` +
			`"instructions":5000,"remarks":5000,"broadcastMessageBytes":10000,"name":200,"phone":40,"passwordMinimum":10,"page":100,"bulk":100}}}`
		if !strings.HasPrefix(a.Raw, want) {
			t.Errorf("is   %s\nwant %s", a.Raw, want)
		}
		if n, _ := statements(t, s, User, query, nil); n != 0 {
			t.Errorf("%d statements", n)
		}
		for _, beside := range []string{"viewer { id }", "settings { version }", "reasonCodes(action: HOLD) { code }", "zones { totalCount }"} {
			a := s.Execute(t, Anonymous, "{ serviceInfo { version } "+beside+" }", nil)
			if a.Code() != "AUTHENTICATION_REQUIRED" || strings.Contains(a.Raw, "test") {
				t.Errorf("%s: %s", beside, a.Raw)
			}
		}
	})
}

// TestSettings: super administrators change them and read who did it; each instance follows, and so do
// the rules and what everybody is told.
func TestSettings(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		for _, as := range []string{Anonymous, User, Solver, Provider, Admin} {
			want := "PERMISSION_DENIED"
			if as == Anonymous {
				want = "AUTHENTICATION_REQUIRED"
			}
			if a := mutate(t, s, as, "updateSettings", "settings { version }", in{"name": "Mine"}); a.Code() != want {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		for field, value := range map[string]any{
			"closeAfterDays": 0, "reopenWithinDays": 3651, "name": strings.Repeat("n", 201), "address": strings.Repeat("a", 501),
			"logoUrl": "http://example.org/logo.svg", "languages.0": []string{"english"}, "timeZone": "Local", "mapTiles": "https://example.org/tiles",
			"workingDays": []string{"MONDAY", "SUNDAY", "MONDAY"}, "phone": strings.Repeat("1", 41), "email": "nobody",
			"replyTo": "Somebody <desk@example.org>", "replyTo.0": "büro@example.org", "color": "#12345", "color.0": "red",
		} {
			field, _, _ := strings.Cut(field, ".")
			a := mutate(t, s, SuperAdmin, "updateSettings", "settings { version }", in{field: value})
			if got := invalidFields(a); a.Code() != "VALIDATION_ERROR" || !strings.HasPrefix(got, field) {
				t.Errorf("%s: %s", field, a.Raw)
			}
		}
		if a := mutate(t, s, SuperAdmin, "updateSettings", "settings { version }", in{}); a.Code() != "VALIDATION_ERROR" {
			t.Error(a.Raw)
		}

		other := s.NewInstance(t, s.DatabaseURL)
		const fields = `settings { version closeAfterDays reopenWithinDays organization { name address logoUrl color email phone replyTo } languages timeZone workingDays mapTiles }`
		mustMutate(t, s, SuperAdmin, "updateSettings", fields, in{
			"expectedVersion": 0, "closeAfterDays": 3650, "reopenWithinDays": 0, "name": " City of Tidewell ", "address": "1 Quay\nTidewell",
			"logoUrl": "https://tidewell.example/logo.svg", "languages": []string{"de", "en"}, "timeZone": "Europe/Lisbon",
			"mapTiles": "https://tiles.example/{z}/{x}/{y}.png", "workingDays": []string{"SUNDAY", "MONDAY"},
			"color": " #FFCC00", "email": " Help@Tidewell.example ", "phone": "+351 21 000", "replyTo": "desk@bücher.example",
		})
		const organization = `{"name":"City of Tidewell","address":"1 Quay\nTidewell","logoUrl":"https://tidewell.example/logo.svg",` +
			`"color":"#ffcc00","email":"Help@Tidewell.example","phone":"+351 21 000","replyTo":"desk@bücher.example"}`
		if a := s.MustExecute(t, Anonymous, `{ serviceInfo { organization { name address logoUrl color email phone replyTo } } }`, nil); !strings.Contains(a.Raw, organization) {
			t.Error(a.Raw)
		}
		if a := mutate(t, s, SuperAdmin, "updateSettings", fields, in{"expectedVersion": 0, "name": "Late"}); a.Code() != "CONFLICT" {
			t.Errorf("a version that is gone: %s", a.Raw)
		}
		a := mustMutate(t, s, SuperAdmin, "updateSettings", fields, in{"expectedVersion": 1, "name": "City of Tidewell", "workingDays": []string{"MONDAY", "SUNDAY"}})
		if got := a.At("updateSettings", "settings", "version"); got != 1.0 || !strings.Contains(a.Raw, `"workingDays":["MONDAY","SUNDAY"]`) {
			t.Errorf("nothing changed: %s", a.Raw)
		}

		// Nothing is closed for ten years, and nothing is reopened.
		if n, err := s.Service.Desk.CloseResolved(System()); err != nil || n != 0 {
			t.Errorf("%d closed, %v", n, err)
		}
		const info = `{ serviceInfo { organization { name } languages timeZone mapTiles } }`
		before := s.MustExecute(t, Anonymous, info, nil).Raw
		if !strings.Contains(before, "City of Tidewell") || !strings.Contains(before, `["de","en"]`) || !strings.Contains(before, "{z}") {
			t.Error(before)
		}
		if err := other.Service.Settings.RefreshSettings(System()); err != nil {
			t.Fatal(err)
		}
		if there := other.MustExecute(t, Anonymous, info, nil).Raw; there != before {
			t.Errorf("another instance says %s", there)
		}

		// What is empty is the default again; a day later what is resolved is closed.
		mustMutate(t, s, SuperAdmin, "updateSettings", fields, in{"name": "", "languages": []string{}, "timeZone": "", "mapTiles": "", "closeAfterDays": 1, "workingDays": []string{}, "color": "", "email": ""})
		if a := s.MustExecute(t, Anonymous, `{ serviceInfo { organization { color email } } }`, nil); !strings.Contains(a.Raw, `{"color":"#0f766e","email":""}`) {
			t.Error(a.Raw)
		}
		if a := s.MustExecute(t, SuperAdmin, `{ settings { workingDays } }`, nil); !strings.Contains(a.Raw, `["MONDAY","TUESDAY","WEDNESDAY","THURSDAY","FRIDAY"]`) {
			t.Error(a.Raw)
		}
		if got := s.MustExecute(t, Anonymous, info, nil).Raw; !strings.Contains(got, `"name":"Redress"`) || !strings.Contains(got, `"mapTiles":null`) {
			t.Error(got)
		}
		resolved := s.Store.Client().Complaint.Query().Where(complaint.StatusEQ(domain.ComplaintResolved)).CountX(System())
		if n, err := s.Service.Desk.CloseResolved(System()); err != nil || n == 0 || n > resolved {
			t.Errorf("%d of %d closed, %v", n, resolved, err)
		}

		a = s.MustExecute(t, SuperAdmin, `{ settings { version changes { version actor { id } before after createdAt } } }`, nil)
		actor := accountUUID(t, s, SuperAdmin).String()
		if a.At("settings", "changes", 0, "version") != 2.0 || a.At("settings", "changes", 1, "actor", "id") != actor ||
			a.At("settings", "changes", 0, "before", "closeAfterDays") != 3650.0 || a.At("settings", "changes", 0, "after", "closeAfterDays") != 1.0 ||
			a.At("settings", "changes", 1, "before", "closeAfterDays") != nil {
			t.Error(a.Raw)
		}
		if n, _ := statements(t, s, SuperAdmin, `{ settings { version changes { version actor { id name } } } }`, nil); n != 3 {
			t.Errorf("%d statements", n) // the settings, the changes, who made them
		}
		if a := s.MustExecute(t, SuperAdmin, `{ settings { changes(before: 2) { version } } }`, nil); !strings.Contains(a.Raw, `"changes":[{"version":1}]`) {
			t.Error(a.Raw)
		}
		if n := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("settings.update")).CountX(System()); n != 2 {
			t.Errorf("%d audit entries", n)
		}
	})
}

// TestPreferences: everybody has their own, and sees nobody else's.
func TestPreferences(t *testing.T) {
	const fields = `language theme timeZone density columns { list columns } startView`
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		read := func(as string) string {
			return s.MustExecute(t, as, `{ viewer { preferences { `+fields+` } } }`, nil).Raw
		}
		const defaults = `{"language":null,"theme":"SYSTEM","timeZone":null,"density":"COMFORTABLE","columns":[],"startView":null}`
		for _, as := range []string{User, Solver, Provider, Admin, SuperAdmin} {
			if got := read(as); !strings.Contains(got, defaults) {
				t.Errorf("%s: %s", name(as), got)
			}
		}
		mustMutate(t, s, Solver, "updatePreferences", "preferences { "+fields+" }", in{
			"language": "de", "theme": "DARK", "timeZone": "Europe/Lisbon", "density": "COMPACT", "startView": "today",
			"columns": []in{{"list": "tasks", "columns": []string{"due", "title"}}, {"list": "updates", "columns": []string{"at"}}},
		})
		mustMutate(t, s, Solver, "updatePreferences", "preferences { "+fields+" }", in{
			"timeZone": "", "columns": []in{{"list": "updates", "columns": []string{}}},
		})
		if got := read(Solver); !strings.Contains(got,
			`{"language":"de","theme":"DARK","timeZone":null,"density":"COMPACT","columns":[{"list":"tasks","columns":["due","title"]}],"startView":"today"}`) {
			t.Error(got)
		}
		if got := read(User); !strings.Contains(got, defaults) {
			t.Error(got)
		}
		a := s.MustExecute(t, Admin, `query($id: ID!) { node(id: $id) { ... on User { preferences { theme } } } }`, in{"id": accountUUID(t, s, Solver)})
		if a.At("node", "preferences") != nil {
			t.Errorf("an administrator reads %s", a.Raw)
		}
		lists := make([]in, 20)
		for i := range lists {
			lists[i] = in{"list": fmt.Sprint("list", i), "columns": []string{"a"}}
		}
		for what, input := range map[string]in{
			"language": {"language": "German"}, "timeZone": {"timeZone": "Nowhere/Else"}, "startView": {"startView": strings.Repeat("v", 201)},
			"columns": {"columns": lists}, "columns.0.list": {"columns": []in{{"list": "a b", "columns": []string{}}}},
			"columns.0.columns.1": {"columns": []in{{"list": "a", "columns": []string{"x", "x"}}}}, "input": {},
		} {
			a := mutate(t, s, Solver, "updatePreferences", "preferences { theme }", input)
			if got := invalidFields(a); a.Code() != "VALIDATION_ERROR" || got != what {
				t.Errorf("%s: %q %s", what, got, a.Raw)
			}
		}
		if a := mutate(t, s, Anonymous, "updatePreferences", "preferences { theme }", in{"theme": "DARK"}); a.Code() != "AUTHENTICATION_REQUIRED" {
			t.Error(a.Raw)
		}
	})
}

// TestReasonCodes: an action takes any code until administrators list some, and what they list from then on.
func TestReasonCodes(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		labels := []in{{"language": "en", "text": "Waits for a part"}, {"language": "de", "text": "Wartet auf ein Teil"}}
		set := func(as, action, code string) Result {
			return mutate(t, s, as, "setReasonCode", `reasonCode { code retired labels { language text } label(language: "de-AT") }`,
				in{"action": action, "code": code, "labels": labels})
		}
		id := s.Store.Client().Complaint.Query().Where(complaint.StatusEQ(domain.ComplaintSubmitted)).FirstIDX(System()).String()
		hold := func(code string) Result {
			a := mutate(t, s, Admin, "holdComplaint", "complaint { status }", in{"id": id, "reasonCode": code})
			if len(a.Errors) == 0 {
				mustMutate(t, s, Admin, "resumeComplaint", "complaint { status }", in{"id": id})
			}
			return a
		}
		if a := hold("anything goes"); len(a.Errors) > 0 {
			t.Fatal(a.Raw)
		}
		for _, as := range []string{Anonymous, User, Solver, Provider} {
			if a := set(as, "HOLD", "part"); len(a.Errors) == 0 {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		if a := set(Admin, "RETURN", "Not A Code"); invalidFields(a) != "action code" {
			t.Error(a.Raw)
		}
		if a := set(Admin, "HOLD", "part"); a.At("setReasonCode", "reasonCode", "label") != "Wartet auf ein Teil" {
			t.Fatal(a.Raw)
		}
		if a := hold("anything goes"); a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "reasonCode" {
			t.Errorf("a code that is not listed: %s", a.Raw)
		}
		if a := hold("part"); len(a.Errors) > 0 {
			t.Error(a.Raw)
		}
		for _, as := range []string{User, Solver, Provider, Admin} {
			a := s.MustExecute(t, as, `{ hold: reasonCodes(action: HOLD) { code label(language: "fr") } none: reasonCodes(action: REJECT) { code } back: reasonCodes(action: RETURN) { code } }`, nil)
			if !strings.Contains(a.Raw, `"hold":[{"code":"part","label":"Waits for a part"}],"none":[]`) || !strings.Contains(a.Raw, `"no_access"`) {
				t.Errorf("%s: %s", name(as), a.Raw)
			}
		}
		if a := mutate(t, s, Admin, "retireReasonCode", "reasonCode { retired }", in{"action": "HOLD", "code": "gone"}); invalidFields(a) != "code" {
			t.Error(a.Raw)
		}
		mustMutate(t, s, Admin, "retireReasonCode", "reasonCode { retired }", in{"action": "HOLD", "code": "part"})
		if a := hold("anything goes"); len(a.Errors) > 0 { // none is in use
			t.Error(a.Raw)
		}
		a := s.MustExecute(t, Admin, `{ reasonCodes(action: HOLD) { code } all: reasonCodes(action: HOLD, retired: true) { code retired } }`, nil)
		if !strings.Contains(a.Raw, `{"reasonCodes":[],"all":[{"code":"part","retired":true}]}`) {
			t.Error(a.Raw)
		}
		if n := s.Store.Client().AuditEntry.Query().Where(auditentry.ActionHasPrefix("reason_code.")).CountX(System()); n != 2 {
			t.Errorf("%d audit entries", n)
		}
	})
}
