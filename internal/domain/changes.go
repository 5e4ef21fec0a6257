package domain

// Changes is a set of what changed in a complaint or a task, a bit for each thing. The bits are stored with
// events: never reuse or renumber one.
type Changes int64

// What changes in a complaint, or on its page. Some parts have several bits, because not everybody sees
// each of their rows.
const (
	ComplaintSubmittedNew Changes = 1 << iota
	ComplaintStatusChanged
	ComplaintTitleChanged
	ComplaintDescriptionChanged
	ComplaintAddressChanged
	ComplaintPositionChanged
	ComplaintCategoryChanged
	ComplaintZoneChanged
	ComplaintPriorityChanged
	ComplaintDueAtChanged
	ComplaintOverdueChanged
	ComplaintRatingChanged
	ComplaintFlaggedChanged
	ComplaintHandlerChanged
	ComplaintDuplicateOfChanged
	ComplaintDuplicatesChanged
	ComplaintTasksChanged
	ComplaintCommentsChanged    // public ones
	ComplaintNotesChanged       // internal comments
	ComplaintMediaChanged       // public files of it and of its comments
	ComplaintOwnMediaChanged    // its internal files
	ComplaintTaskMediaChanged   // public files of its tasks' updates
	ComplaintHiddenMediaChanged // internal files of updates and comments
	ComplaintRevisionsChanged   // redacted ones
	ComplaintVersionChanged     // and nothing that has a bit of its own
	ComplaintLateEvidenceChanged
	ComplaintContactChanged
)

// What changes in a task, or on its page.
const (
	TaskAssignedNew Changes = 1 << iota
	TaskStatusChanged
	TaskUpdatesChanged
	TaskReviewsChanged
	TaskMediaChanged
	TaskPaymentsChanged
)

// ComplaintPart is a part of a complaint or of its page, as clients know it.
type ComplaintPart string

// The parts of a complaint and of its page.
const (
	PartCreated     ComplaintPart = "CREATED"
	PartStatus      ComplaintPart = "STATUS"
	PartTitle       ComplaintPart = "TITLE"
	PartDescription ComplaintPart = "DESCRIPTION"
	PartAddress     ComplaintPart = "ADDRESS"
	PartPosition    ComplaintPart = "POSITION"
	PartCategory    ComplaintPart = "CATEGORY"
	PartZone        ComplaintPart = "ZONE"
	PartPriority    ComplaintPart = "PRIORITY"
	PartDueAt       ComplaintPart = "DUE_AT"
	PartOverdue     ComplaintPart = "OVERDUE"
	PartRating      ComplaintPart = "RATING"
	PartFlagged     ComplaintPart = "FLAGGED"
	PartHandler     ComplaintPart = "HANDLER"
	PartDuplicateOf ComplaintPart = "DUPLICATE_OF"
	PartDuplicates  ComplaintPart = "DUPLICATES"
	PartTasks       ComplaintPart = "TASKS"
	PartComments    ComplaintPart = "COMMENTS"
	PartMedia       ComplaintPart = "MEDIA"
	PartRevisions   ComplaintPart = "REVISIONS"
	PartVersion     ComplaintPart = "VERSION"

	PartLateEvidence ComplaintPart = "LATE_EVIDENCE"
	PartContact      ComplaintPart = "CONTACT"
)

// complaintParts are the parts that bits stand for, from the lowest bit on.
var complaintParts = []ComplaintPart{
	PartCreated, PartStatus, PartTitle, PartDescription, PartAddress, PartPosition, PartCategory, PartZone, PartPriority, PartDueAt,
	PartOverdue, PartRating, PartFlagged, PartHandler, PartDuplicateOf, PartDuplicates, PartTasks, PartComments, PartComments,
	PartMedia, PartMedia, PartMedia, PartMedia, PartRevisions, PartVersion, PartLateEvidence, PartContact,
}

// ComplaintParts returns the parts of a complaint that changed, each once.
func (c Changes) ComplaintParts() []ComplaintPart { return partsOf(c, complaintParts) }

// TaskPart is a part of a task or of its page, as clients know it.
type TaskPart string

// The parts of a task and of its page.
const (
	TaskPartCreated  TaskPart = "CREATED"
	TaskPartStatus   TaskPart = "STATUS"
	TaskPartUpdates  TaskPart = "UPDATES"
	TaskPartReviews  TaskPart = "REVIEWS"
	TaskPartMedia    TaskPart = "MEDIA"
	TaskPartPayments TaskPart = "PAYMENTS"
)

// taskParts are the parts that bits stand for, from the lowest bit on.
var taskParts = []TaskPart{TaskPartCreated, TaskPartStatus, TaskPartUpdates, TaskPartReviews, TaskPartMedia, TaskPartPayments}

// TaskParts returns the parts of a task that changed.
func (c Changes) TaskParts() []TaskPart { return partsOf(c, taskParts) }

func partsOf[P comparable](c Changes, parts []P) []P {
	var changed []P
	for i, part := range parts {
		if c&(1<<i) != 0 && (len(changed) == 0 || changed[len(changed)-1] != part) {
			changed = append(changed, part)
		}
	}
	return changed
}

// Same reports whether both are nil or equal.
func Same[T comparable](a, b *T) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
