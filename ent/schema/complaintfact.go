package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// ComplaintFact holds what statistics read of a complaint, in a row a quarter as wide, because
// statistics scan most of the table. Its columns have the names of the complaint's, so that a
// filter on complaints applies to facts too.
type ComplaintFact struct{ ent.Schema }

// narrow is the column type of a number that fits in four bytes.
var narrow = map[string]string{dialect.Postgres: "integer"}

// Fields of a complaint's facts. Columns that are never null come first, where PostgreSQL reads
// them fastest.
func (ComplaintFact) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", idType).Immutable().Comment("Id of the complaint."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was submitted."),
		field.Int64("facts").Comment("Flags, rating and durations, packed into one number."),
		field.Bool("overdue").Comment("Whether its deadline has passed."),
		field.Int("reopened_count").SchemaType(narrow).Comment("Number of times it was reopened."),
		field.Enum("status").GoType(domain.ComplaintStatus("")).Comment("Current status."),
		field.Enum("priority").GoType(domain.Priority("")).Comment("How urgent it is."),
		field.Enum("source").GoType(domain.Source("")).Immutable().Comment("How it was submitted."),
		mayRef("category_id", "Category it belongs to."),
		mayRef("zone_id", "Zone it belongs to."),
		mayRef("solver_id", "Solver of its latest task."),
		mayRef("provider_id", "Service provider of its latest task."),
		mayTime("due_at", "Its deadline."),
		mayTime("resolved_at", "When it was last resolved."),
		field.Int("rating").SchemaType(narrow).Optional().Nillable().Comment("The reporter's rating."),
		field.Int("north").SchemaType(narrow).Optional().Nillable().
			Comment("Its position: millionths of a degree north of the South Pole."),
		field.Int("east").SchemaType(narrow).Optional().Nillable().
			Comment("Its position: millionths of a degree east of the antimeridian."),
		field.Int("block").Optional().Nillable().
			Comment("The square of a quarter of a hundredth of a degree that its position lies in. There are few, by which PostgreSQL groups fast."),
		field.String("reason_code").Optional().Nillable().MaxLen(40).Comment("Reason code of its latest move."),
		field.Int64("address_key").Optional().Nillable().
			Comment("What its address has in common with other spellings of it, as a digest: search.AddressKey. Null without an address."),
	}
}

// Indexes of a complaint's facts. Queries other than by time or place scan the table. A map reads
// nothing but the index of places, and what was resolved in each month nothing but that of resolutions.
func (ComplaintFact) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("created_at"),
		index.Fields("resolved_at", "facts").Annotations(entsql.IndexWhere("resolved_at IS NOT NULL")),
		index.Fields("block", "north", "east"),
		index.Fields("address_key").Annotations(entsql.IndexWhere("address_key IS NOT NULL")),
	}
}

// Annotations of a complaint's facts.
func (ComplaintFact) Annotations() []schema.Annotation {
	return []schema.Annotation{table("complaint_facts"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing. Statistics join the complaint, whose policy
// narrows them.
func (ComplaintFact) Policy() ent.Policy { return policy.Of(policy.ComplaintFactRows) }
