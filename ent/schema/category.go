package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Category is a kind of complaint; categories form a tree.
type Category struct{ ent.Schema }

// Fields of a category.
func (Category) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindCategory),
		field.String("name").MaxLen(200).Annotations(notEmpty).
			Annotations(entgql.OrderField("NAME")).Comment("Name, unique among its siblings."),
		mayRef("parent_id", "Category it belongs to."),
		path(),
		field.Int("sla_hours").Optional().Nillable().Annotations(atLeast(1)).
			Comment("Hours within which a complaint should be resolved; none means no deadline."),
		field.Enum("default_priority").GoType(domain.Priority("")).Default(string(domain.PriorityNormal)).
			Annotations(entgql.Type("Priority")).Comment("Priority of a new complaint."),
		field.Bool("shown_nearby").Default(false).
			Comment("Whether everybody who is signed in may learn of complaints of this category near a place: status, age and distance only."),
		field.Int("version").Default(1).Comment("Increases with every change; pass it as expectedVersion."),
		createdAt("When it was created."),
	}
}

// Edges of a category.
func (Category) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("children", Category.Type).Annotations(keep, entgql.RelayConnection()).
			Comment("Categories that belong to it.").
			From("parent").Field("parent_id").Unique().Annotations(entgql.Skip(entgql.SkipWhereInput)).
			Comment("Category it belongs to."),
	}
}

// Indexes of a category.
func (Category) Indexes() []ent.Index { return tree("categories") }

// Annotations of a category.
func (Category) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("categories"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("A kind of complaint; categories form a tree. Visible to everybody who is signed in."),
	}
}

// Policy returns the rules for reading and writing.
func (Category) Policy() ent.Policy { return policy.Of(policy.CategoryRows, policy.AdminsWrite()) }
