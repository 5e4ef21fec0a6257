package modeltest_test

import (
	"fmt"
	"time"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

type fields = map[string]any

// attempt is a verb that somebody is about to try, and what must come of it.
type attempt struct {
	by       *person
	mutation string
	input    fields
	answer   string // what is asked of the payload
	want     string // code; "" when it must succeed
	becomes  func(Result)
	about    *filed // what is looked at afterwards
	wide     bool   // whether more is looked at: it may touch many
}

func (w *walk) submit() attempt {
	w.titles++
	input := fields{"title": fmt.Sprintf("Walk %d", w.titles)}
	a := attempt{by: w.actor(w.with("USER USER " + admins)...), mutation: "submitComplaint", input: input, answer: `complaint { id reference }`}
	a.want = may(a.by, "USER "+admins)
	c := &filed{title: input["title"].(string), status: "SUBMITTED", priority: "NORMAL", version: 1, origin: "SUBMITTED", reporter: a.by}
	if w.chance(60) {
		c.category = pick(w.dice, w.categoryIDs)
		input["categoryId"] = c.category
		kind := w.categories[c.category]
		c.priority = kind.priority
		if kind.sla != nil {
			due := w.now.Add(*kind.sla)
			c.due = &due
		}
	}
	if w.chance(40) {
		input["latitude"], input["longitude"] = 44.05, 8.21
	}
	own := a.by != nil && a.by.role == "USER"
	if !own && w.chance(70) {
		c.reporter = nil
		if w.chance(60) {
			c.reporter = pick(w.dice, w.people)
			input["reporterId"] = c.reporter.id
		} else {
			input["contact"] = fields{"phone": "+39 0182 555 0100"}
		}
	} else if !own {
		c.reporter = nil
	}
	wrong := !own && c.reporter != nil && !c.reporter.active
	if w.chance(8) {
		wrong = true
		switch w.IntN(5) {
		case 0:
			input["title"] = "  "
		case 1:
			delete(input, "longitude")
			input["latitude"] = 44.05
		case 2:
			input["categoryId"] = w.nobodys(domain.KindCategory)
		case 3:
			input["latitude"], input["longitude"] = 12, 181
		default:
			input["source"] = "IMPORT"
		}
	} else if own && w.chance(5) { // what a user may not say
		wrong = true
		switch w.IntN(4) {
		case 0:
			input["reporterId"] = pick(w.dice, w.people).id
		case 1:
			input["contact"] = fields{"phone": "1"}
		case 2:
			input["priority"] = "URGENT"
		default:
			input["source"] = "PHONE"
		}
	}
	if a.want == "" && wrong {
		a.want = "VALIDATION_ERROR"
	}
	by := a.by
	a.becomes = func(got Result) {
		c.id, _ = got.At("submitComplaint", "complaint", "id").(string)
		year := w.now.Format("2006")
		w.references[year]++
		c.reference = fmt.Sprintf("CMP-%s-%06d", year, w.references[year])
		c.made, c.moved = w.now, w.now
		c.log = []logged{{"SUBMITTED", by, ""}}
		w.complaints = append(w.complaints, c)
		w.audits++
	}
	return a
}

// aim draws a complaint and somebody to do a verb to it.
func (w *walk) aim(verb string) (attempt, *filed) {
	r := complaintRules[verb]
	c := target(w.dice, w.complaints, func(c *filed) bool { return in(r.from, c.status) && (r.by != "USER" || c.reporter != nil) })
	var fit []*person
	if in(r.by, "ADMIN") {
		fit = w.with(admins)
	}
	if in(r.by, "USER") && c != nil && c.reporter != nil {
		fit = append(fit, c.reporter)
	}
	a := attempt{by: w.actor(fit...), mutation: verb, answer: `complaint { id }`, about: c}
	a.input = fields{"id": w.idOf(c)}
	version := 1
	if c != nil {
		version = c.version
	}
	expected := w.expected(version)
	if expected != nil {
		a.input["expectedVersion"] = *expected
	}
	a.want = w.onComplaint(verb, a.by, c, expected)
	return a, c
}

func (w *walk) idOf(c *filed) string {
	if c == nil {
		return w.nobodys(domain.KindComplaint)
	}
	return c.id
}

// says fills in what a verb must say, sometimes with nothing, which is looked at last.
func (w *walk) says(a *attempt, names ...string) {
	for _, name := range names {
		a.input[name] = "because"
	}
	if len(names) > 0 && w.chance(4) {
		a.input[pick(w.dice, names)] = " "
		a.wrong()
	}
}

// wrong says that an input is at fault, which matters where nothing else is.
func (a *attempt) wrong() {
	if a.want == "" {
		a.want = "VALIDATION_ERROR"
	}
}

// needs are the inputs of verbs that only say something.
var needs = map[string][]string{
	"holdComplaint": {"reasonCode"}, "resumeComplaint": nil, "resolveComplaint": {"publicNote"},
	"rejectComplaint": {"reasonCode", "publicNote"}, "withdrawComplaint": nil, "closeComplaint": nil,
	"reopenComplaint": {"reasonCode"},
}

// moveComplaint is one of the verbs that only say something.
func (w *walk) moveComplaint(verb string) func() attempt {
	return func() attempt {
		a, c := w.aim(verb)
		w.says(&a, needs[verb]...)
		reason, _ := a.input["reasonCode"].(string)
		by := a.by
		a.becomes = func(Result) {
			to := complaintRules[verb].to
			if verb == "resumeComplaint" {
				to = c.heldFrom
			}
			w.move(c, to, by, reason)
			if complaintRules[verb].ends {
				w.endTask(c)
			}
		}
		return a
	}
}

func (w *walk) assign() attempt {
	a, c := w.aim("assignComplaint")
	solver, provider, ok := w.assignment(a.input)
	if !ok {
		a.wrong()
	}
	by := a.by
	a.answer = `complaint { tasks(last: 1) { edges { node { id } } } }`
	a.becomes = func(got Result) {
		t := w.give(c, solver, provider, nil)
		t.id, _ = got.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string)
		w.move(c, "ASSIGNED", by, "")
	}
	return a
}

// assignment draws a solver and maybe a provider, and tells whether both are good.
func (w *walk) assignment(input fields) (solver *person, provider string, ok bool) {
	solver = pick(w.dice, w.with("SOLVER"))
	if w.chance(5) {
		solver = pick(w.dice, w.people)
	}
	input["solverId"], ok = solver.id, solver.active && solver.does("SOLVER")
	if w.chance(3) {
		input["solverId"], ok = w.nobodys(domain.KindUser), false
	}
	if w.chance(20) {
		provider = pick(w.dice, w.providers)
		input["providerId"] = provider
	} else if w.chance(2) {
		input["providerId"], ok = w.nobodys(domain.KindServiceProvider), false
	}
	return solver, provider, ok
}

func (w *walk) merge() attempt {
	a, c := w.aim("mergeComplaint")
	w.says(&a, "reasonCode")
	into := target(w.dice, w.complaints, func(c *filed) bool { return c.status != "MERGED" })
	a.input["intoId"] = w.idOf(into)
	if into == nil || into == c || into.status == "MERGED" {
		a.wrong()
	}
	by, reason := a.by, a.input["reasonCode"].(string)
	a.wide = true
	a.becomes = func(Result) {
		for _, d := range w.complaints {
			if d.into == c {
				d.into = into
			}
		}
		c.into = into
		w.move(c, "MERGED", by, reason)
		w.endTask(c)
	}
	return a
}

func (w *walk) rate() attempt {
	a, c := w.aim("rateComplaint")
	stars := 1 + w.IntN(5)
	if w.chance(5) {
		stars = 6 * w.IntN(2)
		a.wrong()
	}
	a.input["rating"] = stars
	by := a.by
	a.becomes = func(Result) {
		if c.status == "RESOLVED" && stars >= 3 {
			w.move(c, "CLOSED", by, "")
			c.rating = stars
			return
		}
		c.rating, c.flagged = stars, stars < 3
		c.version++
		w.audits++
	}
	return a
}

func (w *walk) triage() attempt {
	a, c := w.aim("triageComplaint")
	category, priority := "", ""
	var due *time.Time
	noDue := false
	if w.chance(50) {
		category = pick(w.dice, w.categoryIDs)
		a.input["categoryId"] = category
	}
	if w.chance(40) {
		priority = pick(w.dice, []string{"LOW", "NORMAL", "HIGH", "URGENT"})
		a.input["priority"] = priority
	}
	switch w.IntN(6) {
	case 0:
		at := w.now.Add(time.Duration(w.IntN(1000)) * time.Hour)
		due = &at
		a.input["dueAt"] = at.Format(time.RFC3339Nano)
	case 1:
		noDue = true
		a.input["noDueAt"] = true
	}
	if category == "" && priority == "" && due == nil && !noDue {
		a.wrong() // nothing to change
	}
	if w.chance(3) {
		a.input["categoryId"] = w.nobodys(domain.KindCategory)
		a.wrong()
	}
	a.becomes = func(Result) {
		if category != "" && category != c.category {
			c.category, c.due, c.overdue = category, nil, false
			if sla := w.categories[category].sla; sla != nil {
				at := c.made.Add(*sla)
				c.due = &at
			}
		}
		if priority != "" {
			c.priority = priority
		}
		if noDue || due != nil {
			c.due, c.overdue = due, false
		}
		c.version++
		w.audits++
	}
	return a
}

func (w *walk) comment() attempt {
	c := target(w.dice, w.complaints, func(c *filed) bool { return c.reporter != nil })
	fit := w.with("ADMIN")
	if c != nil {
		fit = append(fit, c.reporter)
	}
	a := attempt{by: w.actor(fit...), mutation: "commentOnComplaint", answer: `comment { id }`, about: c}
	a.input = fields{"complaintId": w.idOf(c), "text": "Hello"}
	a.want = may(a.by, "USER "+admins)
	if a.want == "" && (c == nil || a.by.role == "USER" && c.reporter != a.by) {
		a.want = "NOT_FOUND"
	}
	if w.chance(30) {
		a.input["visibility"] = "INTERNAL"
		if a.by != nil && a.by.role == "USER" {
			a.wrong()
		}
	}
	if w.chance(4) {
		a.input["text"] = "\n"
		a.wrong()
	}
	a.becomes = func(got Result) {
		id, _ := got.At("commentOnComplaint", "comment", "id").(string)
		c.comments = append(c.comments, id)
		w.audits++
	}
	return a
}
