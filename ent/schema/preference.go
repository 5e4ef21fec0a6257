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

// Preference is how an account wants screens to look. An account that never chose has none.
type Preference struct{ ent.Schema }

// Fields of preferences.
func (Preference) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindPreference),
		ref("user_id", "Account whose they are."),
		field.JSON("chosen", json.RawMessage{}).Comment("The preferences that the account has chosen."),
		field.Time("updated_at").SchemaType(timestamps).Comment("When they were last changed."),
	}
}

// Edges of preferences.
func (Preference) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of preferences.
func (Preference) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id").Unique()} }

// Annotations of preferences.
func (Preference) Annotations() []schema.Annotation {
	return []schema.Annotation{table("preferences"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Preference) Policy() ent.Policy { return policy.Of(policy.PreferenceRows) }
