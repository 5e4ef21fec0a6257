package server

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/rest"
)

// The limits on what waits for clients rather than for the service, of an instance that has
// connections enough. A request in flight takes up to some hundred kilobytes, a long body up to 2 MiB,
// a transfer a hundred kilobytes.
const (
	maxInFlight              = 512
	maxBodies, callerBodies  = 32, 8
	maxTransfers             = 256
	callerShare, callerLeast = 4, 8 // one caller has a quarter of them, and as many as a browser opens
)

// The limits on look-ups of sessions.
const (
	sessionsAtWork, callerSessions = 6, 4
	maxSessionsQueued              = 256
)

// The limits on what is done for sign-ins beside the requests at work.
const (
	signInsAtWork, callerSignIns = 4, 2
	maxPasswordsQueued           = 128
)

// DefaultAdmission returns the limits on requests at work for a machine and a database that has so
// many connections for requests. More requests at work than keep the processors busy only make each
// other slower, and hold connections meanwhile. One caller gets a quarter of the slots, so that
// another one's requests share the machine with few others, however many the first one sends. While
// it is alone it gets all but one, which is for whoever comes next. SQLite computes in this process,
// and a goroutine that computes gives its processor away only every 10 ms: there one caller leaves
// half of the processors free. Callers without a token have a quarter of the slots too, and of the queue,
// all together.
func DefaultAdmission(kind string, connections int) admission.Options {
	processors := runtime.GOMAXPROCS(0)
	perProcessor := 4 // a request waits for the database half of its time or more
	if kind == dialect.SQLite {
		perProcessor = 2
	}
	atWork := max(perProcessor*processors, callerShare)
	atWork = min(atWork, max(connections-connections/5, callerShare)) // some are left for background jobs and streams
	return admission.Options{
		AtWork: atWork, PerCaller: (atWork + callerShare - 1) / callerShare, Alone: atWork - 1, Queued: 256, Wait: time.Second,
		OwnWaits:  ownWaits,
		Anonymous: max(atWork/callerShare, 1), AnonymousQueued: 64,
	}
}

// ownWaits: who does something to a hundred complaints reads with the same account meanwhile. That waits for the operation, and keeps
// nobody from anything.
const ownWaits = 5

// sessionLimits are those on look-ups of sessions, which are made beside the requests at work, since it
// is not known before for which account a request counts. One takes about a millisecond.
func sessionLimits(work admission.Options, queued int) admission.Options {
	return admission.Options{AtWork: sessionsAtWork, PerCaller: callerSessions, Queued: min(work.Queued, queued), Wait: 2 * work.Wait}
}

// DefaultStatistics returns the limits on statistics that are summed up, so that the rest of the
// processors and connections stay free for short requests: half as many as there are processors, and
// half of these for one account that isn't alone. Those of a dashboard wait for each other, and for those of others who open theirs
// at the same time, within the time that an operation may take (gqlhttp.MaxTime). One takes up to ten times as long as another, so
// what the last ones took says little about those that wait: only who would wait for twice as long is refused at once.
func DefaultStatistics() admission.Options {
	const wait = 8 * time.Second
	atWork := max(2, runtime.GOMAXPROCS(0)/2) // one account among others never has all
	return admission.Options{
		AtWork: atWork, PerCaller: atWork / 2, Alone: atWork, Queued: 256, Wait: wait, Expected: 2 * wait, Of: "statistics", RetryAfter: wait / 2,
	}
}

// signInLimits are those on what signing in, refreshing and signing out make the database do. It is little,
// and comes from whoever likes: such requests have nothing in common with those of people who are signed in.
func signInLimits() admission.Options {
	const wait = 5 * time.Second
	return admission.Options{
		AtWork: signInsAtWork, PerCaller: callerSignIns, Queued: maxPasswordsQueued, Wait: wait, Spared: sparedTurns, Of: "sign-ins",
	}
}

// sparedTurns: of so many turns of sign-ins one is for those who would wait for all that are known, or have failed less.
const sparedTurns = 4

// passwordLimits are those on passwords that are hashed, each of which takes a processor for some
// hundredths of a second. They wait longer than other requests do: nobody tries twice to sign in.
func passwordLimits(parallel int) admission.Options {
	const wait = 8 * time.Second
	return admission.Options{
		AtWork: parallel, PerCaller: parallel, Queued: maxPasswordsQueued, Wait: wait, Expected: wait, Spared: sparedTurns,
		Of: "sign-ins", RetryAfter: 2 * time.Second,
	}
}

// limits are those of an instance on requests at the same time.
type limits struct {
	work       *admission.Limiter
	sessions   *admission.Limiter
	statistics *admission.Limiter
	lane       *admission.Lane    // of statistics
	signIns    *admission.Limiter // what the database does for them
	passwords  *admission.Limiter // that are hashed
	inFlight   *admission.Bound   // requests from their header to the end of their response
	bodies     *admission.Bound   // of those, the ones with long bodies
	transfers  *admission.Bound   // uploads and downloads
}

func newLimits(o Options, of shares) limits {
	options := o.Admission
	if options == nil {
		byDefault := DefaultAdmission(o.Store.Dialect(), o.Store.DB().Stats().MaxOpenConnections)
		options = &byDefault
	}
	statistics := DefaultStatistics()
	if o.Statistics != nil {
		statistics = *o.Statistics
	}
	work := admission.New(*options)
	statistics.Within = work
	sums := admission.New(statistics)
	return limits{
		work:       work,
		sessions:   admission.New(sessionLimits(*options, of.sessions)),
		statistics: sums,
		lane:       admission.NewLane(sums, gqlhttp.MaxTime),
		signIns:    admission.New(signInLimits()),
		passwords:  admission.New(passwordLimits(o.Passwords.Parallel())),
		inFlight:   boundOf(of.requests),
		bodies:     admission.NewBound(maxBodies, callerBodies),
		transfers:  boundOf(of.transfers),
	}
}

// boundOf returns a limit of which one caller has its share.
func boundOf(most int) *admission.Bound {
	return admission.NewBound(most, max(most/callerShare, callerLeast))
}

// bound refuses requests beyond the number of those in flight, before anything of their bodies is
// read. Streams and exports have limits of their own.
func (l limits) bound(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bound := l.inFlight
		switch {
		case strings.HasPrefix(r.URL.Path, "/graphql") && gqlhttp.MayStream(r), strings.HasPrefix(r.URL.Path, "/export/"):
			next.ServeHTTP(w, r)
			return
		case strings.Contains(r.URL.Path, "/media"):
			bound = l.transfers
		}
		release, err := bound.Take(r.Context())
		if err != nil {
			rest.WriteError(w, r, err)
			return
		}
		defer release()
		next.ServeHTTP(w, r)
	})
}

// query returns a function that reads for an export. A page waits for its turn, so that a download
// that has begun is not broken off.
func (l limits) query(
	read func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error),
) func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	return func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		slot, err := l.work.Wait(ctx)
		if err != nil {
			return nil, err
		}
		defer slot.Leave()
		return read(admission.Share(ctx, slot), query, variables)
	}
}

// register adds the metrics.
func (l limits) register(m *metrics) {
	m.gauge("redress_requests_at_work", "Requests that are executed.", nil, func() float64 { return float64(l.work.Stats().AtWork) })
	m.gauge("redress_requests_at_work_limit", "How many requests are executed at most.", nil, func() float64 { return float64(l.work.Limits().AtWork) })
	m.gauge("redress_requests_queued", "Requests that wait to be executed.", nil, func() float64 { return float64(l.work.Stats().Queued) })
	m.gauge("redress_statistics_at_work", "Statistics that are summed up.", nil, func() float64 { return float64(l.statistics.Stats().AtWork) })
	m.gauge("redress_statistics_queued", "Statistics that wait to be summed up.", nil, func() float64 { return float64(l.statistics.Stats().Queued) })
	m.counter("redress_statistics_joined_total", "Statistics answered with the result of an equal one that was at work.", nil,
		func() float64 { return float64(l.lane.Joined()) })
	m.gauge("redress_passwords_at_work", "Passwords that are hashed.", nil, func() float64 { return float64(l.passwords.Stats().AtWork) })
	m.gauge("redress_passwords_queued", "Passwords that wait to be hashed.", nil, func() float64 { return float64(l.passwords.Stats().Queued) })
	m.gauge("redress_session_lookups_queued", "Look-ups of sessions that wait.", nil, func() float64 { return float64(l.sessions.Stats().Queued) })
	for _, c := range []struct {
		reason  string
		refused func() uint64
	}{
		{"queue", func() uint64 { return l.work.Stats().Refused }},
		{"sessions", func() uint64 { return l.sessions.Stats().Refused }},
		{"statistics", func() uint64 { return l.statistics.Stats().Refused }},
		{"sign_ins", func() uint64 { return l.signIns.Stats().Refused }},
		{"passwords", func() uint64 { return l.passwords.Stats().Refused }},
		{"in_flight", l.inFlight.Refused},
		{"long_bodies", l.bodies.Refused},
		{"transfers", l.transfers.Refused},
	} {
		m.counter("redress_requests_refused_total", "Requests refused because there were more than the service can handle.",
			prometheus.Labels{"reason": c.reason}, func() float64 { return float64(c.refused()) })
	}
}
