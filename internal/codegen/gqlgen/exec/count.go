package exec

import "github.com/99designs/gqlgen/graphql"

// Count returns how many objects a value consists of, with all below it, but for those whose type is
// left out.
func Count(value graphql.Marshaler, leaveOut func(typ string) bool) (n int) {
	switch value := value.(type) {
	case *Answer:
		return value.w.objects
	case *Object:
		if value == nil {
			return 0
		}
		if len(value.fields) == 0 || value.fields[0].ObjectDefinition == nil || !leaveOut(value.fields[0].ObjectDefinition.Name) {
			n++
		}
		for _, v := range value.Values {
			n += Count(v, leaveOut)
		}
	case graphql.Array:
		for _, v := range value {
			n += Count(v, leaveOut)
		}
	}
	return n
}
