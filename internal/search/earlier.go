package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Texts that were folded by a version before are searched for as that version folded the term, until a job has folded them as
// this one does.

// dotted is an i with the dot that case folding puts on the Turkish İ.
var dotted = regexp.MustCompile("i\u0307+")

// accents are the marks that letters of the Latin, Greek and Cyrillic alphabets are written with.
var accents = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1},
	{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
	{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
	{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
	{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
}}

// strokes are letters that Unicode does not take to be others with a mark, but people who lack a key do.
var strokes = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th")

// forms returns how a term may stand in folded texts: as Fold returns it, and as it did in the versions before. The first is
// empty for a term that says nothing, which finds everything.
func forms(term string) []string {
	all := []string{Fold(term)}
	if all[0] == "" {
		return all
	}
	for _, form := range []string{withoutAccents(term), foldCase(term)} {
		if !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

// withoutAccents is Fold of the version before.
func withoutAccents(text string) string {
	text = foldCase(text)
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

// foldCase is Fold of versions up to 0.1.
func foldCase(text string) string {
	text = strings.ReplaceAll(text, separator, " ")
	text = strings.ToLower(cases.Fold().String(norm.NFD.String(text)))
	return norm.NFC.String(dotted.ReplaceAllString(norm.NFD.String(text), "i"))
}
