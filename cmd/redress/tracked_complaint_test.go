package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
)

// trackedComplaint is a complaint that only one writer changes, so that the writer knows its
// exact state: as it was acknowledged last, or one operation further if a response was lost.
type trackedComplaint struct {
	title string
	ids
	state
	pendingUpdate sentUpdate // the update that was being sent, if any
	inDoubt       *state     // the state if the operation was done during which the connection broke
}

// ids are the rows that the next operations name.
type ids struct{ complaint, task, completion, payment uuid.UUID }

// state is all that a writer's operations change.
type state struct {
	log      []string // statuses
	tasks    []string // statuses, oldest first
	updates  []string // type, clientId, review and number of files of each
	comments int
	payments []string // reference and whether it was reversed
}

// with returns a changed copy of a state.
func (s state) with(change func(*state)) state {
	next := s
	next.log, next.tasks = slices.Clone(s.log), slices.Clone(s.tasks)
	next.updates, next.payments = slices.Clone(s.updates), slices.Clone(s.payments)
	change(&next)
	slices.Sort(next.updates)
	slices.Sort(next.payments)
	return next
}

func (s state) String() string {
	return fmt.Sprintf("log %v, tasks %v, updates %v, %d comments, payments %v", s.log, s.tasks, s.updates, s.comments, s.payments)
}

func (s state) status() string     { return last(s.log) }
func (s state) taskStatus() string { return last(s.tasks) }

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

func (s *state) move(to ...string) { s.log = append(s.log, to...) }

func (s *state) moveTask(to string) { s.tasks[len(s.tasks)-1] = to }

// replace replaces the words that begin with a prefix.
func replace(words []string, prefix, with string) {
	for i, w := range words {
		if strings.HasPrefix(w, prefix) {
			words[i] = with
		}
	}
}

// readState reads the state of a complaint from the database; ok is false when there is none of
// that title.
func readState(t testing.TB, db *store.Store, title string) (s state, of ids, ok bool) {
	t.Helper()
	rows, err := db.Client().Complaint.Query().Where(complaint.Title(title)).
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).
		WithTasks(func(q *ent.WorkTaskQuery) {
			q.Order(worktask.ByCreatedAt(), worktask.ByID()).WithUpdates(func(q *ent.TaskUpdateQuery) { q.WithMedia() })
		}).
		WithComments().All(system())
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 {
		if len(rows) > 1 {
			t.Errorf("%q was submitted %d times", title, len(rows))
		}
		return s, of, false
	}
	c := rows[0]
	of.complaint = c.ID
	for _, l := range c.Edges.StatusLog {
		s.log = append(s.log, string(l.Status))
	}
	for _, w := range c.Edges.Tasks {
		of.task = w.ID
		s.tasks = append(s.tasks, string(w.Status))
		for _, u := range w.Edges.Updates {
			s.updates = append(s.updates, formatUpdate(string(u.Type), *u.ClientID, string(u.Status), len(u.Edges.Media)))
			if u.Type == domain.UpdateCompletion && u.Status == domain.ReviewSubmitted {
				of.completion = u.ID
			}
		}
	}
	s.comments = len(c.Edges.Comments)
	paid, err := db.Client().Payment.Query().
		Where(payment.PaymentReferenceHasPrefix("SOAK "+title+" "), payment.TypeEQ(domain.PaymentSettlement)).WithReversedBy().All(system())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paid {
		s.payments = append(s.payments, formatPayment(p.PaymentReference, p.Edges.ReversedBy != nil))
		if p.Edges.ReversedBy == nil {
			of.payment = p.ID
		}
	}
	slices.Sort(s.updates)
	slices.Sort(s.payments)
	return s, of, true
}

func formatUpdate(kind string, client uuid.UUID, review string, files int) string {
	return fmt.Sprintf("%s %s %s %d", kind, client, review, files)
}

func formatPayment(reference string, reversed bool) string {
	return fmt.Sprintf("%s reversed=%v", reference, reversed)
}

// check compares the state in the database with the expected one, and returns whether the
// operation whose response was lost was done: entirely or not at all. there is false when the
// complaint was never submitted.
func (e *trackedComplaint) check(t testing.TB, db *store.Store) (of ids, there, done bool) {
	t.Helper()
	s, of, there := readState(t, db, e.title)
	switch {
	case !there && e.log == nil: // its submission was being sent
	case !there:
		t.Errorf("%q was acknowledged, and is gone: %s", e.title, e.state)
	case s.String() == e.String():
	case e.inDoubt != nil && s.String() == e.inDoubt.String():
		done = true
	case e.inDoubt != nil:
		t.Errorf("%q is\n%s, was acknowledged as\n%s, and could only have become\n%s", e.title, s, e.state, *e.inDoubt)
	default:
		t.Errorf("%q is\n%s, was acknowledged as\n%s", e.title, s, e.state)
	}
	return of, there, done
}

// settle takes the state in the database as acknowledged.
func (e *trackedComplaint) settle(t testing.TB, db *store.Store) (done bool) {
	t.Helper()
	of, _, done := e.check(t, db)
	if done {
		e.state = *e.inDoubt
	}
	e.ids, e.inDoubt = of, nil
	return done
}
