package csvimport

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/peterstace/simplefeatures/geom"
)

// setPosition sets the position. A pair of zeros stands for none, in the columns of latitude and longitude as in the one of the
// position: where one is that, so is the other. What can't be read is listed, unless the other one can.
func (rd *reader) setPosition(d *draft, cells []string) *rejection {
	latText, lonText := rd.cell(cells, Latitude), rd.cell(cells, Longitude)
	cell := rd.raw(cells, Position, tidyLines)
	columns := latText != "" || lonText != ""
	where, why := position{none: true}, ""
	if cell != "" {
		where, why = readPosition(cell)
	}
	if columns {
		zeros := where.zeros
		where, why = readDegrees(latText, lonText)
		where.none = where.none || zeros
	} else if cell == "" {
		return nil
	}
	switch {
	case why != "" && columns:
		d.warn(BadPosition, Position, "latitude %s, longitude %s: %s", shown(latText), shown(lonText), why)
	case why != "":
		d.warn(BadPosition, Position, "%s: %s", shown(cell), why)
	case where.none && (!rd.FullRefs || !where.zeros): // Redress has none where there is none
		d.warn(NoPosition, Position, "")
	default:
		d.lat, d.lon = &where.lat, &where.lon
	}
	return nil
}

// position is a place in degrees of WGS 84, or none: zero, or an empty geometry.
type position struct {
	lat, lon float64
	none     bool
	zeros    bool // none, because both are zero: where systems put what has no position
}

// Why a position can't be read.
const (
	outOfRange   = "latitudes go from -90 to 90 and longitudes from -180 to 180"
	metres       = "these look like metres of a grid: export the positions as WGS 84 (EPSG:4326)"
	noPosition   = "this is no position that can be read: write it such as 42.36, -71.06 or POINT (-71.06 42.36)"
	severalParts = "this is no single point"
	eitherOrder  = "whether the latitude or the longitude is first is not said: name the two columns"
)

// at returns the position at a latitude and a longitude, or why there is none.
func at(lat, lon float64) (position, string) {
	switch {
	case lat == 0 && lon == 0:
		return position{none: true, zeros: true}, ""
	case math.Abs(lat) <= 90 && math.Abs(lon) <= 180:
		return position{lat: lat, lon: lon}, ""
	case math.Abs(lat) > 1_000 || math.Abs(lon) > 1_000:
		return position{}, metres
	default: // NaN too
		return position{}, outOfRange
	}
}

var (
	// Bytes of a geometry as databases print them (OGC 06-103r4 section 8), with the order of bytes and a type.
	hexGeometry = regexp.MustCompile(`^(?:\\x|0x)?(0[01](?:[0-9a-fA-F]{2}){20,})$`)
	// A geometry in words (OGC 06-103r4 section 7), perhaps behind its reference system.
	wordGeometry = regexp.MustCompile(`(?is)^(?:SRID=([0-9]+);|<[^>]*/(CRS84)>)?\s*((?:POINT|MULTIPOINT|LINESTRING|MULTILINESTRING` +
		`|POLYGON|MULTIPOLYGON|GEOMETRYCOLLECTION)\b.*)$`)
	// RFC 5870, with the reference system that it has when it names none.
	geoURI = regexp.MustCompile(`(?i)^geo:(-?[0-9.]+),(-?[0-9.]+)(?:,-?[0-9.]+)?((?:;[^;]*)*)$`)
	// Zone and square of UTM and MGRS.
	gridZone = regexp.MustCompile(`(?i)^[0-9]{1,2}\s?[C-HJ-NP-X]\s?(?:[A-Z]{2}\s?)?[0-9]{2,}`)
	// Words above a pair in brackets: the address that Socrata puts there.
	underAddress = regexp.MustCompile(`(?s)^.*\n(\([^()]+\))$`)
)

// plainSpaces writes the minus sign and blanks of typesetters as keyboards have them.
var plainSpaces = strings.NewReplacer("\u2212", "-", "\u00a0", " ", "\u202f", " ")

// readPosition reads a position in one cell, or returns why it can't.
func readPosition(cell string) (position, string) {
	cell = plainSpaces.Replace(strings.TrimSpace(cell))
	if under := underAddress.FindStringSubmatch(cell); under != nil {
		cell = under[1]
	}
	if strings.HasPrefix(cell, "{") {
		text, ok := place(json.RawMessage(cell))
		switch {
		case !ok:
			return position{}, noPosition
		case text == "":
			return position{none: true}, ""
		case strings.HasPrefix(text, "{"):
			g, err := geom.UnmarshalGeoJSON([]byte(text), geom.NoValidate{})
			return ofGeometry(g, err)
		}
		cell = text
	}
	if found := hexGeometry.FindStringSubmatch(cell); found != nil {
		return readBytes(found[1])
	}
	if found := wordGeometry.FindStringSubmatch(cell); found != nil {
		if !isWGS84(found[1]) {
			return position{}, "its reference system is EPSG:" + found[1] + ": export the positions as WGS 84 (EPSG:4326)"
		}
		g, err := geom.UnmarshalWKT(found[3], geom.NoValidate{})
		return ofGeometry(g, err)
	}
	if found := geoURI.FindStringSubmatch(cell); found != nil {
		if crs := strings.ToLower(found[3]); strings.Contains(crs, ";crs=") && !strings.Contains(crs+";", ";crs=wgs84;") {
			return position{}, "its reference system is not WGS 84"
		}
		return readDegrees(found[1], found[2])
	}
	if gridZone.MatchString(cell) {
		return position{}, metres
	}
	return readPair(cell)
}

// isWGS84 reports whether an EPSG code is that of WGS 84 with degrees, or none.
func isWGS84(code string) bool { return code == "" || code == "0" || code == "4326" }

// readBytes reads well-known bytes, and those of PostGIS, which have the reference system behind the type.
func readBytes(text string) (position, string) {
	b, err := hex.DecodeString(text)
	if err != nil {
		return position{}, noPosition
	}
	const hasSystem = 0x20 // in the highest byte of the type
	high, code := 1, 0
	if b[0] == 1 { // the lowest byte is first
		high = 4
	}
	if b[high]&hasSystem != 0 {
		for i := range 4 {
			next := 5 + i
			if b[0] == 1 {
				next = 8 - i
			}
			code = code<<8 | int(b[next])
		}
		b = append(b[:5:5], b[9:]...)
		b[high] &^= hasSystem
	}
	if !isWGS84(strconv.Itoa(code)) {
		return position{}, "its reference system is EPSG:" + strconv.Itoa(code) + ": export the positions as WGS 84 (EPSG:4326)"
	}
	g, err := geom.UnmarshalWKB(b, geom.NoValidate{})
	return ofGeometry(g, err)
}

// ofGeometry returns the position of a point, which begins with the longitude.
func ofGeometry(g geom.Geometry, err error) (position, string) {
	if err != nil {
		return position{}, noPosition
	}
	if g.IsEmpty() {
		return position{none: true}, ""
	}
	if several, ok := g.AsMultiPoint(); ok && several.NumPoints() == 1 {
		g = several.PointN(0).AsGeometry()
	}
	p, ok := g.AsPoint()
	if !ok {
		return position{}, severalParts
	}
	xy, _ := p.XY() // is not empty
	return at(xy.Y, xy.X)
}

// What separates the two numbers of a pair, the surest first. A comma that only digits surround may be that of a decimal.
var (
	semicolon = regexp.MustCompile(`\s*[;/|]\s*`)
	comma     = regexp.MustCompile(`\s*,\s+|\s+,\s*`)
	blanks    = regexp.MustCompile(`\s+`)
	bare      = regexp.MustCompile(`^(-?[0-9]+\.[0-9]+),(-?[0-9]+\.?[0-9]*)$|^(-?[0-9]+),(-?[0-9]+\.[0-9]+)$|^(-?0),(-?0)$`)
	brackets  = regexp.MustCompile(`^\(([^()]*)\)$`)
)

// readPair reads two numbers, the latitude first, or degrees with the points of the compass.
func readPair(cell string) (position, string) {
	if inner := brackets.FindStringSubmatch(cell); inner != nil {
		cell = strings.TrimSpace(inner[1])
	}
	if n, err := strconv.ParseFloat(cell, 64); err == nil && n == 0 {
		return position{none: true}, ""
	}
	if hasSigns(cell) {
		return readCompass(cell)
	}
	if strings.ContainsAny(cell, "[]") && strings.Count(cell, ",") == 1 {
		return position{}, eitherOrder
	}
	if found := bare.FindStringSubmatch(cell); found != nil {
		return readDegrees(found[1]+found[3]+found[5], found[2]+found[4]+found[6])
	}
	for _, separator := range []*regexp.Regexp{semicolon, comma, blanks} {
		if parts := separator.Split(cell, -1); len(parts) == 2 {
			return readDegrees(parts[0], parts[1])
		}
	}
	return position{}, noPosition
}

// readDegrees reads a latitude and a longitude, decimal or with signs.
func readDegrees(latText, lonText string) (position, string) {
	lat, ok1 := degrees(latText, "NS")
	lon, ok2 := degrees(lonText, "EW")
	if !ok1 || !ok2 {
		return position{}, noPosition
	}
	return at(lat, lon)
}

// degrees reads one coordinate, whose points of the compass may be these two, positive and negative.
func degrees(text, compass string) (float64, bool) {
	text = plainSpaces.Replace(text)
	if n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err == nil {
		return n, true
	}
	if !hasSigns(text) {
		return 0, false
	}
	for _, form := range []*regexp.Regexp{letterFirst, letterLast, noLetter} {
		if found := form.FindStringSubmatch(plainSigns(text)); found != nil {
			n, letter, ok := coordinate(form, found)
			return n, ok && (letter == "" || strings.Contains(compass, letter))
		}
	}
	return 0, false
}

// hasSigns reports whether a text has a sign of degrees or a point of the compass.
func hasSigns(text string) bool { return strings.ContainsAny(plainSigns(text), "°NSEW") }

// signs are degrees, minutes and seconds with one sign each, and blanks around points of the compass. An O is left: it is
// the east in German and the west in French.
var signs = strings.NewReplacer(
	"º", "°", "˚", "°", "′", "'", "’", "'", "´", "'", "''", `"`, "″", `"`, "”", `"`, "“", `"`,
	"N", " N ", "S", " S ", "E", " E ", "W", " W ",
)

func plainSigns(text string) string { return strings.TrimSpace(signs.Replace(strings.ToUpper(text))) }

// Degrees, minutes and seconds, of which the last may have decimals, and the point of the compass.
const dms = `(?P<d>[0-9]{1,3}(?:[.,][0-9]+)?)(?:\s*°\s*|\s+|$)` +
	`(?:(?P<m>[0-9]{1,2}(?:[.,][0-9]+)?)(?:\s*'\s*|\s+|$)(?:(?P<s>[0-9]{1,2}(?:[.,][0-9]+)?)\s*(?:"|'')?)?)?`

var (
	letterFirst = regexp.MustCompile(`^(?P<letter>[NSEW])\s*` + dms + `\s*$`)
	letterLast  = regexp.MustCompile(`^\s*` + dms + `\s*(?P<letter>[NSEW])$`)
	noLetter    = regexp.MustCompile(`^(?P<sign>[+-]?)` + dms + `$`)
	// Two of them: what separates stands behind a letter, before one, or between numbers with signs.
	betweenLetters = regexp.MustCompile(`^([NSEW][^NSEW]*?)[,;/\s]*([NSEW][^NSEW]*)$|^([^NSEW]*[NSEW])[,;/\s]*([^NSEW]*[NSEW])$`)
	betweenSigns   = regexp.MustCompile(`^([^,;/]*?)\s*[,;/]\s*([^,;/]*)$|^(\S+)\s+(\S+)$`)
)

// readCompass reads two coordinates with signs or points of the compass, which say which one is the latitude.
func readCompass(cell string) (position, string) {
	text := plainSigns(cell)
	form := betweenSigns
	if strings.ContainsAny(text, "NSEW") {
		form = betweenLetters
	}
	found := form.FindStringSubmatch(text)
	if found == nil {
		return position{}, noPosition
	}
	first, second := strings.TrimSpace(found[1]+found[3]), strings.TrimSpace(found[2]+found[4])
	if strings.ContainsAny(first, "EW") {
		first, second = second, first
	}
	if form == betweenLetters && (!strings.ContainsAny(first, "NS") || !strings.ContainsAny(second, "EW")) {
		return position{}, noPosition
	}
	return readDegrees(first, second)
}

// coordinate returns the degrees of a match, and its letter.
func coordinate(form *regexp.Regexp, found []string) (n float64, letter string, ok bool) {
	part := func(name string) string {
		if i := form.SubexpIndex(name); i >= 0 {
			return found[i]
		}
		return ""
	}
	number := func(name string) float64 {
		n, _ := strconv.ParseFloat(strings.Replace(part(name), ",", ".", 1), 64)
		return n
	}
	broken := func(name string) bool { return strings.ContainsAny(part(name), ".,") }
	minutes, seconds := number("m"), number("s")
	ok = minutes < 60 && seconds < 60 && (part("m") == "" || !broken("d")) && (part("s") == "" || !broken("m"))
	n = number("d") + minutes/60 + seconds/3600
	letter = part("letter")
	if letter == "S" || letter == "W" || part("sign") == "-" {
		n = -n
	}
	return n, letter, ok
}
