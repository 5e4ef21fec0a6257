package blob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// A link lives at most five minutes. Its end is rounded down to the minute, so that within
// a minute the same viewer gets the same URL and a page's pictures stay cached.
const (
	linkLife  = 5 * time.Minute
	linkRound = time.Minute
)

// LinkParam is the query parameter that carries the signature.
const LinkParam = "signature"

// Grantee is the viewer a link was made for. The link opens nothing by itself: whoever
// serves it asks whether this session still lives and may still see the file.
type Grantee struct{ Account, Session uuid.UUID }

// linkBytes: account, session, end as Unix seconds, HMAC-SHA-256.
const linkBytes = 16 + 16 + 8 + sha256.Size

var linkText = base64.RawURLEncoding.Strict()

// Sign makes the root-relative URL that shows a media file to one viewer for a few minutes.
func Sign(key []byte, media uuid.UUID, v Variant, who Grantee, now time.Time) string {
	body := make([]byte, 0, linkBytes)
	body = append(body, who.Account[:]...)
	body = append(body, who.Session[:]...)
	end := now.Truncate(linkRound).Add(linkLife)
	body = binary.BigEndian.AppendUint64(body, uint64(end.Unix()))
	body = append(body, linkMAC(key, media, v, body)...)
	return Path(media, v) + "?" + LinkParam + "=" + linkText.EncodeToString(body)
}

// Path is the root-relative URL of a media file without a signature.
func Path(media uuid.UUID, v Variant) string {
	p := "/media/" + media.String()
	if v == Thumbnail {
		p += "/thumbnail"
	}
	return p
}

// Verify reads the signature of a link to a media file. A link that was never made, or
// made for another file or variant, is fault.InvalidToken; one whose time is over is
// fault.TokenExpired.
func Verify(key []byte, media uuid.UUID, v Variant, signature string, now time.Time) (Grantee, error) {
	invalid := fault.New(fault.InvalidToken, "The link is not valid.")
	if len(signature) != linkText.EncodedLen(linkBytes) {
		return Grantee{}, invalid
	}
	b, err := linkText.DecodeString(signature)
	if err != nil || len(b) != linkBytes { // the decoder skips line breaks
		return Grantee{}, invalid
	}
	body, mac := b[:linkBytes-sha256.Size], b[linkBytes-sha256.Size:]
	if !hmac.Equal(mac, linkMAC(key, media, v, body)) {
		return Grantee{}, invalid
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(body[32:])) {
		return Grantee{}, fault.New(fault.TokenExpired, "The link has expired.")
	}
	return Grantee{Account: uuid.UUID(body[:16]), Session: uuid.UUID(body[16:32])}, nil
}

// linkMAC signs all a link says. The leading words keep it apart from anything else that
// is ever signed with the same key.
func linkMAC(key []byte, media uuid.UUID, v Variant, body []byte) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte("redress media link 1\x00" + string(v) + "\x00")) // a hash never fails
	_, _ = h.Write(media[:])
	_, _ = h.Write(body)
	return h.Sum(nil)
}
