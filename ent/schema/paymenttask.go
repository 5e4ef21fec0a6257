package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/policy"
)

// PaymentTask links a settlement to a task that it pays for.
type PaymentTask struct{ ent.Schema }

// Fields of a link.
func (PaymentTask) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("payment_id", uuid.UUID{}).Immutable(),
		field.UUID("task_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of a link.
func (PaymentTask) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("payment", Payment.Type).Field("payment_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("task", WorkTask.Type).Field("task_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of a link.
func (PaymentTask) Indexes() []ent.Index { return []ent.Index{index.Fields("task_id")} }

// Annotations of a link.
func (PaymentTask) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_tasks"), field.ID("payment_id", "task_id"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (PaymentTask) Policy() ent.Policy { return policy.AddedOnly(policy.PaymentTaskRows) }
