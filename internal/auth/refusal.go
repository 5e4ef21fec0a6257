package auth

import (
	"context"

	"github.com/redress/redress/internal/fault"
)

// The four ways of not being let in (docs/product.md, Sign-in and tokens). Whoever refuses a token, here or
// in the database, uses these, so that the answers are the same bytes. The cause goes to
// the log only.

// AuthenticationRequired answers a request that carries no token.
func AuthenticationRequired() *fault.Error {
	return fault.New(fault.AuthenticationRequired, "Sign in to do this.")
}

// InvalidToken answers every token that is not good, whatever is wrong with it.
func InvalidToken(cause error) *fault.Error {
	return fault.Wrap(cause, fault.InvalidToken, "The token is not valid.")
}

// TokenExpired answers a token of which everything but the time holds.
func TokenExpired() *fault.Error {
	return fault.New(fault.TokenExpired, "The token has expired.")
}

// SessionRevoked answers a good token whose session has ended or whose account is disabled.
func SessionRevoked() *fault.Error {
	return fault.New(fault.SessionRevoked, "The session has ended. Sign in again.")
}

// Challenge is the text of WWW-Authenticate for a refusal (RFC 6750 section 3); empty for
// an error that is not about authentication. It tells no more than the error's code does.
func Challenge(err error) string {
	f, ok := fault.As(err)
	if !ok {
		return ""
	}
	switch f.Code {
	case fault.AuthenticationRequired:
		return `Bearer realm="redress"`
	case fault.InvalidToken, fault.TokenExpired, fault.SessionRevoked:
		return `Bearer realm="redress", error="invalid_token"`
	default:
		return ""
	}
}

type refusalKey struct{}

// Refusal answers why the request's token was refused; nil when it was good or when there
// was none. It may be an error that is no refusal, such as a database that is away.
func Refusal(ctx context.Context) error {
	err, _ := ctx.Value(refusalKey{}).(error)
	return err
}

// Require answers the viewer, or why there is none: the refusal of the token that came
// with the request, or AuthenticationRequired.
func Require(ctx context.Context) (*Viewer, error) {
	if v := From(ctx); v != nil {
		return v, nil
	}
	if err := Refusal(ctx); err != nil {
		return nil, err
	}
	return nil, AuthenticationRequired()
}
