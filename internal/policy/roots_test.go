package policy

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the table of roots.
func TestProductPage(t *testing.T) {
	rows := [][]string{{"query root", "roles, beside administrators"}}
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		names := "none"
		switch all := roots[root]; {
		case len(all) == len(domain.Roles):
			names = "all"
		case len(all) > 0:
			var words []string
			for _, r := range all {
				words = append(words, strings.ToLower(string(r)))
			}
			names = strings.Join(words, ", ")
		}
		rows = append(rows, []string{"`" + string(root) + "`", names})
	}
	docs.Section(t, "query roots", docs.Table(rows...))
}
