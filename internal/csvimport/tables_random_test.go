package csvimport_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/charset"
	"github.com/redress/redress/internal/csvimport"
)

// languages are texts with the encodings that people write them in, besides those of Unicode.
var languages = []struct {
	encodings []string
	header    []string // number, title, text, opened, closed, position, latitude, longitude
	texts     []string
}{
	{
		[]string{"windows-1252", "ISO-8859-1", "ISO-8859-15", "IBM850", "macintosh"},
		[]string{"Nr", "Betreff", "Schilderung", "Eröffnet", "Erledigt", "Lage", "Breite", "Länge"},
		[]string{"Straßenlaterne fällt aus", "Überfüllte Mülleimer", "Öl auf der Fahrbahn", "Fußgängerbrücke ist glatt", "Bäume müssen geschnitten werden", "Größere Pfützen"},
	},
	{
		[]string{"windows-1252", "ISO-8859-1", "ISO-8859-15", "IBM850", "macintosh"},
		[]string{"Numéro", "Titre", "Détail", "Créé", "Fermé", "Repère", "Latitude", "Longitude"},
		[]string{"Lampadaire cassé près de l'école", "Déchets à côté du marché", "Forêt: arbre tombé", "Trottoir abîmé", "Château d'eau, fuite", "Ça déborde"},
	},
	{
		[]string{"windows-1250", "ISO-8859-2", "IBM852"},
		[]string{"Numer", "Tytuł", "Treść", "Zgłoszono", "Zamknięto", "Położenie", "Szerokość", "Długość"},
		[]string{"Dziura w jezdni na ulicy Żeromskiego", "Złamana gałąź nad ścieżką", "Pęknięta rura", "Śmieci na przystanku", "Światło nie działa", "Łatanie dróg"},
	},
	{
		[]string{"windows-1251", "KOI8-R", "IBM866", "ISO-8859-5"},
		[]string{"Номер", "Тема", "Описание", "Открыто", "Закрыто", "Место", "Широта", "Долгота"},
		[]string{"Не горит фонарь", "Яма на дороге", "Мусор не вывозят", "Сломаны качели во дворе", "Течёт труба у подъезда", "Нет воды второй день"},
	},
	{
		[]string{"windows-1253", "ISO-8859-7"},
		[]string{"Αριθμός", "Θέμα", "Περιγραφή", "Άνοιξε", "Έκλεισε", "Θέση", "Πλάτος", "Μήκος"},
		[]string{"Ο κάδος είναι γεμάτος", "Έσπασε η κούνια", "Λακκούβα στον δρόμο", "Σβηστή λάμπα στην πλατεία", "Πεσμένο δέντρο", "Διαρροή νερού"},
	},
	{
		[]string{"GBK", "GB18030"},
		[]string{"编号", "标题", "内容", "开始", "结束", "位置", "纬度", "经度"},
		[]string{"路灯不亮", "垃圾没有人清理", "道路上有一个大坑", "自来水管破裂漏水", "公园的长椅坏了", "噪音很大无法睡觉"},
	},
	{
		[]string{"Big5"},
		[]string{"編號", "標題", "內容", "開始", "結束", "位置", "緯度", "經度"},
		[]string{"學校門口的路燈不亮了", "道路有一個大坑請盡快修理", "垃圾沒有人清運", "公園的椅子壞了", "水管破裂漏水", "樹木倒在人行道上"},
	},
	{
		[]string{"Shift_JIS", "EUC-JP"},
		[]string{"番号", "件名", "内容", "受付", "完了", "場所", "緯度", "経度"},
		[]string{"歩道がこわれていて危ないです", "公園のブランコが壊れている", "街灯がつかない", "ごみが回収されていません", "道路に穴があいています", "水道管から水がもれています"},
	},
	{
		[]string{"EUC-KR"},
		[]string{"번호", "제목", "내용", "접수", "완료", "위치", "위도", "경도"},
		[]string{"쓰레기통이 가득 차 있습니다", "나무가 도로에 쓰러졌습니다", "가로등이 꺼졌어요", "도로에 구멍이 났습니다", "수도관이 터졌습니다", "놀이터 그네가 고장났어요"},
	},
}

// plainHeader has the names of columns in ASCII.
var plainHeader = []string{"id", "title", "text", "opened", "closed", "position", "latitude", "longitude"}

// timeForms are ways to write a time, and whether each of its days may be taken for a month.
var timeForms = []struct {
	layout    string
	keeps     time.Duration
	ambiguous bool
}{
	{"2006-01-02T15:04:05Z", time.Second, false},
	{"2006-01-02 15:04:05", time.Second, false},
	{"2006-01-02", 24 * time.Hour, false},
	{"2006/01/02 15:04", time.Minute, false},
	{"20060102", 24 * time.Hour, false},
	{"02.01.2006 15:04", time.Minute, false},
	{"2.1.06, 15:04", time.Minute, false},
	{"2 Jan 2006 15:04", time.Minute, false},
	{"January 2, 2006 3:04 PM", time.Minute, false},
	{"Mon, 02 Jan 2006 15:04:05 +0000", time.Second, false},
	{"02/01/2006 15:04", time.Minute, true},
	{"2/1/2006 3:04:05 PM", time.Second, true},
	{"2/1/06", 24 * time.Hour, true},
	{"02-01-2006 15:04", time.Minute, true},
	{"01/02/2006 15:04", time.Minute, true},
	{"1/2/2006 3:04:05 PM", time.Second, true},
	{"1/2/06 15:04", time.Minute, true},
	{"1-2-2006", 24 * time.Hour, true},
}

// positionForms write a position that is a multiple of 0.0001 degrees.
var positionForms = []func(lat, lon float64) string{
	func(lat, lon float64) string { return fmt.Sprintf("%.4f, %.4f", lat, lon) },
	func(lat, lon float64) string { return fmt.Sprintf("(%.6f,%.6f)", lat, lon) },
	func(lat, lon float64) string {
		return strings.ReplaceAll(fmt.Sprintf("%.4f; %.4f", lat, lon), ".", ",")
	},
	func(lat, lon float64) string { return fmt.Sprintf("POINT (%.4f %.4f)", lon, lat) },
	func(lat, lon float64) string { return fmt.Sprintf("SRID=4326;POINT(%.4f %.4f)", lon, lat) },
	func(lat, lon float64) string {
		return fmt.Sprintf(`{"type":"Point","coordinates":[%.4f,%.4f]}`, lon, lat)
	},
	func(lat, lon float64) string { return fmt.Sprintf("geo:%.4f,%.4f", lat, lon) },
	func(lat, lon float64) string { return degrees(lat, "N", "S") + " " + degrees(lon, "E", "W") },
}

// degrees writes an angle in degrees, minutes and seconds.
func degrees(angle float64, positive, negative string) string {
	letter := positive
	if angle < 0 {
		angle, letter = -angle, negative
	}
	hundredths := int(math.Round(angle * 360_000)) // of a second
	return fmt.Sprintf(`%d°%d'%d.%02d"%s`, hundredths/360_000, hundredths/6_000%60, hundredths/100%60, hundredths%100, letter)
}

// randomTable is a table and what it says.
type randomTable struct {
	file    []byte
	as      string // its encoding
	text    string // the file in UTF-8
	options csvimport.Options
	rows    map[string]truth // by reference
	foreign int              // letters beyond ASCII
	decided bool             // whether its days can't be taken for months
	unicode bool
}

// truth is what a row says.
type truth struct {
	title, description, opened, closed string
	lat, lon                           float64
	position                           bool // whether there is one
	unreadable                         bool // whether it is written as nobody can read it
}

// drawTable writes a table of some rows.
func drawTable(t *testing.T, draw *rand.Rand, prefix string) randomTable {
	t.Helper()
	one := func(of ...string) string { return of[draw.IntN(len(of))] }
	language := languages[draw.IntN(len(languages))]
	table := randomTable{as: one(language.encodings...), rows: map[string]truth{}, options: csvimport.Options{Prefix: prefix, Timezone: "UTC", Columns: map[string]string{}}}
	if draw.IntN(3) == 0 {
		table.as, table.unicode = one("UTF-8", "UTF-8 with a mark", "UTF-16LE", "UTF-16BE"), true
	}
	comma, end := one(",", ";", "\t", "|"), one("\n", "\r\n", "\r\n", "\r")
	header := plainHeader
	if draw.IntN(2) == 0 {
		header = language.header
	}
	form := timeForms[draw.IntN(len(timeForms))]
	table.decided = !form.ambiguous
	write := positionForms[draw.IntN(len(positionForms))]
	if table.as != "UTF-8" && !table.unicode && strings.Contains(write(1, 1), "°") {
		write = positionForms[0] // few encodings have the degree sign
	}
	split, several := draw.IntN(4) == 0, end != "\r" // two columns of numbers; texts of several lines
	order := draw.Perm(len(header))
	quoteAll := draw.IntN(3) == 0
	half := strings.NewReplacer("AM", one("AM", "am", "a.m."), "PM", one("PM", "pm", "p.m.")).Replace

	var file strings.Builder
	line := func(cells ...string) {
		for i, cell := range cells {
			if quoteAll || strings.ContainsAny(cell, comma+"\"\r\n") {
				cells[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
		}
		file.WriteString(strings.Join(cells, comma) + end)
	}
	record := func(cells []string) {
		var ordered []string
		for _, i := range order {
			ordered = append(ordered, cells[i])
		}
		line(ordered...)
	}
	if draw.IntN(4) == 0 {
		file.WriteString("sep=" + comma + end)
	}
	for range draw.IntN(3) {
		line(one("Export", "Report of 2025", language.texts[0]))
	}
	record(slices.Clone(header))
	fields := []string{"external_ref", "title", "description", "opened_at", "closed_at", "position", "latitude", "longitude"}
	for i, field := range fields {
		if i < 5 || split == (i > 5) {
			table.options.Columns[field] = header[i]
		}
	}
	for n := range 1 + draw.IntN(1+draw.IntN(15)) {
		row := truth{title: one(language.texts...), description: one(language.texts...), position: draw.IntN(5) > 0, unreadable: !split && draw.IntN(12) == 0}
		row.title += one("", "", ", 2", "; rue 3", " | x", ` "5"`)
		if several {
			row.description += one(" ", "\n", "\n\n") + one(language.texts...)
		}
		opened := time.Date(1990+draw.IntN(30), time.Month(1+draw.IntN(12)), 1+draw.IntN(28), 0, 0, 0, 0, time.UTC).
			Add(time.Duration(draw.IntN(24*3600)) * time.Second).Truncate(form.keeps)
		closed := opened.Add(time.Duration(draw.IntN(100*24)) * time.Hour).Truncate(form.keeps)
		row.opened, row.closed = opened.Format(time.RFC3339), closed.Format(time.RFC3339)
		table.decided = table.decided || opened.Day() > 12 || closed.Day() > 12
		row.lat, row.lon = float64(draw.IntN(1_600_000)-800_000)/10_000, float64(draw.IntN(3_400_000)-1_700_000)/10_000
		cells := []string{strconv.Itoa(n), row.title, strings.ReplaceAll(row.description, "\n", one("\n", end)), half(opened.Format(form.layout)), half(closed.Format(form.layout)), "", "", ""}
		switch {
		case row.unreadable:
			cells[5] = "(391779.3, 5820072.1)"
		case !row.position:
		case split:
			cells[6], cells[7] = fmt.Sprintf("%.4f", row.lat), fmt.Sprintf("%.4f", row.lon)
		default:
			cells[5] = write(row.lat, row.lon)
		}
		record(cells)
		table.rows[fmt.Sprintf("%s:%d", prefix, n)] = row
	}
	table.text = file.String()
	for _, r := range table.text {
		if r >= utf8.RuneSelf {
			table.foreign++
		}
	}
	switch table.as {
	case "UTF-8":
		table.file = []byte(table.text)
	case "UTF-8 with a mark":
		table.file = []byte("\ufeff" + table.text)
	case "UTF-16LE", "UTF-16BE":
		table.file = []byte(written(t, "\ufeff"+table.text, table.as))
	default:
		table.file = []byte(written(t, table.text, table.as))
	}
	return table
}

// TestRandomTables writes tables whose truth is known, in many encodings, with many separators, orders of days and months, headers,
// quotes and positions, and finds each value as it was meant, or listed, or is asked. It prints its seed; REDRESS_SOAK_TABLES makes it
// long.
func TestRandomTables(t *testing.T) {
	seed := rand.Uint64()
	if text := os.Getenv("REDRESS_TEST_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	tables := map[string]int{"sqlite": 200, "postgres": 40}
	if text := os.Getenv("REDRESS_SOAK_TABLES"); text != "" {
		n, _ := strconv.Atoi(text)
		tables = map[string]int{"sqlite": n, "postgres": n / 5}
	}
	t.Logf("REDRESS_TEST_SEED=%d", seed)
	forEachNamedDatabase(t, func(t *testing.T, name string, d *env) {
		draw := rand.New(rand.NewPCG(seed, 0))
		plain, asked := 0, 0
		for n := range tables[name] {
			table := drawTable(t, draw, fmt.Sprintf("t%d", n))
			var report bytes.Buffer
			sum, err := d.importer().Complaints(t.Context(), bytes.NewReader(table.file), &report, table.options)
			western := table.as == charset.Western && !strings.ContainsFunc(table.text, func(r rune) bool { return r > 0x2ff })
			if table.decided && table.foreign >= 20 {
				plain++
			}
			if err != nil {
				if !strings.Contains(err.Error(), "--encoding") && !strings.Contains(err.Error(), "--day-first") {
					t.Errorf("table %d in %s: %v\n%s", n, table.as, err, table.text)
				}
				if table.decided && (table.unicode || western) {
					t.Errorf("table %d in %s asks: %v\n%s", n, table.as, err, table.text)
				}
				if table.decided && table.foreign >= 20 {
					asked++
				}
				continue
			}
			if wrong := table.compare(t, d, sum, report.String()); wrong != "" {
				t.Errorf("table %d in %s, read in %s: %s\n%s", n, table.as, sum.Encoding, wrong, table.text)
			}
		}
		t.Logf("%d of %d tables with 20 letters are asked for", asked, plain)
		if most := max(plain/20, 3); asked > most {
			t.Errorf("more than %d are", most)
		}
	})
}

// compare returns what of a table was stored otherwise than it says, and is not listed.
func (table randomTable) compare(t *testing.T, d *env, sum csvimport.Summary, report string) string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(report)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, line := range lines[1:] {
		if line[1] == "warning" && strings.Contains(line[3], "metres of a grid") {
			listed[line[4]] = true
			continue
		}
		return fmt.Sprintf("listed: %q", line)
	}
	if sum.Imported != len(table.rows) {
		return fmt.Sprintf("%+v", sum)
	}
	for _, c := range d.Complaint.Query().Where(complaint.ExternalRefIn(slices.Collect(maps.Keys(table.rows))...)).AllX(d.ctx) {
		row := table.rows[*c.ExternalRef]
		closed := ""
		if c.ClosedAt != nil {
			closed = c.ClosedAt.UTC().Format(time.RFC3339)
		}
		got := []string{c.Title, c.Description, c.CreatedAt.UTC().Format(time.RFC3339), closed}
		if want := []string{row.title, row.description, row.opened, row.closed}; !slices.Equal(got, want) {
			return fmt.Sprintf("%s is %q, want %q", *c.ExternalRef, got, want)
		}
		switch {
		case row.unreadable:
			if !listed[*c.ExternalRef] || c.Latitude != nil {
				return fmt.Sprintf("the position of %s was left out without a word", *c.ExternalRef)
			}
		case (c.Latitude != nil) != row.position,
			row.position && (math.Abs(*c.Latitude-row.lat) > 1e-6 || math.Abs(*c.Longitude-row.lon) > 1e-6):
			return fmt.Sprintf("the position of %s is %v %v, want %v %v", *c.ExternalRef, c.Latitude, c.Longitude, row.lat, row.lon)
		}
	}
	return ""
}
