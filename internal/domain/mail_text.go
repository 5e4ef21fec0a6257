package domain

import "slices"

// MailPart is a part of what an e-mail about a complaint says in words that the organization can change.
type MailPart string

// The parts of e-mails.
const (
	MailSubject        MailPart = "SUBJECT"         // what happened, for whoever it concerns
	MailWatchedSubject MailPart = "WATCHED_SUBJECT" // the same for whoever watches the complaint
	MailNext           MailPart = "NEXT"            // what happens next
	MailForAccount     MailPart = "ACCOUNT"         // what its reporter can do, who has an account
	MailForCaller      MailPart = "CALLER"          // what its reporter can do, who has none
)

// Values lists all parts, in the order in which they are read.
func (MailPart) Values() []string {
	return values([]MailPart{MailSubject, MailWatchedSubject, MailNext, MailForAccount, MailForCaller})
}

// IsSubject reports whether it is one line, which mail programs list.
func (p MailPart) IsSubject() bool { return p == MailSubject || p == MailWatchedSubject }

// MailReader is who reads an e-mail about a complaint.
type MailReader string

// The readers of e-mails.
const (
	MailReaderAccount MailReader = "ACCOUNT" // its reporter, who has an account
	MailReaderCaller  MailReader = "CALLER"  // its reporter, who has none
	MailReaderOther   MailReader = "OTHER"   // whoever watches it or works on it
)

// Values lists all readers.
func (MailReader) Values() []string {
	return values([]MailReader{MailReaderAccount, MailReaderCaller, MailReaderOther})
}

// Limits of a text of an e-mail, in characters.
const (
	MaxMailSubject = 100
	MaxMailText    = 500
)

// MaxLength returns how many characters it may have.
func (p MailPart) MaxLength() int {
	if p.IsSubject() {
		return MaxMailSubject
	}
	return MaxMailText
}

// OwnMailText is what an organization says in an e-mail in place of what the service says.
type OwnMailText struct {
	Event    string   `json:"event"` // kind of notification
	Language string   `json:"language"`
	Part     MailPart `json:"part"`
	Text     string   `json:"text"` // "" for nothing
}

// MailTextChange is another text of a part of an e-mail in a language, nil for the one of the service.
type MailTextChange struct {
	Language string
	Part     MailPart
	Text     *string
}

// MailTexts are the texts that an organization has put in place of those of the service.
type MailTexts []OwnMailText

// Of returns those of an event in a language.
func (ts MailTexts) Of(event, language string) map[MailPart]string {
	of := map[MailPart]string{}
	for _, t := range ts {
		if t.Event == event && t.Language == language {
			of[t.Part] = t.Text
		}
	}
	return of
}

// With returns the texts after changes of those of an event.
func (ts MailTexts) With(event string, changes []MailTextChange) MailTexts {
	is := slices.Clone(ts)
	for _, c := range changes {
		is = slices.DeleteFunc(is, func(t OwnMailText) bool { return t.Event == event && t.Language == c.Language && t.Part == c.Part })
		if c.Text != nil {
			is = append(is, OwnMailText{Event: event, Language: c.Language, Part: c.Part, Text: *c.Text})
		}
	}
	return is
}
