package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// LinkCode is what is read out on the telephone for a link to a complaint: letters that are good once. A complaint has at most
// one; another one takes its row.
type LinkCode struct{ ent.Schema }

// Fields of a code.
func (LinkCode) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindLinkCode),
		ref("complaint_id", "Complaint that its link leads to."),
		field.Bytes("hash").Sensitive().MaxLen(32).Comment("HMAC-SHA-256 of the letters and the complaint's reference."),
		field.Time("created_at").SchemaType(timestamps).Comment("When it was made. It is good for 24 hours."),
		mayTime("ended_at", "When it was used or ended."),
	}
}

// Edges of a code.
func (LinkCode) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of a code.
func (LinkCode) Indexes() []ent.Index {
	return []ent.Index{index.Fields("complaint_id").Unique()}
}

// Annotations of a code.
func (LinkCode) Annotations() []schema.Annotation {
	return []schema.Annotation{table("link_codes"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (LinkCode) Policy() ent.Policy { return policy.Of(policy.LinkCodeRows) }
