package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/fault"
)

// deskSessionPath is where the desk in the browser signs in, refreshes and signs out. The cookies with its
// refresh token and with the marks of the device are sent to these addresses only, and no other path reads a cookie.
const deskSessionPath = "/desk/session"

// The cookie's names. A browser takes one whose name begins with __Secure- from HTTPS only (RFC 6265bis, 4.1.3.1).
const (
	secureCookie   = "__Secure-redress_refresh"
	loopbackCookie = "redress_refresh"

	secureDeviceCookie   = "__Secure-redress_device"
	loopbackDeviceCookie = "redress_device"
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
		{method: http.MethodDelete, path: deskSessionPath, handle: (*API).deskSignOut},
	} {
		r.Method(rt.method, rt.path, protection.Handler(a.serve(rt)))
	}
}

// deskSignIn signs in with an e-mail address and a password.
func (a *API) deskSignIn(w http.ResponseWriter, r *http.Request) error {
	r, device := a.onDevice(r)
	pair, err := a.signIn(r)
	if err != nil {
		return err
	}
	a.setDevice(w, device)
	return a.writeSession(w, r, "Signed in.", pair)
}

// onDevice returns a request to sign in with the device that its cookie marks, on which it may get past the
// wrong attempts of others.
func (a *API) onDevice(r *http.Request) (*http.Request, *auth.Device) {
	text := ""
	if cookie, err := r.Cookie(a.cookieName(loopbackDeviceCookie, secureDeviceCookie)); err == nil {
		text = cookie.Value
	}
	device := a.Devices.Read(text)
	return r.WithContext(auth.WithDevice(r.Context(), a.Devices, device)), device
}

// setDevice marks a device on which somebody has signed in. The mark is kept when they sign out.
func (a *API) setDevice(w http.ResponseWriter, device *auth.Device) {
	a.setCookie(w, a.cookieName(loopbackDeviceCookie, secureDeviceCookie), a.Devices.Write(device), int(auth.DeviceLifetime/time.Second))
}

// deskChangePassword changes the password of an account by its current one, and signs in.
func (a *API) deskChangePassword(w http.ResponseWriter, r *http.Request) error {
	r, device := a.onDevice(r)
	pair, err := a.replacePassword(r)
	if err != nil {
		return err
	}
	a.setDevice(w, device)
	return a.writeSession(w, r, "Password changed.", pair)
}

// deskSetUp sets up a service without accounts, and signs in.
func (a *API) deskSetUp(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "token", "name", "email", "password", "organization", "language", "time_zone")
	if err != nil {
		return err
	}
	var pair *model.AuthPayload
	err = a.signingIn(r.Context(), func(ctx context.Context) (err error) {
		if err := budget.Draw(ctx, budget.SignIn); err != nil {
			return err
		}
		pair, err = a.Resolvers.Mutation().SetUpService(ctx, model.SetUpServiceInput{
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
	token, err := a.shownCookie(r)
	if err != nil {
		return err
	}
	pair, err := a.exchange(r.Context(), token)
	if fault.Is(err, fault.InvalidToken) || fault.Is(err, fault.TokenExpired) || fault.Is(err, fault.SessionRevoked) {
		a.endCookie(w)
	}
	if err != nil {
		return err
	}
	return a.writeSession(w, r, "Tokens refreshed.", pair)
}

// deskSignOut ends the session of the cookie, and that of the access token if there is one, and deletes the
// cookie. The cookie is enough: whoever signs out must not be signed in again by one that was left because
// a token had expired. The desk repeats it until it was answered.
func (a *API) deskSignOut(w http.ResponseWriter, r *http.Request) error {
	token, err := a.shownCookie(r)
	signedIn := auth.From(r.Context()) != nil
	if err != nil && !signedIn {
		return err
	}
	if token != "" {
		err := a.signingIn(r.Context(), func(ctx context.Context) error { return a.SignOut(ctx, token) })
		if err != nil && !fault.Is(err, fault.InvalidToken) {
			return err
		}
	}
	if signedIn {
		err := a.work(r.Context(), func() error {
			_, err := a.Resolvers.Mutation().Logout(r.Context())
			return err
		})
		if err != nil {
			return err
		}
	}
	a.endCookie(w)
	return writeJSON(w, r, http.StatusOK, ok("Signed out.").in(r.Context()))
}

// shownCookie returns the refresh token of the request's cookie. A request without one is drawn from the
// budget of its network address.
func (a *API) shownCookie(r *http.Request) (string, error) {
	cookie, err := r.Cookie(a.cookieName(loopbackCookie, secureCookie))
	if err == nil && cookie.Value != "" {
		return cookie.Value, nil
	}
	if err := budget.Enter(r.Context()); err != nil {
		return "", err
	}
	return "", fault.New(fault.AuthenticationRequired, "Nobody is signed in here.")
}

func (a *API) writeSession(w http.ResponseWriter, r *http.Request, message string, p *model.AuthPayload) error {
	a.setCookie(w, a.cookieName(loopbackCookie, secureCookie), p.RefreshToken, int(a.Desk.Lifetime/time.Second))
	return writeJSON(w, r, http.StatusOK, browserTokens{
		done: ok(message).in(r.Context()), AccessToken: p.AccessToken, TokenType: p.TokenType, ExpiresIn: p.ExpiresIn,
	})
}

func (a *API) endCookie(w http.ResponseWriter) {
	a.setCookie(w, a.cookieName(loopbackCookie, secureCookie), "", -1)
}

func (a *API) setCookie(w http.ResponseWriter, name, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // on loopback there may be no TLS: DeskSessions.Secure
		Name: name, Value: value, Path: deskSessionPath, MaxAge: maxAge,
		Secure: a.Desk.Secure, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

func (a *API) cookieName(onLoopback, secure string) string {
	if a.Desk.Secure {
		return secure
	}
	return onLoopback
}
