package csvimport_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// TestBothDoorsKeepTheSameRules: an account that the graph refuses is refused by an import, in the same words about the same
// input, and what the one takes the other takes.
func TestBothDoorsKeepTheSameRules(t *testing.T) {
	type row struct{ name, email, phone, role, provider string }
	rows := []row{
		{"", "", "", "", ""},
		{"", "@", "", "", ""},
		{"", "ann", "", "", ""},
		{"", "ann@", "", "", ""},
		{"", "@example.org", "", "", ""},
		{"", "ann@@example.org", "", "", ""},
		{"", "a nn@example.org", "", "", ""},
		{"", "ann@exa mple.org", "", "", ""},
		{"", "ann@example..org", "", "", ""},
		{"", "ann,@example.org", "", "", ""},
		{"", strings.Repeat("a", 65) + "@example.org", "", "", ""},
		{"", "ann@" + strings.Repeat("a.", 130) + "org", "", "", ""},
		{strings.Repeat("n", domain.MaxName+1), "%s1@example.org", "", "", ""},
		{strings.Repeat("é", domain.MaxName), "%s2@example.org", "", "", ""},
		{"A\u200bnn", "%s4@example.org", "", "", ""},
		{"", "%s5@EXAMPLE.org", strings.Repeat("1", domain.MaxPhone+1), "", ""},
		{"", "%s6@example.org", strings.Repeat("1", domain.MaxPhone), "", ""},
		{"", "%s7@bücher.example", "", "", ""},
	}
	for i, role := range domain.Roles {
		for _, provider := range []string{"", "known", "unknown"} {
			rows = append(rows, row{"", fmt.Sprintf("%%s8-%d@example.org", 10*i+len(provider)), "", string(role), provider})
		}
	}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		providers := map[string]string{"known": s.Samples.Provider.String(), "unknown": domain.NewID(domain.KindServiceProvider).String()}
		refused := 0
		for _, row := range rows {
			if row.name == "" {
				row.name = "Ann"
			}
			if row.role == "" {
				row.role = string(domain.RoleUser)
			}
			address := func(door string) string { return strings.ReplaceAll(row.email, "%s", door) }
			input := map[string]any{"name": row.name, "email": address("graph"), "phone": row.phone, "role": row.role}
			if row.provider != "" {
				input["providerId"] = providers[row.provider]
			}
			field, message := "", ""
			a := s.Execute(t, testenv.SuperAdmin, `mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, map[string]any{"input": input})
			if len(a.Errors) > 0 {
				refused++
				first := a.Errors[0].Extensions["fields"].([]any)[0].(map[string]any)
				field, message = strings.TrimPrefix(first["field"].(string), "input."), first["message"].(string)
			}
			var file, report bytes.Buffer
			out := csv.NewWriter(&file)
			if err := out.WriteAll([][]string{{"name", "email", "phone", "role", "provider_id"}, {row.name, address("file"), row.phone, row.role, providers[row.provider]}}); err != nil {
				t.Fatal(err)
			}
			importer := csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: s.Clock.Now}
			sum, err := importer.List(t.Context(), csvimport.Users, bytes.NewReader(file.Bytes()), &report, csvimport.Options{AllowRoles: domain.Roles})
			if err != nil || sum.Read != 1 {
				t.Fatalf("%+v: %+v %v", row, sum, err)
			}
			wanted := map[string]string{"providerId": "provider"}[field]
			if wanted == "" {
				wanted = field
			}
			switch {
			case message == "" && sum.Imported != 1:
				t.Errorf("%+v: the graph takes it, the import does not: %s", row, report.String())
			case message != "" && (sum.Rejected != 1 || !strings.Contains(report.String(), ","+wanted+",") || !strings.Contains(report.String(), message)):
				t.Errorf("%+v: the graph says %s %s, the import %+v %s", row, field, message, sum, report.String())
			}
		}
		if refused < 20 || len(rows)-refused < 9 {
			t.Errorf("%d of %d were refused", refused, len(rows))
		}
	})
}
