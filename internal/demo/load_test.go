package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/chainhead"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/pgtest"
)

var noon = time.Date(2026, 11, 21, 12, 34, 56, 789_654_321, time.UTC)

// site is an empty service to load the demo into.
type site struct {
	*store.Store
	book      *ledger.Book
	folder    string
	blobs     blob.Store
	passwords *auth.Passwords
}

// sites runs a test on both databases.
func sites(t *testing.T, test func(t *testing.T, s *site)) {
	wanted := "sqlite,postgres"
	if names, ok := os.LookupEnv("REDRESS_TEST_DATABASES"); ok {
		wanted = names
	}
	run := func(name, key string, url func(t *testing.T) string) {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(strings.Split(wanted, ","), key) {
				t.Skip("REDRESS_TEST_DATABASES leaves it out")
			}
			t.Parallel()
			test(t, open(t, url(t)))
		})
	}
	run("SQLite", "sqlite", func(t *testing.T) string { return "sqlite://" + filepath.Join(t.TempDir(), "redress.db") })
	run("PostgreSQL", "postgres", func(t *testing.T) string { return pgtest.Database(t, "") })
}

func open(t *testing.T, url string) *site {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := &site{Store: db, folder: t.TempDir()}
	if s.blobs, err = blob.OpenFolder(s.folder); err != nil {
		t.Fatal(err)
	}
	if s.book, err = ledger.Open(t.Context(), db.Client(), filepath.Join(t.TempDir(), "ledger.key")); err != nil {
		t.Fatal(err)
	}
	if s.passwords, err = auth.NewPasswords(auth.CheapArgon2(), 1); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) load(ctx context.Context) (bool, error) {
	return Load(ctx, s.Client(), s.book, s.blobs, s.passwords, noon)
}

// count answers the rows of every table.
func (s *site) count(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, table := range ent.Tables {
		if table == chainhead.Table { // there before the demo
			continue
		}
		var n int
		if err := s.DB().QueryRowContext(t.Context(), `SELECT count(*) FROM "`+table+`"`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		counts[table] = n
	}
	return counts
}

// files counts what lies in the media folder, committed or not.
func (s *site) files(t *testing.T) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(s.folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestLoad(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		began := time.Now()
		loaded, err := s.load(t.Context())
		if err != nil || !loaded {
			t.Fatalf("loaded %v, %v", loaded, err)
		}
		t.Logf("loaded in %v", time.Since(began))
		ctx := auth.System(t.Context(), "test")
		all := readBack(ctx, t, s.Client())

		t.Run("HoldsTogether", func(t *testing.T) { holdsTogether(t, all, noon) })
		t.Run("MediaAreServed", func(t *testing.T) { mediaAreServed(t, s, all) })
		t.Run("AccountsSignIn", func(t *testing.T) { accountsSignIn(t, s) })
		t.Run("SamplesAreFound", func(t *testing.T) { samplesAreFound(t, s, all) })
		t.Run("ReferencesGoOn", func(t *testing.T) {
			c := s.Client().Counter.Query().OnlyX(ctx)
			if c.Name != "complaint:2026" || c.Value != int64(len(all.complaints)) {
				t.Fatalf("counter %s is %d after %d complaints", c.Name, c.Value, len(all.complaints))
			}
		})
		t.Run("LoadsOnce", func(t *testing.T) {
			before, files := s.count(t), s.files(t)
			loaded, err := s.load(t.Context())
			if err != nil || loaded {
				t.Fatalf("the second time: loaded %v, %v", loaded, err)
			}
			if after := s.count(t); !maps.Equal(before, after) || files != s.files(t) {
				t.Fatalf("the second time changed %v to %v", before, after)
			}
		})
	})
}

// A load that is cut short, while pictures or while rows are written, leaves nothing, and
// the next one is whole.
func TestLoadCutShort(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		whole := s.blobs
		ctx, cancel := context.WithCancel(t.Context())
		begun := 0
		s.blobs = cutting{whole, func() {
			if begun++; begun == 5 {
				cancel()
			}
		}}
		s.leavesNothing(ctx, t)
		s.blobs = whole

		ctx, cancel = context.WithCancel(t.Context())
		cut := func(context.Context) error { cancel(); return nil }
		s.Client().BroadcastEvent.Use(func(next ent.Mutator) ent.Mutator {
			return ent.MutateFunc(func(c context.Context, m ent.Mutation) (ent.Value, error) {
				if err := cut(c); err != nil {
					return nil, err
				}
				return next.Mutate(c, m)
			})
		})
		s.leavesNothing(ctx, t)

		cut = func(context.Context) error { return errors.New("refused") }
		s.leavesNothing(t.Context(), t)
		if begun < 5 || ctx.Err() == nil {
			t.Fatal("was never cut")
		}

		cut = context.Context.Err
		loaded, err := s.load(t.Context())
		if err != nil || !loaded {
			t.Fatalf("afterwards: loaded %v, %v", loaded, err)
		}
	})
}

func (s *site) leavesNothing(ctx context.Context, t *testing.T) {
	t.Helper()
	loaded, err := s.load(ctx)
	if err == nil || loaded {
		t.Fatalf("a cut load answered %v, %v", loaded, err)
	}
	for table, n := range s.count(t) {
		if n != 0 {
			t.Errorf("%s holds %d rows", table, n)
		}
	}
	if n := s.files(t); n != 0 {
		t.Errorf("%d files were left", n)
	}
}

// cutting is a store that tells when a spool is opened.
type cutting struct {
	blob.Store
	opened func()
}

func (c cutting) Create(ctx context.Context) (blob.Staged, error) {
	c.opened()
	return c.Store.Create(ctx)
}

// Two visitors who load at one time see the same city.
func TestSameDayLooksTheSame(t *testing.T) {
	type face struct {
		reference, title string
		status           domain.ComplaintStatus
		rows             int
		updated          time.Time
	}
	look := func() (faces []face) {
		w, err := imagine(noon)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range w.complaints {
			faces = append(faces, face{c.Reference, c.Title, c.Status, c.LogRows, c.UpdatedAt})
		}
		return faces
	}
	if a, b := look(), look(); !slices.Equal(a, b) {
		t.Fatalf("%v\ndiffers from\n%v", a, b)
	}
	for _, s := range []scene{road, lamp, wave, heap, tree, wall, check} {
		a, err1 := s.encode("a.png")
		b, err2 := s.encode("a.png")
		c, err3 := s.encode("b.png")
		if err := errors.Join(err1, err2, err3); err != nil || string(a) != string(b) || string(a) == string(c) {
			t.Errorf("scene %d is not drawn by its name (%v)", s, err)
		}
	}
}

// Whenever it is loaded, the city holds together.
func TestAnyDay(t *testing.T) {
	for _, now := range []time.Time{
		time.Date(2027, 1, 3, 0, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 29, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(2030, 6, 30, 4, 5, 6, 0, time.FixedZone("east", 9*3600)),
	} {
		t.Run(now.Format(time.RFC3339), func(t *testing.T) {
			w, err := imagine(now)
			if err != nil {
				t.Fatal(err)
			}
			holdsTogether(t, &w.rows, now)
		})
	}
}

func readBack(ctx context.Context, t *testing.T, c *ent.Client) *rows {
	t.Helper()
	return &rows{
		accounts: c.User.Query().AllX(ctx), memberships: c.Membership.Query().AllX(ctx),
		areas: c.Zone.Query().AllX(ctx), topics: c.Category.Query().AllX(ctx),
		companies: c.ServiceProvider.Query().AllX(ctx), circles: c.Group.Query().AllX(ctx),
		credentials: c.Credential.Query().AllX(ctx), contacts: c.Contact.Query().AllX(ctx),
		complaints: c.Complaint.Query().AllX(ctx), logs: c.StatusLog.Query().AllX(ctx),
		comments: c.Comment.Query().AllX(ctx), tasks: c.WorkTask.Query().AllX(ctx),
		updates: c.TaskUpdate.Query().AllX(ctx), media: c.Media.Query().AllX(ctx),
		payments: c.Payment.Query().AllX(ctx), paidTasks: c.PaymentTask.Query().AllX(ctx),
		claims: c.PaymentClaim.Query().AllX(ctx), broadcasts: c.Broadcast.Query().AllX(ctx),
		channels: c.BroadcastChannel.Query().AllX(ctx), events: c.BroadcastEvent.Query().AllX(ctx),
		notices: c.Notification.Query().AllX(ctx), audit: c.AuditEntry.Query().AllX(ctx),
	}
}

func mediaAreServed(t *testing.T, s *site, all *rows) {
	for _, m := range all.media {
		o, err := s.blobs.Open(t.Context(), m.BlobKey)
		if err != nil {
			t.Fatalf("%s: %v", m.FileName, err)
		}
		sum := sha256.New()
		n, err := io.Copy(sum, o)
		_ = o.Close()
		if err != nil || n != m.SizeBytes || hex.EncodeToString(sum.Sum(nil)) != m.Sha256 {
			t.Errorf("%s: %d bytes served, row says %d, %v", m.FileName, n, m.SizeBytes, err)
		}
		small, err := s.blobs.Open(t.Context(), *m.ThumbnailKey)
		if err != nil {
			t.Fatalf("thumbnail of %s: %v", m.FileName, err)
		}
		_ = small.Close()
	}
	if got, want := s.files(t), 2*len(all.media); got != want {
		t.Errorf("%d files for %d media", got, len(all.media))
	}
}

func accountsSignIn(t *testing.T, s *site) {
	want := []string{
		"user@example.com", "user2@example.com", "solver@example.com", "solver2@example.com",
		"provider@example.com", "admin@example.com", "superadmin@example.com",
	}
	var got []string
	ctx := auth.System(t.Context(), "test")
	for _, a := range Accounts() {
		got = append(got, a.Email)
		u := s.Client().User.Query().Where(owns(a.Email)).WithCredential().OnlyX(ctx)
		if u.Role != a.Role || u.Name != a.Name || u.State != domain.AccountActive {
			t.Errorf("%s is %s, %s, %s", a.Email, u.Name, u.Role, u.State)
		}
		ok, err := s.passwords.Verify(t.Context(), u.Edges.Credential.PasswordHash, Password)
		if err != nil || !ok {
			t.Errorf("%s can't sign in: %v", a.Email, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("accounts are %v", got)
	}
}

func samplesAreFound(t *testing.T, s *site, all *rows) {
	ctx := auth.System(t.Context(), "test")
	got, err := FindSamples(t.Context(), s.Client())
	if err != nil {
		t.Fatal(err)
	}
	c := s.Client().Complaint.GetX(ctx, got.Complaint)
	task := s.Client().WorkTask.GetX(ctx, got.Task)
	update := s.Client().TaskUpdate.GetX(ctx, got.Update)
	amara := s.Client().User.Query().Where(owns("user@example.com")).OnlyIDX(ctx)
	solver := s.Client().User.Query().Where(owns("solver@example.com")).OnlyIDX(ctx)
	if *c.SubmittedByID != amara || c.LogRows < 10 || c.ID != first(all.complaints, func(c *ent.Complaint) uuid.UUID { return c.ID }) {
		t.Errorf("the complaint is %s with %d rows", c.Reference, c.LogRows)
	}
	if task.SolverID != solver || !task.Status.Live() || update.TaskID != task.ID || update.Status != domain.ReviewSubmitted {
		t.Errorf("the task is %s, its update %s", task.Status, update.Status)
	}
	if s.Client().Broadcast.GetX(ctx, got.Broadcast).Status != domain.BroadcastSent {
		t.Error("the broadcast was not sent")
	}
	if p := s.Client().ServiceProvider.GetX(ctx, got.Provider); p.Name != brightwater {
		t.Errorf("the provider is %s", p.Name)
	}

	t.Run("OnAnEmptyDatabase", func(t *testing.T) {
		empty := open(t, "sqlite://"+filepath.Join(t.TempDir(), "empty.db"))
		got, err := FindSamples(t.Context(), empty.Client())
		if err != nil || got != (Samples{}) {
			t.Errorf("answered %v, %v", got, err)
		}
	})
	t.Run("AfterTheTaskWasCompleted", func(t *testing.T) {
		tx, err := s.Client().Tx(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		tx.WorkTask.UpdateOneID(got.Task).SetStatus(domain.TaskCompleted).ExecX(ctx)
		next, err := FindSamples(ctx, tx.Client())
		if err != nil || next.Task == got.Task || next.Task == uuid.Nil || next.Complaint != got.Complaint {
			t.Errorf("answered %v, %v", next, err)
		}
	})
}

// first answers the smallest id, which is the oldest row's.
func first[T any](rows []T, id func(T) uuid.UUID) uuid.UUID {
	var ids []string
	for _, r := range rows {
		ids = append(ids, id(r).String())
	}
	return uuid.MustParse(slices.Min(ids))
}
