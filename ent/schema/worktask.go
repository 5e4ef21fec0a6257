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

// WorkTask is a task: one solver's work on one complaint. The graph calls it Task; the Go
// name differs because ent's own TaskUpdate type would collide with the task update.
type WorkTask struct{ ent.Schema }

// Fields of a task.
func (WorkTask) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindTask),
		ref("complaint_id", "Complaint it belongs to."),
		ref("solver_id", "Solver it is assigned to."),
		field.UUID("provider_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("providerId")).
			Comment("Service provider that is paid for it."),
		field.UUID("assigned_by_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("assignedById")).
			Comment("Administrator who assigned it."),
		field.UUID("previous_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("previousId")).
			Comment("Task it replaces."),
		field.Enum("status").GoType(domain.TaskStatus("")).
			Annotations(entgql.Type("TaskStatus"), entgql.OrderField("STATUS")).
			Comment("Current status."),
		text("instructions", 5_000, "Instructions for the solver."),
		mayTimeOrdered("due_at", "Deadline; none when there is no deadline."),
		mayTimeOrdered("accepted_at", "When the solver accepted it."),
		mayTime("started_at", "When the solver started work."),
		mayTimeOrdered("ended_at", "When it was completed, declined, returned or cancelled."),
		field.String("end_reason").Default("").MaxLen(40).Comment("Reason code of a decline, return or cancellation."),
		text("end_note", 2_000, "Note on a decline, return or cancellation."),
		field.Int("updates_count").Default(0).Annotations(hidden).
			Comment("Number of its updates."),
		field.Int("version").Default(1).Comment("Increases with every change; pass it as expectedVersion."),
		createdAt("When it was assigned."),
		field.Time("updated_at").SchemaType(timestamps).
			Annotations(entgql.OrderField("UPDATED_AT")).
			Comment("When it last changed."),
	}
}

// Edges of a task.
func (WorkTask) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).Comment("Complaint it belongs to. Provider accounts see what it is and where, not who reported it."),
		edge.To("solver", User.Type).Field("solver_id").Unique().Required().Immutable().
			Annotations(keep, noWhere, entgql.OrderField("SOLVER_NAME")).Comment("Solver it is assigned to."),
		edge.To("provider", ServiceProvider.Type).Field("provider_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Service provider that is paid for it."),
		edge.To("assigned_by", User.Type).Field("assigned_by_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Administrator who assigned it."),
		edge.To("next", WorkTask.Type).Annotations(keep, hidden).
			From("previous").Field("previous_id").Unique().Immutable().
			Annotations(noWhere).Comment("Task it replaces."),
		edge.From("updates", TaskUpdate.Type).Ref("task").Annotations(entgql.RelayConnection()).
			Comment("The solver's reports."),
		edge.From("late_evidence", LateEvidence.Type).Ref("task").Annotations(entgql.RelayConnection(), noWhere).
			Comment("The solver's reports that arrived when the task was not theirs any more. Empty for provider accounts."),
		edge.From("payments", Payment.Type).Ref("tasks").Through("payment_tasks", PaymentTask.Type).
			Annotations(entgql.RelayConnection()).
			Comment("Settlements that pay for it, also those that were reversed. Empty for solvers."),
	}
}

// Indexes of a task.
func (WorkTask) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("complaint_id", "id"),
		index.Fields("complaint_id").Unique().StorageKey("tasks_one_live").
			Annotations( // Not IN, which PostgreSQL rewrites: every later migration would see a change.
				entsql.IndexWhere("status = 'ASSIGNED' OR status = 'ACCEPTED' OR status = 'IN_PROGRESS' OR status = 'COMPLETION_SUBMITTED'")),
		index.Fields("solver_id", "id"),
		index.Fields("solver_id", "complaint_id"),
		index.Fields("solver_id", "status", "id"),
		index.Fields("provider_id", "id"),
		index.Fields("assigned_by_id"),
		index.Fields("previous_id"),
		index.Fields("status", "id"),
		index.Fields("due_at", "id"),
		index.Fields("accepted_at", "id"),
		index.Fields("ended_at", "id"),
		index.Fields("created_at", "id"),
		index.Fields("updated_at", "id"),
	}
}

// Annotations of a task.
func (WorkTask) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("tasks"), entgql.Type("Task"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{{
			Field: "availableActions", Edge: "complaint", Columns: []string{"held_at", "log_rows"},
		}}},
		schema.Comment("One solver's work on one complaint. Visible to its solver, to the service provider that is paid for it and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (WorkTask) Policy() ent.Policy {
	return policy.Of(policy.TaskRows, policy.AdminsWrite(), policy.TaskWrites())
}
