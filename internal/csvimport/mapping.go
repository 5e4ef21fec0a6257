package csvimport

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/redress/redress/internal/domain"
)

// Field is a field of a complaint that a column can fill.
type Field string

// The fields, as mapping files and --map name them. Levels run from the top of the tree
// downwards. Position is one column with latitude and longitude; where it is zero, so are the
// row's other columns.
const (
	ExternalRef Field = "external_ref"
	Title       Field = "title"
	Description Field = "description"
	Category1   Field = "category1"
	Category2   Field = "category2"
	Category3   Field = "category3"
	Zone1       Field = "zone1"
	Zone2       Field = "zone2"
	Zone3       Field = "zone3"
	Priority    Field = "priority"
	Address     Field = "address"
	Latitude    Field = "latitude"
	Longitude   Field = "longitude"
	Position    Field = "position"
	OpenedAt    Field = "opened_at"
	DueAt       Field = "due_at"
	ClosedAt    Field = "closed_at"
	Status      Field = "status"
	ClosingText Field = "closing_text"
	Channel     Field = "channel"
	Reporter    Field = "reporter"

	ContactName  Field = "contact_name"
	ContactPhone Field = "contact_phone"

	// What only a file of another Redress has.
	ID            Field = "id"
	Reference     Field = "reference"
	CategoryID    Field = "category_id"
	CategoryPath  Field = "category_path"
	ZoneID        Field = "zone_id"
	ZonePath      Field = "zone_path"
	ReporterID    Field = "reporter_id"
	ReporterName  Field = "reporter_name"
	AssignedAt    Field = "assigned_at"
	ResolvedAt    Field = "resolved_at"
	MovedAt       Field = "moved_at"
	Rating        Field = "rating"
	RatingComment Field = "rating_comment"
	Flagged       Field = "flagged"
	ReopenedCount Field = "reopened_count"
	MergedInto    Field = "merged_into"
	HandlerID     Field = "handler_id"
	HandlerName   Field = "handler_name"
)

// generalFields are the fields that files of any system may have.
var generalFields = []Field{
	ExternalRef, Title, Description, Category1, Category2, Category3, Zone1, Zone2, Zone3, Priority, Address,
	Latitude, Longitude, Position, OpenedAt, DueAt, ClosedAt, Status, ClosingText, Channel, Reporter, ContactName, ContactPhone,
}

// Fields lists all fields.
var Fields = slices.Concat(generalFields, []Field{
	ID, Reference, CategoryID, CategoryPath, ZoneID, ZonePath, ReporterID, ReporterName, AssignedAt, ResolvedAt, MovedAt, Rating, RatingComment,
	Flagged, ReopenedCount, MergedInto, HandlerID, HandlerName,
})

// Mapping maps columns to fields. It is the content of a mapping file.
type Mapping struct {
	// Name is the prefix of the file's numbers, so that those of two systems don't collide.
	Name string `yaml:"name"`
	// Timezone, such as Europe/Rome, is the zone of times that name none.
	Timezone string `yaml:"timezone"`
	// DayFirst reads 03/04/2015 as the 3rd of April, false as the 4th of March; nil looks at the columns.
	DayFirst *bool `yaml:"day_first"`
	// DateFormat is how all times of the file are written, in the notation of strftime (POSIX), such as
	// %d/%m/%Y %H:%M, or one of NumberFormats; "" reads most forms.
	DateFormat string `yaml:"date_format"`
	// FullRefs says that Redress wrote the file: texts stand in it as they were, and external_ref holds references as
	// this service keeps them, with their prefix.
	FullRefs bool `yaml:"full_refs"`
	// Recognize lists the columns by which a built-in mapping recognizes its files, or several such lists.
	Recognize headers `yaml:"recognize"`
	// Blank lists the texts that stand for no value.
	Blank columns `yaml:"blank"`
	// Columns are tried in order until one has a value.
	Columns map[Field]columns `yaml:"columns"`
	// Statuses maps the file's statuses to words of statusWords, such as open, resolved or closed.
	Statuses map[string]string `yaml:"statuses"`
	// Channels maps the file's channels to web, app, phone, email, staff or import.
	Channels map[string]string `yaml:"channels"`
	// Ignore lists columns that are left out on purpose, such as those computed from others.
	Ignore columns `yaml:"ignore"`
}

// columns is a list that may also be written as one text.
type columns []string

// UnmarshalYAML reads either form.
func (c *columns) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*c = columns{one}
		return nil
	}
	return unmarshal((*[]string)(c))
}

// headers is a list of lists of columns, which may also be written as one list.
type headers []columns

// UnmarshalYAML reads either form.
func (h *headers) UnmarshalYAML(unmarshal func(any) error) error {
	var one []string
	if unmarshal(&one) == nil {
		*h = headers{one}
		return nil
	}
	return unmarshal((*[]columns)(h))
}

// statusWords maps the status words of most files. What was assigned or in progress becomes
// submitted: it would need a task, which files don't have.
var statusWords = map[string]domain.ComplaintStatus{
	"open": domain.ComplaintSubmitted, "new": domain.ComplaintSubmitted, "submitted": domain.ComplaintSubmitted,
	"assigned": domain.ComplaintAssigned, "inprogress": domain.ComplaintInProgress, "started": domain.ComplaintInProgress,
	"pending": domain.ComplaintSubmitted, "received": domain.ComplaintSubmitted, "confirmed": domain.ComplaintSubmitted,
	"acknowledged": domain.ComplaintSubmitted, "unassigned": domain.ComplaintSubmitted, "investigating": domain.ComplaintInProgress,
	"cancelled": domain.ComplaintClosed, "canceled": domain.ComplaintClosed, "duplicate": domain.ComplaintClosed,
	"offen": domain.ComplaintSubmitted, "neu": domain.ComplaintSubmitted, "eingegangen": domain.ComplaintSubmitted,
	"gemeldet": domain.ComplaintSubmitted, "inprüfung": domain.ComplaintSubmitted, "weitergeleitet": domain.ComplaintSubmitted,
	"zugewiesen": domain.ComplaintAssigned, "inarbeit": domain.ComplaintInProgress, "gelöst": domain.ComplaintResolved,
	"beantwortet": domain.ComplaintResolved, "beendet": domain.ComplaintClosed, "storniert": domain.ComplaintClosed, "doppelt": domain.ComplaintClosed,
	"zurückgestellt": domain.ComplaintOnHold, "ruhend": domain.ComplaintOnHold, "wiedereröffnet": domain.ComplaintReopened,
	"zurückgezogen": domain.ComplaintWithdrawn, "eingereicht": domain.ComplaintSubmitted, "angehalten": domain.ComplaintOnHold,
	"wiedergeöffnet": domain.ComplaintReopened, "wiederoffen": domain.ComplaintReopened,
	"zusammengeführt": domain.ComplaintMerged, "zusammengelegt": domain.ComplaintMerged,
	"inbearbeitung": domain.ComplaintInProgress, "erledigt": domain.ComplaintResolved, "behoben": domain.ComplaintResolved,
	"abgeschlossen": domain.ComplaintClosed, "geschlossen": domain.ComplaintClosed, "abgelehnt": domain.ComplaintRejected,
	"onhold": domain.ComplaintOnHold, "reopened": domain.ComplaintReopened,
	"resolved": domain.ComplaintResolved, "completed": domain.ComplaintResolved, "done": domain.ComplaintResolved,
	"fixed": domain.ComplaintResolved, "closed": domain.ComplaintClosed,
	"rejected": domain.ComplaintRejected, "withdrawn": domain.ComplaintWithdrawn, "merged": domain.ComplaintMerged,
}

// channelWords maps the words for channels that most files have. Others are kept in a note.
var channelWords = map[string]domain.Source{
	"web": domain.SourceWeb, "website": domain.SourceWeb, "online": domain.SourceWeb, "internet": domain.SourceWeb,
	"portal": domain.SourceWeb, "selfservice": domain.SourceWeb, "webform": domain.SourceWeb, "form": domain.SourceWeb,
	"app": domain.SourceApp, "mobile": domain.SourceApp, "mobileapp": domain.SourceApp, "smartphone": domain.SourceApp,
	"android": domain.SourceApp, "ios": domain.SourceApp, "iphone": domain.SourceApp,
	"phone": domain.SourcePhone, "telephone": domain.SourcePhone, "call": domain.SourcePhone, "phonecall": domain.SourcePhone, "callcenter": domain.SourcePhone,
	"email": domain.SourceEmail, "mail": domain.SourceEmail,
	"staff": domain.SourceStaff, "employee": domain.SourceStaff, "internal": domain.SourceStaff,
	"telefon": domain.SourcePhone, "telefonisch": domain.SourcePhone, "anruf": domain.SourcePhone, "fernmündlich": domain.SourcePhone,
	"webseite": domain.SourceWeb, "webformular": domain.SourceWeb, "formular": domain.SourceWeb, "onlineformular": domain.SourceWeb,
	"handy": domain.SourceApp, "mitarbeiter": domain.SourceStaff, "intern": domain.SourceStaff, "außendienst": domain.SourceStaff,
	"import": domain.SourceImport,
}

// usualNames are what columns of such files are often called, in English and German, folded, the most
// telling first. They are proposed, never taken without being asked for: a wrong guess would have to be
// taken out of a service by hand.
var usualNames = map[Field][]string{
	ExternalRef: {
		"externalref", "externalid", "servicerequestid", "requestid", "requestnumber", "caseid", "casenumber", "srnumber",
		"ticketid", "ticketnumber", "ticketno", "caseno", "requestno", "reference", "reportid", "incidentid", "complaintid", "number", "id",
		"meldungsnummer", "meldungsnr", "meldungid", "meldungsid", "meldenummer", "vorgangsnummer", "vorgangsnr", "vorgangid", "vorgangsid",
		"vorgang", "aktenzeichen", "ticketnummer", "ticketnr", "laufendenummer", "lfdnr", "nummer", "nr", "kennung",
	},
	Title: {
		"title", "subject", "summary", "requesttype", "servicerequesttype", "servicename", "complainttype", "issuetype", "titel",
		"betreff", "überschrift", "kurzbeschreibung", "anliegen", "thema",
	},
	Description: {
		"description", "details", "detail", "requestdetails", "comments", "text", "beschreibung", "meldung", "meldungstext",
		"sachverhalt", "langtext", "schilderung", "nachricht",
	},
	Category1: {"category", "categoryname", "service", "type", "department", "kategorie", "hauptkategorie", "rubrik", "meldungsart", "art", "fachbereich"},
	Category2: {"subcategory", "subtype", "unterkategorie", "unterrubrik"},
	Zone1: {
		"zone", "district", "ward", "borough", "neighborhood", "councildistrict", "bezirk", "stadtbezirk", "stadtteil", "ortsteil",
		"ortschaft", "gemeinde", "gebiet", "quartier",
	},
	Priority:  {"priority", "urgency", "priorität", "prioritaet", "dringlichkeit"},
	Address:   {"address", "streetaddress", "incidentaddress", "street", "location", "adresse", "anschrift", "straße", "strasse", "ort", "standort", "fundort"},
	Latitude:  {"latitude", "lat", "y", "breitengrad", "geografischebreite", "breite"},
	Longitude: {"longitude", "lon", "lng", "long", "x", "längengrad", "laengengrad", "geografischelänge", "länge"},
	Position:  {"position", "geometry", "geom", "thegeom", "geolocation", "koordinaten"},
	OpenedAt: {
		"openedat", "opened", "createdat", "created", "createddate", "creationdate", "datecreated", "opendate", "openeddate",
		"dateopened", "requesteddatetime", "requesteddate", "datereceived", "received", "submitted", "reported", "erstelltam", "erstellt",
		"erstellungsdatum", "eingegangenam", "eingang", "eingangsdatum", "meldedatum", "meldungsdatum", "gemeldetam", "gemeldet", "erfasstam",
		"angelegtam", "datum", "date",
	},
	DueAt: {
		"dueat", "due", "duedate", "deadline", "targetdate", "expecteddatetime", "fälligam", "fällig", "fälligkeit", "frist",
		"zieldatum", "erledigenbis",
	},
	ClosedAt: {
		"closedat", "closed", "closeddate", "dateclosed", "completed", "completiondate", "resolved", "resolveddate", "erledigtam",
		"erledigungsdatum", "abgeschlossenam", "abschlussdatum", "abschluss", "geschlossenam", "beendetam",
	},
	Status: {"status", "casestatus", "requeststatus", "bearbeitungsstatus", "bearbeitungsstand", "zustand", state},
	ClosingText: {
		"resolution", "resolutiondescription", "statusnotes", "outcome", "antwort", "rückmeldung", "rueckmeldung", "stellungnahme",
		"ergebnis", "erledigungsvermerk",
	},
	Channel:  {"channel", "source", "origin", "methodreceived", "requestsource", "kanal", "eingangskanal", "meldeweg", "eingangsart", "quelle", "herkunft"},
	Reporter: {"reporteremail", "email", "emailaddress", "emailadresse", "mailadresse", "meldereremail", "emailmelder", "emaildesmelders"},

	ContactName:  {"contactname", "reportername", "callername", "meldername", "nachnamemelder", "namedesmelders"},
	ContactPhone: {"contactphone", "reporterphone", "callerphone", "phonenumber", "phone", "telephone", "telefonnummer", "telefon", "rufnummer"},
}

// state is a column of a status in some files, and of an address in the USA.
const state = "state"

// statesOfUSA are the abbreviations of the Postal Service for states, districts and territories, and the names
// of states, as columns of addresses have them.
var statesOfUSA = strings.Fields(`al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd
	oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy as gu mp pr vi
	alabama alaska arizona arkansas california colorado connecticut delaware districtofcolumbia florida georgia hawaii idaho illinois
	indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada
	newhampshire newjersey newmexico newyork northcarolina northdakota ohio oklahoma oregon pennsylvania rhodeisland southcarolina
	southdakota tennessee texas utah vermont virginia washington westvirginia wisconsin wyoming puertorico`)

// plainInShell matches what a shell takes as it stands. Everything else is quoted: the names come from a file.
var plainInShell = regexp.MustCompile(`^[A-Za-z0-9_=./:,+-]+$`)

// suggest returns the options that map the columns of a file as their names make probable, and the values
// of its first rows don't refute.
func suggest(header []string, first []record) string {
	at := indexColumns(header)
	taken := map[string]bool{}
	var options []string
	hasOpening := false
	for _, f := range Fields {
		for _, name := range usualNames[f] {
			if len(at[name]) != 1 || taken[name] || strings.ContainsFunc(header[at[name][0]], func(r rune) bool { return !unicode.IsGraphic(r) }) ||
				name == state && !holdStatus(first, at[name][0]) {
				continue
			}
			taken[name] = true
			option := fmt.Sprintf("%s=%s", f, strings.TrimSpace(header[at[name][0]]))
			if !plainInShell.MatchString(option) {
				option = "'" + strings.ReplaceAll(option, "'", `'\''`) + "'"
			}
			options = append(options, "--map "+option)
			hasOpening = hasOpening || f == OpenedAt
			break
		}
	}
	if len(options) < 2 {
		return "--map title=COLUMN, --map opened_at=COLUMN …"
	}
	said := strings.Join(options, " ") + " (as their names suggest; try it with --dry-run)"
	if !hasOpening {
		said += "; no name suggests when the complaints were opened: name the column with --map opened_at=COLUMN, or each is opened at the time of the import;"
	}
	return said
}

// holdStatus reports whether a column called state is one of statuses: it has values, and none of
// them is a state of the USA.
func holdStatus(rows []record, column int) bool {
	filled := false
	for _, r := range rows {
		if column >= len(r.cells) {
			continue
		}
		text := fold(tidy(r.cells[column]))
		if slices.Contains(statesOfUSA, text) {
			return false
		}
		filled = filled || text != ""
	}
	return filled
}

// field returns the field of a name; the top levels may omit their number.
func field(name string) Field {
	if name == "category" || name == "zone" {
		name += "1"
	}
	return Field(name)
}

// layout is a mapping resolved against a header.
type layout struct {
	Mapping
	width    int
	at       map[Field][]int
	blank    map[string]bool
	statuses map[string]domain.ComplaintStatus
	channels map[string]domain.Source
	absent   []string // fields of the mapping whose columns the file does not have
	unused   []string // columns that no field takes
}

func lay(m Mapping, header []string) (*layout, error) {
	l := &layout{
		Mapping: m, width: len(header), at: map[Field][]int{},
		blank: map[string]bool{}, statuses: maps.Clone(statusWords), channels: maps.Clone(channelWords),
	}
	used := map[int]bool{}
	at := indexColumns(header)
	for _, f := range Fields {
		for _, c := range m.Columns[f] {
			places := at[fold(c)]
			if len(places) > 1 {
				return nil, fmt.Errorf("the file has %d columns %q: give each a different name", len(places), c)
			}
			l.at[f] = append(l.at[f], places...)
			for _, i := range places {
				used[i] = true
			}
		}
		if len(m.Columns[f]) > 0 && len(l.at[f]) == 0 {
			l.absent = append(l.absent, string(f))
		}
	}
	for _, b := range m.Blank {
		l.blank[strings.ToLower(b)] = true
	}
	for word, status := range m.Statuses {
		l.statuses[fold(word)] = statusWords[fold(status)]
	}
	for word, channel := range m.Channels {
		l.channels[fold(word)] = channelWords[fold(channel)]
	}
	for _, c := range m.Ignore {
		for _, i := range at[fold(c)] {
			used[i] = true
		}
	}
	for i, h := range header {
		if !used[i] && h != "" {
			l.unused = append(l.unused, h)
		}
	}
	if !l.has(Title) && !l.has(Description) && !l.has(Category1) && !l.has(Category2) && !l.has(Category3) && !l.has(CategoryPath) {
		return nil, fmt.Errorf("no column gives the complaints a title: name one with --map title=COLUMN; the file has %s", list(header))
	}
	if len(m.Columns[OpenedAt]) > 0 && !l.has(OpenedAt) {
		return nil, fmt.Errorf("the file lacks the column with the opening times (%s); it has %s",
			list(m.Columns[OpenedAt]), list(header))
	}
	return l, nil
}

func (l *layout) has(f Field) bool { return len(l.at[f]) > 0 }

// indexColumns returns the positions of columns by their folded names.
func indexColumns(header []string) map[string][]int {
	at := map[string][]int{}
	for i, h := range header {
		at[fold(h)] = append(at[fold(h)], i)
	}
	return at
}

// fold makes names equal that differ only in case, blanks and punctuation: Created Date,
// created_date. A name without letters and digits, such as #, is not changed.
func fold(name string) string {
	folded := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	if folded == "" {
		return name
	}
	return folded
}

// list joins the first names, as far as they can be shown, and says how many more there are.
func list[T ~string](names []T) string {
	const most, longest = 40, 100
	var b strings.Builder
	for i, n := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		shown := []rune(strings.ToValidUTF8(string(n), "\uFFFD"))
		if len(shown) > longest {
			shown = append(shown[:longest], '…')
		}
		for _, r := range shown {
			if !unicode.IsGraphic(r) {
				r = unicode.ReplacementChar
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
