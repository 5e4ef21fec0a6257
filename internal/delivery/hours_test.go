package delivery

import (
	"testing"
	"time"
)

// TestHours: quiet hours end by the clock on the wall, on the days on which it is changed too.
func TestHours(t *testing.T) {
	h := DefaultSettings().Quiet
	for _, tt := range []struct{ zone, at, until string }{
		{"UTC", "2026-11-29 20:59:59", "2026-11-29 20:59:59"},
		{"UTC", "2026-11-29 21:00:00", "2026-11-30 07:00:00"},
		{"UTC", "2026-12-31 23:59:59", "2027-01-01 07:00:00"},
		{"UTC", "2026-11-29 00:00:00", "2026-11-29 07:00:00"},
		{"UTC", "2026-11-29 07:00:00", "2026-11-29 07:00:00"},
		{"Asia/Kolkata", "2026-11-29 22:10:00", "2026-11-30 07:00:00"},
		{"Europe/Berlin", "2026-03-28 23:00:00", "2026-03-29 07:00:00"},       // an hour shorter
		{"Europe/Berlin", "2026-10-25 01:30:00", "2026-10-25 07:00:00"},       // an hour longer
		{"America/Santiago", "2026-09-05 23:30:00", "2026-09-06 07:00:00"},    // without a midnight
		{"Australia/Lord_Howe", "2026-10-04 01:45:00", "2026-10-04 07:00:00"}, // by half an hour
	} {
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, err := time.ParseInLocation(time.DateTime, tt.at, zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.end(at, zone).In(zone).Format(time.DateTime); got != tt.until {
			t.Errorf("%s %s: until %s, not %s", tt.zone, tt.at, got, tt.until)
		}
	}
	if at := time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC); !(Hours{}).end(at, time.UTC).Equal(at) {
		t.Error("there are quiet hours where there are none")
	}
}
