package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

const timelineQuery = `query($id: ID!, $first: Int! = 100, $before: String, $kinds: [TimelineKind!]) { complaint(id: $id) { timeline(first: $first, before: $before, kinds: $kinds) {
	hasMore end entries { kind at step statusLog { id status actorName } comment { id text author { name } } task { id status solver { name } } taskUpdate { id remarks } media { id fileName } revision { id titleBefore actor { name } } lateEvidence { id remarks author { name } } } } } }`

// timelineKeys returns the kind and the row of each entry of a page.
func timelineKeys(t *testing.T, a Result) (keys []string) {
	t.Helper()
	fields := map[string]string{"MOVE": "statusLog", "COMMENT": "comment", "TASK_STEP": "task", "UPDATE": "taskUpdate", "MEDIA": "media", "EDIT": "revision", "LATE_EVIDENCE": "lateEvidence"}
	for i := range a.At("complaint", "timeline", "entries").([]any) {
		e := a.At("complaint", "timeline", "entries", i).(map[string]any)
		key := fmt.Sprint(e["kind"], " ", e["step"], " ")
		for kind, field := range fields {
			row, _ := e[field].(map[string]any)
			if (row != nil) != (kind == e["kind"]) {
				t.Errorf("an entry of %v: %v", e["kind"], e)
			}
			if row != nil {
				key += row["id"].(string)
			}
		}
		keys = append(keys, key)
	}
	return keys
}

// wantTimeline returns what an account should read of a complaint, without an order.
func (w *visibilityModel) wantTimeline(as string, id uuid.UUID) (keys []string) {
	rows := w.rows(w.accounts[as])
	add := func(kind, typ string, row uuid.UUID, of uuid.UUID, step any) {
		if of == id && rows[typ][row.String()] {
			keys = append(keys, fmt.Sprint(kind, " ", step, " ", row))
		}
	}
	for _, l := range w.logs {
		add("MOVE", "StatusLog", l.ID, l.ComplaintID, nil)
	}
	for _, c := range w.comments {
		add("COMMENT", "Comment", c.ID, c.ComplaintID, nil)
	}
	for _, m := range w.media {
		if m.ComplaintID != nil {
			add("MEDIA", "Media", m.ID, *m.ComplaintID, nil)
		}
	}
	for _, e := range w.revisions {
		add("EDIT", "ComplaintRevision", e.ID, e.ComplaintID, nil)
	}
	for _, e := range w.late {
		add("LATE_EVIDENCE", "LateEvidence", e.ID, e.ComplaintID, nil)
	}
	for _, u := range w.updates {
		add("UPDATE", "TaskUpdate", u.ID, w.tasks[u.TaskID].ComplaintID, nil)
	}
	for _, task := range w.tasks {
		add("TASK_STEP", "Task", task.ID, task.ComplaintID, domain.TaskAssigned)
		if task.AcceptedAt != nil {
			add("TASK_STEP", "Task", task.ID, task.ComplaintID, domain.TaskAccepted)
		}
		if task.StartedAt != nil {
			add("TASK_STEP", "Task", task.ID, task.ComplaintID, domain.TaskInProgress)
		}
		if task.EndedAt != nil {
			add("TASK_STEP", "Task", task.ID, task.ComplaintID, task.Status)
		}
	}
	return keys
}

// TestTimeline reads the timeline of each complaint as everybody, whole and in pages.
func TestTimeline(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		// All of a complaint at one instant: pages must not lose any of it.
		at := s.Clock.Now()
		same := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		for i := range 5 {
			s.MustExecute(t, User, `mutation($id: ID!, $t: String!) { commentOnComplaint(input: {complaintId: $id, text: $t}) { comment { id } } }`, map[string]any{"id": same, "t": fmt.Sprint("At once ", i)})
		}
		if !s.Clock.Now().Equal(at) {
			t.Log("the clock moves by itself: not all comments are of the same time")
		}
		w := newVisibilityModel(t, s)
		kinds := map[string]bool{}
		for _, as := range []string{User, Solver, Admin} {
			own, _ := splitVisible(w.rows(w.accounts[as])["Complaint"])
			some := append(own[:min(len(own), 25)], same.String())
			for _, e := range w.revisions {
				some = append(some, e.ComplaintID.String())
			}
			for _, id := range some {
				if !slices.Contains(own, id) {
					continue
				}
				a := s.MustExecute(t, as, timelineQuery, map[string]any{"id": id})
				whole := timelineKeys(t, a)
				before := "9999"
				for i := range whole {
					e := a.At("complaint", "timeline", "entries", i).(map[string]any)
					kinds[e["kind"].(string)] = true
					if e["at"].(string) > before {
						t.Errorf("%s: %v comes after %s", as, e, before)
					}
					before = e["at"].(string)
				}
				want := w.wantTimeline(as, uuid.MustParse(id))
				got := slices.Sorted(slices.Values(whole))
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s reads of %s\n%q, want\n%q", as, id, got, want)
				}
				var paged []string
				var end any
				for {
					page := s.MustExecute(t, as, timelineQuery, map[string]any{"id": id, "first": 2, "before": end})
					paged = append(paged, timelineKeys(t, page)...)
					if page.At("complaint", "timeline", "hasMore") != true {
						break
					}
					end = page.At("complaint", "timeline", "end")
				}
				if !slices.Equal(paged, whole) {
					t.Errorf("%s reads of %s in pages\n%q, whole\n%q", as, id, paged, whole)
				}
			}
		}
		if len(kinds) != 7 {
			t.Errorf("only %v were read", kinds)
		}
		if a := s.MustExecute(t, Admin, timelineQuery, map[string]any{"id": same, "kinds": []string{"COMMENT"}}); len(timelineKeys(t, a)) != 5 {
			t.Errorf("comments alone: %s", a.Raw)
		}
		for _, bad := range []map[string]any{{"first": 0}, {"first": 101}, {"before": ""}, {"before": "x"}, {"before": "e30"}, {"kinds": []string{"LOGIN"}}} {
			a := s.Execute(t, Admin, timelineQuery, merge(map[string]any{"id": same}, bad))
			if a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%v: %s", bad, a.Raw)
			}
		}
		for _, list := range []string{`{ complaints(first: 1) { edges { node { timeline { hasMore } } } } }`, fmt.Sprintf(`{ nodes(ids: [%q]) { ... on Complaint { timeline { hasMore } } } }`, same)} {
			if a := s.Execute(t, Admin, list, nil); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "not in a list") {
				t.Errorf("%s: %s", list, a.Raw)
			}
		}
		busy := s.Store.Client().Complaint.Query().Where(complaint.HasTasks(), complaint.HasComments()).FirstIDX(System())
		n, _ := statements(t, s, Admin, timelineQuery, map[string]any{"id": busy})
		t.Logf("%d statements", n)
		if n > 16 {
			t.Errorf("%d statements", n)
		}
	})
}

// TestInputsOfActions: each action names its mutation's inputs; a text may be as long as is said and no
// longer, and of the choices each is one.
func TestInputsOfActions(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const actions = `availableActions { action enabled disabledCode disabledReason requiredInput inputs { name type required choices maxLength } }`
		for _, query := range []string{
			`{ complaints(first: 20) { edges { node { id ` + actions + ` } } } }`, `{ tasks(first: 20) { edges { node { id ` + actions + ` } } } }`,
			`{ payments(first: 3) { edges { node { id ` + actions + ` } } } }`, `{ broadcasts(first: 20) { edges { node { id ` + actions + ` } } } }`,
		} {
			for _, as := range []string{Admin, User, Solver} {
				a := s.Execute(t, as, query, nil)
				if a.Code() == "PERMISSION_DENIED" {
					continue
				}
				for _, list := range a.Data {
					for _, edge := range list.(map[string]any)["edges"].([]any) {
						for _, one := range edge.(map[string]any)["node"].(map[string]any)["availableActions"].([]any) {
							checkAction(t, one.(map[string]any))
						}
					}
				}
			}
		}
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { `+actions+` } }`, map[string]any{"id": id})
		longest := 0
		for i := range a.At("complaint", "availableActions").([]any) {
			action := a.At("complaint", "availableActions", i).(map[string]any)
			mutation := strings.ToLower(action["action"].(string)) + "Complaint"
			if action["action"] == "COMMENT" {
				mutation = "commentOnComplaint"
			}
			if action["action"] == "EDIT" {
				mutation = "updateComplaint"
			}
			for _, in := range action["inputs"].([]any) {
				in := in.(map[string]any)
				most, limited := in["maxLength"].(float64)
				if !limited || action["enabled"] != true {
					continue
				}
				longest++
				input := map[string]any{"id": id, in["name"].(string): strings.Repeat("x", int(most)+1)}
				if mutation == "commentOnComplaint" {
					input = map[string]any{"complaintId": id, in["name"].(string): strings.Repeat("x", int(most)+1)}
				}
				for _, other := range action["inputs"].([]any) {
					other := other.(map[string]any)
					if _, given := input[other["name"].(string)]; given || other["required"] != true {
						continue
					}
					value := any("x")
					if choices := other["choices"].([]any); len(choices) > 0 {
						value = choices[0]
					}
					switch other["name"] {
					case "solverId":
						value = accountID(t, s, Solver)
					case "intoId":
						value = s.Samples.Complaint
					}
					input[other["name"].(string)] = value
				}
				if refused := mutate(t, s, Admin, mutation, "__typename", input); refused.Code() != "VALIDATION_ERROR" || !strings.Contains(invalidFields(refused), in["name"].(string)) {
					t.Errorf("%s: %v is too long: %s", mutation, in["name"], refused.Raw)
				}
			}
		}
		if longest < 8 {
			t.Errorf("only %d texts have a length", longest)
		}
	})
}

func checkAction(t *testing.T, action map[string]any) {
	t.Helper()
	if (action["disabledCode"] == nil) != (action["enabled"] == true) || (action["disabledReason"] == "") != (action["enabled"] == true) {
		t.Errorf("%v", action)
	}
	inputs, _ := action["inputs"].([]any)
	required := map[string]bool{}
	for _, in := range inputs {
		in := in.(map[string]any)
		required[in["name"].(string)] = in["required"].(bool)
		if schema().Types[in["type"].(string)] == nil {
			t.Errorf("%v has the type %v", in["name"], in["type"])
		}
		if (in["name"] == "priority" || in["name"] == "visibility") && len(in["choices"].([]any)) < 2 {
			t.Errorf("%v", in)
		}
	}
	for _, name := range action["requiredInput"].([]any) {
		if !required[name.(string)] {
			t.Errorf("%v requires %v, which is not among its inputs: %v", action["action"], name, inputs)
		}
	}
	if len(inputs) == 0 && !slices.Contains([]any{"ACCEPT", "START", "RELEASE", "RETRY_FAILED", "CANCEL", "STOP", "CLAIM", "UNCLAIM"}, action["action"]) {
		t.Errorf("%v has no inputs", action["action"])
	}
}
