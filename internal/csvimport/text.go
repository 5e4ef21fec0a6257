package csvimport

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
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

// origin is what a text was made of.
type origin int

const (
	utf8Text origin = iota
	windows1252
	damaged // letters are lost
)

// decode returns a text as UTF-8. Bytes that are not UTF-8 are read as Windows-1252, which a file is in whose encoding
// was not decided otherwise. Bytes without a meaning there become U+FFFD, control
// characters become spaces: both count as damaged, as does a U+FFFD that was there before.
func decode(cell string) (text string, from origin) {
	var b strings.Builder
	for i := 0; i < len(cell); {
		r, n := utf8.DecodeRuneInString(cell[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			from = max(from, windows1252)
			if r = charmap.Windows1252.DecodeByte(cell[i]); r == utf8.RuneError {
				from = damaged
			}
		case r == utf8.RuneError:
			from = damaged
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			from, r = damaged, ' '
		}
		b.WriteRune(r)
		i += n
	}
	return b.String(), from
}

// keep is decode for what Redress wrote: its control characters and U+FFFD stand for themselves, but for zero bytes, which can't be stored.
func keep(cell string) (text string, from origin) {
	if utf8.ValidString(cell) && strings.IndexByte(cell, 0) < 0 {
		return cell, utf8Text
	}
	return decode(cell)
}

// splitPath returns the names of a path that can be seen.
func splitPath(path string) []string {
	return slices.DeleteFunc(csvcell.SplitPath(path), func(name string) bool { return domain.Visible(name) == "" })
}

// takenOff returns the letters of a text that domain.Clean takes off, as people can be told them.
func takenOff(text string) string {
	var found []string
	for _, r := range text {
		if !domain.Unseen(r) && !domain.Override(r) {
			continue
		}
		if name := fmt.Sprintf("%U", r); !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return strings.Join(found, ", ")
}

// asUTF8 returns a text as UTF-8, as decode does where it is not.
func asUTF8(text string) string {
	if !utf8.ValidString(text) {
		text, _ = decode(text)
	}
	return text
}

// entity matches the references of HTML for characters that have a meaning there, also where the & itself was
// written as one, and those by number.
var entity = regexp.MustCompile(`(?i)&(?:amp;)*(?:quot|apos|amp|lt|gt|nbsp|#[0-9]{1,7}|#x[0-9a-f]{1,6});`)

// decodeTwice returns a text as people wrote it where a program encoded it once more than it was decoded: quotes as
// &quot; or &amp;quot;, UTF-8 that was taken for Windows-1252 (â€œ for “), and a whole cell in quotes with its own quotes
// doubled. It reports whether there was any of it. Bytes that are not UTF-8 are read as decode does.
func decodeTwice(text string) (string, bool) {
	text = asUTF8(text)
	decoded := text
	if strings.Contains(decoded, "&") {
		decoded = entity.ReplaceAllStringFunc(decoded, func(ref string) string {
			for plain := html.UnescapeString(ref); plain != ref; plain = html.UnescapeString(ref) {
				ref = plain
			}
			return ref
		})
	}
	decoded = rejoin(decoded)
	if n := len(decoded); n > 2 && decoded[0] == '"' && decoded[n-1] == '"' {
		inner := decoded[1 : n-1]
		if once := strings.ReplaceAll(inner, `""`, ""); once != inner && !strings.Contains(once, `"`) {
			decoded = strings.ReplaceAll(inner, `""`, `"`)
		}
	}
	return decoded, decoded != text
}

// rejoin replaces characters of Windows-1252 that are the bytes of one character in UTF-8.
func rejoin(text string) string {
	if !strings.ContainsAny(text, "ÂÃâ") {
		return text
	}
	letters := []rune(text)
	var b strings.Builder
	for i := 0; i < len(letters); {
		r, n := misread(letters[i:])
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// misread returns the character that the first n letters are the bytes of, or the first letter. It takes letters
// and signs of Western Europe, and typographic punctuation, which begin with bytes that are Â, Ã and â: other
// pairs may have been meant. So may a capital before a closing quote (MANHÃ”), unless a letter follows.
func misread(letters []rune) (r rune, n int) {
	const quotes = "‚„‘’“”•–—"
	lead := letters[0]
	switch {
	case (lead == 'Â' || lead == 'Ã') && len(letters) > 1:
		if strings.ContainsRune(quotes, letters[1]) && (len(letters) == 2 || !unicode.IsLetter(letters[2])) {
			return lead, 1
		}
		n = 2
	case lead == 'â' && len(letters) > 2 && strings.ContainsRune("€‚„", letters[1]):
		n = 3
	default:
		return lead, 1
	}
	var bytes []byte
	for _, l := range letters[:n] {
		b, ok := charmap.Windows1252.EncodeRune(l)
		if !ok && l < 0xa0 {
			b, ok = byte(l), true // a byte that Windows-1252 has no character for
		}
		if !ok {
			return lead, 1
		}
		bytes = append(bytes, b)
	}
	if r, size := utf8.DecodeRune(bytes); size == n {
		return r, n
	}
	return lead, 1
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

// shown returns the beginning of a cell as people can be shown it: in quotes, with escapes for what can't be seen.
func shown(cell string) string {
	const most = 200
	kept, _ := truncate(asUTF8(cell), most)
	return strconv.Quote(kept)
}
