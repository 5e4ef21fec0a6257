package csvimport_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/csvimport"
)

// many is a file of more than two batches: every tenth row is bad, and names are shared.
func many(rows int) string {
	var b strings.Builder
	b.WriteString("CASE_ENQUIRY_ID,OPEN_DT,CASE_STATUS,CLOSED_DT,CASE_TITLE,SUBJECT,neighborhood\n")
	for i := range rows {
		opened := fmt.Sprintf("01/02/%d 10:00:00 AM", 2014+i%3)
		if i%10 == 9 {
			opened = "soon"
		}
		fmt.Fprintf(&b, "%d,%s,Closed,01/03/2017 10:00:00 AM,Case %d,Kind %d,Zone %d\n", i, opened, i, i%7, i%5)
	}
	return b.String()
}

// whole shows that the file is in, once.
func (d *desk) whole(t *testing.T, rows int) {
	t.Helper()
	good := rows - rows/10
	complaints, logs := d.Complaint.Query().CountX(d.ctx), d.StatusLog.Query().CountX(d.ctx)
	categories, zones := d.Category.Query().CountX(d.ctx), d.Zone.Query().CountX(d.ctx)
	if complaints != good || logs != 3*good || categories != 7 || zones != 5 {
		t.Errorf("%d complaints, %d log rows, %d categories, %d zones", complaints, logs, categories, zones)
	}
	// References leave no gap.
	for year := 2014; year <= 2016; year++ {
		prefix := fmt.Sprintf("CMP-%d-", year)
		n := d.Complaint.Query().Where(complaint.ReferenceHasPrefix(prefix)).CountX(d.ctx)
		last := d.Complaint.Query().Where(complaint.Reference(fmt.Sprintf("%s%06d", prefix, n))).CountX(d.ctx)
		if last != 1 {
			t.Errorf("%d complaints of %d, and none has the last number", n, year)
		}
	}
}

func TestKilledImportIsCompletedByTheNext(t *testing.T) {
	const rows = 1_200
	databases(t, func(t *testing.T, d *desk) {
		ctx, kill := context.WithCancel(t.Context())
		i := d.importer()
		i.Progress = func(csvimport.Summary) { kill() }
		sum, err := i.Complaints(ctx, strings.NewReader(many(rows)), io.Discard, csvimport.Options{})
		if !errors.Is(err, context.Canceled) || sum.Imported != 450 || sum.Read < 500 {
			t.Fatalf("%+v %v", sum, err)
		}
		if n := d.Complaint.Query().CountX(d.ctx); n != 450 {
			t.Fatalf("%d complaints after the kill", n)
		}
		sum, _ = d.take(t, many(rows), csvimport.Options{})
		if sum.AlreadyThere != 450 || sum.Imported != 630 || sum.Rejected != 120 {
			t.Errorf("%+v", sum)
		}
		d.whole(t, rows)
		entries := d.AuditEntry.Query().Order(auditentry.ByID()).AllX(d.ctx)
		if len(entries) != 2 {
			t.Fatalf("%d audit entries", len(entries))
		}
		for i, want := range []struct {
			Completed bool
			Imported  int
		}{{false, 450}, {true, 630}} {
			got := want
			if err := json.Unmarshal(entries[i].After, &got); err != nil || got != want {
				t.Errorf("audit entry %d: %s %v", i, entries[i].After, err)
			}
		}
	})
}

func TestTwoAtOnceTakeEachRowOnce(t *testing.T) {
	const rows = 1_200
	databases(t, func(t *testing.T, d *desk) {
		var sums [2]csvimport.Summary
		var errs [2]error
		var both sync.WaitGroup
		for i := range sums {
			both.Go(func() {
				sums[i], errs[i] = d.importer().Complaints(t.Context(), strings.NewReader(many(rows)), io.Discard, csvimport.Options{})
			})
		}
		both.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
		if n := sums[0].Imported + sums[1].Imported; n != rows-rows/10 {
			t.Errorf("%d imported: %+v", n, sums)
		}
		d.whole(t, rows)
	})
}

func TestRowsWithoutNumbersAreKnownAgain(t *testing.T) {
	const file = "title,text,opened\nHole,deep,1/1/2015\nHole,deep,1/1/2015\nHole,flat,1/1/2015\n"
	columns := map[string]string{"title": "title", "opened_at": "opened"}
	databases(t, func(t *testing.T, d *desk) {
		if sum, _ := d.take(t, file, csvimport.Options{Columns: columns}); sum.Imported != 3 {
			t.Errorf("%+v", sum)
		}
		if sum, _ := d.take(t, file+"Hole,deep,1/1/2015\n", csvimport.Options{Columns: columns}); sum.AlreadyThere != 3 || sum.Imported != 1 {
			t.Errorf("%+v", sum)
		}
	})
}

func TestTheSameRowTwiceInAFileIsTakenOnce(t *testing.T) {
	databases(t, func(t *testing.T, d *desk) {
		sum, _ := d.take(t, "id,title,text\n1,One,\n1,One,\n", csvimport.Options{Columns: titled})
		if sum.Imported != 1 || sum.AlreadyThere != 1 {
			t.Errorf("%+v", sum)
		}
	})
}

func TestDryRunTellsTheSameAndWritesNothing(t *testing.T) {
	databases(t, func(t *testing.T, d *desk) {
		file := many(600) + "0,01/02/2014 10:00:00 AM,Open,,Again,,\n"
		dry, listed := d.take(t, file, csvimport.Options{DryRun: true})
		n := d.Complaint.Query().CountX(d.ctx) + d.StatusLog.Query().Where(statuslog.SeqGT(0)).CountX(d.ctx) +
			d.Category.Query().CountX(d.ctx) + d.Zone.Query().CountX(d.ctx) + d.AuditEntry.Query().CountX(d.ctx) + d.Counter.Query().CountX(d.ctx)
		if n != 0 {
			t.Errorf("%d rows were written", n)
		}
		wet, listedToo := d.take(t, file, csvimport.Options{})
		if dry.Imported != wet.Imported || dry.AlreadyThere != 1 || wet.AlreadyThere != 1 || dry.Rejected != wet.Rejected || len(listed) != len(listedToo) {
			t.Errorf("dry %+v\nwet %+v", dry, wet)
		}
	})
}
