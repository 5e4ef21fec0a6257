package search

import (
	"crypto/sha256"
	"encoding/binary"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/redress/redress/ent"
)

// separator separates two texts of one row, so that no term is found across them. Fold
// leaves none in a term.
const separator = "\x1f"

// dotted is an i with the dot that case folding puts on the Turkish İ. It is removed, so that izmir
// finds İzmir.
var dotted = regexp.MustCompile("i\u0307+")

// accents are the marks that letters of the Latin, Greek and Cyrillic alphabets are written with. Those of other
// alphabets, such as the vowels of Hindi, are letters.
var accents = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1}, {Lo: 0x1ab0, Hi: 0x1aff, Stride: 1}, {Lo: 0x1dc0, Hi: 0x1dff, Stride: 1}, {Lo: 0x20d0, Hi: 0x20ff, Stride: 1}, {Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
}}

// strokes are letters that Unicode does not take to be others with a mark, but people who lack a key do.
var strokes = strings.NewReplacer(plainLetters...)

var plainLetters = []string{"ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th"}

// Fold returns a text in the form in which it is compared: case-folded in every alphabet, ß as ss, and without
// accents. Folding again changes nothing.
func Fold(text string) string { return Plain(foldCase(text)) }

// Plain returns a case-folded text without accents: what Fold returned for it, if it was folded before accents were left out.
func Plain(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if unicode.Is(accents, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
	return norm.NFC.String(strokes.Replace(text))
}

// forms returns how a term may stand in folded texts: as Fold returns it, and in those that were folded before accents were
// left out, and not since, with its accents.
func forms(term string) []string {
	folded, accented := Fold(term), foldCase(term)
	if folded == accented || folded == "" {
		return []string{folded}
	}
	return []string{folded, accented}
}

// foldCase returns a text case-folded in every alphabet, a letter and its accent as one.
func foldCase(text string) string {
	text = strings.ReplaceAll(text, separator, " ")
	// Marks are looked at apart from their letters and put together again (Unicode section
	// 3.13, D145). The library turns upper and lower case of Cherokee round rather than into one.
	text = strings.ToLower(cases.Fold().String(norm.NFD.String(text)))
	return norm.NFC.String(dotted.ReplaceAllString(norm.NFD.String(text), "i"))
}

// AddressKey returns a number that all spellings of an address have in common, whatever their case, accents, signs and
// blanks; nil for none. It is of 63 bits of a digest: two of a million addresses share one once in twenty million times.
func AddressKey(address string) *int64 {
	words := strings.FieldsFunc(Fold(address), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return nil
	}
	digest := sha256.Sum256([]byte(strings.Join(words, " ")))
	key := int64(binary.BigEndian.Uint64(digest[:]) >> 1)
	return &key
}

// OfComplaint returns the search text of a complaint.
func OfComplaint(c *ent.Complaint) string {
	return strings.Join([]string{Fold(c.Reference), Fold(c.Title), Fold(c.Description), Fold(c.Address)}, separator)
}
