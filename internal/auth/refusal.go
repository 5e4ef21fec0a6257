package auth

import (
	"context"

	"github.com/redress/redress/internal/fault"
)

// The four refusals (docs/product.md, Sign-in and tokens). Whoever refuses a token, here or in the
// database, uses these, so that the responses are the same bytes. The cause goes to the log only.

// AuthenticationRequired refuses a request without a token.
func AuthenticationRequired() *fault.Error {
	return fault.New(fault.AuthenticationRequired, "Sign in to do this.")
}

// InvalidToken refuses a token that is not valid, for whatever reason.
func InvalidToken(cause error) *fault.Error {
	return fault.Wrap(cause, fault.InvalidToken, "The token is not valid.")
}

// TokenExpired refuses a token that is valid but for its time.
func TokenExpired() *fault.Error {
	return fault.New(fault.TokenExpired, "The token has expired.")
}

// SessionRevoked refuses a valid token whose session has ended or whose account is disabled.
func SessionRevoked() *fault.Error {
	return fault.New(fault.SessionRevoked, "The session has ended. Sign in again.")
}

// Challenge returns the text of WWW-Authenticate for a refusal (RFC 6750 section 3); empty for
// an error that is not about authentication. It reveals no more than the error's code does.
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

// Refusal returns why the request's token was refused; nil when it is valid or when there is
// none. It may be an error that is no refusal, such as a database that is unavailable.
func Refusal(ctx context.Context) error {
	err, _ := ctx.Value(refusalKey{}).(error)
	return err
}

// Require returns the viewer who is signed in, or why there is none: the refusal of the token that came
// with the request, or AuthenticationRequired. Whoever holds a link is not signed in, and has no right to what
// asks for it.
func Require(ctx context.Context) (*Viewer, error) {
	v, err := RequireViewer(ctx)
	if v.HasLink() {
		return nil, fault.Denied()
	}
	return v, err
}

// RequireViewer is Require for what whoever holds a link may do, too: it returns them as any other viewer.
func RequireViewer(ctx context.Context) (*Viewer, error) {
	if v := From(ctx); v != nil {
		return v, nil
	}
	if err := Refusal(ctx); err != nil {
		return nil, err
	}
	return nil, AuthenticationRequired()
}
