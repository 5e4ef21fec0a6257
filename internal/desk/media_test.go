package desk_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// photo is a picture like no other number's.
func photo(n int) []byte {
	img := image.NewGray(image.Rect(0, 0, 16, 8))
	for i := range img.Pix {
		img.Pix[i] = byte(i * (n + 1))
	}
	img.SetGray(0, 0, color.Gray{Y: byte(n)})
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 100}); err != nil {
		panic(err)
	}
	return append(b.Bytes(), byte(n)) // what trails is not served, and makes it another file
}

// file is an upload. During, if there is one, happens after the last byte.
type file struct {
	body   io.Reader
	during func()
	opened bool
}

func (f *file) Open() (io.Reader, string, error) {
	f.opened = true
	return f.body, `C:\photos\lamp.JPG`, nil
}

func (f *file) DeclaredType() (domain.MediaType, error) {
	if f.during != nil {
		f.during()
	}
	return "", nil
}

func (f *file) Resume(context.Context) error { return nil }

func upload(n int) *file { return &file{body: bytes.NewReader(photo(n))} }

// update makes an update of a task.
func (p *fixture) update(task *ent.WorkTask) *ent.TaskUpdate {
	p.T.Helper()
	now := p.Clock.Now()
	row, err := p.DB.Client().TaskUpdate.Create().SetTaskID(task.ID).SetAuthorID(task.SolverID).
		SetType(domain.UpdateProgress).SetOccurredAt(now).SetCreatedAt(now).Save(p.System())
	p.OK(err)
	return row
}

// solver is a context of a solver who has signed in, with an update of a task in progress.
func (p *fixture) solver(email string) (context.Context, *ent.TaskUpdate) {
	p.T.Helper()
	who := p.AddAccount(email, domain.RoleSolver)
	task := p.task(who.ID, domain.TaskInProgress, domain.ComplaintSubmitted, domain.ComplaintAssigned, domain.ComplaintInProgress)
	return p.At("192.0.2.1", p.SignIn(email).Access), p.update(task)
}

// objects counts the files below the media folder, spools included.
func (p *fixture) objects() int {
	p.T.Helper()
	n := 0
	p.OK(filepath.WalkDir(p.MediaFolder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Dir(path) != p.MediaFolder { // the folder's identity is no file of anybody's
			n++
		}
		return err
	}))
	return n
}

func (p *fixture) holds(rows int) {
	p.T.Helper()
	if n := p.DB.Client().Media.Query().CountX(p.System()); n != rows {
		p.T.Errorf("%d rows, want %d", n, rows)
	}
	if n := p.objects(); n != 2*rows { // with the thumbnail
		p.T.Errorf("%d files for %d rows", n, rows)
	}
}

func TestAddMedia(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		row, duplicate, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(1))
		p.OK(err)
		if duplicate || row.FileName != "lamp.JPG" || row.ContentType != "image/jpeg" || row.MediaType != domain.MediaImage ||
			row.Visibility != domain.VisibilityInternal || row.Width == nil || *row.Width != 16 || *row.Height != 8 || row.DurationMs != nil ||
			row.Edges.TaskUpdate.TaskID != update.TaskID || row.Edges.UploadedBy.ID != update.AuthorID ||
			!row.CreatedAt.Equal(p.Clock.Now().Truncate(time.Millisecond)) {
			p.T.Errorf("the row is %v", row)
		}
		served, err := p.DeskConfig.Media.Open(ctx, row.BlobKey)
		p.OK(err)
		defer func() { _ = served.Close() }()
		if served.Size != row.SizeBytes {
			p.T.Errorf("%d bytes are served, %d are told", served.Size, row.SizeBytes)
		}
		again, duplicate, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(1))
		p.OK(err)
		if !duplicate || again.ID != row.ID {
			p.T.Errorf("the same again is %v, %v", again.ID, duplicate)
		}
		other := p.update(p.DB.Client().WorkTask.GetX(p.System(), update.TaskID))
		_, duplicate, err = p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: other.ID}, upload(1))
		p.OK(err)
		if duplicate {
			p.T.Error("the same bytes for another update are called a duplicate")
		}
		p.holds(2)
		entry := p.DB.Client().AuditEntry.Query().Where(auditentry.SubjectID(row.ID)).OnlyX(p.System())
		if entry.Action != "media.upload" || *entry.ActorID != update.AuthorID {
			p.T.Errorf("the audit tells %v", entry)
		}
	})
}

func TestAddMediaRefusesUnread(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		stranger, _ := p.solver("stranger@example.com")
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		p.AddAccount("user@example.com", domain.RoleUser)
		refuse := func(ctx context.Context, id uuid.UUID, want fault.Code) {
			p.T.Helper()
			f := upload(1)
			_, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: id}, f)
			p.Refused(err, want)
			if f.opened {
				p.T.Error("the file was opened")
			}
		}
		refuse(p.At("", ""), update.ID, fault.AuthenticationRequired)
		refuse(p.At("", p.SignIn("admin@example.com").Access), update.ID, fault.PermissionDenied)
		refuse(p.At("", p.SignIn("user@example.com").Access), uuid.New(), fault.PermissionDenied)
		refuse(ctx, uuid.New(), fault.NotFound)
		refuse(stranger, update.ID, fault.NotFound)
		for _, status := range domain.TaskStatuses {
			task := p.task(update.AuthorID, status, domain.ComplaintSubmitted)
			if !status.Live() {
				refuse(ctx, p.update(task).ID, fault.UpdateLocked)
			}
		}
		for _, status := range []domain.ReviewStatus{domain.ReviewApproved, domain.ReviewRejected} {
			p.OK(p.DB.Client().TaskUpdate.UpdateOneID(update.ID).SetStatus(status).Exec(p.System()))
			refuse(ctx, update.ID, fault.UpdateLocked)
		}
		p.OK(p.DB.Client().TaskUpdate.UpdateOneID(update.ID).SetStatus(domain.ReviewSubmitted).Exec(p.System()))
	})
}

// TestAddMediaToFullPlace: an eleventh file is refused, and one of the ten again is answered as the first time,
// which only the bytes tell.
func TestAddMediaToFullPlace(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		to := desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}
		var rows []uuid.UUID
		for i := range 10 {
			row, _, err := p.AddMedia(ctx, to, upload(i))
			p.OK(err)
			rows = append(rows, row.ID)
		}
		_, _, err := p.AddMedia(ctx, to, upload(10))
		p.Refused(err, fault.Conflict)
		_, _, err = p.AddMedia(ctx, to, &file{body: bytes.NewReader([]byte("<svg/>"))})
		p.Refused(err, fault.Conflict)
		for _, i := range []int{0, 9} {
			row, duplicate, err := p.AddMedia(ctx, to, upload(i))
			p.OK(err)
			if !duplicate || row.ID != rows[i] {
				p.T.Errorf("file %d again: %v, %t", i, row.ID, duplicate)
			}
		}
		p.holds(10)
	})
}

func TestAddMediaLeavesNothingBehind(t *testing.T) {
	each(t, func(p *fixture) {
		cut := func(at int) io.Reader {
			return io.MultiReader(bytes.NewReader(photo(1)[:at]), failing{})
		}
		set := func(change func(update *ent.TaskUpdate)) func(*ent.TaskUpdate, context.CancelFunc) {
			return func(u *ent.TaskUpdate, _ context.CancelFunc) { change(u) }
		}
		for name, test := range map[string]struct {
			body   io.Reader
			during func(*ent.TaskUpdate, context.CancelFunc)
			want   fault.Code // "" is the context's own error
		}{
			"ErrEmpty":   {body: bytes.NewReader(nil), want: fault.Validation},
			"ErrNoMedia": {body: bytes.NewReader([]byte("<svg/>")), want: fault.UnsupportedMediaType},
			"ErrCutOff":  {body: cut(200), want: fault.Malformed},
			"ErrReviewed": {want: fault.UpdateLocked, during: set(func(u *ent.TaskUpdate) {
				p.OK(p.DB.Client().TaskUpdate.UpdateOneID(u.ID).SetStatus(domain.ReviewRejected).Exec(p.System()))
			})},
			"ErrTaskCancelled": {want: fault.UpdateLocked, during: set(func(u *ent.TaskUpdate) {
				p.OK(p.DB.Client().WorkTask.UpdateOneID(u.TaskID).SetStatus(domain.TaskCancelled).Exec(p.System()))
			})},
			"ErrSignedOut": {want: fault.SessionRevoked, during: set(func(u *ent.TaskUpdate) {
				_, err := p.ChangePassword(p.System(), u.AuthorID, roomtest.Password)
				p.OK(err)
			})},
			"ErrGoneAway": {during: func(_ *ent.TaskUpdate, cancel context.CancelFunc) { cancel() }},
		} {
			p.run(name, func(p *fixture) {
				ctx, update := p.solver(name + "@example.com")
				ctx, cancel := context.WithCancel(ctx)
				f := &file{body: test.body}
				if f.body == nil {
					f.body = bytes.NewReader(photo(1))
				}
				if test.during != nil {
					f.during = func() { test.during(update, cancel) }
				}
				_, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, f)
				cancel()
				if test.want == "" && !errors.Is(err, context.Canceled) {
					p.T.Errorf("%s: %v", name, err)
				} else if test.want != "" && !fault.Is(err, test.want) {
					p.T.Errorf("%s: %v, want %s", name, err, test.want)
				}
				p.holds(0)
			})
		}
	})
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestAddMediaAtOnce(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		var fresh, again int
		type answer struct{ duplicate bool }
		responses := make([]answer, 8)
		errs := roomtest.Parallel(len(responses), func(i int) (err error) {
			_, responses[i].duplicate, err = p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(0))
			return err
		})
		for _, a := range responses {
			if a.duplicate {
				again++
			} else {
				fresh++
			}
		}
		if n := roomtest.CountByCode(errs); n[""] != len(errs) || fresh != 1 || again != len(errs)-1 {
			p.T.Errorf("the same bytes: %v, %d new", n, fresh)
		}
		p.holds(1)
		errs = roomtest.Parallel(12, func(i int) error {
			_, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(i+1))
			return err
		})
		if n := roomtest.CountByCode(errs); n[""] != 9 || n[fault.Conflict] != 3 {
			p.T.Errorf("twelve more: %v", n)
		}
		p.holds(10)
	})
}

// put commits a file.
func (p *fixture) put(key string) {
	p.T.Helper()
	staged, err := p.DeskConfig.Media.Create(p.T.Context())
	p.OK(err)
	_, err = staged.Write([]byte("a picture"))
	p.OK(err)
	p.OK(staged.Commit(p.T.Context(), key))
}

// stray commits a file of an age that has no row and returns its key.
func (p *fixture) stray(age time.Duration) string {
	p.T.Helper()
	staged, err := p.DeskConfig.Media.Create(p.T.Context())
	p.OK(err)
	_, err = staged.Write([]byte("left by a crash"))
	p.OK(err)
	at := p.Clock.Now().Add(-age)
	key := blob.Key(domain.NewIDAt(domain.KindMedia, at), blob.Original)
	p.OK(staged.Commit(p.T.Context(), key))
	p.OK(os.Chtimes(filepath.Join(p.MediaFolder, "objects", key), at, at))
	return key
}

// exists reports whether an object is where it can be read.
func (p *fixture) exists(key string) bool {
	p.T.Helper()
	o, err := p.DeskConfig.Media.Open(p.T.Context(), key)
	if err == nil {
		_ = o.Close()
	}
	return err == nil
}

// purge purges and compares what was done.
func (p *fixture) purge(want mediastore.Purged) {
	p.T.Helper()
	got, err := p.PurgeMedia(p.T.Context())
	p.OK(err)
	if got != want || p.HeldMedia() != want.Held {
		p.T.Errorf("purged %+v, held %d, want %+v", got, p.HeldMedia(), want)
	}
}

func TestPurgeMedia(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		p.purge(mediastore.Purged{}) // the folder and the database get their id
		earlier := p.stray(time.Hour)
		p.Clock.Advance(3 * 24 * time.Hour)
		old := p.stray(25 * time.Hour)
		row, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(1))
		p.OK(err)
		small, large := blob.Key(row.ID, blob.Small), blob.Key(row.ID, blob.Large)
		p.put(small)
		p.put(large)
		orphan := domain.NewIDAt(domain.KindMedia, p.Clock.Now().Add(-25*time.Hour))
		p.put(blob.Key(orphan, blob.Large))
		fresh := p.stray(23 * time.Hour)
		newest := p.stray(-time.Hour)
		yesterday := p.Clock.Now().Add(-25 * time.Hour)
		for _, key := range []string{row.BlobKey, *row.ThumbnailKey, small, large, blob.Key(orphan, blob.Large)} {
			p.OK(os.Chtimes(filepath.Join(p.MediaFolder, "objects", key), yesterday, yesterday))
		}
		p.purge(mediastore.Purged{Trashed: 2}) // with the thumbnail of no file
		trashed := filepath.Join(p.MediaFolder, "trash", p.Clock.Now().UTC().Format(time.DateOnly), filepath.Base(old))
		for key, there := range map[string]bool{earlier: true, old: false, fresh: true, newest: true, row.BlobKey: true, *row.ThumbnailKey: true, small: true, large: true, blob.Key(orphan, blob.Large): false} {
			if p.exists(key) != there {
				p.T.Errorf("%s is there: %v, want %v", key, !there, there)
			}
		}
		if _, err := os.Stat(trashed); err != nil {
			p.T.Errorf("it is not in the trash: %v", err)
		}

		p.Clock.Advance(29 * 24 * time.Hour)
		p.purge(mediastore.Purged{Trashed: 1}) // the fresh one; the newest is newer than every row
		if _, err := os.Stat(trashed); err != nil || !p.exists(newest) {
			p.T.Errorf("after 29 days: %v", err)
		}
		p.Clock.Advance(2 * 24 * time.Hour)
		p.purge(mediastore.Purged{Expired: 2})
		if _, err := os.Stat(trashed); err == nil {
			p.T.Error("it is in the trash for ever")
		}
	})
}

// TestPurgeMediaWaits: nothing is moved in the first hour after a start, and never too much at once.
func TestPurgeMediaWaits(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		p.purge(mediastore.Purged{})
		p.Clock.Advance(3 * 24 * time.Hour)
		_, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(1))
		p.OK(err)
		var keys []string
		for range 101 {
			keys = append(keys, p.stray(48*time.Hour))
		}
		p.Desk = desk.New(p.DeskConfig)
		p.purge(mediastore.Purged{Held: 101})
		p.Clock.Advance(2 * time.Hour)
		p.purge(mediastore.Purged{Held: 101})
		p.OK(os.Remove(filepath.Join(p.MediaFolder, "objects", keys[0])))

		p.Desk = desk.New(p.DeskConfig)
		p.Clock.Advance(59 * time.Minute)
		p.purge(mediastore.Purged{})
		p.Clock.Advance(2 * time.Minute)
		p.purge(mediastore.Purged{Trashed: 100})
	})
}

// TestDeletedMediaIsGone: whatever a crash leaves of a file that was deleted goes at the next purge,
// in the first hour too.
func TestDeletedMediaIsGone(t *testing.T) {
	each(t, func(p *fixture) {
		ctx, update := p.solver("solver@example.com")
		p.purge(mediastore.Purged{})
		row, _, err := p.AddMedia(ctx, desk.MediaOwner{Kind: domain.KindTaskUpdate, ID: update.ID}, upload(1))
		p.OK(err)
		path := filepath.Join(p.MediaFolder, "objects", row.BlobKey)
		p.OK(os.Link(path, path+".kept"))
		day := filepath.Join(p.MediaFolder, "trash", "2026-01-02")
		p.OK(os.MkdirAll(day, 0o700))
		for _, name := range []string{filepath.Base(row.BlobKey), filepath.Base(*row.ThumbnailKey)} {
			p.OK(os.WriteFile(filepath.Join(day, name), []byte("a copy"), 0o600))
		}
		small := blob.Key(row.ID, blob.Small)
		p.put(small)
		p.OK(p.DeleteMedia(ctx, row.ID))
		if left, err := os.ReadDir(day); err != nil || len(left) > 0 || p.exists(row.BlobKey) || p.exists(*row.ThumbnailKey) || p.exists(small) {
			p.T.Errorf("left: %v, %v", left, err)
		}
		p.OK(os.Rename(path+".kept", path)) // as if the crash had come before
		p.purge(mediastore.Purged{Erased: 1})
		if p.exists(row.BlobKey) {
			p.T.Error("it is still there")
		}
	})
}
