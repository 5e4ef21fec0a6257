package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// opaqueToken is a kind of token that says nothing by itself: a prefix, by which people and secret
// scanners recognize one that leaked, and random bytes, of which the SHA-256 hash is stored. A fast hash
// will do: there is nothing to guess.
type opaqueToken struct {
	prefix string
	size   int // bytes
}

var (
	refreshToken = opaqueToken{prefix: "rrt_", size: 32}
	// linkToken is what the link of an e-mail carries in its fragment, which browsers send nobody.
	linkToken = opaqueToken{prefix: "rdl_", size: 16}
)

// opaque is strict base64url: no padding and no unused bits, so that a value has one encoding.
// Line breaks, which the decoder skips, are for the caller to refuse.
var opaque = base64.RawURLEncoding.Strict()

// draw returns a new token and the hash to store for it.
func (o opaqueToken) draw() (token string, hash []byte) {
	secret := make([]byte, o.size)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	return o.of(secret)
}

// of returns the token of some bytes and the hash to store for it.
func (o opaqueToken) of(secret []byte) (token string, hash []byte) {
	sum := sha256.Sum256(secret)
	return o.prefix + opaque.EncodeToString(secret), sum[:]
}

// hash returns the hash under which a token is stored. A text that is not such a token is InvalidToken.
func (o opaqueToken) hash(token string) ([]byte, error) {
	text, ok := strings.CutPrefix(token, o.prefix)
	if !ok || len(text) != opaque.EncodedLen(o.size) {
		return nil, InvalidToken(errors.New("not a token of this kind"))
	}
	secret, err := opaque.DecodeString(text)
	if err != nil || len(secret) != o.size {
		return nil, InvalidToken(errors.New("an opaque token that is not base64url"))
	}
	sum := sha256.Sum256(secret)
	return sum[:], nil
}

// NewRefreshToken returns a refresh token of 256 random bits and the hash to store for it.
func NewRefreshToken() (token string, hash []byte) { return refreshToken.draw() }

// HashRefreshToken returns the hash, 32 bytes, under which a refresh token is stored. A text that is
// not such a token is InvalidToken.
func HashRefreshToken(token string) ([]byte, error) { return refreshToken.hash(token) }

// NewLinkToken returns the token of a link of 128 random bits and the hash to store for it.
func NewLinkToken() (token string, hash []byte) { return linkToken.draw() }

// DeriveLinkToken returns the token of a link that a secret gives for some text, the same each time, and the hash to store for it: a
// repeated request is told its token again, which is stored nowhere.
func DeriveLinkToken(secret, from []byte) (token string, hash []byte) {
	h := hmac.New(sha256.New, secret)
	_, _ = h.Write(from) // a hash never fails
	return linkToken.of(h.Sum(nil)[:linkToken.size])
}

// HashLinkToken returns the hash, 32 bytes, under which the token of a link is stored. A text that is
// not such a token is InvalidToken.
func HashLinkToken(token string) ([]byte, error) { return linkToken.hash(token) }

// linkTokens finds tokens of links.
var linkTokens = regexp.MustCompile(fmt.Sprintf(`%s[A-Za-z0-9_-]{%d}`, linkToken.prefix, opaque.EncodedLen(linkToken.size)))

// ContainsLinkToken reports whether the token of a link is anywhere in a text.
func ContainsLinkToken(text string) bool { return linkTokens.MatchString(text) }

// isLinkToken reports whether a text is meant to be the token of a link.
func isLinkToken(token string) bool { return strings.HasPrefix(token, linkToken.prefix) }
