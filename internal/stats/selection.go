package stats

import (
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/domain"
)

// ComplaintValues are what the complaints of a bucket have in common.
type ComplaintValues struct {
	On                         *domain.ComplaintTime // of From, To, HourOfDay and Weekday
	From, To                   *time.Time
	OpenAt                     *time.Time
	Timezone                   *string
	HourOfDay                  *int
	Weekday                    *domain.Weekday
	Status                     *domain.ComplaintStatus
	Priority                   *domain.Priority
	Source                     *domain.Source
	Stars                      *int
	Reopened                   *bool
	CategoryID, CategoryWithin *uuid.UUID
	ZoneID, ZoneWithin         *uuid.UUID
	SolverID                   *uuid.UUID
	ProviderID                 *uuid.UUID
	GroupID                    *uuid.UUID
	ReasonCode                 *string
	HandlerID, ReporterID      *uuid.UUID
	Address                    *string
	None                       []domain.ComplaintDimension // in which they have no value
}

// ComplaintSelection selects the complaints of a bucket. Its fields are those of a
// ComplaintSelectionInput, so that it can be given back.
type ComplaintSelection struct {
	ComplaintValues
	Except []*ComplaintSelection
}

// ComplaintSelectionInput is a ComplaintSelection that was given back.
type ComplaintSelectionInput struct {
	ComplaintValues
	Except []*ComplaintSelectionInput
}

// TaskValues are what the tasks of a bucket have in common.
type TaskValues struct {
	On                                       *domain.TaskTime // of From and To
	From, To                                 *time.Time
	SolverID, ProviderID, ZoneID, CategoryID *uuid.UUID
	Status                                   *domain.TaskStatus
	EndReason                                *string
	None                                     []domain.TaskDimension
}

// TaskSelection selects the tasks of a bucket.
type TaskSelection struct {
	TaskValues
	Except []*TaskSelection
}

// TaskSelectionInput is a TaskSelection that was given back.
type TaskSelectionInput struct {
	TaskValues
	Except []*TaskSelectionInput
}

// Column returns the column of the time that From and To are of.
func (in TaskValues) Column() string {
	if in.On == nil {
		return taskTimes[domain.TasksAssigned].column
	}
	return taskTimes[*in.On].column
}

// OfComplaint reports whether only those who see complaints may select by these values.
func (in TaskValues) OfComplaint() bool {
	return in.ZoneID != nil || in.CategoryID != nil || slices.ContainsFunc(in.None, TaskDimensionOfComplaint)
}

// TaskDimensionOfComplaint reports whether only those who see complaints may group tasks by a dimension.
func TaskDimensionOfComplaint(by domain.TaskDimension) bool {
	return taskDimensions[by].complaints != nil
}

// PaymentValues are what the payments of a bucket have in common.
type PaymentValues struct {
	Currency   *string
	From, To   *string // days, both included
	ProviderID *uuid.UUID
	Method     *domain.PaymentMethod
	CategoryID *uuid.UUID
	None       []domain.PaymentDimension

	SeveralCategories *bool
}

// OfComplaint reports whether only those who see complaints may select by these values.
func (in PaymentValues) OfComplaint() bool {
	return in.CategoryID != nil || in.SeveralCategories != nil || slices.ContainsFunc(in.None, PaymentDimensionOfComplaint)
}

// PaymentDimensionOfComplaint reports whether only those who see complaints may group payments by a dimension.
func PaymentDimensionOfComplaint(by domain.PaymentDimension) bool {
	return paymentDimensions[by].complaints != nil
}

// PaymentSelection selects the payments of a bucket.
type PaymentSelection struct {
	PaymentValues
	Except []*PaymentSelection
}

// PaymentSelectionInput is a PaymentSelection that was given back.
type PaymentSelectionInput struct {
	PaymentValues
	Except []*PaymentSelectionInput
}

// BroadcastValues are what the broadcasts of a bucket have in common.
type BroadcastValues struct {
	From, To   *time.Time
	Status     *domain.BroadcastStatus
	TargetType *domain.TargetType
}

// BroadcastSelection selects the broadcasts of a bucket.
type BroadcastSelection struct {
	BroadcastValues
	Except []*BroadcastSelection
}

// BroadcastSelectionInput is a BroadcastSelection that was given back.
type BroadcastSelectionInput struct {
	BroadcastValues
	Except []*BroadcastSelectionInput
}

// ForAdmins reports whether only administrators may select by these values.
func (in ComplaintValues) ForAdmins() bool {
	return in.SolverID != nil || in.ProviderID != nil || in.GroupID != nil || in.ReasonCode != nil || in.HandlerID != nil ||
		in.ReporterID != nil || in.Address != nil ||
		slices.ContainsFunc(in.None, func(by domain.ComplaintDimension) bool { return dimensions[by].adminsOnly })
}

// selection returns what selects a bucket, whose other fields are set.
func (in Complaints) selection(b *ComplaintBucket, g *group) *ComplaintSelection {
	s := &ComplaintSelection{ComplaintValues: in.valuesOf(b, g)}
	s.From, s.To = b.From, b.To
	if in.On != domain.ByCreated {
		s.On = &in.On
	}
	for _, other := range g.rest {
		one := &ComplaintBucket{}
		for _, by := range in.GroupBy {
			_ = one.name(by, other.value(by), other.names[by]) // it was named before
		}
		s.Except = append(s.Except, &ComplaintSelection{ComplaintValues: in.valuesOf(one, other)})
	}
	return s
}

// valuesOf returns the values of a bucket in all dimensions.
func (in Complaints) valuesOf(b *ComplaintBucket, g *group) ComplaintValues {
	v := ComplaintValues{
		HourOfDay: b.HourOfDay, Weekday: b.Weekday, Status: b.Status, Priority: b.Priority, Source: b.Source, Stars: b.Stars, Reopened: b.Reopened,
		CategoryID: b.CategoryID, ZoneID: b.ZoneID, SolverID: b.SolverID, ProviderID: b.ProviderID, GroupID: b.GroupID,
		ReasonCode: b.ReasonCode, HandlerID: b.HandlerID, ReporterID: b.ReporterID, Address: b.Address,
	}
	if g.within[domain.ByCategory] {
		v.CategoryID, v.CategoryWithin = nil, b.CategoryID
	}
	if g.within[domain.ByZone] {
		v.ZoneID, v.ZoneWithin = nil, b.ZoneID
	}
	if b.HourOfDay != nil || b.Weekday != nil {
		v.Timezone, v.On = &in.Period.Timezone, &in.On
	}
	for _, by := range in.GroupBy {
		if g.rest == nil && g.value(by) == "" {
			v.None = append(v.None, by)
		}
	}
	return v
}

// InTime returns the conditions on times.
func (in ComplaintValues) InTime() (all []predicate.Complaint, err error) {
	on, timezone := domain.ByCreated, "UTC"
	if in.On != nil {
		on = *in.On
	}
	if in.Timezone != nil {
		timezone = *in.Timezone
	}
	column := times[on].column
	if on != domain.ByCreated {
		all = append(all, sql.FieldNotNull(column))
	}
	if in.From != nil {
		all = append(all, sql.FieldGTE(column, *in.From))
	}
	if in.To != nil {
		all = append(all, sql.FieldLT(column, *in.To))
	}
	if in.HourOfDay != nil || in.Weekday != nil {
		is, err := LocalTimeInput{Of: on, Timezone: timezone, HourOfDay: in.HourOfDay, Weekday: in.Weekday}.Predicate()
		if err != nil {
			return nil, err
		}
		all = append(all, is)
	}
	if in.OpenAt != nil {
		all = append(all, wasOpen(*in.OpenAt))
	}
	return all, nil
}

// wasOpen finds complaints that were open before an instant.
func wasOpen(at time.Time) predicate.Complaint {
	isOpen := complaint.StatusIn(domain.OpenComplaintStatuses...)
	return complaint.And(complaint.CreatedAtLT(at), complaint.Or(
		isOpen,
		complaint.And(complaint.Not(isOpen), complaint.ResolvedAtGTE(at)),
		complaint.And(complaint.Not(isOpen), complaint.ResolvedAtIsNil(), complaint.MovedAtGTE(at)),
		complaint.And(complaint.Not(isOpen), complaint.ResolvedAtIsNil(), complaint.MovedAtIsNil(), complaint.UpdatedAtGTE(at)),
	))
}

// WithoutValue finds complaints that have no value in a dimension; none where all have one.
func WithoutValue(by domain.ComplaintDimension) predicate.Complaint {
	switch {
	case by == domain.ByGroup:
		return SolverInNoGroup()
	case by == domain.ByAddress:
		return AtNoAddress()
	case nullable[by]:
		return sql.FieldIsNull(dimensions[by].column)
	default:
		return func(s *sql.Selector) { s.Where(sql.False()) }
	}
}
