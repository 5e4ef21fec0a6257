package batch

import (
	"fmt"
	"strconv"
	"strings"
)

// statement is a write that has not been sent.
type statement struct {
	text   string
	args   []any
	update bool
}

// newStatement returns an insert or an update as ent writes it, without the ids that an insert
// would return. All else is an error.
func newStatement(query string, args any) (statement, error) {
	list, ok := args.([]any)
	update := strings.HasPrefix(query, "UPDATE ")
	if !ok || !update && !strings.HasPrefix(query, "INSERT ") {
		return statement{}, fmt.Errorf("batch: neither an insert nor an update: %.40s", query)
	}
	text := strings.TrimSuffix(strings.TrimSuffix(query, ` RETURNING "id"`), " RETURNING `id`")
	return statement{text: text, args: list, update: update}, nil
}

// one makes one statement of several, all of which write or none, by the rows of the updates. It returns false where it can't.
func one(all []statement, size int) (text string, args []any, ok bool) {
	for _, s := range all {
		if s.update {
			return guarded(all, size)
		}
	}
	text, args = joined(all, size)
	return text, args, true
}

// joined makes one statement of several. Its result is the number of rows that its updates changed.
func joined(all []statement, size int) (text string, args []any) {
	b, args := builder(all, size), make([]any, 0, size)
	var counts strings.Builder
	counts.WriteString("0")
	for i, s := range all {
		name := "w" + strconv.Itoa(i)
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(name + " AS (")
		renumber(b, s.text, len(args))
		if s.update {
			b.WriteString(" RETURNING 1")
			counts.WriteString(" + (SELECT count(*) FROM " + name + ")")
		}
		b.WriteString(")")
		args = append(args, s.args...)
	}
	b.WriteString(" SELECT " + counts.String())
	return b.String(), args
}

// guarded is joined for statements with updates: first it locks their rows, and unless each finds one that is still as
// its condition says, it writes nothing. So a statement that is a transaction by itself needs no rollback, and no insert
// meets the row of somebody who was faster. Its result is the number of updates, or 0 when nothing was
// written. It returns false when a statement is of a form that it can't make conditional.
func guarded(all []statement, size int) (text string, args []any, ok bool) {
	b := builder(all, 2*size) // conditions stand there twice
	args = make([]any, 0, size)
	updates, and := 0, ""
	b.WriteString("WITH locked AS MATERIALIZED (SELECT ")
	for _, s := range all {
		if s.update {
			table, condition, found := partsOfUpdate(s.text)
			if !found {
				return "", nil, false
			}
			b.WriteString(and + "(SELECT count(*) FROM (SELECT 1 FROM " + table + " WHERE ")
			renumber(b, condition, len(args))
			b.WriteString(" FOR NO KEY UPDATE OF " + table + ") AS r) = 1")
			and = " AND "
			updates++
		}
		args = append(args, s.args...)
	}
	b.WriteString(" AS unchanged)")
	before, n := 0, 0
	const only = "(SELECT unchanged FROM locked)"
	for _, s := range all {
		var parts []string
		if s.update {
			_, condition, _ := partsOfUpdate(s.text)
			parts = []string{strings.TrimSuffix(s.text, condition) + "(" + condition + ") AND " + only}
		} else if parts, ok = selects(s.text, only); !ok {
			return "", nil, false
		}
		for _, part := range parts {
			b.WriteString(", w" + strconv.Itoa(n) + " AS (")
			renumber(b, part, before)
			b.WriteString(")")
			n++
		}
		before += len(s.args)
	}
	b.WriteString(" SELECT CASE WHEN " + only + " THEN " + strconv.Itoa(updates) + " ELSE 0 END")
	return b.String(), args, true
}

// builder returns one with room for the texts of statements and the numbers of so many arguments.
func builder(all []statement, numbers int) *strings.Builder {
	room := 2 * numbers // they may get longer
	for _, s := range all {
		room += len(s.text) + 60
	}
	b := &strings.Builder{}
	b.Grow(room)
	return b
}

// partsOfUpdate returns the table of an update as ent writes it and its condition.
func partsOfUpdate(text string) (table, condition string, ok bool) {
	table, rest, ok := strings.Cut(strings.TrimPrefix(text, "UPDATE "), " SET ")
	if !ok || strings.ContainsRune(table, ' ') {
		return "", "", false
	}
	assignments, condition, ok := strings.Cut(rest, " WHERE ")
	return table, condition, ok && !strings.Contains(assignments, "SELECT ")
}

// selects returns inserts of a row each that insert the rows of an insert as ent writes it, where a condition holds:
// as a query whose columns take their types from the table, as those of VALUES do.
func selects(text, condition string) (parts []string, ok bool) {
	head, rest, ok := strings.Cut(text, " VALUES ")
	if !ok {
		return nil, false
	}
	rest, conflict, found := strings.Cut(rest, " ON CONFLICT ")
	if found {
		conflict = " ON CONFLICT " + conflict
	}
	for {
		if !strings.HasPrefix(rest, "(") {
			return nil, false
		}
		row, after, found := strings.Cut(rest[1:], ")")
		if !found || strings.ContainsRune(row, '(') || strings.Contains(row, "DEFAULT") {
			return nil, false
		}
		parts = append(parts, head+" SELECT "+row+" WHERE "+condition+conflict)
		switch more, is := strings.CutPrefix(after, ", "); {
		case after == "":
			return parts, true
		case !is:
			return nil, false
		default:
			rest = more
		}
	}
}

// renumber writes a statement whose first argument comes after as many others. What ent writes has
// no dollar signs but those of arguments.
func renumber(b *strings.Builder, text string, by int) {
	for {
		before, after, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return
		}
		digits := 0
		for digits < len(after) && after[digits] >= '0' && after[digits] <= '9' {
			digits++
		}
		b.WriteByte('$')
		if n, err := strconv.Atoi(after[:digits]); err == nil {
			b.WriteString(strconv.Itoa(n + by))
		}
		text = after[digits:]
	}
}
