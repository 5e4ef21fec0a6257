package desk

import (
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestLastAt: a digest comes at its hour by the clocks of a zone, on the days too on which these are put forward or back.
func TestLastAt(t *testing.T) {
	for _, tt := range []struct{ zone, now, want string }{
		{"UTC", "2026-11-30T08:00:00Z", "2026-11-30T08:00:00Z"},
		{"UTC", "2026-11-30T07:59:59Z", "2026-11-29T08:00:00Z"},
		{"UTC", "2027-01-01T00:00:00Z", "2026-12-31T08:00:00Z"},
		{"Europe/Berlin", "2027-03-28T05:59:00Z", "2027-03-27T07:00:00Z"}, // put forward at one, UTC
		{"Europe/Berlin", "2027-03-28T06:00:00Z", "2027-03-28T06:00:00Z"},
		{"Europe/Berlin", "2027-10-31T06:59:00Z", "2027-10-30T06:00:00Z"}, // put back at one, UTC
		{"Europe/Berlin", "2027-10-31T07:00:00Z", "2027-10-31T07:00:00Z"},
		{"Asia/Kolkata", "2026-11-30T02:30:00Z", "2026-11-30T02:30:00Z"},
		{"Pacific/Kiritimati", "2026-11-30T18:00:00Z", "2026-11-30T18:00:00Z"},
	} {
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, tt.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := lastAt(now, zone, 8).UTC().Format(time.RFC3339); got != tt.want {
			t.Errorf("%s in %s: %s, not %s", tt.now, tt.zone, got, tt.want)
		}
	}
}

// TestDigestsAreWhole: what all administrators are told of by their digest is in it, and the longest one can be kept.
func TestDigestsAreWhole(t *testing.T) {
	waits := []notifications.Kind{notifications.HandledReopened, notifications.CompletionSubmitted, notifications.ComplaintOverdue}
	for _, kind := range notifications.InDigest() {
		news := slices.ContainsFunc(newsParts, func(part newsPart) bool { return part.kind == kind })
		if news == slices.Contains(waits, kind) {
			t.Errorf("%s is told once: as news, or as what waits", kind)
		}
	}
	digest := text.DailyDigest{WithNews: 999_999}
	references := slices.Repeat([]string{"CMP-2026-12345678"}, digestReferences)
	longest := func(title func(int) i18n.Text) text.DigestPart {
		return text.DigestPart{Title: title(999_999), Count: 999_999, References: references}
	}
	for _, part := range waitingParts {
		digest.Waiting = append(digest.Waiting, longest(part.title))
	}
	for _, part := range newsParts {
		digest.News = append(digest.News, longest(part.title))
	}
	check := func(title, message i18n.Text) {
		t.Helper()
		wording, err := text.WordingOf(title, message)
		if err != nil || len(wording) > 2_000 {
			t.Errorf("%d characters are kept of %s, %v", len(wording), title, err)
		}
		for _, l := range i18n.Languages() {
			if n := len([]rune(title.In(l))); n > 200 || strings.Contains(message.In(l), "%!") {
				t.Errorf("a title of %d characters: %s\n%s", n, title.In(l), message.In(l))
			}
		}
	}
	check(digest.Says())
	check(text.DueToday(999_999, slices.Repeat([]text.DueTask{{Reference: "CMP-2026-12345678", By: "23:59"}}, digestTasks)))
}

// TestDigestLookups: what waits is found with an index of what it is, rather than among all by their deadlines.
func TestDigestLookups(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		db := dbtest.New(t, name).Store
		for i, part := range waitingParts {
			s := sql.Dialect(db.Dialect()).Select().From(sql.Table(complaint.Table)).Limit(digestReferences)
			complaint.And(part.where(time.Now()), waitsFor(uuid.New()))(s)
			digestColumns(s)
			query, args := s.Query()
			plan := dbtest.Plan(t, db, query, args, "seqscan")
			if strings.Contains(plan, "SCAN complaints") || strings.Contains(plan, "Seq Scan on complaints") {
				t.Errorf("part %d: %s\n%s", i, query, plan)
			}
		}
	})
}
