package modeltest_test

import (
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// drawTask draws a task and an actor for a verb, and checks its visibility; checkState checks
// its state.
func (w *walk) drawTask(verb string) (a attempt, t *task, expected *int) {
	r := taskTransitions[verb]
	t = target(w.draws, w.tasks, func(t *task) bool { return in(r.from, t.status) && t.complaint.status != "ON_HOLD" })
	fit := w.peopleOf(admins)
	if in(r.by, "SOLVER") {
		fit = nil
		if t != nil {
			fit = []*person{t.solver}
		}
	}
	a = attempt{by: w.actor(fit...), mutation: verb, answer: `task { id }`}
	a.input = fields{"id": w.unknownID(domain.KindTask)}
	version := 1
	if t != nil {
		a.about, a.input["id"], version = t.complaint, t.id, t.version
	}
	if expected = w.version(version); expected != nil {
		a.input["expectedVersion"] = *expected
	}
	a.want = seesTask(verb, a.by, t)
	return a, t, expected
}

func (a *attempt) checkState(verb string, t *task, expected *int) {
	if a.want == "" {
		a.want = onTask(verb, t, expected)
	}
}

// moveTaskBy returns a verb that takes only texts.
func (w *walk) moveTaskBy(verb string) func() attempt {
	return func() attempt {
		a, t, expected := w.drawTask(verb)
		a.checkState(verb, t, expected)
		reason := ""
		switch verb {
		case "returnTask":
			reason = pick(w.draws, []string{"no_access", "not_found", "out_of_scope", "other"})
			if w.chance(5) {
				reason = "tired"
				a.invalidInput()
			}
		case "declineTask", "cancelTask":
			reason = "far"
			if w.chance(5) {
				reason = " "
				a.invalidInput()
			}
		}
		if reason != "" {
			a.input["reasonCode"] = reason
		}
		by := a.by
		a.becomes = func(Result) {
			w.moveTask(t, taskTransitions[verb].to, reason)
			if verb == "startTask" {
				w.move(t.complaint, "IN_PROGRESS", by, "")
			}
			if taskTransitions[verb].ends {
				w.move(t.complaint, t.complaint.origin, by, reason)
			}
		}
		return a
	}
}

func (w *walk) reassign() attempt {
	const verb = "reassignTask"
	a, t, expected := w.drawTask(verb)
	a.checkState(verb, t, expected)
	solver, provider, ok := w.assignment(a.input)
	if !ok || t != nil && a.input["solverId"] == t.solver.id {
		a.invalidInput()
	}
	by := a.by
	a.becomes = func(got Result) {
		w.moveTask(t, "CANCELLED", "reassigned")
		w.move(t.complaint, t.complaint.origin, by, "reassigned")
		next := w.assignTask(t.complaint, solver, provider, t)
		next.id, _ = got.At(verb, "task", "id").(string)
		w.move(t.complaint, "ASSIGNED", by, "")
	}
	return a
}

// postUpdate posts progress or a completion. One in ten is sent again with its clientId,
// whatever the task's state.
func (w *walk) postUpdate(verb, kind string) func() attempt {
	return func() attempt {
		a, t, expected := w.drawTask(verb)
		remarks := pick(w.draws, []string{"Dug", "Painted", "Waiting"})
		client := ""
		var before *update
		if w.chance(40) {
			client = uuid.NewString()
		}
		if a.by != nil && w.chance(15) {
			var own []*update
			for _, u := range w.updates {
				if u.by == a.by && u.client != "" {
					own = append(own, u)
				}
			}
			if len(own) > 0 {
				before = own[max(0, len(own)-1-w.IntN(20))]
				client, remarks = before.client, before.remarks
				if w.chance(75) { // the very same
					t = before.task
					a.about, a.input["id"] = t.complaint, t.id
					a.want = seesTask(verb, a.by, t)
				}
				if w.chance(20) {
					remarks += " more"
				}
			}
		}
		a.input["remarks"] = remarks
		if client != "" {
			a.input["clientId"] = client
		}
		a.answer = `update { id }`
		if a.want == "" && before != nil {
			if before.task != t || before.remarks != remarks || before.kind != kind {
				a.want = "IDEMPOTENCY_MISMATCH"
			}
			if before.happened != "" {
				a.input["occurredAt"] = before.happened
			}
			if before.percentage != nil {
				a.input["percentageCompleted"] = before.percentage
			}
			a.becomes = func(got Result) {
				if id := got.At(verb, "update", "id"); id != before.id {
					w.t.Errorf("a report that came again is %v, was %s", id, before.id)
				}
			}
			return a
		}
		a.checkState(verb, t, expected)
		u := &update{kind: kind, review: "SUBMITTED", task: t, by: a.by, client: client, remarks: remarks}
		switch w.IntN(25) {
		case 0:
			a.input["percentageCompleted"] = 101
			a.invalidInput()
		case 1:
			a.input["occurredAt"] = formatTime(w.now.Add(6 * time.Minute))
			a.invalidInput()
		case 2:
			u.percentage = 70
			a.input["percentageCompleted"] = 70
		case 3:
			u.happened = formatTime(w.now.Add(-time.Hour))
			a.input["occurredAt"] = u.happened
		}
		a.becomes = func(got Result) {
			u.id, _ = got.At(verb, "update", "id").(string)
			t.updates, w.updates = append(t.updates, u), append(w.updates, u)
			to := t.status
			if kind == "COMPLETION" {
				to = "COMPLETION_SUBMITTED"
			}
			w.moveTask(t, to, "")
			w.audits++
		}
		return a
	}
}

func (w *walk) review() attempt {
	const verb = "reviewCompletion"
	a, t, expected := w.drawTask(verb)
	a.checkState(verb, t, expected)
	approved := w.chance(60)
	a.input["approved"] = approved
	if !approved {
		a.input["note"] = "Again, please."
	}
	switch w.IntN(25) {
	case 0:
		if !approved {
			a.input["note"] = ""
			a.invalidInput()
		}
	case 1:
		a.input["publicNote"] = "Shiny."
		if !approved {
			a.invalidInput()
		}
	}
	var u *update
	if t != nil {
		for _, of := range t.updates {
			if of.kind == "COMPLETION" && of.review == "SUBMITTED" {
				u = of
			}
		}
	}
	if a.want == "" && approved && len(u.files) == 0 {
		a.want = "INVALID_TRANSITION"
	}
	by := a.by
	a.becomes = func(Result) {
		w.audits++
		if !approved {
			u.review = "REJECTED"
			w.moveTask(t, "IN_PROGRESS", "")
			return
		}
		u.review = "APPROVED"
		w.moveTask(t, "COMPLETED", "")
		w.move(t.complaint, "RESOLVED", by, "")
	}
	return a
}

// locked reports whether an update's files can't be changed any more.
func (u *update) locked() bool { return u.review != "SUBMITTED" || !in(live, u.task.status) }

// upload is the one verb that uses the REST API.
func (w *walk) upload() (by *person, u *update, picture uint64, want string) {
	u = target(w.draws, w.updates, func(u *update) bool {
		return !u.locked() && (u.kind == "COMPLETION" && len(u.files) == 0 || w.chance(20))
	})
	if u != nil {
		by = w.actor(u.task.solver)
	} else {
		by = w.actor()
	}
	w.pictures++
	picture = w.pictures
	if u != nil && len(u.files) > 0 && w.chance(15) {
		picture = pick(w.draws, u.files).picture
	}
	want = may(by, "SOLVER")
	switch {
	case want != "":
	case u == nil || u.task.solver != by:
		want = "NOT_FOUND"
	case u.locked():
		want = "UPDATE_LOCKED"
	case len(u.files) >= maxFiles:
		want = "CONFLICT"
	}
	return by, u, picture, want
}

func (w *walk) deleteFile() attempt {
	f := target(w.draws, w.files, func(f *file) bool { return f.id != "" && !f.update.locked() })
	var fit []*person
	a := attempt{mutation: "deleteMedia", answer: `id`, input: fields{"id": w.unknownID(domain.KindMedia)}}
	if f != nil && f.id != "" {
		fit, a.input["id"], a.about = append(fit, f.by), f.id, f.update.task.complaint
	}
	a.by = w.actor(fit...)
	a.want = may(a.by, "USER SOLVER "+admins)
	switch {
	case a.want != "":
	case f == nil, f.id == "", f.by != a.by, a.by.role != "SOLVER":
		a.want = "NOT_FOUND"
	case f.update.locked():
		a.want = "UPDATE_LOCKED"
	}
	a.becomes = func(Result) {
		f.id = ""
		kept := f.update.files[:0]
		for _, of := range f.update.files {
			if of != f {
				kept = append(kept, of)
			}
		}
		f.update.files = kept
		w.audits++
	}
	return a
}
