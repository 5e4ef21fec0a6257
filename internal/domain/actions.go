package domain

import "slices"

// Action is a verb: what GraphQL calls it in availableActions, and the audit in lower case.
type Action string

// The verbs of a complaint.
const (
	ActionTriage   Action = "TRIAGE"
	ActionComment  Action = "COMMENT"
	ActionAssign   Action = "ASSIGN"
	ActionReject   Action = "REJECT"
	ActionMerge    Action = "MERGE"
	ActionUnmerge  Action = "UNMERGE"
	ActionWithdraw Action = "WITHDRAW"
	ActionHold     Action = "HOLD"
	ActionResume   Action = "RESUME"
	ActionResolve  Action = "RESOLVE"
	ActionClose    Action = "CLOSE"
	ActionRate     Action = "RATE"
	ActionReopen   Action = "REOPEN"
	ActionEdit     Action = "EDIT" // of a broadcast too
	ActionClaim    Action = "CLAIM"
	ActionUnclaim  Action = "UNCLAIM"
)

// The verbs of a task.
const (
	ActionAccept           Action = "ACCEPT"
	ActionDecline          Action = "DECLINE"
	ActionStart            Action = "START"
	ActionReturn           Action = "RETURN"
	ActionPostUpdate       Action = "POST_UPDATE"
	ActionSubmitCompletion Action = "SUBMIT_COMPLETION"
	ActionReviewCompletion Action = "REVIEW_COMPLETION"

	ActionSubmitLateEvidence Action = "SUBMIT_LATE_EVIDENCE"
	ActionReassign           Action = "REASSIGN"
	ActionCancel             Action = "CANCEL"
)

// ActionReverse is the verb of a payment.
const ActionReverse Action = "REVERSE"

// The verbs of a broadcast, beside ActionCancel and ActionEdit.
const (
	ActionReschedule  Action = "RESCHEDULE"
	ActionStop        Action = "STOP"
	ActionRelease     Action = "RELEASE"
	ActionRetryFailed Action = "RETRY_FAILED"
)

// ComplaintActions are the verbs of a complaint.
var ComplaintActions = []Action{
	ActionTriage, ActionComment, ActionAssign, ActionReject, ActionMerge, ActionUnmerge, ActionWithdraw, ActionHold,
	ActionResume, ActionResolve, ActionClose, ActionRate, ActionReopen, ActionEdit, ActionClaim, ActionUnclaim,
}

// Actions lists all verbs.
var Actions = append(slices.Clone(ComplaintActions),
	ActionAccept, ActionDecline, ActionStart, ActionReturn, ActionPostUpdate, ActionSubmitCompletion, ActionReviewCompletion,
	ActionSubmitLateEvidence, ActionReassign, ActionCancel,
	ActionReverse,
	ActionReschedule, ActionStop, ActionRelease, ActionRetryFailed,
)

// ReturnReasons are the codes with which a solver gives a task back.
var ReturnReasons = []string{"no_access", "not_found", "out_of_scope", "other"}
