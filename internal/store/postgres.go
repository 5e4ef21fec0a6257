package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/lib/pq"
)

const (
	postgresConns = 20

	// migrationLock is the key of the advisory lock that who migrates a database holds.
	migrationLock = 0x7265647265737301
)

type postgresServer struct {
	config   pq.Config
	maxConns int
}

func newPostgres(cfg Config) (backend, error) {
	config, err := pq.NewConfig(cfg.URL)
	var malformed *url.Error
	switch {
	case errors.As(err, &malformed):
		return nil, fmt.Errorf("the database URL is malformed: %w", malformed.Err) // the rest quotes the password
	case err != nil:
		return nil, fmt.Errorf("the database URL: %w", err)
	}
	p := postgresServer{config: config, maxConns: cfg.MaxConns}
	if p.maxConns <= 0 {
		p.maxConns = postgresConns
	}
	if p.config.ConnectTimeout == 0 {
		p.config.ConnectTimeout = 5 * time.Second
	}
	if p.config.ApplicationName == "" {
		p.config.ApplicationName = "redress"
	}
	return p, nil
}

func (p postgresServer) dialect() string { return dialect.Postgres }

func (p postgresServer) location() string { return "" }

// open limits what a request may do to others. Requests end after 10 s: the server's own
// limit stands behind that, for when nobody is left to cancel.
func (p postgresServer) open() (*sql.DB, error) {
	return p.pool(map[string]string{
		"statement_timeout":                   "12s",
		"lock_timeout":                        "5s",
		"idle_in_transaction_session_timeout": "60s",
		"jit":                                 "off", // compiling a statistic takes longer than running it
	})
}

func (p postgresServer) openForMigrations() (*sql.DB, error) {
	return p.pool(map[string]string{
		"statement_timeout": "0", "lock_timeout": "0", "idle_in_transaction_session_timeout": "0",
	})
}

func (p postgresServer) pool(defaults map[string]string) (*sql.DB, error) {
	config := p.config.Clone()
	set := slices.Collect(maps.Keys(config.Runtime))
	for name, value := range defaults {
		if !slices.ContainsFunc(set, func(s string) bool { return strings.EqualFold(s, name) }) {
			config.Runtime[name] = value
		}
	}
	config.TZ = ""
	config.Runtime["timezone"] = "UTC"
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(preparing{Connector: connector, plansOnce: true})
	db.SetMaxOpenConns(p.maxConns)
	db.SetMaxIdleConns(p.maxConns)
	db.SetConnMaxIdleTime(5 * time.Minute)
	db.SetConnMaxLifetime(30 * time.Minute) // so that a server that took over gets its share
	return db, nil
}

// check refuses an encoding that can't hold what people write, and warns of a collation
// under which the same question has another answer than on SQLite.
func (p postgresServer) check(ctx context.Context, db *sql.DB) ([]string, error) {
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
	return warnings, nil
}

func (p postgresServer) lock(ctx context.Context, migrations *sql.DB) (func() error, error) {
	conn, err := migrations.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	// The session's end gives the lock back, and the pool is closed right after.
	return conn.Close, nil
}

func (p postgresServer) backup(context.Context, *sql.DB, int64) (string, error) { return "", nil }

func (p postgresServer) versioned(ctx context.Context, db *sql.DB) (exists bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", versionTable).Scan(&exists)
	return exists, err
}
