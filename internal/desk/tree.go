package desk

import (
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// amongSiblings is where names of a tree are unique.
const amongSiblings = "among its siblings"

// checkMove answers why a node of a tree, given by the parents of all nodes, can't go below
// another one.
func checkMove(up map[uuid.UUID]*uuid.UUID, id uuid.UUID, parent *uuid.UUID, noun string) error {
	if _, there := up[id]; !there {
		return fault.Missing(noun)
	}
	if parent == nil {
		return nil
	}
	if _, there := up[*parent]; !there {
		return noParent(noun)
	}
	for at := parent; at != nil; at = up[*at] {
		if *at == id {
			return fault.Invalid(fault.Field{Field: "parentId", Code: "circle", Message: "must not be the " + noun + " itself or lie below it"})
		}
	}
	return nil
}

func noParent(noun string) error {
	return fault.Invalid(fault.Field{Field: "parentId", Code: "not_found", Message: "there is no such " + noun})
}

// tidyName trims a name and answers what is wrong with it.
func tidyName(name *string) error {
	*name = strings.TrimSpace(*name)
	return checkLine("name", *name, 1, maxName)
}
