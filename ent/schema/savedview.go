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

// SavedView is how an account wants to see a list: its filter, order and columns, under a name.
type SavedView struct{ ent.Schema }

// Fields of a saved view.
func (SavedView) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindSavedView),
		ref("owner_id", "Account that saved it."),
		field.Enum("list").GoType(domain.ViewList("")).Immutable().Comment("List that it shows."),
		field.String("name").MaxLen(100).Annotations(notEmpty).Comment("Name."),
		field.Text("filter").MaxLen(domain.MaxViewFilter).Comment("Filter of the list, as JSON."),
		field.Text("sort_keys").MaxLen(domain.MaxViewFilter).Comment("Order of the list, as JSON."),
		field.Strings("columns").Comment("Names of the columns, in order."),
		field.Enum("shared_with").GoType(domain.Role("")).Optional().Nillable().
			Comment("Role that sees it too, beside administrators; none if it is the owner's alone."),
		field.Int("version").Default(1).Comment("Increases with every change."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was saved."),
		field.Time("updated_at").SchemaType(timestamps).Comment("When it last changed."),
		mayTime("deleted_at", "When it was deleted; none if it is there. It can be restored."),
	}
}

// Edges of a saved view.
func (SavedView) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("owner", User.Type).Field("owner_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of a saved view.
func (SavedView) Indexes() []ent.Index {
	return []ent.Index{index.Fields("owner_id", "id"), index.Fields("shared_with", "id")}
}

// Annotations of a saved view.
func (SavedView) Annotations() []schema.Annotation {
	return []schema.Annotation{table("saved_views"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (SavedView) Policy() ent.Policy {
	return policy.Of(policy.SavedViewRows, policy.SavedViewWrites())
}
