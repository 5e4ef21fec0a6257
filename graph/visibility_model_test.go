package graph_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// visibilityModel is everything that is stored, and who may see what of it, worked out from the product's
// sentences (section 1) row by row in Go, without the policies and without their SQL.
type visibilityModel struct {
	accounts map[string]*ent.User // by address

	complaints    map[uuid.UUID]*ent.Complaint
	logs          map[uuid.UUID]*ent.StatusLog
	comments      map[uuid.UUID]*ent.Comment
	tasks         map[uuid.UUID]*ent.WorkTask
	updates       map[uuid.UUID]*ent.TaskUpdate
	media         map[uuid.UUID]*ent.Media
	providers     map[uuid.UUID]*ent.ServiceProvider
	payments      map[uuid.UUID]*ent.Payment
	broadcasts    map[uuid.UUID]*ent.Broadcast
	notifications map[uuid.UUID]*ent.Notification
	users         map[uuid.UUID]*ent.User
	contacts      map[uuid.UUID]*ent.Contact
	sessions      map[uuid.UUID]*ent.Session
	zones         map[uuid.UUID]*ent.Zone
	groups        map[uuid.UUID]*ent.Group
	categories    map[uuid.UUID]*ent.Category
	audits        map[uuid.UUID]*ent.AuditEntry
	revisions     map[uuid.UUID]*ent.ComplaintRevision
	late          map[uuid.UUID]*ent.LateEvidence
	members       []*ent.Membership
}

func newVisibilityModel(t *testing.T, s *testenv.Server) *visibilityModel {
	t.Helper()
	for _, as := range testenv.Everyone {
		s.Token(t, as) // sessions are rows too: make them all first
	}
	addEdgeCases(t, s)
	ctx, c := testenv.System(), s.Store.Client()
	w := &visibilityModel{
		accounts:      map[string]*ent.User{},
		complaints:    byID(t, c.Complaint.Query().AllX(ctx), func(r *ent.Complaint) uuid.UUID { return r.ID }),
		logs:          byID(t, c.StatusLog.Query().AllX(ctx), func(r *ent.StatusLog) uuid.UUID { return r.ID }),
		comments:      byID(t, c.Comment.Query().AllX(ctx), func(r *ent.Comment) uuid.UUID { return r.ID }),
		tasks:         byID(t, c.WorkTask.Query().AllX(ctx), func(r *ent.WorkTask) uuid.UUID { return r.ID }),
		updates:       byID(t, c.TaskUpdate.Query().AllX(ctx), func(r *ent.TaskUpdate) uuid.UUID { return r.ID }),
		media:         byID(t, c.Media.Query().AllX(ctx), func(r *ent.Media) uuid.UUID { return r.ID }),
		providers:     byID(t, c.ServiceProvider.Query().AllX(ctx), func(r *ent.ServiceProvider) uuid.UUID { return r.ID }),
		payments:      byID(t, c.Payment.Query().AllX(ctx), func(r *ent.Payment) uuid.UUID { return r.ID }),
		broadcasts:    byID(t, c.Broadcast.Query().AllX(ctx), func(r *ent.Broadcast) uuid.UUID { return r.ID }),
		notifications: byID(t, c.Notification.Query().AllX(ctx), func(r *ent.Notification) uuid.UUID { return r.ID }),
		users:         byID(t, c.User.Query().AllX(ctx), func(r *ent.User) uuid.UUID { return r.ID }),
		contacts:      byID(t, c.Contact.Query().AllX(ctx), func(r *ent.Contact) uuid.UUID { return r.ID }),
		sessions:      byID(t, c.Session.Query().AllX(ctx), func(r *ent.Session) uuid.UUID { return r.ID }),
		zones:         byID(t, c.Zone.Query().AllX(ctx), func(r *ent.Zone) uuid.UUID { return r.ID }),
		groups:        byID(t, c.Group.Query().AllX(ctx), func(r *ent.Group) uuid.UUID { return r.ID }),
		categories:    byID(t, c.Category.Query().AllX(ctx), func(r *ent.Category) uuid.UUID { return r.ID }),
		audits:        byID(t, c.AuditEntry.Query().AllX(ctx), func(r *ent.AuditEntry) uuid.UUID { return r.ID }),
		revisions:     byID(t, c.ComplaintRevision.Query().AllX(ctx), func(r *ent.ComplaintRevision) uuid.UUID { return r.ID }),
		late:          byID(t, c.LateEvidence.Query().AllX(ctx), func(r *ent.LateEvidence) uuid.UUID { return r.ID }),
		members:       c.Membership.Query().AllX(ctx),
	}
	for _, contact := range w.contacts {
		if contact.UserID != nil {
			w.accounts[contact.Email] = w.users[*contact.UserID]
		}
	}
	for _, as := range testenv.Everyone {
		if as != testenv.Anonymous && w.accounts[as] == nil {
			t.Fatalf("no account %s", as)
		}
	}
	return w
}

// addEdgeCases adds rows that the demo lacks: operations of people whom the viewer does not see
// otherwise, internal comments of solvers, files of every visibility on every object.
func addEdgeCases(t *testing.T, s *testenv.Server) {
	t.Helper()
	ctx, c := testenv.System(), s.Store.Client()
	now := s.Clock.Now().UTC().Truncate(time.Millisecond)
	account := func(email string) *ent.User {
		return c.Contact.Query().Where(contact.Email(email)).QueryUser().OnlyX(ctx)
	}
	person := func(name string, role domain.Role) *ent.User {
		u := c.User.Create().SetName(name).SetRole(role).SetCreatedAt(now).SaveX(ctx)
		c.Contact.Create().SetUser(u).SetName(name + " Privately").SetEmail(name + "@hidden.example").SetPhone("+49 30 55" + name).SetCreatedAt(now).SaveX(ctx)
		return u
	}
	files := 0
	file := func(by *ent.User, visibility domain.Visibility) *ent.MediaCreate {
		files++
		key := fmt.Sprintf("more/%d", files)
		return c.Media.Create().SetUploadedBy(by).SetMediaType(domain.MediaImage).SetVisibility(visibility).SetFileName(key).
			SetContentType("image/png").SetSizeBytes(1).SetSha256("served-" + key).SetReceivedSha256("received-" + key).SetBlobKey("blob-" + key).SetCreatedAt(now)
	}
	user, solver := account(testenv.User), account(testenv.Solver)
	for _, task := range c.WorkTask.Query().Where(worktask.SolverID(solver.ID), worktask.HasUpdates()).Limit(3).AllX(ctx) {
		for i, visibility := range []domain.Visibility{domain.VisibilityPublic, domain.VisibilityInternal} {
			said := c.Comment.Create().SetComplaintID(task.ComplaintID).SetAuthor(solver).SetText("said by the solver " + task.ID.String()).SetVisibility(visibility).SetCreatedAt(now).SaveX(ctx)
			file(person(fmt.Sprint("Comet", files), domain.RoleUser), visibility).SetComment(said).SaveX(ctx)
			other := c.Comment.Create().SetComplaintID(task.ComplaintID).SetAuthor(person(fmt.Sprint("Colin", files), domain.RoleUser)).SetText("said by somebody " + task.ID.String()).SetVisibility(visibility).SetCreatedAt(now).SaveX(ctx)
			file(solver, visibility).SetComment(other).SaveX(ctx)
			file(person(fmt.Sprint("Maud", files), domain.RoleUser), visibility).SetComplaintID(task.ComplaintID).SetShownOnID(task.ComplaintID).SaveX(ctx)
			if u := c.TaskUpdate.Query().Where(taskupdate.TaskID(task.ID)).FirstX(ctx); i < 2 {
				of := file(person(fmt.Sprint("Ulla", files), domain.RoleSolver), visibility).SetTaskUpdate(u)
				if visibility == domain.VisibilityPublic {
					of.SetShownOnID(task.ComplaintID)
				}
				of.SaveX(ctx)
			}
		}
	}
	for _, own := range c.Complaint.Query().Where(complaint.SubmittedByID(user.ID)).Limit(3).AllX(ctx) {
		for _, visibility := range []domain.Visibility{domain.VisibilityPublic, domain.VisibilityInternal} {
			file(person(fmt.Sprint("Otto", files), domain.RoleUser), visibility).SetComplaint(own).SetShownOn(own).SaveX(ctx)
			said := c.Comment.Create().SetComplaint(own).SetAuthor(person(fmt.Sprint("Cora", files), domain.RoleAdmin)).SetText("said inside " + own.ID.String()).SetVisibility(visibility).SetCreatedAt(now).SaveX(ctx)
			file(person(fmt.Sprint("Mo", files), domain.RoleAdmin), visibility).SetComment(said).SaveX(ctx)
		}
	}
	task := c.WorkTask.Query().Where(worktask.SolverIDNEQ(solver.ID), worktask.HasUpdates(), worktask.HasComplaintWith(complaint.SubmittedByID(user.ID))).FirstX(ctx)
	for _, visibility := range []domain.Visibility{domain.VisibilityPublic, domain.VisibilityInternal} {
		of := file(person(fmt.Sprint("Sten", files), domain.RoleSolver), visibility).SetTaskUpdate(task.QueryUpdates().FirstX(ctx))
		if visibility == domain.VisibilityPublic {
			of.SetShownOnID(task.ComplaintID)
		}
		of.SaveX(ctx)
	}
	for i, of := range []*ent.Complaint{
		c.Complaint.Query().Where(complaint.SubmittedByID(user.ID)).FirstX(ctx),
		c.Complaint.Query().Where(complaint.HasTasksWith(worktask.SolverID(solver.ID))).FirstX(ctx),
		c.Complaint.Query().Where(complaint.Not(complaint.SubmittedByID(user.ID))).FirstX(ctx),
	} {
		before, after := fmt.Sprint("written before ", i), fmt.Sprint("written after ", i)
		c.ComplaintRevision.Create().SetComplaint(of).SetSeq(i + 1).SetComplaintVersion(2).SetActor(person(fmt.Sprint("Ed", i), domain.RoleAdmin)).
			SetDescriptionBefore(before).SetDescriptionAfter(after).SetAddressBefore(before + " there").SetAddressAfter(after + " there").SetCreatedAt(now).ExecX(ctx)
		of.Update().SetHandler(person(fmt.Sprint("Hanna", i), domain.RoleAdmin)).ExecX(ctx)
	}
	for i, of := range append(c.WorkTask.Query().Where(worktask.SolverID(solver.ID)).Limit(2).AllX(ctx), task) {
		e := c.LateEvidence.Create().SetTask(of).SetComplaintID(of.ComplaintID).SetAuthorID(of.SolverID).SetClientID(uuid.New()).SetType(domain.UpdateProgress).
			SetRemarks(fmt.Sprint("sent in too late ", i)).SetOccurredAt(now).SetLostAt(now).SetTaskStatus(domain.TaskCancelled).SetCreatedAt(now).SaveX(ctx)
		file(c.User.GetX(ctx, of.SolverID), domain.VisibilityInternal).SetLateEvidence(e).SaveX(ctx)
	}
	foreign := c.Complaint.Query().Where(complaint.Not(complaint.SubmittedByID(user.ID))).FirstX(ctx)
	file(user, domain.VisibilityInternal).SetComplaint(foreign).SetShownOn(foreign).SaveX(ctx)
	c.Complaint.Query().Where(complaint.SubmittedByID(user.ID)).FirstX(ctx).Update().SetDuplicateOf(
		c.Complaint.Query().Where(complaint.Not(complaint.SubmittedByID(user.ID)), complaint.HasStatusLog()).Order(complaint.ByID(sql.OrderDesc())).FirstX(ctx),
	).ExecX(ctx)
}

func byID[T any](t *testing.T, rows []*T, id func(*T) uuid.UUID) map[uuid.UUID]*T {
	t.Helper()
	if len(rows) == 0 {
		t.Fatalf("the demo has no %T: a test on it would show nothing", rows)
	}
	out := make(map[uuid.UUID]*T, len(rows))
	for _, row := range rows {
		out[id(row)] = row
	}
	return out
}

func is(id *uuid.UUID, want uuid.UUID) bool { return id != nil && *id == want }

func (w *visibilityModel) seesComplaint(v *ent.User, c *ent.Complaint) bool {
	switch v.Role {
	case domain.RoleAdmin, domain.RoleSuperAdmin:
		return true
	case domain.RoleUser:
		return is(c.SubmittedByID, v.ID)
	case domain.RoleSolver:
		for _, task := range w.tasks {
			if task.ComplaintID == c.ID && task.SolverID == v.ID {
				return true
			}
		}
	}
	return false
}

// readsComplaint: provider accounts read what the complaints of their tasks are and where, and see nothing that belongs to them.
func (w *visibilityModel) readsComplaint(v *ent.User, c *ent.Complaint) bool {
	if v.Role != domain.RoleProvider {
		return w.seesComplaint(v, c)
	}
	for _, task := range w.tasks {
		if task.ComplaintID == c.ID && w.seesTask(v, task) {
			return true
		}
	}
	return false
}

func (w *visibilityModel) seesLog(v *ent.User, l *ent.StatusLog) bool {
	if w.seesComplaint(v, w.complaints[l.ComplaintID]) {
		return true
	}
	for _, c := range w.complaints { // merged into the one that moved
		if v.Role == domain.RoleUser && is(c.SubmittedByID, v.ID) && is(c.DuplicateOfID, l.ComplaintID) {
			return true
		}
	}
	return false
}

// byAnotherReporter: reporters are not told who reported the complaint that theirs was merged into.
func (w *visibilityModel) byAnotherReporter(v *ent.User, l *ent.StatusLog) bool {
	reporter := w.complaints[l.ComplaintID].SubmittedByID
	return v.Role == domain.RoleUser && l.ActorID != nil && is(reporter, *l.ActorID) && *l.ActorID != v.ID
}

// seesRevision: what a complaint said before is its reporter's and the administrators' to read.
func (w *visibilityModel) seesRevision(v *ent.User, r *ent.ComplaintRevision) bool {
	return v.Role.Admin() || v.Role == domain.RoleUser && is(w.complaints[r.ComplaintID].SubmittedByID, v.ID)
}

// seesLate: late evidence is for administrators and for the solver who sent it.
func (w *visibilityModel) seesLate(v *ent.User, e *ent.LateEvidence) bool {
	return v.Role.Admin() || v.Role == domain.RoleSolver && e.AuthorID == v.ID
}

func (w *visibilityModel) seesComment(v *ent.User, c *ent.Comment) bool {
	if v.Role.Admin() {
		return true
	}
	return w.seesComplaint(v, w.complaints[c.ComplaintID]) && (c.Visibility == domain.VisibilityPublic || is(c.AuthorID, v.ID))
}

func (w *visibilityModel) seesTask(v *ent.User, task *ent.WorkTask) bool {
	switch v.Role {
	case domain.RoleAdmin, domain.RoleSuperAdmin:
		return true
	case domain.RoleSolver:
		return task.SolverID == v.ID
	case domain.RoleProvider:
		return v.ProviderID != nil && is(task.ProviderID, *v.ProviderID)
	}
	return false
}

func (w *visibilityModel) seesUpdate(v *ent.User, u *ent.TaskUpdate) bool {
	return v.Role != domain.RoleProvider && w.seesTask(v, w.tasks[u.TaskID])
}

func (w *visibilityModel) seesMedia(v *ent.User, m *ent.Media) bool {
	switch {
	case v.Role.Admin():
		return true
	case v.Role == domain.RoleProvider:
		return false
	case m.LateEvidenceID != nil:
		return w.seesLate(v, w.late[*m.LateEvidenceID])
	case m.CommentID != nil:
		return w.seesComment(v, w.comments[*m.CommentID]) || v.Role == domain.RoleUser && is(m.UploadedByID, v.ID)
	case v.Role == domain.RoleSolver && m.UpdateID != nil:
		return w.seesUpdate(v, w.updates[*m.UpdateID])
	case v.Role == domain.RoleSolver:
		return w.seesComplaint(v, w.complaints[*m.ComplaintID])
	}
	if is(m.UploadedByID, v.ID) && m.UpdateID == nil {
		return true
	}
	complaint := m.ComplaintID
	if m.UpdateID != nil {
		complaint = &w.tasks[w.updates[*m.UpdateID].TaskID].ComplaintID
	}
	return m.Visibility == domain.VisibilityPublic && w.seesComplaint(v, w.complaints[*complaint])
}

func (w *visibilityModel) seesProvider(v *ent.User, p uuid.UUID) bool {
	return v.Role.Admin() || v.Role == domain.RoleProvider && is(v.ProviderID, p)
}

// seesUser: oneself, whoever did something that one may see, and everybody for administrators.
func (w *visibilityModel) seesUser(v *ent.User, u *ent.User) bool {
	if v.Role.Admin() || v.ID == u.ID {
		return true
	}
	for _, c := range w.complaints {
		if is(c.SubmittedByID, u.ID) && w.seesComplaint(v, c) {
			return true
		}
	}
	for _, l := range w.logs {
		if is(l.ActorID, u.ID) && w.seesLog(v, l) && !w.byAnotherReporter(v, l) {
			return true
		}
	}
	for _, r := range w.revisions {
		if is(r.ActorID, u.ID) && w.seesRevision(v, r) {
			return true
		}
	}
	for _, c := range w.comments {
		if is(c.AuthorID, u.ID) && w.seesComment(v, c) {
			return true
		}
	}
	for _, task := range w.tasks {
		if (task.SolverID == u.ID || is(task.AssignedByID, u.ID)) && w.seesTask(v, task) {
			return true
		}
	}
	for _, up := range w.updates {
		if (up.AuthorID == u.ID || is(up.ReviewedByID, u.ID)) && w.seesUpdate(v, up) {
			return true
		}
	}
	for _, m := range w.media {
		if is(m.UploadedByID, u.ID) && w.seesMedia(v, m) {
			return true
		}
	}
	for _, p := range w.payments {
		if is(p.RecordedByID, u.ID) && w.seesProvider(v, p.ProviderID) {
			return true
		}
	}
	return false
}

func (w *visibilityModel) seesSession(v *ent.User, s *ent.Session) bool {
	return s.UserID == v.ID || v.Role.Admin() && !w.users[s.UserID].Role.Admin()
}

func (w *visibilityModel) seesGroup(v *ent.User, g *ent.Group) bool {
	return v.Role.Admin() || slices.ContainsFunc(w.members, func(m *ent.Membership) bool { return m.GroupID == g.ID && m.UserID == v.ID })
}

// rows returns, for each type of the graph, its ids and which of them an account may see.
func (w *visibilityModel) rows(v *ent.User) map[string]map[string]bool {
	admin := v.Role.Admin()
	return map[string]map[string]bool{
		"Complaint":       visibleRows(w.complaints, func(r *ent.Complaint) bool { return w.readsComplaint(v, r) }),
		"StatusLog":       visibleRows(w.logs, func(r *ent.StatusLog) bool { return w.seesLog(v, r) }),
		"Comment":         visibleRows(w.comments, func(r *ent.Comment) bool { return w.seesComment(v, r) }),
		"Task":            visibleRows(w.tasks, func(r *ent.WorkTask) bool { return w.seesTask(v, r) }),
		"TaskUpdate":      visibleRows(w.updates, func(r *ent.TaskUpdate) bool { return w.seesUpdate(v, r) }),
		"Media":           visibleRows(w.media, func(r *ent.Media) bool { return w.seesMedia(v, r) }),
		"ServiceProvider": visibleRows(w.providers, func(r *ent.ServiceProvider) bool { return w.seesProvider(v, r.ID) }),
		"Payment":         visibleRows(w.payments, func(r *ent.Payment) bool { return w.seesProvider(v, r.ProviderID) }),
		"Broadcast":       visibleRows(w.broadcasts, func(*ent.Broadcast) bool { return admin }),
		"Notification":    visibleRows(w.notifications, func(r *ent.Notification) bool { return admin || r.RecipientID != nil && *r.RecipientID == v.ID }),
		"User":            visibleRows(w.users, func(r *ent.User) bool { return w.seesUser(v, r) }),
		"Contact":         visibleRows(w.contacts, func(r *ent.Contact) bool { return admin || is(r.UserID, v.ID) }),
		"Session":         visibleRows(w.sessions, func(r *ent.Session) bool { return w.seesSession(v, r) }),
		"Zone":            visibleRows(w.zones, func(*ent.Zone) bool { return true }),
		"Group":           visibleRows(w.groups, func(r *ent.Group) bool { return w.seesGroup(v, r) }),
		"Category":        visibleRows(w.categories, func(*ent.Category) bool { return true }),
		"AuditEntry":      visibleRows(w.audits, func(*ent.AuditEntry) bool { return admin }),

		"LateEvidence":      visibleRows(w.late, func(r *ent.LateEvidence) bool { return w.seesLate(v, r) }),
		"ComplaintRevision": visibleRows(w.revisions, func(r *ent.ComplaintRevision) bool { return w.seesRevision(v, r) }),
	}
}

func visibleRows[T any](rows map[uuid.UUID]*T, sees func(*T) bool) map[string]bool {
	out := make(map[string]bool, len(rows))
	for id, row := range rows {
		out[id.String()] = sees(row)
	}
	return out
}

// splitVisible splits ids into those that an account may see and those that it may not.
func splitVisible(rows map[string]bool) (own, foreign []string) {
	for id, sees := range rows {
		if sees {
			own = append(own, id)
		} else {
			foreign = append(foreign, id)
		}
	}
	slices.Sort(own)
	slices.Sort(foreign)
	return own, foreign
}
