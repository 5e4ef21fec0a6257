package demo

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
)

// world holds every row before it is stored, and how the tables' names lead to them.
type world struct {
	rows
	book       *ledger.Book
	now        time.Time
	people     map[person]*ent.User
	zones      map[string]*ent.Zone
	categories map[string]*ent.Category
	kinds      map[uuid.UUID]*ent.Category
	providers  map[string]*ent.ServiceProvider
	groups     map[string]*ent.Group
	named      map[string]uuid.UUID // complaints by their stories' keys
	numbers    map[int]int64        // the last reference given out, by year
}

// imagine builds the whole city. It touches neither the database nor the media.
func imagine(now time.Time) (*world, error) {
	w := &world{
		now:        now.UTC().Truncate(time.Millisecond),
		people:     map[person]*ent.User{},
		zones:      map[string]*ent.Zone{},
		categories: map[string]*ent.Category{},
		kinds:      map[uuid.UUID]*ent.Category{},
		providers:  map[string]*ent.ServiceProvider{},
		groups:     map[string]*ent.Group{},
		named:      map[string]uuid.UUID{},
		numbers:    map[int]int64{},
	}
	founded := w.before(63 * 24)
	w.found(city(), nil, founded)
	for _, c := range catalog() {
		w.classify(c, nil, founded)
	}
	for _, name := range providers() {
		p := &ent.ServiceProvider{
			ID: domain.NewIDAt(domain.KindServiceProvider, founded), Name: name, Active: true, CreatedAt: founded,
		}
		w.providers[name] = p
		w.companies = append(w.companies, p)
	}
	if err := w.enroll(); err != nil {
		return nil, err
	}
	for _, c := range circles() {
		w.gather(c, w.before(56*24))
	}
	w.play(stories())
	w.pay()
	w.announce()
	return w, nil
}

func (w *world) found(z zone, parent *uuid.UUID, at time.Time) {
	row := &ent.Zone{ID: domain.NewIDAt(domain.KindZone, at), Name: z.name, ParentID: parent, CreatedAt: at}
	w.zones[z.name] = row
	w.areas = append(w.areas, row)
	for _, inner := range z.within {
		w.found(inner, &row.ID, at)
	}
}

func (w *world) classify(c category, parent *uuid.UUID, at time.Time) {
	row := &ent.Category{
		ID: domain.NewIDAt(domain.KindCategory, at), Name: c.name, ParentID: parent,
		DefaultPriority: c.priority, CreatedAt: at,
	}
	if c.hours > 0 {
		row.SLAHours = &c.hours
	}
	w.categories[c.name], w.kinds[row.ID] = row, row
	w.topics = append(w.topics, row)
	for _, inner := range c.within {
		w.classify(inner, &row.ID, at)
	}
}

// enroll opens the accounts of the cast.
func (w *world) enroll() error {
	for _, p := range cast() {
		at := w.before(float64(p.joined) * 24)
		u := &ent.User{
			ID: domain.NewIDAt(domain.KindUser, at), Name: p.name, Role: p.role, State: domain.AccountActive,
			ZoneID: &w.zones[p.zone].ID, CreatedAt: at, Version: 1,
		}
		if p.provider != "" {
			u.ProviderID = &w.providers[p.provider].ID
		}
		if p.left > 0 {
			u.State, u.DisabledAt, u.Version = domain.AccountDisabled, moment(w.before(float64(p.left)*24)), 2
		}
		key, err := auth.FoldEmail(p.email)
		if err != nil {
			return fmt.Errorf("demo: %s: %w", p.email, err)
		}
		w.people[p.key] = u
		w.accounts = append(w.accounts, u)
		w.contacts = append(w.contacts, &ent.Contact{
			ID: domain.NewIDAt(domain.KindContact, at), UserID: &u.ID,
			Email: p.email, EmailKey: &key, Phone: p.phone, CreatedAt: at,
		})
		if p.signsIn {
			w.credentials = append(w.credentials, &ent.Credential{
				ID: domain.NewIDAt(domain.KindCredential, at), UserID: u.ID, ChangedAt: at,
			})
		}
	}
	for _, p := range cast() {
		if p.left > 0 {
			w.record(kenji, "user.disable", "User", *w.id(p.key), *w.people[p.key].DisabledAt,
				map[string]any{"state": domain.AccountActive}, map[string]any{"state": domain.AccountDisabled})
		}
	}
	return nil
}

func (w *world) gather(c circle, at time.Time) {
	g := &ent.Group{ID: domain.NewIDAt(domain.KindGroup, at), Name: c.name, Description: c.purpose, CreatedAt: at}
	w.groups[c.name] = g
	w.circles = append(w.circles, g)
	for _, p := range c.members {
		w.memberships = append(w.memberships, &ent.Membership{UserID: *w.id(p), GroupID: g.ID})
	}
}

// play tells the stories in order of age, as their references are numbered.
func (w *world) play(all []story) {
	slices.SortStableFunc(all, func(a, b story) int { return cmp.Compare(b.ago, a.ago) })
	ids := make([]uuid.UUID, len(all))
	for i, s := range all {
		ids[i] = domain.NewIDAt(domain.KindComplaint, w.before(s.ago))
		if s.key != "" {
			w.named[s.key] = ids[i]
		}
	}
	for i, s := range all {
		l := w.begin(s, ids[i])
		for _, next := range s.life {
			next(l)
		}
	}
}

// before answers the instant so many hours ago; negative hours lie ahead.
func (w *world) before(hours float64) time.Time {
	return w.now.Add(-time.Duration(hours * float64(time.Hour))).Truncate(time.Millisecond)
}

// id answers the account of a member of the cast; nil for nobody.
func (w *world) id(p person) *uuid.UUID {
	if p == nobody {
		return nil
	}
	return &w.people[p].ID
}

// reference gives out the next number of a year.
func (w *world) reference(at time.Time) string {
	w.numbers[at.Year()]++
	return fmt.Sprintf("CMP-%d-%06d", at.Year(), w.numbers[at.Year()])
}

// record writes an audit entry; before is nil for what is new.
func (w *world) record(by person, action, kind string, id uuid.UUID, at time.Time, before, after map[string]any) {
	w.audit = append(w.audit, &ent.AuditEntry{
		ID: domain.NewIDAt(domain.KindAuditEntry, at), ActorID: w.id(by), Agent: domain.AgentAccount,
		Action: action, SubjectType: kind, SubjectID: &id, Address: "127.0.0.1",
		Before: raw(before), After: raw(after), CreatedAt: at,
	})
}

func raw(values map[string]any) json.RawMessage {
	if values == nil {
		return nil
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(err) // names, numbers and ids: a mistake in this package
	}
	return b
}

// notice is a notification that was not sent yet.
func (w *world) notice(to person, over domain.Channel, at time.Time) *ent.Notification {
	return &ent.Notification{
		ID: domain.NewIDAt(domain.KindNotification, at), RecipientID: *w.id(to), Channel: over,
		State: domain.NotificationPending, CreatedAt: at,
	}
}

// serve marks a notice as sent and, in the application, delivered with that.
func serve(n *ent.Notification, at time.Time) {
	n.State, n.Attempts, n.SentAt, n.DeliveredAt = domain.NotificationSent, 1, &at, &at
}

// owner is what a picture belongs to; exactly one is set.
type owner struct{ update, complaint, comment *uuid.UUID }

// attach notes a picture whose bytes are drawn when the world is stored.
func (w *world) attach(p picture, to owner, by person, at time.Time) {
	row := &ent.Media{
		ID: domain.NewIDAt(domain.KindMedia, at), UpdateID: to.update, ComplaintID: to.complaint, CommentID: to.comment,
		UploadedByID: w.id(by), Visibility: domain.VisibilityInternal, FileName: p.name, CreatedAt: at,
	}
	if p.public {
		row.Visibility = domain.VisibilityPublic
	}
	w.media = append(w.media, row)
	w.scenes = append(w.scenes, p.scene)
}
