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

// Media is one photo or video of a task update, a complaint, a comment or late evidence.
type Media struct{ ent.Schema }

// Fields of a media file.
func (Media) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindMedia),
		field.UUID("update_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("updateId")).Comment("Task update it belongs to."),
		field.UUID("complaint_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("complaintId")).Comment("Complaint it belongs to."),
		field.UUID("comment_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("commentId")).Comment("Comment it belongs to."),
		field.UUID("late_evidence_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("lateEvidenceId")).Comment("Late evidence it belongs to."),
		field.UUID("shown_on_id", idType).Optional().Nillable().Annotations(hidden).
			Comment("Complaint in whose media it is listed: the one it belongs to, or the one of its task while it is public."),
		field.UUID("uploaded_by_id", idType).Optional().Nillable().Immutable().
			Annotations(entgql.MapsTo("uploadedById")).Comment("Account that uploaded it; none for an import, and for whoever holds a link."),
		field.Bool("by_link").Default(false).Immutable().Annotations(hidden).Comment("Whether the reporter uploaded it by a link."),
		field.Enum("media_type").GoType(domain.MediaType("")).Immutable().
			Annotations(entgql.Type("MediaType")).Comment("Image or video, detected from the bytes."),
		field.Enum("visibility").GoType(domain.Visibility("")).Default(string(domain.VisibilityInternal)).
			Annotations(entgql.Type("Visibility")).Comment("Whether the reporter may see it."),
		field.String("file_name").MaxLen(255).Immutable().Comment("File name given by the uploader; a label, never a path."),
		field.String("content_type").MaxLen(100).Immutable().Comment("Media type of the bytes, such as image/jpeg."),
		field.Int64("size_bytes").Immutable().Annotations(atLeast(0)).
			Annotations(entgql.Type("Int")).Comment("Size as served, in bytes."),
		field.String("sha256").MaxLen(64).Immutable().Comment("SHA-256 of the bytes as served, in hexadecimal."),
		field.String("received_sha256").MaxLen(64).Immutable().Annotations(hidden).
			Comment("SHA-256 of the bytes as received; identifies a repeated upload."),
		field.Int("width").Optional().Nillable().Immutable().Comment("Width as served, in pixels."),
		field.Int("height").Optional().Nillable().Immutable().Comment("Height as served, in pixels."),
		field.Int64("duration_ms").Optional().Nillable().Immutable().Annotations(hidden).
			Comment("Length of a video in milliseconds."),
		field.String("blob_key").MaxLen(200).Immutable().Sensitive().Unique(),
		field.String("thumbnail_key").Optional().Nillable().MaxLen(200).Immutable().Sensitive().Unique(),
		createdAt("When it was uploaded."),
	}
}

// Edges of a media file.
func (Media) Edges() []ent.Edge {
	noWhere := entgql.Skip(entgql.SkipWhereInput)
	return []ent.Edge{
		edge.To("task_update", TaskUpdate.Type).Field("update_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Task update it belongs to."),
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Complaint it belongs to."),
		edge.To("shown_on", Complaint.Type).Field("shown_on_id").Unique().
			Annotations(keep, entgql.Skip(entgql.SkipAll)).Comment("Complaint in whose media it is listed."),
		edge.To("comment", Comment.Type).Field("comment_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Comment it belongs to."),
		edge.To("late_evidence", LateEvidence.Type).Field("late_evidence_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Late evidence it belongs to."),
		edge.To("uploaded_by", User.Type).Field("uploaded_by_id").Unique().Immutable().
			Annotations(keep, noWhere).Comment("Account that uploaded it."),
	}
}

// Indexes of a media file.
func (Media) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("update_id", "id"),
		index.Fields("update_id", "created_at", "id"),
		index.Fields("shown_on_id", "id"),
		index.Fields("comment_id", "id"),
		index.Fields("late_evidence_id", "id"),
		index.Fields("update_id", "received_sha256").Unique(),
		index.Fields("complaint_id", "received_sha256").Unique(),
		index.Fields("comment_id", "received_sha256").Unique(),
		index.Fields("late_evidence_id", "received_sha256").Unique(),
		index.Fields("uploaded_by_id"),
	}
}

// Annotations of a media file.
func (Media) Annotations() []schema.Annotation {
	return []schema.Annotation{
		table("media"), entgql.RelayConnection(), entgql.MultiOrder(),
		Preload{Fields: []PreloadedField{
			{Field: "url", Own: []string{"id"}},
			{Field: "thumbnailUrl", Own: []string{"thumbnail_key"}},
			{Field: "durationSeconds", Own: []string{"duration_ms"}},
		}},
		schema.Comment("One photo or video. Visible to staff with the row it belongs to, to reporters where it is public or their own."),
	}
}

// Policy returns the rules for reading and writing.
func (Media) Policy() ent.Policy {
	return policy.Of(policy.MediaRows, policy.MediaWrites(), policy.OwnMediaWrites(), policy.PlacedMediaWrites())
}
