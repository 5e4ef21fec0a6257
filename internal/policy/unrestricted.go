package policy

import (
	"github.com/redress/redress/ent"
)

// ZoneRows: everybody who is signed in sees all zones, to choose one.
func ZoneRows(Subject, *ent.ZoneQuery) {}

// CategoryRows: everybody who is signed in sees all categories, to choose one.
func CategoryRows(Subject, *ent.CategoryQuery) {}
