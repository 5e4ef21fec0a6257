package notifications

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestNotificationsPage compares docs/notifications.md with the table.
func TestNotificationsPage(t *testing.T) {
	rows := [][]string{{"when", "who is told", "how soon", "by which ways", "event"}}
	for _, r := range table {
		var who, ways []string
		for _, to := range r.to {
			who = append(who, to.name)
		}
		for _, way := range r.ways {
			ways = append(ways, map[domain.Channel]string{domain.ChannelInApp: "in the application", domain.ChannelEmail: "by e-mail"}[way])
		}
		told := strings.Join(who, ", else ")
		if slices.Contains(evenMuted, r.kind) {
			told += ", also if they have muted the complaint"
		}
		rows = append(rows, []string{r.when, told, r.soon.says, strings.Join(ways, ", "), "`" + string(r.kind) + "`"})
	}
	docs.PageSection(t, "notifications.md", "notifications", docs.Table(rows...))
}

// TestNotificationsPageOfDigests compares what docs/notifications.md says of the hours of daily digests with them.
func TestNotificationsPageOfDigests(t *testing.T) {
	at := func(hour int) string { return fmt.Sprintf("%02d:00", hour) }
	docs.PageSection(t, "notifications.md", "digests", docs.Table(
		[]string{"who", "when", "kind"},
		[]string{"administrators", "on working days at " + at(AdministratorsHour), "`" + string(DailyDigest) + "`"},
		[]string{"solvers", "at " + at(SolversHour), "`" + string(DueToday) + "`"},
	))
}

// TestNotificationsPageOfMailTexts compares what docs/notifications.md says of placeholders with them.
func TestNotificationsPageOfMailTexts(t *testing.T) {
	rows := [][]string{{"placeholder", "what it stands for"}}
	for _, p := range text.Placeholders {
		rows = append(rows, []string{"`" + string(p) + "`", map[text.Placeholder]string{
			text.Organization: "the name of the organization; also in a subject",
			text.Phone:        "its telephone number, if it gives one",
			text.Email:        "its e-mail address, if it gives one",
			text.Reference:    "the reference of the complaint",
			text.Title:        "its title, where the reader may know it",
			text.ReopenUntil:  "the last day on which its reporter may reopen it, as YYYY-MM-DD, if it has ended",
		}[p]})
	}
	length := func(p domain.MailPart) string { return fmt.Sprintf("%d characters", p.MaxLength()) }
	docs.PageSection(t, "notifications.md", "mail texts", docs.Table(rows...)+"\n"+
		docs.Table([]string{"limit", "value"}, []string{"a subject", "one line, " + length(domain.MailSubject)}, []string{"any other part", length(domain.MailNext)}))
}

// TestTableIsWhole: every row says all that there is to say, and every move of a complaint has exactly one that tells its reporters.
func TestTableIsWhole(t *testing.T) {
	seen := map[Kind]bool{}
	for _, r := range table {
		if seen[r.kind] || r.when == "" || len(r.to) == 0 || r.soon == (timing{}) || len(r.ways) == 0 || r.title == nil {
			t.Errorf("%s lacks something, or stands there twice: %+v", r.kind, r)
		}
		seen[r.kind] = true
		_, switched := labels[r.kind]
		if always := r.kind == ConfirmAddress || domain.AlwaysTold(string(r.kind)); switched == always || switched && r.to[0].area == "" {
			t.Errorf("%s has a name for people %v, its recipients the area %q", r.kind, switched, r.to[0].area)
		}
		for _, to := range r.to[1:] {
			if to.area != r.to[0].area || !slices.Equal(to.roles, r.to[0].roles) {
				t.Errorf("%s tells %s, who have another area or other roles", r.kind, to.name)
			}
		}
	}
	for _, role := range domain.Roles {
		if n := len(switched(role)); n == 0 || n > domain.MaxNotificationEvents {
			t.Errorf("%s chooses of %d events", role, n)
		}
	}
	for kind := range labels {
		if !seen[kind] {
			t.Errorf("%s has a name and no row", kind)
		}
	}
	for _, action := range []domain.Action{
		domain.ActionAssign, domain.ActionHold, domain.ActionResume, domain.ActionResolve, domain.ActionReject, domain.ActionMerge, domain.ActionUnmerge,
		domain.ActionWithdraw, domain.ActionRate, domain.ActionClose, domain.ActionReopen, domain.ActionStart, domain.ActionDecline, domain.ActionReturn,
		domain.ActionReassign, domain.ActionCancel,
	} {
		n := 0
		for _, kind := range OfMove(action) {
			if ruleOf(kind).to[0].name == reporters.name {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d kinds tell reporters of %s", n, action)
		}
	}
}
