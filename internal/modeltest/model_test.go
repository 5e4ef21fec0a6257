package modeltest_test

import (
	"slices"
	"strings"
	"time"
)

// The model of docs/product.md: its rows and their transitions, written independently of the
// service's own tables.

type person struct {
	name, email, id string
	role            string
	provider        string // id of the service provider; "" for none
	active          bool
	version         int
	token           string
	minted          time.Time
	renew           bool // whether the token was revoked
	expired         bool // the token of somebody who gets no other one
}

// hasRole reports whether the role is one of those listed.
func (p *person) hasRole(roles string) bool {
	return p != nil && slices.Contains(strings.Fields(roles), p.role)
}

const admins = "ADMIN SUPER_ADMIN"

type trackedComplaint struct {
	id, title, reference string
	reporter             *person
	status, priority     string
	category             string
	version              int
	internal             int // versions that its reporter does not know of
	log                  []logRow
	heldFrom             string
	origin               string // where it was last waiting: submitted or reopened
	made                 time.Time
	moved                time.Time
	held, resolved       *time.Time
	closed, due          *time.Time
	rating               int // 0 for none
	flagged              bool
	overdue              bool
	into, via            *trackedComplaint // via: what it was merged into first
	handler              *person
	tasks                []*task
	comments             []string
}

type logRow struct {
	status string
	by     *person // nil for the service itself
	reason string
}

type task struct {
	id, status string
	complaint  *trackedComplaint
	solver     *person
	provider   string
	version    int
	ended      string // its reason code
	previous   *task
	updates    []*update
	settled    *payment // that stands
}

type update struct {
	id, kind, review string
	task             *task
	by               *person
	client           string
	remarks          string
	happened         string // as it was said; "" when it was not
	percentage       any
	files            []*file
}

type file struct {
	id      string
	picture uint64
	by      *person
	update  *update
}

type payment struct {
	id, provider, reference string
	minor                   int64
	tasks                   []*task
	reverses, reversal      *payment
}

// transition is a row of the transition tables.
type transition struct {
	from string // states
	to   string // "" where it depends
	by   string // roles; a user must be the reporter, a solver the task's
	ends bool   // whether a live task is cancelled
}

var complaintTransitions = map[string]transition{
	"assignComplaint":   {"SUBMITTED REOPENED", "ASSIGNED", admins, false},
	"rejectComplaint":   {"SUBMITTED ASSIGNED IN_PROGRESS ON_HOLD REOPENED", "REJECTED", admins, true},
	"withdrawComplaint": {"SUBMITTED ASSIGNED REOPENED", "WITHDRAWN", "USER", true},
	"mergeComplaint":    {"SUBMITTED ASSIGNED IN_PROGRESS ON_HOLD REOPENED", "MERGED", admins, true},
	"unmergeComplaint":  {"MERGED", "", admins, false},
	"claimComplaint":    {anyStatus, "", admins, false},
	"unclaimComplaint":  {anyStatus, "", admins, false},
	"updateComplaint":   {anyStatus, "", "USER " + admins, false},
	"holdComplaint":     {"SUBMITTED ASSIGNED IN_PROGRESS REOPENED", "ON_HOLD", admins, false},
	"resumeComplaint":   {"ON_HOLD", "", admins, false},
	"resolveComplaint":  {"SUBMITTED ASSIGNED IN_PROGRESS REOPENED", "RESOLVED", admins, true},
	"closeComplaint":    {"RESOLVED", "CLOSED", admins, false},
	"reopenComplaint":   {"RESOLVED CLOSED REJECTED", "REOPENED", "USER " + admins, false},
	"rateComplaint":     {"RESOLVED CLOSED", "", "USER", false},
	"triageComplaint":   {"SUBMITTED ASSIGNED IN_PROGRESS ON_HOLD REOPENED", "", admins, false},
}

const anyStatus = "SUBMITTED ASSIGNED IN_PROGRESS ON_HOLD RESOLVED CLOSED REOPENED REJECTED WITHDRAWN MERGED"

const live = "ASSIGNED ACCEPTED IN_PROGRESS COMPLETION_SUBMITTED"

var taskTransitions = map[string]transition{
	"acceptTask":       {"ASSIGNED", "ACCEPTED", "SOLVER", false},
	"declineTask":      {"ASSIGNED", "DECLINED", "SOLVER", true},
	"startTask":        {"ACCEPTED", "IN_PROGRESS", "SOLVER", false},
	"returnTask":       {"ACCEPTED IN_PROGRESS", "RETURNED", "SOLVER", true},
	"postTaskUpdate":   {"IN_PROGRESS", "", "SOLVER", false},
	"submitCompletion": {"IN_PROGRESS", "COMPLETION_SUBMITTED", "SOLVER", false},
	"reviewCompletion": {"COMPLETION_SUBMITTED", "", admins, false},
	"reassignTask":     {live, "CANCELLED", admins, true},
	"cancelTask":       {live, "CANCELLED", admins, true},
}

const (
	reopenWithin = 30 * 24 * time.Hour
	closeAfter   = 14 * 24 * time.Hour
	maxFiles     = 10
)

func in(states, state string) bool { return slices.Contains(strings.Fields(states), state) }

// model is the state of the model at an instant.
type model struct {
	now        time.Time
	people     []*person
	categories map[string]category
	complaints []*trackedComplaint
	tasks      []*task
	updates    []*update
	files      []*file
	payments   []*payment
	references map[string]int // complaints of a year
	audits     int            // entries, but for signing in
}

type category struct {
	sla      *time.Duration
	priority string
}

// may returns the error code that depends on the role alone, or "". Roles that never have the
// right are refused before any id is read.
func may(p *person, roles string) string {
	switch {
	case p == nil:
		return "AUTHENTICATION_REQUIRED"
	case p.expired:
		return "TOKEN_EXPIRED"
	case !p.active:
		return "SESSION_REVOKED"
	case !p.hasRole(roles):
		return "PERMISSION_DENIED"
	}
	return ""
}

// onComplaint returns the error code of a verb on a complaint, or "". The order is: role,
// visibility, version, state.
func (m *model) onComplaint(verb string, p *person, c *trackedComplaint, expected *int) string {
	r := complaintTransitions[verb]
	if code := may(p, r.by); code != "" {
		return code
	}
	switch {
	case c == nil, p.role == "USER" && c.reporter != p:
		return "NOT_FOUND"
	case expected != nil && *expected != c.seen(p):
		return "CONFLICT"
	case !in(r.from, c.status):
		return "INVALID_TRANSITION"
	case verb == "reopenComplaint" && p.role == "USER" && m.now.After(c.moved.Add(reopenWithin)):
		return "INVALID_TRANSITION"
	case verb == "rateComplaint" && c.rating != 0:
		return "INVALID_TRANSITION"
	case verb == "unclaimComplaint" && c.handler == nil:
		return "INVALID_TRANSITION"
	case verb == "updateComplaint" && p.role == "USER" && c.status != "SUBMITTED":
		return "INVALID_TRANSITION"
	}
	return ""
}

// seesTask returns the error code of a verb on a task before its state is checked, or "".
func seesTask(verb string, p *person, t *task) string {
	if code := may(p, taskTransitions[verb].by); code != "" {
		return code
	}
	if t == nil || p.role == "SOLVER" && t.solver != p {
		return "NOT_FOUND"
	}
	return ""
}

// onTask returns the error code of a verb on a visible task, or "".
func onTask(verb string, t *task, expected *int) string {
	switch {
	case expected != nil && *expected != t.version:
		return "CONFLICT"
	case !in(taskTransitions[verb].from, t.status), t.complaint.status == "ON_HOLD":
		return "INVALID_TRANSITION"
	}
	return ""
}

// move changes the status of a complaint, with its log row and audit entry.
func (m *model) move(c *trackedComplaint, to string, by *person, reason string) {
	now := m.now
	if c.status == "ON_HOLD" { // the deadline stood still
		c.extendDeadline(now.Sub(*c.held))
		c.held, c.heldFrom = nil, ""
	}
	switch to {
	case "ON_HOLD":
		c.heldFrom, c.held = c.status, &now
	case "RESOLVED":
		c.resolved = &now
	case "CLOSED":
		c.closed, c.flagged = &now, false
	case "REOPENED":
		switch c.status {
		case "RESOLVED", "CLOSED":
			c.extendDeadline(now.Sub(*c.resolved))
		case "REJECTED":
			c.extendDeadline(now.Sub(c.moved))
		}
		if in("RESOLVED CLOSED REJECTED", c.status) {
			c.resolved, c.closed, c.rating, c.flagged = nil, nil, 0, false
		}
	}
	if in("SUBMITTED REOPENED", to) {
		c.origin = to
	}
	if !in("SUBMITTED ASSIGNED IN_PROGRESS ON_HOLD REOPENED", to) {
		c.overdue = false
	}
	c.status, c.moved = to, now
	c.next(true)
	c.log = append(c.log, logRow{to, by, reason})
	m.audits++
}

// next makes the complaint its next version, which its reporter knows of or not.
func (c *trackedComplaint) next(told bool) {
	c.version++
	if !told {
		c.internal++
	}
}

// seen returns the version that somebody reads: only administrators that of what they alone may read.
func (c *trackedComplaint) seen(p *person) int {
	if p.hasRole(admins) {
		return c.version
	}
	return c.version - c.internal
}

func (c *trackedComplaint) extendDeadline(d time.Duration) {
	if c.due != nil {
		later := c.due.Add(d)
		c.due, c.overdue = &later, false
	}
}

func (c *trackedComplaint) live() *task {
	for _, t := range c.tasks {
		if in(live, t.status) {
			return t
		}
	}
	return nil
}

// moveTask changes the status of a task.
func (m *model) moveTask(t *task, to, reason string) {
	t.status, t.ended = to, reason
	t.version++
	m.audits++
}

// endTask cancels the live task of a complaint that has ended.
func (m *model) endTask(c *trackedComplaint) {
	if t := c.live(); t != nil {
		m.moveTask(t, "CANCELLED", "complaint_ended")
	}
}

// assignTask creates a task.
func (m *model) assignTask(c *trackedComplaint, solver *person, provider string, previous *task) *task {
	if provider == "" {
		provider = solver.provider
	}
	t := &task{complaint: c, solver: solver, provider: provider, status: "ASSIGNED", version: 1, previous: previous}
	c.tasks, m.tasks = append(c.tasks, t), append(m.tasks, t)
	m.audits++
	return t
}

// release cancels a solver's live tasks: their complaints return to the queue, moved by the
// service itself. One on hold stays on hold, and returns to the queue when it is resumed.
func (m *model) release(solver *person, reason string) {
	for _, t := range m.tasks {
		if t.solver != solver || !in(live, t.status) {
			continue
		}
		m.moveTask(t, "CANCELLED", reason)
		c := t.complaint
		if c.status == "ON_HOLD" {
			c.heldFrom = c.origin
			c.next(false)
			m.audits++
			continue
		}
		m.move(c, c.origin, nil, reason)
	}
}

// closeResolved closes complaints that were resolved long enough ago and are not flagged.
func (m *model) closeResolved() int {
	n := 0
	for _, c := range m.complaints {
		if c.status == "RESOLVED" && c.resolved.Before(m.now.Add(-closeAfter)) && (c.rating == 0 || c.rating > 2) {
			m.move(c, "CLOSED", nil, "")
			n++
		}
	}
	return n
}

// markOverdue marks complaints that missed their deadline while its clock ran.
func (m *model) markOverdue() (marked int) {
	for _, c := range m.complaints {
		if !c.overdue && c.due != nil && c.due.Before(m.now) && in("SUBMITTED ASSIGNED IN_PROGRESS REOPENED", c.status) {
			c.overdue = true
			marked++
		}
	}
	m.audits += marked
	return marked
}

// unreversed returns the settlement of a provider with a reference that is not reversed.
func (m *model) unreversed(provider, reference string) *payment {
	for _, p := range m.payments {
		if p.provider == provider && p.reference == reference && p.reverses == nil && p.reversal == nil {
			return p
		}
	}
	return nil
}
