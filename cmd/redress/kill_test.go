package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// How many work at once: writers process complaints, clients sign in, refresh and upload.
const (
	numWriters = 38
	numClients = 12
)

// minOperations is how many operations are acknowledged before something is killed, except on a
// busy machine.
const minOperations = 80

// soakCount returns how often something is done: a few times among the other tests, and as
// often as the environment says in `make soak`.
func soakCount(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// maxRestart is how long a restart may take; on a busy machine a few may take three times that.
const maxRestart = 2 * time.Second

// storedUpload is an upload that got the response 201.
type storedUpload struct {
	ID     uuid.UUID `json:"id"`
	SHA256 string    `json:"sha256"`
}

// client uses the service and remembers all that was acknowledged.
type client struct {
	client   *http.Client
	rand     *rand.Rand
	from     string    // address before the proxy
	task     uuid.UUID // in progress, of this client only
	update   uuid.UUID // of that task, of this round
	access   string
	refresh  string
	receipts []storedUpload
	files    *atomic.Int64
	wrong    []error // responses other than success and a broken connection
}

type tokenPair struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// work continues until a response is lost, which happens when something is killed, or until the
// context ends: a request may wait its turn through a whole outage, and be the first one afterwards.
func (p *client) work(until context.Context, t *testing.T, base, token string) {
	p.client = &http.Client{Transport: &http.Transport{}}
	defer p.client.CloseIdleConnections()
	if !p.post(t, base, token) {
		return
	}
	for until.Err() == nil {
		var status int
		var err error
		switch {
		case p.refresh == "":
			var got tokenPair
			if status, err = p.login(t, base, &got); status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		case p.rand.IntN(3) == 0:
			var got tokenPair
			status, err = post(t.Context(), p.client, base+"/api/auth/refresh/", p.from, map[string]string{"refresh_token": p.refresh}, &got)
			if status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		default:
			var text []byte
			status, text, err = upload(t.Context(), p.client, base, token, p.update, "proof.png", bytes.NewReader(p.picture()))
			var got struct{ Media storedUpload }
			if status == http.StatusCreated && err == nil && json.Unmarshal(text, &got) == nil {
				p.receipts = append(p.receipts, got.Media)
				p.files.Add(1)
			}
		}
		if err != nil || status == http.StatusServiceUnavailable { // the database may be what was killed
			return
		}
		switch status {
		case http.StatusOK, http.StatusCreated, http.StatusTooManyRequests:
		case http.StatusConflict: // the update is full
			if !p.post(t, base, token) {
				return
			}
		default:
			p.wrong = append(p.wrong, fmt.Errorf("answered %d", status))
			return
		}
	}
}

// post posts an update to upload files to. It returns false when the connection breaks.
func (p *client) post(t *testing.T, base, token string) bool {
	w := writer{client: p.client, base: base, accounts: accounts{tokens: map[string]string{"solver": token}}, operations: new(atomic.Int64)}
	err := w.do(t.Context(), &trackedComplaint{}, "solver", "postTaskUpdate", "update { id }", map[string]any{"id": p.task},
		func(*state) {}, func(a payload) { p.update = a.at("update", "id") })
	if err != nil && !errors.Is(err, errUnknown) {
		p.wrong = append(p.wrong, err)
	}
	return err == nil
}

func (p *client) login(t *testing.T, base string, got *tokenPair) (int, error) {
	email := []string{"user", "user2", "solver2", "provider", "admin", "superadmin"}[p.rand.IntN(6)] + "@example.com"
	return post(t.Context(), p.client, base+"/api/auth/login/", p.from, map[string]string{"email": email, "password": "redress-demo"}, got)
}

// picture returns a picture that was not sent before.
func (p *client) picture() []byte {
	img := image.NewGray(image.Rect(0, 0, 24, 24))
	for i := range img.Pix {
		img.Pix[i] = uint8(p.rand.Uint32())
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// clients are all writers and clients of an installation.
type clients struct {
	home       installation
	db         *store.Store
	media      blob.Store
	token      string // of solver@example.com
	writers    []*writer
	people     []*client
	operations atomic.Int64 // acknowledged since the last break
	files      atomic.Int64 // of these, uploads
}

// newClients loads the demo and gives each client a task of its own.
func newClients(t *testing.T, h installation, seed uint64) *clients {
	t.Helper()
	p := h.startProcess(t)
	c := &clients{home: h}
	c.db, c.media = h.open(t)
	tokens := c.signIn(t)
	samples, err := demo.FindSamples(t.Context(), c.db.Client())
	if err != nil {
		t.Fatal(err)
	}
	who, err := c.db.Client().User.Query().Where(user.HasContactWith(contact.EmailKey("solver@example.com"))).OnlyID(system())
	if err != nil {
		t.Fatal(err)
	}
	roles := accounts{tokens: tokens, solver: who, provider: samples.Provider}
	for i := range numWriters {
		c.writers = append(c.writers, &writer{name: strconv.Itoa(i), rand: rand.New(rand.NewPCG(seed, uint64(1_000+i))), accounts: roles, operations: &c.operations})
	}
	for i := range numClients {
		one := &client{files: &c.files, rand: rand.New(rand.NewPCG(seed, uint64(i+2))), from: fmt.Sprintf("192.0.2.%d", i+1)}
		e := &trackedComplaint{title: fmt.Sprintf("Of person %d", i)}
		w := &writer{base: p.url, client: http.DefaultClient, accounts: roles, rand: one.rand, operations: &c.operations}
		for _, step := range []error{
			w.do(t.Context(), e, "user", "submitComplaint", "complaint { id }", map[string]any{"title": e.title},
				func(s *state) { s.move("SUBMITTED") }, func(a payload) { e.complaint = a.at("complaint", "id") }),
			w.reassign(t.Context(), e),
			w.moveTask(t.Context(), e, "acceptTask", "ACCEPTED", "", ""),
			w.moveTask(t.Context(), e, "startTask", "IN_PROGRESS", "IN_PROGRESS", ""),
		} {
			if step != nil {
				t.Fatal(step)
			}
		}
		one.task = e.task
		c.people = append(c.people, one)
	}
	p.kill()
	return c
}

// signIn gives everybody new tokens. An account has at most fifty sessions, and each start of
// the demo opens some: those of the last start are revoked, or after a dozen starts they would
// displace the sessions of clients that are still working.
func (c *clients) signIn(t *testing.T) map[string]string {
	t.Helper()
	err := c.db.Client().Session.Update().
		Where(session.UserAgent("redress token"), session.RevokedAtIsNil()).SetRevokedAt(time.Now().UTC().Truncate(time.Millisecond)).Exec(system())
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string]string{}
	for _, who := range []string{"user", "solver", "admin"} {
		tokens[who] = strings.TrimSpace(c.home.mustRun(t, "", "token", "--email", who+"@example.com", "--ttl", "24h"))
	}
	c.token = tokens["solver"]
	for _, w := range c.writers {
		w.accounts.tokens = tokens
	}
	return tokens
}

// work lets everybody work until hurt, called at a random moment, breaks something.
func (c *clients) work(t *testing.T, base string, while time.Duration, hurt func()) {
	var working sync.WaitGroup
	c.signIn(t)
	c.operations.Store(0)
	c.files.Store(0)
	until, end := context.WithCancel(t.Context())
	for _, w := range c.writers {
		working.Go(func() { w.work(until, t, c.db, base) })
	}
	for _, p := range c.people {
		working.Go(func() { p.work(until, t, base, c.token) })
	}
	for begin := time.Now(); (c.operations.Load() < minOperations || c.files.Load() < 2) && time.Since(begin) < 5*time.Second; {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(while)
	hurt()
	end()
	working.Wait()
}

// waitForDatabase waits until the database has ended the transactions of a killed process.
func (c *clients) waitForDatabase(t *testing.T) {
	t.Helper()
	if c.db.Dialect() != "postgres" {
		return
	}
	eventually(t, 20*time.Second, "the killed process's transactions end", func() bool {
		var busy int
		err := c.db.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`).Scan(&busy)
		return err == nil && busy == 0
	})
}

// totals returns the numbers of operations: acknowledged, and with a lost response, done or not.
func (c *clients) totals() (asked, done, lost int) {
	for _, w := range c.writers {
		asked, done, lost = asked+w.asked, done+w.done, lost+w.lost
	}
	return asked, done, lost
}

// check fails the test unless every complaint is as it was acknowledged, there is no other one,
// and all invariants hold.
func (c *clients) check(t *testing.T) {
	t.Helper()
	c.checkWriters(t)
	checkInvariants(t, c.home, c.db, c.media)
}

// checkWriters fails the test unless every complaint is as it was acknowledged, and there is no
// other one.
func (c *clients) checkWriters(t *testing.T) {
	t.Helper()
	known := 0
	for _, w := range c.writers {
		if err := errors.Join(w.wrong...); err != nil {
			t.Error(err)
		}
		for _, e := range w.complaints {
			if _, there, _ := e.check(t, c.db); there {
				known++
			}
		}
	}
	for _, p := range c.people {
		if err := errors.Join(p.wrong...); err != nil {
			t.Error(err)
		}
	}
	there, err := c.db.Client().Complaint.Query().Where(complaint.TitleHasPrefix("Soak ")).Count(system())
	if err != nil || there != known {
		t.Errorf("%d complaints, and the writers know %d: %v", there, known, err)
	}
}

// checkInvariants checks what must hold whatever was killed, including the ledger.
func checkInvariants(t *testing.T, h installation, db *store.Store, media blob.Store) {
	t.Helper()
	testenv.CheckInvariants(t, db, media)
	h.mustRun(t, "", "verify-ledger")
	if db.Dialect() == "sqlite3" {
		// A new connection: one that has read a full-text index caches its structure, and reports
		// what another process has merged since as corruption.
		fresh, err := store.Open(t.Context(), store.Config{URL: h.database, Existing: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = fresh.Close() }()
		var verdict string
		if err := fresh.DB().QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
			t.Errorf("integrity: %s %v", verdict, err)
		}
	}
}

// loggedErrors returns the lines of a process's log that report an error.
func (p *process) loggedErrors() (lines []string) {
	for line := range strings.Lines(p.log.String()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestKill checks that what was acknowledged before a kill -9 exists afterwards exactly once, and
// that nothing exists in part.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: what kill -9 leaves")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		seed, crashes := rand.Uint64(), soakCount("REDRESS_SOAK_KILLS", 3)
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		c := newClients(t, h, seed)
		var slowest time.Duration
		late := 0
		spawn := func() *process {
			p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
			slowest = max(slowest, p.ready)
			if p.ready > maxRestart {
				late++
			}
			return p
		}
		for i := range crashes {
			p := spawn()
			c.work(t, p.url, time.Duration(chance.IntN(400_000))*time.Microsecond, p.kill)
			c.waitForDatabase(t)
			for _, line := range p.loggedErrors() {
				t.Errorf("crash %d: %s", i+1, line)
			}
			if i%10 == 9 {
				c.check(t)
			}
			asked, done, lost := c.totals()
			t.Logf("crash %d of %d: ready in %v; so far %d operations acknowledged, %d without a response but done, %d not done",
				i+1, crashes, p.ready.Round(time.Millisecond), asked, done, lost)
			if t.Failed() {
				t.FailNow()
			}
		}

		p := spawn()
		uploads, sessions := c.checkPeople(t, p)
		asked, done, lost := c.totals()
		t.Logf("%d crashes: %d operations, %d uploads and %d sessions were acknowledged, %d operations were done without a response, %d were not; the slowest start took %v, %d took more than %v",
			crashes, asked, uploads, sessions, done, lost, slowest, late, maxRestart)
		if asked == 0 || uploads == 0 || sessions == 0 {
			t.Error("nothing was acknowledged, nothing was tested")
		}
		if slowest > 10*maxRestart || late > 1+crashes/10 {
			t.Errorf("%d starts took more than %v, one of them %v", late, maxRestart, slowest)
		}
		p.kill()
		c.waitForDatabase(t)
		c.check(t)
		c.purge(t)
	})
}

// checkPeople downloads every file and uses every token that was acknowledged.
func (c *clients) checkPeople(t *testing.T, p *process) (uploads, sessions int) {
	t.Helper()
	for _, who := range c.people {
		for _, r := range who.receipts {
			uploads++
			res := p.request(t, c.token, "GET", "/media/"+r.ID.String(), "")
			if sum := sha256.Sum256([]byte(res.body)); res.status != http.StatusOK || hex.EncodeToString(sum[:]) != r.SHA256 {
				t.Errorf("upload %s was acknowledged: %d %.200s", r.ID, res.status, res.body)
			}
		}
		if who.refresh == "" {
			continue
		}
		sessions++
		if res := p.request(t, who.access, "GET", "/graphql?query={viewer{id}}", ""); res.status != http.StatusOK {
			t.Errorf("an acknowledged access token: %d %s", res.status, res.body)
		}
		if res := p.request(t, "", "POST", "/api/auth/refresh/", `{"refresh_token":"`+who.refresh+`"}`); res.status != http.StatusOK {
			t.Errorf("an acknowledged refresh token: %d %s", res.status, res.body)
		}
	}
	return uploads, sessions
}

// purge does what the service does a day later: files without a row go to the trash, the others stay.
func (c *clients) purge(t *testing.T) {
	t.Helper()
	rows, err := c.db.Client().Media.Query().All(system())
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, row := range rows {
		kept++
		if row.ThumbnailKey != nil {
			kept++
		}
	}
	t.Logf("%d rows; %d files of theirs, %d files without a row, %d unfinished", len(rows), kept, c.home.countFiles(t, "objects")-kept, c.home.countFiles(t, "tmp"))
	c.home.lookForStrays(t, c.db, c.media)
	now := func() time.Time { return time.Now().Add(27 * time.Hour) }
	// The last crash may have left files that are newer than every row: those only a person moves.
	if _, err := mediastore.New(mediastore.Config{Client: c.db.Client(), Files: c.media, Now: now}).TrashStrays(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if objects, spools := c.home.countFiles(t, "objects"), c.home.countFiles(t, "tmp"); objects != kept || spools != 0 {
		t.Errorf("after the purge %d files for %d of the rows, and %d unfinished", objects, kept, spools)
	}
}

func (h installation) key(t *testing.T) *auth.Key {
	t.Helper()
	key, err := auth.LoadKey(h.dir + "/signing.key")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func passwords(t *testing.T) *auth.Passwords {
	t.Helper()
	p, err := auth.NewPasswords(auth.CheapArgon2(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
