package domain

import (
	"strings"

	"github.com/google/uuid"
)

// TreePath returns where a row of a tree lies: the path of its parent, "" at the top, and its own id.
func TreePath(parent string, id uuid.UUID) string { return parent + id.String() + "/" }

// TreeIDs returns the ids of a path, from the top on.
func TreeIDs(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(path, "/"), "/")
}
