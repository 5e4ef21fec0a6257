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

// Notification is one message to one person over one channel.
type Notification struct{ ent.Schema }

// Fields of a notification.
func (Notification) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindNotification),
		field.UUID("recipient_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("recipientId")).Comment("Account it is for; none for a reporter without one."),
		field.UUID("contact_id", idType).Optional().Nillable().Immutable().
			Annotations(hidden).Comment("Contact of the reporter without an account whom it is for."),
		field.String("address_key").Optional().Nillable().Immutable().MaxLen(254).Annotations(hidden).Sensitive().
			Comment("Normalized e-mail address that it was written for, of what reporters without an account get and of what asks to confirm an " +
				"address. If the contact has another one by then, it is not sent."),
		field.String("kind").Default("").MaxLen(40).Immutable().Annotations(hidden).
			Comment("What it tells of, as the table of internal/desk/notifications calls it; empty for broadcasts and for what a version before wrote."),
		field.Enum("channel").GoType(domain.Channel("")).Immutable().
			Annotations(entgql.Type("Channel")).Comment("Channel it is sent over."),
		field.UUID("broadcast_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("broadcastId")).Comment("Broadcast it is part of."),
		field.UUID("complaint_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("complaintId")).Comment("Complaint it is about."),
		field.UUID("task_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("taskId")).Comment("Task it is about."),
		field.String("title").MaxLen(200).Immutable().Annotations(notEmpty,
			entgql.Skip(entgql.SkipType)).Comment("Title, in the language that its recipient had then."),
		field.Text("message").Default("").MaxLen(10_000).Annotations(entgql.Skip(entgql.SkipType)).
			Comment("Text; empty after the comment that it repeats was redacted."),
		field.Text("wording").Default("").MaxLen(2_000).Immutable().Annotations(hidden).
			Comment("What the service itself says in the title and the text, apart from its language; empty where people wrote both."),
		field.String("sender").Default("").MaxLen(200).Immutable().
			Comment("Name of the administrator whose broadcast it is, as it was when it went out, or of the one whom an e-mail names as its author; " +
				"empty for what the service itself tells."),
		field.Bool("urgent").Default(false).Immutable().Comment("Whether it is part of an urgent broadcast, which the desk shows above every page until it is read."),
		field.Enum("state").GoType(domain.NotificationState("")).Default(string(domain.NotificationPending)).
			Annotations(entgql.Type("NotificationState")).Comment("Delivery state."),
		field.Enum("timing").GoType(domain.MailTiming("")).Default(string(domain.MailLast)).Annotations(hidden).
			Comment("How soon it goes out, by e-mail."),
		field.UUID("mail_id", idType).Optional().Nillable().Annotations(hidden).
			Comment("First notification of the e-mail that it goes out in, by which a repetition is recognized; none for broadcasts and before it is claimed."),
		field.Int("attempts").Default(0).Annotations(atLeast(0)).
			Annotations(outputOnly).Comment("Number of delivery attempts."),
		field.String("last_error").Default("").MaxLen(500).
			Annotations(outputOnly).Comment("Why the last attempt failed; empty for everybody but administrators."),
		field.Time("next_try_at").Optional().Nillable().SchemaType(timestamps).Annotations(hidden).
			Comment("When it may be claimed for sending, on a channel that can fail; none when it may not. A claim moves it ahead, so that what a " +
				"crash left behind is claimed again."),
		field.UUID("lease", idType).Optional().Nillable().Annotations(hidden).
			Comment("Claim of the instance that is sending it."),
		field.Bool("watched").Default(false).Immutable().Annotations(hidden).
			Comment("Whether its recipient is told since they watch the complaint, and would not be otherwise."),
		mayTime("sent_at", "When it was sent."),
		mayTime("delivered_at", "When it was delivered."),
		mayTime("read_at", "When the recipient read it."),
		createdAt("When it was created."),
	}
}

// Edges of a notification.
func (Notification) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("recipient", User.Type).Field("recipient_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Account it is for; none for a reporter without one."),
		edge.To("contact", Contact.Type).Field("contact_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Contact of the reporter without an account whom it is for; administrators only."),
		edge.To("broadcast", Broadcast.Type).Field("broadcast_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Broadcast it is part of; administrators only."),
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Complaint it is about."),
		edge.To("task", WorkTask.Type).Field("task_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Task it is about."),
	}
}

// Indexes of a notification.
func (Notification) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("recipient_id", "id"),
		index.Fields("recipient_id", "created_at", "id"),
		index.Fields("recipient_id", "channel", "id").Annotations(entsql.IndexWhere("read_at IS NULL")).StorageKey("notification_unread"),
		index.Fields("recipient_id", "id").Annotations(entsql.IndexWhere("urgent AND read_at IS NULL")).StorageKey("notification_urgent"),
		index.Fields("broadcast_id", "recipient_id", "channel").Unique(),
		index.Fields("broadcast_id", "id"),
		index.Fields("broadcast_id", "created_at", "id"),
		index.Fields("broadcast_id", "state", "channel", "id"),
		index.Fields("next_try_at", "id").Annotations(entsql.IndexWhere("next_try_at IS NOT NULL")).StorageKey("notification_queue"),
		// What waits for somebody, and what they got.
		index.Fields("next_try_at", "id").StorageKey("notification_own_queue").
			Annotations(entsql.IndexWhere("next_try_at IS NOT NULL AND timing <> '" + string(domain.MailLast) + "'")),
		index.Fields("recipient_id", "id").Annotations(entsql.IndexWhere("next_try_at IS NOT NULL")).StorageKey("notification_waiting"),
		index.Fields("recipient_id", "sent_at").Annotations(entsql.IndexWhere("mail_id IS NOT NULL")).StorageKey("notification_mailed"),
		// Whoever it is, an address that nobody has confirmed is asked once.
		index.Fields("address_key").Unique().StorageKey("notification_confirmation").
			Annotations(entsql.IndexWhere("kind = '" + domain.ConfirmAddress + "'")),
		index.Fields("address_key", "created_at").StorageKey("notification_address").Annotations(entsql.IndexWhere("address_key IS NOT NULL")),
		index.Fields("contact_id").Annotations(entsql.IndexWhere("contact_id IS NOT NULL")),
		// Most notifications belong to broadcasts and have neither.
		index.Fields("complaint_id").Annotations(entsql.IndexWhere("complaint_id IS NOT NULL")),
		index.Fields("task_id").Annotations(entsql.IndexWhere("task_id IS NOT NULL")),
		index.Fields("created_at", "id"),
	}
}

// Annotations of a notification.
func (Notification) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("notifications"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{{Field: "title", Own: []string{"title", "wording"}}, {Field: "message", Own: []string{"message", "wording"}}}},
		// Nobody would ever send one without a time, nor would its broadcast end.
		entsql.Checks(map[string]string{
			"notifications_pending_is_due":   "state <> 'PENDING' OR next_try_at IS NOT NULL",
			"notifications_are_for_somebody": "recipient_id IS NOT NULL OR contact_id IS NOT NULL",
		}),
		schema.Comment("One message to one person over one channel. Visible to its recipient and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (Notification) Policy() ent.Policy { return policy.Of(policy.NotificationRows) }
