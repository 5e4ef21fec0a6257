package auth_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/auth"
)

func TestLoadKeyMakesOneKeyForAllWhoStartAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "er", "signing.key")
	ids := make([]string, 16)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			key, err := auth.LoadKey(path)
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = key.ID()
		})
	}
	wg.Wait()
	again, err := auth.LoadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range ids {
		if id != again.ID() {
			t.Errorf("start %d has key %q, later starts have %q", i, id, again.ID())
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, %v; want 0600", info.Mode(), err)
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("files left in the folder: %v", names)
	}
}

func TestLoadKeyRefuses(t *testing.T) {
	pkcs8 := func(key any) []byte {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	}
	_, private, _ := ed25519.GenerateKey(rand.Reader)
	curve, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	good := pkcs8(private)
	for name, c := range map[string]struct {
		text []byte
		mode os.FileMode
		says string // empty: accepted
	}{
		"OK":                     {good, 0o600, ""},
		"OK read-only":           {good, 0o400, ""},
		"readable by its group":  {good, 0o640, "chmod 600"},
		"readable by all":        {good, 0o604, "chmod 600"},
		"writable by its group":  {good, 0o620, "chmod 600"},
		"empty":                  {nil, 0o600, "is empty"},
		"cut off":                {good[:len(good)/2], 0o600, "PEM"},
		"not PEM":                {[]byte("hunter2hunter2hunter2hunter2hunt"), 0o600, "PEM"},
		"two keys":               {append(bytes.Clone(good), good...), 0o600, "PEM"},
		"a public key's label":   {bytes.ReplaceAll(good, []byte("PRIVATE"), []byte("PUBLIC")), 0o600, "PEM"},
		"junk in PEM":            {pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("junk")}), 0o600, "PKCS"},
		"a key of another kind":  {pkcs8(curve), 0o600, "Ed25519"},
		"all zeros":              {pkcs8(ed25519.NewKeyFromSeed(make([]byte, 32))), 0o600, "weak"},
		"a phrase":               {pkcs8(ed25519.NewKeyFromSeed([]byte("changeme-changeme-changeme-chang"))), 0o600, "weak"},
		"larger than any key is": {append(bytes.Clone(good), bytes.Repeat([]byte("\n"), 5000)...), 0o600, "large"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "signing.key")
			if err := os.WriteFile(path, c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			_, err := auth.LoadKey(path)
			switch {
			case c.says == "" && err != nil:
				t.Error(err)
			case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
				t.Errorf("err = %v, want one that says %q", err, c.says)
			}
			if kept, _ := os.ReadFile(path); !bytes.Equal(kept, c.text) {
				t.Error("the file was changed")
			}
		})
	}
	if _, err := auth.LoadKey(t.TempDir()); err == nil {
		t.Error("a folder was taken for a key")
	}
}

// The key, thumbprint and set of RFC 8037, appendix A.
func TestJWKSOfRFC8037(t *testing.T) {
	seed := []byte{
		0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4,
		0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
	}
	const (
		x   = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
		kid = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
	)
	key := loadSeed(t, seed)
	var set struct{ Keys []map[string]string }
	if err := json.Unmarshal(key.JWKS(), &set); err != nil || len(set.Keys) != 1 {
		t.Fatalf("%s: %v", key.JWKS(), err)
	}
	for name, want := range map[string]string{
		"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid, "use": "sig", "alg": "EdDSA", "d": "",
	} {
		t.Run(name, func(t *testing.T) {
			if got := set.Keys[0][name]; got != want {
				t.Errorf("%s = %q, want %q", name, got, want)
			}
		})
	}

	first := httptest.NewRecorder()
	key.ServeHTTP(first, httptest.NewRequest(http.MethodGet, "/.well-known/jwks.json", nil))
	if first.Code != 200 || !bytes.Equal(first.Body.Bytes(), key.JWKS()) {
		t.Errorf("answer %d %s", first.Code, first.Body)
	}
	second := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/.well-known/jwks.json", nil)
	r.Header.Set("If-None-Match", first.Header().Get("ETag"))
	key.ServeHTTP(second, r)
	if second.Code != http.StatusNotModified || second.Body.Len() != 0 {
		t.Errorf("conditional answer %d %s", second.Code, second.Body)
	}
}

func TestLinkKeyIsItsOwn(t *testing.T) {
	_, private, _ := ed25519.GenerateKey(rand.Reader)
	key := loadSeed(t, private.Seed())
	media := key.LinkKey()
	if len(media) != 32 || bytes.Equal(media, private.Seed()) || bytes.Equal(media, private[32:]) {
		t.Errorf("media key %x", media)
	}
	if !bytes.Equal(media, loadSeed(t, private.Seed()).LinkKey()) {
		t.Error("the same file gave another media key")
	}
	clear(media)
	if bytes.Equal(media, key.LinkKey()) {
		t.Error("a caller can change the media key")
	}
}

func loadSeed(t testing.TB, seed []byte) *auth.Key {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "signing.key")
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := auth.LoadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
