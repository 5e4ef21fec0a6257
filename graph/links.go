package graph

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
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

// Media returns the URLs of a file and of its thumbnail, signed for the viewer of the context. The
// thumbnail is nil for a file that has none.
func (l *Links) Media(ctx context.Context, m *ent.Media) (url string, thumbnail *string) {
	v := auth.From(ctx)
	if v == nil {
		return blob.Path(m.ID, blob.Original), nil
	}
	who := auth.Grantee{Account: v.ID, Session: v.SessionID}
	url = blob.Sign(l.key, m.ID, blob.Original, who, l.now())
	if m.ThumbnailKey != nil {
		small := blob.Sign(l.key, m.ID, blob.Thumbnail, who, l.now())
		thumbnail = &small
	}
	return url, thumbnail
}

// Export returns a signed link for the address of an export.
func (l *Links) Export(v *auth.Viewer, address string) export.Link {
	return export.Sign(l.key, address, auth.Grantee{Account: v.ID, Session: v.SessionID}, l.now())
}
