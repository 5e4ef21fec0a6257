package graph

import (
	"context"

	"github.com/redress/redress/internal/desk"
)

// withIdempotencyKey makes a mutation that has an idempotency key take effect only once.
func withIdempotencyKey(ctx context.Context, operation string, key *string, input any) context.Context {
	if key == nil {
		return ctx
	}
	return desk.WithIdempotencyKey(ctx, desk.IdempotentRequest{Key: *key, Operation: operation, Input: input})
}
