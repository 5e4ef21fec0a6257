// Package text holds what notifications say: the titles of those about people's own
// complaints and tasks, the frame of an e-mail, and the remarks that administrators read about
// deliveries. What a broadcast says is its author's.
package text

import (
	"strings"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// ConfirmAddress is the title for whoever reads what arrives at an e-mail address that nobody has confirmed. It may be a stranger:
// nothing of what people wrote is in it.
var ConfirmAddress = i18n.T("Is this your e-mail address?")

// ConfirmAddressOf is the title when it was given with a complaint.
func ConfirmAddressOf(reference string) i18n.Text {
	return i18n.T("%s: is this your e-mail address?", reference)
}

// WhyConfirm is the message below ConfirmAddress.
func WhyConfirm(organization string) i18n.Text {
	return i18n.T("Somebody gave %s this address, to be told there by e-mail.", organization)
}

// Titles for the people who reported a complaint.

// ComplaintReceived is the title when it came in.
func ComplaintReceived(reference string) i18n.Text { return i18n.T("We have received %s", reference) }

// NewLink is the title when its reporter gets another link to it.
func NewLink(reference string) i18n.Text { return i18n.T("A new link to %s", reference) }

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

// Titles for super administrators of what fails in the service itself, and of its end.
var (
	LedgerFaulty  = i18n.T("The ledger is not as it was written")
	LedgerSound   = i18n.T("The ledger is as it was written again")
	BackupMissing = i18n.T("Backups fail")
	BackupMade    = i18n.T("Backups succeed again")
	MailRefused   = i18n.T("E-mail does not go out")
	MailTaken     = i18n.T("E-mail goes out again")
)

// NoBackupFor is the message below BackupMissing when there is nothing but the time that has passed.
func NoBackupFor(passed time.Duration) i18n.Text {
	return i18n.T("None has succeeded for %d hours.", int(passed.Hours()))
}

// maxTitleInTitle is how many bytes of a broadcast's title stand in that of a notification about it, which has a place for 200.
const maxTitleInTitle = 150

// shortened returns the beginning of a broadcast's title.
func shortened(title string) string {
	if len(title) <= maxTitleInTitle {
		return title
	}
	return strings.TrimSpace(domain.Clip(title, maxTitleInTitle)) + "…"
}

// Titles for the author of a broadcast.

// BroadcastHeld is the title when it was held back.
func BroadcastHeld(broadcast string) i18n.Text { return i18n.T("Held back: %s", shortened(broadcast)) }

// WhyBroadcastHeld is the message below BroadcastHeld.
var WhyBroadcastHeld = i18n.T("It was due while the service was down, or before a restore. " +
	"It waits until an administrator releases it, gives it another time or cancels it.")

// BroadcastFailing is the title when much of it has failed.
func BroadcastFailing(broadcast string) i18n.Text {
	return i18n.T("Many messages fail: %s", shortened(broadcast))
}

// BroadcastDone is the title when it has gone out.
func BroadcastDone(broadcast string) i18n.Text { return i18n.T("Gone out: %s", shortened(broadcast)) }

// DeliveredTo is the message below BroadcastDone and BroadcastFailing, of people who were reached and messages that failed.
func DeliveredTo(reached, recipients, failed int) i18n.Text {
	if failed == 0 {
		return i18n.T("It has reached %d of %d people.", reached, recipients)
	}
	return i18n.T("It has reached %d of %d people. Messages that failed: %d.", reached, recipients, failed)
}

// Titles for the people of a service provider.

// PaymentRecorded is the title when it was paid.
func PaymentRecorded(minor int64, currency, reference string) i18n.Text {
	return i18n.T("A payment of %s to you: %s", money(minor, currency), reference)
}

// PaymentReversed is the title when a payment was reversed.
func PaymentReversed(minor int64, currency, reference string) i18n.Text {
	return i18n.T("A payment of %s to you was reversed: %s", money(minor, currency), reference)
}

// PaidOn is the message below PaymentRecorded, with a day as YYYY-MM-DD.
func PaidOn(day string) i18n.Text { return i18n.T("Paid on %s.", day) }

// money is an amount of minor units with its currency.
func money(minor int64, currency string) i18n.Text {
	return i18n.T("%s %s", i18n.Decimal(domain.FormatMinor(minor, currency)), currency)
}

// Titles for the owner of an account.
var (
	NewDevice       = i18n.T("A new sign-in to your account")
	PasswordChanged = i18n.T("Your password was changed")
	EmailChanged    = i18n.T("The e-mail address of your account was changed")
	RightsChanged   = i18n.T("Your rights were changed")
)

// SignedInWith is the message below NewDevice. Browser and system are "" where nobody knows them.
func SignedInWith(browser, system, address string) i18n.Text {
	with := i18n.T("With an unknown program, from %s.", address)
	switch {
	case browser != "" && system != "":
		with = i18n.T("With %s on %s, from %s.", browser, system, address)
	case browser != "":
		with = i18n.T("With %s, from %s.", browser, address)
	}
	return i18n.T("%s If that was not you, change your password at once: this ends all other sessions.", with)
}

// What stands below PasswordChanged and EmailChanged, by who did it.
var (
	ChangedByOwner         = i18n.T("If that was not you, have an administrator set another one at once.")
	ChangedByAdministrator = i18n.T("An administrator has done it. If you know nothing of it, ask.")
)

// RoleIs is the message below RightsChanged when it is another role.
func RoleIs(role i18n.Text) i18n.Text { return i18n.T("Your role is now %s.", role) }

// ProviderChanged is the message when it is another service provider, or none.
var ProviderChanged = i18n.T("Your account belongs to another service provider now, or to none.")

// CompletionSubmitted is the title for administrators when a completion waits for review.
var CompletionSubmitted = i18n.T("A completion waits for review")

// UrgentComplaint is the title for administrators when an urgent complaint was submitted.
func UrgentComplaint(reference string) i18n.Text { return i18n.T("An urgent complaint: %s", reference) }

// Titles for an administrator who looks after a complaint.

// ReporterReplied is the title when its reporter wrote a comment.
func ReporterReplied(reference string) i18n.Text { return i18n.T("A reply on %s", reference) }

// FilesAdded is the title when its reporter added photos or videos.
func FilesAdded(reference string) i18n.Text { return i18n.T("New photos or videos of %s", reference) }

// Reopened is the title when it was reopened.
func Reopened(reference string) i18n.Text { return i18n.T("%s was reopened", reference) }

// Withdrawn is the title when its reporter withdrew it.
func Withdrawn(reference string) i18n.Text { return i18n.T("%s was withdrawn", reference) }

// LowRating is the title when its reporter rated it 1 or 2.
func LowRating(reference string) i18n.Text { return i18n.T("A low rating of %s", reference) }

// LateEvidence is the title for administrators when a solver sent in what they did before they lost a task.
func LateEvidence(reference string) i18n.Text { return i18n.T("Late evidence on %s", reference) }

// AddressDenied is the title when whoever reads what arrives at the e-mail address of its reporter said that it is somebody else's.
func AddressDenied(reference string) i18n.Text {
	return i18n.T("%s: the e-mail address is somebody else's", reference)
}

// AddressRefused is the title when a mail server refused the e-mail address of its reporter for good.
func AddressRefused(reference string) i18n.Text {
	return i18n.T("%s: the e-mail address is refused", reference)
}

// Mentioned is the title for an administrator whom an internal note mentions.
func Mentioned(reference string) i18n.Text { return i18n.T("You are mentioned on %s", reference) }

// HandedOver is the title for an administrator who is to look after a complaint from now on.
func HandedOver(reference string) i18n.Text { return i18n.T("You look after %s", reference) }

// Overdue is the title for administrators when the deadline of a complaint has passed.
func Overdue(reference string) i18n.Text { return i18n.T("%s is overdue", reference) }

// Digest is the title of a message that holds many notifications.
func Digest(notifications int) i18n.Text { return i18n.T("%d notifications", notifications) }

// WhyDigest is the message above them.
func WhyDigest(most int) i18n.Text {
	return i18n.T("More than %d e-mails within an hour would have come to you, so the rest is together in this one.", most)
}

// maxExcerpt is how many characters of what somebody wrote stand in a message of many notifications.
const maxExcerpt = 300

// Excerpt returns the beginning of what somebody wrote.
func Excerpt(text string) string {
	if letters := []rune(text); len(letters) > maxExcerpt {
		return strings.TrimSpace(string(letters[:maxExcerpt])) + "…"
	}
	return text
}

// Why a recipient was left out of a channel, or a message failed. Rows hold them in English; Remark
// prints them for readers of other languages.
const (
	NoAddress    = "the account has no e-mail address"
	NotWanted    = "no e-mail notifications wanted"
	NotWatched   = "not watched any more"
	OtherRole    = "the account has another role"
	Refused      = "a mail server has refused the e-mail address"
	NotConfirmed = "nobody has confirmed the e-mail address"
	Confirmed    = "the e-mail address is confirmed already"
	OtherAddress = "the e-mail address was changed meanwhile"
	Disabled     = "the account is disabled"
	TakenBack    = "it was taken back before the e-mail went out"
	NoMailServer = "no mail server is set up any more"
	NoRecipient  = "the recipient could not be looked up"
	NoBroadcast  = "the broadcast could not be looked up"
	NotNoted     = "that the address was refused could not be recorded"
	NoComplaint  = "the complaint could not be looked up"
	NoLink       = "the link to the complaint could not be made"
	Dropped      = "an administrator dropped it after a restore"
)

// Remark returns a reason of these in a language. Any other one is a mail server's and stays as it is.
func Remark(reason string, l i18n.Language) string {
	for _, said := range []i18n.Text{
		i18n.T(NoAddress), i18n.T(NotWanted), i18n.T(NotWatched), i18n.T(OtherRole), i18n.T(Refused), i18n.T(NotConfirmed), i18n.T(Confirmed),
		i18n.T(OtherAddress), i18n.T(Disabled), i18n.T(TakenBack), i18n.T(NoMailServer), i18n.T(NoRecipient), i18n.T(NoBroadcast),
		i18n.T(NoComplaint), i18n.T(NoLink), i18n.T(NotNoted), i18n.T(Dropped),
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

// HeldAfterRestore is the note in a broadcast's history when it was due before the database was restored.
var HeldAfterRestore = i18n.T("The database was restored after its time: it may have gone out.")
