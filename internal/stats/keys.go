package stats

import (
	"strconv"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
)

// dimension is a column by which rows are grouped, and how its values are called.
type dimension struct {
	column      string
	table, name string // of the rows that the column names; "" for words
	filter      string // the condition that finds a value's rows
	admins      bool   // whether only they may know it
}

// keys are what rows are grouped by: some columns, and the span in which a column's time lies.
type keys struct {
	dimensions []dimension
	spans      spans
	column     string
}

// KeyRow is what a row of an aggregate says of its group, exported for ent to fill it: values and names in the order of
// the dimensions. No question has more of them than these.
type KeyRow struct {
	D0, D1, D2, D3, D4, D5 sql.NullString
	N0, N1, N2, N3, N4, N5 sql.NullString
	Span                   sql.NullInt64
}

func (r *KeyRow) value(i int) string {
	return [...]sql.NullString{r.D0, r.D1, r.D2, r.D3, r.D4, r.D5}[i].String
}

func (r *KeyRow) name(i int) string {
	return [...]sql.NullString{r.N0, r.N1, r.N2, r.N3, r.N4, r.N5}[i].String
}

// span is the number of the span; -1 when rows are not told apart by time.
func (r *KeyRow) span() int {
	if !r.Span.Valid {
		return -1
	}
	return int(r.Span.Int64)
}

// choose narrows a query to the period and selects the keys, which from has.
func (k keys) choose(s *sql.Selector, from columned) {
	k.spans.within(from.C(k.column))(s)
	s.Select()
	for i, d := range k.dimensions {
		s.AppendSelectAs(from.C(d.column), "d"+strconv.Itoa(i))
	}
	if len(k.spans.edges) > 0 {
		s.AppendSelectExprAs(k.spans.number(from.C(k.column)), "span")
		if s.Dialect() == dialect.Postgres && !k.spans.days {
			// PostgreSQL knows how many values a column has, and takes an expression to have as many: it would
			// sort all rows to group them. Of what a part that is planned by itself calls a column it expects few.
			// Of days there are few anyway, and such a part is read by one process alone.
			s.Offset(0)
		}
	}
}

// aggregate makes of a query for rows, narrowed to the end, one for sums by key, and for one
// group more than there may be. The sums are of columns that from has.
//
// The names of the values are read within the same statement, of the groups and not of the rows,
// or no second process would help to read these. That does not ask the policy of what is named:
// whoever sees the row must be one who may see that name.
func (k keys) aggregate(s *sql.Selector, from columned, most int, columns []string, sums func(s *sql.Selector, of columned)) string {
	d := sql.Dialect(s.Dialect())
	// Not its Clone, which loses the operator of a condition that stands alone, such as rating >= 3.
	copied := *s
	chosen := &copied
	k.choose(chosen, from)
	for _, column := range columns {
		chosen.AppendSelectAs(from.C(column), column)
	}
	counted := d.Select().From(chosen.As("chosen"))
	for _, name := range k.names() {
		counted.AppendSelectAs(chosen.C(name), name).GroupBy(chosen.C(name))
	}
	sums(counted, chosen)
	counted.Limit(most + 1)
	named := d.Select("*").From(counted.As("counted"))
	for i, dimension := range k.dimensions {
		if dimension.table == "" {
			continue
		}
		t := d.Table(dimension.table).As("named")
		n := strconv.Itoa(i)
		named.AppendSelectExprAs(d.Select(t.C(dimension.name)).From(t).Where(sql.ColumnsEQ(t.C("id"), counted.C("d"+n))), "n"+n)
	}
	*s = *d.Select("*").From(named.As("groups"))
	return "*"
}

// names are what choose calls the keys.
func (k keys) names() (all []string) {
	for i := range k.dimensions {
		all = append(all, "d"+strconv.Itoa(i))
	}
	if len(k.spans.edges) > 0 {
		all = append(all, "span")
	}
	return all
}

// conditions find a row's group.
func (k keys) conditions(r *KeyRow) (out []condition) {
	for i, d := range k.dimensions {
		if v := r.value(i); v != "" {
			out = append(out, condition{d.filter, v})
		} else {
			out = append(out, condition{d.filter + "IsNil", true})
		}
	}
	return out
}

// when counts the rows for which a condition holds.
func when(s *sql.Selector, condition, as string) {
	s.AppendSelectAs("COUNT(CASE WHEN "+condition+" THEN 1 END)", as)
}

// total adds up a column. A sum of 64-bit numbers is a decimal on PostgreSQL.
func total(s *sql.Selector, column, as string) {
	s.AppendSelectAs("CAST(COALESCE(SUM("+column+"), 0) AS BIGINT)", as)
}
