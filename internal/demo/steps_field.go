package demo

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// What solvers and reporters do in a story.

func accept(hours float64) step {
	return func(l *life) {
		l.wait(hours)
		l.advance(domain.TaskAccepted)
		l.task.AcceptedAt = moment(l.clock)
	}
}

func decline(hours float64, code, note string) step {
	return func(l *life) {
		l.wait(hours)
		l.end(domain.TaskDeclined, code, note)
		l.back(l.solver)
		l.logged.InternalNote = note
	}
}

// start begins the work.
func start(hours float64, note string) step {
	return func(l *life) {
		l.wait(hours)
		l.advance(domain.TaskInProgress)
		l.task.StartedAt = moment(l.clock)
		l.move(domain.ComplaintInProgress, l.solver, note)
	}
}

// giveBack returns an accepted or begun task: no_access, not_found, out_of_scope or other.
func giveBack(hours float64, code, note string) step {
	return func(l *life) {
		l.wait(hours)
		l.end(domain.TaskReturned, code, note)
		l.back(l.solver)
		l.logged.InternalNote = note
	}
}

// unsaid is the percentage of an update that tells none.
const unsaid = -1

func progress(hours float64, percent int, remarks string, pictures ...picture) step {
	return func(l *life) {
		l.wait(hours)
		l.report(domain.UpdateProgress, percent, remarks, pictures)
	}
}

// submit hands the work in for review.
func submit(hours float64, remarks string, pictures ...picture) step {
	return func(l *life) {
		l.wait(hours)
		l.report(domain.UpdateCompletion, 100, remarks, pictures)
		l.advance(domain.TaskCompletionSubmitted)
	}
}

// report writes an update. It is received some minutes after it happened, as from a phone in
// a cellar, and time goes on from there.
func (l *life) report(kind domain.UpdateType, percent int, remarks string, pictures []picture) {
	n := len(l.updates)
	happened := l.clock
	l.clock = happened.Add(time.Duration(1+n*7%19)*time.Minute + time.Duration(n*37%60)*time.Second)
	client := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "redress demo update %d", n))
	l.update = &ent.TaskUpdate{
		ID: domain.NewIDAt(domain.KindTaskUpdate, l.clock), TaskID: l.task.ID, AuthorID: l.task.SolverID,
		ClientID: &client, Type: kind, Remarks: remarks, OccurredAt: happened, CreatedAt: l.clock,
		Status: domain.ReviewSubmitted,
	}
	if percent != unsaid {
		l.update.PercentageCompleted = &percent
	}
	l.updates = append(l.updates, l.update)
	l.task.UpdatesCount++
	l.task.UpdatedAt = l.clock
	for _, p := range pictures {
		l.attach(p, owner{update: &l.update.ID}, l.solver, l.clock)
	}
}

// say adds a comment that the reporter sees.
func say(hours float64, by person, text string, pictures ...picture) step {
	return comment(hours, by, domain.VisibilityPublic, text, pictures)
}

// whisper adds a comment among staff.
func whisper(hours float64, by person, text string, pictures ...picture) step {
	return comment(hours, by, domain.VisibilityInternal, text, pictures)
}

func comment(hours float64, by person, v domain.Visibility, text string, pictures []picture) step {
	return func(l *life) {
		l.wait(hours)
		c := &ent.Comment{
			ID: domain.NewIDAt(domain.KindComment, l.clock), ComplaintID: l.complaint.ID,
			AuthorID: l.id(by), Text: text, Visibility: v, CreatedAt: l.clock,
		}
		l.comments = append(l.comments, c)
		for _, p := range pictures {
			p.public = v == domain.VisibilityPublic // a comment's pictures share its visibility
			l.attach(p, owner{comment: &c.ID}, by, l.clock)
		}
		if v == domain.VisibilityPublic && by != l.reporter {
			l.tell(l.reporter, l.complaint.Reference+": a new comment", text, nil)
		}
	}
}

// rate is the reporter's verdict: 3 or more closes, less asks for an administrator.
func rate(hours float64, stars int, text string) step {
	return func(l *life) {
		l.wait(hours)
		c := l.complaint
		c.Rating, c.RatingComment, c.UpdatedAt = &stars, text, l.clock
		c.Flagged = stars < 3
		if c.Flagged {
			c.Version++
			return
		}
		finish(0, l.reporter, "")(l)
	}
}

func reopen(hours float64, by person, reason string) step {
	return func(l *life) {
		l.wait(hours)
		c := l.complaint
		c.ReopenedCount++
		c.ResolvedTook = nil
		c.ResolvedAt, c.ClosedAt, c.Rating, c.RatingComment, c.Flagged = nil, nil, nil, "", false
		l.move(domain.ComplaintReopened, by, reason)
		l.deadline()
	}
}

func withdraw(hours float64, note string) step {
	return func(l *life) {
		l.wait(hours)
		l.end(domain.TaskCancelled, "complaint_withdrawn", "")
		l.move(domain.ComplaintWithdrawn, l.reporter, note)
	}
}
