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

// RefreshToken is one of a session's tokens, each of which replaces the one before it. Used tokens
// stay until the session expires, so that a reused one is recognized as stolen.
type RefreshToken struct{ ent.Schema }

// Fields of a refresh token.
func (RefreshToken) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindRefreshToken),
		ref("session_id", "Session it belongs to."),
		field.Bytes("hash").Unique().Immutable().Sensitive().MaxLen(32).Comment("SHA-256 of the token."),
		field.Time("created_at").Immutable().SchemaType(timestamps),
		field.Time("expires_at").Immutable().SchemaType(timestamps),
		mayTime("used_at", "When it was exchanged."),
		field.UUID("successor_id", uuid.UUID{}).Optional().Nillable().Comment("Token it was exchanged for."),
		mayTime("dead_at", "When it was invalidated without having been exchanged."),
	}
}

// Edges of a refresh token.
func (RefreshToken) Edges() []ent.Edge {
	return []ent.Edge{edge.To("session", Session.Type).Field("session_id").Unique().Required().Immutable().Annotations(keep)}
}

// Indexes of a refresh token.
func (RefreshToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("session_id"), index.Fields("expires_at")}
}

// Annotations of a refresh token.
func (RefreshToken) Annotations() []schema.Annotation {
	return []schema.Annotation{table("refresh_tokens"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (RefreshToken) Policy() ent.Policy { return policy.Of(policy.RefreshTokenRows) }
