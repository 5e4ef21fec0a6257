package text

import (
	"strings"

	"github.com/redress/redress/internal/i18n"
)

// DigestPart is a part of an administrator's daily digest.
type DigestPart struct {
	Title      i18n.Text // how many complaints there are, and what they are
	Count      int
	References []string // of the first ones
}

func (p DigestPart) line() i18n.Text {
	names := strings.Join(p.References, ", ")
	if p.Count > len(p.References) {
		names += " …"
	}
	return i18n.T("%s: %s", p.Title, names)
}

// The titles of parts of what waits.

// DigestNew is the title of complaints that nobody has had a task for.
func DigestNew(n int) i18n.Text { return i18n.T("%d new", n) }

// DigestReview is the title of complaints that have a completion to review.
func DigestReview(n int) i18n.Text { return i18n.T("%d to review", n) }

// DigestDueSoon is the title of complaints that have a deadline within a day.
func DigestDueSoon(n int) i18n.Text { return i18n.T("%d due within 24 hours", n) }

// DigestOverdue is the title of complaints that have a deadline that has passed.
func DigestOverdue(n int) i18n.Text { return i18n.T("%d overdue", n) }

// DigestReopened is the title of complaints that were reopened and have no task yet.
func DigestReopened(n int) i18n.Text { return i18n.T("%d reopened", n) }

// DigestDeclined is the title of complaints that have a last task that was declined.
func DigestDeclined(n int) i18n.Text { return i18n.T("%d declined", n) }

// DigestReturned is the title of complaints that have a last task that came back otherwise.
func DigestReturned(n int) i18n.Text { return i18n.T("%d returned", n) }

// The titles of parts of what happened to complaints that nobody looks after.

// DigestReplies is the title of complaints that their reporters have commented on.
func DigestReplies(n int) i18n.Text { return i18n.T("%d with a reply", n) }

// DigestLowRatings is the title of complaints that their reporters rated 1 or 2.
func DigestLowRatings(n int) i18n.Text { return i18n.T("%d with a low rating", n) }

// DigestLateEvidence is the title of complaints that have late evidence.
func DigestLateEvidence(n int) i18n.Text { return i18n.T("%d with late evidence", n) }

// DigestFiles is the title of complaints to which their reporters have added photos or videos.
func DigestFiles(n int) i18n.Text { return i18n.T("%d with new photos or videos", n) }

// DigestWithdrawn is the title of complaints that their reporters have withdrawn.
func DigestWithdrawn(n int) i18n.Text { return i18n.T("%d withdrawn", n) }

// DailyDigest is what an administrator is told in the morning.
type DailyDigest struct {
	Waiting, News []DigestPart
	WithNews      int // complaints with news
}

// Empty reports whether there is nothing to tell.
func (d DailyDigest) Empty() bool { return len(d.Waiting) == 0 && len(d.News) == 0 }

// Says returns the title and the message of a digest that is not empty. Nothing of what people wrote is in it, so that nothing is to be
// redacted.
func (d DailyDigest) Says() (title, message i18n.Text) {
	var counts, lines []i18n.Text
	for _, part := range d.Waiting {
		counts = append(counts, part.Title)
		lines = append(lines, part.line())
	}
	if d.WithNews > 0 {
		counts = append(counts, i18n.T("%d with news", d.WithNews))
		lines = append(lines, i18n.T("Nobody looks after these:"))
	}
	for _, part := range d.News {
		lines = append(lines, part.line())
	}
	return i18n.T("Complaints: %s", joined(counts, listed)), joined(lines, below)
}

// DueTask is a task that is due on a day, and the time of day.
type DueTask struct{ Reference, By string }

// DueToday returns the title and the message for a solver of the tasks that are due on the day, of which the first are named.
func DueToday(n int, first []DueTask) (title, message i18n.Text) {
	title = i18n.T("%d tasks are due today", n)
	if n == 1 {
		title = i18n.T("Due today: %s", first[0].Reference)
	}
	var lines []i18n.Text
	for _, task := range first {
		lines = append(lines, i18n.T("%s by %s", task.Reference, task.By))
	}
	if more := n - len(first); more > 0 {
		lines = append(lines, i18n.T("and %d more", more))
	}
	return title, joined(lines, below)
}

func listed(a, b i18n.Text) i18n.Text { return i18n.T("%s, %s", a, b) }

func below(a, b i18n.Text) i18n.Text { return i18n.T("%s\n%s", a, b) }

// joined returns some texts as one, the halves of halves of them, so that they are not deep in each other when they are kept.
func joined(texts []i18n.Text, two func(a, b i18n.Text) i18n.Text) i18n.Text {
	if len(texts) == 1 {
		return texts[0]
	}
	half := len(texts) / 2
	return two(joined(texts[:half], two), joined(texts[half:], two))
}
