package stats

import (
	"strconv"
	"strings"

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

// choose narrows a query to the period and selects the keys.
func (k keys) choose(s *sql.Selector) {
	k.spans.within(k.column)(s)
	s.Select()
	for i, d := range k.dimensions {
		as := "d" + strconv.Itoa(i)
		s.AppendSelectAs(s.C(d.column), as).GroupBy(as)
	}
	if len(k.spans.edges) > 0 {
		s.AppendSelectExprAs(k.spans.number(s.C(k.column)), "span").GroupBy("span")
	}
}

// name selects the names of the values within the same statement. It does not ask the
// policy of what it names: whoever sees the row must be one who may see that name.
func (k keys) name(s *sql.Selector) {
	for i, d := range k.dimensions {
		if d.table == "" {
			continue
		}
		t := sql.Table(d.table).As("named")
		of := sql.Dialect(s.Dialect()).Select(t.C(d.name)).From(t).Where(sql.ColumnsEQ(t.C("id"), s.C(d.column)))
		s.AppendSelectExprAs(of, "n"+strconv.Itoa(i))
	}
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

// id spells the keys of a row.
func (k keys) id(r *KeyRow) string {
	var b strings.Builder
	for i := range k.dimensions {
		b.WriteString(r.value(i) + "|")
	}
	return b.String() + strconv.Itoa(r.span())
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
