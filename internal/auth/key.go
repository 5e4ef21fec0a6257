package auth

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"time"
)

// Key is the service's one secret: it signs access tokens and, through keys derived from it,
// links, and generates passwords.
type Key struct {
	private ed25519.PrivateKey
	link    []byte
	drawn   []byte // passwords
	device  []byte // marks of devices
	address []byte // links to pages about e-mail addresses
	code    []byte // codes for links
	proof   []byte // work that strangers prove
	id      string
	jwks    []byte
}

const pemType = "PRIVATE KEY" // PKCS #8, as `openssl genpkey -algorithm ed25519` writes it

// LoadKey reads the key file, and creates it, with its folder, where there is none: mode
// 0600, whole or not at all, the same key for all processes that start at once. A file
// that others than its owner may read, or that holds anything but one good Ed25519 key,
// is an error: the service must not start with it.
func LoadKey(path string) (*Key, error) {
	key, err := readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = createKey(path); err == nil {
			key, err = readKey(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("signing key %s: %w", path, err)
	}
	return key, nil
}

// KeyID returns the id of the key in a file, which it does not make.
func KeyID(path string) (string, error) {
	key, err := readKey(path)
	if err != nil {
		return "", fmt.Errorf("signing key %s: %w", path, err)
	}
	return key.id, nil
}

func readKey(path string) (*Key, error) {
	der, err := ReadKeyFile(path, pemType)
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, errors.New("is not a PKCS #8 key") // the cause may quote what it read
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("is not an Ed25519 key")
	}
	if err := CheckSecret(private.Seed()); err != nil {
		return nil, err
	}
	return newKey(private)
}

func newKey(private ed25519.PrivateKey) (*Key, error) {
	k := &Key{private: private}
	for of, secret := range map[string]*[]byte{
		"redress media links v1": &k.link, "redress generated passwords v1": &k.drawn, "redress device marks v1": &k.device,
		"redress address links v1": &k.address, "redress link codes v1": &k.code, "redress proofs of work v1": &k.proof,
	} {
		var err error
		if *secret, err = hkdf.Key(sha256.New, private.Seed(), nil, of, sha256.Size); err != nil {
			return nil, err
		}
	}
	x := opaque.EncodeToString(private.Public().(ed25519.PublicKey))
	// RFC 7638 section 3: the required members in lexical order, without blanks.
	thumbprint := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	k.id = opaque.EncodeToString(thumbprint[:])
	type jwk struct {
		Kty string `json:"kty"`
		Crv string `json:"crv"`
		X   string `json:"x"`
		Kid string `json:"kid"`
		Use string `json:"use"`
		Alg string `json:"alg"`
	}
	var err error
	k.jwks, err = json.Marshal(map[string][]jwk{"keys": {{"OKP", "Ed25519", x, k.id, "sig", "EdDSA"}}})
	return k, err
}

func createKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	return CreateKeyFile(path, pemType, der)
}

// ID returns the key's id in token headers: its thumbprint (RFC 7638).
func (k *Key) ID() string { return k.id }

// LinkKey returns the secret, 32 bytes, for the HMAC of links to media, to exports and to the
// opt-out page. It is derived from the
// signing key (HKDF), so that neither use says anything about the other.
func (k *Key) LinkKey() []byte { return bytes.Clone(k.link) }

// PasswordKey returns the secret, 32 bytes, from which passwords are derived that a repeated
// request must be told again (HKDF, as with LinkKey).
func (k *Key) PasswordKey() []byte { return bytes.Clone(k.drawn) }

// DeviceKey returns the secret, 32 bytes, that signs the marks of devices (HKDF, as with LinkKey).
func (k *Key) DeviceKey() []byte { return bytes.Clone(k.device) }

// AddressKey returns the secret, 32 bytes, for the HMAC of links by which somebody answers for an e-mail address (HKDF, as with
// LinkKey).
func (k *Key) AddressKey() []byte { return bytes.Clone(k.address) }

// CodeKey returns the key that keeps the codes for links.
func (k *Key) CodeKey() []byte { return bytes.Clone(k.code) }

// ProofKey returns the secret, 32 bytes, with which challenges to prove some work are signed, and tokens of links are derived for
// whoever did it (HKDF, as with LinkKey).
func (k *Key) ProofKey() []byte { return bytes.Clone(k.proof) }

// JWKS returns the public half as a key set (RFC 7517, RFC 8037), for those who verify our tokens.
func (k *Key) JWKS() []byte { return bytes.Clone(k.jwks) }

// ServeHTTP serves the key set to GET and HEAD, conditional requests included.
func (k *Key) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/jwk-set+json")
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("ETag", `"`+k.id+`"`) // everything in the set follows from the key
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(k.jwks))
}
