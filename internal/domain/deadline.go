package domain

import "time"

// NoDeadline is the value of the column that deadlines are sorted by where there is none,
// because the two databases sort NULL to opposite ends.
var NoDeadline = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
