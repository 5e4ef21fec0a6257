package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
)

// Payments are dated by the organization's calendar: the last day that is taken, the first one ten years before, the day of a reversal, and the
// last day of sums without an end. Around midnight there and in UTC, and when the time zone changes in between.
func TestPaymentsAreDatedByTheOrganizationsCalendar(t *testing.T) {
	const east, west = "Pacific/Kiritimati", "America/Los_Angeles" // UTC+14 and, in winter, UTC-8
	cases := []struct{ at, zone, tomorrow, today, yesterday, oldest, older string }{
		{"2032-02-28T07:59:59.999Z", west, "2032-02-28", "2032-02-27", "2032-02-26", "2022-02-27", "2022-02-26"},
		{"2032-02-28T08:00:00.000Z", west, "2032-02-29", "2032-02-28", "2032-02-27", "2022-02-28", "2022-02-27"},
		{"2032-02-28T09:59:59.999Z", east, "2032-02-29", "2032-02-28", "2032-02-27", "2022-02-28", "2022-02-27"},
		{"2032-02-28T10:00:00.000Z", east, "2032-03-01", "2032-02-29", "2032-02-28", "2022-03-01", "2022-02-28"},
		{"2032-02-28T10:00:00.000Z", west, "2032-02-29", "2032-02-28", "2032-02-27", "2022-02-28", "2022-02-27"},
		{"2032-02-28T23:59:59.999Z", "UTC", "2032-02-29", "2032-02-28", "2032-02-27", "2022-02-28", "2022-02-27"},
		{"2032-02-28T23:59:59.999Z", east, "2032-03-01", "2032-02-29", "2032-02-28", "2022-03-01", "2022-02-28"},
		{"2032-02-29T00:00:00.000Z", "UTC", "2032-03-01", "2032-02-29", "2032-02-28", "2022-03-01", "2022-02-28"},
		{"2032-02-29T00:00:00.000Z", west, "2032-02-29", "2032-02-28", "2032-02-27", "2022-02-28", "2022-02-27"},
	}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		s.Clock.Stop()
		var before string // a settlement of the case before
		for _, c := range cases {
			name := c.zone + " at " + c.at
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			s.Clock.Advance(at.Sub(s.Clock.Now()))
			mustMutate(t, s, testenv.SuperAdmin, "updateSettings", "settings { version }", map[string]any{"timeZone": c.zone})

			refused := map[string]string{
				c.tomorrow: fmt.Sprintf("%s is after today, %s in %s", c.tomorrow, c.today, c.zone),
				c.older:    fmt.Sprintf("%s is before %s, 10 years ago in %s", c.older, c.oldest, c.zone),
			}
			for day, message := range refused {
				a := mutate(t, s, testenv.Admin, "recordPayment", settled, settledOn(s, name, day))
				if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "paymentDate" || !strings.Contains(a.Raw, message) {
					t.Errorf("%s: %s is not refused with %q: %s", name, day, message, a.Raw)
				}
			}
			for _, day := range []string{c.yesterday, c.oldest} {
				if a := mutate(t, s, testenv.Admin, "recordPayment", settled, settledOn(s, name, day)); len(a.Errors) > 0 {
					t.Errorf("%s: %s is refused: %s", name, day, a.Raw)
				}
			}
			a := mutate(t, s, testenv.Admin, "recordPayment", "payment { id }", settledOn(s, name, c.today))
			if len(a.Errors) > 0 {
				t.Errorf("%s: today, %s, is refused: %s", name, c.today, a.Raw)
				continue
			}
			id := a.At("recordPayment", "payment", "id").(string)
			checkSumsUntilToday(t, s, name, c.today)
			if day := reversedOn(t, s, id); day != c.today {
				t.Errorf("%s: the reversal is dated %s, want %s", name, day, c.today)
			}
			if before != "" {
				if day := reversedOn(t, s, before); day != c.today {
					t.Errorf("%s: the reversal of a settlement from before the time zone changed is dated %s, want %s", name, day, c.today)
				}
			}
			before = mustMutate(t, s, testenv.Admin, "recordPayment", "payment { id }", settledOn(s, name+" again", c.today)).At("recordPayment", "payment", "id").(string)
		}
	})
}

func settledOn(s *testenv.Server, reference, day string) map[string]any {
	in := newSettlement(s, reference+" on "+day)
	in["paymentDate"] = day
	return in
}

// checkSumsUntilToday reports sums that leave out a settlement of today.
func checkSumsUntilToday(t *testing.T, s *testenv.Server, reference, today string) {
	t.Helper()
	const sums = `query($of: String!, $day: Date!) {
		paymentStats(where: {search: $of}, bucket: DAY) { settlements from }
		paymentPage(where: {search: $of}, fromDate: $day, toDate: $day) { summary { count } } }`
	a := s.Execute(t, testenv.Admin, sums, map[string]any{"of": reference + " on " + today, "day": today})
	if a.At("paymentStats", 0, "settlements") != float64(1) {
		t.Errorf("%s: sums without an end leave out today's settlement: %s", reference, a.Raw)
	}
	if a.At("paymentPage", "summary", "count") != float64(1) {
		t.Errorf("%s: the filter for %s finds another number of payments: %s", reference, today, a.Raw)
	}
}

// reversedOn reverses a settlement and returns the day of the reversal.
func reversedOn(t *testing.T, s *testenv.Server, id string) any {
	t.Helper()
	a := mustMutate(t, s, testenv.Admin, "reversePayment", "reversal { paymentDate } settlement { id }", map[string]any{"id": id, "reason": "Paid twice."})
	return a.At("reversePayment", "reversal", "paymentDate")
}
