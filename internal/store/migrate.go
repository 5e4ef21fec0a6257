package store

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"

	"entgo.io/ent/dialect"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// The same numbers in both folders. They are made by internal/codegen/migrations and never changed once released.
//
// Beside each lies the catalog of what the database consists of after it (see Store.Check). internal/codegen/pack puts
// them into an archive, which takes a megabyte less than they do.
//
//go:embed migrations/packed.zip
var packed []byte

var migrations = openArchive(packed)

// archive is an embedded archive as a file system.
type archive struct{ *zip.Reader }

// ReadFile implements fs.ReadFileFS.
func (a archive) ReadFile(name string) ([]byte, error) { return fs.ReadFile(a.Reader, name) }

func openArchive(content []byte) archive {
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return archive{r}
}

const versionTable = goose.DefaultTablename

// ErrNewer is returned when the database was migrated by a later version of the program.
var ErrNewer = errors.New("the database is newer than this program")

// Version is how far a database and the program have come, in migrations.
type Version struct {
	Database int64 // 0 for an empty database
	Program  int64
}

// Pending reports whether the database lacks migrations that the program has.
func (v Version) Pending() bool { return v.Database < v.Program }

// Migration is what Migrate did: nothing when From and To are alike.
type Migration struct {
	From, To int64
	Backup   string // path of the copy that was made first, of SQLite files that held data
}

// Version reads how far the database has come; it changes nothing.
func (s *Store) Version(ctx context.Context) (Version, error) { return s.version(ctx, migrations) }

// Migrate applies what the database lacks, each migration whole or not at all, but for those that
// are applied step by step: one that was interrupted goes on where it was. Any number
// of instances may call it at once: one works and the others wait. It only goes forward and
// refuses with ErrNewer a database that is ahead of the program, and with a DriftError one that
// is not what its version consists of.
func (s *Store) Migrate(ctx context.Context) (Migration, error) { return s.migrate(ctx, migrations) }

// ProgramVersion returns the newest version that the program knows, the same on both databases.
func ProgramVersion() (int64, error) { return newestIn(migrations, "migrations/sqlite") }

// newestIn returns the number of the newest migration in a folder.
func newestIn(files fs.FS, folder string) (newest int64, err error) {
	names, err := fs.Glob(files, folder+"/*.sql")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		n, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("migration %s: %w", name, err)
		}
		newest = max(newest, n)
	}
	return newest, nil
}

func (s *Store) version(ctx context.Context, files fs.FS) (v Version, err error) {
	if v.Program, err = newestIn(files, s.folder()); err != nil {
		return v, err
	}
	exists, err := s.backend.hasTable(ctx, s.db, versionTable)
	if err != nil {
		return v, failure(ctx, err)
	}
	if exists {
		err = s.db.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM "+versionTable).Scan(&v.Database)
	}
	return v, failure(ctx, err)
}

func (s *Store) migrate(ctx context.Context, files fs.FS) (m Migration, err error) {
	v, err := s.version(ctx, files)
	if err != nil {
		return m, err
	}
	if v.Pending() {
		db, err := s.backend.openForMigrations()
		if err != nil {
			return m, err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return s.migrateLocked(ctx, db, files)
	}
	if err := v.refuseNewer(); err != nil {
		return Migration{From: v.Database, To: v.Database}, err
	}
	err = s.checkCatalog(ctx, files, v.Database)
	if now, again := s.version(ctx, files); err != nil && again == nil && now != v {
		err = now.refuseNewer() // a later program was migrating while the catalog was read
	}
	return Migration{From: v.Database, To: v.Database}, err
}

func (s *Store) migrateLocked(ctx context.Context, db *sql.DB, files fs.FS) (m Migration, err error) {
	unlock, err := s.backend.lock(ctx, db)
	if err != nil {
		return m, failure(ctx, fmt.Errorf("lock for migrations: %w", err))
	}
	defer func() { err = errors.Join(err, unlock()) }()

	v, err := s.version(ctx, files) // again: somebody may have been at work
	if err != nil {
		return m, err
	}
	m = Migration{From: v.Database, To: v.Database}
	if err := v.refuseNewer(); err != nil {
		return m, err
	}
	if err := s.checkCatalog(ctx, files, v.Database); err != nil || !v.Pending() {
		return m, err
	}
	begun, err := s.unfinished(ctx, m.From)
	if err != nil {
		return m, failure(ctx, err)
	}
	if m.From > 0 && begun == 0 { // else the copy of before lies there
		if m.Backup, err = s.backend.backup(ctx, db, m.From); err != nil {
			return m, failure(ctx, err)
		}
	}
	report := s.report
	if m.From == 0 { // nothing takes long
		report = func(Progress) {}
	}
	provider, err := s.provider(db, files, v.Program, report)
	if err != nil {
		return m, err
	}
	if _, err := provider.Up(ctx); err != nil {
		return m, failure(ctx, fmt.Errorf("migrate the database: %w", err))
	}
	m.To = v.Program
	return m, s.checkCatalog(ctx, files, m.To)
}

func (v Version) refuseNewer() error {
	if v.Database > v.Program {
		return fmt.Errorf("%w: it is at version %d, the program knows versions up to %d; start a later version of redress",
			ErrNewer, v.Database, v.Program)
	}
	return nil
}

func (s *Store) provider(db *sql.DB, files fs.FS, last int64, report func(Progress)) (*goose.Provider, error) {
	folder, err := fs.Sub(files, s.folder())
	if err != nil {
		return nil, err
	}
	of := goose.DialectPostgres
	if s.Dialect() == dialect.SQLite {
		of = goose.DialectSQLite3
	}
	versions, err := database.NewStore(of, versionTable)
	if err != nil {
		return nil, err
	}
	steps := noted{Store: versions}
	if s.Dialect() == dialect.SQLite {
		steps.before = append(steps.before, noOrphans)
	}
	steps.before = append(steps.before, indexTexts(s.Dialect(), last))
	options, err := s.online(folder, report)
	if err != nil {
		return nil, err
	}
	options = append(options, goose.WithStore(steps), goose.WithDisableGlobalRegistry(true))
	return goose.NewProvider(goose.DialectCustom, db, folder, options...)
}

func (s *Store) folder() string {
	if s.Dialect() == dialect.SQLite {
		return "migrations/sqlite"
	}
	return "migrations/postgres"
}

// noOrphans refuses a migration after which some foreign key does not find its row.
func noOrphans(ctx context.Context, db database.DBTxConn, version int64) error {
	orphans, err := orphans(ctx, db)
	if err != nil {
		return err
	}
	if len(orphans) > 0 {
		return fmt.Errorf("migration %d leaves %d rows that point at no row, the first one in %s", version, len(orphans), orphans[0])
	}
	return nil
}

// orphans returns the table of each row whose foreign key finds nothing.
func orphans(ctx context.Context, db database.DBTxConn) (tables []string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	return tables, rows.Err()
}
