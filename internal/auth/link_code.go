package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"unicode"
)

const (
	// linkCodeLength is how many letters a code for a link has. There are 20 to the power of 8 codes, 2.5e10, of which one may try a handful.
	linkCodeLength = 8

	// linkCodeLetters are consonants: they spell no words, and none looks like a digit.
	linkCodeLetters = "BCDFGHJKLMNPQRSTVWXZ"
)

// NewLinkCode returns random letters that are read out on the telephone for a link.
func NewLinkCode() string {
	const unbiased = 256 - 256%len(linkCodeLetters)
	code, some := make([]byte, 0, linkCodeLength), make([]byte, 2*linkCodeLength)
	for len(code) < linkCodeLength {
		_, _ = rand.Read(some) // never fails: crypto/rand ends the program instead
		for _, b := range some {
			if int(b) < unbiased && len(code) < linkCodeLength {
				code = append(code, linkCodeLetters[int(b)%len(linkCodeLetters)])
			}
		}
	}
	return string(code)
}

// TidyLinkCode returns a code as NewLinkCode returns it, of what somebody has typed: in small letters too, and with blanks or hyphens between them. It is
// false for what is no code.
func TidyLinkCode(typed string) (string, bool) {
	code := strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, typed)
	return code, len(code) == linkCodeLength && strings.Trim(code, linkCodeLetters) == ""
}

// HashLinkCode returns the hash, 32 bytes, under which the code for a link to the complaint with a reference is stored. Without the secret it can't be
// guessed: there are too few codes for a hash alone.
func HashLinkCode(secret []byte, reference, code string) []byte {
	h := hmac.New(sha256.New, secret)
	_, _ = h.Write([]byte(reference + "\x00" + code)) // a hash never fails
	return h.Sum(nil)
}
