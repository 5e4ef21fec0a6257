package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

const searchQuery = `query($where: ComplaintWhereInput) {
	complaints(where: $where, first: 100, orderBy: {field: CREATED_AT, direction: ASC}) { totalCount edges { node { title } } }
	complaintPage(where: $where, limit: 100, orderBy: {field: CREATED_AT, direction: ASC}) { complaints { title } pagination { total } }
}`

// submitted submits a complaint and returns its id and reference.
func submitted(t *testing.T, s *Server, as string, input map[string]any) (id, reference string) {
	t.Helper()
	a := s.MustExecute(t, as, `mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }`,
		map[string]any{"input": input})
	return a.At("submitComplaint", "complaint", "id").(string), a.At("submitComplaint", "complaint", "reference").(string)
}

// TestSearch: a search finds the same rows on both databases, by all that it looks at and by
// nothing else, whatever the letters are.
func TestSearch(t *testing.T) {
	texts := []string{
		"100% sure", "100 percent sure", "snake_case", "snakeXcase", `back\slash`, "backslash",
		"ÄRGER in Žižkov", "Ωmega ПРИВЕТ ΟΔΟΣ", `it's "quoted" (here) OR -there* ^NEAR`, "İzmir Caddesi", "Große Straße",
		"cafe\u0301 noir", "emoji 🚧🕳️ ahead", "日本語の苦情です", "tab\there", "q\u0303 has no form of its own",
	}
	var all []int
	for i := range texts {
		all = append(all, i)
	}
	rows := []struct {
		term string
		want []int
	}{
		{"100%", []int{0}},
		{"00% S", []int{0}},
		{"%", []int{0}},
		{"0%", []int{0}},
		{"%%", nil},
		{"snake_", []int{2}},
		{"_", []int{2}},
		{"E_C", []int{2}},
		{"___", nil},
		{`k\s`, []int{4}},
		{`\`, []int{4}},
		{`\\`, nil},
		{"BACKSLASH", []int{5}},
		{"ärger IN žIŽ", []int{6}},
		{"ä", []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15}},
		{"ωMEGA привет οδοσ", []int{7}},
		{"ς", []int{7}},
		{`"`, []int{8}},
		{`'s "q`, []int{8}},
		{`"quoted"`, []int{8}},
		{"' OR '1'='1", nil},
		{"(here)", []int{8}},
		{"there*", []int{8}},
		{"^near", []int{8}},
		{"OR -THERE", []int{8}},
		{`""`, nil},
		{"snake* OR back*", nil},
		{"izmir", []int{9}},
		{"İZMİR", []int{9}},
		{"STRASSE", []int{10}},
		{"große", []int{10}},
		{"ß", []int{10}},
		{"CAFÉ N", []int{11}},
		{"cafe n", []int{11}},
		{"CAFE\u0301 N", []int{11}},
		{"arger in ziz", []int{6}},
		{"Önice", nil},
		{"\u0303", all}, // as the empty text
		{"cafe\u0301", []int{11}},
		{"🚧", []int{12}},
		{"🚧🕳️", []int{12}},
		{"🚧🕳️ A", []int{12}},
		{"本", []int{13}},
		{"日本", []int{13}},
		{"語の苦情", []int{13}},
		{"本日", nil},
		{"\t", all},
		{"b\th", []int{14}},
		{"b  H", []int{14}},
		{"Q\u0303", []int{8, 15}},
		{"\ufeff", all},
		{"\u200b", all},
		{"\x01", all},
		{"\U0010ffff", nil},
		{strings.Repeat("a", 200), nil},
		{strings.Repeat("😀", 200), nil},
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, text := range texts {
			// Each between marks of its own, so that the demo's rows are no answer.
			submitted(t, s, Admin, map[string]any{"title": text, "source": "PHONE", "contact": map[string]any{"name": "Wanda Needle", "phone": "5550123"}})
		}
		mine := []any{}
		for _, text := range texts {
			mine = append(mine, text)
		}
		for _, row := range rows {
			t.Run(fmt.Sprintf("%.40q", row.term), func(t *testing.T) {
				a := s.MustExecute(t, Admin, searchQuery, map[string]any{"where": map[string]any{"search": row.term, "titleIn": mine}})
				var want []string
				for _, i := range row.want {
					want = append(want, texts[i])
				}
				for _, list := range []string{"complaints", "complaintPage"} {
					var got []string
					walkValues(a.At(list), list, func(field string, v any) {
						if field == "title" {
							got = append(got, v.(string))
						}
					})
					slices.Sort(got)
					slices.Sort(want)
					if !slices.Equal(got, want) {
						t.Errorf("%s: %+q finds %q, want %q", list, row.term, got, want)
					}
				}
				if n, m := a.At("complaints", "totalCount"), a.At("complaintPage", "pagination", "total"); n != float64(len(want)) || m != n {
					t.Errorf("%+q counts %v and %v", row.term, n, m)
				}
				others := s.MustExecute(t, Admin, searchQuery, map[string]any{"where": map[string]any{"not": map[string]any{"search": row.term}, "titleIn": mine}})
				if n := others.At("complaints", "totalCount"); n != float64(len(texts)-len(want)) {
					t.Errorf("not %+q counts %v", row.term, n)
				}
			})
		}
		if a := s.MustExecute(t, Admin, searchQuery, map[string]any{"where": map[string]any{"search": "", "titleIn": mine}}); a.At("complaints", "totalCount") != float64(len(texts)) {
			t.Errorf("the empty text finds %s", a.Raw)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestSearchLooksAtFourFields and at nothing that its reader may not see.
func TestSearchLooksAtFourFields(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		_, reference := submitted(t, s, User, map[string]any{"title": "Quagga one", "description": "Okapi\nbehind ☂☃", "address": "Serval Street 9"})
		submitted(t, s, User2, map[string]any{"title": "Quagga two"})
		_, called := submitted(t, s, Admin, map[string]any{
			"title": "Quagga three", "source": "PHONE",
			"contact": map[string]any{"name": "Axolotl Smith", "email": "axolotl@example.org", "phone": "0123456789012"},
		})
		for _, row := range []struct {
			as, term string
			n        float64
		}{
			{Admin, "quagga", 3},
			{User, "quagga", 1},
			{User2, "quagga", 1},
			{Solver, "quagga", 0},
			{User, "☂☃", 1},
			{User2, "☂☃", 0},
			{Admin, "☃", 1},
			{User, "quagga two", 0},
			{Admin, "OKAPI", 1},
			{Admin, "serval street", 1},
			{Admin, strings.ToLower(reference), 1},
			{Admin, reference[4:], 1},
			{User2, reference, 0},
			{Admin, called, 1},
			{Admin, "axolotl", 0},
			{Admin, "0123456789012", 0},
			{Admin, "Quagga one\x1fOkapi", 0},
			{Admin, "Quagga one Okapi", 0},
			{Admin, "quagga one\nokapi", 0},
			{Admin, "okapi\nBEHIND", 1},
		} {
			t.Run(fmt.Sprintf("%q as %s", row.term, row.as), func(t *testing.T) {
				a := s.MustExecute(t, row.as, searchQuery, map[string]any{"where": map[string]any{"search": row.term}})
				if n := a.At("complaints", "totalCount"); n != row.n || a.At("complaintPage", "pagination", "total") != row.n {
					t.Errorf("%s finds %v rows with %q, want %v", row.as, n, row.term, row.n)
				}
			})
		}
		if a := s.Execute(t, Provider, searchQuery, map[string]any{"where": map[string]any{"search": "quagga"}}); a.Code() != "PERMISSION_DENIED" {
			t.Errorf("a provider: %s", a.Raw)
		}
	})
}

// TestSearchRefuses what is too long and what no text holds, by name.
func TestSearchRefuses(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for name, term := range map[string]string{"too long": strings.Repeat("a", 201), "far too long": strings.Repeat("é", 10_000)} {
			t.Run(name, func(t *testing.T) {
				for field, query := range map[string]string{
					"complaints":    `query($s: String) { complaints(where: {and: [{search: $s}]}) { totalCount } }`,
					"complaintPage": `query($s: String) { complaintPage(where: {search: $s}) { pagination { total } } }`,
					"broadcasts":    `query($s: String) { broadcasts(where: {search: $s}) { totalCount } }`,
					"broadcastPage": `query($s: String) { broadcastPage(search: $s) { pagination { total } } }`,
				} {
					t.Run(field, func(t *testing.T) {
						a := s.Execute(t, Admin, query, map[string]any{"s": term})
						if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, `search","code":"`) {
							t.Errorf("%s, %s: %d %.300s", field, name, a.Status, a.Raw)
						}
					})
				}
			})
		}
		if a := s.Execute(t, Admin, `{ complaints(where: {search: "a\u0000b"}) { totalCount } }`, nil); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("NUL: %.300s", a.Raw)
		}
	})
}

// TestSearchForBroadcasts: by both APIs of the graph alike, and by a title that was changed.
func TestSearchForBroadcasts(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		a := s.MustExecute(t, Admin, `mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }`, map[string]any{"input": map[string]any{
			"title": "Große 100%_Übung", "message": "Quokka", "targetType": "ALL", "scheduledAt": s.Clock.Now().Add(24 * time.Hour),
		}})
		id := a.At("scheduleBroadcast", "broadcast", "id").(string)
		check := func(term string, want int) {
			t.Helper()
			a := s.MustExecute(t, Admin, `query($s: String) {
				broadcastPage(search: $s) { broadcasts { id } pagination { total } }
				broadcasts(where: {search: $s}) { totalCount edges { node { id } } }
			}`, map[string]any{"s": term})
			if a.At("broadcastPage", "pagination", "total") != float64(want) || a.At("broadcasts", "totalCount") != float64(want) ||
				strings.Count(a.Raw, id) != 2*want {
				t.Errorf("%q: %s", term, a.Raw)
			}
		}
		for _, term := range []string{"GROSSE 100%_ÜB", "%_", "übung", "%_u\u0308"} {
			check(term, 1)
		}
		for _, term := range []string{"quokka", "_%", "100__"} {
			check(term, 0)
		}
		s.MustExecute(t, Admin, `mutation($input: EditBroadcastInput!) { editBroadcast(input: $input) { broadcast { id } } }`, map[string]any{"input": map[string]any{
			"id": id, "title": "Kakapo", "message": "Quokka", "targetType": "ALL",
		}})
		check("übung", 0)
		check("KAKAPO", 1)
		check("ka", 1) // no other title of the demo has it
		all := s.MustExecute(t, Admin, `{ broadcasts { totalCount } }`, nil).At("broadcasts", "totalCount").(float64)
		without := s.MustExecute(t, Admin, `{ broadcasts(where: {not: {search: "kakapo"}}) { totalCount } }`, nil).At("broadcasts", "totalCount")
		if without != all-1 {
			t.Errorf("%v of %v are left", without, all)
		}
		if a := s.MustExecute(t, Admin, `{ broadcasts(where: {search: ""}) { totalCount } }`, nil); a.At("broadcasts", "totalCount") != all {
			t.Errorf("the empty text: %s", a.Raw)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestSearchFindsWhatPeopleSaid: each complaint of the demo is found by each part of itself.
func TestSearchFindsWhatPeopleSaid(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		rows := s.MustExecute(t, Admin, `{ complaints(first: 100) { edges { node { id reference title description address } } } }`, nil).At("complaints", "edges").([]any)
		if len(rows) < 20 {
			t.Fatalf("%d complaints", len(rows))
		}
		for i, row := range rows {
			node := row.(map[string]any)["node"].(map[string]any)
			text := []rune(node[[]string{"reference", "title", "description", "address"}[i%4]].(string))
			if len(text) < 8 {
				continue
			}
			from := i % (len(text) - 7)
			term := strings.ToUpper(string(text[from : from+min(8+i, len(text)-from)]))
			if len(term) > 200 {
				term = string([]rune(term)[:60])
			}
			a := s.MustExecute(t, Admin, `query($s: String, $id: ID) { complaints(where: {search: $s, id: $id}) { totalCount } }`, map[string]any{"s": term, "id": node["id"]})
			if a.At("complaints", "totalCount") != 1.0 {
				t.Errorf("%v is not found by %q", node["reference"], term)
			}
		}
	})
}

// TestSearchTellsNothingOfOthers: what a search cost is the same whether a stranger's complaint
// holds the term or none does.
func TestSearchTellsNothingOfOthers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		submitted(t, s, User2, map[string]any{"title": "Quagga two"})
		cost := func(term string) string {
			a := s.MustExecute(t, User, `query($s: String) { complaints(where: {search: $s}) { totalCount edges { node { id } } } }`, map[string]any{"s": term})
			return fmt.Sprint(a.Extensions["cost"], a.At("complaints", "totalCount"))
		}
		if theirs, nobodys := cost("quagga two"), cost("quagga ten"); theirs != nobodys || !strings.Contains(theirs, "actual") {
			t.Errorf("%s for somebody else's, %s for nobody's", theirs, nobodys)
		}
	})
}

// TestSearchWithoutAccents finds people, service providers and payments whether they are written with their accents or without, as
// searches of complaints do.
func TestSearchWithoutAccents(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		for i, name := range []string{"José Łuczak", "Jose Luczak", "JOSÉ LUCZAK", "Zoë Straße"} {
			createRow(t, s, "createUser", "user", in{"name": name, "email": fmt.Sprintf("accent%d@example.com", i), "role": "USER"})
		}
		createRow(t, s, "createServiceProvider", "serviceProvider", in{"name": "Cañón & Søn"})
		createRow(t, s, "createServiceProvider", "serviceProvider", in{"name": "Canon & Son"})
		for _, row := range []struct {
			list, term string
			want       float64
		}{
			{"users", "jose", 3},
			{"users", "JOSÉ", 3},
			{"users", "łucz", 3},
			{"users", "lucz", 3},
			{"users", "zoe", 1},
			{"users", "strasse", 1},
			{"users", "100%", 0},
			{"users", "accent_", 0},
			{"users", "ACCENT2@", 1},
			{"serviceProviders", "canon & son", 2},
			{"serviceProviders", "cañón & søn", 2},
			{"serviceProviders", "ca_on", 0},
		} {
			a := s.MustExecute(t, Admin, fmt.Sprintf(`query($s: String) { %s(where: {search: $s}) { totalCount } }`, row.list), in{"s": row.term})
			if n := a.At(row.list, "totalCount"); n != row.want {
				t.Errorf("%s: %q finds %v, want %v", row.list, row.term, n, row.want)
			}
		}
	})
}

// TestSearchTextsAreRebuilt: texts that the version before folded are found as it found them until a job has taken their
// accents out, and then as all others. The job can be killed between any two of its steps.
func TestSearchTextsAreRebuilt(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx := System()
		count := func(condition string) (n int) {
			t.Helper()
			if err := s.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM complaint_texts WHERE "+condition).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for range 260 {
			submitted(t, s, Admin, map[string]any{"title": "Café Müller", "source": "PHONE", "contact": map[string]any{"name": "Wanda", "phone": "5550123"}})
		}
		all := count("body LIKE '%cafe muller%'")
		// As the version before wrote them, but for a few.
		if _, err := s.Store.DB().ExecContext(t.Context(), "UPDATE complaint_texts SET body = replace(replace(body, 'cafe', 'café'), 'muller', 'müller') WHERE id % 7 <> 0"); err != nil {
			t.Fatal(err)
		}
		stale := func() int { return count("body LIKE '%café%'") }
		find := func(term string) float64 {
			return s.MustExecute(t, Admin, `query($s: String) { complaints(where: {search: $s}) { totalCount } }`, map[string]any{"s": term}).At("complaints", "totalCount").(float64)
		}
		old := stale()
		if n := find("Café M"); n != float64(all) || old < 200 || old == all {
			t.Errorf("before: %v found, want %d", n, all)
		}
		// Killed after some steps: what is done stays done, and what is found stays found.
		_, _ = s.Service.Desk.RebuildSearchTexts(killedAfter(t.Context(), s, "SELECT count(*) FROM complaint_texts WHERE body LIKE '%café%'"))
		left := stale()
		if n := find("Café M"); n != float64(all) {
			t.Errorf("with %d left: %v found, want %d", left, n, all)
		}
		if n := find("cafe m"); n != float64(all-left) {
			t.Errorf("with %d left: %v found without accents", left, n)
		}
		changed, err := s.Service.Desk.RebuildSearchTexts(ctx)
		if err != nil || changed != left || stale() != 0 {
			t.Errorf("then %d of %d changed, %d left, %v", changed, left, stale(), err)
		}
		for _, term := range []string{"Café M", "cafe m", "CAFE\u0301 MU"} {
			if n := find(term); n != float64(all) {
				t.Errorf("at last %q: %v found, want %d", term, n, all)
			}
		}
		if again, err := s.Service.Desk.RebuildSearchTexts(ctx); again != 0 || err != nil {
			t.Errorf("again: %d, %v", again, err)
		}
	})
}
