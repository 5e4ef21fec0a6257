package domain

import (
	"strings"
	"time"
)

// ParseTime returns the instant that a text of RFC 3339 says, whose t and z may be in lower case (section 5.6).
func ParseTime(text string) (time.Time, error) {
	return time.Parse(time.RFC3339Nano, strings.ToUpper(text))
}

// DayIn returns the day that calendars of a time zone show at an instant, as its midnight in UTC.
func DayIn(zone *time.Location, at time.Time) time.Time {
	y, m, d := at.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// AllTime is the period of the sums of all payments, in the place of a month.
const AllTime = ""

// MonthOf returns the month of a day, such as 2026-11 of 2026-11-29.
func MonthOf(day string) string { return day[:len("2006-01")] }
