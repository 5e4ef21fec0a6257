package demo

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

const (
	submitted  = domain.ComplaintSubmitted
	assigned   = domain.ComplaintAssigned
	inProgress = domain.ComplaintInProgress
	onHold     = domain.ComplaintOnHold
	resolved   = domain.ComplaintResolved
	closed     = domain.ComplaintClosed
	reopened   = domain.ComplaintReopened
	rejected   = domain.ComplaintRejected
	withdrawn  = domain.ComplaintWithdrawn
	merged     = domain.ComplaintMerged
)

// moves is the table of docs/product.md, Complaints: where a status leads, and which roles lead there.
var moves = map[domain.ComplaintStatus]map[domain.ComplaintStatus][]domain.Role{
	submitted:  {assigned: admins, rejected: admins, withdrawn: users, merged: admins, onHold: admins, resolved: admins},
	reopened:   {assigned: admins, rejected: admins, withdrawn: users, merged: admins, onHold: admins, resolved: admins},
	assigned:   {inProgress: solvers, submitted: both, reopened: both, rejected: admins, withdrawn: users, merged: admins, onHold: admins, resolved: admins},
	inProgress: {submitted: both, reopened: both, rejected: admins, merged: admins, onHold: admins, resolved: admins},
	onHold:     {submitted: admins, assigned: admins, inProgress: admins, reopened: admins, rejected: admins, merged: admins},
	resolved:   {closed: append(users, admins...), reopened: append(users, admins...)},
	closed:     {reopened: append(users, admins...)},
	rejected:   {reopened: append(users, admins...)},
}

var (
	users   = []domain.Role{domain.RoleUser}
	solvers = []domain.Role{domain.RoleSolver}
	admins  = []domain.Role{domain.RoleAdmin, domain.RoleSuperAdmin}
	both    = append(solvers, admins...)
)

func (v *view) logsTellTheStatus(t *testing.T) {
	for _, c := range v.Complaints {
		log := v.logsOf[c.ID]
		last := log[len(log)-1]
		version := len(log)
		if c.Flagged {
			version++ // a low rating moves nothing
		}
		if c.LogRows != len(log) || last.Status != c.Status || c.Version < version || c.Version > version+1 ||
			!log[0].CreatedAt.Equal(c.CreatedAt) || log[0].Status != submitted {
			t.Errorf("%s: %d rows of %d, last %s, is %s, version %d", c.Title, len(log), c.LogRows, last.Status, c.Status, c.Version)
		}
		if (c.Status == onHold) != (c.HeldAt != nil && c.HeldFrom != nil) {
			t.Errorf("%s is %s, held %v", c.Title, c.Status, c.HeldAt)
		}
		if done := c.Status == resolved || c.Status == closed; done != (c.ResolvedAt != nil) || (c.Status == closed) != (c.ClosedAt != nil) || c.Rating != nil && !done {
			t.Errorf("%s is %s, resolved %v, closed %v, rated %v", c.Title, c.Status, c.ResolvedAt, c.ClosedAt, c.Rating)
		}
		for i, row := range log {
			if row.Seq != i+1 {
				t.Errorf("%s: row %d has number %d", c.Title, i+1, row.Seq)
			}
			if i > 0 {
				v.checkMove(t, c, log[i-1], row)
			}
			if row.Status == resolved && c.ResolvedAt != nil && c.ResolvedAt.Before(row.CreatedAt) ||
				row.Status == closed && c.ClosedAt != nil && c.ClosedAt.Before(row.CreatedAt) {
				t.Errorf("%s: resolved %v, closed %v", c.Title, c.ResolvedAt, c.ClosedAt)
			}
		}
	}
}

func (v *view) checkMove(t *testing.T, c *ent.Complaint, from, to *ent.StatusLog) {
	t.Helper()
	roles, allowed := moves[from.Status][to.Status]
	if !allowed && c.Source != domain.SourceImport || !to.CreatedAt.After(from.CreatedAt) {
		t.Errorf("%s: %s at %v to %s at %v", c.Title, from.Status, from.CreatedAt, to.Status, to.CreatedAt)
	}
	if to.ActorID == nil {
		itself := to.Agent == domain.AgentSystem && from.Status == resolved && to.Status == closed &&
			to.CreatedAt.Sub(from.CreatedAt) >= 14*24*time.Hour && c.Rating == nil
		byReporter := to.Agent == domain.AgentLink && slices.Contains(roles, domain.RoleUser) && c.SubmittedByID == nil
		if !itself && !byReporter && c.Source != domain.SourceImport {
			t.Errorf("%s: nobody moved it to %s", c.Title, to.Status)
		}
		return
	}
	role := v.users[*to.ActorID].Role
	own := role != domain.RoleUser || c.SubmittedByID != nil && *c.SubmittedByID == *to.ActorID
	if !slices.Contains(roles, role) || !own || to.Agent != domain.AgentAccount {
		t.Errorf("%s: %s moved it from %s to %s", c.Title, role, from.Status, to.Status)
	}
}

func (v *view) reasonsAreGiven(t *testing.T) {
	for _, l := range v.StatusLogs {
		switch l.Status {
		case rejected, onHold, merged:
			if l.ReasonCode == "" || l.PublicNote == "" {
				t.Errorf("%s: %s without a reason", v.byID[l.ComplaintID].Title, l.Status)
			}
		case resolved:
			if l.PublicNote == "" {
				t.Errorf("%s: resolved without a note", v.byID[l.ComplaintID].Title)
			}
		}
		if l.Status == reopened && (l.Agent == domain.AgentLink || v.users[*l.ActorID].Role == domain.RoleUser) && l.PublicNote == "" {
			t.Errorf("%s: reopened without a reason", v.byID[l.ComplaintID].Title)
		}
	}
	if !slices.ContainsFunc(v.StatusLogs, func(l *ent.StatusLog) bool { return l.InternalNote != "" }) {
		t.Error("no internal note")
	}
}

func (v *view) deadlines(t *testing.T) {
	kinds := map[uuid.UUID]*ent.Category{}
	for _, k := range v.Categories {
		kinds[k.ID] = k
	}
	overdue, resumed := 0, 0
	for _, c := range v.Complaints {
		hours := kinds[*c.CategoryID].SLAHours
		if (hours == nil) != (c.DueAt == nil) {
			t.Errorf("%s: due %v", c.Title, c.DueAt)
		}
		if c.DueAt == nil {
			continue
		}
		sla := time.Duration(*hours) * time.Hour
		due := c.CreatedAt.Add(sla)
		log := v.logsOf[c.ID]
		for i, l := range log {
			switch {
			case i > 0 && log[i-1].Status == onHold:
				due = due.Add(l.CreatedAt.Sub(log[i-1].CreatedAt)) // the clock stood still
				resumed++
			case l.Status == reopened:
				due = l.CreatedAt.Add(sla)
			}
		}
		if !c.DueAt.Equal(due) {
			t.Errorf("%s: due %v, want %v", c.Title, c.DueAt, due)
		}
		if c.DueAt.Before(v.now) && slices.Contains([]domain.ComplaintStatus{submitted, assigned, inProgress, reopened}, c.Status) {
			overdue++
			if !c.Overdue {
				t.Errorf("%s: its deadline passed at %v, and nobody noticed", c.Title, c.DueAt)
			}
		}
	}
	if overdue < 3 || resumed < 2 {
		t.Errorf("%d are overdue, %d were resumed", overdue, resumed)
	}
}

func (v *view) tasksFit(t *testing.T) {
	live := map[uuid.UUID]*ent.WorkTask{}
	reassigned := 0
	for _, k := range v.Tasks {
		c := v.byID[k.ComplaintID]
		if k.Status.Live() {
			if live[c.ID] != nil {
				t.Errorf("%s has two live tasks", c.Title)
			}
			live[c.ID] = k
		}
		if solver := v.users[k.SolverID]; solver.Role != domain.RoleSolver || *solver.ProviderID != *k.ProviderID {
			t.Errorf("%s: task of %s", c.Title, solver.Name)
		}
		if k.Status.Live() != (k.EndedAt == nil) || k.CreatedAt.Before(c.CreatedAt) || k.Version < 1 {
			t.Errorf("%s: %s task ended %v", c.Title, k.Status, k.EndedAt)
		}
		if k.Status == domain.TaskReturned && !slices.Contains([]string{"no_access", "not_found", "out_of_scope", "other"}, k.EndReason) {
			t.Errorf("%s: returned because %q", c.Title, k.EndReason)
		}
		if k.PreviousID != nil {
			reassigned++
			last := v.byTask[*k.PreviousID]
			if last.Status != domain.TaskCancelled || last.ComplaintID != k.ComplaintID || last.SolverID == k.SolverID {
				t.Errorf("%s: reassigned from a task that is %s", c.Title, last.Status)
			}
		}
	}
	if reassigned == 0 {
		t.Error("no task was reassigned")
	}
	fit := map[domain.ComplaintStatus][]domain.TaskStatus{
		assigned:   {domain.TaskAssigned, domain.TaskAccepted},
		inProgress: {domain.TaskInProgress, domain.TaskCompletionSubmitted},
	}
	for _, c := range v.Complaints {
		if c.Status == onHold {
			continue // a live task is frozen as it was
		}
		k := live[c.ID]
		if want := fit[c.Status]; k == nil && want != nil || k != nil && !slices.Contains(want, k.Status) {
			t.Errorf("%s is %s with the task %v", c.Title, c.Status, k)
		}
	}
}

func (v *view) updatesFit(t *testing.T) {
	files := map[uuid.UUID]int{}
	for _, m := range v.Media {
		if m.UpdateID != nil {
			files[*m.UpdateID]++
		}
	}
	of := map[uuid.UUID][]*ent.TaskUpdate{}
	clients := map[uuid.UUID]bool{}
	for _, u := range v.Updates {
		of[u.TaskID] = append(of[u.TaskID], u)
		k := v.byTask[u.TaskID]
		if u.AuthorID != k.SolverID || !u.OccurredAt.Before(u.CreatedAt) || k.StartedAt == nil || u.OccurredAt.Before(*k.StartedAt) {
			t.Errorf("%q happened %v, received %v", u.Remarks, u.OccurredAt, u.CreatedAt)
		}
		if u.ClientID == nil || clients[*u.ClientID] {
			t.Errorf("%q has the number %v", u.Remarks, u.ClientID)
		}
		clients[*u.ClientID] = true
		reviewed := u.Status != domain.ReviewSubmitted
		if reviewed != (u.ReviewedAt != nil && u.ReviewedByID != nil && v.users[*u.ReviewedByID].Role.Admin()) ||
			reviewed && u.Type != domain.UpdateCompletion ||
			(u.Status == domain.ReviewRejected) != (u.ReviewNote != "") {
			t.Errorf("%q was reviewed %v by %v", u.Remarks, u.ReviewedAt, u.ReviewedByID)
		}
		if u.Status == domain.ReviewApproved && files[u.ID] == 0 {
			t.Errorf("%q was approved without a file", u.Remarks)
		}
	}
	for _, k := range v.Tasks {
		mine := of[k.ID]
		slices.SortFunc(mine, func(a, b *ent.TaskUpdate) int { return a.CreatedAt.Compare(b.CreatedAt) })
		if k.UpdatesCount != len(mine) {
			t.Errorf("a task counts %d of %d updates", k.UpdatesCount, len(mine))
		}
		open := 0
		for _, u := range mine {
			if u.Type == domain.UpdateCompletion && u.Status == domain.ReviewSubmitted {
				open++
			}
		}
		approved := len(mine) > 0 && mine[len(mine)-1].Status == domain.ReviewApproved
		if (k.Status == domain.TaskCompleted) != approved || (k.Status == domain.TaskCompletionSubmitted) != (open == 1) {
			t.Errorf("a task of %s is %s", v.byID[k.ComplaintID].Title, k.Status)
		}
	}
}

// The printed upload line uses the first open task of solver@, and whoever tries solver2@
// does the same.
func (v *view) firstOpenTaskIsFree(t *testing.T) {
	for id, email := range v.demo {
		if v.users[id].Role != domain.RoleSolver {
			continue
		}
		var open []*ent.WorkTask
		for _, k := range v.Tasks {
			if k.SolverID == id && k.Status.Live() {
				open = append(open, k)
			}
		}
		oldest := slices.MinFunc(open, func(a, b *ent.WorkTask) int { return cmp.Compare(a.ID.String(), b.ID.String()) })
		updates := 0
		for _, u := range v.Updates {
			if u.TaskID != oldest.ID {
				continue
			}
			updates++
			if u.Status != domain.ReviewSubmitted {
				t.Errorf("%s: %q is locked", email, u.Remarks)
			}
		}
		if oldest.Status != domain.TaskInProgress || updates == 0 {
			t.Errorf("%s: first open task is %s with %d updates", email, oldest.Status, updates)
		}
	}
}
