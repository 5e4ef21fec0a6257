package csvimport

import (
	"math"
	"strconv"
	"strings"
)

// setPosition sets the position. Zero stands for none.
func (rd *reader) setPosition(d *draft, cells []string) *rejection {
	latText, lonText, pair := rd.cell(cells, Latitude), rd.cell(cells, Longitude), rd.cell(cells, Position)
	latPair, lonPair := parsePair(pair)
	if latText == "" && lonText == "" {
		latText, lonText = latPair, lonPair
	}
	if latText == "" && lonText == "" {
		return nil
	}
	zero := func(a, b string) bool {
		lat, lon, ok := degrees(a, b)
		return ok && lat == 0 && lon == 0
	}
	lat, lon, ok := degrees(latText, lonText)
	switch {
	case zero(latText, lonText) || zero(latPair, lonPair):
		d.warn(NoPosition, Position, "")
	case !ok:
		d.warn(BadPosition, Position, "latitude %q, longitude %q", latText, lonText)
	default:
		d.lat, d.lon = &lat, &lon
	}
	return nil
}

// parsePair splits "(42.36, -71.06)" and "POINT (-71.06 42.36)", which begins with the longitude
// (OGC 06-103r4 section 7.2).
func parsePair(pair string) (lat, lon string) {
	inner, point := strings.CutPrefix(strings.ToUpper(pair), "POINT")
	parts := strings.FieldsFunc(inner, func(r rune) bool { return strings.ContainsRune("(), ;", r) })
	if len(parts) != 2 {
		return "", ""
	}
	if point {
		return parts[1], parts[0]
	}
	return parts[0], parts[1]
}

func degrees(latText, lonText string) (lat, lon float64, ok bool) {
	lat, err1 := strconv.ParseFloat(strings.Replace(latText, ",", ".", 1), 64)
	lon, err2 := strconv.ParseFloat(strings.Replace(lonText, ",", ".", 1), 64)
	// NaN is not within the bounds either.
	return lat, lon, err1 == nil && err2 == nil && math.Abs(lat) <= 90 && math.Abs(lon) <= 180
}
