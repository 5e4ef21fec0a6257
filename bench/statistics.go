package main

// The statistics. The first two are of all complaints, whose numbers are kept.
const (
	queryCounts   = `query { complaintCounts { total byStatus { status count } overdue flagged } }`
	queryOverview = `query { complaintStats { total { count timeToAssignment { count median p90 p99 } timeToResolution { count median p90 p99 }
		sla { met missed share } reopening { ended reopened rate } rating { count average } } } }`
	queryUrgent = `query { complaintStats(where: {priority: HIGH}, groupBy: [STATUS]) { buckets { status count sla { met missed } reopening { reopened } } } }`
	queryZones  = `query { complaintStats(where: {status: CLOSED}, groupBy: [ZONE]) { buckets { zoneId zoneName count timeToResolution { median p90 } } } }`
	queryPaid   = `query { paymentStats(groupBy: [PROVIDER]) { currency providerId providerName settlements reversals settled reversed net } }`
)

// statistics are the cells of complaintStats and its kin.
func (w *world) statistics() []*cell {
	none := func(row) any { return map[string]any{} }
	return []*cell{
		w.graph("stats counts", "counts", queryCounts, w.admins, none),
		w.graph("stats overview", "overview", queryOverview, w.admins, none),
		w.graph("stats urgent by status", "urgent", queryUrgent, w.admins, none),
		w.graph("stats times by zone", "zones", queryZones, w.admins, none),
		w.graph("stats payments by provider", "paid", queryPaid, w.admins, none),
	}
}
