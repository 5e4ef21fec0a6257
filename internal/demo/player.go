package demo

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// player plays one story: its steps change the complaint and add its rows.
type player struct {
	*world
	complaint    *ent.Complaint
	reporter     person
	clock        time.Time
	assignedFrom domain.ComplaintStatus // where it was assigned from
	task         *ent.WorkTask          // the latest; nil before the first
	solver       person
	update       *ent.TaskUpdate // the latest of the task
	lastLog      *ent.StatusLog  // the latest row
}

// submit adds the complaint as it was submitted. References are numbered in order of age.
func (w *world) submit(s story, id uuid.UUID) *player {
	kind := w.categories[s.category]
	at := w.hoursAgo(s.ago)
	c := &ent.Complaint{
		ID: id, Reference: w.nextReference(at), Title: s.title, Description: s.text,
		Priority: s.priority, Source: s.source, CategoryID: &kind.ID, ZoneID: &w.zones[s.zone].ID,
		Address: s.address, Version: 1, CreatedAt: at,
	}
	if c.Priority == "" {
		c.Priority = kind.DefaultPriority
	}
	if c.Source == "" {
		c.Source = domain.SourceWeb
	}
	if s.lat != 0 || s.lon != 0 {
		c.Latitude, c.Longitude = &s.lat, &s.lon
	}
	if s.external != "" {
		c.ExternalRef = &s.external
	}
	w.Complaints = append(w.Complaints, c)
	l := &player{world: w, complaint: c, reporter: s.by, clock: at}
	l.setDeadline()

	actor := s.by
	if s.by != nobody {
		c.SubmittedByID = w.userID(s.by)
	} else if s.caller != (caller{}) {
		w.Contacts = append(w.Contacts, &ent.Contact{
			ID: domain.NewIDAt(domain.KindContact, at), ComplaintID: &c.ID,
			Name: s.caller.name, Email: s.caller.email, Phone: s.caller.phone, CreatedAt: at,
		})
	}
	if s.takenBy != nobody {
		actor = s.takenBy
	}
	l.move(domain.ComplaintSubmitted, actor, "")
	for _, p := range s.pictures {
		w.addPicture(p, owner{complaint: &c.ID}, actor, at)
	}
	return l
}

// setDeadline sets the deadline by the category's hours, from now.
func (l *player) setDeadline() {
	if hours := l.categoriesByID[*l.complaint.CategoryID].SLAHours; hours != nil {
		l.complaint.DueAt, l.complaint.Overdue = new(l.clock.Add(time.Duration(*hours)*time.Hour)), false
	}
}

// wait advances the clock by hours.
func (l *player) wait(hours float64) {
	now := l.clock.Add(time.Duration(hours * float64(time.Hour))).Truncate(time.Millisecond)
	l.passDeadline(now)
	l.clock = now
}

// overdueAfter is how long after its deadline the service marks a complaint; it looks once a minute.
const overdueAfter = 30 * time.Second

// passDeadline marks the complaint overdue if its deadline passes before the given time, and
// notifies the administrators, as the service would have done then. The demo's first start would do
// it otherwise, for all complaints at once.
func (l *player) passDeadline(now time.Time) {
	c := l.complaint
	if c.DueAt == nil || c.Overdue || !c.Status.Running() {
		return
	}
	at := c.DueAt.Add(overdueAfter)
	if at.Before(l.clock) { // it was over when the clock of the deadline went on
		at = l.clock.Add(overdueAfter)
	}
	if at.After(now) {
		return
	}
	l.clock, c.Overdue = at, true
	l.audit(nobody, "complaint.overdue", "Complaint", c.ID, at, nil, map[string]any{"due_at": c.DueAt})
	if c.OverdueToldAt != nil || c.Source == domain.SourceImport {
		return
	}
	c.OverdueToldAt = new(at)
	for _, p := range profiles() {
		if p.role.Admin() && (p.left == 0 || l.hoursAgo(float64(p.left)*24).After(at)) {
			l.notify(p.key, text.Overdue(c.Reference), c.Title, nil)
		}
	}
}

// move changes the status, adds its log row and notifies the reporter.
func (l *player) move(to domain.ComplaintStatus, by person, note string) {
	c := l.complaint
	c.LogRows++
	if c.LogRows > 1 {
		c.Version++
	}
	c.Status, c.UpdatedAt = to, l.clock
	c.Overdue = c.Overdue && (c.Status.Running() || to == domain.ComplaintOnHold)
	c.Flagged = false // somebody has dealt with it
	l.lastLog = &ent.StatusLog{
		ID: domain.NewIDAt(domain.KindStatusLog, l.clock), ComplaintID: c.ID, Seq: c.LogRows, Status: to,
		ActorID: l.userID(by), Agent: domain.AgentAccount, PublicNote: note, CreatedAt: l.clock,
	}
	switch {
	case by == nobody && c.Source == domain.SourceImport:
		l.lastLog.Agent = domain.AgentImport
	case by == nobody:
		l.lastLog.Agent = domain.AgentSystem
	}
	l.StatusLogs = append(l.StatusLogs, l.lastLog)
	if note != "" && l.lastLog.Agent != domain.AgentSystem {
		l.respond(by)
	}
	if by != l.reporter {
		l.notify(l.reporter, text.ComplaintMoved(c.Reference, tx.StatusText(to)), note, nil)
	}
}

// respond notes the first words that the reporter reads of somebody else.
func (l *player) respond(by person) {
	c := l.complaint
	if c.FirstResponseAt != nil || by != nobody && by == l.reporter {
		return
	}
	took := domain.Quantize(c.CreatedAt, l.clock)
	c.FirstResponseAt, c.FirstResponseTook = new(l.clock), &took
}

// moveWithReason is move with a reason code and an audit entry.
func (l *player) moveWithReason(to domain.ComplaintStatus, by person, code, note string) {
	was := l.complaint.Status
	l.move(to, by, note)
	l.lastLog.ReasonCode = code
	l.audit(by, "complaint."+auditVerb(to), "Complaint", l.complaint.ID, l.clock,
		map[string]any{"status": was}, map[string]any{"status": to, "reasonCode": code})
}

// endTask ends the live task, if there is one.
func (l *player) endTask(to domain.TaskStatus, reason, note string) {
	if l.task == nil || !l.task.Status.Live() {
		return
	}
	l.moveTask(to)
	l.task.EndedAt, l.task.EndReason, l.task.EndNote = new(l.clock), reason, note
}

// moveTask changes the status of the task.
func (l *player) moveTask(to domain.TaskStatus) {
	l.task.Status, l.task.UpdatedAt = to, l.clock
	l.task.Version++
}

// returnToQueue returns the complaint to the status that it was assigned from.
func (l *player) returnToQueue(by person) { l.move(l.assignedFrom, by, "") }

// notify adds a notification about this complaint for somebody who has an account.
func (l *player) notify(who person, title i18n.Text, message string, task *uuid.UUID) {
	if who == nobody || l.complaint.Source == domain.SourceImport {
		return
	}
	n := l.newNotification(who, domain.ChannelInApp, l.clock)
	n.ComplaintID, n.TaskID = &l.complaint.ID, task
	bulk.Word(n, title, i18n.Verbatim(message))
	markSent(n, l.clock)
	if l.now.Sub(l.clock) > 3*24*time.Hour {
		n.ReadAt = new(l.clock.Add(5 * time.Hour))
	}
	l.Notifications = append(l.Notifications, n)
}

// auditVerb returns the verb of the audit action that leads to a status.
func auditVerb(s domain.ComplaintStatus) string {
	switch s {
	case domain.ComplaintOnHold:
		return "hold"
	case domain.ComplaintRejected:
		return "reject"
	case domain.ComplaintMerged:
		return "merge"
	default:
		return strings.ToLower(string(s))
	}
}
