package server

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"entgo.io/ent/dialect"
	"golang.org/x/sync/errgroup"

	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/store/hint"
	"github.com/redress/redress/internal/tracing"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// Issuer names who signs our access tokens and whom they are for.
const Issuer = "redress"

// Options configure a service.
type Options struct {
	Store     *store.Store // opened and migrated
	Media     blob.Store
	Key       *auth.Key
	Ledger    *ledger.Book
	Passwords *auth.Passwords
	Settings  domain.OperatorSettings
	Delivery  delivery.Settings
	Mail      delivery.Sender // nil: no e-mail
	Retries   []time.Duration // after a failure to send; nil: delivery.DefaultRetries
	Now       func() time.Time
	Version   string

	Demo          *Demo    // shown on the pages, with tokens in the playground; nil outside demo mode
	PublicURL     string   // at which browsers reach the service; empty: as they send it in Host
	Secure        bool     // whether browsers reach it over HTTPS
	TLS           bool     // whether the service itself speaks HTTPS
	Proxied       bool     // whether requests come through proxies
	Contacts      []string // whom security.txt names, as URIs; nil: the project
	ProofCost     int      // the most work of a stranger for a report; 0: proofofwork.Cost
	Playground    bool     // the playground, and introspection with it
	Origins       []string
	Admission     *admission.Options         // nil: DefaultAdmission
	Statistics    *admission.Options         // nil: DefaultStatistics
	ClientAddress func(*http.Request) string // nil: the peer's
	Budgets       budget.Settings            // of accounts and addresses; zero: no limits

	// Metrics is where /metrics is served, and nothing else. nil: beside the rest, to requests
	// that come straight from this machine, and nowhere where requests come through proxies.
	Metrics net.Listener

	Folders map[string]string // paths of data folders, by what lies in them; their disks' room is measured

	Slow        Slow               // which operations are logged for being slow; zero: none
	Traces      *tracing.Tracer    // nil: nothing is traced
	Log         *LogWriter         // whose dropped lines are counted; nil: none
	Connections int                // most at a time; 0: as many as the process has files for
	Streams     int                // most at a time; 0: gqlhttp.DefaultStreams. Fewer where connections are few
	Bodies      *httpio.BodyLimits // nil: httpio.DefaultBodyLimits
}

// Service is the whole service: its handler, and the jobs that run beside it.
type Service struct {
	graph.Rooms
	Handler    http.Handler
	Ledger     *ledger.Book
	Dispatcher *delivery.Dispatcher
	Media      blob.Store
	Passwords  *auth.Passwords

	jobs        *jobs.Log
	demo        *demoTokens
	health      *health
	streams     *gqlhttp.Streams
	wanted      int // streams
	connections *httpio.Connections
	metrics     *metrics
	scrapes     net.Listener // of metrics, or nil
	rows        *store.RowCounts
	backlog     *backlog
	disks       *disks
	clock       *clock
	slow        *slowLog
}

// New creates a service. It starts nothing.
func New(o Options) (*Service, error) {
	o.complete()
	issuer := auth.Issuer{Name: Issuer, Audience: Issuer, Now: o.Now}
	var hub *events.Hub
	refusals := newRefusals()
	metrics, log, traces := newMetrics(), jobs.NewLog(), traces{o.Traces}
	connections := newConnections(o.Connections)
	limits := newLimits(o, divide(connections.Limit()))
	runner := &tx.Runner{Client: o.Store.Client(), Clock: o.Now, Ledger: o.Ledger, OnEvents: func() { hub.Wake() }}
	rooms, err := newRooms(o, runner, o.Passwords.Admitted(limits.passwords.Instead), issuer, refusals.count)
	if err != nil {
		return nil, err
	}
	if err := rooms.Settings.RefreshSettings(context.Background()); err != nil {
		return nil, err
	}
	hub = events.NewHub(runner.Outbox(), bus(o.Store))
	wanted := cmp.Or(o.Streams, gqlhttp.DefaultStreams)
	watch := auth.NewWatch(rooms.Identity, o.Now)
	streams := gqlhttp.NewStreams(hub, watch, streamLimit(wanted, connections.Limit()))
	authenticator, err := newAuthenticator(o, issuer, rooms.Identity, limits)
	if err != nil {
		return nil, err
	}
	watch.Refresh(authenticator)
	dispatcher := newDispatcher(o, rooms, func() { hub.Wake() }, metrics, log, traces)
	// What takes longest is done at once, so that the service is soon ready.
	var work errgroup.Group
	var document []byte
	work.Go(func() (err error) {
		document, err = rest.Document(o.Version)
		return err
	})
	var rows *store.RowCounts
	work.Go(func() (err error) {
		tables, grouped := gqlhttp.CountedTables()
		rows, err = o.Store.NewRowCounts(context.Background(), tables, grouped)
		return err
	})
	resolver := graph.New(o.Store.Client(), o.Store.Dialect(), rooms, dispatcher, graph.NewLinks(o.Key.LinkKey(), o.Now), streams, limits.lane)
	if err := work.Wait(); err != nil {
		return nil, err
	}
	api := rest.New(rest.Config{
		Resolvers: resolver, Media: rooms.Desk, Sessions: rooms.Identity, LinkKey: o.Key.LinkKey(), Now: o.Now, Document: document,
		Work: limits.work, SignIns: limits.signIns, Devices: auth.NewDeviceMarks(o.Key.DeviceKey(), o.Now), SignOut: rooms.Identity.SignOut,
		Desk: rest.DeskSessions{Secure: o.Secure, Origin: strings.TrimSuffix(o.PublicURL, "/"), Lifetime: o.Settings.RefreshLifetime},
	})
	budgets, err := budget.New(o.Budgets, o.Now)
	if err != nil {
		return nil, err
	}
	h := &health{ping: o.Store.Ping}
	disks := &disks{folders: o.Folders, log: log}
	clock := &clock{now: o.Now, log: log}
	if o.Store.Dialect() == dialect.Postgres {
		clock.ask = databaseTime(o.Store.ReservedDB())
	}
	backlog := &backlog{read: o.Store.ReadBacklog, now: o.Now, log: log}
	metrics.watch(watched{
		pools:   map[string]*sql.DB{"redress": o.Store.DB(), "redress_reserved": o.Store.ReservedDB()},
		streams: streams, connections: connections, rooms: rooms, budgets: budgets, refused: refusals, limits: limits,
		jobs: log, backlog: backlog, disks: disks, clock: clock, log: o.Log, traces: o.Traces, version: o.Version, dialect: o.Store.Dialect(),
	})
	slow := newSlowLog(o.Slow, o.Store.Explain, metrics.slow)
	visitors := &demoTokens{identity: rooms.Identity, auth: authenticator, now: o.Now, issued: map[string]demoToken{}}
	router := routes{
		graph: newGraph(o, gqlhttp.Config{
			Resolvers: resolver, Streams: streams, Tokens: authenticator, Rows: rows.Of, Work: limits.work, Bodies: limits.bodies, OnError: metrics.graphError,
		}, slow, traces),
		api:   api,
		pages: web.New(pages(o, rooms.Settings, visitors, document)),
		jwks:  o.Key,
		exports: export.Server{
			Query: limits.query(exportPages(resolver.Read, rows.Of)), Sessions: rooms.Identity, Key: o.Key.LinkKey(),
			Now: o.Now, Limiter: &export.Limiter{}, WriteError: rest.WriteError,
		},
		optOut:  optOut{rooms.Identity, o.Key.LinkKey(), limits.work},
		answers: addressPage{rooms.Notifications, o.Key.AddressKey(), limits.work},
		health:  h,
		metrics: metrics,
		slow:    slow,
		traces:  traces,
		scrape:  o.Metrics == nil && !o.Proxied,
		tls:     o.TLS,
		contact: securityText{contacts: o.Contacts, publicURL: o.PublicURL, now: o.Now},
		auth:    authenticator,
		budgets: budgets,
		limits:  limits,
		address: o.ClientAddress,
		origins: o.Origins,
	}.router()
	return &Service{
		Rooms: rooms, Handler: httpio.LimitBodies(router, *o.Bodies), Dispatcher: dispatcher, Ledger: o.Ledger, Media: o.Media,
		Passwords: o.Passwords, jobs: log, demo: visitors,
		health: h, streams: streams, wanted: wanted, connections: connections, rows: rows, backlog: backlog,
		disks: disks, clock: clock, metrics: metrics, scrapes: o.Metrics, slow: slow,
	}, nil
}

// complete gives what was left out its default.
func (o *Options) complete() {
	o.Settings.Mail, o.Settings.Demo = o.Mail != nil, o.Demo != nil
	if o.PublicURL != "" {
		o.Settings.LinkPage, o.Settings.GuestPage = pageBelow(o.PublicURL, web.TrackPath), pageBelow(o.PublicURL, web.ReportPath)
	}
	if o.ClientAddress == nil {
		o.ClientAddress = auth.ClientAddress(nil)
	}
	if o.Bodies == nil {
		limits := httpio.DefaultBodyLimits()
		o.Bodies = &limits
	}
}

// newAuthenticator returns what finds the viewers of requests, in a lane of its own.
func newAuthenticator(o Options, issuer auth.Issuer, people *identity.Room, limits limits) (*auth.Authenticator, error) {
	verifier, err := auth.NewVerifier(o.Key, issuer)
	if err != nil {
		return nil, err
	}
	authenticator, err := auth.NewAuthenticator(verifier, people, people)
	if err != nil {
		return nil, err
	}
	authenticator.Admit = func(ctx context.Context) (func(), error) {
		slot, err := limits.sessions.Enter(ctx)
		return slot.Leave, err
	}
	return authenticator, nil
}

// newGraph returns the handler of the graph, with what observes its operations.
func newGraph(o Options, cfg gqlhttp.Config, slow *slowLog, traces traces) http.Handler {
	cfg.Origins, cfg.Introspection, cfg.Measure = o.Origins, o.Playground, measure
	if slow != nil {
		cfg.Observers = append(cfg.Observers, slow.graph)
	}
	if o.Traces != nil {
		cfg.Observers, cfg.Field = append(cfg.Observers, traces.operation), traces.field
	}
	handler := gqlhttp.Handler(cfg)
	if o.Playground {
		handler = leadToPlayground(handler)
	}
	return handler
}

// CountRows counts the rows by which costs are estimated, as happens every minute.
func (s *Service) CountRows(ctx context.Context) error { return s.rows.Refresh(ctx) }

// ReadBacklog reads the metrics of what waits to be done, as happens every 15 seconds.
func (s *Service) ReadBacklog(ctx context.Context) error { return s.backlog.refresh(ctx) }

// MeasureDisks measures the room on disks, as happens every 15 seconds.
func (s *Service) MeasureDisks() error { return s.disks.measure() }

// CompareClock compares the clock with the database's, as happens every minute.
func (s *Service) CompareClock(ctx context.Context) error { return s.clock.compare(ctx) }

// DescribeMetrics returns a text for each metric, those without a value included.
func (s *Service) DescribeMetrics() []string { return s.metrics.describe() }

// measure counts what one GraphQL operation makes the database do.
func measure(ctx context.Context) (context.Context, func() gqlhttp.Work) {
	ctx, counter := store.MeasureWork(ctx)
	return ctx, func() gqlhttp.Work {
		w := counter.Work()
		return gqlhttp.Work{
			Statements: counter.N(), Rows: counter.Rows(),
			Counted: w.Counted(), Aggregated: w.Aggregated(), Searches: w.Searches(), Compared: w.Compared(),
		}
	}
}

// exportPages returns a function that reads the pages of exports and draws what they cost from the
// budget of the account: before the first page, when the file can still be refused, and with each
// page that follows.
func exportPages(read exportReader, rows func(table string) int) exportReader {
	return func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		if variables["after"] == nil {
			if err := budget.Draw(ctx, budget.ExportPage); err != nil {
				return nil, err
			}
			return read(ctx, query, variables)
		}
		measured, done := measure(ctx)
		page, err := read(measured, query, variables)
		budget.Spend(ctx, gqlhttp.ActualCost(ctx, rows, done()))
		return page, err
	}
}

type exportReader = func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error)

// bus returns how instances on one database notify each other; SQLite has a single instance.
func bus(s *store.Store) events.Bus {
	if s.Dialect() != dialect.Postgres {
		return nil
	}
	return events.PostgresBus{DB: s.ReservedDB(), Listener: s.Listener}
}

const (
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 2 * time.Minute // of a connection between two requests
	maxHeader         = 32 << 10        // bytes

	// readinessDelay is how long readiness fails before connections are closed, so that a load
	// balancer sends new requests elsewhere first.
	readinessDelay = 500 * time.Millisecond
	// drainTimeout is how long requests in flight may take to finish.
	drainTimeout = 20 * time.Second
)

// Serve serves requests on a listener until the context ends, and runs the background jobs
// meanwhile. It stops in reverse order: readiness fails, streams end, requests in flight finish,
// the background jobs end.
func (s *Service) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       2 * requestTimeout, // until the body's own deadlines begin
		WriteTimeout:      2 * requestTimeout, // of what net/http writes itself; handlers set their own
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	warnOfFewConnections(ctx, s.connections.Limit(), s.streams.Limit(), s.wanted)
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	defer s.slow.wait()
	var workers sync.WaitGroup
	workers.Go(func() { s.jobs.Run(work, append(jobsOf(s.Rooms), s.Dispatcher.Jobs()...)...) })
	workers.Go(func() { s.streams.Run(hint.Reserved(work)) })
	workers.Go(func() { s.Dispatcher.Run(work) })
	if s.scrapes != nil {
		workers.Go(func() { s.metrics.serve(work, s.scrapes) })
	}
	workers.Go(func() { s.rows.Run(work) })
	workers.Go(func() { s.backlog.run(work) })
	workers.Go(func() { s.disks.run(work) })
	workers.Go(func() { s.clock.run(work) })
	workers.Go(func() { new(quiet).run(work) })
	defer workers.Wait()
	defer stopWork()

	failed := make(chan error, 1)
	go func() { failed <- s.connections.Serve(server, l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.health.stopping.Store(true)
	slog.InfoContext(ctx, "stopping: requests in flight finish")
	time.Sleep(readinessDelay)
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	s.streams.Stop(end)
	err := server.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) {
		slog.WarnContext(ctx, "some requests did not finish in time and were cut off", "time", drainTimeout)
		err = server.Close()
	}
	return errors.Join(err, ignoreClosed(<-failed))
}

// ignoreClosed drops the error of a server that was shut down.
func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
