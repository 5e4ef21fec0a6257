package search

import (
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/store/hint"
)

// People finds contacts by a part of their name, of the name of their account, or of their e-mail
// address, whatever its case.
func People(text string) predicate.Contact {
	return hint.Pattern(func(s *sql.Selector) {
		t := sql.Dialect(s.Dialect()).Table(user.Table)
		named := sql.Dialect(s.Dialect()).Select(t.C(user.FieldID)).From(t).Where(holds(t.C(user.FieldName), text))
		s.Where(sql.Or(holds(s.C(contact.FieldName), text), holds(s.C(contact.FieldEmail), text), sql.In(s.C(contact.FieldUserID), named)))
	})
}

// Addresses finds contacts by a part of their e-mail address, whatever its case.
func Addresses(text string) predicate.Contact {
	return hint.Pattern(func(s *sql.Selector) { s.Where(holds(s.C(contact.FieldEmail), text)) })
}

// Telephones finds contacts whose telephone number has digits one after the other, whatever stands
// between them.
func Telephones(digits string) predicate.Contact {
	return hint.Pattern(func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			column := s.C(contact.FieldPhone)
			for _, separator := range []string{" ", "-", "(", ")", "/", "."} {
				column = "REPLACE(" + column + ", '" + separator + "', '')"
			}
			b.WriteString(column).WriteString(" LIKE ").Arg("%" + digits + "%")
		}))
	})
}
