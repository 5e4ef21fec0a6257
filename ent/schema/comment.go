package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Comment is a remark on a complaint.
type Comment struct{ ent.Schema }

// Fields of a comment.
func (Comment) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindComment),
		ref("complaint_id", "Complaint it is about."),
		field.UUID("author_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("authorId")).
			Comment("Account that wrote it; none for an import, and for whoever holds a link."),
		field.Bool("by_link").Default(false).Immutable().Annotations(hidden).Comment("Whether the reporter wrote it by a link."),
		field.Text("text").MaxLen(5_000).Comment("Text of the comment; empty after an administrator redacted it."),
		field.Enum("visibility").GoType(domain.Visibility("")).Immutable().
			Annotations(entgql.Type("Visibility")).
			Comment("Whether the reporter may see it."),
		createdAt("When it was written."),
	}
}

// Edges of a comment.
func (Comment) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).
			Comment("Complaint it is about."),
		edge.To("author", User.Type).Field("author_id").Unique().Immutable().
			Annotations(keep, entgql.Skip(entgql.SkipWhereInput)).
			Comment("Account that wrote it."),
		edge.From("media", Media.Type).Ref("comment").
			Annotations(entgql.RelayConnection()).
			Comment("Photos and videos attached to it; they share its visibility."),
		edge.To("mentioned", User.Type).Through("mentions", Mention.Type).
			Annotations(entgql.Skip(entgql.SkipWhereInput)).
			Comment("Administrators whom it mentions, at most 10; none unless it is internal."),
	}
}

// Mention links an internal note to an administrator whom it mentions.
type Mention struct{ ent.Schema }

// Fields of a mention.
func (Mention) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("comment_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of a mention.
func (Mention) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("comment", Comment.Type).Field("comment_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Annotations of a mention.
func (Mention) Annotations() []schema.Annotation {
	return []schema.Annotation{table("mentions"), field.ID("comment_id", "user_id"), entgql.Skip(entgql.SkipAll)}
}

// Indexes of a mention.
func (Mention) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id")} }

// Policy returns the rules for reading and writing.
func (Mention) Policy() ent.Policy { return policy.Of(policy.MentionRows, policy.MentionWrites()) }

// Indexes of a comment.
func (Comment) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("complaint_id", "id"),
		index.Fields("complaint_id", "created_at", "id"),
		index.Fields("author_id"),
	}
}

// Annotations of a comment.
func (Comment) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("comments"), entgql.RelayConnection(), entgql.MultiOrder(),
		schema.Comment("A remark on a complaint. Public comments are visible with the complaint, internal ones to administrators and their author."),
	}
}

// Policy returns the rules for reading and writing.
func (Comment) Policy() ent.Policy {
	return policy.Of(policy.CommentRows, policy.AdminsWrite(), policy.CommentWrites())
}
