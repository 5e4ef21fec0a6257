package entread

import (
	"database/sql/driver"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
)

// Edge is how the query of an edge finds its rows from those that the edge leads from.
type Edge struct {
	name, column string

	// ids are the ids or keys of the rows that the edge leads from. UUIDs are one value, an array: their number
	// does not change the statement.
	ids   []driver.Value
	array bool
	one   driver.Value // nil where there are several

	// first is how many rows there are at most for each row that the edge leads from, 0 for all, and order
	// which ones.
	first int
	order sql.Querier
}

// First returns an edge that leads to so many rows at most from each row that the column refers to.
func First(column string, first int, order sql.Querier) *Edge {
	return &Edge{column: column, first: first, order: order}
}

// From returns the edge as it leads from rows with these ids or keys. The edge may be nil, for all rows.
func From[T any](e *Edge, drv dialect.Driver, name, column string, ids []T) *Edge {
	from := Edge{name: name, column: column}
	if e != nil {
		from.first, from.order = e.first, e.order
	}
	if from.ids, from.array = arrayOf(drv.Dialect(), ids); !from.array {
		from.ids = make([]driver.Value, len(ids))
		for i, id := range ids {
			from.ids[i] = id
		}
	}
	if len(ids) == 1 {
		from.one = ids[0]
	}
	return &from
}

// arrayOf returns an array of UUIDs as the database reads it, on SQLite as JSON, and whether they are all such.
func arrayOf[T any](of string, ids []T) ([]driver.Value, bool) {
	begin, end := byte('['), byte(']')
	if of == dialect.Postgres {
		begin, end = '{', '}'
	}
	const size = 36 + len(`"",`)
	text := append(make([]byte, 0, size*len(ids)+2), begin)
	for i, id := range ids {
		id, ok := any(id).(uuid.UUID)
		if !ok {
			return nil, false
		}
		if i > 0 {
			text = append(text, ',')
		}
		if of == dialect.Postgres {
			text = hex.AppendEncode(text, id[:])
		} else {
			text = strconv.AppendQuote(text, id.String())
		}
	}
	return []driver.Value{string(append(text, end))}, true
}

// Apply makes a query read the rows that the edge leads to. It changes nothing where the edge is nil.
func (e *Edge) Apply(spec *sqlgraph.QuerySpec) {
	if e == nil {
		return
	}
	if others := spec.Predicate; e.name != "" {
		spec.Predicate = func(s *sql.Selector) {
			e.where(s, spec.Limit > 0)
			if others != nil {
				others(s)
			}
		}
	}
	if e.first > 0 {
		spec.Modifiers = append(slices.Clip(spec.Modifiers), e.limit)
	}
}

// where selects the rows that the edge leads to. If only some of them are read, and from one row, then what they
// have in common is a plain value: of an array neither database knows that it has one element, so PostgreSQL looks for the first rows
// among those of everybody, in their order, and SQLite sorts all that it leads to.
func (e *Edge) where(s *sql.Selector, limited bool) {
	column := s.C(e.column)
	switch postgres := s.Dialect() == dialect.Postgres; {
	case limited && e.one != nil:
		s.Where(sql.EQ(column, e.one))
	case !e.array:
		s.Where(sql.InValues(column, e.ids...))
	case !postgres:
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(column).WriteString(` IN (SELECT "value" FROM json_each(`).Arg(e.ids[0]).WriteString("))")
		}))
	case e.first > 0:
		s.Where(Under(s, e.column, sql.Raw(`"from"."id"`)))
	default:
		s.Where(sql.P(func(b *sql.Builder) { e.list(b.Ident(column).WriteString(" = ANY (")).WriteString("::uuid[])") }))
	}
}

// list writes the array as a query. If it were a plain value PostgreSQL would look how long it is, and plan the
// statement anew each time because short ones cost less than it takes for granted.
func (e *Edge) list(b *sql.Builder) *sql.Builder {
	return b.WriteString("(SELECT ").Arg(e.ids[0]).WriteString("::uuid[])")
}

// limit changes a statement that reads all rows into one that reads the first ones: on PostgreSQL by a join for
// each row that the edge leads from, which reads no more of an index than these; else by their numbers.
func (e *Edge) limit(s *sql.Selector) {
	d := sql.Dialect(s.Dialect())
	s.SetDistinct(false)
	limited := d.Table("limited").As(s.TableName())
	all := d.Select(entgql.Columns(s)...).From(limited)
	if !e.array || s.Dialect() != dialect.Postgres {
		number := sql.RowNumber().PartitionBy(e.column).OrderExpr(e.order)
		*s = *all.Where(sql.LTE(limited.C("row_number"), e.first)).Prefix(d.With("rows").As(s.Clone()).
			With("limited").As(d.Select("*").AppendSelectExprAs(number, "row_number").From(d.Table("rows"))))
		return
	}
	order, _ := e.order.Query()
	rows := s.Clone().ClearOrder().OrderBy(UnderTerm(e.column, strings.HasSuffix(order, " DESC"))).OrderExpr(e.order).Limit(e.first)
	from := sql.ExprFunc(func(b *sql.Builder) {
		e.list(b.WriteString("unnest(")).WriteString(`) AS "from" ("id"), LATERAL `)
		b.Wrap(func(b *sql.Builder) { b.Join(rows) }).WriteString(` AS "rows"`)
	})
	*s = *all.Prefix(d.With("limited").As(d.SelectExpr(sql.Raw(`"rows".*`)).FromExpr(from)))
}

// Shape returns the shape of the edge's query, nil where that has conditions or an order of its own.
func (e *Edge) Shape(from *Shape, now Parts) *Shape {
	static := from != nil && from.static
	if now.Conditions > 0 || now.Modifiers > 0 || now.Orders > 0 && !static {
		return nil
	}
	s := &Shape{parts: now, static: static}
	s.key = s.keyRoom[:0]
	if static {
		s.key = append(s.key, from.key...)
	}
	s.add(e.name)
	s.addNumber(len(e.ids))
	s.values = s.valueRoom[:0]
	for _, id := range e.ids {
		s.values = append(s.values, id)
	}
	if e.first > 0 {
		order, _ := e.order.Query()
		s.addNumber(e.first)
		s.add(order)
		s.values = append(s.values, e.first) // of a window
	}
	return s
}
