package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
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

		// listed are the files that somebody finds on the complaint's page; its filter agrees.
		listed := func(as string) (found []string) {
			t.Helper()
			a := s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { media(first: 20) { totalCount edges { node { id uploadedBy { name role } updateId } } } }
				with: complaints(where: {id: $id, hasMedia: true}) { totalCount } without: complaints(where: {id: $id, hasMedia: false}) { totalCount } }`, map[string]any{"id": e.complaint})
			found = ids(t, a.At("complaint", "media"))
			some := 0.
			if len(found) > 0 {
				some = 1
			}
			if a.At("complaint", "media", "totalCount") != float64(len(found)) || a.At("with", "totalCount") != some || a.At("without", "totalCount") != 1-some {
				t.Errorf("as %s: counts of %v: %s", as, found, a.Raw)
			}
			return found
		}
		lists := func(want map[string][]string) {
			t.Helper()
			for as, files := range want {
				if found := listed(as); !slices.Equal(found, files) {
					t.Errorf("%s finds %v on the complaint, want %v", as, found, files)
				}
			}
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
		lists(map[string][]string{User: nil, Solver: nil, Admin: nil})
		expect(Solver, showMedia, one, "")
		expect(Solver, showMedia, one, "")
		lists(map[string][]string{User: {one}, Solver: {one}, Admin: {one}})
		expect(Admin, showMedia, two, "")
		lists(map[string][]string{User: {one, two}, Solver: {one, two}, Admin: {one, two}})
		if !sees(User, one) || !sees(User, two) || sees(User2, one) {
			t.Error("a public file is not its complaint's reporter's to see")
		}
		expect(User, hideMedia, one, "NOT_FOUND")
		expect(Admin, hideMedia, one, "")
		if sees(User, one) {
			t.Error("a hidden file is seen")
		}
		lists(map[string][]string{User: {two}, Solver: {two}, Admin: {two}})
		another := s.Do(t, Request{Path: "/api/solver/tasks/" + e.task + "/updates/", As: Solver})
		for _, id := range []string{one, two} {
			if !strings.Contains(another.Body, id) {
				t.Errorf("the history over REST has no %s: %s", id, another.Body)
			}
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
		s.MustExecute(t, Admin, `mutation($in: AssignComplaintInput!) { assignComplaint(input: $in) { complaint { id } } }`,
			map[string]any{"in": map[string]any{"id": e.complaint, "solverId": accountID(t, s, Solver2)}})
		lists(map[string][]string{User: {two}, Admin: {two}, Solver: {two}, Solver2: nil}) // who has it now sees no task but theirs
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
		e.attach(t, User, complaint, 103, http.StatusOK)       // one of the ten again
		s.MustExecute(t, User, `mutation($id: ID!) { withdrawComplaint(input: {id: $id}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		e.attach(t, User, mine, 120, http.StatusConflict) // it has ended
		if a := s.Execute(t, User, deleteMedia, map[string]any{"id": kept[User+complaint]}); a.Code() != "INVALID_TRANSITION" {
			t.Errorf("a file of an ended complaint is deleted: %s", a.Raw)
		}
	})
}

const (
	removeMedia   = `mutation($id: ID!) { removeMedia(input: {id: $id, reason: "Shows a face."}) { id } }`
	redactComment = `mutation($id: ID!) { redactComment(input: {id: $id, reason: "Names a neighbor."}) { comment { id text redacted visibility } } }`
)

// audited returns the reason that the audit has for an operation on a row.
func audited(t *testing.T, s *Server, action, id string) string {
	t.Helper()
	entry := s.Store.Client().AuditEntry.Query().Where(auditentry.Action(action), auditentry.SubjectID(uuid.MustParse(id))).OnlyX(System())
	var after struct{ Reason string }
	if err := json.Unmarshal(entry.After, &after); err != nil || entry.ActorID == nil {
		t.Errorf("%s of %s: %s, %v", action, id, entry.After, err)
	}
	return after.Reason
}

// TestAdministratorsWithhold: an administrator's INTERNAL on a file stands against its owner.
func TestAdministratorsWithhold(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		place := e.mustDo(t, Solver, "postTaskUpdate", nil).At("postTaskUpdate", "update", "uploadUrl").(string)
		expect := func(as, mutation, id, code string) {
			t.Helper()
			if a := s.Execute(t, as, mutation, map[string]any{"id": id}); a.Code() != code {
				t.Errorf("as %s: %s, want %q", as, a.Raw, code)
			}
		}
		shown := recordID(t, e.attach(t, Solver, place, 1, http.StatusCreated))
		expect(Solver, showMedia, shown, "")
		expect(Admin, hideMedia, shown, "")
		expect(Solver, showMedia, shown, "INVALID_TRANSITION")
		expect(Solver, hideMedia, shown, "")
		expect(Solver, showMedia, shown, "INVALID_TRANSITION")
		expect(SuperAdmin, showMedia, shown, "")
		expect(Solver, hideMedia, shown, "")
		expect(Solver, showMedia, shown, "")

		// Also where it was internal already.
		hidden := recordID(t, e.attach(t, Solver, place, 2, http.StatusCreated))
		expect(Admin, hideMedia, hidden, "")
		expect(Solver, showMedia, hidden, "INVALID_TRANSITION")
		expect(Admin, hideMedia, hidden, "")
		if n := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("media.set_visibility"), auditentry.SubjectID(uuid.MustParse(hidden))).CountX(System()); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}

// TestRemoveMedia: an administrator removes a file of a complaint that has ended, and nothing of it
// is left.
func TestRemoveMedia(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		place := s.MustExecute(t, User, `query($id: ID!) { complaint(id: $id) { uploadUrl } }`, map[string]any{"id": e.complaint}).At("complaint", "uploadUrl").(string)
		id := recordID(t, e.attach(t, User, place, 1, http.StatusCreated))
		s.MustExecute(t, User, `mutation($id: ID!) { withdrawComplaint(input: {id: $id}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		path := `query($id: ID!) { node(id: $id) { ... on Media { url } } }`
		url := s.MustExecute(t, User, path, map[string]any{"id": id}).At("node", "url").(string)
		trash := filepath.Join(s.MediaDir, "trash", "2026-01-02")
		if err := os.MkdirAll(trash, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{id, id + "-thumbnail"} { // as if it had been there before
			if err := os.WriteFile(filepath.Join(trash, name), []byte("a copy"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for as, code := range map[string]string{User: "PERMISSION_DENIED", Solver: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED", Anonymous: "AUTHENTICATION_REQUIRED"} {
			if a := s.Execute(t, as, removeMedia, map[string]any{"id": id}); a.Code() != code {
				t.Errorf("as %s: %s", as, a.Raw)
			}
		}
		if a := s.Execute(t, Admin, strings.Replace(removeMedia, "Shows a face.", " ", 1), map[string]any{"id": id}); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("without a reason: %s", a.Raw)
		}
		s.MustExecute(t, Admin, removeMedia, map[string]any{"id": id})
		if reason := audited(t, s, "media.remove", id); reason != "Shows a face." {
			t.Errorf("the audit tells %q", reason)
		}
		err := filepath.Walk(s.MediaDir, func(path string, _ os.FileInfo, err error) error {
			if strings.Contains(path, id) {
				t.Errorf("left: %s", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		res, err := http.Get(s.URL + url)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("its link: %d", res.StatusCode)
		}
		if a := s.Execute(t, Admin, removeMedia, map[string]any{"id": id}); a.Code() != "NOT_FOUND" {
			t.Errorf("again: %s", a.Raw)
		}
	})
}

// TestRedactComment: the text of a comment is gone wherever it was.
func TestRedactComment(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		const secret = "Mr Miller of number 7 did it"
		id := s.MustExecute(t, Admin, `mutation($id: ID!, $text: String!) { commentOnComplaint(input: {complaintId: $id, text: $text}) { comment { id redacted } } }`,
			map[string]any{"id": e.complaint, "text": secret}).At("commentOnComplaint", "comment", "id").(string)
		read := func(as string) string {
			return s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { comments(last: 5) { edges { node { text redacted } } } }
				notifications(first: 20) { edges { node { title message } } } }`, map[string]any{"id": e.complaint}).Raw
		}
		if got := read(User); strings.Count(got, secret) != 2 {
			t.Fatalf("the comment and its notification: %s", got)
		}
		for as, code := range map[string]string{User: "PERMISSION_DENIED", Solver: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED", Anonymous: "AUTHENTICATION_REQUIRED"} {
			if a := s.Execute(t, as, redactComment, map[string]any{"id": id}); a.Code() != code {
				t.Errorf("as %s: %s", as, a.Raw)
			}
		}
		a := s.MustExecute(t, Admin, redactComment, map[string]any{"id": id})
		if a.At("redactComment", "comment", "text") != "" || a.At("redactComment", "comment", "redacted") != true || a.At("redactComment", "comment", "visibility") != "PUBLIC" {
			t.Errorf("redacted: %s", a.Raw)
		}
		for _, as := range []string{User, Admin} {
			if got := read(as); strings.Contains(got, secret) || !strings.Contains(got, `"redacted":true`) {
				t.Errorf("%s reads %s", as, got)
			}
		}
		s.MustExecute(t, Admin, redactComment, map[string]any{"id": id}) // again: one entry
		if reason := audited(t, s, "comment.redact", id); reason != "Names a neighbor." {
			t.Errorf("the audit tells %q", reason)
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
