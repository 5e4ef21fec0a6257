package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// addStrays writes files of an age into the media folder that no row knows of, and returns their
// paths.
func (h installation) addStrays(t *testing.T, n int, age time.Duration) (paths []string) {
	t.Helper()
	at := time.Now().Add(-age)
	for range n {
		path := filepath.Join(h.mediaDir(), "objects", blob.Key(domain.NewIDAt(domain.KindMedia, at), blob.Original))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("a photo"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// refusesToServe checks that serve and the commands that write media refuse to start, and say why.
func (h installation) refusesToServe(t *testing.T, want ...string) {
	t.Helper()
	before := h.countFiles(t, "")
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"serve", "--demo", "--addr", "127.0.0.1:0"}, {"seed", "--complaints", "1"}} {
		s := h.run(t, "", args...)
		for _, text := range append(want, h.mediaDir(), "REDRESS_MEDIA_URL", "redress media adopt --yes", "Nothing was changed") {
			if !strings.Contains(s.err, text) {
				t.Errorf("%s does not say %q: %q", args, text, s.err)
			}
		}
	}
	if after := h.countFiles(t, ""); after != before {
		t.Errorf("%d of %d files are left", after, before)
	}
}

// identity returns what the media folder says of itself.
func (h installation) identity(t *testing.T) (is blob.Identity) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(h.mediaDir(), "redress-store.json"))
	if err == nil {
		err = json.Unmarshal(text, &is)
	}
	if err != nil {
		t.Fatal(err)
	}
	return is
}

// serveOnce starts the service, calls do, and returns the log.
func (h installation) serveOnce(t *testing.T, do func(v *testServer)) string {
	t.Helper()
	v := h.serve(t)
	if do != nil {
		do(v)
	}
	v.stop()
	return v.log.String()
}

// seeded returns an installation with a few complaints and their files.
func seeded(t *testing.T, h installation, args ...string) installation {
	t.Helper()
	h.mustRun(t, "", append([]string{"seed", "--complaints", "20", "--until", "2026-01-01"}, args...)...)
	if n := h.countFiles(t, "objects"); n == 0 {
		t.Fatal("there are no files")
	}
	return h
}

// TestMediaSurvivesAnEmptyDatabase: a media folder is served with an empty database, after a typing
// error or in a rehearsal.
func TestMediaSurvivesAnEmptyDatabase(t *testing.T) { // not in parallel: it reads the log, of which the process has one
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		h := emptyInstallationOn(t, name)
		h.addStrays(t, 200, 48*time.Hour)
		h.refusesToServe(t, "holds files, 200 of them, and the database knows of none", h.database[:8])
		if file, isFile := strings.CutPrefix(h.database, "sqlite://"); isFile {
			if _, err := os.Stat(file); !os.IsNotExist(err) {
				t.Errorf("nothing was changed, but a database was made: %v", err)
			}
			h.mustRun(t, "", "migrate")
		}

		if s := h.run(t, "", "media", "adopt"); !strings.Contains(s.err, "--yes") || !strings.Contains(s.stdout, "no id") {
			t.Errorf("adopt without --yes: %+v", s)
		}
		h.refusesToServe(t)
		if said := h.mustRun(t, "", "media", "adopt", "--yes"); !strings.Contains(said, "id "+h.identity(t).ID.String()) {
			t.Errorf("adopt: %s", said)
		}
		log := h.serveOnce(t, func(v *testServer) {
			eventually(t, time.Minute, "the first look at the folder", func() bool { return strings.Contains(v.log.String(), "newer than the newest row") })
		})
		if n := h.countFiles(t, "objects"); n != 200 {
			t.Errorf("%d files are left:\n%s", n, log)
		}

		// With an id in the folder and another empty database it is no better.
		other := h
		other.database = emptyDatabase(t, h)
		other.refusesToServe(t, "knows of none", "id "+h.identity(t).ID.String(), "no id")
	})
}

// emptyDatabase returns the URL of another database of the kind of an installation's.
func emptyDatabase(t *testing.T, h installation) string {
	t.Helper()
	if strings.HasPrefix(h.database, "sqlite") {
		return "sqlite://" + filepath.Join(t.TempDir(), "redress.db")
	}
	return pgtest.Database(t, "")
}

// copyDatabase returns the URL of a copy of a database that nothing has open.
func copyDatabase(t *testing.T, h installation) string {
	t.Helper()
	file, ok := strings.CutPrefix(h.database, "sqlite://")
	if !ok {
		return pgtest.Database(t, pgtest.NameOf(t, h.database))
	}
	content, err := os.ReadFile(file)
	to := filepath.Join(t.TempDir(), "redress.db")
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return "sqlite://" + to
}

// exec executes a statement on the database of an installation and closes it again.
func (h installation) exec(t *testing.T, statement string) {
	t.Helper()
	kind, source := "postgres", h.database
	if file, ok := strings.CutPrefix(h.database, "sqlite://"); ok {
		kind, source = "sqlite", file
	}
	db, err := sql.Open(kind, source)
	if err == nil {
		defer func() { _ = db.Close() }()
		_, err = db.ExecContext(t.Context(), statement)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMediaBelongsToOneDatabase: a folder and a database know each other, through an upgrade, a crash
// between writing the two ids and a folder that is not mounted.
func TestMediaBelongsToOneDatabase(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		is := h.identity(t)
		file, away := filepath.Join(h.mediaDir(), "redress-store.json"), h.mediaDir()+".away"
		forget := func() {
			t.Helper()
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		move := func(from, to string) {
			t.Helper()
			if err := errors.Join(os.RemoveAll(to), os.Rename(from, to)); err != nil {
				t.Fatal(err)
			}
		}
		const noRow = "DELETE FROM counters WHERE name = 'media-store'"

		// Before the upgrade neither has an id; a crash leaves one of them without.
		for name, undo := range map[string]func(){
			"an upgrade":             func() { h.exec(t, noRow); forget() },
			"no id in the database":  func() { h.exec(t, noRow) },
			"no id in the folder":    func() { forget() },
			"an epoch in the folder": func() { h.exec(t, "UPDATE counters SET value = value - 1 WHERE name = 'media-store'") },
		} {
			undo()
			log := h.serveOnce(t, nil)
			again := h.identity(t)
			db, _ := h.open(t)
			row := db.Client().Counter.Query().Where(counter.Name("media-store")).OnlyX(system())
			if row.ID != again.ID || row.Value != again.Epoch || strings.Contains(name, "no id") && again.ID != is.ID {
				t.Errorf("%s: %+v in the folder, %v in the database\n%s", name, again, row, log)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			is = again
		}

		// A volume that is not mounted, and one that is not this city's.
		move(h.mediaDir(), away)
		h.refusesToServe(t, "The media folder is missing, and the database has files", "no id", "id "+is.ID.String())
		if _, err := os.Stat(h.mediaDir()); !os.IsNotExist(err) {
			t.Errorf("nothing was changed, but a folder was made: %v", err)
		}
		if err := os.MkdirAll(h.mediaDir(), 0o700); err != nil { // where something is to be mounted
			t.Fatal(err)
		}
		h.refusesToServe(t, "The media folder is empty, and the database has files", "no id", "id "+is.ID.String())
		if err := os.RemoveAll(h.mediaDir()); err != nil {
			t.Fatal(err)
		}
		other := seeded(t, installation{dir: h.dir, database: emptyDatabase(t, h)}, "--random-seed", "2")
		h.refusesToServe(t, "belongs to another database", "id "+is.ID.String(), "id "+other.identity(t).ID.String())
		if s := h.run(t, "", "verify-media"); !strings.Contains(s.err, "belongs to another database") {
			t.Errorf("verify-media: %+v", s)
		}
		forget() // not upgraded yet
		h.refusesToServe(t, "does not know", "no id")

		move(away, h.mediaDir())
		h.serveOnce(t, nil)
	})
}

// TestMediaOfARestoredDatabase: the database is restored from a backup. The files since then have no
// row, and none of them is lost, whatever is uploaded afterwards.
func TestMediaOfARestoredDatabase(t *testing.T) { // not in parallel: it reads the log, of which the process has one
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		h := installationOn(t, name)
		seeded(t, h)
		h.serveOnce(t, nil)
		before := h.identity(t)
		backup := copyDatabase(t, h)
		h.mustRun(t, "a long enough secret", "user", "create", "--role", "admin", "--email", "me@example.org", "--password-file", "-")
		if log := h.serveOnce(t, nil); strings.Contains(log, "restored") || h.identity(t).Epoch != before.Epoch {
			t.Errorf("nothing was restored: %+v\n%s", h.identity(t), log)
		}
		if h.holdsMail(t) {
			t.Error("nothing was restored, and e-mail is held")
		}

		h.database = backup
		if log := h.serveOnce(t, nil); !strings.Contains(log, "the database was restored from a backup") {
			t.Errorf("the log does not say so: %s", log)
		}
		if !h.holdsMail(t) {
			t.Error("the database was restored, and no e-mail is held")
		}
		after := h.identity(t)
		db, _ := h.open(t)
		row := db.Client().Counter.Query().Where(counter.Name("media-store")).OnlyX(system())
		if after.ID != before.ID || after.Epoch != before.Epoch+1 || row.Value != after.Epoch || !after.Began.After(before.Began) {
			t.Errorf("%+v became %+v, %v in the database", before, after, row)
		}
		if log := h.serveOnce(t, nil); strings.Contains(log, "was restored") {
			t.Errorf("restored twice: %s", log)
		}
	})
}

// verifyMedia runs verify-media and returns its exit code and what it printed.
func (h installation) verifyMedia(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), append(append([]string{"verify-media"}, args...), h.flags()...), os.Stdin, &out, io.Discard)
	if err == nil {
		return 0, out.String()
	}
	return exitCode(err), out.String() + message(err)
}

// TestVerifyMedia checks that each fault is found and named, and what is printed and returned.
func TestVerifyMedia(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		if code, said := h.verifyMedia(t); code != exitUsage {
			t.Errorf("before there is a database: %d %s", code, said)
		}
		h.mustRun(t, "", "migrate")
		if code, said := h.verifyMedia(t); code != exitUsage || !strings.Contains(said, "REDRESS_MEDIA_URL") {
			t.Errorf("before there is a folder: %d %s", code, said)
		}
		if _, err := os.Stat(h.mediaDir()); err == nil {
			t.Error("verifying created the folder")
		}
		seeded(t, h)
		right := func() {
			t.Helper()
			if code, said := h.verifyMedia(t); code != 0 || said != "All media files are as they were written: 19.\n" {
				t.Errorf("all should be right: %d %s", code, said)
			}
		}
		right()
		var files []string
		err := filepath.WalkDir(filepath.Join(h.mediaDir(), "objects"), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.Contains(path, "-thumbnail") {
				files = append(files, path)
			}
			return err
		})
		if err != nil || len(files) != 19 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		path := files[7]
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := append([]byte{content[0] + 1}, content[1:]...)
		for want, breaks := range map[string]func() error{
			"missing":    func() error { return os.Remove(path) },
			"wrong size": func() error { return os.WriteFile(path, content[1:], 0o600) },
			"wrong sum":  func() error { return os.WriteFile(path, changed, 0o600) },
		} {
			if err := breaks(); err != nil {
				t.Fatal(err)
			}
			code, said := h.verifyMedia(t)
			if code != exitFault || !strings.Contains(said, want+": 1") || !strings.Contains(said, filepath.Base(path)+"  original") {
				t.Errorf("%s: %d %s", want, code, said)
			}
			code, said = h.verifyMedia(t, "--sizes-only")
			if found := code == exitFault; found != (want != "wrong sum") {
				t.Errorf("%s, by sizes only: %d %s", want, code, said)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for what, want := range map[string]int{"a picture": 0, "": exitFault} { // a thumbnail that was made on demand
			if err := os.WriteFile(path+"-thumbnail-small", []byte(what), 0o600); err != nil {
				t.Fatal(err)
			}
			if code, said := h.verifyMedia(t); code != want || code != 0 && !strings.Contains(said, "thumbnail-small") {
				t.Errorf("a small thumbnail of %d bytes: %d %s", len(what), code, said)
			}
			if err := os.Remove(path + "-thumbnail-small"); err != nil {
				t.Fatal(err)
			}
		}
		right()
		h.addStrays(t, 1, time.Minute) // an upload in progress
		right()
		h.addStrays(t, 25, time.Hour)
		code, said := h.verifyMedia(t)
		if code != exitFault || !strings.Contains(said, "stray: 25") || strings.Count(said, "original") != 20 || !strings.Contains(said, "and 5 more; --all") {
			t.Errorf("strays: %d %s", code, said)
		}
		if code, said := h.verifyMedia(t, "--all"); code != exitFault || strings.Count(said, "original") != 25 {
			t.Errorf("all strays: %d %s", code, said)
		}
		for line := range strings.Lines(said) {
			if len(line) > 81 {
				t.Errorf("too wide: %s", line)
			}
		}
	})
}

// TestMediaTrash: a person decides about files without a row, and changes their mind.
func TestMediaTrash(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		total := h.countFiles(t, "objects")
		if said := h.mustRun(t, "", "media", "trash"); !strings.Contains(said, "Every file") {
			t.Errorf("nothing to do: %s", said)
		}
		if said := h.mustRun(t, "", "media", "restore"); said != "There is nothing in the trash.\n" {
			t.Errorf("nothing to put back: %s", said)
		}
		h.addStrays(t, 3, time.Hour) // too young to tell
		h.addStrays(t, 150, 48*time.Hour)
		s := h.run(t, "", "media", "trash")
		if !strings.Contains(s.stdout, "150 files without a row") || !strings.Contains(s.err, "--yes") || h.countFiles(t, "objects") != total+153 {
			t.Errorf("without --yes: %+v", s)
		}
		h.mustRun(t, "", "media", "trash", "--yes")
		day := time.Now().UTC().Format(time.DateOnly)
		if objects, trashed := h.countFiles(t, "objects"), h.countFiles(t, filepath.Join("trash", day)); objects != total+3 || trashed != 150 {
			t.Errorf("%d files are left, %d in the trash", objects, trashed)
		}
		if said := h.mustRun(t, "", "media", "restore", "--day", "2020-01-01"); said != "There is nothing in the trash 2020-01-01.\n" {
			t.Errorf("another day: %s", said)
		}
		if s := h.run(t, "", "media", "restore", "--day", "yesterday"); !strings.Contains(s.err, "--day") {
			t.Errorf("no day: %+v", s)
		}
		epoch := h.identity(t).Epoch
		if said := h.mustRun(t, "", "media", "restore", "--day", day); said != "Put back 150 files; 0 of them have a row.\n" {
			t.Errorf("restore: %s", said)
		}
		if n := h.countFiles(t, "objects"); n != total+153 || h.identity(t).Epoch != epoch+1 {
			t.Errorf("%d files are back, epoch %d after %d", n, h.identity(t).Epoch, epoch)
		}
		if h.holdsMail(t) {
			t.Error("e-mail is held though the database is as it was")
		}
	})
}

// asNobody lets a command run as a user whom permissions stop, where the tests run as root, and gives
// the installation to that user.
func (h installation) asNobody(t *testing.T) func(*exec.Cmd) {
	t.Helper()
	if os.Geteuid() != 0 {
		return func(*exec.Cmd) {}
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("NOT TESTED: nobody stops root, and there is no other user: ", err)
	}
	uid, uidErr := strconv.ParseUint(nobody.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(nobody.Gid, 10, 32)
	err = errors.Join(uidErr, gidErr, os.Chown(h.dir, int(uid), int(gid)), os.Chmod(filepath.Dir(h.dir), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	return func(c *exec.Cmd) {
		c.Path = "/proc/self/exe" // other users can't enter the folder that go test compiles into
		c.Dir = h.dir
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
}

// TestMediaWithoutPermission: while the service may not use the media folder, uploads and files get
// 503; the rest works, and so do they when it may.
func TestMediaWithoutPermission(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT TESTED: a program in a folder that another user can't enter is started by /proc")
	}
	h := newInstallation(t)
	p := h.startChanged(t, h.asNobody(t))
	db, _ := h.open(t)
	updates := addUpdates(t, db, 1)
	token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "solver@example.com"))
	send := func(seed uint64) (int, []byte) {
		t.Helper()
		status, text, err := upload(t.Context(), http.DefaultClient, p.url, token, updates[0], "proof.png", bytes.NewReader(testenv.Picture(seed)))
		if err != nil {
			t.Fatal(err)
		}
		return status, text
	}
	status, text := send(1)
	var stored struct{ Media storedUpload }
	if err := json.Unmarshal(text, &stored); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	file := "/media/" + stored.Media.ID.String()
	for _, dir := range []string{"tmp", "objects"} {
		path := filepath.Join(h.mediaDir(), dir)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		if status, text := send(2); status != http.StatusServiceUnavailable || !strings.Contains(string(text), `"unavailable"`) || strings.Contains(string(text), h.dir) {
			t.Errorf("an upload without %s: %d %s", dir, status, text)
		}
		res := p.request(t, token, "GET", file, "")
		if dir == "objects" && (res.status != http.StatusServiceUnavailable || res.header.Get("Retry-After") == "") {
			t.Errorf("a file without %s: %d %s", dir, res.status, res.body)
		}
		if res := p.request(t, "", "GET", "/readyz", ""); res.status != http.StatusOK {
			t.Errorf("/readyz without %s: %d", dir, res.status)
		}
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if status, text := send(2); status != http.StatusCreated {
		t.Errorf("when it may again: %d %s", status, text)
	}
	if res := p.request(t, token, "GET", file, ""); res.status != http.StatusOK {
		t.Errorf("when it may again: %d %s", res.status, res.body)
	}
	if n := h.countFiles(t, "tmp"); n != 0 {
		t.Errorf("%d unfinished uploads are left", n)
	}
	h.mustRun(t, "", "verify-media")
}
