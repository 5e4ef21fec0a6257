package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/backup"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
)

// bindMedia checks that the media folder and the database belong together, and returns an error that
// says which ones they are when they don't.
func (a *App) bindMedia(ctx context.Context, db *store.Store, files blob.Store) error {
	return a.explainMismatch(a.mediaStore(db, files).Bind(ctx))
}

// checkBeforeCreating refuses a media folder and a database of which one has files and the other one is not there,
// before the service would create that.
func (a *App) checkBeforeCreating(ctx context.Context) error {
	noDatabase := a.noDatabase()
	files, err := blob.OpenExisting(a.Config.MediaURL)
	switch {
	case errors.Is(err, fs.ErrNotExist) && noDatabase:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return a.checkHasNoFiles(ctx)
	case err != nil:
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	case !noDatabase:
		return nil
	}
	n := 0
	if err := files.Objects(ctx, func(blob.Info) error { n++; return nil }); err != nil || n == 0 {
		return err
	}
	mismatch := &mediastore.MismatchError{Reason: fmt.Sprintf("The media folder holds files, %d of them, and the database knows of none", n)}
	if is, err := files.Identity(ctx); err == nil && is != nil {
		mismatch.Folder = is.ID
	}
	return fmt.Errorf("%w (there is none yet: redress migrate makes it)", a.explainMismatch(mismatch))
}

// noDatabase reports whether the database is a file that is not there.
func (a *App) noDatabase() bool {
	file, isFile := strings.CutPrefix(a.Config.DatabaseURL, "sqlite://")
	_, err := os.Stat(file)
	return isFile && errors.Is(err, fs.ErrNotExist)
}

// checkHasNoFiles refuses a database with files, whose media folder is not there.
func (a *App) checkHasNoFiles(ctx context.Context) (err error) {
	how := oneOff
	how.Existing = true
	db, err := a.connect(ctx, how)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	v, err := db.Version(ctx)
	if err != nil || v.Database == 0 || v.Database != v.Program {
		return err // an empty one, one that is refused for what it is, or one that is looked at when it is migrated
	}
	n := 0
	if err := db.Ask(ctx, "SELECT COUNT(*) FROM media", &n); err != nil || n == 0 {
		return err
	}
	is, err := backup.StoreOf(ctx, db)
	if err != nil {
		return err
	}
	return a.explainMismatch(&mediastore.MismatchError{Reason: fmt.Sprintf("The media folder is missing, and the database has files: %d", n), Database: is.ID})
}

func (a *App) mediaStore(db *store.Store, files blob.Store) *mediastore.Store {
	return mediastore.New(mediastore.Config{Client: db.Client(), Files: files, Now: time.Now, OnRestored: desk.OnRestored})
}

// explainMismatch adds to a mediastore.MismatchError what an operator does about it, and returns other
// errors as they are.
func (a *App) explainMismatch(err error) error {
	var e *mediastore.MismatchError
	if !errors.As(err, &e) {
		return err
	}
	return fmt.Errorf(`%w.
Nothing was changed.

%s
If one of them is the wrong one, correct REDRESS_MEDIA_URL or
REDRESS_DATABASE_URL. If they do belong together: redress media adopt --yes`, err, a.describe(e.Folder, e.Database))
}

// describe says which media folder and database the settings name, and their ids.
func (a *App) describe(folder, database uuid.UUID) string {
	id := func(id uuid.UUID) string {
		if id == uuid.Nil {
			return "no id"
		}
		return "id " + id.String()
	}
	return fmt.Sprintf("  media folder  %s\n                %s\n  database      %s\n                %s\n",
		a.Config.MediaURL, id(folder), publicURL(a.Config.DatabaseURL), id(database))
}

// publicURL returns the URL of a database or server without account, password and parameters. It returns a note instead
// where a password that should have been escaped may have become another part.
func publicURL(raw string) string {
	if raw == "" {
		return ""
	}
	const hidden = "(a URL that is not shown)"
	u, err := url.Parse(raw)
	if err != nil || !slices.Contains([]string{"sqlite", "postgres", "postgresql", "file", "smtp", "smtps", "http", "https"}, u.Scheme) {
		return hidden
	}
	parameters := u.Query()
	parameters.Del("from") // of e-mails
	if query, err := url.QueryUnescape(parameters.Encode()); err != nil || u.Host != "" && strings.Contains(u.Path+query+u.Fragment, "@") {
		return hidden
	}
	return u.Scheme + "://" + u.Host + u.Path
}

// withMedia calls do with the media store of the folder that open opens and an existing database at this program's
// version.
func (a *App) withMedia(ctx context.Context, open func(string) (blob.Store, error), do func(context.Context, *mediastore.Store) error) error {
	db, err := a.inspect(ctx)
	if err != nil {
		return err
	}
	files, err := open(a.Config.MediaURL)
	if err != nil {
		return errors.Join(fmt.Errorf("REDRESS_MEDIA_URL: %w", err), db.Close())
	}
	return errors.Join(a.explainMismatch(do(ctx, a.mediaStore(db, files))), db.Close())
}

// errNeedsYes is returned by a command that would have changed something.
func errNeedsYes(what string) error {
	return exitError{fmt.Errorf("nothing was changed. Run it with --yes to %s", what), exitFault}
}

// MediaAdoptCmd is `redress media adopt`.
type MediaAdoptCmd struct {
	Yes bool
}

func newMediaAdopt(app *App) *cobra.Command {
	var c MediaAdoptCmd
	command := &cobra.Command{
		Use: "adopt [flags]", Short: "Make a media folder and a database belong together.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Make the media folder and the database belong together.

They carry the same id, and the service refuses to start when the ids differ.
This command gives the folder the database's id. Another database that the
folder belonged to can't be served with it from then on. No file is moved or
deleted; files without a row stay where they are until redress media trash. As
after a restore, e-mail that waits is held until an administrator releases or
drops it.

Stop the service first. Without --yes it only prints which folder and database
the settings name.`,
	}
	command.Flags().BoolVar(&c.Yes, "yes", false, "Do it")
	return command
}

// Run joins them.
func (c *MediaAdoptCmd) Run(ctx context.Context, app *App) error {
	open := blob.OpenExisting
	if c.Yes { // the folder may be lost, and the service refuses to start without it
		open = blob.Open
	}
	return app.withMedia(ctx, open, func(ctx context.Context, s *mediastore.Store) error {
		folder, database, err := s.IDs(ctx)
		if err != nil {
			return err
		}
		if !c.Yes {
			fmt.Fprint(app.Stdout, app.describe(folder, database))
			return errNeedsYes("make them belong together")
		}
		if err := s.Adopt(ctx); err != nil {
			return err
		}
		if folder, database, err = s.IDs(ctx); err != nil {
			return err
		}
		fmt.Fprintf(app.Stdout, `They belong together now:

%s
E-mail that waited is held until an administrator releases or drops it in the
desk. See what files they lack: redress verify-media
`, app.describe(folder, database))
		return nil
	})
}

// MediaTrashCmd is `redress media trash`.
type MediaTrashCmd struct {
	Yes bool
}

func newMediaTrash(app *App) *cobra.Command {
	var c MediaTrashCmd
	command := &cobra.Command{
		Use: "trash [flags]", Short: "Move all files without a row to the trash.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Move all files without a row that are a day old or older to the trash, the
folder trash/DAY in the media folder.

The service does so by itself with what a crash left, but not with more than
100 files that are more than 1 % of all, nor with files that are newer than the
newest row or from before the last restore: their rows may be in a newer
backup. This command is for whoever has decided that they are not.

The service deletes what has been in the trash for REDRESS_MEDIA_TRASH_DAYS;
until then redress media restore puts it back. Without --yes the command only
counts the files; redress verify-media lists them.`,
	}
	command.Flags().BoolVar(&c.Yes, "yes", false, "Do it")
	return command
}

// Run moves the files.
func (c *MediaTrashCmd) Run(ctx context.Context, app *App) error {
	return app.withMedia(ctx, blob.OpenExisting, func(ctx context.Context, s *mediastore.Store) error {
		n, err := s.TrashStrays(ctx, !c.Yes)
		if err != nil {
			return err
		}
		if n.Total() == 0 {
			fmt.Fprintln(app.Stdout, "Every file that is a day old or older has its row.")
			return nil
		}
		fmt.Fprintf(app.Stdout, "%8d files without a row\n%8d of them as crashes leave them\n%8d from before the last restore\n%8d newer than the newest row\n",
			n.Total(), n.Crashes, n.Earlier, n.Newer)
		if !c.Yes {
			return errNeedsYes("move them to the trash")
		}
		fmt.Fprintln(app.Stdout, "They are in the trash now. To put them back: redress media restore")
		return nil
	})
}

// MediaRestoreCmd is `redress media restore`.
type MediaRestoreCmd struct {
	Day string
}

func newMediaRestore(app *App) *cobra.Command {
	var c MediaRestoreCmd
	command := &cobra.Command{
		Use: "restore [flags]", Short: "Put back the files that are in the trash.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Put back the files that are in the trash. They stay where they were from then
on, with or without a row, until redress media trash. The service may run.`,
	}
	command.Flags().StringVar(&c.Day, "day", "", "Only what was moved to the trash on a `DAY`, such as 2026-11-01 (default all)")
	return command
}

// Run puts the files back.
func (c *MediaRestoreCmd) Run(ctx context.Context, app *App) error {
	var day time.Time
	if c.Day != "" {
		var err error
		if day, err = time.Parse(time.DateOnly, c.Day); err != nil {
			return exitError{fmt.Errorf("--day %s is not a day such as 2026-11-01", c.Day), exitUsage}
		}
	}
	return app.withMedia(ctx, blob.OpenExisting, func(ctx context.Context, s *mediastore.Store) error {
		done, err := s.Restore(ctx, day)
		if err != nil {
			return err
		}
		if done.Files+done.Skipped == 0 {
			fmt.Fprintln(app.Stdout, strings.TrimSpace("There is nothing in the trash "+c.Day)+".")
			return nil
		}
		fmt.Fprintf(app.Stdout, "Put back %d files; %d of them have a row.\n", done.Files, done.WithRow)
		if done.Skipped > 0 {
			fmt.Fprintf(app.Stdout, "Left %d files in the trash, because they exist.\n", done.Skipped)
		}
		return nil
	})
}
