package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/search"
)

// DriftError is returned when a database is not what the migrations up to its version make.
// The program would fail on it sooner or later, at a request instead of at the start.
type DriftError struct {
	Version     int64
	Differences []string // at least one, such as "column users.email is missing"
}

// namedDifferences is how many differences the message of a DriftError names.
const namedDifferences = 10

func (e *DriftError) Error() string {
	named, more := e.Differences, ""
	if n := len(named) - namedDifferences; n > 0 {
		named, more = named[:namedDifferences], fmt.Sprintf("; and %d more, which redress migrate --check lists", n)
	}
	return fmt.Sprintf("the database is noted as version %d, but it is not what that version consists of: %s%s. "+
		"Was it made by a build between two versions, or changed by hand? Restore a backup, or make the differences good",
		e.Version, strings.Join(named, "; "), more)
}

// catalog describes what a database consists of: one entry for each column, index, constraint
// and trigger, by its kind and name. It holds structure rather than the server's own
// wording, which changes between its versions.
type catalog map[string]string

// Check compares the database with what its version consists of, and returns a *DriftError
// when they differ. It changes nothing. What others have added and what can't refuse a row
// of ours is let alone: tables, indexes that are not unique, columns that may be empty.
func (s *Store) Check(ctx context.Context) error {
	v, err := s.Version(ctx)
	if err != nil {
		return err
	}
	if err := v.refuseNewer(); err != nil {
		return err
	}
	return s.checkCatalog(ctx, migrations, v.Database)
}

// checkCatalog compares the database with the catalog that files have for a version. Version 0
// consists of nothing that could differ.
func (s *Store) checkCatalog(ctx context.Context, files fs.FS, version int64) error {
	content, err := fs.ReadFile(files, catalogFile(s.folder(), version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // version 0, or one that a test made up
	}
	if err != nil {
		return err
	}
	want, err := parseCatalog(content)
	if err != nil {
		return err
	}
	got, err := s.readCatalog(ctx)
	if err != nil {
		return failure(ctx, err)
	}
	if err := s.ignoreBegun(ctx, files, version, want, got); err != nil {
		return failure(ctx, err)
	}
	if newest, err := newestIn(files, s.folder()); err != nil {
		return err
	} else if version < newest {
		want.ignoreLackingTextIndexes(got)
	}
	if found := differences(want, got); len(found) > 0 {
		return &DriftError{Version: version, Differences: found}
	}
	return nil
}

// ignoreLackingTextIndexes takes out what the last migration makes when it is missing (see indexTexts): a database that
// was new when its migrations were cut off does not have it yet.
func (c catalog) ignoreLackingTextIndexes(got catalog) {
	for _, texts := range searched {
		maps.DeleteFunc(c, func(name, _ string) bool {
			return got[name] == "" && strings.Contains(name, " "+search.Index(texts.table))
		})
	}
}

// ignoreBegun takes out of both catalogs what a migration changes that was begun step by step and
// not finished.
func (s *Store) ignoreBegun(ctx context.Context, files fs.FS, version int64, want, got catalog) error {
	begun, err := s.unfinished(ctx, version)
	if err != nil || begun == 0 {
		return err
	}
	content, err := fs.ReadFile(files, catalogFile(s.folder(), begun))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // one that a test made up
	}
	if err != nil {
		return err
	}
	next, err := parseCatalog(content)
	if err != nil {
		return err
	}
	for _, names := range []catalog{want, got} {
		for name := range names {
			if want[name] != next[name] {
				delete(want, name)
				delete(got, name)
			}
		}
	}
	return nil
}

func catalogFile(folder string, version int64) string {
	return fmt.Sprintf("%s/%04d.catalog", folder, version)
}

// String returns the catalog in the form of its files: a sorted line for each entry.
func (c catalog) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c)) {
		b.WriteString(name + ": " + c[name] + "\n")
	}
	return b.String()
}

func parseCatalog(content []byte) (catalog, error) {
	c := catalog{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for lines.Scan() {
		name, is, ok := strings.Cut(lines.Text(), ": ")
		if !ok {
			return nil, fmt.Errorf("catalog: no description in %q", lines.Text())
		}
		c[name] = is
	}
	return c, lines.Err()
}

// differences returns what a database lacks, has otherwise, or has too much, sorted by name.
func differences(want, got catalog) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch is, ok := got[name]; {
		case !ok:
			found = append(found, name+" is missing")
		case is != want[name]:
			found = append(found, fmt.Sprintf("%s is %q and should be %q", name, is, want[name]))
		}
	}
	tables := map[string]bool{}
	for name := range want {
		tables[tableOf(name, want[name])] = true
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok && tables[tableOf(name, got[name])] && refuses(name, got[name]) {
			found = append(found, name+" is not part of it")
		}
	}
	return found
}

// tableOf returns the table that an entry belongs to.
func tableOf(name, is string) string {
	kind, object, _ := strings.Cut(name, " ")
	if kind == "index" || kind == "trigger" {
		table, _, _ := strings.Cut(is, " ")
		return table
	}
	table, _, _ := strings.Cut(object, ".")
	return table
}

// refuses reports whether an entry that is not ours may refuse or change a row that the program writes.
func refuses(name, is string) bool {
	switch kind, _, _ := strings.Cut(name, " "); kind {
	case "column":
		return strings.Contains(is, " not null") && !strings.Contains(is, " default")
	case "index":
		return strings.Contains(is, " unique")
	default:
		return true
	}
}

// The queries return the entries of a catalog. On PostgreSQL they read the schema in which the
// table of versions lies.
var catalogQueries = map[string][]string{
	dialect.Postgres: {
		`SELECT 'column ' || c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod) ||
				CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || CASE WHEN a.atthasdef THEN ' default' ELSE '' END
			FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			WHERE c.relkind IN ('r', 'p') AND c.relname <> 'goose_db_version'
				AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('goose_db_version'))`,
		`SELECT 'index ' || i.relname, c.relname || ' (' || (
				SELECT string_agg(coalesce(a.attname, 'expression') || CASE WHEN x.indoption[k.n - 1] & 1 = 1 THEN ' desc' ELSE '' END, ', ' ORDER BY k.n)
				FROM unnest(x.indkey::int2[]) WITH ORDINALITY k (attnum, n)
				LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) || ')' ||
				CASE WHEN m.amname <> 'btree' THEN ' ' || m.amname ELSE '' END ||
				CASE WHEN x.indisunique THEN ' unique' ELSE '' END || CASE WHEN x.indpred IS NOT NULL THEN ' partial' ELSE '' END ||
				CASE WHEN x.indisvalid THEN '' ELSE ' invalid' END
			FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid JOIN pg_am m ON m.oid = i.relam
			WHERE c.relkind IN ('r', 'p') AND c.relname <> 'goose_db_version'
				AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('goose_db_version'))`,
		`SELECT 'constraint ' || c.relname || '.' || k.conname, CASE k.contype
				WHEN 'c' THEN 'check'
				WHEN 'f' THEN 'references ' || r.relname || CASE k.confdeltype WHEN 'a' THEN '' ELSE ' on delete ' || k.confdeltype::text END
				ELSE 'unique' END || CASE WHEN k.convalidated THEN '' ELSE ' not validated' END
			FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class r ON r.oid = k.confrelid
			WHERE k.contype IN ('c', 'f', 'u', 'x') AND c.relname <> 'goose_db_version'
				AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('goose_db_version'))`,
		`SELECT 'trigger ' || t.tgname, c.relname || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' enabled ' || t.tgenabled::text END
			FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
			WHERE NOT t.tgisinternal
				AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('goose_db_version'))`,
	},
	dialect.SQLite: {
		`SELECT 'column ' || t.name || '.' || c.name, lower(c.type) || CASE WHEN c."notnull" THEN ' not null' ELSE '' END ||
				CASE WHEN c.dflt_value IS NOT NULL THEN ' default' ELSE '' END || CASE WHEN c.pk > 0 THEN ' primary key ' || c.pk ELSE '' END
			FROM pragma_table_list t, pragma_table_info(t.name) c
			WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT IN ('goose_db_version', 'sqlite_schema', 'sqlite_sequence')`,
		`SELECT 'index ' || i.name, t.name || ' (' || (
				SELECT group_concat(coalesce(x.name, 'expression') || CASE WHEN x."desc" THEN ' desc' ELSE '' END, ', ' ORDER BY x.seqno)
				FROM pragma_index_xinfo(i.name) x WHERE x.key) || ')' ||
				CASE WHEN i."unique" THEN ' unique' ELSE '' END || CASE WHEN i.partial THEN ' partial' ELSE '' END
			FROM pragma_table_list t, pragma_index_list(t.name) i
			WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT IN ('goose_db_version', 'sqlite_schema', 'sqlite_sequence')`,
		`SELECT 'constraint ' || t.name || '.' || f."from", 'references ' || f."table" ||
				CASE f.on_delete WHEN 'NO ACTION' THEN '' ELSE ' on delete ' || lower(f.on_delete) END
			FROM pragma_table_list t, pragma_foreign_key_list(t.name) f
			WHERE t.schema = 'main' AND t.type = 'table'`,
		`SELECT 'trigger ' || name, tbl_name FROM sqlite_master WHERE type = 'trigger'`,
	},
}

// readCatalog describes the database as it is.
func (s *Store) readCatalog(ctx context.Context) (catalog, error) {
	found := catalog{}
	for _, query := range catalogQueries[s.Dialect()] {
		if err := found.add(ctx, s.db, query); err != nil {
			return nil, fmt.Errorf("read the database's catalog: %w", err)
		}
	}
	if s.Dialect() == dialect.SQLite {
		if err := found.addChecks(ctx, s.db); err != nil {
			return nil, fmt.Errorf("read the database's catalog: %w", err)
		}
	}
	return found, nil
}

// add adds the entries that a query returns.
func (c catalog) add(ctx context.Context, db *sql.DB, query string) (err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name, is string
		if err := rows.Scan(&name, &is); err != nil {
			return err
		}
		c[name] = is
	}
	return rows.Err()
}

// check matches a named check in the definition of a table, whose text is all that SQLite has of it.
var check = regexp.MustCompile("(?i)CONSTRAINT [`\"]?(\\w+)[`\"]? CHECK")

// addChecks adds the named checks of SQLite's tables.
func (c catalog) addChecks(ctx context.Context, db *sql.DB) error {
	tables := catalog{}
	if err := tables.add(ctx, db, "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"); err != nil {
		return err
	}
	for table, definition := range tables {
		for _, found := range check.FindAllStringSubmatch(definition, -1) {
			c["constraint "+table+"."+found[1]] = "check"
		}
	}
	return nil
}
