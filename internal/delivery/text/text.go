// Package text holds what notifications say: the titles of those about people's own
// complaints and tasks, the frame of an e-mail, and the remarks that administrators read about
// deliveries. What a broadcast says is its author's.
package text

import (
	"fmt"
	"html"
	"strings"
	"time"
)

// Titles for the people who reported a complaint.

// ComplaintMoved is the title when a complaint changed its status.
func ComplaintMoved(reference, status string) string {
	return fmt.Sprintf("%s is now %s", reference, status)
}

// NewComment is the title when somebody wrote a public comment.
func NewComment(reference string) string { return "A new comment on " + reference }

// Titles for a task's solver.
const (
	TaskTaken          = "A task was taken from you"
	CompletionApproved = "Your completion was approved"
	CompletionRejected = "Your completion was sent back"
)

// NewTask is the title when a solver was given a task.
func NewTask(reference string) string { return "You have a new task: " + reference }

// Why a task was taken from its solver: the message below TaskTaken, and the note that
// administrators read in the complaint's log.
const (
	SolverDisabled = "The solver's account was disabled."
	SolverDemoted  = "The account is no solver's any more."
)

// ComplaintEnded is the reason when the complaint of a task ended.
func ComplaintEnded(status string) string { return fmt.Sprintf("The complaint was %s.", status) }

// CompletionSubmitted is the title for administrators when a completion waits for review.
const CompletionSubmitted = "A completion waits for review"

// HandedOver is the title for an administrator who is to look after a complaint from now on.
func HandedOver(reference string) string { return "You look after " + reference }

// Overdue is the title for administrators when the deadline of a complaint has passed.
func Overdue(reference string) string { return reference + " is overdue" }

// Why a recipient was left out of a channel, or a message failed.
const (
	NoAddress    = "the account has no e-mail address"
	NotWanted    = "no e-mail notifications wanted"
	Disabled     = "the account is disabled"
	NoMailServer = "no mail server is set up any more"
	NoRecipient  = "the recipient could not be looked up"
	NoBroadcast  = "the broadcast could not be looked up"
)

// HeldBack is the note in a broadcast's history when it was due too long ago to begin by itself.
func HeldBack(late time.Duration) string {
	return fmt.Sprintf("Its time had passed by %s.", late.Round(time.Second))
}

const optOut = "No more such messages"

// Mail is what MailText and MailHTML print.
type Mail struct{ Title, Text, OptOut string }

// MailText returns the plain text of an e-mail.
func MailText(m Mail) string {
	body := m.Text
	if body == "" {
		body = m.Title
	}
	if m.OptOut != "" {
		body += "\n\n-- \n" + optOut + ": " + m.OptOut
	}
	return body
}

// MailHTML returns the same e-mail as a simple page. The address of the opt-out page is our
// own, so that its scheme needs no look.
func MailHTML(m Mail) string {
	var b strings.Builder
	b.WriteString(`<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
<h1 style="font-size: 1.2em">` + html.EscapeString(m.Title) + `</h1>
<p>` + strings.ReplaceAll(html.EscapeString(m.Text), "\n", "<br>\n") + `</p>
`)
	if m.OptOut != "" {
		b.WriteString(`<p style="font-size: 0.85em"><a href="` + html.EscapeString(m.OptOut) + `">` + optOut + `</a></p>
`)
	}
	b.WriteString("</body></html>\n")
	return b.String()
}
