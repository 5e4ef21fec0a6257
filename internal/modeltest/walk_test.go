package modeltest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { Main(m) }

// walk is a random walk: a server, its model, and the source of random draws.
type walk struct {
	draws
	*model
	t    *testing.T
	site *Server

	providers   []string
	categoryIDs []string
	titles      int
	pictures    uint64
	baseline    counts
	trail       []string // the last steps, for whoever looks for a fault

	accepted, refused int
	codes             map[string]int
}

// verbs returns the verbs, each as often as its weight.
func (w *walk) verbs() []func() attempt {
	var all []func() attempt
	add := func(weight int, verb func() attempt) {
		for range weight {
			all = append(all, verb)
		}
	}
	says := func(weight int, verb string) { add(weight, w.moveComplaint(verb)) }
	moves := func(weight int, verb string) { add(weight, w.moveTaskBy(verb)) }
	add(8, w.submit)
	add(12, w.assign)
	says(4, "holdComplaint")
	says(5, "resumeComplaint")
	says(2, "resolveComplaint")
	says(2, "rejectComplaint")
	says(1, "withdrawComplaint")
	says(2, "closeComplaint")
	says(6, "reopenComplaint")
	add(2, w.merge)
	add(2, w.unmerge)
	add(2, w.update)
	add(2, w.claim)
	add(1, w.unclaim)
	add(4, w.rate)
	add(3, w.triage)
	add(2, w.comment)
	moves(12, "acceptTask")
	moves(2, "declineTask")
	moves(11, "startTask")
	moves(2, "returnTask")
	moves(1, "cancelTask")
	add(2, w.reassign)
	add(6, w.postUpdate("postTaskUpdate", "PROGRESS"))
	add(10, w.postUpdate("submitCompletion", "COMPLETION"))
	add(10, w.review)
	add(1, w.deleteFile)
	add(5, w.record)
	add(3, w.reverse)
	add(1, w.disable)
	add(3, w.enable)
	add(1, w.changeRole)
	return all
}

func envNumber(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
		return n
	}
	return otherwise
}

// TestRandomWalk executes random verbs as random people: each response, and the rows it leaves,
// must be what the model predicts. REDRESS_TEST_SEED repeats a walk, REDRESS_SOAK_STEPS and
// REDRESS_SOAK_SEEDS make it long.
func TestRandomWalk(t *testing.T) {
	first := envNumber("REDRESS_TEST_SEED", uint64(time.Now().UnixNano()))
	steps := int(envNumber("REDRESS_SOAK_STEPS", 500))
	for i := range envNumber("REDRESS_SOAK_SEEDS", 1) {
		t.Run(strconv.FormatUint(first+i, 10), func(t *testing.T) {
			ForEachDatabase(t, func(t *testing.T, s *Server) { walkFor(t, s, first+i, steps) })
		})
	}
}

func walkFor(t *testing.T, s *Server, seed uint64, steps int) {
	t.Helper()
	t.Logf("REDRESS_TEST_SEED=%d REDRESS_SOAK_STEPS=%d", seed, steps)
	begin := time.Now()
	w := newWalk(t, s, seed)
	verbs := w.verbs()
	for n := 1; n <= steps && !t.Failed(); n++ {
		w.advanceClock()
		switch {
		case n%100 == 0:
			w.compareAll(n)
		case n%75 == 0:
			if err := w.runJobs(); err != nil {
				t.Errorf("step %d: %v", n, err)
			}
			w.recordStep(n, "the service runs its jobs", "")
			w.compareAll(n)
		case w.chance(6):
			w.uploadStep(n)
		default:
			w.step(n, pick(w.draws, verbs)())
		}
		if t.Failed() {
			t.Fatalf("seed %d, step %d; the last steps:\n%s", seed, n, strings.Join(w.trail, "\n"))
		}
	}
	w.compareAll(steps)
	CheckInvariants(t, s.Store, s.Service.Media)
	t.Logf("%d steps in %v: %d accepted, %d refused %v; %d complaints, %d tasks, %d updates, %d payments, %d audit entries",
		steps, time.Since(begin).Round(time.Millisecond), w.accepted, w.refused, w.codes,
		len(w.complaints), len(w.tasks), len(w.updates), len(w.payments), w.audits)
}

// step executes a verb and compares the result.
func (w *walk) step(n int, a attempt) {
	kind := strings.ToUpper(a.mutation[:1]) + a.mutation[1:] + "Input!"
	got := w.execute(a.by, fmt.Sprintf(`mutation($input: %s) { %s(input: $input) { %s } }`, kind, a.mutation, a.answer), fields{"input": a.input})
	code := got.Code()
	input, _ := json.Marshal(a.input)
	w.recordStep(n, fmt.Sprintf("%s as %s %s", a.mutation, nameOf(a.by), input), code)
	if code != a.want {
		w.t.Errorf("%s as %s returns %q, the model says %q\n%s\n%s", a.mutation, nameOf(a.by), code, a.want, input, got.Raw)
		return
	}
	if code == "" {
		a.becomes(got)
	}
	if code == "" && a.wide {
		w.compareAll(n)
		return
	}
	w.compareOne(a.about)
}

func (w *walk) uploadStep(n int) {
	by, u, picture, want := w.upload()
	id := "01900000-0000-7000-8000-00000000000a"
	if u != nil {
		id = u.id
	}
	body, kind := Form("proof.png", bytes.NewReader(Picture(picture)))
	r := httptest.NewRequestWithContext(w.t.Context(), http.MethodPost, "/api/solver/tasks/update/"+id+"/media/", body)
	r.Header.Set("Content-Type", kind)
	res := w.send(by, r)
	var got struct {
		Code      string
		Duplicate bool
		Media     struct{ ID string }
	}
	if err := json.Unmarshal(res.Body.Bytes(), &got); err != nil {
		w.t.Errorf("upload: %d %s: %v", res.Code, res.Body, err)
	}
	code := strings.ToUpper(got.Code)
	w.recordStep(n, fmt.Sprintf("upload to %s as %s", id, nameOf(by)), code)
	if code != want {
		w.t.Errorf("upload as %s returns %q, the model says %q: %s", nameOf(by), code, want, res.Body)
		return
	}
	if code != "" {
		return
	}
	for _, f := range u.files {
		if f.picture == picture {
			if !got.Duplicate || got.Media.ID != f.id || res.Code != http.StatusOK {
				w.t.Errorf("the same bytes again: %d %s", res.Code, res.Body)
			}
			return
		}
	}
	f := &file{id: got.Media.ID, picture: picture, by: by, update: u}
	u.files, w.files = append(u.files, f), append(w.files, f)
	w.audits++
	w.compareOne(u.task.complaint)
}

func nameOf(p *person) string {
	if p == nil {
		return "nobody"
	}
	return p.name
}

// recordStep records a step for the failure message.
func (w *walk) recordStep(n int, did, code string) {
	if code == "" {
		w.accepted++
		code = "ok"
	} else {
		w.refused++
		w.codes[code]++
	}
	w.trail = append(w.trail, fmt.Sprintf("%6d %s %s: %s", n, w.now.Format(time.RFC3339), did, code))
	if len(w.trail) > 25 {
		w.trail = w.trail[1:]
	}
}

// execute sends a GraphQL document straight to the handler.
func (w *walk) execute(p *person, query string, variables fields) Result {
	body, err := json.Marshal(fields{"query": query, "variables": variables})
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(w.t.Context(), http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	res := w.send(p, r)
	a := Result{Status: res.Code, Raw: res.Body.String()}
	if err := json.Unmarshal(res.Body.Bytes(), &a); err != nil {
		w.t.Fatalf("%d %s: %v", res.Code, res.Body, err)
	}
	return a
}

// send sends a request as somebody, whose token is renewed in time.
func (w *walk) send(p *person, r *http.Request) *httptest.ResponseRecorder {
	if p != nil {
		if p.active && (p.renew || w.now.Sub(p.minted) > tokenLife-4*24*time.Hour) {
			w.issueToken(p)
		}
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	res := httptest.NewRecorder()
	w.site.Service.Handler.ServeHTTP(res, r)
	return res
}

const tokenLife = 29 * 24 * time.Hour

func (w *walk) issueToken(p *person) {
	var err error
	if p.token, err = w.site.Service.Identity.CliToken(System(), p.email, tokenLife); err != nil {
		w.t.Fatal(err)
	}
	p.minted, p.renew = w.now, false
}

// newWalk creates accounts of its own, so that the demo's are not changed.
func newWalk(t *testing.T, s *Server, seed uint64) *walk {
	t.Helper()
	s.Clock.Stop()
	w := &walk{
		draws: draws{rand.New(rand.NewPCG(seed, 1))}, t: t, site: s, codes: map[string]int{},
		model: &model{categories: map[string]category{}, references: map[string]int{}},
	}
	s.Clock.Advance(time.Second)
	w.now = s.Clock.Now().UTC()
	for _, name := range []string{"One", "Other"} {
		id, _ := s.MustExecute(t, SuperAdmin, `mutation($name: String!) { createServiceProvider(input: {name: $name}) { serviceProvider { id } } }`,
			fields{"name": name}).At("createServiceProvider", "serviceProvider", "id").(string)
		w.providers = append(w.providers, id)
	}
	for _, of := range []struct{ name, role, provider string }{
		{"Ann", "USER", ""},
		{"Ben", "USER", ""},
		{"Cleo", "USER", ""},
		{"Sam", "SOLVER", w.providers[0]},
		{"Sue", "SOLVER", w.providers[0]},
		{"Sid", "SOLVER", w.providers[1]},
		{"Turncoat", "SOLVER", ""},
		{"Pat", "PROVIDER", w.providers[0]},
		{"Ada", "ADMIN", ""},
		{"Abe", "ADMIN", ""},
		{"Zoe", "SUPER_ADMIN", ""},
	} {
		p := &person{name: of.name, email: strings.ToLower(of.name) + "@walk.example", role: of.role, provider: of.provider, active: true, version: 1}
		input := fields{"name": p.name, "email": p.email, "role": p.role}
		if p.provider != "" {
			input["providerId"] = p.provider
		}
		p.id, _ = s.MustExecute(t, SuperAdmin, `mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, fields{"input": input}).
			At("createUser", "user", "id").(string)
		w.issueToken(p)
		w.people = append(w.people, p)
	}
	kinds, _ := s.MustExecute(t, Admin, `{ categories(first: 100) { edges { node { id slaHours defaultPriority } } } }`, nil).At("categories", "edges").([]any)
	for _, edge := range kinds {
		node := edge.(fields)["node"].(fields)
		of := category{priority: node["defaultPriority"].(string)}
		if hours, given := node["slaHours"].(float64); given {
			sla := time.Duration(hours) * time.Hour
			of.sla = &sla
		}
		id := node["id"].(string)
		w.categories[id] = of
		w.categoryIDs = append(w.categoryIDs, id)
	}
	// Otherwise the demo's resolved complaints would close during the walk.
	done, _ := s.MustExecute(t, Admin, `{ complaints(first: 100, where: {status: RESOLVED}) { edges { node { id } } } }`, nil).At("complaints", "edges").([]any)
	for _, edge := range done {
		s.MustExecute(t, Admin, `mutation($id: ID!) { closeComplaint(input: {id: $id}) { complaint { id } } }`, fields{"id": edge.(fields)["node"].(fields)["id"]})
	}
	w.baseline = w.countAll()
	w.references[w.now.Format("2006")] = w.lastReference()
	return w
}
