package testenv

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// CheckRules fails a test for accounts and rows of the catalog that no verb would have written. The demo and the seed write
// theirs in bulk, past the verbs.
func CheckRules(t testing.TB, client *ent.Client) {
	t.Helper()
	wrong, rows := brokenRules(client)
	for _, what := range wrong {
		t.Error(what)
	}
	if rows < 20 {
		t.Errorf("%d rows only", rows)
	}
}

func brokenRules(client *ent.Client) (wrong []string, rows int) {
	report := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	ctx := System()
	addresses := map[uuid.UUID]*ent.Contact{}
	for _, c := range client.Contact.Query().Where(contact.UserIDNotNil()).AllX(ctx) {
		addresses[*c.UserID] = c
	}
	for _, u := range client.User.Query().AllX(ctx) {
		rows++
		c := addresses[u.ID]
		if c == nil {
			report("%s has no address", u.ID)
			continue
		}
		checked, err := identity.Check(identity.AccountInput{Name: u.Name, Email: c.Email, Phone: c.Phone, Role: u.Role, Zone: u.ZoneID, Provider: u.ProviderID})
		if err != nil || c.EmailKey == nil || checked.Address() != *c.EmailKey {
			report("account %s, %s, %s: %v", u.Name, c.Email, u.Role, err)
		}
	}
	named := func(kind, name string, err error) {
		rows++
		tidy := name
		if wrong := tx.CheckName(&tidy); wrong != nil || tidy != name || err != nil {
			report("%s %q: %v %v", kind, name, wrong, err)
		}
	}
	above := map[uuid.UUID]string{}
	inTree := func(kind string, id uuid.UUID, parent *uuid.UUID, path string) {
		over := ""
		if parent != nil {
			over = above[*parent]
		}
		if path != domain.TreePath(over, id) || parent != nil && over == "" {
			report("%s %s lies at %q, below %q", kind, id, path, over)
		}
	}
	zones, categories := client.Zone.Query().AllX(ctx), client.Category.Query().AllX(ctx)
	for _, z := range zones {
		above[z.ID] = z.Path
	}
	for _, c := range categories {
		above[c.ID] = c.Path
	}
	for _, z := range zones {
		named("zone", z.Name, nil)
		inTree("zone", z.ID, z.ParentID, z.Path)
	}
	for _, c := range categories {
		named("category", c.Name, catalog.CategoryDefaults{SLAHours: c.SLAHours, Priority: &c.DefaultPriority}.Check().Fault())
		inTree("category", c.ID, c.ParentID, c.Path)
	}
	for _, g := range client.Group.Query().AllX(ctx) {
		text := strings.TrimSpace(g.Description)
		if wrong := tx.CheckText("description", &text, domain.MaxGroupText); wrong != nil || text != g.Description {
			report("group %s: %v", g.Name, wrong)
		}
		named("group", g.Name, nil)
	}
	for _, p := range client.ServiceProvider.Query().AllX(ctx) {
		named("service provider", p.Name, nil)
	}
	return wrong, rows
}
