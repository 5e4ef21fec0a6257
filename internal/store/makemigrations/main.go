// Command makemigrations writes the SQL that takes a database from what the migrations
// say to what the schema says, for both databases and under the same numbers. It runs last
// in `go generate ./ent`; when nothing has changed it writes nothing, which is how drift is found.
//
// PostgreSQL is the server that REDRESS_TEST_POSTGRES_URL names, else a throwaway one.
package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/schema"
	"github.com/lib/pq"
	_ "modernc.org/sqlite" // the driver "sqlite"

	entmigrate "github.com/redress/redress/ent/migrate"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// released tells whether anybody may have a database made by migration 0001. Until then it
// is written anew whenever the schema changes; from then on a change is a migration of its own.
const released = false

func main() {
	dir := flag.String("dir", "../internal/store/migrations", "folder that holds the folders sqlite and postgres")
	name := flag.String("name", "change", "what a new migration is called, in snake case")
	flag.Parse()
	if err := run(context.Background(), *dir, *name, !released); err != nil {
		fmt.Fprintln(os.Stderr, "makemigrations:", err)
		os.Exit(1)
	}
}

// run writes what is missing, or everything anew.
func run(ctx context.Context, dir, name string, anew bool) error {
	if anew {
		name = "init"
		for _, database := range []string{"sqlite", "postgres"} {
			if err := forget(filepath.Join(dir, database)); err != nil {
				return err
			}
		}
	}
	if err := onSQLite(ctx, filepath.Join(dir, "sqlite"), name); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	if err := onPostgres(ctx, filepath.Join(dir, "postgres"), name); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return sameNumbers(dir)
}

func onSQLite(ctx context.Context, dir, name string) (err error) {
	tmp, err := os.MkdirTemp("", "redress-makemigrations-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(tmp, "empty.db")+"?_pragma=foreign_keys(1)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return diff(ctx, entsql.OpenDB(dialect.SQLite, db), dir, name)
}

func onPostgres(ctx context.Context, dir, name string) (err error) {
	server := os.Getenv(pgtest.Env)
	if server == "" {
		throwaway, startErr := pgtest.Start() //nolint:contextcheck // it waits no longer than 30 s
		if startErr != nil {
			return fmt.Errorf("no migration was made: %w", startErr)
		}
		defer func() { err = errors.Join(err, throwaway.Stop()) }()
		server = throwaway.URL
	}
	admin, err := sql.Open("postgres", server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	empty := "makemigrations_" + strings.ToLower(rand.Text())
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+pq.QuoteIdentifier(empty)+" TEMPLATE template0"); err != nil {
		return err
	}
	defer func() {
		_, dropErr := admin.ExecContext(ctx, "DROP DATABASE "+pq.QuoteIdentifier(empty)+" WITH (FORCE)")
		err = errors.Join(err, dropErr)
	}()
	u, err := url.Parse(server)
	if err != nil {
		return err
	}
	u.Path = "/" + empty
	db, err := sql.Open("postgres", u.String())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return diff(ctx, entsql.OpenDB(dialect.Postgres, db), dir, name)
}

// diff replays the folder's migrations on an empty database and writes one more when the
// schema differs from what they made.
func diff(ctx context.Context, empty dialect.Driver, path, name string) error {
	if err := os.MkdirAll(path, 0o750); err != nil {
		return err
	}
	dir, err := sqltool.NewGooseDir(path)
	if err != nil {
		return err
	}
	files, err := dir.Files()
	if err != nil {
		return err
	}
	format, err := formatter(fmt.Sprintf("%04d_%s.sql", len(files)+1, name))
	if err != nil {
		return err
	}
	m, err := schema.NewMigrate(empty,
		schema.WithDir(dir), schema.WithFormatter(format), schema.WithMigrationMode(schema.ModeReplay),
		schema.WithDropColumn(true), schema.WithDropIndex(true), schema.WithIndent("  "))
	if err != nil {
		return err
	}
	return m.NamedDiff(ctx, name, entmigrate.Tables...)
}

// formatter writes what goose reads. There is no way down: a database goes back by its copy.
func formatter(file string) (migrate.Formatter, error) {
	name, err := template.New("name").Parse(file)
	if err != nil {
		return nil, err
	}
	content, err := template.New("content").Parse("-- +goose Up\n" +
		"{{ range .Changes }}{{ with .Comment }}-- {{ . }}\n{{ end }}{{ .Cmd }};\n{{ end }}")
	if err != nil {
		return nil, err
	}
	return migrate.NewTemplateFormatter(name, content)
}

func forget(path string) error {
	for _, pattern := range []string{"*.sql", migrate.HashFileName} {
		old, err := filepath.Glob(filepath.Join(path, pattern))
		if err != nil {
			return err
		}
		for _, file := range old {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameNumbers fails when one database got a migration that the other does not need, as with
// a change of a column's type. The missing one is then written by hand, with a comment only.
func sameNumbers(dir string) error {
	last := func(database string) (string, error) {
		files, err := fs.Glob(os.DirFS(dir), database+"/*.sql")
		if err != nil || len(files) == 0 {
			return "", errors.Join(err, fmt.Errorf("%s has no migrations", database))
		}
		return filepath.Base(files[len(files)-1]), nil
	}
	lite, err := last("sqlite")
	if err != nil {
		return err
	}
	pg, err := last("postgres")
	if err != nil {
		return err
	}
	if lite != pg {
		return fmt.Errorf("the last migration is %s on SQLite and %s on PostgreSQL: "+
			"give the other database one of the same name that holds only a comment", lite, pg)
	}
	return nil
}
