package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/server"
)

// The bounds of what is slow.
const (
	leastSlow = time.Millisecond
	mostSlow  = time.Hour
)

// watchFlags declares the settings of what operators watch.
func (c *Config) watchFlags(s *pflag.FlagSet) {
	durationVar(s, &c.Slow.After, "slow-after", "1s", "`TIME` from which an operation is logged with its statements, without values; 0 logs none")
	durationVar(s, &c.Slow.PlanAfter, "slow-plan-after", "5s",
		"`TIME` from which the plan of a statement of such an operation is logged too, on PostgreSQL; 0 logs none")
}

// checkSlow returns what is wrong with the settings of slow operations.
func checkSlow(slow server.Slow) error {
	var errs []error
	for _, s := range []struct {
		name string
		is   time.Duration
	}{{"REDRESS_SLOW_AFTER", slow.After}, {"REDRESS_SLOW_PLAN_AFTER", slow.PlanAfter}} {
		if s.is != 0 && (s.is < leastSlow || s.is > mostSlow) {
			errs = append(errs, errors.New(s.name+": must be 0, or 1ms to 1h"))
		}
	}
	return errors.Join(errs...)
}

// traceFlushTime is how long the last spans may take at the end.
const traceFlushTime = 3 * time.Second

// endTraces sends the last spans.
func (a *App) endTraces(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), traceFlushTime)
	defer cancel()
	if err := a.traces.Shutdown(ctx); err != nil {
		slog.WarnContext(ctx, "the last spans were not sent in time", "error", err)
	}
}
