package blob

import (
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// Sign makes the root-relative URL that shows a media file to one viewer for a few minutes.
func Sign(key []byte, media uuid.UUID, v Variant, who auth.Grantee, now time.Time) string {
	signature, _ := auth.SignLink(key, Path(media, v), who, now)
	return Path(media, v) + "?" + auth.LinkParam + "=" + signature
}

// Path is the root-relative URL of a media file without a signature.
func Path(media uuid.UUID, v Variant) string {
	p := "/media/" + media.String()
	if v == Thumbnail {
		p += "/thumbnail"
	}
	return p
}

// Verify reads the signature of a link to a media file, as auth.VerifyLink does.
func Verify(key []byte, media uuid.UUID, v Variant, signature string, now time.Time) (auth.Grantee, error) {
	return auth.VerifyLink(key, Path(media, v), signature, now)
}
