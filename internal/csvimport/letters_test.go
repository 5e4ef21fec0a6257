package csvimport_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/charset"
	"github.com/redress/redress/internal/csvimport"
)

// written returns a text in an encoding.
func written(t *testing.T, text, name string) string {
	t.Helper()
	e, err := charset.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestLettersAreDecidedByTheFile: a file is read in the encoding that its letters say, which is said, or the import asks and
// writes nothing.
func TestLettersAreDecidedByTheFile(t *testing.T) {
	const (
		russian  = "id;title\n1;Не горит фонарь возле школы\n2;Яма на дороге, мусор не вывозят\n"
		greek    = "id,title\n1,Ο κάδος σκουπιδιών είναι γεμάτος\n2,Έσπασε η κούνια\n"
		polish   = "id,title\n1,Dziura w jezdni na ulicy Żeromskiego\n2,\"Złamana gałąź nad ścieżką, pęknięta rura\"\n"
		german   = "id,title\n1,Straßenlaterne fällt nachts aus\n2,\"Überfüllte Mülleimer, Fußgänger laufen über die Straße\"\n"
		taiwan   = "id|title\n1|學校門口的路燈不亮了功能許蓋廣場\n2|社區前面的道路有一個大坑請盡快修理\n"
		japanese = "id\ttitle\n1\t歩道がこわれていて危ないです能表\n2\t公園のブランコが壊れているので直してください\n"
		korean   = "id,title\n1,쓰레기통이 일주일째 가득 차 있습니다\n2,나무가 자전거 도로에 쓰러졌습니다\n"
		latvian  = "id,title\n1,Bedre ceļā pretī veikalam\n2,x\n"
	)
	cases := []struct {
		name, text, in string
		file           string // instead of the text in the encoding
		encoding       string // that is asked for
		said           string
		asks           []string // parts of the question
	}{
		{name: "UTF-8", text: russian, in: "UTF-8"},
		{name: "UTF-8 with a mark", text: russian, in: "UTF-8", file: "\ufeff" + russian},
		{name: "UTF-16", text: russian, in: "UTF-8", file: "\xff\xfe" + written(t, russian, "UTF-16LE")},
		{name: "Russian in 1251", text: russian, in: "windows-1251", said: "windows-1251"},
		{name: "Russian in KOI8-R", text: russian, in: "KOI8-R", said: "KOI8-R"},
		{name: "Russian of DOS", text: russian, in: "IBM866", said: "IBM866"},
		{name: "Greek", text: greek, in: "ISO-8859-7", said: "windows-1253"},
		{name: "Polish in 1250", text: polish, in: "windows-1250", said: "windows-1250"},
		{name: "Polish in Latin 2", text: polish, in: "ISO-8859-2", said: "ISO-8859-2"},
		{name: "Polish of DOS", text: polish, in: "IBM852", said: "IBM852"},
		{name: "German in 1252", text: german, in: "windows-1252", said: "windows-1252"},
		{name: "German of DOS", text: german, in: "IBM850", said: "IBM850"},
		{name: "German of a Macintosh", text: german, in: "macintosh", said: "macintosh"},
		{name: "bars in Big5", text: taiwan, in: "Big5", said: "Big5"},
		{name: "Japanese in Shift_JIS", text: japanese, in: "Shift_JIS", said: "Shift_JIS"},
		{name: "Japanese in EUC", text: japanese, in: "EUC-JP", said: "EUC-JP"},
		{name: "Korean", text: korean, in: "EUC-KR", said: "EUC-KR"},
		{name: "JSON", text: "[{\"id\":1,\"title\":\"Не горит фонарь возле школы\"},{\"id\":2,\"title\":\"Яма на дороге, мусор не вывозят\"}]", in: "windows-1251", said: "windows-1251"},
		{
			name: "Latvian", text: latvian, in: "windows-1257",
			asks: []string{"in which encoding", "  windows-1252:\n    Bedre ceïâ pretî veikalam\n", "  windows-1257:\n    Bedre ceļā pretī veikalam\n", "--encoding windows-1257"},
		},
		{name: "Latvian that is said", text: latvian, in: "windows-1257", encoding: "windows-1257", said: "windows-1257"},
		{name: "what is said goes first", text: latvian, in: "windows-1257", file: written(t, latvian, "windows-1257"), encoding: "windows-1252", said: "windows-1252"},
		{name: "an unknown name", text: latvian, in: "windows-1257", encoding: "windows-9999", asks: []string{`--encoding: "windows-9999" is no character encoding`}},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			file := c.file
			if file == "" {
				file = written(t, c.text, c.in)
			}
			opts := csvimport.Options{Columns: map[string]string{"external_ref": "id", "title": "title"}, Prefix: c.name, Encoding: c.encoding}
			var report bytes.Buffer
			sum, err := d.importer().Complaints(t.Context(), strings.NewReader(file), &report, opts)
			if len(c.asks) > 0 {
				for _, want := range c.asks {
					if err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s: %v, want %q", c.name, err, want)
					}
				}
				if n := d.Complaint.Query().Where(complaint.ExternalRefHasPrefix(c.name)).CountX(d.ctx); n > 0 {
					t.Errorf("%s: %d rows are stored", c.name, n)
				}
				continue
			}
			if err != nil || sum.Imported != 2 || sum.Encoding != c.said {
				t.Errorf("%s: %+v, %v", c.name, sum, err)
				continue
			}
			as := c.in
			if c.encoding != "" {
				as = c.encoding
			}
			want := c.text
			if c.file == "" || c.encoding != "" {
				want = read(t, file, as)
			}
			for _, id := range []string{"1", "2"} {
				if title := d.complaint(t, c.name+":"+id).Title; !strings.Contains(want, title) || title == "" {
					t.Errorf("%s: got %q", c.name, title)
				}
			}
		}
	})
}

// read returns the text that bytes in an encoding are.
func read(t *testing.T, raw, name string) string {
	t.Helper()
	e, err := charset.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := e.NewDecoder().String(raw)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestLettersOfLists: lists are read as files of complaints are, three names too.
func TestLettersOfLists(t *testing.T) {
	const zones = "name\nЦентральный\nСеверный\nЮжный\n"
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, err := d.importer().List(t.Context(), csvimport.Zones, strings.NewReader(written(t, zones, "windows-1251")), new(bytes.Buffer), csvimport.Options{})
		if err != nil || sum.Encoding != "windows-1251" {
			t.Fatalf("%+v, %v", sum, err)
		}
		for _, z := range d.Zone.Query().AllX(d.ctx) {
			if !strings.Contains(zones, z.Name) {
				t.Errorf("got %q", z.Name)
			}
		}
		asked := written(t, "name\nBedre ceļā pretī veikalam\n", "windows-1257")
		if _, err := d.importer().List(t.Context(), csvimport.Groups, strings.NewReader(asked), new(bytes.Buffer), csvimport.Options{}); err == nil || !strings.Contains(err.Error(), "--encoding") {
			t.Errorf("got %v", err)
		}
		if _, err := d.importer().List(t.Context(), csvimport.Groups, strings.NewReader(asked), new(bytes.Buffer), csvimport.Options{Encoding: "windows-1257"}); err != nil || d.Group.Query().AllX(d.ctx)[0].Name != "Bedre ceļā pretī veikalam" {
			t.Errorf("got %v", err)
		}
	})
}
