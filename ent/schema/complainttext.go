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

// ComplaintText is the text that searches of complaints compare with: the case-folded reference,
// title, description and address. It has a table of its own because complaints change often and
// their texts never do: on PostgreSQL each change would write the trigrams of the whole text again.
type ComplaintText struct{ ent.Schema }

// Fields of a complaint's text. The id is a number because SQLite's full-text index needs one.
func (ComplaintText) Fields() []ent.Field {
	return []ent.Field{
		ref("complaint_id", "Complaint it belongs to."),
		field.Text("body").Comment("Case-folded text."),
	}
}

// Edges of a complaint's text.
func (ComplaintText) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Complaint it belongs to."),
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

// Policy returns the rules for reading and writing. Searches join the complaint, whose policy
// narrows them.
func (ComplaintText) Policy() ent.Policy { return policy.Of(policy.ComplaintTextRows) }
