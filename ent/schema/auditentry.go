package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// AuditEntry records who did what to which row. It is written in the transaction of the change
// and never changed. Personal values appear as digests only, so that a person can be erased
// without touching history.
type AuditEntry struct{ ent.Schema }

// Fields of an audit entry.
func (AuditEntry) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindAuditEntry),
		field.UUID("actor_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("actorId")).
			Comment("Account that did it; none for the service itself."),
		field.Enum("agent").GoType(domain.Agent("")).Default(string(domain.AgentAccount)).Immutable().
			Annotations(entgql.Type("Agent")).Comment("On whose behalf it was done."),
		field.String("action").MaxLen(60).Immutable().Annotations(notEmpty, entgql.OrderField("ACTION")).Comment("What was done, such as session.login."),
		field.String("subject_type").MaxLen(40).Immutable().Annotations(notEmpty).Comment("Type of the row, as the graph names it."),
		field.UUID("subject_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("subjectId"), entgql.Type("ID")).Comment("Row that was changed."),
		field.String("address").Default("").MaxLen(64).Immutable().Comment("Network address it came from."),
		field.JSON("before", json.RawMessage{}).Optional().Immutable().
			Annotations(entgql.Type("JSON")).Comment("The changed values before."),
		field.JSON("after", json.RawMessage{}).Optional().Immutable().
			Annotations(entgql.Type("JSON")).Comment("The changed values after."),
		createdAt("When it was done.", Microseconds{}),
		field.Int("lane").Immutable().Annotations(hidden).Comment("Shard: which of the audit chains it belongs to."),
		field.Int64("seq").Immutable().Annotations(hidden).Comment("Position in that chain, from 1."),
		chainHash(),
	}
}

// Edges of an audit entry.
func (AuditEntry) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("actor", User.Type).Field("actor_id").Unique().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).Comment("Account that did it."),
	}
}

// Indexes of an audit entry.
func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("lane", "seq").Unique(),
		index.Fields("actor_id", "id"),
		index.Fields("subject_type", "subject_id", "id"),
		index.Fields("subject_id", "id"),
		index.Fields("action", "id"),
		index.Fields("created_at", "id"),
	}
}

// Annotations of an audit entry.
func (AuditEntry) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("audit_entries"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("Who did what to which row, and when. Administrators only."),
	}
}

// Policy returns the rules for reading and writing.
func (AuditEntry) Policy() ent.Policy { return policy.AddedOnly(policy.AuditEntryRows) }
