package domain

import (
	"slices"
	"time"
)

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

// What people are told by e-mail whatever they have switched off, as the table of internal/desk/notifications calls it: of their account itself, and
// what they asked for.
const (
	NewLink         = "NEW_LINK"
	NewDevice       = "NEW_DEVICE"
	PasswordChanged = "PASSWORD_CHANGED"
	EmailChanged    = "EMAIL_CHANGED"
	RightsChanged   = "RIGHTS_CHANGED"
)

// AlwaysTold reports whether people are told a kind of notifications whatever they have switched off.
func AlwaysTold(kind string) bool {
	return slices.Contains([]string{NewLink, NewDevice, PasswordChanged, EmailChanged, RightsChanged}, kind)
}

// Values lists all timings.
func (MailTiming) Values() []string {
	return values([]MailTiming{MailAtOnce, MailUrgent, MailTogether, MailDigest, MailLast})
}

// MailHeldUntil is when what is held after a restore would go out, which no clock comes to: an administrator releases or drops it before.
var MailHeldUntil = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)

// HeldMailDecision is what an administrator decides about e-mail that is held after a restore.
type HeldMailDecision string

// The decisions about held e-mail.
const (
	HeldMailRelease HeldMailDecision = "RELEASE"
	HeldMailDrop    HeldMailDecision = "DROP"
)

// Values lists all decisions.
func (HeldMailDecision) Values() []string {
	return values([]HeldMailDecision{HeldMailRelease, HeldMailDrop})
}

// How long an e-mail that is MailTogether waits for what else there is to tell of its complaint: from the last that was told, and from
// the first at most.
const (
	MailTogetherAfter  = 5 * time.Minute
	MailTogetherAtMost = 15 * time.Minute
)
