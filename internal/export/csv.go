// Package export writes rows as CSV (RFC 4180), as they are read, in memory that does not grow
// with them. Whose rows they are the policies say.
package export

import (
	"encoding/csv"
	"io"
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

func (s sheet) row(cells ...string) error {
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return s.Write(cells)
}

func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
