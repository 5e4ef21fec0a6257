package stats

import (
	"context"
	"slices"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// source is a table that statistics are read from.
type source string

// The sources of statistics.
const (
	fromRollups     source = "tallies"         // counters of all complaints
	fromFacts       source = "complaint_facts" // one row for each complaint
	fromPayments    source = "payments"
	fromPaymentDays source = "payment_days" // sums of payments by day
)

// dimensionAll is the dimension of the one counter of all complaints.
const dimensionAll = "ALL"

// complaintSources is where statistics of all complaints by one dimension are read from. Statistics of
// some complaints (a filter, a period, those that were resolved, a viewer who does not see all) and by
// several dimensions are always counted from facts.
//
// Zones and solvers have hundreds of values with a histogram each: reading all of these takes longer
// than counting facts, unless the histograms are requested.
var complaintSources = []struct {
	dimension domain.ComplaintDimension
	figures   source // times, deadlines, reopenings and ratings
	counts    source // counts only
}{
	{dimensionAll, fromRollups, fromRollups},
	{domain.ByStatus, fromRollups, fromRollups},
	{domain.ByPriority, fromRollups, fromRollups},
	{domain.ByCategory, fromRollups, fromRollups},
	{domain.ByZone, fromRollups, fromFacts},
	{domain.BySolver, fromRollups, fromFacts},
	{domain.ByProvider, fromRollups, fromRollups},
	{domain.BySource, fromFacts, fromFacts},
	{domain.ByRating, fromFacts, fromFacts},
	{domain.ByReopened, fromFacts, fromFacts},
	{domain.ByGroup, fromFacts, fromFacts},
	{domain.ByWeekday, fromFacts, fromFacts},
	{domain.ByHour, fromFacts, fromFacts},
	{domain.ByReason, fromFacts, fromFacts},
	{domain.ByHandler, fromFacts, fromFacts},
	{domain.ByReporter, fromFacts, fromFacts},
	{domain.ByAddress, fromFacts, fromFacts},
}

// paymentSources is where sums of payments by a dimension are read from; those by several, from
// payments if one of them is. A filter on other fields than dayFilters is for payments too.
var paymentSources = map[domain.PaymentDimension]source{
	domain.PaymentsByProvider: fromPaymentDays,
	domain.PaymentsByMethod:   fromPayments,
	domain.PaymentsByCategory: fromPayments,
}

// sortedDimensions are the dimensions in the order by which groups are sorted.
var sortedDimensions = func() (all []domain.ComplaintDimension) {
	for _, s := range complaintSources[1:] {
		all = append(all, s.dimension)
	}
	return all
}()

// rollupDimensions returns the dimensions that have rollups.
func rollupDimensions() (all []domain.ComplaintDimension) {
	for _, s := range complaintSources {
		if s.dimension != dimensionAll && (s.figures == fromRollups || s.counts == fromRollups) {
			all = append(all, s.dimension)
		}
	}
	return all
}

// source returns where the statistic is read from, and the dimension of the rollups.
func (in Complaints) source(ctx context.Context, s spans) (source, domain.ComplaintDimension) {
	filtered := in.Where != nil && len(in.Written) > 0
	if filtered || in.Responses || in.On != "" && in.On != domain.ByCreated || s.from != nil || s.to != nil ||
		!policy.SeesInternal(auth.From(ctx)) || len(in.GroupBy) > 1 {
		return fromFacts, ""
	}
	by := domain.ComplaintDimension(dimensionAll)
	if len(in.GroupBy) == 1 {
		by = in.GroupBy[0]
	}
	for _, s := range complaintSources {
		switch {
		case s.dimension != by:
		case in.CountsOnly:
			return s.counts, by
		default:
			return s.figures, by
		}
	}
	return fromFacts, by
}

// source returns where the sums are read from.
func (in Payments) source() source {
	needsPayments := func(by domain.PaymentDimension) bool { return paymentSources[by] != fromPaymentDays }
	if slices.ContainsFunc(in.GroupBy, needsPayments) || !dayFilters.cover(in.Written) {
		return fromPayments
	}
	return fromPaymentDays
}

// factFilters are the fields of a filter for complaints whose columns facts have too, under the
// same names. A filter of no other fields needs facts only.
var factFilters = filters{
	"id", "status", "priority", "source", "categoryId", "zoneId", "solverId", "providerId",
	"overdue", "reopenedCount", "dueAt", "resolvedAt", "rating", "createdAt", "reasonCode",
	"search", "hasMedia", "hasTask", "toReview", "contactName", "contactEmail", "contactPhone", "workingSolverId", "workingProviderId", // by id and solver_id
	"solverGroupId",                           // by solver_id
	"zone", "category", "unrated", "reopened", // by zone_id, category_id, status with rating, reopened_count
	"hasCategory", "hasCategoryWith", "hasZone", "hasZoneWith", // by category_id and zone_id
}

// dayFilters are the fields of a filter for payments whose columns their sums by day have too. The
// policy looks at the service provider only, which these have.
var dayFilters = filters{"providerId", "paymentDate", "currency", "type"}
