package demo

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
)

// What solvers and reporters do in a story.

func accept(hours float64) step {
	return func(l *player) {
		l.wait(hours)
		l.moveTask(domain.TaskAccepted)
		l.task.AcceptedAt = new(l.clock)
	}
}

func decline(hours float64, code, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskDeclined, code, note)
		l.returnToQueue(l.solver)
		l.lastLog.InternalNote = note
	}
}

// start begins the work.
func start(hours float64, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.moveTask(domain.TaskInProgress)
		l.task.StartedAt = new(l.clock)
		l.move(domain.ComplaintInProgress, l.solver, note)
	}
}

// returnTask returns an accepted or begun task: no_access, not_found, out_of_scope or other.
func returnTask(hours float64, code, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskReturned, code, note)
		l.returnToQueue(l.solver)
		l.lastLog.InternalNote = note
	}
}

// noPercent is the percentage of an update without one.
const noPercent = -1

func progress(hours float64, percent int, remarks string, pictures ...picture) step {
	return func(l *player) {
		l.wait(hours)
		l.addUpdate(domain.UpdateProgress, percent, remarks, pictures)
	}
}

// submitCompletion submits the completion for review.
func submitCompletion(hours float64, remarks string, pictures ...picture) step {
	return func(l *player) {
		l.wait(hours)
		l.addUpdate(domain.UpdateCompletion, 100, remarks, pictures)
		l.moveTask(domain.TaskCompletionSubmitted)
	}
}

// addUpdate adds an update, which is received some minutes after it happened, as from a phone
// that was offline.
func (l *player) addUpdate(kind domain.UpdateType, percent int, remarks string, pictures []picture) {
	n := len(l.Updates)
	happened := l.clock
	l.clock = happened.Add(time.Duration(1+n*7%19)*time.Minute + time.Duration(n*37%60)*time.Second)
	client := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "redress demo update %d", n))
	l.update = &ent.TaskUpdate{
		ID: domain.NewIDAt(domain.KindTaskUpdate, l.clock), TaskID: l.task.ID, AuthorID: l.task.SolverID,
		ClientID: &client, Type: kind, Remarks: remarks, OccurredAt: happened, CreatedAt: l.clock,
		Status: domain.ReviewSubmitted,
	}
	if percent != noPercent {
		l.update.PercentageCompleted = &percent
	}
	l.Updates = append(l.Updates, l.update)
	l.task.UpdatesCount++
	l.task.UpdatedAt = l.clock
	for _, p := range pictures {
		l.addPicture(p, owner{update: &l.update.ID, about: &l.complaint.ID}, l.solver, l.clock)
	}
}

// commentPublicly adds a comment that the reporter sees.
func commentPublicly(hours float64, by person, text string, pictures ...picture) step {
	return comment(hours, by, domain.VisibilityPublic, text, pictures)
}

// commentInternally adds a comment that only staff sees.
func commentInternally(hours float64, by person, text string, pictures ...picture) step {
	return comment(hours, by, domain.VisibilityInternal, text, pictures)
}

func comment(hours float64, by person, v domain.Visibility, words string, pictures []picture) step {
	return func(l *player) {
		l.wait(hours)
		c := &ent.Comment{
			ID: domain.NewIDAt(domain.KindComment, l.clock), ComplaintID: l.complaint.ID,
			AuthorID: l.userID(by), Text: words, Visibility: v, CreatedAt: l.clock,
		}
		l.Comments = append(l.Comments, c)
		for _, p := range pictures {
			p.public = v == domain.VisibilityPublic // a comment's pictures share its visibility
			l.addPicture(p, owner{comment: &c.ID}, by, l.clock)
		}
		if v != domain.VisibilityPublic {
			return
		}
		l.respond(by)
		if by != l.reporter {
			l.notify(l.reporter, text.NewComment(l.complaint.Reference), words, nil)
		}
	}
}

// rate is the reporter's verdict: 3 or more closes, less asks for an administrator.
func rate(hours float64, stars int, text string) step {
	return func(l *player) {
		l.wait(hours)
		c := l.complaint
		c.Rating, c.RatingComment, c.UpdatedAt = &stars, text, l.clock
		c.Flagged = stars <= domain.LowRating
		if c.Flagged {
			c.Version++
			return
		}
		closeComplaint(0, l.reporter, "")(l)
	}
}

func reopen(hours float64, by person, reason string) step {
	return func(l *player) {
		l.wait(hours)
		c := l.complaint
		c.ReopenedCount++
		c.ResolvedTook = nil
		c.ResolvedAt, c.ClosedAt, c.Rating, c.RatingComment, c.Flagged = nil, nil, nil, "", false
		l.move(domain.ComplaintReopened, by, reason)
		l.setDeadline()
	}
}

// reopenByLink reopens the complaint of a caller, by the link in an e-mail.
func reopenByLink(hours float64, reason string) step {
	return func(l *player) {
		reopen(hours, nobody, reason)(l)
		l.lastLog.Agent = domain.AgentLink
	}
}

func withdraw(hours float64, note string) step {
	return func(l *player) {
		l.wait(hours)
		l.endTask(domain.TaskCancelled, "complaint_withdrawn", "")
		l.move(domain.ComplaintWithdrawn, l.reporter, note)
	}
}
