// Package config reads the operator's settings: flags, then the environment and the files that it names, then the defaults.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/pflag"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/listen"
	"github.com/redress/redress/internal/server"
)

// Config holds the settings. The table in README.md lists the same.
type Config struct {
	Addr              string
	DataDir           string
	MetricsAddr       string
	DatabaseURL       string
	PoolerURL         string
	MediaURL          string
	MediaTrashDays    int
	UploadsPerHour    int
	KeyFile           string
	LedgerKeyFile     string
	CORSOrigins       []string
	TrustedProxies    string
	Playground        bool
	AccessTokenTTL    time.Duration
	RefreshTokenTTL   time.Duration
	SessionTTL        time.Duration
	AdminSessionTTL   time.Duration
	AdminIdle         time.Duration
	SMTPURL           string
	PublicURL         string
	SecurityContacts  []string
	TLSCert           string
	TLSKey            string
	MailRate          float64
	MailConnections   int
	Streams           int
	BroadcastGrace    time.Duration
	BackupWithin      time.Duration
	Registration      string
	AdminEmail        string
	AdminPasswordFile string
	LogLevel          string
	LogFormat         string
	Budgets           budget.Settings
	Slow              server.Slow

	given map[string]bool // the settings that the environment gave
}

// defaultDataDir is the data folder, and the beginning of the defaults that lie in it.
const defaultDataDir = "var"

// DataSettings lie in the data folder unless they are named themselves.
var DataSettings = []string{"database-url", "media-url", "key-file", "ledger-key-file"}

// Place is a setting that says where data is.
type Place struct {
	Name, Value     string
	FromEnvironment bool
}

// Places returns the settings that say where all data is: the data folder, unless nothing is in it, and those of DataSettings that are
// elsewhere.
func (c Config) Places() []Place {
	defaults := new(Config).Flags()
	var elsewhere []Place
	for i, value := range []string{c.DatabaseURL, c.MediaURL, c.KeyFile, c.LedgerKeyFile} { // in the order of DataSettings
		if name := DataSettings[i]; value != inDataDir(defaults.Lookup(name), c.DataDir) {
			elsewhere = append(elsewhere, Place{name, value, c.given[name]})
		}
	}
	if len(elsewhere) == len(DataSettings) {
		return elsewhere
	}
	return append([]Place{{"data-dir", strings.TrimRight(c.DataDir, "/"), c.given["data-dir"]}}, elsewhere...)
}

// Flags returns the settings as flags with their defaults. Each can also be given by the variable
// of its name: --addr by REDRESS_ADDR.
func (c *Config) Flags() *pflag.FlagSet {
	s := pflag.NewFlagSet("settings", pflag.ContinueOnError)
	s.SortFlags = false
	s.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "Address to listen on, `HOST:PORT` or unix:///PATH, a socket for a proxy on this machine")
	s.StringVar(&c.MetricsAddr, "metrics-addr", "",
		"Address that serves /metrics and /debug/pprof alone, `HOST:PORT` (default none: beside the rest, to this machine only)")
	s.StringVar(&c.DataDir, "data-dir", defaultDataDir,
		"`FOLDER` of everything whose place is not named by the settings below: the database on SQLite, photos and videos, and the keys")
	s.StringVar(&c.DatabaseURL, "database-url", "sqlite://var/redress.db", "`URL` of the database, sqlite://PATH or postgres://…")
	s.StringVar(&c.PoolerURL, "database-pooler-url", "",
		"`URL` of the same PostgreSQL database through a PgBouncer in transaction mode, for requests (default none)")
	s.StringVar(&c.MediaURL, "media-url", "file://var/media", "`URL` of the folder of photos and videos")
	s.IntVar(&c.UploadsPerHour, "uploads-per-hour", domain.UploadsPerStaff,
		"Most files that a solver or an administrator uploads in an hour, a number `N`; a user a fifth")
	s.IntVar(&c.MediaTrashDays, "media-trash-days", 30, "How many days a media file without a row stays in the trash, a number `N`")
	s.StringVar(&c.KeyFile, "key-file", "var/signing.key", "`FILE` of the key that signs tokens and media links, created when missing")
	s.StringVar(&c.LedgerKeyFile, "ledger-key-file", "var/ledger.key",
		"`FILE` of the key of the chains of payments and audit entries, created when the database is empty, never replaced")
	s.StringSliceVar(&c.CORSOrigins, "cors-origins", nil, "`ORIGIN`s that may call from a browser, separated by commas (default none)")
	s.StringVar(&c.TrustedProxies, "trusted-proxies", "", "`CIDR`s of proxies whose X-Forwarded-For is trusted, separated by commas (default none)")
	s.BoolVar(&c.Playground, "playground", false, "Offer /playground and introspection; always on in the demo")
	DurationVar(s, &c.AccessTokenTTL, "access-token-ttl", "15m", "Lifetime of an access token, a `TIME` such as 15m")
	DurationVar(s, &c.RefreshTokenTTL, "refresh-token-ttl", "720h", "Lifetime of a refresh token, a `TIME` such as 720h")
	DurationVar(s, &c.SessionTTL, "session-ttl", "2160h", "`TIME` after which a session ends, however often it is refreshed")
	DurationVar(s, &c.AdminSessionTTL, "admin-session-ttl", "720h", "`TIME` after which an administrator's session ends")
	DurationVar(s, &c.AdminIdle, "admin-session-idle", "12h", "`TIME` after which an administrator's session ends that is not used")
	s.StringVar(&c.SMTPURL, "smtp-url", "", "`URL` of the mail server, smtp://USER:PASSWORD@HOST?from=ADDRESS (default none: no e-mail)")
	s.StringVar(&c.PublicURL, "public-url", "", "`URL` at which people reach this service, for links in e-mails")
	s.StringSliceVar(&c.SecurityContacts, "security-contact", nil,
		"`CONTACT`s for who finds a security fault, mailto:, https: or tel: URLs separated by commas, in /.well-known/security.txt (default the project's)")
	s.StringVar(&c.TLSCert, "tls-cert", "",
		"`FILE` of the certificate chain in PEM, to serve HTTPS without a proxy; read again when it is renewed (default none: HTTP)")
	s.StringVar(&c.TLSKey, "tls-key", "", "`FILE` of the certificate's private key in PEM")
	s.Float64Var(&c.MailRate, "mail-rate", 20, "Most e-mails a second that this instance sends, a number `N`")
	s.IntVar(&c.MailConnections, "mail-connections", 4, "Most simultaneous connections to the mail server, a number `N`")
	s.IntVar(&c.Streams, "streams", gqlhttp.DefaultStreams,
		"Most subscriptions that this instance serves at a time, as WebSockets and event streams, a number `N`; fewer where it may open few files")
	DurationVar(s, &c.BroadcastGrace, "broadcast-grace", "15m", "`TIME` that a broadcast may be late before it is held for an administrator; 0 holds none")
	DurationVar(s, &c.BackupWithin, "backup-within", "26h",
		"`TIME` in which a backup must succeed, or super administrators are told; 0 tells of no late ones")
	s.StringVar(&c.Registration, "registration", "closed", "Whether people may register their own accounts, `open` or closed")
	s.StringVar(&c.AdminEmail, "admin-email", "",
		"E-mail `ADDRESS` of the super administrator that is created while there is no account (default none: the start prints a link)")
	s.StringVar(&c.AdminPasswordFile, "admin-password-file", "",
		"`FILE` whose first line is that account's first password, which it must change when it signs in; not needed once there is an account")
	s.StringVar(&c.LogLevel, "log-level", "info", "`LEVEL` of the least severe log lines that are written: debug, info, warn or error")
	s.StringVar(&c.LogFormat, "log-format", "", "`FORMAT` of the log, text or json (default text on a terminal, otherwise json)")
	defaults := budget.DefaultSettings()
	s.IntVar(&c.Budgets.User, "budget-user", defaults.User, "Cost that a user's requests may have in a minute, a number `N`; 0 is no limit")
	s.IntVar(&c.Budgets.Solver, "budget-solver", defaults.Solver, "The same of a solver, a number `N`")
	s.IntVar(&c.Budgets.Provider, "budget-provider", defaults.Provider, "The same of a service provider's account, a number `N`")
	s.IntVar(&c.Budgets.Admin, "budget-admin", defaults.Admin, "The same of an administrator, a number `N`")
	s.IntVar(&c.Budgets.SuperAdmin, "budget-super-admin", defaults.SuperAdmin, "The same of a super administrator, a number `N`")
	s.IntVar(&c.Budgets.Anonymous, "budget-anonymous", defaults.Anonymous, "The same of a network address without a token, a number `N`")
	c.watchFlags(s)
	s.VisitAll(func(f *pflag.Flag) { f.Usage += " ($" + Variable(f) + ")" })
	return s
}

// Check returns all errors in the settings.
func (c Config) Check() error {
	return errors.Join(
		c.checkAddresses(), checkSlow(c.Slow), c.checkDataDir(),
		oneTo("REDRESS_UPLOADS_PER_HOUR", c.UploadsPerHour, 1_000_000), oneTo("REDRESS_MEDIA_TRASH_DAYS", c.MediaTrashDays, 3650),
		c.checkOrigins(), c.checkPooler(), c.checkLifetimes(), c.checkMail(), c.checkPublicURL(), c.checkContacts(),
		together("REDRESS_TLS_CERT", c.TLSCert, "REDRESS_TLS_KEY", c.TLSKey), oneTo("REDRESS_STREAMS", c.Streams, 100_000), c.checkRegistration(),
		// Whether they are good for an account is seen when it is created: later the file may be gone.
		together("REDRESS_ADMIN_EMAIL", c.AdminEmail, "REDRESS_ADMIN_PASSWORD_FILE", c.AdminPasswordFile),
		c.checkLog(), c.checkBudgets(),
	)
}

func oneTo(setting string, n, most int) error {
	if n < 1 || n > most {
		return fmt.Errorf("%s: must be 1 to %d", setting, most)
	}
	return nil
}

func together(one, is, other, otherIs string) error {
	if (is == "") != (otherIs == "") {
		return fmt.Errorf("%s and %s: must be given together", one, other)
	}
	return nil
}

func (c Config) checkAddresses() error {
	err := checkAddr("REDRESS_ADDR", c.Addr)
	if c.MetricsAddr != "" {
		err = errors.Join(err, checkAddr("REDRESS_METRICS_ADDR", c.MetricsAddr))
	}
	return err
}

func (c Config) checkDataDir() error {
	switch {
	case c.DataDir == "":
		return errors.New("REDRESS_DATA_DIR: must name a folder")
	case strings.ContainsFunc(c.DataDir, func(r rune) bool { return strings.ContainsRune("?#%", r) || unicode.IsControl(r) }):
		return errors.New("REDRESS_DATA_DIR: must not contain ?, #, % or control characters, because URLs are made of it")
	}
	return nil
}

// checkOrigins returns what is wrong with the settings of who calls, and through what.
func (c Config) checkOrigins() error {
	var errs []error
	if _, err := auth.ParseProxies(c.TrustedProxies); err != nil {
		errs = append(errs, fmt.Errorf("REDRESS_TRUSTED_PROXIES: %w", err))
	}
	for _, o := range c.CORSOrigins {
		if !isOrigin(o) {
			errs = append(errs, fmt.Errorf("REDRESS_CORS_ORIGINS: %q is not an origin such as https://desk.example.org", withoutPassword(o)))
		}
	}
	return errors.Join(errs...)
}

func (c Config) checkPooler() error {
	if c.PoolerURL != "" && !strings.HasPrefix(c.DatabaseURL, "postgres") {
		return errors.New("REDRESS_DATABASE_POOLER_URL: needs REDRESS_DATABASE_URL too, a postgres:// URL that leads to the same database " +
			"without the pooler, for migrations, locks and LISTEN")
	}
	return nil
}

func (c Config) checkLifetimes() error {
	var errs []error
	if c.AccessTokenTTL < time.Minute || c.AccessTokenTTL > 24*time.Hour {
		errs = append(errs, errors.New("REDRESS_ACCESS_TOKEN_TTL: must be 1m to 24h"))
	}
	if c.RefreshTokenTTL < c.AccessTokenTTL || c.RefreshTokenTTL > 366*24*time.Hour {
		errs = append(errs, errors.New("REDRESS_REFRESH_TOKEN_TTL: must be at least the access token's, and at most 8784h"))
	}
	for _, s := range []struct {
		name string
		ttl  time.Duration
	}{
		{"REDRESS_SESSION_TTL", c.SessionTTL}, {"REDRESS_ADMIN_SESSION_TTL", c.AdminSessionTTL}, {"REDRESS_ADMIN_SESSION_IDLE", c.AdminIdle},
	} {
		if s.ttl < c.AccessTokenTTL || s.ttl > 3660*24*time.Hour {
			errs = append(errs, errors.New(s.name+": must be at least the access token's, and at most 87840h"))
		}
	}
	if c.BroadcastGrace < 0 {
		errs = append(errs, errors.New("REDRESS_BROADCAST_GRACE: must not be negative"))
	}
	if c.BackupWithin != 0 && (c.BackupWithin < time.Hour || c.BackupWithin > 3660*24*time.Hour) {
		errs = append(errs, errors.New("REDRESS_BACKUP_WITHIN: must be at least 1h and at most 87840h, or 0"))
	}
	return errors.Join(errs...)
}

func (c Config) checkMail() error {
	var errs []error
	if c.SMTPURL != "" {
		if _, err := delivery.NewMailer(delivery.MailConfig{URL: c.SMTPURL}); err != nil {
			errs = append(errs, fmt.Errorf("REDRESS_SMTP_URL: %w", err))
		}
	}
	if c.MailRate <= 0 || c.MailRate > 10_000 {
		errs = append(errs, errors.New("REDRESS_MAIL_RATE: must be more than 0, and at most 10000"))
	}
	return errors.Join(append(errs, oneTo("REDRESS_MAIL_CONNECTIONS", c.MailConnections, 100))...)
}

func (c Config) checkContacts() error {
	var errs []error
	for _, contact := range c.SecurityContacts {
		if !isContact(contact) {
			errs = append(errs, fmt.Errorf("REDRESS_SECURITY_CONTACT: %q is not a URL such as mailto:security@example.org or https://example.org/security",
				withoutPassword(contact)))
		}
	}
	return errors.Join(errs...)
}

func (c Config) checkRegistration() error {
	if c.Registration != "open" && c.Registration != "closed" {
		return fmt.Errorf("REDRESS_REGISTRATION: must be open or closed, not %q", c.Registration)
	}
	return nil
}

func (c Config) checkBudgets() error {
	var errs []error
	for _, of := range []struct {
		name     string
		n, least int
	}{
		{"USER", c.Budgets.User, budget.MinAccount},
		{"SOLVER", c.Budgets.Solver, budget.MinAccount},
		{"PROVIDER", c.Budgets.Provider, budget.MinAccount},
		{"ADMIN", c.Budgets.Admin, budget.MinAccount},
		{"SUPER_ADMIN", c.Budgets.SuperAdmin, budget.MinAccount},
		{"ANONYMOUS", c.Budgets.Anonymous, budget.MinAnonymous},
	} {
		if of.n != 0 && of.n < of.least || of.n > budget.Most {
			errs = append(errs, fmt.Errorf("REDRESS_BUDGET_%s: must be 0 for no limit, or %d to %d", of.name, of.least, budget.Most))
		}
	}
	return errors.Join(errs...)
}

// checkPublicURL returns an error unless the public URL is the root of a host: pages, links and cookies
// are made for no other place.
func (c Config) checkPublicURL() error {
	if c.PublicURL == "" || isOrigin(strings.TrimSuffix(c.PublicURL, "/")) {
		return nil
	}
	if u, err := url.Parse(c.PublicURL); err == nil && isOrigin(u.Scheme+"://"+u.Host) && u.User == nil && strings.Trim(u.Path, "/") != "" {
		return fmt.Errorf("REDRESS_PUBLIC_URL: %q has a path, and Redress is not served below one: give it a host of its own, such as https://redress.example.org",
			withoutPassword(c.PublicURL))
	}
	return fmt.Errorf("REDRESS_PUBLIC_URL: %q is not a URL such as https://redress.example.org", withoutPassword(c.PublicURL))
}

// isContact reports whether a text may stand in a Contact field of security.txt.
func isContact(text string) bool {
	u, err := url.Parse(text)
	if err != nil || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return false
	}
	switch u.Scheme {
	case "mailto":
		return strings.Contains(u.Opaque, "@")
	case "tel":
		return u.Opaque != ""
	default:
		return u.Scheme == "https" && u.Host != "" && u.User == nil
	}
}

// checkAddr returns an error unless a setting is an address to listen on.
func checkAddr(setting, addr string) error {
	if _, is, err := listen.ParseUnix(addr); is && setting == "REDRESS_ADDR" {
		if err != nil {
			err = fmt.Errorf("%s: %w", setting, err)
		}
		return err
	}
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%s: %q is not HOST:PORT", setting, addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%s: %q is not a port", setting, port)
	}
	return nil
}

// isOrigin reports whether a browser would send the text in its Origin header. It refuses
// null, which would allow every page without an origin.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		u.Scheme+"://"+u.Host == text && !strings.Contains(text, "*")
}

// withoutPassword returns what should be a URL as an error may quote it: without account, password and
// parameters, and without anything where it can't be told what these are.
func withoutPassword(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "…"
	}
	text, _, _ = strings.Cut(text, "#")
	text, _, _ = strings.Cut(text, "?")
	if u.RawQuery != "" || u.Fragment != "" {
		text += "?…"
	}
	if at := strings.LastIndex(text, "@"); at >= 0 {
		scheme := ""
		if before, _, ok := strings.Cut(text, "://"); ok {
			scheme = before + "://"
		}
		text = scheme + "…" + text[at:]
	}
	return text
}

// Folders returns the paths of the folders that data lies in, by what lies there.
func (c Config) Folders() map[string]string {
	all := map[string]string{}
	if path, ok := strings.CutPrefix(c.MediaURL, "file://"); ok {
		all["media"] = path
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL, "sqlite://"); ok {
		all["database"] = filepath.Dir(path)
	}
	return all
}

// Secure reports whether browsers reach the service over HTTPS: they do unless the public URL, or
// without one the address to listen on, is of this machine alone.
func (c Config) Secure() bool {
	if c.TLSCert != "" || strings.HasPrefix(c.PublicURL, "https://") {
		return true
	}
	if u, err := url.Parse(c.PublicURL); err == nil && c.PublicURL != "" {
		return !isLoopback(u.Hostname())
	}
	return !c.Loopback()
}

// Loopback reports whether only this machine can reach the address.
func (c Config) Loopback() bool {
	host, _, _ := net.SplitHostPort(c.Addr)
	return isLoopback(host)
}

// isLoopback reports whether a host is this machine to itself.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// The bounds of what is slow.
const (
	leastSlow = time.Millisecond
	mostSlow  = time.Hour
)

// watchFlags declares the settings of what operators watch.
func (c *Config) watchFlags(s *pflag.FlagSet) {
	DurationVar(s, &c.Slow.After, "slow-after", "1s", "`TIME` from which an operation is logged with its statements, without values; 0 logs none")
	DurationVar(s, &c.Slow.PlanAfter, "slow-plan-after", "5s",
		"`TIME` from which the plan of a statement of such an operation is logged too, on PostgreSQL; 0 logs none")
}

// checkSlow returns what is wrong with the settings of slow operations.
func checkSlow(slow server.Slow) error {
	var errs []error
	for _, s := range []struct {
		name string
		is   time.Duration
	}{{"REDRESS_SLOW_AFTER", slow.After}, {"REDRESS_SLOW_PLAN_AFTER", slow.PlanAfter}} {
		if s.is != 0 && (s.is < leastSlow || s.is > mostSlow) {
			errs = append(errs, errors.New(s.name+": must be 0, or 1ms to 1h"))
		}
	}
	return errors.Join(errs...)
}
