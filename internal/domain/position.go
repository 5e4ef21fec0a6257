package domain

import "math"

const (
	// MicroDegrees are those of a degree.
	MicroDegrees = 1_000_000
	// FullCircle is the way around the Earth in millionths of a degree.
	FullCircle = 360 * MicroDegrees
	// BlockSize is the width and the height of a block, in millionths of a degree.
	BlockSize = MicroDegrees / 400
	// BlocksAround is how many blocks there are around the Earth.
	BlocksAround = FullCircle / BlockSize

	metresPerDegree = 111_195 // of a great circle
)

// Position is a place in millionths of a degree, which both databases compare and divide alike: north
// of the South Pole and east of the antimeridian.
type Position struct{ North, East int }

// PositionOf returns the position of a latitude and a longitude. Migration 0006 computes the same.
func PositionOf(latitude, longitude float64) Position {
	// Converted, or some processors would round once instead of twice.
	return Position{
		North: int(float64(float64(latitude+90) * MicroDegrees)),
		East:  int(float64(float64(longitude+180) * MicroDegrees)),
	}
}

// Block returns the number of the square of BlockSize that the position lies in.
func (p Position) Block() int { return p.North/BlockSize*BlocksAround + p.East/BlockSize }

// Latitude returns the degrees north of the equator.
func (p Position) Latitude() float64 { return float64(p.North)/MicroDegrees - 90 }

// Longitude returns the degrees east of Greenwich.
func (p Position) Longitude() float64 { return float64(p.East)/MicroDegrees - 180 }

// Metres returns the distance of two positions that are near each other.
func (p Position) Metres(q Position) float64 {
	north := float64(p.North-q.North) / MicroDegrees
	east := math.Abs(float64(p.East-q.East)) / MicroDegrees
	east = min(east, 360-east) * math.Cos((p.Latitude()+q.Latitude())/2*math.Pi/180)
	return math.Hypot(north, east) * metresPerDegree
}

// Around returns how far a distance reaches north and east of a position, in millionths of a degree.
func (p Position) Around(metres float64) (north, east int) {
	degrees := metres / metresPerDegree
	shrunk := math.Cos(min(math.Abs(p.Latitude())+degrees, 89.9) * math.Pi / 180)
	return int(degrees*MicroDegrees) + 1, int(degrees/shrunk*MicroDegrees) + 1
}
