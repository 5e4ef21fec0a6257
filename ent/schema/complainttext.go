package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/policy"
)

// ComplaintText is what a complaint is found by: its reference, title, description and address,
// folded. It is a row of its own because complaints move often and their words never do: on
// PostgreSQL each move would write the trigrams of the whole text again.
type ComplaintText struct{ ent.Schema }

// Fields of a complaint's text. The id is a number, which SQLite's full-text index needs.
func (ComplaintText) Fields() []ent.Field {
	return []ent.Field{
		ref("complaint_id", "Complaint that is found by it."),
		field.Text("body").Immutable().Comment("The folded text, as search.OfComplaint makes it."),
	}
}

// Edges of a complaint's text.
func (ComplaintText) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Complaint that is found by it."),
	}
}

// Indexes of a complaint's text.
func (ComplaintText) Indexes() []ent.Index {
	return []ent.Index{index.Fields("complaint_id").Unique()}
}

// Annotations of a complaint's text.
func (ComplaintText) Annotations() []schema.Annotation {
	return []schema.Annotation{table("complaint_texts"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is. Searches go through the complaint, whose policy they meet there.
func (ComplaintText) Policy() ent.Policy { return policy.Of(policy.ComplaintTextRows) }
