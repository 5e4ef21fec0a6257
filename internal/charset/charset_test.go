package charset

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// phrases are what people complain about, by language.
var phrases = map[string]string{
	"German":     "Straßenlaterne fällt nachts aus|Schlagloch vor der Bäckerei|Müll liegt neben dem Container|Ölspur auf der Kreuzung|Gehweg seit Wochen gesperrt, Fußgänger laufen über die Straße|Spielgeräte sind beschädigt|Die Ampel für Blinde tönt nicht mehr|Überfüllte Mülleimer am Ufer",
	"French":     "Éclairage public en panne près de l’école|Nid-de-poule très dangereux|Dépôt sauvage derrière le marché|La poubelle n’a pas été vidée depuis Noël|Fuite d’eau à côté de la fontaine|Trottoir cassé, impossible de passer en fauteuil|Arbre tombé sur le chemin forestier|Fenêtre brisée à la bibliothèque",
	"Spanish":    "Farola apagada en la calle Núñez|Contenedor lleno desde el sábado|El semáforo no funciona|Árbol caído junto al colegio|Acera rota, un niño se cayó|Fuga de agua en la plaza|Señal de tráfico doblada|Hay muchísima basura en el jardín",
	"Portuguese": "Buraco na rua em frente à estação|Iluminação pública não funciona|Lixo acumulado há três dias|Calçada quebrada perto da praça|Vazamento de água na avenida São João|Árvore caída sobre os fios|Sinalização apagada no cruzamento|O ônibus não parou, atenção por favor",
	"Swedish":    "Gatlampan är släckt|Hål i vägen utanför förskolan|Överfull papperskorg vid sjön|Trasig gunga på lekplatsen|Snön är inte skottad på gångvägen|Träd har fallit över cykelvägen|Vattenläcka på Ågatan|Skräp längs älven",
	"Danish":     "Gadelygten virker ikke på Nørregade|Hul i vejen ved skolen|Overfyldt skraldespand i haven|Knækket gren på cykelstien|Væltet træ over stien|Rotter ved containerne på pladsen|Fortovet er ødelagt|Åen er gået over sine bredder",
	"Finnish":    "Katuvalo ei pala Hämeenkadulla|Kuoppa tiessä päiväkodin edessä|Roskakori on täynnä|Leikkipaikan keinu on rikki, lapset eivät pääse leikkimään|Kaatunut puu pyörätiellä|Lumia ei ole aurattu tänään|Vesivuoto kellarissa, yöllä tulvi|Liikennevalot eivät näy",
	"Icelandic":  "Ljósastaur er bilaður við skólann|Hola í götunni fyrir framan húsið|Ruslatunnan er full síðan á þriðjudag|Brotin róla á leikvellinum|Tré féll yfir göngustíginn|Vatnsleki í kjallaranum|Gatan er ekki rudd þó að snjói|Umferðarljósið sést ekki",
	"Italian":    "Il lampione è spento, la città è buia|Buca pericolosa perché profonda|Rifiuti abbandonati da lunedì|C’è una perdita d’acqua, più grave di ieri|L’autobus non passa né si sa perché|Marciapiede rotto, così si cade|La qualità dell’aria è pessima|Può venire qualcuno? Sì, però presto",
	"Polish":     "Latarnia nie świeci przy szkole|Dziura w jezdni na ulicy Żeromskiego|Przepełniony kosz na śmieci|Złamana gałąź nad ścieżką rowerową|Wyciek wody, pęknięta rura|Chodnik zniszczony, ktoś może się przewrócić|Sygnalizacja świetlna nie działa|Huśtawka na placu zabaw jest zepsuta",
	"Czech":      "Nesvítí pouliční lampa před školou|Díra ve vozovce u křižovatky|Přeplněný odpadkový koš|Spadlý strom přes cyklostezku|Únik vody na náměstí|Rozbité hřiště, děti si nemají kde hrát|Chodník je plný ledu, nikdo ho neuklízí|Semafor nefunguje už týden",
	"Slovak":     "Nesvieti lampa pred školou|Výtlk na ceste pri križovatke|Preplnený kôš v parku|Spadnutý strom cez chodník|Únik vody na námestí|Rozbité ihrisko, deti sa nemajú kde hrať|Ľad na schodoch nikto neodstraňuje|Smeti ležia vedľa kontajnera už týždeň",
	"Hungarian":  "Nem ég az utcai lámpa az iskola előtt|Kátyú az úton a buszmegállónál|Megtelt a szemetes a játszótéren|Kidőlt fa fekszik a kerékpárúton|Csőtörés miatt folyik a víz|A járda tönkrement, elesett egy idős néni|Nem működik a közlekedési lámpa|Bűz jön a csatornából, győztek a patkányok",
	"Croatian":   "Rasvjeta ne radi kod škole|Rupa na cesti pokraj tržnice|Kanta za smeće je puna već tjedan dana|Srušeno stablo leži na šetnici|Curi voda iz puknute cijevi, šteta je velika|Nogostup je oštećen, čovjek je pao|Semafor ne radi, pješaci čekaju|Dječje igralište je razbijeno, žice vire",
	"Romanian":   "Stâlpul de iluminat nu funcţionează|Groapă în asfalt lângă şcoală|Gunoiul nu a fost ridicat de o săptămână|Copac căzut peste alee|Scurgere de apă în faţa blocului|Trotuarul este spart şi oamenii cad|Semaforul nu merge, maşinile trec în viteză|Câini fără stăpân în piaţă",
	"Lithuanian": "Nešviečia gatvės žibintas prie mokyklos|Duobė kelyje priešais sankryžą|Šiukšliadėžė perpildyta jau savaitę|Nuvirtęs medis ant dviračių tako|Trūko vandens vamzdis, teka į rūsį|Šaligatvis sugadintas, žmonės griūva|Neveikia šviesoforas|Sulaužytos sūpynės vaikų žaidimų aikštelėje",
	"Latvian":    "Nedeg laterna pie skolas|Bedre ceļā pretī veikalam|Atkritumu tvertne ir pilna jau nedēļu|Nokritis koks pāri veloceliņam|Plīsusi ūdens caurule, applūst pagrabs|Ietve ir bojāta, cilvēki krīt|Luksofors nestrādā|Bērnu laukumā salauztas šūpoles, lūdzu salabojiet",
	"Estonian":   "Tänavavalgusti ei põle kooli ees|Auk tänaval lasteaia juures|Prügikast on täis juba nädal aega|Murdunud puu kõnniteel|Veeleke keldris, öösel üle ujutanud|Kõnnitee on lõhutud, vanur kukkus|Foor ei tööta|Mänguväljaku kiik on katki, lapsed ei saa kiikuda, žürii nägi",
	"Turkish":    "Sokak lambası yanmıyor|Okulun önündeki yolda çukur var|Çöp konteyneri günlerdir boşaltılmadı|Ağaç bisiklet yolunun üzerine düştü|Su borusu patladı, bodrumu su bastı|Kaldırım bozuk, yaşlılar düşüyor|Trafik ışığı çalışmıyor|İstasyonun girişinde gürültü şikâyeti",
	"Russian":    "Не горит фонарь возле школы|Яма на дороге перед домом|Мусор не вывозят уже неделю|Упало дерево на велодорожку|Прорвало трубу, вода течёт в подвал|Тротуар разбит, пожилые люди падают|Светофор не работает|На площадке сломаны качели, дети ждут ремонта",
	"Ukrainian":  "Не світить ліхтар біля школи|Яма на дорозі перед будинком|Сміття не вивозять уже тиждень|Впало дерево на велодоріжку|Прорвало трубу, вода тече у підвал|Тротуар розбитий, літні люди падають|Світлофор не працює, їздити небезпечно|На майданчику зламана гойдалка, діти чекають",
	"Bulgarian":  "Уличната лампа пред училището не свети|Дупка на пътя до кръстовището|Контейнерът е препълнен от седмица|Паднало дърво върху алеята|Спукана тръба, водата тече в мазето|Тротоарът е разбит и хората падат|Светофарът не работи|Счупена люлка на детската площадка, моля за ремонт",
	"Serbian":    "Улична расвета не ради код школе|Рупа на путу поред пијаце|Контејнер је пун већ недељу дана|Оборено дрво лежи на шеталишту|Цури вода из пукле цеви, штета је велика|Тротоар је оштећен, човек је пао|Семафор не ради, пешаци чекају|Љуљашка на дечјем игралишту је сломљена",
	"Greek":      "Η λάμπα του δρόμου δεν ανάβει|Λακκούβα μπροστά στο σχολείο|Ο κάδος σκουπιδιών είναι γεμάτος|Δέντρο έπεσε στον ποδηλατόδρομο|Διαρροή νερού στην πλατεία|Το πεζοδρόμιο είναι σπασμένο|Τα φανάρια δεν λειτουργούν|Έσπασε η κούνια της παιδικής χαράς",
	"Hebrew":     "פנס הרחוב לא דולק ליד בית הספר|בור בכביש מול הבית|פח האשפה מלא כבר שבוע|עץ נפל על שביל האופניים|דליפת מים בכיכר|המדרכה שבורה ואנשים נופלים|הרמזור לא עובד|הנדנדה בגן השעשועים נשברה, נא לתקן",
	"Arabic":     "مصباح الشارع لا يعمل أمام المدرسة|حفرة كبيرة في الطريق|حاوية القمامة ممتلئة منذ أسبوع|شجرة سقطت على الرصيف|تسرب مياه في الساحة|الرصيف مكسور والناس يسقطون|إشارة المرور معطلة|أرجوحة الأطفال مكسورة ونطلب إصلاحها",
	"Thai":       "ไฟถนนดับหน้าโรงเรียน|ถนนเป็นหลุมลึกมาก|ถังขยะเต็มมาหนึ่งสัปดาห์แล้ว|ต้นไม้ล้มขวางทางจักรยาน|น้ำรั่วที่ลานกว้าง|ทางเท้าแตกและคนล้ม|สัญญาณไฟจราจรเสีย|ชิงช้าในสนามเด็กเล่นหัก",
	"Chinese":    "学校门口的路灯不亮了|小区前面的道路有一个大坑|垃圾桶已经满了一个星期没有人清理|大树倒在自行车道上面|广场上的水管漏水|人行道坏了老人容易摔倒|红绿灯不工作请尽快修理|儿童游乐场的秋千断了",
	"Taiwanese":  "學校門口的路燈不亮了|社區前面的道路有一個大坑|垃圾桶已經滿了一個星期沒有人清理|大樹倒在自行車道上面|廣場上的水管漏水|人行道壞了老人容易跌倒|紅綠燈不會動請盡快修理|兒童遊樂場的鞦韆斷了",
	"Japanese":   "学校の前の街灯がつきません|道路に大きな穴があいています|ごみ箱が一週間もいっぱいです|自転車道に木が倒れています|広場で水が漏れています|歩道がこわれていて危ないです|信号が動いていません|公園のブランコが壊れているので直してください",
	"Korean":     "학교 앞 가로등이 켜지지 않습니다|도로에 큰 구멍이 있습니다|쓰레기통이 일주일째 가득 차 있습니다|나무가 자전거 도로에 쓰러졌습니다|광장에서 물이 새고 있습니다|보도가 깨져서 사람들이 넘어집니다|신호등이 작동하지 않습니다|놀이터 그네가 부서졌으니 고쳐 주세요",
}

// pairs are encodings in which texts of a language are found.
var pairs = map[string][]string{
	"German": {"windows-1252", "ISO-8859-15", "IBM850", "macintosh"}, "French": {"windows-1252", "IBM850", "macintosh"},
	"Spanish": {"windows-1252", "IBM850", "macintosh"}, "Portuguese": {"windows-1252", "IBM850", "macintosh"}, "Swedish": {"windows-1252", "IBM850", "macintosh"},
	"Danish": {"windows-1252", "IBM850"}, "Finnish": {"windows-1252"}, "Icelandic": {"windows-1252"}, "Italian": {"windows-1252", "macintosh"},
	"Polish": {"windows-1250", "ISO-8859-2", "IBM852"}, "Czech": {"windows-1250", "ISO-8859-2", "IBM852"}, "Slovak": {"windows-1250", "ISO-8859-2"},
	"Hungarian": {"windows-1250", "ISO-8859-2", "IBM852"}, "Croatian": {"windows-1250", "ISO-8859-2"}, "Romanian": {"windows-1250", "ISO-8859-2"},
	"Lithuanian": {"windows-1257"}, "Latvian": {"windows-1257"}, "Estonian": {"windows-1257", "windows-1252"}, "Turkish": {"windows-1254"},
	"Russian": {"windows-1251", "KOI8-R", "IBM866", "ISO-8859-5", "x-mac-cyrillic"}, "Ukrainian": {"windows-1251", "KOI8-U", "x-mac-cyrillic"},
	"Bulgarian": {"windows-1251"}, "Serbian": {"windows-1251", "ISO-8859-5"}, "Greek": {"windows-1253", "ISO-8859-7"}, "Hebrew": {"windows-1255", "ISO-8859-8"},
	"Arabic": {"windows-1256", "ISO-8859-6"}, "Thai": {"windows-874"}, "Chinese": {"GB18030", "GBK"}, "Taiwanese": {"Big5"}, "Japanese": {"Shift_JIS", "EUC-JP"}, "Korean": {"EUC-KR"},
}

// text returns lines of a language with at least so many letters beyond ASCII.
func text(random *rand.Rand, language string, letters int) string {
	all := strings.Split(phrases[language], "|")
	var b strings.Builder
	b.WriteString("id,title\n")
	for n := 0; letters > 0; n++ {
		p := all[random.IntN(len(all))]
		for _, r := range p {
			if r > 0x7f {
				letters--
			}
		}
		b.WriteString("12,\"" + p + "\"\n")
	}
	return b.String()
}

// TestRandomTexts: of texts with 20 letters beyond ASCII none is taken for another one, and few are asked for; those of
// Windows-1252 never, however short they are. REDRESS_SOAK_TEXTS makes it long.
func TestRandomTexts(t *testing.T) {
	seed := rand.Uint64()
	if text := os.Getenv("REDRESS_TEST_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	rounds := 3
	if text := os.Getenv("REDRESS_SOAK_TEXTS"); text != "" {
		rounds, _ = strconv.Atoi(text)
	}
	t.Logf("REDRESS_TEST_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	all, asked := 0, 0
	for _, language := range slices.Sorted(maps.Keys(pairs)) {
		for _, name := range pairs[language] {
			for range rounds {
				letters := 20
				if name == Western {
					letters = 1 + random.IntN(20)
				}
				all++
				known, raw := detect(t, text(random, language, letters), name)
				switch {
				case known == nil && name == Western:
					t.Errorf("%s in %s is asked for: %q", language, name, raw)
				case known == nil:
					asked++
				case !bytes.Equal(known(raw), named(t, name)(raw)):
					t.Errorf("%s in %s became %q", language, name, known(raw))
				}
			}
		}
	}
	t.Logf("%d of %d are asked for", asked, all)
	most := all / 20
	if rounds < 20 {
		most = all / 8 // few texts are no measure
	}
	if asked > most {
		t.Errorf("more than %d are", most)
	}
}

// reader returns bytes as UTF-8.
type reader func(raw []byte) []byte

// named returns the reader of an encoding.
func named(t *testing.T, name string) reader {
	t.Helper()
	e, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return func(raw []byte) []byte {
		text, err := e.NewDecoder().Bytes(raw)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// detect returns how the bytes of a text in an encoding are read, nil where that is asked for, and the bytes.
func detect(t *testing.T, text, name string) (reader, []byte) {
	t.Helper()
	e, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := encoding.ReplaceUnsupported(e.NewEncoder()).Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	raw = bytes.ReplaceAll(raw, []byte{encoding.ASCIISub}, []byte{0x81})
	got, err := Detect(bytes.NewReader(raw))
	var unclear *UnclearError
	switch {
	case errors.As(err, &unclear):
		return nil, raw
	case err != nil:
		t.Fatal(err)
	case got.Encoding == nil:
		return func(raw []byte) []byte { return raw }, raw
	}
	return named(t, got.Name), raw
}

// TestTexts: what is short or mixed is read as it was written, or asked for.
func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		text, in string
		asked    bool
	}{
		"nothing":               {"", "UTF-8", false},
		"ASCII":                 {"id,title\n1,Lamp\n", "UTF-8", false},
		"UTF-8":                 {"1,Lampe ausgefallen, Straße dunkel\n", "UTF-8", false},
		"one name":              {"Müller\n", Western, false},
		"one letter":            {"À gauche de la gare\n", Western, false},
		"names of many":         {"Østergård\nNúñez\nFrançois\nGroßmann\nÞórður\nŠkoda\nJoão\nHäkkinen\nČ\n", Western, false},
		"an apostrophe":         {"It doesn’t work, and the neighbors’ lamp doesn’t either\n", Western, false},
		"quotes":                {"“Lamp” is out – again …\n„Lampe“ ist aus\n", Western, false},
		"signs":                 {"12 m², 20 °C, 5 €, § 3, nº 5, 2½ ©\n", Western, false},
		"capitals":              {"STRASSENBELEUCHTUNG FÄLLT AUS, MÜLL, GRÖSSE\n", Western, false},
		"three names in KOI8-R": {"Центральный\nСеверный\nЮжный\n", "KOI8-R", false},
		"three names in 1251":   {"Центральный\nСеверный\nЮжный\n", "windows-1251", false},
		"capitals in 1251":      {"НЕ ГОРИТ ФОНАРЬ\nЯМА НА ДОРОГЕ, МУСОР НЕ ВЫВОЗЯТ\n", "windows-1251", false},
		"letters of few words":  {"Bedre ceļā pretī veikalam\n", "windows-1257", true},
		"a ruin":                {"Mayor’s café\n\ufffd\n", Western, false},
		"a unit":                {"A pool of 5 km²\n", Western, false},
		"a word of two letters": {"路灯\n", "GBK", true},
		"a word of four":        {"路灯不亮\n", "GBK", true},
		"two words":             {"路灯不亮\n路灯不亮路灯不亮\n", "GBK", true},
		"separators in letters": {strings.Repeat("1|學校門口的路燈不亮了功能許蓋\n", 3), "Big5", false},
	} {
		t.Run(name, func(t *testing.T) {
			known, raw := detect(t, c.text, c.in)
			switch {
			case known == nil && !c.asked:
				t.Error("it is asked for")
			case known != nil && c.asked:
				t.Errorf("it is taken for %q", known(raw))
			case known != nil && !bytes.Equal(known(raw), named(t, c.in)(raw)):
				t.Errorf("it became %q", known(raw))
			}
		})
	}
}

// TestDetectReadsTheWholeText: one line that is not UTF-8 changes nothing, nor do lines without an end; letters that come late count.
func TestDetectReadsTheWholeText(t *testing.T) {
	russian, err := named1251(phrases["Russian"])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"a bad line in UTF-8":        {strings.Repeat("Straße\n", 9) + "Stra\xdfe\n", ""},
		"a mark":                     {"\xef\xbb\xbfStra\xdfe\n", ""},
		"late letters":               {strings.Repeat("1,lamp\n", 200_000) + russian, "windows-1251"},
		"one line":                   {strings.Repeat("lamp ", 300_000) + russian, "windows-1251"},
		"one line without blanks":    {strings.Repeat(russian, 1_000), "windows-1251"},
		"one line of UTF-8":          {strings.Repeat("Straße ", 100_000), ""},
		"lines of carriage returns":  {strings.ReplaceAll(russian, "|", "\r"), "windows-1251"},
		"no text":                    {"PK\x03\x04\x14\x00\xf5\xe4\xee\n\xe4\xf5\n", ""},
		"Western among single bytes": {strings.Repeat("Stra\xdfe\n", 3), Western},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Detect(strings.NewReader(c.text))
			if err != nil || got.Name != c.want {
				t.Errorf("got %q, %v, want %q", got.Name, err, c.want)
			}
		})
	}
	broken := errors.New("broken")
	if _, err := Detect(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func named1251(text string) (string, error) { return charmap.Windows1251.NewEncoder().String(text) }

// TestUnclearShowsTexts: the question has the first texts in two readings, short enough for a line.
func TestUnclearShowsTexts(t *testing.T) {
	raw := "id;title\n1;\"Bedre vai veikalam vai laternai pret\xee\"\n2;\"Bedre ce\xef\xe2\"\n"
	_, err := Detect(strings.NewReader(raw))
	var unclear *UnclearError
	if !errors.As(err, &unclear) {
		t.Fatalf("got %v", err)
	}
	for _, r := range unclear.Readings {
		if want := map[string][]string{
			Western: {"ai veikalam vai laternai pretî", "Bedre ceïâ"}, "windows-1257": {"ai veikalam vai laternai pretī", "Bedre ceļā"},
		}[r.Name]; !slices.Equal(r.Texts, want) {
			t.Errorf("%s: %q, want %q", r.Name, r.Texts, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for name, raw := range map[string]string{
		"UTF-8": "ä", "utf8": "ä", "windows-1252": "\xe4", "ISO-8859-1": "\xe4", "latin1": "\xe4", "IBM850": "\x84", "cp850": "\x84", "IBM437": "\x84",
		"macintosh": "\x8a", "windows-1250": "\xe4", "ISO-8859-15": "\xe4", "UTF-16LE": "\xe4\x00",
	} {
		if got := named(t, name)([]byte(raw)); string(got) != "ä" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"", "UTF-9", "hz-gb-2312", "ISO-2022-CN", "replacement"} {
		if _, err := Named(name); err == nil || !strings.Contains(err.Error(), "IBM850") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
