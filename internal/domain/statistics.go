package domain

// ComplaintDimension is what statistics of complaints tell apart.
type ComplaintDimension string

// The dimensions of complaints.
const (
	ByStatus   ComplaintDimension = "STATUS"
	ByCategory ComplaintDimension = "CATEGORY"
	ByZone     ComplaintDimension = "ZONE"
	ByPriority ComplaintDimension = "PRIORITY"
	BySolver   ComplaintDimension = "SOLVER"
	ByProvider ComplaintDimension = "PROVIDER"
)

// TimeBucket is the length of the spans by which statistics are told.
type TimeBucket string

// The lengths of spans. A week begins on Monday.
const (
	BucketDay   TimeBucket = "DAY"
	BucketWeek  TimeBucket = "WEEK"
	BucketMonth TimeBucket = "MONTH"
)

// PaymentDimension is what statistics of payments tell apart, beside the currency.
type PaymentDimension string

// The dimensions of payments.
const (
	PaymentsByProvider PaymentDimension = "PROVIDER"
	PaymentsByMethod   PaymentDimension = "METHOD"
)

// TaskDimension is what statistics of tasks tell apart.
type TaskDimension string

// The dimensions of tasks.
const (
	TasksBySolver   TaskDimension = "SOLVER"
	TasksByProvider TaskDimension = "PROVIDER"
	TasksByStatus   TaskDimension = "STATUS"
)

// BroadcastDimension is what statistics of broadcasts tell apart.
type BroadcastDimension string

// The dimensions of broadcasts.
const (
	BroadcastsByStatus     BroadcastDimension = "STATUS"
	BroadcastsByTargetType BroadcastDimension = "TARGET_TYPE"
)
