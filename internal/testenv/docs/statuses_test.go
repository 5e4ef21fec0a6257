package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

var statusIn = regexp.MustCompile(`\bstatusIn: *\[([A-Z_]+(?:,? +[A-Z_]+)+)\]`)

// TestExamplesNameWholeLists: what pages and examples ask for by several statuses is one of the product's lists: what waits, what
// is open, and so on. A new status is not forgotten there.
func TestExamplesNameWholeLists(t *testing.T) {
	lists := [][]string{words(domain.LiveTaskStatuses)}
	for _, list := range [][]domain.ComplaintStatus{
		domain.WaitingComplaintStatuses, domain.RunningComplaintStatuses, domain.OpenComplaintStatuses, domain.EndedComplaintStatuses,
	} {
		lists = append(lists, words(list))
	}
	examples := pages(t)
	for _, pattern := range []string{"internal/web/samples/*.graphql", "examples/*/*.graphql", "examples/*/*.graphqls"} {
		readAll(t, pattern, func(name, text string) { examples[name] = text })
	}
	found := 0
	for name, text := range examples {
		for _, match := range statusIn.FindAllStringSubmatch(text, -1) {
			found++
			given := strings.Fields(strings.ReplaceAll(match[1], ",", " "))
			slices.Sort(given)
			if !slices.ContainsFunc(lists, func(list []string) bool { return slices.Equal(list, given) }) {
				t.Errorf("%s: %s is none of the lists of internal/domain", name, match[0])
			}
		}
	}
	if found < 5 {
		t.Errorf("found %d lists only", found)
	}
}

// words returns the words of a list in the order of their letters.
func words[T ~string](list []T) []string {
	var all []string
	for _, word := range list {
		all = append(all, string(word))
	}
	slices.Sort(all)
	return all
}
