package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"unicode/utf8"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/search"
	. "github.com/redress/redress/internal/testenv"
)

// TestSpellings: what people, streets and telephone numbers are found by, whoever typed them on whichever keyboard, by each way of
// finding. The desk's own lists go by the same table (dashboard/src/parts/fold.test.ts).
func TestSpellings(t *testing.T) {
	var table []struct {
		Kind, Written string
		Typed, Other  []string
	}
	raw, err := os.ReadFile("../internal/search/testdata/spellings.json")
	if err == nil {
		err = json.Unmarshal(raw, &table)
	}
	if err != nil || len(table) < 50 {
		t.Fatalf("%d spellings, %v", len(table), err)
	}
	type in = map[string]any
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for i, row := range table {
			title := fmt.Sprintf("Spelling %d", i)
			contact := in{"name": title + ".", "email": fmt.Sprintf("spelling%d@example.net", i)}
			complaint := in{"title": title, "source": "PHONE", "contact": contact}
			account := in{"name": title, "email": fmt.Sprintf("spelling%d@example.com", i), "role": "USER"}
			provider := title
			switch row.Kind {
			case "person":
				contact["name"], account["name"], provider = row.Written, row.Written, row.Written
			case "street":
				complaint["address"] = row.Written
			case "telephone":
				contact["phone"], account["phone"] = row.Written, row.Written
			}
			submitted(t, s, Admin, complaint)
			user := createRow(t, s, "createUser", "user", account)
			company := createRow(t, s, "createServiceProvider", "serviceProvider", in{"name": provider})
			hits := map[string]func(text string) []any{
				"search of users": func(text string) []any {
					return idsAt(s.MustExecute(t, Admin, `query($s: String) { users(first: 100, where: {search: $s}) { edges { node { id } } } }`, in{"s": text}), "users", "edges")
				},
				"search of service providers": func(text string) []any {
					return idsAt(s.MustExecute(t, Admin, `query($s: String) { serviceProviders(first: 100, where: {search: $s}) { edges { node { id } } } }`, in{"s": text}), "serviceProviders", "edges")
				},
				"search of complaints": func(text string) []any {
					return idsAt(s.MustExecute(t, Admin, `query($s: String) { complaints(first: 100, where: {search: $s}) { edges { node { title } } } }`, in{"s": text}), "complaints", "edges")
				},
				"filter of callers": func(text string) []any {
					field := map[string]string{"person": "contactName", "telephone": "contactPhone"}[row.Kind]
					return idsAt(s.MustExecute(t, Admin, `query($s: String) { complaints(first: 100, where: {`+field+`: $s}) { edges { node { title } } } }`, in{"s": text}), "complaints", "edges")
				},
				"find": func(text string) []any {
					a := s.MustExecute(t, Admin, `query($s: String!) { find(text: $s, limit: 20) { users { id } serviceProviders { id } complaints { title } callers { email } } }`, in{"s": text})
					return slices.Concat(idsAt(a, "find", "users"), idsAt(a, "find", "serviceProviders"), idsAt(a, "find", "complaints"), idsAt(a, "find", "callers"))
				},
				"callerLookup": func(text string) []any {
					return idsAt(s.MustExecute(t, Admin, `query($s: String!) { callerLookup(text: $s, limit: 20) { email user { id } } }`, in{"s": text}), "callerLookup")
				},
			}
			wanted := map[string]map[string][]any{
				"person": {
					"search of users": {user}, "search of service providers": {company}, "filter of callers": {title},
					"find": {user, company, contact["email"]}, "callerLookup": {contact["email"], user},
				},
				"street":    {"search of complaints": {title}, "find": {title}},
				"telephone": {"search of users": {user}, "filter of callers": {title}, "find": {user, contact["email"]}, "callerLookup": {contact["email"], user}},
			}[row.Kind]
			for way, want := range wanted {
				short := func(text string) bool { // too short for a caller
					return way == "callerLookup" && utf8.RuneCountInString(search.Fold(text)) < 3
				}
				for _, text := range append(row.Typed, row.Written) {
					if short(text) {
						continue
					}
					got := hits[way](text)
					for _, one := range want {
						if way == "find" && one == contact["email"] && utf8.RuneCountInString(search.Fold(text)) < 3 {
							continue // too short for a caller
						}
						if !slices.Contains(got, one) {
							t.Errorf("%s: %q does not find %v of %q", way, text, one, row.Written)
						}
					}
				}
				for _, text := range row.Other {
					if short(text) {
						continue
					}
					got := hits[way](text)
					for _, one := range want {
						if slices.Contains(got, one) {
							t.Errorf("%s: %q finds %v of %q", way, text, one, row.Written)
						}
					}
				}
			}
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// idsAt returns what names the rows of a list: ids, titles and e-mail addresses.
func idsAt(a Result, path ...any) (all []any) {
	walkValues(a.At(path...), "", func(_ string, value any) {
		if text, is := value.(string); is {
			all = append(all, text)
		}
	})
	return all
}

// TestMarksAloneFindWhatNothingFinds: a text of which nothing is left to compare is an empty one.
func TestMarksAloneFindWhatNothingFinds(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, list := range []string{"complaints", "users", "serviceProviders", "payments", "broadcasts", "tasks"} {
			count := func(text string) any {
				return s.MustExecute(t, Admin, `query($s: String) { `+list+`(where: {search: $s}) { totalCount } }`, map[string]any{"s": text}).At(list, "totalCount")
			}
			all := count("")
			for _, text := range []string{" ", "\u0301", "\u00ad", "\u200b\u2060", "ـ", "\u05b0 \u064b"} {
				if n := count(text); n != all || n == 0.0 {
					t.Errorf("%s: %+q finds %v of %v", list, text, n, all)
				}
				for _, field := range []string{`find(text: $s) { users { id } }`, `callerLookup(text: $s) { name }`} {
					if a := s.Execute(t, Admin, `query($s: String!) { `+field+` }`, map[string]any{"s": text}); invalidFields(a) != "text" {
						t.Errorf("%s of %+q: %.200s", field, text, a.Raw)
					}
				}
			}
		}
	})
}

// TestSearchForPayments finds payments by their references and invoice numbers as readers type them.
func TestSearchForPayments(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		provider := createRow(t, s, "createServiceProvider", "serviceProvider", map[string]any{"name": "Cañón & Søn"})
		made := mustMutate(t, s, Admin, "recordPayment", "payment { id }", map[string]any{
			"providerId": provider, "amountMinor": "1250", "currency": "EUR", "paymentDate": s.Clock.Now().Format("2006-01-02"), "method": "BANK_TRANSFER",
			"reference": "ÜW–2026/07 № ٥٥", "invoiceNumber": "Rechnung ‚A’ 100%",
		}).At("recordPayment", "payment", "id")
		for text, found := range map[string]bool{
			"uw-2026/07 no 55": true, "ÜW−2026": true, "rechnung 'a'": true, "100%": true, "ÜW–2026/07 № ٥٥": true, "55": true, "rechnung\u00a0 ‘A’": true,
			"55 rechnung": false, "uw 2026": false, "10_%": false,
		} {
			a := s.MustExecute(t, Admin, `query($s: String) { payments(first: 100, where: {search: $s}) { edges { node { id } } } }`, map[string]any{"s": text})
			if got := slices.Contains(idsAt(a, "payments", "edges"), made); got != found {
				t.Errorf("%q: found %v, want %v", text, got, found)
			}
		}
	})
}

// TestContactsAreFolded: what a version before wrote is found in any case at once, and as readers type it after a job, which can be
// killed and goes on; and what an instance of that version writes beside it.
func TestContactsAreFolded(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, db := t.Context(), s.Store.DB()
		var users []any
		for i := range 230 {
			users = append(users, createRow(t, s, "createUser", "user", map[string]any{
				"name": fmt.Sprintf("Zoë O’Neil %d", i), "email": fmt.Sprintf("zoe%d@example.com", i), "role": "USER", "phone": fmt.Sprintf("(0555) 00-%03d", i),
			}))
		}
		count := func(text string) any {
			return s.MustExecute(t, Admin, `query($s: String) { users(where: {search: $s}) { totalCount } }`, map[string]any{"s": text}).At("users", "totalCount")
		}
		// As the migration leaves them, and some as a version before wrote them later.
		for _, statement := range []string{
			`UPDATE contacts SET phone_digits = NULL, search_text = lower((SELECT name FROM users WHERE id = user_id)) || ` + map[string]string{dialect.SQLite: "char(31)", dialect.Postgres: "chr(31)"}[s.Dialect] + ` || lower(email) WHERE email LIKE 'zoe%'`,
			`UPDATE contacts SET search_text = '' WHERE email LIKE 'zoe1%'`,
			`UPDATE service_providers SET search_text = lower(name)`,
		} {
			if _, err := db.ExecContext(ctx, statement); err != nil {
				t.Fatal(err)
			}
		}
		if n := count("o'neil"); n != 0.0 {
			t.Fatalf("%v are folded", n)
		}
		if n := count("ZOE2"); n != 41.0 {
			t.Errorf("%v found by their address at once", n)
		}
		killed, kill := context.WithCancel(ctx)
		kill()
		if _, err := s.Service.Desk.FoldContacts(killed); err == nil {
			t.Error("a job that was killed did not say so")
		}
		if n, err := s.Service.Desk.FoldContacts(ctx); n < 230 || err != nil {
			t.Errorf("%d folded, %v", n, err)
		}
		for text, want := range map[string]float64{"zoe o'neil": 230, "ZOË O’NEIL": 230, "zoe1": 111, "055500-00": 10, "555 00 229": 1} {
			if n := count(text); n != want {
				t.Errorf("%q finds %v, want %v", text, n, want)
			}
		}
		if n, err := s.Service.Desk.FoldContacts(ctx); n != 0 || err != nil {
			t.Errorf("again: %d, %v", n, err)
		}
		// A change of the name alone, of the number alone.
		mustMutate(t, s, Admin, "updateUser", "user { id }", map[string]any{"id": users[0], "name": "Łukasz"})
		mustMutate(t, s, Admin, "updateUser", "user { id }", map[string]any{"id": users[0], "phone": "٠١٢٣٤٥٦٧"})
		for text, want := range map[string]float64{"lukasz": 1, "1234567": 1, "zoe0@": 1, "055500000": 0, "zoe o'neil": 229} {
			if n := count(text); n != want {
				t.Errorf("after a change %q finds %v, want %v", text, n, want)
			}
		}
		var contact string
		if err := db.QueryRowContext(ctx, "SELECT phone_digits FROM contacts WHERE user_id = $1", uuid.MustParse(fmt.Sprint(users[0]))).Scan(&contact); err != nil || contact != "01234567" {
			t.Errorf("the digits are %q, %v", contact, err)
		}
	})
}
