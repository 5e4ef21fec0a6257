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

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
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
	Responses  bool                // whether timeToFirstResponse is requested, which rollups do not have
}

// FieldsBeyondCounts lists the fields of the graph's ComplaintStats that take more than counts of complaints.
var FieldsBeyondCounts = []string{"timeToFirstResponse", "timeToAssignment", "timeToResolution", "sla", "reopening", "rating"}

// ComplaintStats are the numbers of the complaints that the viewer may see.
type ComplaintStats struct {
	Total   *ComplaintBucket
	Buckets []*ComplaintBucket
}

// ComplaintBucket is the numbers of some complaints, and the filter that finds these.
type ComplaintBucket struct {
	Status              *domain.ComplaintStatus
	Priority            *domain.Priority
	CategoryID          *uuid.UUID
	CategoryName        *string
	ZoneID              *uuid.UUID
	ZoneName            *string
	SolverID            *uuid.UUID
	SolverName          *string
	ProviderID          *uuid.UUID
	ProviderName        *string
	Source              *domain.Source
	Stars               *int
	Reopened            *bool
	GroupID             *uuid.UUID
	GroupName           *string
	HourOfDay           *int
	Weekday             *domain.Weekday
	ReasonCode          *string
	HandlerID           *uuid.UUID
	HandlerName         *string
	ReporterID          *uuid.UUID
	ReporterName        *string
	Address             *string
	Rest                bool
	From                *time.Time
	To                  *time.Time
	Count               int
	OverdueShare        float64
	TimeToFirstResponse *DurationStats
	TimeToAssignment    *DurationStats
	TimeToResolution    *DurationStats
	SLA                 *SLAStats
	Reopening           *ReopeningStats
	Rating              *RatingStats
	Filter              json.RawMessage
	Selection           *ComplaintSelection
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
func (in Complaints) Needs() string { return fmt.Sprint(in.CountsOnly, in.Overdue, in.Responses) }

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
		Count:               int(n.Rows),
		TimeToFirstResponse: cmp.Or(g.responded, durations(n.Responded)),
		TimeToAssignment:    cmp.Or(g.assigned, durations(n.Assigned)),
		TimeToResolution:    cmp.Or(g.resolved, durations(n.Resolved)),
		SLA:                 &SLAStats{Met: int(n.Met), Missed: int(n.Missed), Share: ratio(n.Met, n.Met+n.Missed)},
		Reopening:           &ReopeningStats{Ended: int(n.Ended), Reopened: int(n.Reopened), Rate: ratio(n.Reopened, n.Ended)},
		Rating:              &RatingStats{Count: int(n.Rated), Average: ratio(n.Stars, n.Rated)},
		From:                s.from, To: s.to,
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
	local, selected := map[string]any{}, map[string]any{}
	for _, by := range in.GroupBy {
		value, d := g.value(by), dimensions[by]
		switch {
		case by == domain.ByHour, by == domain.ByWeekday:
			local[clockFields[by]] = filterValue(by, value)
		case value == "" && d.none != "":
			none, _ := selected["none"].([]any)
			selected["none"] = append(none, d.none)
		case value == "":
			all = append(all, d.missing())
		case by == domain.ByAddress:
			selected["address"] = g.names[by]
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
	if len(selected) > 0 {
		all = append(all, condition{"selection", selected})
	}
	return all
}

// name sets the field of a dimension. It stays null where there is no value.
func (b *ComplaintBucket) name(by domain.ComplaintDimension, value, name string) error {
	if value == "" {
		return nil
	}
	switch by {
	case domain.ByStatus:
		b.Status = new(domain.ComplaintStatus(value))
	case domain.ByPriority:
		b.Priority = new(domain.Priority(value))
	case domain.BySource:
		b.Source = new(domain.Source(value))
	case domain.ByReopened:
		b.Reopened = new(value == "true")
	case domain.ByReason:
		b.ReasonCode = &value
	case domain.ByAddress:
		b.Address = &name
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
