package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func put(t testing.TB, s blob.Store, key, content string) {
	t.Helper()
	p, err := s.Create(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Discard()
	if _, err := p.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := p.Commit(context.Background(), key); err != nil {
		t.Fatal(err)
	}
}

func TestOpenURLs(t *testing.T) {
	t.Chdir(t.TempDir())
	abs := t.TempDir()
	for url, dir := range map[string]string{
		"file://var/media":              "var/media",
		"file://media":                  "media",
		"file://" + abs + "/deep/media": abs + "/deep/media",
		"file://with%20space/media":     "with space/media",
	} {
		t.Run(url, func(t *testing.T) {
			if _, err := blob.Open(url); err != nil {
				t.Errorf("%s: %v", url, err)
			}
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				t.Errorf("%s made no folder %s", url, dir)
			}
		})
	}
	for _, url := range []string{"", "var/media", "s3://bucket", "file://", "file:///", "file://a?b=c", "file://%zz"} {
		t.Run(url, func(t *testing.T) {
			if _, err := blob.Open(url); err == nil {
				t.Errorf("%q was opened", url)
			}
		})
	}
}

func TestObjectsLiveUntilDeleted(t *testing.T) {
	s, dir := folder(t)
	ctx := context.Background()
	id := domain.NewID(domain.KindMedia)
	key := blob.Key(id, blob.Original)

	if _, err := s.Open(ctx, key); !fault.Is(err, fault.NotFound) {
		t.Errorf("before: %v", err)
	}
	put(t, s, key, "bytes")
	for _, v := range []blob.Variant{blob.Thumbnail, blob.Small, blob.Large} {
		put(t, s, blob.Key(id, v), "small")
	}
	again, err := blob.OpenFolder(dir) // as after a restart
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, again, key); string(got) != "bytes" {
		t.Errorf("read %q", got)
	}
	for range 2 { // the second finds nothing, and that is fine
		if err := blob.Remove(ctx, s, id); err != nil {
			t.Error(err)
		}
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestNothingIsSeenBeforeCommit(t *testing.T) {
	s, dir := folder(t)
	p, err := s.Create(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	if got := files(t, filepath.Join(dir, "objects")); len(got) > 0 {
		t.Errorf("seen: %v", got)
	}
	p.Discard()
	p.Discard()
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	if err := p.Commit(context.Background(), blob.Key(domain.NewID(domain.KindMedia), blob.Original)); err == nil {
		t.Error("committed what was discarded")
	}
}

// When the second of two objects can't be committed, the first does not stay.
func TestCommitIsAllOrNothing(t *testing.T) {
	s, dir := folder(t)
	ctx := context.Background()
	id := domain.NewID(domain.KindMedia)
	f, err := blob.NewIngest(s).Receive(ctx, bytes.NewReader(striptest.PlainPNG(t, striptest.Quarters(9, 9))), nil)
	if err != nil {
		t.Fatal(err)
	}
	// A folder lies where the original shall go.
	if err := os.MkdirAll(filepath.Join(dir, "objects", blob.Key(id, blob.Original), "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(ctx, id); err == nil {
		t.Fatal("committed")
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestKeysAreOurs(t *testing.T) {
	s, dir := folder(t)
	ctx := context.Background()
	id := domain.NewID(domain.KindMedia)
	for _, v := range []blob.Variant{blob.Original, blob.Thumbnail, blob.Small, blob.Large} {
		if gotID, gotV, err := blob.ParseKey(blob.Key(id, v)); err != nil || gotID != id || gotV != v {
			t.Errorf("%s: %v %v %v", v, gotID, gotV, err)
		}
	}
	good := blob.Key(id, blob.Original)
	if err := os.WriteFile(filepath.Join(dir, "outside"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"", ".", "/etc/passwd", "../outside", "../../" + good, good + "/", "/" + good, strings.ToUpper(good),
		"00/00/" + id.String(), id.String(), good + "-thumbnail-thumbnail", good + "-thumbnail-", good + "-small", good + "-thumbnail-small-large", good + "\x00", strings.ReplaceAll(good, "-", ""),
	} {
		t.Run(key, func(t *testing.T) {
			if _, err := s.Open(ctx, key); !fault.Is(err, fault.NotFound) {
				t.Errorf("open %q: %v", key, err)
			}
			if err := s.Delete(ctx, key); err == nil {
				t.Errorf("delete %q was allowed", key)
			}
			p, err := s.Create(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Commit(ctx, key); err == nil {
				t.Errorf("commit to %q was allowed", key)
			}
			p.Discard()
		})
	}
}

func TestSymbolicLinksLeadNowhere(t *testing.T) {
	s, dir := folder(t)
	key := blob.Key(domain.NewID(domain.KindMedia), blob.Original)
	path := filepath.Join(dir, "objects", key)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(secret, []byte("x"), 0o600), os.Symlink(secret, path)); err != nil {
		t.Fatal(err)
	}
	if o, err := s.Open(context.Background(), key); err == nil {
		_ = o.Close()
		t.Error("followed a link out of the folder")
	}
}

func TestPurgeStagedKeepsTheYoung(t *testing.T) {
	s, dir := folder(t)
	ctx := context.Background()
	for range 2 {
		if _, err := s.Create(ctx); err != nil { // one left by a crash, one being written
			t.Fatal(err)
		}
	}
	old, at := filepath.Join(dir, files(t, dir)[0]), time.Now().Add(-2*time.Hour)
	if err := os.Chtimes(old, at, at); err != nil {
		t.Fatal(err)
	}
	if n, err := s.PurgeStaged(ctx, time.Now().Add(-time.Hour)); err != nil || n != 1 || len(files(t, dir)) != 1 {
		t.Errorf("purged %d, %v", n, err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the old one is left")
	}
}

func TestObjectsSkipsWhatIsNotOurs(t *testing.T) {
	s, dir := folder(t)
	want := blob.Key(domain.NewID(domain.KindMedia), blob.Thumbnail)
	put(t, s, want, "young")
	if err := os.WriteFile(filepath.Join(dir, "objects", "README"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var found []string
	err := s.Objects(context.Background(), func(f blob.Info) error {
		found = append(found, f.Key)
		return nil
	})
	if err != nil || !slices.Equal(found, []string{want}) {
		t.Errorf("%v, %v", found, err)
	}
}

func TestTrash(t *testing.T) {
	s, dir := folder(t)
	ctx := context.Background()
	id := domain.NewID(domain.KindMedia)
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	keys := []string{blob.Key(id, blob.Original), blob.Key(id, blob.Thumbnail)}
	move := func() {
		t.Helper()
		for _, key := range keys {
			put(t, s, key, key)
			if err := errors.Join(s.MoveToTrash(ctx, key, day), s.MoveToTrash(ctx, key, day)); err != nil {
				t.Fatal(err)
			}
		}
	}
	trash := func() (found []blob.Trashed) {
		t.Helper()
		if err := s.Trash(ctx, func(f blob.Trashed) error { found = append(found, f); return nil }); err != nil {
			t.Fatal(err)
		}
		return found
	}
	if n, err := s.EmptyTrash(ctx, day); n != 0 || err != nil || len(trash()) != 0 {
		t.Errorf("no trash: %d, %v", n, err)
	}
	move()
	if err := os.WriteFile(filepath.Join(dir, "trash", "2026-11-01", "notes"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	found := trash()
	if len(found) != 2 || found[0] != (blob.Trashed{Key: keys[0], Day: day}) {
		t.Errorf("in the trash: %v", found)
	}
	for _, f := range found {
		if back, err := s.PutBack(ctx, f); !back || err != nil {
			t.Errorf("%v: %t, %v", f, back, err)
		}
		if o, err := s.Open(ctx, f.Key); err != nil {
			t.Error(err)
		} else {
			_ = o.Close()
		}
	}
	if back, err := s.PutBack(ctx, found[0]); back || err != nil {
		t.Errorf("replaced a file: %t, %v", back, err)
	}
	move()
	if err := s.Erase(ctx, id); err != nil || len(trash()) != 0 {
		t.Errorf("erased: %v, %v", trash(), err)
	}
	move()
	if n, err := s.EmptyTrash(ctx, day); n != 0 || err != nil {
		t.Errorf("emptied too early: %d, %v", n, err)
	}
	if n, err := s.EmptyTrash(ctx, day.Add(24*time.Hour)); n != 3 || err != nil {
		t.Errorf("emptied: %d, %v", n, err)
	}
}

func TestFullDiskIsUnavailable(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/secret/place", Err: syscall.ENOSPC}
	f, ok := fault.As(blob.DiskFault(full))
	if !ok || f.Code != fault.Unavailable || f.RetryAfter == 0 || strings.Contains(f.Message, "secret") {
		t.Errorf("got %+v", f)
	}
	for _, e := range []error{syscall.EACCES, syscall.EPERM, syscall.EROFS} { // a folder that is not the service's to use
		if err := blob.DiskFault(&fs.PathError{Err: e}); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%v: %v", e, err)
		}
	}
	if err := blob.DiskFault(fs.ErrInvalid); !errors.Is(err, fs.ErrInvalid) || fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v", err)
	}
}

func TestKeysSpread(t *testing.T) {
	shards := map[string]bool{}
	for range 300 {
		shards[filepath.Dir(blob.Key(domain.NewID(domain.KindMedia), blob.Original))] = true
	}
	if len(shards) < 250 {
		t.Errorf("300 objects lie in %d folders", len(shards))
	}
}
