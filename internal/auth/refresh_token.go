package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// refreshPrefix lets people and secret scanners recognize a refresh token that leaked.
const refreshPrefix = "rrt_"

// opaque is strict base64url: no padding and no unused bits, so that a value has one encoding.
// Line breaks, which the decoder skips, are for the caller to refuse.
var opaque = base64.RawURLEncoding.Strict()

// NewRefreshToken returns a refresh token of 256 random bits and the hash to store for it.
func NewRefreshToken() (token string, hash []byte) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	sum := sha256.Sum256(secret)
	return refreshPrefix + opaque.EncodeToString(secret), sum[:]
}

// HashRefreshToken returns the SHA-256 hash, 32 bytes, under which a refresh token is
// stored. A fast hash will do: there is nothing to guess. A text that is not such a token
// is InvalidToken.
func HashRefreshToken(token string) ([]byte, error) {
	text, ok := strings.CutPrefix(token, refreshPrefix)
	if !ok || len(text) != opaque.EncodedLen(32) {
		return nil, InvalidToken(errors.New("not a refresh token"))
	}
	secret, err := opaque.DecodeString(text)
	if err != nil || len(secret) != 32 {
		return nil, InvalidToken(errors.New("a refresh token that is not base64url"))
	}
	sum := sha256.Sum256(secret)
	return sum[:], nil
}
