package auth

import "context"

type agentKey struct{}

// UserAgent is how the program that asks names itself; "" when it does not, or when the
// service asks for itself. It is a label: anybody may claim any.
func UserAgent(ctx context.Context) string {
	name, _ := ctx.Value(agentKey{}).(string)
	return name
}
