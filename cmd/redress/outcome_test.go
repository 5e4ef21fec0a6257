package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/alert"
	"github.com/redress/redress/internal/domain"
)

// alertOf returns what is noted about something, nil for nothing.
func (h installation) alertOf(t *testing.T, name domain.AlertName) *ent.Alert {
	t.Helper()
	db, _ := h.open(t)
	a, err := db.Client().Alert.Query().Where(alert.NameEQ(name)).Only(system())
	if err != nil && !ent.IsNotFound(err) {
		t.Fatal(err)
	}
	return a
}

// TestOutcomesAreNoted: what becomes of a backup and of a check of the ledger stands in the database, for the service to tell.
func TestOutcomesAreNoted(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.startProcess(t).stop(t)
		to := filepath.Join(t.TempDir(), "backup")
		expect := func(step string, name domain.AlertName, good bool, reason string) {
			t.Helper()
			a := h.alertOf(t, name)
			if a == nil || (a.FailedAt == nil) != good || !strings.Contains(a.Reason, reason) || good && (a.GoodAt == nil || time.Since(*a.GoodAt) > time.Hour) {
				t.Errorf("%s: %+v", step, a)
			}
		}
		h.mustDo(t, 0, "Backed up", "backup", to)
		expect("a backup", domain.AlertBackup, true, "")
		h.mustDo(t, 0, "", "backup", to, "--media-only")
		if err := os.WriteFile(filepath.Join(h.dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "no backup was made", "backup", filepath.Join(h.dir, "file"))
		expect("a folder that is a file", domain.AlertBackup, false, "file")
		h.mustDo(t, 0, "Backed up", "backup", to)
		expect("a backup again", domain.AlertBackup, true, "")
		objects := filepath.Join(h.mediaDir(), "objects")
		if err := os.Rename(objects, objects+".away"); err != nil {
			t.Fatal(err)
		}
		code, said := h.does(t, "backup", filepath.Join(t.TempDir(), "incomplete"))
		if code == 0 {
			t.Errorf("files are missing: %s", said)
		}
		expect("files are missing", domain.AlertBackup, false, "")
		if err := errors.Join(os.RemoveAll(objects), os.Rename(objects+".away", objects)); err != nil {
			t.Fatal(err)
		}

		h.mustDo(t, 0, "as it was written", "verify-ledger")
		expect("the ledger", domain.AlertLedger, true, "")
		db, _ := h.open(t)
		change := func(by string) {
			t.Helper()
			if _, err := db.DB().ExecContext(t.Context(), "UPDATE payments SET amount_minor = amount_minor "+by); err != nil {
				t.Fatal(err)
			}
		}
		change("+ 1")
		h.mustDo(t, exitFault, "not as it was written", "verify-ledger")
		expect("somebody has changed it", domain.AlertLedger, false, "First fault: chain")
		change("- 1")
		h.mustDo(t, 0, "as it was written", "verify-ledger")
		expect("it is as it was", domain.AlertLedger, true, "")

		before := h.alertOf(t, domain.AlertBackup)
		fresh := h.elsewhere(t)
		fresh.mustDo(t, 0, "The restore is complete", "restore", to)
		if a := fresh.alertOf(t, domain.AlertBackup); a == nil || !a.ExpectedAt.After(before.ExpectedAt) {
			t.Errorf("after a restore the next backup is expected as before: %+v", a)
		}
	})
}
