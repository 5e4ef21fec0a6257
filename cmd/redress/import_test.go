package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
)

// runImport runs `redress import complaints` in a folder of its own and returns its output.
func runImport(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out, notes bytes.Buffer
	err = run(t.Context(), append([]string{"import", "complaints"}, args...), os.Stdin, &out, &notes)
	return out.String() + notes.String(), err
}

func TestImportComplaints(t *testing.T) {
	page, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("REDRESS_DATABASE_URL", "sqlite://redress.db")
	if err := os.WriteFile("town.csv", []byte("No,What,When\n1,Hole,2015-01-01\n2,Dog,soon\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{"notes.txt": "my notes\n", "old.csv": csvimport.ReportHeader + "\n2,rejected,,x,\n"}
	for name, text := range kept {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	asked := []string{"town.csv", "--map", "external_ref=No", "--map", "title=What", "--map", "opened_at=When"}
	columns := slices.Concat(asked, []string{"--timezone", "Europe/Rome"})
	if example := "redress import complaints " + strings.Join(columns, " ") + "\n"; !strings.Contains(string(page), example) {
		t.Errorf("docs/import.md does not show %s", example)
	}

	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"NoFile":         {[]string{"village.csv"}, "village.csv"},
		"Folder":         {[]string{"."}, ". is a folder"},
		"UnknownColumns": {[]string{"town.csv"}, "--map title=COLUMN"},
		"WhichZone":      {asked, "line 2 has a time without a time zone"},
		"BothOrders":     {append(columns, "--day-first", "--month-first"), "can't both be meant"},
		"OverItself":     {append(columns, "--report", "./town.csv"), "is the file to be imported"},
		"OverNotes":      {append(columns, "--dry-run", "--report", "notes.txt"), "notes.txt is there and is no report of an import"},
		"OverNothing":    {append(columns, "--report", os.DevNull), "is no file that can be replaced"},
		"OldReport":      {append(columns[:1:1], "--map", "title=Nope", "--report", "old.csv"), `no column "Nope"`},
	} {
		t.Run(name, func(t *testing.T) {
			if said, err := runImport(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v\n%s", name, err, said)
			}
		})
	}
	left, _ := filepath.Glob("*.report.csv")
	if hidden, _ := filepath.Glob(".*.csv.*"); left != nil || hidden != nil {
		t.Errorf("a refused file leaves %q %q", left, hidden)
	}
	for name, text := range kept {
		if now, err := os.ReadFile(name); err != nil || string(now) != text {
			t.Errorf("%s was changed: %q, %v", name, now, err)
		}
	}

	for i, want := range [][]string{
		{"2 rows read (csv)", "1 to be imported", "0 already imported", "1 rejected"},
		{"2 rows read (csv)", "1 imported", "0 already imported", "1 rejected", "Rows that were rejected or changed: town.csv.report.csv"},
		{"2 rows read (csv)", "0 imported", "1 already imported", "1 rejected", "town.csv.report.csv"},
	} {
		args := columns
		if i == 0 {
			args = append(args, "--dry-run")
		}
		said, err := runImport(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("run %d says\n%s\nwithout %q", i+1, said, w)
			}
		}
	}
	for name, c := range map[string]struct{ file, want string }{
		"nothing fits": {"No,What,When\n1,Hole,soon\n", "no row of the file could be imported: nothing.csv.report.csv says why"},
		"no rows":      {"No,What,When\n", "the file has no rows after its header"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile("nothing.csv", []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := runImport(t, append([]string{"nothing.csv"}, columns[1:]...)...); err == nil || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	report, err := os.ReadFile("town.csv.report.csv")
	if want := "line,result,field,reason,external_ref\n3,rejected,opened_at,\"\"\"soon\"\" is not a time that can be read\",csv:2\n"; string(report) != want {
		t.Errorf("%s%v", report, err)
	}
}

// TestImportFromStandardInput: a pipe is read twice too, from a copy that is gone afterwards, and what is redirected from
// where it stands.
func TestImportFromStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("REDRESS_DATABASE_URL", "sqlite://redress.db")
	kept := t.TempDir()
	t.Setenv("TMPDIR", kept)
	const file = "What;When\nHole, deep;03/04/2025\nDog;15/04/2025\n"
	pipe, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = out.WriteString(file)
		_ = out.Close()
	}()
	redirected, err := os.Create("lines.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = redirected.Close() }()
	const before = "read before\n"
	if _, err := redirected.WriteString(before + file); err != nil {
		t.Fatal(err)
	}
	if _, err := redirected.Seek(int64(len(before)), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in     *os.File
		counts string
	}{{pipe, "2 imported"}, {redirected, "2 already imported"}} {
		var said bytes.Buffer
		args := []string{"import", "complaints", "-", "--map", "title=What", "--map", "opened_at=When", "--timezone", "UTC"}
		if err := run(t.Context(), args, c.in, &said, &said); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{c.counts, "When: day first (line 3: 15/04/2025)", "No row was rejected or changed"} {
			if !strings.Contains(said.String(), want) {
				t.Errorf("says\n%s\nwithout %q", said.String(), want)
			}
		}
	}
	if left, err := os.ReadDir(kept); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestImportTakesNamedColumns: beside the columns that --map names, those that have the name of a field fill it, unless another field
// has them. What only a file of another Redress has, such as id, is not taken from others.
func TestImportTakesNamedColumns(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		file := filepath.Join(h.dir, "town.csv")
		if err := os.WriteFile(file, []byte("Town works\nid,What,Description,Opened At,address,ZONE,Place,rating,closing_text\n"+
			"7,Hole,deep,2015-01-01T10:00:00Z,Elm St 1,North,Park,x,filled\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		report := filepath.Join(h.dir, "report.csv")
		said := h.mustRun(t, "", "import", "complaints", file, "--map", "title=What", "--map", "external_ref=id", "--map", "zone2=Place",
			"--map", "category1=closing_text", "--report", report)
		if !strings.Contains(said, "1 imported") || !strings.Contains(said, "Columns that were not imported: rating\n") {
			t.Errorf("it said %s", said)
		}
		db, _ := h.open(t)
		var got string
		if err := db.DB().QueryRowContext(t.Context(), `SELECT c.title || '|' || c.description || '|' || c.address || '|' || c.external_ref || '|' || z.name || '|' || k.name
			FROM complaints c JOIN zones z ON z.id = c.zone_id JOIN categories k ON k.id = c.category_id`).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if want := "Hole|deep|Elm St 1|csv:7|Park|filled"; got != want {
			t.Errorf("imported %s, not %s", got, want)
		}
		if again := h.mustRun(t, "", "import", "complaints", file, "--map", "title=What", "--map", "external_ref=id", "--map", "description=Place",
			"--map", "address=Description", "--dry-run", "--report", report); !strings.Contains(again, "Columns that were not imported: address, rating\n") {
			t.Errorf("with a column of another field: %s", again)
		}
	})
}
