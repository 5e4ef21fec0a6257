package graph

import (
	"time"

	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
)

// days are some days in a row, the first and the last one included; nil for no limit.
type days struct{ from, to *string }

func (d days) all() predicate.PaymentDay {
	switch {
	case d.to == nil:
		return paymentday.PaymentDateGTE(*d.from)
	case d.from == nil:
		return paymentday.PaymentDateLTE(*d.to)
	default:
		return paymentday.And(paymentday.PaymentDateGTE(*d.from), paymentday.PaymentDateLTE(*d.to))
	}
}

// sumsIn are the sums that the payments between two days are added up from.
type sumsIn struct {
	months        bool    // whether there are whole months: those from first to last, or all payments without these
	first, last   *string // nil for no limit
	before, after *days   // the days beside the months
}

// sumsBetween returns the sums of the days from one to another, both included, or nil for no limit.
func sumsBetween(from, to *string) sumsIn {
	in := sumsIn{months: true}
	var first, last time.Time // the first days of the whole months
	if from != nil {
		day := timeOf(*from)
		if first = monthOf(day); first.Before(day) {
			first = first.AddDate(0, 1, 0)
			in.before = &days{from, new(first.AddDate(0, 0, -1).Format(model.DateLayout))}
		}
		in.first = new(domain.MonthOf(first.Format(model.DateLayout)))
	}
	if to != nil {
		next := timeOf(*to).AddDate(0, 0, 1)
		end := monthOf(next)
		if end.Before(next) {
			in.after = &days{new(end.Format(model.DateLayout)), to}
		}
		last = end.AddDate(0, -1, 0)
		in.last = new(domain.MonthOf(last.Format(model.DateLayout)))
	}
	if first.Year() > 9999 || from != nil && to != nil && first.After(last) {
		return sumsIn{before: &days{from, to}}
	}
	return in
}

// timeOf returns a day that was checked as a time.
func timeOf(day string) time.Time {
	t, _ := time.Parse(model.DateLayout, day)
	return t
}

// monthOf returns the first day of a day's month.
func monthOf(day time.Time) time.Time { return day.AddDate(0, 0, 1-day.Day()) }

func (in sumsIn) ofMonths() (all []predicate.PaymentSum) {
	if in.first == nil && in.last == nil {
		return []predicate.PaymentSum{paymentsum.Period(domain.AllTime)}
	}
	all = append(all, paymentsum.PeriodNEQ(domain.AllTime))
	if in.first != nil {
		all = append(all, paymentsum.PeriodGTE(*in.first))
	}
	if in.last != nil {
		all = append(all, paymentsum.PeriodLTE(*in.last))
	}
	return all
}

func (in sumsIn) ofDays() predicate.PaymentDay {
	switch {
	case in.after == nil:
		return in.before.all()
	case in.before == nil:
		return in.after.all()
	default:
		return paymentday.Or(in.before.all(), in.after.all())
	}
}

// state says by which sums a query is decided.
func (in sumsIn) state(shape *entread.Shape) *entread.Shape {
	shape.Part("months", in.months)
	shape.State(domain.AllTime, in.first, in.last)
	for _, beside := range []*days{in.before, in.after} {
		if beside == nil {
			beside = &days{}
		}
		shape.State(beside.from, beside.to)
	}
	return shape
}
