package seed

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// town holds what complaints reference.
type town struct {
	quarters   []zone
	zones      []zone // where people live, the innermost ones
	categories []category
	providers  []uuid.UUID // the first gets a tenth of all payments
	reporters  []account
	solvers    []account
	offices    []account // of the providers, in their order
	admins     []account // the first is the super admin
	groups     []group
}

type zone struct {
	id      uuid.UUID
	name    string
	quarter int // its quarter
}

type category struct {
	topic

	id uuid.UUID
}

type account struct {
	id       uuid.UUID
	zone     int32
	provider int32 // none: -1
	disabled bool
	email    bool
}

type group struct {
	id      uuid.UUID
	name    string
	members []uuid.UUID
}

// size returns a size of the town: a minimum, plus one for every so many complaints.
func (g *generator) size(least, per int) int { return least + g.Complaints/per }

// mailDomain is the domain of seeded accounts, which nobody owns.
const mailDomain = "@seed.example"

// addTown builds the town before its first complaint.
func (g *generator) addTown(send func() bool) bool {
	g.town = &town{}
	t, b, at := g.town, g.batch, g.from.AddDate(0, -3, 0)

	city := g.addZone("Meridian", nil, at)
	for q := range g.size(4, 20_000) {
		name := numbered(quarters, q) + " Quarter"
		id := g.addZone(name, &city, at)
		t.quarters = append(t.quarters, zone{id: id, name: name})
		for z := range 4 + min(g.Complaints/5_000, 12) {
			name := numbered(quarters, q) + " " + numbered(localities, z)
			t.zones = append(t.zones, zone{g.addZone(name, &id, at), name, q})
		}
	}
	for _, head := range topics {
		id := g.addCategory(head.topic, nil, at)
		for _, k := range head.within {
			g.addCategory(k, &id, at)
		}
	}
	for i := range g.size(20, 5_000) {
		id := g.id(domain.KindServiceProvider, at)
		t.providers = append(t.providers, id)
		b.Providers = append(b.Providers, &ent.ServiceProvider{
			ID: id, Name: fmt.Sprintf("%s %s %d", lasts[i%len(lasts)], companyKinds[i%len(companyKinds)], i+1), Active: true, Version: 1, CreatedAt: at,
		})
	}
	g.addStaff(at)
	for !g.addReporters(at) {
		if !send() {
			return false
		}
	}
	for i := range g.size(5, 20_000) {
		g.addGroup(numbered(groupNames, i), at)
	}
	return send()
}

// numbered returns the i-th name of a list that repeats, with a number from its second pass on.
func numbered(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s %d", names[i%len(names)], i/len(names)+1)
}

func (g *generator) addZone(name string, within *uuid.UUID, at time.Time) uuid.UUID {
	id := g.id(domain.KindZone, at)
	g.batch.Zones = append(g.batch.Zones, &ent.Zone{ID: id, Name: name, ParentID: within, Version: 1, CreatedAt: at})
	return id
}

func (g *generator) addCategory(k topic, within *uuid.UUID, at time.Time) uuid.UUID {
	id := g.id(domain.KindCategory, at)
	row := &ent.Category{ID: id, Name: k.name, ParentID: within, DefaultPriority: k.priority, Version: 1, CreatedAt: at}
	if k.hours > 0 {
		row.SLAHours = &k.hours
	}
	g.batch.Categories = append(g.batch.Categories, row)
	g.town.categories = append(g.town.categories, category{k, id})
	return id
}

// addStaff adds the accounts of administrators, providers and solvers.
func (g *generator) addStaff(at time.Time) {
	t := g.town
	t.admins = append(t.admins, g.addAccount("superadmin", domain.RoleSuperAdmin, 1, -1, at))
	for i := range g.size(3, 50_000) {
		t.admins = append(t.admins, g.addAccount("admin", domain.RoleAdmin, i+1, -1, at))
	}
	for i := range t.providers {
		t.offices = append(t.offices, g.addAccount("provider", domain.RoleProvider, i+1, i, at))
	}
	for i := range g.size(2*len(t.providers), 2_000) {
		provider := i % len(t.providers)
		if i >= 2*len(t.providers) && g.oneIn(3) { // one of the town's own
			provider = -1
		}
		t.solvers = append(t.solvers, g.addAccount("solver", domain.RoleSolver, i+1, provider, at))
	}
}

// addReporters adds a batch of reporters, and reports whether those were all.
func (g *generator) addReporters(at time.Time) bool {
	all := g.size(10, 10)
	for i := len(g.town.reporters); i < all; i++ {
		g.town.reporters = append(g.town.reporters, g.addAccount("user", domain.RoleUser, i+1, -1, at))
		if len(g.batch.Users) >= batchSize {
			break
		}
	}
	return len(g.town.reporters) == all
}

// addAccount adds the n-th account of a role, such as solver7@seed.example. It has no password.
func (g *generator) addAccount(name string, role domain.Role, n, provider int, at time.Time) account {
	at = at.Add(time.Duration(g.IntN(60*24)) * time.Hour)
	a := account{g.id(domain.KindUser, at), int32(g.IntN(len(g.town.zones))), int32(provider), false, true}
	row := &ent.User{
		ID: a.id, Name: pick(g, firsts) + " " + pick(g, lasts), Role: role, State: domain.AccountActive,
		ZoneID: &g.town.zones[a.zone].id, MailBroadcasts: !g.oneIn(20), MailOwn: true, CreatedAt: at, Version: 1,
	}
	if provider >= 0 {
		row.ProviderID = &g.town.providers[provider]
	}
	if role == domain.RoleUser && n > 1 && g.oneIn(100) {
		left := at.Add(time.Duration(1+g.IntN(years*300)) * 24 * time.Hour)
		row.State, row.DisabledAt, row.Version, a.disabled = domain.AccountDisabled, &left, 2, true
	}
	a.email = row.MailBroadcasts
	address := fmt.Sprintf("%s%d%s", name, n, mailDomain)
	contact := &ent.Contact{
		ID: g.id(domain.KindContact, at), UserID: &a.id, Email: address, EmailKey: &address, CreatedAt: at,
	}
	if g.oneIn(2) {
		contact.Phone = g.phone()
	}
	g.batch.Users = append(g.batch.Users, row)
	g.batch.Contacts = append(g.batch.Contacts, contact)
	return a
}

func (g *generator) phone() string { return fmt.Sprintf("+39 0182 555 %04d", g.IntN(10_000)) }

// addGroup adds a group of reporters that are close to each other in the list.
func (g *generator) addGroup(name string, at time.Time) {
	c := group{id: g.id(domain.KindGroup, at), name: name}
	g.batch.Groups = append(g.batch.Groups, &ent.Group{
		ID: c.id, Name: name, Description: "Whoever asked to hear about it.", Version: 1, CreatedAt: at,
	})
	all := g.town.reporters
	first, step := g.IntN(len(all)), 1+g.IntN(3)
	for i := range min(20+g.IntN(100), len(all)/3) {
		member := all[(first+i*step)%len(all)]
		if member.disabled {
			continue
		}
		c.members = append(c.members, member.id)
		g.batch.Memberships = append(g.batch.Memberships, &ent.Membership{UserID: member.id, GroupID: c.id})
	}
	g.town.groups = append(g.town.groups, c)
}
