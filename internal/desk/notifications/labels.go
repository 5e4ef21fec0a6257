package notifications

import "github.com/redress/redress/internal/i18n"

// labels are what the kinds are called of which people choose how they are told. What has none has no switch.
var labels = map[Kind]i18n.Text{
	ComplaintReceived:  i18n.T("Receipt with the reference"),
	ComplaintAssigned:  i18n.T("Assigned"),
	ComplaintStarted:   i18n.T("Work has begun"),
	ComplaintSentBack:  i18n.T("Back in the queue"),
	ComplaintHeld:      i18n.T("On hold"),
	ComplaintResumed:   i18n.T("No longer on hold"),
	ComplaintResolved:  i18n.T("Resolved"),
	ComplaintRejected:  i18n.T("Rejected"),
	ComplaintReopened:  i18n.T("Reopened"),
	ComplaintMerged:    i18n.T("Merged into another one"),
	ComplaintUnmerged:  i18n.T("Merger undone"),
	ComplaintWithdrawn: i18n.T("Withdrawn"),
	ComplaintClosed:    i18n.T("Closed"),
	NewComment:         i18n.T("Comment"),

	UrgentComplaint:     i18n.T("New urgent complaint"),
	HandedOver:          i18n.T("Handed over to you"),
	Mentioned:           i18n.T("Mentioned in an internal note"),
	ReporterReplied:     i18n.T("Comment of the reporter"),
	FilesAdded:          i18n.T("Files of the reporter"),
	HandledReopened:     i18n.T("Reopened"),
	HandledWithdrawn:    i18n.T("Withdrawn"),
	LowRating:           i18n.T("Rated 1 or 2"),
	CompletionSubmitted: i18n.T("Completion to review"),
	LateEvidence:        i18n.T("Late evidence"),
	ComplaintOverdue:    i18n.T("Overdue"),
	AddressDenied:       i18n.T("E-mail address is somebody else's"),
	AddressRefused:      i18n.T("E-mail address is refused"),
	DailyDigest:         i18n.T("Daily digest"),

	DueToday:           i18n.T("Due today"),
	NewTask:            i18n.T("New task"),
	TaskTaken:          i18n.T("Task cancelled or given to somebody else"),
	TaskHeld:           i18n.T("On hold"),
	TaskResumed:        i18n.T("No longer on hold"),
	TaskChanged:        i18n.T("Complaint changed"),
	CompletionApproved: i18n.T("Completion approved"),
	CompletionReturned: i18n.T("Completion sent back"),

	BroadcastHeld:    i18n.T("Held back"),
	BroadcastFailing: i18n.T("Messages fail"),
	BroadcastDone:    i18n.T("Gone out"),

	PaymentRecorded: i18n.T("Payment"),
	PaymentReversed: i18n.T("Reversal"),

	LedgerFaulty:  i18n.T("Ledger not as it was written"),
	LedgerSound:   i18n.T("Ledger as it was written again"),
	BackupMissing: i18n.T("Backups fail"),
	BackupMade:    i18n.T("Backups succeed again"),
	MailRefused:   i18n.T("E-mail does not go out"),
	MailTaken:     i18n.T("E-mail goes out again"),
}
