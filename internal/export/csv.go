// Package export writes the results of GraphQL queries as CSV (RFC 4180), page by page as they are
// read, in memory that does not grow with the rows. It runs the queries as the viewer: rights, filters
// and hidden fields are those of GraphQL.
package export

import (
	"encoding/csv"
	"io"

	"github.com/redress/redress/internal/csvcell"
)

// csvWriter writes rows that a spreadsheet program shows as text: a cell that such a program would
// read as a formula gets an apostrophe in front.
type csvWriter struct{ *csv.Writer }

func newCSVWriter(w io.Writer) csvWriter {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	return csvWriter{c}
}

func (s csvWriter) row(cells []string) error {
	for i, cell := range cells {
		cells[i] = csvcell.Escape(cell)
	}
	return s.Write(cells)
}
