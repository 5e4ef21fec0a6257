package desk_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// password is every account's.
const password = "correct horse battery"

// fixture is a desk on an empty database of its own, with a clock that tests move.
type fixture struct {
	*desk.Desk
	t      *testing.T
	db     *store.Store
	config desk.Config
	clock  *clock
	door   *auth.Authenticator
	media  string // folder
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// lasting is a test whose clean-up waits until all are over.
type lasting struct {
	testing.TB
	ends *[]func()
}

func (l lasting) Cleanup(end func()) { *l.ends = append(*l.ends, end) }

var ends []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range ends {
		end()
	}
	os.Exit(code)
}

// template is a PostgreSQL database without rows that tests copy: migrating each of theirs
// took most of the time.
var template struct {
	once sync.Once
	name string
}

// databases are where tests run, by name, each with the address of a database of its own.
var databases = map[string]func(*testing.T) string{
	"sqlite": func(t *testing.T) string {
		url := "sqlite://" + filepath.Join(t.TempDir(), "redress.db")
		migrated(t, url)
		return url
	},
	"postgres": func(t *testing.T) string {
		pgtest.URL(t) // skips where there is none
		template.once.Do(func() {
			url := pgtest.Database(lasting{t, &ends}, "")
			migrated(t, url)
			template.name = pgtest.NameOf(t, url)
		})
		return pgtest.Database(t, template.name)
	},
}

func migrated(t *testing.T, url string) {
	db, err := store.Open(t.Context(), store.Config{URL: url})
	if err == nil {
		_, err = db.Migrate(t.Context())
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// wanted are the names of those to test on: REDRESS_TEST_DATABASES, by default both.
func wanted() iter.Seq[string] {
	names := os.Getenv("REDRESS_TEST_DATABASES")
	if names == "" {
		names = "sqlite,postgres"
	}
	return strings.SplitSeq(names, ",")
}

// each runs a test on each database.
func each(t *testing.T, test func(p *fixture)) {
	t.Helper()
	for name := range wanted() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(open(t, databases[name](t), auth.CheapArgon2()))
		})
	}
}

// run runs a test of one case, which p reports to.
func (p *fixture) run(name string, test func(p *fixture)) {
	p.t.Helper()
	p.t.Run(name, func(t *testing.T) {
		one := *p
		one.t = t
		test(&one)
	})
}

func open(t *testing.T, url string, cost auth.Argon2) *fixture {
	t.Helper()
	p := &fixture{
		t: t, media: filepath.Join(t.TempDir(), "media"),
		// Inside a window of the login limit, and finer than what is stored.
		clock: &clock{now: time.Date(2026, 11, 21, 8, 30, 10, 123_456_789, time.UTC)},
	}
	db, err := store.Open(t.Context(), store.Config{URL: url})
	p.ok(err)
	t.Cleanup(func() { _ = db.Close() })
	passwords, err := auth.NewPasswords(cost, 4)
	p.ok(err)
	key, err := auth.LoadKey(filepath.Join(t.TempDir(), "key"))
	p.ok(err)
	issuer := auth.Issuer{Name: "redress", Audience: "redress", Now: p.clock.Now}
	blobs, err := blob.OpenFolder(p.media)
	p.ok(err)
	t.Cleanup(func() { _ = blobs.Close() })

	p.db = db
	book, err := ledger.Open(t.Context(), db.Client(), filepath.Join(t.TempDir(), "ledger.key"))
	p.ok(err)
	p.config = desk.Config{
		Client: db.Client(), Now: p.clock.Now, Passwords: passwords,
		Signer: auth.NewSigner(key, issuer), Media: blobs, Ledger: book, Settings: desk.DefaultSettings(),
		PasswordKey: key.PasswordKey(),
	}
	p.Desk, err = desk.New(p.config)
	p.ok(err)
	verifier, err := auth.NewVerifier(key, issuer)
	p.ok(err)
	p.door, err = auth.NewAuthenticator(verifier, p.Desk)
	p.ok(err)
	return p
}

func (p *fixture) ok(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// refused checks that an error is a fault of that code.
func (p *fixture) refused(err error, code fault.Code) {
	p.t.Helper()
	if !fault.Is(err, code) {
		p.t.Fatalf("got %v, want %s", err, code)
	}
}

// system is a context without limits of rights.
func (p *fixture) system() context.Context {
	return auth.System(p.t.Context(), "a test sets the stage")
}

// at is the context of a request from an address, with an access token unless it is "".
func (p *fixture) at(address, access string) context.Context {
	p.t.Helper()
	var ctx context.Context
	keep := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() })
	req := httptest.NewRequestWithContext(p.t.Context(), http.MethodPost, "/", nil)
	if access != "" {
		req.Header.Set("Authorization", "Bearer "+access)
	}
	p.door.Middleware(func(*http.Request) string { return address })(keep).ServeHTTP(httptest.NewRecorder(), req)
	return ctx
}

func (p *fixture) account(email string, role domain.Role) *ent.User {
	p.t.Helper()
	in := desk.AccountInput{Name: "Name of " + email, Email: email, Password: password, Role: role}
	if role == domain.RoleProvider {
		in.Provider = ptr(p.provider())
	}
	a, err := p.CreateAccount(p.system(), in)
	p.ok(err)
	return a
}

func (p *fixture) provider() uuid.UUID {
	p.t.Helper()
	row, err := p.config.Client.ServiceProvider.Create().SetName("Works " + uuid.NewString()).
		SetCreatedAt(p.clock.Now()).Save(p.system())
	p.ok(err)
	return row.ID
}

// login signs in from an address that nobody else has, and lets the limits of the account
// pass first.
func (p *fixture) login(email string) *desk.Tokens {
	p.t.Helper()
	p.clock.Advance(time.Minute)
	tokens, err := p.Login(p.at("192.0.2.77", ""), email, password, "test")
	p.ok(err)
	return tokens
}

// parallel does something n times at once and returns the errors.
func parallel(n int, do func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			errs[i] = do(i)
		})
	}
	close(start)
	wg.Wait()
	return errs
}

// countByCode counts errors by their code; successes are under "", and errors that are no fault under their text.
func countByCode(errs []error) map[fault.Code]int {
	count := make(map[fault.Code]int)
	for _, err := range errs {
		code := fault.Code("")
		if f, ok := fault.As(err); ok {
			code = f.Code
		} else if err != nil {
			code = fault.Code(err.Error())
		}
		count[code]++
	}
	return count
}

func ptr[T any](v T) *T { return &v }
