package text

import (
	"html"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// What follows WhyConfirm: what the links do, and what it means where the service has no public address, so that there are none.
var (
	confirmFirst  = i18n.T("Nothing more is sent here until you confirm it.")
	cannotConfirm = i18n.T("It can't be confirmed by e-mail, so nothing more is sent here.")
)

var (
	optOut  = i18n.T("No more such messages")
	confirm = i18n.T("Yes, write to me")
	deny    = i18n.T("No, this is not mine")
)

// What stands on the button of an e-mail.
var (
	OpenReport    = i18n.T("See your report")
	OpenComplaint = i18n.T("Open the complaint")
	OpenTask      = i18n.T("Open the task")
	OpenDesk      = i18n.T("Open the desk")
)

// Part is one thing of several that an e-mail says.
type Part struct{ Title, Text string }

// Mail is what Plain and HTML print. Nothing in it has a line that the mail program loads from somewhere.
type Mail struct {
	Title         string              // what happened
	About         *About              // nil for no complaint
	Text          string              // what somebody wrote, or why it happened
	Parts         []Part              // what it says besides, one thing after the other
	After         string              // what happens next and what its reader can do, a line each
	Asks          bool                // whether it asks to confirm the address
	Confirm, Deny string              // addresses of the pages on which that is answered; "" for none
	Open          Link                // button
	OptOut        string              // address of the page on which one gets no more of it; "" for none
	Organization  domain.Organization // whom it comes from
	Language      i18n.Language
}

// Link is an address of the service's own with its name; none if the address is "".
type Link struct{ Name, Address string }

// About is the complaint that an e-mail is about, as whoever reads it knows it: their own one, if that was merged into the other.
type About struct {
	ID               uuid.UUID
	Reference, Title string // Title is "" where they may not know it
}

// line returns the line of the complaint; "" for none.
func (a *About) line() string {
	switch {
	case a == nil:
		return ""
	case a.Title == "":
		return a.Reference
	}
	return a.Reference + ": " + a.Title
}

// Signed returns what somebody wrote with their name; without it if that is "".
func Signed(written, name string) string {
	if written == "" || name == "" {
		return written
	}
	return written + "\n— " + name
}

// Subject returns what the reader's mail program lists.
func (m Mail) Subject() string {
	if m.About == nil {
		return m.Title
	}
	subject := "[" + m.About.Reference + "] " + m.Title
	if m.About.Title != "" {
		subject += ": " + m.About.Title
	}
	return subject
}

// message returns the text, and for a message that asks to confirm an address what becomes of it.
func (m Mail) message() string {
	switch {
	case !m.Asks:
		return m.Text
	case m.Confirm == "":
		return m.Text + "\n\n" + cannotConfirm.In(m.Language)
	}
	return m.Text + "\n\n" + confirmFirst.In(m.Language)
}

// Plain returns the e-mail as plain text. What is about no complaint has its title above it, as its subject, unless that is all it says.
func (m Mail) Plain() string {
	said := []string{m.Title, m.About.line(), m.message()}
	if m.About == nil && (m.message() != "" || len(m.Parts) > 0) {
		said = said[2:]
	}
	for _, part := range m.Parts {
		said = append(said, strings.TrimSpace(part.Title+"\n"+part.Text))
	}
	said = append(said, m.After)
	for _, link := range m.links() {
		said = append(said, link.Name+":\n"+link.Address)
	}
	sign := m.from()
	if m.OptOut != "" {
		sign += "\n" + optOut.In(m.Language) + ": " + m.OptOut
	}
	if sign = strings.Trim(sign, "\n"); sign != "" {
		said = append(said, "-- \n"+sign) // a mail program does not quote what follows
	}
	var paragraphs []string
	for _, p := range said {
		if p = strings.Trim(p, "\n"); p != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// from returns whom the e-mail comes from and how they are reached, a line each.
func (m Mail) from() string {
	lines := []string{m.Organization.Name}
	if m.Organization.Phone != "" {
		lines = append(lines, phone(m.Organization.Phone).In(m.Language))
	}
	if m.Organization.Email != "" {
		lines = append(lines, email(m.Organization.Email).In(m.Language))
	}
	return strings.Join(lines, "\n")
}

func phone(number string) i18n.Text { return i18n.T("Telephone: %s", number) }

func email(address string) i18n.Text { return i18n.T("E-mail: %s", address) }

// links returns what the e-mail leads to, the page on which one gets no more of it apart.
func (m Mail) links() []Link {
	switch {
	case m.Confirm != "":
		return []Link{{confirm.In(m.Language), m.Confirm}, {deny.In(m.Language), m.Deny}}
	case m.Open.Address != "":
		return []Link{m.Open}
	}
	return nil
}

// Styles of the parts of a page. Colors are those that are read on a light ground and on a dark one, which mail programs make of it.
const (
	pageStyle   = "margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif"
	sheetStyle  = "max-width: 36em; margin: 0 auto"
	nameStyle   = "margin: 0 0 24px; padding-bottom: 8px; font-weight: 600; border-bottom: 3px solid "
	titleStyle  = "margin: 0 0 4px; font-size: 20px; line-height: 1.3"
	partStyle   = "margin: 20px 0 4px; font-size: 16px"
	aboutStyle  = "margin: 0 0 16px; opacity: 0.75"
	quoteStyle  = "margin: 0 0 16px; padding-left: 12px; border-left: 3px solid "
	buttonStyle = "display: inline-block; padding: 10px 20px; border-radius: 6px; font-weight: 600; text-decoration: none; "
	footStyle   = "margin: 8px 0 0; font-size: 13px; opacity: 0.75"
)

// HTML returns the same e-mail as a page. Addresses are our own, so that their schemes need no look.
func (m Mail) HTML() string {
	var b strings.Builder
	b.WriteString(`<!doctype html>
<html lang="` + string(m.Language) + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
		`<meta name="color-scheme" content="light dark"><title>` + html.EscapeString(m.Title) + `</title></head>
<body style="` + pageStyle + `"><div style="` + sheetStyle + `">
`)
	element := func(name, style, text string) {
		if text == "" {
			return
		}
		text = strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n")
		b.WriteString("<" + name + ` dir="auto" style="` + style + `">` + text + "</" + name + ">\n")
	}
	written := func(text string) {
		if m.About == nil || m.Asks { // what the service itself says
			element("p", "", text)
			return
		}
		element("blockquote", quoteStyle+m.Organization.Color, text)
	}
	element("p", nameStyle+m.Organization.Color, m.Organization.Name)
	element("h1", titleStyle, m.Title)
	element("p", aboutStyle, m.About.line())
	written(m.message())
	for _, part := range m.Parts {
		element("h2", partStyle, part.Title)
		written(part.Text)
	}
	element("p", "", m.After)
	for i, link := range m.links() {
		style := buttonStyle + "background: " + m.Organization.Color + "; color: " + onColor(m.Organization.Color)
		if i > 0 {
			style = ""
		}
		b.WriteString(`<p><a style="` + style + `" href="` + html.EscapeString(link.Address) + `">` + html.EscapeString(link.Name) + "</a></p>\n")
	}
	element("p", footStyle+"; margin-top: 32px", m.from())
	if m.OptOut != "" {
		b.WriteString(`<p style="` + footStyle + `"><a style="color: inherit" href="` + html.EscapeString(m.OptOut) + `">` + optOut.In(m.Language) + "</a></p>\n")
	}
	b.WriteString("</div></body></html>\n")
	return b.String()
}
