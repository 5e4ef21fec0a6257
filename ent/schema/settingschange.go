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

// SettingsChange is a change of the settings. The newest one holds all settings as they are, so the
// history and the present can't differ.
type SettingsChange struct{ ent.Schema }

// Fields of a change of the settings.
func (SettingsChange) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindSettingsChange),
		field.Int("version").Immutable().Annotations(atLeast(1)).
			Comment("Version of the settings from this change on. Of two changes of the same version one fails."),
		ref("actor_id", "Account that made the change."),
		field.JSON("before", json.RawMessage{}).Immutable().Comment("The changed settings before."),
		field.JSON("after", json.RawMessage{}).Immutable().Comment("The changed settings after."),
		field.JSON("settings", json.RawMessage{}).Immutable().Comment("All settings that were stored after the change."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was made."),
	}
}

// Edges of a change of the settings.
func (SettingsChange) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("actor", User.Type).Field("actor_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of a change of the settings.
func (SettingsChange) Indexes() []ent.Index {
	return []ent.Index{index.Fields("version").Unique(), index.Fields("actor_id", "id")}
}

// Annotations of a change of the settings.
func (SettingsChange) Annotations() []schema.Annotation {
	return []schema.Annotation{table("settings_changes"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (SettingsChange) Policy() ent.Policy { return policy.AddedOnly(policy.SettingsChangeRows) }
