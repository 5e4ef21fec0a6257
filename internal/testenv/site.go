// Package testenv runs the whole service for tests, on each database, behind real HTTP,
// with the demo data: tests go in by the doors that people use.
package testenv

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
)

// The demo accounts by their roles; the second ones are there to be strangers.
const (
	User       = "user@example.com"
	User2      = "user2@example.com"
	Solver     = "solver@example.com"
	Solver2    = "solver2@example.com"
	Provider   = "provider@example.com"
	Admin      = "admin@example.com"
	SuperAdmin = "superadmin@example.com"
	Nobody     = "" // asks without a token
)

// Everyone is every demo account, and nobody.
var Everyone = []string{Nobody, User, User2, Solver, Solver2, Provider, Admin, SuperAdmin}

// Site is a running service with a database of its own, full of the demo data.
type Site struct {
	URL     string
	Dialect string
	Address string // of the database
	Store   *store.Store
	Service *server.Service
	Clock   *Clock
	Samples demo.Samples
	Media   string // folder of the media
	Book    *ledger.Book
	KeyFile string // of the ledger

	tokens sync.Map
}

// Clock is the service's time, for tests to travel in.
type Clock struct {
	mu      sync.Mutex
	ahead   time.Duration
	stopped time.Time
}

// Now is the machine's time and how far a test has gone ahead.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped.IsZero() {
		return c.stopped.Add(c.ahead)
	}
	return time.Now().Add(c.ahead)
}

// Stop makes time stand still but for Advance, for tests that know each instant.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = time.Now().Truncate(time.Millisecond)
}

// Advance travels forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// Databases are those to test on: REDRESS_TEST_DATABASES, by default both.
func Databases() []string {
	chosen := os.Getenv("REDRESS_TEST_DATABASES")
	if chosen == "" {
		chosen = "sqlite,postgres"
	}
	return strings.Split(chosen, ",")
}

// Each runs a test once for each database, on a site of its own.
func Each(t *testing.T, test func(t *testing.T, s *Site)) {
	t.Helper()
	for _, name := range Databases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, Start(t, name))
		})
	}
}

// Start runs a site on a database, "sqlite" or "postgres", until the test ends.
func Start(t *testing.T, name string) *Site {
	t.Helper()
	return StartWith(t, name, desk.DefaultSettings())
}

// StartWith is Start with an operator's own choices.
func StartWith(t *testing.T, name string, settings desk.Settings) *Site {
	t.Helper()
	return StartOptions(t, name, func(o *server.Options) { o.Settings = settings })
}

// StartOptions is Start with the service's options changed.
func StartOptions(t *testing.T, name string, change func(*server.Options)) *Site {
	t.Helper()
	url, media := copyOf(t, name)
	return run(t, url, media, change)
}

// Restart runs another instance on the same data, as after a crash or beside the first.
func (s *Site) Restart(t *testing.T, url string) *Site {
	t.Helper()
	return run(t, url, s.Media, func(*server.Options) {})
}

func run(t *testing.T, url, media string, change func(*server.Options)) *Site {
	t.Helper()
	ctx := t.Context()
	db, err := store.Open(ctx, store.Config{URL: url, MaxConns: 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := &Site{Store: db, Dialect: db.Dialect(), Address: url, Clock: &Clock{}, Media: media}
	if s.Samples, err = demo.FindSamples(ctx, db.Client()); err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.Open("file://" + media)
	if err != nil {
		t.Fatal(err)
	}
	s.KeyFile = ledgerKey(t)
	if s.Book, err = ledger.Open(ctx, db.Client(), s.KeyFile); err != nil {
		t.Fatal(err)
	}
	options := server.Options{
		Store: db, Media: blobs, Key: key(t), Ledger: s.Book, Passwords: passwords(t), Now: s.Clock.Now,
		Settings: desk.DefaultSettings(), Delivery: delivery.DefaultSettings(),
		Version: "test", Demo: true, Playground: true,
	}
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

// Serve runs the site's service as the command does, with all that works in the background,
// on an address of its own, and answers how to stop it and see how that went. It is stopped
// when the test ends.
func (s *Site) Serve(t *testing.T) (stop func() error) {
	t.Helper()
	// The first round of chores would move complaints of the demo in the middle of a test.
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

// System is a context that sets rights aside, for tests to look behind the doors.
func System() context.Context {
	return auth.System(context.Background(), "a test looks behind the doors")
}

// Token answers an access token of a demo account; "" for Nobody.
func (s *Site) Token(t testing.TB, email string) string {
	t.Helper()
	if email == Nobody {
		return ""
	}
	if token, ok := s.tokens.Load(email); ok {
		return token.(string)
	}
	token, err := s.Service.Desk.CliToken(System(), email, 29*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	s.tokens.Store(email, token)
	return token
}

var (
	oneKey       sync.Once
	theKey       *auth.Key
	onePasswords sync.Once
	thePasswords *auth.Passwords

	theLedgerSecret = sync.OnceValue(func() []byte {
		secret := make([]byte, 32)
		_, _ = rand.Read(secret)
		return secret
	})
)

func key(t testing.TB) *auth.Key {
	t.Helper()
	oneKey.Do(func() {
		dir, err := os.MkdirTemp("", "redress-key-")
		if err != nil {
			return
		}
		defer func() { _ = os.RemoveAll(dir) }()
		theKey, err = auth.LoadKey(filepath.Join(dir, "key"))
		if err != nil {
			theKey = nil
		}
	})
	if theKey == nil {
		t.Fatal("no signing key")
	}
	return theKey
}

// ledgerKey writes the file of the key that the templates' ledgers were begun with.
func ledgerKey(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ledger.key")
	if err := auth.MakeKeyFile(file, ledger.KeyType, theLedgerSecret()); err != nil {
		t.Fatal(err)
	}
	return file
}

func passwords(t testing.TB) *auth.Passwords {
	t.Helper()
	onePasswords.Do(func() { thePasswords, _ = auth.NewPasswords(auth.CheapArgon2(), 8) })
	if thePasswords == nil {
		t.Fatal("no password hasher")
	}
	return thePasswords
}

// Request is a request to a site.
type Request struct {
	Method string // GET when empty
	Path   string
	As     string // demo account; Nobody sends no token
	Token  string // instead of the account's
	Header http.Header
	Body   io.Reader
}

// Response is an answer, read to its end.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request and reads the answer. Redirects are not followed.
func (s *Site) Do(t testing.TB, r Request) Response {
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
	res, err := plain.Do(req)
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

var plain = &http.Client{
	Timeout:       2 * time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
