// Package boundary reads the boundaries of zones from GeoJSON (RFC 7946) and finds the zone that a
// position lies in. Both databases keep a boundary as its GeoJSON and the rectangle around it in plain
// columns, by which the few zones are found whose boundary has to be looked at.
package boundary

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/peterstace/simplefeatures/geom"
)

const (
	// MaxPoints is how many points a boundary may have: a coast line at a resolution of some metres.
	MaxPoints = 20_000
	// MaxZones is how many zones may have a boundary: the index of the rectangles is read from one side.
	MaxZones = 5_000
)

// Boundary is the boundary of a zone: a polygon or several, in degrees of WGS 84. Of one that was read
// from the database only the shape is known.
type Boundary struct {
	shape geom.Geometry

	South, North, West, East float64 // the rectangle around it
	Area                     float64 // in square degrees, to tell a part from the whole
	GeoJSON                  string  // a Polygon or a MultiPolygon
}

// Parse reads a boundary from a GeoJSON Polygon or MultiPolygon. An error says what is wrong with it to
// whoever made the file.
func Parse(text []byte) (*Boundary, error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, errors.New("is not a GeoJSON geometry")
	}
	if kind.Type != "Polygon" && kind.Type != "MultiPolygon" {
		return nil, fmt.Errorf("is a %q, not a Polygon or a MultiPolygon", kind.Type)
	}
	shape, err := geom.UnmarshalGeoJSON(text, geom.NoValidate{})
	if err != nil {
		return nil, errors.New("has coordinates that are not numbers in rings: " + reason(err))
	}
	shape = shape.Force2D() // heights mean nothing here
	switch points := shape.DumpCoordinates().Length(); {
	case shape.IsEmpty():
		return nil, errors.New("is empty")
	case points > MaxPoints:
		return nil, fmt.Errorf("has %d points; at most %d are allowed: simplify it", points, MaxPoints)
	}
	b := &Boundary{shape: shape, Area: shape.Area()}
	low, high, _ := shape.Envelope().MinMaxXYs()
	b.South, b.North, b.West, b.East = low.Y, high.Y, low.X, high.X
	if b.South < -90 || b.North > 90 || b.West < -180 || b.East > 180 {
		return nil, errors.New("is not in degrees of longitude and latitude: export it as WGS 84 (EPSG:4326)")
	}
	if err := shape.Validate(); err != nil { // open rings, crossing lines, holes outside
		return nil, errors.New("is not a valid polygon: " + reason(err))
	}
	out, err := json.Marshal(shape)
	b.GeoJSON = string(out)
	return b, err
}

// plain are the library's words for what is wrong with a polygon, and what whoever made the file calls it.
var plain = strings.NewReplacer(
	"polygon ring not simple", "the ring touches or crosses itself",
	"polygon ring not closed", "the ring is not closed",
	"polygon inner ring outside outer ring", "a hole lies outside",
	"(at or near {", "near longitude and latitude ", "})", "",
	"validating ring at index 0: ", "", "invalid geometry: ", "", "geojson: ", "",
)

// reason returns what the library says of a geometry in plain words.
func reason(err error) string { return plain.Replace(err.Error()) }

// stored returns a boundary that was parsed before it was stored.
func stored(text string) (*Boundary, error) {
	shape, err := geom.UnmarshalGeoJSON([]byte(text), geom.NoValidate{})
	if err != nil {
		return nil, fmt.Errorf("read a stored boundary: %w", err)
	}
	return &Boundary{shape: shape}, nil
}

// Contains reports whether a position lies within a boundary or on it.
func (b *Boundary) Contains(latitude, longitude float64) bool {
	return geom.Intersects(b.shape, geom.XY{X: longitude, Y: latitude}.AsPoint().AsGeometry())
}
