package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	. "github.com/redress/redress/internal/testenv"
)

const (
	deleteMedia = `mutation($id: ID!) { deleteMedia(input: {id: $id}) { id } }`
	showMedia   = `mutation($id: ID!) { setMediaVisibility(input: {id: $id, visibility: PUBLIC}) { media { visibility } } }`
	hideMedia   = `mutation($id: ID!) { setMediaVisibility(input: {id: $id, visibility: INTERNAL}) { media { visibility } } }`
)

// TestMediaVerbs: who may take a file back and who may show it, and what is left of it.
func TestMediaVerbs(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		place := e.mustDo(t, Solver, "postTaskUpdate", nil).At("postTaskUpdate", "update", "uploadUrl").(string)
		file := func(n int) string {
			return recordID(t, e.attach(t, Solver, place, n, http.StatusCreated))
		}
		expect := func(as, mutation, id, code string) {
			t.Helper()
			if a := s.Execute(t, as, mutation, map[string]any{"id": id}); a.Code() != code {
				t.Errorf("as %s: %s, want %q", as, a.Raw, code)
			}
		}
		sees := func(as, id string) bool {
			return s.MustExecute(t, as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id}).At("node") != nil
		}
		objects := func() int {
			found := 0
			_ = filepath.Walk(s.MediaDir, func(_ string, f os.FileInfo, _ error) error {
				if f != nil && f.Mode().IsRegular() {
					found++
				}
				return nil
			})
			return found
		}

		before := objects()
		one, two := file(1), file(2)
		for as, code := range map[string]string{
			User: "NOT_FOUND", User2: "NOT_FOUND", Solver2: "NOT_FOUND", Provider: "PERMISSION_DENIED", Admin: "NOT_FOUND",
			Anonymous: "AUTHENTICATION_REQUIRED",
		} {
			expect(as, deleteMedia, one, code)
			if as != Admin {
				expect(as, showMedia, one, code)
			}
		}
		if sees(User, one) {
			t.Error("a new file is public")
		}
		expect(Solver, showMedia, one, "")
		expect(Solver, showMedia, one, "")
		expect(Admin, showMedia, two, "")
		if !sees(User, one) || !sees(User, two) || sees(User2, one) {
			t.Error("a public file is not its complaint's reporter's to see")
		}
		expect(User, hideMedia, one, "NOT_FOUND")
		expect(Admin, hideMedia, one, "")
		if sees(User, one) {
			t.Error("a hidden file is seen")
		}
		expect(Solver, deleteMedia, one, "")
		expect(Solver, deleteMedia, one, "NOT_FOUND")
		if after := objects(); sees(Solver, one) || after != before+2 {
			t.Errorf("%d objects of %d are left", after, before+2)
		}
		entries := map[string]int{"media.delete": 1, "media.set_visibility": 2, "media.upload": 1}
		for action, want := range entries {
			if n := s.Store.Client().AuditEntry.Query().Where(auditentry.Action(action), auditentry.SubjectID(uuid.MustParse(one))).CountX(System()); n != want {
				t.Errorf("%d entries of %s", n, action)
			}
		}

		for _, wrong := range []struct{ mutation, field string }{
			{`mutation { deleteMedia(input: {id: "x"}) { id } }`, "id"},
			{`mutation { setMediaVisibility(input: {id: "x", visibility: PUBLIC}) { media { id } } }`, "id"},
		} {
			t.Run(wrong.field, func(t *testing.T) {
				a := s.Execute(t, Solver, wrong.mutation, nil)
				if a.Code() != "VALIDATION_ERROR" || !strings.Contains(fmt.Sprint(a.Errors[0].Extensions["fields"]), "field:"+wrong.field+" ") {
					t.Errorf("%s: %s", wrong.mutation, a.Raw)
				}
			})
		}

		e.mustDo(t, Solver, "returnTask", nil)
		expect(Solver, deleteMedia, two, "UPDATE_LOCKED")
		if !sees(Solver, two) {
			t.Error("a locked file is gone")
		}
	})
}

// TestMediaPlaces: where the graph says that files of complaints and comments go, who may
// send them there, and who sees them.
func TestMediaPlaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		complaint := s.MustExecute(t, User, `query($id: ID!) { complaint(id: $id) { uploadUrl } }`, map[string]any{"id": e.complaint}).At("complaint", "uploadUrl").(string)
		comment := func(as, visibility string) string {
			return s.MustExecute(t, as, `mutation($id: ID!, $v: Visibility!) { commentOnComplaint(input: {complaintId: $id, text: "Look", visibility: $v}) { comment { uploadUrl } } }`,
				map[string]any{"id": e.complaint, "v": visibility}).At("commentOnComplaint", "comment", "uploadUrl").(string)
		}
		mine, theirs, whispered := comment(User, "PUBLIC"), comment(Admin, "PUBLIC"), comment(Admin, "INTERNAL")

		n := 0
		kept := map[string]string{}
		for _, c := range []struct {
			as, path string
			want     int
		}{
			{User, complaint, 201},
			{Admin, complaint, 201},
			{User2, complaint, 404},
			{Solver, complaint, 403},
			{Provider, complaint, 403},
			{Anonymous, complaint, 401},
			{User, mine, 201},
			{Admin, mine, 404},
			{User2, mine, 404},
			{Solver, mine, 403},
			{Anonymous, mine, 401},
			{User, theirs, 404},
			{Admin, theirs, 201},
			{SuperAdmin, theirs, 404},
			{User, whispered, 404},
			{Admin, whispered, 201},
			{User, "/api/comments/" + e.complaint + "/media/", 404},
			{User, "/api/comments/x/media/", 400},
		} {
			n++
			body := e.attach(t, c.as, c.path, n, c.want)
			if c.want == http.StatusCreated {
				kept[c.as+c.path] = recordID(t, body)
			}
		}
		e.attach(t, User, complaint, 1, http.StatusOK)       // the same bytes again
		e.attach(t, User, complaint, 2, http.StatusConflict) // those of a file that the sender may not see

		for _, c := range []struct {
			file, as string
			sees     bool
		}{
			{User + complaint, User, true},
			{User + complaint, Solver, true},
			{User + complaint, User2, false},
			{Admin + complaint, User, false},
			{Admin + complaint, Solver, true},
			{User + mine, Solver, true},
			{Admin + theirs, User, true},
			{Admin + whispered, User, false},
			{Admin + whispered, Solver, false},
			{Admin + whispered, SuperAdmin, true},
		} {
			t.Run(c.file+" as "+c.as, func(t *testing.T) {
				found := s.MustExecute(t, c.as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": kept[c.file]}).At("node") != nil
				if found != c.sees {
					t.Errorf("%s sees the file of %s: %v", c.as, c.file, found)
				}
			})
		}
		if a := s.Execute(t, Admin, hideMedia, map[string]any{"id": kept[Admin+theirs]}); a.Code() != "INVALID_TRANSITION" {
			t.Errorf("a comment's file is hidden: %s", a.Raw)
		}
		s.MustExecute(t, User, deleteMedia, map[string]any{"id": kept[User+mine]})

		for i := range 8 {
			e.attach(t, User, complaint, 100+i, http.StatusCreated)
		}
		e.attach(t, User, complaint, 110, http.StatusConflict) // an eleventh
		s.MustExecute(t, User, `mutation($id: ID!) { withdrawComplaint(input: {id: $id}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		e.attach(t, User, mine, 120, http.StatusConflict) // it has ended
		if a := s.Execute(t, User, deleteMedia, map[string]any{"id": kept[User+complaint]}); a.Code() != "INVALID_TRANSITION" {
			t.Errorf("a file of an ended complaint is deleted: %s", a.Raw)
		}
	})
}

func recordID(t *testing.T, body string) string {
	t.Helper()
	var answer struct{ Media struct{ ID string } }
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Media.ID
}
