// Package csvcell escapes cells of CSV files that a spreadsheet would run as a formula, and reads
// such cells back.
package csvcell

import (
	"regexp"
	"strings"
	"unicode"
)

// signs begin a formula, in some spreadsheets also in their wide form.
const signs = "=+-@＝＋－＠"

// separators begin a new cell for readers that separate by something else than a comma. Such
// readers don't know our quotes, so they separate inside of them too.
const separators = ";\t|\n\r\v\f\u0085\u2028\u2029"

// A negative amount is no formula when it is the whole cell. After a separator it could be the
// start of one, since such readers take the next cells of ours for its end.
var number = regexp.MustCompile(`^-[0-9]+(\.[0-9]+)?$`)

// Escape returns the cell with an apostrophe before each sign with which a formula could begin: at
// the start, and after whatever separates cells or lines. What a reader may drop before it, such
// as spaces, quotes and characters without a width, does not hide the sign.
func Escape(cell string) string {
	return rewrite(cell, func(b *strings.Builder, _ int) { b.WriteByte('\'') })
}

// Unescape returns the cell that Escape was given. Of other files it takes one apostrophe
// away wherever Escape would have added one.
func Unescape(cell string) string {
	return rewrite(cell, func(b *strings.Builder, apostrophes int) {
		if apostrophes > 0 {
			text := b.String()
			b.Reset()
			b.WriteString(text[:len(text)-1])
		}
	})
}

// rewrite copies a cell and calls at before each sign that begins a formula, with the number of
// apostrophes that stand before it.
func rewrite(cell string, at func(b *strings.Builder, apostrophes int)) string {
	if !strings.ContainsAny(cell, signs) || number.MatchString(cell) {
		return cell
	}
	var b strings.Builder
	begins, inside, apostrophes := true, false, 0
	for _, r := range cell {
		switch {
		case strings.ContainsRune(separators, r):
			begins, inside, apostrophes = true, true, 0
		case !begins:
		case r == '\'':
			apostrophes++
		case strings.ContainsRune(signs, r):
			at(&b, apostrophes)
			begins = false
		case !dropped(r) && (r != '"' || !inside): // a quote at the start of the cell is doubled and stays one
			begins = false
		default:
			apostrophes = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// dropped reports whether readers may take no notice of a character at the start of a cell.
func dropped(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) ||
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
