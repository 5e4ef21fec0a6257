package gqlhttp

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/search"
)

// filters returns the price of the conditions of a field's filter, in so many statements.
func (w *costEstimator) filters(table string, args map[string]any, statements int) price {
	c := conditionCounter{tables: w.tables, table: table}
	c.add(args["where"], table)
	if text, ok := args["search"].(string); ok && text != "" {
		c.search(text, table)
	}
	if !w.quiet {
		w.conditions += c.number
		if c.number > w.longest {
			w.longest, w.filter = c.number, strings.Join(append(slices.Clone(w.path), "where"), ".")
		}
	}
	return price{once: c.cost * statements}
}

// tooManyConditions refuses an operation whose filters have too many conditions.
func (w *costEstimator) tooManyConditions(cost, limit int) *gqlerror.Error {
	f := fault.New(fault.Validation, "The filters of the operation have %d conditions, %d of them in %s; at most %d are allowed. It could cost %d, of %d allowed.",
		w.conditions, w.longest, w.filter, maxConditions, cost, limit)
	f.Fields = []fault.Field{fault.Input(w.filter, "too_many", "the filters of an operation may have at most %d conditions", maxConditions)}
	return requestError(f)
}

// conditionCounter counts the conditions of a filter.
type conditionCounter struct {
	tables tables
	table  string // of the list
	number int
	cost   int
}

// textOperators are the endings of conditions that are compared with the text of every row.
var textOperators = []string{"Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"}

// add counts the conditions of a filter for rows of a table. Those that are joined, negated or on
// an edge count too, and so does what joins them.
func (c *conditionCounter) add(filter any, table string) {
	switch filter := filter.(type) {
	case []any:
		for _, one := range filter {
			c.add(one, table)
		}
	case map[string]any:
		for name, value := range filter {
			if value == nil {
				continue
			}
			c.number++
			c.cost += weights.condition
			switch text, isText := value.(string); {
			case name == "search" && isText:
				c.search(text, table)
			case isText && strings.HasPrefix(name, "contact"): // of reporters without an account, who are noted in the audit
				c.cost += max(c.tables.textCost(c.table), c.tables.textCost("contacts")) + c.tables.textCost("contacts") + weights.mutation
			case isText && slices.ContainsFunc(textOperators, func(op string) bool { return strings.HasSuffix(name, op) }):
				// The database may compare each row of the list with each that an edge leads to.
				c.cost += max(c.tables.textCost(c.table), c.tables.textCost(table))
			case strings.HasPrefix(name, "has") && strings.HasSuffix(name, "With"):
				c.add(value, edgeTable(name, table))
			case name == "localTime", name == "hourOfDay", name == "weekday": // computed for each row
				c.cost += c.tables.textCost(c.table)
			case name == "and", name == "or", name == "not", name == "selection", name == "except":
				c.add(value, table)
			default:
				if list, ok := value.([]any); ok {
					c.cost += per(len(list), weights.textRows)
				}
			}
		}
	}
}

// searchedColumns are how many columns a search of a table compares with, where these have no index of
// their texts.
var searchedColumns = map[string]int{"users": 3, "service_providers": 1}

// search counts a search for a text. Accounts are found by their contacts.
func (c *conditionCounter) search(text, table string) {
	if text == "" {
		return
	}
	if columns, plain := searchedColumns[table]; plain { // without an index of texts
		compared := max(c.tables.textCost(c.table), c.tables.textCost(table))
		if table == "users" {
			compared = max(compared, c.tables.textCost("contacts"))
		}
		c.cost += columns * compared
		return
	}
	c.cost += weights.search
	if !search.Indexed(text) {
		c.cost += c.tables.textCost(table)
	}
}

// edgeTable returns the table to whose rows a condition such as hasZoneWith leads.
func edgeTable(name, from string) string {
	edge := strings.TrimSuffix(strings.TrimPrefix(name, "has"), "With")
	for typ, table := range typeTables {
		if edge == typ || edge == typ+"s" || strings.HasSuffix(edge, typ) {
			return table
		}
	}
	if table := map[string]string{"Provider": "service_providers", "Categories": "categories", "Parent": from, "Children": from}[edge]; table != "" {
		return table
	}
	return "users"
}
