package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// ComplaintFact is what statistics count of a complaint, in a row a quarter as wide: they read
// most of the table at once. Its columns are called as the complaint's are, so that a filter
// of complaints finds facts as well.
type ComplaintFact struct{ ent.Schema }

// narrow is the type of a number that needs four bytes at most.
var narrow = map[string]string{dialect.Postgres: "integer"}

// Fields of a complaint's facts, those first that none is without: PostgreSQL finds these fastest.
func (ComplaintFact) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", idType).Immutable().Comment("Id of the complaint."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was submitted."),
		field.Int("facts").SchemaType(narrow).Comment("What is counted, as domain.Facts.Pack spells it."),
		field.Bool("overdue").Comment("Whether its deadline has passed."),
		field.Int("reopened_count").SchemaType(narrow).Comment("How often it was reopened."),
		field.Enum("status").GoType(domain.ComplaintStatus("")).Comment("Where it stands."),
		field.Enum("priority").GoType(domain.Priority("")).Comment("How urgent it is."),
		field.Enum("source").GoType(domain.Source("")).Immutable().Comment("The way it came in."),
		mayRef("category_id", "Category it belongs to."),
		mayRef("zone_id", "Zone it belongs to."),
		mayRef("solver_id", "Solver of its latest task."),
		mayRef("provider_id", "Service provider of its latest task."),
		mayTime("due_at", "Its deadline."),
		mayTime("resolved_at", "When it was last resolved."),
		field.Int("rating").SchemaType(narrow).Optional().Nillable().Comment("The reporter's rating."),
	}
}

// Indexes of a complaint's facts. What asks for a share of them reads all.
func (ComplaintFact) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at")}
}

// Annotations of a complaint's facts.
func (ComplaintFact) Annotations() []schema.Annotation {
	return []schema.Annotation{table("complaint_facts"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is. Statistics go through the complaint, whose policy they meet there.
func (ComplaintFact) Policy() ent.Policy { return policy.Of(policy.ComplaintFactRows) }
