package server

import (
	"context"
	"database/sql"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/rest"
)

// metrics are requests, latencies, SQL statements per request, the connection pool and the
// version. Labels are routes, never ids.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	latency    *prometheus.HistogramVec
	statements *prometheus.HistogramVec
	inFlight   prometheus.Gauge
}

func newMetrics(
	db *sql.DB, streams *gqlhttp.Streams, connections *httpio.Connections, heldMedia func() int,
	refused *refusals, log *LogWriter, limits limits, version string,
) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_requests_total", Help: "Requests served.",
		}, []string{"method", "route", "status"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "redress_request_duration_seconds", Help: "Time from the first byte of a request to the last of its response.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 120},
		}, []string{"method", "route"}),
		statements: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "redress_request_sql_statements", Help: "SQL statements sent for a request.",
			Buckets: []float64{0, 1, 2, 3, 5, 8, 13, 21, 34, 55},
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "redress_requests_in_flight", Help: "Requests being served.",
		}),
	}
	for _, transport := range []string{"sse", "websocket"} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "redress_streams_open", Help: "Open subscriptions and event streams, as connections.",
			ConstLabels: prometheus.Labels{"transport": transport},
		}, func() float64 { return float64(streams.Open(transport)) }))
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "redress_media_strays_held", Help: "Media files without a row that are too many to be moved to the trash until a person decides.",
	}, func() float64 { return float64(heldMedia()) }))
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "redress_connections_open", Help: "Open connections of clients.",
		}, func() float64 { return float64(connections.Open()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "redress_connections_displaced_total", Help: "Connections that were closed because there were too many.",
		}, func() float64 { return float64(connections.Displaced()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "redress_log_lines_dropped_total", Help: "Log lines that were dropped because nobody read them.",
		}, func() float64 { return float64(log.Dropped()) }))
	limits.register(m.registry)
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "redress_build_info", Help: "What is running; always 1.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.latency, m.statements, m.inFlight, build, refused.attempts, refused.lockouts,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewDBStatsCollector(db, "redress"))
	return m
}

// refusals count refused attempts to sign in and to refresh.
type refusals struct{ attempts, lockouts *prometheus.CounterVec }

func newRefusals() *refusals {
	return &refusals{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_sign_ins_refused_total", Help: "Refused attempts to sign in, to change a password and to refresh.",
		}, []string{"operation", "code"}),
		lockouts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_sign_in_lockouts_total", Help: "Limits of wrong sign-ins that were reached.",
		}, []string{"of"}),
	}
}

// count counts a refusal. Its labels are the desk's own words, never the caller's.
func (r *refusals) count(refused desk.Refusal) {
	if refused.Lockout != "" {
		r.lockouts.WithLabelValues(refused.Lockout).Inc()
		return
	}
	r.attempts.WithLabelValues(refused.Operation, string(refused.Code)).Inc()
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// local passes on requests that come straight from this machine: not through a proxy on it, which
// would pass on everybody's. To others there is no such path.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		forwarded := slices.ContainsFunc([]string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"},
			func(name string) bool { return len(r.Header.Values(name)) > 0 })
		if err != nil || !peer.Addr().Unmap().IsLoopback() || forwarded {
			rest.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// serve serves the metrics alone on a listener, until the context ends.
func (m *metrics) serve(ctx context.Context, l net.Listener) {
	r := chi.NewRouter()
	r.NotFound(rest.NotFound)
	r.MethodNotAllowed(rest.MethodNotAllowed)
	r.Method(http.MethodGet, "/metrics", m.handler())
	server := &http.Server{
		Handler: r, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	closed := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer closed()
	if err := ignoreClosed(server.Serve(l)); err != nil {
		slog.ErrorContext(ctx, "metrics are no longer served", "error", err)
	}
}

func (m *metrics) measure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now() //nolint:forbidigo // how long, not when
		m.inFlight.Inc()
		defer m.inFlight.Dec()
		ctx, counter := store.CountStatements(r.Context())
		r = r.WithContext(ctx)
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(ww, r)
		method := methodLabel(r.Method)
		m.requests.WithLabelValues(method, route(r), strconv.Itoa(ww.Status())).Inc()
		if ww.Status() == http.StatusSwitchingProtocols || strings.HasPrefix(ww.Header().Get("Content-Type"), "text/event-stream") {
			return // a stream lasts as long as its client wishes
		}
		m.latency.WithLabelValues(method, route(r)).Observe(time.Since(begin).Seconds()) //nolint:forbidigo // how long, not when
		m.statements.WithLabelValues(method, route(r)).Observe(float64(counter.N()))
	})
}

// methodLabel returns a method, or "other", so that a client can't create series.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions:
		return method
	default:
		return "other"
	}
}

// countRefusals counts the requests that budgets have refused.
func (m *metrics) countRefusals(budgets *budget.Budgets) {
	for _, role := range append([]string{"anonymous"}, budget.Roles()...) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "redress_budget_refusals_total", Help: "Requests refused because a budget was used up.",
			ConstLabels: prometheus.Labels{"role": role},
		}, func() float64 { return float64(budgets.Refused(role)) }))
	}
}
