package delivery

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxSubjectWord = 60 // octets, so that one fits into the first line beside "Subject: " (RFC 2047 section 2: lines of at most 76)

// encodeSubject returns a subject as it stands in the header: as it is where mail programs read that as it is, else in encoded words (RFC 2047),
// the reference in front of it apart, by which people search.
func encodeSubject(subject string) string {
	if plainSubject(subject) {
		return subject
	}
	var words []string
	if reference, rest, ok := strings.Cut(subject, "] "); ok && strings.HasPrefix(reference, "[") && plainSubject(reference) {
		words, subject = append(words, reference+"]"), rest
	}
	const start, end = "=?utf-8?b?", "?="
	most := (maxSubjectWord - len(start) - len(end)) / 4 * 3 // bytes of a word
	for len(subject) > 0 {
		n := 0
		for n < len(subject) {
			_, size := utf8.DecodeRuneInString(subject[n:])
			if n+size > most {
				break
			}
			n += size
		}
		words, subject = append(words, start+base64.StdEncoding.EncodeToString([]byte(subject[:n]))+end), subject[n:]
	}
	return strings.Join(words, " ")
}

// plainSubject reports whether a subject stays the same without encoding: it is ASCII, no word of it looks encoded, and each can stand in a line.
func plainSubject(subject string) bool {
	ascii := strings.IndexFunc(subject, func(r rune) bool { return r < ' ' || r > '~' }) < 0
	return ascii && !strings.Contains(subject, "=?") && !strings.Contains(subject, "  ") &&
		!slices.ContainsFunc(strings.Fields(subject), func(word string) bool { return len(word) > maxSubjectWord })
}
