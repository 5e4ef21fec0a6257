package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/backup"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
)

// RestoreCmd is `redress restore`.
type RestoreCmd struct {
	Path      string
	KeepMedia bool
	MediaOnly bool
	Tools     string
}

func newRestore(app *App) *cobra.Command {
	var c RestoreCmd
	command := &cobra.Command{
		Use: "restore <dir> [flags]", Short: "Restore a backup into an empty place.",
		Args: arguments(textArgument("<dir>", &c.Path)), RunE: app.run(c.Run),
		Long: `Restore the newest backup of a folder, or the one whose own folder is named,
such as /backup/2026-11-22T223000Z, to where the settings point.

The database must be empty: no SQLite file, or a new PostgreSQL database. The
media folder must be missing or empty, unless --keep-media says that it
survived. Put the keys back first; the backup does not hold them. Stop the
service.

A backup of an older version is migrated. A new epoch begins for database and
media folder, so that no file from before is taken for a stray. E-mail that
waited when the backup was made is held until an administrator releases or
drops it in the desk. At the end it does what verify-ledger, verify-counts and
verify-media do.

When it is interrupted, run the same command again: it goes on. It exits with 0
when all is well, 1 when everything is restored that can be but something is
wrong, and 2 when nothing can be used yet.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&c.KeepMedia, "keep-media", false, "The media folder survived: leave it, and add only what it lacks")
	flags.BoolVar(&c.MediaOnly, "media-only", false,
		"The database was restored by other means, such as PostgreSQL's recovery to a point in time: only add the files that its rows refer to")
	toolsFlag(flags, &c.Tools)
	command.MarkFlagsMutuallyExclusive("keep-media", "media-only")
	return command
}

// Run restores and verifies.
func (c *RestoreCmd) Run(ctx context.Context, app *App) error {
	f, all, err := openBackups(c.Path)
	if err != nil {
		return exitError{err, exitUsage}
	}
	defer func() { _ = f.Close() }()
	alone := restoreLock{url: app.Config.MediaURL}
	defer alone.release()
	if err := alone.take(ctx); err != nil {
		return exitError{err, exitUsage}
	}
	var known map[string]bool
	if c.MediaOnly {
		err = c.restoreMedia(ctx, app, f, all)
	} else {
		known, err = c.restore(ctx, app, all, &alone)
	}
	if err != nil {
		var own exitError
		switch {
		case ctx.Err() != nil:
			err = errors.New("interrupted. Run the same command again: it goes on")
		case errors.As(err, &own):
			return err
		}
		return exitError{err, exitUsage}
	}
	return c.verify(ctx, app, known)
}

// restore restores a backup whole. It returns the files that it lacks.
func (c *RestoreCmd) restore(ctx context.Context, app *App, all []*backup.Backup, alone *restoreLock) (known map[string]bool, err error) {
	b, err := app.usable(ctx, all)
	if err != nil {
		return nil, err
	}
	m := b.Manifest
	known = map[string]bool{}
	for _, keys := range [][]string{m.Media.Deleted, m.Media.Missing, m.Media.Damaged} {
		for _, key := range keys {
			known[key] = true
		}
	}
	if app.restoredBefore(ctx, b) {
		fmt.Fprintf(app.Stdout, "%s was restored by a run that was interrupted while it verified. Verifying again:\n", b.Path())
		return known, nil
	}
	app.warnOfKeys(m.Keys, true)
	cfg := oneOff
	cfg.URL = app.Config.DatabaseURL
	loaded, err := app.checkTarget(ctx, b, cfg, c.KeepMedia)
	if err != nil {
		return nil, err
	}
	files, err := blob.Open(app.Config.MediaURL)
	if err != nil {
		return nil, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	if err := alone.take(ctx); err != nil { // the folder was missing before
		return nil, err
	}
	fmt.Fprintf(app.Stdout, "Restoring %s: database %s at version %d, %d files of %s.\n",
		b.Path(), size(m.Database.Bytes), m.Database.Version, m.Media.Files, size(m.Media.Bytes))
	shown := newStages(app.Stderr)
	defer shown.end()
	o := backup.Options{Tools: c.Tools, Progress: shown.showBytes}
	if err := files.SetRestoring(ctx, b.Name); err != nil {
		return nil, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	put, err := b.RestoreMedia(ctx, files, o)
	if err != nil {
		return nil, fmt.Errorf("the files of media: %w. When that is corrected, run the same command again: it goes on", cause(err))
	}
	app.printMedia(put)
	if !loaded {
		err := store.Load(ctx, cfg, b.DatabaseFile(), store.Snapshot{Server: m.Database.Server, Tool: m.Database.Tool},
			store.Copying{Tools: c.Tools, Progress: func(done, of int64) { shown.showBytes(backup.StageDatabase, done, of) }})
		if err != nil {
			return nil, fmt.Errorf("the database: %w.\nIt is empty as before. When that is corrected, run the same command again: it goes on", err)
		}
	}
	shown.end()
	return known, app.finishRestore(ctx, files, &m)
}

// usable returns the newest of some backups, if all of it but the files of media is as it was written,
// and this program can read it.
func (a *App) usable(ctx context.Context, all []*backup.Backup) (*backup.Backup, error) {
	if len(all) == 0 {
		return nil, errors.New("there is no finished backup")
	}
	b := all[len(all)-1]
	if err := b.CheckOwn(ctx); err != nil {
		return nil, fmt.Errorf("%s can't be restored: %w. Another one: redress backup list", b.Path(), err)
	}
	m := b.Manifest
	kind := "sqlite"
	if strings.HasPrefix(a.Config.DatabaseURL, "postgres") {
		kind = "postgres"
	}
	if kind != m.Database.Kind {
		return nil, fmt.Errorf("REDRESS_DATABASE_URL: %s is a backup of %s and can't be restored into %s", b.Path(), m.Database.Kind, kind)
	}
	newest, err := store.ProgramVersion()
	if err != nil {
		return nil, err
	}
	if m.Database.Version > newest {
		return nil, fmt.Errorf("%s is of version %d, made by redress %s, and this program knows versions up to %d: restore it with that program or a later one",
			b.Path(), m.Database.Version, m.Program, newest)
	}
	return b, nil
}

// checkTarget refuses a database or a media folder that holds data, unless it is what an interrupted
// restore of the same backup left. It reports whether the database has been loaded.
func (a *App) checkTarget(ctx context.Context, b *backup.Backup, cfg store.Config, keepMedia bool) (loaded bool, err error) {
	err = store.CheckEmpty(ctx, cfg)
	switch {
	case errors.Is(err, store.ErrNotEmpty):
		if loaded = a.loadedBefore(ctx, b); !loaded {
			return false, fmt.Errorf("REDRESS_DATABASE_URL: %w. Nothing was changed.\nA backup is restored into an empty database: %s", err, a.howToEmpty())
		}
	case err != nil:
		return false, fmt.Errorf("REDRESS_DATABASE_URL: %w", err)
	}
	foreign, err := blob.Foreign(a.Config.MediaURL)
	if err == nil && foreign != "" {
		err = fmt.Errorf("the folder holds %s, which is no part of a media folder", foreign)
	}
	if err != nil {
		return false, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	files, err := blob.OpenExisting(a.Config.MediaURL)
	if errors.Is(err, fs.ErrNotExist) {
		if keepMedia {
			return false, fmt.Errorf("REDRESS_MEDIA_URL: --keep-media, but %w", err)
		}
		return loaded, nil
	}
	if err != nil {
		return false, fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	is, err := files.Identity(ctx)
	if err != nil {
		return false, err
	}
	of := b.Manifest.Store.ID
	switch {
	case is != nil && is.ID != of && of != uuid.Nil:
		return false, fmt.Errorf("REDRESS_MEDIA_URL: the folder belongs to another installation (id %s, the backup's is %s). Nothing was changed", is.ID, of)
	case keepMedia:
		return loaded, nil
	case is != nil && !loaded: // a loaded one was joined by a restore that was killed before the database's half was written
		return false, fmt.Errorf(
			"REDRESS_MEDIA_URL: the folder %s is in use. Nothing was changed.\nIf it survived, add --keep-media; otherwise name another folder, or move this one away",
			a.Config.MediaURL)
	}
	n, err := b.Foreign(ctx, files)
	if err == nil && n > 0 {
		err = fmt.Errorf("REDRESS_MEDIA_URL: the folder holds %d files that are not of this backup. Nothing was changed.\nName another folder, or move this one away",
			n)
	}
	return loaded, err
}

// howToEmpty says how to come to an empty database.
func (a *App) howToEmpty() string {
	if file, ok := strings.CutPrefix(a.Config.DatabaseURL, "sqlite://"); ok {
		return fmt.Sprintf("name another file, or stop the service and move %s, %[1]s-wal and %[1]s-shm away", file)
	}
	return "name a new one, made as docs/operations.md says (createdb)"
}

// loadedBefore reports whether the database is the backup's, loaded by a restore that was interrupted
// before the new epoch began: the media folder says so, since the database that the backup was made of
// may be the same as well.
func (a *App) loadedBefore(ctx context.Context, b *backup.Backup) bool {
	files, err := blob.OpenExisting(a.Config.MediaURL)
	if err != nil {
		return false
	}
	if restoring, err := files.Restoring(ctx); err != nil || restoring != b.Name {
		return false
	}
	m, how := b.Manifest, oneOff
	how.Existing = true
	db, err := a.connect(ctx, how)
	if err != nil {
		return false
	}
	defer func() { _ = db.Close() }()
	is, err := backup.StoreOf(ctx, db)
	if err != nil || is != m.Store {
		return false
	}
	if is.ID != uuid.Nil {
		return true
	}
	has, err := store.ContentsOf(ctx, db.DB(), db.Dialect())
	return err == nil && maps.Equal(has.Rows, m.Database.Rows)
}

// restoredBefore reports whether database and media folder are what a restore of the same backup completed,
// which was interrupted while it verified them: the media folder says so until somebody serves it.
func (a *App) restoredBefore(ctx context.Context, b *backup.Backup) bool {
	files, err := blob.OpenExisting(a.Config.MediaURL)
	if err != nil {
		return false
	}
	restoring, err := files.Restoring(ctx)
	if err != nil || restoring != b.Name {
		return false
	}
	folder, err := files.Identity(ctx)
	if err != nil || folder == nil {
		return false
	}
	how := oneOff
	how.Existing = true
	db, err := a.connect(ctx, how)
	if err != nil {
		return false
	}
	defer func() { _ = db.Close() }()
	is, err := backup.StoreOf(ctx, db)
	of := b.Manifest.Store
	return err == nil && is.ID == folder.ID && is.Epoch == folder.Epoch && (of.ID == uuid.Nil || is.ID == of.ID) && is.Epoch > of.Epoch
}

// finishRestore migrates the database and begins a new epoch.
func (a *App) finishRestore(ctx context.Context, files blob.Store, m *backup.Manifest) (err error) {
	db, err := a.openToBackUp(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if m != nil {
		has, err := store.ContentsOf(ctx, db.DB(), db.Dialect())
		if err != nil {
			return err
		}
		if has.Version == m.Database.Version && !maps.Equal(has.Rows, m.Database.Rows) {
			return fmt.Errorf("the database has other numbers of rows than the backup: %s", differences(has.Rows, m.Database.Rows))
		}
	}
	done, err := db.Migrate(ctx)
	if err != nil {
		return fmt.Errorf("%w. The database is loaded; when that is corrected, run the same command again: it goes on", err)
	}
	if done.From != done.To {
		fmt.Fprintf(a.Stdout, "Migrated the database from version %d to %d.\n", done.From, done.To)
	}
	if err := a.mediaStore(db, files).Adopt(ctx); err != nil {
		return err
	}
	is, err := backup.StoreOf(ctx, db)
	if err != nil {
		return err
	}
	n, err := hold.Count(ctx, db.Client())
	if err == nil {
		fmt.Fprintf(a.Stdout, `E-mail from before is held, since it may have gone out after the backup, until an
administrator releases or drops it in the desk: %d.
Database and media folder are restored and began epoch %d. Verifying them:
`, n, is.Epoch)
	}
	return err
}

// endRestore notes in the media folder that nothing of a restore is left to be done.
func (a *App) endRestore(ctx context.Context) error {
	files, err := blob.OpenExisting(a.Config.MediaURL)
	if err == nil {
		err = files.SetRestoring(ctx, "")
	}
	if err != nil {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	return nil
}

// differences names the tables whose numbers differ.
func differences(has, want map[string]int64) string {
	var all []string
	for _, table := range slices.Sorted(maps.Keys(want)) {
		if has[table] != want[table] {
			all = append(all, fmt.Sprintf("%s %d instead of %d", table, has[table], want[table]))
		}
	}
	return strings.Join(all, ", ")
}

// printMedia says what became of the files of media.
func (a *App) printMedia(put backup.Restored) {
	if put.There > 0 {
		fmt.Fprintf(a.Stdout, "Restored %d files of media; %d were there already.\n", put.Files, put.There)
	} else {
		fmt.Fprintf(a.Stdout, "Restored %d files of media.\n", put.Files)
	}
	if n := len(put.Lacking) + len(put.Damaged); n > 0 {
		fmt.Fprintf(a.Stderr, "Warning: %d files of media could not be restored: the folder of backups lacks %d, and %d are not as they were written.\n",
			n, len(put.Lacking), len(put.Damaged))
	}
}

// restoreMedia adds the files that a restored database refers to.
func (c *RestoreCmd) restoreMedia(ctx context.Context, app *App, f *backup.Folder, all []*backup.Backup) (err error) {
	if newest := backup.Newest(all); newest != nil {
		app.warnOfKeys(newest.Manifest.Keys, true)
	}
	db, err := app.inspect(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	is, err := backup.StoreOf(ctx, db)
	if err != nil {
		return err
	}
	if is.ID != f.Store() {
		return fmt.Errorf("REDRESS_DATABASE_URL: the database has the id %s, and %s holds the backups of %s. Nothing was changed", is.ID, f.Dir(), f.Store())
	}
	foreign, err := blob.Foreign(app.Config.MediaURL)
	if err == nil && foreign != "" {
		err = fmt.Errorf("the folder holds %s, which is no part of a media folder", foreign)
	}
	if err != nil {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	files, err := blob.Open(app.Config.MediaURL)
	if err != nil {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	if err := app.explainMismatch(app.mediaStore(db, files).Check(ctx)); err != nil {
		return err
	}
	shown := newStages(app.Stderr)
	put, err := f.RestoreMediaOf(ctx, backup.Source{DB: db, Files: files}, backup.Options{Progress: shown.showBytes})
	shown.end()
	if err != nil {
		return fmt.Errorf("the files of media: %w. When that is corrected, run the same command again: it goes on", cause(err))
	}
	app.printMedia(put)
	return app.finishRestore(ctx, files, nil)
}

// verify does what the three verify commands do. Files that the backup is known to lack are told, and
// are no fault of the restore.
func (c *RestoreCmd) verify(ctx context.Context, app *App, known map[string]bool) error {
	var wrong []string
	note := func(err error) {
		if err != nil {
			wrong = append(wrong, message(err))
		}
	}
	note((&VerifyLedgerCmd{}).Run(ctx, app))
	note((&VerifyCountsCmd{}).Run(ctx, app))
	found, rows, err := (&VerifyMediaCmd{}).verify(ctx, app)
	note(err)
	var faults []string
	lacking := 0
	for _, p := range mediastore.Problems {
		for _, f := range found[p] {
			if p == mediastore.Missing && known[blob.Key(f.Media, f.Variant)] {
				lacking++
				continue
			}
			faults = append(faults, fmt.Sprintf("%s %s %s", p, f.Media, f.Variant))
		}
	}
	switch {
	case err != nil:
	case len(faults) > 0:
		more := ""
		if len(faults) > listedFaults {
			more = fmt.Sprintf("\n  and %d more; redress verify-media lists them", len(faults)-listedFaults)
		}
		wrong = append(wrong, "some media files are wrong:\n  "+strings.Join(faults[:min(len(faults), listedFaults)], "\n  ")+more)
	case lacking > 0:
		fmt.Fprintf(app.Stdout, "All media files are as they were written: %d, but for %d that the backup lacks too.\n", rows, lacking)
	default:
		fmt.Fprintf(app.Stdout, "All media files are as they were written: %d.\n", rows)
	}
	if ctx.Err() != nil {
		return exitError{
			errors.New("interrupted. Everything is restored; run the same command again, or redress verify-ledger, verify-counts and verify-media"),
			exitFault,
		}
	}
	if err := app.endRestore(ctx); err != nil {
		wrong = append(wrong, message(err))
	}
	if len(wrong) > 0 {
		return exitError{fmt.Errorf("everything is restored that can be, but:\n%s", strings.Join(wrong, "\n")), exitFault}
	}
	fmt.Fprintln(app.Stdout, "The restore is complete: start the service.")
	return nil
}
