package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// does runs a command that has exit codes of its own.
func (h installation) does(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var out, notes bytes.Buffer
	err := run(t.Context(), append(args, h.flags()...), nil, &out, &notes)
	if err != nil {
		return exitCode(err), out.String() + notes.String() + message(err)
	}
	return 0, out.String() + notes.String()
}

// mustDo is does for a command that must end with an exit code and say something.
func (h installation) mustDo(t *testing.T, code int, says string, args ...string) string {
	t.Helper()
	got, said := h.does(t, args...)
	if got != code || !strings.Contains(said, says) {
		t.Fatalf("%s: exit code %d instead of %d, or without %q:\n%s", args, got, code, says, said)
	}
	return said
}

// elsewhere returns an installation on another empty database of the same kind, with the same keys.
func (h installation) elsewhere(t *testing.T) installation {
	t.Helper()
	other := installation{dir: t.TempDir()}
	if h.onSQLite() {
		other.database = "sqlite://" + filepath.Join(other.dir, "redress.db")
	} else {
		other.database = pgtest.Database(t, "")
	}
	for _, name := range []string{"ledger.key", "signing.key"} {
		key, err := os.ReadFile(filepath.Join(h.dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(other.dir, name), key, 0o600)
		}
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	return other
}

// content returns the sums of all files below a folder by their paths.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		sum := sha256.Sum256(text)
		rel, _ := filepath.Rel(dir, name)
		all[rel] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// backups returns the names of the finished backups in a folder.
func backups(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "20*Z"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// readManifest reads the manifest of a backup.
func readManifest(t *testing.T, dir string) (m described) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// change changes a line of a backup's manifest, and its sum with it.
func change(t *testing.T, dir, old, with string) {
	t.Helper()
	name := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("no %q in the manifest: %v", old, err)
	}
	before := sha256.Sum256(text)
	text = []byte(strings.Replace(string(text), old, with, 1))
	after := sha256.Sum256(text)
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	sums = bytes.ReplaceAll(sums, []byte(hex.EncodeToString(before[:])), []byte(hex.EncodeToString(after[:])))
	for name, text := range map[string][]byte{name: text, filepath.Join(dir, "SHA256SUMS"): sums} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBackupAndRestore backs up a served installation twice, restores it elsewhere, serves that, and
// refuses every place where something is.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		v := h.serve(t)
		to := filepath.Join(t.TempDir(), "deep", "backup")
		gauge := filepath.Join(t.TempDir(), "redress.prom")
		h.mustDo(t, 0, "new are 38 of", "backup", to, "--metrics-file", gauge)
		h.mustRun(t, "a long enough secret", "user", "create", "--role", "admin", "--email", "me@example.org", "--password-file", "-")
		said := h.mustDo(t, 0, "", "backup", to, "--json")
		var m described
		if err := json.Unmarshal([]byte(said), &m); err != nil || m.Media.New != 0 || m.Media.Files != 38 || m.Database.Rows["media"] != 19 || m.Keys.Signing == "" || m.Keys.Ledger == "" {
			t.Fatalf("%v %s", err, said)
		}
		v.stop()
		if text, err := os.ReadFile(gauge); err != nil || !strings.Contains(string(text), "\nredress_backup_last_success_timestamp_seconds 1") {
			t.Errorf("metrics: %v %s", err, text)
		}
		if n := len(backups(t, to)); n != 2 {
			t.Fatalf("%d backups", n)
		}
		h.mustDo(t, 0, "as it was written", "backup", "verify", to)
		h.mustDo(t, 0, "as it was written", "backup", "verify", to, "--sizes-only")
		h.mustDo(t, 0, "whole", "backup", "list", to)
		err := filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
			info, _ := d.Info()
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("others may read %s: %v", name, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		checkSums(t, m.Path)

		// Nothing is restored into what is in use.
		h.mustDo(t, exitUsage, "Nothing was changed", "restore", to)
		away := h.elsewhere(t)
		if err := os.CopyFS(away.mediaDir(), os.DirFS(h.mediaDir())); err != nil {
			t.Fatal(err)
		}
		away.mustDo(t, exitUsage, "--keep-media", "restore", to)
		if err := os.Remove(filepath.Join(away.mediaDir(), "redress-store.json")); err != nil {
			t.Fatal(err)
		}
		away.addStrays(t, 1, time.Hour)
		away.mustDo(t, exitUsage, "1 files that are not of this backup", "restore", to)

		// The newest one, and the one before.
		fresh := h.elsewhere(t)
		fresh.mustDo(t, 0, "began epoch 2", "restore", to)
		if got, want := content(t, filepath.Join(fresh.mediaDir(), "objects")), content(t, filepath.Join(h.mediaDir(), "objects")); len(got) < 20 || len(got) != len(want) {
			t.Errorf("%d files of %d", len(got), len(want))
		}
		if is, was := fresh.identity(t), h.identity(t); is.ID != was.ID || is.Epoch != was.Epoch+1 {
			t.Errorf("%+v after %+v", is, was)
		}
		fresh.mustDo(t, exitUsage, "holds data", "restore", to) // it is complete
		for _, verify := range []string{"verify-ledger", "verify-counts", "verify-media"} {
			fresh.mustDo(t, 0, "", verify)
		}
		restored := fresh.serve(t)
		signIn := `{"email":"me@example.org","password":"a long enough secret"}`
		if res := restored.request(t, "", "POST", "/api/auth/login/", signIn); res.status != 200 {
			t.Errorf("an account of the backup: %d %s", res.status, res.body)
		}
		restored.stop()
		fresh.mustDo(t, 0, "new are 0", "backup", to) // it goes on in the same folder
		older := h.elsewhere(t)
		older.mustDo(t, 0, "began epoch", "restore", backups(t, to)[0])
		restored = older.serve(t)
		if res := restored.request(t, "", "POST", "/api/auth/login/", signIn); res.status != 401 {
			t.Errorf("an account of later: %d %s", res.status, res.body)
		}
		restored.stop()

		// The media folder survived, with newer files.
		survived := h.elsewhere(t)
		if err := os.CopyFS(survived.mediaDir(), os.DirFS(h.mediaDir())); err != nil {
			t.Fatal(err)
		}
		for name := range content(t, filepath.Join(survived.mediaDir(), "objects")) {
			if err := os.Remove(filepath.Join(survived.mediaDir(), "objects", name)); err != nil {
				t.Fatal(err)
			}
			break
		}
		survived.mustDo(t, 0, "Restored 1 files of media", "restore", to, "--keep-media")
		survived.serveOnce(t, nil)
	})
}

// TestRestoreRefuses: backups that this program, this database or these settings can't be given.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		to := t.TempDir()
		h.mustDo(t, 0, "", "backup", to)
		one := backups(t, to)[0]

		// The database that the backup was made of equals it, and is in use all the same.
		h.mustDo(t, exitUsage, "Nothing was changed", "restore", to, "--keep-media")
		if err := os.Rename(h.mediaDir(), h.mediaDir()+".away"); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "Nothing was changed", "restore", to)
		if err := os.Rename(h.mediaDir()+".away", h.mediaDir()); err != nil {
			t.Fatal(err)
		}

		other := h.elsewhere(t)
		if h.onSQLite() {
			other.database = "postgres://redress@127.0.0.1:1/nowhere"
		} else {
			other.database = "sqlite://" + filepath.Join(other.dir, "redress.db")
		}
		other.mustDo(t, exitUsage, "can't be restored into", "restore", to)
		other = h.elsewhere(t)
		other.mustDo(t, exitUsage, "no folder of backups", "restore", t.TempDir())
		other.mustDo(t, exitUsage, "no such file", "restore", filepath.Join(to, "nowhere"))
		other.mustDo(t, exitUsage, "no folder of backups", "backup", "list", h.dir)
		other.mustDo(t, exitUsage, "no backup was made: REDRESS_DATABASE_URL", "backup", to)

		// Another installation's backups, other files, the media folder itself.
		stranger := seeded(t, installation{dir: t.TempDir(), database: emptyDatabase(t, h)}, "--random-seed", "2")
		stranger.mustDo(t, exitUsage, "another installation", "backup", to)
		h.mustDo(t, exitUsage, "one in the other", "backup", h.dir)
		occupied := t.TempDir()
		if err := os.WriteFile(filepath.Join(occupied, "thesis.tex"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "not empty and no folder of backups: it holds thesis.tex", "backup", occupied)
		h.mustDo(t, exitUsage, "one in the other", "backup", filepath.Join(h.mediaDir(), "backup"))
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(h.mediaDir(), link); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "one in the other", "backup", link)
		wrong := h
		wrong.dir = stranger.dir
		wrong.mustDo(t, exitUsage, "belongs to another database", "backup", t.TempDir())
		if err := os.Rename(h.mediaDir(), h.mediaDir()+".away"); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "REDRESS_MEDIA_URL", "backup", to)
		if err := os.MkdirAll(filepath.Join(h.mediaDir(), "objects"), 0o700); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitUsage, "has no id, and the database has files: 19", "backup", to)
		if n := len(backups(t, to)); n != 1 {
			t.Errorf("%d backups", n)
		}

		// Keys.
		for _, name := range []string{"ledger.key", "signing.key"} {
			_ = os.Remove(filepath.Join(other.dir, name))
		}
		said := other.mustDo(t, exitFault, "everything is restored that can be, but", "restore", to)
		if !strings.Contains(said, "REDRESS_LEDGER_KEY_FILE") || !strings.Contains(said, "nothing starts") {
			t.Errorf("without the ledger's key: %s", said)
		}
		keyless := installation{dir: stranger.dir, database: h.database}
		keyless.mustDo(t, 0, "is not the key that was in force", "backup", "verify", to)

		// A later version, and damage.
		change(t, one, `"version": `, `"version": 1`)
		other = h.elsewhere(t)
		other.mustDo(t, exitUsage, "restore it with that program", "restore", to)
		change(t, one, `"version": 1`, `"version": `)
		damage := func(name string) (undo func()) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			damaged := bytes.Clone(text)
			damaged[len(damaged)/2] ^= 1
			if err := os.WriteFile(name, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			return func() {
				if err := os.WriteFile(name, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, name := range []string{"manifest.json", readManifest(t, one).Database.File, "media.sha256", "SHA256SUMS"} {
			undo := damage(filepath.Join(one, name))
			h.mustDo(t, exitFault, filepath.Base(one), "backup", "verify", to)
			other.mustDo(t, exitUsage, "can't be restored", "restore", to)
			undo()
		}
		if n := other.countFiles(t, ""); n > 2 {
			t.Errorf("a refused restore left %d files", n)
		}
		files, err := filepath.Glob(filepath.Join(to, "media", "*", "*"))
		if err != nil || len(files) < 20 {
			t.Fatal(files, err)
		}
		undo := damage(files[0])
		h.mustDo(t, exitFault, "is not as it was written", "backup", "verify", to)
		h.mustDo(t, 0, "as it was written", "backup", "verify", to, "--sizes-only")
		if err := os.Remove(files[1]); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitFault, "is missing", "backup", "verify", to, "--sizes-only")
		said = other.mustDo(t, exitFault, "everything is restored that can be", "restore", to)
		if !strings.Contains(said, "lacks 1, and 1 are not as they were written") {
			t.Errorf("a damaged and a missing file: %s", said)
		}
		undo()
	})
}

// TestRestoreOfOlderSchema backs up a database of the oldest schema, and restores it with this program,
// which migrates it.
func TestRestoreOfOlderSchema(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		h := restored(t, name, landedDumps(t, name)[0])
		db, media := h.open(t)
		var is blob.Identity
		if err := db.DB().QueryRowContext(t.Context(), "SELECT id, value FROM counters WHERE name = 'media-store'").Scan(&is.ID, &is.Epoch); err == nil {
			if err := media.SetIdentity(t.Context(), is); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		to := t.TempDir()
		h.mustDo(t, exitFault, "missing", "backup", to) // the dump has no files
		fresh := h.elsewhere(t)
		fresh.mustDo(t, 0, "Migrated the database", "restore", to)
		useUpgraded(t, fresh)
	})
}

// checkSums checks a backup as docs/backup.md says for machines without redress.
func checkSums(t *testing.T, folder string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	const command = "cat SHA256SUMS media.sha256 | sha256sum -c"
	if !strings.Contains(string(page), "`"+command+"`") {
		t.Errorf("docs/backup.md does not say %s", command)
	}
	if _, err := exec.LookPath("sha256sum"); err != nil {
		t.Log("NOT TESTED: sha256sum is not here")
		return
	}
	sums := exec.CommandContext(t.Context(), "sh", "-c", command+" --strict --quiet")
	sums.Dir = folder
	if out, err := sums.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// TestBackupOfNothing: no rows, no media folder.
func TestBackupOfNothing(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		to := t.TempDir()
		h.mustDo(t, exitUsage, "", "backup", to)
		h.mustRun(t, "", "migrate")
		h.mustDo(t, 0, "0 files", "backup", to)
		h.mustDo(t, 0, "as it was written", "backup", "verify", to)
		checkSums(t, backups(t, to)[0])
		fresh := h.elsewhere(t)
		fresh.mustDo(t, exitFault, "REDRESS_LEDGER_KEY_FILE", "restore", to) // there is no ledger yet
		fresh.serveOnce(t, nil)
	})
}

// TestBackupBesideWriters backs up while writers and uploads are at work, and restores what is whole.
func TestBackupBesideWriters(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: backups beside writers")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		c := newClients(t, h, rand.Uint64())
		p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
		to := t.TempDir()
		c.work(t, p.url, 0, func() {
			for range 2 {
				h.mustDo(t, 0, "Backed up", "backup", to)
			}
			p.kill()
		})
		h.mustDo(t, 0, "as it was written", "backup", "verify", to)
		h.elsewhere(t).mustDo(t, 0, "The restore is complete", "restore", to)
	})
}

// TestBackupKilled kills backups and restores at random moments: earlier backups stay whole, and the
// next try works.
func TestBackupKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: killed backups and restores")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		seed, kills := rand.Uint64(), soakCount("REDRESS_SOAK_BACKUPS", 2)
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		to := t.TempDir()
		begin := time.Now()
		h.killed(t, time.Minute, "backup", to)
		took := time.Since(begin)
		for range kills {
			h.killed(t, time.Duration(chance.Int64N(int64(took))), "backup", to)
			h.mustDo(t, 0, "as it was written", "backup", "verify", to)
			fresh := h.elsewhere(t)
			fresh.killed(t, time.Duration(chance.Int64N(int64(2*took))), "restore", to)
			if code, said := fresh.does(t, "restore", to); code != 0 && !strings.Contains(said, "holds data") { // unless it was done
				t.Errorf("the second try: %d %s", code, said)
			}
			fresh.mustDo(t, 0, "", "verify-media")
			fresh.serveOnce(t, nil)
		}
		h.mustDo(t, 0, "Backed up", "backup", to)
		if left, _ := filepath.Glob(filepath.Join(to, "unfinished-*")); len(left) > 0 {
			t.Errorf("%s stays", left)
		}
	})
}

// TestRestoreKilledAtTheEnd: a restore that is killed when everything is restored verifies when it is started again,
// and is complete only once that was done, or somebody serves it. Nor does it matter when the kill comes between the
// media folder's new epoch and the database's.
func TestRestoreKilledAtTheEnd(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		to := t.TempDir()
		h.mustDo(t, 0, "Backed up", "backup", to)
		fresh := h.elsewhere(t)
		ctx, kill := context.WithCancel(t.Context())
		said := &syncBuffer{}
		err := run(ctx, append([]string{"restore", to}, fresh.flags()...), nil, writerFunc(func(p []byte) (int, error) {
			if strings.Contains(string(p), "Verifying them") {
				kill()
			}
			return said.Write(p)
		}), said)
		if err == nil || !strings.Contains(err.Error(), "run the same command again") {
			t.Fatalf("%v\n%s", err, said)
		}
		fresh.mustDo(t, 0, "The restore is complete", "restore", to)
		fresh.mustDo(t, exitUsage, "holds data", "restore", to)

		served := h.elsewhere(t)
		served.killedAt(t, "Verifying them", "restore", to)
		served.serveOnce(t, nil)
		served.mustDo(t, exitUsage, "holds data", "restore", to) // what was served meanwhile is not the backup's any more

		between := h.elsewhere(t)
		between.killedAt(t, "Verifying them", "restore", to)
		// Killed when only the folder had the new epoch.
		between.exec(t, "UPDATE counters SET value = value - 1 WHERE name = 'media-store'")
		between.exec(t, "DELETE FROM counters WHERE name = 'held-mail'")
		between.mustDo(t, 0, "The restore is complete", "restore", to)
		between.serveOnce(t, nil)
		if !between.holdsMail(t) {
			t.Error("no e-mail is held")
		}
	})
}

// writerFunc is a writer that is a function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// killedAt runs a command in a process of its own and kills it when it prints a text.
func (h installation) killedAt(t *testing.T, text string, args ...string) {
	t.Helper()
	cmd := h.command(t, args...)
	cmd.Stdout = writerFunc(func(p []byte) (int, error) {
		if strings.Contains(string(p), text) {
			_ = cmd.Process.Kill()
		}
		return len(p), nil
	})
	if err := cmd.Run(); err == nil {
		t.Fatal("it was not killed")
	}
}

// killed runs a command in a process of its own and kills it when it takes longer.
func (h installation) killed(t *testing.T, longest time.Duration, args ...string) {
	t.Helper()
	cmd := h.command(t, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(longest, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait() // killed, or not
}

// TestBackupPrune keeps some backups of many, and the files that they list.
func TestBackupPrune(t *testing.T) {
	t.Parallel()
	h := seeded(t, newInstallation(t))
	to := t.TempDir()
	h.mustDo(t, 0, "", "backup", to)
	first := backups(t, to)[0]
	listed := len(content(t, filepath.Join(to, "media")))
	for _, name := range []string{"2026-01-31T010000Z", "2026-02-27T010000Z", "2026-02-28T010000Z", "2026-02-28T020000Z"} {
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(first)); err != nil {
			t.Fatal(err)
		}
	}
	// Files of no backup: an old one goes, one that was copied since the newest backup stays.
	old, young := h.addStrays(t, 1, 48*time.Hour)[0], h.addStrays(t, 1, 0)[0]
	for _, name := range []string{old, young} {
		text, err := os.ReadFile(name)
		target := filepath.Join(to, "media", "00", filepath.Base(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(target), 0o700)
		}
		if err == nil {
			err = os.WriteFile(target, text, 0o600)
		}
		if err == nil && name == old {
			at := time.Now().Add(-48 * time.Hour)
			err = os.Chtimes(target, at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	h.mustDo(t, exitUsage, "say what to keep", "backup", "prune", to)
	h.mustDo(t, exitUsage, "negative", "backup", "prune", to, "--keep-daily", "-1")
	said := h.mustDo(t, 0, "Would remove 2 backups and 1 files", "backup", "prune", to, "--keep-daily", "2", "--keep-monthly", "3", "--dry-run")
	if n := len(backups(t, to)); n != 5 {
		t.Fatalf("a dry run left %d: %s", n, said)
	}
	h.mustDo(t, 0, "Removed 2 backups and 1 files", "backup", "prune", to, "--keep-daily", "2", "--keep-monthly", "3")
	var left []string
	for _, name := range backups(t, to) {
		left = append(left, filepath.Base(name))
	}
	if want := []string{"2026-01-31T010000Z", "2026-02-28T020000Z", filepath.Base(first)}; strings.Join(left, " ") != strings.Join(want, " ") {
		t.Errorf("%s are left, not %s", left, want)
	}
	if n := len(content(t, filepath.Join(to, "media"))); n != listed+1 {
		t.Errorf("%d files are left of %d", n, listed+1)
	}

	// The newest one can't be used: the one before is the only good one, whatever is kept.
	if err := os.Remove(filepath.Join(first, "media.sha256")); err != nil {
		t.Fatal(err)
	}
	h.mustDo(t, exitFault, "no files of media are removed while that is so", "backup", "prune", to, "--keep-daily", "1")
	if left := backups(t, to); len(left) != 2 || filepath.Base(left[0]) != "2026-02-28T020000Z" {
		t.Errorf("%s are left", left)
	}
	h.mustDo(t, 0, "can't be used: media.sha256 is missing", "backup", "list", to)
}

// TestBackupTools: pg_dump is absent or too old, and no password is among its arguments.
func TestBackupTools(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	h.database = pgtest.Database(t, "")
	h.mustRun(t, "", "migrate")
	to, tools := t.TempDir(), t.TempDir()
	h.mustDo(t, exitUsage, "there is no pg_dump in "+tools, "backup", to, "--pg-bin", tools)
	script := func(text string) {
		if err := os.WriteFile(filepath.Join(tools, "pg_dump"), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script("echo 'pg_dump (PostgreSQL) 9.6.1'")
	h.mustDo(t, exitUsage, "is older: "+tools+"/pg_dump (9.6.1)", "backup", to, "--pg-bin", tools)
	script(`case "$1" in --version) echo 'pg_dump (PostgreSQL) 99.1'; exit;; esac
echo "$@ / $PGPASSWORD" >&2; exit 1`)
	u, err := url.Parse(h.database)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("password", "hunter2 'x")
	q.Set("jit", "off") // which libpq does not know
	u.RawQuery = q.Encode()
	h.database = u.String()
	said := h.mustDo(t, exitUsage, "/ hunter2 'x", "backup", to, "--pg-bin", tools)
	if before, _, _ := strings.Cut(said, " / "); strings.Contains(before, "hunter2") || strings.Contains(before, "jit") || !strings.Contains(before, "--snapshot=") {
		t.Errorf("%s", said)
	}
	if left, _ := filepath.Glob(filepath.Join(to, "*-*")); len(left) != 1 { // redress-backups.json
		t.Errorf("a failed backup left %s", left)
	}
}

// TestBackupOfDeletedFiles: a file and its row are deleted while a backup is made, after its snapshot. That
// is noted, and no fault of the backup, nor of what is restored from it.
func TestBackupOfDeletedFiles(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	h.database = pgtest.Database(t, "")
	seeded(t, h)
	program, err := exec.LookPath("pg_dump")
	if err != nil {
		t.Skip("NOT TESTED: a deletion during a backup, because pg_dump is not on PATH")
	}
	file, err := filepath.Glob(filepath.Join(h.mediaDir(), "objects", "*", "*", "*-thumbnail"))
	if err != nil || len(file) == 0 {
		t.Fatal(file, err)
	}
	original := strings.TrimSuffix(file[0], "-thumbnail")
	to, tools := t.TempDir(), t.TempDir()
	script := `#!/bin/sh
"` + program + `" "$@" || exit
[ "$1" = --version ] || {
	psql -qX -c "DELETE FROM media WHERE id = '` + filepath.Base(original) + `'" "` + h.database + `"
	rm "` + original + `"*
}
`
	if err := os.WriteFile(filepath.Join(tools, "pg_dump"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	h.mustDo(t, 0, "2 files were deleted meanwhile", "backup", to, "--pg-bin", tools)
	if m := readManifest(t, backups(t, to)[0]); len(m.Media.Deleted) != 2 || m.Media.Files != 36 || m.Database.Rows["media"] != 19 {
		t.Errorf("%+v", m)
	}
	h.mustDo(t, 0, "as it was written", "backup", "verify", to)
	h.elsewhere(t).mustDo(t, 0, "but for 2 that the backup lacks too", "restore", to)

	// One that is lost is a fault, and the backup is made all the same.
	lost, err := filepath.Glob(filepath.Join(h.mediaDir(), "objects", "*", "*", "*-thumbnail"))
	if err != nil || len(lost) == 0 {
		t.Fatal(lost, err)
	}
	if err := os.WriteFile(strings.TrimSuffix(lost[0], "-thumbnail"), []byte("another photo"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(lost[0]); err != nil {
		t.Fatal(err)
	}
	h.mustDo(t, 0, "new are 0", "backup", to) // the earlier one has them
	h.mustDo(t, exitFault, "1 missing, 1 damaged", "backup", t.TempDir())
}
