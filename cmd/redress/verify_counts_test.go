package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// verifyCounts runs verify-counts and returns its exit code and what it printed.
func (h installation) verifyCounts(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), append(append([]string{"verify-counts"}, args...), h.flags()...), os.Stdin, &out, io.Discard)
	if err == nil {
		return 0, out.String()
	}
	return exitCode(err), message(err)
}

// TestVerifyCounts checks that each kind of derived data is reported when it is wrong, corrected
// by --fix, and correct from then on.
func TestVerifyCounts(t *testing.T) {
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		if code, said := h.verifyCounts(t); code != exitUsage || !strings.Contains(said, "no database") && !strings.Contains(said, "version") {
			t.Errorf("before there is a database: %d %s", code, said)
		}
		h.mustRun(t, "", "migrate")
		csv := filepath.Join(h.dir, "rows.csv")
		if err := os.WriteFile(csv, []byte("Title,When\nA lamp is out,2026-01-02 03:04\nA bench is broken,2026-01-03 03:04\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.mustRun(t, "", "import", "complaints", csv, "--map", "title=Title", "--map", "opened_at=When", "--timezone", "UTC", "--report", filepath.Join(h.dir, "report.csv"))
		right := func() {
			t.Helper()
			if code, said := h.verifyCounts(t); code != 0 || said != "All counts are correct.\n" {
				t.Errorf("all should be right: %d %s", code, said)
			}
		}
		right()
		db, _ := h.open(t)
		exec := func(statement string) {
			t.Helper()
			if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		const provider = "00000000-0000-7000-8000-00000000000a"
		exec("INSERT INTO service_providers (id, name, active, version, created_at) VALUES ('" + provider + "', 'Lamps', true, 1, '2026-01-02 03:04:05+00:00')")
		exec("INSERT INTO payments (id, provider_id, type, amount_minor, currency, payment_date, payment_method, payment_reference, invoice_number, remarks, created_at, seq, hash)" +
			" VALUES ('" + provider + "', '" + provider + "', 'SETTLEMENT', 7, 'EUR', '2026-01-02', 'CASH', 'r', '', '', '2026-01-02 03:04:05+00:00', 1, 'x')")
		breaks := map[string]string{
			"sums of payments by day: 1":       "UPDATE payment_days SET amount_minor = amount_minor + 1",
			"sums of payments by month: 2":     "UPDATE payment_sums SET payments = payments + 1",
			"sums of payments by month: 1":     "DELETE FROM payment_sums WHERE period = ''",
			"lengths of status logs: 2":        "UPDATE complaints SET log_rows = log_rows + 3",
			"reason codes of complaints: 2":    "UPDATE complaints SET reason_code = 'nobody gave it'",
			"first responses to complaints: 2": "UPDATE complaints SET first_response_at = updated_at, first_response_took = 7",
			"first responses to complaints: 1": "INSERT INTO comments (id, complaint_id, text, visibility, created_at)" +
				" SELECT '" + provider + "', id, 'It is on its way.', 'PUBLIC', '2026-01-02 03:34:05.5+00:00' FROM complaints WHERE title = 'A lamp is out'",
			"tallies of complaints: ": "DELETE FROM tallies",
			"facts of complaints: 2":  "UPDATE complaints SET priority = 'URGENT'",
			"facts of complaints: 1":  "DELETE FROM complaint_facts WHERE id IN (SELECT id FROM complaints ORDER BY id LIMIT 1)",
			"texts of complaints: 1":  "DELETE FROM complaint_texts WHERE body LIKE '%bench%'",
			"texts of complaints: 2":  "UPDATE task_texts SET body = 's'",
			"texts of payments: 1":    "UPDATE payment_texts SET body = 's'",
			"texts of contacts: 1": "INSERT INTO contacts (id, name, email, phone, created_at, search_text, phone_digits)" +
				" VALUES ('" + provider + "', 'Zoë', '', '0555', '2026-01-02 03:04:05+00:00', 'zoe', '555')",
		}
		if db.Dialect() == "sqlite3" {
			breaks["indexes of texts: 1"] = "INSERT INTO complaint_text_index (rowid, body) VALUES (77, 'nothing of the kind')"
		}
		if code, said := h.verifyCounts(t); code != exitFault || !strings.Contains(said, "sums of payments by day: 1") {
			t.Errorf("a payment that nobody has counted: %d %s", code, said)
		}
		if code, said := h.verifyCounts(t, "--fix"); code != 0 || !strings.Contains(said, "sums of payments by day: 1") {
			t.Errorf("corrected: %d %s", code, said)
		}
		right()
		for want, statement := range breaks {
			exec(statement)
			if code, said := h.verifyCounts(t); code != exitFault || !strings.Contains(said, want) {
				t.Errorf("%s: %d %s, want %s", statement, code, said, want)
			}
			if code, said := h.verifyCounts(t, "--fix"); code != 0 || !strings.Contains(said, want) {
				t.Errorf("%s, corrected: %d %s, want %s", statement, code, said, want)
			}
			right()
		}
		var n int
		if err := db.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM complaint_texts WHERE body LIKE '%bench%'").Scan(&n); err != nil || n != 1 {
			t.Errorf("%d texts of the bench, %v", n, err)
		}
		if code, said := h.verifyCounts(t, "--repair"); code != exitUsage {
			t.Errorf("a wrong flag: %d %s", code, said)
		}
	})
}
