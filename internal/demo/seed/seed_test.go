package seed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	storebatch "github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestMain(m *testing.M) { testenv.Main(m) }

var midnight = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// env is an empty environment to seed.
type env struct{ *dbtest.Env }

// forEachDatabase runs a test on each database.
func forEachDatabase(t *testing.T, test func(t *testing.T, e *env)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(t, empty(t, name)) })
}

func empty(t *testing.T, name string) *env {
	t.Helper()
	return &env{dbtest.New(t, name)}
}

// run seeds the database, checks the counts of rows and returns them by table.
func (e *env) run(t *testing.T, o Options) map[string]int {
	t.Helper()
	counts, err := Run(t.Context(), e.Target(), o)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, c := range counts {
		all[c.Table] = c.Rows
		if n := e.number(t, `SELECT COUNT(*) FROM "`+c.Table+`"`); n != c.Rows {
			t.Errorf("%s: %d rows, told %d", c.Table, n, c.Rows)
		}
	}
	return all
}

func (e *env) number(t *testing.T, query string) (n int) {
	t.Helper()
	if err := e.DB().QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func (e *env) texts(t *testing.T, query string) (all []string) {
	t.Helper()
	rows, err := e.DB().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// schema returns the definitions of all indexes and foreign keys.
func (e *env) schema(t *testing.T) []string {
	t.Helper()
	if e.Dialect() == dialect.Postgres {
		return e.texts(t, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
			UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint ORDER BY 1`)
	}
	return e.texts(t, `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1`)
}

func (e *env) verify(t *testing.T, rows int) {
	t.Helper()
	found, err := ledger.Verification{Client: e.Client(), KeyFile: e.LedgerKeyFile, Now: time.Now}.Run(t.Context())
	if err != nil || !found.Complete || found.Rows != int64(rows) {
		t.Errorf("the ledger: %+v %v, want %d rows", found, err, rows)
	}
}

// seedInvariants hold for seeded rows beside the invariants of all rows: each query selects
// violations.
var seedInvariants = map[string]string{
	"nothing has happened after the end": `SELECT id FROM complaints WHERE updated_at > '2026-11-21 00:00:00+00:00' OR created_at < '2023-11-21 00:00:00+00:00'
		UNION ALL SELECT id FROM status_logs WHERE created_at > '2026-11-21 00:00:00+00:00'
		UNION ALL SELECT id FROM task_updates WHERE created_at > '2026-11-21 00:00:00+00:00' OR occurred_at > created_at
		UNION ALL SELECT id FROM payments WHERE created_at > '2026-11-21 00:00:00+00:00'
		UNION ALL SELECT id FROM notifications WHERE read_at > '2026-11-21 00:00:00+00:00' OR sent_at > '2026-11-21 00:00:00+00:00'`,
	"what is resolved and not rated badly is recent, or it would have closed": `SELECT id FROM complaints WHERE status = 'RESOLVED' AND rating IS NULL AND resolved_at < '2026-11-07 00:00:00+00:00'`,
	"only what is open is overdue":                                            `SELECT id FROM complaints WHERE overdue AND status NOT IN ('SUBMITTED', 'ASSIGNED', 'IN_PROGRESS', 'REOPENED', 'ON_HOLD')`,
	"who rates or withdraws has an account":                                   `SELECT id FROM complaints WHERE submitted_by_id IS NULL AND (rating IS NOT NULL OR status = 'WITHDRAWN')`,
	"the log says when it moved":                                              `SELECT c.id FROM complaints c JOIN status_logs l ON l.complaint_id = c.id AND l.seq = c.log_rows WHERE l.created_at <> c.moved_at`,
	"a deadline is sorted by itself":                                          `SELECT id FROM complaints WHERE due_at <> due_order OR due_at IS NULL AND due_order < '9999-01-01 00:00:00+00:00'`,
	"no deadline that has passed is left for a notice": `SELECT id FROM complaints WHERE NOT overdue AND due_at < '2026-11-21 00:00:00+00:00'
		AND status IN ('SUBMITTED', 'ASSIGNED', 'IN_PROGRESS', 'REOPENED')`,
	"who reports is a user, who works a solver": `SELECT c.id FROM complaints c JOIN users u ON u.id = c.submitted_by_id WHERE u.role <> 'USER' OR u.state <> 'ACTIVE'
		UNION ALL SELECT t.id FROM tasks t JOIN users u ON u.id = t.solver_id WHERE u.role <> 'SOLVER' OR COALESCE(CAST(u.provider_id AS text), '') <> COALESCE(CAST(t.provider_id AS text), '')`,
	"what the service says in a notification is kept for readers of any language": `SELECT id FROM notifications WHERE (complaint_id IS NULL) <> (wording = '')`,
	"a task is paid for after it was done":                                        `SELECT x.task_id FROM payment_tasks x JOIN payments p ON p.id = x.payment_id JOIN tasks t ON t.id = x.task_id WHERE t.ended_at > p.created_at`,
	"a broadcast's counters add up": `SELECT id FROM broadcasts WHERE recipients <> pending + sent + failed + skipped + cancelled OR delivered > sent OR read > sent
		UNION ALL SELECT id FROM broadcasts b WHERE recipients <> (SELECT COUNT(DISTINCT recipient_id) FROM notifications n WHERE n.broadcast_id = b.id)
		UNION ALL SELECT id FROM broadcasts b WHERE read <> (SELECT COUNT(DISTINCT recipient_id) FROM notifications n WHERE n.broadcast_id = b.id AND n.read_at IS NOT NULL)
		UNION ALL SELECT id FROM broadcast_channels c WHERE recipients <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel)
			OR sent <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel AND n.state = 'SENT')
			OR failed <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel AND n.state = 'FAILED')
			OR skipped <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel AND n.state = 'SKIPPED')
			OR delivered <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel AND n.delivered_at IS NOT NULL)
			OR read <> (SELECT COUNT(*) FROM notifications n WHERE n.broadcast_id = c.broadcast_id AND n.channel = c.channel AND n.read_at IS NOT NULL)`,
	"a file is of one thing": `SELECT id FROM media WHERE (update_id IS NULL) = (complaint_id IS NULL) OR comment_id IS NOT NULL`,
}

// TestCity checks the proportions, and everything that holds for any database.
func TestCity(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, e *env) {
		before := e.schema(t)
		counts := e.run(t, Options{Complaints: 500, Seed: 1, Until: midnight, Pictures: 500})
		for table, want := range map[string]int{
			"complaints": 500, "status_logs": 2500, "tasks": 250, "task_updates": 500, "media": 500, "payments": 500,
		} {
			if counts[table] != want {
				t.Errorf("%d %s, want %d", counts[table], table, want)
			}
		}
		for table, n := range counts {
			if n == 0 {
				t.Errorf("no %s", table)
			}
		}
		if got := e.texts(t, `SELECT CAST(COUNT(*) AS text) FROM payments GROUP BY provider_id ORDER BY COUNT(*) DESC LIMIT 1`); got[0] != "50" {
			t.Errorf("the largest provider has %s payments, want a tenth", got[0])
		}
		for column, words := range map[string][]string{
			"complaints.status": domain.ComplaintStatus("").Values(), "payments.type": domain.PaymentType("").Values(),
			"broadcasts.target_type": domain.TargetType("").Values(), "broadcasts.status": domain.BroadcastStatus("").Values(),
			"users.role": domain.Role("").Values(), "complaints.source": domain.Source("").Values(),
		} {
			t.Run(column, func(t *testing.T) {
				table, name, _ := strings.Cut(column, ".")
				got := e.texts(t, "SELECT DISTINCT "+name+" FROM "+table)
				for _, w := range words {
					if !slices.Contains(got, w) {
						t.Errorf("no %s is %s", column, w)
					}
				}
			})
		}
		testenv.CheckInvariants(t, e.Store, e.Media)
		testenv.CheckRules(t, e.Client())
		for says, query := range seedInvariants {
			if ids := e.texts(t, query); len(ids) > 0 {
				t.Errorf("violated: %s: %d rows, such as %s", says, len(ids), ids[0])
			}
		}
		e.verify(t, counts["payments"]+counts["audit_entries"])
		if after := e.schema(t); !slices.Equal(before, after) {
			t.Errorf("indexes and keys were\n%s\nand are\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
		}
		if e.Dialect() == dialect.SQLite {
			found := e.number(t, `SELECT COUNT(*) FROM complaint_text_index WHERE complaint_text_index MATCH '"pothole"'`)
			if there := e.number(t, `SELECT COUNT(*) FROM complaint_texts WHERE instr(body, 'pothole') > 0`); found != there || there == 0 {
				t.Errorf("the index finds %d complaints of %d", found, there)
			}
			if n := e.number(t, "PRAGMA foreign_keys"); n != 1 {
				t.Error("foreign keys are not kept any more")
			}
		}
		if counts, err := Run(t.Context(), e.Target(), Options{Complaints: 1, Seed: 2, Until: midnight}); !errors.Is(err, ErrNotEmpty) || counts != nil {
			t.Errorf("a second time: %v", err)
		}
	})
}

// TestColumns checks that a row's fields are in the order of its table's columns. Writing and
// reading here both rely on it, so that neither would notice.
func TestColumns(t *testing.T) {
	b := reflect.TypeFor[bulk.Rows]()
	for i, sh := range (&bulk.Rows{}).Tables() {
		row := b.Field(i).Type.Elem().Elem()
		first := bulk.FirstField
		if row.Field(first).Name == "ID" && sh.Columns[0] != "id" { // the database generates it
			first++
		}
		for c, column := range sh.Columns {
			f := row.Field(first + c)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" { // a secret of ent's
				name = strings.ToLower(f.Name)
				column = strings.ReplaceAll(column, "_", "")
			}
			if name != column {
				t.Errorf("%s: %s stands where the column %s does", sh.Name, f.Name, column)
			}
		}
	}
}

// TestStoredAlike checks that on SQLite, where a column takes a value of any type, values have
// the types that the service writes.
func TestStoredAlike(t *testing.T) {
	if !slices.Contains(dbtest.Names(), "sqlite") {
		t.Skip("REDRESS_TEST_DATABASES leaves it out")
	}
	e := empty(t, "sqlite")
	e.run(t, Options{Complaints: 200, Seed: 1, Until: midnight})
	written := &env{&dbtest.Env{Store: testenv.Start(t, "sqlite").Store}}
	for _, sh := range (&bulk.Rows{}).Tables() {
		for _, column := range sh.Columns {
			query := `SELECT DISTINCT typeof("` + column + `") FROM "` + sh.Name + `"`
			own := written.texts(t, query)
			for _, kind := range e.texts(t, query) {
				if kind != "null" && !slices.Contains(own, kind) && !slices.Equal(own, []string{"null"}) {
					t.Errorf("%s.%s is %s, but %s where the service wrote it", sh.Name, column, kind, own)
				}
			}
		}
	}
	for _, column := range []string{"complaints.created_at", "complaints.due_order", "status_logs.created_at", "payments.created_at"} {
		table, name, _ := strings.Cut(column, ".")
		for _, text := range e.texts(t, "SELECT CAST("+name+" AS text) FROM "+table) {
			if !instant.MatchString(text) {
				t.Fatalf("%s is spelled %s", column, text)
			}
		}
	}
}

// instant matches a time as the store has SQLite write it: in UTC, without padding.
var instant = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{0,2}[1-9])?\+00:00$`)

// digest returns a digest of all rows, the same on both databases.
func (e *env) digest(t *testing.T) string {
	t.Helper()
	sum := sha256.New()
	for _, sh := range e.read(t).Tables() {
		values := make([]any, len(sh.Columns))
		var lines []string
		for i := range sh.Len {
			sh.Values(i, values)
			for c, v := range values {
				if d, ok := v.(bulk.JSON); ok { // PostgreSQL keeps no order of keys
					var x any
					if err := json.Unmarshal(d, &x); err != nil {
						t.Fatal(err)
					}
					values[c] = x
				}
			}
			lines = append(lines, fmt.Sprint(sh.Name, values))
		}
		slices.Sort(lines)
		_, _ = sum.Write([]byte(strings.Join(lines, "\n")))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// read reads all rows through ent.
func (e *env) read(t *testing.T) *bulk.Rows {
	t.Helper()
	c, ctx := e.Client(), testenv.System()
	return &bulk.Rows{
		Zones: c.Zone.Query().AllX(ctx), Categories: c.Category.Query().AllX(ctx), Providers: c.ServiceProvider.Query().AllX(ctx),
		Users: c.User.Query().AllX(ctx), Groups: c.Group.Query().AllX(ctx), Memberships: c.Membership.Query().AllX(ctx),
		Complaints: c.Complaint.Query().AllX(ctx), Contacts: c.Contact.Query().AllX(ctx), StatusLogs: c.StatusLog.Query().AllX(ctx),
		Comments: c.Comment.Query().AllX(ctx), Tasks: c.WorkTask.Query().AllX(ctx), Updates: c.TaskUpdate.Query().AllX(ctx),
		Media: c.Media.Query().AllX(ctx), Payments: c.Payment.Query().AllX(ctx), PaidTasks: c.PaymentTask.Query().AllX(ctx),
		Claims: c.PaymentClaim.Query().AllX(ctx), Broadcasts: c.Broadcast.Query().AllX(ctx), Channels: c.BroadcastChannel.Query().AllX(ctx),
		BroadcastEvents: c.BroadcastEvent.Query().AllX(ctx), Notifications: c.Notification.Query().AllX(ctx), AuditEntries: c.AuditEntry.Query().AllX(ctx),
		ComplaintTexts: c.ComplaintText.Query().AllX(ctx), BroadcastTexts: c.BroadcastText.Query().AllX(ctx), PaymentDays: c.PaymentDay.Query().AllX(ctx), PaymentSums: c.PaymentSum.Query().AllX(ctx),
		Counters: c.Counter.Query().AllX(ctx), ComplaintFacts: c.ComplaintFact.Query().AllX(ctx),
	}
}

// TestTheSameAgain checks that the same options generate the same rows on either database, and
// other options other rows.
func TestTheSameAgain(t *testing.T) {
	o := Options{Complaints: 120, Seed: 7, Until: midnight}
	city := func(name string, o Options) string {
		e := empty(t, name)
		e.run(t, o)
		return e.digest(t)
	}
	first := city("sqlite", o)
	for _, name := range dbtest.Names() {
		if again := city(name, o); again != first {
			t.Errorf("other rows on %s", name)
		}
	}
	for what, other := range map[string]Options{
		"number": {Complaints: 121, Seed: 7, Until: midnight},
		"seed":   {Complaints: 120, Seed: 8, Until: midnight},
		"end":    {Complaints: 120, Seed: 7, Until: midnight.AddDate(0, 0, -1)},
	} {
		t.Run(what, func(t *testing.T) {
			if city("sqlite", other) == first {
				t.Errorf("the same rows with another %s", what)
			}
		})
	}
}

// TestAnySize seeds from one complaint on, and beyond the ends of batches.
func TestAnySize(t *testing.T) {
	for _, n := range []int{1, 2, 49, 51, batchSize, batchSize + 1} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			e := empty(t, "sqlite")
			counts := e.run(t, Options{Complaints: n, Seed: uint64(n), Until: midnight})
			if counts["complaints"] != n || counts["payments"] != n {
				t.Errorf("%d: %v", n, counts)
			}
			e.verify(t, counts["payments"]+counts["audit_entries"])
		})
	}
	for _, n := range []int{0, -1, MaxComplaints + 1} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if _, err := Run(t.Context(), empty(t, "sqlite").Target(), Options{Complaints: n, Until: midnight}); err == nil {
				t.Errorf("%d complaints are taken", n)
			}
		})
	}
}

// TestSlots checks that times ascend over the whole story, eight in ten by day.
func TestSlots(t *testing.T) {
	const n = 20_000
	g := newGenerator(Options{Complaints: n, Seed: 3, Until: midnight}, nil, nil)
	before, days, byDay := g.from, map[string]bool{}, 0
	for i := range n {
		at := g.timeOf(i)
		if at.Before(before) || !at.Before(midnight) {
			t.Fatalf("slot %d is at %s, the one before at %s", i, at, before)
		}
		before = at
		days[at.Format(time.DateOnly)] = true
		if at.Hour() >= 7 && at.Hour() < 20 {
			byDay++
		}
	}
	if byDay < n*78/100 || byDay > n*82/100 || len(days) != 1096 || before.Before(midnight.Add(-4*time.Hour)) {
		t.Errorf("%d of %d are by day, on %d days, the last one at %s", byDay, n, len(days), before)
	}
}

// TestStopped checks that an interruption at any stage leaves nothing, and that seeding can be
// repeated.
func TestStopped(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, e *env) {
		before := e.schema(t)
		for _, at := range []string{"Writing", "Indexing complaints", "Indexing audit_entries"} {
			t.Run(at, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				counts, err := Run(ctx, e.Target(), Options{Complaints: batchSize + 50, Seed: 1, Until: midnight, Progress: func(stage string, _, _ int) {
					if stage == at {
						cancel()
					}
				}})
				cancel()
				if err == nil || counts != nil {
					t.Errorf("stopped while %s: %v %v", at, counts, err)
				}
				if n := e.number(t, "SELECT COUNT(*) FROM users") + e.number(t, "SELECT COUNT(*) FROM complaints"); n != 0 {
					t.Errorf("stopped while %s: %d rows", at, n)
				}
				if after := e.schema(t); !slices.Equal(before, after) {
					t.Errorf("stopped while %s: indexes or keys are lost", at)
				}
			})
		}
		counts := e.run(t, Options{Complaints: 60, Seed: 1, Until: midnight})
		e.verify(t, counts["payments"]+counts["audit_entries"])
	})
}

// TestCutOff checks that a lost connection ends it with an error.
func TestCutOff(t *testing.T) {
	if !slices.Contains(dbtest.Names(), "postgres") {
		t.Skip("REDRESS_TEST_DATABASES leaves it out")
	}
	e := empty(t, "postgres")
	cut := false
	_, err := Run(t.Context(), e.Target(), Options{Complaints: batchSize, Seed: 1, Until: midnight, Progress: func(string, int, int) {
		if !cut {
			cut = true
			e.texts(t, `SELECT CAST(pg_terminate_backend(pid) AS text) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		}
	}})
	if err == nil {
		t.Fatal("it goes on")
	}
	if n := e.number(t, "SELECT COUNT(*) FROM complaints"); n != 0 {
		t.Errorf("%d complaints are left", n)
	}
}

// TestAfterOthers checks that existing accounts and audit entries are kept, and that the chains
// continue from them.
func TestAfterOthers(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, e *env) {
		ctx := testenv.System()
		c := e.Client()
		c.User.Create().SetName("Ada").SetRole(domain.RoleSuperAdmin).SetCreatedAt(midnight).SaveX(ctx)
		for range 3 {
			entry := &ent.AuditEntry{Agent: domain.AgentSystem, Action: "user.create", SubjectType: "User", CreatedAt: midnight}
			tx, err := c.Tx(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(e.Ledger.Audit(ctx, storebatch.Of(tx), entry), tx.Commit()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Run(t.Context(), e.Target(), Options{Complaints: 60, Seed: 1, Until: midnight}); err != nil {
			t.Fatal(err)
		}
		e.verify(t, e.number(t, "SELECT COUNT(*) FROM payments")+e.number(t, "SELECT COUNT(*) FROM audit_entries"))
	})
}
