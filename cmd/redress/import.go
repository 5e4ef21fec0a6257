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
	"strconv"
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
	MonthFirst bool
	DateFormat string
}

// importFile is a file that is imported row by row.
type importFile struct {
	File       string
	Map        map[string]string
	Encoding   string
	HeaderLine int
	Report     string
	DryRun     bool
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

// addFile adds the flags for how the file is read, for the report and for trying it.
func (c *importFile) addFile(flags *pflag.FlagSet) {
	flags.StringVar(&c.Encoding, "encoding", "",
		"Character encoding of the file, a `NAME` such as windows-1251, ISO-8859-2, IBM850 or GB18030 (default UTF-8, or what its letters say; "+
			"the import asks where they leave it open)")
	flags.Func("header-line", "Line with the names of the columns, a `NUMBER` from 1 (default the first one that has the columns)", func(text string) error {
		line, err := strconv.Atoi(text)
		if err != nil || line < 1 {
			return errors.New("a line is a number from 1")
		}
		c.HeaderLine = line
		return nil
	})
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
		Long: `Import complaints from a CSV file with any columns, in UTF-8 or any other
encoding, separated by commas, semicolons, tabs or bars, or from a JSON file,
such as that of Open311; the file - is the standard input. Lines above the
header are left out. Running it again adds only rows that are not imported
yet. A file that Redress exported is imported with every status.

Fields:` + fields.String(),
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.Mapping, "mapping", "", "Mapping of columns to fields, a `NAME or FILE`: one of "+strings.Join(csvimport.Ready(), ", ")+
		", or a YAML file as described in docs/import.md (default the one that knows the columns)")
	c.addMap(flags,
		"Column of a field, `FIELD=COLUMN`, overriding the mapping; may be repeated. Where no mapping knows the file, other columns that have the "+
			"name of a field fill it")
	flags.StringVar(&c.Prefix, "prefix", "", "Prefix of the file's numbers, a `NAME`, so that those of two systems don't collide (default the mapping's name)")
	flags.StringVar(&c.Reporter, "reporter", "", "`EMAIL` of the account that is the reporter of rows that name none (default none)")
	flags.StringVar(&c.Timezone, "timezone", "",
		"Time `ZONE` of times that name none, such as America/New_York (default the mapping's; the import asks where it is needed and not named)")
	flags.BoolVar(&c.DayFirst, "day-first", false, "Read 03/04/2015 as the 3rd of April")
	flags.BoolVar(&c.MonthFirst, "month-first", false,
		"Read 03/04/2015 as the 4th of March (default the mapping's, or what all cells of the column allow; the import asks where they allow both)")
	flags.StringVar(&c.DateFormat, "date-format", "", "`FORMAT` of all times, as strftime has it, such as '%d/%m/%Y %H:%M', or one of "+
		strings.Join(csvimport.NumberFormats, ", ")+" (default most forms are recognized)")
	c.addFile(flags)
	return command
}

// Run imports the file.
func (c *ImportComplaintsCmd) Run(ctx context.Context, app *App) error {
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		return fmt.Errorf("--timezone %s: it is no time zone such as America/New_York", c.Timezone)
	}
	if c.DayFirst && c.MonthFirst {
		return errors.New("--day-first and --month-first can't both be meant")
	}
	return c.withFile(app, func(opened openedFile) error {
		return c.run(ctx, app, opened, func(importer *csvimport.Importer, file io.ReadSeeker, report io.Writer) (csvimport.Summary, error) {
			return importer.Complaints(ctx, file, report, csvimport.Options{
				Label: filepath.Base(c.File), Encoding: c.Encoding, HeaderLine: c.HeaderLine, Mapping: c.Mapping, Columns: c.Map, Prefix: c.Prefix,
				Timezone: c.Timezone, DayFirst: c.dayFirst(), DateFormat: c.DateFormat, Reporter: c.Reporter, DryRun: c.DryRun,
			})
		})
	})
}

// dayFirst returns which order of day and month was asked for, nil for none.
func (c *ImportComplaintsCmd) dayFirst() *bool {
	if !c.DayFirst && !c.MonthFirst {
		return nil
	}
	return &c.DayFirst
}

// openedFile is a file that is imported, with its size in bytes.
type openedFile struct {
	io.ReadSeeker
	size int64
}

// withFile calls do with the opened file.
func (c *importFile) withFile(app *App, do func(openedFile) error) (err error) {
	file := app.Stdin
	if c.File != "-" {
		if file, err = os.Open(c.File); err != nil {
			return fmt.Errorf("open the file: %w", err)
		}
		defer func() { _ = file.Close() }() // only read from
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("open the file: %w", err)
	case info.IsDir():
		return fmt.Errorf("%s is a folder", c.File)
	case info.Mode().IsRegular():
		begin, err := file.Seek(0, io.SeekCurrent) // of a redirected input somebody may have read the beginning
		if err != nil {
			return fmt.Errorf("open the file: %w", err)
		}
		size := max(info.Size()-begin, 0)
		return do(openedFile{io.NewSectionReader(file, begin, size), size})
	}
	return withCopy(file, do)
}

// withCopy calls do with a copy of what can be read once, such as a pipe, in a temporary file: an import reads twice.
func withCopy(pipe io.Reader, do func(openedFile) error) error {
	kept, err := os.CreateTemp("", "redress-import-*")
	if err != nil {
		return fmt.Errorf("keep the input until it is imported (TMPDIR names the folder): %w", err)
	}
	_ = os.Remove(kept.Name()) // at once, so that a killed import leaves no texts; Windows lets one only when it is closed
	defer func() { _ = errors.Join(kept.Close(), os.Remove(kept.Name())) }()
	size, err := io.Copy(kept, pipe)
	if err == nil {
		_, err = kept.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("keep the input until it is imported (TMPDIR names the folder): %w", err)
	}
	return do(openedFile{kept, size})
}

// run imports the file and prints what became of its rows.
func (c *importFile) run(
	ctx context.Context, app *App, file openedFile, rows func(*csvimport.Importer, io.ReadSeeker, io.Writer) (csvimport.Summary, error),
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

	progress := newProgress(app.Stderr, file)
	importer := &csvimport.Importer{Client: db.Client(), Ledger: book, Now: time.Now, Progress: progress.rows}
	sum, err := rows(importer, progress, report)
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
	if roles := sum.RoleCounts(); roles != "" {
		p("Roles: %s", roles)
	}
	if sum.HeaderLine > 1 {
		p("The header is line %d", sum.HeaderLine)
	}
	if sum.Encoding != "" {
		p("Letters read as %s", sum.Encoding)
	}
	for _, said := range sum.Times {
		p("Times of the column %s", said)
	}
	if len(sum.Absent) > 0 {
		p("The file has no column for: %s", strings.Join(sum.Absent, ", "))
	}
	if len(sum.Unused) > 0 {
		p("Columns that were not imported: %s", strings.Join(sum.Unused, ", "))
	}
	if sum.Rejected == 0 && len(sum.Warnings) == 0 {
		p("No row was rejected or changed")
		return
	}
	p("Rows that were rejected or changed: %s", report)
}

// progress is a file that shows how far it was read: by a bar of bytes on a terminal, otherwise by a line
// every few seconds.
type progress struct {
	openedFile
	bar  *progressbar.ProgressBar // nil without a terminal
	to   io.Writer
	read int64
	tick *time.Ticker
}

func newProgress(to io.Writer, file openedFile) *progress {
	const every = 5 * time.Second
	p := &progress{openedFile: file, to: to, tick: time.NewTicker(every)}
	if f, ok := to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(file.size, progressbar.OptionSetWriter(to), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription("Reading"), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	}
	return p
}

// Read counts the bytes.
func (p *progress) Read(b []byte) (int, error) {
	n, err := p.openedFile.Read(b)
	p.read += int64(n)
	if p.bar != nil {
		_ = p.bar.Add(n)
	}
	return n, err
}

// Seek begins anew: the file is looked through before its rows are imported.
func (p *progress) Seek(offset int64, whence int) (int64, error) {
	p.read = 0
	if p.bar != nil {
		p.bar.Reset()
	}
	return p.openedFile.Seek(offset, whence)
}

// rows prints a line when the interval has passed.
func (p *progress) rows(sum csvimport.Summary) {
	if p.bar != nil {
		if sum.Read > 0 {
			p.bar.Describe("Importing")
		}
		return
	}
	select {
	case <-p.tick.C:
	default:
		return
	}
	part := 100 * p.read / max(p.size, 1)
	if sum.Read == 0 {
		_, _ = fmt.Fprintf(p.to, "%d %% of the file looked through\n", part)
		return
	}
	_, _ = fmt.Fprintf(p.to, "%d rows, %d %% of the file\n", sum.Read, part)
}

func (p *progress) end() {
	p.tick.Stop()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
