package desk

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/fault"
)

// Thumbnail opens a thumbnail of a file that the viewer may see. A size that was not made with the upload is
// made when it is first opened. not_found for a file that has none: a video, and a picture that takes too
// much to be decoded.
func (d *Desk) Thumbnail(ctx context.Context, m *ent.Media, v blob.Variant) (*blob.Object, error) {
	if m.ThumbnailKey == nil || m.Width == nil || m.Height == nil {
		return nil, fault.Missing("thumbnail")
	}
	if v = v.Rendition(*m.Width, *m.Height); !v.Remade() {
		return d.media.Open(ctx, *m.ThumbnailKey)
	}
	return d.intake.Thumbnail(ctx, m.ID, m.ContentType, v, func(ctx context.Context) (bool, error) {
		return d.Client.Media.Query().Where(media.ID(m.ID)).Exist(auth.System(ctx, "keep no thumbnail of a file that was deleted"))
	})
}
