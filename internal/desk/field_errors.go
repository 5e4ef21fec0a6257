package desk

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// fieldErrors collects the inputs at fault, so that a caller reads all of them at once.
type fieldErrors []fault.Field

func (w *fieldErrors) add(field, code, format string, args ...any) {
	*w = append(*w, fault.Input(field, code, format, args...))
}

// merge adds the fields of a validation fault; nil adds none.
func (w *fieldErrors) merge(err error) {
	if f, ok := fault.As(err); ok {
		*w = append(*w, f.Fields...)
	}
}

// text notes what is wrong with a text of several lines.
func (w *fieldErrors) text(field, text string, limit int) {
	if f := checkText(field, text, limit); f != nil {
		*w = append(*w, *f)
	}
}

// fault is nil when nothing is wrong.
func (w fieldErrors) fault() error {
	if len(w) == 0 {
		return nil
	}
	return fault.Invalid(w...)
}

// checkIDs returns what is wrong with a list of ids: too many, or one given twice.
func checkIDs(field string, ids []uuid.UUID, atMost int) fieldErrors {
	var errs fieldErrors
	if len(ids) > atMost {
		errs.add(field, "too_many", "must be at most %d", atMost)
		return errs
	}
	seen := make(map[uuid.UUID]bool, len(ids))
	for i, id := range ids {
		if seen[id] {
			errs.add(fmt.Sprintf("%s.%d", field, i), "duplicate", "is given twice")
		}
		seen[id] = true
	}
	return errs
}

// nothingToChange returns a change that changes nothing.
func nothingToChange() error {
	return fault.Invalid(fault.Input("input", "required", "must change something"))
}
