package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// What changes in complaints and tasks is left as one event for each of them in a transaction, however
// many steps it had: a screen shows what is there afterwards.

// changeComplaint notes what changed in a complaint or on its page. The version is that after the change, 0 if
// the row did not change.
func (t *txn) changeComplaint(id uuid.UUID, version int, what domain.Changes) {
	t.Change(domain.EventComplaintChange, id, version, what)
}

// changeTask notes what changed in a task or on its page, and that its complaint's page shows it.
func (t *txn) changeTask(task *ent.WorkTask, version int, what domain.Changes) {
	t.Change(domain.EventTaskChange, task.ID, version, what)
	t.changeComplaint(task.ComplaintID, 0, domain.ComplaintTasksChanged)
}

// complaintChanges returns what differs between two states of a complaint; was is nil for a new one.
func complaintChanges(was, is *ent.Complaint) (what domain.Changes) {
	if was == nil {
		return domain.ComplaintSubmittedNew
	}
	differ := func(bit domain.Changes, yes bool) {
		if yes {
			what |= bit
		}
	}
	differ(domain.ComplaintStatusChanged, was.Status != is.Status)
	differ(domain.ComplaintTitleChanged, was.Title != is.Title)
	differ(domain.ComplaintDescriptionChanged, was.Description != is.Description)
	differ(domain.ComplaintAddressChanged, was.Address != is.Address)
	differ(domain.ComplaintPositionChanged, !domain.Same(was.Latitude, is.Latitude) || !domain.Same(was.Longitude, is.Longitude))
	differ(domain.ComplaintCategoryChanged, !domain.Same(was.CategoryID, is.CategoryID))
	differ(domain.ComplaintZoneChanged, !domain.Same(was.ZoneID, is.ZoneID))
	differ(domain.ComplaintPriorityChanged, was.Priority != is.Priority)
	differ(domain.ComplaintDueAtChanged, !sameTime(was.DueAt, is.DueAt))
	differ(domain.ComplaintOverdueChanged, was.Overdue != is.Overdue)
	differ(domain.ComplaintRatingChanged, !domain.Same(was.Rating, is.Rating) || was.RatingComment != is.RatingComment)
	differ(domain.ComplaintFlaggedChanged, was.Flagged != is.Flagged)
	differ(domain.ComplaintHandlerChanged, !domain.Same(was.HandlerID, is.HandlerID))
	differ(domain.ComplaintDuplicateOfChanged, !domain.Same(was.DuplicateOfID, is.DuplicateOfID))
	differ(domain.ComplaintVersionChanged, what == 0 && was.Version != is.Version)
	return what
}

func sameTime(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// mediaChanged notes that the files of a place changed, by one of them: whoever sees a file of one of
// these visibilities is told.
func (t *txn) mediaChanged(ctx context.Context, row *ent.Media, visible ...domain.Visibility) error {
	place, err := mediaOwnerOf(row).look(auth.System(ctx, "find the complaint of a file"), t.Client)
	if err == nil {
		t.filesChanged(place, visible...)
	}
	return err
}

// filesChanged is mediaChanged for a place that was looked at.
func (t *txn) filesChanged(place *mediaPlace, visible ...domain.Visibility) {
	public, internal := domain.ComplaintMediaChanged, domain.ComplaintOwnMediaChanged
	switch place.Kind {
	case domain.KindTaskUpdate:
		t.Change(domain.EventTaskChange, place.Task, place.TaskVersion, domain.TaskMediaChanged)
		public, internal = domain.ComplaintTaskMediaChanged, domain.ComplaintHiddenMediaChanged
	case domain.KindLateEvidence:
		internal = domain.ComplaintLateEvidenceChanged
	case domain.KindComment:
		internal = domain.ComplaintHiddenMediaChanged
	}
	for _, v := range visible {
		if v == domain.VisibilityPublic {
			t.changeComplaint(place.Complaint, 0, public)
		} else {
			t.changeComplaint(place.Complaint, 0, internal)
		}
	}
}

// duplicatesChanged notes that complaints are merged into another one, or no more.
func (t *txn) duplicatesChanged(into uuid.UUID, which ...uuid.UUID) {
	for _, id := range which {
		t.changeComplaint(id, 0, domain.ComplaintDuplicateOfChanged)
	}
	t.changeComplaint(into, 0, domain.ComplaintDuplicatesChanged)
}
