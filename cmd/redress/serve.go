package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/listen"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/tracing"
)

// ServeCmd is `redress serve`.
type ServeCmd struct {
	Demo bool
}

func newServe(app *App) *cobra.Command {
	var c ServeCmd
	command := &cobra.Command{
		Use: "serve [flags]", Short: "Serve the GraphQL API, the REST API and the pages.", Args: arguments(), RunE: app.run(c.Run),
	}
	command.Flags().BoolVar(&c.Demo, "demo", false,
		"Load the demo data into an empty database, extend access tokens to an hour, and listen on this machine only")
	return command
}

// hashers returns how many passwords are hashed at once, of which each takes 19 MiB and a
// processor: half the processors, so that a flood of sign-ins leaves the others to everybody else.
func hashers() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// heapBallast is the size of a live allocation that raises the garbage collector's heap target.
// The service keeps some 7 MB alive, so it would collect after every 7 MB of garbage, some ten
// times a second under load. The ballast is never written to, so it takes no memory.
const heapBallast = 12 << 20

// logFlushTime is how long the last log lines may take at the end.
const logFlushTime = 2 * time.Second

// Run serves until the context ends. A start that is stopped is no failure: nothing was promised yet.
func (c *ServeCmd) Run(ctx context.Context, app *App) error {
	err := c.serve(ctx, app)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil //nolint:nilerr // as above
	}
	return err
}

func (c *ServeCmd) serve(ctx context.Context, app *App) error {
	signal.Ignore(syscall.SIGPIPE) // a collector of logs that is gone must not end the service
	app.log = server.NewLogWriter(app.Stderr)
	defer app.log.Close(logFlushTime)
	log := slog.New(server.LogHandler{Handler: app.Config.LogHandler(app.Stderr, app.log)})
	slog.SetDefault(log)
	ballast := make([]byte, heapBallast)
	defer runtime.KeepAlive(ballast)
	var err error
	if app.traces, err = tracing.FromEnvironment(ctx, version); err != nil {
		return err
	}
	defer app.endTraces(ctx)
	cfg := app.Config
	if c.Demo {
		if !cfg.Loopback() {
			return fmt.Errorf("the demo's passwords are public, so it listens on this machine only, not on %s", cfg.Addr)
		}
		cfg.Playground = true
		cfg.AccessTokenTTL = max(cfg.AccessTokenTTL, time.Hour)
	}
	if !strings.HasPrefix(cfg.Addr, listen.UnixScheme) {
		l, _, err := openAddress(ctx, cfg) // whether that works is seen before anything is created
		if err != nil {
			return err
		}
		if err := l.Close(); err != nil {
			return err
		}
	}
	app.serves = true
	extended := extendStart(ctx)
	service, db, first, err := c.assemble(ctx, app, cfg)
	extended()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if err := app.bindMedia(ctx, db, service.Media); err != nil {
		return err
	}
	if name, err := app.mediaStore(db, service.Media).Unverified(ctx); err != nil {
		return err
	} else if name != "" {
		log.WarnContext(ctx, "the restore was interrupted before it had verified what it restored: run redress verify-ledger, redress verify-counts and, last, "+
			"redress verify-media, which ends this warning when all is well", "backup", name)
	}
	held, err := hold.Read(ctx, db.Client())
	if err != nil {
		return err
	}
	if held != nil && held.Decision == "" {
		log.WarnContext(ctx, "e-mail from before a restore is held until an administrator releases or drops it in the desk", "restored", held.Since)
	}
	if c.Demo {
		if err := c.loadDemo(ctx, app, db, service); err != nil {
			return err
		}
	}
	if err := createFirstAccount(ctx, app, service.Identity, first); err != nil {
		return err
	}
	l, scheme, err := openAddress(ctx, cfg)
	if err != nil {
		return err
	}
	warnOfPlainText(ctx, log, cfg)
	if err := c.printStart(ctx, app, db, service, baseURL(scheme, l.Addr())); err != nil {
		return errors.Join(err, l.Close())
	}
	defer context.AfterFunc(ctx, func() { notify(daemon.SdNotifyStopping, "STATUS=Requests in flight finish") })()
	watched, stopWatchdog := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWatchdog()
	go runWatchdog(watched, service.Handler)
	notify(daemon.SdNotifyReady, "STATUS=Listens on "+baseURL(scheme, l.Addr())) // the kernel queues connections from now on
	return service.Serve(ctx, l)
}

// assemble is App.assemble for a service, and reads what its first account is made of before anything is created. The demo makes
// accounts of its own.
func (c *ServeCmd) assemble(ctx context.Context, app *App, cfg config.Config) (_ *server.Service, _ *store.Store, first *identity.AccountInput, err error) {
	if !c.Demo {
		if first, err = app.firstAccount(ctx); err != nil {
			return nil, nil, nil, err
		}
	}
	service, db, err := app.assemble(ctx, cfg, c.Demo, store.Config{PoolerURL: cfg.PoolerURL, Alone: true})
	return service, db, first, err
}

// warnOfPlainText warns where others on the network can read passwords: beyond this machine, without TLS, and without
// a proxy that is known.
func warnOfPlainText(ctx context.Context, log *slog.Logger, cfg config.Config) {
	if !cfg.Loopback() && cfg.TLSCert == "" && cfg.TrustedProxies == "" && !strings.HasPrefix(cfg.Addr, listen.UnixScheme) {
		log.WarnContext(ctx,
			"it listens beyond this machine without TLS, so that others on the network can read passwords: set REDRESS_TLS_CERT and REDRESS_TLS_KEY, "+
				"or put a proxy with HTTPS in front and name it in REDRESS_TRUSTED_PROXIES", "address", cfg.Addr)
	}
}

// openAddress opens the address of the service, and returns the scheme of its URLs.
func openAddress(ctx context.Context, cfg config.Config) (l net.Listener, scheme string, err error) {
	if l, err = listen.On(ctx, cfg.Addr); err != nil {
		return nil, "", fmt.Errorf("REDRESS_ADDR: %w", err)
	}
	if cfg.TLSCert == "" {
		return l, "http", nil
	}
	secure, err := server.ListenTLS(l, cfg.TLSCert, cfg.TLSKey, time.Now)
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("REDRESS_TLS_CERT, REDRESS_TLS_KEY: %w", err), l.Close())
	}
	return secure, "https", nil
}

// baseURL returns the URL of a listening address for somebody on this machine; of a socket its own.
func baseURL(scheme string, at net.Addr) string {
	if at.Network() == "unix" {
		return listen.UnixScheme + at.String()
	}
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// assemble opens what the settings name, the database as told, and builds the service.
func (a *App) assemble(ctx context.Context, cfg config.Config, isDemo bool, how store.Config) (*server.Service, *store.Store, error) {
	how.URL = cfg.DatabaseURL
	if err := store.CheckURL(how); err != nil { // before anything is created
		return nil, nil, fmt.Errorf("REDRESS_DATABASE_URL: %w", err)
	}
	if err := blob.CheckURL(cfg.MediaURL); err != nil {
		return nil, nil, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	if _, err := auth.KeyID(cfg.KeyFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("REDRESS_KEY_FILE: %w", err)
	}
	if _, err := ledger.KeyID(cfg.LedgerKeyFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("REDRESS_LEDGER_KEY_FILE: %w", err)
	}
	if a.serves {
		if err := a.checkBeforeCreating(ctx); err != nil {
			return nil, nil, err
		}
	}
	key, err := auth.LoadKey(cfg.KeyFile)
	if err != nil {
		return nil, nil, fmt.Errorf("REDRESS_KEY_FILE: %w", err)
	}
	proxies, err := auth.ParseProxies(cfg.TrustedProxies)
	if err != nil {
		return nil, nil, err
	}
	media, err := blob.Open(cfg.MediaURL)
	if err != nil {
		return nil, nil, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	passwords, err := auth.NewPasswords(auth.StrongArgon2(), hashers())
	if err != nil {
		return nil, nil, err
	}
	db, err := a.OpenStore(ctx, how)
	if err != nil {
		return nil, nil, err
	}
	book, err := a.openLedger(ctx, db)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	settings := domain.DefaultOperatorSettings()
	settings.AccessLifetime, settings.RefreshLifetime = cfg.AccessTokenTTL, cfg.RefreshTokenTTL
	settings.Uploads = cfg.UploadsPerHour
	settings.MediaTrash = time.Duration(cfg.MediaTrashDays) * 24 * time.Hour
	settings.SessionLifetime, settings.AdminSessionLifetime, settings.AdminIdle = cfg.SessionTTL, cfg.AdminSessionTTL, cfg.AdminIdle
	settings.Registration = cfg.Registration == "open"
	if settings.BackupWithin = cfg.BackupWithin; isDemo { // which nobody backs up
		settings.BackupWithin = 0
	}
	var mail delivery.Sender
	if cfg.SMTPURL != "" {
		mail, err = delivery.NewMailer(delivery.MailConfig{
			URL: cfg.SMTPURL, PublicURL: cfg.PublicURL, Connections: cfg.MailConnections, Links: server.MailLinks(key, cfg.PublicURL),
		})
		if err != nil {
			return nil, nil, errors.Join(fmt.Errorf("REDRESS_SMTP_URL: %w", err), db.Close())
		}
	}
	var demoPages *server.Demo
	if isDemo {
		demoPages = &server.Demo{Password: demo.Password}
		for _, a := range demo.Accounts() {
			demoPages.Accounts = append(demoPages.Accounts, server.DemoAccount{Role: a.Role, Email: a.Email})
		}
	}
	var metrics net.Listener
	if a.serves { // a command beside the service takes none of its addresses
		if metrics, err = listenForMetrics(ctx, cfg); err != nil {
			return nil, nil, errors.Join(err, db.Close())
		}
	}
	service, err := server.New(server.Options{
		Metrics: metrics,
		Store:   db, Media: media, Key: key, Ledger: book, Passwords: passwords, Now: time.Now, Version: version,
		Settings: settings,
		Streams:  cfg.Streams,
		Delivery: delivery.Settings{Grace: cfg.BroadcastGrace, PerSecond: cfg.MailRate, Connections: cfg.MailConnections},
		Mail:     mail,
		Demo:     demoPages, Playground: cfg.Playground, Origins: cfg.CORSOrigins,
		ClientAddress: auth.ClientAddress(proxies), Log: a.log, Slow: cfg.Slow, Traces: a.traces,
		Budgets: cfg.Budgets, PublicURL: cfg.PublicURL, Secure: cfg.Secure(), TLS: cfg.TLSCert != "",
		Folders: cfg.Folders(),
		Proxied: len(proxies) > 0 || strings.HasPrefix(cfg.Addr, listen.UnixScheme), Contacts: cfg.SecurityContacts,
	})
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return service, db, nil
}

// listenForMetrics returns the listener of /metrics, or nil where it has no address of its own.
func listenForMetrics(ctx context.Context, cfg config.Config) (net.Listener, error) {
	if cfg.MetricsAddr == "" {
		return nil, nil
	}
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", cfg.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("REDRESS_METRICS_ADDR: %w", err)
	}
	return l, nil
}

// loadDemo loads the demo into an empty database, or returns an error when the database holds
// other data.
func (c *ServeCmd) loadDemo(ctx context.Context, app *App, db *store.Store, service *server.Service) error {
	target := bulk.Target{DB: db.ReservedDB(), Dialect: db.Dialect(), Ledger: service.Ledger, Media: service.Media}
	loaded, err := demo.Load(ctx, target, service.Passwords, time.Now())
	if err != nil {
		return err
	}
	if loaded {
		fmt.Fprintln(app.Stdout, "Loaded the demo data.")
		return nil
	}
	_, err = service.Identity.AccountByEmail(auth.System(ctx, "check whether the data is the demo's"), demo.Accounts()[0].Email)
	if fault.Is(err, fault.NotFound) {
		return errors.New("the database holds other data than the demo's: omit --demo, or name an empty database")
	}
	return err
}

// printStart prints the URLs of the service and, in the demo, a command for each of the six
// REST paths.
func (c *ServeCmd) printStart(ctx context.Context, app *App, db *store.Store, service *server.Service, base string) error {
	out := app.Stdout
	fmt.Fprintf(out, "\nRedress %s listens on %s\n\n", version, base)
	people := base
	if strings.HasPrefix(base, listen.UnixScheme) {
		people = "" // what browsers put before a path is the proxy's
	}
	if app.Config.PublicURL != "" {
		people = strings.TrimSuffix(app.Config.PublicURL, "/")
	}
	line := func(what, path string) { fmt.Fprintf(out, "  %-12s %s%s\n", what, people, path) }
	line("Start page", "/")
	line("Desk", "/desk/")
	line("API docs", "/docs")
	line("Graph", "/graphql")
	if c.Demo || app.Config.Playground {
		line("Playground", "/playground")
	}
	if c.Demo {
		return c.printDemo(ctx, out, db, service, base)
	}
	if needed, err := service.Identity.NeedsFirstAccount(ctx); err != nil || !needed {
		return err
	}
	fmt.Fprintf(out, "\nThere is no account yet. Open this link within %d minutes to create the first one:\n\n  %s/desk/setup#%s\n\n",
		int(settings.SetupLifetime.Minutes()), people, service.Settings.SetupToken())
	fmt.Fprintf(out, "or run this command:\n\n  %s\n\n", app.commandLine("user create --role super_admin --name NAME --email ADDRESS"))
	return nil
}

// printDemo prints the demo accounts and the commands.
func (c *ServeCmd) printDemo(ctx context.Context, out io.Writer, db *store.Store, service *server.Service, base string) error {
	fmt.Fprintf(out, "\nDemo accounts, all with the password %s:\n\n", demo.Password)
	for _, a := range demo.Accounts() {
		fmt.Fprintf(out, "  %-24s %s\n", a.Email, strings.ReplaceAll(strings.ToLower(string(a.Role)), "_", " "))
	}
	ids, err := demo.FindSamples(ctx, db.Client())
	if err != nil {
		return err
	}
	fmt.Fprint(out, "\nThe six paths, ready to run for an hour:\n")
	for _, s := range []struct {
		what, email, before, args, path string
		id                              uuid.UUID
	}{
		{"A complaint's status log", "user@example.com", "", "", "/api/complaints/%s/status-log/", ids.Complaint},
		{"A provider's payments", "admin@example.com", "", "", "/api/admin/service-providers/%s/payments/", ids.Provider},
		{"The broadcasts", "admin@example.com", "", "", "/api/admin/notifications/broadcasts/", uuid.Nil},
		{"One broadcast", "admin@example.com", "", "", "/api/admin/notifications/broadcasts/%s/", ids.Broadcast},
		{"A task's updates", "solver@example.com", "", "", "/api/solver/tasks/%s/updates/", ids.Task},
		{
			"Proof for an update (a tiny picture)", "solver@example.com",
			"echo R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs= | base64 -d | ", " -F 'media=@-;filename=proof.gif'",
			"/api/solver/tasks/update/%s/media/", ids.Update,
		},
	} {
		fmt.Fprintf(out, "\n  # %s, as %s\n", s.what, s.email)
		needsID, token := strings.Contains(s.path, "%s"), ""
		var err error
		if !needsID || s.id != uuid.Nil {
			token, err = service.DemoToken(ctx, s.email)
		}
		if fault.Is(err, fault.NotFound) || needsID && s.id == uuid.Nil {
			fmt.Fprintln(out, "  # (nothing is left in the data to show it with)")
			continue
		}
		if err != nil {
			return err
		}
		if needsID {
			s.path = fmt.Sprintf(s.path, s.id)
		}
		fmt.Fprintf(out, "  %scurl -sS%s -H 'Authorization: Bearer %s' %s%s\n", s.before, s.args, token, base, s.path)
	}
	fmt.Fprintln(out)
	return nil
}
