package seed

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// story is a complaint while it is being generated.
type story struct {
	*generator

	complaint    *ent.Complaint
	category     *category
	reporter     *uuid.UUID // nil for a caller
	admin        *uuid.UUID // the administrator of the complaint
	clock        time.Time
	stepsLeft    int                    // number of steps left
	assignedFrom domain.ComplaintStatus // the status before the assignment
	task         *ent.WorkTask
	update       *ent.TaskUpdate
	lastLog      *ent.StatusLog
	notification *ent.Notification // about the end, if it has ended
}

// addComplaint generates a complaint that was submitted at a time, with the steps after that.
func (g *generator) addComplaint(i int, at time.Time, steps string) {
	s := &story{generator: g, clock: at, stepsLeft: len(steps)}
	s.submit(i, steps)
	for _, step := range steps {
		s.step(step)
		s.stepsLeft--
	}
	s.markOverdue()
	if n := s.notification; n != nil {
		g.batch.Notifications = append(g.batch.Notifications, n)
	}
	if c := s.complaint; c.Status != domain.ComplaintMerged {
		g.last = c
	}
}

// submit adds the complaint. One in twelve is reported by telephone or letter by somebody
// without an account, unless a step needs the reporter's account.
func (s *story) submit(i int, steps string) {
	g, at := s.generator, s.clock
	s.category = &g.town.categories[g.IntN(len(g.town.categories))]
	s.admin = g.randomAdmin()
	g.lastReference[at.Year()]++
	zone := &g.town.zones[g.IntN(len(g.town.zones))]
	street := pick(g, streets)
	c := &ent.Complaint{
		ID: g.id(domain.KindComplaint, at), Reference: domain.ComplaintReference(at.Year(), g.lastReference[at.Year()]),
		Title:       fmt.Sprintf(pick(g, s.category.titles), street),
		Description: pick(g, details) + " " + pick(g, details), Priority: s.category.priority, Source: domain.SourceWeb,
		CategoryID: &s.category.id, ZoneID: &zone.id, Version: 1, CreatedAt: at,
	}
	if g.oneIn(8) {
		c.Priority = pick(g, domain.Priorities)
	}
	if !g.oneIn(3) {
		c.Address = fmt.Sprintf("%s %d, %s", street, 1+g.IntN(180), zone.name)
	}
	if g.oneIn(2) {
		c.Latitude, c.Longitude = new(float64(43_900_000+g.IntN(60_000))/1e6), new(float64(8_000_000+g.IntN(80_000))/1e6)
	}
	s.complaint = c
	g.batch.Complaints = append(g.batch.Complaints, c)
	actor := s.chooseSource(steps)
	s.setDeadline(time.Duration(s.category.hours) * time.Hour)
	s.move(domain.ComplaintSubmitted, actor, "", "")
	if c.Source == domain.SourceImport {
		c.ExternalRef = new(fmt.Sprintf("legacy-%07d", i+1))
		return
	}
	g.audit(actor, "complaint.submit", "Complaint", c.ID, at, "",
		fmt.Sprintf(`{"status":"SUBMITTED","reference":%q,"source":%q}`, c.Reference, c.Source))
}

// chooseSource sets the source of a complaint, and returns who submitted it.
func (s *story) chooseSource(steps string) (actor *uuid.UUID) {
	g, c := s.generator, s.complaint
	needed := false
	for _, step := range steps {
		needed = needed || step == 'w' || step == 'z'
	}
	switch {
	case !needed && g.oneIn(12):
		c.Source = pick(g, []domain.Source{domain.SourcePhone, domain.SourcePhone, domain.SourceEmail, domain.SourceStaff})
		g.batch.Contacts = append(g.batch.Contacts, &ent.Contact{
			ID: g.id(domain.KindContact, s.clock), ComplaintID: &c.ID, Name: pick(g, firsts) + " " + pick(g, lasts),
			Email: fmt.Sprintf("caller%d%s", g.IntN(g.Complaints), mailDomain), Phone: g.phone(), CreatedAt: s.clock,
		})
		return s.admin
	case !needed && g.oneIn(50):
		c.Source = domain.SourceImport
		return nil
	}
	// Some accounts report more than others.
	n := len(g.town.reporters)
	who := g.IntN(1 + g.IntN(n))
	for g.town.reporters[who].disabled {
		who = (who + 1) % n
	}
	s.reporter = &g.town.reporters[who].id
	c.SubmittedByID = s.reporter
	if g.oneIn(3) {
		c.Source = domain.SourceApp
	}
	return s.reporter
}

// wait advances the clock by a random time of this average, within the time that is left.
func (s *story) wait(average float64) {
	hours := min(s.ExpFloat64(), 6) * average
	s.advanceClock(time.Duration(hours * float64(time.Hour)))
}

func (s *story) advanceClock(d time.Duration) {
	rest := s.Until.Sub(s.clock) / time.Duration(s.stepsLeft+2)
	s.clock = s.clock.Add(max(min(d, rest), time.Millisecond)).Truncate(time.Millisecond)
}

// step executes a step.
func (s *story) step(step rune) {
	if average, ok := averageHours[step]; ok {
		s.wait(average)
	}
	c := s.complaint
	switch step {
	case 'a':
		s.assignTask()
	case 'd':
		s.endTask(domain.TaskDeclined, "other", "Not my district.")
		s.move(s.assignedFrom, &s.task.SolverID, "", "")
	case 's':
		s.startTask()
	case 'u':
		s.addUpdate(domain.UpdateProgress, pick(s.generator, progressRemarks))
	case 'p':
		s.addUpdate(domain.UpdateProgress, pick(s.generator, progressRemarks))
		s.addPhoto(&ent.Media{UpdateID: &s.update.ID, UploadedByID: &s.task.SolverID})
	case 'c':
		s.addUpdate(domain.UpdateCompletion, pick(s.generator, completionRemarks))
		s.addPhoto(&ent.Media{UpdateID: &s.update.ID, UploadedByID: &s.task.SolverID})
		s.moveTask(domain.TaskCompletionSubmitted)
	case 'x':
		s.review(domain.ReviewRejected, "The photo shows another place.")
		s.moveTask(domain.TaskInProgress)
	case 'v':
		s.review(domain.ReviewApproved, "")
		s.endTask(domain.TaskCompleted, "", "")
		s.resolve()
		s.addUnpaid(s.task)
	case 't':
		s.endTask(domain.TaskReturned, "no_access", "The gate was locked.")
		s.move(s.assignedFrom, &s.task.SolverID, "", "")
	case 'h':
		c.HeldAt, c.HeldFrom = new(s.clock), new(c.Status)
		s.move(domain.ComplaintOnHold, s.admin, "awaiting_reporter", "We have asked for more and wait for the answer.")
	case 'q':
		s.extendDeadline(s.clock.Sub(*c.HeldAt))
		to := *c.HeldFrom
		c.HeldAt, c.HeldFrom = nil, nil
		s.move(to, s.admin, "", "Thank you, we go on.")
	case 'r':
		s.resolve()
	case 'k':
		s.closeAutomatically()
	case 'K':
		s.close(s.admin)
	case 'y':
		s.rateWell()
	case 'z':
		c.Rating, c.RatingComment, c.Flagged = new(1+s.IntN(2)), pick(s.generator, reopenReasons), true
		c.Version++
		c.UpdatedAt = s.clock
	case 'o':
		s.reopen()
	case 'm':
		s.merge()
	case 'w':
		s.move(domain.ComplaintWithdrawn, s.reporter, "", "It has settled itself.")
	case 'j':
		s.move(domain.ComplaintRejected, s.admin, "not_responsible", "This is not the town's ground; please turn to its owner.")
		s.notifyReporter()
	case 'f':
		s.addPhoto(&ent.Media{ComplaintID: &c.ID, UploadedByID: s.lastLog.ActorID})
	case 'b':
		s.addComment()
	case 'l':
		if lately := s.Until.Add(-time.Duration(s.IntN(12*24)) * time.Hour); lately.After(s.clock) {
			s.clock = lately
		}
	}
}

// move changes the status and its time, and adds the log row.
func (s *story) move(to domain.ComplaintStatus, by *uuid.UUID, reason, note string) {
	c := s.complaint
	c.Status, c.UpdatedAt, c.MovedAt = to, s.clock, new(s.clock)
	c.LogRows++
	if c.LogRows > 1 {
		c.Version++
	}
	s.lastLog = &ent.StatusLog{
		ID: s.id(domain.KindStatusLog, s.clock), ComplaintID: c.ID, Seq: c.LogRows, Status: to, ActorID: by,
		Agent: domain.AgentAccount, PublicNote: note, ReasonCode: reason, CreatedAt: s.clock,
	}
	if by == nil {
		s.lastLog.Agent = domain.AgentSystem
		if c.LogRows == 1 {
			s.lastLog.Agent = domain.AgentImport
		}
	}
	s.batch.StatusLogs = append(s.batch.StatusLogs, s.lastLog)
	if note != "" && s.lastLog.Agent != domain.AgentSystem {
		s.respond(by)
	}
}

// respond notes the first words that the reporter reads of somebody else.
func (s *story) respond(by *uuid.UUID) {
	c := s.complaint
	if c.FirstResponseAt == nil && (by == nil || s.reporter == nil || *by != *s.reporter) {
		c.FirstResponseAt, c.FirstResponseTook = new(s.clock), new(domain.Quantize(c.CreatedAt, s.clock))
	}
}

func (s *story) resolve() {
	c := s.complaint
	c.ResolvedAt, c.ResolvedTook = new(s.clock), new(domain.Quantize(c.CreatedAt, s.clock))
	s.move(domain.ComplaintResolved, s.admin, "", pick(s.generator, publicNotes))
	s.notifyReporter()
}

func (s *story) close(by *uuid.UUID) {
	s.complaint.ClosedAt, s.complaint.Flagged = new(s.clock), false
	s.move(domain.ComplaintClosed, by, "", "")
}

// closeAutomatically closes the complaint after the default of fourteen days; when fewer days are
// left, the administrator closes it.
func (s *story) closeAutomatically() {
	const after = 14 * 24 * time.Hour
	resolved := s.clock
	s.advanceClock(after + time.Minute)
	if s.clock.Sub(resolved) < after {
		s.close(s.admin)
		return
	}
	s.close(nil)
}

// rateWell adds a good rating, which closes the complaint. Callers can't rate.
func (s *story) rateWell() {
	if s.reporter == nil {
		s.close(s.admin)
		return
	}
	s.complaint.Rating, s.complaint.RatingComment = new(3+s.IntN(3)), pick(s.generator, ratingComments)
	s.close(s.reporter)
}

func (s *story) reopen() {
	c, by := s.complaint, s.reporter
	stood := *c.MovedAt
	if c.ResolvedAt != nil {
		stood = *c.ResolvedAt
	}
	if by == nil {
		by = s.admin
	}
	c.ReopenedCount++
	c.ResolvedAt, c.ResolvedTook, c.ClosedAt, c.Rating, c.RatingComment, c.Flagged = nil, nil, nil, nil, "", false
	s.extendDeadline(s.clock.Sub(stood))
	s.move(domain.ComplaintReopened, by, "not_solved", pick(s.generator, reopenReasons))
	s.notification = nil
}

// merge merges the complaint into the one before it. The first one is rejected instead.
func (s *story) merge() {
	c := s.complaint
	if s.last == nil {
		s.move(domain.ComplaintRejected, s.admin, "duplicate", "We know of it already.")
	} else {
		c.DuplicateOfID = &s.last.ID
		s.move(domain.ComplaintMerged, s.admin, "duplicate", "Joined with "+s.last.Reference+".")
	}
	if c.HeldAt != nil {
		s.extendDeadline(s.clock.Sub(*c.HeldAt))
		c.HeldAt, c.HeldFrom = nil, nil
	}
}

func (s *story) addComment() {
	by, visibility := s.reporter, domain.VisibilityPublic
	if by == nil || s.oneIn(2) {
		by = s.admin
		if s.oneIn(3) {
			visibility = domain.VisibilityInternal
		}
	}
	s.batch.Comments = append(s.batch.Comments, &ent.Comment{
		ID: s.id(domain.KindComment, s.clock), ComplaintID: s.complaint.ID, AuthorID: by,
		Text: pick(s.generator, comments), Visibility: visibility, CreatedAt: s.clock,
	})
	if visibility == domain.VisibilityPublic {
		s.respond(by)
	}
}

// addPhoto adds a file.
func (s *story) addPhoto(m *ent.Media) {
	s.files++
	m.ID, m.CreatedAt = s.id(domain.KindMedia, s.clock), s.clock
	m.FileName, m.Visibility = fmt.Sprintf("IMG_%04d.jpg", s.files%10_000), domain.VisibilityInternal
	if s.oneIn(3) {
		m.Visibility = domain.VisibilityPublic
	}
	if m.ComplaintID != nil || m.Visibility == domain.VisibilityPublic {
		m.ShownOnID = &s.complaint.ID
	}
	s.pictures.describe(m, s.files, s.batch.done >= s.Complaints-s.Pictures)
	s.batch.Media = append(s.batch.Media, m)
}

// setDeadline sets the deadline to the time from now; 0 means none.
func (s *story) setDeadline(d time.Duration) {
	if d > 0 {
		s.complaint.DueAt = new(s.clock.Add(d))
	}
}

// extendDeadline moves the deadline by the time for which its clock was stopped.
func (s *story) extendDeadline(d time.Duration) {
	if due := s.complaint.DueAt; due != nil {
		s.complaint.DueAt = new(due.Add(d))
	}
}

// markOverdue marks a complaint whose deadline passed before its clock stopped, as the service
// does within a minute. A complaint that has ended is not overdue any more.
func (s *story) markOverdue() {
	c := s.complaint
	stood, ended := s.Until, true
	switch {
	case c.Status.Running():
		ended = false
	case c.Status == domain.ComplaintOnHold:
		stood, ended = *c.HeldAt, false
	case c.ResolvedAt != nil:
		stood = *c.ResolvedAt
	default:
		stood = *c.MovedAt
	}
	if c.DueAt == nil || !c.DueAt.Before(stood) {
		return
	}
	c.Overdue = !ended
	c.OverdueToldAt = new(c.DueAt.Add(30 * time.Second))
}

// notifyReporter sets the notification to the reporter about the end.
func (s *story) notifyReporter() {
	if s.reporter == nil {
		return
	}
	c := s.complaint
	s.notification = &ent.Notification{
		ID: s.id(domain.KindNotification, s.clock), RecipientID: s.reporter, Channel: domain.ChannelInApp,
		ComplaintID: &c.ID, State: domain.NotificationSent, Timing: domain.MailLast, Attempts: 1, SentAt: new(s.clock), DeliveredAt: new(s.clock), CreatedAt: s.clock,
	}
	bulk.Word(s.notification, text.ComplaintMoved(c.Reference, tx.StatusText(c.Status)), i18n.Verbatim(s.lastLog.PublicNote))
	if read := s.clock.Add(time.Duration(1+s.IntN(72)) * time.Hour); read.Before(s.Until) && !s.oneIn(4) {
		s.notification.ReadAt = &read
	}
}
