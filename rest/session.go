package rest

import (
	"net/http"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
)

type tokens struct {
	done
	AccessToken  string `json:"access_token" doc:"Goes into the header Authorization, behind the word Bearer."`
	RefreshToken string `json:"refresh_token" doc:"Good for one refresh."`
	TokenType    string `json:"token_type" doc:"Always Bearer (RFC 6750)."`
	ExpiresIn    int    `json:"expires_in" doc:"Seconds until the access token expires."`
}

func viewTokens(message string, p *model.AuthPayload) tokens {
	return tokens{
		done: ok(message), AccessToken: p.AccessToken, RefreshToken: p.RefreshToken,
		TokenType: p.TokenType, ExpiresIn: p.ExpiresIn,
	}
}

// login signs in with an address and a password. Anybody's.
func (a *API) login(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "email", "password")
	if err != nil {
		return err
	}
	pair, err := a.Resolvers.Mutation().Login(r.Context(), model.LoginInput{Email: in["email"], Password: in["password"]})
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens("Signed in.", pair))
}

// refresh exchanges a refresh token for a fresh pair. Anybody's who holds one.
func (a *API) refresh(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeStrings(r, "refresh_token")
	if err != nil {
		return err
	}
	pair, err := a.Resolvers.Mutation().Refresh(r.Context(), model.RefreshInput{RefreshToken: in["refresh_token"]})
	if err != nil {
		return err
	}
	return writeJSON(w, r, http.StatusOK, viewTokens("Tokens refreshed.", pair))
}

// logout ends the session of the access token. Everybody's own; a body is not read.
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
		text: "Five tries a minute for an account and twenty for a network address. " +
			"An unknown address and a wrong password get the same answer.",
		graph: "login", graphText: "mutation `login`",
		body: object{
			{"email", text("E-mail address of the account.")},
			{"password", text("Its password.")},
		},
		answers: []answer{{status: http.StatusOK, text: "A fresh pair of tokens.", example: exampleTokens()}},
		refuses: []fault.Code{
			fault.Validation, fault.Malformed, fault.AuthenticationRequired, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.RateLimited,
		},
	}
}

func refreshDoc() operation {
	return operation{
		id: "refresh", tag: "Sessions", summary: "Exchange a refresh token",
		text: "The token is used up. Shown again within 60 seconds, its successor unused, it gets a fresh pair once more, " +
			"for an answer that was lost; shown later, the whole session ends.",
		graph: "refresh", graphText: "mutation `refresh`",
		body: object{{"refresh_token", text("Refresh token of the last login or refresh.")}},
		answers: []answer{{
			status: http.StatusOK, text: "A fresh pair of tokens.", example: exampleTokens(),
		}},
		refuses: []fault.Code{
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
		answers: []answer{{status: http.StatusOK, text: "The session has ended.", example: ok("Signed out.")}},
	}
}
