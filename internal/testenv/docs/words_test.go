package docs

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// privateWords are words that once stood for the field's own terms, with the term to write. They
// are looked for in comments, identifiers and documents alike.
var privateWords = map[string]string{
	"chore": "job", "chores": "jobs",
	"courier": "dispatcher",
	"dearest": "most expensive, costliest",
	"deed":    "operation, audit record", "deeds": "operations",
	"errand": "case", "errands": "cases",
	"handover": "delivery",
	"mend":     "fix", "mends": "fixes", "mended": "fixed",
	"oddity":  "fault injection",
	"recount": "reconcile",
	"strung":  "packed", "unstring": "decode",
}

// privatePhrases are looked for in whole lines.
var privatePhrases = map[*regexp.Regexp]string{
	regexp.MustCompile(`(?i)\brising or falling\b`):                     "ascending or descending",
	regexp.MustCompile(`(?i)\b(behind|ahead of) (this|a|the) cursor\b`): "after, before",
	regexp.MustCompile(`(?i)\btaken up again\b`):                        "reopened, resumed",
	regexp.MustCompile(`(?i)\bcalled off\b`):                            "cancelled",
	regexp.MustCompile(`^\s*// [A-Za-z.]+ (answers|tells|spells)\b`):    "returns, reports, formats",
}

// TestPlainWords: the words of a first draft, which only its authors understood, do not come back.
func TestPlainWords(t *testing.T) {
	word := regexp.MustCompile(`[A-Z]?[a-z]+`)
	check := func(name, text string) {
		if name == "internal/testenv/docs/words_test.go" {
			return
		}
		for i, line := range strings.Split(text, "\n") {
			for _, w := range word.FindAllString(line, -1) {
				if term, private := privateWords[strings.ToLower(w)]; private {
					t.Errorf("%s:%d: %q: write %s", name, i+1, w, term)
				}
			}
			for phrase, term := range privatePhrases {
				if found := phrase.FindString(line); found != "" {
					t.Errorf("%s:%d: %q: write %s", name, i+1, strings.TrimSpace(found), term)
				}
			}
		}
	}
	sources(t, check)
	for name, text := range pages(t) {
		check(name, text)
	}
	for _, pattern := range []string{"graph/*.graphqls", "ent/template/*.tmpl", "Makefile", ".golangci.yml", "CONTRIBUTING.md", "dashboard/README.md", "dashboard/build/*"} {
		readAll(t, pattern, check)
	}
	desk := 0
	err := filepath.WalkDir(filepath.Join(Root(t), "dashboard/src"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "generated.ts") {
			return err
		}
		desk++
		read(t, name, check)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if desk < 150 {
		t.Errorf("read %d files of the desk: its sources are elsewhere", desk)
	}
}
