package domain

import "time"

// NoDeadline stands in the column that deadlines are sorted by where there is none, because
// the two databases put absent values at opposite ends.
var NoDeadline = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
