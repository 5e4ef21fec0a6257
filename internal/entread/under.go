package entread

import (
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
)

// Under selects the rows below one row, such as a service provider's payments, by the column that leads to it. Where the
// first ones in an order are read, that begins with UnderTerm.
//
// On PostgreSQL it is a range of one value. A column that equals a value has no part in an order, so PostgreSQL may as well read
// an index of the rest of the order, which has the rows of all: it guesses how soon the first ones of this row come, and
// reads all where there are none. A column with a range has its part, and only an index that begins with it gives the order.
func Under(s *sql.Selector, column string, id any) *sql.Predicate {
	return UnderBetween(s, column, id, "", nil, nil)
}

// UnderBetween selects those of Under that have a value between two others, both included, in a second column; nil is for no bound. On
// PostgreSQL the two columns are compared together, as an index has them: of a condition of its own behind a range, PostgreSQL
// does not know where in the index it begins to hold.
func UnderBetween(s *sql.Selector, column string, id any, second string, from, to *string) *sql.Predicate {
	column, second = s.C(column), s.C(second)
	if s.Dialect() != dialect.Postgres {
		p := sql.EQ(column, id)
		if from != nil {
			p = sql.And(p, sql.GTE(second, *from))
		}
		if to != nil {
			p = sql.And(p, sql.LTE(second, *to))
		}
		return p
	}
	together := func(operator string, value *string) func(*sql.Builder) {
		return func(b *sql.Builder) {
			if value == nil {
				b.Ident(column).WriteString(operator).Arg(id)
				return
			}
			b.Wrap(func(b *sql.Builder) { b.IdentComma(column, second) }).WriteString(operator)
			b.Wrap(func(b *sql.Builder) { b.Args(id, *value) })
		}
	}
	return sql.And(sql.P(together(" >= ", from)), sql.P(together(" <= ", to)))
}

// UnderTerm returns the term with which an order of rows below one row begins: the column that leads to it, in the direction of the rest.
func UnderTerm(column string, descending bool) string {
	if descending {
		return sql.Desc(column)
	}
	return sql.Asc(column)
}
