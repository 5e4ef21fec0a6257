package graph_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
)

// a try is what a stranger asks to learn something.
type try struct {
	what, token, query string
	input              func(i int) map[string]any
}

// ask asks with the token of a link, if any, and returns what is answered, by how many statements and in what time.
func (q try) ask(t *testing.T, s *Server, i int) (answer string, statements int, took time.Duration) {
	t.Helper()
	variables := map[string]any{}
	if q.input != nil {
		variables["input"] = q.input(i)
	}
	ctx, counter := store.CountStatements(t.Context())
	r, w := requestIn(ctx, t, q.query, variables), httptest.NewRecorder()
	if q.token != "" {
		r.Header.Set("Authorization", "Bearer "+q.token)
	}
	start := time.Now()
	s.Service.Handler.ServeHTTP(w, r)
	took = time.Since(start)
	return fmt.Sprint(w.Code, withoutRequestID(w.Body.String())), int(counter.N()), took
}

// TestLinksLookAlike: links that are unknown, ended or denied are answered alike and by as many statements, as are complaints that a link does not lead
// to and none, and letters for a link that are wrong, or of no complaint. The soak also compares the time: medians within 5 %.
func TestLinksLookAlike(t *testing.T) {
	tries, soak := 30, false
	if n, err := strconv.Atoi(os.Getenv("REDRESS_SOAK_TRIES")); err == nil { // `make soak`
		tries, soak = n, true
	}
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := callers{s, m}
		_, _, ended := c.linkOfCall(t, "ended@callers.example")
		_, _, good := c.linkOfCall(t, "good@callers.example")
		_, _, denied := c.linkOfCall(t, "denies@callers.example")
		_, _, other := c.linkOfCall(t, "other@callers.example")
		c.answer(t, m.Mail("denies@callers.example")[0], "deny")
		foreign, _ := submitted(t, s, Admin, map[string]any{"title": "The fence is broken", "source": "PHONE"})
		endedAbout, _ := submitted(t, s, Admin, map[string]any{"title": "The gate squeaks", "source": "PHONE"})
		endedByHand := handed(t, s, endedAbout)
		c.setCaller(t, endedAbout, map[string]any{"phone": "1"})
		mustMutate(t, s, Admin, "sendNewLink", "complaint { id }", map[string]any{"complaintId": s.MustExecute(t, ended, `{ trackedComplaint { id } }`, nil).At("trackedComplaint", "id")})
		unknown, _ := auth.NewLinkToken()

		// A code has ten tries, and so another complaint takes the place of one whose are used up.
		s.Clock.Stop()
		reference := ""
		live := func(i int) string {
			if i%9 == 0 {
				var id string
				id, reference = submitted(t, s, Admin, map[string]any{"title": "The lamp is dark", "source": "PHONE"})
				codeFor(t, s, id)
			}
			return reference
		}
		const redeem, wrong = `mutation($input: RedeemLinkCodeInput!) { redeemLinkCode(input: $input) { token } }`, "BCDFGHJK"
		const comment = `mutation($input: CommentOnComplaintInput!) { commentOnComplaint(input: $input) { comment { id } } }`
		on := func(id string) func(int) map[string]any {
			return func(int) map[string]any { return map[string]any{"complaintId": id, "text": "Hello"} }
		}
		for group, all := range map[string][]try{
			"links": {
				{"unknown", unknown, tracked, nil}, {"ended", ended, tracked, nil}, {"denied", denied, tracked, nil}, {"handed over and ended", endedByHand, tracked, nil},
			},
			"complaints": {
				{"another one", good, comment, on(foreign)}, {"none", good, comment, on(missingID("Complaint"))}, {"another one by another link", other, comment, on(foreign)},
			},
			"letters": {
				{"wrong", "", redeem, func(i int) map[string]any { return map[string]any{"reference": live(i), "code": wrong} }},
				{"of no complaint", "", redeem, func(int) map[string]any { return map[string]any{"reference": "CMP-2001-000001", "code": wrong} }},
			},
		} {
			took := make([][]time.Duration, len(all))
			var want string
			for i := range tries {
				for k := range all {
					at := (i + k) % len(all) // each comes first as often
					s.Clock.Advance(4 * time.Second)
					answer, statements, d := all[at].ask(t, s, i)
					took[at] = append(took[at], d)
					if i < 2 { // what is remembered of queries comes with the first
						continue
					}
					got := fmt.Sprint(statements, " statements: ", answer)
					if want == "" {
						want = got
					}
					if got != want {
						t.Fatalf("%s, %s: %s\nothers: %s", group, all[at].what, got, want)
					}
				}
			}
			medians := make([]time.Duration, len(all))
			for k := range all {
				slices.Sort(took[k])
				medians[k] = took[k][len(took[k])/2]
				t.Logf("%s, %s: median of %d tries %s", group, all[k].what, tries, medians[k])
			}
			if least, most := slices.Min(medians), slices.Max(medians); soak && float64(most) > 1.05*float64(least) {
				t.Errorf("%s: medians from %s to %s", group, least, most)
			}
		}
	})
}
