package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/backup"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/durable"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
)

// backupSettings are the settings of the commands that read or write an installation.
var backupSettings = []string{"database-url", "media-url", "key-file", "ledger-key-file"}

// BackupCmd is `redress backup`.
type BackupCmd struct {
	Dir         string
	MediaOnly   bool
	Keep        backup.Keep
	MetricsFile string
	JSON        bool
	Tools       string
}

func newBackup(app *App) *cobra.Command {
	var c BackupCmd
	command := reads(&cobra.Command{
		Use: "backup <dir> [flags]", Short: "Back up the database and the media files.",
		Args: arguments(textArgument("<dir>", &c.Dir)), RunE: app.run(c.Run),
		Long: `Back up the database, as it is at one moment, and the files that its rows refer
to, while the service runs. Files that an earlier backup in the folder holds are
shared with it, not copied again. The folder is made when it is missing; one
that holds anything else is refused.

The keys are not part of it: copy them once, to another place. On PostgreSQL it
runs pg_dump, of the server's version or later.

It exits with 0 when the backup is made, 1 when it is made but something is
wrong, such as a photo that is missing, and 2 when there is none. An
interruption leaves earlier backups as they were.

With --keep-… it removes older backups afterwards; see redress backup prune.`,
	}, backupSettings...)
	flags := command.Flags()
	flags.SortFlags = false
	keepFlags(flags, &c.Keep)
	flags.BoolVar(&c.MediaOnly, "media-only", false, "Only copy the files of media that the folder lacks, between backups")
	flags.StringVar(&c.MetricsFile, "metrics-file", "", "Write when the last backup was made to a `FILE` for node_exporter's textfile collector")
	flags.BoolVar(&c.JSON, "json", false, "Print the manifest instead of a sentence")
	toolsFlag(flags, &c.Tools)
	command.MarkFlagsMutuallyExclusive("media-only", "json")
	command.AddCommand(
		reads(newBackupList(app)),
		reads(newBackupVerify(app), "key-file", "ledger-key-file"),
		reads(newBackupPrune(app)),
	)
	return command
}

func keepFlags(flags *pflag.FlagSet, k *backup.Keep) {
	flags.IntVar(&k.Daily, "keep-daily", 0, "Keep the newest backup of each of the last `N` days that have one")
	flags.IntVar(&k.Weekly, "keep-weekly", 0, "The same of the last `N` weeks")
	flags.IntVar(&k.Monthly, "keep-monthly", 0, "The same of the last `N` months")
}

func toolsFlag(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "pg-bin", "", "`FOLDER` of pg_dump and pg_restore (default those on PATH and where packages install them)")
}

func checkKeep(k backup.Keep) error {
	if k.Daily < 0 || k.Weekly < 0 || k.Monthly < 0 {
		return exitError{errors.New("--keep-daily, --keep-weekly and --keep-monthly must not be negative"), exitUsage}
	}
	return nil
}

// Run makes a backup.
func (c *BackupCmd) Run(ctx context.Context, app *App) error {
	if err := checkKeep(c.Keep); err != nil {
		return err
	}
	begin := time.Now()
	if c.MediaOnly {
		return c.copyMedia(ctx, app)
	}
	var made *backup.Backup
	var pruned string
	ended := func(db *store.Store, err error) {
		if err == nil {
			err = incomplete(made)
		}
		failure := ""
		if err != nil {
			failure = err.Error()
		}
		app.noteOutcome(ctx, db, domain.AlertBackup, failure)
	}
	err := c.inFolder(ctx, app, ended, func(f *backup.Folder, src backup.Source, o backup.Options) (err error) {
		if made, err = f.Create(ctx, src, o); err != nil || !c.Keep.Some() {
			return err
		}
		if pruned, err = prune(ctx, f, c.Keep, false); err != nil {
			err = exitError{fmt.Errorf("the backup was made, but older ones were not removed: %w", err), exitFault}
		}
		return err
	})
	switch {
	case err != nil && made == nil && ctx.Err() != nil:
		return exitError{errors.New("interrupted: no backup was made. Earlier ones are as they were"), exitUsage}
	case err != nil && made == nil:
		return exitError{fmt.Errorf("no backup was made: %w", err), exitUsage}
	}
	took := time.Since(begin)
	if c.MetricsFile != "" {
		if failed := durable.Replace(c.MetricsFile, metrics(made, took), 0o644); failed != nil {
			err = errors.Join(err, exitError{fmt.Errorf("the backup was made, but --metrics-file: %w", failed), exitFault})
		}
	}
	if c.JSON {
		return errors.Join(printJSON(app, made), err, incomplete(made))
	}
	m := made.Manifest
	fmt.Fprintf(app.Stdout, "Backed up to %s in %s: database %s at version %d, %d files of %s; new are %d of %s.\n",
		made.Path(), took.Round(100*time.Millisecond), size(m.Database.Bytes), m.Database.Version,
		m.Media.Files, size(m.Media.Bytes), m.Media.New, size(m.Media.NewBytes))
	if n := len(m.Media.Deleted); n > 0 {
		fmt.Fprintf(app.Stdout, "%d files were deleted meanwhile and are left out.\n", n)
	}
	fmt.Fprint(app.Stdout, pruned)
	return errors.Join(err, incomplete(made))
}

// incomplete returns an error for a backup that lacks files because the media folder does.
func incomplete(b *backup.Backup) error {
	m := b.Manifest.Media
	if m.Complete() {
		return nil
	}
	return exitError{fmt.Errorf("the backup was made, but the media folder lacks files that rows refer to, or has others than were written: %d "+
		"missing, %d damaged. %s names them; see redress verify-media",
		len(m.Missing), len(m.Damaged), filepath.Join(b.Path(), "manifest.json")), exitFault}
}

// copyMedia copies files of media alone.
func (c *BackupCmd) copyMedia(ctx context.Context, app *App) error {
	var m backup.Media
	nobodyAsks := func(*store.Store, error) {}
	err := c.inFolder(ctx, app, nobodyAsks, func(f *backup.Folder, src backup.Source, o backup.Options) (err error) {
		m, err = f.CopyMedia(ctx, src, o)
		return err
	})
	if err != nil {
		return exitError{err, exitUsage}
	}
	fmt.Fprintf(app.Stdout, "Copied %d files of %s; the folder has all %d.\n", m.New, size(m.NewBytes), m.Files)
	if n := len(m.Missing) + len(m.Damaged); n > 0 {
		return exitError{fmt.Errorf("files that are missing or damaged in the media folder: %d; see redress verify-media", n), exitFault}
	}
	return nil
}

// inFolder opens the folder of backups and what is backed up, and calls do with them. Once the database was open, ended gets the error.
func (c *BackupCmd) inFolder(
	ctx context.Context, app *App, ended func(*store.Store, error), do func(*backup.Folder, backup.Source, backup.Options) error,
) (err error) {
	db, err := app.openToBackUp(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	defer func() { ended(db, err) }()
	files, err := app.filesToBackUp(ctx, db)
	if err != nil {
		return err
	}
	if err := app.checkOutside(c.Dir); err != nil {
		return err
	}
	f, err := backup.Create(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	shown := newStages(app.Stderr)
	defer shown.end()
	return cause(do(f, backup.Source{DB: db, Files: files, Keys: app.keyIDs(), Program: version, Now: time.Now},
		backup.Options{Tools: c.Tools, Progress: shown.showBytes}))
}

// cause returns what a fault is about, for an operator: its message is for callers.
func cause(err error) error {
	if f, ok := fault.As(err); ok && f.Cause != nil {
		return f.Cause
	}
	return err
}

// showBytes shows the progress of a stage that may not know its end.
func (s *stages) showBytes(stage string, done, of int64) {
	if of == 0 && done > 0 {
		stage += " " + size(done)
		done = 0
	}
	s.show(stage, int(done), int(of))
}

// openToBackUp opens an existing database that is not newer than the program.
func (a *App) openToBackUp(ctx context.Context) (*store.Store, error) {
	return a.openExisting(ctx, func(v store.Version) error {
		if v.Database > v.Program {
			return fmt.Errorf("the database is at version %d and the program at %d: back it up with the program that serves it", v.Database, v.Program)
		}
		return a.holdsInstallation(v)
	})
}

// filesToBackUp opens the media folder that belongs to a database, nil when neither has files.
func (a *App) filesToBackUp(ctx context.Context, db *store.Store) (blob.Store, error) {
	var rows int
	if err := db.Ask(ctx, "SELECT COUNT(*) FROM media", &rows); err != nil {
		return nil, err
	}
	files, err := blob.OpenExisting(a.Config.MediaURL)
	if errors.Is(err, fs.ErrNotExist) && rows == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	s := a.mediaStore(db, files)
	if err := a.explainMismatch(s.Check(ctx)); err != nil {
		return nil, err
	}
	folder, database, err := s.IDs(ctx)
	if err == nil && folder == uuid.Nil && database != uuid.Nil && rows > 0 {
		err = a.explainMismatch(&mediastore.MismatchError{
			Reason: fmt.Sprintf("The media folder has no id, and the database has files: %d", rows), Folder: folder, Database: database,
		})
	}
	return files, err
}

// checkOutside refuses a folder of backups inside the media folder, or the other way round.
func (a *App) checkOutside(dir string) error {
	_, media, _ := strings.Cut(a.Config.MediaURL, "://")
	target, source := realPath(dir), realPath(media)
	for _, pair := range [][2]string{{target, source}, {source, target}} {
		if rel, err := filepath.Rel(pair[0], pair[1]); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return fmt.Errorf("%s and the media folder %s are one in the other: name a folder elsewhere, best on another disk", dir, media)
		}
	}
	return nil
}

// realPath returns the absolute path of a file, past the symbolic links of the part that exists.
func realPath(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for head, tail := full, ""; ; head, tail = filepath.Dir(head), filepath.Join(filepath.Base(head), tail) {
		if found, err := filepath.EvalSymlinks(head); err == nil {
			return filepath.Join(found, tail)
		}
		if head == filepath.Dir(head) {
			return full
		}
	}
}

// keyIDs returns the fingerprints of the keys in force; "" for one that can't be read.
func (a *App) keyIDs() (k backup.Keys) {
	k.Signing, _ = auth.KeyID(a.Config.KeyFile)
	k.Ledger, _ = ledger.KeyID(a.Config.LedgerKeyFile)
	return k
}

// warnOfKeys warns when the keys in force are not those of a backup. Where there are none, as on the
// machine that keeps the backups, only a restore says so.
func (a *App) warnOfKeys(of backup.Keys, restoring bool) {
	now := a.keyIDs()
	for _, k := range []struct{ setting, file, is, was, without string }{
		{"REDRESS_LEDGER_KEY_FILE", a.Config.LedgerKeyFile, now.Ledger, of.Ledger, "Put the right one back: without it nothing starts"},
		{"REDRESS_KEY_FILE", a.Config.KeyFile, now.Signing, of.Signing, "With another one everybody signs in again, and links in e-mails don't work"},
	} {
		switch {
		case k.was == "" || k.is == k.was:
		case k.is != "":
			fmt.Fprintf(a.Stderr, "Warning: %s: %s is not the key that was in force when the backup was made. %s.\n", k.setting, k.file, k.without)
		case restoring:
			fmt.Fprintf(a.Stderr, "Warning: %s: %s can't be read, and the backup does not hold it. %s.\n", k.setting, k.file, k.without)
		}
	}
}

// size writes a number of bytes for people.
func size(n int64) string {
	value, unit := float64(n), 0
	for value >= 999.95 && unit < 4 {
		value /= 1000
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", value, []string{"", "kB", "MB", "GB", "TB"}[unit])
}

// metrics writes what a monitoring system asks of a backup, in the format of Prometheus.
func metrics(b *backup.Backup, took time.Duration) []byte {
	m := b.Manifest
	whole := 1
	if !m.Media.Complete() {
		whole = 0
	}
	var text bytes.Buffer
	for _, row := range []struct {
		name, help string
		value      any
	}{
		{"last_success_timestamp_seconds", "When the last backup was made.", m.Ended.Unix()},
		{"duration_seconds", "How long the last backup took.", fmt.Sprintf("%.1f", took.Seconds())},
		{"complete", "Whether no file of media was missing or damaged.", whole},
		{"database_bytes", "Size of the copy of the database.", m.Database.Bytes},
		{"media_files", "Files of media in the last backup.", m.Media.Files},
		{"media_bytes", "Size of the files of media in the last backup.", m.Media.Bytes},
		{"media_new_bytes", "Size of the files that the last backup copied.", m.Media.NewBytes},
	} {
		fmt.Fprintf(&text, "# HELP redress_backup_%s %s\n# TYPE redress_backup_%[1]s gauge\nredress_backup_%[1]s %[3]v\n", row.name, row.help, row.value)
	}
	return text.Bytes()
}
