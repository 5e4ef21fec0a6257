package search

import (
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/store/hint"
)

// FoldFunction is the name of Fold on SQLite.
const FoldFunction = "fold_text"

// Column returns the condition that a column without a search text contains a text, both folded. Every row is read and
// folded.
func Column[P ~func(*sql.Selector)](column, text string) P {
	return P(hint.Pattern(func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(foldedColumn(b.Dialect(), s.C(column))).WriteString(" LIKE ").Arg(containing(Fold(text))).WriteString(` ESCAPE '\'`)
		}))
	}))
}

// foldedColumn returns the expression of a column as Fold returns it. PostgreSQL has no function for it: what is not ASCII loses its
// accents there apart from its letters and is put together again.
func foldedColumn(of, column string) string {
	if of != dialect.Postgres {
		return FoldFunction + "(" + column + ")"
	}
	expression := `regexp_replace(normalize(lower(` + column + `), NFD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')`
	for i := 0; i < len(plainLetters); i += 2 {
		expression = "replace(" + expression + ", '" + plainLetters[i] + "', '" + plainLetters[i+1] + "')"
	}
	for _, letters := range [][2]string{{"ß", "ss"}, {"ς", "σ"}} { // what case folding makes of small letters
		expression = "replace(" + expression + ", '" + letters[0] + "', '" + letters[1] + "')"
	}
	return "CASE WHEN octet_length(" + column + ") = char_length(" + column + ") THEN lower(" + column + ") ELSE normalize(" + strings.TrimSpace(expression) + ", NFC) END"
}
