package entread

import (
	stdsql "database/sql"
	"fmt"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/valyala/fastjson"
)

// JSONList returns an expression for rows with these columns as one value: a list of lists in JSON, NULL for no row. Columns are
// texts, numbers without a fraction, and UUIDs.
func JSONList(of string, columns []string) string {
	all := strings.Join(columns, ", ")
	if of == dialect.Postgres {
		return "CAST(json_agg(json_build_array(" + all + ")) AS text)" // rows with JSON can't be compared, as DISTINCT does
	}
	return "json_group_array(json_array(" + all + "))"
}

// lists are what JSONLists are read with: encoding/json takes twenty times as long for the short lists of a page.
var lists fastjson.ParserPool

// ScanList scans each row of a JSONList into the same values, as database/sql does, and calls a function with them.
func ScanList(list *sql.NullString, into []any, row func() error) error {
	if !list.Valid {
		return nil
	}
	from := lists.Get()
	defer lists.Put(from)
	parsed, err := from.Parse(list.String)
	if err != nil {
		return fmt.Errorf("read a list of rows: %w", err)
	}
	rows, err := parsed.Array()
	if err != nil {
		return fmt.Errorf("read a list of rows: %w", err)
	}
	for _, r := range rows {
		columns, err := r.Array()
		if err != nil {
			return fmt.Errorf("read a row in a list: %w", err)
		}
		if len(columns) != len(into) {
			return fmt.Errorf("a row in a list has %d columns, not %d", len(columns), len(into))
		}
		for i, value := range columns {
			if err := scanInto(into[i], value); err != nil {
				return err
			}
		}
		if err := row(); err != nil {
			return err
		}
	}
	return nil
}

func scanInto(to any, value *fastjson.Value) error {
	if of, ok := to.(*uuid.UUID); ok {
		*of, to = uuid.Nil, (*id)(of) // NULL would leave the one of the row before
	}
	scanner, ok := to.(stdsql.Scanner)
	if !ok {
		return fmt.Errorf("a list of rows can't have %T", to)
	}
	switch value.Type() {
	case fastjson.TypeNull:
		return scanner.Scan(nil)
	case fastjson.TypeNumber:
		n, err := value.Int64()
		if err != nil {
			return err
		}
		return scanner.Scan(n)
	default:
		text, err := value.StringBytes()
		if err != nil {
			return err
		}
		return scanner.Scan(text)
	}
}
