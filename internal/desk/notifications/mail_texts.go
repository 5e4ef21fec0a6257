package notifications

import (
	"fmt"
	"slices"
	"strings"

	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// MailTemplate is what the e-mail of a kind says of which an organization can change the words.
type MailTemplate struct {
	Kind  Kind
	Area  Area
	Label i18n.Text
	text.Template
}

// MailTemplates returns the e-mails of which an organization can change the words, in the order of the table: those about complaints. What asks to
// confirm an address may go to a stranger, and says nothing that anybody typed.
func MailTemplates() (all []MailTemplate) {
	for _, r := range table {
		if t, ok := TemplateOf(r.kind); ok && labels[r.kind].String() != "" {
			all = append(all, MailTemplate{r.kind, r.to[0].area, labels[r.kind], t})
		}
	}
	return all
}

// mailTemplate returns the e-mail of a kind of which an organization can change the words.
func mailTemplate(kind Kind) (MailTemplate, bool) {
	all := MailTemplates()
	i := slices.IndexFunc(all, func(t MailTemplate) bool { return t.Kind == kind })
	if i < 0 {
		return MailTemplate{}, false
	}
	return all[i], true
}

// Words returns what the e-mail of a kind says in a language, the texts of the organization in place of those of the service; false for kinds that say
// what they say in the application.
func Words(kind Kind, l i18n.Language, own domain.MailTexts) (text.Words, bool) {
	t, ok := TemplateOf(kind)
	if !ok {
		return text.Words{}, false
	}
	return t.In(l, own.Of(string(kind), string(l))), true
}

// CheckMailSample returns what is wrong with the e-mail of a kind that somebody wants to see, in a language and as a reader of it.
func CheckMailSample(kind Kind, l i18n.Language, reader domain.MailReader) error {
	var errs tx.FieldErrors
	t, ok := mailTemplate(kind)
	if !ok {
		errs.Add("event", "invalid", "has no e-mail with words that can be changed")
	}
	if !slices.Contains(i18n.Languages(), l) {
		errs.Add("language", "invalid", "must be %s", tx.OrList(i18n.Languages()))
	}
	if ok && !slices.Contains(t.Readers(), reader) {
		errs.Add("reader", "invalid", "gets no such e-mail")
	}
	return errs.Fault()
}

// CheckMailTexts tidies other texts of the e-mail of a kind, or returns all that is wrong with them.
func CheckMailTexts(kind Kind, texts []domain.MailTextChange) error {
	var errs tx.FieldErrors
	t, ok := mailTemplate(kind)
	if !ok {
		errs.Add("event", "invalid", "has no e-mail with words that can be changed")
		return errs.Fault()
	}
	for i := range texts {
		c := &texts[i]
		at := fmt.Sprintf("texts.%d.", i)
		if !slices.Contains(i18n.Languages(), i18n.Language(c.Language)) {
			errs.Add(at+"language", "invalid", "must be %s", tx.OrList(i18n.Languages()))
		}
		if !slices.Contains(t.Parts(), c.Part) {
			errs.Add(at+"part", "invalid", "is no part of this e-mail")
		}
		same := func(o domain.MailTextChange) bool { return o.Part == c.Part && o.Language == c.Language }
		if slices.ContainsFunc(texts[:i], same) {
			errs.Add(at+"part", "duplicate", "is given twice")
		}
		if checkMailText(&errs, at+"text", t.Template, *c); c.Text != nil && *c.Text == t.Text(c.Part).In(i18n.Language(c.Language)) {
			c.Text = nil // so that it stays that of the service when this changes
		}
	}
	return errs.Fault()
}

// checkMailText tidies a text, or notes what is wrong with it.
func checkMailText(errs *tx.FieldErrors, field string, t text.Template, c domain.MailTextChange) {
	switch {
	case c.Text == nil:
		return
	case c.Part.IsSubject():
		errs.Merge(tx.CheckLine(field, c.Text, 1, c.Part.MaxLength()))
	default:
		*c.Text = strings.TrimSpace(*c.Text)
		errs.Text(field, c.Text, c.Part.MaxLength())
	}
	known := t.Placeholders(c.Part)
	if found := text.NotAmong(known, *c.Text); found != "" {
		errs.Add(field, "invalid", "must have nothing in braces but %s, not %s", tx.OrList(known), found)
	}
}
