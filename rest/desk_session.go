package rest

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// deskSessionPath is where the desk in the browser signs in, refreshes and signs out. The cookie
// with its refresh token is sent to these addresses only, and no other path reads a cookie.
const deskSessionPath = "/desk/session"

// The cookie's names. A browser takes one whose name begins with __Secure- from HTTPS only (RFC 6265bis, 4.1.3.1).
const (
	secureCookie   = "__Secure-redress_refresh"
	loopbackCookie = "redress_refresh"
)

// DeskSessions says how the sessions of the desk are kept in a browser.
type DeskSessions struct {
	// Secure says that browsers reach the service over HTTPS, and send the cookie over nothing else.
	Secure bool
	// Origin is the service's own origin as browsers see it, where a proxy hides it; or empty.
	Origin string
	// Lifetime is that of a refresh token.
	Lifetime time.Duration
}

// browserTokens is what the desk gets: the refresh token is in the cookie, where no script reads it.
type browserTokens struct {
	done
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type"`
	ExpiresIn   int    `json:"expires_in"`
}

// DeskRoutes mounts the sign-in of the desk. Requests that a browser sends for another site are
// refused. The middleware of auth must come before them.
func (a *API) DeskRoutes(r chi.Router) {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		WriteError(w, r, fault.New(fault.PermissionDenied, "The desk takes no requests from other sites."))
	}))
	if a.Desk.Origin != "" {
		if err := protection.AddTrustedOrigin(a.Desk.Origin); err != nil {
			panic(err) // the setting was checked
		}
	}
	for _, rt := range []route{
		{method: http.MethodPost, path: deskSessionPath, handle: (*API).deskSignIn},
		{method: http.MethodPost, path: deskSessionPath + "/password", handle: (*API).deskChangePassword},
		{method: http.MethodPost, path: deskSessionPath + "/refresh", handle: (*API).deskRefresh},
		{method: http.MethodPost, path: deskSessionPath + "/setup", handle: (*API).deskSetUp},
		{method: http.MethodDelete, path: deskSessionPath, roles: domain.Roles, handle: (*API).deskSignOut},
	} {
		r.Method(rt.method, rt.path, protection.Handler(a.serve(rt)))
	}
}

// deskSignIn signs in with an e-mail address and a password.
func (a *API) deskSignIn(w http.ResponseWriter, r *http.Request) error {
	pair, err := a.signIn(r)
	if err != nil {
		return err
	}
	return a.writeSession(w, r, "Signed in.", pair)
}

// deskChangePassword changes the password of an account by its current one, and signs in.
func (a *API) deskChangePassword(w http.ResponseWriter, r *http.Request) error {
	pair, err := a.replacePassword(r)
	if err != nil {
		return err
	}
	return a.writeSession(w, r, "Password changed.", pair)
}

// deskSetUp sets up a service without accounts, and signs in.
func (a *API) deskSetUp(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "token", "name", "email", "password", "organization", "language", "time_zone")
	if err != nil {
		return err
	}
	var pair *model.AuthPayload
	err = a.workOfSignIn(r.Context(), func() (err error) {
		pair, err = a.Resolvers.Mutation().SetUpService(r.Context(), model.SetUpServiceInput{
			Token: in["token"], Name: in["name"], Email: in["email"], Password: in["password"],
			Organization: in["organization"], Language: in["language"], TimeZone: in["time_zone"],
		})
		return err
	})
	if err != nil {
		return renameFields(err, map[string]string{"timeZone": "time_zone"})
	}
	return a.writeSession(w, r, "The service is set up.", pair)
}

// deskRefresh exchanges the cookie's refresh token for a new one and an access token. The cookie of a
// session that has ended is deleted.
func (a *API) deskRefresh(w http.ResponseWriter, r *http.Request) error {
	cookie, err := r.Cookie(a.cookieName())
	if err != nil || cookie.Value == "" {
		return fault.New(fault.AuthenticationRequired, "Nobody is signed in here.")
	}
	pair, err := a.exchange(r.Context(), cookie.Value)
	if fault.Is(err, fault.InvalidToken) || fault.Is(err, fault.TokenExpired) || fault.Is(err, fault.SessionRevoked) {
		a.setCookie(w, "", -1)
	}
	if err != nil {
		return err
	}
	return a.writeSession(w, r, "Tokens refreshed.", pair)
}

// deskSignOut ends the session of the access token and deletes the cookie.
func (a *API) deskSignOut(w http.ResponseWriter, r *http.Request) error {
	err := a.work(r.Context(), func() error {
		_, err := a.Resolvers.Mutation().Logout(r.Context())
		return err
	})
	if err != nil {
		return err
	}
	a.setCookie(w, "", -1)
	return writeJSON(w, r, http.StatusOK, ok("Signed out.").in(r.Context()))
}

func (a *API) writeSession(w http.ResponseWriter, r *http.Request, message string, p *model.AuthPayload) error {
	a.setCookie(w, p.RefreshToken, int(a.Desk.Lifetime/time.Second))
	return writeJSON(w, r, http.StatusOK, browserTokens{
		done: ok(message).in(r.Context()), AccessToken: p.AccessToken, TokenType: p.TokenType, ExpiresIn: p.ExpiresIn,
	})
}

func (a *API) setCookie(w http.ResponseWriter, token string, maxAge int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // on loopback there may be no TLS: DeskSessions.Secure
		Name: a.cookieName(), Value: token, Path: deskSessionPath, MaxAge: maxAge,
		Secure: a.Desk.Secure, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

func (a *API) cookieName() string {
	if a.Desk.Secure {
		return secureCookie
	}
	return loopbackCookie
}
