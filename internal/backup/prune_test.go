package backup

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestSelect keeps the newest backup of each period, and never removes what may be the only good one.
func TestSelect(t *testing.T) {
	const damaged = "!"
	for name, in := range map[string]struct {
		keep       Keep
		all, stays string
	}{
		"Days":                   {Keep{Daily: 2}, "03-01T01 03-01T02 03-02T01 03-05T01 03-05T23", "03-02T01 03-05T23"},
		"Weeks from Monday":      {Keep{Weekly: 2}, "02-28T01 03-01T01 03-02T01 03-08T01 03-09T01", "03-08T01 03-09T01"},
		"Months":                 {Keep{Monthly: 3}, "01-30T01 01-31T01 02-01T01 03-31T01", "01-31T01 02-01T01 03-31T01"},
		"Each for its reason":    {Keep{Daily: 1, Monthly: 2}, "01-31T01 02-27T01 02-28T01", "01-31T01 02-28T01"},
		"The newest in any case": {Keep{}, "01-31T01 02-27T01", "02-27T01"},
		"Damaged ones don't count": {
			Keep{Daily: 1}, "01-30T01 01-31T01 02-01T01! 02-02T01!", "01-31T01 02-01T01! 02-02T01!",
		},
		"Nothing good": {Keep{Daily: 1}, "01-30T01! 01-31T01!", "01-30T01! 01-31T01!"},
		"Nothing":      {Keep{Daily: 1}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var all []*Backup
			for text := range strings.FieldsSeq(in.all) {
				at, err := time.Parse("2006-01-02T15", "2026-"+strings.TrimSuffix(text, damaged))
				if err != nil {
					t.Fatal(err)
				}
				b := &Backup{Name: text, At: at}
				if strings.HasSuffix(text, damaged) {
					b.Err = errors.New("damaged")
				}
				all = append(all, b)
			}
			kept, gone := in.keep.Select(all)
			var names []string
			for _, b := range kept {
				names = append(names, b.Name)
			}
			if got := strings.Join(names, " "); got != in.stays || len(kept)+len(gone) != len(all) {
				t.Errorf("kept %s, not %s", got, in.stays)
			}
		})
	}
}
