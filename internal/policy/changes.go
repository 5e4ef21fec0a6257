package policy

import (
	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// What of a change somebody is told who sees the row: of a part that they do not see, or of rows on its page
// that they do not see, they do not learn that it changed.

const (
	complaintChangesOfAll = domain.ComplaintSubmittedNew | domain.ComplaintStatusChanged | domain.ComplaintTitleChanged |
		domain.ComplaintDescriptionChanged | domain.ComplaintAddressChanged | domain.ComplaintPositionChanged |
		domain.ComplaintCategoryChanged | domain.ComplaintZoneChanged | domain.ComplaintPriorityChanged | domain.ComplaintDueAtChanged |
		domain.ComplaintOverdueChanged | domain.ComplaintRatingChanged | domain.ComplaintDuplicateOfChanged |
		domain.ComplaintCommentsChanged | domain.ComplaintMediaChanged

	complaintChangesOfReporters = complaintChangesOfAll | domain.ComplaintTaskMediaChanged | domain.ComplaintRevisionsChanged
	complaintChangesOfSolvers   = complaintChangesOfAll | domain.ComplaintOwnMediaChanged

	taskChangesOfSolvers   = domain.TaskAssignedNew | domain.TaskStatusChanged | domain.TaskUpdatesChanged | domain.TaskReviewsChanged | domain.TaskMediaChanged
	taskChangesOfProviders = domain.TaskAssignedNew | domain.TaskStatusChanged | domain.TaskPaymentsChanged
)

// SeenComplaintChanges returns what of a change of a complaint that the viewer sees they are told. Reporters
// see the internal files that they added themselves.
func SeenComplaintChanges(v *auth.Viewer, what domain.Changes, actor uuid.UUID) domain.Changes {
	switch {
	case v.Admin():
		return what
	case v.Role == domain.RoleUser && actor == v.ID:
		return what & (complaintChangesOfReporters | domain.ComplaintOwnMediaChanged)
	case v.Role == domain.RoleUser:
		return what & complaintChangesOfReporters
	case v.Role == domain.RoleSolver:
		return what & complaintChangesOfSolvers
	default:
		return 0
	}
}

// SeenTaskChanges returns what of a change of a task that the viewer sees they are told.
func SeenTaskChanges(v *auth.Viewer, what domain.Changes) domain.Changes {
	switch {
	case v.Admin():
		return what
	case v.Role == domain.RoleSolver:
		return what & taskChangesOfSolvers
	case v.Role == domain.RoleProvider:
		return what & taskChangesOfProviders
	default:
		return 0
	}
}

// ToldReporters reports whether a reporter may read what changed in a complaint.
func ToldReporters(what domain.Changes) bool { return what&complaintChangesOfReporters != 0 }

// SeenVersion returns the version of a complaint as a viewer reads it: that of its reporter, unless the viewer may read what
// is written for administrators only. Internal is how many of its versions changed nothing that its reporter may read.
func SeenVersion(v *auth.Viewer, version, internal int) int {
	if SeesInternal(v) {
		return version
	}
	return version - internal
}
