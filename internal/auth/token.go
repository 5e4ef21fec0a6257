package auth

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/redress/redress/internal/domain"
)

const (
	tokenType     = "at+jwt"               // RFC 9068
	maxToken      = 4 << 10                // bytes; more is refused unread
	clockSkew     = 30 * time.Second       // an instance's clock may be ahead of another's
	cacheLifetime = 500 * time.Millisecond // of a viewer: half of the second in which a change must take effect
	cacheSize     = 8 << 10
)

// Issuer says whose tokens are accepted. Signer and Verifier must be given the same one.
type Issuer struct {
	Name     string // the claim iss
	Audience string // the claim aud
	Now      func() time.Time
}

// Claims are those of a valid token. They hold no role: it is read from the
// database at each request.
type Claims struct {
	Account uuid.UUID // sub
	Session uuid.UUID // sid

	issued, expires, notBefore time.Time
}

// Expires returns the instant from which the token is no longer valid.
func (c Claims) Expires() time.Time { return c.expires }

// Signer signs access tokens: JWTs in the profile of RFC 9068, signed with EdDSA.
type Signer struct {
	key    *Key
	issuer Issuer
}

// NewSigner creates a signer of the issuer's tokens.
func NewSigner(key *Key, issuer Issuer) *Signer { return &Signer{key, issuer} }

// Sign returns an access token for a session of an account. The lifetime is cut to whole
// seconds and is at least one.
func (s *Signer) Sign(account, session uuid.UUID, lifetime time.Duration) (string, error) {
	if lifetime < time.Second {
		return "", fmt.Errorf("a token can't live for %v", lifetime)
	}
	now := s.issuer.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss": s.issuer.Name,
		"aud": s.issuer.Audience,
		"sub": account.String(),
		"sid": session.String(),
		"jti": uuid.NewString(),
		"iat": now.Unix(),
		"exp": now.Unix() + int64(lifetime/time.Second),
	})
	token.Header["typ"] = tokenType
	token.Header["kid"] = s.key.id
	return token.SignedString(s.key.private)
}

// Verifier verifies access tokens. It caches the claims of good ones, by the token itself, until others
// push them out: what a token says never changes, and verifying its signature costs more than everything
// else about a small request. Its times are compared at each request.
type Verifier struct {
	public ed25519.PublicKey
	kid    string
	issuer Issuer
	cache  *lru.Cache[string, Claims]
}

// NewVerifier creates a verifier of the issuer's tokens.
func NewVerifier(key *Key, issuer Issuer) (*Verifier, error) {
	good, err := lru.New[string, Claims](cacheSize)
	if err != nil {
		return nil, err
	}
	public := key.private.Public().(ed25519.PublicKey)
	return &Verifier{public: public, kid: key.id, issuer: issuer, cache: good}, nil
}

// Verify returns the claims of a valid token, TokenExpired for a token that is valid but for its
// time, and the one InvalidToken for all others (docs/product.md, Sign-in and tokens).
func (v *Verifier) Verify(token string) (Claims, error) {
	if len(token) > maxToken {
		return Claims{}, InvalidToken(errors.New("the token is too long"))
	}
	now := v.issuer.Now()
	c, known := v.cache.Get(token)
	if !known {
		var err error
		if c, err = v.read(token); err != nil {
			return Claims{}, InvalidToken(err)
		}
		v.cache.Add(strings.Clone(token), c) // of a header, whose other lines would stay as well
	}
	switch {
	case c.issued.After(now.Add(clockSkew)):
		return Claims{}, InvalidToken(errors.New("the token was issued in the future"))
	case c.notBefore.After(now.Add(clockSkew)):
		return Claims{}, InvalidToken(errors.New("the token is not valid yet"))
	case !now.Before(c.expires):
		v.cache.Remove(token)
		return Claims{}, TokenExpired()
	default:
		return c, nil
	}
}

// fresh reports whether what was cached at an instant may still be used. When the clock goes
// back, nothing may.
func fresh(at, now time.Time) bool {
	age := now.Sub(at)
	return age >= 0 && age < cacheLifetime
}

// read checks everything about a token but the time. It does not use the library's parser,
// which accepts names in any case and twice, unknown "crit", and times of other types.
func (v *Verifier) read(token string) (Claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || strings.ContainsAny(token, "\r\n") {
		return Claims{}, errors.New("not three segments of base64url")
	}
	head, err := readObject(parts[0])
	if err != nil {
		return Claims{}, fmt.Errorf("header: %w", err)
	}
	if err := v.checkHeader(head); err != nil {
		return Claims{}, err
	}
	signature, err := opaque.DecodeString(parts[2])
	if err != nil {
		return Claims{}, errors.New("the signature is not base64url")
	}
	signed := token[:len(parts[0])+1+len(parts[1])]
	if err := jwt.SigningMethodEdDSA.Verify(signed, signature, v.public); err != nil {
		return Claims{}, err
	}
	body, err := readObject(parts[1])
	if err != nil {
		return Claims{}, fmt.Errorf("claims: %w", err)
	}
	return v.readClaims(body)
}

func (v *Verifier) checkHeader(head object) error {
	for _, name := range []string{"crit", "b64", "jku", "jwk", "x5u", "x5c"} {
		if _, found := head[name]; found {
			return fmt.Errorf("the header %s is not allowed", name)
		}
	}
	for name, want := range map[string]string{"alg": jwt.SigningMethodEdDSA.Alg(), "typ": tokenType, "kid": v.kid} {
		if got, err := head.str(name); err != nil || got != want {
			return fmt.Errorf("the header %s is not ours", name)
		}
	}
	return nil
}

func (v *Verifier) readClaims(body object) (c Claims, err error) {
	iss, err := body.str("iss")
	if err != nil || iss != v.issuer.Name {
		return c, errors.New("iss is not ours")
	}
	aud, err := body.strs("aud")
	if err != nil || !slices.Contains(aud, v.issuer.Audience) {
		return c, errors.New("aud is not ours")
	}
	if c.Account, err = body.id("sub"); err != nil {
		return c, err
	}
	if c.Session, err = body.id("sid"); err != nil {
		return c, err
	}
	if c.expires, err = body.time("exp"); err != nil {
		return c, err
	}
	if c.issued, err = body.time("iat"); err != nil {
		return c, err
	}
	if _, found := body["nbf"]; found {
		if c.notBefore, err = body.time("nbf"); err != nil {
			return c, err
		}
	}
	if _, found := body["jti"]; found {
		if _, err = body.str("jti"); err != nil {
			return c, err
		}
	}
	return c, nil
}

// object is a JSON object, its names as they are written, each once.
type object map[string]json.RawMessage

func readObject(segment string) (object, error) {
	text, err := opaque.DecodeString(segment)
	if err != nil {
		return nil, errors.New("not base64url")
	}
	if !json.Valid(text) { // refuses trailing bytes, which a decoder would leave unread
		return nil, errors.New("not JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("not an object")
	}
	o := make(object)
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		key := name.(string) // names are strings in valid JSON
		if _, duplicate := o[key]; duplicate {
			return nil, fmt.Errorf("%q is there twice", key)
		}
		o[key] = value
	}
	return o, nil
}

// str returns a string that is not empty. Null and what is missing are errors.
func (o object) str(name string) (string, error) {
	var s *string
	if err := json.Unmarshal(o.value(name), &s); err != nil || s == nil || *s == "" {
		return "", fmt.Errorf("%s is not a text", name)
	}
	return *s, nil
}

// strs returns a string or a list of strings (RFC 7519 section 4.1.3).
func (o object) strs(name string) ([]string, error) {
	if s, err := o.str(name); err == nil {
		return []string{s}, nil
	}
	var list []*string
	if err := json.Unmarshal(o.value(name), &list); err != nil || slices.Contains(list, nil) {
		return nil, fmt.Errorf("%s is not a list of texts", name)
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = *s
	}
	return texts, nil
}

func (o object) id(name string) (uuid.UUID, error) {
	s, err := o.str(name)
	if err != nil {
		return uuid.Nil, err
	}
	id, err := domain.ParseID(s)
	if err != nil || id == uuid.Nil {
		return uuid.Nil, fmt.Errorf("%s is not an id", name)
	}
	return id, nil
}

// time reads a JSON number of seconds (RFC 7519, NumericDate), fractions dropped.
func (o object) time(name string) (time.Time, error) {
	const year9999 = 253402300799
	var seconds *float64
	err := json.Unmarshal(o.value(name), &seconds)
	if err != nil || seconds == nil || math.Abs(*seconds) > year9999 {
		return time.Time{}, fmt.Errorf("%s is not a time", name)
	}
	return time.Unix(int64(*seconds), 0), nil
}

func (o object) value(name string) json.RawMessage {
	if value, found := o[name]; found {
		return value
	}
	return json.RawMessage("null")
}
