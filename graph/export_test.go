package graph_test

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	. "github.com/redress/redress/internal/redresstest"
)

// TestExportRecipients: the file tells exactly the rows of the broadcast, a spreadsheet takes
// none of them for a formula, and only administrators have it.
func TestExportRecipients(t *testing.T) {
	EachWithMail(t, func(t *testing.T, s *Site, m *MailServer) {
		m.Behave(User2, Oddity{Code: 550, Message: "no such mailbox"})
		const trap = `=HYPERLINK("http://x.example";"x")`
		s.Store.Client().User.Update().Where(user.ID(uuid.MustParse(accountID(t, s, User)))).SetName(trap).ExecX(System())
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}})
		turn(t, s)
		sendDue(t, s)
		path := "/export/broadcasts/" + id + "/recipients.csv"
		read := func(query string) [][]string {
			t.Helper()
			res := s.Do(t, Request{Path: path + query, As: Admin})
			if res.Status != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/csv") {
				t.Fatalf("%d %v %s", res.Status, res.Header, res.Body)
			}
			rows, err := csv.NewReader(strings.NewReader(res.Body)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows[1:]
		}
		all := read("")
		_, people := addsUp(t, s, id)
		if len(all) != 2*people["recipients"] {
			t.Errorf("%d rows for %d people over two channels", len(all), people["recipients"])
		}
		if !slices.ContainsFunc(all, func(row []string) bool { return row[1] == "'"+trap }) {
			t.Error("a formula got through")
		}
		failed := read("?state=failed")
		if len(failed) != 1 || failed[0][2] != User2 || !strings.Contains(failed[0][6], "no such mailbox") {
			t.Errorf("failed: %v", failed)
		}
		for as, want := range map[string]int{Nobody: 401, User: 403, Solver: 403, Provider: 403, SuperAdmin: 200} {
			if res := s.Do(t, Request{Path: path, As: as}); res.Status != want {
				t.Errorf("%q: %d %s", as, res.Status, res.Body)
			}
		}
		for query, want := range map[string]int{"?state=FAILED": 400, "?state=x": 400, "?state=": 200} {
			if res := s.Do(t, Request{Path: path + query, As: Admin}); res.Status != want {
				t.Errorf("%s: %d", query, res.Status)
			}
		}
		if res := s.Do(t, Request{Path: strings.Replace(path, id, uuid.NewString(), 1), As: Admin}); res.Status != 404 {
			t.Errorf("missing: %d", res.Status)
		}
	})
}
