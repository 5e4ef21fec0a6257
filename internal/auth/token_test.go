package auth_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// env is one service with one account that is signed in.
type env struct {
	private          ed25519.PrivateKey
	key              *auth.Key
	now              time.Time
	account, session uuid.UUID
	role             domain.Role
	refusal          error  // what the sessions answer, if not a viewer
	asked            int    // how often the sessions were asked
	link             []byte // hash of the token of one that leads to a complaint

	signer        *auth.Signer
	authenticator *auth.Authenticator
	handler       http.Handler
}

func newEnv(t testing.TB) *env {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w := &env{
		private: private,
		key:     loadSeed(t, private.Seed()),
		now:     time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC),
		account: domain.NewID(domain.KindUser),
		session: domain.NewID(domain.KindSession),
		role:    domain.RoleSolver,
	}
	issuer := auth.Issuer{Name: "redress", Audience: "redress-api", Now: func() time.Time { return w.now }}
	w.signer = auth.NewSigner(w.key, issuer)
	verifier, err := auth.NewVerifier(w.key, issuer)
	if err != nil {
		t.Fatal(err)
	}
	if w.authenticator, err = auth.NewAuthenticator(verifier, w, w); err != nil {
		t.Fatal(err)
	}
	w.handler = w.authenticator.Middleware(auth.ClientAddress(nil))(http.HandlerFunc(echoViewer))
	return w
}

// Viewer is the database's side.
func (w *env) Viewer(_ context.Context, account, session uuid.UUID) (*auth.Viewer, error) {
	w.asked++
	if w.refusal != nil {
		return nil, w.refusal
	}
	if account != w.account || session != w.session {
		return nil, auth.InvalidToken(nil)
	}
	return &auth.Viewer{ID: account, SessionID: session, Role: w.role}, nil
}

// LinkViewer is the database's side of links.
func (w *env) LinkViewer(_ context.Context, hash []byte) (*auth.Viewer, error) {
	w.asked++
	if w.refusal != nil || !bytes.Equal(hash, w.link) {
		return nil, auth.InvalidToken(nil)
	}
	return &auth.Viewer{SessionID: w.session, Complaint: w.account}, nil
}

// echoViewer is a handler: it writes all that a caller may see of a refusal.
func echoViewer(w http.ResponseWriter, r *http.Request) {
	v, err := auth.Require(r.Context())
	if err == nil {
		_, _ = fmt.Fprintf(w, "%s %s", v.Role, v.Address)
		return
	}
	f, ok := fault.As(err)
	if !ok {
		f = fault.New(fault.Internal, "internal")
	}
	w.Header().Set("WWW-Authenticate", auth.Challenge(err))
	w.WriteHeader(http.StatusUnauthorized)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"code": f.Code, "message": f.Message, "fields": f.Fields, "retry": f.RetryAfter,
	})
}

// authenticate shows the whole answer to a request with these Authorization headers.
func (w *env) authenticate(headers ...string) string {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, h := range headers {
		r.Header.Add("Authorization", h)
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return fmt.Sprintf("%d %s\n%s", rec.Code, rec.Header().Get("WWW-Authenticate"), rec.Body)
}

func (w *env) sign(t testing.TB) string {
	t.Helper()
	token, err := w.signer.Sign(w.account, w.session, 15*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// signAs writes a token by hand. Members of the two changes replace those of a good token;
// absent removes them.
func (w *env) signAs(header, claims map[string]any) string {
	h := merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, header)
	return w.signRaw(h, w.claims(claims))
}

func (w *env) claims(changes map[string]any) string {
	return merge(map[string]any{
		"iss": "redress", "aud": "redress-api", "sub": w.account, "sid": w.session, "jti": uuid.NewString(),
		"iat": w.now.Unix(), "exp": w.now.Add(time.Minute).Unix(),
	}, changes)
}

func (w *env) signRaw(header, claims string) string {
	signed := b64([]byte(header)) + "." + b64([]byte(claims))
	return signed + "." + b64(ed25519.Sign(w.private, []byte(signed)))
}

const absent = "\x00absent"

func merge(object, changes map[string]any) string {
	for name, value := range changes {
		object[name] = value
		if value == absent {
			delete(object, name)
		}
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func set(name string, value any) map[string]any { return map[string]any{name: value} }

const (
	invalid = "401 Bearer realm=\"redress\", error=\"invalid_token\"\n" +
		`{"code":"invalid_token","fields":null,"message":"The token is not valid.","retry":0}` + "\n"
	expired = "401 Bearer realm=\"redress\", error=\"invalid_token\"\n" +
		`{"code":"token_expired","fields":null,"message":"The token has expired.","retry":0}` + "\n"
	anonymous = "401 Bearer realm=\"redress\"\n" +
		`{"code":"authentication_required","fields":null,"message":"Sign in to do this.","retry":0}` + "\n"
	welcome = "200 \nSOLVER 192.0.2.1"
)

func TestTokens(t *testing.T) {
	w := newEnv(t)
	good := w.sign(t)
	parts := strings.Split(good, ".")
	past, future := w.now.Add(-time.Hour).Unix(), w.now.Add(time.Hour).Unix()
	_, foreign, _ := ed25519.GenerateKey(rand.Reader)
	foreignKey := loadSeed(t, foreign.Seed())
	outsider := *w
	outsider.private = foreign

	// signedBy makes a token whose header names another algorithm.
	signedBy := func(alg string, sign func(signed string) []byte) string {
		signed := b64([]byte(merge(map[string]any{"alg": alg, "typ": "at+jwt", "kid": w.key.ID()}, nil))) +
			"." + b64([]byte(w.claims(nil)))
		return signed + "." + b64(sign(signed))
	}
	hmacWith := func(secret []byte) func(string) []byte {
		return func(signed string) []byte {
			h := hmac.New(sha256.New, secret)
			h.Write([]byte(signed))
			return h.Sum(nil)
		}
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}

	type row struct{ name, token, want string }
	rows := []row{
		{"OK", good, welcome},
		{"OK by hand", w.signAs(nil, nil), welcome},
		{"OK with a list of audiences", w.signAs(nil, set("aud", []string{"other", "redress-api"})), welcome},
		{"OK with nbf", w.signAs(nil, set("nbf", past)), welcome},
		{"OK without jti", w.signAs(nil, set("jti", absent)), welcome},
		{"OK with a claim we don't know", w.signAs(nil, set("scope", "all")), welcome},
		{"OK with a fraction", w.signAs(nil, set("exp", float64(future)+0.5)), welcome},
		{"OK from a clock that is ahead", w.signAs(nil, set("iat", w.now.Unix()+29)), welcome},

		{"expired", w.signAs(nil, map[string]any{"iat": past, "exp": past + 60}), expired},
		{"expired this very second", w.signAs(nil, set("exp", w.now.Unix())), expired},
		{"expired long ago", w.signAs(nil, map[string]any{"iat": 0, "exp": 0}), expired},
		{"expired and foreign", outsider.signAs(nil, set("exp", past)), invalid},
		{"expired and for others", w.signAs(nil, map[string]any{"exp": past, "aud": "other"}), invalid},
		{"expired and without sid", w.signAs(nil, map[string]any{"exp": past, "sid": absent}), invalid},
		{"expired and from the future", w.signAs(nil, map[string]any{"exp": past, "iat": future}), invalid},
		{"expired and not valid yet", w.signAs(nil, map[string]any{"exp": past, "nbf": future}), invalid},
		{"expired and of another type", w.signAs(set("typ", "JWT"), set("exp", past)), invalid},

		{"alg none", signedBy("none", func(string) []byte { return nil }), invalid},
		{"alg none in capitals", signedBy("NONE", func(string) []byte { return nil }), invalid},
		{"alg none on a signed token", w.signAs(set("alg", "none"), nil), invalid},
		{"alg absent", w.signAs(set("alg", absent), nil), invalid},
		{"alg null", w.signAs(set("alg", nil), nil), invalid},
		{"alg a number", w.signAs(set("alg", 1), nil), invalid},
		{"alg in small letters", w.signAs(set("alg", "eddsa"), nil), invalid},
		{"HS256 with the public key", signedBy("HS256", hmacWith(w.private.Public().(ed25519.PublicKey))), invalid},
		{"HS256 with the key set", signedBy("HS256", hmacWith(w.key.JWKS())), invalid},
		{"HS256 with nothing", signedBy("HS256", hmacWith(nil)), invalid},
		{"RS256", signedBy("RS256", func(signed string) []byte {
			sum := sha256.Sum256([]byte(signed))
			signature, err := rsa.SignPKCS1v15(nil, rsaKey, crypto.SHA256, sum[:])
			if err != nil {
				t.Fatal(err)
			}
			return signature
		}), invalid},

		{"of a foreign key", outsider.signAs(nil, nil), invalid},
		{"of a foreign key by its own kid", outsider.signAs(set("kid", foreignKey.ID()), nil), invalid},
		{"kid foreign", w.signAs(set("kid", foreignKey.ID()), nil), invalid},
		{"kid a path", w.signAs(set("kid", "../../dev/null"), nil), invalid},
		{"kid absent", w.signAs(set("kid", absent), nil), invalid},
		{"typ another", w.signAs(set("typ", "JWT"), nil), invalid},
		{"typ absent", w.signAs(set("typ", absent), nil), invalid},
		{"typ in capitals", w.signAs(set("typ", "AT+JWT"), nil), invalid},

		{"exp in words", w.signAs(nil, set("exp", "tomorrow")), invalid},
		{"exp out of range", w.signAs(nil, set("exp", 1e300)), invalid},
		{"exp too large for a number", w.signRaw(merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, nil),
			strings.Replace(w.claims(set("exp", 17)), `"exp":17`, `"exp":1e999`, 1)), invalid},
		{"iat in the future", w.signAs(nil, set("iat", w.now.Unix()+31)), invalid},
		{"nbf in the future", w.signAs(nil, set("nbf", future)), invalid},
		{"nbf null", w.signAs(nil, set("nbf", nil)), invalid},
		{"nbf a string", w.signAs(nil, set("nbf", fmt.Sprint(past))), invalid},
		{"jti null", w.signAs(nil, set("jti", nil)), invalid},
		{"iss another", w.signAs(nil, set("iss", "redress.example")), invalid},
		{"aud another", w.signAs(nil, set("aud", "redress-ap")), invalid},
		{"aud others", w.signAs(nil, set("aud", []string{"a", "b"})), invalid},
		{"aud no list of texts", w.signAs(nil, set("aud", []any{"redress-api", nil})), invalid},
		{"sub no id", w.signAs(nil, set("sub", "admin")), invalid},
		{"sub an id in braces", w.signAs(nil, set("sub", "{"+w.account.String()+"}")), invalid},
		{"sub the zero id", w.signAs(nil, set("sub", uuid.Nil)), invalid},
		{"unknown to the sessions: sub", w.signAs(nil, set("sub", domain.NewID(domain.KindUser))), invalid},
		{"sid no id", w.signAs(nil, set("sid", "1")), invalid},
		{"sid the zero id", w.signAs(nil, set("sid", uuid.Nil)), invalid},
		{"unknown to the sessions: sid", w.signAs(nil, set("sid", domain.NewID(domain.KindSession))), invalid},

		{"a claim twice", w.signRaw(merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, nil),
			strings.TrimSuffix(w.claims(nil), "}")+`,"sub":"`+w.account.String()+`"}`), invalid},
		{"a header twice", w.signRaw(`{"alg":"EdDSA","alg":"EdDSA","typ":"at+jwt","kid":"`+w.key.ID()+`"}`, w.claims(nil)), invalid},
		{"a claim in capitals", w.signAs(nil, map[string]any{"exp": absent, "EXP": future}), invalid},
		{"claims no object", w.signRaw(merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, nil), `[1]`), invalid},
		{"claims null", w.signRaw(merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, nil), `null`), invalid},
		{"claims with trailing junk", w.signRaw(merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": w.key.ID()}, nil),
			w.claims(nil)+`{}`), invalid},

		{"cut off", good[:len(good)-1], invalid},
		{"without its signature", parts[0] + "." + parts[1] + ".", invalid},
		{"two segments", parts[0] + "." + parts[1], invalid},
		{"four segments", good + ".e30", invalid},
		{"five segments", "a.b.c.d.e", invalid},
		{"padded", good + "==", invalid},
		{"with a line end", good + "\n", invalid},
		{"with a blank", good + " ", invalid},
		{"after a tab", "\t" + good, invalid},
		{"with another claim set", parts[0] + "." + b64([]byte(w.claims(nil))) + "." + parts[2], invalid},
		{"with a bent signature", parts[0] + "." + parts[1] + "." + b64(make([]byte, 64)), invalid},
		{"good but longer than 4 KiB", w.signAs(nil, set("pad", strings.Repeat("x", 4<<10))), invalid},
		{"huge", strings.Repeat("a", 1<<20), invalid},
		{"deep", w.signAs(nil, set("pad", json.RawMessage(strings.Repeat("[", 1000)+strings.Repeat("]", 1000)))), welcome},
		{"only dots", "..", invalid},
		{"empty", "", invalid},
		{"a refresh token", "rrt_" + strings.Repeat("A", 43), invalid},
	}
	for _, name := range []string{"exp", "iat", "iss", "aud", "sub", "sid"} {
		rows = append(rows, row{name + " absent", w.signAs(nil, set(name, absent)), invalid})
		for kind, value := range map[string]any{
			"null": nil, "empty": "", "true": true, "an object": set("a", 1), "a list": []int{1},
			"a string of digits": fmt.Sprint(future),
		} {
			rows = append(rows, row{name + " " + kind, w.signAs(nil, set(name, value)), invalid})
		}
	}
	for _, name := range []string{"iss", "aud", "sub", "sid"} {
		rows = append(rows, row{name + " a number", w.signAs(nil, set(name, future)), invalid})
	}
	for name, value := range map[string]any{
		"crit": []string{"exp"}, "b64": false, "jku": "https://evil.example/jwks.json", "x5u": "https://evil.example/x.pem",
		"x5c": []string{"MIIB"}, "jwk": map[string]string{"kty": "OKP", "crv": "Ed25519"},
	} {
		rows = append(rows, row{"header " + name, w.signAs(set(name, value), nil), invalid},
			row{"header " + name + " null", w.signAs(set(name, nil), nil), invalid})
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			asked := w.asked
			for range 2 { // the second time may come from memory
				if got := w.authenticate("Bearer " + r.token); got != r.want {
					t.Errorf("got  %s\nwant %s", got, r.want)
				}
			}
			_, err := w.authenticator.Authenticate(t.Context(), r.token)
			if f, ok := fault.As(err); ok != (r.want != welcome) || ok && !strings.Contains(r.want, string(f.Code)) {
				t.Errorf("without a header: %v", err)
			}
			if w.asked > asked && r.want != welcome && !strings.HasPrefix(r.name, "unknown to the sessions") {
				t.Error("the sessions were asked about a bad token")
			}
		})
	}
}

func TestSignRefusesALifetimeOfNothing(t *testing.T) {
	w := newEnv(t)
	for _, lifetime := range []time.Duration{-time.Hour, 0, time.Second - 1} {
		t.Run(lifetime.String(), func(t *testing.T) {
			if token, err := w.signer.Sign(w.account, w.session, lifetime); err == nil {
				t.Errorf("%v: %s", lifetime, token)
			}
		})
	}
}

func TestExpiryIsSeenOnARememberedToken(t *testing.T) {
	w := newEnv(t)
	token := w.sign(t)
	for _, step := range []struct {
		after time.Duration
		want  string
	}{
		{15*time.Minute - time.Millisecond, welcome},
		{time.Millisecond, expired}, // still remembered as well signed
		{-2 * time.Millisecond, welcome},
	} {
		w.now = w.now.Add(step.after)
		if got := w.authenticate("Bearer " + token); got != step.want {
			t.Errorf("%v later: got %s, want %s", step.after, got, step.want)
		}
	}
}

// Whatever is sent, Verify returns claims or one of two faults, and only what was signed
// is good.
func FuzzVerify(f *testing.F) {
	w := newEnv(f)
	good := w.sign(f)
	f.Add(good)
	f.Add(w.signAs(set("alg", "none"), nil))
	f.Add(w.signAs(nil, set("exp", "1")))
	f.Add(w.signRaw(`{`, `{"exp":1e999}`))
	f.Add("..")
	f.Add(strings.Repeat(".", 5000))
	f.Fuzz(func(t *testing.T, token string) {
		_, err := w.authenticator.Authenticate(context.Background(), token)
		switch {
		case err == nil && token != good:
			t.Errorf("let in with %q", token)
		case err != nil && !fault.Is(err, fault.InvalidToken):
			t.Errorf("%q: %v", token, err)
		}
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	w := newEnv(b)
	token := w.sign(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.authenticator.Authenticate(context.Background(), token); err != nil {
			b.Fatal(err)
		}
	}
}
