package model

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// SavedView is how an account wants to see a list.
type SavedView struct {
	ID                   uuid.UUID
	List                 domain.ViewList
	Name                 string
	Filter, OrderBy      json.RawMessage
	Columns              []string
	SharedWith           *domain.Role
	Own                  bool
	OwnerID              uuid.UUID
	Owner                *ent.User // once it was read
	Version              int
	CreatedAt, UpdatedAt time.Time
	DeletedAt            *time.Time
}
