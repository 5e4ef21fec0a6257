package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/backup"
	"github.com/redress/redress/internal/blob"
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
	err := c.inFolder(ctx, app, func(f *backup.Folder, src backup.Source, o backup.Options) (err error) {
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
		made.Path(), took.Round(100*time.Millisecond), size(m.Database.Bytes), m.Database.Version, m.Media.Files, size(m.Media.Bytes), m.Media.New, size(m.Media.NewBytes))
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
	return exitError{fmt.Errorf("the backup was made, but the media folder lacks files that rows refer to, or has others than were written: %d missing, %d damaged. %s names them; see redress verify-media",
		len(m.Missing), len(m.Damaged), filepath.Join(b.Path(), "manifest.json")), exitFault}
}

// copyMedia copies files of media alone.
func (c *BackupCmd) copyMedia(ctx context.Context, app *App) error {
	var m backup.Media
	err := c.inFolder(ctx, app, func(f *backup.Folder, src backup.Source, o backup.Options) (err error) {
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

// inFolder opens the folder of backups and what is backed up, and calls do with them.
func (c *BackupCmd) inFolder(ctx context.Context, app *App, do func(*backup.Folder, backup.Source, backup.Options) error) (err error) {
	db, err := app.openToBackUp(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
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
	if err := db.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM media").Scan(&rows); err != nil {
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

// described is a backup as JSON.
type described struct {
	Name string `json:"name"`
	Path string `json:"path"`
	backup.Manifest
	Fault string `json:"fault,omitempty"`
}

func describeBackup(b *backup.Backup) described {
	d := described{Name: b.Name, Path: b.Path(), Manifest: b.Manifest}
	if b.Err != nil {
		d.Fault = b.Err.Error()
	}
	return d
}

func printJSON(app *App, b *backup.Backup) error {
	return writeJSON(app, describeBackup(b))
}

func writeJSON(app *App, v any) error {
	e := json.NewEncoder(app.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// openBackups opens the folder of backups that a path names, or the one that holds the backup that it
// names. It returns these backups, the oldest first.
func openBackups(path string) (f *backup.Folder, all []*backup.Backup, err error) {
	dir, only := path, ""
	if _, err := os.Stat(filepath.Join(path, "manifest.json")); err == nil {
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, nil, err
		}
		dir, only = filepath.Dir(full), filepath.Base(full)
	}
	if f, err = backup.Open(dir); err != nil {
		return nil, nil, err
	}
	if all, err = f.Backups(); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if only == "" {
		return f, all, nil
	}
	for _, b := range all {
		if b.Name == only {
			return f, []*backup.Backup{b}, nil
		}
	}
	return nil, nil, errors.Join(fmt.Errorf("%s is no finished backup", path), f.Close())
}

// BackupListCmd is `redress backup list`.
type BackupListCmd struct {
	Dir  string
	JSON bool
}

func newBackupList(app *App) *cobra.Command {
	var c BackupListCmd
	command := &cobra.Command{
		Use: "list <dir> [flags]", Short: "List the backups in a folder.",
		Args: arguments(textArgument("<dir>", &c.Dir)), RunE: app.run(c.Run),
		Long: `List the backups in a folder, the oldest first. It looks at their manifests
only: redress backup verify reads everything.`,
	}
	command.Flags().BoolVar(&c.JSON, "json", false, "Print their manifests")
	return command
}

// Run lists them.
func (c *BackupListCmd) Run(_ context.Context, app *App) error {
	f, all, err := openBackups(c.Dir)
	if err != nil {
		return exitError{err, exitUsage}
	}
	defer func() { _ = f.Close() }()
	if c.JSON {
		list := make([]described, 0, len(all))
		for _, b := range all {
			list = append(list, describeBackup(b))
		}
		return writeJSON(app, list)
	}
	if len(all) == 0 {
		fmt.Fprintln(app.Stdout, "There are no backups in "+c.Dir+".")
		return nil
	}
	w := tabwriter.NewWriter(app.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "BACKUP\tDATABASE\tSCHEMA\tFILES\tSIZE\tNEW\tSTATE")
	for _, b := range all {
		m, state := b.Manifest, "whole"
		switch {
		case b.Err != nil:
			state = "can't be used: " + b.Err.Error()
		case !m.Media.Complete():
			state = fmt.Sprintf("%d files lacking", len(m.Media.Missing)+len(m.Media.Damaged))
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\t%s\n", b.Name, size(m.Database.Bytes), m.Database.Version, m.Media.Files, size(m.Media.Bytes), size(m.Media.NewBytes), state)
	}
	return w.Flush()
}

// BackupVerifyCmd is `redress backup verify`.
type BackupVerifyCmd struct {
	Dir       string
	SizesOnly bool
}

func newBackupVerify(app *App) *cobra.Command {
	var c BackupVerifyCmd
	command := &cobra.Command{
		Use: "verify <dir> [flags]", Short: "Check that backups are as they were written.",
		Args: arguments(textArgument("<dir>", &c.Dir)), RunE: app.run(c.Run),
		Long: `Check that all backups in a folder, or the one whose own folder is named, are as
they were written. It reads every file; those that backups share are read once.

It changes nothing. It exits with 0 when all is well, 1 when something is wrong,
and 2 when it could not be checked. A photo or video that is missing or damaged
here: remove it, and the next backup copies it anew.

It warns when the keys that the settings name are not those that were in force.`,
	}
	command.Flags().BoolVar(&c.SizesOnly, "sizes-only", false, "Don't read photos and videos, so that other bytes of the same number are not found")
	return command
}

// Run verifies them.
func (c *BackupVerifyCmd) Run(ctx context.Context, app *App) error {
	f, all, err := openBackups(c.Dir)
	if err != nil {
		return exitError{err, exitUsage}
	}
	defer func() { _ = f.Close() }()
	if len(all) == 0 {
		return exitError{fmt.Errorf("there are no backups in %s", c.Dir), exitUsage}
	}
	faults := map[string][]string{}
	shown := newStages(app.Stderr)
	err = f.Verify(ctx, all, backup.Verification{
		SizesOnly: c.SizesOnly,
		Found:     func(name, fault string) { faults[name] = append(faults[name], fault) },
		Progress:  shown.showBytes,
	})
	shown.end()
	if err != nil {
		return exitError{err, exitUsage}
	}
	wrong := 0
	for _, b := range all {
		found := faults[b.Name]
		if len(found) == 0 {
			fmt.Fprintf(app.Stdout, "%s  as it was written\n", b.Name)
			continue
		}
		wrong++
		for i, fault := range found {
			if i == listedFaults {
				fmt.Fprintf(app.Stdout, "%s  and %d more\n", b.Name, len(found)-i)
				break
			}
			fmt.Fprintf(app.Stdout, "%s  %s\n", b.Name, fault)
		}
	}
	if newest := backup.Newest(all); newest != nil {
		app.warnOfKeys(newest.Manifest.Keys, false)
	}
	if wrong > 0 {
		return exitError{fmt.Errorf("backups that are not as they were written: %d of %d", wrong, len(all)), exitFault}
	}
	return nil
}

// BackupPruneCmd is `redress backup prune`.
type BackupPruneCmd struct {
	Dir  string
	Keep backup.Keep
	Dry  bool
}

func newBackupPrune(app *App) *cobra.Command {
	var c BackupPruneCmd
	command := &cobra.Command{
		Use: "prune <dir> [flags]", Short: "Remove older backups.",
		Args: arguments(textArgument("<dir>", &c.Dir)), RunE: app.run(c.Run),
		Long: `Remove the backups that no --keep-… keeps, and the photos and videos that no
other backup lists. Days, weeks (from Monday) and months are those of UTC.

The newest backup that is whole stays in any case. Backups that can't be read
count for nothing and stay, until somebody has looked at them.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	keepFlags(flags, &c.Keep)
	flags.BoolVar(&c.Dry, "dry-run", false, "Only say what would be removed")
	return command
}

// Run removes them.
func (c *BackupPruneCmd) Run(ctx context.Context, app *App) error {
	if err := checkKeep(c.Keep); err != nil {
		return err
	}
	if !c.Keep.Some() {
		return exitError{errors.New("say what to keep: --keep-daily, --keep-weekly, --keep-monthly"), exitUsage}
	}
	f, err := backup.Open(c.Dir) // so that a folder that is none is not made one
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		f, err = backup.Create(c.Dir)
	}
	if err != nil {
		return exitError{err, exitUsage}
	}
	defer func() { _ = f.Close() }()
	said, err := prune(ctx, f, c.Keep, c.Dry)
	fmt.Fprint(app.Stdout, said)
	if err != nil {
		return exitError{err, exitFault}
	}
	if said == "" {
		fmt.Fprintln(app.Stdout, "Nothing to remove.")
	}
	return nil
}

// prune removes older backups and returns what it did, "" for nothing.
func prune(ctx context.Context, f *backup.Folder, keep backup.Keep, dry bool) (string, error) {
	p, err := f.Prune(ctx, keep, dry)
	if len(p.Backups) == 0 && p.Files == 0 {
		return "", err
	}
	verb := "Removed"
	if dry {
		verb = "Would remove"
	}
	var names []string
	for _, b := range p.Backups {
		names = append(names, b.Name)
	}
	text := fmt.Sprintf("%s %d backups and %d files of %s.\n", verb, len(names), p.Files, size(p.Bytes))
	for _, n := range names {
		text += "  " + n + "\n"
	}
	return text, err
}
