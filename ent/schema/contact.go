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
		field.String("email_key").Optional().Nillable().MaxLen(254).
			Annotations(hidden).Sensitive().
			Comment("Normalized e-mail address; one account for each, and any number of reporters without one. Null until a job has " +
				"normalized that of a reporter whom a version before wrote; empty if it is no address."),
		field.String("phone").Default("").MaxLen(40).Comment("Telephone number as given."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it was first given."),
		mayTimeShown("confirmed_at", "When the e-mail address was confirmed, by whoever reads what arrives there or by an administrator who "+
			"made the account. Until then one message in all goes there, which asks for it."),
		mayTimeShown("denied_at", "When whoever reads what arrives at the e-mail address said that it is somebody else's. Nothing goes there any more."),
		mayTimeShown("refused_at", "When a mail server refused the e-mail address for good. Nothing goes there any more, until it is another one, is "+
			"confirmed, or an administrator lets it be tried again."),
		mayTimeShown("unsubscribed_at", "When a reporter without an account asked for no more e-mail."),
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
		index.Fields("email_key"),
		index.Fields("email_key").Unique().StorageKey("contacts_of_accounts").Annotations(entsql.IndexWhere("user_id IS NOT NULL")),
		index.Fields("id").StorageKey("contacts_without_key").Annotations(entsql.IndexWhere("email_key IS NULL AND email <> ''")),
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
