package notifications

import (
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/i18n"
)

// What reporters can do, with an account or by the link of the e-mail.
var (
	rateOrReopen = i18n.T("Please rate the work. If it is not as it should be, reopen the report.\nIt can be reopened until {reopen_until}.")
	disagree     = i18n.T("If you do not agree, reopen the report and say why.\nIt can be reopened until {reopen_until}.")
)

// templates are what e-mails of kinds about a complaint say besides what people wrote. The title of a notification in the application stands
// among many others and so begins with the reference.
var templates = map[Kind]text.Template{
	ConfirmAddress: {Subject: text.ConfirmAddress, Opaque: true},

	ComplaintReceived: {
		Subject: i18n.T("We have received your report"),
		Next:    i18n.T("We look at it, and write to you when there is news."),
		Account: i18n.T("You can add photos and comments to it at any time."),
		Caller:  i18n.T("You can add photos and messages to it at any time, without an account."),
	},
	NewLink: {
		Subject: i18n.T("A new link to your report"),
		Next:    i18n.T("Links in earlier messages lead nowhere any more."),
	},
	ComplaintHeld: {
		Subject: i18n.T("Your report has to wait"), Watched: i18n.T("The complaint has to wait"),
		Next: i18n.T("Work on it goes on as soon as it can. You need not do anything."),
	},
	ComplaintResolved: {
		Subject: i18n.T("Your report is resolved"), Watched: i18n.T("The complaint is resolved"),
		Account: rateOrReopen, Caller: rateOrReopen,
	},
	ComplaintRejected: {
		Subject: i18n.T("Your report was rejected"), Watched: i18n.T("The complaint was rejected"),
		Account: disagree, Caller: disagree,
	},
	ComplaintReopened: {
		Subject: i18n.T("Your report is open again"), Watched: i18n.T("The complaint is open again"),
		Next: i18n.T("We look at it once more, and write to you when there is news."),
	},
	ComplaintMerged: {
		Subject: i18n.T("Your report is part of another one now"), Watched: i18n.T("The complaint is part of another one now"),
		Next: i18n.T("Somebody else has reported the same. You hear what becomes of it as before."),
	},
	ComplaintUnmerged: {
		Subject: i18n.T("Your report stands by itself again"), Watched: i18n.T("The complaint stands by itself again"),
		Next: i18n.T("It is not the same as the other one after all. We look at it, and write to you when there is news."),
	},
	ComplaintWithdrawn: { // whoever withdrew it knows
		Subject: i18n.T("What your report is part of was withdrawn"), Watched: i18n.T("The complaint was withdrawn"),
		Next:    i18n.T("Whoever reported it first does not need it any more."),
		Account: i18n.T("If it still has to be done, please report it again."),
		Caller:  i18n.T("If it still has to be done, tell {organization}."),
	},
	NewComment: {
		Subject: i18n.T("A reply to your report"), Watched: i18n.T("A reply on the complaint"),
		Account: i18n.T("You can answer with a comment."),
		Caller:  i18n.T("You can answer with a message, without an account."),
	},

	UrgentComplaint:     {Subject: i18n.T("New urgent complaint")},
	HandedOver:          {Subject: i18n.T("You look after the complaint")},
	Mentioned:           {Subject: i18n.T("You are mentioned")},
	ReporterReplied:     {Subject: i18n.T("The reporter has replied")},
	FilesAdded:          {Subject: i18n.T("New photos or videos")},
	HandledReopened:     {Subject: i18n.T("Reopened")},
	HandledWithdrawn:    {Subject: i18n.T("Withdrawn")},
	LowRating:           {Subject: i18n.T("A low rating")},
	CompletionSubmitted: {Subject: text.CompletionSubmitted},
	LateEvidence:        {Subject: i18n.T("Late evidence")},
	ComplaintOverdue:    {Subject: i18n.T("Overdue")},
	AddressDenied:       {Subject: i18n.T("The e-mail address is somebody else's")},
	AddressRefused:      {Subject: i18n.T("The e-mail address is refused")},

	NewTask:            {Subject: i18n.T("You have a new task")},
	TaskTaken:          {Subject: text.TaskTaken, Opaque: true},
	TaskHeld:           {Subject: i18n.T("Your task is on hold")},
	TaskResumed:        {Subject: i18n.T("Your task goes on")},
	TaskChanged:        {Subject: i18n.T("Your task has changed")},
	CompletionApproved: {Subject: text.CompletionApproved},
	CompletionReturned: {Subject: text.CompletionRejected},
}

// TemplateOf returns what an e-mail of a kind says in its own words. Kinds that are about no complaint have none: they say what they say in
// the application.
func TemplateOf(kind Kind) (text.Template, bool) {
	t, ok := templates[kind]
	if ok {
		t.Reports = ruleOf(kind).to[0].area == AreaReports
	}
	return t, ok
}
