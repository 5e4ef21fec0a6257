package auth

import "context"

type agentKey struct{}

// UserAgent returns the User-Agent of the context's request; "" when it has none, and outside
// a request. It is a label: a client may claim any.
func UserAgent(ctx context.Context) string {
	name, _ := ctx.Value(agentKey{}).(string)
	return name
}
