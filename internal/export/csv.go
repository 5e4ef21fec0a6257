// Package export writes what the graph answers as CSV (RFC 4180), page by page as it is read,
// in memory that does not grow with the rows. It asks the graph as anybody would: whose rows
// they are, which filter finds them and what of them is seen is decided there.
package export

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// sheet writes rows that a spreadsheet program shows as text: a cell that such a program would
// take for a formula gets an apostrophe in front.
type sheet struct{ *csv.Writer }

func newSheet(w io.Writer) sheet {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	return sheet{c}
}

func (s sheet) row(cells []string) error {
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return s.Write(cells)
}

// Formulas begin with one of these, in some programs with its wide form.
const formula = "=+-@\t\r\n＝＋－＠"

// A negative amount is no formula.
var plainNumber = regexp.MustCompile(`^-[0-9]+(\.[0-9]+)?$`)

func harmless(cell string) string {
	if begin := strings.IndexAny(cell, formula); begin != 0 || plainNumber.MatchString(cell) {
		return cell
	}
	return "'" + cell
}
