package modeltest_test

import (
	"fmt"
	"strconv"
	"time"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

func formatTime(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }

func (w *walk) record() attempt {
	a := attempt{by: w.actor(w.peopleOf(admins)...), mutation: "recordPayment", answer: `payment { id }`}
	a.want = may(a.by, admins)
	p := &payment{provider: pick(w.draws, w.providers), reference: "R-" + strconv.Itoa(w.IntN(25)), minor: 1 + w.Int64N(1e9)}
	a.input = fields{
		"providerId": p.provider, "reference": p.reference, "amountMinor": strconv.FormatInt(p.minor, 10),
		"currency": "EUR", "paymentDate": w.now.AddDate(0, 0, -w.IntN(20)).Format(time.DateOnly), "method": "UPI",
	}
	switch w.IntN(40) { // looked at before any row
	case 0:
		a.input["amountMinor"] = "0"
		a.invalidInput()
	case 1:
		a.input["paymentDate"] = w.now.AddDate(0, 0, 1).Format(time.DateOnly)
		a.invalidInput()
	case 2:
		a.input["currency"] = "XXX"
		a.invalidInput()
	case 3:
		a.input["reference"] = " "
		a.invalidInput()
	case 4:
		a.input["periodFrom"], a.input["periodTo"] = "2026-02-01", "2026-01-31"
		a.invalidInput()
	}
	ids := []string{}
	taken := false
	for range w.IntN(4) {
		t := target(w.draws, w.tasks, func(t *task) bool { return t.status == "COMPLETED" && t.provider == p.provider && t.settled == nil })
		if t == nil {
			ids = append(ids, w.unknownID(domain.KindTask))
			a.invalidInput()
			continue
		}
		ids = append(ids, t.id)
		for _, twice := range p.tasks {
			if twice == t {
				a.invalidInput()
			}
		}
		p.tasks = append(p.tasks, t)
		if t.status != "COMPLETED" || t.provider != p.provider {
			a.invalidInput()
		}
		taken = taken || t.settled != nil
	}
	a.input["taskIds"] = ids
	if w.chance(3) {
		a.input["providerId"] = w.unknownID(domain.KindServiceProvider)
		a.invalidInput()
	}
	switch {
	case a.want != "":
	case w.unreversed(p.provider, p.reference) != nil:
		a.want = "DUPLICATE_REFERENCE"
	case taken:
		a.want = "CONFLICT"
	}
	a.becomes = func(got Result) {
		p.id, _ = got.At("recordPayment", "payment", "id").(string)
		w.payments = append(w.payments, p)
		for _, t := range p.tasks {
			t.settled = p
		}
		w.audits++
	}
	return a
}

func (w *walk) reverse() attempt {
	a := attempt{by: w.actor(w.peopleOf(admins)...), mutation: "reversePayment", answer: `reversal { id }`}
	a.want = may(a.by, admins)
	p := target(w.draws, w.payments, func(p *payment) bool { return p.reverses == nil && p.reversal == nil })
	a.input = fields{"id": w.unknownID(domain.KindPayment), "reason": "Twice."}
	if p != nil {
		a.input["id"] = p.id
	}
	if w.chance(4) {
		a.input["reason"] = ""
		a.invalidInput()
	}
	switch {
	case a.want != "":
	case p == nil:
		a.want = "NOT_FOUND"
	case p.reverses != nil, p.reversal != nil:
		a.want = "INVALID_TRANSITION"
	}
	a.becomes = func(got Result) {
		r := &payment{provider: p.provider, reference: p.reference, minor: -p.minor, reverses: p}
		r.id, _ = got.At("reversePayment", "reversal", "id").(string)
		p.reversal = r
		w.payments = append(w.payments, r)
		for _, t := range p.tasks {
			t.settled = nil
		}
		w.audits++
	}
	return a
}

// drawAccount draws an account to disable, enable or give another role, and an actor.
// Administrators are never changed, so that the walk can go on.
func (w *walk) drawAccount(verb string, fits func(*person) bool) (attempt, *person) {
	p := target(w.draws, w.peopleOf("USER SOLVER PROVIDER"), fits)
	if w.chance(5) {
		p = pick(w.draws, w.peopleOf(admins))
	}
	a := attempt{by: w.actor(w.peopleOf(admins)...), mutation: verb, answer: `user { id }`, wide: true}
	a.want = may(a.by, admins)
	a.input = fields{"id": w.unknownID(domain.KindUser)}
	version := 1
	if p != nil {
		a.input["id"], version = p.id, p.version
	}
	expected := w.version(version)
	if expected != nil {
		a.input["expectedVersion"] = *expected
	}
	switch {
	case a.want != "":
	case p == nil:
		a.want = "NOT_FOUND"
	case p.hasRole(admins) && (a.by.role != "SUPER_ADMIN" || p == a.by):
		a.want = "PERMISSION_DENIED"
	case expected != nil && *expected != version:
		a.want = "CONFLICT"
	}
	return a, p
}

func (w *walk) disable() attempt {
	a, p := w.drawAccount("disableUser", func(p *person) bool { return p.active && p.role == "SOLVER" })
	if p.hasRole(admins) { // would end the day
		a.by = w.peopleOf("ADMIN")[0]
		a.want = "PERMISSION_DENIED"
	}
	a.becomes = func(Result) {
		if !p.active {
			return
		}
		p.active = false
		p.version++
		w.release(p, "solver_disabled")
		w.audits++
	}
	return a
}

func (w *walk) enable() attempt {
	a, p := w.drawAccount("enableUser", func(p *person) bool { return !p.active })
	if p.hasRole(admins) {
		a.by, a.want = w.peopleOf("ADMIN")[0], "PERMISSION_DENIED"
	}
	a.becomes = func(Result) {
		if p.active {
			return
		}
		p.active, p.renew = true, true
		p.version++
		w.audits++
	}
	return a
}

// changeRole changes one account between user and solver; all others get the role that they
// have, so that no role runs out of accounts.
func (w *walk) changeRole() attempt {
	a, p := w.drawAccount("changeUserRole", func(p *person) bool { return p.name == "Turncoat" })
	role, provider := "USER", ""
	if p != nil {
		role, provider = p.role, p.provider
	}
	switch {
	case p.hasRole(admins):
		a.by, a.want = w.peopleOf("ADMIN")[0], "PERMISSION_DENIED"
	case p != nil && p.name == "Turncoat" && role == "SOLVER":
		role, provider = "USER", ""
	case p != nil && p.name == "Turncoat":
		role = "SOLVER"
	}
	switch {
	case role == "SOLVER" && w.chance(30):
		provider = pick(w.draws, w.providers)
		a.input["providerId"] = provider
	case role == "USER" && w.chance(10):
		a.input["providerId"] = w.providers[0]
		a.invalidInput()
	}
	a.input["role"] = role
	if w.chance(3) {
		a.input["role"] = "ADMIN"
		switch {
		case a.by == nil || a.by.role == "SUPER_ADMIN" && a.want == "":
			a.input["role"] = role
		case a.by.active && a.by.role == "ADMIN":
			a.want = "PERMISSION_DENIED" // before any row is read
		}
	}
	a.becomes = func(Result) {
		was := p.role
		p.role, p.provider = role, provider
		p.version++
		if was == "SOLVER" && role != "SOLVER" {
			w.release(p, "solver_demoted")
		}
		w.audits++
	}
	return a
}

// advanceClock advances the clock: a second each step, sometimes days.
func (w *walk) advanceClock() {
	d := time.Second
	switch n := w.IntN(1000); {
	case n < 20:
		d += time.Duration(w.IntN(72)) * time.Hour
	case n < 23:
		d += time.Duration(10+w.IntN(25)) * 24 * time.Hour
	case n < 300:
		d += time.Duration(w.IntN(600_000)) * time.Millisecond
	}
	w.site.Clock.Advance(d)
	w.now = w.site.Clock.Now().UTC().Truncate(time.Millisecond)
	for _, p := range w.people {
		p.expired = !p.active && !w.now.Before(p.minted.Add(tokenLife))
	}
}

// runJobs runs the background jobs that close resolved complaints and mark overdue ones,
// including the demo's complaints, which are not in the model.
func (w *walk) runJobs() error {
	ctx, d := w.t.Context(), w.site.Service.Desk
	want := w.closeResolved()
	n, err := d.CloseResolved(ctx)
	if err != nil {
		return err
	}
	if n != want {
		return fmt.Errorf("%d complaints closed by themselves, want %d", n, want)
	}
	want = w.markOverdue()
	if n, err = d.MarkOverdue(ctx); err != nil {
		return err
	}
	w.baseline.audits += n - want
	return nil
}
