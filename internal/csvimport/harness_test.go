package csvimport_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// databases runs a test on both, each on an empty migrated database of its own.
func databases(t *testing.T, test func(*testing.T, *desk)) {
	t.Helper()
	wanted := "sqlite,postgres"
	if names, ok := os.LookupEnv("REDRESS_TEST_DATABASES"); ok {
		wanted = names
	}
	for _, db := range []struct{ key, name string }{{"sqlite", "SQLite"}, {"postgres", "PostgreSQL"}} {
		t.Run(db.name, func(t *testing.T) {
			if !slices.Contains(strings.Split(wanted, ","), db.key) {
				t.Skip("REDRESS_TEST_DATABASES leaves it out")
			}
			t.Parallel()
			url := "sqlite://" + filepath.Join(t.TempDir(), "redress.db")
			if db.key == "postgres" {
				url = pgtest.Database(t, "")
			}
			s, err := store.Open(t.Context(), store.Config{URL: url})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			if _, err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			book, err := ledger.Open(t.Context(), s.Client(), filepath.Join(t.TempDir(), "ledger.key"))
			if err != nil {
				t.Fatal(err)
			}
			test(t, &desk{auth.System(t.Context(), "test"), s.Client(), book})
		})
	}
}

// desk is a database to import into, seen with all rights.
type desk struct {
	ctx context.Context
	*ent.Client
	book *ledger.Book
}

var now = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

func (d *desk) importer() *csvimport.Importer {
	return &csvimport.Importer{Client: d.Client, Ledger: d.book, Now: func() time.Time { return now }}
}

// take imports a file and answers the sums and the report's lines without its header.
func (d *desk) take(t *testing.T, file string, opts csvimport.Options) (csvimport.Summary, [][]string) {
	t.Helper()
	var report bytes.Buffer
	sum, err := d.importer().Complaints(t.Context(), strings.NewReader(file), &report, opts)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Read != sum.Imported+sum.AlreadyThere+sum.Rejected {
		t.Fatalf("the sums don't add up: %+v", sum)
	}
	lines, err := csv.NewReader(&report).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return sum, lines[1:]
}

func (d *desk) user(t *testing.T, email string) *ent.User {
	t.Helper()
	u := d.User.Create().SetName("Ada").SetRole(domain.RoleUser).SetCreatedAt(now).SaveX(d.ctx)
	d.Contact.Create().SetUserID(u.ID).SetEmail(email).SetEmailKey(email).SetCreatedAt(now).SaveX(d.ctx)
	return u
}

func (d *desk) complaint(t *testing.T, ref string) *ent.Complaint {
	t.Helper()
	c, err := d.Complaint.Query().Where(complaint.ExternalRef(ref)).
		WithCategory().WithZone().WithContact().
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).Only(d.ctx)
	if err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return c
}
