// Package export writes the results of GraphQL queries as CSV (RFC 4180), page by page as they are
// read, in memory that does not grow with the rows. It runs the queries as the viewer: rights, filters
// and hidden fields are those of GraphQL.
package export

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/redress/redress/internal/csvcell"
)

// csvWriter writes rows that a spreadsheet program shows as text: a cell that such a program would
// read as a formula gets an apostrophe in front. Rows end with CRLF, and line ends within cells are
// as they were: the option UseCRLF of csv.Writer would write them anew too.
type csvWriter struct {
	*bufio.Writer
	record *bytes.Buffer // one row
	cells  *csv.Writer   // writes to it
}

func newCSVWriter(w io.Writer) csvWriter {
	record := new(bytes.Buffer)
	return csvWriter{bufio.NewWriter(w), record, csv.NewWriter(record)}
}

func (s csvWriter) row(cells []string) error {
	for i, cell := range cells {
		cells[i] = csvcell.Escape(cell)
	}
	s.record.Reset()
	err := s.cells.Write(cells)
	if s.cells.Flush(); err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	s.record.Truncate(s.record.Len() - len("\n"))
	s.record.WriteString("\r\n")
	_, err = s.record.WriteTo(s.Writer)
	return err
}
