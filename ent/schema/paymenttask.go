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

// PaymentTask says that a settlement pays for a task.
type PaymentTask struct{ ent.Schema }

// Fields of the pair.
func (PaymentTask) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("payment_id", uuid.UUID{}).Immutable(),
		field.UUID("task_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of the pair.
func (PaymentTask) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("payment", Payment.Type).Field("payment_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("task", WorkTask.Type).Field("task_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of the pair.
func (PaymentTask) Indexes() []ent.Index { return []ent.Index{index.Fields("task_id")} }

// Annotations of the pair.
func (PaymentTask) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_tasks"), field.ID("payment_id", "task_id"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is.
func (PaymentTask) Policy() ent.Policy { return policy.AddedOnly(policy.PaymentTaskRows) }
