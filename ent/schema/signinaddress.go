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

// SignInAddress remembers that an account signed in from a network address, so that the guesses
// of others do not keep it out there. It is a table so that all instances know it.
type SignInAddress struct{ ent.Schema }

// Fields of an address.
func (SignInAddress) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindSignInAddress),
		ref("user_id", "Account that signed in."),
		field.String("digest").MaxLen(64).Immutable().
			Comment("SHA-256 of the account and the network address, in hexadecimal."),
		field.Time("expires_at").SchemaType(timestamps).Comment("When it is forgotten, unless the account signs in from there again."),
	}
}

// Edges of an address.
func (SignInAddress) Edges() []ent.Edge {
	return []ent.Edge{edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(keep)}
}

// Indexes of an address.
func (SignInAddress) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "digest").Unique(), index.Fields("expires_at")}
}

// Annotations of an address.
func (SignInAddress) Annotations() []schema.Annotation {
	return []schema.Annotation{table("sign_in_addresses"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (SignInAddress) Policy() ent.Policy { return policy.Of(policy.SignInAddressRows) }
