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

// LateEvidence is a solver's report that arrived when the task was not theirs to report on any more.
type LateEvidence struct{ ent.Schema }

// Fields of late evidence.
func (LateEvidence) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindLateEvidence),
		ref("complaint_id", "Complaint that it is kept on."),
		ref("task_id", "Task that it reports on."),
		ref("author_id", "Solver who had the task."),
		field.UUID("client_id", idType).Immutable().
			Annotations(outputOnly, entgql.MapsTo("clientId"), entgql.Type("ID")).
			Comment("UUID chosen by the solver's device, so that a repeated request is kept once."),
		field.Enum("type").GoType(domain.UpdateType("")).Immutable().
			Annotations(outputOnly, entgql.Type("TaskUpdateType")).
			Comment("Which kind of update it would have been."),
		field.Text("remarks").Default("").MaxLen(5_000).Annotations(outputOnly).
			Comment("What was done or found; empty after an administrator redacted it."),
		field.Int("percentage_completed").Optional().Nillable().Immutable().Annotations(outputOnly, between(0, 100)).
			Comment("How much of the work was done, 0 to 100."),
		field.Time("occurred_at").Immutable().SchemaType(timestamps).Annotations(outputOnly).
			Comment("When it happened, by the solver's clock."),
		field.Time("lost_at").Immutable().SchemaType(timestamps).Annotations(outputOnly).
			Comment("When the solver lost the task: when it ended or its complaint was put on hold."),
		field.Enum("task_status").GoType(domain.TaskStatus("")).Immutable().
			Annotations(outputOnly, entgql.Type("TaskStatus")).
			Comment("Status of the task when it arrived: one that has ended, or that at which it was frozen."),
		mayTime("redacted_at", "When an administrator removed its text; none if it is there."),
		createdAt("When the service received it."),
	}
}

// Edges of late evidence.
func (LateEvidence) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Complaint that it is kept on."),
		edge.To("task", WorkTask.Type).Field("task_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Task that it reports on."),
		edge.To("author", User.Type).Field("author_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Solver who had the task."),
		edge.From("media", Media.Type).Ref("late_evidence").Annotations(entgql.RelayConnection(), noWhere).
			Comment("Photos and videos attached to it."),
	}
}

// Indexes of late evidence.
func (LateEvidence) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("complaint_id", "id"),
		index.Fields("complaint_id", "created_at", "id"),
		index.Fields("task_id", "id"),
		index.Fields("task_id", "created_at", "id"),
		index.Fields("author_id", "client_id").Unique(),
	}
}

// Annotations of late evidence.
func (LateEvidence) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("late_evidence"), entgql.Skip(entgql.SkipWhereInput), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("A solver's report that arrived after the task was put on hold, taken away or ended. Visible to administrators and to the " +
			"solver who sent it."),
	}
}

// Policy returns the rules for reading and writing.
func (LateEvidence) Policy() ent.Policy {
	return policy.Of(policy.LateEvidenceRows, policy.AdminsChange(), policy.LateEvidenceWrites())
}
