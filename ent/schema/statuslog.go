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

// StatusLog is one change of a complaint's status. Rows are written in the transaction of the
// change and never changed.
type StatusLog struct{ ent.Schema }

// Fields of a log row.
func (StatusLog) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindStatusLog),
		ref("complaint_id", "Complaint whose status changed."),
		field.Int("seq").Immutable().Annotations(atLeast(1)).
			Annotations(hidden).
			Comment("Position in the complaint's log, from 1; the order does not depend on clocks."),
		field.Enum("status").GoType(domain.ComplaintStatus("")).Immutable().
			Annotations(entgql.Type("ComplaintStatus")).
			Comment("Status the complaint moved to."),
		field.UUID("actor_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("actorId")).
			Comment("Account that changed it; none for the service itself, for imports, and where the viewer may not know another reporter."),
		field.Enum("agent").GoType(domain.Agent("")).Default(string(domain.AgentAccount)).Immutable().
			Annotations(entgql.Type("Agent")).
			Comment("On whose behalf it was changed."),
		field.Text("public_note").Default("").MaxLen(2_000).Immutable().
			Annotations(outputOnly).
			Comment("Note for the reporter."),
		field.Text("internal_note").Default("").MaxLen(2_000).Immutable().
			Annotations(outputOnly).
			Comment("Note for administrators; empty for everybody else."),
		field.String("reason_code").Default("").MaxLen(40).Immutable().
			Annotations(outputOnly).
			Comment("Reason code for administrators; empty for everybody else."),
		createdAt("When the status changed.", Microseconds{}),
	}
}

// Edges of a log row.
func (StatusLog) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).
			Comment("Complaint whose status changed. Null where the viewer may see its log only."),
		edge.To("actor", User.Type).Field("actor_id").Unique().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).
			Comment("Account that changed it. Null where actorId is."),
	}
}

// Indexes of a log row.
func (StatusLog) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("complaint_id", "seq").Unique(),
		index.Fields("complaint_id", "id"),
		index.Fields("complaint_id", "created_at", "id"),
		index.Fields("actor_id"),
	}
}

// Annotations of a log row.
func (StatusLog) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("status_logs"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{{Field: "actorName", Own: []string{"actor_id", "agent"}, Edge: "actor", Columns: []string{"name"}}}},
		schema.Comment("One change of a complaint's status. Visible with its complaint, and to the reporters of complaints merged into it."),
	}
}

// Policy returns the rules for reading and writing.
func (StatusLog) Policy() ent.Policy { return policy.AddedOnly(policy.StatusLogRows) }
