package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcastevent"
	"github.com/redress/redress/ent/chainhead"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/dbtest"
)

var noon = time.Date(2026, 11, 21, 12, 34, 56, 789_654_321, time.UTC)

// env is an empty environment to load the demo into.
type env struct{ *dbtest.Env }

// forEachDatabase runs a test on each database.
func forEachDatabase(t *testing.T, test func(t *testing.T, e *env)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(t, &env{dbtest.New(t, name)}) })
}

// load loads the demo as of noon.
func (e *env) load(ctx context.Context) (bool, error) {
	return Load(ctx, e.Target(), e.Passwords, noon)
}

// count returns the number of rows of every table.
func (e *env) count(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, table := range ent.Tables {
		if table == chainhead.Table { // there before the demo
			continue
		}
		var n int
		if err := e.DB().QueryRowContext(t.Context(), `SELECT count(*) FROM "`+table+`"`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		counts[table] = n
	}
	return counts
}

// files returns the number of files in the media folder, committed or not.
func (e *env) files(t *testing.T) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(e.MediaDir, func(_ string, d fs.DirEntry, err error) error {
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
	forEachDatabase(t, func(t *testing.T, e *env) {
		began := time.Now()
		loaded, err := e.load(t.Context())
		if err != nil || !loaded {
			t.Fatalf("loaded %v, %v", loaded, err)
		}
		t.Logf("loaded in %v", time.Since(began))
		ctx := auth.System(t.Context(), "test")
		all := readBack(ctx, t, e.Client())

		t.Run("HoldsTogether", func(t *testing.T) { holdsTogether(t, all, noon) })
		t.Run("MediaAreServed", func(t *testing.T) { mediaAreServed(t, e, all) })
		t.Run("AccountsSignIn", func(t *testing.T) { accountsSignIn(t, e) })
		t.Run("SamplesAreFound", func(t *testing.T) { samplesAreFound(t, e, all) })
		t.Run("ComplaintsLieInTheirZones", func(t *testing.T) { complaintsLieInTheirZones(t, e, all) })
		t.Run("ReferencesGoOn", func(t *testing.T) {
			c := e.Client().Counter.Query().OnlyX(ctx)
			if c.Name != "complaint:2026" || c.Value != int64(len(all.Complaints)) {
				t.Fatalf("counter %s is %d after %d complaints", c.Name, c.Value, len(all.Complaints))
			}
		})
		t.Run("LoadsOnce", func(t *testing.T) {
			before, files := e.count(t), e.files(t)
			loaded, err := e.load(t.Context())
			if err != nil || loaded {
				t.Fatalf("the second time: loaded %v, %v", loaded, err)
			}
			if after := e.count(t); !maps.Equal(before, after) || files != e.files(t) {
				t.Fatalf("the second time changed %v to %v", before, after)
			}
		})
	})
}

// TestLoadInterrupted checks that a load which is interrupted, while pictures or while rows are
// written, leaves nothing, and that the next one is whole.
func TestLoadInterrupted(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, e *env) {
		whole := e.Media
		ctx, cancel := context.WithCancel(t.Context())
		begun := 0
		e.Media = notifyingStore{whole, func() {
			if begun++; begun == 5 {
				cancel()
			}
		}}
		e.leavesNothing(ctx, t, func(string) error { return nil })
		e.Media = whole
		if begun < 5 {
			t.Fatal("was never interrupted")
		}

		interrupted := 0
		at := func(table string, interrupt func() error) func(string) error {
			return func(next string) error {
				if next != table {
					return nil
				}
				interrupted++
				return interrupt()
			}
		}
		ctx, cancel = context.WithCancel(t.Context())
		e.leavesNothing(ctx, t, at(broadcastevent.Table, func() error { cancel(); return nil }))
		e.leavesNothing(t.Context(), t, at(broadcastevent.Table, func() error { return errors.New("refused") }))
		if interrupted != 2 {
			t.Fatal("was never interrupted")
		}

		loaded, err := e.load(t.Context())
		if err != nil || !loaded {
			t.Fatalf("afterwards: loaded %v, %v", loaded, err)
		}
	})
}

// leavesNothing checks that a load fails and leaves neither rows nor files.
func (e *env) leavesNothing(ctx context.Context, t *testing.T, before func(table string) error) {
	t.Helper()
	loaded, err := load(ctx, e.Target(), e.Passwords, noon, before)
	if err == nil || loaded {
		t.Fatalf("an interrupted load returned %v, %v", loaded, err)
	}
	for table, n := range e.count(t) {
		if n != 0 {
			t.Errorf("%s holds %d rows", table, n)
		}
	}
	if n := e.files(t); n != 0 {
		t.Errorf("%d files were left", n)
	}
}

// notifyingStore is a store that calls a function before each file is created.
type notifyingStore struct {
	blob.Store
	creating func()
}

func (s notifyingStore) Create(ctx context.Context) (blob.Staged, error) {
	s.creating()
	return s.Store.Create(ctx)
}

// TestSameDayLooksTheSame checks that two loads at one time give the same city.
func TestSameDayLooksTheSame(t *testing.T) {
	type face struct {
		reference, title string
		status           domain.ComplaintStatus
		rows             int
		updated          time.Time
	}
	look := func() (faces []face) {
		w, err := newWorld(noon)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range w.Complaints {
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

// TestAnyDay checks that the rows are consistent whenever they are loaded.
func TestAnyDay(t *testing.T) {
	for _, now := range []time.Time{
		time.Date(2027, 1, 3, 0, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 29, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(2030, 6, 30, 4, 5, 6, 0, time.FixedZone("east", 9*3600)),
	} {
		t.Run(now.Format(time.RFC3339), func(t *testing.T) {
			w, err := newWorld(now)
			if err != nil {
				t.Fatal(err)
			}
			holdsTogether(t, &w.Rows, now)
		})
	}
}

func readBack(ctx context.Context, t *testing.T, c *ent.Client) *bulk.Rows {
	t.Helper()
	return &bulk.Rows{
		Users: c.User.Query().AllX(ctx), Memberships: c.Membership.Query().AllX(ctx),
		Zones: c.Zone.Query().AllX(ctx), Categories: c.Category.Query().AllX(ctx),
		Providers: c.ServiceProvider.Query().AllX(ctx), Groups: c.Group.Query().AllX(ctx),
		Credentials: c.Credential.Query().AllX(ctx), Contacts: c.Contact.Query().AllX(ctx),
		Complaints: c.Complaint.Query().AllX(ctx), StatusLogs: c.StatusLog.Query().AllX(ctx),
		Comments: c.Comment.Query().AllX(ctx), Tasks: c.WorkTask.Query().AllX(ctx),
		Updates: c.TaskUpdate.Query().AllX(ctx), Media: c.Media.Query().AllX(ctx),
		Payments: c.Payment.Query().AllX(ctx), PaidTasks: c.PaymentTask.Query().AllX(ctx),
		Claims: c.PaymentClaim.Query().AllX(ctx), Broadcasts: c.Broadcast.Query().AllX(ctx),
		Channels: c.BroadcastChannel.Query().AllX(ctx), BroadcastEvents: c.BroadcastEvent.Query().AllX(ctx),
		Notifications: c.Notification.Query().AllX(ctx), AuditEntries: c.AuditEntry.Query().AllX(ctx),
	}
}

func mediaAreServed(t *testing.T, e *env, all *bulk.Rows) {
	for _, m := range all.Media {
		o, err := e.Media.Open(t.Context(), m.BlobKey)
		if err != nil {
			t.Fatalf("%s: %v", m.FileName, err)
		}
		sum := sha256.New()
		n, err := io.Copy(sum, o)
		_ = o.Close()
		if err != nil || n != m.SizeBytes || hex.EncodeToString(sum.Sum(nil)) != m.Sha256 {
			t.Errorf("%s: %d bytes served, row says %d, %v", m.FileName, n, m.SizeBytes, err)
		}
		small, err := e.Media.Open(t.Context(), *m.ThumbnailKey)
		if err != nil {
			t.Fatalf("thumbnail of %s: %v", m.FileName, err)
		}
		_ = small.Close()
	}
	if got, want := e.files(t), 2*len(all.Media); got != want {
		t.Errorf("%d files for %d media", got, len(all.Media))
	}
}

// complaintsLieInTheirZones checks that each zone has a boundary, and that each complaint lies within that
// of its own.
func complaintsLieInTheirZones(t *testing.T, e *env, all *bulk.Rows) {
	names := map[uuid.UUID]string{}
	for _, z := range all.Zones {
		names[z.ID] = z.Name
		if z.Boundary == nil {
			t.Errorf("%s has no boundary", z.Name)
		}
	}
	zones := boundary.NewFinder(e.Client())
	for _, c := range all.Complaints {
		if c.Latitude == nil || c.ZoneID == nil {
			continue
		}
		found, err := zones.Zone(auth.System(t.Context(), "test"), *c.Latitude, *c.Longitude)
		if err != nil {
			t.Fatal(err)
		}
		if found == nil || *found != *c.ZoneID {
			in := "no zone"
			if found != nil {
				in = names[*found]
			}
			t.Errorf("%s of %s lies in %s", c.Reference, names[*c.ZoneID], in)
		}
	}
}

func accountsSignIn(t *testing.T, e *env) {
	want := []string{
		"user@example.com", "user2@example.com", "solver@example.com", "solver2@example.com",
		"provider@example.com", "admin@example.com", "superadmin@example.com",
	}
	var got []string
	ctx := auth.System(t.Context(), "test")
	for _, a := range Accounts() {
		got = append(got, a.Email)
		u := e.Client().User.Query().Where(byEmail(a.Email)).WithCredential().OnlyX(ctx)
		if u.Role != a.Role || u.Name != a.Name || u.State != domain.AccountActive {
			t.Errorf("%s is %s, %s, %s", a.Email, u.Name, u.Role, u.State)
		}
		ok, err := e.Passwords.Verify(t.Context(), u.Edges.Credential.PasswordHash, Password)
		if err != nil || !ok {
			t.Errorf("%s can't sign in: %v", a.Email, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("accounts are %v", got)
	}
}

func samplesAreFound(t *testing.T, e *env, all *bulk.Rows) {
	ctx := auth.System(t.Context(), "test")
	got, err := FindSamples(t.Context(), e.Client())
	if err != nil {
		t.Fatal(err)
	}
	c := e.Client().Complaint.GetX(ctx, got.Complaint)
	task := e.Client().WorkTask.GetX(ctx, got.Task)
	update := e.Client().TaskUpdate.GetX(ctx, got.Update)
	amara := e.Client().User.Query().Where(byEmail("user@example.com")).OnlyIDX(ctx)
	solver := e.Client().User.Query().Where(byEmail("solver@example.com")).OnlyIDX(ctx)
	if *c.SubmittedByID != amara || c.LogRows < 10 || c.ID != oldestID(all.Complaints, func(c *ent.Complaint) uuid.UUID { return c.ID }) {
		t.Errorf("the complaint is %s with %d rows", c.Reference, c.LogRows)
	}
	if task.SolverID != solver || !task.Status.Live() || update.TaskID != task.ID || update.Status != domain.ReviewSubmitted {
		t.Errorf("the task is %s, its update %s", task.Status, update.Status)
	}
	if e.Client().Broadcast.GetX(ctx, got.Broadcast).Status != domain.BroadcastSent {
		t.Error("the broadcast was not sent")
	}
	if p := e.Client().ServiceProvider.GetX(ctx, got.Provider); p.Name != brightwater {
		t.Errorf("the provider is %s", p.Name)
	}

	t.Run("OnAnEmptyDatabase", func(t *testing.T) {
		empty := dbtest.New(t, "sqlite")
		got, err := FindSamples(t.Context(), empty.Client())
		if err != nil || got != (Samples{}) {
			t.Errorf("answered %v, %v", got, err)
		}
	})
	t.Run("AfterTheTaskWasCompleted", func(t *testing.T) {
		tx, err := e.Client().Tx(ctx)
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

// oldestID returns the smallest id, which is the oldest row's.
func oldestID[T any](rows []T, id func(T) uuid.UUID) uuid.UUID {
	var ids []string
	for _, r := range rows {
		ids = append(ids, id(r).String())
	}
	return uuid.MustParse(slices.Min(ids))
}
