package main

import (
	"context"
	"log/slog"
	"time"
)

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
