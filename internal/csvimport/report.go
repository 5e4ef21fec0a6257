package csvimport

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/redress/redress/internal/csvcell"
)

// reportWriter writes the results of single rows as a CSV for spreadsheets.
type reportWriter struct{ out *csv.Writer }

// ReportHeader is the first line of each report, by which a file is known to be one.
const ReportHeader = "line,result,field,reason,external_ref"

func newReport(w io.Writer) (*reportWriter, error) {
	r := &reportWriter{csv.NewWriter(w)}
	return r, r.out.Write(strings.Split(ReportHeader, ","))
}

func (r *reportWriter) rejected(line int, ref string, bad rejection) error {
	return r.row(line, "rejected", bad.field, bad.reason, ref)
}

func (r *reportWriter) remarks(d *draft) error {
	for _, m := range d.warnings {
		if m.kind.listed() {
			if err := r.row(d.line, "warning", m.field, m.text, d.ref); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reportWriter) row(line int, result string, f Field, reason, ref string) error {
	return r.out.Write([]string{strconv.Itoa(line), result, string(f), csvcell.Escape(reason), csvcell.Escape(ref)})
}

// all writes what is true of the whole file, which has no line.
func (r *reportWriter) all(result string, f Field, reason string) error {
	return r.out.Write([]string{"", result, string(f), csvcell.Escape(reason), ""})
}

func (r *reportWriter) flush() error {
	r.out.Flush()
	return r.out.Error()
}
