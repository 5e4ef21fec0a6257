package identity

import (
	"context"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// The day of GuestReportsPerDay is counted in rows of this span, as an hour is in those of hourSpan.
const (
	daySpan  = time.Hour
	daySpans = 25
)

// CountNearby counts that somebody asks what was reported near a place, and returns rate_limited when the hour's times of the account, or of the network
// address of those who have none, are used up. Administrators, who see all complaints anyway, are not counted.
func (r *Room) CountNearby(ctx context.Context) error {
	v := auth.From(ctx)
	if v.Admin() {
		return nil
	}
	times := attemptCounter{"nearby-at", auth.Network(ctx), hourSpan, hourSpans, domain.NearbyPerNetwork}
	if v != nil {
		times = attemptCounter{"nearby", v.ID.String(), hourSpan, hourSpans, domain.NearbyPerHour}
	}
	err := r.countAttempt(auth.System(ctx, "count questions for nearby complaints"), attemptCounters{times})
	if v == nil {
		return limited(err, "From your network, people have asked for nearby complaints %d times within an hour. Try again later.", domain.NearbyPerNetwork)
	}
	return limited(err, "You have asked for nearby complaints %d times within an hour. Try again later.", domain.NearbyPerHour)
}

// CountGuestReport counts in a transaction that somebody without an account reports a complaint from the context's network address, and returns
// rate_limited when the hour's or the day's are used up.
func (r *Room) CountGuestReport(ctx context.Context, t *tx.Tx) error {
	at := auth.Network(ctx)
	_, err := attemptCounters{
		{"guest", at, hourSpan, hourSpans, domain.GuestReportsPerHour},
		{"guest-day", at, daySpan, daySpans, domain.GuestReportsPerDay},
	}.count(auth.System(ctx, "count complaints of people without an account"), t.LoginAttempt, t.Now)
	return limited(err, "From your network, people have reported %d complaints within an hour, or %d within a day. Try again later.",
		domain.GuestReportsPerHour, domain.GuestReportsPerDay)
}

// limited returns a refusal of attemptCounters in other words, and every other error as it is.
func limited(err error, format string, limits ...any) error {
	was, ok := fault.As(err)
	if !ok || was.Code != fault.RateLimited {
		return err
	}
	f := fault.New(fault.RateLimited, format, limits...)
	f.RetryAfter = was.RetryAfter
	return f
}
