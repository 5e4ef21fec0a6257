package domain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// ComplaintReference returns the reference of the nth complaint of a year.
func ComplaintReference(year int, n int64) string { return fmt.Sprintf("CMP-%d-%06d", year, n) }

var complaintReference = regexp.MustCompile(`^(?:CMP)?([0-9]{4})([0-9]{1,9})$`)

// ParseComplaintReference returns the reference of a complaint that somebody has typed, in small letters too, with other blanks and hyphens, and without
// what is the same in all. It is false for what is none.
func ParseComplaintReference(typed string) (string, bool) {
	parts := complaintReference.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(typed, "-", " ")), "")))
	if parts == nil {
		return "", false
	}
	year, _ := strconv.Atoi(parts[1]) // of so many digits they are numbers
	n, _ := strconv.ParseInt(parts[2], 10, 64)
	return ComplaintReference(year, n), true
}

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
