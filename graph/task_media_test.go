package graph_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	. "github.com/redress/redress/internal/redresstest"
)

const (
	deleteMedia = `mutation($id: ID!) { deleteMedia(input: {id: $id}) { id } }`
	showMedia   = `mutation($id: ID!) { setMediaVisibility(input: {id: $id, visibility: PUBLIC}) { media { visibility } } }`
	hideMedia   = `mutation($id: ID!) { setMediaVisibility(input: {id: $id, visibility: INTERNAL}) { media { visibility } } }`
)

// TestMediaVerbs: who may take a file back and who may show it, and what is left of it.
func TestMediaVerbs(t *testing.T) {
	Each(t, func(t *testing.T, s *Site) {
		e := newErrand(t, s)
		e.reach(t, "IN_PROGRESS")
		place := e.do(t, Solver, "postTaskUpdate", nil).At("postTaskUpdate", "update", "uploadUrl").(string)
		file := func(n int) string {
			var body struct{ Media struct{ ID string } }
			if err := json.Unmarshal([]byte(e.attach(t, Solver, place, n, http.StatusCreated)), &body); err != nil {
				t.Fatal(err)
			}
			return body.Media.ID
		}
		expect := func(as, mutation, id, code string) {
			t.Helper()
			if a := s.Ask(t, as, mutation, map[string]any{"id": id}); a.Code() != code {
				t.Errorf("as %s: %s, want %q", as, a.Raw, code)
			}
		}
		sees := func(as, id string) bool {
			return s.Must(t, as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id}).At("node") != nil
		}
		objects := func() int {
			found := 0
			_ = filepath.Walk(s.Media, func(_ string, f os.FileInfo, _ error) error {
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
			Nobody: "AUTHENTICATION_REQUIRED",
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
		deeds := map[string]int{"media.delete": 1, "media.set_visibility": 2, "media.upload": 1}
		for deed, want := range deeds {
			if n := s.Store.Client().AuditEntry.Query().Where(auditentry.Action(deed), auditentry.SubjectID(uuid.MustParse(one))).CountX(System()); n != want {
				t.Errorf("%d entries of %s", n, deed)
			}
		}

		e.do(t, Solver, "returnTask", nil)
		expect(Solver, deleteMedia, two, "UPDATE_LOCKED")
		if !sees(Solver, two) {
			t.Error("a locked file is gone")
		}
	})
}
