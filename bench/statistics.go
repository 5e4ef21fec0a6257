package main

// The statistics. The first two are of all complaints, which are read from rollups.
const (
	queryCounts   = `query { complaintCounts { total byStatus { status count } overdue flagged } }`
	queryOverview = `query { complaintStats { total { count timeToAssignment { count median p90 p99 } timeToResolution { count median p90 p99 }
		sla { met missed share } reopening { ended reopened rate } rating { count average } } } }`
	queryUrgent = `query { complaintStats(where: {priority: HIGH}, groupBy: [STATUS]) { buckets { status count sla { met missed } reopening { reopened } } } }`
	queryZones  = `query { complaintStats(where: {status: CLOSED}, groupBy: [ZONE]) { buckets { zoneId zoneName count timeToResolution { median p90 } } } }`
	queryPaid   = `query { paymentStats(groupBy: [PROVIDER]) { currency providerId providerName settlements reversals settled reversed net } }`
)

// groupings are queries over most rows, which the hand-written program does not serve: all kinds
// of numbers, grouped as dashboards do.
var groupings = []struct{ name, query string }{
	// From rollups, being of all complaints.
	{"stats all by category", complaintsBy(`groupBy: [CATEGORY]`)},
	{"stats all by zone", complaintsBy(`groupBy: [ZONE]`)},
	{"stats all by top zone", complaintsBy(`groupBy: [ZONE], level: 1`)},
	// Tables: by two keys that an index serves, by a name that is bounded, of a district with its streets,
	// and the work of providers that is not paid for.
	{
		"table triage queue",
		`query { complaintPage(where: {statusIn: [SUBMITTED, REOPENED]}, orderBy: [{field: PRIORITY, direction: ASC}, {field: DUE_AT, direction: ASC}]) {
		complaints { reference title priority dueAt zone { name } } pagination { total } } }`,
	},
	{
		"table all by priority and deadline",
		`query { complaints(first: 50, orderBy: [{field: PRIORITY, direction: ASC}, {field: DUE_AT, direction: ASC}]) { edges { cursor node {
			reference priority dueAt } } } }`,
	},
	{
		"table flagged by zone name",
		`query { complaints(first: 50, where: {flagged: true}, orderBy: [{field: ZONE_NAME, direction: ASC}, {field: RATING, direction: ASC}]) {
			edges { cursor node { reference rating zone { name } } } } }`,
	},
	{"table unpaid tasks", `query { tasks(first: 50, where: {unpaid: true}) { edges { node { id solver { name } provider { name } endedAt } } } }`},
	{
		"table audit by action",
		`query { auditEntries(first: 50, where: {actionHasPrefix: "payment."}, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node {
			action createdAt actor { name } } } } }`,
	},
	// From facts, payments, their sums by day, and tasks.
	{"stats year by zone", complaintsBy(`where: {createdAtGTE: "2025-01-01T00:00:00Z"}, groupBy: [ZONE]`)},
	{"stats closed by solver", complaintsBy(`where: {statusIn: [CLOSED, RESOLVED]}, groupBy: [SOLVER]`)},
	{"stats web by category", complaintsBy(`where: {source: WEB, overdue: false}, groupBy: [CATEGORY, PRIORITY]`)},
	{"stats by month and status", complaintsBy(`bucket: MONTH, timezone: "Europe/Lisbon", from: "2023-01-01T00:00:00Z", groupBy: [STATUS]`)},
	{"stats by week", complaintsBy(`bucket: WEEK, timezone: "Europe/Lisbon", from: "2023-01-01T00:00:00Z"`)},
	{
		"stats SLA by month of resolution",
		complaintsBy(`on: RESOLVED, bucket: MONTH, timezone: "Europe/Lisbon", from: "2023-01-01T00:00:00Z", groupBy: [CATEGORY]`),
	},
	{"stats by month of closing", complaintsBy(`on: CLOSED, bucket: MONTH, from: "2025-01-01T00:00:00Z"`)},
	{
		"stats backlog by week",
		`query { complaintBacklog(bucket: WEEK, timezone: "Europe/Lisbon", from: "2025-01-01T00:00:00Z") { from to open submitted ended filter } }`,
	},
	{"stats worst zones and categories", complaintsBy(`groupBy: [ZONE, CATEGORY], top: 20, sortBy: SHARE_OVERDUE`)},
	{"stats by hour and weekday", complaintsBy(`groupBy: [WEEKDAY, HOUR_OF_DAY], timezone: "Europe/Lisbon", where: {status: CLOSED}`)},
	{"stats by group", complaintsBy(`groupBy: [GROUP]`)},
	{"stats by source and rating", complaintsBy(`groupBy: [SOURCE, RATING, REOPENED]`)},
	{"stats search by status", complaintsBy(`where: {search: "lamp"}, groupBy: [STATUS]`)},
	{"stats counts by zone", `query { complaintStats(where: {statusNEQ: MERGED}, groupBy: [ZONE]) { buckets { zoneId zoneName count filter } } }`},
	{"map of the city", mapOf(`bounds: {south: 43.8, west: 7.9, north: 44.1, east: 8.2}, zoom: 12`)},
	{"map of the city, streets", mapOf(`bounds: {south: 43.9, west: 8, north: 43.96, east: 8.08}, zoom: 15`)},
	{
		"map of what is urgent",
		mapOf(`bounds: {south: 43.8, west: 7.9, north: 44.1, east: 8.2}, zoom: 12, where: {priorityIn: [HIGH, URGENT], statusIn: [SUBMITTED,
			ASSIGNED, IN_PROGRESS]}`),
	},
	{"map of a quarter", mapOf(`bounds: {south: 43.92, west: 8.02, north: 43.93, east: 8.04}, zoom: 16`)},
	{"map of a house", mapOf(`bounds: {south: 43.92, west: 8.02, north: 43.9205, east: 8.0205}, zoom: 20`)},
	{
		"nearby complaints",
		`query { nearbyComplaints(latitude: 43.93, longitude: 8.04, metres: 200) { categoryName status ageInDays distance complaint { id title } } }`,
	},
	{"stats payments by method", `query { paymentStats(groupBy: [METHOD]) { currency method settlements reversals settled net } }`},
	{"stats payments by month", `query { paymentStats(bucket: MONTH, fromDate: "2023-01-01") { currency from to settlements reversals settled net } }`},
	{"stats tasks by solver", `query { taskStats(groupBy: [SOLVER]) { solverId solverName count live completed completionRate } }`},
	{"stats tasks by month", `query { taskStats(bucket: MONTH, from: "2023-01-01T00:00:00Z") { from to count live completed completionRate } }`},
}

func complaintsBy(arguments string) string {
	return `query { complaintStats(` + arguments + `) { total { count } buckets { filter from to status priority categoryName zoneName solverName count
		timeToAssignment { count median p90 p99 } timeToResolution { count median p90 p99 } sla { met missed share } reopening { ended reopened
			rate } rating { count average } } } }`
}

func mapOf(arguments string) string {
	return `query { complaintMap(` + arguments + `) { count zoom clusters { count bounds { south west north east } centre { latitude longitude
		} } complaints { id title latitude longitude } } }`
}

// statistics returns the cells of complaintStats and similar queries.
func (w *world) statistics() []*cell {
	none := func(row) any { return map[string]any{} }
	var alone []*cell
	for _, g := range groupings {
		alone = append(alone, w.graph(g.name, "", g.query, w.admins, none))
	}
	return append([]*cell{
		w.graph("stats counts", "counts", queryCounts, w.admins, none),
		w.graph("stats overview", "overview", queryOverview, w.admins, none),
		w.graph("stats urgent by status", "urgent", queryUrgent, w.admins, none),
		w.graph("stats times by zone", "zones", queryZones, w.admins, none),
		w.graph("stats payments by provider", "paid", queryPaid, w.admins, none),
	}, alone...)
}
