package csvimport_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/csvimport"
)

var titled = map[string]string{"external_ref": "id", "title": "title", "description": "text"}

func TestFilesAsPeopleHaveThem(t *testing.T) {
	long := strings.Repeat("é", 300)
	cases := []struct {
		name, file  string
		titles      []string // by external reference
		damaged     int
		windows     int    // rows in Windows-1252
		description string // of the first, where it matters
	}{
		{name: "Plain", file: "id,title,text\n1,One,\n2,Two,\n", titles: []string{"One", "Two"}},
		{name: "NoLastNewline", file: "id,title,text\r\n1,One,", titles: []string{"One"}},
		{name: "ByteOrderMark", file: "\ufeffid,title,text\n1,One,\n", titles: []string{"One"}},
		{name: "UTF16", file: utf16le("id,title,text\n1,Größe,\n"), titles: []string{"Größe"}},
		{name: "Windows1252", file: "id,title,text\n1,Mayor\x92s caf\xe9,\n2,\x81,\n", titles: []string{"Mayor’s café", "\ufffd"}, damaged: 1, windows: 1},
		{name: "DamagedBefore", file: "id,title,text\n1,Mayor\ufffds,\n", titles: []string{"Mayor\ufffds"}, damaged: 1},
		{name: "ZeroBytes", file: "id,title,text\n1,a\x00b,\n", titles: []string{"a b"}, damaged: 1},
		{name: "Semicolons", file: "id;title;text\n1;a,b;\n", titles: []string{"a,b"}},
		{name: "Tabs", file: "id\ttitle\ttext\n1\ta,b;c\t\n", titles: []string{"a,b;c"}},
		{name: "QuotedHeader", file: "\"id\";\"title\";\"text, long, really, really\"\n1;One;\n", titles: []string{"One"}},
		{name: "QuotedLines", file: "id,title,text\n1,\"On\ne\",\"a  b\r\n\r\nc, \"\"d\"\"\"\n2,Two,\n", titles: []string{"On e", "Two"}, description: "a b\n\nc, \"d\""},
		{name: "LooseQuotes", file: "id,title,text\n1,5\" pipe,\n2,\"the \"old\" one\",\n", titles: []string{`5" pipe`, `the "old" one`}},
		{name: "BlankLines", file: "\n\nid,title,text\n\n1,One,\n\r\n2,Two,\n\n", titles: []string{"One", "Two"}},
		{name: "EmptyCellsBehind", file: "id,title,text\n1,One,,,\n", titles: []string{"One"}},
		{name: "NumbersAsFloats", file: "id,title,text\n1.0,One,\n", titles: []string{"One"}},
		{name: "LongTitle", file: "id,title,text\n1," + long + ",\n", titles: []string{strings.Repeat("é", 199) + "…"}},
		{name: "HugeText", file: "id,title,text\n1,One," + strings.Repeat("x", 900_000) + "\n", titles: []string{"One"}, description: strings.Repeat("x", 9_999) + "…"},
		{name: "WideRows", file: "id,title,text" + wide("c") + "\n1,One," + wide("x") + "\n", titles: []string{"One"}},
		{name: "HeaderOnly", file: "id,title,text\n"},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				columns := titled
				if c.name == "QuotedHeader" {
					columns = map[string]string{"external_ref": "id", "title": "title"}
				}
				sum, _ := d.importFile(t, c.file, csvimport.Options{Columns: columns, Prefix: c.name})
				if sum.Imported != len(c.titles) || sum.Rejected != 0 || sum.Warnings[csvimport.DamagedLetters] != c.damaged || sum.Warnings[csvimport.Windows1252] != c.windows {
					t.Errorf("%+v", sum)
				}
				rows := d.Complaint.Query().Where(complaint.ExternalRefHasPrefix(c.name + ":")).Order(complaint.ByExternalRef()).AllX(d.ctx)
				var titles []string
				for _, r := range rows {
					titles = append(titles, r.Title)
				}
				if !slices.Equal(titles, c.titles) {
					t.Errorf("titles %q, want %q", titles, c.titles)
				}
				if c.description != "" && rows[0].Description != c.description {
					t.Errorf("description %q", rows[0].Description)
				}
			})
		}
	})
}

func wide(cell string) string {
	var b strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&b, ",%s%d", cell, i)
	}
	return b.String()
}

func utf16le(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func TestBadRowsAreListedAndTheRestGoesIn(t *testing.T) {
	cases := []struct {
		name, row     string
		line          string // of the report, when it is not 2
		field, reason string
		others        int // of the rows behind it that are taken
	}{
		{name: "NoTitle", row: "1,,,1/1/2015,,,,", field: "title", reason: "neither title nor category nor description is given", others: 1},
		{name: "TooFewCells", row: "1,One", reason: "the row has 2 cells, the header 8", others: 1},
		{name: "TooManyCells", row: "1,One,,1/1/2015,,,,,x", reason: "the row has 9 cells, the header 8", others: 1},
		{name: "NothingInIt", row: ", ,,,,,,", reason: "the row is empty", others: 1},
		{name: "NotOpened", row: "1,One,,,,,,", field: "opened_at", reason: "is empty", others: 1},
		{name: "NoTime", row: "1,One,,31/31/2015,,,,", field: "opened_at", reason: `"31/31/2015" is not a time that can be read`, others: 1},
		{name: "Formula", row: `1,One,,1/1/2015,=1+1,,,`, field: "closed_at", reason: `"=1+1" is not a time that can be read`, others: 1},
		{name: "InTheFuture", row: "1,One,,1/1/2027,,,,", field: "opened_at", reason: `"1/1/2027" lies in the future`, others: 1},
		{name: "Unlikely", row: "1,One,,1/1/0015,,,,", field: "opened_at", reason: `"1/1/0015" is not a plausible time`, others: 1},
		{name: "UnknownStatus", row: "1,One,,1/1/2015,,lost,,", field: "status", reason: `"lost" is not known: map it in the statuses of a mapping file`, others: 1},
		{name: "LongNumber", row: strings.Repeat("1", 200) + ",One,,1/1/2015,,,,", field: "external_ref", reason: "longer than 189 characters", others: 1},
		{
			name: "TwoComplaintsWithOneNumber", row: "1,One,,1/1/2015,,,,\n1,Two,,1/22/2015,,,,", line: "3", field: "external_ref",
			reason: "belongs to another complaint, with another opening time: choose a column whose values are all different, or give the file a --prefix of its own", others: 2,
		},
		{name: "OpenQuote", row: `1,"One,,1/1/2015,,,,`, reason: "a quote is opened and not closed", others: 1},
		{name: "EndlessLine", row: "1," + strings.Repeat("x", 1<<20) + ",,1/1/2015,,,,", reason: "the line is longer than 1048576 bytes", others: 1},
	}
	columns := map[string]string{"opened_at": "opened", "closed_at": "closed", "status": "status", "latitude": "lat", "longitude": "lon"}
	maps.Copy(columns, titled)
	forEachDatabase(t, func(t *testing.T, d *env) {
		for i, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				file := "id,title,text,opened,closed,status,lat,lon\n" + c.row + "\nlast,Last,,1/1/2015,,,91,0\n"
				// A prefix of ten letters with its colon, so that the longest number is known.
				sum, report := d.importFile(t, file, csvimport.Options{Columns: columns, Prefix: fmt.Sprintf("%010d", i), Timezone: "UTC"})
				if c.line == "" {
					c.line = "2"
				}
				if sum.Rejected != 1 || sum.Imported != c.others {
					t.Errorf("%+v %q", sum, report)
				}
				i := slices.IndexFunc(report, func(r []string) bool { return r[1] == "rejected" })
				if i < 0 || report[i][0] != c.line || report[i][2] != c.field || report[i][3] != c.reason {
					t.Errorf("listed %q", report)
				}
				// The last row shows that lines are counted right behind the bad one.
				last := fmt.Sprint(2 + strings.Count(c.row, "\n") + 1)
				if !slices.ContainsFunc(report, func(r []string) bool { return r[0] == last && r[1] == "warning" && r[2] == "position" }) {
					t.Errorf("no warning about line %s: %q", last, report)
				}
			})
		}
	})
}

func TestReportIsNoSpreadsheetProgram(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		_, report := d.importFile(t, "id,title,text\n1,,\n", csvimport.Options{Columns: titled, Prefix: "=cmd|'/c calc'!A1"})
		_, again := d.importFile(t, "id,title,text\n1,"+strings.Repeat("x", 201)+",\n", csvimport.Options{Columns: titled, Prefix: "=cmd|'/c calc'!A1"})
		if len(report) != 1 || report[0][4] != "'=cmd|'/c calc'!A1:1" || len(again) != 1 || again[0][4] != "'=cmd|'/c calc'!A1:1" {
			t.Errorf("%q %q", report, again)
		}
	})
}

func TestFilesThatCannotBeReadAreRefusedWithAReason(t *testing.T) {
	cases := []struct {
		name, file string
		opts       csvimport.Options
		want       string
	}{
		{"Empty", "", csvimport.Options{}, "the file is empty"},
		{"BlankLinesOnly", "\n\r\n", csvimport.Options{}, "the file is empty"},
		{"Workbook", "PK\x03\x04\x00\x00", csvimport.Options{}, "is not CSV text"},
		{"UnknownColumns", "a,b\n1,2\n", csvimport.Options{}, "san-francisco-311, toronto-311): map them with --map title=COLUMN"},
		{
			"UsualColumns", "Ticket ID;Betreff;Eingang;Stadtteil;O'Neill\n1;2;3;4;5\n",
			csvimport.Options{},
			"--map 'external_ref=Ticket ID' --map title=Betreff --map zone1=Stadtteil --map opened_at=Eingang (as their names suggest; try it with --dry-run)",
		},
		{
			"UsualColumnsWithoutOpening", "Betreff;Stadtteil;Zeit\n1;2;3\n",
			csvimport.Options{},
			"--map title=Betreff --map zone1=Stadtteil (as their names suggest; try it with --dry-run); no name suggests when the complaints were opened: " +
				"name the column with --map opened_at=COLUMN, or each is opened at the time of the import; or with a mapping file; the file has Betreff, Stadtteil, Zeit",
		},
		{
			"StatesOfTheUSA", "Ticket ID,Subject,Opened,State,Case Status\n1,2,3,MA,x\n1,2,3,,y\n",
			csvimport.Options{},
			"--map 'external_ref=Ticket ID' --map title=Subject --map opened_at=Opened --map 'status=Case Status' (as",
		},
		{"OnlyStatesOfTheUSA", "Subject,Opened,State\n2,3,New York\n", csvimport.Options{}, "--map title=Subject --map opened_at=Opened (as"},
		{"StateWithoutValues", "Subject,Opened,State\n", csvimport.Options{}, "--map title=Subject --map opened_at=Opened (as"},
		{"StateOfTheComplaint", "Subject,Opened,State\n2,3,Open\n", csvimport.Options{}, "--map opened_at=Opened --map status=State (as"},
		{
			"GermanColumns",
			"Vorgangs-Nr.;Anliegen;Sachverhalt;Hauptkategorie;Unterkategorie;Stadtbezirk;Priorität;Straße;Geografische Breite;Geografische Länge;Meldedatum;Fällig am;" +
				"Erledigt am;Bearbeitungsstand;Rückmeldung;Meldeweg;E-Mail-Adresse\n",
			csvimport.Options{},
			"--map external_ref=Vorgangs-Nr. --map title=Anliegen --map description=Sachverhalt --map category1=Hauptkategorie --map category2=Unterkategorie " +
				"--map zone1=Stadtbezirk --map 'priority=Priorität' --map 'address=Straße' --map 'latitude=Geografische Breite' --map 'longitude=Geografische Länge' " +
				"--map opened_at=Meldedatum --map 'due_at=Fällig am' --map 'closed_at=Erledigt am' --map status=Bearbeitungsstand " +
				"--map 'closing_text=Rückmeldung' --map channel=Meldeweg --map reporter=E-Mail-Adresse (as",
		},
		{"LocalTimes", "a,b\n1,2015-01-01 10:00\n", csvimport.Options{Columns: map[string]string{"title": "a", "opened_at": "b"}}, "line 2 has a time without a time zone"},
		{"LocalDays", "a,b,c\n1,2015-01-01T10:00:00Z,\n1,2015-01-01T10:00:00Z,1/2/2015\n", csvimport.Options{Columns: map[string]string{"title": "a", "opened_at": "b", "due_at": "c"}, DayFirst: new(false)}, "line 3 has a time without a time zone"},
		{"LocalSpreadsheet", "a,b\n1,43394.5\n", csvimport.Options{Columns: map[string]string{"title": "a", "opened_at": "b"}}, "--timezone America/New_York"},
		{"LocalOpen311", "service_request_id,service_name,requested_datetime\n1,Noise,2015-01-01T10:00:00\n", csvimport.Options{}, "which one are its times in?"},
		{"JSONWithoutRecords", "{\"success\": true,\n \"count\": 0}", csvimport.Options{}, "the file is JSON without a list of records"},
		{"EmptyJSON", "[]", csvimport.Options{}, "the file has no records"},
		{"CutJSON", `[{"title": "x"`, csvimport.Options{}, "the JSON of the file ends too early"},
		{"BrokenJSON", `[{"title" "x"}]`, csvimport.Options{}, "the file is not valid JSON (at byte 1"},
		{"LongJSON", `[{"title": "` + strings.Repeat("x", 3<<20) + `"}]`, csvimport.Options{}, "a record of the file is longer than 1048576 bytes"},
		{"JSONUnknownColumns", `[{"a": 1, "b": {"c": 2}}]`, csvimport.Options{}, "the file has a, b.c"},
		{
			"ShellInNames", "`id`,\"`./t`itle\",~/address,O'pened\n1,2,3,4\n",
			csvimport.Options{},
			"--map 'external_ref=`id`' --map 'title=`./t`itle' --map 'address=~/address' --map 'opened_at=O'\\''pened' (as",
		},
		{"NoSuchColumn", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "c"}}, `no column "c"; it has a, b`},
		{"NoSuchField", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"titel": "a"}}, `no field "titel"; there are external_ref, title,`},
		{"NoTitle", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"address": "a"}}, "no column gives the complaints a title"},
		{"NoSuchMapping", "a,b\n1,2\n", csvimport.Options{Mapping: "springfield-311"}, "neither a file nor a built-in mapping (boston-311, chicago-311"},
		{"AnotherCitysMapping", "a,b\n1,2\n", csvimport.Options{Mapping: "boston-311"}, "no column gives the complaints a title"},
		{"ColumnTwice", "a,A\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}}, `2 columns "a"`},
		{"NoSuchZone", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}, Timezone: "Mars/North"}, `time zone "Mars/North" is not known`},
		{"NoSuchReporter", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}, Reporter: "x@example.com"}, "there is no account with this address"},
		{"NoAddress", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}, Reporter: "x"}, "--reporter x is not an e-mail address"},
		{"FormatWithoutYear", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}, DateFormat: "%d.%m."}, "it has no year"},
		{"FormatUnknown", "a,b\n1,2\n", csvimport.Options{Columns: map[string]string{"title": "a"}, DateFormat: "%Q"}, `date format "%Q"`},
		{"BrokenHeader", "a,\"b\n1,2\n", csvimport.Options{}, "the header (line 1) can't be read"},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				var report bytes.Buffer
				sum, err := d.importer().Complaints(t.Context(), strings.NewReader(c.file), &report, c.opts)
				if err == nil || !strings.Contains(err.Error(), c.want) || sum.Read != 0 || report.Len() != 0 {
					t.Errorf("%v, want %q; %+v", err, c.want, sum)
				}
			})
		}
		if n := d.AuditEntry.Query().CountX(d.ctx) + d.Complaint.Query().CountX(d.ctx); n != 0 {
			t.Errorf("%d rows were written", n)
		}
	})
}
