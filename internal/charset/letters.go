package charset

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// The logarithms of how probable something is in a text that is read as it was written.
var (
	unused    = math.Log(1e-5) // a letter that the language does not use
	misplaced = math.Log(1e-3) // a capital after a small letter, or a letter of word ends within one
	quoting   = math.Log(.02)  // quotes and dashes at the edge of a word
	sign      = math.Log(1e-3) // signs such as m²
	odd       = math.Log(1e-6) // boxes, controls, and signs within a word
)

// What people write alone, before a word, behind one, and within one.
const (
	alone  = "–—•·«»\u00a0€£§©®°²³½¼¾ºª±×µ™´№¹\ufffd" // what was lost there tells nothing
	before = "“„¿¡°"
	behind = "”’…"
	seldom = "²³ºª®™\u00a0€‘“»›" // behind a word
	within = "’·\u00ad"          // l’école, col·legi
	dashes = "–—"                // with blanks, or between two words

	finals    = "ςםןץףך" // letters that only end words
	nonFinals = "σ"      // and one that never does
)

// units are words of which a sign is a part.
var units = []string{"mm²", "cm²", "dm²", "m²", "km²", "mm³", "cm³", "dm³", "m³", "km³", "nº", "Nº", "Mª", "µm", "µg"}

// word is what stands between blanks, punctuation and digits of ASCII, as one encoding reads it.
type word []rune

// score returns how probable a word is in a language, as a logarithm.
func (w word) score(l language) (sum float64) {
	for i, r := range w {
		if isLetter(r) {
			p, known := l[unicode.ToLower(r)]
			if !known {
				p = unused
			}
			if isMisplaced(w.at(i-2), w.at(i-1), r, w.at(i+1)) {
				p += misplaced
			}
			sum += p
			continue
		}
		sum += w.sign(i)
	}
	return sum
}

// at returns the letter at a place, 0 for none.
func (w word) at(i int) rune {
	if i < 0 || i >= len(w) || !isLetter(w[i]) {
		return 0
	}
	return w[i]
}

// isStrange reports whether a word has a letter or a sign where people seldom write one.
func (w word) isStrange() bool {
	for i, r := range w {
		if isLetter(r) && isMisplaced(w.at(i-2), w.at(i-1), r, w.at(i+1)) || !isLetter(r) && w.sign(i) < quoting {
			return true
		}
	}
	return false
}

// isMisplaced reports whether people do not write a letter there: a capital within small letters, a small one within capitals, or one of word
// ends elsewhere. A neighbor that is no letter is 0.
func isMisplaced(first, prior, r, next rune) bool {
	switch {
	case unicode.IsUpper(r):
		return unicode.IsLower(prior) || unicode.IsUpper(prior) && unicode.IsLower(next)
	case strings.ContainsRune(finals, r):
		return next != 0
	case strings.ContainsRune(nonFinals, r):
		return next == 0 && prior != 0
	}
	return unicode.IsLower(r) && unicode.IsUpper(first) && unicode.IsUpper(prior) && unicode.IsUpper(next)
}

// sign returns how probable what is no letter is where it stands.
func (w word) sign(i int) float64 {
	after, ahead := w.at(i-1) != 0, w.at(i+1) != 0
	is := func(set string) bool { return strings.ContainsRune(set, w[i]) }
	switch {
	case len(w) == 1 && is(alone), slices.Contains(units, string(w)), !after && is(before), !ahead && is(behind), after && ahead && is(within):
		return quoting
	case !ahead && is(seldom):
		return sign
	case after && ahead && is(dashes):
		return unused
	}
	return odd
}

// isLetter reports whether a character belongs to words: Thai writes vowels and tones as marks.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

// likelihood returns how probable words are in one language, each of which may also be of any other: names and texts of
// several languages stand in one file. The plain words, which are the same in all encodings, help to tell the language.
func likelihood(words []word, plain scores) float64 {
	all := score(words)
	best := math.Inf(-1)
	for i := range languages {
		best = max(best, all[i]+plain[i])
	}
	return best
}

// scores are how probable words are in each language.
type scores []float64

// score returns how probable words are in each language, with some words of any.
func score(words []word) scores {
	const native = .9
	sums := make(scores, len(languages))
	of := make([]float64, len(languages))
	for _, w := range words {
		for i, l := range languages {
			of[i] = w.score(l)
		}
		foreign := logSum(of...) + math.Log((1-native)/float64(len(languages)))
		for i := range languages {
			sums[i] += logSum(of[i]+math.Log(native), foreign)
		}
	}
	return sums
}

// logSum returns the logarithm of a sum of numbers whose logarithms are given.
func logSum(logs ...float64) float64 {
	top := slices.Max(logs)
	sum := 0.
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}
