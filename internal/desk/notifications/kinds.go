package notifications

import "github.com/redress/redress/internal/domain"

// Kind is what a notification tells of.
type Kind string

// ConfirmAddress is what whoever reads what arrives at an e-mail address is told of before anything else.
const ConfirmAddress Kind = domain.ConfirmAddress

// NewLink is what whoever reported a complaint is told of who wanted another link to it.
const NewLink Kind = domain.NewLink

// What the owner of an account is told of, whatever they have switched off: somebody else may be in it.
const (
	NewDevice       Kind = domain.NewDevice
	PasswordChanged Kind = domain.PasswordChanged
	EmailChanged    Kind = domain.EmailChanged
	RightsChanged   Kind = domain.RightsChanged
)

// What whoever reported a complaint is told of.
const (
	ComplaintReceived  Kind = "COMPLAINT_RECEIVED"
	ComplaintAssigned  Kind = "COMPLAINT_ASSIGNED"
	ComplaintStarted   Kind = "COMPLAINT_STARTED"
	ComplaintSentBack  Kind = "COMPLAINT_SENT_BACK"
	ComplaintHeld      Kind = "COMPLAINT_HELD"
	ComplaintResumed   Kind = "COMPLAINT_RESUMED"
	ComplaintResolved  Kind = "COMPLAINT_RESOLVED"
	ComplaintRejected  Kind = "COMPLAINT_REJECTED"
	ComplaintReopened  Kind = "COMPLAINT_REOPENED"
	ComplaintMerged    Kind = "COMPLAINT_MERGED"
	ComplaintUnmerged  Kind = "COMPLAINT_UNMERGED"
	ComplaintWithdrawn Kind = "COMPLAINT_WITHDRAWN"
	ComplaintClosed    Kind = "COMPLAINT_CLOSED"
	NewComment         Kind = "NEW_COMMENT"
)

// What administrators are told of.
const (
	UrgentComplaint     Kind = "URGENT_COMPLAINT"
	HandedOver          Kind = "HANDED_OVER"
	Mentioned           Kind = "MENTIONED"
	ReporterReplied     Kind = "REPORTER_REPLIED"
	FilesAdded          Kind = "FILES_ADDED"
	HandledReopened     Kind = "HANDLED_REOPENED"
	HandledWithdrawn    Kind = "HANDLED_WITHDRAWN"
	LowRating           Kind = "LOW_RATING"
	CompletionSubmitted Kind = "COMPLETION_SUBMITTED"
	LateEvidence        Kind = "LATE_EVIDENCE"
	ComplaintOverdue    Kind = "COMPLAINT_OVERDUE"
	AddressDenied       Kind = "ADDRESS_DENIED"
	AddressRefused      Kind = "ADDRESS_REFUSED"
	DailyDigest         Kind = "DAILY_DIGEST"
)

// What super administrators are told of the service itself: that something fails, and that it no longer does.
const (
	LedgerFaulty  Kind = "LEDGER_FAULTY"
	LedgerSound   Kind = "LEDGER_SOUND"
	BackupMissing Kind = "BACKUP_MISSING"
	BackupMade    Kind = "BACKUP_MADE"
	MailRefused   Kind = "MAIL_REFUSED"
	MailTaken     Kind = "MAIL_TAKEN"
)

// What whoever wrote a broadcast is told of.
const (
	BroadcastHeld    Kind = "BROADCAST_HELD"
	BroadcastFailing Kind = "BROADCAST_FAILING"
	BroadcastDone    Kind = "BROADCAST_DONE"
)

// What a service provider is told of.
const (
	PaymentRecorded Kind = "PAYMENT_RECORDED"
	PaymentReversed Kind = "PAYMENT_REVERSED"
)

// What a task's solver is told of.
const (
	DueToday           Kind = "DUE_TODAY"
	NewTask            Kind = "NEW_TASK"
	TaskTaken          Kind = "TASK_TAKEN"
	TaskHeld           Kind = "TASK_HELD"
	TaskResumed        Kind = "TASK_RESUMED"
	TaskChanged        Kind = "TASK_CHANGED"
	CompletionApproved Kind = "COMPLETION_APPROVED"
	CompletionReturned Kind = "COMPLETION_SENT_BACK"
)
