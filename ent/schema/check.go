package schema

import "regexp"

// Check is what a field's value must be, beside its MaxLen. It is an annotation, from which the
// generator writes calls of package entcheck, because ent's own validators can be had at run time only
// with the whole description of the schema: that describes Go types by all their methods, so the
// linker would keep every exported method of the program (30 MB of 47).
type Check struct {
	NotEmpty bool     `json:",omitempty"`
	Match    string   `json:",omitempty"`
	Min      *float64 `json:",omitempty"`
	Max      *float64 `json:",omitempty"`
}

// Name implements ent's annotation.
func (Check) Name() string { return "Check" }

// notEmpty refuses the empty text.
var notEmpty = Check{NotEmpty: true}

// match refuses a text that a regular expression does not match.
func match(re *regexp.Regexp) Check { return Check{Match: re.String()} }

// atLeast refuses a smaller number.
func atLeast(smallest float64) Check { return Check{Min: &smallest} }

// between refuses a number outside of two.
func between(smallest, largest float64) Check { return Check{Min: &smallest, Max: &largest} }

// Default is the Go expression of a field's default that is no literal. It is an annotation for the
// same reason.
type Default struct{ Expr string }

// Name implements ent's annotation.
func (Default) Name() string { return "Default" }

// Microseconds marks a time of rows that never change, of which those of earlier versions may have microseconds. Filters
// find them by the milliseconds that are shown.
type Microseconds struct{}

// Name implements ent's annotation.
func (Microseconds) Name() string { return "Microseconds" }
