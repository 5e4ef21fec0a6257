package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"

	"github.com/redress/redress/ent/entgql"
)

// foldedTexts is what the tables of texts have in common that searches compare with: the text, and the row that it belongs to.
// The id is a number because SQLite's full-text index needs one.
type foldedTexts struct {
	mixin.Schema

	table string
	owner string
	of    any // the owner's type
	says  string
}

// Fields implements ent.Mixin.
func (t foldedTexts) Fields() []ent.Field {
	return []ent.Field{
		ref(t.owner+"_id", "Row it belongs to."),
		field.Text("body").Comment(t.says),
	}
}

// Edges implements ent.Mixin.
func (t foldedTexts) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To(t.owner, t.of).Field(t.owner + "_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Row it belongs to."),
	}
}

// Indexes implements ent.Mixin.
func (t foldedTexts) Indexes() []ent.Index {
	return []ent.Index{index.Fields(t.owner + "_id").Unique()}
}

// Annotations implements ent.Mixin.
func (t foldedTexts) Annotations() []schema.Annotation {
	return []schema.Annotation{table(t.table), entgql.Skip(entgql.SkipAll)}
}
