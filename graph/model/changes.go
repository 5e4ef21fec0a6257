package model

import (
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// ComplaintChange is a change of a complaint, or of what stands on its page.
type ComplaintChange struct {
	ComplaintID uuid.UUID
	Complaint   *ent.Complaint
	Changed     []domain.ComplaintPart
	Version     int
	Actor       *ent.User
	Matches     bool
}

// TaskChange is a change of a task, or of what stands on its page.
type TaskChange struct {
	TaskID  uuid.UUID
	Task    *ent.WorkTask
	Changed []domain.TaskPart
	Version int
	Actor   *ent.User
	Matches bool
}
