package graph

import (
	"context"

	"github.com/redress/redress/internal/desk/tx"
)

// withIdempotencyKey makes a mutation that has an idempotency key take effect only once.
func withIdempotencyKey(ctx context.Context, operation string, key *string, input any) context.Context {
	if key == nil {
		return ctx
	}
	return tx.WithIdempotencyKey(ctx, tx.IdempotentRequest{Key: *key, Operation: operation, Input: input})
}
