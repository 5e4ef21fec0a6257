// Package testenv runs the whole service for tests: on each database, behind real HTTP and
// with the demo data, so that tests use the same APIs as clients do.
package testenv

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// The demo accounts by their roles. The second ones have no part in what the first ones own.
const (
	User       = "user@example.com"
	User2      = "user2@example.com"
	Solver     = "solver@example.com"
	Solver2    = "solver2@example.com"
	Provider   = "provider@example.com"
	Admin      = "admin@example.com"
	SuperAdmin = "superadmin@example.com"
	Anonymous  = "" // sends no token
)

// Everyone lists every demo account, and Anonymous.
var Everyone = []string{Anonymous, User, User2, Solver, Solver2, Provider, Admin, SuperAdmin}

// Server is a running service with the demo data in a database of its own.
type Server struct {
	URL           string
	Dialect       string
	DatabaseURL   string
	Store         *store.Store
	Service       *server.Service
	Clock         *Clock
	Samples       demo.Samples
	MediaDir      string
	Ledger        *ledger.Book
	LedgerKeyFile string

	change func(*server.Options) // of its options

	tokens sync.Map
}

// Clock is the service's clock, which tests can advance and stop.
type Clock struct {
	mu      sync.Mutex
	offset  time.Duration
	stopped time.Time
}

// Now returns the machine's time, plus all that a test has advanced the clock by.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped.IsZero() {
		return c.stopped.Add(c.offset)
	}
	return time.Now().Add(c.offset)
}

// Stop stops the clock but for Advance, for tests that need to know each instant.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = time.Now().Truncate(time.Millisecond)
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
}

// Databases returns the names of the databases to test on: REDRESS_TEST_DATABASES, by default
// both.
func Databases() []string { return dbtest.Names() }

// ForEachDatabase runs a test once on each database, with a server of its own.
func ForEachDatabase(t *testing.T, test func(t *testing.T, s *Server)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) { test(t, Start(t, name)) })
}

// ForEachDatabaseWithRegistration is ForEachDatabase with servers on which people register themselves.
func ForEachDatabaseWithRegistration(t *testing.T, test func(t *testing.T, s *Server)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		test(t, StartWithOptions(t, name, func(o *server.Options) { o.Settings.Registration = true }))
	})
}

// Start runs a server on a database, "sqlite" or "postgres", until the test ends.
func Start(t *testing.T, name string) *Server {
	t.Helper()
	return StartWithOptions(t, name, func(*server.Options) {})
}

// StartWithOptions is Start with the service's options changed.
func StartWithOptions(t *testing.T, name string, change func(*server.Options)) *Server {
	t.Helper()
	url, media := cloneTemplate(t, name)
	return run(t, store.Config{URL: url}, media, change)
}

// BehindProxy lets requests of tests name the network address that they come from, in X-Forwarded-For.
func BehindProxy(o *server.Options) {
	o.ClientAddress = auth.ClientAddress([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")})
}

// NewInstance starts another instance on the same data, as after a crash or beside the first, with the same options but no mail server.
func (s *Server) NewInstance(t *testing.T, url string) *Server {
	t.Helper()
	return run(t, store.Config{URL: url}, s.MediaDir, func(o *server.Options) {
		s.change(o)
		o.Mail = nil
	})
}

// NewPooledInstance is NewInstance on PostgreSQL with requests going through a pooler.
func (s *Server) NewPooledInstance(t *testing.T, pooler string) *Server {
	t.Helper()
	return run(t, store.Config{URL: s.DatabaseURL, PoolerURL: pooler}, s.MediaDir, func(*server.Options) {})
}

func run(t *testing.T, how store.Config, media string, change func(*server.Options)) *Server {
	t.Helper()
	ctx := t.Context()
	how.MaxConns, how.Statements = 10, entread.Verify
	db, err := store.Open(ctx, how)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := &Server{Store: db, Dialect: db.Dialect(), DatabaseURL: how.URL, Clock: &Clock{}, MediaDir: media, change: change}
	if s.Samples, err = demo.FindSamples(ctx, db.Client()); err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.Open("file://" + media)
	if err != nil {
		t.Fatal(err)
	}
	s.LedgerKeyFile = ledgerKey(t)
	if s.Ledger, err = ledger.Open(ctx, db.Client(), s.LedgerKeyFile); err != nil {
		t.Fatal(err)
	}
	demoPages := &server.Demo{Password: demo.Password}
	for _, a := range demo.Accounts() {
		demoPages.Accounts = append(demoPages.Accounts, server.DemoAccount{Role: a.Role, Email: a.Email})
	}
	options := server.Options{
		Store: db, Media: blobs, Key: key(t), Ledger: s.Ledger, Passwords: passwords(t), Now: s.Clock.Now,
		Settings: domain.DefaultOperatorSettings(), Delivery: delivery.DefaultSettings(),
		ProofCost: 1, Version: "test", Demo: demoPages, Playground: true, Admission: patient(),
	}
	options.Delivery.Quiet = delivery.Hours{} // tests run at night, too
	change(&options)
	s.Service, err = server.New(options)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Service.Handler)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// patient returns limits under which requests wait rather than being refused, however slow the
// machine of the tests.
func patient() *admission.Options {
	return &admission.Options{AtWork: 16, PerCaller: 16, Queued: 10_000, Wait: 5 * time.Minute}
}

// Serve runs the service as the command does, with its background jobs, on an address of its
// own. The function returned stops it and returns Serve's error; the end of the test stops it
// too.
func (s *Server) Serve(t *testing.T) (stop func() error) {
	t.Helper()
	// Otherwise the first run of the background jobs would move complaints of the demo in the
	// middle of a test.
	if _, err := s.Service.Desk.CloseResolved(System()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Service.Desk.MarkOverdue(System()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Service.Desk.Outbox().Publish(System()); err != nil {
		t.Fatal(err)
	}
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Service.Serve(ctx, l) }()
	stop = sync.OnceValue(func() error { cancel(); return <-served })
	t.Cleanup(func() { _ = stop() })
	s.URL = "http://" + l.Addr().String()
	return stop
}

// System returns a context that bypasses the policies, for tests that read or change the
// database directly.
func System() context.Context {
	return auth.System(context.Background(), "a test uses the database directly")
}

// Token returns an access token of a demo account, or "" for Anonymous. The token of a link stands for itself.
func (s *Server) Token(t testing.TB, email string) string {
	t.Helper()
	switch {
	case email == Anonymous:
		return ""
	case strings.HasPrefix(email, "rdl_"):
		return email
	}
	if token, ok := s.tokens.Load(email); ok {
		return token.(string)
	}
	token, err := s.Service.Identity.CliToken(System(), email, 29*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	s.tokens.Store(email, token)
	return token
}

var (
	keyOnce         sync.Once
	sharedKey       *auth.Key
	passwordsOnce   sync.Once
	sharedPasswords *auth.Passwords

	ledgerSecret = sync.OnceValue(func() []byte {
		secret := make([]byte, 32)
		_, _ = rand.Read(secret)
		return secret
	})
)

func key(t testing.TB) *auth.Key {
	t.Helper()
	keyOnce.Do(func() {
		dir, err := os.MkdirTemp("", "redress-key-")
		if err != nil {
			return
		}
		defer func() { _ = os.RemoveAll(dir) }()
		sharedKey, err = auth.LoadKey(filepath.Join(dir, "key"))
		if err != nil {
			sharedKey = nil
		}
	})
	if sharedKey == nil {
		t.Fatal("no signing key")
	}
	return sharedKey
}

// ledgerKey writes the key with which the templates' ledgers were made to a file, and returns
// its path.
func ledgerKey(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ledger.key")
	if err := auth.CreateKeyFile(file, ledger.KeyType, ledgerSecret()); err != nil {
		t.Fatal(err)
	}
	return file
}

func passwords(t testing.TB) *auth.Passwords {
	t.Helper()
	passwordsOnce.Do(func() { sharedPasswords, _ = auth.NewPasswords(auth.CheapArgon2(), 8) })
	if sharedPasswords == nil {
		t.Fatal("no password hasher")
	}
	return sharedPasswords
}

// Request is an HTTP request to a server.
type Request struct {
	Method string // GET when empty
	Path   string
	As     string // demo account; Anonymous sends no token
	Token  string // used instead of the account's
	Header http.Header
	Body   io.Reader
}

// Response is an HTTP response with its whole body.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request and returns the response. Redirects are not followed.
func (s *Server) Do(t testing.TB, r Request) Response {
	t.Helper()
	if r.Method == "" {
		r.Method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(context.Background(), r.Method, s.URL+r.Path, r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range r.Header {
		req.Header[name] = slices.Clone(values)
	}
	token := r.Token
	if token == "" {
		token = s.Token(t, r.As)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := httpClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w", r.Method, r.Path, err))
	}
	return Response{Status: res.StatusCode, Header: res.Header, Body: string(body)}
}

var httpClient = &http.Client{
	Transport:     transport(),
	Timeout:       2 * time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// transport returns one that does not ask for compressed responses by itself, so that tests see what
// is sent.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone() // documented
	t.DisableCompression = true
	return t
}
