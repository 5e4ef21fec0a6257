package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// LoginAttempt counts wrong attempts to sign in within a span of time, for an account, a network
// address or both. It is a table so that all instances share the count.
type LoginAttempt struct{ ent.Schema }

// Fields of a counter of sign-ins.
func (LoginAttempt) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindLoginAttempt),
		field.String("key").Unique().Immutable().MaxLen(120).
			Comment("Digest of the account or the address, and when the span began."),
		field.Int("count").Default(0),
		field.Time("expires_at").Immutable().SchemaType(timestamps),
	}
}

// Indexes of a counter of sign-ins.
func (LoginAttempt) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }

// Annotations of a counter of sign-ins.
func (LoginAttempt) Annotations() []schema.Annotation {
	return []schema.Annotation{table("login_attempts"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (LoginAttempt) Policy() ent.Policy { return policy.Of(policy.LoginAttemptRows) }
