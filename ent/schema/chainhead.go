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

// ChainHead is the end of a hash chain of the ledger. A transaction that appends to the chain
// locks it until its commit.
type ChainHead struct{ ent.Schema }

// Fields of a head.
func (ChainHead) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindChainHead),
		field.String("name").Unique().Immutable().MaxLen(20).Comment("payments, or payments: or audit: and the number of a shard."),
		field.Int64("seq").Default(0).Annotations(atLeast(0)).Comment("Position of the last row; 0 while the chain is empty."),
		field.Bytes("hash").MaxLen(sha256.Size).Comment("Hash of the last row."),
		field.String("key_id").Immutable().MaxLen(64).Comment("Id of the key that the chain is hashed with."),
	}
}

// Annotations of a head.
func (ChainHead) Annotations() []schema.Annotation {
	return []schema.Annotation{table("chain_heads"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (ChainHead) Policy() ent.Policy { return policy.Of(policy.ChainHeadRows) }
