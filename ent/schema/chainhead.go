package schema

import (
	"crypto/sha256"

	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// ChainHead is where a chain of the ledger ends. Whoever adds to the chain holds it.
type ChainHead struct{ ent.Schema }

// Fields of a head.
func (ChainHead) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindChainHead),
		field.String("name").Unique().Immutable().MaxLen(20).Comment("payments, or audit: and the number of a lane."),
		field.Int64("seq").Default(0).NonNegative().Comment("The place of the last row; 0 while there is none."),
		field.Bytes("hash").MaxLen(sha256.Size).Comment("The hash of the last row."),
		field.String("key_id").Immutable().MaxLen(64).Comment("Which key the chain is made with."),
	}
}

// Annotations of a head.
func (ChainHead) Annotations() []schema.Annotation {
	return []schema.Annotation{table("chain_heads"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is.
func (ChainHead) Policy() ent.Policy { return policy.Of(policy.ChainHeadRows) }
