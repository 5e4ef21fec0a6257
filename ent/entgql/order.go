package entgql

import (
	"fmt"
	"reflect"
	"strings"

	"entgo.io/ent/dialect/sql"
)

// MaxKeys is how many fields a list can be ordered by at once.
const MaxKeys = 3

// Absent values count as the largest, on both databases: rows without one come last in ascending
// order and first in descending order.

// SQL returns the keywords of an order by something that may be null or not.
func (o OrderDirection) SQL(nullable bool) string {
	switch {
	case !nullable:
		return string(o)
	case o == OrderDirectionDesc:
		return "DESC NULLS FIRST"
	default:
		return "ASC NULLS LAST"
	}
}

// OrderKind is the kind of the values of a column.
type OrderKind int

// The kinds of values.
const (
	OrderTexts OrderKind = iota
	OrderNumbers
	OrderTimes
)

// OrderColumn is a column by which rows are ordered: of their own table, or of the row that an edge
// leads to.
type OrderColumn struct {
	Name     string // of the column, or what the column of the other table is selected as
	Nullable bool
	Kind     OrderKind
	Join     *Join // nil: a column of the rows' own table
}

// Join is how the row that an edge leads to is found.
type Join struct {
	Table, Ref string // of that row: its table, and the column that is equal to Own
	Own        string // column of the ordered rows
	Column     string // by which they are ordered
}

// Order returns the term that orders by the column. With selected, the column of another table is
// also read, for cursors.
func (c OrderColumn) Order(d OrderDirection, selected bool) func(*sql.Selector) {
	return func(s *sql.Selector) {
		column := c.in(s)
		if c.Join != nil && selected && len(s.FindSelection(c.Name)) == 0 {
			s.AppendSelectAs(column, c.Name)
		}
		s.OrderExprFunc(func(b *sql.Builder) { b.Ident(column).Pad().WriteString(d.SQL(c.Nullable)) })
	}
}

// in returns the column as it is named in a statement, to which it adds the join.
func (c OrderColumn) in(s *sql.Selector) string {
	if c.Join == nil {
		return s.C(c.Name)
	}
	alias := joined + c.Name
	if t, joined := s.JoinedTableView(alias); joined {
		return t.C(c.Join.Column)
	}
	t := sql.Dialect(s.Dialect()).Table(c.Join.Table).As(alias)
	s.LeftJoin(t).On(s.C(c.Join.Own), t.C(c.Join.Ref))
	return t.C(c.Join.Column)
}

// joined begins the names of tables that are joined for an order.
const joined = "by_"

// orderedBy returns the name under which a column of a joined table is read, and whether it is such a column.
func orderedBy(column string) (name string, ok bool) {
	table, _, qualified := strings.Cut(column, ".")
	name, ok = strings.CutPrefix(strings.Trim(table, "\"`"), joined)
	return name, ok && qualified
}

// AppendSelect adds columns of a statement that has selected them before, under the names that they had.
func AppendSelect(s *sql.Selector, columns ...string) {
	for _, c := range columns {
		if name, ok := orderedBy(c); ok {
			s.AppendSelectAs(c, name)
		} else {
			s.AppendSelect(c)
		}
	}
}

// Columns returns the names under which a statement reads its columns.
func Columns(s *sql.Selector) []string {
	columns := s.UnqualifiedColumns()
	for i, c := range s.SelectedColumns() {
		if name, ok := orderedBy(c); ok {
			columns[i] = name
		}
	}
	return columns
}

// CursorValue returns what a cursor holds of the values of a row by which it is ordered: nothing where
// that is the id alone, the value of a single column, a list of several. One that is absent, 0 or empty is
// a list too: as a value it would be left out.
func CursorValue(columns []OrderColumn, values []any, idField string) any {
	if len(columns) == 0 || len(columns) == 1 && columns[0].Name == idField {
		return nil
	}
	for i, v := range values {
		values[i] = plain(v)
	}
	if len(values) == 1 && values[0] != nil && !reflect.ValueOf(values[0]).IsZero() {
		return values[0]
	}
	return values
}

// plain returns what a pointer points to, and texts as strings.
func plain(v any) any {
	if raw, ok := v.([]byte); ok {
		return string(raw)
	}
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			return nil
		}
		return p.Elem().Interface()
	}
	return v
}

// MultiCursorsOptions are the order of the rows that MultiCursorsPredicate finds. Rows that are equal
// in all columns are ordered by id, in the direction of the last column.
type MultiCursorsOptions struct {
	FieldID     string
	DirectionID OrderDirection // where there are no columns
	Fields      []OrderColumn
	Directions  []OrderDirection
	Split       *Split // set where the rows are to be read in two parts; nil: they never are
}

// Split is how the rows after a cursor are read in the order of a column that may be null: those that have a
// value, and those that have none, since an index is entered for one of them at a time. The rows of the first
// part come first, so the second one is only read where these are fewer than the page takes. The zero value
// has no second part.
type Split struct {
	parts []func(*sql.Selector)
	at    int
}

// Next changes the condition to that of the second part, once, and reports whether there is one.
func (p *Split) Next() bool {
	if p.at+1 >= len(p.parts) {
		return false
	}
	p.at++
	return true
}

// where is the condition of the part that is read.
func (p *Split) where(s *sql.Selector) { p.parts[p.at](s) }

// MultiCursorsPredicate returns the predicates of the rows after one cursor and before the other, either
// of which may be nil. The directions are those in which the rows are read: a page that is read from the
// end has them reversed, that of the id descending, and its cursor before is one that rows come after. The
// cursor at the other end is one that rows come before.
func MultiCursorsPredicate[T any](after, before *Cursor[T], opts *MultiCursorsOptions) ([]func(*sql.Selector), error) {
	begin, end := after, before
	if opts.DirectionID == OrderDirectionDesc {
		begin, end = before, after
	}
	var predicates []func(*sql.Selector)
	for _, cursor := range []*Cursor[T]{begin, end} {
		if cursor == nil {
			continue
		}
		keys, err := keysAt(cursor, opts)
		if err != nil {
			return nil, err
		}
		if cursor == end {
			for i := range keys {
				keys[i].direction = keys[i].direction.Reverse()
			}
		}
		if opts.Split != nil && end == nil && splits(keys) {
			opts.Split.parts = partsBeyond(keys[0], keys[1])
			predicates = append(predicates, opts.Split.where)
			continue
		}
		predicates = append(predicates, beyond(keys))
	}
	return predicates, nil
}

// key is a column and the cursor's value of it.
type key struct {
	OrderColumn
	direction OrderDirection
	value     any // nil: absent
}

// keysAt returns the columns of an order, the id last, with the values of a cursor.
func keysAt[T any](cursor *Cursor[T], opts *MultiCursorsOptions) ([]key, error) {
	values, ok := cursor.Value.([]any)
	if !ok && cursor.Value != nil {
		values = []any{cursor.Value}
	}
	keys := make([]key, 0, len(opts.Fields)+1)
	direction := opts.DirectionID
	for i, c := range opts.Fields {
		direction = opts.Directions[i]
		if c.Name != opts.FieldID {
			keys = append(keys, key{OrderColumn: c, direction: direction})
		}
	}
	if len(keys) != len(values) {
		return nil, fmt.Errorf("the cursor has %d values and the order %d", len(values), len(keys))
	}
	for i := range keys {
		keys[i].value = values[i]
	}
	return append(keys, key{OrderColumn: OrderColumn{Name: opts.FieldID}, direction: direction, value: cursor.ID}), nil
}

// splits reports whether rows are ordered by one column of their own that may be null, and by their ids.
func splits(keys []key) bool {
	return len(keys) == 2 && keys[0].Nullable && keys[0].Join == nil // the column and the id
}

// partsBeyond returns the conditions of the rows that come after a cursor, those of the first part first.
func partsBeyond(column, id key) []func(*sql.Selector) {
	where := func(of func(s *sql.Selector) *sql.Predicate) func(*sql.Selector) {
		return func(s *sql.Selector) { s.Where(of(s)) }
	}
	present := where(func(s *sql.Selector) *sql.Predicate { return sql.NotNull(column.in(s)) })
	absent := where(func(s *sql.Selector) *sql.Predicate { return sql.IsNull(column.in(s)) })
	presentBeyond := where(func(s *sql.Selector) *sql.Predicate { return rowBeyond(s, []key{column, id}) })
	absentBeyond := where(func(s *sql.Selector) *sql.Predicate { return sql.And(sql.IsNull(column.in(s)), id.beyond(s)) })
	switch asc := column.direction == OrderDirectionAsc; {
	case asc && column.value != nil:
		return []func(*sql.Selector){presentBeyond, absent}
	case asc:
		return []func(*sql.Selector){absentBeyond}
	case column.value != nil:
		return []func(*sql.Selector){presentBeyond}
	default:
		return []func(*sql.Selector){absentBeyond, present}
	}
}

// beyond returns the condition of the rows that come after those with the values of the keys.
func beyond(keys []key) func(*sql.Selector) {
	return func(s *sql.Selector) {
		if plainKeys(keys) {
			s.Where(rowBeyond(s, keys))
			return
		}
		var parts []*sql.Predicate
		for i, k := range keys {
			all := make([]*sql.Predicate, 0, i+1)
			for _, before := range keys[:i] {
				all = append(all, before.equal(s))
			}
			if more := k.beyond(s); more != nil {
				parts = append(parts, sql.And(append(all, more)...))
			}
		}
		found := sql.Or(parts...)
		if first := keys[0]; len(keys) > 1 && !first.Nullable { // by which an index is entered
			found = sql.And(sql.Or(first.beyond(s), first.equal(s)), found)
		}
		s.Where(found)
	}
}

// plainKeys reports whether rows can be compared as a whole, which an index serves best.
func plainKeys(keys []key) bool {
	for _, k := range keys {
		if k.Nullable || k.direction != keys[0].direction {
			return false
		}
	}
	return true
}

func rowBeyond(s *sql.Selector, keys []key) *sql.Predicate {
	columns, values := make([]string, len(keys)), make([]any, len(keys))
	for i, k := range keys {
		columns[i], values[i] = k.in(s), k.value
	}
	switch asc := keys[0].direction == OrderDirectionAsc; {
	case len(keys) == 1 && asc:
		return sql.GT(columns[0], values[0])
	case len(keys) == 1:
		return sql.LT(columns[0], values[0])
	case asc:
		return sql.CompositeGT(columns, values...)
	default:
		return sql.CompositeLT(columns, values...)
	}
}

// equal is the condition that a row has the value too.
func (k key) equal(s *sql.Selector) *sql.Predicate {
	if k.value == nil {
		return sql.IsNull(k.in(s))
	}
	return sql.EQ(k.in(s), k.value)
}

// beyond is the condition that a row comes after those that have the value, nil where none does.
func (k key) beyond(s *sql.Selector) *sql.Predicate {
	column := k.in(s)
	switch asc := k.direction == OrderDirectionAsc; {
	case k.value == nil && asc:
		return nil
	case k.value == nil:
		return sql.NotNull(column)
	case asc && k.Nullable:
		return sql.Or(sql.GT(column, k.value), sql.IsNull(column))
	case asc:
		return sql.GT(column, k.value)
	default:
		return sql.LT(column, k.value)
	}
}
