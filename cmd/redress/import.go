package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/redress/redress/internal/csvimport"
)

// ImportCmd is `redress import`: takes in what other systems wrote.
type ImportCmd struct {
	Complaints ImportComplaintsCmd `cmd:"" help:"Import complaints from a CSV file with any columns."`
}

// ImportComplaintsCmd is `redress import complaints FILE`. Rows that can't be taken are listed
// in a report and are no failure; the exit code tells of a run that did not come to its end.
type ImportComplaintsCmd struct {
	File     string            `arg:"" help:"CSV file, in UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or bars; - reads the standard input."`
	Mapping  string            `placeholder:"NAME|FILE" help:"Which column is what: boston-311, nyc-311 or a YAML file. Without it the two are recognized by their columns."`
	Map      map[string]string `placeholder:"FIELD=COLUMN" help:"One field's column, on top of the mapping; may be repeated."`
	Prefix   string            `placeholder:"NAME" help:"Put before the file's numbers, so that two systems' don't meet. Default: the mapping's name."`
	Reporter string            `placeholder:"EMAIL" help:"Account that counts as the reporter of rows that name none. Default: nobody."`
	Timezone string            `placeholder:"ZONE" help:"Where times without a zone were written, such as America/New_York. Default: the mapping's, or UTC."`
	DayFirst bool              `help:"Read 03/04/2015 as the 3rd of April."`
	Report   string            `placeholder:"FILE" help:"Where to list rows that were rejected or changed. Default: the file's name with .report.csv, in this folder."`
	DryRun   bool              `help:"Read and report everything, write nothing to the database."`
}

// Help lists the fields of --map and of mapping files.
func (c *ImportComplaintsCmd) Help() string {
	fields := make([]string, len(csvimport.Fields))
	for i, f := range csvimport.Fields {
		fields[i] = string(f)
	}
	return "Running it again adds only what is not there yet.\n\nFields: " + strings.Join(fields, ", ") + "."
}

// Run imports the file.
func (c *ImportComplaintsCmd) Run(ctx context.Context, app *App) error {
	file, size, err := c.open(app)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	db, err := app.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	book, err := app.openLedger(ctx, db)
	if err != nil {
		return err
	}
	list, err := c.list()
	if err != nil {
		return err
	}

	progress := newProgress(app.Stderr, size)
	importer := &csvimport.Importer{Client: db.Client(), Ledger: book, Now: time.Now, Progress: progress.rows}
	sum, err := importer.Complaints(ctx, io.TeeReader(file, progress), list, csvimport.Options{
		Label: filepath.Base(c.File), Mapping: c.Mapping, Columns: c.Map, Prefix: c.Prefix,
		Timezone: c.Timezone, DayFirst: c.DayFirst, Reporter: c.Reporter, DryRun: c.DryRun,
	})
	progress.end()
	if closed := list.Close(); closed != nil {
		err = errors.Join(err, fmt.Errorf("write the report: %w", closed))
	}
	if err != nil && sum.Read == 0 {
		return errors.Join(err, os.Remove(list.Name())) // there is nothing in it
	}
	c.tell(app.Stdout, sum, list.Name())
	if err != nil {
		_, _ = fmt.Fprintln(app.Stdout, "The import did not come to its end. Run it again: it goes on where this one stopped.")
	}
	return err
}

// open answers the file and its size in bytes, -1 when nobody knows.
func (c *ImportComplaintsCmd) open(app *App) (*os.File, int64, error) {
	if c.File == "-" {
		return app.Stdin, -1, nil
	}
	file, err := os.Open(c.File)
	if err != nil {
		return nil, 0, fmt.Errorf("open the file: %w", err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder", c.File)
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	if !info.Mode().IsRegular() {
		return file, -1, nil
	}
	return file, info.Size(), nil
}

// list makes the report, never over the file that is read.
func (c *ImportComplaintsCmd) list() (*os.File, error) {
	name := c.Report
	if name == "" {
		name = "stdin.report.csv"
		if c.File != "-" {
			name = filepath.Base(c.File) + ".report.csv"
		}
	}
	if there, err := os.Stat(name); err == nil {
		if read, err := os.Stat(c.File); err == nil && os.SameFile(there, read) {
			return nil, fmt.Errorf("--report %s is the file to be imported", name)
		}
	}
	list, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("make the report (--report says where): %w", err)
	}
	return list, nil
}

// tell prints the sums.
func (c *ImportComplaintsCmd) tell(w io.Writer, sum csvimport.Summary, report string) {
	imported := "imported"
	if c.DryRun {
		imported = "to be imported"
	}
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	p("%9d rows read (%s)", sum.Read, sum.Mapping)
	p("%9d %s", sum.Imported, imported)
	p("%9d already there", sum.AlreadyThere)
	p("%9d rejected", sum.Rejected)
	if !c.DryRun {
		p("%9d new categories, %d new zones", sum.Categories, sum.Zones)
	}
	for _, kind := range slices.Sorted(maps.Keys(sum.Warnings)) {
		p("%9d warnings: %s", sum.Warnings[kind], kind)
	}
	if len(sum.Absent) > 0 {
		p("The file has no column for: %s", strings.Join(sum.Absent, ", "))
	}
	p("Rows that were rejected or changed: %s", report)
}

// progress shows how far the import is: a bar of bytes on a terminal, elsewhere a line every
// few seconds.
type progress struct {
	bar  *progressbar.ProgressBar // nil elsewhere
	to   io.Writer
	size int64
	read int64
	tick *time.Ticker
}

func newProgress(to io.Writer, size int64) *progress {
	const every = 5 * time.Second
	p := &progress{to: to, size: size, tick: time.NewTicker(every)}
	if f, ok := to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(size, progressbar.OptionSetWriter(to), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription("Importing"), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	}
	return p
}

// Write counts what was read of the file.
func (p *progress) Write(b []byte) (int, error) {
	p.read += int64(len(b))
	if p.bar != nil {
		_ = p.bar.Add(len(b))
	}
	return len(b), nil
}

func (p *progress) rows(sum csvimport.Summary) {
	select {
	case <-p.tick.C:
	default:
		return
	}
	switch {
	case p.bar != nil:
	case p.size > 0:
		_, _ = fmt.Fprintf(p.to, "%d rows, %d %% of the file\n", sum.Read, 100*p.read/p.size)
	default:
		_, _ = fmt.Fprintf(p.to, "%d rows, %d bytes\n", sum.Read, p.read)
	}
}

func (p *progress) end() {
	p.tick.Stop()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
