package rest

import (
	"fmt"
	"net/http"

	"github.com/redress/redress/graph/model"
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

func viewTokens(message string, p *model.AuthPayload) tokens {
	return tokens{
		done: ok(message), AccessToken: p.AccessToken, RefreshToken: p.RefreshToken,
		TokenType: p.TokenType, ExpiresIn: p.ExpiresIn,
	}
}

// login signs in with an e-mail address and a password.
func (a *API) login(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "email", "password")
	if err != nil {
		return err
	}
	if err := budget.Draw(r.Context(), budget.SignIn); err != nil {
		return err
	}
	pair, err := a.Resolvers.Mutation().Login(r.Context(), model.LoginInput{Email: in["email"], Password: in["password"]})
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens("Signed in.", pair))
}

// refresh exchanges a refresh token for a new pair of tokens.
func (a *API) refresh(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "refresh_token")
	if err != nil {
		return err
	}
	if err := budget.Draw(r.Context(), budget.SignIn); err != nil {
		return err
	}
	pair, err := a.Resolvers.Mutation().Refresh(r.Context(), model.RefreshInput{RefreshToken: in["refresh_token"]})
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens("Tokens refreshed.", pair))
}

// logout ends the session of the access token. A body is not read.
func (a *API) logout(w http.ResponseWriter, r *http.Request) error {
	if _, err := a.Resolvers.Mutation().Logout(r.Context()); err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, ok("Signed out."))
}

func exampleTokens() tokens {
	return tokens{done: ok("Signed in."), AccessToken: "eyJ…", RefreshToken: "7hO0…", TokenType: "Bearer", ExpiresIn: 900}
}

func loginDoc() operation {
	return operation{
		id: "login", tag: "Sessions", summary: "Sign in",
		text: fmt.Sprintf("Limited to %d attempts for an account and %d for a network address within %s. ",
			domain.LoginsPerAccount, domain.LoginsPerAddress, duration(domain.LoginWindow)) +
			"An unknown e-mail address and a wrong password get the same response.",
		graph: "login", graphText: "mutation `login`",
		body: object{
			{"email", text("E-mail address of the account.")},
			{"password", text("Its password.")},
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
		body: object{{"refresh_token", text("Refresh token from the last login or refresh.")}},
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
