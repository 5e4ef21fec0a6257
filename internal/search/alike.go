package search

import (
	"strings"
	"unicode"
)

// Alike are letters and signs that readers take for one, though Unicode does not, or that one keyboard has in place of the
// other: each with what it is compared as.
var Alike = []struct{ As, Written string }{
	{"'", "’‘‚‛ʼʻʹʽʾʿ′‵´`՚׳ꞌ‹›"},
	{`"`, "“”„‟«»″‶״〝〞〟"},
	{"-", "‐‑‒–—―⸺⸻−⁃־֊᠆"},
	{"~", "〜∼"},
	{"/", "⁄∕"},
	{"·", "‧•・∙⋅"},
	{",", "،"},
	{";", "؛"},
	{"?", "؟"},
	{"%", "٪"},
	{"x", "×"},
	{"o", "°øØ"}, // n° and nº; strokes of letters that Unicode does not take to be marks
	{"l", "łŁ"},
	{"d", "đĐðÐ"},
	{"h", "ħĦ"},
	{"t", "ŧŦ"},
	{"i", "ı"},
	{"ι", "\u0345"}, // below the Greek letter that it is spoken after
	{"ae", "æÆ"},
	{"oe", "œŒ"},
	{"th", "þÞ"},
	// Arabic and Persian keyboards; people leave out the dots of the last letter of a word.
	{"ا", "ٱ"},
	{"ي", "ىی"},
	{"ك", "کڪ"},
	{"ه", "ةہھە"},
	// A whole number and a fraction are two words, as where they are typed.
	{" ½", "½"},
	{" ¼", "¼"},
	{" ¾", "¾"},
	{" ⅓", "⅓"},
	{" ⅔", "⅔"},
	{" ⅛", "⅛"},
	{" ⅜", "⅜"},
	{" ⅝", "⅝"},
	{" ⅞", "⅞"},
}

// alike replaces all of Alike.
var alike = func() *strings.Replacer {
	var pairs []string
	for _, one := range Alike {
		for _, letter := range one.Written {
			pairs = append(pairs, string(letter), one.As)
		}
	}
	return strings.NewReplacer(pairs...)
}()

// longVowel is the sign of a long vowel in Japanese, which stands for the hyphen between digits: their keyboards have it in its
// place.
const longVowel = 'ー'

// noTelephone are signs that nobody writes in a telephone number, beside letters and those of currencies.
const noTelephone = `%@&=<>!?"§`

// unseen are the letters that Fold leaves out: those that nobody sees, and marks that readers leave out.
var unseen = []*unicode.RangeTable{unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, Marks}

// Marks are those that letters of the Latin, Greek and Cyrillic alphabets are written with, vowels and other signs above and below the
// letters of the Hebrew and the Arabic, and the line that makes Arabic words longer. Marks of other alphabets, such as the
// vowels of Hindi, are letters.
var Marks = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1},
	{Lo: 0x0591, Hi: 0x05bd, Stride: 1},
	{Lo: 0x05bf, Hi: 0x05bf, Stride: 1},
	{Lo: 0x05c1, Hi: 0x05c2, Stride: 1},
	{Lo: 0x05c4, Hi: 0x05c5, Stride: 1},
	{Lo: 0x05c7, Hi: 0x05c7, Stride: 1},
	{Lo: 0x0610, Hi: 0x061a, Stride: 1},
	{Lo: 0x0640, Hi: 0x0640, Stride: 1},
	{Lo: 0x064b, Hi: 0x065f, Stride: 1},
	{Lo: 0x0670, Hi: 0x0670, Stride: 1},
	{Lo: 0x06d6, Hi: 0x06dc, Stride: 1},
	{Lo: 0x06df, Hi: 0x06e4, Stride: 1},
	{Lo: 0x06e7, Hi: 0x06e8, Stride: 1},
	{Lo: 0x06ea, Hi: 0x06ed, Stride: 1},
	{Lo: 0x0897, Hi: 0x089f, Stride: 1},
	{Lo: 0x08ca, Hi: 0x08ff, Stride: 1},
	{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
	{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
	{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
	{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
}}
