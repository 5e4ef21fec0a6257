package entread

import (
	stdsql "database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
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

// EachInList calls a function for each row of a JSONList, with one that scans the row's columns into values as database/sql does.
func EachInList(list *sql.NullString, row func(scan func(into []any) error) error) error {
	if !list.Valid {
		return nil
	}
	var rows [][]any
	from := json.NewDecoder(strings.NewReader(list.String))
	from.UseNumber()
	if err := from.Decode(&rows); err != nil {
		return fmt.Errorf("read a list of rows: %w", err)
	}
	for _, columns := range rows {
		err := row(func(into []any) error {
			for i, value := range columns {
				if n, ok := value.(json.Number); ok {
					value = n.String()
				}
				if err := scanInto(into[i], value); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func scanInto(to, value any) error {
	scanner, ok := to.(stdsql.Scanner)
	if !ok {
		return fmt.Errorf("a list of rows can't have %T", to)
	}
	return scanner.Scan(value)
}
