package csvimport_test

import (
	"bytes"
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
	"github.com/redress/redress/internal/domain"
)

// generateFile is a file of more than two batches: every tenth row is bad, and names are shared.
func generateFile(rows int) string {
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

// checkComplete shows that the file is in, once.
func (d *env) checkComplete(t *testing.T, rows int) {
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
	forEachDatabase(t, func(t *testing.T, d *env) {
		ctx, kill := context.WithCancel(t.Context())
		i := d.importer()
		i.Progress = func(sum csvimport.Summary) {
			if sum.Read > 0 { // the rows, after the look at all times
				kill()
			}
		}
		sum, err := i.Complaints(ctx, strings.NewReader(generateFile(rows)), io.Discard, csvimport.Options{})
		if !errors.Is(err, context.Canceled) || sum.Imported != 450 || sum.Read < 500 {
			t.Fatalf("%+v %v", sum, err)
		}
		if n := d.Complaint.Query().CountX(d.ctx); n != 450 {
			t.Fatalf("%d complaints after the kill", n)
		}
		sum, _ = d.importFile(t, generateFile(rows), csvimport.Options{})
		if sum.AlreadyImported != 450 || sum.Imported != 630 || sum.Rejected != 120 {
			t.Errorf("%+v", sum)
		}
		d.checkComplete(t, rows)
		entries := d.AuditEntry.Query().Where(auditentry.ActionHasPrefix("import")).Order(auditentry.ByID()).AllX(d.ctx)
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
	forEachDatabase(t, func(t *testing.T, d *env) {
		var sums [2]csvimport.Summary
		var errs [2]error
		var both sync.WaitGroup
		for i := range sums {
			both.Go(func() {
				sums[i], errs[i] = d.importer().Complaints(t.Context(), strings.NewReader(generateFile(rows)), io.Discard, csvimport.Options{})
			})
		}
		both.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
		if n := sums[0].Imported + sums[1].Imported; n != rows-rows/10 {
			t.Errorf("%d imported: %+v", n, sums)
		}
		d.checkComplete(t, rows)
	})
}

// TestBatchesThatAreWrittenAgain: of two files with some rows in common, imported at once, one writes its batch a second time, and
// says no more of each row than the first time.
func TestBatchesThatAreWrittenAgain(t *testing.T) {
	const pairs, rows = 5, 100
	forEachDatabase(t, func(t *testing.T, d *env) {
		columns := map[string]string{"external_ref": "id", "title": "title", "handler_name": "handler"}
		for pair := range pairs {
			var errs [2]error
			var both sync.WaitGroup
			for i := range errs {
				file := "id,title,handler\n"
				for n := range rows {
					file += fmt.Sprintf("%d-%d,Lamp,Ada\n", pair, n+i*rows/2)
				}
				both.Go(func() {
					_, errs[i] = d.importer().Complaints(t.Context(), strings.NewReader(file), io.Discard, csvimport.Options{Columns: columns})
				})
			}
			both.Wait()
			if err := errors.Join(errs[:]...); err != nil {
				t.Fatal(err)
			}
		}
		for _, step := range d.StatusLog.Query().AllX(d.ctx) {
			if step.InternalNote != "Handler: Ada" {
				t.Fatalf("a note is %q", step.InternalNote)
			}
		}
		if n, want := d.Complaint.Query().CountX(d.ctx), pairs*rows*3/2; n != want {
			t.Errorf("%d complaints, want %d", n, want)
		}
	})
}

func TestRowsWithoutNumbersAreKnownAgain(t *testing.T) {
	const file = "title,text,opened\nHole,deep,1/1/2015\nHole,deep,1/1/2015\nHole,flat,1/1/2015\n"
	columns := map[string]string{"title": "title", "opened_at": "opened"}
	forEachDatabase(t, func(t *testing.T, d *env) {
		if sum, _ := d.importFile(t, file, csvimport.Options{Columns: columns, Timezone: "UTC"}); sum.Imported != 3 {
			t.Errorf("%+v", sum)
		}
		if sum, _ := d.importFile(t, file+"Hole,deep,1/1/2015\n", csvimport.Options{Columns: columns, Timezone: "UTC"}); sum.AlreadyImported != 3 || sum.Imported != 1 {
			t.Errorf("%+v", sum)
		}
	})
}

func TestTheSameRowTwiceInAFileIsTakenOnce(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, _ := d.importFile(t, "id,title,text\n1,One,\n1,One,\n", csvimport.Options{Columns: titled})
		if sum.Imported != 1 || sum.AlreadyImported != 1 {
			t.Errorf("%+v", sum)
		}
	})
}

func TestDryRunTellsTheSameAndWritesNothing(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		file := generateFile(600) + "0,01/02/2014 10:00:00 AM,Open,,Again,,\n"
		dry, listed := d.importFile(t, file, csvimport.Options{DryRun: true})
		n := d.Complaint.Query().CountX(d.ctx) + d.StatusLog.Query().Where(statuslog.SeqGT(0)).CountX(d.ctx) +
			d.Category.Query().CountX(d.ctx) + d.Zone.Query().CountX(d.ctx) + d.AuditEntry.Query().CountX(d.ctx) + d.Counter.Query().CountX(d.ctx)
		if n != 0 {
			t.Errorf("%d rows were written", n)
		}
		wet, listedToo := d.importFile(t, file, csvimport.Options{})
		if dry.Imported != wet.Imported || dry.AlreadyImported != 1 || wet.AlreadyImported != 1 || dry.Rejected != wet.Rejected || len(listed) != len(listedToo) {
			t.Errorf("dry %+v\nwet %+v", dry, wet)
		}
	})
}

// TestNamesThatAreTakenMeanwhile: somebody adds the first row of a file while the file is read. The import stops, names the row, has
// written nothing of the batch, and finishes when it is run again.
func TestNamesThatAreTakenMeanwhile(t *testing.T) {
	const names, below = "name\nNorth\nSouth\n", "path\nCity > North\nCity > South\n"
	zones := func(d *env) int { return len(d.Zone.Query().AllX(d.ctx)) }
	categories := func(d *env) int { return len(d.Category.Query().AllX(d.ctx)) }
	for _, tt := range []struct {
		list        csvimport.List
		file, taken string
		there       int // before and after South
		count       func(*env) int
	}{
		{csvimport.Zones, names, "North", 1, zones},
		{csvimport.Zones, below, "City", 2, zones},
		{csvimport.Categories, names, "North", 1, categories},
		{csvimport.Categories, below, "City", 2, categories},
		{csvimport.Groups, names, "North", 1, func(d *env) int { return len(d.Group.Query().AllX(d.ctx)) }},
		{csvimport.ServiceProviders, names, "North", 1, func(d *env) int { return len(d.ServiceProvider.Query().AllX(d.ctx)) }},
	} {
		t.Run(string(tt.list)+"/"+tt.taken, func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				first := tt.file[:strings.LastIndex(strings.TrimSpace(tt.file), "\n")+1]
				importer := d.importer()
				importer.Progress = func(sum csvimport.Summary) {
					if sum.Read == 0 {
						return // the file alone is read
					}
					if _, err := d.importer().List(t.Context(), tt.list, strings.NewReader(first), io.Discard, csvimport.Options{}); err != nil {
						t.Error(err)
					}
				}
				sum, err := importer.List(t.Context(), tt.list, strings.NewReader(tt.file), io.Discard, csvimport.Options{})
				if err == nil || !strings.Contains(err.Error(), "add "+tt.taken+": meanwhile there is one") || sum.Read != 0 || sum.Imported != 0 || tt.count(d) != tt.there {
					t.Fatalf("%v, %+v, %d there", err, sum, tt.count(d))
				}
				sum, err = d.importer().List(t.Context(), tt.list, strings.NewReader(tt.file), io.Discard, csvimport.Options{})
				if err != nil || sum.Imported != 1 || sum.AlreadyImported != 1 || tt.count(d) != tt.there+1 {
					t.Errorf("again: %v, %+v, %d there", err, sum, tt.count(d))
				}
			})
		})
	}
}

// TestTheSameIDTwiceInAListIsTakenOnce: a row with the id of one before it, which may not be written yet, is there already.
func TestTheSameIDTwiceInAListIsTakenOnce(t *testing.T) {
	for list, kind := range map[csvimport.List]domain.Kind{
		csvimport.Zones: domain.KindZone, csvimport.Categories: domain.KindCategory, csvimport.Groups: domain.KindGroup,
		csvimport.ServiceProviders: domain.KindServiceProvider, csvimport.Users: domain.KindUser,
	} {
		t.Run(string(list), func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				id := domain.NewID(kind)
				file := fmt.Sprintf("id,name,email\n%s,North,north@example.org\n%s,South,south@example.org\n", id, id)
				for _, opts := range []csvimport.Options{{DryRun: true}, {}} {
					sum, err := d.importer().List(t.Context(), list, strings.NewReader(file), io.Discard, opts)
					if err != nil || sum.Imported != 1 || sum.AlreadyImported != 1 {
						t.Errorf("%+v: %v, %+v", opts, err, sum)
					}
				}
			})
		})
	}
}

// TestParentsThatCannotBeAreRefusedWithTheirRow: a name in a path that no row may have refuses the row, not the file.
func TestParentsThatCannotBeAreRefusedWithTheirRow(t *testing.T) {
	file := "path\nCity > " + strings.Repeat("x", domain.MaxName+1) + " > North\nCity > South\n"
	for _, list := range []csvimport.List{csvimport.Zones, csvimport.Categories} {
		t.Run(string(list), func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				for _, opts := range []csvimport.Options{{DryRun: true}, {}} {
					var report bytes.Buffer
					sum, err := d.importer().List(t.Context(), list, strings.NewReader(file), &report, opts)
					if err != nil || sum.Imported != 1 || sum.Rejected != 1 || !strings.Contains(report.String(), "2,rejected,path,") ||
						!strings.Contains(report.String(), fmt.Sprintf("must be at most %d characters", domain.MaxName)) {
						t.Errorf("%+v: %v, %+v\n%s", opts, err, sum, report.String())
					}
				}
			})
		})
	}
}
