package seed

import (
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// The steps of solvers.

func (s *story) assignTask() {
	g, c := s.generator, s.complaint
	who := pick(g, g.town.solvers)
	s.assignedFrom = c.Status
	due := s.clock.Add(72 * time.Hour)
	if c.DueAt != nil && c.DueAt.After(s.clock) {
		due = *c.DueAt
	}
	s.task = &ent.WorkTask{
		ID: s.id(domain.KindTask, s.clock), ComplaintID: c.ID, SolverID: who.id, AssignedByID: s.admin,
		Status: domain.TaskAssigned, Instructions: "Please look at it and send a photo.", DueAt: &due,
		Version: 1, CreatedAt: s.clock, UpdatedAt: s.clock,
	}
	if who.provider >= 0 {
		s.task.ProviderID = &g.town.providers[who.provider]
	}
	c.SolverID, c.ProviderID = &s.task.SolverID, s.task.ProviderID
	if c.AssignedAt == nil {
		c.AssignedAt, c.AssignedTook = new(s.clock), new(domain.Quantize(c.CreatedAt, s.clock))
	}
	g.batch.Tasks = append(g.batch.Tasks, s.task)
	s.move(domain.ComplaintAssigned, s.admin, "", "A crew will look at it.")
}

// startTask accepts and starts the task.
func (s *story) startTask() {
	accepted := s.task.CreatedAt.Add(s.clock.Sub(s.task.CreatedAt) / 3).Truncate(time.Millisecond)
	s.moveTask(domain.TaskAccepted)
	s.task.AcceptedAt = &accepted
	s.moveTask(domain.TaskInProgress)
	s.task.StartedAt = new(s.clock)
	s.move(domain.ComplaintInProgress, &s.task.SolverID, "", "")
}

func (s *story) moveTask(to domain.TaskStatus) {
	s.task.Status, s.task.UpdatedAt = to, s.clock
	s.task.Version++
}

func (s *story) endTask(to domain.TaskStatus, reason, note string) {
	s.moveTask(to)
	s.task.EndedAt, s.task.EndReason, s.task.EndNote = new(s.clock), reason, note
}

// addUpdate adds an update, which is received some minutes after it happened.
func (s *story) addUpdate(what domain.UpdateType, text string) {
	happened := s.clock
	s.wait(0.1)
	s.task.UpdatesCount++
	percent := min(20*s.task.UpdatesCount+s.IntN(15), 95)
	if what == domain.UpdateCompletion {
		percent = 100
	}
	client := s.id(domain.KindTaskUpdate, happened)
	s.update = &ent.TaskUpdate{
		ID: s.id(domain.KindTaskUpdate, s.clock), TaskID: s.task.ID, AuthorID: s.task.SolverID, ClientID: &client,
		Type: what, Remarks: text, PercentageCompleted: &percent, OccurredAt: happened, CreatedAt: s.clock, Status: domain.ReviewSubmitted,
	}
	s.task.UpdatedAt = s.clock
	s.batch.Updates = append(s.batch.Updates, s.update)
}

func (s *story) review(verdict domain.ReviewStatus, note string) {
	s.update.Status, s.update.ReviewNote = verdict, note
	s.update.ReviewedByID, s.update.ReviewedAt = s.admin, new(s.clock)
}
