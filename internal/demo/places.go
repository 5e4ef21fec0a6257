package demo

import (
	"bytes"
	_ "embed"

	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/domain"
)

// Port Aurelle does not exist. Its streets are laid out on a piece of the Ligurian coast.

// boundariesFile has the boundaries of the zones. Zones beside each other share their corners.
//
//go:embed zones.geojson
var boundariesFile []byte

// boundaries returns the boundaries of the zones by their names.
func boundaries() (map[string]*boundary.Boundary, error) {
	return boundary.Read(bytes.NewReader(boundariesFile))
}

// zone is an area with the areas inside it.
type zone struct {
	name     string
	children []zone
}

func rootZone() zone {
	return zone{"Port Aurelle", []zone{
		{"Harborside", []zone{{"Fish Quay", nil}, {"Customs Row", nil}}},
		{"Old Town", []zone{{"Clockmakers' Hill", nil}, {"Saint Odile", nil}}},
		{"Riverbank", []zone{{"Mill Race", nil}, {"Willow Flats", nil}}},
		{"Hightop", []zone{{"Observatory Park", nil}, {"Quarry Rise", nil}}},
	}}
}

// category is a kind of complaint; one without a deadline has 0 hours.
type category struct {
	name     string
	hours    int
	priority domain.Priority
	children []category
}

func categories() []category {
	const (
		low, normal  = domain.PriorityLow, domain.PriorityNormal
		high, urgent = domain.PriorityHigh, domain.PriorityUrgent
	)
	return []category{
		{"Streets and sidewalks", 168, normal, []category{
			{"Pothole", 72, normal, nil},
			{"Broken sidewalk", 240, low, nil},
			{"Traffic signal", 8, urgent, nil},
			{"Road markings and signs", 336, low, nil},
		}},
		{"Lighting", 96, normal, []category{
			{"Street light out", 96, normal, nil},
			{"Damaged lamp post", 24, high, nil},
		}},
		{"Water and drains", 48, high, []category{
			{"Burst pipe", 4, urgent, nil},
			{"Blocked drain", 48, high, nil},
			{"Discolored water", 24, high, nil},
		}},
		{"Waste", 72, normal, []category{
			{"Missed collection", 48, normal, nil},
			{"Illegal dumping", 72, normal, nil},
			{"Overflowing bin", 24, normal, nil},
		}},
		{"Parks and trees", 120, normal, []category{
			{"Fallen branch", 12, high, nil},
			{"Playground", 72, high, nil},
			{"Graffiti", 240, low, nil},
		}},
		{"Noise and animals", 96, normal, nil},
		{"Suggestions", 0, low, nil},
	}
}

// The service providers.
const (
	brightwater = "Brightwater Civic Works"
	kestrel     = "Kestrel Lighting Co-operative"
)

func providers() []string { return []string{brightwater, kestrel} }

// group is a group of accounts.
type group struct {
	name, purpose string
	members       []person
}

func groups() []group {
	return []group{
		{"Neighborhood council", "Residents who speak for their streets at the monthly meeting.", []person{amara, tomas, meiling, noor}},
		{"Harbor merchants", "Stalls, cafés and boat yards on the waterfront.", []person{fatima, oleks, amara}},
		{"Night shift", "Crews who may be called between ten and six.", []person{wiremu, ingrid, thandi, joaquim}},
		{"Provider office", "Whoever reads the city's notes to its contractors.", []person{priya, lucia}},
		{"Beekeepers' circle", "Founded at the spring fair; nobody has joined yet.", nil},
	}
}
