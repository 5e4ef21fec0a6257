package delivery

import "time"

// Hours are a part of the night, from a time of day to one of the next day, each as the time since midnight by the clock on the wall.
// Zero: none.
type Hours struct{ From, Until time.Duration }

// end returns when the hours end that a time lies in, by the clocks of a zone, or the time itself.
func (h Hours) end(t time.Time, zone *time.Location) time.Time {
	local := t.In(zone)
	clock := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second
	day := local.Day()
	switch {
	case h == Hours{} || clock >= h.Until && clock < h.From:
		return t
	case clock >= h.From:
		day++
	}
	return time.Date(local.Year(), local.Month(), day, 0, int(h.Until/time.Minute), 0, 0, zone).UTC()
}
