package ledger

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/redress/redress/internal/auth"
)

// KeyType is the type in the file of the key, a PEM block of 32 random bytes.
const KeyType = "REDRESS LEDGER KEY"

const keySize = 32

// key is the secret of the ledger. Unlike the signing key it can't be replaced: what was
// written with it can be checked with it alone.
type key struct {
	secret []byte
	id     string // is in the heads; reveals nothing about the secret
}

func readKey(path string) (*key, error) {
	secret, err := auth.ReadKeyFile(path, KeyType)
	if err != nil {
		return nil, err
	}
	if len(secret) != keySize {
		return nil, errors.New("is not a key of 32 bytes")
	}
	if err := auth.CheckSecret(secret); err != nil {
		return nil, err
	}
	k := &key{secret: secret}
	k.id = hex.EncodeToString(k.mac("key id")[:16])
	return k, nil
}

// KeyID returns the id of the key in a file, as the heads of the chains have it.
func KeyID(path string) (string, error) {
	k, err := readKey(path)
	if err != nil {
		return "", fmt.Errorf("%w %s: %w", ErrKey, path, err)
	}
	return k.id, nil
}

func createKey(path string) (*key, error) {
	secret := make([]byte, keySize)
	_, _ = rand.Read(secret) // never fails: it ends the program instead
	if err := auth.CreateKeyFile(path, KeyType, secret); err != nil {
		return nil, err
	}
	return readKey(path)
}

// mac is the keyed hash of texts, the first of which says what for.
func (k *key) mac(use string, texts ...string) []byte {
	buf := appendText(make([]byte, 0, 256), use)
	for _, t := range texts {
		buf = appendText(buf, t)
	}
	return k.sum(buf)
}

func (k *key) sum(message []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	_, _ = h.Write(message) // a hash never fails
	return h.Sum(nil)
}

// appendText writes a text after its length, so that no two lists of texts look alike.
func appendText(buf []byte, text string) []byte {
	return append(binary.AppendUvarint(buf, uint64(len(text))), text...)
}
