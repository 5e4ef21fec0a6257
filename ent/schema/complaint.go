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

// Complaint is a reported problem and the state of its handling.
type Complaint struct{ ent.Schema }

// Fields of a complaint.
func (Complaint) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindComplaint),
		field.String("reference").Unique().Immutable().MaxLen(40).
			Annotations(entgql.OrderField("REFERENCE")).
			Comment("Human-readable reference, such as CMP-2026-000123."),
		field.String("title").MaxLen(200).Annotations(notEmpty, entgql.OrderField("TITLE")).Comment("Summary in one line."),
		text("description", 10_000, "Full description."),
		field.Enum("status").GoType(domain.ComplaintStatus("")).
			Annotations(entgql.Type("ComplaintStatus"), entgql.OrderField("STATUS")).
			Comment("Current status."),
		field.Enum("priority").GoType(domain.Priority("")).Default(string(domain.PriorityNormal)).
			Annotations(entgql.Type("Priority")).
			Comment("How urgent it is."),
		field.Int("priority_order").Default(3).
			Annotations(orderOnly("PRIORITY")).
			Comment("Sort key of the priority: 1 for URGENT to 4 for LOW."),
		field.Enum("source").GoType(domain.Source("")).Immutable().
			Annotations(entgql.Type("ComplaintSource"), entgql.OrderField("SOURCE")).
			Comment("How it was submitted."),
		mayRef("category_id", "Category it belongs to."),
		mayRef("zone_id", "Zone it belongs to."),
		mayRef("submitted_by_id", "Account that submitted it; none for a reporter without an account."),
		mayRef("duplicate_of_id", "Complaint it was merged into."),
		field.UUID("merged_via_id", idType).Optional().Nillable().Annotations(hidden).
			Comment("Complaint that it was merged into before that one was merged into duplicate_of; none where it was merged into duplicate_of itself."),
		field.UUID("handler_id", idType).Optional().Nillable().Annotations(outputOnly, entgql.MapsTo("handlerId")).
			Comment("Administrator who looks after it; none if nobody does. Administrators only."),
		text("address", 500, "Location as text, such as a street address."),
		field.Float("latitude").Optional().Nillable().Annotations(between(-90, 90)).Comment("Degrees north, WGS 84."),
		field.Float("longitude").Optional().Nillable().Annotations(between(-180, 180)).Comment("Degrees east, WGS 84."),
		field.String("external_ref").Optional().Nillable().Unique().MaxLen(200).
			Comment("Identifier in the system it came from; unique."),
		mayTime("due_at", "Deadline; none when its category has no SLA."),
		field.Time("due_order").Default(domain.NoDeadline).SchemaType(timestamps).
			Annotations(
				orderOnly("DUE_AT"),
				Default{Expr: "domain.NoDeadline"},
			).
			Comment("Sort key of the deadline: far in the future when there is none."),
		field.Bool("overdue").Default(false).
			Comment("Whether the deadline passed while it was open. Updated within a minute; unchanged while on hold."),
		field.Time("overdue_told_at").Optional().Nillable().SchemaType(timestamps).
			Annotations(hidden).
			Comment("When administrators were notified that this deadline has passed; none until then."),
		mayTimeOrdered("assigned_at", "When it was first assigned."),
		mayTimeShown("first_response_at",
			"When somebody of the organization first wrote something that its reporter reads: a public comment, or a public note of a step. None until then."),
		mayTimeOrdered("resolved_at", "When it was last resolved."),
		mayTimeOrdered("closed_at", "When it was last closed."),
		mayTimeOrdered("moved_at", "When it reached its current status."),
		mayTime("held_at", "When it was put on hold."),
		field.Enum("held_from").GoType(domain.ComplaintStatus("")).Optional().Nillable().
			Annotations(hidden).
			Comment("Status it returns to when it is resumed."),
		field.Int("rating").Optional().Nillable().Annotations(between(1, 5), entgql.OrderField("RATING")).Comment("The reporter's rating, 1 to 5."),
		text("rating_comment", 2_000, "The reporter's comment on the rating."),
		field.Bool("flagged").Default(false).
			Annotations(outputOnly).
			Comment("Whether a low rating awaits an administrator's attention. Always false for other roles."),
		field.Int("reopened_count").Default(0).Annotations(entgql.OrderField("REOPENED_COUNT")).Comment("Number of times it was reopened."),
		field.UUID("solver_id", idType).Optional().Nillable().Annotations(hidden).
			Comment("Solver of the latest task, for statistics."),
		field.UUID("provider_id", idType).Optional().Nillable().Annotations(hidden).
			Comment("Service provider of the latest task, for statistics."),
		field.String("reason_code").Optional().Nillable().MaxLen(40).Annotations(hidden).
			Comment("Reason code of the latest move, for statistics; none where it has none."),
		field.Int("assigned_took").Optional().Nillable().Annotations(hidden).
			Comment("Seconds until it was first assigned, quantized."),
		field.Int("resolved_took").Optional().Nillable().Annotations(hidden).
			Comment("Seconds until it was resolved, quantized."),
		field.Int("first_response_took").Optional().Nillable().Annotations(hidden).
			Comment("Seconds until its first response, quantized."),
		field.Int("log_rows").Default(0).Annotations(hidden).
			Comment("Number of rows in its status log."),
		field.Int("version").Default(1).Annotations(hidden).Comment("Increases with every change."),
		field.Int("internal_changes").Default(0).Annotations(hidden).
			Comment("Number of its versions in which nothing changed that its reporter may read."),
		createdAt("When it was submitted."),
		field.Time("updated_at").SchemaType(timestamps).
			Annotations(entgql.OrderField("UPDATED_AT")).
			Comment("When it last changed."),
	}
}

// Edges of a complaint.
func (Complaint) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("category", Category.Type).Field("category_id").Unique().Annotations(keep, entgql.OrderField("CATEGORY_NAME")).
			Comment("Category it belongs to."),
		edge.To("zone", Zone.Type).Field("zone_id").Unique().Annotations(keep, entgql.OrderField("ZONE_NAME")).
			Comment("Zone it belongs to."),
		edge.To("submitted_by", User.Type).Field("submitted_by_id").Unique().Annotations(keep, noWhere).
			Comment("Account that submitted it."),
		edge.To("handler", User.Type).Field("handler_id").Unique().Annotations(keep, noWhere, entgql.OrderField("HANDLER_NAME")).
			Comment("Administrator who looks after it. Null for everybody but administrators."),
		edge.To("duplicates", Complaint.Type).Annotations(keep, entgql.RelayConnection()).
			Comment("Complaints merged into it.").
			From("duplicate_of").Field("duplicate_of_id").Unique().Annotations(noWhere).
			Comment("Complaint it was merged into."),
		edge.To("contact", Contact.Type).Unique().Annotations(keep, noWhere).
			Comment("How to reach a reporter without an account. Administrators only."),
		edge.From("status_log", StatusLog.Type).Ref("complaint").Annotations(entgql.RelayConnection()).
			Comment("Every change of its status."),
		edge.From("comments", Comment.Type).Ref("complaint").Annotations(entgql.RelayConnection()).
			Comment("Comments on it."),
		edge.From("tasks", WorkTask.Type).Ref("complaint").Annotations(entgql.RelayConnection()).
			Comment("Tasks assigned for it."),
		edge.From("media", Media.Type).Ref("shown_on").Annotations(entgql.RelayConnection()).
			Comment("Photos and videos attached to it, and the public ones of its tasks."),
		edge.From("late_evidence", LateEvidence.Type).Ref("complaint").Annotations(entgql.RelayConnection(), noWhere).
			Comment("Reports of solvers that arrived when the task was not theirs any more. Administrators, and each solver's own."),
		edge.From("revisions", ComplaintRevision.Type).Ref("complaint").Annotations(entgql.RelayConnection(), noWhere).
			Comment("Changes of its title, description, address and position, oldest first. Administrators and its reporter only."),
		edge.From("levels", NotificationLevel.Type).Ref("complaint").Annotations(hidden).Comment("How much accounts are told of it."),
	}
}

// Indexes of a complaint.
func (Complaint) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("status", "id"),
		index.Fields("priority", "id"),
		index.Fields("source", "id"),
		index.Fields("category_id", "id"),
		index.Fields("zone_id", "id"),
		index.Fields("submitted_by_id", "id"),
		index.Fields("duplicate_of_id", "id"),
		index.Fields("created_at", "id"),
		index.Fields("updated_at", "id"),
		index.Fields("due_order", "id"),
		index.Fields("priority_order", "id"),
		index.Fields("priority_order", "due_order", "id"),
		index.Fields("overdue", "status", "due_order"),
		index.Fields("assigned_at", "id"),
		index.Fields("resolved_at", "id"),
		index.Fields("closed_at", "id"),
		index.Fields("moved_at", "id"),
		index.Fields("rating", "id"),
		index.Fields("solver_id", "id"),
		index.Fields("provider_id", "id"),
		index.Fields("handler_id", "id"),
		index.Fields("reason_code", "id").Annotations(entsql.IndexWhere("reason_code IS NOT NULL")),
	}
}

// Annotations of a complaint.
func (Complaint) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("complaints"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{
			{Field: "version", Own: []string{"version", "internal_changes"}},
			{Field: "notificationLevel", Own: []string{"id"}, Edge: "levels", Columns: []string{"level"}},
		}},
		schema.Comment("A reported problem and the state of its handling. Visible to its reporter, to solvers with a task for it and to " +
			"administrators; provider accounts see what it is and where, of those that their tasks are for."),
	}
}

// Policy returns the rules for reading and writing.
func (Complaint) Policy() ent.Policy {
	return policy.Of(policy.ComplaintRows, policy.AdminsWrite(), policy.ComplaintWrites())
}
