package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/backup"
)

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
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\t%s\n", b.Name, size(m.Database.Bytes), m.Database.Version, m.Media.Files, size(m.Media.Bytes),
			size(m.Media.NewBytes), state)
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
	var text strings.Builder
	fmt.Fprintf(&text, "%s %d backups and %d files of %s.\n", verb, len(names), p.Files, size(p.Bytes))
	for _, n := range names {
		fmt.Fprintf(&text, "  %s\n", n)
	}
	return text.String(), err
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
