package domain

import (
	"slices"
	"time"
)

// Enumerations are stored in capitals, as GraphQL has them; the REST API prints them in lower
// case. Each type lists its values in the order in which people should see them.

// Role is what an account may do. An account has exactly one.
type Role string

// The roles (docs/product.md, Roles and rights).
const (
	RoleUser       Role = "USER"
	RoleSolver     Role = "SOLVER"
	RoleProvider   Role = "PROVIDER"
	RoleAdmin      Role = "ADMIN"
	RoleSuperAdmin Role = "SUPER_ADMIN"
)

// Values lists all roles.
func (Role) Values() []string { return values(Roles) }

// Roles in ascending order of rights.
var Roles = []Role{RoleUser, RoleSolver, RoleProvider, RoleAdmin, RoleSuperAdmin}

// AdminRoles lists those of administrators.
var AdminRoles = []Role{RoleAdmin, RoleSuperAdmin}

// Admin reports whether the role is an administrator's: admin or super_admin.
func (r Role) Admin() bool { return slices.Contains(AdminRoles, r) }

// Manages reports whether the role may make accounts of another role and change those that have it: administrators
// those below them, super_admins all (docs/product.md, Roles and rights).
func (r Role) Manages(other Role) bool {
	return r == RoleSuperAdmin || r == RoleAdmin && !other.Admin()
}

// OfProvider reports whether accounts of the role belong to a service provider: each provider's, and solvers who work for one.
func (r Role) OfProvider() bool { return r == RoleProvider || r == RoleSolver }

// Uploads reports whether accounts of the role upload photos and videos.
func (r Role) Uploads() bool { return r == RoleUser || r == RoleSolver || r.Admin() }

// AccountState is whether an account may sign in.
type AccountState string

// The states of an account. Accounts are never deleted.
const (
	AccountActive   AccountState = "ACTIVE"
	AccountDisabled AccountState = "DISABLED"
)

// Values lists all account states.
func (AccountState) Values() []string { return values([]AccountState{AccountActive, AccountDisabled}) }

// ComplaintStatus is the status of a complaint.
type ComplaintStatus string

// The statuses of a complaint (docs/product.md).
const (
	ComplaintSubmitted  ComplaintStatus = "SUBMITTED"
	ComplaintAssigned   ComplaintStatus = "ASSIGNED"
	ComplaintInProgress ComplaintStatus = "IN_PROGRESS"
	ComplaintOnHold     ComplaintStatus = "ON_HOLD"
	ComplaintResolved   ComplaintStatus = "RESOLVED"
	ComplaintClosed     ComplaintStatus = "CLOSED"
	ComplaintReopened   ComplaintStatus = "REOPENED"
	ComplaintRejected   ComplaintStatus = "REJECTED"
	ComplaintWithdrawn  ComplaintStatus = "WITHDRAWN"
	ComplaintMerged     ComplaintStatus = "MERGED"
)

// ComplaintStatuses in the order of a complaint's life.
var ComplaintStatuses = []ComplaintStatus{
	ComplaintSubmitted, ComplaintAssigned, ComplaintInProgress, ComplaintOnHold, ComplaintResolved,
	ComplaintClosed, ComplaintReopened, ComplaintRejected, ComplaintWithdrawn, ComplaintMerged,
}

// RunningComplaintStatuses are those in which a complaint's deadline comes nearer.
var RunningComplaintStatuses = []ComplaintStatus{ComplaintSubmitted, ComplaintAssigned, ComplaintInProgress, ComplaintReopened}

// OpenComplaintStatuses are those in which a complaint is yet to be resolved.
var OpenComplaintStatuses = append(slices.Clone(RunningComplaintStatuses), ComplaintOnHold)

// WaitingComplaintStatuses are those in which a complaint waits to be given to a solver.
var WaitingComplaintStatuses = []ComplaintStatus{ComplaintSubmitted, ComplaintReopened}

// EndedComplaintStatuses are those in which a complaint has ended and can be reopened. One that
// was withdrawn or merged is over for good.
var EndedComplaintStatuses = []ComplaintStatus{ComplaintResolved, ComplaintClosed, ComplaintRejected}

// Running reports whether the deadline of a complaint with the status comes nearer.
func (s ComplaintStatus) Running() bool { return slices.Contains(RunningComplaintStatuses, s) }

// StatusSince returns since when a complaint has had its status: since it was moved there, or, where the service had not yet noted that, since it was changed
// last.
func StatusSince(moved *time.Time, updated time.Time) time.Time {
	if moved == nil {
		return updated
	}
	return *moved
}

// Ended reports whether a complaint with the status has ended and can be reopened.
func (s ComplaintStatus) Ended() bool { return slices.Contains(EndedComplaintStatuses, s) }

// Values lists all complaint statuses.
func (ComplaintStatus) Values() []string { return values(ComplaintStatuses) }

// Priority orders work.
type Priority string

// The priorities of a complaint.
const (
	PriorityLow    Priority = "LOW"
	PriorityNormal Priority = "NORMAL"
	PriorityHigh   Priority = "HIGH"
	PriorityUrgent Priority = "URGENT"
)

// Priorities in ascending order.
var Priorities = []Priority{PriorityLow, PriorityNormal, PriorityHigh, PriorityUrgent}

// Values lists all priorities.
func (Priority) Values() []string { return values(Priorities) }

// Order returns the sort key of the priority, by which urgent complaints come first.
func (p Priority) Order() int { return len(Priorities) - slices.Index(Priorities, p) }

// Source is the way a complaint reached the service.
type Source string

// The sources of a complaint.
const (
	SourceWeb    Source = "WEB"
	SourceApp    Source = "APP"
	SourcePhone  Source = "PHONE"
	SourceEmail  Source = "EMAIL"
	SourceStaff  Source = "STAFF"
	SourceImport Source = "IMPORT"
)

// Values lists all sources.
func (Source) Values() []string {
	return values([]Source{SourceWeb, SourceApp, SourcePhone, SourceEmail, SourceStaff, SourceImport})
}

// Agent is on whose behalf something was done: an account's, the service's own, an import's, or that of whoever holds a link.
type Agent string

// The agents.
const (
	AgentAccount Agent = "ACCOUNT"
	AgentSystem  Agent = "SYSTEM"
	AgentImport  Agent = "IMPORT"
	AgentLink    Agent = "LINK"
)

// Values lists all agents.
func (Agent) Values() []string {
	return values([]Agent{AgentAccount, AgentSystem, AgentImport, AgentLink})
}

// Visibility is whether the reporter may see a comment or a media file.
type Visibility string

// The visibilities of a comment or media file.
const (
	VisibilityPublic   Visibility = "PUBLIC"
	VisibilityInternal Visibility = "INTERNAL"
)

// Values lists all visibilities.
func (Visibility) Values() []string {
	return values([]Visibility{VisibilityPublic, VisibilityInternal})
}

// TaskStatus is the status of a solver's task.
type TaskStatus string

// The statuses of a task (docs/product.md).
const (
	TaskAssigned            TaskStatus = "ASSIGNED"
	TaskAccepted            TaskStatus = "ACCEPTED"
	TaskInProgress          TaskStatus = "IN_PROGRESS"
	TaskCompletionSubmitted TaskStatus = "COMPLETION_SUBMITTED"
	TaskCompleted           TaskStatus = "COMPLETED"
	TaskDeclined            TaskStatus = "DECLINED"
	TaskReturned            TaskStatus = "RETURNED"
	TaskCancelled           TaskStatus = "CANCELLED"
)

// TaskStatuses in the order of a task's life.
var TaskStatuses = []TaskStatus{
	TaskAssigned, TaskAccepted, TaskInProgress, TaskCompletionSubmitted,
	TaskCompleted, TaskDeclined, TaskReturned, TaskCancelled,
}

// Values lists all task statuses.
func (TaskStatus) Values() []string { return values(TaskStatuses) }

// LiveTaskStatuses are those in which a task still waits for somebody.
var LiveTaskStatuses = []TaskStatus{TaskAssigned, TaskAccepted, TaskInProgress, TaskCompletionSubmitted}

// Live reports whether the task still waits for somebody. A complaint has at most one live task.
func (s TaskStatus) Live() bool { return slices.Contains(LiveTaskStatuses, s) }

// UpdateType distinguishes a progress note from a completion.
type UpdateType string

// The types of a task update.
const (
	UpdateProgress   UpdateType = "PROGRESS"
	UpdateCompletion UpdateType = "COMPLETION"
)

// Values lists all update types.
func (UpdateType) Values() []string { return values([]UpdateType{UpdateProgress, UpdateCompletion}) }

// ReviewStatus is an administrator's decision about a task update.
type ReviewStatus string

// The review statuses of a task update.
const (
	ReviewSubmitted ReviewStatus = "SUBMITTED"
	ReviewApproved  ReviewStatus = "APPROVED"
	ReviewRejected  ReviewStatus = "REJECTED"
)

// Values lists all review statuses.
func (ReviewStatus) Values() []string {
	return values([]ReviewStatus{ReviewSubmitted, ReviewApproved, ReviewRejected})
}

// MediaType distinguishes images from videos.
type MediaType string

// The media types.
const (
	MediaImage MediaType = "IMAGE"
	MediaVideo MediaType = "VIDEO"
)

// Values lists all media types.
func (MediaType) Values() []string { return values([]MediaType{MediaImage, MediaVideo}) }

// PaymentType distinguishes settlements from their reversals.
type PaymentType string

// The payment types.
const (
	PaymentSettlement PaymentType = "SETTLEMENT"
	PaymentReversal   PaymentType = "REVERSAL"
)

// Values lists all payment types.
func (PaymentType) Values() []string {
	return values([]PaymentType{PaymentSettlement, PaymentReversal})
}

// PaymentMethod is the way money moved.
type PaymentMethod string

// The payment methods.
const (
	MethodBankTransfer PaymentMethod = "BANK_TRANSFER"
	MethodUPI          PaymentMethod = "UPI"
	MethodCheque       PaymentMethod = "CHEQUE"
	MethodCash         PaymentMethod = "CASH"
	MethodCard         PaymentMethod = "CARD"
	MethodOther        PaymentMethod = "OTHER"
)

// PaymentMethods lists the methods in the order of the interface.
var PaymentMethods = []PaymentMethod{MethodBankTransfer, MethodUPI, MethodCheque, MethodCash, MethodCard, MethodOther}

// Values lists all payment methods.
func (PaymentMethod) Values() []string { return values(PaymentMethods) }

// Channel is a way in which a notification reaches a person.
type Channel string

// The channels.
const (
	ChannelInApp Channel = "IN_APP"
	ChannelEmail Channel = "EMAIL"
)

// Values lists all channels.
func (Channel) Values() []string { return values([]Channel{ChannelInApp, ChannelEmail}) }

// TargetType is how the audience of a broadcast is chosen.
type TargetType string

// The target types.
const (
	TargetAll   TargetType = "ALL"
	TargetRole  TargetType = "ROLE"
	TargetZone  TargetType = "ZONE"
	TargetGroup TargetType = "GROUP"
)

// Values lists all target types.
func (TargetType) Values() []string {
	return values([]TargetType{TargetAll, TargetRole, TargetZone, TargetGroup})
}

// BroadcastStatus is the status of a broadcast.
type BroadcastStatus string

// The statuses of a broadcast: exactly these three.
const (
	BroadcastScheduled BroadcastStatus = "SCHEDULED"
	BroadcastSent      BroadcastStatus = "SENT"
	BroadcastCancelled BroadcastStatus = "CANCELLED"
)

// Values lists all broadcast statuses.
func (BroadcastStatus) Values() []string {
	return values([]BroadcastStatus{BroadcastScheduled, BroadcastSent, BroadcastCancelled})
}

// DeliveryState is how far a broadcast has been delivered.
type DeliveryState string

// The delivery states of a broadcast.
const (
	DeliveryPending    DeliveryState = "PENDING"
	DeliveryHeld       DeliveryState = "HELD"
	DeliveryInProgress DeliveryState = "IN_PROGRESS"
	DeliveryCompleted  DeliveryState = "COMPLETED"
	DeliveryPartial    DeliveryState = "PARTIAL"
	DeliveryFailed     DeliveryState = "FAILED"
	DeliveryCancelled  DeliveryState = "CANCELLED"
)

// Values lists all delivery states.
func (DeliveryState) Values() []string {
	return values([]DeliveryState{
		DeliveryPending, DeliveryHeld, DeliveryInProgress, DeliveryCompleted,
		DeliveryPartial, DeliveryFailed, DeliveryCancelled,
	})
}

// AlertName is what an alert is about.
type AlertName string

// What super administrators are alerted of.
const (
	AlertLedger AlertName = "LEDGER" // whether it is as it was written
	AlertBackup AlertName = "BACKUP" // whether backups are made
	AlertMail   AlertName = "MAIL"   // whether the mail server takes e-mail
)

// Values lists all names.
func (AlertName) Values() []string { return values([]AlertName{AlertLedger, AlertBackup, AlertMail}) }

// AuthorTold is what the author of a broadcast was told of it last.
type AuthorTold string

// What an author may be told of before the broadcast has ended.
const (
	AuthorToldNothing AuthorTold = "NOTHING"
	AuthorToldHeld    AuthorTold = "HELD"
	AuthorToldFailing AuthorTold = "FAILING"
)

// Values lists all of these.
func (AuthorTold) Values() []string {
	return values([]AuthorTold{AuthorToldNothing, AuthorToldHeld, AuthorToldFailing})
}

// ConfirmAddress is the kind of the notification that asks whoever reads what arrives at an e-mail address to confirm it. It is told
// apart from the others where it is sent, since it carries links of its own, and in the index by which an address is asked once.
const ConfirmAddress = "CONFIRM_ADDRESS"

// NotificationState is the state of one notification to one person over one channel.
type NotificationState string

// The states of a notification.
const (
	NotificationPending   NotificationState = "PENDING"
	NotificationSent      NotificationState = "SENT"
	NotificationFailed    NotificationState = "FAILED"
	NotificationSkipped   NotificationState = "SKIPPED"
	NotificationCancelled NotificationState = "CANCELLED"
)

// Values lists all notification states.
func (NotificationState) Values() []string {
	return values([]NotificationState{
		NotificationPending, NotificationSent, NotificationFailed, NotificationSkipped, NotificationCancelled,
	})
}

// LedgerProblem is what happened to a row of the ledger.
type LedgerProblem string

// The problems of the ledger, as far as the remaining rows show them.
const (
	LedgerChanged   LedgerProblem = "CHANGED"
	LedgerRemoved   LedgerProblem = "REMOVED"
	LedgerInserted  LedgerProblem = "INSERTED"
	LedgerReordered LedgerProblem = "REORDERED"
	LedgerCut       LedgerProblem = "CUT"
)

// Values lists all problems.
func (LedgerProblem) Values() []string {
	return values([]LedgerProblem{LedgerChanged, LedgerRemoved, LedgerInserted, LedgerReordered, LedgerCut})
}

// EventKind is the kind of an event that subscriptions deliver.
type EventKind string

// The kinds of events, and what their Subject and Row are.
const (
	EventComplaintStatus EventKind = "COMPLAINT_STATUS" // a complaint and its new log row
	EventTask            EventKind = "TASK"             // a task, and the task itself or the update
	EventNotification    EventKind = "NOTIFICATION"     // an account and its notification, or the account again where it marked some as read or unread
	EventBroadcast       EventKind = "BROADCAST"        // a broadcast, and the batch of notifications that were delivered or itself
	EventComplaintChange EventKind = "COMPLAINT_CHANGE" // a complaint, twice, and what changed
	EventTaskChange      EventKind = "TASK_CHANGE"      // a task, twice, and what changed
	EventImport          EventKind = "IMPORT"           // an import that has ended, twice: its rows have no events of their own
)

// Values lists all kinds of events.
func (EventKind) Values() []string {
	return values([]EventKind{EventComplaintStatus, EventTask, EventNotification, EventBroadcast, EventComplaintChange, EventTaskChange, EventImport})
}

func values[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = string(v)
	}
	return out
}

// Theme is whether screens are light or dark.
type Theme string

// The themes.
const (
	ThemeSystem Theme = "SYSTEM"
	ThemeLight  Theme = "LIGHT"
	ThemeDark   Theme = "DARK"
)

// Density is how much space rows take.
type Density string

// The densities.
const (
	DensityComfortable Density = "COMFORTABLE"
	DensityCompact     Density = "COMPACT"
)

// SignInMethod is a way to sign in.
type SignInMethod string

// SignInPassword is signing in with an e-mail address and a password.
const SignInPassword SignInMethod = "PASSWORD"
