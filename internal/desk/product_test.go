package desk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/desk/broadcasts"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/payments"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the transition tables and the limits.
func TestProductPage(t *testing.T) {
	complaints := [][]string{{"action", "from", "to", "by", "required", "cancels the live task"}}
	for _, m := range complaintMoves {
		complaints = append(complaints, []string{
			lowerCase(m.action), inLowerCase(m.from, domain.ComplaintStatuses), endsIn(m.to), m.by.roles(), strings.Join(m.needs, ", "), yesOrNothing(m.ends),
		})
	}
	docs.Section(t, "complaint transitions", docs.Table(complaints...))

	tasks := [][]string{{"action", "from", "to", "by", "required"}}
	for _, m := range taskMoves {
		tasks = append(tasks, []string{lowerCase(m.action), inLowerCase(m.from, domain.TaskStatuses), endsIn(m.to), m.by.roles(), strings.Join(m.needs, ", ")})
	}
	docs.Section(t, "task transitions", docs.Table(tasks...))

	docs.Section(t, "return reasons", strings.Join(domain.ReturnReasons, ", "))

	s := domain.DefaultOperatorSettings()
	docs.Section(t, "limits", docs.Table(
		[]string{"limit", "value"},
		[]string{"rows of a complaint's status log", fmt.Sprintf("%d, the last of them for the service itself", maxLogRows)},
		[]string{"changes of a complaint's texts and position", fmt.Sprint(maxRevisions)},
		[]string{"updates of a task", fmt.Sprint(maxUpdates)},
		[]string{"late evidence", fmt.Sprintf("at most %d days after the task was lost, its files at most %d days after it; %d reports of a task", maxLate/dayLength, maxLate/dayLength, maxLateReports)},
		[]string{"media files of a task update, complaint, comment or report of late evidence", fmt.Sprint(domain.MaxFiles)},
		[]string{"uploads of an account an hour, for each instance", fmt.Sprintf("%d for a user, %d for a solver or an administrator (REDRESS_UPLOADS_PER_HOUR)", domain.UploadsPerStaff/domain.UploadsStaffPerUser, domain.UploadsPerStaff)},
		[]string{"complaints in one bulk mutation", fmt.Sprint(MaxBulk)},
		[]string{"a reporter may reopen", "for " + inDays(s.ReopenWithin)},
		[]string{"a resolved complaint is closed", "after " + inDays(s.CloseAfter)},
		[]string{"a category's SLA", fmt.Sprintf("%d hours", domain.MaxSLAHours)},
		[]string{"`occurredAt` of an update", "at most " + inMinutes(maxAhead) + " ahead"},
		[]string{"`occurredAt` of the accept or start of a task", fmt.Sprintf("at most %s ahead, at most %d days ago", inMinutes(maxAhead), maxLate/dayLength)},
		[]string{"`occurredAt` of late evidence", "after the task was assigned and before it was lost, by a clock that is at most " + inMinutes(maxAhead) + " ahead or behind"},
		[]string{"`scheduledAt` of a broadcast", "at most " + inDays(broadcasts.MaxAhead) + " ahead"},
		[]string{"title, description, address of a complaint", fmt.Sprintf("%d, %d, %d characters", domain.MaxTitle, domain.MaxDescription, domain.MaxAddress)},
		[]string{"note, reason code", fmt.Sprintf("%d, %d characters", domain.MaxNote, MaxReason)},
		[]string{"text of a comment", fmt.Sprintf("%d characters", MaxComment)},
		[]string{"instructions of a task, remarks of an update", fmt.Sprintf("%d, %d characters", MaxInstructions, MaxRemarks)},
		[]string{"message of a broadcast", fmt.Sprintf("%d characters", broadcasts.MaxMessage)},
		[]string{"name, phone of an account", fmt.Sprintf("%d, %d characters", domain.MaxName, domain.MaxPhone)},
		[]string{"members added to a group at once", fmt.Sprint(catalog.MaxMembers)},
		[]string{"saved views of an account", fmt.Sprintf("%d, with those that it deleted %d", domain.MaxViews, domain.MaxStoredViews)},
		[]string{"views that are shared, their filters", fmt.Sprintf("%d, %d bytes", domain.MaxSharedViews, domain.MaxViewFilter)},
		[]string{"amount of a settlement", fmt.Sprintf("1 to %d minor units", int64(payments.MaxAmount))},
		[]string{"date of a settlement", fmt.Sprintf("from %d years ago to today, in the organization's time zone", payments.OldestYears)},
		[]string{"tasks paid by one settlement", fmt.Sprint(payments.MaxTasks)},
		[]string{"reference or invoice number, remarks of a payment", fmt.Sprintf("%d, %d characters", payments.MaxReference, payments.MaxRemarks)},
		[]string{"wrong sign-ins a minute", fmt.Sprintf("%d for an account from one network address, %d from a network address", domain.LoginsPerAccount, domain.LoginsPerAddress)},
		[]string{"wrong sign-ins an hour", fmt.Sprintf("%d for an account, from all addresses together from which it did not sign in within %s", domain.LoginsPerHour, inDays(identity.KnownAddressRetention))},
		[]string{"live sessions of an account", fmt.Sprintf("%d, a new one ends the one that was idle longest", identity.MaxSessions)},
		[]string{"a session lives", fmt.Sprintf("%s, an administrator's %s (REDRESS_SESSION_TTL, REDRESS_ADMIN_SESSION_TTL)", inDays(s.SessionLifetime), inDays(s.AdminSessionLifetime))},
		[]string{"an administrator's session may be idle", fmt.Sprintf("for %d hours (REDRESS_ADMIN_SESSION_IDLE)", int(s.AdminIdle.Hours()))},
		[]string{"an access token lives", inMinutes(s.AccessLifetime) + " (REDRESS_ACCESS_TOKEN_TTL)"},
		[]string{"a refresh token lives", inDays(s.RefreshLifetime) + " (REDRESS_REFRESH_TOKEN_TTL)"},
		[]string{"a refresh token may be repeated", fmt.Sprintf("for %d seconds", int(domain.RefreshGrace.Seconds()))},
		[]string{"idempotency key", fmt.Sprintf("1 to %d visible ASCII characters, valid for %d hours", domain.MaxIdempotencyKey, int(domain.IdempotencyKeyRetention.Hours()))},
		[]string{"events are retained", "for " + inDays(tx.EventRetention)},
	))
}

func lowerCase[S ~string](s S) string { return strings.ToLower(string(s)) }

func endsIn[S ~string](s S) string {
	if s == "" {
		return "see below"
	}
	return lowerCase(s)
}

func yesOrNothing(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// statuses lists them in lower case, or says that they are all.
func inLowerCase[S ~string](some, all []S) string {
	if len(some) == len(all) {
		return "any"
	}
	words := make([]string, len(some))
	for i, s := range some {
		words[i] = lowerCase(s)
	}
	return strings.Join(words, ", ")
}

// roles names who may.
func (a actor) roles() string {
	var names []string
	for _, one := range []struct {
		actor
		name string
	}{{byAdmin, "administrators"}, {byReporter, "the reporter"}, {byLink, "whoever holds a link"}, {bySolver, "the task's solver"}} {
		if a&one.actor != 0 {
			names = append(names, one.name)
		}
	}
	return strings.Join(names, ", ")
}

func inDays(d time.Duration) string { return fmt.Sprintf("%d days", int(d.Hours()/24)) }

func inMinutes(d time.Duration) string { return fmt.Sprintf("%d minutes", int(d.Minutes())) }
