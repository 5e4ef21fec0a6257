package csvimport

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// report lists what became of single rows: a CSV for spreadsheets.
type report struct{ out *csv.Writer }

func newReport(w io.Writer) (*report, error) {
	r := &report{csv.NewWriter(w)}
	return r, r.out.Write([]string{"line", "result", "field", "reason", "external_ref"})
}

func (r *report) rejected(line int, ref string, bad rejection) error {
	return r.row(line, "rejected", bad.field, bad.reason, ref)
}

func (r *report) remarks(d *draft) error {
	for _, m := range d.remarks {
		if m.kind.listed() {
			if err := r.row(d.line, "warning", m.field, m.text, d.ref); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *report) row(line int, result string, f Field, reason, ref string) error {
	return r.out.Write([]string{strconv.Itoa(line), result, string(f), harmless(reason), harmless(ref)})
}

func (r *report) flush() error {
	r.out.Flush()
	return r.out.Error()
}

// harmless keeps a spreadsheet from taking a cell for a formula.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
