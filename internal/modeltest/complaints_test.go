package modeltest_test

import (
	"fmt"
	"time"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

type fields = map[string]any

// attempt is a verb to be executed, and its expected result.
type attempt struct {
	by       *person
	mutation string
	input    fields
	answer   string // what is asked of the payload
	want     string // code; "" when it must succeed
	becomes  func(Result)
	about    *trackedComplaint // what is looked at afterwards
	wide     bool              // whether more is looked at: it may touch many
}

func (w *walk) submit() attempt {
	w.titles++
	input := fields{"title": fmt.Sprintf("Walk %d", w.titles)}
	a := attempt{by: w.actor(w.peopleOf("USER USER " + admins)...), mutation: "submitComplaint", input: input, answer: `complaint { id reference }`}
	a.want = may(a.by, "USER "+admins)
	c := &trackedComplaint{title: input["title"].(string), status: "SUBMITTED", priority: "NORMAL", version: 1, origin: "SUBMITTED", reporter: a.by}
	if w.chance(60) {
		c.category = pick(w.draws, w.categoryIDs)
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
			c.reporter = pick(w.draws, w.people)
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
			input["categoryId"] = w.unknownID(domain.KindCategory)
		case 3:
			input["latitude"], input["longitude"] = 12, 181
		default:
			input["source"] = "IMPORT"
		}
	} else if own && w.chance(5) { // what a user may not say
		wrong = true
		switch w.IntN(4) {
		case 0:
			input["reporterId"] = pick(w.draws, w.people).id
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
		c.log = []logRow{{"SUBMITTED", by, ""}}
		w.complaints = append(w.complaints, c)
		w.audits++
	}
	return a
}

// drawComplaint draws a complaint and an actor for a verb.
func (w *walk) drawComplaint(verb string) (attempt, *trackedComplaint) {
	r := complaintTransitions[verb]
	c := target(w.draws, w.complaints, func(c *trackedComplaint) bool { return in(r.from, c.status) && (r.by != "USER" || c.reporter != nil) })
	var fit []*person
	if in(r.by, "ADMIN") {
		fit = w.peopleOf(admins)
	}
	if in(r.by, "USER") && c != nil && c.reporter != nil {
		fit = append(fit, c.reporter)
	}
	a := attempt{by: w.actor(fit...), mutation: verb, answer: `complaint { id }`, about: c}
	a.input = fields{"id": w.idOf(c)}
	version := 1
	if c != nil {
		version = c.seen(a.by)
	}
	expected := w.version(version)
	if expected != nil {
		a.input["expectedVersion"] = *expected
	}
	a.want = w.onComplaint(verb, a.by, c, expected)
	return a, c
}

func (w *walk) idOf(c *trackedComplaint) string {
	if c == nil {
		return w.unknownID(domain.KindComplaint)
	}
	return c.id
}

// fillInputs fills in the required texts of a verb, sometimes with nothing, which is checked last.
func (w *walk) fillInputs(a *attempt, names ...string) {
	for _, name := range names {
		a.input[name] = "because"
	}
	if len(names) > 0 && w.chance(4) {
		a.input[pick(w.draws, names)] = " "
		a.invalidInput()
	}
}

// invalidInput expects an error about the input, unless another error comes first.
func (a *attempt) invalidInput() {
	if a.want == "" {
		a.want = "VALIDATION_ERROR"
	}
}

// requiredInputs lists the inputs of verbs that take only texts.
var requiredInputs = map[string][]string{
	"holdComplaint": {"reasonCode"}, "resumeComplaint": nil, "resolveComplaint": {"publicNote"},
	"rejectComplaint": {"reasonCode", "publicNote"}, "withdrawComplaint": nil, "closeComplaint": nil,
	"reopenComplaint": {"reasonCode"},
}

// moveComplaint returns a verb that takes only texts.
func (w *walk) moveComplaint(verb string) func() attempt {
	return func() attempt {
		a, c := w.drawComplaint(verb)
		w.fillInputs(&a, requiredInputs[verb]...)
		reason, _ := a.input["reasonCode"].(string)
		by := a.by
		a.becomes = func(Result) {
			to := complaintTransitions[verb].to
			if verb == "resumeComplaint" {
				to = c.heldFrom
			}
			w.move(c, to, by, reason)
			if complaintTransitions[verb].ends {
				w.endTask(c)
			}
		}
		return a
	}
}

func (w *walk) assign() attempt {
	a, c := w.drawComplaint("assignComplaint")
	solver, provider, ok := w.assignment(a.input)
	if !ok {
		a.invalidInput()
	}
	by := a.by
	a.answer = `complaint { tasks(last: 1) { edges { node { id } } } }`
	a.becomes = func(got Result) {
		t := w.assignTask(c, solver, provider, nil)
		t.id, _ = got.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string)
		w.move(c, "ASSIGNED", by, "")
	}
	return a
}

// assignment draws a solver and maybe a provider, and reports whether both are valid.
func (w *walk) assignment(input fields) (solver *person, provider string, ok bool) {
	solver = pick(w.draws, w.peopleOf("SOLVER"))
	if w.chance(5) {
		solver = pick(w.draws, w.people)
	}
	input["solverId"], ok = solver.id, solver.active && solver.hasRole("SOLVER")
	if w.chance(3) {
		input["solverId"], ok = w.unknownID(domain.KindUser), false
	}
	if w.chance(20) {
		provider = pick(w.draws, w.providers)
		input["providerId"] = provider
	} else if w.chance(2) {
		input["providerId"], ok = w.unknownID(domain.KindServiceProvider), false
	}
	return solver, provider, ok
}

func (w *walk) merge() attempt {
	a, c := w.drawComplaint("mergeComplaint")
	w.fillInputs(&a, "reasonCode")
	into := target(w.draws, w.complaints, func(c *trackedComplaint) bool { return c.status != "MERGED" })
	a.input["intoId"] = w.idOf(into)
	if into == nil || into == c || into.status == "MERGED" {
		a.invalidInput()
	}
	by, reason := a.by, a.input["reasonCode"].(string)
	a.wide = true
	a.becomes = func(Result) {
		for _, d := range w.complaints {
			if d.into == c {
				d.into = into
				if d.via == nil {
					d.via = c
				}
			}
		}
		c.into = into
		w.move(c, "MERGED", by, reason)
		w.endTask(c)
	}
	return a
}

func (w *walk) unmerge() attempt {
	a, c := w.drawComplaint("unmergeComplaint")
	w.fillInputs(&a, "reasonCode")
	by, reason := a.by, a.input["reasonCode"].(string)
	a.wide = true
	a.becomes = func(Result) {
		back := map[*trackedComplaint]bool{c: true}
		for grown := true; grown; {
			grown = false
			for _, d := range w.complaints {
				if d.via != nil && back[d.via] && !back[d] {
					back[d], grown = true, true
					d.into = c
				}
			}
		}
		for d := range back {
			if d.via == c {
				d.via = nil
			}
		}
		c.into, c.via = nil, nil
		c.extendDeadline(w.now.Sub(c.moved))
		held := c.log[len(c.log)-2].status == "ON_HOLD"
		if !held {
			w.move(c, c.origin, by, reason)
			return
		}
		w.move(c, "ON_HOLD", by, reason)
		c.heldFrom = c.origin
	}
	return a
}

// update changes the title, to which a blank more is no change.
func (w *walk) update() attempt {
	a, c := w.drawComplaint("updateComplaint")
	title := ""
	if c != nil {
		title = c.title
	}
	same := w.chance(20)
	if !same {
		w.titles++
		title = fmt.Sprintf("Walk %d", w.titles)
	}
	a.input["title"] = title + " "
	if w.chance(5) {
		a.input["title"] = " "
		a.invalidInput()
	}
	a.becomes = func(Result) {
		if same {
			return
		}
		c.title = title
		c.next(true)
		w.audits++
	}
	return a
}

// claim makes somebody look after a complaint, sometimes another administrator.
func (w *walk) claim() attempt {
	a, c := w.drawComplaint("claimComplaint")
	to := a.by
	switch {
	case w.chance(30):
		to = pick(w.draws, w.people)
		a.input["handlerId"] = to.id
		if !to.active || !to.hasRole(admins) {
			a.invalidInput()
		}
	case a.want == "" && c.handler != nil && c.handler != a.by:
		a.want = "CONFLICT"
	}
	a.becomes = func(Result) {
		if c.handler != to {
			c.handler = to
			c.next(false)
			w.audits++
		}
	}
	return a
}

func (w *walk) unclaim() attempt {
	a, c := w.drawComplaint("unclaimComplaint")
	a.becomes = func(Result) {
		c.handler = nil
		c.next(false)
		w.audits++
	}
	return a
}

func (w *walk) rate() attempt {
	a, c := w.drawComplaint("rateComplaint")
	stars := 1 + w.IntN(5)
	if w.chance(5) {
		stars = 6 * w.IntN(2)
		a.invalidInput()
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
		c.next(true)
		w.audits++
	}
	return a
}

func (w *walk) triage() attempt {
	a, c := w.drawComplaint("triageComplaint")
	category, priority := "", ""
	var due *time.Time
	noDue := false
	if w.chance(50) {
		category = pick(w.draws, w.categoryIDs)
		a.input["categoryId"] = category
	}
	if w.chance(40) {
		priority = pick(w.draws, []string{"LOW", "NORMAL", "HIGH", "URGENT"})
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
	noCategory := category == "" && w.chance(15)
	if noCategory {
		a.input["noCategory"] = true
	}
	if category == "" && priority == "" && due == nil && !noDue && !noCategory {
		a.invalidInput() // nothing to change
	}
	if w.chance(3) {
		a.input["categoryId"] = w.unknownID(domain.KindCategory)
		a.invalidInput()
	}
	a.becomes = func(Result) {
		was := *c
		if category != "" && category != c.category {
			c.category, c.due, c.overdue = category, nil, false
			if sla := w.categories[category].sla; sla != nil {
				at := c.made.Add(*sla)
				c.due = &at
			}
		}
		if noCategory && c.category != "" {
			c.category, c.due, c.overdue = "", nil, false
		}
		if priority != "" {
			c.priority = priority
		}
		if noDue || due != nil {
			c.due, c.overdue = due, false
		}
		c.next(c.category != was.category || c.priority != was.priority || c.overdue != was.overdue || formatOptional(c.due) != formatOptional(was.due))
		w.audits++
	}
	return a
}

func (w *walk) comment() attempt {
	c := target(w.draws, w.complaints, func(c *trackedComplaint) bool { return c.reporter != nil })
	fit := w.peopleOf("ADMIN")
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
			a.invalidInput()
		}
	}
	if w.chance(4) {
		a.input["text"] = "\n"
		a.invalidInput()
	}
	a.becomes = func(got Result) {
		id, _ := got.At("commentOnComplaint", "comment", "id").(string)
		c.comments = append(c.comments, id)
		w.audits++
	}
	return a
}
