package schema

import (
	"regexp"

	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
)

var (
	currency = regexp.MustCompile(`^[A-Z]{3}$`)
	date     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
)

// day is a calendar day, stored as YYYY-MM-DD: text sorts and compares alike on both
// databases, and no time zone can shift it.
func day(name, comment string, more ...schema.Annotation) ent.Field {
	return field.String(name).MaxLen(10).Immutable().
		Annotations(append(more, entgql.Type("Date"), match(date))...).
		Comment(comment)
}

// mayDay is a calendar day that may be absent.
func mayDay(name, comment string) ent.Field {
	return field.String(name).MaxLen(10).Immutable().Optional().Nillable().
		Annotations(entgql.Type("Date"), match(date)).
		Comment(comment)
}
