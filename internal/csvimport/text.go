package csvimport

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// tidy joins a cell to one line without repeated blanks.
func tidy(cell string) string {
	text, _ := decode(cell)
	return strings.Join(strings.Fields(text), " ")
}

// tidyLines is tidy for texts that may have several lines.
func tidyLines(cell string) string {
	text, _ := decode(cell)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// encoding is how a text was written.
type encoding int

const (
	utf8Text encoding = iota
	windows1252
	damaged // letters are lost
)

// decode returns a text as UTF-8. Bytes that are not UTF-8 are read as Windows-1252, the most
// frequent encoding of other programs. Bytes without a meaning there become U+FFFD, control
// characters become spaces: both count as damaged, as does a U+FFFD that was there before.
func decode(cell string) (text string, e encoding) {
	var b strings.Builder
	for i := 0; i < len(cell); {
		r, n := utf8.DecodeRuneInString(cell[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			e = max(e, windows1252)
			if r = charmap.Windows1252.DecodeByte(cell[i]); r == utf8.RuneError {
				e = damaged
			}
		case r == utf8.RuneError:
			e = damaged
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			e, r = damaged, ' '
		}
		b.WriteRune(r)
		i += n
	}
	return b.String(), e
}

// truncate returns the text within a limit of characters, and the rest.
func truncate(text string, limit int) (kept, rest string) {
	const more = "…"
	if utf8.RuneCountInString(text) <= limit {
		return text, ""
	}
	end := 0
	for range limit - utf8.RuneCountInString(more) {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
	}
	return text[:end] + more, text[end:]
}

// trimDecimal undoes what spreadsheets make of whole numbers: 12.0 is 12.
func trimDecimal(text string) string {
	n, ok := strings.CutSuffix(text, ".0")
	if !ok || n == "" || strings.ContainsFunc(n, func(r rune) bool { return r < '0' || r > '9' }) {
		return text
	}
	return n
}
