package graph_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestListsBelowRowsInAnyOrder: a list below each row of a list is the one below that row alone, in every order, also by
// the column of another table, and where a row is below several others.
func TestListsBelowRowsInAnyOrder(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		newVisibilityModel(t, s)
		compared := 0
		for _, root := range []string{"complaints", "tasks", "serviceProviders", "payments", "groups", "users"} {
			of := schema().Types[nodeType(schema().Query.Fields.ForName(root))]
			for _, f := range of.Fields {
				order := f.Arguments.ForName("orderBy")
				if order == nil {
					continue
				}
				for _, by := range schema().Types[schema().Types[order.Type.Name()].Fields.ForName("field").Type.Name()].EnumValues {
					for i, page := range []string{"first: 2", "last: 2", "first: 100"} {
						below := fmt.Sprintf("%s(%s, orderBy: {field: %s, direction: %s}) { edges { node { id } } }",
							f.Name, page, by.Name, []string{"ASC", "DESC"}[i%2])
						a := s.MustExecute(t, SuperAdmin, fmt.Sprintf("{ %s(first: 5) { edges { node { id %s } } } }", root, below), nil)
						for _, edge := range a.At(root, "edges").([]any) {
							node := edge.(map[string]any)["node"].(map[string]any)
							one := s.MustExecute(t, SuperAdmin, fmt.Sprintf("{ node(id: %q) { ... on %s { %s } } }", node["id"], of.Name, below), nil)
							got, want := belowIDs(node[f.Name]), belowIDs(one.At("node", f.Name))
							if compared += len(want); !slices.Equal(got, want) {
								t.Errorf("%s.%s of %v:\n%v, alone\n%v", of.Name, below, node["id"], got, want)
							}
						}
					}
				}
			}
		}
		if compared < 500 {
			t.Errorf("only %d rows were compared", compared)
		}
	})
}

func belowIDs(connection any) (all []any) {
	for _, edge := range connection.(map[string]any)["edges"].([]any) {
		all = append(all, edge.(map[string]any)["node"].(map[string]any)["id"])
	}
	return all
}
