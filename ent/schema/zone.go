package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Zone is an area; zones form a tree.
type Zone struct{ ent.Schema }

// Fields of a zone.
func (Zone) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindZone),
		field.String("name").MaxLen(200).Annotations(notEmpty).
			Annotations(entgql.OrderField("NAME")).Comment("Name, unique among its siblings."),
		mayRef("parent_id", "Parent zone."),
		path(),
		field.Int("version").Default(1).Comment("Increases with every change; pass it as expectedVersion."),
		createdAt("When it was created."),
		field.Text("boundary").Optional().Nillable().Annotations(hidden).Comment("Boundary: a GeoJSON Polygon or MultiPolygon."),
		edgeOf("south"), edgeOf("north"), edgeOf("west"), edgeOf("east"),
		field.Float("boundary_area").Optional().Nillable().Annotations(hidden).Comment("Area within the boundary, in square degrees."),
	}
}

// edgeOf returns one edge of the rectangle around a boundary.
func edgeOf(side string) ent.Field {
	return field.Float(side).Optional().Nillable().Annotations(hidden).
		Comment("Edge of the rectangle around the boundary, in degrees.")
}

// Edges of a zone.
func (Zone) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("children", Zone.Type).Annotations(keep, entgql.RelayConnection()).
			Comment("Child zones.").
			From("parent").Field("parent_id").Unique().Annotations(entgql.Skip(entgql.SkipWhereInput)).
			Comment("Parent zone."),
	}
}

// Indexes of a zone.
func (Zone) Indexes() []ent.Index {
	return append(tree("zones"), index.Fields("south", "north", "west", "east").Annotations(entsql.IndexWhere("south IS NOT NULL")))
}

// path is where a row of a tree lies: the ids of the rows above it from the top on, and its own, each
// with a slash after it. What lies below a row begins with its path.
func path() ent.Field {
	return field.Text("path").Default("").Annotations(hidden).
		Comment("Ids of the rows above it and its own, each with a slash after it.")
}

// tree returns the indexes of a tree of names, unique among siblings. The top level has an index
// of its own, since rows without a parent never conflict in the other one.
func tree(table string) []ent.Index {
	return []ent.Index{
		index.Fields("parent_id", "name").Unique(),
		index.Fields("name").Unique().StorageKey(table + "_top_name").Annotations(entsql.IndexWhere("parent_id IS NULL")),
		index.Fields("parent_id", "id"),
		index.Fields("name", "id"),
		index.Fields("created_at", "id"),
	}
}

// Annotations of a zone.
func (Zone) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("zones"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("An area; zones form a tree. Visible to everybody who is signed in."),
	}
}

// Policy returns the rules for reading and writing.
func (Zone) Policy() ent.Policy { return policy.Of(policy.ZoneRows, policy.AdminsWrite()) }
