package graph_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// savedView saves a view and returns its id.
func savedView(t *testing.T, s *Server, as string, input map[string]any) string {
	t.Helper()
	return mustMutate(t, s, as, "createSavedView", "savedView { id }", input).At("createSavedView", "savedView", "id").(string)
}

// viewNames returns the names of the views that an account sees.
func viewNames(t *testing.T, s *Server, as, arguments string) string {
	t.Helper()
	all, _ := s.MustExecute(t, as, `{ savedViews`+arguments+` { name } }`, nil).At("savedViews").([]any)
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = v.(map[string]any)["name"].(string)
	}
	return strings.Join(names, ", ")
}

// TestSavedViews: whoever saves a view gets its filter, order and columns back as they were, and so does
// each role that it is shared with; nobody else sees it.
func TestSavedViews(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		const fields = "savedView { id list name filter orderBy columns sharedWith own version deletedAt owner { name } }"
		filter := in{
			"or":  []any{in{"priority": "URGENT"}, in{"not": in{"titleContainsFold": "ä \"quoted\" \\ %"}}},
			"and": []any{in{"createdAtGTE": "2026-01-01T00:00:00Z"}}, "reopenedCountLTE": 3.0, "categoryIDIsNil": nil,
		}
		delete(filter, "categoryIDIsNil")
		order := []any{in{"field": "PRIORITY", "direction": "ASC"}, in{"field": "DUE_AT", "direction": "DESC"}}
		a := mustMutate(t, s, User, "createSavedView", fields, in{
			"list": "COMPLAINTS", "name": "  Mine ", "filter": filter, "orderBy": order, "columns": []string{"title", "dueAt"},
		})
		view := a.At("createSavedView", "savedView").(map[string]any)
		id := view["id"].(string)
		delete(view, "id")
		want := in{
			"list": "COMPLAINTS", "name": "Mine", "filter": filter, "orderBy": order, "columns": []any{"title", "dueAt"},
			"sharedWith": nil, "own": true, "version": 1.0, "deletedAt": nil, "owner": nil,
		}
		if !reflect.DeepEqual(view, want) {
			got, _ := json.Marshal(view)
			t.Errorf("%s", got)
		}
		read := s.MustExecute(t, User, `{ savedViews(list: COMPLAINTS) { filter orderBy } }`, nil)
		s.MustExecute(t, User, `query($w: ComplaintWhereInput, $o: [ComplaintOrder!]) { complaints(where: $w, orderBy: $o) { edges { node { id } } } }`,
			in{"w": read.At("savedViews", 0, "filter"), "o": read.At("savedViews", 0, "orderBy")})
		savedView(t, s, Admin, in{"list": "COMPLAINTS", "name": "Urgent", "filter": in{"priority": "URGENT"}, "sharedWith": "USER"})
		savedView(t, s, Admin, in{"list": "TASKS", "name": "Late", "filter": in{"overdue": true}, "sharedWith": "SOLVER"})
		savedView(t, s, Admin, in{"list": "COMPLAINTS", "name": "Desk", "filter": in{"flagged": true}, "sharedWith": "ADMIN"})
		savedView(t, s, Admin, in{"list": "USERS", "name": "Private"})
		for as, names := range map[string]string{
			User: "Mine, Urgent", User2: "Urgent", Solver: "Late", Provider: "",
			Admin: "Desk, Late, Private, Urgent", SuperAdmin: "Desk, Late, Urgent",
		} {
			if got := viewNames(t, s, as, ""); got != names {
				t.Errorf("%s sees %q, want %q", as, got, names)
			}
		}
		if got := viewNames(t, s, SuperAdmin, "(list: TASKS)"); got != "Late" {
			t.Error(got)
		}
		n, a := statements(t, s, SuperAdmin, `{ savedViews { name own owner { name zone { name } } } }`, nil)
		if n > 3 || a.At("savedViews", 0, "owner", "name") == nil || a.At("savedViews", 0, "own") != false {
			t.Errorf("%d statements: %s", n, a.Raw)
		}

		mustMutate(t, s, User, "deleteSavedView", "savedView { deletedAt }", in{"id": id, "expectedVersion": 1})
		if now, gone := viewNames(t, s, User, ""), viewNames(t, s, User, "(deleted: true)"); now != "Urgent" || gone != "Mine" {
			t.Errorf("%q, deleted %q", now, gone)
		}
		if a := mutate(t, s, User, "updateSavedView", "savedView { id }", in{"id": id, "name": "Still"}); a.Code() != "INVALID_TRANSITION" {
			t.Error(a.Raw)
		}
		mustMutate(t, s, User, "restoreSavedView", "savedView { deletedAt }", in{"id": id})
		mustMutate(t, s, User, "updateSavedView", "savedView { name }", in{"id": id, "name": "Again", "columns": []string{}})
		a = s.MustExecute(t, User, `{ savedViews { name version columns filter } }`, nil)
		if a.At("savedViews", 0, "version") != 4.0 || !reflect.DeepEqual(a.At("savedViews", 0, "filter"), any(filter)) {
			t.Error(a.Raw)
		}
		// Only what is shared is audited.
		if n := s.Store.Client().AuditEntry.Query().Where(auditentry.ActionHasPrefix("saved_view.")).CountX(System()); n != 3 {
			t.Errorf("%d audit entries", n)
		}
	})
}

// TestSavedViewsAreTried: what the list would refuse is refused when the view is saved, by the name of the
// field, also with the rights of the role that it is shared with.
func TestSavedViewsAreTried(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		const some = "01a1ec5f-4d61-7c2e-ba97-bd918195f204"
		for _, row := range []struct {
			as, code, fields string
			input            in
		}{
			{User, "VALIDATION_ERROR", "filter.nonsense", in{"filter": in{"nonsense": 1}}},
			{User, "VALIDATION_ERROR", "filter.or.1.statusIs", in{"filter": in{"or": []in{{"status": "CLOSED"}, {"statusIs": "OPEN"}}}}},
			{User, "VALIDATION_ERROR", "filter.status", in{"filter": in{"status": "OPEN"}}},
			{User, "VALIDATION_ERROR", "filter.categoryID", in{"filter": in{"categoryID": "x"}}},
			{User, "VALIDATION_ERROR", "filter", in{"filter": []int{1}}},
			{User, "VALIDATION_ERROR", "filter", in{"filter": in{"title": strings.Repeat("x", 16_384)}}},
			{User, "VALIDATION_ERROR", "filter.or.0", in{"filter": in{"or": []in{{}}}}},
			{User, "VALIDATION_ERROR", "orderBy.0.field", in{"orderBy": []in{{"field": "SHADE", "direction": "ASC"}}}},
			{User, "VALIDATION_ERROR", "orderBy", in{"orderBy": "TITLE"}},
			{User, "VALIDATION_ERROR", "orderBy", in{"orderBy": []in{
				{"field": "TITLE", "direction": "ASC"}, {"field": "STATUS", "direction": "ASC"}, {"field": "RATING", "direction": "ASC"}, {"field": "DUE_AT", "direction": "ASC"},
			}}},
			{User, "VALIDATION_ERROR", "columns.0", in{"columns": []string{"a b"}}},
			{User, "VALIDATION_ERROR", "name", in{"name": " "}},
			{User, "PERMISSION_DENIED", "filter.flagged", in{"filter": in{"flagged": true}}},
			{User, "PERMISSION_DENIED", "filter.or.1.not.contactName", in{"filter": in{"or": []in{{"status": "CLOSED"}, {"not": in{"contactName": "Ann"}}}}}},
			{User, "PERMISSION_DENIED", "orderBy", in{"orderBy": in{"field": "HANDLER_NAME", "direction": "ASC"}}},
			{User, "PERMISSION_DENIED", "", in{"list": "AUDIT_ENTRIES"}},
			{User, "PERMISSION_DENIED", "", in{"sharedWith": "USER"}},
			{Provider, "PERMISSION_DENIED", "", in{}},
			{Admin, "VALIDATION_ERROR", "filter.flagged", in{"filter": in{"flagged": true}, "sharedWith": "USER"}},
			{Admin, "VALIDATION_ERROR", "filter.and.0.handlerId", in{"filter": in{"and": []in{{"handlerId": some}}}, "sharedWith": "SOLVER"}},
			{Admin, "VALIDATION_ERROR", "filter.selection", in{"filter": in{"selection": in{"solverId": some}}, "sharedWith": "SOLVER"}},
			{Admin, "VALIDATION_ERROR", "orderBy", in{"orderBy": in{"field": "HANDLER_NAME", "direction": "ASC"}, "sharedWith": "SOLVER"}},
			{Admin, "VALIDATION_ERROR", "filter.search", in{"list": "TASKS", "filter": in{"search": "lamp"}, "sharedWith": "PROVIDER"}},
			{Admin, "VALIDATION_ERROR", "sharedWith", in{"list": "USERS", "sharedWith": "SOLVER"}},
			{Admin, "VALIDATION_ERROR", "sharedWith", in{"sharedWith": "SUPER_ADMIN"}},
		} {
			input := merge(in{"list": "COMPLAINTS", "name": "View"}, row.input)
			a := mutate(t, s, row.as, "createSavedView", "savedView { id }", input)
			if got := invalidFields(a); a.Code() != row.code || got != row.fields {
				t.Errorf("%s: %v: naming %q, want %s naming %q\n%s", row.as, row.input, got, row.code, row.fields, a.Raw)
			}
		}
		if n := s.Store.Client().SavedView.Query().CountX(System()); n != 0 {
			t.Errorf("%d views were saved", n)
		}
		// What is shared later is tried then, and so is a change of what is shared.
		id := savedView(t, s, Admin, in{"list": "COMPLAINTS", "name": "Flagged", "filter": in{"flagged": true}})
		for _, input := range []in{{"sharedWith": "SOLVER"}, {"sharedWith": "USER", "orderBy": []in{}}} {
			a := mutate(t, s, Admin, "updateSavedView", "savedView { id }", merge(in{"id": id}, input))
			if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "filter.flagged" {
				t.Error(a.Raw)
			}
		}
		mustMutate(t, s, Admin, "updateSavedView", "savedView { id }", in{"id": id, "sharedWith": "SOLVER", "filter": in{"overdue": true}})
		if a := mutate(t, s, SuperAdmin, "updateSavedView", "savedView { id }", in{"id": id, "filter": in{"flagged": true}}); invalidFields(a) != "filter.flagged" {
			t.Error(a.Raw)
		}
		for _, mutation := range []string{"updateSavedView", "deleteSavedView"} {
			input := in{"id": id}
			if mutation == "updateSavedView" {
				input["name"] = "Ours"
			}
			if a := mutate(t, s, Solver, mutation, "savedView { id }", input); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", mutation, a.Raw)
			}
			if a := mutate(t, s, User, mutation, "savedView { id }", input); a.Code() != "NOT_FOUND" {
				t.Errorf("%s: %s", mutation, a.Raw)
			}
		}
		mustMutate(t, s, SuperAdmin, "updateSavedView", "savedView { id }", in{"id": id, "unshare": true})
		if got := viewNames(t, s, Solver, "") + viewNames(t, s, SuperAdmin, ""); got != "" {
			t.Errorf("%s is still shared", got)
		}
		if got := viewNames(t, s, Admin, ""); got != "Flagged" {
			t.Error(got)
		}
	})
}

// TestSavedViewsAreBounded: an account has so many and no more, and does not change what it shared once it is no
// administrator.
func TestSavedViewsAreBounded(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		for i := range domain.MaxViews {
			savedView(t, s, User, in{"list": "COMPLAINTS", "name": fmt.Sprint(i)})
		}
		if a := mutate(t, s, User, "createSavedView", "savedView { id }", in{"list": "COMPLAINTS", "name": "One more"}); a.Code() != "CONFLICT" {
			t.Error(a.Raw)
		}
		savedView(t, s, User2, in{"list": "COMPLAINTS", "name": "Another's"})
		id := savedView(t, s, Admin, in{"list": "ZONES", "name": "Shared", "sharedWith": "USER"})
		mine := savedView(t, s, Admin, in{"list": "ZONES", "name": "Own"})
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { role }", in{"id": accountUUID(t, s, Admin), "role": "USER"})
		s.Clock.Advance(2 * time.Second) // what is known of a viewer is remembered for a moment
		if a := mutate(t, s, Admin, "updateSavedView", "savedView { id }", in{"id": id, "name": "Mine"}); a.Code() != "PERMISSION_DENIED" {
			t.Error(a.Raw)
		}
		mustMutate(t, s, Admin, "updateSavedView", "savedView { id }", in{"id": mine, "name": "Still mine"})
	})
}
