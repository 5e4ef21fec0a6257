package notifications

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// About is what a notification is about, as the transaction that makes it leaves it, and what it says below its title.
type About struct {
	Complaint *ent.Complaint
	Caller    *ent.Contact  // the only one who is told, of which all is known that contacts say of its address
	Task      *ent.WorkTask // of the complaint
	Broadcast *ent.Broadcast
	Payment   *ent.Payment // to a service provider
	Mentioned []uuid.UUID  // accounts, by an internal note
	Account   uuid.UUID    // that gets a daily digest, or that is told of itself
	Former    string       // normalized e-mail address that the account had before, if it is told there too
	Summary   i18n.Text    // title of a daily digest
	Stranger  bool         // whoever did it gave the caller's address, and need not be who reads it: it may be asked to be confirmed, and is told nothing
	TakesBack bool         // what was not told by e-mail yet, so that this is not either
	Message   i18n.Text    // what somebody wrote, why it happened, or what a daily digest says
}

// rule is a row of the table: who is told of a kind, how soon and by which ways.
type rule struct {
	kind  Kind
	when  string                // what happened
	moves []domain.Action       // the actions, giving a complaint another status, of which it tells
	to    []recipients          // the first of these that has an active account is told
	soon  timing                // when it stands in the application, and goes out
	ways  []domain.Channel      // by which it reaches those who want it so
	title func(About) i18n.Text // the message is what people wrote
}

// timing is how soon people are told: in the application, and by e-mail.
type timing struct {
	says string
	mail domain.MailTiming
}

var (
	atOnce       = timing{"at once", domain.MailAtOnce}
	urgently     = timing{"at once, at night too", domain.MailUrgent}
	together     = timing{"at once; by e-mail together", domain.MailTogether}
	withinMinute = timing{"within a minute; by e-mail together", domain.MailTogether} // by a background job
	amongOthers  = timing{"at once; by e-mail with others of some minutes", domain.MailTogether}
	later        = timing{"within a minute; by e-mail with others of some minutes", domain.MailTogether} // by a background job
	urgentlySoon = timing{"within a minute, at night too", domain.MailUrgent}                            // by a background job
	daily        = timing{"then", domain.MailUrgent}                                                     // after the quiet hours
)

// mailTiming returns how soon a notification goes out by e-mail. Who is to do something about an urgent complaint is told at night, too.
func (r rule) mailTiming(a About) domain.MailTiming {
	if r.soon.mail == domain.MailTogether && r.to[0].staff && a.Complaint.Priority == domain.PriorityUrgent {
		return domain.MailUrgent
	}
	return r.soon.mail
}

var (
	inApplication = []domain.Channel{domain.ChannelInApp}
	byEmail       = []domain.Channel{domain.ChannelEmail}
	everyWay      = []domain.Channel{domain.ChannelInApp, domain.ChannelEmail}
)

// The hours at which people get their daily digest, by the clocks of the time zone in which they read.
const (
	AdministratorsHour = 8
	SolversHour        = 7
)

// MailRefusedFor is how long the mail server takes nothing before super administrators are told.
const MailRefusedFor = time.Hour

// FailingOneIn is how many messages of a broadcast there are to one that has failed before its author is told.
const FailingOneIn = 20

// table is the only place that says who is told of what (docs/notifications.md). Whoever does something is not told of it, receipts
// apart.
var table = []rule{
	{
		ConfirmAddress, "somebody would be told by e-mail at an address that nobody has confirmed, once for each address",
		nil, told(address), atOnce, byEmail, asked,
	},
	{
		ComplaintReceived, "a complaint comes in, or its reporter without an account confirms the e-mail address",
		nil, told(submitter), atOnce, byEmail, onComplaint(text.ComplaintReceived),
	},
	{
		NewLink, "its reporter, or an administrator for them, wants another link to it, and all earlier ones end",
		nil, told(submitter), atOnce, byEmail, onComplaint(text.NewLink),
	},
	{ComplaintAssigned, "a complaint is assigned", does(domain.ActionAssign), told(reporters), atOnce, inApplication, moved},
	{ComplaintStarted, "work on it begins", does(domain.ActionStart), told(reporters), atOnce, inApplication, moved},
	{
		ComplaintSentBack, "its task is declined, returned, cancelled or given to somebody else",
		does(domain.ActionDecline, domain.ActionReturn, domain.ActionCancel, domain.ActionReassign), told(reporters), atOnce, inApplication, moved,
	},
	{ComplaintHeld, "it is put on hold", does(domain.ActionHold), told(reporters), together, everyWay, moved},
	{ComplaintResumed, "it is taken off hold", does(domain.ActionResume), told(reporters), atOnce, inApplication, moved},
	{ComplaintResolved, "it is resolved", does(domain.ActionResolve), told(reporters), together, everyWay, moved},
	{ComplaintRejected, "it is rejected", does(domain.ActionReject), told(reporters), together, everyWay, moved},
	{ComplaintReopened, "it is reopened", does(domain.ActionReopen), told(reporters), together, everyWay, moved},
	{ComplaintMerged, "it is merged into another one", does(domain.ActionMerge), told(reporters), together, everyWay, moved},
	{ComplaintUnmerged, "a merger is undone", does(domain.ActionUnmerge), told(reporters), together, everyWay, moved},
	{ComplaintWithdrawn, "its reporter withdraws it", does(domain.ActionWithdraw), told(reporters), together, everyWay, moved},
	{
		ComplaintClosed, "it is closed, by its rating or by itself after a while too",
		does(domain.ActionRate, domain.ActionClose), told(reporters), atOnce, inApplication, moved,
	},
	{NewComment, "somebody comments publicly", nil, told(reporter), together, everyWay, onComplaint(text.NewComment)},

	{UrgentComplaint, "an urgent complaint comes in", nil, told(administrators), urgently, everyWay, onComplaint(text.UrgentComplaint)},
	{HandedOver, "an administrator is made to look after a complaint", nil, told(handler), together, everyWay, onComplaint(text.HandedOver)},
	{Mentioned, "an internal note mentions administrators, who watch it from then on", nil, told(mentioned), together, everyWay, onComplaint(text.Mentioned)},
	{ReporterReplied, "its reporter comments", nil, told(handler, anyAdministrator), together, everyWay, onComplaint(text.ReporterReplied)},
	{
		FilesAdded, "its reporter adds files a while after it came in, once for those of some minutes",
		nil, told(handler, anyAdministrator), together, everyWay, onComplaint(text.FilesAdded),
	},
	{HandledReopened, "it is reopened", does(domain.ActionReopen), told(handler, anyAdministrator), together, everyWay, onComplaint(text.Reopened)},
	{
		HandledWithdrawn, "its reporter withdraws it",
		does(domain.ActionWithdraw), told(handler, anyAdministrator), together, everyWay, onComplaint(text.Withdrawn),
	},
	{LowRating, "its reporter rates it 1 or 2", nil, told(handler, anyAdministrator), together, everyWay, onComplaint(text.LowRating)},
	{
		CompletionSubmitted, "a solver hands in a completion",
		nil, told(handler, anyAdministrator), together, everyWay, always(text.CompletionSubmitted),
	},
	{
		LateEvidence, "a solver sends late evidence",
		nil, told(handler, anyAdministrator), together, everyWay, onComplaint(text.LateEvidence),
	},
	{
		ComplaintOverdue, "its deadline passes, once for each deadline",
		nil, told(handler, anyAdministrator), withinMinute, everyWay, onComplaint(text.Overdue),
	},
	{
		AddressDenied, "whoever reads what arrives at the e-mail address of its reporter without an account says that it is somebody else's",
		nil, told(handler), together, everyWay, onComplaint(text.AddressDenied),
	},
	{
		AddressRefused, "a mail server refuses the e-mail address of its reporter for good",
		nil, told(handler), together, everyWay, onComplaint(text.AddressRefused),
	},

	{
		DailyDigest, fmt.Sprintf("it is %02d:00 of a working day, and complaints wait for an administrator", AdministratorsHour),
		nil, told(eachAdministrator), daily, everyWay, summary,
	},

	{
		DueToday, fmt.Sprintf("it is %02d:00, and tasks of a solver are due on this day", SolversHour),
		nil, told(eachSolver), daily, everyWay, summary,
	},
	{NewTask, "a solver is given a task", nil, told(solver), together, everyWay, onComplaint(text.NewTask)},
	{TaskTaken, "it is cancelled or given to somebody else", nil, told(solver), together, everyWay, always(text.TaskTaken)},
	{TaskHeld, "its complaint is put on hold", nil, told(solver), together, everyWay, onComplaint(text.TaskHeld)},
	{TaskResumed, "its complaint is taken off hold", nil, told(solver), together, everyWay, onComplaint(text.TaskResumed)},
	{TaskChanged, "what its complaint says, its priority or its deadline changes", nil, told(solver), together, everyWay, onComplaint(text.TaskChanged)},
	{CompletionApproved, "the completion is approved", nil, told(solver), together, everyWay, always(text.CompletionApproved)},
	{CompletionReturned, "the completion is sent back", nil, told(solver), together, everyWay, always(text.CompletionRejected)},

	{
		BroadcastHeld, "a broadcast is held back, since it was due while the service was down or before a restore",
		nil, told(author), later, everyWay, onBroadcast(text.BroadcastHeld),
	},
	{
		BroadcastFailing, fmt.Sprintf("more than one in %d messages of a broadcast over one channel have failed for good", FailingOneIn),
		nil, told(author), later, everyWay, onBroadcast(text.BroadcastFailing),
	},
	{
		BroadcastDone, "a broadcast has gone out, unless that was within a minute after it was written",
		nil, told(author), later, everyWay, onBroadcast(text.BroadcastDone),
	},
	{PaymentRecorded, "a service provider is paid", nil, told(provider), amongOthers, everyWay, onPayment(text.PaymentRecorded)},
	{PaymentReversed, "a payment is reversed", nil, told(provider), amongOthers, everyWay, onPayment(text.PaymentReversed)},

	{
		LedgerFaulty, "a check of the ledger, by the service or by `redress verify-ledger`, finds it not as it was written",
		nil, told(superAdministrators), urgentlySoon, everyWay, always(text.LedgerFaulty),
	},
	{
		LedgerSound, "a later check finds the ledger as it was written",
		nil, told(superAdministrators), urgentlySoon, everyWay, always(text.LedgerSound),
	},
	{
		BackupMissing, "`redress backup` fails, or has not succeeded for the time that `REDRESS_BACKUP_WITHIN` gives it",
		nil, told(superAdministrators), urgentlySoon, everyWay, always(text.BackupMissing),
	},
	{BackupMade, "it succeeds again", nil, told(superAdministrators), urgentlySoon, everyWay, always(text.BackupMade)},
	{
		MailRefused, fmt.Sprintf("e-mail is to go out, and the mail server has taken none for %d minutes", int(MailRefusedFor.Minutes())),
		nil, told(superAdministrators), urgentlySoon, inApplication, always(text.MailRefused),
	},
	{MailTaken, "it takes e-mail again", nil, told(superAdministrators), urgentlySoon, inApplication, always(text.MailTaken)},

	{
		NewDevice, "somebody signs in to an account with a browser and from a network that it has not used together, once a day at most",
		nil, told(owner), atOnce, everyWay, always(text.NewDevice),
	},
	{PasswordChanged, "the password of an account is changed", nil, told(owner), atOnce, everyWay, always(text.PasswordChanged)},
	{
		EmailChanged, "its e-mail address is changed, at the one before too",
		nil, told(owner), atOnce, everyWay, always(text.EmailChanged),
	},
	{RightsChanged, "its role or its service provider is changed", nil, told(owner), atOnce, everyWay, always(text.RightsChanged)},
}

func does(actions ...domain.Action) []domain.Action { return actions }

func told(who ...recipients) []recipients { return who }

// moved is the title of another status.
func moved(a About) i18n.Text {
	return text.ComplaintMoved(a.Complaint.Reference, tx.StatusText(a.Complaint.Status))
}

// asked is the title that asks to confirm an address. Nothing of what people wrote is in it: it may go to a stranger.
func asked(a About) i18n.Text {
	if a.Complaint == nil {
		return text.ConfirmAddress
	}
	return text.ConfirmAddressOf(a.Complaint.Reference)
}

// onComplaint is a title with the reference of the complaint.
func onComplaint(title func(reference string) i18n.Text) func(About) i18n.Text {
	return func(a About) i18n.Text { return title(a.Complaint.Reference) }
}

// onBroadcast is a title with that of the broadcast.
func onBroadcast(title func(broadcast string) i18n.Text) func(About) i18n.Text {
	return func(a About) i18n.Text { return title(a.Broadcast.Title) }
}

// onPayment is a title with the amount of the payment and its reference.
func onPayment(title func(minor int64, currency, reference string) i18n.Text) func(About) i18n.Text {
	return func(a About) i18n.Text {
		return title(a.Payment.AmountMinor, a.Payment.Currency, a.Payment.PaymentReference)
	}
}

// summary is the title of a daily digest.
func summary(a About) i18n.Text { return a.Summary }

func always(title i18n.Text) func(About) i18n.Text { return func(About) i18n.Text { return title } }

// ruleOf returns the row of a kind.
func ruleOf(kind Kind) rule {
	return table[slices.IndexFunc(table, func(r rule) bool { return r.kind == kind })]
}

// OfMove returns the kinds that tell of an action that gave a complaint another status.
func OfMove(action domain.Action) (kinds []Kind) {
	for _, r := range table {
		if slices.Contains(r.moves, action) {
			kinds = append(kinds, r.kind)
		}
	}
	return kinds
}

// InDigest returns the kinds that the daily digest tells by e-mail those who are told since nobody looks after a complaint.
func InDigest() (kinds []Kind) {
	for _, r := range table {
		if slices.ContainsFunc(r.to, func(who recipients) bool { return who.digest }) {
			kinds = append(kinds, r.kind)
		}
	}
	return kinds
}

// Kinds returns all kinds, in the order of the table.
func Kinds() []Kind {
	kinds := make([]Kind, len(table))
	for i, r := range table {
		kinds[i] = r.kind
	}
	return kinds
}
