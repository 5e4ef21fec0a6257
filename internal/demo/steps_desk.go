package demo

import (
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
)

// What administrators do in a story.

// assign gives the complaint to a solver.
func assign(hours float64, by, to person, instructions, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.assignTask(by, to, instructions, note, nil)
	}
}

// reassign takes the live task from its solver and gives the complaint to another one.
func reassign(hours float64, by, to person, instructions, note string) step {
	return func(l *player) {
		l.wait(hours)
		last, was := l.task, l.task.SolverID
		l.endTask(domain.TaskCancelled, "reassigned", note)
		l.returnToQueue(by)
		l.clock = l.clock.Add(time.Millisecond)
		l.assignTask(by, to, instructions, note, last)
		l.audit(by, "task.reassign", "Task", last.ID, l.clock,
			map[string]any{"solverId": was}, map[string]any{"solverId": l.task.SolverID})
	}
}

func (l *player) assignTask(by, to person, instructions, note string, previous *ent.WorkTask) {
	l.assignedFrom = l.complaint.Status
	due := l.clock.Add(72 * time.Hour)
	if d := l.complaint.DueAt; d != nil && d.After(l.clock) {
		due = *d
	}
	l.solver, l.update = to, nil
	l.task = &ent.WorkTask{
		ID: domain.NewIDAt(domain.KindTask, l.clock), ComplaintID: l.complaint.ID, SolverID: *l.userID(to),
		ProviderID: l.people[to].ProviderID, AssignedByID: l.userID(by), Status: domain.TaskAssigned,
		Instructions: instructions, DueAt: &due, Version: 1, CreatedAt: l.clock, UpdatedAt: l.clock,
	}
	if previous != nil {
		l.task.PreviousID = &previous.ID
	}
	l.Tasks = append(l.Tasks, l.task)
	l.setAssigned()
	l.move(domain.ComplaintAssigned, by, note)
	l.notify(to, text.NewTask(l.complaint.Reference), l.complaint.Title, &l.task.ID)
}

// cancelTask cancels the live task; the complaint goes back to the queue.
func cancelTask(hours float64, by person, code, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskCancelled, code, note)
		l.returnToQueue(by)
		l.lastLog.InternalNote = note
	}
}

// approve accepts a completion, which resolves the complaint.
func approve(hours float64, by person, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.review(by, domain.ReviewApproved, "")
		l.moveTask(domain.TaskCompleted)
		l.task.EndedAt = new(l.clock)
		l.setResolved()
		l.move(domain.ComplaintResolved, by, note)
	}
}

// rejectCompletion sends a completion back to its solver.
func rejectCompletion(hours float64, by person, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.review(by, domain.ReviewRejected, note)
		l.moveTask(domain.TaskInProgress)
		l.notify(l.solver, text.CompletionRejected, note, &l.task.ID)
	}
}

// setAssigned sets the solver, and the time of the first assignment.
func (l *player) setAssigned() {
	c := l.complaint
	c.SolverID, c.ProviderID = &l.task.SolverID, l.task.ProviderID
	if c.AssignedAt == nil {
		took := domain.Quantize(c.CreatedAt, l.clock)
		c.AssignedAt, c.AssignedTook = new(l.clock), &took
	}
}

// setResolved sets the time of the resolution.
func (l *player) setResolved() {
	c := l.complaint
	took := domain.Quantize(c.CreatedAt, l.clock)
	c.ResolvedAt, c.ResolvedTook = new(l.clock), &took
}

func (l *player) review(by person, verdict domain.ReviewStatus, note string) {
	l.update.Status, l.update.ReviewNote = verdict, note
	l.update.ReviewedByID, l.update.ReviewedAt = l.userID(by), new(l.clock)
}

// resolve ends a complaint without a solver's completion.
func resolve(hours float64, by person, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskCancelled, "complaint_resolved", "")
		l.setResolved()
		l.move(domain.ComplaintResolved, by, note)
	}
}

// closeComplaint closes a resolved complaint; by nobody means automatically.
func closeComplaint(hours float64, by person, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.complaint.ClosedAt = new(l.clock)
		l.move(domain.ComplaintClosed, by, note)
	}
}

// hold puts the complaint on hold, which stops the deadline's clock.
func hold(hours float64, by person, code, note string) step {
	return func(l *player) {
		l.wait(hours)
		was := l.complaint.Status
		l.complaint.HeldAt, l.complaint.HeldFrom = new(l.clock), &was
		l.moveWithReason(domain.ComplaintOnHold, by, code, note)
	}
}

// resume resumes a complaint on hold; the deadline moves by the time on hold.
func resume(hours float64, by person, note string) step {
	return func(l *player) {
		l.wait(hours)
		c := l.complaint
		if c.DueAt != nil {
			c.DueAt, c.Overdue = new(c.DueAt.Add(l.clock.Sub(*c.HeldAt))), false
		}
		to := *c.HeldFrom
		c.HeldAt, c.HeldFrom = nil, nil
		l.move(to, by, note)
	}
}

// reject refuses a complaint for good.
func reject(hours float64, by person, code, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskCancelled, "complaint_rejected", "")
		l.moveWithReason(domain.ComplaintRejected, by, code, note)
	}
}

// merge merges the complaint into another story's.
func merge(hours float64, by person, into, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskCancelled, "complaint_merged", "")
		target := l.storyIDs[into]
		l.complaint.DuplicateOfID = &target
		l.moveWithReason(domain.ComplaintMerged, by, "duplicate", note)
	}
}

// internalNote sets the internal note of the latest log row.
func internalNote(note string) step { return func(l *player) { l.lastLog.InternalNote = note } }
