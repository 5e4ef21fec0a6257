package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// writer runs errands through the graph, each from its submission to a payment, and remembers
// all that was acknowledged.
type writer struct {
	name    string
	client  *http.Client
	rand    *rand.Rand
	base    string
	cast    cast
	deeds   *atomic.Int64 // acknowledged ones of everybody
	errands []*errand
	made    int // titles
	asked   int // deeds that were acknowledged
	done    int // deeds whose answer was lost, and that were done
	lost    int // and that were not
	wrong   []error
}

// cast is who the writers act as, and whom they name.
type cast struct {
	tokens           map[string]string
	solver, provider uuid.UUID
}

// errUnknown says that nobody knows whether a deed was done.
var errUnknown = errors.New("the answer was lost")

// work goes on until an answer is lost, which happens when something is killed. What was in
// doubt from the last time is settled first.
func (w *writer) work(t *testing.T, db *store.Store, base string) {
	w.base, w.client = base, &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}
	defer w.client.CloseIdleConnections()
	if !w.settle(t, db) {
		return
	}
	for t.Context().Err() == nil && len(w.wrong) == 0 {
		err := w.step(t.Context())
		switch {
		case errors.Is(err, errUnknown):
			return
		case err != nil:
			w.wrong = append(w.wrong, err)
		default:
			w.asked++
			w.deeds.Add(1)
		}
	}
}

// settle clears up what the last break left in doubt. A report is sent once more: it must be
// taken, and be one row.
func (w *writer) settle(t *testing.T, db *store.Store) bool {
	kept := w.errands[:0]
	var again []*errand
	for _, e := range w.errands {
		if e.doubt == nil {
			kept = append(kept, e)
			continue
		}
		if e.settle(t, db) {
			w.done++
			e.again.change = nil
		} else {
			w.lost++
		}
		if e.log != nil {
			kept = append(kept, e)
		}
		if e.again.mutation != "" {
			again = append(again, e)
		}
	}
	w.errands = kept
	for _, e := range again {
		r := e.again
		if r.change == nil {
			r.change = func(*state) {}
		}
		if err := w.do(t.Context(), e, "solver", r.mutation, "update { id }", r.input, r.change, nil); err != nil {
			if !errors.Is(err, errUnknown) {
				w.wrong = append(w.wrong, err)
			}
			return false
		}
		e.again = report{}
		if done := e.settle(t, db); done {
			t.Errorf("%q: a report that came again was written again", e.title)
		}
	}
	return true
}

const newest = 4 // errands that a writer still works on

// step does one deed: a new errand, or the next of an open one.
func (w *writer) step(ctx context.Context) error {
	if len(w.errands) < newest || w.rand.IntN(12) == 0 {
		return w.submit(ctx)
	}
	e := w.errands[len(w.errands)-1-w.rand.IntN(newest)]
	if w.rand.IntN(12) == 0 {
		return w.do(ctx, e, "user", "commentOnComplaint", "comment { id }", map[string]any{"complaintId": e.complaint, "text": "Any news?"}, func(s *state) { s.comments++ }, nil)
	}
	switch e.status() {
	case "SUBMITTED", "REOPENED":
		return w.assign(ctx, e)
	case "ASSIGNED", "IN_PROGRESS":
		return w.task(ctx, e)
	case "ON_HOLD":
		return w.move(ctx, e, "admin", "resumeComplaint", e.log[len(e.log)-2], "")
	case "RESOLVED":
		return w.pay(ctx, e)
	default:
		if w.rand.IntN(3) > 0 {
			return w.submit(ctx)
		}
		return w.move(ctx, e, "user", "reopenComplaint", "REOPENED", "not_fixed")
	}
}

func (w *writer) submit(ctx context.Context) error {
	w.made++
	e := &errand{title: fmt.Sprintf("Soak %s %d", w.name, w.made)}
	w.errands = append(w.errands, e)
	return w.do(ctx, e, "user", "submitComplaint", "complaint { id }", map[string]any{"title": e.title, "latitude": 44.05, "longitude": 8.21},
		func(s *state) { s.move("SUBMITTED") }, func(a answer) { e.complaint = a.at("complaint", "id") })
}

func (w *writer) move(ctx context.Context, e *errand, as, mutation, to, reason string) error {
	input := map[string]any{"id": e.complaint}
	if reason != "" {
		input["reasonCode"] = reason
	}
	return w.do(ctx, e, as, mutation, "complaint { id }", input, func(s *state) { s.move(to) }, nil)
}

func (w *writer) assign(ctx context.Context, e *errand) error {
	if w.rand.IntN(6) == 0 {
		return w.move(ctx, e, "admin", "holdComplaint", "ON_HOLD", "rain")
	}
	return w.give(ctx, e)
}

func (w *writer) give(ctx context.Context, e *errand) error {
	return w.do(ctx, e, "admin", "assignComplaint", "complaint { tasks(last: 1) { edges { node { id } } } }",
		map[string]any{"id": e.complaint, "solverId": w.cast.solver, "providerId": w.cast.provider},
		func(s *state) { s.move("ASSIGNED"); s.tasks = append(s.tasks, "ASSIGNED") },
		func(a answer) { e.task = a.at("complaint", "tasks", "edges", 0, "node", "id") })
}

// origin is where a complaint goes back to.
func (e *errand) origin() string {
	for i := len(e.log) - 1; ; i-- {
		if s := e.log[i]; s == "SUBMITTED" || s == "REOPENED" {
			return s
		}
	}
}

func (w *writer) task(ctx context.Context, e *errand) error {
	switch e.work() {
	case "ASSIGNED":
		if w.rand.IntN(8) == 0 {
			return w.onTask(ctx, e, "declineTask", "DECLINED", e.origin(), "too_far")
		}
		return w.onTask(ctx, e, "acceptTask", "ACCEPTED", "", "")
	case "ACCEPTED":
		return w.onTask(ctx, e, "startTask", "IN_PROGRESS", "IN_PROGRESS", "")
	case "IN_PROGRESS":
		switch w.rand.IntN(8) {
		case 0:
			return w.onTask(ctx, e, "returnTask", "RETURNED", e.origin(), "no_access")
		case 1:
			return w.move(ctx, e, "admin", "holdComplaint", "ON_HOLD", "rain")
		case 2, 3, 4:
			return w.report(ctx, e, "submitCompletion", "COMPLETION")
		default:
			return w.report(ctx, e, "postTaskUpdate", "PROGRESS")
		}
	default: // a completion waits for its review
		return w.review(ctx, e)
	}
}

func (w *writer) onTask(ctx context.Context, e *errand, mutation, to, log, reason string) error {
	input := map[string]any{"id": e.task}
	if reason != "" {
		input["reasonCode"] = reason
	}
	return w.do(ctx, e, "solver", mutation, "task { id }", input, func(s *state) {
		s.moveTask(to)
		if log != "" {
			s.move(log)
		}
	}, nil)
}

// report is what is sent once more when its answer was lost.
type report struct {
	mutation string
	input    map[string]any
	change   func(*state) // nil when it is known to be done
}

// report says how far the work is.
func (w *writer) report(ctx context.Context, e *errand, mutation, kind string) error {
	client := uuid.New()
	e.again = report{mutation, map[string]any{"id": e.task, "clientId": client, "remarks": "Soaked"}, func(s *state) {
		s.updates = append(s.updates, spellUpdate(kind, client, "SUBMITTED", 0))
		if kind == "COMPLETION" {
			s.moveTask("COMPLETION_SUBMITTED")
		}
	}}
	err := w.do(ctx, e, "solver", mutation, "update { id }", e.again.input, e.again.change, func(a answer) {
		if kind == "COMPLETION" {
			e.completion = a.at("update", "id")
		}
	})
	if err == nil {
		e.again = report{}
	}
	return err
}

func (w *writer) review(ctx context.Context, e *errand) error {
	var of string
	for _, u := range e.updates {
		if strings.HasPrefix(u, "COMPLETION ") && strings.Contains(u, " SUBMITTED ") {
			of = u
		}
	}
	parts := strings.Fields(of)
	client := uuid.MustParse(parts[1])
	review := func(verdict string, files int, task string, log ...string) error {
		input := map[string]any{"id": e.task, "approved": verdict == "APPROVED"}
		if verdict != "APPROVED" {
			input["note"] = "Once more."
		}
		return w.do(ctx, e, "admin", "reviewCompletion", "task { id }", input, func(s *state) {
			replace(s.updates, parts[0]+" "+parts[1], spellUpdate("COMPLETION", client, verdict, files))
			s.moveTask(task)
			s.move(log...)
		}, nil)
	}
	if parts[3] == "0" {
		if w.rand.IntN(3) == 0 {
			return review("REJECTED", 0, "IN_PROGRESS")
		}
		return w.prove(ctx, e, client)
	}
	return review("APPROVED", 1, "COMPLETED", "RESOLVED")
}

// prove uploads a picture to the completion.
func (w *writer) prove(ctx context.Context, e *errand, client uuid.UUID) error {
	next := e.then(func(s *state) {
		replace(s.updates, "COMPLETION "+client.String(), spellUpdate("COMPLETION", client, "SUBMITTED", 1))
	})
	e.doubt = &next
	status, text, err := upload(ctx, w.client, w.base, w.cast.tokens["solver"], e.completion, "proof.png", bytes.NewReader(testenv.Picture(w.rand.Uint64())))
	switch {
	case err != nil, status >= http.StatusInternalServerError:
		return errUnknown
	case status != http.StatusCreated:
		return fmt.Errorf("upload to %s: %d %s", e.completion, status, text)
	}
	e.state, e.doubt = next, nil
	return nil
}

// pay settles a resolved errand once, sometimes takes it back, and closes or reopens it.
func (w *writer) pay(ctx context.Context, e *errand) error {
	n := len(e.payments)
	standing := ""
	for _, p := range e.payments {
		if strings.HasSuffix(p, "reversed=false") {
			standing = p
		}
	}
	switch {
	case standing != "" && w.rand.IntN(3) == 0:
		return w.do(ctx, e, "admin", "reversePayment", "reversal { id }", map[string]any{"id": e.payment, "reason": "Soaked."}, func(s *state) {
			replace(s.payments, standing, strings.TrimSuffix(standing, "false")+"true")
		}, nil)
	case standing == "" && n < 3 && e.work() == "COMPLETED":
		reference := fmt.Sprintf("SOAK %s %d", e.title, n)
		return w.do(ctx, e, "admin", "recordPayment", "payment { id }", map[string]any{
			"providerId": w.cast.provider, "amountMinor": "100", "currency": "EUR", "paymentDate": time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly),
			"method": "UPI", "reference": reference, "taskIds": []uuid.UUID{e.task},
		}, func(s *state) { s.payments = append(s.payments, spellPayment(reference, false)) }, func(a answer) { e.payment = a.at("payment", "id") })
	case w.rand.IntN(2) == 0:
		return w.move(ctx, e, "admin", "closeComplaint", "CLOSED", "")
	default:
		return w.move(ctx, e, "user", "reopenComplaint", "REOPENED", "not_fixed")
	}
}

// do sends a mutation that must succeed. Until its answer is here the errand is in doubt.
func (w *writer) do(ctx context.Context, e *errand, as, mutation, fields string, input map[string]any, change func(*state), then func(answer)) error {
	next := e.then(change)
	e.doubt = &next
	kind := strings.ToUpper(mutation[:1]) + mutation[1:] + "Input!"
	body, err := json.Marshal(map[string]any{
		"query":     fmt.Sprintf(`mutation($input: %s) { did: %s(input: $input) { %s } }`, kind, mutation, fields),
		"variables": map[string]any{"input": input},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	status, text, err := send(w.client, req, w.cast.tokens[as])
	if err != nil || status >= http.StatusInternalServerError {
		return errUnknown
	}
	var got struct {
		Data struct {
			Did map[string]any `json:"did"`
		}
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		return fmt.Errorf("%s: %d %s: %w", mutation, status, text, err)
	}
	if len(got.Errors) > 0 {
		if got.Errors[0].Extensions.Code == "UNAVAILABLE" {
			return errUnknown
		}
		return fmt.Errorf("%s of %q %s: %s", mutation, e.title, e.state, text)
	}
	e.state, e.doubt = next, nil
	if then != nil {
		then(got.Data.Did)
	}
	return nil
}

// answer is what a payload holds.
type answer map[string]any

// at walks to an id; the zero one when there is none.
func (a answer) at(path ...any) uuid.UUID {
	var v any = map[string]any(a)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				return uuid.Nil
			}
			v = list[step]
		}
	}
	text, _ := v.(string)
	id, _ := uuid.Parse(text)
	return id
}
