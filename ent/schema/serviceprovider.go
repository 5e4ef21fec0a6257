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

// ServiceProvider is a company that is paid for its solvers' work.
type ServiceProvider struct{ ent.Schema }

// Fields of a service provider.
func (ServiceProvider) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindServiceProvider),
		field.String("name").MaxLen(200).Annotations(notEmpty).Unique().
			Annotations(entgql.OrderField("NAME")).Comment("Name."),
		field.Bool("active").Default(true).Comment("Whether it may be assigned new work."),
		field.Int("version").Default(1).Comment("Increases with every change; pass it as expectedVersion."),
		createdAt("When it was created."),
		searchText("Folded name."),
	}
}

// Edges of a service provider.
func (ServiceProvider) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("payments", Payment.Type).Ref("provider").Annotations(entgql.RelayConnection()).
			Comment("Its payments."),
		edge.From("tasks", WorkTask.Type).Ref("provider").Annotations(entgql.RelayConnection()).
			Comment("Tasks it is paid for."),
		edge.From("members", User.Type).Ref("provider").Annotations(hidden),
		edge.From("payment_days", PaymentDay.Type).Ref("provider").Annotations(hidden),
		edge.From("payment_sums", PaymentSum.Type).Ref("provider").Annotations(hidden),
	}
}

// Indexes of a service provider.
func (ServiceProvider) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at", "id")}
}

// Annotations of a service provider.
func (ServiceProvider) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("service_providers"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("A company that is paid for its solvers' work. Visible to its own accounts and to administrators."),
	}
}

// Policy returns the rules for reading and writing.
func (ServiceProvider) Policy() ent.Policy {
	return policy.Of(policy.ServiceProviderRows, policy.AdminsWrite())
}
