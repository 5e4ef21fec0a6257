package csvimport_test

import (
	"bytes"
	"context"
	"encoding/csv"
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
	"github.com/redress/redress/internal/testenv/dbtest"
)

// forEachDatabase runs a test on each database, each time on an empty one.
func forEachDatabase(t *testing.T, test func(*testing.T, *env)) {
	t.Helper()
	forEachNamedDatabase(t, func(t *testing.T, _ string, d *env) { test(t, d) })
}

// forEachNamedDatabase is forEachDatabase for tests that are shorter on one of them.
func forEachNamedDatabase(t *testing.T, test func(t *testing.T, name string, d *env)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		e := dbtest.New(t, name)
		test(t, name, &env{auth.System(t.Context(), "test"), e.Client(), e.Ledger})
	})
}

// env is a database to import into, accessed without policies.
type env struct {
	ctx context.Context
	*ent.Client
	ledger *ledger.Book
}

var now = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

func (d *env) importer() *csvimport.Importer {
	return &csvimport.Importer{Client: d.Client, Ledger: d.ledger, Now: func() time.Time { return now }}
}

// importFile imports a file and returns the sums and the report's lines without its header.
func (d *env) importFile(t *testing.T, file string, opts csvimport.Options) (csvimport.Summary, [][]string) {
	t.Helper()
	var report bytes.Buffer
	sum, err := d.importer().Complaints(t.Context(), strings.NewReader(file), &report, opts)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Read != sum.Imported+sum.AlreadyImported+sum.Rejected {
		t.Fatalf("the sums don't add up: %+v", sum)
	}
	lines, err := csv.NewReader(&report).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return sum, lines[1:]
}

func (d *env) user(t *testing.T, email string) *ent.User {
	t.Helper()
	u := d.User.Create().SetName("Ada").SetRole(domain.RoleUser).SetCreatedAt(now).SaveX(d.ctx)
	d.Contact.Create().SetUserID(u.ID).SetEmail(email).SetEmailKey(email).SetCreatedAt(now).SaveX(d.ctx)
	return u
}

func (d *env) complaint(t *testing.T, ref string) *ent.Complaint {
	t.Helper()
	c, err := d.Complaint.Query().Where(complaint.ExternalRef(ref)).
		WithCategory().WithZone().WithContact().
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).Only(d.ctx)
	if err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return c
}
