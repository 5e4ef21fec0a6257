package tx

import (
	"slices"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Available reports whether a verb would be accepted now.
type Available struct {
	Action   domain.Action
	Refused  *fault.Error // why not; nil when it would be
	Required []string     // inputs that must not be empty
}

// NewAvailable converts the result of a verb's check.
func NewAvailable(action domain.Action, needs []string, refused *fault.Error) Available {
	return Available{Action: action, Refused: refused, Required: slices.Clone(needs)}
}
