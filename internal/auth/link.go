package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// Signed links are for browsers, which send no header with them. A link opens nothing by itself:
// whoever serves it asks whether its session still lives and what that may see.
//
// A link lives at most LinkLifetime. Its end is rounded down to the minute, so that within
// a minute the same viewer gets the same URL and a page's pictures stay cached.
const (
	LinkLifetime = 5 * time.Minute
	linkRound    = time.Minute
)

// LinkParam is the query parameter that carries the signature.
const LinkParam = "signature"

// Grantee is the viewer a link was made for.
type Grantee struct{ Account, Session uuid.UUID }

// linkSize is that of account, session, end as Unix seconds, HMAC-SHA-256.
const linkSize = 16 + 16 + 8 + sha256.Size

var linkText = base64.RawURLEncoding.Strict()

// SignLink answers the signature with which one viewer opens something for a few minutes, and when
// that ends.
func SignLink(key []byte, what string, who Grantee, now time.Time) (signature string, end time.Time) {
	body := make([]byte, 0, linkSize)
	body = append(body, who.Account[:]...)
	body = append(body, who.Session[:]...)
	end = now.Truncate(linkRound).Add(LinkLifetime)
	body = binary.BigEndian.AppendUint64(body, uint64(end.Unix()))
	body = append(body, linkMAC(key, what, body)...)
	return linkText.EncodeToString(body), end
}

// VerifyLink reads a signature. One that was never made, or made for something else, is
// fault.InvalidToken; one whose time is over is fault.TokenExpired.
func VerifyLink(key []byte, what, signature string, now time.Time) (Grantee, error) {
	invalid := fault.New(fault.InvalidToken, "The link is not valid.")
	if len(signature) != linkText.EncodedLen(linkSize) {
		return Grantee{}, invalid
	}
	b, err := linkText.DecodeString(signature)
	if err != nil || len(b) != linkSize { // the decoder skips line breaks
		return Grantee{}, invalid
	}
	body, sum := b[:linkSize-sha256.Size], b[linkSize-sha256.Size:]
	if !hmac.Equal(sum, linkMAC(key, what, body)) {
		return Grantee{}, invalid
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(body[32:])) {
		return Grantee{}, fault.New(fault.TokenExpired, "The link has expired.")
	}
	return Grantee{Account: uuid.UUID(body[:16]), Session: uuid.UUID(body[16:32])}, nil
}

// linkMAC signs all a link says. The leading words keep it apart from anything else that is ever
// signed with the same key.
func linkMAC(key []byte, what string, body []byte) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte("redress link 1\x00")) // a hash never fails
	_, _ = h.Write(body)                         // of one length, so that what follows begins at one place
	_, _ = h.Write([]byte(what))
	return h.Sum(nil)
}
