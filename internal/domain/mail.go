package domain

import "time"

// MailTiming is how soon a notification goes out by e-mail.
type MailTiming string

// The timings of e-mails.
const (
	MailAtOnce   MailTiming = "AT_ONCE"  // at every hour, and however many go to an address
	MailUrgent   MailTiming = "URGENT"   // at every hour
	MailTogether MailTiming = "TOGETHER" // in one message with what else its recipient is told of the same complaint within some minutes
	MailDigest   MailTiming = "DIGEST"   // in one message with all that waits, since the address has had its most within an hour
	MailLast     MailTiming = "LAST"     // after all of these: broadcasts, and what a version before wrote
)

// Values lists all timings.
func (MailTiming) Values() []string {
	return values([]MailTiming{MailAtOnce, MailUrgent, MailTogether, MailDigest, MailLast})
}

// How long an e-mail that is MailTogether waits for what else there is to tell of its complaint: from the last that was told, and from
// the first at most.
const (
	MailTogetherAfter  = 5 * time.Minute
	MailTogetherAtMost = 15 * time.Minute
)
