package delivery

import (
	"mime"
	"strings"
	"testing"
)

// A subject is read as it was written, and each word of it fits into a line.
func TestEncodeSubject(t *testing.T) {
	for _, tt := range []struct {
		subject string
		plain   bool
	}{
		{"[CMP-2026-000001] Your report is resolved: Broken lamp", true},
		{"[CMP-2026-000001] Ihre Meldung ist erledigt: Straße", false},
		{"Water is off", true},
		{"Water is  off", false},
		{"=?utf-8?q?no_subject?=", false},
		{"[=?utf-8?q?no?=] reference", false},
		{"[a] =?utf-8?q?no?=", false},
		{"[a]b] ü", false},
		{"] ü", false},
		{strings.Repeat("y", 60), true},
		{strings.Repeat("y", 61), false},
		{strings.Repeat("区", 200), false},
		{"a" + strings.Repeat("💡", 100), false},
		{"line\r\nBcc: x@example.org", false},
	} {
		got := encodeSubject(tt.subject)
		read, err := new(mime.WordDecoder).DecodeHeader(got)
		if err != nil || read != tt.subject || got == tt.subject != tt.plain {
			t.Errorf("%q is %q, read as %q: %v", tt.subject, got, read, err)
		}
		for word := range strings.FieldsSeq(got) {
			if len(word) > maxSubjectWord || strings.ContainsAny(word, "\r\n") {
				t.Errorf("%q has the word %q", tt.subject, word)
			}
		}
	}
}
