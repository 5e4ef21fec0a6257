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

// IdempotencyKey remembers for a day what an account made under a key that it drew, so that
// the same request again is answered instead of done. It holds no answer, only which row was
// made: what is shown is read again, with the rights of that moment.
type IdempotencyKey struct{ ent.Schema }

// Fields of a key.
func (IdempotencyKey) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindIdempotencyKey),
		ref("account_id", "Whose key it is; another account's same key is another one."),
		field.String("key").Immutable().MaxLen(255).Comment("As the caller wrote it."),
		field.String("operation").MaxLen(60).Comment("Mutation it was used for."),
		field.String("digest").MaxLen(64).Comment("SHA-256 of the account, the operation and its input, in hexadecimal."),
		field.UUID("result_id", uuid.UUID{}).Optional().Nillable().
			Comment("Row that was made. Absent only within the transaction that makes it."),
		field.Bool("found").Default(false).Comment("Whether that row was there before, as a file that was sent before is."),
		field.Time("expires_at").SchemaType(timestamps).Comment("From then on the key is new."),
		field.Time("created_at").SchemaType(timestamps).Comment("When it was first used."),
	}
}

// Edges of a key.
func (IdempotencyKey) Edges() []ent.Edge {
	return []ent.Edge{edge.To("account", User.Type).Field("account_id").Unique().Required().Immutable().Annotations(keep)}
}

// Indexes of a key.
func (IdempotencyKey) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "key").Unique(),
		index.Fields("expires_at"),
	}
}

// Annotations of a key.
func (IdempotencyKey) Annotations() []schema.Annotation {
	return []schema.Annotation{table("idempotency_keys"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is.
func (IdempotencyKey) Policy() ent.Policy { return policy.Of(policy.IdempotencyKeyRows) }
