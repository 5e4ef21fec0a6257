package auth

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// Key is the service's one secret: it signs access tokens and, through a key derived from
// it, media links.
type Key struct {
	private ed25519.PrivateKey
	media   []byte
	id      string
	jwks    []byte
}

const (
	pemType = "PRIVATE KEY" // PKCS #8, as `openssl genpkey -algorithm ed25519` writes it

	maxKeyFile = 4 << 10

	// A random seed has about 30 different bytes and practically never fewer than 20. One
	// with fewer than 16 was typed or zeroed.
	minSeedVariety = 16
)

// LoadKey reads the key file, and makes it, with its folder, where there is none: mode
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

func readKey(path string) (*Key, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read

	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a file")
	case info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("has mode %04o: only its owner may read it (chmod 600)", info.Mode().Perm())
	case info.Size() == 0:
		return nil, errors.New("is empty: remove it to have a new key made")
	case info.Size() > maxKeyFile:
		return nil, errors.New("is too large for a key")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, err
	}
	return parseKey(text)
}

func parseKey(text []byte) (*Key, error) {
	block, rest := pem.Decode(text)
	if block == nil || block.Type != pemType || len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("is not one PEM block of type " + pemType)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("is not a PKCS #8 key") // the cause may quote what it read
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("is not an Ed25519 key")
	}
	variety := make(map[byte]bool)
	for _, b := range private.Seed() {
		variety[b] = true
	}
	if len(variety) < minSeedVariety {
		return nil, errors.New("is weak: it was not made at random")
	}
	return newKey(private)
}

func newKey(private ed25519.PrivateKey) (*Key, error) {
	media, err := hkdf.Key(sha256.New, private.Seed(), nil, "redress media links v1", sha256.Size)
	if err != nil {
		return nil, err
	}
	x := opaque.EncodeToString(private.Public().(ed25519.PublicKey))
	// RFC 7638 section 3: the required members in lexical order, without blanks.
	thumbprint := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	id := opaque.EncodeToString(thumbprint[:])
	type jwk struct {
		Kty string `json:"kty"`
		Crv string `json:"crv"`
		X   string `json:"x"`
		Kid string `json:"kid"`
		Use string `json:"use"`
		Alg string `json:"alg"`
	}
	jwks, err := json.Marshal(map[string][]jwk{"keys": {{"OKP", "Ed25519", x, id, "sig", "EdDSA"}}})
	if err != nil {
		return nil, err
	}
	return &Key{private: private, media: media, id: id, jwks: jwks}, nil
}

// createKey writes a new key beside the path and links it there. Linking fails when another
// process was faster; then that one's key counts.
func createKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(folder, ".signing-key-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	err = errors.Join(
		pem.Encode(tmp, &pem.Block{Type: pemType, Bytes: der}),
		tmp.Sync(),
		tmp.Close(),
	)
	if err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(folder)
}

// syncFolder makes a new name in a folder outlive a loss of power: a key that went away
// would sign everybody out.
func syncFolder(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// ID is the key's id in token headers: its thumbprint (RFC 7638).
func (k *Key) ID() string { return k.id }

// MediaKey is the secret, 32 bytes, for the HMAC of media links. It is derived from the
// signing key (HKDF), so that neither use says anything about the other.
func (k *Key) MediaKey() []byte { return bytes.Clone(k.media) }

// JWKS is the public half as a key set (RFC 7517, RFC 8037), for those who check our tokens.
func (k *Key) JWKS() []byte { return bytes.Clone(k.jwks) }

// ServeHTTP answers the key set to GET and HEAD, conditional requests included.
func (k *Key) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/jwk-set+json")
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("ETag", `"`+k.id+`"`) // everything in the set follows from the key
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(k.jwks))
}
