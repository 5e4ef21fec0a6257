package csvimport_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
)

// TestRolesAreCheckedWhereTheyAreGiven: an account that was there when the file was looked through, and has another
// address when its row comes, is not made again as an administrator. Cmd/redress tests the check before the first row.
func TestRolesAreCheckedWhereTheyAreGiven(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		d.user(t, "ada@example.org")
		importer := d.importer()
		importer.Progress = func(sum csvimport.Summary) {
			if sum.Read != 1 {
				return
			}
			hers := d.Contact.Query().Where(contact.EmailKey("ada@example.org")).AllX(d.ctx)
			if err := d.Contact.UpdateOne(hers[0]).SetEmail("new@example.org").SetEmailKey("new@example.org").Exec(d.ctx); err != nil {
				t.Error(err)
			}
		}
		file := "email,role\nann@example.org,\nada@example.org,admin\n"
		sum, err := importer.List(t.Context(), csvimport.Users, strings.NewReader(file), new(bytes.Buffer), csvimport.Options{Label: "users.csv"})
		if err == nil || !strings.Contains(err.Error(), "role: line 3 gives admin, which --allow-roles does not name") || sum.Imported != 1 {
			t.Errorf("%+v %v", sum, err)
		}
		if n := d.User.Query().Where(user.RoleEQ(domain.RoleAdmin)).CountX(d.ctx); n != 0 {
			t.Errorf("%d administrators", n)
		}
	})
}

// TestRolesAreAudited holds that the audit entry of an import says which roles it gave.
func TestRolesAreAudited(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		file := "email,role\nann@example.org,\nben@example.org,\neve@example.org,super_admin\n"
		opts := csvimport.Options{Label: "users.csv", AllowRoles: administrators}
		if _, err := d.importer().List(t.Context(), csvimport.Users, strings.NewReader(file), new(bytes.Buffer), opts); err != nil {
			t.Fatal(err)
		}
		entry := d.AuditEntry.Query().Where(auditentry.ActionHasPrefix("import")).OnlyX(d.ctx)
		var said struct{ Roles map[domain.Role]int }
		if err := json.Unmarshal(entry.After, &said); err != nil || !maps.Equal(said.Roles, map[domain.Role]int{domain.RoleUser: 2, domain.RoleSuperAdmin: 1}) {
			t.Errorf("%s %v", entry.After, err)
		}
	})
}
