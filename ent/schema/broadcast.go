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

// Broadcast is a message to an audience. Sent and cancelled broadcasts never change.
type Broadcast struct{ ent.Schema }

// Fields of a broadcast.
func (Broadcast) Fields() []ent.Field {
	fields := []ent.Field{
		id(domain.KindBroadcast),
		field.String("title").MaxLen(200).Annotations(notEmpty, entgql.OrderField("TITLE")).Comment("Title."),
		field.Text("message").MaxLen(10_000).Annotations(notEmpty).Comment("Text of the message."),
		field.JSON("channels", []domain.Channel{}).
			Annotations(entgql.Type("[Channel!]"), outputOnly).
			Comment("Channels it is sent over; IN_APP is always one of them."),
		field.Bool("urgent").Default(false).Comment("Whether it stands above every page of the desk until it is read, and is also e-mailed to " +
			"people who opted out of broadcasts by e-mail."),
		field.Enum("target_type").GoType(domain.TargetType("")).
			Annotations(entgql.Type("TargetType")).Comment("How its audience is chosen."),
		field.String("target_value").Default("").MaxLen(100).
			Comment("Role, zone id or group id; empty for all."),
		field.String("target_label").Default("").MaxLen(200).
			Annotations(hidden).
			Comment("Display name of the target when the audience was chosen."),
		field.Enum("status").GoType(domain.BroadcastStatus("")).
			Annotations(entgql.Type("BroadcastStatus"), entgql.OrderField("STATUS")).Comment("Scheduled, sent or cancelled."),
		field.Time("scheduled_at").SchemaType(timestamps).
			Annotations(entgql.OrderField("SCHEDULED_AT")).Comment("When it is to be sent."),
		field.String("timezone").Default("UTC").MaxLen(64).Comment("Time zone in which the schedule is shown."),
		mayTimeOrdered("sent_at", "When it was delivered to its first recipient."),
		mayTime("cancelled_at", "When it was cancelled or stopped."),
		mayRef("cancelled_by_id", "Administrator who cancelled it."),
		text("cancel_reason", 500, "Why it was cancelled."),
		field.Enum("delivery_state").GoType(domain.DeliveryState("")).Default(string(domain.DeliveryPending)).
			Annotations(entgql.Type("DeliveryState")).Comment("How far its delivery has come."),
		field.Bool("audience_fixed").Default(false).Annotations(hidden).
			Comment("Whether every recipient has notification rows."),
		field.Int("expected").Optional().Nillable().Annotations(hidden, atLeast(0)).
			Comment("Number of people in its audience, counted when delivery began."),
		field.UUID("reached", idType).Optional().Nillable().Annotations(hidden).
			Comment("Cursor of the delivery: the last account whose rows were written or, while failed rows are queued again, the last of those."),
		field.Bool("retrying").Default(false).Annotations(hidden).
			Comment("Whether its failed notifications are being queued again."),
		field.Enum("author_told").GoType(domain.AuthorTold("")).Optional().Nillable().Annotations(hidden).
			Comment("What its author was told of it last; null when there is nothing left to tell."),
		mayTime("started_at", "When delivery began."),
		mayTime("completed_at", "When delivery ended."),
		field.UUID("created_by_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("createdById")).Comment("Administrator who created it."),
		mayRef("updated_by_id", "Administrator who changed it last."),
		createdAt("When it was created."),
		field.Time("updated_at").SchemaType(timestamps).Comment("When it last changed."),
		field.Int("version").Default(1).Comment("Increases with every change; pass it as expectedVersion."),
	}
	return append(fields, counters()...)
}

// Edges of a broadcast.
func (Broadcast) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("created_by", User.Type).Field("created_by_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Administrator who created it."),
		edge.To("updated_by", User.Type).Field("updated_by_id").Unique().
			Annotations(keep, noWhere).Comment("Administrator who changed it last."),
		edge.To("cancelled_by", User.Type).Field("cancelled_by_id").Unique().
			Annotations(keep, noWhere).Comment("Administrator who cancelled it."),
		edge.From("channel_counters", BroadcastChannel.Type).Ref("broadcast").Annotations(hidden),
		edge.From("events", BroadcastEvent.Type).Ref("broadcast").Annotations(hidden),
		edge.From("notifications", Notification.Type).Ref("broadcast").Annotations(entgql.RelayConnection()).
			Comment("One row for each recipient and channel."),
	}
}

// Indexes of a broadcast.
func (Broadcast) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("created_at", "id"),
		index.Fields("scheduled_at", "id"),
		index.Fields("status", "created_at", "id"),
		index.Fields("status", "scheduled_at", "id"),
		index.Fields("target_type", "created_at", "id"),
		index.Fields("delivery_state", "id"),
		index.Fields("scheduled_at", "id").StorageKey("broadcast_at_work").
			Annotations(entsql.IndexWhere("started_at IS NOT NULL AND completed_at IS NULL")),
		index.Fields("id").StorageKey("broadcast_author_told").Annotations(entsql.IndexWhere("author_told IS NOT NULL")),
		index.Fields("created_by_id", "created_at", "id"),
		index.Fields("updated_by_id"),
		index.Fields("cancelled_by_id"),
	}
}

// Annotations of a broadcast.
func (Broadcast) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("broadcasts"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{
			{Field: "recipientCount", Own: []string{"audience_fixed", "recipients"}},
			{Field: "target", Own: []string{"target_type", "target_value", "target_label", "audience_fixed", "recipients"}},
			{Field: "delivery", Edge: "channel_counters"},
			{Field: "availableActions", Edge: "channel_counters"},
			{Field: "history", Edge: "events", With: []string{"actor"}},
		}},
		schema.Comment("A message to an audience. Visible to administrators; recipients see the notification made from it."),
	}
}

// Policy returns the rules for reading and writing.
func (Broadcast) Policy() ent.Policy { return policy.Of(policy.BroadcastRows, policy.AdminsWrite()) }
