package csvimport

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
)

const maxRef = 200 // characters, as the column holds

// draft is a row converted to a complaint.
type draft struct {
	line        int
	ref         string
	title       string
	description string
	categories  []string // from the top of the tree downwards
	zones       []string
	priority    domain.Priority // "" takes the category's
	address     string
	lat, lon    *float64
	opened      time.Time
	due         *time.Time
	ended       time.Time // when it was resolved or closed
	status      domain.ComplaintStatus
	note        string // closing text, the public note of its last resolution or of its rejection
	noteRest    string // the part of the closing text that exceeds the note
	source      domain.Source
	internal    []string // remarks for the internal note of the first log row
	reporter    string   // e-mail address as given
	reporterKey string   // the same, folded for the look-up of accounts
	caller      string   // name of a reporter without an account
	phone       string

	// Of a file of another Redress.
	id            *uuid.UUID
	categoryID    *uuid.UUID
	zoneID        *uuid.UUID
	reporterID    *uuid.UUID
	handlerID     *uuid.UUID
	handlerName   string
	mergedInto    *uuid.UUID
	assigned      *time.Time
	resolved      *time.Time // when it was resolved, of one that was closed later
	moved         time.Time  // when it got its status; zero when unknown
	rating        *int
	ratingComment string
	flagged       bool
	reopened      int

	warnings []warningAt
}

// warningAt is one warning about a row: what was left out or changed.
type warningAt struct {
	kind  Warning
	field Field
	text  string
}

// Warning is a kind of warning.
type Warning string

// The warnings, as the summary prints them.
const (
	NoPosition      Warning = "placeholder positions left out"
	BadPosition     Warning = "positions left out that are none"
	Windows1252     Warning = "rows in Windows-1252 instead of UTF-8"
	EncodedTwice    Warning = "rows with characters that were encoded twice: decoded"
	LateColumn      Warning = "values left out that begin too late in the file"
	DamagedLetters  Warning = "rows with damaged letters"
	HiddenLetters   Warning = "rows with letters that nobody sees, or that turn others: taken off"
	WithoutTask     Warning = "assigned or in progress: submitted, since a file has no tasks"
	BadValue        Warning = "values left out that can't be read"
	ClosedEarly     Warning = "closed before opened: closed when opened"
	ClosedSometime  Warning = "closed at an unknown time: closed when opened"
	OpenWithEnd     Warning = "open, with a closing time: left out"
	OpenWithText    Warning = "open, with a closing text: kept as internal note"
	CutText         Warning = "texts that were too long and were cut"
	UnknownPriority Warning = "unknown priorities left out"
	BadReporter     Warning = "reporters left out that are no e-mail address"
	SkippedTime     Warning = "times that a changed clock skipped"
	RepeatedTime    Warning = "times that a changed clock repeated: the first taken"
)

// listed reports whether each row with the warning is listed in the report. The others are only
// counted, since they are frequent and minor.
func (w Warning) listed() bool {
	return w != NoPosition && w != Windows1252 && w != WithoutTask && w != RepeatedTime && w != EncodedTwice
}

// rejection is the reason why a row can't be imported.
type rejection struct {
	field  Field
	reason string
}

// reader converts records to drafts.
type reader struct {
	*layout
	clock *clock
	now   time.Time
	// seen counts equal rows without a number, by a hash of their cells.
	seen map[uint64]int
}

// read converts a record. Of one that is rejected the draft has the line, and the reference as far as the record has one.
func (rd *reader) read(r record) (*draft, *rejection) {
	d := &draft{line: r.line}
	if r.reason != "" {
		return d, &rejection{reason: r.reason}
	}
	if bad := rd.checkCells(r.cells); bad != nil {
		if number, full := rd.number(r.cells); number != "" {
			d.ref = rd.ref(number, full)
		}
		return d, bad
	}
	rd.checkLetters(d, r.cells)
	if len(r.late) > 0 {
		d.warn(LateColumn, "", "%s: no earlier record has this; reorder or split the file", list(r.late))
	}
	for _, step := range []func(*draft, []string) *rejection{
		rd.setRef, rd.setTimes, rd.setTexts, rd.setPosition, rd.people, rd.setRecord, rd.setClosingText,
	} {
		if bad := step(d, r.cells); bad != nil {
			return d, bad
		}
	}
	return d, nil
}

// checkLetters warns about a row that is not UTF-8, and about letters that are lost or taken off.
func (rd *reader) checkLetters(d *draft, cells []string) {
	var all origin
	var where Field
	twice := false
	for i, c := range cells {
		var text string
		var e origin
		if rd.FullRefs {
			text, e = keep(c)
		} else if decoded, changed := decodeTwice(c); changed {
			twice, text = true, decoded
			_, e = decode(text)
		} else {
			text, e = decode(c)
		}
		if e > all {
			all, where = e, rd.fieldOf(i)
		}
		if off := takenOff(text); off != "" && rd.fieldOf(i) != "" {
			d.warn(HiddenLetters, rd.fieldOf(i), "%s: %s taken off", shown(text), off)
		}
	}
	if twice {
		d.warn(EncodedTwice, "", "")
	}
	switch all {
	case windows1252:
		d.warn(Windows1252, "", "")
	case damaged:
		d.warn(DamagedLetters, where, "letters were lost before or can't be read: \ufffd or a space stands for each")
	}
}

// fieldOf returns what the column of a cell fills, "" for nothing.
func (rd *reader) fieldOf(column int) (field Field) {
	for _, f := range Fields {
		if slices.Contains(rd.at[f], column) {
			field = f
		}
	}
	return field
}

func (d *draft) warn(kind Warning, f Field, format string, args ...any) {
	d.warnings = append(d.warnings, warningAt{kind, f, fmt.Sprintf(format, args...)})
}

// checkCells rejects rows whose cells can't be matched with the columns.
func (rd *reader) checkCells(cells []string) *rejection {
	filled := 0
	for i, c := range cells {
		if strings.TrimSpace(c) != "" {
			filled = i + 1
		}
	}
	switch {
	case filled == 0:
		return &rejection{reason: "the row is empty"}
	case len(cells) < rd.width || filled > rd.width:
		return &rejection{reason: fmt.Sprintf("the row has %d cells, the header %d", len(cells), rd.width)}
	}
	return nil
}

// cell returns the first value of a field's columns, on one line.
func (rd *reader) cell(cells []string, f Field) string {
	return rd.raw(cells, f, tidy)
}

// written returns the first value of a field's columns as somebody wrote it: of a file of Redress as it stands, of others cleaned.
func (rd *reader) written(cells []string, f Field, clean func(string) string) string {
	if rd.FullRefs {
		clean = func(cell string) string {
			text, _ := keep(cell)
			return text
		}
	}
	return rd.raw(cells, f, clean)
}

func (rd *reader) raw(cells []string, f Field, clean func(string) string) string {
	text, _ := rd.first(cells, f, clean)
	return text
}

// first returns the first value of a field's columns, and its column.
func (rd *reader) first(cells []string, f Field, clean func(string) string) (text string, column int) {
	for _, at := range rd.at[f] {
		if at >= len(cells) { // of a row that is rejected
			continue
		}
		if text = rd.text(cells[at], clean); text != "" {
			return text, at
		}
	}
	return "", 0
}

// text returns the value of a cell, "" for none.
func (rd *reader) text(cell string, clean func(string) string) string {
	text := csvcell.Unescape(asUTF8(cell))
	if !rd.FullRefs { // what Redress wrote is as it was
		text, _ = decodeTwice(text)
	}
	if text = clean(domain.Clean(text)); rd.blank[strings.ToLower(text)] {
		return ""
	}
	return text
}

// number returns the number that a row has in its system, "" for none; full reports that its prefix is part of it.
func (rd *reader) number(cells []string) (number string, full bool) {
	number = rd.written(cells, ExternalRef, tidy)
	if rd.FullRefs && number != "" {
		return number, true
	}
	if number = trimDecimal(number); number == "" {
		number = rd.cell(cells, Reference)
	}
	return number, false
}

// ref returns the reference of a row with a number.
func (rd *reader) ref(number string, full bool) string {
	if full {
		return number
	}
	return rd.Name + ":" + number
}

// setRef sets the external reference by which the row is found again: the file's own or, without
// one, a digest of the row and the number of its repetitions.
func (rd *reader) setRef(d *draft, cells []string) *rejection {
	number, full := rd.number(cells)
	if why := csvcell.Lost(number); why != "" && !full {
		return &rejection{ExternalRef, fmt.Sprintf("%s is no number that the row can be found by: %s", shown(number), why)}
	}
	if number == "" {
		hash := sha256.New()
		for _, c := range cells[:rd.width] {
			_, _ = fmt.Fprintf(hash, "%d:%s", len(c), c) // a hash never fails
		}
		sum := hash.Sum(nil)
		key := binary.BigEndian.Uint64(sum)
		rd.seen[key]++
		number = fmt.Sprintf("sha256-%s-%d", hex.EncodeToString(sum[:16]), rd.seen[key])
	}
	if d.ref = rd.ref(number, full); utf8.RuneCountInString(d.ref) > maxRef {
		return &rejection{ExternalRef, fmt.Sprintf("longer than %d characters", maxRef-utf8.RuneCountInString(d.ref)+utf8.RuneCountInString(number))}
	}
	return nil
}

// setTimes sets the opening, due and closing times, and the status.
func (rd *reader) setTimes(d *draft, cells []string) *rejection {
	var due, ended, assigned, resolved time.Time
	for _, t := range []struct {
		field Field
		to    *time.Time
		past  bool
	}{
		{OpenedAt, &d.opened, true},
		{DueAt, &due, false},
		{ClosedAt, &ended, true},
		{AssignedAt, &assigned, true},
		{ResolvedAt, &resolved, true},
		{MovedAt, &d.moved, true},
	} {
		text, column := rd.first(cells, t.field, tidy)
		if text == "" {
			continue
		}
		at, changed, ok := rd.clock.parse(column, text)
		switch {
		case !ok:
			return &rejection{t.field, fmt.Sprintf("%s is not a time that can be read%s", shown(text), rd.clock.readAs(column))}
		case at.Year() < 1800 || at.Year() > 9000:
			return &rejection{t.field, fmt.Sprintf("%s is not a plausible time", shown(text))}
		case t.past && at.After(rd.now):
			return &rejection{t.field, fmt.Sprintf("%s lies in the future", shown(text))}
		case changed == skipped:
			d.warn(SkippedTime, t.field, "%s did not exist in %s: %s taken", shown(text), rd.clock.local, at.In(rd.clock.local).Format("15:04:05 MST"))
		case changed == repeated:
			d.warn(RepeatedTime, t.field, "")
		}
		*t.to = at
	}
	if d.opened.IsZero() {
		if rd.has(OpenedAt) {
			return &rejection{OpenedAt, "is empty"}
		}
		d.opened = rd.now
	}
	if !due.IsZero() {
		d.due = &due
	}
	if !assigned.IsZero() && !assigned.Before(d.opened) {
		d.assigned = &assigned
	}
	if ended.IsZero() {
		ended = resolved
	} else if !resolved.IsZero() && !resolved.Before(d.opened) && !resolved.After(ended) {
		d.resolved = &resolved
	}
	if d.moved.Before(d.opened) {
		d.moved = d.opened
	}
	return rd.setStatus(d, cells, ended)
}

// setStatus sets the status from the status and the closing time. The status takes precedence;
// without one, a complaint with a closing time is closed.
func (rd *reader) setStatus(d *draft, cells []string, ended time.Time) *rejection {
	text, known := rd.cell(cells, Status), false
	switch {
	case text != "":
		if d.status, known = rd.statuses[fold(text)]; !known {
			return &rejection{Status, fmt.Sprintf("%s is not known: map it in the statuses of a mapping file", shown(text))}
		}
	case ended.IsZero():
		d.status = domain.ComplaintSubmitted
	default:
		d.status = domain.ComplaintClosed
	}
	if d.status == domain.ComplaintAssigned || d.status == domain.ComplaintInProgress {
		d.warn(WithoutTask, Status, "")
		d.internal = append(d.internal, "Status: "+text)
		d.status = domain.ComplaintSubmitted
	}
	switch {
	case !d.done() && !ended.IsZero():
		d.warn(OpenWithEnd, ClosedAt, "%s left out: the status is %s", ended.Format(time.RFC3339), shown(text))
	case !d.done():
	case ended.IsZero():
		d.ended = d.opened
		d.warn(ClosedSometime, ClosedAt, "is empty, the status is %s: %s taken, when it was opened", shown(text), d.opened.Format(time.RFC3339))
	case ended.Before(d.opened):
		d.ended = d.opened
		d.warn(ClosedEarly, ClosedAt, "%s is before it was opened: %s taken", ended.Format(time.RFC3339), d.opened.Format(time.RFC3339))
	default:
		d.ended = ended
	}
	return nil
}

// done reports whether the complaint was resolved or closed.
func (d *draft) done() bool {
	return d.status == domain.ComplaintResolved || d.status == domain.ComplaintClosed
}

// setTexts sets title and description. The title falls back to the lowest category and then to
// the beginning of the description.
func (rd *reader) setTexts(d *draft, cells []string) *rejection {
	d.categories = rd.levels(d, cells, CategoryPath, Category1, Category2, Category3)
	d.zones = rd.levels(d, cells, ZonePath, Zone1, Zone2, Zone3)
	d.description = d.cut(Description, rd.written(cells, Description, tidyLines), domain.MaxDescription)
	d.address = d.cut(Address, rd.written(cells, Address, tidy), domain.MaxAddress)
	rd.setChannel(d, d.cut(Channel, rd.cell(cells, Channel), domain.MaxName))
	d.title = d.cut(Title, rd.written(cells, Title, tidy), domain.MaxTitle)
	if n := len(d.categories); d.title == "" && n > 0 {
		d.title = d.categories[n-1]
	}
	if d.title == "" {
		first, _, _ := strings.Cut(d.description, "\n")
		d.title, _ = truncate(first, domain.MaxTitle) // the description has the whole text
	}
	if d.title == "" {
		return &rejection{Title, "neither title nor category nor description is given"}
	}
	if text := rd.cell(cells, Priority); text != "" {
		switch p := domain.Priority(strings.ToUpper(text)); p {
		case domain.PriorityLow, domain.PriorityNormal, domain.PriorityHigh, domain.PriorityUrgent:
			d.priority = p
		default:
			d.warn(UnknownPriority, Priority, "%s is none of low, normal, high, urgent", shown(text))
		}
	}
	return nil
}

// setChannel sets the source. What a file says in other words is kept in a note.
func (rd *reader) setChannel(d *draft, text string) {
	d.source = domain.SourceImport
	if text == "" {
		return
	}
	if source, known := rd.channels[fold(text)]; known {
		d.source = source
	}
	if fold(text) != strings.ToLower(string(d.source)) {
		d.internal = append(d.internal, "Channel: "+text)
	}
}

// setClosingText sets the closing text: what exceeds the public note goes into the internal one. Of a complaint that
// was neither resolved nor rejected all of it does, beside the channel.
func (rd *reader) setClosingText(d *draft, cells []string) *rejection {
	text := rd.written(cells, ClosingText, tidyLines)
	if !d.done() && d.status != domain.ComplaintRejected && d.reopened == 0 {
		if text != "" {
			d.warn(OpenWithText, ClosingText, "the status is open: kept as internal note")
			d.internal = append(d.internal, "Closing text: "+d.cut(ClosingText, text, domain.MaxNote-5*domain.MaxName))
		}
		return nil
	}
	var lost string
	if d.note, d.noteRest = truncate(text, domain.MaxNote); d.noteRest == "" {
		return nil
	}
	kept := "the rest is in the internal note"
	if d.noteRest, lost = truncate(d.noteRest, domain.MaxNote); lost != "" {
		kept = "some of the rest is in the internal note"
	}
	d.warn(CutText, ClosingText, "%d characters, cut to %d: %s", utf8.RuneCountInString(text), domain.MaxNote, kept)
	return nil
}

// levels returns the names from the top of a tree downwards: those of the path, or else one of each column.
func (rd *reader) levels(d *draft, cells []string, path Field, fields ...Field) []string {
	var names []string
	if whole := rd.written(cells, path, tidy); whole != "" {
		for _, name := range splitPath(whole) {
			names = append(names, d.cut(path, name, domain.MaxName))
		}
		return names
	}
	for _, f := range fields {
		name, why := d.cut(f, rd.written(cells, f, tidy), domain.MaxName), ""
		if !rd.FullRefs {
			name = trimDecimal(name)
			why = csvcell.Lost(name)
		}
		if why != "" {
			d.warn(BadValue, f, "%s is left out: %s", shown(name), why)
		} else if name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (d *draft) cut(f Field, text string, limit int) string {
	kept, rest := truncate(text, limit)
	if rest != "" {
		d.warn(CutText, f, "%d characters, cut to %d", utf8.RuneCountInString(text), limit)
	}
	return kept
}
