package model

import (
	"encoding/json"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// Preferences are how an account wants screens to look.
type Preferences struct {
	Language  *string
	Theme     domain.Theme
	TimeZone  *string
	Density   domain.Density
	Columns   []domain.ListColumns
	StartView *string
}

// SettingsChange is a change of settings or of reason codes.
type SettingsChange struct {
	Version       int
	Actor         *ent.User
	Before, After json.RawMessage
	CreatedAt     time.Time
}
