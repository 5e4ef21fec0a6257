package exec

import "github.com/99designs/gqlgen/graphql"

// Count returns how many objects the value of a root field consists of, with all below it. Those that only stand between
// a list and its rows are not counted.
func Count(value graphql.Marshaler) int {
	if a, ok := value.(*Answer); ok {
		return a.w.objects
	}
	return 0
}
