package server

import (
	"context"
	"database/sql"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/payments"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/tracing"
	"github.com/redress/redress/rest"
)

// metrics are what an operator watches; docs/monitoring.md lists them. Labels are routes and our own
// words, never ids.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	latency    *prometheus.HistogramVec
	statements *prometheus.HistogramVec
	errors     *prometheus.CounterVec
	internal   prometheus.Counter
	mails      *prometheus.CounterVec
	slow       *prometheus.CounterVec
	sending    prometheus.Histogram
	inFlight   prometheus.Gauge
}

// watched is what metrics are read from when they are scraped. Reading it must be quick and ask neither the
// database nor a disk.
type watched struct {
	pools       map[string]*sql.DB // by name
	streams     *gqlhttp.Streams
	connections *httpio.Connections
	rooms       graph.Rooms
	budgets     *budget.Budgets
	refused     *refusals
	limits      limits
	jobs        *jobs.Log
	backlog     *backlog
	disks       *disks
	clock       *clock
	log         *LogWriter
	traces      *tracing.Tracer // nil: none
	version     string
	dialect     string
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_requests_total", Help: "Requests served.",
		}, []string{"method", "route", "status"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "redress_request_duration_seconds", Help: "Time from the first byte of a request to the last of its response.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"method", "route"}),
		statements: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "redress_request_sql_statements", Help: "SQL statements sent for a request.",
			Buckets: []float64{2, 5, 10, 20, 50},
		}, []string{"method", "route"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_graph_errors_total", Help: "Errors in responses of the graph, which mostly have the status 200.",
		}, []string{"code"}),
		internal: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "redress_internal_errors_total", Help: "Responses with the status 500, and errors of the graph with the code internal_error.",
		}),
		mails: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_mails_total", Help: "Attempts to send an e-mail, by what became of it.",
		}, []string{"outcome"}),
		slow: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "redress_slow_operations_total", Help: "Operations that took longer than REDRESS_SLOW_AFTER.",
		}, []string{"api"}),
		sending: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "redress_mail_duration_seconds", Help: "Time of attempts to send an e-mail.",
			Buckets: []float64{.05, .25, 1, 5, 15, 30},
		}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "redress_requests_in_flight", Help: "Requests being served.",
		}),
	}
	m.registry.MustRegister(m.requests, m.latency, m.statements, m.errors, m.internal, m.mails, m.slow, m.sending, m.inFlight,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, state := range []domain.NotificationState{domain.NotificationSent, domain.NotificationFailed, domain.NotificationPending} {
		m.mails.WithLabelValues(mailOutcome(state)) // so that the first one is an increase
	}
	for _, api := range []string{"graph", "rest"} {
		m.slow.WithLabelValues(api)
	}
	return m
}

// watch adds what is read from others.
func (m *metrics) watch(w watched) {
	for name, pool := range w.pools {
		m.registry.MustRegister(collectors.NewDBStatsCollector(pool, name))
	}
	m.registry.MustRegister(w.refused.attempts, w.refused.lockouts, jobMetrics{w.jobs}, w.backlog, w.disks, w.clock)
	for _, transport := range []string{"sse", "websocket"} {
		m.gauge("redress_streams_open", "Open subscriptions and event streams, as connections.",
			prometheus.Labels{"transport": transport}, func() float64 { return float64(w.streams.Open(transport)) })
	}
	m.gauge("redress_connections_open", "Open connections of clients.", nil, func() float64 { return float64(w.connections.Open()) })
	m.counter("redress_connections_displaced_total", "Connections that were closed because there were too many.",
		nil, func() float64 { return float64(w.connections.Displaced()) })
	m.counter("redress_log_lines_dropped_total", "Log lines that were dropped because nobody read them.",
		nil, func() float64 { return float64(w.log.Dropped()) })
	m.counter("redress_trace_spans_sent_total", "Spans of traces that the collector has accepted.",
		nil, func() float64 { return float64(w.traces.Sent()) })
	m.counter("redress_trace_spans_dropped_total", "Spans of traces that were dropped because the collector did not accept them in time.",
		nil, func() float64 { return float64(w.traces.Dropped()) })
	for _, level := range loggedLevels {
		m.counter("redress_log_lines_total", "Log lines, by how serious they are.",
			prometheus.Labels{"level": strings.ToLower(level.String())}, func() float64 { return float64(logged(level)) })
	}
	for _, role := range append([]string{"anonymous"}, budget.Roles()...) {
		m.counter("redress_budget_refusals_total", "Requests refused because a budget was used up.",
			prometheus.Labels{"role": role}, func() float64 { return float64(w.budgets.Refused(role)) })
	}
	w.limits.register(m)
	m.watchMedia(w.rooms.Desk)
	m.watchLedger(w.rooms.Payments)
	m.gauge("redress_build_info", "What is running; always 1.",
		prometheus.Labels{"version": w.version, "goversion": runtime.Version(), "database": w.dialect}, func() float64 { return 1 })
}

func (m *metrics) watchMedia(d *desk.Desk) {
	m.gauge("redress_media_strays_held", "Media files without a row that are too many to be moved to the trash until a person decides.",
		nil, func() float64 { return float64(d.HeldMedia()) })
	m.gauge("redress_media_missing",
		"Media rows whose file was missing or not as long as the row says when they were last checked; all rows are checked in turn, 20,000 in ten minutes.",
		nil, func() float64 { return float64(d.MissingMedia()) })
	for state, of := range map[string]func(mediastore.Files) int{
		"stored":  func(f mediastore.Files) int { return f.Stored },
		"stray":   func(f mediastore.Files) int { return f.Strays },
		"earlier": func(f mediastore.Files) int { return f.Earlier },
		"newer":   func(f mediastore.Files) int { return f.Newer },
		"trash":   func(f mediastore.Files) int { return f.Trash },
	} {
		m.gauge("redress_media_files", "Media files when the folder was last looked through, by what is known of them.",
			prometheus.Labels{"state": state}, func() float64 {
				files, _ := d.MediaFiles()
				return float64(of(files))
			})
	}
}

func (m *metrics) watchLedger(r *payments.Room) {
	m.gauge("redress_ledger_check_faulty", "Whether the last check of the ledger found a row that is not as it was written: 1, else 0.",
		nil, func() float64 {
			if r.LedgerChecks().Faulty {
				return 1
			}
			return 0
		})
	m.gauge("redress_ledger_check_rows", "Rows of the ledger that the current check has found as they were written.",
		nil, func() float64 { return float64(r.LedgerChecks().Rows) })
	m.gauge("redress_ledger_check_completed_timestamp_seconds", "When a check last found the whole ledger as it was written; 0 before the first.",
		nil, func() float64 { return unixSeconds(r.LedgerChecks().Completed) })
}

func (m *metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

func (m *metrics) counter(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// unixSeconds returns a time as Prometheus reads it; 0 for none.
func unixSeconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1e3 // milliseconds
}

// sent counts an attempt to send a message.
func (m *metrics) sent(state domain.NotificationState, took time.Duration) {
	m.mails.WithLabelValues(mailOutcome(state)).Inc()
	m.sending.Observe(took.Seconds())
}

// mailOutcome returns the label of what became of a message: pending is one that is tried again.
func mailOutcome(state domain.NotificationState) string {
	if state == domain.NotificationPending {
		return "deferred"
	}
	return strings.ToLower(string(state))
}

// graphError counts an error of the graph, whose code is one of ours.
func (m *metrics) graphError(code string) {
	code = strings.ToLower(code)
	m.errors.WithLabelValues(code).Inc()
	if code == string(fault.Internal) {
		m.internal.Inc()
	}
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
func (r *refusals) count(refused identity.Refusal) {
	if refused.Lockout != "" {
		r.lockouts.WithLabelValues(refused.Lockout).Inc()
		return
	}
	r.attempts.WithLabelValues(refused.Operation, string(refused.Code)).Inc()
}

// describe returns a text for each metric, those without a value included.
func (m *metrics) describe() (all []string) {
	descs := make(chan *prometheus.Desc)
	go func() {
		defer close(descs)
		m.registry.Describe(descs)
	}()
	for d := range descs {
		all = append(all, d.String())
	}
	return all
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// local passes on requests that come straight from this machine: not through a proxy on it, which
// would pass on everybody's, and not from a page of a browser on it whose name leads here. To others there
// is no such path.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !peer.Addr().Unmap().IsLoopback() || isProxied(r) || !isLoopbackHost(r.Host) {
			rest.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// proxyHeaders are those that proxies add, beside all that begin with X-Forwarded-.
var proxyHeaders = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Original-Host", "True-Client-Ip", "Cf-Connecting-Ip"}

// isProxied reports whether a request shows that a proxy passed it on. nginx adds no header to a bare proxy_pass and gives
// the address of the service as the Host, but speaks HTTP/1.0 unless it is told otherwise, which nothing does that reads
// metrics. What a proxy sends that is told so can't be told from a request of this machine (docs/operations.md).
func isProxied(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") || slices.Contains(proxyHeaders, name) {
			return true
		}
	}
	return !r.ProtoAtLeast(1, 1)
}

// isLoopbackHost reports whether a Host header names this machine as only itself can.
func isLoopbackHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	ip, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// serve serves the metrics, and what profilers ask for, alone on a listener, until the context ends.
func (m *metrics) serve(ctx context.Context, l net.Listener) {
	r := chi.NewRouter()
	r.NotFound(rest.NotFound)
	r.MethodNotAllowed(rest.MethodNotAllowed)
	r.Method(http.MethodGet, "/metrics", m.handler())
	profiles(r)
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

// profiles adds the handlers of profiles. The command line is none of them: it may hold a password.
func profiles(r chi.Router) {
	for path, handler := range map[string]http.HandlerFunc{
		"/debug/pprof/": pprof.Index, "/debug/pprof/{profile}": pprof.Index,
		"/debug/pprof/profile": pprof.Profile, "/debug/pprof/symbol": pprof.Symbol, "/debug/pprof/trace": pprof.Trace,
	} {
		r.Get(path, handler)
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
		if ww.Status() == http.StatusInternalServerError {
			m.internal.Inc()
		}
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
