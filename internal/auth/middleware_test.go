package auth_test

import (
	"errors"
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

func TestAuthorizationHeaders(t *testing.T) {
	w := newEnv(t)
	good := w.sign(t)
	for name, c := range map[string]struct {
		headers []string
		want    string
	}{
		"none":                   {nil, anonymous},
		"OK":                     {[]string{"Bearer " + good}, welcome},
		"OK in small letters":    {[]string{"bearer " + good}, welcome},
		"twice":                  {[]string{"Bearer " + good, "Bearer " + good}, invalid},
		"good and other":         {[]string{"Bearer " + good, "Basic dTpw"}, invalid},
		"two in one":             {[]string{"Bearer " + good + ", Bearer " + good}, invalid},
		"another scheme":         {[]string{"Basic dTpw"}, invalid},
		"the token's own scheme": {[]string{"JWT " + good}, invalid},
		"a bare token":           {[]string{good}, invalid},
		"no blank":               {[]string{"Bearer" + good}, invalid},
		"two blanks":             {[]string{"Bearer  " + good}, welcome},
		"a tab":                  {[]string{"Bearer\t" + good}, invalid},
		"no token":               {[]string{"Bearer"}, invalid},
		"empty":                  {[]string{""}, invalid},
	} {
		t.Run(name, func(t *testing.T) {
			if got := w.authenticate(c.headers...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestOnlyTheAuthorizationHeaderCounts(t *testing.T) {
	w := newEnv(t)
	good := w.sign(t)
	r := httptest.NewRequest(http.MethodPost, "/?access_token="+good+"&token="+good, strings.NewReader("access_token="+good))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "access_token", Value: good})
	for _, name := range []string{"X-User-Id", "X-User-Role", "X-Authorization", "Proxy-Authorization", "X-Forwarded-User"} {
		t.Run(name, func(t *testing.T) {
			r.Header.Set(name, "Bearer "+good)
		})
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	if rec.Code != 401 || !strings.Contains(rec.Body.String(), "authentication_required") {
		t.Errorf("answer %d %s", rec.Code, rec.Body)
	}
}

func TestChangesAreSeenWithinASecond(t *testing.T) {
	revoked := "401 Bearer realm=\"redress\", error=\"invalid_token\"\n" +
		`{"code":"session_revoked","fields":null,"message":"The session has ended. Sign in again.","retry":0}` + "\n"
	for name, c := range map[string]struct {
		change func(w *env)
		want   string
	}{
		"another role":    {func(w *env) { w.role = domain.RoleUser }, "200 \nUSER 192.0.2.1"},
		"session revoked": {func(w *env) { w.refusal = auth.SessionRevoked() }, revoked},
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnv(t)
			token := "Bearer " + w.sign(t)
			for range 10 { // busy all the time: being asked must not keep a memory alive
				if got := w.authenticate(token); got != welcome {
					t.Fatalf("before the change: %s", got)
				}
				w.now = w.now.Add(100 * time.Millisecond)
			}
			if w.asked != 2 {
				t.Errorf("the sessions were asked %d times in a second, want 2", w.asked)
			}
			c.change(w)
			w.authenticate(token) // may still be remembered
			w.now = w.now.Add(500 * time.Millisecond)
			if got := w.authenticate(token); got != c.want {
				t.Errorf("half a second after the change: %s", got)
			}
		})
	}
}

// TestHoldersOfLinks: who holds a link is looked up once a second, and refused where somebody must have signed in.
func TestHoldersOfLinks(t *testing.T) {
	w := newEnv(t)
	var token string
	token, w.link = auth.NewLinkToken()
	ask := func() (*auth.Viewer, error) { return w.authenticator.Authenticate(t.Context(), token) }
	for range 3 {
		if v, err := ask(); err != nil || !v.HasLink() || v.Role != "" || v.ID != uuid.Nil {
			t.Fatalf("%+v %v", v, err)
		}
	}
	if w.asked != 1 {
		t.Errorf("the database was asked %d times", w.asked)
	}
	if got := w.authenticate("Bearer " + token); !strings.Contains(got, string(fault.PermissionDenied)) {
		t.Errorf("whoever holds a link counts as signed in: %s", got)
	}
	for _, other := range []string{token + "A", token[:len(token)-1], "rdl_" + strings.Repeat("A", 22), "rdl_", "rrt_" + token[4:]} {
		if _, err := w.authenticator.Authenticate(t.Context(), other); !fault.Is(err, fault.InvalidToken) {
			t.Errorf("%s: %v", other, err)
		}
	}
	w.refusal = auth.SessionRevoked()
	w.now = w.now.Add(time.Second)
	if _, err := ask(); !fault.Is(err, fault.InvalidToken) {
		t.Errorf("after it has ended: %v", err)
	}
}

func TestRefusalsAreNotRemembered(t *testing.T) {
	w := newEnv(t)
	token := "Bearer " + w.sign(t)
	outage := errors.New("the database is unavailable")
	w.refusal = outage
	_, err := w.authenticator.Authenticate(t.Context(), strings.TrimPrefix(token, "Bearer "))
	if !errors.Is(err, outage) || auth.Challenge(err) != "" {
		t.Errorf("err = %v, challenge %q", err, auth.Challenge(err))
	}
	w.refusal = nil
	if got := w.authenticate(token); got != welcome {
		t.Errorf("after it came back: %s", got)
	}
}

func TestViewersAreNotShared(t *testing.T) {
	w := newEnv(t)
	token := w.sign(t)
	first, err := w.authenticator.Authenticate(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	first.Role, first.Address = domain.RoleSuperAdmin, "203.0.113.9"
	second, err := w.authenticator.Authenticate(t.Context(), token)
	if err != nil || second.Role != domain.RoleSolver || second.Address != "" {
		t.Errorf("second viewer %+v, %v", second, err)
	}
}

func TestChallengeIsOnlyForAuthentication(t *testing.T) {
	for _, err := range []error{nil, errors.New("x"), fault.Denied(), fault.Missing("task")} {
		if got := auth.Challenge(err); got != "" {
			t.Errorf("Challenge(%v) = %q", err, got)
		}
	}
}

func TestClientAddress(t *testing.T) {
	proxies, err := auth.ParseProxies("10.0.0.0/8, 192.0.2.7,2001:db8::/32,")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"an untrusted client":                  {"198.51.100.1:5000", nil, "198.51.100.1"},
		"an untrusted client's claim":          {"198.51.100.1:5000", []string{"203.0.113.5"}, "198.51.100.1"},
		"through a proxy":                      {"10.1.2.3:5000", []string{"203.0.113.5"}, "203.0.113.5"},
		"through a single proxy":               {"192.0.2.7:5000", []string{"203.0.113.5"}, "203.0.113.5"},
		"beside the single proxy":              {"192.0.2.8:5000", []string{"203.0.113.5"}, "192.0.2.8"},
		"what a client wrote before":           {"10.1.2.3:5000", []string{"1.1.1.1, 203.0.113.5"}, "203.0.113.5"},
		"what a client wrote in a line":        {"10.1.2.3:5000", []string{"1.1.1.1", "203.0.113.5"}, "203.0.113.5"},
		"through two proxies":                  {"10.1.2.3:5000", []string{"1.1.1.1, 203.0.113.5,10.9.9.9"}, "203.0.113.5"},
		"only proxies":                         {"10.1.2.3:5000", []string{"10.0.0.1, 10.0.0.2"}, "10.0.0.1"},
		"junk":                                 {"10.1.2.3:5000", []string{"203.0.113.5, unknown"}, "10.1.2.3"},
		"junk after a good hop":                {"10.1.2.3:5000", []string{"<script>, 10.0.0.2"}, "10.0.0.2"},
		"an empty hop":                         {"10.1.2.3:5000", []string{"203.0.113.5,"}, "10.1.2.3"},
		"a port":                               {"10.1.2.3:5000", []string{"203.0.113.5:4711"}, "203.0.113.5"},
		"IPv6":                                 {"[2001:db8::1]:5000", []string{"[2001:4860::1]:4711"}, "2001:4860::1"},
		"IPv6 in brackets":                     {"[2001:db8::1]:5000", []string{"[2001:4860::1]"}, "2001:4860::1"},
		"a zone":                               {"[fe80::1%eth0]:5000", nil, "fe80::1"},
		"IPv4 in IPv6":                         {"[::ffff:10.1.2.3]:5000", []string{"::ffff:203.0.113.5"}, "203.0.113.5"},
		"proxy without the header":             {"10.1.2.3:5000", nil, "10.1.2.3"},
		"a socket of the file system":          {"@", []string{"203.0.113.5"}, "203.0.113.5"},
		"what a client wrote, over a socket":   {"@", []string{"1.1.1.1, 203.0.113.5, 10.1.2.3"}, "203.0.113.5"},
		"a socket without the header":          {"@", nil, ""},
		"a socket with junk":                   {"", []string{"unknown"}, ""},
		"a very long header of untrusted hops": {"10.1.2.3:5000", []string{strings.Repeat("1.1.1.1,", 50_000) + "203.0.113.5"}, "203.0.113.5"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			r.Header["X-Forwarded-For"] = c.forwarded
			r.Header.Set("X-Real-IP", "9.9.9.9")
			r.Header.Set("Forwarded", "for=9.9.9.9")
			if got := auth.ClientAddress(proxies)(r); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	for _, list := range []string{"10.0.0.0/8", "fc00::/7", "fe80::/10", "2001:db8::/32", "2400::/16", "0.0.0.0", "::1/128"} {
		if _, err := auth.ParseProxies(list); err != nil {
			t.Errorf("ParseProxies(%q): %v", list, err)
		}
	}
	for _, list := range []string{
		"localhost", "10.0.0.0/33", "10.0.0.0/8;::1", "fe80::1%eth0", "::ffff:10.0.0.0/104",
		"0.0.0.0/0", "::/0", "10.0.0.0/8,0.0.0.0/1,128.0.0.0/1", "::/1", "8000::/1", "2000::/3", "10.1.2.3/0", "fc00::/6",
	} {
		t.Run(list, func(t *testing.T) {
			if got, err := auth.ParseProxies(list); err == nil {
				t.Errorf("ParseProxies(%q) = %v", list, got)
			}
		})
	}
}

func TestAddressIsKnownForAnonymousRequests(t *testing.T) {
	w := newEnv(t)
	var got string
	handler := w.authenticator.Middleware(auth.ClientAddress(nil))(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = auth.Address(r.Context())
		if v := auth.From(r.Context()); v != nil || auth.Refusal(r.Context()) != nil {
			t.Errorf("viewer %+v, refusal %v", v, auth.Refusal(r.Context()))
		}
	}))
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	if got != "192.0.2.1" {
		t.Errorf("address %q", got)
	}
}
