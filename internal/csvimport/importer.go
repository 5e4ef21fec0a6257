package csvimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
	_ "time/tzdata" // the zones of the ready mappings, on machines that have none
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/batch"
)

// batchRows is the number of rows that one transaction writes: few enough for the parameter limit
// of either database, and for a crash to lose little.
const batchRows = 500

// maxMerged bounds the merged complaints that wait in memory for the end of the file.
const maxMerged = 20_000

// Importer imports files. It bypasses the policies, so only the command may use it.
type Importer struct {
	Client *ent.Client
	Ledger *ledger.Book
	Now    func() time.Time
	// Progress, unless nil, is called with the sums after every batch.
	Progress func(Summary)
}

// Options say how to read a file.
type Options struct {
	Label      string            // the file's name, for the audit
	Encoding   string            // its character encoding by IANA's name, instead of what its letters say
	HeaderLine int               // the line with the names of columns, from 1; 0 looks for it
	Mapping    string            // a built-in mapping or a mapping file; "" recognizes the header
	Columns    map[string]string // field to column, overriding the mapping
	Prefix     string            // of the file's numbers, instead of the mapping's name
	Timezone   string            // instead of the mapping's; without either, a time that names none is an error
	DayFirst   *bool             // instead of the mapping's
	DateFormat string            // instead of the mapping's
	Reporter   string            // e-mail address of the reporter of rows that name none
	AllowRoles []domain.Role     // with rights over others that a file of accounts may give
	DryRun     bool              // read and report all, write nothing
}

// Summary counts rows by result: Read = Imported + AlreadyThere + Rejected.
type Summary struct {
	Mapping         string              `json:"mapping"`
	Absent          []string            `json:"-"` // fields of the mapping that the file has no column for
	Unused          []string            `json:"-"` // columns of the file that were not imported
	HeaderLine      int                 `json:"-"` // the line with the names of columns, from 1; 0 for JSON
	Encoding        string              `json:"-"` // the character encoding of the file; "" for UTF-8
	Times           []string            `json:"-"` // how columns of times are read, where that was decided by what they hold
	Read            int                 `json:"read"`
	Imported        int                 `json:"imported"`
	AlreadyImported int                 `json:"already_there"`
	Rejected        int                 `json:"rejected"`
	Categories      int                 `json:"new_categories"`
	Zones           int                 `json:"new_zones"`
	Warnings        map[Warning]int     `json:"warnings,omitempty"`
	Roles           map[domain.Role]int `json:"roles,omitempty"` // how many accounts were given which one
}

// run is one import.
type run struct {
	*Importer
	Options
	started    time.Time
	asked      *Mapping // nil: the header says which one
	reporter   *uuid.UUID
	report     *reportWriter
	reader     *reader
	categories *tree
	zones      *tree
	boundaries *boundary.Finder
	sum        Summary
	dry        map[string]time.Time // rows that a dry run would have written
	merged     []*draft             // rows that wait for the complaint they were merged into
}

// Complaints imports a file, which it reads three times: first to decide how its letters and its times are read. It writes single rows to the
// report. After an error, such as a cancelled context, whole batches are imported, and the summary counts them; the same
// call again imports the rest. Errors before the first row are messages for the operator about the file or the options.
func (i *Importer) Complaints(ctx context.Context, file io.ReadSeeker, list io.Writer, opts Options) (Summary, error) {
	ctx = auth.System(ctx, "import")
	r := &run{
		Importer: i, Options: opts, started: i.truncatedNow(),
		categories: i.categories(), zones: i.zones(), boundaries: boundary.NewFinder(i.Client),
		sum: Summary{Warnings: map[Warning]int{}}, dry: map[string]time.Time{},
	}
	src, err := r.prepare(ctx, file)
	if err != nil {
		return r.sum, err
	}
	if r.report, err = newReport(list); err != nil {
		return r.sum, fmt.Errorf("write the report: %w", err)
	}
	if err = r.rows(ctx, src); err != nil {
		r.sum.Read = r.sum.Imported + r.sum.AlreadyImported + r.sum.Rejected // without the failed batch
		if r.sum.Read == 0 {
			return r.sum, err
		}
	}
	if flushed := r.report.flush(); flushed != nil {
		err = errors.Join(err, fmt.Errorf("write the report: %w", flushed))
	}
	if !r.DryRun && (err == nil || r.sum.Imported > 0) {
		// Audit what was imported, even when the context has ended.
		err = errors.Join(err, i.audit(context.WithoutCancel(ctx), "complaints", "Complaint", imported{r.Label, err == nil, r.sum}))
	}
	return r.sum, err
}

// truncatedNow returns the current time in milliseconds, as all times are stored and shown.
func (i *Importer) truncatedNow() time.Time { return i.Now().UTC().Truncate(time.Millisecond) }

// prepare reads the header and checks everything that can be checked before the first row.
func (r *run) prepare(ctx context.Context, file io.ReadSeeker) (source, error) {
	encoding, err := decideEncoding(r.watch(ctx, file), r.Encoding)
	if err != nil {
		return nil, err
	}
	r.sum.Encoding = encoding.Name
	if r.Mapping != "" {
		asked, err := load(r.Mapping)
		if err != nil {
			return nil, err
		}
		r.asked = &asked
	}
	table, err := open(file, encoding, r.HeaderLine, r.fits)
	if err != nil {
		return nil, err
	}
	header, ahead := table.header, &lookahead{source: table.source}
	m, err := chooseMapping(header, ahead.first(), r.asked, r.Columns)
	if err != nil {
		return nil, table.explain(err)
	}
	if r.Prefix != "" {
		m.Name = r.Prefix
	}
	if utf8.RuneCountInString(m.Name) > maxRef/2 {
		return nil, fmt.Errorf("the prefix of the file's numbers may have %d characters", maxRef/2)
	}
	if r.DayFirst != nil {
		m.DayFirst = r.DayFirst
	}
	if r.DateFormat != "" {
		m.DateFormat = r.DateFormat
	}
	if r.Timezone != "" {
		m.Timezone = r.Timezone
	}
	clock, err := newClock(m)
	if err != nil {
		return nil, err
	}
	l, err := lay(m, header)
	if err != nil {
		return nil, table.explain(err)
	}
	if r.Reporter != "" {
		if r.reporter, err = r.account(ctx, r.Reporter); err != nil {
			return nil, err
		}
	}
	r.sum.Mapping, r.sum.Absent, r.sum.Unused, r.sum.HeaderLine = m.Name, l.absent, l.unused, table.line
	if m.FullRefs {
		table.exactly()
	}
	r.reader = &reader{layout: l, clock: clock, now: r.started, seen: map[uint64]int{}}
	if err := r.decideTimes(ctx, ahead, header); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the file again: %w", err)
	}
	again, err := open(file, encoding, table.line, nil)
	if m.FullRefs {
		again.exactly()
	}
	return again.source, err
}

// fits reports whether a line is the header of a file: its names are those that a mapping has.
func (r *run) fits(header []string) bool {
	m, err := chooseMapping(header, nil, r.asked, r.Columns)
	if err == nil {
		_, err = lay(m, header)
	}
	return err == nil
}

// lookahead is a source whose first records are read before the others are asked for.
type lookahead struct {
	source
	records []record
	err     error // what came after them
}

// first returns the first records.
func (l *lookahead) first() []record {
	const few = 100
	for len(l.records) < few && l.err == nil {
		var r record
		if r, l.err = l.source.next(); l.err == nil {
			l.records = append(l.records, r)
		}
	}
	return l.records
}

// next implements source.
func (l *lookahead) next() (record, error) {
	if len(l.records) > 0 {
		r := l.records[0]
		l.records = l.records[1:]
		return r, nil
	}
	if l.err != nil {
		return record{}, l.err
	}
	return l.source.next()
}

// whichZone is the question for the time zone of a file whose times name none, as nothing else does.
func whichZone(place string) error {
	return fmt.Errorf("%s has a time without a time zone, and nothing names the file's: which one are its times in? "+
		"Say so with --timezone, such as --timezone America/New_York, or --timezone UTC", place)
}

func (r *run) account(ctx context.Context, email string) (*uuid.UUID, error) {
	key, err := auth.FoldEmail(email)
	if err != nil {
		return nil, fmt.Errorf("--reporter %s is not an e-mail address", email)
	}
	c, err := r.Client.Contact.Query().Where(contact.EmailKey(key), contact.UserIDNotNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fmt.Errorf("--reporter %s: there is no account with this address", email)
	}
	if err != nil {
		return nil, fmt.Errorf("find the reporter: %w", err)
	}
	return c.UserID, nil
}

// rows imports the rows, batch by batch.
func (r *run) rows(ctx context.Context, src source) error {
	drafts := make([]*draft, 0, batchRows)
	for {
		rec, err := src.next()
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return err
		}
		if !end {
			r.sum.Read++
			d, bad := r.reader.read(rec)
			if bad != nil {
				err = r.reject(rec.line, d.ref, *bad)
			} else if err = r.note(d); d.mergedInto == nil {
				drafts = append(drafts, d)
			} else if len(r.merged) < maxMerged {
				r.merged = append(r.merged, d)
			} else {
				err = errors.Join(err, r.reject(d.line, d.ref, rejection{MergedInto, "too many merged complaints for one run: import the file again"}))
			}
			if err != nil {
				return fmt.Errorf("write the report: %w", err)
			}
		}
		// Batches are counted in rows read, so that a file of rejected rows shows progress too.
		if !end && r.sum.Read%batchRows != 0 {
			continue
		}
		if err := r.write(ctx, drafts); err != nil {
			return err
		}
		drafts = drafts[:0]
		r.sum.Categories, r.sum.Zones = r.categories.created, r.zones.created
		if r.Progress != nil {
			r.Progress(r.sum)
		}
		if end {
			return r.mergedRows(ctx)
		}
	}
}

// mergedRows imports the merged complaints, which may stand before the one they were merged into.
func (r *run) mergedRows(ctx context.Context) error {
	for drafts := range slices.Chunk(r.merged, batchRows) {
		targets, err := r.mergeTargets(ctx, drafts)
		if err != nil {
			return err
		}
		var found []*draft
		for _, d := range drafts {
			if targets[*d.mergedInto] {
				found = append(found, d)
			} else if err := r.reject(d.line, d.ref, rejection{MergedInto, "the complaint it was merged into is not there, or is merged itself"}); err != nil {
				return fmt.Errorf("write the report: %w", err)
			}
		}
		if err := r.write(ctx, found); err != nil {
			return err
		}
	}
	r.sum.Categories, r.sum.Zones = r.categories.created, r.zones.created
	return nil
}

// mergeTargets returns which complaints there are, or would be after a dry run, that others can be merged into.
func (r *run) mergeTargets(ctx context.Context, drafts []*draft) (map[uuid.UUID]bool, error) {
	targets := map[uuid.UUID]bool{}
	ids := make([]uuid.UUID, len(drafts))
	for i, d := range drafts {
		ids[i] = *d.mergedInto
		if _, dry := r.dry[d.mergedInto.String()]; dry {
			targets[ids[i]] = true
		}
	}
	there, err := r.Client.Complaint.Query().
		Where(complaint.IDIn(ids...), complaint.StatusNEQ(domain.ComplaintMerged)).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("find what complaints were merged into: %w", err)
	}
	for _, id := range there {
		targets[id] = true
	}
	return targets, nil
}

func (r *run) reject(line int, ref string, bad rejection) error {
	r.sum.Rejected++
	return r.report.rejected(line, ref, bad)
}

func (r *run) note(d *draft) error {
	counted := map[Warning]bool{}
	for _, m := range d.warnings {
		if !counted[m.kind] {
			r.sum.Warnings[m.kind]++
			counted[m.kind] = true
		}
	}
	return r.report.remarks(d)
}

// imported is what the audit entry of an import says.
type imported struct {
	File      string `json:"file"`
	Completed bool   `json:"completed"`
	Summary
}

// audit writes the audit entry of an import, in a transaction of its own, and the event by which open lists notice it.
func (i *Importer) audit(ctx context.Context, what, subjectType string, summary imported) error {
	return i.inTx(ctx, func(t *ent.Tx) error {
		id, now := uuid.New(), i.truncatedNow()
		if err := t.Event.Create().SetKind(domain.EventImport).SetSubjectID(id).SetRowID(id).SetCreatedAt(now).Exec(ctx); err != nil {
			return fmt.Errorf("write the event: %w", err)
		}
		return i.Ledger.AuditImport(ctx, batch.Of(t), what, subjectType, summary, now)
	})
}

// runner runs the transactions that write through the rooms of the desk.
func (i *Importer) runner() *tx.Runner {
	return &tx.Runner{Client: i.Client, Clock: i.Now, Ledger: i.Ledger, Agent: domain.AgentImport}
}

func (i *Importer) inTx(ctx context.Context, do func(*ent.Tx) error) error {
	t, err := i.Client.Tx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := do(t); err != nil {
		return errors.Join(err, t.Rollback())
	}
	return t.Commit()
}
