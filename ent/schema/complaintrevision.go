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

// ComplaintRevision is one change of what a complaint says: its texts and its position, before and
// after. Unlike audit entries its texts can be removed.
type ComplaintRevision struct{ ent.Schema }

// Fields of a revision.
func (ComplaintRevision) Fields() []ent.Field {
	changed := func(name string, limit int, comment string) ent.Field {
		return field.Text(name).Optional().Nillable().MaxLen(limit).
			Annotations(outputOnly, entgql.MapsTo(graphName(name))).Comment(comment)
	}
	degrees := func(name, comment string) ent.Field {
		return field.Float(name).Optional().Nillable().Annotations(outputOnly, entgql.MapsTo(graphName(name))).Comment(comment)
	}
	return []ent.Field{
		id(domain.KindComplaintRevision),
		ref("complaint_id", "Complaint that changed."),
		field.Int("seq").Immutable().Annotations(atLeast(1), hidden).
			Comment("Position among the revisions of the complaint, from 1."),
		field.UUID("actor_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("actorId")).
			Comment("Account that changed it."),
		field.Int("complaint_version").Immutable().Annotations(hidden).
			Comment("Version of the complaint after the change."),
		field.Int("internal_changes").Default(0).Immutable().Annotations(hidden).
			Comment("How many of the versions until then its reporter does not know of."),
		changed("title_before", 200, "Title before the change; null if it stayed as it was, empty once it was removed."),
		changed("title_after", 200, "Title after the change; null if it stayed as it was, empty once it was removed."),
		changed("description_before", 10_000, "Description before the change; null if it stayed as it was, empty once it was removed."),
		changed("description_after", 10_000, "Description after the change; null if it stayed as it was, empty once it was removed."),
		changed("address_before", 500, "Address before the change; null if it stayed as it was, empty once it was removed."),
		changed("address_after", 500, "Address after the change; null if it stayed as it was, empty once it was removed."),
		degrees("latitude_before", "Degrees north before the change; null if there was no position, if it stayed as it was, and once it was removed."),
		degrees("longitude_before", "Degrees east before the change; null if there was no position, if it stayed as it was, and once it was removed."),
		degrees("latitude_after", "Degrees north after the change; null if there is no position, if it stayed as it was, and once it was removed."),
		degrees("longitude_after", "Degrees east after the change; null if there is no position, if it stayed as it was, and once it was removed."),
		mayTime("redacted_at", "When an administrator removed its texts and positions; none if they are there."),
		createdAt("When it was changed."),
	}
}

// Edges of a revision.
func (ComplaintRevision) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep, noWhere).
			Comment("Complaint that changed."),
		edge.To("actor", User.Type).Field("actor_id").Unique().Immutable().
			Annotations(keep, noWhere).
			Comment("Account that changed it."),
	}
}

// Indexes of a revision.
func (ComplaintRevision) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("complaint_id", "seq").Unique(),
		index.Fields("complaint_id", "id"),
		index.Fields("complaint_id", "created_at", "id"),
		index.Fields("actor_id"),
	}
}

// Annotations of a revision.
func (ComplaintRevision) Annotations() []schema.Annotation {
	return []schema.Annotation{
		Preload{Fields: []PreloadedField{{Field: "complaintVersion", Own: []string{"complaint_version", "internal_changes"}}}},
		table("complaint_revisions"), entgql.Skip(entgql.SkipWhereInput), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("One change of a complaint's title, description, address or position. Visible to administrators and to the complaint's reporter."),
	}
}

// Policy returns the rules for reading and writing.
func (ComplaintRevision) Policy() ent.Policy {
	return policy.Of(policy.ComplaintRevisionRows, policy.AdminsChange())
}
