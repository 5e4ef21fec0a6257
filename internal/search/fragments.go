package search

import (
	"cmp"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	// mostPieces of a term are asked for: more lists cost more than they keep out.
	mostPieces = 3
	// lettersEach are asked for of a word of several. Its other trigrams are in the same texts.
	lettersEach = 4
)

// likeReference is a term that ends within the number of a reference such as cmp-2026-000123.
var likeReference = regexp.MustCompile(`^c?m?p?-?[0-9]{0,4}(-[0-9]+)$`)

// number returns the number in a term that looks like a reference, with the sign before it;
// "" when it does not. What comes before it is the same in all references of a year.
func number(term string) string {
	if found := likeReference.FindStringSubmatch(term); found != nil {
		return found[1]
	}
	return ""
}

// own returns what is worth looking up of a term: all of it, but only the number of a
// reference.
func own(term string) string {
	if n := number(term); len(n) > 3 {
		return n[1:]
	}
	return term
}

// pieces returns parts of a folded term that together select well which texts may hold it: the
// number of a reference, the longest of several words, else the whole term.
func pieces(term string) []string {
	switch n := number(term); {
	case len(n) > 3:
		return []string{n[1:]}
	case len(n) == 3:
		return []string{n}
	}
	all := words(term)
	if len(all) < 2 {
		return []string{term}
	}
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(utf8.RuneCountInString(b), utf8.RuneCountInString(a)) })
	all = all[:min(len(all), mostPieces)]
	for i, word := range all {
		if runes := []rune(word); unicode.IsLetter(runes[0]) {
			all[i] = string(runes[:min(len(runes), lettersEach)])
		}
	}
	return all
}

// words returns the words of a term that have a trigram of their own. A number of two digits has
// one together with the character before it.
func words(term string) (all []string) {
	runes := []rune(term)
	for i := 0; i < len(runes); {
		end := i
		for end < len(runes) && isWordRune(runes[end]) {
			end++
		}
		begin := i
		if end-i == 2 && i > 0 && unicode.IsDigit(runes[i]) {
			begin--
		}
		if word := string(runes[begin:end]); end-begin >= 3 && !slices.Contains(all, word) {
			all = append(all, word)
		}
		i = end + 1
	}
	return all
}
