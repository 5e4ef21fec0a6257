package csvimport_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
	exports "github.com/redress/redress/internal/export"
)

// columns are those of a list's export, as its import takes them.
type columns struct {
	fields  []csvimport.Field
	called  map[csvimport.Field][]string // where a column has another name than the field
	without map[csvimport.Field]string   // fields without a column, and why
	unread  map[string]string            // columns that no import takes, and why
}

var (
	ofTrees = map[csvimport.Field][]string{csvimport.Parent: {"parent_name"}}

	exported = map[exports.Kind]columns{
		"COMPLAINTS": {
			fields: csvimport.Fields,
			called: map[csvimport.Field][]string{
				csvimport.Category1: {"category_name"}, csvimport.Zone1: {"zone_name"}, csvimport.OpenedAt: {"created_at"}, csvimport.Channel: {"source"},
				csvimport.Reporter: {"contact_email"}, csvimport.ReporterID: {"submitted_by_id"}, csvimport.ReporterName: {"submitted_by_name"},
				csvimport.MovedAt: {"moved_at", "held_at", "updated_at"}, csvimport.MergedInto: {"duplicate_of_id"},
			},
			without: map[csvimport.Field]string{
				csvimport.Category2: "category_path has all levels", csvimport.Category3: "category_path has all levels",
				csvimport.Zone2: "zone_path has all levels", csvimport.Zone3: "zone_path has all levels", csvimport.Position: "latitude and longitude have it",
			},
			unread: map[string]string{"overdue": "derived from the deadline", "first_response_at": "derived from comments, which are not in the file"},
		},
		"ZONES":             {fields: csvimport.ListFields(csvimport.Zones), called: ofTrees},
		"CATEGORIES":        {fields: csvimport.ListFields(csvimport.Categories), called: ofTrees},
		"GROUPS":            {fields: csvimport.ListFields(csvimport.Groups)},
		"SERVICE_PROVIDERS": {fields: csvimport.ListFields(csvimport.ServiceProviders)},
		"USERS": {
			fields: csvimport.ListFields(csvimport.Users),
			called: map[csvimport.Field][]string{
				csvimport.Email: {"contact_email"}, csvimport.Phone: {"contact_phone"}, csvimport.Zone: {"zone_name"},
				csvimport.Provider: {"provider_name"}, csvimport.GroupNames: {"group_names"},
			},
			unread: map[string]string{"last_sign_in_at": "they have not signed in here"},
		},
	}
)

// TestColumnsOfExportsAndImports: each list's export has each column that its import takes, and its import takes each column
// that the export has, but for what is named above.
func TestColumnsOfExportsAndImports(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		for kind, of := range exported {
			header := exports.ByKind(kind).Columns()
			left := slices.Clone(header)
			for _, f := range of.fields {
				names := of.called[f]
				if names == nil {
					names = []string{string(f)}
				}
				for _, name := range names {
					if of.without[f] == "" && !slices.Contains(header, name) {
						t.Errorf("%s: the import takes %s, which is not exported as %s", kind, f, name)
					}
					left = slices.DeleteFunc(left, func(column string) bool { return column == name })
				}
			}
			unread := slices.Sorted(maps.Keys(of.unread))
			if slices.Sort(left); !slices.Equal(left, unread) {
				t.Errorf("%s: no field takes %q, want %q", kind, left, unread)
			}
			// And by the names that they have in the file.
			file, opts := strings.NewReader(strings.Join(header, ",")+"\r\n"), csvimport.Options{DryRun: true}
			var sum csvimport.Summary
			var err error
			if kind == "COMPLAINTS" { // whose mapping leaves columns out on purpose, without a word
				unread = nil
				sum, err = d.importer().Complaints(t.Context(), file, new(bytes.Buffer), opts)
			} else {
				list := csvimport.List(strings.ReplaceAll(strings.ToLower(string(kind)), "_", "-"))
				sum, err = d.importer().List(t.Context(), list, file, new(bytes.Buffer), opts)
			}
			if slices.Sort(sum.Unused); err != nil || !slices.Equal(sum.Unused, unread) || len(sum.Absent) > 0 {
				t.Errorf("%s: %v, left out %q, want %q; without a column %q", kind, err, sum.Unused, unread, sum.Absent)
			}
		}
	})
}
