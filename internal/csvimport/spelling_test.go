package csvimport_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/csvimport"
)

// TestSpellings: times as people and programs write them are read to the second, or rejected.
func TestSpellings(t *testing.T) {
	const none = ""
	in := func(zone string) *time.Location {
		at, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	berlin := in("Europe/Berlin")
	for _, c := range []struct {
		name, format string
		cells        map[string]string // what it is in Berlin, "" for no time
	}{
		{"German", "", map[string]string{
			"3. März 2025 14:05": "2025-03-03 14:05:00", "3. Ma\u0308rz 2025": "2025-03-03 00:00:00", "03.Dez.2024 18:00": "2024-12-03 18:00:00",
			"1. Jänner 2025": "2025-01-01 00:00:00", "02 Okt. 2025 10:00": "2025-10-02 10:00:00", "24-Dez-24 18:00": "2024-12-24 18:00:00", "9. Sept. 2025": "2025-09-09 00:00:00",
			"21.10.2025, 08:30:15": "2025-10-21 08:30:15", "21.10.2025,08:30": "2025-10-21 08:30:00", "21.10.2025 8.30 Uhr": "2025-10-21 08:30:00",
			"Di, 21.10.2025": "2025-10-21 00:00:00", "Di., 21.10.2025 20:30 Uhr": "2025-10-21 20:30:00", "Di 21.10.25": "2025-10-21 00:00:00",
			"Dienstag, den 21. Oktober 2025 um 08:30 Uhr": "2025-10-21 08:30:00", "SONNABEND, 18. OKTOBER 2025": "2025-10-18 00:00:00",
			"Mi, 21.10.2025": none, "Quartal, 21.10.2025": none, "30. Feber 2025": none, "3. Martius 2025": none, "21. 10. März 2025": none,
		}},
		{"English", "", map[string]string{
			"Oct 21, 2025, 8:30:00\u202fPM": "2025-10-21 20:30:00", "October 21, 2025 at 8:30 AM": "2025-10-21 08:30:00", "Tuesday, October 21, 2025": "2025-10-21 00:00:00",
			"21st October 2025": "2025-10-21 00:00:00", "Oct. 2nd, 2025": "2025-10-02 00:00:00", "2025-10-21 8:30 a.m.": "2025-10-21 08:30:00",
			"2025-10-21 8:30 p.\u00a0m.": "2025-10-21 20:30:00", "2025-10-21 8:30 A.M.": "2025-10-21 08:30:00", "Tues 21 Oct 2025 8:30p.m.": "2025-10-21 20:30:00",
			"Wednesday, October 21, 2025": none, "2025-10-21 20:30 p.m.": none, "21th of October": none, "Friday": none,
		}},
		{"Mail", "", map[string]string{
			"Tue, 21 Oct 2025 08:30:00 +0200": "2025-10-21 08:30:00", "Tue, 21 Oct 2025 08:30 -0400": "2025-10-21 14:30:00", "21 Oct 25 06:30:00 GMT": "2025-10-21 08:30:00",
			"Tue, 21 Oct 2025 08:30:00 +0200 (CEST)": "2025-10-21 08:30:00", "Tue, 21 Oct 2025 06:30:00 UT": "2025-10-21 08:30:00",
			"Tue Oct 21 2025 08:30:00 GMT+0200 (Central European Summer Time)": "2025-10-21 08:30:00", "Tue, 21 Oct 2025 06:30:00 -0000": "2025-10-21 08:30:00",
			"Mon, 21 Oct 2025 08:30:00 +0200": none, "Tue, 21 Oct 2025 08:30:00 XYZ": none, "Tue, 21 Oct 2025 08:30:00 (CEST)": none,
		}},
		{"Numbers", "", map[string]string{
			"45951,354166": "2025-10-21 08:30:00", "45951": "2025-10-21 00:00:00", "45.951,354": none, "45951,": "2025-10-21 00:00:00", "1,354": none,
		}},
		{"Digits", "", map[string]string{
			"2025.10.21 08:30": "2025-10-21 08:30:00", "2025-10-21 06:30:00 Z": "2025-10-21 08:30:00", "2025-10-21 08:30 +0200": "2025-10-21 08:30:00",
			"21.10.2025  08:30": "2025-10-21 08:30:00", "2025-10-21T06:30 Z": "2025-10-21 08:30:00", "2025-10-21 08:30 T": none, "٢٠٢٥-٠٤-١٥": none, "2025-03-01 24:00": none, "2016-12-31T23:59:60Z": none, "21/août/2025": none, "5 févr. 2025": none,
		}},
		{"LongNames", "%A, %d. %B %Y %H:%M", map[string]string{
			"Dienstag, 21. Oktober 2025 08:30": "2025-10-21 08:30:00", "tuesday, 21. october 2025 08:30": "2025-10-21 08:30:00", "Di., 3. Dez. 2024 08:30": "2024-12-03 08:30:00",
			"Mittwoch, 21. Oktober 2025 08:30": none, "mardi, 21. octobre 2025 08:30": none, "Dienstag, 21. 10 2025 08:30": none,
		}},
		{"ShortNames", "%d-%b-%y %I:%M %p", map[string]string{
			"24-Dez-24 6:00 pm": "2024-12-24 18:00:00", "24-Dec-24 06:00 a.m.": "2024-12-24 06:00:00", "24-Dezember-24 06:00 P. M.": "2024-12-24 18:00:00", "24-12-24 06:00 PM": none,
		}},
		{"DotsOfTheFormat", "%d %b. %Y", map[string]string{"2 Okt. 2025": "2025-10-02 00:00:00", "2 Mai. 2025": "2025-05-02 00:00:00", "2 Mai 2025": none}},
	} {
		t.Run(c.name, func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				for cell, want := range c.cells {
					_, report := d.importFile(t, "id,title,at\n1,x,\""+cell+"\"\n", csvimport.Options{
						Prefix: cell, Timezone: "Europe/Berlin", DateFormat: c.format, Columns: map[string]string{"external_ref": "id", "title": "title", "opened_at": "at"},
					})
					if want == none {
						if len(report) != 1 || report[0][1] != "rejected" || report[0][2] != "opened_at" || !strings.Contains(report[0][3], "is not a time") {
							t.Errorf("%q: %q", cell, report)
						}
						continue
					}
					if len(report) != 0 {
						t.Errorf("%q: %q", cell, report)
						continue
					}
					got := fmt.Sprint(d.complaint(t, cell+":1").CreatedAt.In(berlin).Format(time.DateTime))
					if got != want {
						t.Errorf("%q is read as %s, want %s", cell, got, want)
					}
				}
			})
		})
	}
}

// TestTheWeekdayDecides: a day of the week says which of two readings is meant.
func TestTheWeekdayDecides(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, "id,title,at\n1,x,\"Thu, 04/03/2025\"\n2,x,05/06/2025\n", csvimport.Options{
			Timezone: "UTC", Prefix: "p", Columns: map[string]string{"external_ref": "id", "title": "title", "opened_at": "at"},
		})
		if len(report) != 0 || len(sum.Times) != 1 || !strings.Contains(sum.Times[0], "at: month first (line 2: Thu, 04/03/2025)") {
			t.Errorf("%q %q", sum.Times, report)
		}
		if n := d.Complaint.Query().Where(complaint.CreatedAtIn(time.Date(2025, 4, 3, 0, 0, 0, 0, time.UTC), time.Date(2025, 5, 6, 0, 0, 0, 0, time.UTC))).CountX(d.ctx); n != 2 {
			t.Errorf("%d on the right day", n)
		}
	})
}
