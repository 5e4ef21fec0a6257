package stats

import (
	"sort"
	"testing"
	"time"
)

// TestClockChanges: between two changes of the clocks the offset of a time zone is what the library says.
func TestClockChanges(t *testing.T) {
	for _, name := range []string{
		"UTC", "Europe/Lisbon", "America/New_York", "America/Sao_Paulo", "Asia/Kathmandu", "Africa/Casablanca", "Africa/Cairo",
		"Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "America/Scoresbysund", "Antarctica/Troll",
	} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		changes, offsets := clockChanges(zone)
		if len(offsets) != len(changes)+1 || !sort.SliceIsSorted(changes, func(i, j int) bool { return changes[i].Before(changes[j]) }) {
			t.Fatalf("%s: %d offsets, changes %v", name, len(offsets), changes)
		}
		for at := time.Unix(0, 0); at.Year() < 2070; at = at.Add(7 * time.Hour / 2) {
			_, want := at.In(zone).Zone()
			i := sort.Search(len(changes), func(i int) bool { return at.Before(changes[i]) })
			if offsets[i] != want {
				t.Fatalf("%s: %d at %v, want %d", name, offsets[i], at, want)
			}
		}
	}
}
