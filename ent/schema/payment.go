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

// Payment is one row of a provider's ledger. Rows are never updated or deleted.
type Payment struct{ ent.Schema }

// Fields of a payment.
func (Payment) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindPayment),
		ref("provider_id", "Service provider that was paid."),
		field.Enum("type").GoType(domain.PaymentType("")).Immutable().
			Annotations(entgql.Type("PaymentType")).Comment("Settlement or reversal."),
		field.Int64("amount_minor").Immutable().
			Annotations(entgql.Type("MinorUnits"), entgql.OrderField("AMOUNT_MINOR")).
			Comment("Amount in minor units of the currency; negative in a reversal."),
		field.String("currency").Immutable().Annotations(match(currency)).Comment("ISO 4217 code of the currency."),
		day("payment_date", "Day of the payment.", entgql.OrderField("PAYMENT_DATE")),
		field.Enum("payment_method").GoType(domain.PaymentMethod("")).Immutable().
			Annotations(entgql.Type("PaymentMethod")).Comment("Payment method."),
		field.String("payment_reference").MaxLen(100).Immutable().Comment("Reference of the transfer."),
		field.String("invoice_number").Default("").MaxLen(100).Immutable().Comment("Number of the invoice that it settles."),
		mayDay("period_from", "First day of the period it covers."),
		mayDay("period_to", "Last day of the period it covers."),
		field.Text("remarks").Default("").MaxLen(2_000).Immutable().Comment("Remarks."),
		field.UUID("recorded_by_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("recordedById")).Comment("Administrator who recorded it."),
		field.UUID("reverses_id", idType).Optional().Nillable().Immutable().Unique().
			Annotations(entgql.MapsTo("reversesId")).Comment("Settlement that this reversal reverses."),
		createdAt("When it was recorded.", Microseconds{}),
		field.Int("lane").Default(0).Immutable().Annotations(hidden).Comment("Shard: which of the chains of payments it belongs to."),
		field.Int64("seq").Immutable().Annotations(hidden).Comment("Position in that chain, from 1."),
		chainHash(),
	}
}

// Edges of a payment.
func (Payment) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("provider", ServiceProvider.Type).Field("provider_id").Unique().Required().Immutable().
			Annotations(keep, noWhere, entgql.OrderField("PROVIDER_NAME")).Comment("Service provider that was paid."),
		edge.To("recorded_by", User.Type).Field("recorded_by_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Administrator who recorded it."),
		edge.To("reversed_by", Payment.Type).Unique().Immutable().
			Annotations(keep, noWhere).Comment("Reversal of this settlement, if there is one.").
			From("reverses").Field("reverses_id").Unique().Immutable().
			Annotations(noWhere).Comment("Settlement that this reversal reverses."),
		edge.To("tasks", WorkTask.Type).Through("payment_tasks", PaymentTask.Type).
			Annotations(entgql.RelayConnection()).Comment("Tasks that this settlement pays for."),
	}
}

// Indexes of a payment.
func (Payment) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("lane", "seq").Unique(),
		index.Fields("provider_id", "payment_date", "id"),
		index.Fields("provider_id", "id"),
		index.Fields("provider_id", "created_at", "id"),
		index.Fields("provider_id", "amount_minor", "id"),
		index.Fields("payment_date", "id"),
		index.Fields("amount_minor", "id"),
		index.Fields("created_at", "id"),
		index.Fields("type", "id"),
		index.Fields("payment_reference"),
		index.Fields("recorded_by_id"),
	}
}

// Annotations of a payment.
func (Payment) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("payments"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{
			{Field: "amount", Own: []string{"amount_minor", "currency"}},
			{Field: "period", Own: []string{"period_from", "period_to"}},
			{Field: "status", Own: []string{"id"}, Edge: "reversed_by", Columns: []string{"id"}},
			{Field: "taskIds", Own: []string{"id"}, Edge: "payment_tasks"},
			{Field: "availableActions", Edge: "reversed_by", Columns: []string{"id"}},
		}},
		schema.Comment("One row of a service provider's append-only ledger. Visible to the provider and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (Payment) Policy() ent.Policy { return policy.AddedOnly(policy.PaymentRows, policy.AdminsAdd()) }
