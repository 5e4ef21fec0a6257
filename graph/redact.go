package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/policy"
)

// Fields of a row that not everybody who sees the row may see read as absent.

// redactProfile answers a field of an account to those who may see more of it than its name.
func redactProfile[T any](ctx context.Context, account uuid.UUID, value *T) *T {
	if policy.SeesProfile(auth.From(ctx), account) {
		return value
	}
	return nil
}

// redactInternal answers a field that is written for administrators only.
func redactInternal[T any](ctx context.Context, value T) T {
	if policy.SeesInternal(auth.From(ctx)) {
		return value
	}
	var none T
	return none
}
