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

// Credential is the password of an account. Only the service reads it.
type Credential struct{ ent.Schema }

// Fields of a credential.
func (Credential) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindCredential),
		ref("user_id", "Account it belongs to."),
		field.String("password_hash").Sensitive().Comment("Argon2id in PHC form."),
		field.Time("changed_at").SchemaType(timestamps).Comment("When it was last changed."),
		mayTime("devices_forgotten_at", "When the marks of the devices on which the account had signed in were ended."),
		field.Bool("must_change").Default(false).
			Comment("Whether it was generated, so that its owner must choose another one before signing in."),
	}
}

// Edges of a credential.
func (Credential) Edges() []ent.Edge {
	return []ent.Edge{edge.From("user", User.Type).Ref("credential").Field("user_id").Unique().Required().Immutable()}
}

// Indexes of a credential.
func (Credential) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id").Unique()} }

// Annotations of a credential.
func (Credential) Annotations() []schema.Annotation {
	return []schema.Annotation{table("credentials"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Credential) Policy() ent.Policy { return policy.Of(policy.CredentialRows) }
