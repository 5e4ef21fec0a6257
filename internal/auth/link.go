package auth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// Signed links are for browsers, which send no Authorization header with them. A link grants
// nothing by itself: the handler behind it checks that its session is alive and what its viewer
// may see.
//
// A link is valid for at most LinkLifetime. Its start is rounded down to linkRound, so that within
// that time the same viewer gets the same URL and a page's pictures stay cached.
const (
	LinkLifetime = 5 * time.Minute
	linkRound    = time.Minute
)

// LinkParam is the query parameter that carries the signature.
const LinkParam = "signature"

// Grantee is the viewer that a link was signed for.
type Grantee struct{ Account, Session uuid.UUID }

// linkSize is that of account, session, end as Unix seconds, HMAC-SHA-256.
const linkSize = 16 + 16 + 8 + sha256.Size

var linkText = base64.RawURLEncoding.Strict()

// SignLink returns a signature with which one viewer may open a target, such as a path, and when
// it expires: after LinkLifetime at most.
func SignLink(key []byte, target string, who Grantee, now time.Time) (signature string, end time.Time) {
	body := make([]byte, 0, linkSize)
	body = append(body, who.Account[:]...)
	body = append(body, who.Session[:]...)
	end = now.Truncate(linkRound).Add(LinkLifetime)
	body = binary.BigEndian.AppendUint64(body, uint64(end.Unix()))
	body = append(body, linkMAC(key, target, body)...)
	return linkText.EncodeToString(body), end
}

// VerifyLink returns for whom a target's link was signed. A signature of something else, or of
// nothing, is fault.InvalidToken; an expired one is fault.TokenExpired.
func VerifyLink(key []byte, target, signature string, now time.Time) (Grantee, error) {
	invalid := fault.New(fault.InvalidToken, "The link is not valid.")
	if len(signature) != linkText.EncodedLen(linkSize) {
		return Grantee{}, invalid
	}
	b, err := linkText.DecodeString(signature)
	if err != nil || len(b) != linkSize { // the decoder skips line breaks
		return Grantee{}, invalid
	}
	body, sum := b[:linkSize-sha256.Size], b[linkSize-sha256.Size:]
	if !hmac.Equal(sum, linkMAC(key, target, body)) {
		return Grantee{}, invalid
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(body[32:])) {
		return Grantee{}, fault.New(fault.TokenExpired, "The link has expired.")
	}
	return Grantee{Account: uuid.UUID(body[:16]), Session: uuid.UUID(body[16:32])}, nil
}

// linkMAC returns the MAC of a target and a body. The leading words keep it apart from anything
// else that is ever signed with the same key.
func linkMAC(key []byte, target string, body []byte) []byte {
	m, _ := linkMACs.Get().(*keyedMAC)
	if m == nil || !bytes.Equal(m.key, key) {
		m = &keyedMAC{key: bytes.Clone(key), hash: hmac.New(sha256.New, key)}
	}
	defer linkMACs.Put(m)
	m.hash.Reset()
	m.text = append(m.text[:0], "redress link 1\x00"...)
	m.text = append(m.text, body...) // of fixed length, so that the target begins at a fixed offset
	m.text = append(m.text, target...)
	_, _ = m.hash.Write(m.text) // a hash never fails
	return m.hash.Sum(nil)
}

// linkMACs are hashes of earlier links: to begin one with a key costs as much as a link.
var linkMACs sync.Pool

// keyedMAC is a hash that has begun with a key, and room for what it hashes.
type keyedMAC struct {
	key  []byte
	hash hash.Hash
	text []byte
}
