package text

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/internal/domain"
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

// Parts returns the parts of the e-mail, also those that say nothing, in the order in which they are read.
func (t Template) Parts() []domain.MailPart {
	parts := []domain.MailPart{domain.MailSubject}
	if t.Watched.String() != "" {
		parts = append(parts, domain.MailWatchedSubject)
	}
	parts = append(parts, domain.MailNext)
	if t.Reports {
		parts = append(parts, domain.MailForAccount, domain.MailForCaller)
	}
	return parts
}

// Readers returns who gets the e-mail.
func (t Template) Readers() []domain.MailReader {
	var readers []domain.MailReader
	if t.Reports {
		readers = append(readers, domain.MailReaderAccount, domain.MailReaderCaller)
	}
	if !t.Reports || t.Watched.String() != "" {
		readers = append(readers, domain.MailReaderOther)
	}
	return readers
}

// Text returns what a part says.
func (t Template) Text(part domain.MailPart) i18n.Text {
	switch part {
	case domain.MailSubject:
		return t.Subject
	case domain.MailWatchedSubject:
		return t.Watched
	case domain.MailNext:
		return t.Next
	case domain.MailForAccount:
		return t.Account
	default:
		return t.Caller
	}
}

// Placeholders returns those that may stand in a part. A subject has only what stands for something in every e-mail.
func (t Template) Placeholders(part domain.MailPart) []Placeholder {
	switch {
	case part.IsSubject():
		return []Placeholder{Organization}
	case t.Opaque:
		return slices.DeleteFunc(slices.Clone(Placeholders), func(p Placeholder) bool { return p == Title })
	default:
		return Placeholders
	}
}

// In returns what the e-mail says in a language, the texts of the organization in place of those of the service.
func (t Template) In(l i18n.Language, own map[domain.MailPart]string) Words {
	w := Words{Reports: t.Reports, Opaque: t.Opaque, texts: map[domain.MailPart]string{}}
	for _, part := range t.Parts() {
		w.texts[part] = t.Text(part).In(l)
		if said, ok := own[part]; ok {
			w.texts[part] = said
		}
	}
	return w
}

// Words is what a template says in a language.
type Words struct {
	Reports, Opaque bool // as of the template
	texts           map[domain.MailPart]string
}

// Subject returns what happened, for whoever it concerns or whoever watches.
func (w Words) Subject(watched bool, values map[Placeholder]string) string {
	said := w.texts[domain.MailSubject]
	if other := w.texts[domain.MailWatchedSubject]; watched && other != "" {
		said = other
	}
	return fill(said, values)
}

// After returns what happens next and, for a reporter, what they can do, a line each.
func (w Words) After(reader domain.MailReader, values map[Placeholder]string) string {
	said := w.texts[domain.MailNext]
	switch reader {
	case domain.MailReaderAccount:
		said += "\n" + w.texts[domain.MailForAccount]
	case domain.MailReaderCaller:
		said += "\n" + w.texts[domain.MailForCaller]
	case domain.MailReaderOther:
	}
	return strings.Trim(fill(said, values), "\n")
}

// Placeholder is what stands in a template in place of what differs, with its braces.
type Placeholder string

// The placeholders. What one stands for is one line.
const (
	Organization Placeholder = "{organization}" // its name
	Phone        Placeholder = "{phone}"        // telephone number of the organization; none if it gives none
	Email        Placeholder = "{email}"        // e-mail address of the organization; none if it gives none
	Reference    Placeholder = "{reference}"    // of the complaint
	Title        Placeholder = "{title}"        // of the complaint; none where the reader may not know it
	ReopenUntil  Placeholder = "{reopen_until}" // the last day on which the reporter may reopen the complaint, as YYYY-MM-DD; none if that is over
)

// Placeholders are all of them.
var Placeholders = []Placeholder{Organization, Phone, Email, Reference, Title, ReopenUntil}

// braces matches what may be meant as a placeholder.
var braces = regexp.MustCompile(`\{[^{}]*\}?|\}`)

// NotAmong returns the first thing in braces, or brace, of a text that is none of some placeholders; "" if there is none.
func NotAmong(placeholders []Placeholder, text string) string {
	for _, found := range braces.FindAllString(text, -1) {
		if !slices.Contains(placeholders, Placeholder(found)) {
			return found
		}
	}
	return ""
}

// Values returns what placeholders stand for in an e-mail of an organization about a complaint. A time to reopen it that is over now is none.
func Values(from domain.Organization, about About, reopenUntil, now time.Time) map[Placeholder]string {
	values := map[Placeholder]string{
		Organization: from.Name, Phone: from.Phone, Email: from.Email, Reference: about.Reference, Title: about.Title,
	}
	if reopenUntil.After(now) {
		values[ReopenUntil] = reopenUntil.Format(time.DateOnly)
	}
	return values
}

// fill returns a text with what its placeholders stand for. A line with one that stands for nothing is left out.
func fill(text string, values map[Placeholder]string) string {
	var pairs []string
	for _, p := range Placeholders {
		pairs = append(pairs, string(p), values[p])
	}
	replace := strings.NewReplacer(pairs...)
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lacks := func(p Placeholder) bool { return values[p] == "" && strings.Contains(line, string(p)) }
		if !slices.ContainsFunc(Placeholders, lacks) {
			lines = append(lines, replace.Replace(line))
		}
	}
	return strings.Join(lines, "\n")
}
