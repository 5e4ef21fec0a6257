package blob

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// Sign returns the root-relative URL of a media file, signed for one viewer; see auth.SignLink.
func Sign(key []byte, media uuid.UUID, v Variant, who auth.Grantee, now time.Time) string {
	path := Path(media, v)
	signature, _ := auth.SignLink(key, path, who, now)
	return path + "?" + auth.LinkParam + "=" + signature
}

// Path returns the root-relative URL of a media file without a signature.
func Path(media uuid.UUID, v Variant) string {
	p := "/media/" + media.String()
	if v != Original {
		p += "/" + strings.ReplaceAll(string(v), "-", "/")
	}
	return p
}

// Verify returns for whom a link to a media file was signed; see auth.VerifyLink.
func Verify(key []byte, media uuid.UUID, v Variant, signature string, now time.Time) (auth.Grantee, error) {
	return auth.VerifyLink(key, Path(media, v), signature, now)
}
