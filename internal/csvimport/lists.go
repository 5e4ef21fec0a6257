package csvimport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// List is a kind of rows, beside complaints, that can be imported.
type List string

// The lists, as the command names them.
const (
	Categories       List = "categories"
	Zones            List = "zones"
	Groups           List = "groups"
	ServiceProviders List = "service-providers"
	Users            List = "users"
)

// Fields of lists. ID, CategoryPath and so on are those of complaints.
const (
	Name            Field = "name"
	Parent          Field = "parent"
	ParentID        Field = "parent_id"
	Path            Field = "path"
	CreatedAt       Field = "created_at"
	SLAHours        Field = "sla_hours"
	DefaultPriority Field = "default_priority"
	ShownNearby     Field = "shown_nearby"
	Active          Field = "active"
	Email           Field = "email"
	Phone           Field = "phone"
	Role            Field = "role"
	State           Field = "state"
	DisabledAt      Field = "disabled_at"
	Zone            Field = "zone"
	Provider        Field = "provider"
	ProviderID      Field = "provider_id"
	GroupNames      Field = "groups"
	GroupIDs        Field = "group_ids"
)

// listColumns are the fields of each list, with the names of columns that fill them, folded: those of files
// that Redress exported, and the usual ones.
var listColumns = map[List]map[Field][]string{
	Categories: with(inTree, map[Field][]string{
		SLAHours: {"slahours", "sla", "stunden"}, DefaultPriority: {"defaultpriority", "priority", "priorität"}, ShownNearby: {"shownnearby"},
	}),
	Zones:            inTree,
	Groups:           with(named, map[Field][]string{Description: {"description", "beschreibung"}}),
	ServiceProviders: with(named, map[Field][]string{Active: {"active", "aktiv"}}),
	Users: with(named, map[Field][]string{
		Email: {"contactemail", "email", "emailaddress", "mail"}, Phone: {"contactphone", "phone", "telephone", "telefon"},
		Role: {"role", "rolle"}, State: {"state", "status"}, DisabledAt: {"disabledat"}, ZoneID: {"zoneid"}, Zone: {"zone", "zonename"},
		ProviderID: {"providerid"}, Provider: {"provider", "providername", "serviceprovider"},
		GroupIDs: {"groupids"}, GroupNames: {"groups", "groupnames", "gruppen"},
	}),
}

var (
	named = map[Field][]string{
		ID: {"id"}, Name: {"name", "title", "bezeichnung"}, CreatedAt: {"createdat"},
	}
	inTree = with(named, map[Field][]string{
		ParentID: {"parentid"}, Parent: {"parent", "parentname", "oberkategorie", "übergeordnet"}, Path: {"path", "pfad"},
	})
)

func with(all ...map[Field][]string) map[Field][]string {
	joined := map[Field][]string{}
	for _, one := range all {
		maps.Copy(joined, one)
	}
	return joined
}

// maxListRows bounds the rows of a list, all of which are in memory: parents may stand behind their children.
const maxListRows = 100_000

// subjects has the types that audit entries name.
var subjects = map[List]string{Categories: "Category", Zones: "Zone", Groups: "Group", ServiceProviders: "ServiceProvider", Users: "User"}

// listRow is a row of a list.
type listRow struct {
	line  int
	texts map[Field]string // without those that are empty
	id    *uuid.UUID
	off   []warningAt // letters that were taken off
}

// List imports a list, and writes single rows to the report, as Complaints does. What is there already, by its id,
// its name or, for accounts, its e-mail address, is left as it is. Accounts get no password.
func (i *Importer) List(ctx context.Context, kind List, file io.ReadSeeker, report io.Writer, opts Options) (sum Summary, err error) {
	ctx = auth.System(ctx, "import")
	r := &listRun{Importer: i, Options: opts, sum: Summary{Mapping: string(kind), Warnings: map[Warning]int{}}}
	rows, err := r.read(ctx, kind, file)
	if err == nil {
		err = r.checkRoles(ctx, kind, rows)
	}
	if err != nil {
		return r.sum, err
	}
	if r.report, err = newReport(report); err != nil {
		return r.sum, fmt.Errorf("write the report: %w", err)
	}
	take, rows := r.taker(kind, rows)
	for n, row := range rows {
		if err = r.take(ctx, row, take); err != nil {
			break
		}
		if r.Progress != nil && n%batchRows == 0 {
			r.Progress(r.sum)
		}
	}
	if err == nil {
		err = r.flush(ctx)
	} else {
		r.drop()
	}
	if flushed := r.endReport(); flushed != nil {
		err = errors.Join(err, fmt.Errorf("write the report: %w", flushed))
	}
	if r.sum.Imported > 0 && !r.DryRun {
		// Audit what was imported, even when the context has ended.
		err = errors.Join(err, i.audit(context.WithoutCancel(ctx), strings.ReplaceAll(string(kind), "-", "_"), subjects[kind], imported{r.Label, err == nil, r.sum}))
	}
	return r.sum, err
}

// listRun is one import of a list.
type listRun struct {
	*Importer
	Options
	report         *reportWriter
	sum            Summary
	administrators []administrator         // that the file made
	found          map[reference]uuid.UUID // what rows named
	waiting        []waitingRow            // in order
	unwritten      int                     // how many rows of the file are among them: parents that a path alone names are none
}

// write has a row written with others.
func (r *listRun) write(ctx context.Context, row waitingRow) error {
	if r.DryRun {
		return nil
	}
	if len(r.waiting) == batchRows { // before the row, which is not counted yet
		if err := r.flush(ctx); err != nil {
			return err
		}
	}
	r.waiting = append(r.waiting, row)
	return nil
}

// flush writes the rows that wait, all or none.
func (r *listRun) flush(ctx context.Context) error {
	if len(r.waiting) == 0 {
		return nil
	}
	err := r.runner().Do(ctx, func(t *tx.Tx) error {
		held := catalog.Held{}
		for _, row := range r.waiting {
			if err := row(ctx, t, held); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		r.drop()
	}
	r.waiting, r.unwritten = nil, 0
	return err
}

// drop takes back that the rows that wait were imported: the same import again imports them.
func (r *listRun) drop() {
	r.sum.Read -= r.unwritten
	r.sum.Imported -= r.unwritten
	r.waiting, r.unwritten = nil, 0
}

// waitingRow writes a row that was taken, in a transaction with others.
type waitingRow func(ctx context.Context, t *tx.Tx, held catalog.Held) error

// outcome is what became of a row.
type outcome int

const (
	taken outcome = iota
	there
)

// taker imports one row.
type taker func(ctx context.Context, row *listRow) (outcome, *rejection, error)

func (r *listRun) taker(kind List, rows []*listRow) (taker, []*listRow) {
	switch kind {
	case Categories:
		t := newListTree(r, r.categories(), domain.KindCategory, rows)
		t.insert = t.insertCategory
		return t.take, t.parentsFirst(rows)
	case Zones:
		t := newListTree(r, r.zones(), domain.KindZone, rows)
		t.insert = t.insertZone
		return t.take, t.parentsFirst(rows)
	case Groups:
		return r.group(), rows
	case ServiceProviders:
		return r.provider(), rows
	default:
		return r.user(), rows
	}
}

// take imports a row and counts it.
func (r *listRun) take(ctx context.Context, row *listRow, take taker) error {
	became, bad, err := take(ctx, row)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("stopped: %w", ctx.Err()) // whatever error that caused
	}
	if err != nil {
		return err
	}
	r.sum.Read++
	if len(row.off) > 0 {
		r.sum.Warnings[HiddenLetters]++
	}
	for _, w := range row.off {
		if err := r.report.row(row.line, "warning", w.field, w.text, row.called()); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	switch {
	case bad != nil:
		r.sum.Rejected++
		err = r.report.rejected(row.line, row.called(), *bad)
	case became == there:
		r.sum.AlreadyImported++
	default:
		r.sum.Imported++
		if len(r.waiting) > 0 {
			r.unwritten++
		}
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (r *listRun) warn(row *listRow, f Field, format string, args ...any) error {
	r.sum.Warnings[BadValue]++
	return r.report.row(row.line, "warning", f, fmt.Sprintf(format, args...), row.called())
}

// called returns what a row is found by.
func (row *listRow) called() string {
	return cmp.Or(row.texts[Name], row.texts[Email], row.texts[Path], row.texts[ID])
}

// read reads the whole file.
func (r *listRun) read(ctx context.Context, kind List, file io.ReadSeeker) ([]*listRow, error) {
	encoding, err := decideEncoding(r.watch(ctx, file), r.Encoding)
	if err != nil {
		return nil, err
	}
	r.sum.Encoding = encoding.Name
	src, err := open(file, encoding, r.HeaderLine, func(header []string) bool {
		_, _, err := r.columns(kind, header)
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	at, unused, err := r.columns(kind, src.header)
	if err != nil {
		return nil, src.explain(err)
	}
	r.sum.HeaderLine, r.sum.Unused = src.line, unused
	if _, own := at[ID]; own { // only Redress has such ids
		src.exactly()
	}
	var rows []*listRow
	for {
		rec, err := src.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(rows) == maxListRows {
			return nil, fmt.Errorf("the file has more than %d rows: split it", maxListRows)
		}
		rows = append(rows, readListRow(rec, at))
	}
}

// readListRow reads a record whose fields stand in columns.
func readListRow(rec record, at map[Field]int) *listRow {
	row := &listRow{line: rec.line, texts: map[Field]string{}}
	if rec.reason != "" {
		row.texts[broken] = rec.reason
		return row
	}
	id, own := at[ID]
	own = own && id < len(rec.cells) && strings.TrimSpace(rec.cells[id]) != ""
	for _, f := range slices.Sorted(maps.Keys(at)) {
		if at[f] >= len(rec.cells) {
			continue
		}
		cell := csvcell.Unescape(asUTF8(rec.cells[at[f]]))
		if off := takenOff(cell); off != "" {
			row.off = append(row.off, warningAt{HiddenLetters, f, fmt.Sprintf("%s: %s taken off", shown(cell), off)})
		}
		text := domain.Clean(cell)
		if own {
			text = asKept(f, text)
		} else {
			text = tidy(text)
		}
		if text != "" {
			row.texts[f] = text
		}
	}
	return row
}

// asKept returns a cell of a row that Redress wrote. Names and other texts stand there as it keeps them, without blanks around; of
// theirs only descriptions have line ends and other control characters.
func asKept(f Field, cell string) string {
	text, _ := keep(cell)
	switch f {
	case Name, Path, Parent, Phone, Zone, Provider, GroupNames:
		if strings.ContainsFunc(text, unicode.IsControl) {
			return tidy(text)
		}
	case Description:
	default:
		return tidy(text)
	}
	return strings.TrimSpace(text)
}

// broken is where a row has the reason why it can't be read.
const broken Field = ""

// columns returns where the fields of a list stand, and which columns are left out.
func (r *listRun) columns(kind List, header []string) (at map[Field]int, unused []string, err error) {
	known, places := listColumns[kind], indexColumns(header)
	at = map[Field]int{}
	used := map[int]bool{}
	for f, names := range known {
		for _, name := range names {
			if found := places[name]; len(found) == 1 {
				at[f], used[found[0]] = found[0], true
				break
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Columns)) {
		column := r.Columns[name]
		if _, ok := known[Field(name)]; !ok {
			return nil, nil, fmt.Errorf("--map %s=%s: there is no field %q; there are %s", name, column, name, list(ListFields(kind)))
		}
		found := places[fold(column)]
		if len(found) != 1 {
			return nil, nil, fmt.Errorf("--map %s=%s: the file has %d columns %q; it has %s", name, column, len(found), column, list(header))
		}
		at[Field(name)], used[found[0]] = found[0], true
	}
	needed := Name
	if kind == Users {
		needed = Email
	}
	_, byPath := at[Path]
	if _, ok := at[needed]; !ok && !byPath {
		return nil, nil, fmt.Errorf("the file has no column with the %s: name it with --map %s=COLUMN; it has %s", needed, needed, list(header))
	}
	for i, h := range header {
		if !used[i] && h != "" {
			unused = append(unused, h)
		}
	}
	return at, unused, nil
}

// ListFields returns the fields of a list, as --map names them.
func ListFields(kind List) []Field {
	var fields []Field
	for f := range listColumns[kind] {
		fields = append(fields, f)
	}
	slices.Sort(fields)
	return fields
}

// check sets the id of a row and returns what is wrong with its id or name.
func (row *listRow) check(kind domain.Kind) *rejection {
	if reason := row.texts[broken]; reason != "" {
		return &rejection{reason: reason}
	}
	id, bad := row.ref(ID, kind)
	if bad != nil {
		return bad
	}
	row.id = id
	name := row.texts[Name]
	if err := tx.CheckName(&name); err != nil {
		return refused(err)
	}
	if why := csvcell.Lost(row.texts[Name]); why != "" && row.id == nil {
		return &rejection{Name, fmt.Sprintf("%s is no name: %s", shown(row.texts[Name]), why)}
	}
	return nil
}

// fieldsOf are the fields of files for inputs as the desk names them.
var fieldsOf = map[string]Field{"name": Name, "email": Email, "phone": Phone, "role": Role, "providerId": Provider}

// refused returns why a room of the desk does not take a row, in the words that whoever types it reads, or nil when the error is
// another one.
func refused(err error) *rejection {
	f, ok := fault.As(err)
	if !ok || len(f.Fields) == 0 {
		return nil
	}
	return &rejection{cmp.Or(fieldsOf[f.Fields[0].Field], Field(f.Fields[0].Field)), f.Fields[0].Message}
}

// ref returns the id in a column, nil for none.
func (row *listRow) ref(f Field, kind domain.Kind) (*uuid.UUID, *rejection) {
	text := row.texts[f]
	if text == "" {
		return nil, nil
	}
	id, err := domain.ParseID(text)
	if err != nil || domain.KindOf(id) != kind {
		return nil, &rejection{f, fmt.Sprintf("%s is no id of the kind that belongs here", shown(text))}
	}
	return &id, nil
}

// newID returns the row's id, or a new one.
func (row *listRow) newID(kind domain.Kind) uuid.UUID {
	if row.id != nil {
		return *row.id
	}
	return domain.NewID(kind)
}

// createdAt returns when the row was created where it comes from, or else the current time.
func (r *listRun) createdAt(row *listRow) time.Time {
	now := r.truncatedNow()
	if at, err := domain.ParseTime(row.texts[CreatedAt]); err == nil && at.Year() > 1800 && at.Before(now) {
		return at.UTC().Truncate(time.Millisecond)
	}
	return now
}

// truth returns the boolean in a column, and a default for what is none.
func (r *listRun) truth(row *listRow, f Field, otherwise bool) (bool, error) {
	text := row.texts[f]
	if text == "" {
		return otherwise, nil
	}
	switch strings.ToLower(text) {
	case "true", "yes", "1", "ja":
		return true, nil
	case "false", "no", "0", "nein":
		return false, nil
	}
	return otherwise, r.warn(row, f, "%s is left out: it must be true or false", shown(text))
}
