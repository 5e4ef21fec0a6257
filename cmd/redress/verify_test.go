package main

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// verify runs verify-ledger and returns its exit code and what it printed.
func (h installation) verify(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), append(append([]string{"verify-ledger"}, args...), h.flags()...), os.Stdin, &out, io.Discard)
	if err == nil {
		return 0, out.String()
	}
	return exitCode(err), message(err)
}

// TestVerifyLedger checks the output and exit code, from before there is a ledger to a lost key.
func TestVerifyLedger(t *testing.T) {
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		key := filepath.Join(h.dir, "ledger.key")
		before := "version"
		if strings.HasPrefix(h.database, "sqlite") {
			before = "there is no database at"
		}
		for range 2 { // the first run creates nothing
			if code, said := h.verify(t); code != exitUsage || !strings.Contains(said, before) {
				t.Errorf("before there is a database: %d %s", code, said)
			}
		}
		if _, err := os.Stat(key); err == nil {
			t.Error("verifying created a key")
		}
		h.mustRun(t, "", "migrate")
		if code, said := h.verify(t); code != exitUsage || !strings.Contains(said, "missing") {
			t.Errorf("before there is a ledger: %d %s", code, said)
		}
		h.mustRun(t, "correct horse battery\n", "user", "create", "--email", "ada@example.org", "--role", "super_admin", "--password-file", "-")
		csv := filepath.Join(h.dir, "rows.csv")
		if err := os.WriteFile(csv, []byte("Title,When\nA lamp is out,2026-01-02 03:04\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.mustRun(t, "", "import", "complaints", csv, "--map", "title=Title", "--map", "opened_at=When", "--timezone", "UTC", "--report", filepath.Join(h.dir, "report.csv"))

		checkpoint := filepath.Join(h.dir, "checkpoint")
		if code, said := h.verify(t, "--checkpoint", checkpoint); code != 0 || !strings.Contains(said, "2 payments and audit entries") || !strings.Contains(said, "created "+checkpoint) {
			t.Errorf("the first time: %d %s", code, said)
		}
		if code, said := h.verify(t, "--checkpoint", checkpoint); code != 0 || !strings.Contains(said, "updated") {
			t.Errorf("the second time: %d %s", code, said)
		}
		if code, said := h.verify(t, "--check"); code != exitUsage {
			t.Errorf("a wrong flag: %d %s", code, said)
		}
		if code, said := h.verify(t, "--checkpoint", filepath.Join(h.dir, "no", "folder")); code != exitUsage {
			t.Errorf("nowhere to put the checkpoint: %d %s", code, said)
		}

		db, _ := h.open(t)
		if _, err := db.DB().ExecContext(t.Context(), "UPDATE audit_entries SET address = '192.0.2.66' WHERE action = 'import.complaints'"); err != nil {
			t.Fatal(err)
		}
		var id string
		if err := db.DB().QueryRowContext(t.Context(), "SELECT CAST(id AS text) FROM audit_entries WHERE action = 'import.complaints'").Scan(&id); err != nil {
			t.Fatal(err)
		}
		if code, said := h.verify(t); code != exitFault || !strings.Contains(said, "AuditEntry "+id+": changed") {
			t.Errorf("an entry was changed: %d %s", code, said)
		}

		if err := os.Rename(key, key+".away"); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"serve", "--addr", "127.0.0.1:0"},
			{"token", "--email", "ada@example.org"},
			{"import", "complaints", csv, "--report", filepath.Join(h.dir, "report.csv")},
		} {
			t.Run(args[0], func(t *testing.T) {
				if s := h.run(t, "", args...); !strings.Contains(s.err, "REDRESS_LEDGER_KEY_FILE") || !strings.Contains(s.err, "missing") {
					t.Errorf("%s without the key: %+v", args[0], s)
				}
			})
		}
		if code, said := h.verify(t); code != exitUsage || !strings.Contains(said, "missing") {
			t.Errorf("without the key: %d %s", code, said)
		}
		if _, err := os.Stat(key); !errors.Is(err, os.ErrNotExist) {
			t.Error("a new key was made")
		}
	})
}

// TestServeAsTheServicesRole checks that the grants of --print-grants suffice to serve the demo.
func TestServeAsTheServicesRole(t *testing.T) {
	h := newInstallation(t)
	h.database = pgtest.Database(t, "")
	h.mustRun(t, "", "migrate")
	role := "role_" + strings.ReplaceAll(domain.NewID(domain.KindUser).String(), "-", "")
	db, _ := h.open(t)
	for _, statement := range []string{"CREATE ROLE " + role + " LOGIN", h.mustRun(t, "", "migrate", "--print-grants", role)} {
		if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		_, err := db.DB().Exec("DROP OWNED BY " + role + "; DROP ROLE " + role)
		if err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(h.database)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(role)
	served := h
	served.database = u.String()
	p := served.startProcess(t)
	token := strings.TrimSpace(served.mustRun(t, "", "token", "--email", "admin@example.com"))
	if res := p.request(t, token, "GET", "/graphql?query={ledgerCheck{complete}}", ""); res.status != http.StatusOK || !strings.Contains(res.body, `"complete":true`) {
		t.Errorf("%d %s", res.status, res.body)
	}
	p.kill()
	if code, said := served.verify(t); code != 0 {
		t.Errorf("%d %s", code, said)
	}
	if s := h.run(t, "", "migrate", "--print-grants", ""); s.err == "" || s.stdout != "" {
		t.Errorf("grants for nobody: %+v", s)
	}
}
