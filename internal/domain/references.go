package domain

import (
	"fmt"

	"github.com/google/uuid"
)

// ComplaintReference returns the reference of the nth complaint of a year.
func ComplaintReference(year int, n int64) string { return fmt.Sprintf("CMP-%d-%06d", year, n) }

// ComplaintCounter returns the name of the counter that numbers a year's complaints.
func ComplaintCounter(year int) string { return fmt.Sprintf("complaint:%d", year) }

// ReferenceClaim returns the key of the claim that makes a payment's reference unique for its
// service provider.
func ReferenceClaim(provider uuid.UUID, reference string) string {
	return fmt.Sprintf("reference:%s:%s", provider, reference)
}

// TaskClaimPrefix is what the keys of claims of tasks begin with, before the id.
const TaskClaimPrefix = "task:"

// TaskClaim returns the key of the claim that lets a task be paid once.
func TaskClaim(task uuid.UUID) string { return TaskClaimPrefix + task.String() }
