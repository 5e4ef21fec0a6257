package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Group is a named set of accounts.
type Group struct{ ent.Schema }

// Fields of a group.
func (Group) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindGroup),
		field.String("name").MaxLen(200).Annotations(notEmpty).Unique().
			Annotations(entgql.OrderField("NAME")).Comment("Name."),
		text("description", 1_000, "Purpose."),
		field.Int("version").Default(1).
			Comment("Increases with every change, also of its members; pass it as expectedVersion."),
		createdAt("When it was created."),
	}
}

// Edges of a group.
func (Group) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("members", User.Type).Ref("groups").Through("memberships", Membership.Type).
			Annotations(entgql.RelayConnection()).
			Comment("Members. Empty for everybody but administrators."),
	}
}

// Indexes of a group.
func (Group) Indexes() []ent.Index { return []ent.Index{index.Fields("created_at", "id")} }

// Annotations of a group.
func (Group) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("groups"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("A named set of accounts. Visible to its members and to administrators."),
	}
}

// Membership links an account to a group.
type Membership struct{ ent.Schema }

// Fields of a membership.
func (Membership) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("group_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of a membership.
func (Membership) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("group", Group.Type).Field("group_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of a membership.
func (Membership) Indexes() []ent.Index { return []ent.Index{index.Fields("group_id", "user_id")} }

// Annotations of a membership.
func (Membership) Annotations() []schema.Annotation {
	return []schema.Annotation{table("memberships"), field.ID("user_id", "group_id"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Group) Policy() ent.Policy { return policy.Of(policy.GroupRows, policy.AdminsWrite()) }

// Policy returns the rules for reading and writing.
func (Membership) Policy() ent.Policy { return policy.Of(policy.MembershipRows) }
