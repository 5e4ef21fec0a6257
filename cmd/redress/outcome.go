package main

import (
	"context"
	"fmt"
	"time"

	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
)

// outcomeTime ends the attempt to note an outcome.
const outcomeTime = 10 * time.Second

// noteOutcome leaves the outcome of a command in the database, so that the service tells super administrators of a failure and of its end. What
// was interrupted has none, nor has a database of an older version room for it. A note that can't be made is no failure of the command.
func (a *App) noteOutcome(ctx context.Context, db *store.Store, name domain.AlertName, failure string) {
	if ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, outcomeTime)
	defer cancel()
	v, err := db.Version(ctx)
	if err == nil && v.Database < v.Program {
		return
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	switch {
	case err != nil:
	case failure != "":
		err = alert.Failed(ctx, db.Client(), name, now, failure)
	default:
		err = alert.Good(ctx, db.Client(), name, now)
	}
	if err != nil {
		fmt.Fprintln(a.Stderr, "Super administrators are not told of the outcome, which could not be noted in the database:", cause(err))
	}
}
