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

// Session is one sign-in: the family of its refresh tokens.
type Session struct{ ent.Schema }

// Fields of a session.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindSession),
		ref("user_id", "Account that signed in."),
		createdAt("When the account signed in."),
		field.Time("last_used_at").SchemaType(timestamps).Comment("When it was last used, to within two minutes."),
		field.Time("expires_at").SchemaType(timestamps).Comment("When it ends unless it is refreshed."),
		mayTime("revoked_at", "When it was revoked."),
		field.String("user_agent").Default("").MaxLen(300).Comment("User agent of the client that signed in."),
		field.String("address").Default("").MaxLen(64).Comment("Network address that signed in."),
		field.Time("audit_due_at").Optional().Nillable().SchemaType(timestamps).Annotations(hidden).
			Comment("When the audit says that it was opened, together with others of the same minute; null once it has."),
		field.Bool("by_command").Default(false).Immutable().Annotations(hidden).
			Comment("Whether the command line opened it. Such a session can't be refreshed, and does not end by being idle."),
	}
}

// Edges of a session.
func (Session) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).
			Comment("Account that signed in."),
		edge.From("refresh_tokens", RefreshToken.Type).Ref("session").Annotations(hidden),
	}
}

// Indexes of a session.
func (Session) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "id"), index.Fields("created_at", "id"), index.Fields("expires_at"),
		index.Fields("audit_due_at", "user_id").Annotations(entsql.IndexWhere("audit_due_at IS NOT NULL")),
	}
}

// Annotations of a session.
func (Session) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("sessions"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("One sign-in of an account. Visible to the account and, unless it is another administrator's, to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (Session) Policy() ent.Policy { return policy.Of(policy.SessionRows) }
