package domain

import (
	"strings"
	"unicode"
)

// Unseen reports whether nobody sees a letter, and it says nothing within a text: the byte order mark, the blank without a width, and
// the soft hyphen. Joiners, variation selectors and marks of direction say something: Persian, Hindi and emoji are written with them.
func Unseen(r rune) bool { return r == '\ufeff' || r == '\u200b' || r == '\u00ad' }

// Override reports whether a letter turns the direction of those behind it, whichever they are (UAX #9 section 2.2): what people
// read is not what stands there. Embeddings, isolates and marks leave each letter its own direction.
func Override(r rune) bool { return r == '\u202d' || r == '\u202e' }

// Visible returns a text as it is stored: without letters that are unseen, and empty when nothing of it can be seen.
func Visible(text string) string {
	text = without(text, Unseen)
	if strings.ContainsFunc(text, leavesMark) {
		return text
	}
	return ""
}

// Clean returns a text as it is stored where nobody can be asked: Visible, without the letters that turn the direction of those
// behind them.
func Clean(text string) string { return Visible(without(text, Override)) }

// Clip returns at most so many bytes of a text, without a letter of which only a part would be left, nor bytes that are no letter.
func Clip(text string, most int) string { return strings.ToValidUTF8(text[:min(len(text), most)], "") }

// OneLine returns a text as one line of at most so many bytes, for text that a program says.
func OneLine(text string, most int) string {
	return Clip(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "")), most)
}

func without(text string, letter func(rune) bool) string {
	if !strings.ContainsFunc(text, letter) {
		return text // also where it is not UTF-8
	}
	return strings.Map(func(r rune) rune {
		if letter(r) {
			return -1
		}
		return r
	}, text)
}

// leavesMark reports whether something can be seen where a letter stands.
func leavesMark(r rune) bool {
	const blankBraille = '\u2800' // a symbol by its category
	return r != blankBraille && !unicode.IsSpace(r) &&
		!unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
