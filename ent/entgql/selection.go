package entgql

import (
	"strings"

	"github.com/99designs/gqlgen/graphql"
)

// Collected returns the last field on a path of selections, and how many there are: none where there is more than
// one on the way. The fields of a page and of its edges go by their names, those of rows by their aliases.
func Collected(op *graphql.OperationContext, field graphql.CollectedField, path []string) (last graphql.CollectedField, n int) {
	last, n = field, 1
	for _, name := range path {
		if n != 1 {
			return last, 0
		}
		of := last
		n = 0
		for _, f := range graphql.CollectFields(op, of.Selections, nil) {
			called := f.Alias
			if d := f.ObjectDefinition; d != nil && (strings.HasSuffix(d.Name, "Connection") || strings.HasSuffix(d.Name, "Edge")) {
				called = f.Name
			}
			if called == name {
				last = f
				n++
			}
		}
	}
	return last, n
}
