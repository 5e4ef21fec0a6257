package policy

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// ZoneRows: everybody who is signed in sees all zones, to choose one.
func ZoneRows(*auth.Viewer, *ent.ZoneQuery) {}

// CategoryRows: everybody who is signed in sees all categories, to choose one.
func CategoryRows(*auth.Viewer, *ent.CategoryQuery) {}
