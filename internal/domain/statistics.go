package domain

import "time"

// ComplaintDimension is what complaints are grouped by.
type ComplaintDimension string

// The dimensions of complaints.
const (
	ByStatus   ComplaintDimension = "STATUS"
	ByCategory ComplaintDimension = "CATEGORY"
	ByZone     ComplaintDimension = "ZONE"
	ByPriority ComplaintDimension = "PRIORITY"
	BySolver   ComplaintDimension = "SOLVER"
	ByProvider ComplaintDimension = "PROVIDER"
	BySource   ComplaintDimension = "SOURCE"
	ByRating   ComplaintDimension = "RATING"
	ByReopened ComplaintDimension = "REOPENED"
	ByGroup    ComplaintDimension = "GROUP"
	ByHour     ComplaintDimension = "HOUR_OF_DAY"
	ByWeekday  ComplaintDimension = "WEEKDAY"
	ByReason   ComplaintDimension = "REASON_CODE"
	ByAddress  ComplaintDimension = "ADDRESS"
	ByHandler  ComplaintDimension = "HANDLER"
	ByReporter ComplaintDimension = "REPORTER"
)

// Weekday is a day of the week.
type Weekday string

// Weekdays lists the days of the week in their order.
var Weekdays = []Weekday{"MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"}

// WeekdayOf returns the day of the week of a time, in the time's own zone.
func WeekdayOf(t time.Time) Weekday { return Weekdays[(int(t.Weekday())+6)%7] }

// BucketOrder is by what buckets of statistics are sorted, the largest first.
type BucketOrder string

// The orders of buckets.
const (
	MostComplaints BucketOrder = "COUNT"
	MostOverdue    BucketOrder = "SHARE_OVERDUE"
	SlowestMedian  BucketOrder = "MEDIAN_TIME"
)

// ByCounts reports whether the order, nil for none, needs no more than counts of complaints.
func (o *BucketOrder) ByCounts() bool { return o == nil || *o != SlowestMedian }

// ComplaintTime is a time of complaints by which their statistics are selected and grouped.
type ComplaintTime string

// The times of complaints.
const (
	ByCreated  ComplaintTime = "CREATED"
	ByResolved ComplaintTime = "RESOLVED"
	ByClosed   ComplaintTime = "CLOSED"
	ByDue      ComplaintTime = "DUE"
)

// TimeBucket is the length of the time spans that statistics are grouped by.
type TimeBucket string

// The lengths of spans. A week begins on Monday.
const (
	BucketHour    TimeBucket = "HOUR"
	BucketDay     TimeBucket = "DAY"
	BucketWeek    TimeBucket = "WEEK"
	BucketMonth   TimeBucket = "MONTH"
	BucketQuarter TimeBucket = "QUARTER"
	BucketYear    TimeBucket = "YEAR"
)

// PaymentDimension is what payments are grouped by, beside the currency.
type PaymentDimension string

// The dimensions of payments.
const (
	PaymentsByProvider PaymentDimension = "PROVIDER"
	PaymentsByMethod   PaymentDimension = "METHOD"
	PaymentsByCategory PaymentDimension = "CATEGORY"
)

// TaskDimension is what tasks are grouped by.
type TaskDimension string

// The dimensions of tasks.
const (
	TasksBySolver   TaskDimension = "SOLVER"
	TasksByProvider TaskDimension = "PROVIDER"
	TasksByStatus   TaskDimension = "STATUS"
	TasksByZone     TaskDimension = "ZONE"
	TasksByCategory TaskDimension = "CATEGORY"
	TasksByReason   TaskDimension = "END_REASON"
)

// TaskTime is a time of tasks by which their statistics are selected and grouped.
type TaskTime string

// The times of tasks.
const (
	TasksAssigned TaskTime = "ASSIGNED"
	TasksEnded    TaskTime = "ENDED"
)

// TaskBucketOrder is by what statistics of tasks are sorted, the largest first.
type TaskBucketOrder string

// The orders of statistics of tasks.
const (
	MostTasks     TaskBucketOrder = "COUNT"
	MostCompleted TaskBucketOrder = "COMPLETED"
	MostDeclined  TaskBucketOrder = "GIVEN_BACK"
	SlowestTasks  TaskBucketOrder = "MEDIAN_TIME"
)

// PaymentBucketOrder is by what statistics of payments are sorted, the largest first.
type PaymentBucketOrder string

// The orders of statistics of payments.
const (
	MostPayments PaymentBucketOrder = "COUNT"
	MostSettled  PaymentBucketOrder = "SETTLED"
	MostNet      PaymentBucketOrder = "NET"
)

// BroadcastBucketOrder is by what statistics of broadcasts are sorted, the largest first.
type BroadcastBucketOrder string

// The orders of statistics of broadcasts.
const (
	MostBroadcasts BroadcastBucketOrder = "COUNT"
	MostRecipients BroadcastBucketOrder = "RECIPIENTS"
	MostFailed     BroadcastBucketOrder = "FAILED"
)

// BroadcastDimension is what broadcasts are grouped by.
type BroadcastDimension string

// The dimensions of broadcasts.
const (
	BroadcastsByStatus     BroadcastDimension = "STATUS"
	BroadcastsByTargetType BroadcastDimension = "TARGET_TYPE"
)

// WorkloadOrderField is what solvers can be ordered by when their work is listed.
type WorkloadOrderField string

// What the work of solvers can be ordered by.
const (
	WorkloadByName      WorkloadOrderField = "NAME"
	WorkloadByLive      WorkloadOrderField = "LIVE"
	WorkloadByOverdue   WorkloadOrderField = "OVERDUE"
	WorkloadByCompleted WorkloadOrderField = "COMPLETED_THIS_WEEK"
	WorkloadByMedian    WorkloadOrderField = "MEDIAN_TIME"
)
