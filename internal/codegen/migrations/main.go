// Command migrations writes the SQL that takes a database from what the migrations make to what
// ent/schema says, for both databases and under the same numbers. It is run last in the folder ent,
// by `make generate`; when nothing has changed it writes nothing, which is how drift is found.
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
	"slices"
	"strings"
	"text/template"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
	"github.com/lib/pq"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/redress/redress/internal/testenv/pgtest"
)

func main() {
	schemas := flag.String("schema", "./schema", "folder of the schema")
	dir := flag.String("dir", "../internal/store/migrations", "folder that holds the folders sqlite and postgres")
	name := flag.String("name", "change", "what a new migration is called, in snake case")
	edited := flag.Bool("edited", false, "first write the checksums of migrations that were edited and have not landed")
	flag.Parse()
	if *edited {
		for _, database := range []string{"sqlite", "postgres"} {
			if err := writeSums(filepath.Join(*dir, database)); err != nil {
				fmt.Fprintln(os.Stderr, "migrations:", err)
				os.Exit(1)
			}
		}
	}
	if err := run(context.Background(), *schemas, *dir, *name); err != nil {
		fmt.Fprintln(os.Stderr, "migrations:", err)
		os.Exit(1)
	}
}

// run writes what is missing.
func run(ctx context.Context, schemas, dir, name string) error {
	tables, err := load(schemas)
	if err != nil {
		return fmt.Errorf("load the schema: %w", err)
	}
	if err := onSQLite(ctx, filepath.Join(dir, "sqlite"), name, tables); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	if err := onPostgres(ctx, filepath.Join(dir, "postgres"), name, tables); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return align(dir)
}

// load returns the tables of the schema, as ent's own code generator makes them of it.
func load(schemas string) ([]*schema.Table, error) {
	storage, err := gen.NewStorage("sql")
	if err != nil {
		return nil, err
	}
	graph, err := entc.LoadGraph(schemas, &gen.Config{Storage: storage})
	if err != nil {
		return nil, err
	}
	return graph.Tables()
}

func onSQLite(ctx context.Context, dir, name string, tables []*schema.Table) (err error) {
	tmp, err := os.MkdirTemp("", "redress-migrations-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(tmp, "empty.db")+"?_pragma=foreign_keys(1)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return diff(ctx, entsql.OpenDB(dialect.SQLite, db), dir, name, tables)
}

func onPostgres(ctx context.Context, dir, name string, tables []*schema.Table) (err error) {
	server := os.Getenv(pgtest.Env)
	if server == "" {
		throwaway, startErr := pgtest.Start() // it waits no longer than 30 s
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
	empty := "migrations_" + strings.ToLower(rand.Text())
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
	return diff(ctx, entsql.OpenDB(dialect.Postgres, db), dir, name, tables)
}

// diff replays the folder's migrations on an empty database and writes one more when the
// schema differs from what they made.
func diff(ctx context.Context, empty dialect.Driver, path, name string, tables []*schema.Table) error {
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
	return m.NamedDiff(ctx, name, tables...)
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

// align writes a migration without statements where only the other database needs the last one,
// as with a change of a column's type: both folders hold the same numbers.
func align(dir string) error {
	lite, err := names(dir, "sqlite")
	if err != nil {
		return err
	}
	pg, err := names(dir, "postgres")
	if err != nil {
		return err
	}
	switch n := min(len(lite), len(pg)); {
	case slices.Equal(lite, pg):
		return nil
	case len(pg) == n+1 && slices.Equal(lite, pg[:n]):
		return writeEmpty(filepath.Join(dir, "sqlite"), pg[n], "PostgreSQL")
	case len(lite) == n+1 && slices.Equal(pg, lite[:n]):
		return writeEmpty(filepath.Join(dir, "postgres"), lite[n], "SQLite")
	}
	return fmt.Errorf("the migrations differ: %v on SQLite and %v on PostgreSQL", lite, pg)
}

// names returns the names of the migrations of a database, in their order.
func names(dir, database string) ([]string, error) {
	files, err := fs.Glob(os.DirFS(filepath.Join(dir, database)), "*.sql")
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no migrations", database)
	}
	return files, err
}

// writeEmpty writes a migration that holds a comment only, and the folder's checksums.
func writeEmpty(path, name, other string) error {
	content := "-- +goose Up\n-- Nothing to do: this migration changes " + other + " only.\n"
	if err := os.WriteFile(filepath.Join(path, name), []byte(content), 0o600); err != nil {
		return err
	}
	return writeSums(path)
}

// writeSums writes a folder's checksums.
func writeSums(path string) error {
	dir, err := sqltool.NewGooseDir(path)
	if err != nil {
		return err
	}
	sums, err := dir.Checksum()
	if err != nil {
		return err
	}
	return migrate.WriteSumFile(dir, sums)
}
