package rest

import (
	"context"
	"fmt"
	"net/http"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

type tokens struct {
	done
	AccessToken  string `json:"access_token" doc:"Access token, for the header Authorization: Bearer."`
	RefreshToken string `json:"refresh_token" doc:"Refresh token, which can be used once."`
	TokenType    string `json:"token_type" doc:"Always Bearer (RFC 6750)."`
	ExpiresIn    int    `json:"expires_in" doc:"Seconds until the access token expires."`
}

func viewTokens(ctx context.Context, message string, p *model.AuthPayload) tokens {
	return tokens{
		done: ok(message).in(ctx), AccessToken: p.AccessToken, RefreshToken: p.RefreshToken,
		TokenType: p.TokenType, ExpiresIn: p.ExpiresIn,
	}
}

// login signs in with an e-mail address and a password.
func (a *API) login(w http.ResponseWriter, r *http.Request) error {
	pair, err := a.signIn(r)
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens(r.Context(), "Signed in.", pair))
}

// signIn returns the tokens of a new session for the e-mail address and the password of a request.
func (a *API) signIn(r *http.Request) (pair *model.AuthPayload, err error) {
	in, err := decodeCredentials(r, "email", "password")
	if err != nil {
		return nil, err
	}
	err = a.signingIn(r.Context(), func(ctx context.Context) (err error) {
		pair, err = a.Resolvers.Mutation().Login(ctx, model.LoginInput{Email: in["email"], Password: in["password"]})
		return err
	})
	return pair, err
}

// changePassword changes the password of an account by its current one.
func (a *API) changePassword(w http.ResponseWriter, r *http.Request) error {
	pair, err := a.replacePassword(r)
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens(r.Context(), "Password changed.", pair))
}

// replacePassword changes the password that a request names and returns the tokens of a new session.
func (a *API) replacePassword(r *http.Request) (*model.AuthPayload, error) {
	in, err := decodeCredentials(r, "email", "password", "new_password")
	if err != nil {
		return nil, err
	}
	var changed *model.ChangePasswordPayload
	err = a.signingIn(r.Context(), func(ctx context.Context) (err error) {
		changed, err = a.Resolvers.Mutation().ChangePassword(ctx, model.ChangePasswordInput{
			Email: in["email"], CurrentPassword: in["password"], NewPassword: in["new_password"],
		})
		return err
	})
	if err != nil {
		return nil, renameFields(err, map[string]string{"newPassword": "new_password"})
	}
	return changed.Tokens, nil
}

// refresh exchanges a refresh token for a new pair of tokens.
func (a *API) refresh(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeCredentials(r, "refresh_token")
	if err != nil {
		return err
	}
	pair, err := a.exchange(r.Context(), in["refresh_token"])
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens(r.Context(), "Tokens refreshed.", pair))
}

// exchange returns new tokens for a refresh token.
func (a *API) exchange(ctx context.Context, token string) (pair *model.AuthPayload, err error) {
	err = a.signingIn(ctx, func(ctx context.Context) (err error) {
		pair, err = a.Resolvers.Mutation().Refresh(ctx, model.RefreshInput{RefreshToken: token})
		return err
	})
	return pair, err
}

// signingIn calls a function when the request's turn among those of sign-ins has come. What it costs is
// drawn where it is known whose it is. Devices on which somebody has signed in go first.
func (a *API) signingIn(ctx context.Context, do func(context.Context) error) error {
	lane := ctx
	if auth.DeviceOf(ctx).Known() {
		lane = admission.WithRank(ctx, 0)
	}
	return workIn(lane, a.SignIns, do)
}

// decodeCredentials is decodeStrings for requests without a token: one that is malformed is drawn from the
// budget of the network address.
func decodeCredentials(r *http.Request, names ...string) (map[string]string, error) {
	in, err := decodeStrings(r, names...)
	if err != nil {
		if empty := budget.Enter(r.Context()); empty != nil {
			return nil, empty
		}
	}
	return in, err
}

// logout ends the session of the access token. A body is not read.
func (a *API) logout(w http.ResponseWriter, r *http.Request) error {
	err := a.work(r.Context(), func() error {
		_, err := a.Resolvers.Mutation().Logout(r.Context())
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, ok("Signed out.").in(r.Context()))
}

func exampleTokens() tokens {
	return tokens{done: ok("Signed in."), AccessToken: "eyJ…", RefreshToken: "7hO0…", TokenType: "Bearer", ExpiresIn: 900}
}

func loginDoc() operation {
	return operation{
		id: "login", tag: "Sessions", summary: "Sign in",
		text: limitedText() + "An unknown e-mail address and a wrong password get the same response. " +
			"A password that the service generated, or that the first account got from a file, must be changed first.",
		graph: "login", graphText: "mutation `login`",
		body: object{
			{"email", text("E-mail address of the account.", "user@example.com")},
			{"password", text("Its password.", "redress-demo")},
		},
		responses: []response{{status: http.StatusOK, text: "A new pair of tokens.", example: exampleTokens()}},
		faults: []fault.Code{
			fault.Validation, fault.Malformed, fault.AuthenticationRequired, fault.PasswordChangeRequired, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.RateLimited,
		},
	}
}

func limitedText() string {
	return fmt.Sprintf("Wrong attempts are limited to %d for an account from one network address and %d from a network address within %s, "+
		"and to %d for an account within an hour from network addresses from which it did not sign in lately. ",
		domain.LoginsPerAccount, domain.LoginsPerAddress, duration(domain.LoginWindow), domain.LoginsPerHour)
}

func changePasswordDoc() operation {
	return operation{
		id: "changePassword", tag: "Sessions", summary: "Change a password",
		text: "For somebody who is not signed in but knows the password, such as one that must be changed first. " +
			"Ends all sessions of the account and opens a new one. " + limitedText(),
		graph: "changePassword", graphText: "mutation `changePassword`",
		body: object{
			{"email", text("E-mail address of the account.", "user@example.com")},
			{"password", text("Its current password.", "redress-demo")},
			{
				"new_password",
				text("The new password: at least 10 characters, none of the most common ones, and neither the e-mail address nor the name.", "seven lamps on Mill Lane"),
			},
		},
		responses: []response{{status: http.StatusOK, text: "A new pair of tokens.", example: exampleTokens()}},
		faults: []fault.Code{
			fault.Validation, fault.Malformed, fault.AuthenticationRequired, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.RateLimited,
		},
	}
}

func refreshDoc() operation {
	return operation{
		id: "refresh", tag: "Sessions", summary: "Exchange a refresh token",
		text: "A refresh token can be used once. If the response was lost, the same token can be sent again within " +
			duration(domain.RefreshGrace) + ", as long as its successor was not used. After that, sending it again ends the session.",
		graph: "refresh", graphText: "mutation `refresh`",
		body: object{{"refresh_token", text("Refresh token from the last login or refresh.", "7hO0…")}},
		responses: []response{{
			status: http.StatusOK, text: "A new pair of tokens.", example: exampleTokens(),
		}},
		faults: []fault.Code{
			fault.Validation, fault.Malformed, fault.InvalidToken, fault.TokenExpired, fault.SessionRevoked,
			fault.FileTooLarge, fault.UnsupportedMediaType, fault.RateLimited,
		},
	}
}

func logoutDoc() operation {
	return operation{
		id: "logout", tag: "Sessions", summary: "End the session",
		text:  "Ends the session of the access token. A body is not read.",
		graph: "logout", graphText: "mutation `logout`",
		responses: []response{{status: http.StatusOK, text: "The session has ended.", example: ok("Signed out.")}},
	}
}
