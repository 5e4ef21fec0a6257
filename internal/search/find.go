package search

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/fault"
)

// maxTerm is how many characters may be searched for.
const maxTerm = 200

// Complaints finds complaints with the term in their reference, title, description or
// address. The empty term finds all.
func Complaints(term string) (predicate.Complaint, error) {
	if err := check(term); err != nil {
		return nil, err
	}
	in := texts{complainttext.Table, complainttext.FieldID, complainttext.FieldComplaintID, complainttext.FieldBody}
	return func(s *sql.Selector) { s.Where(in.with(s, complaint.FieldID, term)) }, nil
}

// Broadcasts finds broadcasts with the term in their title. The empty term finds all.
func Broadcasts(term string) (predicate.Broadcast, error) {
	if err := check(term); err != nil {
		return nil, err
	}
	in := texts{broadcasttext.Table, broadcasttext.FieldID, broadcasttext.FieldBroadcastID, broadcasttext.FieldBody}
	return func(s *sql.Selector) { s.Where(in.with(s, broadcast.FieldID, term)) }, nil
}

func check(term string) error {
	if strings.ContainsRune(term, 0) {
		return fault.Invalid(fault.Field{Field: "search", Code: "invalid", Message: "must not hold a NUL"})
	}
	if utf8.RuneCountInString(term) > maxTerm {
		return fault.Invalid(fault.Field{Field: "search", Code: "too_long", Message: fmt.Sprintf("must be at most %d characters long", maxTerm)})
	}
	return nil
}

// texts is a table of folded texts.
type texts struct{ table, id, owner, body string }

// Index is the name of the index of a table of texts, which a search on SQLite names.
func Index(table string) string { return strings.TrimSuffix(table, "s") + "_index" }

// with answers the condition that a row's text holds the term.
func (t texts) with(s *sql.Selector, id, term string) *sql.Predicate {
	term = Fold(term)
	if term == "" {
		return sql.Not(sql.False())
	}
	postgres := s.Dialect() == dialect.Postgres
	return sql.P(func(b *sql.Builder) {
		b.Ident(s.C(id)).WriteString(" IN (SELECT ")
		switch {
		case !indexed(term) && postgres:
			b.Ident(t.owner).WriteString(" FROM ").Ident(t.table).WriteString(" WHERE strpos(").Ident(t.body).WriteString(", ").Arg(term).WriteString(") > 0")
		case !indexed(term):
			b.Ident(t.owner).WriteString(" FROM ").Ident(t.table).WriteString(" WHERE instr(").Ident(t.body).WriteString(", ").Arg(term).WriteString(") > 0")
		case postgres:
			b.Ident(t.owner).WriteString(" FROM ").Ident(t.table).WriteString(" WHERE ").Ident(t.body).
				WriteString(" LIKE ").Arg("%" + literal.Replace(term) + "%")
		default:
			b.Ident(t.owner).WriteString(" FROM ").Ident(t.table).WriteString(" WHERE ").Ident(t.id).
				WriteString(" IN (SELECT rowid FROM ").Ident(Index(t.table)).WriteString(" WHERE ").Ident(Index(t.table)).
				WriteString(" MATCH ").Arg(`"` + strings.ReplaceAll(term, `"`, `""`) + `"`).WriteString(")")
		}
		b.WriteString(")")
	})
}

// indexed tells whether the index knows anything of a folded term: it needs three characters, and
// PostgreSQL's a letter or a digit among them. For others the texts are read.
func indexed(term string) bool {
	return utf8.RuneCountInString(term) >= 3 && strings.ContainsFunc(term, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// literal takes their meaning from the letters of a pattern.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
