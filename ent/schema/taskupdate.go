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

// TaskUpdate is a solver's report on a task.
type TaskUpdate struct{ ent.Schema }

// Fields of a task update.
func (TaskUpdate) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindTaskUpdate),
		ref("task_id", "Task it reports on."),
		ref("author_id", "Solver who reported."),
		field.UUID("client_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("clientId"), entgql.Type("ID")).
			Comment("UUID chosen by the solver's device, so that a repeated request creates one update."),
		field.Enum("type").GoType(domain.UpdateType("")).Immutable().
			Annotations(entgql.Type("TaskUpdateType")).
			Comment("Progress note or completion submission."),
		field.Text("remarks").Default("").MaxLen(5_000).Immutable().Comment("What was done or found."),
		field.Int("percentage_completed").Optional().Nillable().Immutable().Annotations(between(0, 100)).
			Comment("How much of the work is done, 0 to 100."),
		field.Time("occurred_at").Immutable().SchemaType(timestamps).
			Annotations(entgql.OrderField("OCCURRED_AT")).
			Comment("When it happened, by the solver's clock."),
		createdAt("When the service received it."),
		field.Enum("status").GoType(domain.ReviewStatus("")).Default(string(domain.ReviewSubmitted)).
			Annotations(entgql.Type("ReviewStatus")).
			Comment("Review status."),
		mayRef("reviewed_by_id", "Administrator who reviewed it."),
		mayTime("reviewed_at", "When it was reviewed."),
		text("review_note", 2_000, "The reviewer's note."),
	}
}

// Edges of a task update.
func (TaskUpdate) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("task", WorkTask.Type).Field("task_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Task it reports on."),
		edge.To("author", User.Type).Field("author_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Solver who reported."),
		edge.To("reviewed_by", User.Type).Field("reviewed_by_id").Unique().
			Annotations(keep, noWhere).Comment("Administrator who reviewed it."),
		edge.From("media", Media.Type).Ref("task_update").Annotations(entgql.RelayConnection()).
			Comment("Photos and videos attached to it."),
	}
}

// Indexes of a task update.
func (TaskUpdate) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("task_id", "occurred_at", "created_at", "id"),
		index.Fields("task_id", "id"),
		index.Fields("task_id", "created_at", "id"),
		index.Fields("author_id", "client_id").Unique(),
		index.Fields("reviewed_by_id"),
		index.Fields("status", "id"),
	}
}

// Annotations of a task update.
func (TaskUpdate) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("task_updates"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{{Field: "uploadUrl", Own: []string{"id"}}}},
		schema.Comment("A solver's report on a task. Visible to the solver and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (TaskUpdate) Policy() ent.Policy {
	return policy.Of(policy.TaskUpdateRows, policy.AdminsChange(), policy.TaskUpdateWrites())
}
