package domain

import (
	"strings"
	"unicode"
)

// hidden takes off the letters that nobody sees and that say nothing within a text: the byte order mark, the blank without a width, and
// the soft hyphen. Joiners, variation selectors and marks of direction stay: Persian, Hindi and emoji are written with them.
var hidden = strings.NewReplacer("\ufeff", "", "\u200b", "", "\u00ad", "")

// Visible returns a text as it is stored: without letters that nobody sees, and empty when nothing of it can be seen.
func Visible(text string) string {
	text = hidden.Replace(text)
	if strings.ContainsFunc(text, seen) {
		return text
	}
	return ""
}

// seen reports whether a letter leaves a mark where it stands.
func seen(r rune) bool {
	const blankBraille = '\u2800' // a symbol by its category
	return r != blankBraille && !unicode.IsSpace(r) &&
		!unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// overrides are the letters that turn the direction of those behind them, whichever they are (UAX #9 section 2.2): what people
// read is not what stands there. Embeddings, isolates and marks of direction stay: they leave each letter its own direction.
const overrides = "\u202d\u202e"

// Overrides reports whether a text has letters that turn the direction of those behind them.
func Overrides(text string) bool { return strings.ContainsAny(text, overrides) }

// WithoutOverrides returns a text without the letters that turn the direction of those behind them.
func WithoutOverrides(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(overrides, r) {
			return -1
		}
		return r
	}, text)
}
