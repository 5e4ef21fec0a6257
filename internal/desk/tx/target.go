package tx

import (
	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// Target names the row a verb acts on. Expected is the version that the caller has seen, nil when
// it does not matter; another one is a conflict.
type Target struct {
	ID       uuid.UUID
	Expected *int
}

// CheckVersion returns a conflict when the caller has seen another version than the row has now.
func (target Target) CheckVersion(version int) error {
	if target.Expected != nil && *target.Expected != version {
		return VersionConflict(version)
	}
	return nil
}

// VersionConflict returns a change that somebody else has been faster with.
func VersionConflict(version int) error {
	f := fault.New(fault.Conflict, "Somebody else has changed it meanwhile; look at it again.")
	f.Fields = []fault.Field{fault.Input("expectedVersion", "conflict", "is %d now", version)}
	return f
}
