package stats

import (
	"cmp"
	"strconv"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/membership"
)

// dimension is a column by which rows are grouped, and where the names of its values are.
type dimension struct {
	column      string
	of          func(column, dialect string) sql.Querier // what of the column; nil: itself
	table, name string                                   // of the rows that the column refers to; "" for enums
	filter      string                                   // the condition that finds a value's rows; "" where only a selection does
	selected    string                                   // the field of a selection for it; "" for complaints
	several     string                                   // the field of a selection for rows with several values; "" where a row has one at most
	none        string                                   // what a selection calls the dimension, where the filter has no condition for rows without a value
	ofRow       bool                                     // whether the column is one of the rows, and not of what they are counted from
	adminsOnly  bool                                     // whether only administrators may group by it

	names      func(of string, value string) *sql.Selector // of a value; nil: that of the row with this id in the table
	complaints func(*sql.Selector) columnSource            // joins the complaints that the column is of; nil: the rows' own
}

// keys are what rows are grouped by: some columns, and the span in which a column's time lies.
type keys struct {
	dimensions []dimension
	spans      spans
	column     string
	ofRow      bool // whether the column is one of the rows, and not of what they are counted from
	required   bool // whether rows without that time are left out
	cut        *cut // nil: all groups are returned

	also func(*sql.Selector) []column // what else of a row is summed; nil: nothing
}

// cut keeps the groups that may be among the first ones. The others, however many they are, are neither named nor sent.
type cut struct {
	first int
	by    string // what they are sorted by, the largest first; an expression of the columns of a group
	sums  []string
}

// apply turns a query for groups into one for those of the first places, of which several share one when
// they are equal. Each has the sums of all groups too.
func (c *cut) apply(counted *sql.Selector) *sql.Selector {
	d := sql.Dialect(counted.Dialect())
	placed := d.Select("*").From(counted.As("sums"))
	placed.AppendSelectExprAs(sql.Raw("RANK() OVER (ORDER BY "+c.by+" DESC)"), "place")
	for _, column := range c.sums {
		placed.AppendSelectExprAs(sql.Raw("CAST(SUM("+placed.Quote(column)+") OVER () AS BIGINT)"), "all_"+column)
	}
	kept := d.Select("*").From(placed.As("placed"))
	return kept.Where(sql.LTE(placed.C("place"), c.first)).OrderBy(placed.C("place"))
}

// KeyRow is the key of a row of an aggregate, exported for ent to scan into: values and names in
// the order of the dimensions, of which no statistic has more.
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

// span returns the index of the span, or -1 when rows are not grouped by time.
func (r *KeyRow) span() int {
	if !r.Span.Valid {
		return -1
	}
	return int(r.Span.Int64)
}

// time returns the column of the time.
func (k keys) time(s *sql.Selector, from columnSource) string {
	if k.ofRow {
		return s.C(k.column)
	}
	return from.C(k.column)
}

// selectKeys narrows a query to the period and selects the keys, columns of from.
func (k keys) selectKeys(s *sql.Selector, from columnSource) {
	at := k.time(s, from)
	if k.spans.inPeriod(at)(s); k.required && !k.spans.present() {
		s.Where(sql.NotNull(at))
	}
	s.Select()
	computed := len(k.spans.edges) > 0 && !k.spans.days
	var of columnSource // the complaints of tasks or payments
	for i, d := range k.dimensions {
		as := "d" + strconv.Itoa(i)
		switch {
		case d.column == "" && d.of != nil: // of the time
			computed = true
			s.AppendSelectExprAs(d.of(at, s.Dialect()), as)
		case d.of != nil:
			s.AppendSelectExprAs(d.of(from.C(d.column), s.Dialect()), as)
		case d.column == membership.FieldGroupID:
			members := sql.Dialect(s.Dialect()).Table(membership.Table).As("members")
			s.LeftJoin(members).On(from.C(complaintfact.FieldSolverID), members.C(membership.FieldUserID))
			s.AppendSelectAs(members.C(d.column), as)
		case d.complaints != nil:
			if of == nil {
				of = d.complaints(s)
			}
			s.AppendSelectAs(of.C(d.column), as)
		case d.ofRow:
			s.AppendSelectAs(s.C(d.column), as)
		default:
			s.AppendSelectAs(from.C(d.column), as)
		}
	}
	if len(k.spans.edges) > 0 {
		s.AppendSelectExprAs(k.spans.spanNumber(at), "span")
	}
	if computed || k.also != nil && s.Dialect() == dialect.SQLite {
		// PostgreSQL knows how many values a column has, and takes an expression to have as many: it would
		// sort all rows to group them. Of what a part that is planned by itself calls a column it expects few.
		// Of days there are few anyway, and such a part is read by one process alone. SQLite would read the
		// rows in the order of an index on a key, one page each, and compute what is summed where it is.
		planApart(s)
	}
}

// planApart makes a database plan a part of a statement by itself, instead of writing its expressions wherever they are named.
func planApart(s *sql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.Offset(0)
	} else {
		s.Limit(-1)
	}
}

// aggregate turns a query for rows, with all its conditions, into one for sums by key, with one
// group more than there may be. The sums are of columns of from.
//
// The names of the values are read by the same statement, for groups rather than for rows, or
// PostgreSQL would not read these in parallel. This bypasses the policy of the named rows: whoever
// sees the row must be allowed to see that name.
func (k keys) aggregate(s *sql.Selector, from columnSource, most int, columns []string, sums func(s *sql.Selector, of columnSource)) string {
	d := sql.Dialect(s.Dialect())
	// Not its Clone, which loses the operator of a condition that stands alone, such as rating >= 3.
	copied := *s
	chosen := &copied
	k.selectKeys(chosen, from)
	for _, column := range columns {
		chosen.AppendSelectAs(from.C(column), column)
	}
	if k.also != nil {
		for _, c := range k.also(chosen) {
			chosen.AppendSelectExprAs(sql.Raw(c.of), c.name)
		}
	}
	counted := d.Select().From(chosen.As("chosen"))
	for _, name := range k.names() {
		counted.AppendSelectAs(chosen.C(name), name).GroupBy(chosen.C(name))
	}
	sums(counted, chosen)
	if k.cut != nil {
		counted = k.cut.apply(counted)
	}
	counted.Limit(most + 1)
	named := d.Select("*").From(counted.As("counted"))
	for i, dimension := range k.dimensions {
		n := strconv.Itoa(i)
		value := counted.C("d" + n)
		switch {
		case dimension.names != nil:
			named.AppendSelectExprAs(dimension.names(s.Dialect(), value), "n"+n)
		case dimension.table != "":
			t := d.Table(dimension.table).As("named")
			named.AppendSelectExprAs(d.Select(t.C(dimension.name)).From(t).Where(sql.ColumnsEQ(t.C("id"), value)), "n"+n)
		}
	}
	*s = *d.Select("*").From(named.As("groups"))
	return "*"
}

// aggregateRanges does what aggregate does for rows grouped by time alone, by one part of the statement for
// each span, where an index holds the time and the columns: each part reads its range of the index, PostgreSQL
// runs them in parallel, and no row is asked in which span it lies.
func (k keys) aggregateRanges(s *sql.Selector, from columnSource, columns []string, sums func(s *sql.Selector, of columnSource)) string {
	d := sql.Dialect(s.Dialect())
	at := k.time(s, from)
	var all *sql.Selector
	for i := range len(k.spans.edges) - 1 {
		copied := *s // not its Clone, as in aggregate
		one := &copied
		one.Where(sql.And(sql.GTE(at, k.spans.argument(k.spans.edges[i])), sql.LT(at, k.spans.argument(k.spans.edges[i+1]))))
		one.Select()
		for _, column := range columns {
			one.AppendSelectAs(from.C(column), column)
		}
		part := d.Select().From(one.As("chosen"))
		part.AppendSelectExprAs(sql.Raw(strconv.Itoa(i)), "span")
		sums(part, one)
		if all == nil {
			all = part
		} else {
			all.UnionAll(part)
		}
	}
	*s = *d.Select("*").From(all.As("groups"))
	return "*"
}

// names returns the aliases of the keys.
func (k keys) names() (all []string) {
	for i := range k.dimensions {
		all = append(all, "d"+strconv.Itoa(i))
	}
	if len(k.spans.edges) > 0 {
		all = append(all, "span")
	}
	return all
}

// conditions returns the conditions that find the rows of a group.
func (k keys) conditions(r *KeyRow) (out []condition) {
	for i, d := range k.dimensions {
		switch v := r.value(i); {
		case v != "" && d.filter == "":
			name, value := d.selects(v)
			out = append(out, condition{"selection", map[string]any{name: value}})
		case v != "":
			out = append(out, condition{d.filter, v})
		default:
			out = append(out, d.missing())
		}
	}
	return out
}

// selects returns the field of a selection that selects a value, and what it is there.
func (d dimension) selects(value string) (field string, is any) {
	if d.several != "" && value == several {
		return d.several, true
	}
	return d.selected, value
}

// missing returns the condition that finds the rows without a value.
func (d dimension) missing() condition {
	if d.none != "" {
		return condition{"selection", map[string]any{"none": []any{d.none}}}
	}
	return condition{d.filter + "IsNil", true}
}

// selection returns what selects the rows of a group, as the graph has it.
func (k keys) selection(r *KeyRow) map[string]any {
	out := map[string]any{}
	var none []any
	for i, d := range k.dimensions {
		if v := r.value(i); v != "" {
			name, value := d.selects(v)
			out[name] = value
		} else {
			none = append(none, cmp.Or(d.none, strings.ToUpper(strings.TrimSuffix(d.selected, "Id"))))
		}
	}
	if len(none) > 0 {
		out["none"] = none
	}
	return out
}

// countWhere selects the number of rows for which a condition is true.
func countWhere(s *sql.Selector, condition, as string) {
	s.AppendSelectAs("COUNT(CASE WHEN "+condition+" THEN 1 END)", as)
}

// selectSum selects the sum of a column. A sum of 64-bit numbers is a decimal on PostgreSQL.
func selectSum(s *sql.Selector, column, as string) {
	s.AppendSelectAs("CAST(COALESCE(SUM("+column+"), 0) AS BIGINT)", as)
}
