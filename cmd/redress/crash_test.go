package main

import (
	"bytes"
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
	"path/filepath"
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
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// How many work at once: writers run errands, people sign in, refresh and upload.
const (
	writers = 38
	clients = 12
)

// enough is how many deeds are acknowledged before something is killed, a busy machine apart.
const enough = 80

// soak answers how often something is done: a few times among the other tests, as often as
// the environment says when `make soak` asks.
func soak(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// readySoon is how long a restart may take (a busy machine gets three such times now and then).
const readySoon = 2 * time.Second

// receipt is an upload that was answered with 201.
type receipt struct {
	ID     uuid.UUID `json:"id"`
	SHA256 string    `json:"sha256"`
}

// person works with the service and remembers all that it acknowledged.
type person struct {
	client   *http.Client
	rand     *rand.Rand
	from     string    // address before the proxy
	task     uuid.UUID // in progress, nobody else's
	update   uuid.UUID // of that task, of this round
	access   string
	refresh  string
	receipts []receipt
	files    *atomic.Int64
	wrong    []error // answers that neither acknowledge nor break off
}

type pair struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// work goes on until an answer is lost, which happens when something is killed.
func (p *person) work(t *testing.T, base, token string) {
	p.client = &http.Client{Transport: &http.Transport{}}
	defer p.client.CloseIdleConnections()
	if !p.post(t, base, token) {
		return
	}
	for t.Context().Err() == nil {
		var status int
		var err error
		switch {
		case p.refresh == "":
			var got pair
			if status, err = p.login(t, base, &got); status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		case p.rand.IntN(3) == 0:
			var got pair
			status, err = post(t.Context(), p.client, base+"/api/auth/refresh/", p.from, map[string]string{"refresh_token": p.refresh}, &got)
			if status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		default:
			var text []byte
			status, text, err = upload(t.Context(), p.client, base, token, p.update, "proof.png", bytes.NewReader(p.picture()))
			var got struct{ Media receipt }
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

// post makes an update for files to go to. It answers false where the connection breaks.
func (p *person) post(t *testing.T, base, token string) bool {
	w := writer{client: p.client, base: base, cast: cast{tokens: map[string]string{"solver": token}}, deeds: new(atomic.Int64)}
	err := w.do(t.Context(), &errand{}, "solver", "postTaskUpdate", "update { id }", map[string]any{"id": p.task},
		func(*state) {}, func(a answer) { p.update = a.at("update", "id") })
	if err != nil && !errors.Is(err, errUnknown) {
		p.wrong = append(p.wrong, err)
	}
	return err == nil
}

func (p *person) login(t *testing.T, base string, got *pair) (int, error) {
	email := []string{"user", "user2", "solver2", "provider", "admin", "superadmin"}[p.rand.IntN(6)] + "@example.com"
	return post(t.Context(), p.client, base+"/api/auth/login/", p.from, map[string]string{"email": email, "password": "redress-demo"}, got)
}

// picture is one that nobody sent before.
func (p *person) picture() []byte {
	img := image.NewGray(image.Rect(0, 0, 24, 24))
	for i := range img.Pix {
		img.Pix[i] = uint8(p.rand.Uint32())
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// crew is everybody who works with an installation, and what they write into.
type crew struct {
	home    home
	db      *store.Store
	media   blob.Store
	token   string // of solver@example.com
	writers []*writer
	people  []*person
	deeds   atomic.Int64 // acknowledged since the last break
	files   atomic.Int64 // of these, uploads
}

// newCrew loads the demo and gives each of the people a task of their own.
func newCrew(t *testing.T, h home, seed uint64) *crew {
	t.Helper()
	p := h.spawn(t)
	c := &crew{home: h}
	c.db, c.media = h.storage(t)
	tokens := c.signIn(t)
	samples, err := demo.FindSamples(t.Context(), c.db.Client())
	if err != nil {
		t.Fatal(err)
	}
	who, err := c.db.Client().User.Query().Where(user.HasContactWith(contact.EmailKey("solver@example.com"))).OnlyID(system())
	if err != nil {
		t.Fatal(err)
	}
	roles := cast{tokens: tokens, solver: who, provider: samples.Provider}
	for i := range writers {
		c.writers = append(c.writers, &writer{name: strconv.Itoa(i), rand: rand.New(rand.NewPCG(seed, uint64(1_000+i))), cast: roles, deeds: &c.deeds})
	}
	for i := range clients {
		one := &person{files: &c.files, rand: rand.New(rand.NewPCG(seed, uint64(i+2))), from: fmt.Sprintf("192.0.2.%d", i+1)}
		e := &errand{title: fmt.Sprintf("Of person %d", i)}
		w := &writer{base: p.url, client: http.DefaultClient, cast: roles, rand: one.rand, deeds: &c.deeds}
		for _, step := range []error{
			w.do(t.Context(), e, "user", "submitComplaint", "complaint { id }", map[string]any{"title": e.title},
				func(s *state) { s.move("SUBMITTED") }, func(a answer) { e.complaint = a.at("complaint", "id") }),
			w.give(t.Context(), e),
			w.onTask(t.Context(), e, "acceptTask", "ACCEPTED", "", ""),
			w.onTask(t.Context(), e, "startTask", "IN_PROGRESS", "IN_PROGRESS", ""),
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

// signIn gives everybody fresh tokens: an account has at most fifty sessions, and each start
// of the demo opens some. Those of the last start are ended, or after a dozen of them they
// would have pushed out the sessions of people who are still at work.
func (c *crew) signIn(t *testing.T) map[string]string {
	t.Helper()
	err := c.db.Client().Session.Update().
		Where(session.UserAgent("redress token"), session.RevokedAtIsNil()).SetRevokedAt(time.Now()).Exec(system())
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string]string{}
	for _, who := range []string{"user", "solver", "admin"} {
		tokens[who] = strings.TrimSpace(c.home.must(t, "", "token", "--email", who+"@example.com", "--ttl", "24h"))
	}
	c.token = tokens["solver"]
	for _, w := range c.writers {
		w.cast.tokens = tokens
	}
	return tokens
}

// work lets everybody work until something breaks: hurt does it at a random moment.
func (c *crew) work(t *testing.T, base string, while time.Duration, hurt func()) {
	var working sync.WaitGroup
	c.signIn(t)
	c.deeds.Store(0)
	c.files.Store(0)
	for _, w := range c.writers {
		working.Go(func() { w.work(t, c.db, base) })
	}
	for _, p := range c.people {
		working.Go(func() { p.work(t, base, c.token) })
	}
	for begin := time.Now(); (c.deeds.Load() < enough || c.files.Load() < 2) && time.Since(begin) < 5*time.Second; {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(while)
	hurt()
	working.Wait()
}

// quiet waits until the database has ended what a killed process began.
func (c *crew) quiet(t *testing.T) {
	t.Helper()
	if c.db.Dialect() != "postgres" {
		return
	}
	within(t, 20*time.Second, "the killed process's transactions end", func() bool {
		var busy int
		err := c.db.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`).Scan(&busy)
		return err == nil && busy == 0
	})
}

// tally counts deeds: acknowledged, and those whose answer was lost.
func (c *crew) tally() (asked, done, lost int) {
	for _, w := range c.writers {
		asked, done, lost = asked+w.asked, done+w.done, lost+w.lost
	}
	return asked, done, lost
}

// check reports what is wrong with what is there: every errand as it was acknowledged, no
// other one, and all that always holds.
func (c *crew) check(t *testing.T) {
	t.Helper()
	known := 0
	for _, w := range c.writers {
		if err := errors.Join(w.wrong...); err != nil {
			t.Error(err)
		}
		for _, e := range w.errands {
			if _, there, _ := e.look(t, c.db); there {
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
	checkInvariants(t, c.home, c.db, c.media)
}

// checkInvariants reports what must never be, whatever was killed. Checks of the command's
// own, such as one that reads the whole ledger, belong here too.
func checkInvariants(t *testing.T, h home, db *store.Store, media blob.Store) {
	t.Helper()
	testenv.CheckInvariants(t, db, media)
	h.must(t, "", "verify-ledger")
	if db.Dialect() == "sqlite3" {
		// A connection of its own: one that has looked at a full-text index before remembers how
		// that was laid out, and takes what another process has merged since for damage.
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

// errors are the lines of a process's log that tell of a fault.
func (p *process) errors() (lines []string) {
	for line := range strings.Lines(p.log.String()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			lines = append(lines, line)
		}
	}
	return lines
}

// What was acknowledged before a kill -9 is there afterwards exactly once, and nothing half is.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: what kill -9 leaves")
	}
	eachDatabase(t, func(t *testing.T, h home) {
		seed, crashes := rand.Uint64(), soak("REDRESS_SOAK_KILLS", 3)
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		c := newCrew(t, h, seed)
		var slowest time.Duration
		late := 0
		spawn := func() *process {
			p := h.spawn(t, "--trusted-proxies", "127.0.0.1")
			slowest = max(slowest, p.ready)
			if p.ready > readySoon {
				late++
			}
			return p
		}
		for i := range crashes {
			p := spawn()
			c.work(t, p.url, time.Duration(chance.IntN(400_000))*time.Microsecond, p.kill)
			c.quiet(t)
			for _, line := range p.errors() {
				t.Errorf("crash %d: %s", i+1, line)
			}
			if i%10 == 9 {
				c.check(t)
			}
			asked, done, lost := c.tally()
			t.Logf("crash %d of %d: ready in %v; so far %d deeds acknowledged, %d unanswered and done, %d unanswered and not done",
				i+1, crashes, p.ready.Round(time.Millisecond), asked, done, lost)
			if t.Failed() {
				t.FailNow()
			}
		}

		p := spawn()
		uploads, sessions := c.checkPeople(t, p)
		asked, done, lost := c.tally()
		t.Logf("%d crashes: %d deeds, %d uploads and %d sessions were acknowledged, %d deeds were done without an answer, %d were not; the slowest start took %v, %d took more than %v",
			crashes, asked, uploads, sessions, done, lost, slowest, late, readySoon)
		if asked == 0 || uploads == 0 || sessions == 0 {
			t.Error("nothing was acknowledged, nothing was tested")
		}
		if slowest > 10*readySoon || late > 1+crashes/10 {
			t.Errorf("%d starts took more than %v, one of them %v", late, readySoon, slowest)
		}
		p.kill()
		c.quiet(t)
		c.check(t)
		c.sweep(t)
	})
}

// checkPeople asks for every file, and uses every token, that was acknowledged.
func (c *crew) checkPeople(t *testing.T, p *process) (uploads, sessions int) {
	t.Helper()
	for _, who := range c.people {
		for _, r := range who.receipts {
			uploads++
			res := p.ask(t, c.token, "GET", "/media/"+r.ID.String(), "")
			if sum := sha256.Sum256([]byte(res.body)); res.status != http.StatusOK || hex.EncodeToString(sum[:]) != r.SHA256 {
				t.Errorf("upload %s was acknowledged: %d %.200s", r.ID, res.status, res.body)
			}
		}
		if who.refresh == "" {
			continue
		}
		sessions++
		if res := p.ask(t, who.access, "GET", "/graphql?query={viewer{id}}", ""); res.status != http.StatusOK {
			t.Errorf("an acknowledged access token: %d %s", res.status, res.body)
		}
		if res := p.ask(t, "", "POST", "/api/auth/refresh/", `{"refresh_token":"`+who.refresh+`"}`); res.status != http.StatusOK {
			t.Errorf("an acknowledged refresh token: %d %s", res.status, res.body)
		}
	}
	return uploads, sessions
}

// sweep does what the service does a day later: the files that no row names go, the others stay.
func (c *crew) sweep(t *testing.T) {
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
	t.Logf("%d rows; %d files of theirs, %d files without a row, %d unfinished", len(rows), kept, c.home.files(t, "objects")-kept, c.home.files(t, "tmp"))
	book, err := ledger.Open(t.Context(), c.db.Client(), filepath.Join(c.home.dir, "ledger.key"))
	if err != nil {
		t.Fatal(err)
	}
	tomorrow, err := server.New(server.Options{
		Store: c.db, Media: c.media, Key: c.home.key(t), Ledger: book, Passwords: passwords(t), Settings: desk.DefaultSettings(),
		Now: func() time.Time { return time.Now().Add(25 * time.Hour) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tomorrow.Desk.SweepMedia(system()); err != nil {
		t.Fatal(err)
	}
	if objects, spools := c.home.files(t, "objects"), c.home.files(t, "tmp"); objects != kept || spools != 0 {
		t.Errorf("after the sweep %d files for %d of the rows, and %d unfinished", objects, kept, spools)
	}
}

func (h home) key(t *testing.T) *auth.Key {
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
