package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// writer processes complaints through GraphQL, each from its submission to a payment, and
// remembers all that was acknowledged.
type writer struct {
	name       string
	client     *http.Client
	rand       *rand.Rand
	base       string
	accounts   accounts
	operations *atomic.Int64 // acknowledged operations of everybody
	complaints []*trackedComplaint
	made       int // titles
	asked      int // acknowledged operations
	done       int // operations whose response was lost, and that were done
	lost       int // and that were not done
	wrong      []error
}

// accounts are the accounts that the writers use and name.
type accounts struct {
	tokens           map[string]string
	solver, provider uuid.UUID
}

// errUnknown means that it is not known whether an operation was done.
var errUnknown = errors.New("the answer was lost")

// work continues until a response is lost, which happens when something is killed, or until the
// context ends. It first settles what was in doubt.
func (w *writer) work(until context.Context, t *testing.T, db *store.Store, base string) {
	w.base, w.client = base, &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}
	defer w.client.CloseIdleConnections()
	if !w.settle(t, db) {
		return
	}
	for until.Err() == nil && len(w.wrong) == 0 {
		err := w.step(t.Context())
		switch {
		case errors.Is(err, errUnknown):
			return
		case err != nil:
			w.wrong = append(w.wrong, err)
		default:
			w.asked++
			w.operations.Add(1)
		}
	}
}

// settle clears up what was in doubt. An update is sent once more: it must be accepted, and be
// one row.
func (w *writer) settle(t *testing.T, db *store.Store) bool {
	kept := w.complaints[:0]
	var again []*trackedComplaint
	for _, e := range w.complaints {
		if e.inDoubt == nil {
			kept = append(kept, e)
			continue
		}
		if e.settle(t, db) {
			w.done++
			e.pendingUpdate.change = nil
		} else {
			w.lost++
		}
		if e.log != nil {
			kept = append(kept, e)
		}
		if e.pendingUpdate.mutation != "" {
			again = append(again, e)
		}
	}
	w.complaints = kept
	for _, e := range again {
		r := e.pendingUpdate
		if r.change == nil {
			r.change = func(*state) {}
		}
		if err := w.do(t.Context(), e, "solver", r.mutation, "update { id }", r.input, r.change, nil); err != nil {
			if !errors.Is(err, errUnknown) {
				w.wrong = append(w.wrong, err)
			}
			return false
		}
		e.pendingUpdate = sentUpdate{}
		if done := e.settle(t, db); done {
			t.Errorf("%q: a report that came again was written again", e.title)
		}
	}
	return true
}

const newest = 4 // complaints that a writer still works on

// step does one operation: it submits a complaint, or takes the next step of an open one.
func (w *writer) step(ctx context.Context) error {
	if len(w.complaints) < newest || w.rand.IntN(12) == 0 {
		return w.submit(ctx)
	}
	e := w.complaints[len(w.complaints)-1-w.rand.IntN(newest)]
	if w.rand.IntN(12) == 0 {
		return w.do(ctx, e, "user", "commentOnComplaint", "comment { id }", map[string]any{"complaintId": e.complaint, "text": "Any news?"}, func(s *state) { s.comments++ }, nil)
	}
	switch e.status() {
	case "SUBMITTED", "REOPENED":
		return w.assign(ctx, e)
	case "ASSIGNED", "IN_PROGRESS":
		return w.stepTask(ctx, e)
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
	e := &trackedComplaint{title: fmt.Sprintf("Soak %s %d", w.name, w.made)}
	w.complaints = append(w.complaints, e)
	return w.do(ctx, e, "user", "submitComplaint", "complaint { id }", map[string]any{"title": e.title, "latitude": 44.05, "longitude": 8.21},
		func(s *state) { s.move("SUBMITTED") }, func(a payload) { e.complaint = a.at("complaint", "id") })
}

func (w *writer) move(ctx context.Context, e *trackedComplaint, as, mutation, to, reason string) error {
	input := map[string]any{"id": e.complaint}
	if reason != "" {
		input["reasonCode"] = reason
	}
	return w.do(ctx, e, as, mutation, "complaint { id }", input, func(s *state) { s.move(to) }, nil)
}

func (w *writer) assign(ctx context.Context, e *trackedComplaint) error {
	if w.rand.IntN(6) == 0 {
		return w.move(ctx, e, "admin", "holdComplaint", "ON_HOLD", "rain")
	}
	return w.reassign(ctx, e)
}

func (w *writer) reassign(ctx context.Context, e *trackedComplaint) error {
	return w.do(ctx, e, "admin", "assignComplaint", "complaint { tasks(last: 1) { edges { node { id } } } }",
		map[string]any{"id": e.complaint, "solverId": w.accounts.solver, "providerId": w.accounts.provider},
		func(s *state) { s.move("ASSIGNED"); s.tasks = append(s.tasks, "ASSIGNED") },
		func(a payload) { e.task = a.at("complaint", "tasks", "edges", 0, "node", "id") })
}

// returnStatus returns the status to which a complaint returns from its task.
func (e *trackedComplaint) returnStatus() string {
	for i := len(e.log) - 1; ; i-- {
		if s := e.log[i]; slices.Contains(domain.WaitingComplaintStatuses, domain.ComplaintStatus(s)) {
			return s
		}
	}
}

func (w *writer) stepTask(ctx context.Context, e *trackedComplaint) error {
	switch e.taskStatus() {
	case "ASSIGNED":
		if w.rand.IntN(8) == 0 {
			return w.moveTask(ctx, e, "declineTask", "DECLINED", e.returnStatus(), "too_far")
		}
		return w.moveTask(ctx, e, "acceptTask", "ACCEPTED", "", "")
	case "ACCEPTED":
		return w.moveTask(ctx, e, "startTask", "IN_PROGRESS", "IN_PROGRESS", "")
	case "IN_PROGRESS":
		switch w.rand.IntN(8) {
		case 0:
			return w.moveTask(ctx, e, "returnTask", "RETURNED", e.returnStatus(), "no_access")
		case 1:
			return w.move(ctx, e, "admin", "holdComplaint", "ON_HOLD", "rain")
		case 2, 3, 4:
			return w.addUpdate(ctx, e, "submitCompletion", "COMPLETION")
		default:
			return w.addUpdate(ctx, e, "postTaskUpdate", "PROGRESS")
		}
	default: // a completion waits for its review
		return w.review(ctx, e)
	}
}

func (w *writer) moveTask(ctx context.Context, e *trackedComplaint, mutation, to, log, reason string) error {
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

// sentUpdate is an update that is sent once more if its response was lost.
type sentUpdate struct {
	mutation string
	input    map[string]any
	change   func(*state) // nil when it is known to be done
}

// addUpdate posts a progress update or a completion.
func (w *writer) addUpdate(ctx context.Context, e *trackedComplaint, mutation, kind string) error {
	client := uuid.New()
	e.pendingUpdate = sentUpdate{mutation, map[string]any{"id": e.task, "clientId": client, "remarks": "Soaked"}, func(s *state) {
		s.updates = append(s.updates, formatUpdate(kind, client, "SUBMITTED", 0))
		if kind == "COMPLETION" {
			s.moveTask("COMPLETION_SUBMITTED")
		}
	}}
	err := w.do(ctx, e, "solver", mutation, "update { id }", e.pendingUpdate.input, e.pendingUpdate.change, func(a payload) {
		if kind == "COMPLETION" {
			e.completion = a.at("update", "id")
		}
	})
	if err == nil {
		e.pendingUpdate = sentUpdate{}
	}
	return err
}

func (w *writer) review(ctx context.Context, e *trackedComplaint) error {
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
			replace(s.updates, parts[0]+" "+parts[1], formatUpdate("COMPLETION", client, verdict, files))
			s.moveTask(task)
			s.move(log...)
		}, nil)
	}
	if parts[3] == "0" {
		if w.rand.IntN(3) == 0 {
			return review("REJECTED", 0, "IN_PROGRESS")
		}
		return w.uploadProof(ctx, e, client)
	}
	return review("APPROVED", 1, "COMPLETED", "RESOLVED")
}

// uploadProof uploads a picture to the completion.
func (w *writer) uploadProof(ctx context.Context, e *trackedComplaint, client uuid.UUID) error {
	next := e.with(func(s *state) {
		replace(s.updates, "COMPLETION "+client.String(), formatUpdate("COMPLETION", client, "SUBMITTED", 1))
	})
	e.inDoubt = &next
	status, text, err := upload(ctx, w.client, w.base, w.accounts.tokens["solver"], e.completion, "proof.png", bytes.NewReader(testenv.Picture(w.rand.Uint64())))
	switch {
	case err != nil, status >= http.StatusInternalServerError:
		return errUnknown
	case status != http.StatusCreated:
		return fmt.Errorf("upload to %s: %d %s", e.completion, status, text)
	}
	e.state, e.inDoubt = next, nil
	return nil
}

// pay settles a resolved complaint once, sometimes reverses that, and closes or reopens it.
func (w *writer) pay(ctx context.Context, e *trackedComplaint) error {
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
	case standing == "" && n < 3 && e.taskStatus() == "COMPLETED":
		reference := fmt.Sprintf("SOAK %s %d", e.title, n)
		return w.do(ctx, e, "admin", "recordPayment", "payment { id }", map[string]any{
			"providerId": w.accounts.provider, "amountMinor": "100", "currency": "EUR", "paymentDate": time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly),
			"method": "UPI", "reference": reference, "taskIds": []uuid.UUID{e.task},
		}, func(s *state) { s.payments = append(s.payments, formatPayment(reference, false)) }, func(a payload) { e.payment = a.at("payment", "id") })
	case w.rand.IntN(2) == 0:
		return w.move(ctx, e, "admin", "closeComplaint", "CLOSED", "")
	default:
		return w.move(ctx, e, "user", "reopenComplaint", "REOPENED", "not_fixed")
	}
}

// do sends a mutation that must succeed. Until its response arrives the complaint is in doubt.
func (w *writer) do(ctx context.Context, e *trackedComplaint, as, mutation, fields string, input map[string]any, change func(*state), then func(payload)) error {
	next := e.with(change)
	e.inDoubt = &next
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
	status, text, err := send(w.client, req, w.accounts.tokens[as])
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
	e.state, e.inDoubt = next, nil
	if then != nil {
		then(got.Data.Did)
	}
	return nil
}

// payload is the payload of a mutation.
type payload map[string]any

// at returns the id at a path, or the zero one.
func (a payload) at(path ...any) uuid.UUID {
	text, _ := testenv.Result{Data: a}.At(path...).(string)
	id, _ := uuid.Parse(text)
	return id
}
