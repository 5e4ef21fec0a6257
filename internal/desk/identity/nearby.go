package identity

import (
	"context"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// CountNearby counts that the viewer asks what was reported near a place, and returns rate_limited when
// the hour's times are used up. Administrators, who see all complaints anyway, are not counted.
func (r *Room) CountNearby(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err != nil || v.Admin() {
		return err
	}
	counters := attemptCounters{{"nearby", v.ID.String(), hourSpan, hourSpans, domain.NearbyPerHour}}
	err = r.countAttempt(auth.System(ctx, "count questions for nearby complaints"), counters)
	limited, yes := fault.As(err)
	if !yes || limited.Code != fault.RateLimited {
		return err
	}
	f := fault.New(fault.RateLimited, "You have asked for nearby complaints %d times within an hour. Try again later.", domain.NearbyPerHour)
	f.RetryAfter = limited.RetryAfter
	return f
}
