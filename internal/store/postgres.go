package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/lib/pq"
)

const (
	postgresConns = 20

	// statementTimeout is how long a statement may take where a pooler's role has no limit.
	statementTimeout = 12 * time.Second
	// connectTimeout is how long making a connection may take, for each server of the URL.
	connectTimeout = 5 * time.Second

	// migrationLock is the key of the advisory lock that who migrates a database holds.
	migrationLock = 0x7265647265737301
)

type postgresServer struct {
	direct    pq.Config
	pooler    *pq.Config // of a PgBouncer that shares connections between transactions; nil for none
	maxConns  int
	unhurried bool
}

func newPostgres(cfg Config) (backend, error) {
	direct, err := postgresConfig(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("the database URL%w", err)
	}
	p := postgresServer{direct: direct, maxConns: cfg.MaxConns, unhurried: cfg.Unhurried}
	if p.maxConns <= 0 {
		p.maxConns = postgresConns
	}
	if cfg.PoolerURL == "" {
		return p, nil
	}
	pooler, err := postgresConfig(cfg.PoolerURL)
	if err != nil {
		return nil, fmt.Errorf("the pooler's URL%w", err)
	}
	for name := range pooler.Runtime { // its connections to the server are everybody's
		return nil, fmt.Errorf("the pooler's URL sets %s, which holds for a session: set it for the role, with ALTER ROLE … SET", name)
	}
	pooler.BinaryParameters = true // one round trip, and nothing that would have to be prepared
	p.pooler = &pooler
	return p, nil
}

// postgresConfig reads a URL, with what every connection has.
func postgresConfig(text string) (pq.Config, error) {
	config, err := pq.NewConfig(manyHosts(text))
	var malformed *url.Error
	switch {
	case errors.As(err, &malformed):
		return config, fmt.Errorf(" is malformed: %w", malformed.Err) // the rest quotes the password
	case err != nil:
		return config, fmt.Errorf(": %w", err)
	}
	if config.ConnectTimeout <= 0 {
		config.ConnectTimeout = connectTimeout
	}
	if config.ApplicationName == "" {
		config.ApplicationName = "redress"
	}
	return config, nil
}

// manyHosts writes a URL that names several servers, as libpq reads it (postgres://a:5432,b:5433/db),
// in the way that lib/pq takes: with parameters.
func manyHosts(text string) string {
	scheme, rest, found := strings.Cut(text, "://")
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@') + 1
	servers := strings.Split(rest[at:end], ",")
	if !found || len(servers) < 2 {
		return text
	}
	var hosts, ports []string
	for _, server := range servers {
		host, port, err := net.SplitHostPort(server)
		if err != nil {
			host, port = strings.Trim(server, "[]"), "5432"
		}
		hosts, ports = append(hosts, host), append(ports, port)
	}
	path, query, _ := strings.Cut(rest[end:], "?")
	if path == "" {
		path = "/"
	}
	more := url.Values{"host": {strings.Join(hosts, ",")}, "port": {strings.Join(ports, ",")}}.Encode()
	if query != "" {
		more += "&" + query // what it says itself comes last, and lib/pq takes the first
	}
	return scheme + "://" + rest[:at] + path + "?" + more
}

func (p postgresServer) dialect() string { return dialect.Postgres }

func (p postgresServer) location() string { return "" }

// timeouts limit what a request may do to others. Requests end after 10 s: the server's own limit
// stands behind that, for when nobody is left to cancel.
var timeouts = map[string]string{
	"statement_timeout":                   "12s",
	"lock_timeout":                        "5s",
	"idle_in_transaction_session_timeout": "60s",
	"jit":                                 "off", // compiling a statistic takes longer than running it
}

// ownTimeouts are those of commands that read or write every row, and nobody waits for them.
var ownTimeouts = map[string]string{
	"statement_timeout": "1h", "lock_timeout": "1min", "idle_in_transaction_session_timeout": "1h", "jit": "off",
}

var noTimeouts = map[string]string{
	"statement_timeout": "0", "lock_timeout": "0", "idle_in_transaction_session_timeout": "0",
}

func (p postgresServer) open() (*sql.DB, error) {
	if p.pooler == nil {
		return p.openReserved()
	}
	config := p.pooler.Clone()
	config.TZ = ""
	config.Runtime["timezone"] = "UTC" // which PgBouncer keeps for each of its clients
	connector, err := newBounded(config, selectTimeout("current_setting('statement_timeout')"), statementTimeout)
	if err != nil {
		return nil, err
	}
	return p.pool(connector), nil
}

func (p postgresServer) openReserved() (*sql.DB, error) {
	defaults := timeouts
	if p.unhurried {
		defaults = ownTimeouts
	}
	return p.openDirect(defaults)
}

func (p postgresServer) openForMigrations() (*sql.DB, error) {
	db, err := p.openDirect(noTimeouts)
	if err == nil {
		db.SetMaxOpenConns(3) // the lock's, goose's own, and the one that works
	}
	return db, err
}

// openDirect makes a pool of connections that a pooler may give to one client each. Such a pooler
// refuses settings in the first message, so they are set right after it.
func (p postgresServer) openDirect(defaults map[string]string) (*sql.DB, error) {
	config := p.direct.Clone()
	set := maps.Clone(defaults)
	for name, value := range config.Runtime {
		if _, ok := set[strings.ToLower(name)]; ok { // the URL has the last word
			set[strings.ToLower(name)] = value
			delete(config.Runtime, name)
		}
	}
	config.TZ = ""
	config.Runtime["timezone"] = "UTC"
	var limit string
	var others []string
	for _, name := range slices.Sorted(maps.Keys(set)) {
		call := fmt.Sprintf("set_config(%s, %s, false)", pq.QuoteLiteral(name), pq.QuoteLiteral(set[name]))
		if name == "statement_timeout" {
			limit = call
		} else {
			others = append(others, call)
		}
	}
	connector, err := newBounded(config, selectTimeout(limit)+", "+strings.Join(others, ", "), longestSilence)
	if err != nil {
		return nil, err
	}
	return p.pool(preparing{Connector: connector, plansOnce: true}), nil
}

// selectTimeout returns a query of a setting that is a time, in milliseconds.
func selectTimeout(setting string) string {
	return "SELECT (extract(epoch FROM " + setting + "::interval) * 1000)::bigint"
}

func (p postgresServer) pool(connector driver.Connector) *sql.DB {
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(p.maxConns)
	db.SetMaxIdleConns(p.maxConns)
	db.SetConnMaxIdleTime(5 * time.Minute)
	db.SetConnMaxLifetime(30 * time.Minute) // so that a server that took over gets its share
	return db
}

// check refuses an encoding that can't hold what people write, and warns of a collation
// under which the same question has another answer than on SQLite.
func (p postgresServer) check(ctx context.Context, db, reserved *sql.DB) ([]string, error) {
	var (
		encoding       string
		byPoint, folds bool
	)
	err := db.QueryRowContext(ctx, `SELECT current_setting('server_encoding'),
		'B'::text < 'a'::text AND 'Z'::text < 'É'::text, lower('É'::text) = 'é'`).Scan(&encoding, &byPoint, &folds)
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	if encoding != "UTF8" {
		return nil, fmt.Errorf("the PostgreSQL database has the encoding %s: create it with ENCODING 'UTF8' TEMPLATE template0", encoding)
	}
	var warnings []string
	if !byPoint {
		warnings = append(warnings, "The PostgreSQL database orders text by the rules of a language: "+
			"lists by name come in another order than on SQLite. A database created with LOCALE 'C.UTF-8' orders alike.")
	}
	if !folds {
		warnings = append(warnings, "The PostgreSQL database folds the case of ASCII letters only: "+
			"a search for é does not find É. A database created with LOCALE 'C.UTF-8' folds all letters.")
	}
	if p.pooler == nil {
		return warnings, nil
	}
	more, err := p.checkPooler(ctx, db, reserved)
	return append(warnings, more...), err
}

// checkPooler refuses a pooler that leads to another database, and warns of a role without the
// timeouts that a shared connection can't be given by a client.
func (p postgresServer) checkPooler(ctx context.Context, db, reserved *sql.DB) ([]string, error) {
	const which = "SELECT current_database() || ' ' || pg_postmaster_start_time()"
	var here, there string
	if err := db.QueryRowContext(ctx, which).Scan(&there); err != nil {
		return nil, fmt.Errorf("connect to the pooler: %w", err)
	}
	if err := reserved.QueryRowContext(ctx, which).Scan(&here); err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	if here != there {
		return nil, errors.New("the pooler's URL leads to another database than the database URL")
	}
	var role string
	var lacking []string
	for _, name := range slices.Sorted(maps.Keys(timeouts)) {
		var is string
		if err := db.QueryRowContext(ctx, "SELECT current_user, current_setting('"+name+"')").Scan(&role, &is); err != nil {
			return nil, fmt.Errorf("connect to the pooler: %w", err)
		}
		if is == "0" || is == "on" {
			lacking = append(lacking, fmt.Sprintf("ALTER ROLE %s SET %s = '%s';", pq.QuoteIdentifier(role), name, timeouts[name]))
		}
	}
	if len(lacking) == 0 {
		return nil, nil
	}
	return []string{"The pooler's connections lack limits that only their role can have: " + strings.Join(lacking, " ")}, nil
}

func (p postgresServer) lock(ctx context.Context, migrations *sql.DB) (func() error, error) {
	conn, err := migrations.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// Asked again and again: a statement that waits keeps its snapshot, for whose end CREATE INDEX
	// CONCURRENTLY of the instance that migrates would wait in turn.
	for {
		var locked bool
		err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrationLock)).Scan(&locked)
		if err == nil && !locked {
			err = wait(ctx, firstLockWait)
		}
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if locked {
			break
		}
	}
	// The session's end gives the lock back, and the pool is closed right after.
	return conn.Close, nil
}

func (p postgresServer) backup(context.Context, *sql.DB, int64) (string, error) { return "", nil }

func (p postgresServer) hasTable(ctx context.Context, db *sql.DB, name string) (exists bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", name).Scan(&exists)
	return exists, err
}
