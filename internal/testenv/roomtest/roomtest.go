// Package roomtest gives tests the rooms of the desk on an empty database, with a clock that they move.
package roomtest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/proofofwork"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// Password is every account's.
const Password = "correct horse battery"

// Fixture is the desk and its rooms on an empty database of their own.
type Fixture struct {
	*desk.Desk
	*identity.Room
	T              *testing.T
	DB             *store.Store
	Settings       *settings.Room
	IdentityConfig identity.Config
	DeskConfig     desk.Config
	Clock          *Clock
	Door           *auth.Authenticator
	MediaFolder    string
}

// Clock is moved by tests.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock on.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Main runs the tests of a package and exits. Call it in TestMain.
func Main(m *testing.M) { dbtest.Main(m) }

// Each runs a test on each database.
func Each(t *testing.T, test func(p *Fixture)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(Open(t, name, auth.CheapArgon2())) })
}

// Run runs a test of one case, which p reports to.
func (p *Fixture) Run(name string, test func(p *Fixture)) {
	p.T.Helper()
	p.T.Run(name, func(t *testing.T) {
		one := *p
		one.T = t
		test(&one)
	})
}

// Open opens the rooms on an empty database of a kind, with passwords that cost so much.
func Open(t *testing.T, database string, cost auth.Argon2) *Fixture {
	t.Helper()
	p := &Fixture{
		T: t, MediaFolder: filepath.Join(t.TempDir(), "media"),
		// Inside a window of the login limit, and finer than what is stored.
		Clock: &Clock{now: time.Date(2026, 11, 21, 8, 30, 10, 123_456_789, time.UTC)},
	}
	db, err := store.Open(t.Context(), store.Config{URL: dbtest.MigratedURL(t, database)})
	p.OK(err)
	t.Cleanup(func() { _ = db.Close() })
	passwords, err := auth.NewPasswords(cost, 4)
	p.OK(err)
	key, err := auth.LoadKey(filepath.Join(t.TempDir(), "key"))
	p.OK(err)
	issuer := auth.Issuer{Name: "redress", Audience: "redress", Now: p.Clock.Now}
	blobs, err := blob.OpenFolder(p.MediaFolder)
	p.OK(err)
	t.Cleanup(func() { _ = blobs.Close() })

	p.DB = db
	book, err := ledger.Open(t.Context(), db.Client(), filepath.Join(t.TempDir(), "ledger.key"))
	p.OK(err)
	runner := &tx.Runner{Client: db.Client(), Clock: p.Clock.Now, Ledger: book}
	p.Settings = settings.New(runner, domain.DefaultOperatorSettings(), "", key.PasswordKey())
	p.DeskConfig = desk.Config{
		Runner: runner, Media: blobs, Settings: domain.DefaultOperatorSettings(), Chosen: p.Settings,
		Notifications: notifications.New(runner, false, p.Settings),
		Guests: desk.Guests{
			Proofs: proofofwork.New(key.ProofKey(), 1, p.Clock.Now), Key: key.ProofKey(),
			Count: func(ctx context.Context, t *tx.Tx) error { return p.CountGuestReport(ctx, t) },
		},
		Viewer: func(ctx context.Context, account, session uuid.UUID) (*auth.Viewer, error) {
			return p.Viewer(ctx, account, session)
		},
	}
	p.Desk = desk.New(p.DeskConfig)
	p.IdentityConfig = identity.Config{
		Runner: runner, Passwords: passwords, Signer: auth.NewSigner(key, issuer), Settings: domain.DefaultOperatorSettings(), Tasks: p.Desk,
		Notifications: p.DeskConfig.Notifications,
		Organization:  func() string { return p.Settings.Organization().Name }, PasswordKey: key.PasswordKey(), CodeKey: key.CodeKey(),
	}
	p.Room, err = identity.New(p.IdentityConfig)
	p.OK(err)
	verifier, err := auth.NewVerifier(key, issuer)
	p.OK(err)
	p.Door, err = auth.NewAuthenticator(verifier, p.Room, p.Room)
	p.OK(err)
	return p
}

// OK ends the test at an error.
func (p *Fixture) OK(err error) {
	p.T.Helper()
	if err != nil {
		p.T.Fatal(err)
	}
}

// Refused checks that an error is a fault of that code.
func (p *Fixture) Refused(err error, code fault.Code) {
	p.T.Helper()
	if !fault.Is(err, code) {
		p.T.Fatalf("got %v, want %s", err, code)
	}
}

// System is a context without limits of rights.
func (p *Fixture) System() context.Context {
	return auth.System(p.T.Context(), "a test sets the stage")
}

// At is the context of a request from an address, with an access token unless it is "".
func (p *Fixture) At(address, access string) context.Context {
	p.T.Helper()
	var ctx context.Context
	keep := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() })
	req := httptest.NewRequestWithContext(p.T.Context(), http.MethodPost, "/", nil)
	if access != "" {
		req.Header.Set("Authorization", "Bearer "+access)
	}
	p.Door.Middleware(func(*http.Request) string { return address })(keep).ServeHTTP(httptest.NewRecorder(), req)
	return ctx
}

// AddAccount adds an account with the password of all.
func (p *Fixture) AddAccount(email string, role domain.Role) *ent.User {
	p.T.Helper()
	in := identity.AccountInput{Name: "Name of " + email, Email: email, Password: Password, Role: role}
	if role == domain.RoleProvider {
		provider := p.AddProvider()
		in.Provider = &provider
	}
	a, err := p.CreateAccount(p.System(), in)
	p.OK(err)
	return a
}

// AddProvider adds a service provider.
func (p *Fixture) AddProvider() uuid.UUID {
	p.T.Helper()
	row, err := p.DB.Client().ServiceProvider.Create().SetName("Works " + uuid.NewString()).
		SetCreatedAt(p.Clock.Now()).Save(p.System())
	p.OK(err)
	return row.ID
}

// SignIn signs in from an address that nobody else has, and lets the limits of the account
// pass first.
func (p *Fixture) SignIn(email string) *identity.Tokens {
	p.T.Helper()
	p.Clock.Advance(time.Minute)
	tokens, err := p.Login(p.At("192.0.2.77", ""), email, Password, "test")
	p.OK(err)
	return tokens
}

// RunJobs runs jobs of the identities, by their names, and returns how many rows they changed.
func (p *Fixture) RunJobs(names ...string) (changed int, err error) {
	for _, job := range p.Room.Jobs() {
		if slices.Contains(names, job.Name) {
			n, failed := job.Do(p.T.Context())
			changed, err = changed+n, errors.Join(err, failed)
		}
	}
	return changed, err
}

// Parallel does something n times at once and returns the errors.
func Parallel(n int, do func(i int) error) []error {
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

// CountByCode counts errors by their code; successes are under "", and errors that are no fault under their text.
func CountByCode(errs []error) map[fault.Code]int {
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
