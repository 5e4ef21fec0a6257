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

// joined makes one statement of several, which divides by zero unless each of its updates changes one row.
func joined(all []statement, size int) (text string, args []any) {
	var b strings.Builder
	room := 2 * size // for longer numbers
	for _, s := range all {
		room += len(s.text) + 60
	}
	b.Grow(room)
	args = make([]any, 0, size)
	counts, updates := "", 0
	for i, s := range all {
		name := "w" + strconv.Itoa(i)
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(name + " AS (")
		renumber(&b, s.text, len(args))
		if s.update {
			b.WriteString(" RETURNING 1")
			counts += " + (SELECT count(*) FROM " + name + ")"
			updates++
		}
		b.WriteString(")")
		args = append(args, s.args...)
	}
	b.WriteString(" SELECT ")
	if updates == 0 {
		b.WriteString("1")
	} else {
		b.WriteString("1 / CASE WHEN 0" + counts + " = " + strconv.Itoa(updates) + " THEN 1 ELSE 0 END")
	}
	return b.String(), args
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
