package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/policy"
)

// Fields that not every viewer of a row may see read as null or empty.

// redactProfile returns a field of an account, or nil to viewers who may only see its name.
func redactProfile[T any](ctx context.Context, account uuid.UUID, value *T) *T {
	if policy.SeesProfile(auth.From(ctx), account) {
		return value
	}
	return nil
}

// redactInternal returns a field that is written for administrators, or its zero value to everybody
// else.
func redactInternal[T any](ctx context.Context, value T) T {
	if policy.SeesInternal(auth.From(ctx)) {
		return value
	}
	var none T
	return none
}
