package i18n_test

import (
	"encoding/json"
	"testing"

	"github.com/redress/redress/internal/i18n"
)

// A text that was kept reads in each language as the one that it was, whatever somebody wrote into it.
func TestTextIsKept(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]i18n.Text{
		"plain":       i18n.T("A task was taken from you"),
		"of a text":   i18n.T("The complaint was %s.", i18n.T("resolved")),
		"of a word":   i18n.T("You have a new task: %s", `C-1 "%d" ["ü"] <b>`),
		"of a number": i18n.T("%d notices", 7),
		"of both":     i18n.T("%s is now %s", "C-1", i18n.Or(i18n.T("resolved"), i18n.T("closed"))),
		"verbatim":    i18n.Verbatim("100 % %s"),
		"empty":       i18n.T(""),
	} {
		kept, err := json.Marshal(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var read i18n.Text
		if err := json.Unmarshal(kept, &read); err != nil {
			t.Fatalf("%s: %s: %v", name, kept, err)
		}
		for _, l := range i18n.Languages() {
			if got, want := read.In(l), text.In(l); got != want {
				t.Errorf("%s: %s reads %q in %s, want %q", name, kept, got, l, want)
			}
		}
	}
	if kept, err := json.Marshal(i18n.T("%v", 1.5)); err == nil {
		t.Errorf("a fraction is kept as %s", kept)
	}
	for _, broken := range []string{``, `[]`, `{}`, `[1]`, `["%s", {}]`, `["%s", 1.5]`, `["%s", []]`} {
		read := i18n.T("untouched")
		if err := json.Unmarshal([]byte(broken), &read); err == nil || read.String() != "untouched" {
			t.Errorf("%s reads %q, %v", broken, read, err)
		}
	}
}
