package graph_test

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

// TestLimitsCountCharacters holds that a limit is the same number of characters in every script,
// and that what exceeds it is refused by the name of its field.
func TestLimitsCountCharacters(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		for _, letter := range []string{"a", "é", "न", "水", "😀"} {
			for _, c := range []struct {
				field string
				limit int
			}{{"title", 200}, {"description", 10_000}, {"address", 500}} {
				t.Run(c.field+" of "+letter, func(t *testing.T) {
					input := map[string]any{"title": "A lamp is out", "description": "It is dark."}
					input[c.field] = strings.Repeat(letter, c.limit)
					created := mustMutate(t, s, testenv.User, "submitComplaint", "complaint { title description address }", input)
					if got := created.At("submitComplaint", "complaint", c.field); got != input[c.field] {
						t.Errorf("%.40q came back", got)
					}
					input[c.field] = strings.Repeat(letter, c.limit+1)
					refused := mutate(t, s, testenv.User, "submitComplaint", "complaint { id }", input)
					if got := invalidFields(refused); got != c.field || !strings.Contains(refused.Raw, "characters") {
						t.Errorf("%q is invalid, want %q: %.300s", got, c.field, refused.Raw)
					}
				})
			}
		}
	})
}
