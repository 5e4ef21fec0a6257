package store

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/tracing"
)

// maxRecorded is how many statements of an operation are remembered one by one.
const maxRecorded = 1_000

// Recorder remembers the statements of an operation and how long they took, for the log of slow operations.
type Recorder struct {
	mu      sync.Mutex
	sent    []recorded
	first   [8]recorded // of most operations these are all
	skipped int
}

// recorded is one statement.
type recorded struct {
	text string
	took time.Duration
}

// Record makes a counter remember its statements too.
func (c *Counter) Record() *Recorder {
	r := &Recorder{}
	r.sent = r.first[:0]
	c.record = r
	return r
}

// recorderOf returns the nearest recorder of a context; nil where nothing is recorded.
func recorderOf(ctx context.Context) *Recorder {
	for c, _ := ctx.Value(counterKey{}).(*Counter); c != nil; c = c.outer {
		if c.record != nil {
			return c.record
		}
	}
	return nil
}

// add remembers a statement and returns its place; -1 when there are too many.
func (r *Recorder) add(text string, took time.Duration) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.sent) == maxRecorded {
		r.skipped++
		return -1
	}
	r.sent = append(r.sent, recorded{text, took})
	return len(r.sent) - 1
}

// timedRows is a result that is being read.
type timedRows struct {
	recorder *Recorder
	place    int
	began    time.Time
	span     tracing.Span
}

// close notes that the rows were read: SQLite computes them one by one.
func (t *timedRows) close() {
	if t == nil {
		return
	}
	t.span.End()
	if t.recorder == nil || t.place < 0 {
		return
	}
	took := time.Since(t.began) //nolint:forbidigo // how long, not when
	t.recorder.mu.Lock()
	defer t.recorder.mu.Unlock()
	t.recorder.sent[t.place].took = took
}

// Sent is a kind of statement that an operation sent: those that differ in values only.
type Sent struct {
	Fingerprint string        `json:"fingerprint"` // of the text without values
	Text        string        `json:"text"`        // without values
	Count       int           `json:"count"`
	Total       time.Duration `json:"total"` // until their rows were read
	Longest     time.Duration `json:"longest"`

	statement string // the text of the longest, as it was sent
}

// Statement returns the text of the longest statement of the kind, for Store.Explain. It is not for a log.
func (s Sent) Statement() string { return s.statement }

// Slowest returns the kinds of statements that took longest, at most so many, and the time of all.
func (r *Recorder) Slowest(most int) (slowest []Sent, total time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kinds := map[string]*Sent{}
	texts := map[string]string{}
	for _, s := range r.sent {
		total += s.took
		text, known := texts[s.text]
		if !known {
			text = WithoutValues(s.text)
			texts[s.text] = text
		}
		kind := kinds[text]
		if kind == nil {
			kind = &Sent{Text: text}
			kinds[text] = kind
		}
		kind.Count++
		kind.Total += s.took
		if s.took >= kind.Longest {
			kind.Longest, kind.statement = s.took, s.text
		}
	}
	for text, kind := range kinds {
		sum := fnv.New64a()
		_, _ = sum.Write([]byte(text))
		kind.Fingerprint = fmt.Sprintf("%016x", sum.Sum64())
		if len(kind.Text) > maxText {
			kind.Text = domain.Clip(kind.Text, maxText) + "…"
		}
		slowest = append(slowest, *kind)
	}
	slices.SortFunc(slowest, func(a, b Sent) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return slowest[:min(most, len(slowest))], total
}

// knownStatement is what a span has of a statement.
type knownStatement struct {
	table string // that it reads or writes first; "" where that is not known
	text  string // without values
}

// knownTexts are the statements that were traced last.
var knownTexts, _ = lru.New[string, knownStatement](1_024) // fails for no size only

// knownText returns what a span has of a statement.
func knownText(text string) knownStatement {
	known, ok := knownTexts.Get(text)
	if !ok {
		known = knownStatement{tableIn(text), WithoutValues(text)}
		if len(known.text) > maxText {
			known.text = domain.Clip(known.text, maxText) + "…"
		}
		knownTexts.Add(text, known)
	}
	return known
}

// tableIn returns the name of the table that a statement of ent's reads or writes first, past what stands in parentheses;
// "" for others.
func tableIn(text string) string {
	for _, before := range []string{"UPDATE ", "INSERT INTO "} {
		if rest, ok := strings.CutPrefix(text, before); ok {
			return firstTable(" FROM " + rest)
		}
	}
	depth := 0
	for i := range len(text) {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], " FROM "):
			return firstTable(text[i:])
		}
	}
	return ""
}

// maxText is how many bytes of a statement are logged.
const maxText = 1_000

var (
	literals = regexp.MustCompile(`'(?:[^']|'')*'`)
	numbers  = regexp.MustCompile(`(^|[\s(,=<>+*/-])\d+(?:\.\d+)?\b`)
	lists    = regexp.MustCompile(`(\$\d+|\?|…)(?:, ?(?:\$\d+|\?|…))+`)
	tuples   = regexp.MustCompile(`(\([^()]*…\)|\(\?\)|\(\$\d+\))(?:, ?(?:\([^()]*…\)|\(\?\)|\(\$\d+\)))+`)
	numbered = regexp.MustCompile(`\$\d+`)
)

// WithoutValues returns the text of a statement without what could be a value, and with lists of any length as one,
// so that statements that differ in these only have the same text.
func WithoutValues(text string) string {
	text = literals.ReplaceAllString(text, "…")
	text = numbers.ReplaceAllString(text, "$1…")
	text = lists.ReplaceAllString(text, "…")
	text = tuples.ReplaceAllString(text, "$1")
	return numbered.ReplaceAllString(text, "?")
}
