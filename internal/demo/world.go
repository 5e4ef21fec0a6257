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
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/domain"
)

// world holds every row before it is written, and finds rows by the keys and names of this
// package's tables.
type world struct {
	bulk.Rows
	now            time.Time
	scenes         []scene // of Media, in the same order
	people         map[person]*ent.User
	zones          map[string]*ent.Zone
	categories     map[string]*ent.Category
	categoriesByID map[uuid.UUID]*ent.Category
	providers      map[string]*ent.ServiceProvider
	groups         map[string]*ent.Group
	storyIDs       map[string]uuid.UUID // of complaints, by the keys of their stories
	lastReference  map[int]int64        // number of the last reference, by year
}

// newWorld builds the whole city in memory.
func newWorld(now time.Time) (*world, error) {
	w := &world{
		now:            now.UTC().Truncate(time.Millisecond),
		people:         map[person]*ent.User{},
		zones:          map[string]*ent.Zone{},
		categories:     map[string]*ent.Category{},
		categoriesByID: map[uuid.UUID]*ent.Category{},
		providers:      map[string]*ent.ServiceProvider{},
		groups:         map[string]*ent.Group{},
		storyIDs:       map[string]uuid.UUID{},
		lastReference:  map[int]int64{},
	}
	founded := w.hoursAgo(63 * 24)
	around, err := boundaries()
	if err != nil {
		return nil, fmt.Errorf("demo: zones.geojson: %w", err)
	}
	w.addZone(rootZone(), nil, founded, around)
	for _, c := range categories() {
		w.addCategory(c, nil, founded)
	}
	for _, name := range providers() {
		p := &ent.ServiceProvider{
			ID: domain.NewIDAt(domain.KindServiceProvider, founded), Name: name, Active: true, Version: 1, CreatedAt: founded,
		}
		w.providers[name] = p
		w.Providers = append(w.Providers, p)
	}
	if err := w.addAccounts(); err != nil {
		return nil, err
	}
	for _, c := range groups() {
		w.addGroup(c, w.hoursAgo(56*24))
	}
	w.addComplaints(stories())
	w.addPayments()
	w.addBroadcasts()
	w.addCounters()
	return w, nil
}

func (w *world) addZone(z zone, parent *uuid.UUID, at time.Time, around map[string]*boundary.Boundary) {
	row := &ent.Zone{ID: domain.NewIDAt(domain.KindZone, at), Name: z.name, ParentID: parent, Version: 1, CreatedAt: at}
	if b := around[z.name]; b != nil {
		row.Boundary, row.BoundaryArea = &b.GeoJSON, &b.Area
		row.South, row.North, row.West, row.East = &b.South, &b.North, &b.West, &b.East
	}
	w.zones[z.name] = row
	w.Zones = append(w.Zones, row)
	for _, inner := range z.children {
		w.addZone(inner, &row.ID, at, around)
	}
}

func (w *world) addCategory(c category, parent *uuid.UUID, at time.Time) {
	row := &ent.Category{
		ID: domain.NewIDAt(domain.KindCategory, at), Name: c.name, ParentID: parent,
		DefaultPriority: c.priority, Version: 1, CreatedAt: at,
	}
	if c.hours > 0 {
		row.SLAHours = &c.hours
	}
	w.categories[c.name], w.categoriesByID[row.ID] = row, row
	w.Categories = append(w.Categories, row)
	for _, inner := range c.children {
		w.addCategory(inner, &row.ID, at)
	}
}

// addAccounts adds the accounts.
func (w *world) addAccounts() error {
	for _, p := range profiles() {
		at := w.hoursAgo(float64(p.joined) * 24)
		u := &ent.User{
			ID: domain.NewIDAt(domain.KindUser, at), Name: p.name, Role: p.role, State: domain.AccountActive,
			ZoneID: &w.zones[p.zone].ID, MailBroadcasts: true, MailOwn: true, CreatedAt: at, Version: 1,
		}
		if p.provider != "" {
			u.ProviderID = &w.providers[p.provider].ID
		}
		if p.left > 0 {
			u.State, u.DisabledAt, u.Version = domain.AccountDisabled, new(w.hoursAgo(float64(p.left)*24)), 2
		}
		key, err := auth.FoldEmail(p.email)
		if err != nil {
			return fmt.Errorf("demo: %s: %w", p.email, err)
		}
		w.people[p.key] = u
		w.Users = append(w.Users, u)
		w.Contacts = append(w.Contacts, &ent.Contact{
			ID: domain.NewIDAt(domain.KindContact, at), UserID: &u.ID,
			Email: p.email, EmailKey: &key, Phone: p.phone, CreatedAt: at,
		})
		if p.signsIn {
			w.Credentials = append(w.Credentials, &ent.Credential{
				ID: domain.NewIDAt(domain.KindCredential, at), UserID: u.ID, ChangedAt: at,
			})
		}
	}
	for _, p := range profiles() {
		if p.left > 0 {
			w.audit(kenji, "user.disable", "User", *w.userID(p.key), *w.people[p.key].DisabledAt,
				map[string]any{"state": domain.AccountActive}, map[string]any{"state": domain.AccountDisabled})
		}
	}
	return nil
}

func (w *world) addGroup(c group, at time.Time) {
	g := &ent.Group{ID: domain.NewIDAt(domain.KindGroup, at), Name: c.name, Description: c.purpose, Version: 1, CreatedAt: at}
	w.groups[c.name] = g
	w.Groups = append(w.Groups, g)
	for _, p := range c.members {
		w.Memberships = append(w.Memberships, &ent.Membership{UserID: *w.userID(p), GroupID: g.ID})
	}
}

// addComplaints plays the stories in order of age, as their references are numbered.
func (w *world) addComplaints(all []story) {
	slices.SortStableFunc(all, func(a, b story) int { return cmp.Compare(b.ago, a.ago) })
	ids := make([]uuid.UUID, len(all))
	for i, s := range all {
		ids[i] = domain.NewIDAt(domain.KindComplaint, w.hoursAgo(s.ago))
		if s.key != "" {
			w.storyIDs[s.key] = ids[i]
		}
	}
	for i, s := range all {
		l := w.submit(s, ids[i])
		for _, next := range s.steps {
			next(l)
		}
		l.passDeadline(w.now)
	}
}

// hoursAgo returns the time that many hours ago; negative hours are in the future.
func (w *world) hoursAgo(hours float64) time.Time {
	return w.now.Add(-time.Duration(hours * float64(time.Hour))).Truncate(time.Millisecond)
}

// userID returns the id of an account, or nil for nobody.
func (w *world) userID(p person) *uuid.UUID {
	if p == nobody {
		return nil
	}
	return &w.people[p].ID
}

// nextReference returns the next reference of a year.
func (w *world) nextReference(at time.Time) string {
	w.lastReference[at.Year()]++
	return domain.ComplaintReference(at.Year(), w.lastReference[at.Year()])
}

// addCounters stores the last reference of each year, from which the service continues.
func (w *world) addCounters() {
	for year, last := range w.lastReference {
		w.Counters = append(w.Counters, &ent.Counter{
			ID: domain.NewIDAt(domain.KindCounter, w.now), Name: domain.ComplaintCounter(year), Value: last,
		})
	}
}

// audit adds an audit entry; by nobody means by the service itself, before is nil for a new row.
func (w *world) audit(by person, action, kind string, id uuid.UUID, at time.Time, before, after map[string]any) {
	entry := &ent.AuditEntry{
		ID: domain.NewIDAt(domain.KindAuditEntry, at), ActorID: w.userID(by), Agent: domain.AgentAccount,
		Action: action, SubjectType: kind, SubjectID: &id, Address: "127.0.0.1",
		Before: mustJSON(before), After: mustJSON(after), CreatedAt: at,
	}
	if by == nobody {
		entry.Agent, entry.Address = domain.AgentSystem, ""
	}
	w.AuditEntries = append(w.AuditEntries, entry)
}

func mustJSON(values map[string]any) json.RawMessage {
	if values == nil {
		return nil
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(err) // names, numbers and ids: a mistake in this package
	}
	return b
}

// newNotification returns a pending notification.
func (w *world) newNotification(to person, over domain.Channel, at time.Time) *ent.Notification {
	return &ent.Notification{
		ID: domain.NewIDAt(domain.KindNotification, at), RecipientID: w.userID(to), Channel: over,
		State: domain.NotificationPending, Timing: domain.MailLast, CreatedAt: at,
	}
}

// markSent marks a notification as sent and delivered.
func markSent(n *ent.Notification, at time.Time) {
	n.State, n.Attempts, n.SentAt, n.DeliveredAt = domain.NotificationSent, 1, &at, &at
}

// owner is the row to which a picture belongs, exactly one of the first three, and for an update the complaint of its task.
type owner struct{ update, complaint, comment, about *uuid.UUID }

// addPicture adds a picture, whose bytes storePictures draws.
func (w *world) addPicture(p picture, to owner, by person, at time.Time) {
	row := &ent.Media{
		ID: domain.NewIDAt(domain.KindMedia, at), UpdateID: to.update, ComplaintID: to.complaint, CommentID: to.comment,
		UploadedByID: w.userID(by), Visibility: domain.VisibilityInternal, FileName: p.name, CreatedAt: at,
	}
	row.ShownOnID = to.complaint
	if p.public {
		row.Visibility = domain.VisibilityPublic
		if to.update != nil {
			row.ShownOnID = to.about
		}
	}
	w.Media = append(w.Media, row)
	w.scenes = append(w.scenes, p.scene)
}
