package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/redress/redress/internal/store"
)

const (
	// startExtension is how much longer a start may take, told anew while the database is opened and
	// migrated: nobody knows how long a migration of many rows takes.
	startExtension = 2 * time.Minute
	// statusInterval is how often the rows of a migration are reported.
	statusInterval = time.Second
)

// notify reports to the service manager about this process, such as READY=1, if it asked to be told. What it says
// is lost when the manager is not there: the service does not depend on it.
func notify(state ...string) {
	if _, err := daemon.SdNotify(false, strings.Join(state, "\n")); err != nil {
		slog.Debug("the service manager could not be notified", "error", err)
	}
}

// notifyStatus reports to the service manager in a line what this process is doing.
func notifyStatus(format string, args ...any) { notify("STATUS=" + fmt.Sprintf(format, args...)) }

// extendStart asks the service manager for more time until stop is called.
func extendStart(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	extend := func() { notify(fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", startExtension.Microseconds())) }
	extend()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		again := time.NewTicker(startExtension / 4)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-again.C:
				extend()
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// notifyMigration returns a function that shows a migration, and tells the service manager of it.
func notifyMigration(show func(store.Progress)) func(store.Progress) {
	var (
		now  store.Progress
		next time.Time
	)
	return func(p store.Progress) {
		show(p)
		if p.Version == now.Version && p.Step == now.Step && p.Waiting == now.Waiting && time.Now().Before(next) {
			return
		}
		now, next = p, time.Now().Add(statusInterval)
		rows := ""
		if p.Of > 0 {
			rows = fmt.Sprintf(" (%d of %d rows)", p.Rows, p.Of)
		}
		if p.Waiting {
			rows = " (waits for others, who have locked what it needs)"
		}
		notifyStatus("Migration %d, step %d of %d: %s%s", p.Version, p.Step, p.Steps, p.Title, rows)
	}
}

// runWatchdog reports to the service manager that the process works, at half the interval at which it expects
// that, until the context ends. It does so after the service has answered /healthz, which asks the router and
// everything before it, but neither the database, for whose absence a restart is no cure, nor the network,
// through which a flood of requests could make the manager restart the service.
func runWatchdog(ctx context.Context, service http.Handler) {
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		slog.WarnContext(ctx, "there is no watchdog", "error", err)
	}
	if interval <= 0 {
		return
	}
	tick := time.NewTicker(interval / 2)
	defer tick.Stop()
	for {
		if answers(ctx, service) {
			notify(daemon.SdNotifyWatchdog)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// answers reports whether the service answers /healthz. If it never does, neither does this.
func answers(ctx context.Context, service http.Handler) bool {
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, "http://localhost/healthz", nil)
	if err != nil {
		return false
	}
	request.Body, request.RemoteAddr = http.NoBody, "127.0.0.1:0"
	answer := statusOnly{header: http.Header{}}
	service.ServeHTTP(&answer, request)
	return answer.status == http.StatusOK || answer.status == 0
}

// statusOnly is a response of which only the status is kept.
type statusOnly struct {
	header http.Header
	status int
}

// Header implements http.ResponseWriter.
func (s *statusOnly) Header() http.Header { return s.header }

// Write implements http.ResponseWriter.
func (s *statusOnly) Write(body []byte) (int, error) { return len(body), nil }

// WriteHeader implements http.ResponseWriter.
func (s *statusOnly) WriteHeader(status int) { s.status = status }
