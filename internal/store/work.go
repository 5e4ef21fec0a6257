package store

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/redress/redress/internal/store/hint"
)

// Work is what statements made the database do beyond returning rows, as far as their texts and
// their results show it. All methods may be called on nil.
type Work struct {
	rows     hint.Rows
	searches atomic.Int64

	mu       sync.Mutex
	compared map[string]int
}

// Work returns the work that was measured, nil unless the counter is one of MeasureWork.
func (c *Counter) Work() *Work { return c.work }

// Counted returns how many rows the totals of lists have counted (hint.Counted).
func (w *Work) Counted() int { return int(w.rows.Counted.Load()) }

// Aggregated returns how many rows statistics have summed up (hint.Aggregated).
func (w *Work) Aggregated() int { return int(w.rows.Aggregated.Load()) }

// Searches returns how many searches for a text were sent.
func (w *Work) Searches() int { return int(w.searches.Load()) }

// Compared returns how many comparisons with a part of a text were sent, by the table whose rows
// the statement reads.
func (w *Work) Compared() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.compared)
}

// addStatement adds what the text of a statement shows.
func (w *Work) addStatement(text string) {
	if w == nil {
		return
	}
	shown, known := shownWork.Get(text)
	if !known {
		shown = workOf(text)
		if len(text) <= maxShown {
			shownWork.Add(text, shown)
		}
	}
	w.searches.Add(int64(shown.searches))
	if shown.compared == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.compared == nil {
		w.compared = map[string]int{}
	}
	w.compared[shown.table] += shown.compared
}

// textWork is what the text of a statement shows.
type textWork struct {
	searches, compared int
	table              string // whose rows are compared
}

// shownWork are the texts that were measured last: looking through one takes as long as scanning a row or two.
var shownWork, _ = lru.New[string, textWork](1_024) // fails for no size only

// maxShown is how long a text may be in bytes that is kept: long ones are those of large filters, which hardly come again.
const maxShown = 4_000

func workOf(text string) (shown textWork) {
	for _, table := range []string{`_texts" WHERE `, "_texts` WHERE "} {
		shown.searches += strings.Count(text, table)
	}
	n := strings.Count(text, " LIKE ") + strings.Count(text, " ILIKE ")
	if shown.searches > 0 { // these have an index
		n -= strings.Count(text, `"body" LIKE `)
	}
	if n > 0 {
		shown.compared, shown.table = n, firstTable(text)
	}
	return shown
}

// firstTable returns the name of the table that a statement of ent's reads first.
func firstTable(text string) string {
	_, rest, _ := strings.Cut(text, " FROM ")
	if rest == "" || rest[0] != '"' && rest[0] != '`' {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	return name
}
