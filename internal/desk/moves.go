package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxLogRows bounds a complaint's log (docs/product.md, Limits). The last row is kept for the
// service itself, which must always be able to end what it began.
const maxLogRows = 1_000

// actor is who may do something to a complaint or a task.
type actor uint8

const (
	byAdmin actor = 1 << iota
	byReporter
	byLink // its reporter without an account, or who has not signed in
	bySolver
)

// includes reports whether a role can ever do it, before any id is read.
func (a actor) includes(v *auth.Viewer) bool {
	return v.System() || v.Admin() && a&byAdmin != 0 ||
		v.Role == domain.RoleUser && a&byReporter != 0 || v.HasLink() && a&byLink != 0 || v.Role == domain.RoleSolver && a&bySolver != 0
}

// move is a row of the transition table: a verb, from where to where it takes a complaint, who
// may do it and which inputs it requires.
type move struct {
	action domain.Action
	from   []domain.ComplaintStatus
	to     domain.ComplaintStatus // "" where the complaint does not move, or it depends
	by     actor
	needs  []string // inputs that must not be empty
	ends   bool     // whether a live task is cancelled
}

// complaintMoves is the only place where the moves of a complaint are defined
// (docs/product.md, Complaints). Tasks move their complaint through taskMoves.
var complaintMoves = []move{
	{action: domain.ActionAssign, from: waiting, to: domain.ComplaintAssigned, by: byAdmin, needs: []string{"solverId"}},
	{action: domain.ActionHold, from: active, to: domain.ComplaintOnHold, by: byAdmin, needs: []string{"reasonCode"}},
	{action: domain.ActionResume, from: onHold, by: byAdmin},
	{action: domain.ActionResolve, from: active, to: domain.ComplaintResolved, by: byAdmin, needs: []string{"publicNote"}, ends: true},
	{action: domain.ActionReject, from: open, to: domain.ComplaintRejected, by: byAdmin, needs: []string{"reasonCode", "publicNote"}, ends: true},
	{action: domain.ActionMerge, from: open, to: domain.ComplaintMerged, by: byAdmin, needs: []string{"intoId", "reasonCode"}, ends: true},
	{action: domain.ActionUnmerge, from: mergedInto, by: byAdmin, needs: []string{"reasonCode"}},
	{action: domain.ActionWithdraw, from: untouched, to: domain.ComplaintWithdrawn, by: byReporter | byLink, ends: true},
	{action: domain.ActionRate, from: done, by: byReporter | byLink, needs: []string{"rating"}},
	{action: domain.ActionClose, from: resolved, to: domain.ComplaintClosed, by: byAdmin},
	{action: domain.ActionReopen, from: ended, to: domain.ComplaintReopened, by: byAdmin | byReporter | byLink, needs: []string{"reasonCode"}},
	{action: domain.ActionTriage, from: open, by: byAdmin},
	{action: domain.ActionEdit, from: domain.ComplaintStatuses, by: byAdmin | byReporter},
	{action: domain.ActionClaim, from: domain.ComplaintStatuses, by: byAdmin},
	{action: domain.ActionUnclaim, from: domain.ComplaintStatuses, by: byAdmin},
	{action: domain.ActionComment, from: domain.ComplaintStatuses, by: byAdmin | byReporter | byLink, needs: []string{"text"}},
}

// The states from which the table moves.
var (
	waiting   = domain.WaitingComplaintStatuses
	untouched = slices.DeleteFunc(slices.Clone(domain.ComplaintStatuses), func(s domain.ComplaintStatus) bool {
		return s != domain.ComplaintAssigned && !slices.Contains(waiting, s)
	})
	active     = domain.RunningComplaintStatuses
	onHold     = []domain.ComplaintStatus{domain.ComplaintOnHold}
	open       = domain.OpenComplaintStatuses
	resolved   = []domain.ComplaintStatus{domain.ComplaintResolved}
	done       = []domain.ComplaintStatus{domain.ComplaintResolved, domain.ComplaintClosed}
	ended      = domain.EndedComplaintStatuses
	mergedInto = []domain.ComplaintStatus{domain.ComplaintMerged}
)

func moveOf(action domain.Action) move {
	i := slices.IndexFunc(complaintMoves, func(m move) bool { return m.action == action })
	return complaintMoves[i]
}

// allowed returns nil when the viewer may do it to the complaint as it stands now. It is what
// availableActions returns, and what the verb itself asks once it locks the row.
func (m move) allowed(v *auth.Viewer, c *ent.Complaint, now time.Time, s domain.OperatorSettings) *fault.Error {
	if !m.by.includes(v) || v.Reports() && !v.Reported(c.ID, c.SubmittedByID) {
		return fault.Denied()
	}
	if !slices.Contains(m.from, c.Status) {
		return fault.New(fault.InvalidTransition, "A complaint that is %s can't be changed so; it must be %s.",
			tx.StatusText(c.Status), tx.StatusList(m.from))
	}
	switch {
	case m.action == domain.ActionReopen && v.Reports() && now.After(ReopenUntil(c, s)):
		return fault.New(fault.InvalidTransition, "The time to reopen it has passed: %d days.", int(s.ReopenWithin.Hours()/24))
	case m.action == domain.ActionRate && c.Rating != nil:
		return fault.New(fault.InvalidTransition, "It has been rated.")
	case m.action == domain.ActionEdit && v.Role == domain.RoleUser && c.Status != domain.ComplaintSubmitted:
		return fault.New(fault.InvalidTransition, "Its reporter can change it while it is submitted; it is %s.", tx.StatusText(c.Status))
	case m.action == domain.ActionUnclaim && c.HandlerID == nil:
		return fault.New(fault.InvalidTransition, "Nobody looks after it.")
	case m.to != "", m.action == domain.ActionUnmerge:
		return checkLogRoom(c, 1)
	}
	return nil
}

// ReopenUntil returns until when its reporter may reopen a complaint, counted from when it ended; the zero time if it has not.
func ReopenUntil(c *ent.Complaint, s domain.OperatorSettings) time.Time {
	if !c.Status.Ended() {
		return time.Time{}
	}
	return domain.StatusSince(c.MovedAt, c.UpdatedAt).Add(s.ReopenWithin)
}

// Remark is what a move says: to the reporter, to administrators, and for the statistics.
type Remark struct {
	PublicNote   string
	InternalNote string
	ReasonCode   string
}

// applyTransition does a verb to a complaint in one transaction: it asks whether the viewer may,
// locks the row, lets do change it, and writes the audit. A role that never may is
// permission_denied, what the viewer does not see not_found, another version conflict, a state
// that the table does not know invalid_transition.
func (d *Desk) applyTransition(ctx context.Context, action domain.Action, target tx.Target, tr transition) (*ent.Complaint, error) {
	m := moveOf(action)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	left, err := d.applyInTx(ctx, m, target, tr)
	if err != nil {
		return nil, err
	}
	if left != nil && !auth.From(ctx).HasLink() { // who may not read all of what was changed
		return left, nil
	}
	return d.complaint(ctx, target.ID)
}

// transition changes a complaint.
type transition struct {
	// optimistic is whether it depends on nothing but the complaint, so that a row that is still as it was read
	// needs no lock.
	optimistic bool

	// lock is nil, or locks the rows that come before it in the order of locks, and returns apply, which may depend on them.
	lock  func(t *txn) (change, error)
	apply change
}

// change changes a complaint that the transaction has locked.
type change func(t *txn, m move, c *ent.Complaint) error

// checkRole refuses roles that never may, before any id is read.
func (m move) checkRole(ctx context.Context) error {
	v, err := auth.RequireViewer(ctx)
	if err == nil && !m.by.includes(v) {
		err = fault.Denied()
	}
	return err
}

// applyInTx is the transaction of applyTransition. It returns the complaint as the transition left it, nil when it did not
// change it or was done before.
func (d *Desk) applyInTx(ctx context.Context, m move, target tx.Target, tr transition) (*ent.Complaint, error) {
	do := joined(d, func(t *txn) (tx.Made[*ent.Complaint], error) {
		made := tx.Made[*ent.Complaint]{ID: target.ID}
		apply := tr.apply
		if tr.lock != nil {
			var err error
			if apply, err = tr.lock(t); err != nil {
				return made, err
			}
		}
		c, err := t.lockToMove(ctx, m, target)
		if err != nil {
			return made, err
		}
		err = apply(t, m, c)
		made.Row = t.complaints[target.ID]
		return made, err
	})
	run := tx.Once[*ent.Complaint]
	if tr.optimistic && !m.ends && tx.IdempotentRequestOf(ctx) == nil {
		run = tx.Optimistic[tx.Made[*ent.Complaint]]
	}
	made, err := run(ctx, d.Runner, do)
	if err != nil || made.Row == nil {
		return nil, err
	}
	return made.Row.Unwrap(), nil
}

// lockToMove reads a complaint and locks it, and asks whether the viewer may do the verb to it.
func (t *txn) lockToMove(ctx context.Context, m move, target tx.Target) (*ent.Complaint, error) {
	c, err := t.lockComplaint(ctx, target)
	if err != nil {
		return nil, err
	}
	if refused := m.allowed(auth.From(ctx), c, t.Now, t.desk.chosen.Rules()); refused != nil {
		return nil, refused
	}
	return c, nil
}

// lockComplaint reads a complaint as the viewer and locks it until the transaction ends, unless that is
// optimistic. Whoever holds a link to it changes the whole row, although they are not shown who reported it: others are told by it.
func (t *txn) lockComplaint(ctx context.Context, target tx.Target) (*ent.Complaint, error) {
	as := ctx
	if v := auth.From(ctx); v.HasLink() {
		if v.Complaint != target.ID {
			return nil, fault.Missing("complaint")
		}
		as = auth.System(ctx, "a link changes its complaint")
	}
	q := t.Ahead.Complaint.Query().Where(complaint.ID(target.ID))
	if !t.Optimistic {
		q.Where(dbtx.ForUpdate)
	}
	shape := entread.New("complaint to change", target.ID)
	shape.Part("locked", !t.Optimistic)
	c, err := q.Shaped(shape).Only(as)
	if err != nil {
		return nil, tx.Missing(err, "complaint")
	}
	t.Restamp(c.UpdatedAt)
	return c, target.CheckVersion(seenVersion(ctx, c))
}

// statusChange is one move of a complaint that the transaction has locked: where to, by which
// verb, what is said, and what else changes in the row.
type statusChange struct {
	action   domain.Action
	to       domain.ComplaintStatus
	remark   Remark
	change   func(*ent.ComplaintUpdateOne)
	bySystem bool // the viewer moves a task, and the service moves the complaint with it
}

// move writes a step: the row as the viewer, its log row and its audit entry beside it.
func (t *txn) move(ctx context.Context, c *ent.Complaint, s statusChange) error {
	if err := s.remark.check(); err != nil {
		return err
	}
	v := auth.From(ctx)
	through := t.Ahead
	if t.Optimistic {
		through = t.Later
	}
	change := through.Complaint.UpdateOne(c).
		Where(complaint.Version(c.Version), complaint.Overdue(c.Overdue)). // which changes without the version
		SetStatus(s.to).SetMovedAt(t.Now).SetUpdatedAt(t.Now).AddVersion(1).AddLogRows(1)
	setReason(change, s.remark.ReasonCode)
	if !slices.Contains(open, s.to) {
		change.SetOverdue(false)
	}
	if s.change != nil {
		s.change(change)
	}
	if s.remark.PublicNote != "" {
		t.respond(c, v, change)
	}
	as := ctx
	if s.bySystem {
		as = auth.System(ctx, "a task moves its complaint")
	}
	moved, err := change.Save(as)
	if err != nil {
		if ent.IsNotFound(err) {
			return tx.VersionConflict(seenVersion(ctx, c) + 1)
		}
		return err
	}
	if t.Optimistic {
		if moved, err = applied(c, change.Mutation()); err != nil {
			return err
		}
	}
	t.trackComplaint(c, moved)
	row := t.Later.StatusLog.Create().
		SetComplaintID(c.ID).SetSeq(moved.LogRows).SetStatus(s.to).SetCreatedAt(t.Now).
		SetPublicNote(s.remark.PublicNote).SetInternalNote(s.remark.InternalNote).SetReasonCode(s.remark.ReasonCode)
	row.SetAgent(tx.AgentOf(v)).SetNillableActorID(tx.AccountOf(ctx))
	logged, err := row.Save(auth.System(ctx, "the log of a move"))
	if err != nil {
		return err
	}
	t.RecordEvent(domain.EventComplaintStatus, c.ID, logged.ID)
	for _, kind := range notifications.OfMove(s.action) {
		if err := t.notify(ctx, kind, notifications.About{Complaint: moved, Message: i18n.Verbatim(s.remark.PublicNote)}); err != nil {
			return err
		}
	}
	return t.Audit(ctx, tx.Record{
		Action: "complaint." + strings.ToLower(string(s.action)), SubjectType: "Complaint", Subject: c.ID,
		Before: tx.Values{"status": c.Status, "version": c.Version},
		After:  tx.Values{"status": s.to, "version": moved.Version, "reason_code": s.remark.ReasonCode},
	})
}

// setReason keeps the reason code of a complaint's latest move beside the complaint, for statistics.
func setReason(u *ent.ComplaintUpdateOne, code string) {
	if code == "" {
		u.ClearReasonCode()
		return
	}
	u.SetReasonCode(code)
}

func (r *Remark) check() error {
	var errs tx.FieldErrors
	errs.Text("publicNote", &r.PublicNote, domain.MaxNote)
	errs.Text("internalNote", &r.InternalNote, domain.MaxNote)
	errs.Text("reasonCode", &r.ReasonCode, MaxReason)
	return errs.Fault()
}

// MaxReason is the longest reason code.
const MaxReason = 40

// required returns a validation fault for each input that the table needs and that is empty.
func (m move) required(given map[string]string) error { return tx.Required(m.needs, given) }

// complaint reads a complaint as it is now, for whoever has just changed it.
func (d *Desk) complaint(ctx context.Context, id uuid.UUID) (*ent.Complaint, error) {
	c, err := d.Client.Complaint.Get(ctx, id)
	return c, tx.Missing(err, "complaint")
}
