package graph

import (
	"context"

	"github.com/redress/redress/internal/desk"
)

// withIdempotencyKey lets a mutation with a key do its work a single time.
func withIdempotencyKey(ctx context.Context, operation string, key *string, input any) context.Context {
	if key == nil {
		return ctx
	}
	return desk.WithOnce(ctx, desk.Once{Key: *key, Operation: operation, Input: input})
}
