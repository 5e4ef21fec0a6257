package broadcasts

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the transition table.
func TestProductPage(t *testing.T) {
	rows := [][]string{{"action", "from phase", "recorded in the history as"}}
	for _, m := range moves {
		var from []string
		for _, p := range m.from {
			from = append(from, string(p))
		}
		rows = append(rows, []string{strings.ToLower(string(m.action)), strings.Join(from, ", "), m.step})
	}
	docs.Section(t, "broadcast transitions", docs.Table(rows...))
}
