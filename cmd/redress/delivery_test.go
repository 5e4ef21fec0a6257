package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

const (
	recipients = 1_000 // besides the demo's
	senders    = 4     // of each instance
	title      = "Water off"
)

// broadcastRun is an installation whose instances send broadcasts to many people through a mail
// server that records everything.
type broadcastRun struct {
	installation installation
	db           *store.Store
	mail         *testenv.MailServer
	admin        string
	args         []string
	runs         []*process

	people map[uuid.UUID]string // recipients of a broadcast to all: their addresses
	// what becomes of the next message to addresses that the mail server does not know: FAILED once, SKIPPED from then on
	refused map[string]domain.NotificationState
	deaf    map[uuid.UUID]bool // recipients who opted out of e-mail
	seen    int                // messages of earlier broadcasts
}

// newBroadcastRun starts instances, with more arguments if there are any.
func newBroadcastRun(t *testing.T, h installation, instances, people int, args ...string) *broadcastRun {
	t.Helper()
	o := &broadcastRun{
		installation: h, mail: testenv.StartMail(t), people: map[uuid.UUID]string{},
		refused: map[string]domain.NotificationState{}, deaf: map[uuid.UUID]bool{},
	}
	o.args = append([]string{
		"--smtp-url", "smtp://" + o.mail.Addr + "?from=desk@redress.example", "--public-url", "https://redress.example",
		"--mail-rate", "10000", "--mail-connections", fmt.Sprint(senders),
	}, args...)
	o.runs = append(o.runs, h.startProcess(t, o.args...)) // loads the demo
	o.db, _ = h.open(t)
	var all []string
	for i := range people {
		all = append(all, fmt.Sprintf("reader%d@example.com", i))
	}
	testenv.AddUsers(t, o.db, all...)
	for len(o.runs) < instances {
		o.runs = append(o.runs, h.startProcess(t, o.args...))
	}
	return o
}

// instances returns how many instances share an installation in tests: SQLite has one.
func (h installation) instances() int {
	if strings.HasPrefix(h.database, "sqlite") {
		return 1
	}
	return 3
}

// addRecipients adds recipients of a broadcast to all, some of whom e-mail does not reach.
func (o *broadcastRun) addRecipients(t *testing.T) {
	t.Helper()
	for i, p := range o.db.Client().User.Query().Where(user.StateEQ(domain.AccountActive)).WithContact().AllX(system()) {
		email := p.Edges.Contact.Email
		o.people[p.ID] = email
		switch i % 50 {
		case 7:
			if !strings.HasPrefix(email, "reader") {
				continue // an account of the demo, whose own e-mails may be refused before any broadcast
			}
			o.refused[email] = domain.NotificationFailed
			o.mail.InjectFault(email, testenv.MailFault{RcptCode: 550, Message: "no such mailbox"})
		case 8:
			o.deaf[p.ID] = true
			o.db.Client().User.UpdateOne(p).SetMailBroadcasts(false).ExecX(system())
		}
	}
}

// execute sends a GraphQL document as an administrator, and returns the response as text.
func (o *broadcastRun) execute(t *testing.T, p *process, document string, variables map[string]any) string {
	t.Helper()
	return p.graph(t, o.admin, document, variables).body
}

// schedule schedules a broadcast to everybody.
func (o *broadcastRun) schedule(t *testing.T, channels ...string) uuid.UUID {
	t.Helper()
	// Each start of the demo opens sessions of the same account, which has at most fifty.
	o.admin = strings.TrimSpace(o.installation.mustRun(t, "", "token", "--email", "admin@example.com", "--ttl", "24h"))
	body := o.execute(t, o.runs[0], `mutation($channels: [Channel!]!) { scheduleBroadcast(input: {title: "`+title+`", message: "From six to nine.",
		targetType: ALL, channels: $channels}) { broadcast { id } } }`, map[string]any{"channels": channels})
	var got struct {
		Data struct {
			ScheduleBroadcast struct{ Broadcast struct{ ID uuid.UUID } }
		}
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.Data.ScheduleBroadcast.Broadcast.ID == uuid.Nil {
		t.Fatalf("%v %s", err, body)
	}
	return got.Data.ScheduleBroadcast.Broadcast.ID
}

func (o *broadcastRun) ended(t *testing.T, id uuid.UUID) bool {
	t.Helper()
	n, err := o.db.Client().Broadcast.Query().Where(broadcast.ID(id), broadcast.CompletedAtNotNil()).Count(system())
	if err != nil {
		t.Fatal(err)
	}
	return n == 1
}

// wait waits until a broadcast has ended, and checks its counters meanwhile.
func (o *broadcastRun) wait(t *testing.T, id uuid.UUID) {
	t.Helper()
	for begin := time.Now(); !o.ended(t, id); time.Sleep(100 * time.Millisecond) {
		testenv.CheckCounters(t, o.db, id)
		if time.Since(begin) > 2*time.Minute {
			t.Fatalf("it does not end: %v", o.db.Client().Broadcast.GetX(system(), id))
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// expiredLeases returns the leases of dead senders: those that are the same a second later. No
// live sender holds one so long, since this mail server replies at once.
func (o *broadcastRun) expiredLeases(t *testing.T) []uuid.UUID {
	t.Helper()
	leases := func() (all []uuid.UUID) {
		rows, err := o.db.Client().Notification.Query().
			Where(notification.LeaseNotNil(), notification.StateEQ(domain.NotificationPending)).All(system())
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			all = append(all, *row.Lease)
		}
		return all
	}
	before := leases()
	time.Sleep(time.Second)
	var same []uuid.UUID
	for _, now := range leases() {
		for _, then := range before {
			if now == then {
				same = append(same, now)
			}
		}
	}
	return same
}

// expireLeases has the leases of dead senders expire.
func (o *broadcastRun) expireLeases(t *testing.T, orphans []uuid.UUID) {
	t.Helper()
	err := o.db.Client().Notification.Update().
		Where(notification.LeaseIn(orphans...), notification.StateEQ(domain.NotificationPending)).
		SetNextTryAt(time.Now().UTC().Truncate(time.Millisecond)).Exec(system())
	if err != nil {
		t.Fatal(err)
	}
}

// check fails the test unless each recipient of a broadcast that has ended has exactly one row
// for each channel, in the expected state, and got the expected messages. It returns how many
// messages were repeated.
func (o *broadcastRun) check(t *testing.T, id uuid.UUID, crashes, claims int, stopped bool) (repeated int) {
	t.Helper()
	testenv.CheckCounters(t, o.db, id)
	sent := map[string][]string{} // Message-IDs by address
	all := o.mail.Mail("")
	for _, m := range all[o.seen:] {
		if m.Header.Get("Subject") != title {
			continue // notifications of the demo's accounts about their own complaints
		}
		sent[m.To] = append(sent[m.To], m.Header.Get("Message-Id"))
	}
	o.seen = len(all)
	rows := o.db.Client().Notification.Query().Where(notification.BroadcastID(id)).AllX(system())
	if len(rows) != 2*len(o.people) {
		t.Errorf("%d rows for %d people", len(rows), len(o.people))
	}
	lots := map[uuid.UUID]bool{}
	for _, row := range rows {
		to, ok := o.people[*row.RecipientID]
		if !ok {
			t.Errorf("a row for somebody else: %v", row)
		}
		if row.Channel == domain.ChannelInApp {
			if row.State == domain.NotificationSent {
				lots[*row.Lease] = true
			}
			if row.State != domain.NotificationSent && (!stopped || row.State != domain.NotificationCancelled) {
				t.Errorf("in the application: %v", row)
			}
			continue
		}
		got := sent[to]
		delete(sent, to)
		for i := range got {
			if got[i] != got[0] || !strings.Contains(got[i], row.ID.String()) {
				t.Errorf("%s: message %s for row %s", to, got[i], row.ID)
			}
		}
		repeated += max(0, len(got)-1)
		want := domain.NotificationSent
		switch {
		case o.deaf[*row.RecipientID]:
			want = domain.NotificationSkipped
		case o.refused[to] != "":
			want = o.refused[to]
		}
		none := want != domain.NotificationSent
		switch {
		case row.State == want && none == (len(got) == 0) && len(got) <= 1+crashes:
		case row.State == domain.NotificationCancelled && stopped && len(got) <= crashes:
		default:
			t.Errorf("%s is %s %q, not %s, and got %d messages", to, row.State, row.LastError, want, len(got))
		}
		if row.State == domain.NotificationFailed {
			o.refused[to] = domain.NotificationSkipped
		}
	}
	if len(sent) > 0 {
		t.Errorf("messages for who has no row: %v", sent)
	}
	if repeated > crashes*claims {
		t.Errorf("%d messages were repeated after %d crashes of at most %d claims each", repeated, crashes, claims)
	}
	for lot := range lots {
		if n := o.countEvents(t, lot); n != 1 {
			t.Errorf("lot %s was told %d times", lot, n)
		}
	}
	return repeated
}

func (o *broadcastRun) countEvents(t *testing.T, lot uuid.UUID) (n int) {
	t.Helper()
	if err := o.db.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM events WHERE row_id = '`+lot.String()+`'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKillWhileSending checks that, whichever instance is killed with -9, and whenever, each
// recipient of a broadcast has one final state, one notification in the application, and at
// most one repeated e-mail for each kill.
func TestKillWhileSending(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: broadcasts under kill -9")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		seed, kills := rand.Uint64(), soakCount("REDRESS_SOAK_KILLS", 3)
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 3))
		o := newBroadcastRun(t, h, h.instances(), recipients)
		o.addRecipients(t)
		killed, broadcasts, midway, repeated := 0, 0, 0, 0
		for killed < kills {
			id, crashes, stopped := o.schedule(t, "IN_APP", "EMAIL"), 0, false
			broadcasts++
			toStop := chance.IntN(5) == 0
			for !o.ended(t, id) && killed < kills {
				for end := time.Now().Add(time.Duration(chance.IntN(1_500)) * time.Millisecond); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
					testenv.CheckCounters(t, o.db, id)
				}
				victim := chance.IntN(len(o.runs))
				if !o.ended(t, id) {
					midway++
				}
				o.runs[victim].kill()
				killed, crashes = killed+1, crashes+1
				for _, line := range o.runs[victim].loggedErrors() {
					t.Errorf("kill %d: %s", killed, line)
				}
				o.runs[victim] = o.installation.startProcess(t, o.args...)
				o.expireLeases(t, o.expiredLeases(t))
				if toStop && !stopped {
					stopped = !strings.Contains(o.execute(t, o.runs[0], `mutation($id: ID!) { stopBroadcast(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id}), "errors")
				}
				if t.Failed() {
					t.FailNow()
				}
			}
			o.wait(t, id)
			repeated += o.check(t, id, crashes, senders, stopped)
			if broadcasts%10 == 0 {
				t.Logf("%d of %d kills, %d while it went out; %d broadcasts, %d messages repeated", killed, kills, midway, broadcasts, repeated)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
		t.Logf("%d kills, %d while it went out; %d broadcasts to %d people, %d messages repeated", killed, midway, broadcasts, len(o.people), repeated)
		if midway == 0 {
			t.Error("nothing was going out, nothing was tested")
		}
		for _, p := range o.runs {
			p.kill()
		}
		_, media := o.installation.open(t)
		checkInvariants(t, o.installation, o.db, media)
	})
}

// TestDatabaseKilledWhileSending checks the same for kills of PostgreSQL.
func TestDatabaseKilledWhileSending(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: broadcasts under a crash of the database")
	}
	server := ownPostgres(t)
	seed, outages := rand.Uint64(), soakCount("REDRESS_SOAK_OUTAGES", 1)
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 4))
	h := newInstallation(t)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	h.database = u.String()
	o := newBroadcastRun(t, h, 2, recipients)
	o.addRecipients(t)
	repeated := 0
	for i := range outages {
		id := o.schedule(t, "IN_APP", "EMAIL")
		time.Sleep(time.Duration(chance.IntN(2_000)) * time.Millisecond)
		server.Crash([]syscall.Signal{syscall.SIGQUIT, syscall.SIGKILL}[i%2])
		time.Sleep(time.Second)
		if err := server.Restart(); err != nil {
			t.Fatal(err)
		}
		eventually(t, 20*time.Second, "the database is back", func() bool { return o.db.DB().PingContext(t.Context()) == nil })
		o.expireLeases(t, o.expiredLeases(t))
		o.wait(t, id)
		repeated += o.check(t, id, 1, len(o.runs)*senders, false)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d outages, %d messages repeated", outages, repeated)
	for _, p := range o.runs {
		p.kill()
	}
	_, media := o.installation.open(t)
	checkInvariants(t, h, o.db, media)
}
