package text

import (
	"slices"
	"strings"

	"github.com/redress/redress/internal/i18n"
)

// Template is what an e-mail about a complaint says in its own words: plain text, in which a Placeholder stands for what differs.
type Template struct {
	Subject i18n.Text // what happened, for whoever it concerns
	Watched i18n.Text // the same for whoever watches the complaint; Subject if there is none
	Next    i18n.Text // what happens next
	Account i18n.Text // what its reporter can do, who has an account
	Caller  i18n.Text // what its reporter can do, who has none
	Reports bool      // whether it goes to reporters
	Opaque  bool      // whether its reader may not know the title of the complaint any more
}

// Title returns what happened, for whoever it concerns or whoever watches.
func (t Template) Title(watched bool) i18n.Text {
	if watched && t.Watched.String() != "" {
		return t.Watched
	}
	return t.Subject
}

// After returns what happens next and, for a reporter with an account or without one, what they can do, a line each.
func (t Template) After(account, caller bool, in i18n.Language) string {
	lines := []i18n.Text{t.Next}
	switch {
	case account:
		lines = append(lines, t.Account)
	case caller:
		lines = append(lines, t.Caller)
	}
	var said []string
	for _, line := range lines {
		if line := line.In(in); line != "" {
			said = append(said, line)
		}
	}
	return strings.Join(said, "\n")
}

// Placeholder is what stands in a template in braces.
type Placeholder string

// The placeholders.
const (
	Organization Placeholder = "organization" // its name
	ReopenUntil  Placeholder = "reopen_until" // the last day on which the reporter may reopen the complaint, as YYYY-MM-DD; none if that is over
)

// Placeholders are all of them.
var Placeholders = []Placeholder{Organization, ReopenUntil}

// String returns it as it stands in a text.
func (p Placeholder) String() string { return "{" + string(p) + "}" }

// Fill returns a text with what its placeholders stand for. A line with one that stands for nothing is left out.
func Fill(text string, values map[Placeholder]string) string {
	var pairs []string
	for _, p := range Placeholders {
		pairs = append(pairs, p.String(), values[p])
	}
	fill := strings.NewReplacer(pairs...)
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lacks := func(p Placeholder) bool { return values[p] == "" && strings.Contains(line, p.String()) }
		if !slices.ContainsFunc(Placeholders, lacks) {
			lines = append(lines, fill.Replace(line))
		}
	}
	return strings.Join(lines, "\n")
}
