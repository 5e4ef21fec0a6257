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

// counters returns the delivery counters: of people on a broadcast, of notification rows on each
// of its channels. Always recipients = pending + sent + failed + skipped + cancelled;
// delivered and read are parts of sent.
func counters() []ent.Field {
	var fields []ent.Field
	for _, name := range []string{"recipients", "pending", "sent", "delivered", "read", "failed", "skipped", "cancelled"} {
		shown := hidden
		if name == "recipients" {
			shown = orderOnly("RECIPIENTS")
		}
		fields = append(fields, field.Int(name).Default(0).Annotations(shown, atLeast(0)))
	}
	return fields
}

// BroadcastChannel holds the delivery counters of a broadcast over one channel.
type BroadcastChannel struct{ ent.Schema }

// Fields of a channel's counters.
func (BroadcastChannel) Fields() []ent.Field {
	return append([]ent.Field{
		id(domain.KindBroadcastChannel),
		ref("broadcast_id", "Broadcast it belongs to."),
		field.Enum("channel").GoType(domain.Channel("")).Immutable(),
	}, counters()...)
}

// Edges of a channel's counters.
func (BroadcastChannel) Edges() []ent.Edge {
	return []ent.Edge{edge.To("broadcast", Broadcast.Type).Field("broadcast_id").Unique().Required().Immutable().Annotations(keep)}
}

// Indexes of a channel's counters.
func (BroadcastChannel) Indexes() []ent.Index {
	return []ent.Index{index.Fields("broadcast_id", "channel").Unique()}
}

// Annotations of a channel's counters.
func (BroadcastChannel) Annotations() []schema.Annotation {
	return []schema.Annotation{table("broadcast_channels"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (BroadcastChannel) Policy() ent.Policy { return policy.Of(policy.BroadcastChannelRows) }
