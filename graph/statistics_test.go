package graph_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	. "github.com/redress/redress/internal/testenv"
)

// spellings are those of three addresses, and some of none.
var spellings = []string{
	"Main St. 5", "main st 5", " MAIN  ST, 5", "Rua do Café 2-A", "rua do cafe 2 a", "RUA DO CAFE\u0301, 2 (A)", "Rua do Café 2A", "", " ", "--", "",
}

// addressOf returns what the spellings of an address have in common.
func addressOf(spelling string) string {
	plain := strings.NewReplacer("é", "e", "e\u0301", "e", "E\u0301", "e", "É", "e").Replace(spelling)
	return strings.Join(regexp.MustCompile(`[\p{L}\p{N}]+`).FindAllString(strings.ToLower(plain), -1), " ")
}

// createRandomComplaints creates random complaints with tasks of the demo's solvers, around the clock
// changes of two years.
func createRandomComplaints(t *testing.T, s *Server, r *rand.Rand, n int) {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	maybe := func(ids []uuid.UUID) *uuid.UUID {
		if i := r.IntN(len(ids) + 1); i < len(ids) {
			return &ids[i]
		}
		return nil
	}
	some := func(ids []uuid.UUID) []uuid.UUID { return ids[:min(4, len(ids))] }
	categories, zones := some(c.Category.Query().IDsX(ctx)), some(c.Zone.Query().IDsX(ctx))
	providers := c.ServiceProvider.Query().IDsX(ctx)
	people := map[domain.Role][]uuid.UUID{}
	for _, u := range c.User.Query().AllX(ctx) {
		people[u.Role] = append(people[u.Role], u.ID)
	}
	var rows []*ent.ComplaintCreate
	var tasks []*ent.WorkTaskCreate
	for i := range n {
		at := time.Date(2025, 3, 20, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(600*24*3600)) * time.Second)
		if r.IntN(3) == 0 { // near midnights near changes of clocks
			days := []time.Time{time.Date(2025, 3, 30, 0, 0, 0, 0, time.UTC), time.Date(2025, 10, 26, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC)}
			at = days[r.IntN(len(days))].Add(time.Duration(r.IntN(6*3600_000)-3*3600_000) * time.Millisecond)
		}
		later := func(days int) time.Time {
			return at.Add(time.Duration(r.Int64N(int64(days) * int64(24*time.Hour)))).Truncate(time.Millisecond)
		}
		status := domain.ComplaintStatuses[r.IntN(len(domain.ComplaintStatuses))]
		id := domain.NewIDAt(domain.KindComplaint, at)
		row := c.Complaint.Create().SetID(id).SetReference(fmt.Sprint("RND-", i)).SetTitle(fmt.Sprint("Drawn ", r.IntN(5))).
			SetStatus(status).SetPriority(domain.Priorities[r.IntN(4)]).SetSource([]domain.Source{domain.SourceStaff, domain.SourceStaff, domain.SourceWeb}[r.IntN(3)]).
			SetNillableCategoryID(maybe(categories)).SetNillableZoneID(maybe(zones)).SetNillableSubmittedByID(maybe(people[domain.RoleUser])).
			SetReopenedCount(max(0, r.IntN(6)-3)).SetCreatedAt(at).SetUpdatedAt(at).SetAddress(spellings[r.IntN(len(spellings))])
		if slices.Contains([]domain.ComplaintStatus{domain.ComplaintRejected, domain.ComplaintWithdrawn, domain.ComplaintMerged}, status) {
			row.SetMovedAt(later(30))
		}
		if r.IntN(3) == 0 {
			row.SetReasonCode([]string{"no_access", "No Access", "b, c | d"}[r.IntN(3)])
		}
		if r.IntN(2) == 0 {
			due := later(20)
			row.SetDueAt(due).SetDueOrder(due)
		}
		if status == domain.ComplaintResolved || status == domain.ComplaintClosed {
			resolved := later(30)
			row.SetResolvedAt(resolved).SetResolvedTook(domain.Quantize(at, resolved))
			if status == domain.ComplaintClosed {
				row.SetClosedAt(resolved.Add(time.Duration(r.IntN(240)) * time.Hour))
			}
			if stars := r.IntN(6); stars > 0 {
				row.SetRating(stars).SetFlagged(stars < 3)
			}
		} else if r.IntN(3) == 0 {
			row.SetOverdue(true)
		}
		if r.IntN(2) == 0 {
			solver := people[domain.RoleSolver][r.IntN(len(people[domain.RoleSolver]))]
			provider, assigned := maybe(providers), later(3)
			row.SetSolverID(solver).SetNillableProviderID(provider).SetAssignedAt(assigned).SetAssignedTook(domain.Quantize(at, assigned))
			states := []domain.TaskStatus{domain.TaskCompleted, domain.TaskDeclined, domain.TaskReturned, domain.TaskCancelled, domain.TaskAccepted}
			task := c.WorkTask.Create().SetComplaintID(id).SetSolverID(solver).SetNillableProviderID(provider).
				SetStatus(states[r.IntN(len(states))]).SetCreatedAt(assigned).SetUpdatedAt(assigned)
			tasks = append(tasks, task)
		}
		rows = append(rows, row)
	}
	made := c.Complaint.CreateBulk(rows...).SaveX(ctx)
	c.WorkTask.CreateBulk(tasks...).ExecX(ctx)
	for _, task := range c.WorkTask.Query().Where(worktask.InstructionsEQ("")).AllX(ctx) {
		change := c.WorkTask.UpdateOne(task).SetUpdatedAt(task.CreatedAt)
		if !task.Status.Live() {
			change.SetEndedAt(task.CreatedAt.Add(time.Duration(r.IntN(100)) * time.Hour))
			if task.Status != domain.TaskCompleted {
				change.SetEndReason([]string{"no_access", "other, \"too\"", ""}[r.IntN(3)])
			}
		}
		if r.IntN(2) == 0 {
			change.SetAcceptedAt(task.CreatedAt.Add(time.Duration(r.IntN(100)) * time.Minute))
		}
		change.ExecX(ctx)
	}
	for _, row := range made {
		if admins := people[domain.RoleAdmin]; r.IntN(2) == 0 {
			row.Update().SetHandlerID(admins[r.IntN(len(admins))]).ExecX(ctx)
		}
	}
	if err := errors.Join(stats.SaveFacts(ctx, c, made...), stats.Rebuild(ctx, c), s.Service.CountRows(ctx)); err != nil {
		t.Fatal(err)
	}
}

// groupValue returns the value of a complaint in each dimension, and of its local time.
func groupValue(by string, c *ent.Complaint, at time.Time, zone string) string {
	tz, _ := time.LoadLocation(zone)
	switch by {
	case "HOUR_OF_DAY":
		return fmt.Sprint(at.In(tz).Hour())
	case "WEEKDAY":
		return strings.ToUpper(at.In(tz).Weekday().String())
	default:
		return columnValue[by](c)
	}
}

// columnValue returns the value of a complaint in a dimension that is one of its columns.
var columnValue = map[string]func(*ent.Complaint) string{
	"SOURCE":   func(c *ent.Complaint) string { return string(c.Source) },
	"REOPENED": func(c *ent.Complaint) string { return fmt.Sprint(c.ReopenedCount > 0) },
	"RATING": func(c *ent.Complaint) string {
		if c.Rating == nil {
			return ""
		}
		return fmt.Sprint(*c.Rating)
	},
	"STATUS":   func(c *ent.Complaint) string { return string(c.Status) },
	"PRIORITY": func(c *ent.Complaint) string { return string(c.Priority) },
	"CATEGORY": func(c *ent.Complaint) string { return idText(c.CategoryID) },
	"ZONE":     func(c *ent.Complaint) string { return idText(c.ZoneID) },
	"SOLVER":   func(c *ent.Complaint) string { return idText(c.SolverID) },
	"PROVIDER": func(c *ent.Complaint) string { return idText(c.ProviderID) },
	"HANDLER":  func(c *ent.Complaint) string { return idText(c.HandlerID) },
	"REPORTER": func(c *ent.Complaint) string { return idText(c.SubmittedByID) },
	"ADDRESS":  func(c *ent.Complaint) string { return addressOf(c.Address) },
	"REASON_CODE": func(c *ent.Complaint) string {
		if c.ReasonCode == nil {
			return ""
		}
		return *c.ReasonCode
	},
}

// timeOf returns the time of a complaint that a period is of.
var timeOf = map[string]func(*ent.Complaint) *time.Time{
	"":         func(c *ent.Complaint) *time.Time { return &c.CreatedAt },
	"RESOLVED": func(c *ent.Complaint) *time.Time { return c.ResolvedAt },
	"CLOSED":   func(c *ent.Complaint) *time.Time { return c.ClosedAt },
	"DUE":      func(c *ent.Complaint) *time.Time { return c.DueAt },
}

// withinPeriod reports whether a question's period has a time. Without ends it has all that there are.
func withinPeriod(at *time.Time, q map[string]any, now time.Time) bool {
	end := func(name string) time.Time {
		text, _ := q[name].(string)
		parsed, _ := time.Parse(time.RFC3339, text)
		return parsed.Truncate(time.Millisecond)
	}
	from, to := end("from"), end("to")
	if to.IsZero() && q["bucket"] != nil {
		to = now
	}
	return at != nil && !at.Before(from) && (to.IsZero() || at.Before(to))
}

// bucketField is the field of a bucket for each dimension.
var bucketField = map[string]string{
	"STATUS": "status", "PRIORITY": "priority", "CATEGORY": "categoryId", "ZONE": "zoneId", "SOLVER": "solverId", "PROVIDER": "providerId",
	"SOURCE": "source", "RATING": "stars", "REOPENED": "reopened", "GROUP": "groupId", "HOUR_OF_DAY": "hourOfDay", "WEEKDAY": "weekday",
	"REASON_CODE": "reasonCode", "HANDLER": "handlerId", "REPORTER": "reporterId", "ADDRESS": "address",
}

func idText(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func localDay(at time.Time, bucket, zone string) string {
	tz, _ := time.LoadLocation(zone)
	y, m, d := at.In(tz).Date()
	noon := time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
	switch bucket {
	case "WEEK":
		noon = noon.AddDate(0, 0, -(int(noon.Weekday())+6)%7)
	case "MONTH":
		noon = noon.AddDate(0, 0, 1-d)
	case "QUARTER":
		noon = noon.AddDate(0, -(int(m)-1)%3, 1-d)
	case "YEAR":
		noon = noon.AddDate(0, 1-int(m), 1-d)
	case "HOUR":
		return at.In(tz).Format("2006-01-02T15 -0700")
	}
	return noon.Format(time.DateOnly)
}

// leastStatements repeats statements while the count is above a limit: on a slow machine the account
// may have to be looked up once more.
func leastStatements(t *testing.T, s *Server, most int, as, query string, variables map[string]any) (n int, a Result) {
	t.Helper()
	for range 5 {
		if n, a = statements(t, s, as, query, variables); n <= most {
			break
		}
	}
	return n, a
}

const selectionFields = `on from to openAt timezone hourOfDay weekday status priority source stars reopened categoryId categoryWithin zoneId zoneWithin
	solverId providerId groupId reasonCode handlerId reporterId address none`

const bucketFields = `count filter from to status priority categoryId categoryName zoneId zoneName solverId solverName providerId providerName
	source stars reopened hourOfDay weekday reasonCode handlerId handlerName reporterId reporterName address rest overdueShare selection { ` + selectionFields + ` except { ` + selectionFields + ` } }
	timeToFirstResponse { count median p90 p99 } timeToAssignment { count median p90 p99 } timeToResolution { count median p90 p99 }
	sla { met missed share } reopening { ended reopened rate } rating { count average }`

// TestComplaintStats compares every number of every bucket with what Go makes of all rows, for
// each role and on both databases, and gives each bucket's filter back to the list: it must
// find the bucket's rows, all of them and no others.
func TestComplaintStats(t *testing.T) {
	seed := rand.Uint64()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		r := rand.New(rand.NewPCG(seed, 1))
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, r, 250)
		w := newVisibilityModel(t, s)
		questions := []map[string]any{
			{},
			{"groupBy": []string{"STATUS"}},
			{"groupBy": []string{"PRIORITY"}},
			{"groupBy": []string{"CATEGORY"}},
			{"groupBy": []string{"ZONE"}},
			{"groupBy": []string{"STATUS", "PRIORITY"}, "where": map[string]any{"titleContains": "Drawn 1"}},
			{"groupBy": []string{"CATEGORY"}, "where": map[string]any{"categoryIdNotNil": true, "status": "CLOSED", "and": []any{map[string]any{"priorityIn": []string{"LOW", "HIGH"}}}}},
			{"groupBy": []string{"STATUS"}, "where": map[string]any{"status": "SUBMITTED", "createdAtGTE": "2025-06-01T00:00:00Z", "and": map[string]any{"overdue": true}}, "from": "2025-04-01T00:00:00.0005+02:00"},
			{"groupBy": []string{"PRIORITY"}, "where": map[string]any{"resolvedAtGTE": "2025-06-01T00:00:00Z"}},
			{"groupBy": []string{"STATUS"}, "where": map[string]any{"ratingGTE": 3}},
			{"groupBy": []string{"STATUS"}, "where": map[string]any{"updatedAtLT": "2026-01-01T00:00:00Z", "sourceIn": []string{"STAFF"}}},
			{"groupBy": []string{"CATEGORY"}, "where": map[string]any{"search": "drawn 2", "dueAtNotNil": true}},
			{"groupBy": []string{"ZONE"}, "where": map[string]any{"search": "dr"}, "from": "2025-04-01T00:00:00Z"},
			{"bucket": "MONTH", "where": map[string]any{"hasZoneWith": []any{map[string]any{"nameNEQ": ""}}, "overdue": true}, "from": "2025-01-01T00:00:00Z"},
			{"bucket": "MONTH", "where": map[string]any{"titleContains": "Drawn 2"}, "groupBy": []string{"STATUS"}, "from": "2025-01-01T00:00:00Z"},
			{"bucket": "MONTH", "timezone": "Europe/Lisbon", "from": "2025-03-01T00:00:00Z"},
			{"bucket": "WEEK", "timezone": "America/New_York", "from": "2025-03-20T00:00:00Z", "to": "2025-11-08T00:00:00Z"},
			{"bucket": "DAY", "timezone": "Europe/Berlin", "from": "2025-03-28T10:00:00Z", "to": "2025-04-02T10:00:00Z", "groupBy": []string{"PRIORITY"}},
			{"on": "RESOLVED"},
			{"on": "RESOLVED", "bucket": "MONTH", "timezone": "Europe/Lisbon", "from": "2025-03-01T00:00:00Z"},
			{"on": "RESOLVED", "bucket": "DAY", "from": "2025-10-24T10:00:00Z", "to": "2025-10-29T10:00:00Z"},
			{"on": "CLOSED", "groupBy": []string{"ZONE"}},
			{"on": "RESOLVED", "bucket": "MONTH", "timezone": "Europe/Lisbon", "from": "2025-03-01T00:00:00Z", "groupBy": []string{"CATEGORY"}},
			{"on": "RESOLVED", "bucket": "MONTH", "from": "2025-03-01T00:00:00Z", "where": map[string]any{"titleContains": "Drawn 2", "resolvedAtGTE": "2025-06-01T00:00:00Z"}},
			{"on": "CLOSED", "bucket": "MONTH", "timezone": "Europe/Lisbon", "from": "2025-03-01T00:00:00Z"},
			{"on": "CLOSED", "bucket": "WEEK", "from": "2025-06-01T00:00:00Z", "to": "2025-09-01T00:00:00Z", "where": map[string]any{"priorityIn": []string{"LOW", "HIGH"}}},
			{"on": "DUE", "bucket": "MONTH", "from": "2025-03-01T00:00:00Z", "to": "2027-01-01T00:00:00Z", "groupBy": []string{"PRIORITY"}},
			{"on": "DUE", "from": "2025-10-01T00:00:00Z"},
			{"groupBy": []string{"SOURCE"}},
			{"groupBy": []string{"RATING", "REOPENED"}, "where": map[string]any{"not": map[string]any{"status": "MERGED"}}},
			{"groupBy": []string{"HOUR_OF_DAY"}, "timezone": "Europe/Lisbon"},
			{"bucket": "QUARTER", "timezone": "Europe/Lisbon", "from": "2025-02-11T00:00:00Z", "groupBy": []string{"PRIORITY"}},
			{"bucket": "YEAR", "timezone": "Asia/Tokyo", "from": "2019-02-11T00:00:00Z", "on": "RESOLVED"},
			{"bucket": "HOUR", "timezone": "Europe/Berlin", "from": "2025-03-28T10:20:00Z", "to": "2025-04-04T10:00:00Z", "groupBy": []string{"SOURCE"}},
			{"groupBy": []string{"WEEKDAY"}, "timezone": "America/New_York", "on": "RESOLVED"},
			{"groupBy": []string{"WEEKDAY", "REOPENED"}, "timezone": "Asia/Kathmandu", "on": "CLOSED", "from": "2025-06-01T00:00:00Z"},
			{"groupBy": []string{"HOUR_OF_DAY"}, "timezone": "Australia/Lord_Howe", "on": "DUE", "bucket": "MONTH", "from": "2025-09-01T00:00:00Z", "to": "2025-12-01T00:00:00Z"},
			{"groupBy": []string{"PRIORITY"}, "where": map[string]any{"localTime": map[string]any{"hourOfDay": 0, "weekday": "SUNDAY", "timezone": "Europe/Berlin"}}},
			{"bucket": "DAY", "timezone": "Asia/Kathmandu", "from": "2025-10-24T00:00:00Z", "to": "2025-10-29T00:00:00Z"},
		}
		for _, as := range []string{User, Solver, Admin} {
			mine := questions
			if as == Admin {
				mine = append(slices.Clone(questions), map[string]any{"groupBy": []string{"SOLVER"}}, map[string]any{"groupBy": []string{"PROVIDER", "SOLVER"}},
					map[string]any{"groupBy": []string{"REASON_CODE"}},
					map[string]any{"groupBy": []string{"HANDLER"}},
					map[string]any{"groupBy": []string{"ADDRESS"}},
					map[string]any{"groupBy": []string{"ADDRESS", "STATUS"}, "where": map[string]any{"titleContains": "Drawn 1"}},
					map[string]any{"groupBy": []string{"HANDLER", "ADDRESS"}, "on": "RESOLVED", "bucket": "YEAR", "from": "2024-03-01T00:00:00Z"},
					map[string]any{"groupBy": []string{"REPORTER", "STATUS"}, "where": map[string]any{"titleContains": "Drawn 1"}},
					map[string]any{"groupBy": []string{"HANDLER", "REPORTER"}, "on": "RESOLVED", "bucket": "YEAR", "from": "2024-03-01T00:00:00Z"},
					map[string]any{"groupBy": []string{"REASON_CODE", "STATUS"}, "where": map[string]any{"reasonCodeIsNil": false, "not": map[string]any{"status": "MERGED"}}},
					map[string]any{"groupBy": []string{"REASON_CODE"}, "on": "CLOSED", "bucket": "MONTH", "from": "2025-03-01T00:00:00Z"},
					map[string]any{"groupBy": []string{"PRIORITY"}, "where": map[string]any{"reasonCode": "No Access"}},
					map[string]any{"groupBy": []string{"PRIORITY"}, "where": map[string]any{"reasonCodeIsNil": true}})
			}
			for _, q := range mine {
				checkStats(t, s, w, as, q)
			}
		}
	})
}

func checkStats(t *testing.T, s *Server, w *visibilityModel, as string, q map[string]any) {
	t.Helper()
	n, a := leastStatements(t, s, 3, as, `query($where: ComplaintWhereInput, $groupBy: [ComplaintDimension!]! = [], $bucket: TimeBucket, $timezone: String! = "UTC", $from: Time, $to: Time, $on: ComplaintTime! = CREATED) {
		complaintStats(where: $where, groupBy: $groupBy, bucket: $bucket, on: $on, timezone: $timezone, from: $from, to: $to) { total { `+bucketFields+` } buckets { `+bucketFields+` } } }`, q)
	if n > 3 {
		t.Errorf("%v takes %d statements", q, n)
	}
	say := fmt.Sprintf("%s asks %v", name(as), q)
	groupBy, _ := q["groupBy"].([]string)
	bucket, _ := q["bucket"].(string)
	zone, _ := q["timezone"].(string)
	total := selectRows(t, s, w, as, a.At("complaintStats", "total", "filter"))
	checkNumbers(t, say+": in all", a.At("complaintStats", "total").(map[string]any), total)
	checkSelection(t, s, as, a.At("complaintStats", "total").(map[string]any), q["where"])
	on, _ := q["on"].(string)
	at := timeOf[on]
	if q["where"] == nil {
		inPeriod := 0
		for _, c := range w.complaints {
			if w.seesComplaint(w.accounts[as], c) && withinPeriod(at(c), q, s.Clock.Now()) {
				inPeriod++
			}
		}
		if inPeriod != len(total) {
			t.Errorf("%s: %d in all, want %d", say, len(total), inPeriod)
		}
	}
	want := map[string][]uuid.UUID{}
	for _, c := range total {
		var key []string
		if bucket != "" {
			key = append(key, localDay(*at(c), bucket, zone))
		}
		for _, by := range groupBy {
			key = append(key, groupValue(by, c, *at(c), zone))
		}
		want[strings.Join(key, "|")] = append(want[strings.Join(key, "|")], c.ID)
	}
	buckets := a.At("complaintStats", "buckets").([]any)
	if len(groupBy) == 0 && bucket == "" {
		want = map[string][]uuid.UUID{}
	}
	if len(buckets) != len(want) {
		t.Errorf("%s: %d buckets, want %d", say, len(buckets), len(want))
	}
	for _, b := range buckets {
		b := b.(map[string]any)
		rows := selectRows(t, s, w, as, b["filter"])
		var key []string
		if bucket != "" {
			key = append(key, localDay(*at(rows[0]), bucket, zone))
		}
		for _, by := range groupBy {
			value := valueText(b[bucketField[by]])
			if by == "ADDRESS" {
				if value != "" && !w.usualSpelling(value) {
					t.Errorf("%s: %q is not the usual spelling", say, value)
				}
				value = addressOf(value)
			}
			key = append(key, value)
			called, _ := b[strings.TrimSuffix(bucketField[by], "Id")+"Name"].(string)
			if strings.HasSuffix(bucketField[by], "Id") && called != w.displayName(value) {
				t.Errorf("%s: %s is called %q", say, value, called)
			}
		}
		ids := want[strings.Join(key, "|")]
		if len(ids) != len(rows) || slices.ContainsFunc(rows, func(c *ent.Complaint) bool { return !slices.Contains(ids, c.ID) }) {
			t.Errorf("%s: %v has %d rows, its filter %v finds %d", say, key, len(ids), b["filter"], len(rows))
		}
		checkNumbers(t, fmt.Sprint(say, ": ", key), b, rows)
		checkSelection(t, s, as, b, q["where"])
	}
}

// usualSpelling reports whether no spelling of an address is more frequent.
func (w *visibilityModel) usualSpelling(spelling string) bool {
	uses := map[string]int{}
	for _, c := range w.complaints {
		if addressOf(c.Address) == addressOf(spelling) {
			uses[c.Address]++
		}
	}
	most := slices.Max(slices.Collect(maps.Values(uses)))
	return uses[spelling] == most
}

// valueText is the value of a dimension, "" for none.
func valueText(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// checkSelection gives the selection of a bucket back, as it was returned, beside the filter of the
// statistic: the list has exactly its complaints.
func checkSelection(t *testing.T, s *Server, as string, b map[string]any, where any) {
	t.Helper()
	both := map[string]any{"selection": b["selection"]}
	if where != nil {
		both = map[string]any{"and": []any{where, both}}
	}
	a := s.MustExecute(t, as, `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, map[string]any{"w": both})
	if found := a.At("complaints", "totalCount"); found != b["count"] {
		t.Errorf("%s: the selection %v beside %v finds %v, want %v", name(as), b["selection"], where, found, b["count"])
	}
}

// displayName is the name of whatever has an id.
func (w *visibilityModel) displayName(id string) string {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return ""
	}
	switch {
	case w.categories[parsed] != nil:
		return w.categories[parsed].Name
	case w.zones[parsed] != nil:
		return w.zones[parsed].Name
	case w.users[parsed] != nil:
		return w.users[parsed].Name
	case w.providers[parsed] != nil:
		return w.providers[parsed].Name
	}
	return ""
}

// selectRows returns the complaints that a filter selects for an account.
func selectRows(t *testing.T, s *Server, w *visibilityModel, as string, filter any) (rows []*ent.Complaint) {
	t.Helper()
	var after any
	for {
		a := s.MustExecute(t, as, `query($where: ComplaintWhereInput, $after: Cursor) { complaints(where: $where, first: 100, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } } }`,
			map[string]any{"where": filter, "after": after})
		for _, id := range ids(t, a.At("complaints")) {
			c := w.complaints[uuid.MustParse(id)]
			if !w.seesComplaint(w.accounts[as], c) {
				t.Fatalf("%s finds a foreign complaint", as)
			}
			rows = append(rows, c)
		}
		if a.At("complaints", "pageInfo", "hasNextPage") != true {
			return rows
		}
		after = a.At("complaints", "pageInfo", "endCursor")
	}
}

// checkNumbers compares a bucket with its rows.
func checkNumbers(t *testing.T, say string, b map[string]any, rows []*ent.Complaint) {
	t.Helper()
	var responded, assigned, resolved []float64
	var met, missed, over, again, rated, stars float64
	for _, c := range rows {
		if c.FirstResponseAt != nil {
			responded = append(responded, c.FirstResponseAt.Sub(c.CreatedAt).Seconds())
		}
		if c.AssignedAt != nil {
			assigned = append(assigned, c.AssignedAt.Sub(c.CreatedAt).Seconds())
		}
		if c.ResolvedAt != nil {
			resolved = append(resolved, max(0, c.ResolvedAt.Sub(c.CreatedAt).Seconds()))
		}
		switch {
		case c.ResolvedAt == nil && c.Overdue, c.ResolvedAt != nil && c.DueAt != nil && c.ResolvedAt.After(*c.DueAt):
			missed++
		case c.ResolvedAt != nil && c.DueAt != nil:
			met++
		}
		if c.ReopenedCount > 0 {
			again++
		}
		if c.ReopenedCount > 0 || slices.Contains([]domain.ComplaintStatus{"RESOLVED", "CLOSED", "REJECTED"}, c.Status) {
			over++
		}
		if c.Rating != nil {
			rated++
			stars += float64(*c.Rating)
		}
	}
	inner := func(field, of string) any { return b[field].(map[string]any)[of] }
	exact := map[string][2]any{
		"count": {b["count"], float64(len(rows))},
		"met":   {inner("sla", "met"), met}, "missed": {inner("sla", "missed"), missed}, "share": {inner("sla", "share"), quotient(met, met+missed)},
		"ended": {inner("reopening", "ended"), over}, "reopened": {inner("reopening", "reopened"), again}, "rate": {inner("reopening", "rate"), quotient(again, over)},
		"overdueShare": {b["overdueShare"], missed / max(1, float64(len(rows)))},
		"rated":        {inner("rating", "count"), rated}, "average": {inner("rating", "average"), quotient(stars, rated)},
		"responded": {inner("timeToFirstResponse", "count"), float64(len(responded))},
		"assigned":  {inner("timeToAssignment", "count"), float64(len(assigned))}, "resolved": {inner("timeToResolution", "count"), float64(len(resolved))},
	}
	for what, pair := range exact {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s is %v, want %v", say, what, pair[0], pair[1])
		}
	}
	for field, all := range map[string][]float64{"timeToFirstResponse": responded, "timeToAssignment": assigned, "timeToResolution": resolved} {
		slices.Sort(all)
		for of, share := range map[string]float64{"median": 0.5, "p90": 0.9, "p99": 0.99} {
			got := inner(field, of)
			if len(all) == 0 {
				if got != nil {
					t.Errorf("%s: %s of nothing is %v", say, of, got)
				}
				continue
			}
			want := all[max(0, int(math.Ceil(share*float64(len(all))))-1)]
			if got == nil || math.Abs(got.(float64)-want) > max(1, want*0.02) {
				t.Errorf("%s: %s %s is %v, want %v", say, field, of, got, want)
			}
		}
	}
}

func quotient(n, of float64) any {
	if of == 0 {
		return nil
	}
	return n / of
}

// TestCountsFollowOperations: the numbers of badges and of the overview change with each
// operation, before and after the delta rows are added to the rollups.
func TestCountsFollowOperations(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx := System()
		ask := func(as string) map[string]float64 {
			n, a := leastStatements(t, s, 1, as, `{ complaintCounts { total overdue flagged byStatus { status count } } }`, nil)
			if n != 1 {
				t.Errorf("%d statements", n)
			}
			out := map[string]float64{
				"total": a.At("complaintCounts", "total").(float64), "overdue": a.At("complaintCounts", "overdue").(float64), "flagged": a.At("complaintCounts", "flagged").(float64),
			}
			for _, row := range a.At("complaintCounts", "byStatus").([]any) {
				row := row.(map[string]any)
				out[row["status"].(string)] = row["count"].(float64)
			}
			return out
		}
		same := func(after string) {
			t.Helper()
			w := newComplaintModel(t, s)
			for _, as := range []string{User, Solver, Admin} {
				want := map[string]float64{"total": 0, "overdue": 0, "flagged": 0}
				for _, status := range domain.ComplaintStatuses {
					want[string(status)] = 0
				}
				for _, c := range w.complaints {
					if !w.seesComplaint(w.accounts[as], c) {
						continue
					}
					want["total"]++
					want[string(c.Status)]++
					if c.Overdue {
						want["overdue"]++
					}
					if c.Flagged && as == Admin {
						want["flagged"]++
					}
				}
				if got := ask(as); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("after %s: %s is told\n%v, want\n%v", after, name(as), got, want)
				}
			}
			if wrong, err := stats.Mismatches(ctx, s.Store.Client()); err != nil || len(wrong) > 0 {
				t.Errorf("after %s: %v %v", after, wrong, err)
			}
		}
		same("the demo")
		made := s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "Lamp"}) { complaint { id } } }`, nil).At("submitComplaint", "complaint", "id").(string)
		same("a submission")
		if err := stats.Compact(ctx, s.Store.Client()); err != nil {
			t.Fatal(err)
		}
		same("adding it")
		solver := s.MustExecute(t, Solver, `{ viewer { id } }`, nil).At("viewer", "id")
		vars := map[string]any{"id": made, "solver": solver}
		for _, op := range []struct{ as, mutation string }{
			{Admin, `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver}) { complaint { id } } }`},
			{Admin, `mutation($id: ID!) { triageComplaint(input: {id: $id, priority: URGENT}) { complaint { id } } }`},
			{Admin, `mutation($id: ID!) { resolveComplaint(input: {id: $id, publicNote: "Done"}) { complaint { id } } }`},
			{User, `mutation($id: ID!) { rateComplaint(input: {id: $id, rating: 1}) { complaint { id } } }`},
			{User, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "again"}) { complaint { id } } }`},
			{Admin, `mutation($id: ID!) { rejectComplaint(input: {id: $id, reasonCode: "no", publicNote: "No"}) { complaint { id } } }`},
		} {
			s.MustExecute(t, op.as, op.mutation, declared(op.mutation, vars))
			same(op.mutation)
		}
		s.Clock.Advance(25 * 24 * time.Hour)
		if _, err := s.Service.Desk.MarkOverdue(ctx); err != nil {
			t.Fatal(err)
		}
		same("deadlines that passed")
		if err := stats.Compact(ctx, s.Store.Client()); err != nil {
			t.Fatal(err)
		}
		same("adding all")
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// newComplaintModel reads the rows that decide who may see which complaint.
func newComplaintModel(t *testing.T, s *Server) *visibilityModel {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	w := &visibilityModel{
		accounts:   map[string]*ent.User{},
		complaints: byID(t, c.Complaint.Query().AllX(ctx), func(r *ent.Complaint) uuid.UUID { return r.ID }),
		tasks:      byID(t, c.WorkTask.Query().AllX(ctx), func(r *ent.WorkTask) uuid.UUID { return r.ID }),
	}
	for _, row := range c.Contact.Query().Where(contact.UserIDNotNil()).WithUser().AllX(ctx) {
		w.accounts[row.Email] = row.Edges.User
	}
	return w
}

// declared are the variables that a document declares.
func declared(document string, vars map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range vars {
		if strings.Contains(document, "$"+k+":") {
			out[k] = v
		}
	}
	return out
}

// TestStatsOfOthers compares the sums of payments, tasks and broadcasts with what Go makes of
// all rows, and gives their filters back to the lists.
func TestStatsOfOthers(t *testing.T) {
	seed := rand.Uint64()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, rand.New(rand.NewPCG(seed, 2)), 120)
		payForCategories(t, s)
		w := newVisibilityModel(t, s)
		categories := categoriesOfPayments(s, w)
		lists := map[string]string{
			"paymentStats": "payments(where: $where, first: 100) { totalCount edges { node { id amountMinor type } } }",
			"taskStats":    "tasks(where: $where, first: 100) { totalCount edges { node { id status createdAt acceptedAt endedAt } } }", "broadcastStats": "broadcasts(where: $where, first: 100) { totalCount edges { node { id delivery { recipients read } } } }",
		}
		wheres := map[string]string{"paymentStats": "Payment", "taskStats": "Task", "broadcastStats": "Broadcast"}
		fields := map[string]string{
			"paymentStats": `rest currency providerId providerName method categoryId categoryName severalCategories settlements reversals settled reversed net filter
				selection { currency from to providerId method categoryId severalCategories none except { currency providerId method categoryId severalCategories none } }`,
			"taskStats": `rest solverId solverName providerId providerName zoneId zoneName categoryId categoryName endReason status count live completed completionRate
				timeToAcceptance { count median p90 p99 } timeToCompletion { count median p90 p99 }
				filter selection { on from to solverId providerId zoneId categoryId endReason status none except { solverId providerId zoneId categoryId endReason status none } }`,
			"broadcastStats": "rest status targetType count recipients read filter selection { from to status targetType except { status targetType } }",
		}
		for _, row := range []struct {
			as, root, args string
		}{
			{Admin, "paymentStats", ``},
			{Admin, "paymentStats", `(groupBy: [PROVIDER, METHOD])`},
			{Admin, "paymentStats", `(groupBy: [PROVIDER], bucket: MONTH, fromDate: "2020-01-01")`},
			{Admin, "paymentStats", `(groupBy: [PROVIDER], top: 1, sortBy: SETTLED)`},
			{Admin, "paymentStats", `(groupBy: [PROVIDER, METHOD], top: 2, bucket: YEAR, fromDate: "2020-01-01")`},
			{Admin, "paymentStats", `(groupBy: [METHOD], sortBy: NET, page: 1)`},
			{Admin, "paymentStats", `(groupBy: [CATEGORY])`},
			{Admin, "paymentStats", `(groupBy: [PROVIDER, CATEGORY], sortBy: NET)`},
			{Admin, "paymentStats", `(groupBy: [CATEGORY, METHOD], top: 2, sortBy: SETTLED)`},
			{Admin, "paymentStats", `(groupBy: [CATEGORY], top: 1, bucket: YEAR, fromDate: "2020-01-01", where: {type: SETTLEMENT})`},
			{Provider, "paymentStats", ``},
			{Provider, "paymentStats", `(bucket: WEEK, fromDate: "2024-01-01", where: {type: SETTLEMENT})`},
			{Admin, "taskStats", ``},
			{Admin, "taskStats", `(groupBy: [SOLVER])`},
			{Admin, "taskStats", `(groupBy: [PROVIDER, STATUS], where: {status: COMPLETED})`},
			{Admin, "taskStats", `(bucket: MONTH, timezone: "Asia/Tokyo", from: "2025-01-01T00:00:00Z")`},
			{Admin, "taskStats", `(groupBy: [ZONE])`},
			{Admin, "taskStats", `(groupBy: [CATEGORY, ZONE, STATUS], top: 3)`},
			{Admin, "taskStats", `(groupBy: [END_REASON], sortBy: COUNT)`},
			{Admin, "taskStats", `(groupBy: [END_REASON, PROVIDER], top: 2, sortBy: GIVEN_BACK, bucket: QUARTER, from: "2025-01-01T00:00:00Z")`},
			{Admin, "taskStats", `(groupBy: [SOLVER], on: ENDED, bucket: MONTH, timezone: "Asia/Tokyo", from: "2025-01-01T00:00:00Z")`},
			{Admin, "taskStats", `(groupBy: [SOLVER, CATEGORY], sortBy: MEDIAN_TIME, top: 2, on: ENDED)`},
			{Admin, "taskStats", `(on: ENDED, groupBy: [ZONE], page: 1, where: {status: COMPLETED})`},
			{Solver, "taskStats", `(groupBy: [ZONE, END_REASON], top: 1)`},
			{Provider, "taskStats", `(groupBy: [END_REASON], top: 1)`},
			{Solver, "taskStats", `(groupBy: [SOLVER, STATUS])`},
			{Provider, "taskStats", `(groupBy: [SOLVER, PROVIDER])`},
			{Admin, "broadcastStats", ``},
			{Admin, "broadcastStats", `(groupBy: [STATUS, TARGET_TYPE])`},
			{Admin, "broadcastStats", `(groupBy: [STATUS, TARGET_TYPE], top: 1, sortBy: RECIPIENTS)`},
			{Admin, "broadcastStats", `(bucket: DAY, timezone: "Europe/Lisbon", from: "2026-01-01T00:00:00Z")`},
		} {
			t.Run(fmt.Sprintf("%s%s as %s", row.root, row.args, row.as), func(t *testing.T) {
				say := name(row.as) + " " + row.root + row.args
				n, a := leastStatements(t, s, 1, row.as, `{ `+row.root+row.args+` { `+fields[row.root]+` } }`, nil)
				if n != 1 {
					t.Errorf("%s: %d statements", say, n)
				}
				seen, counted := map[string]bool{}, 0.0
				checkRanking(t, say, row.args, a.At(row.root).([]any))
				for _, b := range a.At(row.root).([]any) {
					b := b.(map[string]any)
					l := s.MustExecute(t, row.as, `query($where: `+wheres[row.root]+`WhereInput) { list: `+lists[row.root]+` }`, map[string]any{"where": b["filter"]})
					edges := l.At("list", "edges").([]any)
					var live, done, recipients, read float64
					var settled, net, payments int64
					var accepted, completed []float64
					for _, e := range edges {
						node := e.(map[string]any)["node"].(map[string]any)
						id := node["id"].(string)
						if seen[id] {
							t.Errorf("%s: %s stands in two rows", say, id)
						}
						seen[id] = true
						switch row.root {
						case "paymentStats":
							p := w.payments[uuid.MustParse(id)]
							if is := categories[p.ID]; strings.Contains(row.args, "CATEGORY") && b["rest"] == false &&
								(b["severalCategories"] != (is == "several") || is != "several" && idOrNone(b["categoryId"]) != is) {
								t.Errorf("%s: %s stands in %v, but is paid for %q", say, id, b, is)
							}
							payments++
							net += p.AmountMinor
							if p.Type == domain.PaymentSettlement {
								settled += p.AmountMinor
							}
						case "taskStats":
							if domain.TaskStatus(node["status"].(string)).Live() {
								live++
							}
							if node["status"] == "COMPLETED" {
								done++
								completed = appendSeconds(completed, node["createdAt"], node["endedAt"])
							}
							accepted = appendSeconds(accepted, node["createdAt"], node["acceptedAt"])
						default:
							recipients += node["delivery"].(map[string]any)["recipients"].(float64)
							read += node["delivery"].(map[string]any)["read"].(float64)
						}
					}
					whole := l.At("list", "totalCount").(float64)
					counted += whole
					beside := map[string]any{"and": []any{map[string]any{"selection": b["selection"]}}}
					if _, conditions, filtered := strings.Cut(row.args, "where: {"); filtered { // one enumeration value
						field, value, _ := strings.Cut(strings.TrimRight(conditions, "})"), ": ")
						beside[field] = value
					}
					again := s.MustExecute(t, row.as, `query($where: `+wheres[row.root]+`WhereInput) { list: `+lists[row.root]+` }`, map[string]any{"where": beside})
					if found := again.At("list", "totalCount"); found != whole {
						t.Errorf("%s: the selection %v finds %v, its filter %v", say, b["selection"], found, whole)
					}
					if whole > 100 {
						continue // its sums would need more pages
					}
					var ok bool
					switch row.root {
					case "paymentStats":
						ok = b["settled"] == fmt.Sprint(settled) && b["net"] == fmt.Sprint(net) && b["reversed"] == fmt.Sprint(settled-net) && b["settlements"].(float64)+b["reversals"].(float64) == float64(payments)
					case "taskStats":
						checkDurations(t, say+" timeToAcceptance", b["timeToAcceptance"], accepted)
						checkDurations(t, say+" timeToCompletion", b["timeToCompletion"], completed)
						ok = b["count"] == whole && b["live"] == live && b["completed"] == done && b["completionRate"] == quotient(done, whole-live)
					default:
						ok = b["count"] == whole && b["recipients"] == recipients && b["read"] == read
					}
					if !ok {
						t.Errorf("%s: %v, but its filter finds %s", say, b, l.Raw)
					}
					for _, of := range []string{"solver", "provider", "zone", "category"} {
						if id, _ := b[of+"Id"].(string); id != "" && b[of+"Name"] != w.displayName(id) {
							t.Errorf("%s: %s is called %v", say, id, b[of+"Name"])
						}
					}
				}
				if len(seen) == 0 {
					t.Errorf("%s: nothing", say)
				}
				if strings.Contains(row.args, "where") || strings.Contains(row.args, "bucket") || strings.Contains(row.args, "on:") {
					return
				}
				list := strings.Replace(lists[row.root], "where: $where, first: 100", "first: 1", 1)
				if all := s.MustExecute(t, row.as, `{ list: `+list+` }`, nil).At("list", "totalCount"); all != counted {
					t.Errorf("%s: the rows are of %v in all, the list has %v", say, counted, all)
				}
			})
		}
	})
}

// payForCategories records settlements of tasks of one category, of several, and of one and none, and reverses every other one.
func payForCategories(t *testing.T, s *Server) {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	paid := map[uuid.UUID]bool{}
	for _, link := range c.PaymentTask.Query().AllX(ctx) {
		paid[link.TaskID] = true
	}
	open := slices.DeleteFunc(c.WorkTask.Query().WithComplaint().AllX(ctx), func(task *ent.WorkTask) bool {
		return task.Status != domain.TaskCompleted || task.ProviderID == nil || paid[task.ID]
	})
	byProvider := map[uuid.UUID]map[string][]string{} // tasks by their categories
	for _, task := range open {
		of := byProvider[*task.ProviderID]
		if of == nil {
			of = map[string][]string{}
			byProvider[*task.ProviderID] = of
		}
		category := fmt.Sprint(task.Edges.Complaint.CategoryID)
		of[category] = append(of[category], task.ID.String())
	}
	n := 0
	pay := func(provider uuid.UUID, tasks []string) {
		n++
		id := mustMutate(t, s, Admin, "recordPayment", "payment { id }", map[string]any{
			"providerId": provider, "amountMinor": fmt.Sprint(100 + n), "currency": "EUR", "paymentDate": "2026-01-05",
			"method": "BANK_TRANSFER", "reference": fmt.Sprint("shared ", n), "taskIds": tasks,
		}).At("recordPayment", "payment", "id")
		if n%2 == 1 {
			mustMutate(t, s, Admin, "reversePayment", "reversal { id }", map[string]any{"id": id, "reason": "of another"})
		}
	}
	// In one order, so that a seed makes the same payments again. A provider's first is for two tasks, and others for seven.
	providers := slices.SortedFunc(maps.Keys(byProvider), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, provider := range providers {
		of := byProvider[provider]
		for most := 2; n < 6; most = 7 {
			tasks, categories := takeInTurn(of, most)
			if categories < 2 {
				break
			}
			pay(provider, tasks)
			if n == 1 { // few may be drawn, and what a reversal has freed can be paid again
				pay(provider, tasks)
			}
		}
	}
	if n < 2 {
		t.Fatalf("%d settlements of several categories, of %d tasks", n, len(open))
	}
}

// takeInTurn takes tasks from their categories, one of each in turn, and returns how many categories they have.
func takeInTurn(of map[string][]string, most int) (tasks []string, categories int) {
	for {
		before := len(tasks)
		for _, category := range slices.Sorted(maps.Keys(of)) {
			if len(of[category]) > 0 && len(tasks) < most {
				tasks, of[category] = append(tasks, of[category][0]), of[category][1:]
			}
		}
		if len(tasks) == before {
			return tasks, categories
		}
		categories = max(categories, len(tasks)-before)
	}
}

// categoriesOfPayments returns the one category of each payment's tasks, or several, or "" where none has one.
func categoriesOfPayments(s *Server, w *visibilityModel) map[uuid.UUID]string {
	tasks := map[uuid.UUID][]uuid.UUID{}
	for _, link := range s.Store.Client().PaymentTask.Query().AllX(System()) {
		tasks[link.PaymentID] = append(tasks[link.PaymentID], link.TaskID)
	}
	out := map[uuid.UUID]string{}
	for id, p := range w.payments {
		of := id
		if p.ReversesID != nil {
			of = *p.ReversesID
		}
		for i, task := range tasks[of] {
			category := ""
			if id := w.complaints[w.tasks[task].ComplaintID].CategoryID; id != nil {
				category = id.String()
			}
			if i > 0 && category != out[id] {
				category = "several"
			}
			out[id] = category
		}
	}
	return out
}

// idOrNone returns an id of an answer, or "" for null.
func idOrNone(id any) string {
	text, _ := id.(string)
	return text
}

// checkRanking checks how many groups there are of each time, and their order.
func checkRanking(t *testing.T, say, args string, rows []any) {
	t.Helper()
	var top int
	if _, after, ok := strings.Cut(args, "top: "); ok {
		_, _ = fmt.Sscan(strings.TrimRight(strings.Fields(after)[0], ",)"), &top)
	}
	groups, rests := map[string]int{}, map[string]int{}
	for _, row := range rows {
		row := row.(map[string]any)
		selection := row["selection"].(map[string]any)
		at := fmt.Sprint(selection["from"], selection["to"], row["currency"])
		if row["rest"] != true {
			if groups[at]++; rests[at] > 0 {
				t.Errorf("%s: a group after the rest", say)
			}
			continue
		}
		if rests[at]++; rests[at] > 1 || top == 0 || len(selection["except"].([]any)) > top {
			t.Errorf("%s: %d rests, but the first %d", say, rests[at], top)
		}
	}
	for at, n := range groups {
		if top > 0 && n > top {
			t.Errorf("%s: %d groups at %s, want the first %d", say, n, at, top)
		}
	}
	if top == 1 && len(rows) > 1 && len(rests) == 0 {
		t.Errorf("%s: no rest of %d rows", say, len(rows))
	}
	field := map[string]string{"SETTLED": "settled", "NET": "net", "COUNT": "count", "RECIPIENTS": "recipients"}[sortOf(args)]
	if field == "" || strings.Contains(args, "bucket") {
		return
	}
	last := map[string]float64{}
	for _, row := range rows {
		row := row.(map[string]any)
		var n float64
		_, _ = fmt.Sscan(fmt.Sprint(row[field]), &n)
		at := fmt.Sprint(row["currency"])
		if was, before := last[at]; before && n > was && row["rest"] != true {
			t.Errorf("%s: %v after %v", say, n, was)
		}
		last[at] = n
	}
}

func sortOf(args string) string {
	_, after, _ := strings.Cut(args, "sortBy: ")
	if after == "" {
		return ""
	}
	return strings.TrimRight(strings.Fields(after)[0], ",)")
}

// appendSeconds appends the seconds between two times, of which the databases count whole ones.
func appendSeconds(all []float64, from, to any) []float64 {
	begin, err := time.Parse(time.RFC3339, fmt.Sprint(from))
	end, none := time.Parse(time.RFC3339, fmt.Sprint(to))
	if err != nil || none != nil {
		return all
	}
	return append(all, end.Sub(begin).Seconds())
}

// checkDurations compares percentiles with what Go makes of all durations.
func checkDurations(t *testing.T, say string, got any, all []float64) {
	t.Helper()
	d := got.(map[string]any)
	if d["count"] != float64(len(all)) {
		t.Errorf("%s: %v durations, want %d", say, d["count"], len(all))
	}
	slices.Sort(all)
	for of, share := range map[string]float64{"median": 0.5, "p90": 0.9, "p99": 0.99} {
		if len(all) == 0 {
			if d[of] != nil {
				t.Errorf("%s: %s of nothing is %v", say, of, d[of])
			}
			continue
		}
		want := all[max(0, int(math.Ceil(share*float64(len(all))))-1)]
		if is, _ := d[of].(float64); math.Abs(is-want) > 1 {
			t.Errorf("%s: %s is %v, want %v", say, of, d[of], want)
		}
	}
}

// TestStatsRefuse: what can't be answered names the argument, and who works on a complaint is
// told to administrators only, by no group and no filter.
func TestStatsRefuse(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		solver := s.MustExecute(t, Solver, `{ viewer { id } }`, nil).At("viewer", "id").(string)
		for _, row := range []struct{ as, query, code, field string }{
			{Admin, `{ complaintStats(timezone: "Mars/Olympus") { total { count } } }`, "VALIDATION_ERROR", "timezone"},
			{Admin, `{ complaintStats(timezone: "Local", bucket: DAY) { total { count } } }`, "VALIDATION_ERROR", "timezone"},
			{Admin, `{ complaintStats(timezone: "../../etc/passwd") { total { count } } }`, "VALIDATION_ERROR", "timezone"},
			{Admin, `{ complaintStats(from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z") { total { count } } }`, "VALIDATION_ERROR", "from"},
			{Admin, `{ complaintStats(bucket: DAY, from: "2999-02-01T00:00:00Z") { total { count } } }`, "VALIDATION_ERROR", "from"},
			{Admin, `{ complaintStats(bucket: DAY, from: "2000-01-01T00:00:00Z") { total { count } } }`, "VALIDATION_ERROR", "bucket"},
			{Admin, `{ complaintStats(bucket: MONTH, from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z") { total { count } } }`, "VALIDATION_ERROR", "bucket"},
			{Admin, `{ complaintStats(bucket: DAY, from: "0001-01-01T00:00:00Z", to: "0001-01-02T00:00:00Z", timezone: "America/New_York") { total { count } } }`, "", ""},
			{Admin, `{ complaintStats(bucket: DAY, from: "9999-12-30T00:00:00Z", to: "9999-12-31T23:59:59Z", timezone: "Asia/Tokyo") { total { count } } }`, "", ""},
			{Admin, `{ complaintStats(groupBy: [ZONE, ZONE]) { total { count } } }`, "VALIDATION_ERROR", "groupBy"},
			{Admin, `{ complaintStats(groupBy: [STATUS, PRIORITY, CATEGORY, ZONE, SOURCE, RATING, REOPENED]) { total { count } } }`, "VALIDATION_ERROR", "groupBy"},
			{Admin, `{ complaintStats(groupBy: [ZONE], top: 0) { total { count } } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ complaintStats(groupBy: [ZONE], top: 51) { total { count } } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ complaintStats(bucket: MONTH, top: 5) { total { count } } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ complaintStats(groupBy: [ZONE, GROUP], top: 5) { total { count } } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ complaintBacklog(bucket: DAY, timezone: "Mars/Olympus") { open } }`, "VALIDATION_ERROR", "timezone"},
			{Admin, `{ complaintBacklog(bucket: DAY, from: "2000-01-01T00:00:00Z") { open } }`, "VALIDATION_ERROR", "bucket"},
			{Admin, `{ complaints(where: {localTime: {timezone: "Local"}}) { totalCount } }`, "VALIDATION_ERROR", "where.localTime.timezone"},
			{Admin, `{ complaints(where: {localTime: {hourOfDay: 24}}) { totalCount } }`, "VALIDATION_ERROR", "where.localTime.hourOfDay"},
			{Admin, `{ complaints(where: {selection: {except: [{except: [{status: CLOSED}]}]}}) { totalCount } }`, "VALIDATION_ERROR", "where.selection.except"},
			{Admin, `{ complaints(where: {selection: {weekday: MONDAY, timezone: "Mars"}}) { totalCount } }`, "VALIDATION_ERROR", "where.selection.timezone"},
			{User, `{ complaintStats(groupBy: [GROUP]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaintBacklog(bucket: DAY, where: {not: {solverGroupIdIsNil: true}}) { open } }`, "PERMISSION_DENIED", ""},
			{Admin, `{ complaintStats(groupBy: [COLOR]) { total { count } } }`, "VALIDATION_ERROR", ""},
			{Admin, `{ complaintStats(where: {or: [{}]}) { total { count } } }`, "VALIDATION_ERROR", "where.or.0"},
			{Admin, `{ taskStats(groupBy: [SOLVER, SOLVER]) { count } }`, "VALIDATION_ERROR", "groupBy"},
			{Admin, `{ taskStats(groupBy: [SOLVER], top: 51) { count } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ taskStats(top: 5) { count } }`, "VALIDATION_ERROR", "top"},
			{Admin, `{ taskStats(groupBy: [SOLVER], page: 0) { count } }`, "VALIDATION_ERROR", "page"},
			{Admin, `{ paymentStats(groupBy: [PROVIDER], page: 21) { net } }`, "VALIDATION_ERROR", "page"},
			{Admin, `{ paymentStats(bucket: HOUR) { net } }`, "VALIDATION_ERROR", "bucket"},
			{Provider, `{ paymentStats(groupBy: [CATEGORY]) { net } }`, "PERMISSION_DENIED", ""},
			{Provider, `{ payments(where: {selection: {none: [CATEGORY]}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Provider, `{ payments(where: {selection: {except: [{categoryId: "00000000-0000-4000-8000-000000000000"}]}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Admin, `{ deliveryFailures(top: 0) { count } }`, "VALIDATION_ERROR", "top"},
			{Provider, `{ taskStats(groupBy: [ZONE]) { count } }`, "PERMISSION_DENIED", ""},
			{Provider, `{ tasks(where: {selection: {none: [CATEGORY]}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ deliveryFailures { count } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaintStats(groupBy: [HANDLER]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaintStats(groupBy: [ADDRESS]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaintStats(groupBy: [ADDRESS]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaints(where: {selection: {address: "Main St 5"}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaints(where: {selection: {none: [ADDRESS]}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaintStats(groupBy: [REPORTER]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaints(where: {selection: {handlerId: "018f0000-0000-7000-8000-000000000001"}}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Admin, `{ paymentStats(fromDate: "2026-02-01", toDate: "2026-01-01") { currency } }`, "VALIDATION_ERROR", "fromDate"},
			{Admin, `{ paymentStats(bucket: DAY, fromDate: "2000-02-01", toDate: "9999-12-31") { currency } }`, "VALIDATION_ERROR", "bucket"},
			{User, `{ complaintStats(groupBy: [SOLVER]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaintStats(groupBy: [STATUS, PROVIDER]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ taskStats(groupBy: [PROVIDER]) { count } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaintStats(groupBy: [REASON_CODE]) { total { count } } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaintStats(where: {not: {reasonCode: "not_fixed"}}) { total { count } } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaintStats(where: {not: {solverId: "` + solver + `"}}) { total { count } } }`, "PERMISSION_DENIED", ""},
			{User, `{ complaints(where: {or: [{solverId: "` + solver + `"}]}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaints(where: {providerIdIsNil: true}) { totalCount } }`, "PERMISSION_DENIED", ""},
			{Solver, `{ complaintPage(where: {solverIdIsNil: false}) { pagination { total } } }`, "PERMISSION_DENIED", ""},
			{Admin, `{ complaints(where: {solverId: "` + solver + `", providerIdIsNil: false}) { totalCount } }`, "", ""},
		} {
			t.Run(fmt.Sprintf("%.80s", row.query), func(t *testing.T) {
				a := s.Execute(t, row.as, row.query, nil)
				if a.Code() != row.code || row.field != "" && !strings.Contains(a.Raw, `"field":"`+row.field+`"`) {
					t.Errorf("%s %s: want %s about %q, got %s", name(row.as), row.query, row.code, row.field, a.Raw)
				}
			})
		}
	})
}

// TestTooManyBuckets: one more than there may be is refused, and names what gives them.
func TestTooManyBuckets(t *testing.T) {
	s := Start(t, Databases()[0])
	ctx, c := System(), s.Store.Client()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	many := make([]uuid.UUID, stats.MaxBuckets+1)
	c.Zone.MapCreateBulk(many, func(z *ent.ZoneCreate, i int) {
		many[i] = domain.NewID(domain.KindZone)
		z.SetID(many[i]).SetName(fmt.Sprint("Zone ", i)).SetCreatedAt(at)
	}).ExecX(ctx)
	made := c.Complaint.MapCreateBulk(many, func(row *ent.ComplaintCreate, i int) {
		row.SetReference(fmt.Sprint("MANY-", i)).SetTitle("Many").SetStatus(domain.ComplaintSubmitted).SetSource(domain.SourceStaff).
			SetZoneID(many[i]).SetCreatedAt(at).SetUpdatedAt(at)
	}).SaveX(ctx)
	if err := errors.Join(stats.SaveFacts(ctx, c, made...), stats.Rebuild(ctx, c), s.Service.CountRows(ctx)); err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"", `where: {title: "Many"}, `} {
		a := s.Execute(t, Admin, `{ complaintStats(`+where+`groupBy: [ZONE]) { total { count } } }`, nil)
		var field struct {
			Field, Code string
		}
		if a.Code() == "VALIDATION_ERROR" {
			raw, _ := json.Marshal(a.Errors[0].Extensions["fields"].([]any)[0])
			_ = json.Unmarshal(raw, &field)
		}
		if field.Field != "groupBy" || field.Code != "too_many" {
			t.Errorf("%q: %s", where, a.Raw)
		}
		a = s.MustExecute(t, Admin, `{ complaintStats(`+where+`groupBy: [ZONE], top: 10) { total { count } buckets { rest zoneName count sla { met } } } }`, nil)
		buckets := a.At("complaintStats", "buckets").([]any)
		last, _ := buckets[len(buckets)-1].(map[string]any)
		if total := a.At("complaintStats", "total", "count").(float64); len(buckets) != 11 || last["rest"] != true || where != "" && last["count"] != total-10 {
			t.Errorf("%q: %s", where, a.Raw)
		}
		if name, _ := buckets[0].(map[string]any)["zoneName"].(string); name == "" {
			t.Errorf("%q: the first has no name: %s", where, a.Raw)
		}
	}
}

// TestPagesOfStatistics: more groups than are returned at once come page by page, each of them once, in the order that was asked
// for, and without a page or top are refused. With top the rest has all others.
func TestPagesOfStatistics(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const groups = 2*stats.MaxBuckets + 300
		createManyGroups(t, s, groups)
		for root, of := range map[string]struct{ by, key, count, sorted string }{
			"taskStats":      {"SOLVER", "solverId", "count", "COUNT"},
			"paymentStats":   {"PROVIDER", "currency providerId", "net", "NET"},
			"broadcastStats": {"STATUS, TARGET_TYPE], bucket: HOUR, from: \"2025-01-01T00:00:00Z\", to: \"2025-02-05T00:00:00Z\", timezone: \"UTC\"", "from status targetType", "count", "COUNT"},
		} {
			ask := func(more string) Result {
				by := of.by
				if !strings.Contains(by, "]") {
					by += "]"
				}
				return s.Execute(t, Admin, `{ `+root+`(groupBy: [`+by+more+`) { rest `+of.key+` `+of.count+` selection { from } } }`, nil)
			}
			if a := ask(""); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "too_many") {
				t.Errorf("%s without a page: %.300s", root, a.Raw)
			}
			for _, order := range []string{"", ", sortBy: " + of.sorted} {
				met, last, counts := map[string]bool{}, math.Inf(1), []int{}
				for page := 1; page <= 4; page++ {
					a := ask(fmt.Sprintf("%s, page: %d", order, page))
					if a.Code() != "" {
						t.Fatalf("%s page %d: %.300s", root, page, a.Raw)
					}
					if cost, _ := a.Extensions["cost"].(map[string]any); cost["estimated"].(float64) < cost["actual"].(float64) {
						t.Errorf("%s: page %d costs more than was estimated: %v", root, page, cost)
					}
					rows := a.At(root).([]any)
					counts = append(counts, len(rows))
					for _, row := range rows {
						row := row.(map[string]any)
						var key string
						for field := range strings.SplitSeq(of.key, " ") {
							key += fmt.Sprint(row[field], " ")
						}
						if met[key] {
							t.Errorf("%s: %s comes twice", root, key)
						}
						met[key] = true
						var n float64
						_, _ = fmt.Sscan(fmt.Sprint(row[of.count]), &n)
						if order != "" && n > last && root != "broadcastStats" { // which is sorted within each hour
							t.Fatalf("%s, page %d: %v after %v", root, page, n, last)
						}
						last = n
					}
				}
				if len(met) < groups || counts[0] != stats.MaxBuckets || counts[1] != stats.MaxBuckets || counts[2] < 300 || counts[3] != 0 {
					t.Errorf("%s%s: %d groups on pages of %v", root, order, len(met), counts)
				}
			}
			if root == "broadcastStats" {
				continue
			}
			whole := s.MustExecute(t, Admin, `{ `+root+` { `+of.count+` } }`, nil).At(root).([]any)
			a := ask(", top: 3, sortBy: " + of.sorted)
			sums := map[bool]int64{}
			for i, rows := range [][]any{a.At(root).([]any), whole} {
				for _, row := range rows {
					var n int64
					_, _ = fmt.Sscan(fmt.Sprint(row.(map[string]any)[of.count]), &n)
					sums[i == 0] += n
				}
			}
			top, page := estimatedCost(a), estimatedCost(ask(", page: 1"))
			if top >= page || top < estimatedCost(ask(", top: 2")) {
				t.Errorf("%s: %v is estimated for the first three, %v for a page", root, top, page)
			}
			if sums[true] != sums[false] {
				t.Errorf("%s: the first three and their rest are %d, all are %d: %s", root, sums[true], sums[false], a.Raw)
			}
		}
	})
}

func estimatedCost(a Result) float64 {
	cost, _ := a.Extensions["cost"].(map[string]any)
	estimated, _ := cost["estimated"].(float64)
	return estimated
}

// createManyGroups creates so many tasks of as many solvers, payments of as many service providers, and broadcasts of three
// kinds at as many thirds of hours.
func createManyGroups(t *testing.T, s *Server, groups int) {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	of := c.Complaint.Query().FirstX(ctx).ID
	all := make([]uuid.UUID, groups)
	for first := 0; first < groups; first += 1_000 {
		part := all[first:min(groups, first+1_000)]
		c.User.MapCreateBulk(part, func(u *ent.UserCreate, i int) {
			part[i] = domain.NewID(domain.KindUser)
			u.SetID(part[i]).SetName(fmt.Sprint("Solver ", first+i)).SetRole(domain.RoleSolver).SetCreatedAt(at)
		}).ExecX(ctx)
		c.WorkTask.MapCreateBulk(part, func(row *ent.WorkTaskCreate, i int) {
			row.SetComplaintID(of).SetSolverID(part[i]).SetStatus(domain.TaskCancelled).SetCreatedAt(at).SetUpdatedAt(at).SetEndedAt(at)
		}).ExecX(ctx)
		providers := make([]uuid.UUID, len(part))
		c.ServiceProvider.MapCreateBulk(providers, func(p *ent.ServiceProviderCreate, i int) {
			providers[i] = domain.NewID(domain.KindServiceProvider)
			p.SetID(providers[i]).SetName(fmt.Sprint("Provider ", first+i)).SetCreatedAt(at)
		}).ExecX(ctx)
		c.Payment.MapCreateBulk(providers, func(p *ent.PaymentCreate, i int) {
			p.SetProviderID(providers[i]).SetType(domain.PaymentSettlement).SetAmountMinor(int64(1 + (first+i)%977)).SetCurrency("EUR").SetPaymentDate("2025-01-01").
				SetPaymentMethod(domain.PaymentMethods[0]).SetPaymentReference(fmt.Sprint("many ", first+i)).SetLane(99).SetSeq(int64(first + i + 1)).SetHash([]byte(fmt.Sprint(first + i))).SetCreatedAt(at)
		}).ExecX(ctx)
		c.PaymentDay.MapCreateBulk(providers, func(p *ent.PaymentDayCreate, i int) {
			p.SetProviderID(providers[i]).SetType(domain.PaymentSettlement).SetAmountMinor(int64(1 + (first+i)%977)).SetCurrency("EUR").SetPaymentDate("2025-01-01").SetPayments(1)
		}).ExecX(ctx)
		kinds := []domain.TargetType{domain.TargetAll, domain.TargetRole, domain.TargetZone}
		c.Broadcast.MapCreateBulk(part, func(b *ent.BroadcastCreate, i int) {
			b.SetTitle(fmt.Sprint("Many ", first+i)).SetMessage("Many.").SetChannels([]domain.Channel{domain.ChannelInApp}).SetScheduledAt(at).SetTargetType(kinds[(first+i)%3]).SetStatus(domain.BroadcastCancelled).
				SetCreatedAt(at.Add(time.Duration((first+i)/3) * time.Hour)).SetUpdatedAt(at)
		}).ExecX(ctx)
	}
	if err := s.Service.CountRows(ctx); err != nil {
		t.Fatal(err)
	}
}

// TestReasonOfLatestMove: a complaint counts under the reason code of its latest move, whoever moved it and how, and
// under none after a move that has none.
func TestReasonOfLatestMove(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		submit := func(title string) any {
			return s.MustExecute(t, User, `mutation($t: String!) { submitComplaint(input: {title: $t}) { complaint { id } } }`, map[string]any{"t": title}).
				At("submitComplaint", "complaint", "id")
		}
		id, into := submit("Lamp"), submit("Dark street")
		vars := map[string]any{"id": id, "into": into, "solver": accountID(t, s, Solver)}
		check := func(after string, want any) {
			t.Helper()
			a := s.MustExecute(t, Admin, `query($id: ID!) { complaintStats(where: {id: $id}, groupBy: [REASON_CODE]) { buckets { count reasonCode selection { reasonCode none } } } }`, map[string]any{"id": id})
			buckets := a.At("complaintStats", "buckets").([]any)
			if len(buckets) != 1 || buckets[0].(map[string]any)["reasonCode"] != want {
				t.Fatalf("after %s: %s, want %v", after, a.Raw, want)
			}
			b := buckets[0].(map[string]any)
			found := s.MustExecute(t, Admin, `query($id: ID!, $s: ComplaintSelectionInput!) { complaints(where: {id: $id, selection: $s}) { totalCount } }`,
				map[string]any{"id": id, "s": b["selection"]}).At("complaints", "totalCount")
			if found != 1.0 {
				t.Errorf("after %s: the selection %v finds %v", after, b["selection"], found)
			}
			where := map[string]any{"id": id, "reasonCodeIsNil": true}
			if want != nil {
				where = map[string]any{"id": id, "reasonCode": want}
			}
			if found := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput!) { complaints(where: $w) { totalCount } }`, map[string]any{"w": where}).At("complaints", "totalCount"); found != 1.0 {
				t.Errorf("after %s: %v finds %v", after, where, found)
			}
		}
		check("its submission", nil)
		assign := `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver}) { complaint { id } } }`
		for _, op := range []struct {
			as, mutation string
			want         any
		}{
			{Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "awaiting_parts"}) { complaint { id } } }`, "awaiting_parts"},
			{Admin, `mutation($id: ID!) { triageComplaint(input: {id: $id, priority: HIGH}) { complaint { id } } }`, "awaiting_parts"},
			{Admin, `mutation($id: ID!) { resumeComplaint(input: {id: $id}) { complaint { id } } }`, nil},
			{Admin, assign, nil},
			{Solver, `mutation($task: ID!) { declineTask(input: {id: $task, reasonCode: "no_access"}) { task { id } } }`, "no_access"},
			{Admin, assign, nil},
			{Admin, `mutation($task: ID!) { cancelTask(input: {id: $task, reasonCode: "not_needed"}) { task { id } } }`, "not_needed"},
			{Admin, `mutation($id: ID!, $into: ID!) { mergeComplaint(input: {id: $id, intoId: $into, reasonCode: "duplicate"}) { complaint { id } } }`, "duplicate"},
			{Admin, `mutation($id: ID!) { unmergeComplaint(input: {id: $id, reasonCode: "mistaken"}) { complaint { id } } }`, "mistaken"},
			{Admin, `mutation($id: ID!) { rejectComplaints(input: {items: [{id: $id}], reasonCode: "not_ours", publicNote: "No"}) { results { error { code } } } }`, "not_ours"},
			{User, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "not_fixed"}) { complaint { id } } }`, "not_fixed"},
			{Admin, `mutation($id: ID!) { resolveComplaint(input: {id: $id, publicNote: "Done"}) { complaint { id } } }`, nil},
		} {
			vars["task"] = ""
			if tasks := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { tasks(last: 1) { edges { node { id } } } } }`, map[string]any{"id": id}).At("complaint", "tasks", "edges").([]any); len(tasks) > 0 {
				vars["task"] = tasks[0].(map[string]any)["node"].(map[string]any)["id"]
			}
			s.MustExecute(t, op.as, op.mutation, declared(op.mutation, vars))
			check(op.mutation, op.want)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
