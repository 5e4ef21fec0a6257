package search

import (
	"regexp"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/redress/redress/ent"
)

// separator separates two texts of one row, so that no term is found across them. Fold
// leaves none in a term.
const separator = "\x1f"

// dotted is an i with the dot that case folding puts on the Turkish İ. It is removed, so that izmir
// finds İzmir.
var dotted = regexp.MustCompile("i\u0307+")

// Fold returns a text in the form in which it is compared: case-folded in every
// alphabet, ß as ss, a letter and its accent as one. Folding again changes nothing.
func Fold(text string) string {
	text = strings.ReplaceAll(text, separator, " ")
	// Marks are looked at apart from their letters and put together again (Unicode section
	// 3.13, D145). The library turns upper and lower case of Cherokee round rather than into one.
	text = strings.ToLower(cases.Fold().String(norm.NFD.String(text)))
	return norm.NFC.String(dotted.ReplaceAllString(norm.NFD.String(text), "i"))
}

// OfComplaint returns the search text of a complaint.
func OfComplaint(c *ent.Complaint) string {
	return strings.Join([]string{Fold(c.Reference), Fold(c.Title), Fold(c.Description), Fold(c.Address)}, separator)
}
