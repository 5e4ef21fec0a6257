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

// User is an account. Others see only its name.
type User struct{ ent.Schema }

// Fields of a user.
func (User) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindUser),
		field.String("name").MaxLen(200).Annotations(notEmpty).
			Annotations(entgql.OrderField("NAME")).
			Comment("Display name."),
		field.Enum("role").GoType(domain.Role("")).
			Annotations(entgql.Type("Role"), entgql.OrderField("ROLE")).
			Comment("Role of the account. Null where the viewer may not see it."),
		field.Enum("state").GoType(domain.AccountState("")).Default(string(domain.AccountActive)).
			Annotations(entgql.Type("AccountState"), entgql.OrderField("STATE")).
			Comment("Whether the account may sign in. Null where the viewer may not see it."),
		mayRef("zone_id", "Zone in which the account lives or works. Null where the viewer may not see it."),
		mayRef("provider_id", "Service provider of a solver or provider account. Null where the viewer may not see it."),
		mayTime("disabled_at", "When the account was disabled. Null where the viewer may not see it."),
		mayTimeOrdered("last_sign_in_at", "When the account last signed in; none until then. Null where the viewer may not see it."),
		field.Bool("mail_broadcasts").Default(true).Annotations(hidden).
			Comment("Whether broadcasts also come by e-mail; urgent ones always do."),
		field.Bool("mail_own").Default(true).Annotations(hidden).
			Comment("Whether notifications about the account's own complaints and tasks also come by e-mail."),
		field.JSON("switches", domain.NotificationSwitches{}).Optional().Annotations(hidden).
			Comment("The switches of notifications that the account has set."),
		field.Time("digest_at").Optional().Nillable().SchemaType(timestamps).Annotations(hidden).
			Comment("When the account's next daily digest is due; none if it has not got one yet."),
		createdAt("When the account was created. Null where the viewer may not see it."),
		field.Int("version").Default(1).Annotations(hidden),
	}
}

// Edges of a user.
func (User) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("zone", Zone.Type).Field("zone_id").Unique().Annotations(keep).
			Comment("Zone in which the account lives or works."),
		edge.To("provider", ServiceProvider.Type).Field("provider_id").Unique().Annotations(keep).
			Comment("Service provider of a solver or provider account."),
		edge.To("groups", Group.Type).Through("memberships", Membership.Type).
			Annotations(entgql.RelayConnection()).
			Comment("Groups the account belongs to."),
		edge.To("contact", Contact.Type).Unique().Annotations(keep, entgql.OrderField("CONTACT_EMAIL")).
			Comment("E-mail address and telephone number. Visible to the account itself and to administrators."),
		edge.To("credential", Credential.Type).Unique().Annotations(keep, hidden),
		edge.From("sessions", Session.Type).Ref("user").
			Annotations(entgql.RelayConnection()).
			Comment("Sessions of the account."),
		edge.From("submitted", Complaint.Type).Ref("submitted_by").Annotations(hidden),
		edge.From("complaint_revisions", ComplaintRevision.Type).Ref("actor").Annotations(hidden),
		edge.From("log_rows", StatusLog.Type).Ref("actor").Annotations(hidden),
		edge.From("comments", Comment.Type).Ref("author").Annotations(hidden),
		edge.From("mentioned_in", Comment.Type).Ref("mentioned").Through("mentions", Mention.Type).Annotations(hidden),
		edge.From("tasks", WorkTask.Type).Ref("solver").Annotations(hidden),
		edge.From("assigned", WorkTask.Type).Ref("assigned_by").Annotations(hidden),
		edge.From("task_updates", TaskUpdate.Type).Ref("author").Annotations(hidden),
		edge.From("reviews", TaskUpdate.Type).Ref("reviewed_by").Annotations(hidden),
		edge.From("media", Media.Type).Ref("uploaded_by").Annotations(hidden),
		edge.From("payments", Payment.Type).Ref("recorded_by").Annotations(hidden),
	}
}

// Indexes of a user.
func (User) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("role", "id"),
		index.Fields("role", "digest_at"),
		index.Fields("state", "id"),
		index.Fields("zone_id", "id"),
		index.Fields("provider_id", "id"),
		index.Fields("name", "id"),
		index.Fields("last_sign_in_at", "id"),
		index.Fields("created_at", "id"),
	}
}

// Annotations of a user.
func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("users"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("An account. Its name is visible to whoever may see what it did, everything else to the account itself and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (User) Policy() ent.Policy { return policy.Of(policy.UserRows, policy.UserWrites()) }
