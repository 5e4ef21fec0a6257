package tx

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the names of time zones must not depend on the machine
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// FieldErrors collects the inputs at fault, so that a caller reads all of them at once.
type FieldErrors []fault.Field

// Add notes what is wrong with an input.
func (w *FieldErrors) Add(field, code, format string, args ...any) {
	*w = append(*w, fault.Input(field, code, format, args...))
}

// Merge adds the fields of a validation fault; nil adds none.
func (w *FieldErrors) Merge(err error) {
	if f, ok := fault.As(err); ok {
		*w = append(*w, f.Fields...)
	}
}

// Text tidies a text as CheckText does, and notes what is wrong with it.
func (w *FieldErrors) Text(field string, text *string, limit int, standing ...string) {
	if f := CheckText(field, text, limit, standing...); f != nil {
		*w = append(*w, *f)
	}
}

// RequiredText is Text for one that must say something, without the blanks around it: they count for nothing.
func (w *FieldErrors) RequiredText(field string, text *string, limit int, standing ...string) {
	if *text = strings.TrimSpace(*text); !slices.Contains(standing, *text) {
		*text = strings.TrimSpace(domain.Visible(*text))
	}
	if *text == "" {
		w.Add(field, "required", "must be given")
		return
	}
	w.Text(field, text, limit, standing...)
}

// Fault is nil when nothing is wrong.
func (w FieldErrors) Fault() error {
	if len(w) == 0 {
		return nil
	}
	return fault.Invalid(w...)
}

// CheckIDs returns what is wrong with a list of ids: too many, or one given twice.
func CheckIDs(field string, ids []uuid.UUID, atMost int) FieldErrors {
	var errs FieldErrors
	if len(ids) > atMost {
		errs.Add(field, "too_many", "must be at most %d", atMost)
		return errs
	}
	seen := make(map[uuid.UUID]bool, len(ids))
	for i, id := range ids {
		if seen[id] {
			errs.Add(fmt.Sprintf("%s.%d", field, i), "duplicate", "is given twice")
		}
		seen[id] = true
	}
	return errs
}

// NothingToChange returns a change that changes nothing.
func NothingToChange() error {
	return fault.Invalid(fault.Input("input", "required", "must change something"))
}

// CheckText takes off what nobody sees of a text of several lines, and returns what is wrong with it. A text that stands there
// already is fine as it is: whoever changes something beside it sends it as it was read.
func CheckText(field string, text *string, limit int, standing ...string) *fault.Field {
	if *text != "" && slices.Contains(standing, *text) {
		return nil
	}
	*text = domain.Visible(*text)
	var f fault.Field
	switch {
	case utf8.RuneCountInString(*text) > limit:
		f = fault.Input(field, "too_long", "must be at most %d characters", limit)
	case strings.ToValidUTF8(*text, "") != *text || strings.ContainsRune(*text, 0):
		f = fault.Input(field, "invalid", "must be text")
	case strings.ContainsFunc(*text, domain.Override):
		f = turned(field)
	default:
		return nil
	}
	return &f
}

// turned returns the fault of a text that people would read in another order than it has.
func turned(field string) fault.Field {
	return fault.Input(field, "invalid", "must not turn the direction of its letters (U+202D, U+202E)")
}

// Required returns a validation fault for each needed input that is empty.
func Required(needs []string, given map[string]string) error {
	var errs FieldErrors
	for _, name := range needs {
		if text, asked := given[name]; asked && domain.Visible(text) == "" {
			errs.Add(name, "required", "must be given")
		}
	}
	return errs.Fault()
}

// CheckLine takes off what nobody sees of a text of one line, and blanks around it, and returns what is wrong with it. A
// text that stands there already is fine as it is.
func CheckLine(field string, text *string, shortest, longest int, standing ...string) error {
	if *text != "" && slices.Contains(standing, *text) {
		return nil
	}
	*text = strings.TrimSpace(domain.Visible(*text))
	switch {
	case len(*text) < shortest:
		return fault.Invalid(fault.Input(field, "required", "must not be empty"))
	case utf8.RuneCountInString(*text) > longest:
		return fault.Invalid(fault.Input(field, "too_long", "must be at most %d characters", longest))
	case strings.ToValidUTF8(*text, "") != *text, strings.ContainsFunc(*text, unicode.IsControl):
		return fault.Invalid(fault.Input(field, "invalid", "must be one line of text"))
	case strings.ContainsFunc(*text, domain.Override):
		return fault.Invalid(turned(field))
	}
	return nil
}

// CheckName tidies a name and returns what is wrong with it. The one that a row has already is fine as it is.
func CheckName(name *string, standing ...string) error {
	return CheckLine("name", name, 1, domain.MaxName, standing...)
}

// TimeZone notes that a name is no time zone; none is fine.
func (w *FieldErrors) TimeZone(field, name string) {
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		w.Add(field, "invalid", "must be an IANA time zone such as Europe/Lisbon")
	}
}

// languageTag is a BCP 47 tag of language, script and region.
var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$`)

// Language notes that a text is no language tag.
func (w *FieldErrors) Language(field, tag string) {
	if !languageTag.MatchString(tag) {
		w.Add(field, "invalid", "must be a language tag such as de or pt-BR")
	}
}
