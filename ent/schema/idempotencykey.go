package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// IdempotencyKey remembers for a day which row an account created under a key of its choice, so
// that a repeated request returns that row instead of creating another. The response is not
// stored: the row is read again, with the rights of that moment.
type IdempotencyKey struct{ ent.Schema }

// Fields of a key.
func (IdempotencyKey) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindIdempotencyKey),
		field.UUID("account_id", idType).Optional().Nillable().Immutable().Comment("Account that chose the key; keys of different accounts are independent."),
		field.UUID("link_id", idType).Optional().Nillable().Immutable().Comment("Link whose holder chose the key instead."),
		field.String("key").Immutable().MaxLen(255).Comment("Key as the client sent it."),
		field.String("operation").MaxLen(60).Comment("Mutation it was used for."),
		field.String("digest").MaxLen(64).Comment("SHA-256 of the account, the operation and its input, in hexadecimal."),
		field.UUID("result_id", uuid.UUID{}).Optional().Nillable().
			Comment("Row that was created. Absent only within the transaction that creates it."),
		field.Bool("found").Default(false).Comment("Whether that row existed before, such as a file that was uploaded earlier."),
		field.Time("expires_at").SchemaType(timestamps).Comment("When the key expires."),
		field.Time("created_at").SchemaType(timestamps).Comment("When it was first used."),
	}
}

// Edges of a key.
func (IdempotencyKey) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("account", User.Type).Field("account_id").Unique().Immutable().Annotations(keep),
		edge.To("link", Link.Type).Field("link_id").Unique().Immutable().Annotations(keep),
	}
}

// Indexes of a key.
func (IdempotencyKey) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "key").Unique(),
		index.Fields("link_id", "key").Unique(),
		index.Fields("expires_at"),
	}
}

// Annotations of a key.
func (IdempotencyKey) Annotations() []schema.Annotation {
	return []schema.Annotation{table("idempotency_keys"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (IdempotencyKey) Policy() ent.Policy { return policy.Of(policy.IdempotencyKeyRows) }
