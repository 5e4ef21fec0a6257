package graph

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/export"
)

// Links creates signed links with which a viewer's browser opens media and exports for a few
// minutes without a token.
type Links struct {
	key []byte
	now func() time.Time
}

// NewLinks returns Links that are signed with a key.
func NewLinks(key []byte, now func() time.Time) *Links { return &Links{key: key, now: now} }

// Media returns the URL of a file, or of a thumbnail of it, signed for the viewer of the context.
func (l *Links) Media(ctx context.Context, m *ent.Media, of blob.Variant) string {
	v := auth.From(ctx)
	if v == nil {
		return blob.Path(m.ID, of)
	}
	return blob.Sign(l.key, m.ID, of, auth.Grantee{Account: v.ID, Session: v.SessionID}, l.now())
}

// thumbnails are the variants by the sizes that the graph offers.
var thumbnails = map[model.ThumbnailSize]blob.Variant{
	model.ThumbnailSizeS: blob.Small, model.ThumbnailSizeM: blob.Thumbnail, model.ThumbnailSizeL: blob.Large,
}

// Export returns a signed link for the address of an export.
func (l *Links) Export(v *auth.Viewer, address string) export.Link {
	return export.Sign(l.key, address, auth.Grantee{Account: v.ID, Session: v.SessionID}, l.now())
}
