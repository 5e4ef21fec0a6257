package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// verbs are the mutations for the actions of a complaint, with their inputs.
var verbs = map[domain.Action]string{
	domain.ActionTriage:   `triageComplaint(input: {id: $id, priority: HIGH}) { complaint { status } }`,
	domain.ActionComment:  `commentOnComplaint(input: {complaintId: $id, text: "Seen."}) { comment { id } }`,
	domain.ActionAssign:   `assignComplaint(input: {id: $id, solverId: $solver}) { complaint { status } }`,
	domain.ActionReject:   `rejectComplaint(input: {id: $id, reasonCode: "not_ours", publicNote: "Not ours."}) { complaint { status } }`,
	domain.ActionMerge:    `mergeComplaint(input: {id: $id, intoId: $other, reasonCode: "duplicate"}) { complaint { status } }`,
	domain.ActionUnmerge:  `unmergeComplaint(input: {id: $id, reasonCode: "not_the_same"}) { complaint { status } }`,
	domain.ActionEdit:     `updateComplaint(input: {id: $id, title: "Two lamps out"}) { complaint { status } }`,
	domain.ActionClaim:    `claimComplaint(input: {id: $id}) { complaint { status } }`,
	domain.ActionUnclaim:  `unclaimComplaint(input: {id: $id}) { complaint { status } }`,
	domain.ActionWithdraw: `withdrawComplaint(input: {id: $id}) { complaint { status } }`,
	domain.ActionHold:     `holdComplaint(input: {id: $id, reasonCode: "rain"}) { complaint { status } }`,
	domain.ActionResume:   `resumeComplaint(input: {id: $id}) { complaint { status } }`,
	domain.ActionResolve:  `resolveComplaint(input: {id: $id, publicNote: "Done."}) { complaint { status } }`,
	domain.ActionClose:    `closeComplaint(input: {id: $id}) { complaint { status } }`,
	domain.ActionRate:     `rateComplaint(input: {id: $id, rating: 4}) { complaint { status } }`,
	domain.ActionReopen:   `reopenComplaint(input: {id: $id, reasonCode: "not_fixed"}) { complaint { status } }`,
}

// complaintWithStatus creates a complaint of User with a status.
func complaintWithStatus(t *testing.T, s *testenv.Server, status domain.ComplaintStatus) uuid.UUID {
	t.Helper()
	text, _ := s.MustExecute(t, testenv.User, `mutation { submitComplaint(input: {title: "Lamp out"}) { complaint { id } } }`, nil).
		At("submitComplaint", "complaint", "id").(string)
	id := uuid.MustParse(text)
	u := s.Store.Client().Complaint.UpdateOneID(id).SetStatus(status)
	switch status {
	case domain.ComplaintOnHold:
		u.SetHeldFrom(domain.ComplaintSubmitted).SetHeldAt(s.Clock.Now())
	case domain.ComplaintResolved, domain.ComplaintClosed:
		u.SetResolvedAt(s.Clock.Now())
	}
	if err := u.Exec(testenv.System()); err != nil {
		t.Fatal(err)
	}
	return id
}

func solverOf(t *testing.T, s *testenv.Server) string {
	t.Helper()
	id, _ := s.MustExecute(t, testenv.Admin, `{ users(where: {hasContactWith: {email: "solver@example.com"}}) { edges { node { id } } } }`, nil).
		At("users", "edges", 0, "node", "id").(string)
	return id
}

// What availableActions calls enabled is accepted, and nothing else is: every status, every
// verb, for whoever may see the complaint.
func TestAvailableActionsTellTheTruth(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		solver, other := solverOf(t, s), complaintWithStatus(t, s, domain.ComplaintSubmitted)
		for _, status := range domain.ComplaintStatuses {
			for _, as := range []string{testenv.User, testenv.Admin} {
				told := map[domain.Action]bool{}
				shown := complaintWithStatus(t, s, status)
				list, _ := s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { availableActions { action enabled disabledReason } } }`, map[string]any{"id": shown}).
					At("complaint", "availableActions").([]any)
				for _, a := range list {
					a := a.(map[string]any)
					enabled, _ := a["enabled"].(bool)
					action := domain.Action(a["action"].(string))
					told[action] = enabled
					if verbs[action] == "" {
						t.Errorf("%s as %s: %s is told, and not tried", status, as, action)
					}
					if enabled == (a["disabledReason"] != "") {
						t.Errorf("%s %s: enabled %v with the reason %q", status, a["action"], enabled, a["disabledReason"])
					}
				}
				for action, verb := range verbs {
					id := complaintWithStatus(t, s, status)
					answer := s.Execute(t, as, `mutation`+declareVariables(verb)+` { `+verb+` }`,
						usedVariables(map[string]any{"id": id, "solver": solver, "other": other}, verb))
					if done := answer.Code() == ""; done != told[action] {
						t.Errorf("%s as %s, %s: told %v, but the answer is %s", status, as, action, told[action], answer.Raw)
					}
				}
			}
		}
	})
}

// Wrong input names the field, and nothing is changed.
func TestWrongInputChangesNothing(t *testing.T) {
	long := strings.Repeat("é", 10_001)
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		resolved := complaintWithStatus(t, s, domain.ComplaintResolved)
		vars := map[string]any{"id": id, "done": resolved, "nobody": domain.NewID(domain.KindUser), "long": long}
		count := func() string {
			c := s.Store.Client()
			ctx := testenv.System()
			return fmt.Sprint(c.Complaint.Query().CountX(ctx), c.StatusLog.Query().CountX(ctx), c.WorkTask.Query().CountX(ctx),
				c.Comment.Query().CountX(ctx), c.AuditEntry.Query().CountX(ctx),
				c.Complaint.Query().Where(complaint.ID(id)).OnlyX(ctx).Version, c.Complaint.Query().Where(complaint.ID(resolved)).OnlyX(ctx).Version)
		}
		s.Token(t, testenv.User) // signing in is audited too
		s.Token(t, testenv.Admin)
		before := count()
		for _, tt := range []struct{ as, verb, field string }{
			{testenv.User, `submitComplaint(input: {title: "  "}) { complaint { id } }`, "title"},
			{testenv.User, `submitComplaint(input: {title: "A", description: $long}) { complaint { id } }`, "description"},
			{testenv.User, `submitComplaint(input: {title: "A", latitude: 1}) { complaint { id } }`, "latitude"},
			{testenv.User, `submitComplaint(input: {title: "A", latitude: 91, longitude: 0}) { complaint { id } }`, "latitude"},
			{testenv.User, `submitComplaint(input: {title: "A", source: PHONE}) { complaint { id } }`, "source"},
			{testenv.User, `submitComplaint(input: {title: "A", zoneId: $nobody}) { complaint { id } }`, "zoneId"},
			{testenv.User, `submitComplaint(input: {title: "A", priority: URGENT}) { complaint { id } }`, "priority"},
			{testenv.User, `submitComplaint(input: {title: "A", contact: {phone: "1"}}) { complaint { id } }`, "contact"},
			{testenv.User, `submitComplaint(input: {title: "A", reporterId: $nobody}) { complaint { id } }`, "reporterId"},
			{testenv.Admin, `submitComplaint(input: {title: "A", source: IMPORT}) { complaint { id } }`, "source"},
			{testenv.Admin, `submitComplaint(input: {title: "A", contact: {name: "Ann"}}) { complaint { id } }`, "contact"},
			{testenv.Admin, `submitComplaint(input: {title: "A", contact: {email: "nonsense"}}) { complaint { id } }`, "contact.email"},
			{testenv.Admin, `submitComplaint(input: {title: "A", reporterId: $nobody}) { complaint { id } }`, "reporterId"},
			{testenv.Admin, `assignComplaint(input: {id: $id, solverId: $nobody}) { complaint { id } }`, "solverId"},
			{testenv.Admin, `mergeComplaint(input: {id: $id, intoId: $id, reasonCode: "d"}) { complaint { id } }`, "intoId"},
			{testenv.Admin, `mergeComplaint(input: {id: $id, intoId: $nobody, reasonCode: "d"}) { complaint { id } }`, "intoId"},
			{testenv.Admin, `claimComplaint(input: {id: $id, handlerId: $nobody}) { complaint { id } }`, "handlerId"},
			{testenv.User, `updateComplaint(input: {id: $id, title: " "}) { complaint { id } }`, "title"},
			{testenv.User, `updateComplaint(input: {id: $id}) { complaint { id } }`, "input"},
			{testenv.Admin, `updateComplaint(input: {id: $id, description: $long}) { complaint { id } }`, "description"},
			{testenv.Admin, `updateComplaint(input: {id: $id, latitude: 3}) { complaint { id } }`, "latitude"},
			{testenv.Admin, `updateComplaint(input: {id: $id, latitude: 3, longitude: 4, noPosition: true}) { complaint { id } }`, "noPosition"},
			{testenv.Admin, `holdComplaint(input: {id: $id, reasonCode: " "}) { complaint { id } }`, "reasonCode"},
			{testenv.Admin, `rejectComplaint(input: {id: $id, reasonCode: "x", publicNote: ""}) { complaint { id } }`, "publicNote"},
			{testenv.Admin, `resolveComplaint(input: {id: $id, publicNote: $long}) { complaint { id } }`, "publicNote"},
			{testenv.Admin, `triageComplaint(input: {id: $id}) { complaint { id } }`, "input"},
			{testenv.Admin, `triageComplaint(input: {id: $id, priority: LOW, expectedVersion: 9}) { complaint { id } }`, "expectedVersion"},
			{testenv.User, `commentOnComplaint(input: {complaintId: $id, text: "x", visibility: INTERNAL}) { comment { id } }`, "visibility"},
			{testenv.User, `rateComplaint(input: {id: $done, rating: 6}) { complaint { id } }`, "rating"},
			{testenv.User, `reopenComplaint(input: {id: $done, reasonCode: ""}) { complaint { id } }`, "reasonCode"},
		} {
			t.Run(fmt.Sprintf("%.40s %s", tt.verb, tt.field), func(t *testing.T) {
				answer := s.Execute(t, tt.as, `mutation`+declareVariables(tt.verb)+` { `+tt.verb+` }`, usedVariables(vars, tt.verb))
				if len(answer.Errors) == 0 {
					t.Fatalf("%s\nis taken: %s", tt.verb, answer.Raw)
				}
				fields, _ := answer.Errors[0].Extensions["fields"].([]any)
				if len(fields) != 1 || fields[0].(map[string]any)["field"] != tt.field {
					t.Errorf("%s\nnames %v, want %s", tt.verb, answer.Raw, tt.field)
				}
				if after := count(); after != before {
					t.Fatalf("%s\nchanged something: %s, was %s", tt.verb, after, before)
				}
			})
		}
	})
}

// A deadline that is given goes before the one that another category brings, or takes away.
func TestTriageTakesTheDeadlineGiven(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		edges, _ := s.MustExecute(t, testenv.Admin, `{ categories(first: 100) { edges { node { id slaHours } } } }`, nil).At("categories", "edges").([]any)
		if len(edges) < 2 {
			t.Fatal("too few categories")
		}
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		for _, edge := range edges {
			category := edge.(map[string]any)["node"].(map[string]any)["id"]
			for _, tt := range []struct {
				input string
				due   any
			}{
				{`dueAt: "2030-01-02T03:04:05.000Z"`, "2030-01-02T03:04:05.000Z"},
				{`noDueAt: true`, nil},
			} {
				t.Run(tt.input, func(t *testing.T) {
					other := edges[0].(map[string]any)["node"].(map[string]any)["id"]
					if other == category {
						other = edges[1].(map[string]any)["node"].(map[string]any)["id"]
					}
					s.MustExecute(t, testenv.Admin, `mutation($id: ID!, $c: ID!) { triageComplaint(input: {id: $id, categoryId: $c}) { complaint { id } } }`, map[string]any{"id": id, "c": other})
					a := s.Execute(t, testenv.Admin, `mutation($id: ID!, $c: ID!) { triageComplaint(input: {id: $id, categoryId: $c, `+tt.input+`}) { complaint { dueAt } } }`,
						map[string]any{"id": id, "c": category})
					if got := a.At("triageComplaint", "complaint", "dueAt"); len(a.Errors) > 0 || got != tt.due {
						t.Errorf("%s: due %v, want %v: %s", tt.input, got, tt.due, a.Raw)
					}
				})
			}
		}
	})
}

// Triage takes category and zone away again: with the category goes its deadline, unless one is given.
func TestTriageTakesAway(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		type in = map[string]any
		categories, _ := s.MustExecute(t, testenv.Admin, `{ categories(first: 100, where: {slaHoursGT: 0}) { edges { node { id } } } }`, nil).At("categories", "edges", 0, "node", "id").(string)
		zone := s.MustExecute(t, testenv.Admin, `{ zones(first: 1) { edges { node { id } } } }`, nil).At("zones", "edges", 0, "node", "id")
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		is := func(input in, want string) {
			t.Helper()
			input["id"] = id
			a := s.Execute(t, testenv.Admin, `mutation($in: TriageComplaintInput!) { triageComplaint(input: $in) { complaint { category { id } zone { id } dueAt } } }`, in{"in": input})
			c := a.At("triageComplaint", "complaint")
			row, _ := c.(in)
			if got := fmt.Sprint(row["category"] != nil, row["zone"] != nil, row["dueAt"] != nil); len(a.Errors) > 0 || got != want {
				t.Errorf("%v: category, zone and deadline are there: %s, want %s: %s", input, got, want, a.Raw)
			}
		}
		is(in{"categoryId": categories, "zoneId": zone}, "true true true")
		is(in{"noZone": true}, "true false true")
		is(in{"noCategory": true, "dueAt": "2030-01-02T03:04:05.000Z"}, "false false true")
		is(in{"noCategory": true, "zoneId": zone}, "false true true") // there was none
		is(in{"categoryId": categories}, "true true true")
		is(in{"noCategory": true}, "false true false")
		stats := s.MustExecute(t, testenv.Admin, `query($id: ID!) { complaintStats(where: {id: $id, hasCategory: false, hasZone: true, dueAtIsNil: true}) { total { count } } }`, in{"id": id})
		if stats.At("complaintStats", "total", "count") != 1.0 {
			t.Errorf("statistics: %s", stats.Raw)
		}
		before := s.Store.Client().Complaint.GetX(testenv.System(), id)
		for _, mutation := range []string{
			`triageComplaint(input: {id: $id, categoryId: $some, noCategory: true, zoneId: $some, noZone: true}) { complaint { id } }`,
			`triageComplaints(input: {items: [{id: $id}], categoryId: $some, noCategory: true, zoneId: $some, noZone: true}) { results { error { fields { field } } } }`,
		} {
			a := s.Execute(t, testenv.Admin, `mutation($id: ID!, $some: ID!) { `+mutation+` }`, in{"id": id, "some": zone})
			if !strings.Contains(a.Raw, `"categoryId"`) || !strings.Contains(a.Raw, `"zoneId"`) {
				t.Errorf("given and taken away: %s", a.Raw)
			}
		}
		a := s.MustExecute(t, testenv.Admin, `mutation($id: ID!) { triageComplaints(input: {items: [{id: $id}], noZone: true}) { results { complaint { zone { id } version } } } }`, in{"id": id})
		if a.At("triageComplaints", "results", 0, "complaint", "zone") != nil || a.At("triageComplaints", "results", 0, "complaint", "version") != float64(before.Version+1) {
			t.Errorf("of many: %s", a.Raw)
		}
		if a := s.Execute(t, testenv.Admin, `mutation($id: ID!) { triageComplaint(input: {id: $id, noZone: false, noCategory: false}) { complaint { id } } }`, in{"id": id}); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("nothing is changed: %s", a.Raw)
		}
	})
}

// A complaint is found by its reference as by its id, by those who may see it.
func TestComplaintByReference(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		type in = map[string]any
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		reference := s.Store.Client().Complaint.GetX(testenv.System(), id).Reference
		const query = `query($id: ID, $r: String) { complaint(id: $id, reference: $r) { id reference } }`
		for as, code := range map[string]string{
			testenv.User: "", testenv.Admin: "", testenv.User2: "NOT_FOUND", testenv.Solver: "NOT_FOUND",
			testenv.Provider: "PERMISSION_DENIED", testenv.Anonymous: "AUTHENTICATION_REQUIRED",
		} {
			var raw []string
			for _, by := range []in{{"r": reference}, {"id": id}, {"r": strings.ToLower(reference)}} {
				a := s.Execute(t, as, query, by)
				raw = append(raw, fmt.Sprint(a.Errors, a.Data))
				if a.Code() != code || code == "" && a.At("complaint", "id") != id.String() {
					t.Errorf("%s, %v: %s", as, by, a.Raw)
				}
			}
			missing := s.Execute(t, as, query, in{"r": "CMP-1999-000001"})
			if raw[0] != raw[1] || raw[0] != raw[2] || code == "NOT_FOUND" && fmt.Sprint(missing.Errors, missing.Data) != raw[0] {
				t.Errorf("%s is answered otherwise: %v, %s", as, raw, missing.Raw)
			}
		}
		for _, by := range []in{{}, {"id": id, "r": reference}, {"id": nil, "r": nil}, {"r": "a\u0000"}} {
			if a := s.Execute(t, testenv.Admin, query, by); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%v: %s", by, a.Raw)
			}
		}
		for _, odd := range []string{"", reference + " ", "%", strings.Repeat("x", 5_000)} {
			if a := s.Execute(t, testenv.Admin, query, in{"r": odd}); a.Code() != "NOT_FOUND" {
				t.Errorf("%.40q: %.300s", odd, a.Raw)
			}
		}
	})
}

// The deadline stands still on hold, however the hold ends: two days of it and one of a
// rejection are three.
func TestDeadlineStandsStillOnHold(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		s.Clock.Stop()
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		do := func(verb string) {
			t.Helper()
			s.MustExecute(t, testenv.Admin, `mutation($id: ID!) { `+verb+` }`, map[string]any{"id": id})
		}
		do(`triageComplaint(input: {id: $id, dueAt: "2040-01-01T00:00:00Z"}) { complaint { id } }`)
		do(verbs[domain.ActionHold])
		s.Clock.Advance(48 * time.Hour)
		do(verbs[domain.ActionReject])
		s.Clock.Advance(24 * time.Hour)
		do(verbs[domain.ActionReopen])
		a := s.MustExecute(t, testenv.Admin, `query($id: ID!) { complaint(id: $id) { dueAt } }`, map[string]any{"id": id})
		if got := a.At("complaint", "dueAt"); got != "2040-01-04T00:00:00.000Z" {
			t.Errorf("due %v", got)
		}
	})
}

// What was resolved two weeks ago closes by itself, unless its reporter is unhappy.
func TestResolvedComplaintsCloseByThemselves(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		quiet, unhappy := complaintWithStatus(t, s, domain.ComplaintResolved), complaintWithStatus(t, s, domain.ComplaintResolved)
		s.MustExecute(t, testenv.User, `mutation($id: ID!) { rateComplaint(input: {id: $id, rating: 2, comment: "Still dark."}) { complaint { id } } }`, map[string]any{"id": unhappy})
		read := func(id uuid.UUID) (status, actor string, flagged bool) {
			a := s.MustExecute(t, testenv.Admin, `query($id: ID!) { complaint(id: $id) { status flagged statusLog(last: 1) { edges { node { actorName } } } } }`, map[string]any{"id": id})
			status, _ = a.At("complaint", "status").(string)
			flagged, _ = a.At("complaint", "flagged").(bool)
			actor, _ = a.At("complaint", "statusLog", "edges", 0, "node", "actorName").(string)
			return status, actor, flagged
		}
		s.Clock.Advance(13 * 24 * time.Hour)
		if _, err := s.Service.Desk.CloseResolved(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status, _, _ := read(quiet); status != "RESOLVED" {
			t.Errorf("after 13 days it is %s", status)
		}
		s.Clock.Advance(2 * 24 * time.Hour)
		if _, err := s.Service.Desk.CloseResolved(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status, actor, _ := read(quiet); status != "CLOSED" || actor != "System" {
			t.Errorf("after 15 days it is %s by %s", status, actor)
		}
		if status, _, flagged := read(unhappy); status != "RESOLVED" || !flagged {
			t.Errorf("rated 2 it is %s, flagged %v", status, flagged)
		}
	})
}

var variables = map[string]string{"id": "ID!", "done": "ID!", "nobody": "ID!", "long": "String!", "solver": "ID!", "other": "ID!"}

func declareVariables(verb string) string {
	var parts []string
	for name, kind := range variables {
		if strings.Contains(verb, "$"+name) {
			parts = append(parts, "$"+name+": "+kind)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func usedVariables(vars map[string]any, verb string) map[string]any {
	out := map[string]any{}
	for name, v := range vars {
		if strings.Contains(verb, "$"+name) {
			out[name] = v
		}
	}
	return out
}
