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

// Link is a bearer link by which the reporter of a complaint follows it without signing in: whoever has it may do what
// the reporter may. Each e-mail draws its own, and earlier ones stay good. Others are handed over: on paper, or for the letters of a LinkCode.
type Link struct{ ent.Schema }

// Fields of a link.
func (Link) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindLink),
		ref("complaint_id", "Complaint that it leads to."),
		field.UUID("contact_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("Contact of the reporter to whom it was sent: of the account, or of whoever has none. A link that was handed over has none."),
		field.Bytes("hash").Unique().Immutable().Sensitive().MaxLen(32).Comment("SHA-256 of the token."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was made."),
		mayTime("ended_at", "When it was ended: by a new one, by another address, or because the account was disabled. Without it, it ends a "+
			"year after the complaint has."),
		mayTime("last_used_at", "When it was last used, to within two minutes."),
	}
}

// Edges of a link.
func (Link) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("contact", Contact.Type).Field("contact_id").Unique().Immutable().Annotations(keep),
	}
}

// Indexes of a link.
func (Link) Indexes() []ent.Index {
	return []ent.Index{index.Fields("complaint_id", "id"), index.Fields("contact_id")}
}

// Annotations of a link.
func (Link) Annotations() []schema.Annotation {
	return []schema.Annotation{table("links"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Link) Policy() ent.Policy { return policy.Of(policy.LinkRows) }
