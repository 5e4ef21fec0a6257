// Package text holds what notifications say: the titles of those about people's own
// complaints and tasks, the frame of an e-mail, and the remarks that administrators read about
// deliveries. What a broadcast says is its author's.
package text

import (
	"html"
	"strings"
	"time"

	"github.com/redress/redress/internal/i18n"
)

// Titles for the people who reported a complaint.

// ComplaintMoved is the title when a complaint changed its status.
func ComplaintMoved(reference string, status i18n.Text) i18n.Text {
	return i18n.T("%s is now %s", reference, status)
}

// NewComment is the title when somebody wrote a public comment.
func NewComment(reference string) i18n.Text { return i18n.T("A new comment on %s", reference) }

// Titles for a task's solver.
var (
	TaskTaken          = i18n.T("A task was taken from you")
	CompletionApproved = i18n.T("Your completion was approved")
	CompletionRejected = i18n.T("Your completion was sent back")
)

// TaskHeld is the title when the complaint of a task was put on hold, so that nothing can be done about it.
func TaskHeld(reference string) i18n.Text {
	return i18n.T("%s is on hold, and your task with it", reference)
}

// TaskResumed is the title when a task that was held can be gone on with.
func TaskResumed(reference string) i18n.Text { return i18n.T("Your task goes on: %s", reference) }

// TaskChanged is the title when what the complaint of a task says was changed.
func TaskChanged(reference string) i18n.Text { return i18n.T("Your task has changed: %s", reference) }

// NewTask is the title when a solver was given a task.
func NewTask(reference string) i18n.Text { return i18n.T("You have a new task: %s", reference) }

// Why a task was taken from its solver: the message below TaskTaken, and the note that
// administrators read in the complaint's log.
var (
	SolverDisabled = i18n.T("The solver's account was disabled.")
	SolverDemoted  = i18n.T("The account is no solver's any more.")
)

// ComplaintEnded is the reason when the complaint of a task ended.
func ComplaintEnded(status i18n.Text) i18n.Text { return i18n.T("The complaint was %s.", status) }

// CompletionSubmitted is the title for administrators when a completion waits for review.
var CompletionSubmitted = i18n.T("A completion waits for review")

// UrgentComplaint is the title for administrators when an urgent complaint was submitted.
func UrgentComplaint(reference string) i18n.Text { return i18n.T("An urgent complaint: %s", reference) }

// Titles for an administrator who looks after a complaint.

// ReporterReplied is the title when its reporter wrote a comment.
func ReporterReplied(reference string) i18n.Text { return i18n.T("A reply on %s", reference) }

// Reopened is the title when it was reopened.
func Reopened(reference string) i18n.Text { return i18n.T("%s was reopened", reference) }

// Withdrawn is the title when its reporter withdrew it.
func Withdrawn(reference string) i18n.Text { return i18n.T("%s was withdrawn", reference) }

// LowRating is the title when its reporter rated it 1 or 2.
func LowRating(reference string) i18n.Text { return i18n.T("A low rating of %s", reference) }

// LateEvidence is the title for administrators when a solver sent in what they did before they lost a task.
func LateEvidence(reference string) i18n.Text { return i18n.T("Late evidence on %s", reference) }

// HandedOver is the title for an administrator who is to look after a complaint from now on.
func HandedOver(reference string) i18n.Text { return i18n.T("You look after %s", reference) }

// Overdue is the title for administrators when the deadline of a complaint has passed.
func Overdue(reference string) i18n.Text { return i18n.T("%s is overdue", reference) }

// Why a recipient was left out of a channel, or a message failed. Rows hold them in English; Remark
// prints them for readers of other languages.
const (
	NoAddress    = "the account has no e-mail address"
	NotWanted    = "no e-mail notifications wanted"
	Disabled     = "the account is disabled"
	NoMailServer = "no mail server is set up any more"
	NoRecipient  = "the recipient could not be looked up"
	NoBroadcast  = "the broadcast could not be looked up"
)

// Remark returns a reason of these in a language. Any other one is a mail server's and stays as it is.
func Remark(reason string, l i18n.Language) string {
	for _, said := range []i18n.Text{
		i18n.T(NoAddress), i18n.T(NotWanted), i18n.T(Disabled), i18n.T(NoMailServer), i18n.T(NoRecipient), i18n.T(NoBroadcast),
	} {
		if said.String() == reason {
			return said.In(l)
		}
	}
	return reason
}

// HeldBack is the note in a broadcast's history when it was due too long ago to begin by itself.
func HeldBack(late time.Duration) i18n.Text {
	return i18n.T("Its time had passed by %s.", late.Round(time.Second))
}

var optOut = i18n.T("No more such messages")

// Mail is what MailText and MailHTML print.
type Mail struct {
	Title, Text, OptOut string
	Language            i18n.Language
}

// MailText returns the plain text of an e-mail.
func MailText(m Mail) string {
	body := m.Text
	if body == "" {
		body = m.Title
	}
	if m.OptOut != "" {
		body += "\n\n-- \n" + optOut.In(m.Language) + ": " + m.OptOut
	}
	return body
}

// MailHTML returns the same e-mail as a simple page. The address of the opt-out page is our
// own, so that its scheme needs no look.
func MailHTML(m Mail) string {
	var b strings.Builder
	b.WriteString(`<!doctype html>
<html lang="` + string(m.Language) + `"><body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
<h1 style="font-size: 1.2em">` + html.EscapeString(m.Title) + `</h1>
<p>` + strings.ReplaceAll(html.EscapeString(m.Text), "\n", "<br>\n") + `</p>
`)
	if m.OptOut != "" {
		b.WriteString(`<p style="font-size: 0.85em"><a href="` + html.EscapeString(m.OptOut) + `">` + optOut.In(m.Language) + `</a></p>
`)
	}
	b.WriteString("</body></html>\n")
	return b.String()
}
