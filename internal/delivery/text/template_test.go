package text

import (
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

func TestFill(t *testing.T) {
	for _, tt := range []struct {
		text   string
		values map[Placeholder]string
		want   string
	}{
		{"Ask {organization}.", map[Placeholder]string{Organization: "{reopen_until} & Sons"}, "Ask {reopen_until} & Sons."},
		{"Rate it.\nReopen it until {reopen_until}.", map[Placeholder]string{ReopenUntil: "2026-12-14"}, "Rate it.\nReopen it until 2026-12-14."},
		{"Rate it.\nReopen it until {reopen_until}.", nil, "Rate it."},
		{"{reopen_until}", nil, ""},
		{"{something} else", nil, "{something} else"},
		{"", nil, ""},
	} {
		if got := fill(tt.text, tt.values); got != tt.want {
			t.Errorf("%q: %q, not %q", tt.text, got, tt.want)
		}
	}
}

// What stands in braces and is no placeholder is found, as is a brace alone.
func TestNotAmong(t *testing.T) {
	for text, want := range map[string]string{
		"Ask {organization} or {phone}.": "", "no braces": "", "": "",
		"{name}": "{name}", "{organization": "{organization", "organization}": "}", "{{organization}}": "{", "{ organization }": "{ organization }",
		"{title}": "{title}", "a { b {phone}": "{ b ", "{}": "{}",
	} {
		if got := NotAmong([]Placeholder{Organization, Phone}, text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// Words are those of the organization where it has some, and each reader reads their own.
func TestWords(t *testing.T) {
	about := Template{
		Subject: i18n.T("Resolved"), Watched: i18n.T("It is resolved"), Next: i18n.T("Wait."), Account: i18n.T("Rate it."), Caller: i18n.T("Call {phone}."), Reports: true,
	}
	values := Values(domain.Organization{Name: "City"}, About{Reference: "C-1"}, time.Time{}, time.Now())
	for _, tt := range []struct {
		own     map[domain.MailPart]string
		watched bool
		reader  domain.MailReader
		subject string
		after   string
	}{
		{nil, false, domain.MailReaderAccount, "Resolved", "Wait.\nRate it."},
		{nil, false, domain.MailReaderCaller, "Resolved", "Wait."}, // there is no telephone number
		{nil, true, domain.MailReaderOther, "It is resolved", "Wait."},
		{map[domain.MailPart]string{domain.MailSubject: "Done by {organization}", domain.MailNext: ""}, false, domain.MailReaderAccount, "Done by City", "Rate it."},
		{map[domain.MailPart]string{domain.MailSubject: "Done", domain.MailForCaller: "Say {reference}."}, true, domain.MailReaderCaller, "It is resolved", "Wait.\nSay C-1."},
	} {
		words := about.In(i18n.English, tt.own)
		if subject, after := words.Subject(tt.watched, values), words.After(tt.reader, values); subject != tt.subject || after != tt.after {
			t.Errorf("%v to %s: %q %q, not %q %q", tt.own, tt.reader, subject, after, tt.subject, tt.after)
		}
	}
}
