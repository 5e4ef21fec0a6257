package graph

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

// Links makes the addresses under which a viewer's browser opens media for a few minutes.
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
	who := blob.Grantee{Account: v.ID, Session: v.SessionID}
	url = blob.Sign(l.key, m.ID, blob.Original, who, l.now())
	if m.ThumbnailKey != nil {
		small := blob.Sign(l.key, m.ID, blob.Thumbnail, who, l.now())
		thumbnail = &small
	}
	return url, thumbnail
}
