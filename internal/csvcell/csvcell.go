// Package csvcell knows what spreadsheets do to the cells of CSV files: it escapes those that one would run as a formula, reads
// such cells back, and tells values that one has lost.
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

var (
	// A number that was shown with fewer digits than it has: one digit before the point, and an exponent of two digits or
	// more with its sign. Other programs write 12E4 and 2E5, and so do people who number things.
	rounded = regexp.MustCompile(`^[+-]?[0-9](?:[.,][0-9]+)?[Ee][+-][0-9]{2,3}$`)
	// A value whose column was too narrow for it.
	hashes = regexp.MustCompile(`^#{2,}$`)
)

// failures are what spreadsheets show for a formula that failed, in English and German.
var failures = map[string]bool{
	"#VALUE!": true, "#REF!": true, "#N/A": true, "#NAME?": true, "#DIV/0!": true, "#NULL!": true, "#NUM!": true, "#ERROR!": true,
	"#SPILL!": true, "#CALC!": true, "#FIELD!": true, "#BLOCKED!": true, "#CONNECT!": true, "#UNKNOWN!": true, "#GETTING_DATA": true,
	"#WERT!": true, "#BEZUG!": true, "#NV": true, "#ZAHL!": true, "#ÜBERLAUF!": true, "#FELD!": true, "#KALK!": true,
}

// Lost returns why a cell is not the value that was in a spreadsheet, but what that showed or saved in its place; "" when it is
// one. The value can't be known from the cell.
func Lost(cell string) (why string) {
	switch cell = strings.TrimSpace(cell); {
	case rounded.MatchString(cell):
		return "a spreadsheet has rounded it: format the column as text, and save the file again"
	case hashes.MatchString(cell):
		return "a spreadsheet had no room to show it: widen the column, and save the file again"
	case failures[strings.ToUpper(cell)]:
		return "it is the error of a formula in a spreadsheet"
	}
	return ""
}
