package desk

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/fault"
)

// Original opens a file that the viewer may see, not_found if it is gone or damaged: blob.OpenWhole.
func (d *Desk) Original(ctx context.Context, m *ent.Media) (*blob.Object, error) {
	return blob.OpenWhole(ctx, d.media, stored(m))
}

func stored(m *ent.Media) blob.Stored {
	return blob.Stored{Media: m.ID, ContentType: m.ContentType, Size: m.SizeBytes, SHA256: m.Sha256}
}

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
	return d.intake.Thumbnail(ctx, stored(m), v, func(ctx context.Context) (bool, error) {
		return d.Client.Media.Query().Where(media.ID(m.ID)).Exist(auth.System(ctx, "keep no thumbnail of a file that was deleted"))
	})
}
