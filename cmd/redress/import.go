package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/redress/redress/internal/csvimport"
)

// ImportComplaintsCmd is `redress import complaints FILE`. Rows that can't be imported are listed
// in a report and are no failure, unless nothing of the file was imported.
type ImportComplaintsCmd struct {
	importFile
	Mapping    string
	Prefix     string
	Reporter   string
	Timezone   string
	DayFirst   bool
	DateFormat string
}

// importFile is a file that is imported row by row.
type importFile struct {
	File   string
	Map    map[string]string
	Report string
	DryRun bool
}

// addMap adds the flag for columns of fields.
func (c *importFile) addMap(flags *pflag.FlagSet, usage string) {
	c.Map = map[string]string{}
	flags.Func("map", usage, func(text string) error {
		field, column, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("expected FIELD=COLUMN, not %q", text)
		}
		c.Map[field] = column
		return nil
	})
}

// addReport adds the flags for the report and for trying it.
func (c *importFile) addReport(flags *pflag.FlagSet) {
	flags.StringVar(&c.Report, "report", "", "`FILE` for the list of rejected and changed rows (default the input's name with .report.csv, in the current folder)")
	flags.BoolVar(&c.DryRun, "dry-run", false, "Read and report everything, but write nothing to the database")
}

func newImportComplaints(app *App) *cobra.Command {
	c := ImportComplaintsCmd{}
	var fields strings.Builder
	for line := range slices.Chunk(csvimport.Fields, 7) {
		fields.WriteString("\n ")
		for _, f := range line {
			fields.WriteString(" " + string(f))
		}
	}
	command := &cobra.Command{
		Use: "complaints <file> [flags]", Short: "Import complaints from a CSV or JSON file with any columns.",
		Args: arguments(textArgument("<file>", &c.File)), RunE: app.run(c.Run),
		Long: `Import complaints from a CSV file with any columns, in UTF-8, UTF-16 or
Windows-1252, separated by commas, semicolons, tabs or bars, or from a JSON
file, such as that of Open311; the file - is the standard input. Running it
again adds only rows that are not imported yet. A file that Redress exported is
imported with every status.

Fields:` + fields.String(),
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.Mapping, "mapping", "", "Mapping of columns to fields, a `NAME or FILE`: one of "+strings.Join(csvimport.Ready(), ", ")+", or a YAML file as described in docs/import.md (default the one that knows the columns)")
	c.addMap(flags, "Column of a field, `FIELD=COLUMN`, overriding the mapping; may be repeated")
	flags.StringVar(&c.Prefix, "prefix", "", "Prefix of the file's numbers, a `NAME`, so that those of two systems don't collide (default the mapping's name)")
	flags.StringVar(&c.Reporter, "reporter", "", "`EMAIL` of the account that is the reporter of rows that name none (default none)")
	flags.StringVar(&c.Timezone, "timezone", "", "Time `ZONE` of times that name none, such as America/New_York (default the mapping's; the import asks where it is needed and not named)")
	flags.BoolVar(&c.DayFirst, "day-first", false, "Read 03/04/2015 as the 3rd of April")
	flags.StringVar(&c.DateFormat, "date-format", "", "`FORMAT` of all times, as strftime has it, such as '%d/%m/%Y %H:%M' (default most forms are recognized, spreadsheets' numbers and seconds since 1970 as well)")
	c.addReport(flags)
	return command
}

// Run imports the file.
func (c *ImportComplaintsCmd) Run(ctx context.Context, app *App) error {
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		return fmt.Errorf("--timezone %s: it is no time zone such as America/New_York", c.Timezone)
	}
	return c.withFile(app, func(opened openedFile) error {
		return c.run(ctx, app, opened, func(importer *csvimport.Importer, file io.Reader, report io.Writer) (csvimport.Summary, error) {
			return importer.Complaints(ctx, file, report, csvimport.Options{
				Label: filepath.Base(c.File), Mapping: c.Mapping, Columns: c.Map, Prefix: c.Prefix,
				Timezone: c.Timezone, DayFirst: c.DayFirst, DateFormat: c.DateFormat, Reporter: c.Reporter, DryRun: c.DryRun,
			})
		})
	})
}

// openedFile is a file that is imported, with its size in bytes, or -1 when that is unknown.
type openedFile struct {
	io.Reader
	size int64
}

// withFile calls do with the opened file.
func (c *importFile) withFile(app *App, do func(openedFile) error) error {
	file, size, err := c.open(app)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read from
	return do(openedFile{file, size})
}

// run imports the file and prints what became of its rows.
func (c *importFile) run(
	ctx context.Context, app *App, file openedFile, rows func(*csvimport.Importer, io.Reader, io.Writer) (csvimport.Summary, error),
) error {
	name, err := c.reportName()
	if err != nil {
		return err
	}
	db, err := app.OpenStore(ctx, oneOff)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	book, err := app.openLedger(ctx, db)
	if err != nil {
		return err
	}
	report, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("create the report (--report names it): %w", err)
	}
	defer func() { _ = os.Remove(report.Name()) }() // unless it was given its name

	progress := newProgress(app.Stderr, file.size)
	importer := &csvimport.Importer{Client: db.Client(), Ledger: book, Now: time.Now, Progress: progress.rows}
	sum, err := rows(importer, io.TeeReader(file, progress), report)
	progress.end()
	if closed := report.Close(); closed != nil {
		err = errors.Join(err, fmt.Errorf("write the report: %w", closed))
	}
	if err != nil && sum.Read == 0 {
		return err
	}
	if renamed := os.Rename(report.Name(), name); renamed != nil {
		return errors.Join(err, fmt.Errorf("write the report: %w", renamed))
	}
	c.printSummary(app.Stdout, sum, name)
	if err != nil {
		_, _ = fmt.Fprintln(app.Stdout, "The import is incomplete. Run it again: it continues where this one stopped.")
		return err
	}
	switch {
	case sum.Read == 0:
		return errors.New("the file has no rows after its header")
	case sum.Imported+sum.AlreadyImported == 0:
		return fmt.Errorf("no row of the file could be imported: %s says why", name)
	}
	return nil
}

// open opens the file and returns it with its size in bytes, or -1 when that is unknown.
func (c *importFile) open(app *App) (*os.File, int64, error) {
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

// reportName returns the name of the report. A file that is there is only replaced by the report of this
// run when it is the report of an earlier one.
func (c *importFile) reportName() (string, error) {
	name := c.Report
	if name == "" {
		name = "stdin.report.csv"
		if c.File != "-" {
			name = filepath.Base(c.File) + ".report.csv"
		}
	}
	there, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	if err != nil {
		return "", fmt.Errorf("--report: %w", err)
	}
	defer func() { _ = there.Close() }() // only read from
	existing, err := there.Stat()
	if err != nil {
		return "", fmt.Errorf("--report: %w", err)
	}
	if input, err := os.Stat(c.File); err == nil && os.SameFile(existing, input) {
		return "", fmt.Errorf("--report %s is the file to be imported", name)
	}
	if !existing.Mode().IsRegular() {
		return "", fmt.Errorf("--report %s is no file that can be replaced: name another one", name)
	}
	start := make([]byte, len(csvimport.ReportHeader))
	if n, _ := io.ReadFull(there, start); n > 0 && string(start[:n]) != csvimport.ReportHeader {
		return "", fmt.Errorf("--report %s is there and is no report of an import: name another file", name)
	}
	return name, nil
}

// printSummary prints the sums.
func (c *importFile) printSummary(w io.Writer, sum csvimport.Summary, report string) {
	imported := "imported"
	if c.DryRun {
		imported = "to be imported"
	}
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	p("%9d rows read (%s)", sum.Read, sum.Mapping)
	p("%9d %s", sum.Imported, imported)
	p("%9d already imported", sum.AlreadyImported)
	p("%9d rejected", sum.Rejected)
	if sum.Categories+sum.Zones > 0 {
		p("%9d new categories, %d new zones", sum.Categories, sum.Zones)
	}
	for _, kind := range slices.Sorted(maps.Keys(sum.Warnings)) {
		p("%9d warnings: %s", sum.Warnings[kind], kind)
	}
	if len(sum.Absent) > 0 {
		p("The file has no column for: %s", strings.Join(sum.Absent, ", "))
	}
	if len(sum.Unused) > 0 {
		p("Columns that were not imported: %s", strings.Join(sum.Unused, ", "))
	}
	p("Rows that were rejected or changed: %s", report)
}

// progress shows the progress of the import: a bar of bytes on a terminal, otherwise a line
// every few seconds.
type progress struct {
	bar  *progressbar.ProgressBar // nil without a terminal
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

// Write counts the bytes read from the file.
func (p *progress) Write(b []byte) (int, error) {
	p.read += int64(len(b))
	if p.bar != nil {
		_ = p.bar.Add(len(b))
	}
	return len(b), nil
}

// rows prints a line when the interval has passed.
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
