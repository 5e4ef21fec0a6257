package graph

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/export"
)

// Links makes the addresses under which a viewer's browser opens media and exports for a few
// minutes.
type Links struct {
	key []byte
	now func() time.Time
}

// NewLinks makes links signed with a key.
func NewLinks(key []byte, now func() time.Time) *Links { return &Links{key: key, now: now} }

// Media answers the addresses of a file and of its thumbnail, signed for the viewer of the
// context; a file without a thumbnail has nil there.
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

// Export answers the link that downloads what is at an address.
func (l *Links) Export(v *auth.Viewer, address string) export.Link {
	return export.Sign(l.key, address, auth.Grantee{Account: v.ID, Session: v.SessionID}, l.now())
}
