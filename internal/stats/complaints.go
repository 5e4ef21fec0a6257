package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	entgroup "github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/membership"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/stats/packed"
	"github.com/redress/redress/internal/store/hint"
)

// Complaints is a request for statistics of complaints.
type Complaints struct {
	Where      *ent.ComplaintWhereInput
	Written    map[string]any // Where as the caller sent it
	GroupBy    []domain.ComplaintDimension
	Level      *int                 // of the tree that zones and categories are summed up to, from 1; nil: each by itself
	On         domain.ComplaintTime // that the period is of; "" for CREATED
	Period     TimeRange
	Top        *int                // groups that are returned by themselves; nil for all
	SortBy     *domain.BucketOrder // nil: by name
	CountsOnly bool                // whether none of FieldsBeyondCounts is requested, nor an order by one
	Overdue    bool                // whether overdueShare is requested, or an order by it
}

// FieldsBeyondCounts lists the fields of the graph's ComplaintStats that take more than counts of complaints.
var FieldsBeyondCounts = []string{"timeToAssignment", "timeToResolution", "sla", "reopening", "rating"}

// ComplaintStats are the numbers of the complaints that the viewer may see.
type ComplaintStats struct {
	Total   *ComplaintBucket
	Buckets []*ComplaintBucket
}

// ComplaintBucket is the numbers of some complaints, and the filter that finds these.
type ComplaintBucket struct {
	Status           *domain.ComplaintStatus
	Priority         *domain.Priority
	CategoryID       *uuid.UUID
	CategoryName     *string
	ZoneID           *uuid.UUID
	ZoneName         *string
	SolverID         *uuid.UUID
	SolverName       *string
	ProviderID       *uuid.UUID
	ProviderName     *string
	Source           *domain.Source
	Stars            *int
	Reopened         *bool
	GroupID          *uuid.UUID
	GroupName        *string
	HourOfDay        *int
	Weekday          *domain.Weekday
	ReasonCode       *string
	HandlerID        *uuid.UUID
	HandlerName      *string
	ReporterID       *uuid.UUID
	ReporterName     *string
	Rest             bool
	From             *time.Time
	To               *time.Time
	Count            int
	OverdueShare     float64
	TimeToAssignment *DurationStats
	TimeToResolution *DurationStats
	SLA              *SLAStats
	Reopening        *ReopeningStats
	Rating           *RatingStats
	Filter           json.RawMessage
	Selection        *ComplaintSelection
}

// DurationStats are times in seconds.
type DurationStats struct {
	Count            int
	Median, P90, P99 *int
}

// SLAStats are how many deadlines were met.
type SLAStats struct {
	Met, Missed int
	Share       *float64
}

// ReopeningStats are how many were reopened.
type ReopeningStats struct {
	Ended, Reopened int
	Rate            *float64
}

// RatingStats are the ratings by reporters.
type RatingStats struct {
	Count   int
	Average *float64
}

// Names are read within the same statement. Everybody may see all categories and zones, and
// administrators all accounts and service providers; a dimension whose names some viewers may not
// see must not be added here.
var dimensions = map[domain.ComplaintDimension]dimension{
	domain.ByStatus:   {column: complaint.FieldStatus, filter: "status"},
	domain.ByPriority: {column: complaint.FieldPriority, filter: "priority"},
	domain.ByCategory: {column: complaint.FieldCategoryID, table: category.Table, name: category.FieldName, filter: "categoryId"},
	domain.ByZone:     {column: complaint.FieldZoneID, table: zone.Table, name: zone.FieldName, filter: "zoneId"},
	domain.BySolver:   {column: complaint.FieldSolverID, table: user.Table, name: user.FieldName, filter: "solverId", adminsOnly: true},
	domain.ByProvider: {column: complaint.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName, filter: "providerId", adminsOnly: true},
	domain.BySource:   {column: complaint.FieldSource, filter: "source"},
	domain.ByRating:   {column: complaint.FieldRating, filter: "rating"},
	domain.ByReopened: {column: complaint.FieldReopenedCount, of: isPositive, filter: "reopened"},
	domain.ByGroup:    {column: membership.FieldGroupID, table: entgroup.Table, name: entgroup.FieldName, filter: "solverGroupId", adminsOnly: true},
	domain.ByHour:     {filter: "localTime"}, // of the time and its zone, see plan.keys
	domain.ByWeekday:  {filter: "localTime"},
	domain.ByReason:   {column: complaint.FieldReasonCode, filter: "reasonCode", adminsOnly: true},
	domain.ByHandler: {
		column: complaint.FieldHandlerID, ofRow: true, table: user.Table, name: user.FieldName, filter: "handlerId",
		none: string(domain.ByHandler), adminsOnly: true,
	},
	domain.ByReporter: {
		column: complaint.FieldSubmittedByID, ofRow: true, table: user.Table, name: user.FieldName, filter: "submittedById", adminsOnly: true,
	},
}

// isPositive returns whether a number is one, as a filter has it.
func isPositive(column, _ string) sql.Querier {
	return sql.Expr("CASE WHEN " + column + " > 0 THEN 'true' ELSE 'false' END")
}

// times are the columns of the times that a period may be of, and the filters for them. Each is also a
// fact, except for when a complaint was closed, which is read from the complaint.
var times = map[domain.ComplaintTime]struct{ column, filter string }{
	domain.ByCreated:  {complaint.FieldCreatedAt, "createdAt"},
	domain.ByResolved: {complaint.FieldResolvedAt, "resolvedAt"},
	domain.ByClosed:   {complaint.FieldClosedAt, "closedAt"},
	domain.ByDue:      {complaint.FieldDueAt, "dueAt"},
}

// SolverInGroup finds complaints whose latest task is that of a member of a group.
func SolverInGroup(id uuid.UUID) predicate.Complaint {
	return func(s *sql.Selector) {
		s.Where(sql.In(s.C(complaint.FieldSolverID), membersOf(s, &id)))
	}
}

// SolverInNoGroup finds complaints without a task, and those whose latest task is that of a solver without a group.
func SolverInNoGroup() predicate.Complaint {
	return func(s *sql.Selector) {
		solver := s.C(complaint.FieldSolverID)
		s.Where(sql.Or(sql.IsNull(solver), sql.NotIn(solver, membersOf(s, nil))))
	}
}

func membersOf(s *sql.Selector, id *uuid.UUID) *sql.Selector {
	members := sql.Dialect(s.Dialect()).Table(membership.Table).As("members")
	q := sql.Dialect(s.Dialect()).Select(members.C(membership.FieldUserID)).From(members)
	if id != nil {
		q.Where(sql.EQ(members.C(membership.FieldGroupID), *id))
	}
	return q
}

// CheckSolverAccess returns an error unless the viewer may group complaints by who works on them, and by
// the reasons of their moves.
func CheckSolverAccess(ctx context.Context) error {
	if !policy.SeesInternal(auth.From(ctx)) {
		return fault.Denied()
	}
	return nil
}

// CheckProviderAccess returns an error unless the viewer may group by service provider.
func CheckProviderAccess(ctx context.Context) error {
	return policy.May(auth.From(ctx), policy.RootServiceProviders)
}

// FromRollups reports whether the statistics are read from the rollups, of which dimension, rather
// than counted. Where and Written need not be valid, only present where they have conditions.
func (in Complaints) FromRollups(ctx context.Context) (dimension string, yes bool) {
	if p := in.Period; p.From != nil || p.To != nil || p.Bucket != nil {
		return "", false
	}
	from, by := in.source(ctx, spans{})
	return string(by), from == fromRollups
}

// Needs names what beside the arguments decides what is read.
func (in Complaints) Needs() string { return fmt.Sprint(in.CountsOnly, in.Overdue) }

// Of returns the statistics, by one statement, or by two from the rollups, for a level of a tree or by group.
func (in Complaints) Of(ctx context.Context, client *ent.Client, now time.Time) (*ComplaintStats, error) {
	in.On = cmp.Or(in.On, domain.ByCreated)
	if err := in.check(ctx); err != nil {
		return nil, err
	}
	s, err := in.Period.spans(now)
	if err != nil {
		return nil, err
	}
	p := plan{dimensions: in.GroupBy, on: in.On, spans: s, maxGroups: MaxBuckets}
	if in.Top != nil && in.Level == nil && len(s.edges) == 0 && in.CountsOnly {
		p.cut = in.cut()
	}
	if in.Level != nil || in.Top != nil || in.SortBy != nil {
		p.histograms = !in.CountsOnly
	}
	if in.Level != nil || in.Top != nil {
		p.maxGroups = MaxGroups
	}
	total, groups, err := in.groups(ctx, client, p)
	if err != nil {
		return nil, err
	}
	if len(groups) > p.maxGroups && p.maxGroups == MaxGroups {
		return nil, tooManyGroups()
	}
	if in.Level != nil {
		if groups, err = in.rollUp(ctx, client, groups); err != nil {
			return nil, err
		}
	}
	groups = in.sortAndCut(groups)
	if len(groups) > MaxBuckets {
		if len(in.GroupBy) == 0 {
			return nil, tooMany("bucket")
		}
		return nil, tooMany("groupBy")
	}
	if slices.Contains(in.GroupBy, domain.ByGroup) { // who is in several groups counts in each
		one := p
		one.dimensions, one.histograms = nil, false
		if total, _, err = in.groups(ctx, client, one); err != nil {
			return nil, err
		}
	}
	out := &ComplaintStats{Buckets: []*ComplaintBucket{}}
	for _, g := range groups {
		if len(in.GroupBy) > 0 || in.Period.Bucket != nil {
			b, err := in.bucket(g, s)
			if err != nil {
				return nil, err
			}
			out.Buckets = append(out.Buckets, b)
		}
	}
	all := in
	all.GroupBy = nil
	out.Total, err = all.bucket(total, s)
	return out, err
}

// check returns a fault about the arguments, except for those of the period.
func (in Complaints) check(ctx context.Context) error {
	seen := map[domain.ComplaintDimension]bool{}
	for _, by := range in.GroupBy {
		if seen[by] {
			return invalid("groupBy", "duplicate", "names %s twice", by)
		}
		seen[by] = true
		if dimensions[by].adminsOnly {
			if err := CheckSolverAccess(ctx); err != nil {
				return err
			}
		}
	}
	switch {
	case len(in.GroupBy) > maxDimensions:
		return invalid("groupBy", "too_many", "names more than %d dimensions", maxDimensions)
	case in.Top == nil:
		return in.checkLevel()
	case len(in.GroupBy) == 0:
		return invalid("top", "invalid", "needs groupBy")
	case seen[domain.ByGroup]:
		return invalid("top", "invalid", "can't be used with GROUP, since a complaint may be in several groups")
	}
	if bad := fault.Between("top", *in.Top, 1, MaxTop); bad != nil {
		return fault.Invalid(bad...)
	}
	return in.checkLevel()
}

// groups returns the total and the groups, from the source of the statistic.
func (in Complaints) groups(ctx context.Context, client *ent.Client, p plan) (total *group, groups []*group, err error) {
	total = &group{span: -1}
	from, by := in.source(ctx, p.spans)
	if from == fromFacts {
		q, err := in.Where.Filter(client.Complaint.Query())
		if err != nil {
			return nil, nil, err
		}
		p.where, p.countsOnly, p.overdue = in.Written, in.CountsOnly, in.Overdue
		return aggregate(ctx, q, p)
	}
	groups, err = readGroups(ctx, client, by)
	for _, g := range groups {
		total.sums.Merge(&g.sums)
	}
	return total, groups, err
}

// readGroups returns the groups of a dimension, from the rollups.
func readGroups(ctx context.Context, client *ent.Client, by domain.ComplaintDimension) ([]*group, error) {
	stored, err := readRollups(ctx, client, subjectComplaint, string(by))
	if err != nil {
		return nil, err
	}
	var names map[string]string
	if len(stored) <= MaxGroups { // more are refused
		if names, err = namesOf(ctx, client, by, slices.Collect(maps.Keys(stored))); err != nil {
			return nil, err
		}
	}
	var groups []*group
	for value, s := range stored {
		g := &group{span: -1, sums: *s}
		if by != dimensionAll {
			g.set(by, value)
			if name, ok := names[value]; ok {
				g.names = map[domain.ComplaintDimension]string{by: name}
			}
		}
		groups = append(groups, g)
	}
	sortGroups(groups)
	return groups, nil
}

// namesOf returns the names of the rows that values are ids of; none for enums.
func namesOf(ctx context.Context, client *ent.Client, by domain.ComplaintDimension, values []string) (map[string]string, error) {
	if dimensions[by].table == "" {
		return nil, nil
	}
	var ids []uuid.UUID
	for _, v := range values {
		if id, err := uuid.Parse(v); err == nil {
			ids = append(ids, id)
		}
	}
	var rows []struct {
		ID   uuid.UUID
		Name string
	}
	var err error
	switch by {
	case domain.ByCategory:
		err = client.Category.Query().Where(category.IDIn(ids...)).Select(category.FieldID, category.FieldName).Scan(ctx, &rows)
	case domain.ByZone:
		err = client.Zone.Query().Where(zone.IDIn(ids...)).Select(zone.FieldID, zone.FieldName).Scan(ctx, &rows)
	case domain.BySolver:
		err = client.User.Query().Where(user.IDIn(ids...)).Select(user.FieldID, user.FieldName).Scan(ctx, &rows)
	case domain.ByProvider:
		err = client.ServiceProvider.Query().Where(serviceprovider.IDIn(ids...)).Select(serviceprovider.FieldID, serviceprovider.FieldName).Scan(ctx, &rows)
	}
	names := make(map[string]string, len(rows))
	for _, row := range rows {
		names[row.ID.String()] = row.Name
	}
	return names, err
}

// bucket converts a group to what the graph returns.
func (in Complaints) bucket(g *group, s spans) (*ComplaintBucket, error) {
	n := g.sums
	b := &ComplaintBucket{
		Count:            int(n.Rows),
		TimeToAssignment: cmp.Or(g.assigned, durations(n.Assigned)),
		TimeToResolution: cmp.Or(g.resolved, durations(n.Resolved)),
		SLA:              &SLAStats{Met: int(n.Met), Missed: int(n.Missed), Share: ratio(n.Met, n.Met+n.Missed)},
		Reopening:        &ReopeningStats{Ended: int(n.Ended), Reopened: int(n.Reopened), Rate: ratio(n.Reopened, n.Ended)},
		Rating:           &RatingStats{Count: int(n.Rated), Average: ratio(n.Stars, n.Rated)},
		From:             s.from, To: s.to,
	}
	if g.span >= 0 {
		b.From, b.To = &s.edges[g.span], &s.edges[g.span+1]
	}
	if n.Rows > 0 {
		b.OverdueShare = float64(n.Missed) / float64(n.Rows)
	}
	conditions := spanConditions(times[in.On].filter, b.From, b.To)
	if in.On != domain.ByCreated && len(conditions) == 0 {
		conditions = append(conditions, condition{times[in.On].filter + "NotNil", true})
	}
	if b.Rest = g.rest != nil; b.Rest {
		conditions = append(conditions, in.except(g.rest))
	} else {
		conditions = append(conditions, in.conditions(g)...)
		for _, by := range in.GroupBy {
			if err := b.name(by, g.value(by), g.names[by]); err != nil {
				return nil, err
			}
		}
	}
	var err error
	b.Selection = in.selection(b, g)
	b.Filter, err = withConditions(in.Written, conditions)
	return b, err
}

// conditions returns those that find the complaints of a group, whatever their time.
func (in Complaints) conditions(g *group) (all []condition) {
	local := map[string]any{}
	for _, by := range in.GroupBy {
		value, d := g.value(by), dimensions[by]
		switch {
		case by == domain.ByHour, by == domain.ByWeekday:
			local[clockFields[by]] = filterValue(by, value)
		case value == "":
			all = append(all, d.missing())
		case g.within[by]:
			all = append(all, condition{trees[by].filter, map[string]any{"within": value}})
		default:
			all = append(all, condition{d.filter, filterValue(by, value)})
		}
	}
	if len(local) > 0 {
		local["of"], local["timezone"] = string(in.On), in.Period.Timezone
		all = append(all, condition{"localTime", local})
	}
	return all
}

// clockFields are the fields of a filter for a local time.
var clockFields = map[domain.ComplaintDimension]string{domain.ByHour: "hourOfDay", domain.ByWeekday: "weekday"}

// filterValue returns a value as a filter has it.
func filterValue(by domain.ComplaintDimension, value string) any {
	n, err := strconv.Atoi(value)
	switch {
	case by == domain.ByReopened:
		return value == "true"
	case err == nil && by == domain.ByWeekday:
		return string(domain.Weekdays[n])
	case err == nil && (by == domain.ByRating || by == domain.ByHour):
		return n
	default:
		return value
	}
}

// name sets the field of a dimension. It stays null where there is no value.
func (b *ComplaintBucket) name(by domain.ComplaintDimension, value, name string) error {
	if value == "" {
		return nil
	}
	switch by {
	case domain.ByStatus:
		b.Status = ptr(domain.ComplaintStatus(value))
	case domain.ByPriority:
		b.Priority = ptr(domain.Priority(value))
	case domain.BySource:
		b.Source = ptr(domain.Source(value))
	case domain.ByReopened:
		b.Reopened = ptr(value == "true")
	case domain.ByReason:
		b.ReasonCode = &value
	case domain.ByRating, domain.ByHour, domain.ByWeekday:
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		switch by {
		case domain.ByRating:
			b.Stars = &n
		case domain.ByHour:
			b.HourOfDay = &n
		default:
			b.Weekday = &domain.Weekdays[n]
		}
	default:
		id, err := uuid.Parse(value)
		if err != nil {
			return err
		}
		switch by {
		case domain.ByCategory:
			b.CategoryID, b.CategoryName = &id, &name
		case domain.ByZone:
			b.ZoneID, b.ZoneName = &id, &name
		case domain.BySolver:
			b.SolverID, b.SolverName = &id, &name
		case domain.ByProvider:
			b.ProviderID, b.ProviderName = &id, &name
		case domain.ByGroup:
			b.GroupID, b.GroupName = &id, &name
		case domain.ByHandler:
			b.HandlerID, b.HandlerName = &id, &name
		case domain.ByReporter:
			b.ReporterID, b.ReporterName = &id, &name
		}
	}
	return nil
}

func ptr[T any](v T) *T { return &v }

// distribution is a histogram of durations, from rollups or from facts.
type distribution interface {
	Count() int64
	Quantile(share float64) int
}

func durations(p distribution) *DurationStats {
	out := &DurationStats{Count: int(p.Count())}
	if out.Count > 0 {
		for share, to := range map[float64]**int{0.5: &out.Median, 0.9: &out.P90, 0.99: &out.P99} {
			took := p.Quantile(share)
			*to = &took
		}
	}
	return out
}

// ratio is nil where there is nothing to divide by.
func ratio(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	r := float64(n) / float64(of)
	return &r
}

// plan is how complaints are grouped and what is counted.
type plan struct {
	dimensions  []domain.ComplaintDimension
	on          domain.ComplaintTime // that the spans are of
	spans       spans
	where       map[string]any // the filter of the query, as the caller sent it
	countsOnly  bool           // whether only rows are counted
	overdue     bool           // and of these those that missed their deadline
	cut         *cut           // of counts only
	histograms  bool           // whether the whole histograms are returned, for rollups
	withFlagged bool           // whether flagged ones are counted: for administrators only
	maxGroups   int            // one more is read, to find that there are too many
}

func (p plan) keys() keys {
	on := cmp.Or(p.on, domain.ByCreated)
	k := keys{spans: p.spans, column: times[on].column, required: on != domain.ByCreated, cut: p.cut}
	k.ofRow = !slices.Contains(complaintfact.Columns, k.column)
	for _, by := range p.dimensions {
		d := dimensions[by]
		switch by {
		case domain.ByHour:
			d.of = hourOfDay(p.spans.zone)
		case domain.ByWeekday:
			d.of = weekday(p.spans.zone)
		}
		k.dimensions = append(k.dimensions, d)
	}
	return k
}

// columns returns those that the keys need.
func (p plan) columns() []string {
	k := p.keys()
	columns := []string{k.column}
	for _, d := range k.dimensions {
		if d.ofRow {
			columns = append(columns, d.column)
		}
	}
	return columns
}

// group is the sums of one group of complaints.
type group struct {
	values map[domain.ComplaintDimension]string // "" for none
	names  map[domain.ComplaintDimension]string
	within map[domain.ComplaintDimension]bool // whether it has what lies below the value too
	rest   []*group                           // the groups that it is the rest of; nil for a group of its own
	others bool                               // whether it is of groups that were cut off
	span   int                                // -1 for none
	sums   domain.Sums

	assigned, resolved *DurationStats // nil where the sums have histograms
}

func (g *group) value(by domain.ComplaintDimension) string { return g.values[by] }

func (g *group) set(by domain.ComplaintDimension, value string) {
	if g.values == nil {
		g.values = map[domain.ComplaintDimension]string{}
	}
	g.values[by] = value
}

// complaintRow is a row of an aggregate of complaints.
type complaintRow struct {
	KeyRow
	Rows   int64
	Missed int64  // of counts only
	Facts  []byte // as selectPacked returns them

	// Where groups were cut: the place of this one, and the number and sums of all.
	Place     int
	AllGroups int64 `sql:"all_groups"`
	AllRows   int64 `sql:"all_rows"`
	AllMissed int64 `sql:"all_missed"`
}

// aggregate counts the rows of a query by group, and all of them together.
func aggregate(ctx context.Context, q *ent.ComplaintQuery, p plan) (total *group, groups []*group, err error) {
	var rows []*complaintRow
	var of string
	err = q.Clone().Aggregate(func(s *sql.Selector) string {
		of = s.Dialect()
		from := withFacts(ctx, s, p.where, p.columns()...)
		switch {
		case p.countsOnly && p.overdue:
			return p.keys().aggregate(s, from, p.maxGroups, []string{complaintfact.FieldFacts}, func(s *sql.Selector, of columnSource) {
				selectCount(s, of)
				selectSum(s, packed.Missed(of.C(complaintfact.FieldFacts)), "missed")
			})
		case p.countsOnly:
			return p.keys().aggregate(s, from, p.maxGroups, nil, selectCount)
		}
		columns, sums := []string{complaintfact.FieldFacts}, func(s *sql.Selector, of columnSource) {
			selectCount(s, of)
			selectPacked(s, of.C(complaintfact.FieldFacts), "facts")
		}
		if p.isIndexed(ctx) {
			return p.keys().aggregateRanges(s, from, columns, sums)
		}
		return p.keys().aggregate(s, from, p.maxGroups, columns, sums)
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, nil, err
	}
	total = &group{span: -1}
	var h, whole packed.Histogram
	groups = make([]*group, 0, len(rows))
	for _, r := range rows {
		if r.Rows == 0 { // an aggregate without groups returns a row even when there is nothing to count
			continue
		}
		hint.Aggregated(ctx, r.Rows)
		g := p.group(&r.KeyRow)
		groups = append(groups, g)
		if p.countsOnly {
			g.sums.Rows, g.sums.Missed = r.Rows, r.Missed
			total.sums.Rows += r.Rows
			total.sums.Missed += r.Missed
			continue
		}
		h = packed.Histogram{}
		if err := decodePacked(of, r.Facts, &h); err != nil {
			return nil, nil, err
		}
		p.fill(g, &h)
		whole.Merge(&h)
	}
	if !p.countsOnly {
		p.fill(total, &whole)
	}
	sortGroups(groups)
	if p.cut == nil || len(rows) == 0 {
		return total, groups, nil
	}
	all, kept := rows[0], total.sums
	if all.AllGroups > int64(p.maxGroups) {
		return nil, nil, tooManyGroups()
	}
	total.sums.Rows, total.sums.Missed = all.AllRows, all.AllMissed
	if others := total.sums.Rows - kept.Rows; others > 0 {
		hint.Aggregated(ctx, others)
		groups = append(groups, &group{span: -1, others: true, sums: domain.Sums{Rows: others, Missed: total.sums.Missed - kept.Missed}})
	}
	return total, groups, nil
}

// maxRanges is of how many spans a statement has a part for each.
const maxRanges = 64

// isIndexed reports whether an index holds all that is read: the facts by the time of resolution, of all
// complaints.
func (p plan) isIndexed(ctx context.Context) bool {
	return p.on == domain.ByResolved && len(p.dimensions) == 0 && len(p.where) == 0 && policy.SeesInternal(auth.From(ctx)) &&
		len(p.spans.edges) > 1 && len(p.spans.edges) <= maxRanges
}

func selectCount(s *sql.Selector, _ columnSource) { s.AppendSelectAs("COUNT(*)", "rows") }

// fill sets the sums of a group.
func (p plan) fill(g *group, h *packed.Histogram) {
	g.sums = h.Sums()
	if !p.withFlagged {
		g.sums.Flagged = 0
	}
	if p.histograms {
		g.sums.Assigned, g.sums.Resolved = h.Assigned().Histogram(), h.Resolved().Histogram()
		return
	}
	g.assigned, g.resolved = durations(h.Assigned()), durations(h.Resolved())
}

func (p plan) group(r *KeyRow) *group {
	g := &group{span: r.span(), names: map[domain.ComplaintDimension]string{}}
	for i, by := range p.dimensions {
		g.set(by, r.value(i))
		g.names[by] = r.name(i)
	}
	return g
}

// sortGroups sorts groups by time, then by name, alike on both databases.
func sortGroups(groups []*group) {
	slices.SortFunc(groups, func(a, b *group) int {
		order := cmp.Compare(a.span, b.span)
		for _, by := range sortedDimensions {
			order = cmp.Or(order, cmp.Compare(rank(by, a.value(by)), rank(by, b.value(by))),
				cmp.Compare(a.names[by], b.names[by]), cmp.Compare(a.value(by), b.value(by)))
		}
		return order
	})
}

// rank returns the position of an enum value in the order of its type; no value comes last.
func rank(by domain.ComplaintDimension, value string) int {
	switch {
	case value == "":
		return 1
	case by == domain.ByStatus:
		return slices.Index(domain.ComplaintStatuses, domain.ComplaintStatus(value)) - len(domain.ComplaintStatuses)
	case by == domain.ByPriority:
		return slices.Index(domain.Priorities, domain.Priority(value)) - len(domain.Priorities)
	case by == domain.ByRating, by == domain.ByHour, by == domain.ByWeekday:
		n, _ := strconv.Atoi(value)
		return n - hoursOfDay
	default:
		return 0
	}
}
