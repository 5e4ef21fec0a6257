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

// Contact is how to reach a person: an account, or the reporter of a complaint without one.
// It is a type of its own so that solvers, who see complaints, never see it.
type Contact struct{ ent.Schema }

// Fields of a contact.
func (Contact) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindContact),
		mayRef("user_id", "Account it belongs to."),
		mayRef("complaint_id", "Complaint whose reporter, who has no account, it belongs to."),
		field.String("name").Default("").MaxLen(200).Comment("Name of a reporter without an account."),
		field.String("email").Default("").MaxLen(254).Annotations(entgql.OrderField("EMAIL")).Comment("E-mail address as given."),
		field.String("email_key").Optional().Nillable().Unique().MaxLen(254).
			Annotations(hidden).Sensitive().
			Comment("Normalized e-mail address; one account for each."),
		field.String("phone").Default("").MaxLen(40).Comment("Telephone number as given."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was first given."),
		searchText("Folded name, also of the account, e-mail address and telephone number."),
		field.Text("phone_digits").Optional().Nillable().Annotations(hidden).Sensitive().
			Comment("Digits of the telephone number, of which searches find any part. Null until a job has folded the search text of a row that a " +
				"version without it wrote."),
	}
}

// Edges of a contact.
func (Contact) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("contact").Field("user_id").Unique().Annotations(entgql.Skip(entgql.SkipWhereInput)).
			Comment("Account it belongs to."),
		edge.From("complaint", Complaint.Type).Ref("contact").Field("complaint_id").Unique().Annotations(entgql.Skip(entgql.SkipWhereInput)).
			Comment("Complaint whose reporter it belongs to."),
	}
}

// Indexes of a contact.
func (Contact) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id").Unique(),
		index.Fields("complaint_id").Unique(),
		index.Fields("email"),
		index.Fields("id").StorageKey("contacts_unfolded").Annotations(entsql.IndexWhere("phone_digits IS NULL")),
	}
}

// Annotations of a contact.
func (Contact) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("contacts"), entgql.MultiOrder(),
		schema.Comment("How to reach a person. Visible to that person and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (Contact) Policy() ent.Policy { return policy.Of(policy.ContactRows) }
