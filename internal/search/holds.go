package search

import (
	"slices"
	"strings"
	"unicode"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
)

// holds returns the condition that a column, which has no search text, contains a text whatever its
// case. Letters of the Latin alphabet are compared without it by both databases, and by PostgreSQL
// several times as fast as all letters; the others are tried as they are, all small, all capital, and
// capital at the beginning of words.
func holds(column, text string) *sql.Predicate {
	return sql.P(func(b *sql.Builder) {
		b.WriteString("(")
		for i, variant := range variants(text) {
			if i > 0 {
				b.WriteString(" OR ")
			}
			if b.Dialect() == dialect.Postgres {
				b.WriteString(column).WriteString(` COLLATE "C" ILIKE `).Arg(containing(variant))
			} else {
				b.WriteString("instr(LOWER(" + column + "), ").Arg(smallASCII(variant)).WriteString(") > 0")
			}
		}
		b.WriteString(")")
	})
}

// variants returns a text with its letters beyond ASCII in several cases.
func variants(text string) (all []string) {
	before := ' '
	title := strings.Map(func(r rune) rune {
		first := !unicode.IsLetter(before)
		before = r
		if first {
			return unicode.ToUpper(r)
		}
		return unicode.ToLower(r)
	}, text)
	for _, variant := range []string{strings.ToLower(text), text, strings.ToUpper(text), title} {
		if !slices.ContainsFunc(all, func(was string) bool { return sameBeyondASCII(was, variant) }) {
			all = append(all, variant)
		}
	}
	return all
}

// sameBeyondASCII reports whether two texts differ in the case of letters of ASCII at most.
func sameBeyondASCII(a, b string) bool {
	return smallASCII(a) == smallASCII(b)
}

func smallASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}
