package gqlhttp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

// weights are what the parts of an operation cost. The unit is a row that is read, or an object of
// the response, whichever are more. The estimate and the actual cost are both made of these; so is
// what is drawn from the budget of an account.
var weights = struct {
	condition     int // a condition of a filter
	textRows      int // rows that a condition on a part of a text is compared with, for one unit
	textLeast     int // such a condition, however small the table
	search        int // a search, which has an index
	totalRows     int // rows that a total counts, for one unit
	statisticRows int // rows that a statistic sums up, for one unit
	mutation      int // a row that is changed, with its log, audit entry and events
}{condition: 1, textRows: 50, textLeast: 20, search: 100, totalRows: 200, statisticRows: 100, mutation: 20}

const (
	// plainListSize is the assumed length of a list without a page size.
	plainListSize = 50
	// ownRows is the most rows of a table that are taken to be visible to an account which does not
	// see all of them: a user's complaints, a solver's tasks. These have indexes.
	ownRows = 10_000
	// schemaCost is the least that __schema or __type costs: whoever has no token can ask six times a minute.
	schemaCost = 1_000
	// deltaSlack is how many rollups may have been written since they were last counted.
	deltaSlack = 200
)

// listSizes are the lengths of lists that have no page size but are about this long.
var listSizes = map[string]int{
	"availableActions": 16, "inputs": 8, "requiredInput": 4, "byStatus": len(domain.ComplaintStatuses), "byChannel": 2,
	"totals": 10, "history": 10, "changes": domain.MaxSettingsShown, "reasonCodes": domain.MaxReasonCodes, "labels": domain.MaxLanguages,
	"columns": domain.MaxPreferredLists, "savedViews": domain.MaxViewsShown,
}

// fieldRows are the rows that fields without fields of their own read, for each of their objects.
var fieldRows = map[[2]string]int{
	{"Payment", "taskIds"}: 5, {"StatusLog", "actorName"}: 1, {"BroadcastEvent", "actorName"}: 1,
	{"Zone", "boundary"}: 100, // up to 20,000 points
}

// typeTables are the tables of the types that lists have.
var typeTables = map[string]string{
	"AuditEntry": "audit_entries", "Broadcast": "broadcasts", "Category": "categories", "Comment": "comments",
	"Complaint": "complaints", "ComplaintRevision": "complaint_revisions", "Contact": "contacts", "Group": "groups", "LateEvidence": "late_evidence", "Media": "media", "Notification": "notifications",
	"Payment": "payments", "ServiceProvider": "service_providers", "Session": "sessions", "StatusLog": "status_logs",
	"Task": "tasks", "TaskUpdate": "task_updates", "User": "users", "Zone": "zones",
}

// rollupTable is the table of the rollups, counted by their dimension.
const rollupTable = "tallies"

// CountedTables returns the tables whose numbers of rows a Handler asks for, and the column by which
// the rows of one of them are counted.
func CountedTables() (tables []string, grouped map[string]string) {
	for _, table := range typeTables {
		tables = append(tables, table)
	}
	slices.Sort(tables)
	return tables, map[string]string{rollupTable: "dimension"}
}

// tables are the numbers of rows that a viewer may read.
type tables struct {
	rows func(table string) int
	all  bool // whether the viewer sees all rows
}

func tablesFor(ctx context.Context, rows func(string) int) tables {
	if rows == nil {
		rows = func(string) int { return 0 }
	}
	return tables{rows, auth.From(ctx).Admin()}
}

// readable returns how many rows of a table the viewer may read, at most.
func (t tables) readable(table string) int {
	if n := t.rows(table); t.all || n < ownRows {
		return n
	}
	return ownRows
}

// per returns how many units rows cost, rounded up.
func per(rows, unit int) int { return (rows + unit - 1) / unit }

// textCost returns the cost of one condition on a part of a text.
func (t tables) textCost(table string) int {
	return max(weights.textLeast, per(t.readable(table), weights.textRows))
}

// total returns the cost of counting the rows of a list.
func (t tables) total(table string) int { return 1 + per(t.readable(table), weights.totalRows) }

// price is the cost of a part of an operation.
type price struct {
	nodes int // for each object that has it: lists multiply it
	once  int // for the whole operation: the database does it in one statement for all objects
}

func (p price) sum() int { return p.nodes + p.once }

func (p price) plus(q price) price { return price{p.nodes + q.nodes, p.once + q.once} }

// times returns the price of n objects that cost this each.
func (p price) times(n int) price { return price{n * p.nodes, p.once} }

var oneNode = price{nodes: 1}

// costEstimator computes what an operation costs at most, from its text and its variables alone.
type costEstimator struct {
	ctx     context.Context
	vars    map[string]any
	maxPage int
	tables  tables

	conditions int    // of all filters
	longest    int    // conditions of the filter that has the most
	filter     string // its path
	path       []string
	quiet      bool // conditions were counted before
	err        *gqlerror.Error
}

// operation returns the cost of an operation.
func (w *costEstimator) operation(op *ast.OperationDefinition) int {
	return w.set(op.SelectionSet, 0).sum()
}

// set returns the price of a selection set, in which a list has so many rows when its parent gives
// the size of its page. It stops adding long before the number could overflow.
func (w *costEstimator) set(set ast.SelectionSet, rows int) (p price) {
	for _, s := range set {
		if w.err != nil || p.sum() > maxCost*model.MaxPageSize {
			break
		}
		switch s := s.(type) {
		case *ast.Field:
			p = p.plus(w.field(s, rows))
		case *ast.InlineFragment:
			p = p.plus(w.set(s.SelectionSet, rows))
		case *ast.FragmentSpread:
			if s.Definition != nil {
				p = p.plus(w.set(s.Definition.SelectionSet, rows))
			}
		}
	}
	return p
}

func (w *costEstimator) field(f *ast.Field, rows int) price {
	switch {
	case f.Definition == nil || f.Name == "__typename":
		return price{}
	case strings.HasPrefix(f.Name, "__"):
		return price{once: max(schemaCost, schemaObjects(f))}
	}
	if len(f.SelectionSet) == 0 && len(f.Definition.Arguments) == 0 { // most fields are
		return valuePrice(f)
	}
	args := f.ArgumentMap(w.vars)
	if w.conditions <= maxConditions { // else it is refused anyway
		w.inputs(f, args)
	}
	if w.err != nil {
		return price{}
	}
	w.path = append(w.path, f.Alias)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	parent := ""
	if f.ObjectDefinition != nil {
		parent = f.ObjectDefinition.Name
	}
	isList, typ := f.Definition.Type.Elem != nil, f.Definition.Type.Name()
	row := func() price { return oneNode.plus(w.set(f.SelectionSet, 0)) }
	switch {
	case len(f.SelectionSet) == 0:
		return valuePrice(f)
	case isConnection(f):
		return w.connection(f, args)
	case f.Name == "edges" && strings.HasSuffix(parent, "Connection"):
		inner := w.set(f.SelectionSet, 0)
		inner.nodes = max(1, inner.nodes)
		return inner.times(rows)
	case f.Name == "pageInfo":
		return price{}
	case f.Name == "workload" && parent == "Query":
		return w.workload(f, args)
	case strings.HasSuffix(typ, "Page") && parent == "Query":
		return w.page(f, args, strings.TrimSuffix(typ, "Page"))
	case strings.HasSuffix(parent, "Page") && isList, f.Name == "results" && strings.HasSuffix(parent, "Payload"):
		return row().times(rows)
	case parent == "Mutation":
		items := max(1, bulkItems(args))
		return oneNode.plus(price{once: weights.mutation * items}).plus(w.set(f.SelectionSet, items)).plus(w.triedView(args))
	case parent == "Query" && isStatistic(f.Name):
		return w.statistic(f, args)
	case f.Name == "complaintMap" && parent == "Query":
		return w.complaintMap(f, args)
	case f.Name == "timeline" && parent == "Complaint":
		first, _ := toInt(args["first"])
		first = max(0, min(first, model.MaxPageSize))
		positions := len(domain.TaskStatuses)*(first+1) + plainListSize // at most so many of each kind, and the tasks
		return oneNode.plus(w.set(f.SelectionSet, first)).plus(price{nodes: positions})
	case f.Name == "entries" && parent == "Timeline":
		return row().times(rows)
	case f.Name == "assignableSolvers" && parent == "Query":
		n := limitOf(args, stats.MaxAssignable)
		return row().times(n).plus(price{once: n + 2}).plus(w.queues()).plus(w.filters("users", args, 1)) //nolint:mnd // the complaint and its zone
	case f.Name == "callerLookup" && parent == "Query":
		return row().times(limitOf(args, model.MaxFound)).plus(w.callers())
	case (f.Name == "openComplaints" || f.Name == "complaints") && parent == "Caller":
		return row().times(model.MaxCallerOpen)
	case f.Name == "find" && parent == "Query":
		return oneNode.plus(w.set(f.SelectionSet, limitOf(args, model.MaxFound))).plus(w.found(f.SelectionSet, args))
	case parent == "Found":
		return row().times(rows)
	case f.Name == "complaintCountsFor" && parent == "Query":
		return w.views(f, args)
	case f.Name == "buckets", f.Name == "clusters" && parent == "ComplaintMap":
		return row().times(rows)
	case f.Name == "complaints" && parent == "ComplaintMap":
		return row().times(stats.MaxSingle)
	case parent == "Subscription" && (f.Name == "complaintChanged" || f.Name == "taskChanged"):
		return row().plus(w.matching(f, args))
	case f.Name == "changes" && (parent == "ComplaintChanges" || parent == "TaskChanges"):
		return row().times(loadBatch)
	case f.Name == "nearbyComplaints" && parent == "Query":
		return row().times(plainListSize).plus(price{once: weights.mutation + plainListSize})
	case f.Name == "nodes" && parent == "Query":
		ids, _ := args["ids"].([]any)
		if len(ids) > model.MaxPageSize {
			w.reject(f, "ids", "has %d ids; at most %d are allowed", len(ids), model.MaxPageSize)
		}
		return row().times(len(ids))
	case f.Name == "exportLink": // it tries the query of the file
		read := price{once: listSizes["totals"]}
		if of, _ := args["of"].(string); strings.HasSuffix(of, "_STATS") {
			read.once = stats.MaxBuckets + per(w.tables.readable("complaints"), weights.statisticRows)
		}
		return row().plus(read)
	case f.Name == "ledgerCheck":
		// It returns none of the rows but reads all, and the heads and the neighbors of the chains.
		return row().plus(price{once: ledger.RowsPerCheck + ledger.RowsPerCheck/4})
	case isList:
		size, known := listSizes[f.Name]
		if !known {
			size = plainListSize
		}
		return row().times(size)
	default:
		return row()
	}
}

// valuePrice returns the price of a field without fields of its own.
func valuePrice(f *ast.Field) price {
	switch of := f.ObjectDefinition; {
	case of == nil:
		return price{}
	case of.Name == "Query" && f.Name == "unreadNotifications":
		return oneNode.plus(price{once: per(domain.MaxUnread, weights.totalRows)})
	case of.Name == "Query":
		return oneNode // a number that is counted
	default:
		return price{nodes: fieldRows[[2]string{of.Name, f.Name}]}
	}
}

// connection returns the price of a connection: a page, which is read one row ahead, and its total.
func (w *costEstimator) connection(f *ast.Field, args map[string]any) price {
	size := w.pageSize(f, args)
	if w.err != nil {
		return price{}
	}
	table := typeTables[strings.TrimSuffix(f.Definition.Type.Name(), "Connection")]
	p := w.set(f.SelectionSet, size+1).plus(w.sorting(f, args, "Connection"))
	statements := 0
	page := selects(f.SelectionSet, "edges")
	if page {
		statements++
	}
	if selects(f.SelectionSet, "totalCount") || !page {
		statements++
		p = p.plus(price{nodes: 1, once: w.tables.total(table)})
	}
	return p.plus(w.filters(table, args, statements))
}

// page returns the price of a numbered page, which always has a total.
func (w *costEstimator) page(f *ast.Field, args map[string]any, typ string) price {
	size := model.DefaultPageSize
	if n, ok := toInt(args["limit"]); ok {
		size = max(1, min(n, model.MaxPageSize))
	}
	w.checkOrder(f, args)
	table := typeTables[typ]
	read := price{nodes: 1} // the total
	if n, ok := toInt(args["page"]); ok && n > 1 {
		read.nodes += size // of a page further back the ids are read first
	}
	rows := w.set(f.SelectionSet, size)
	rows.nodes = max(rows.nodes, size) // they are read even if none is selected
	p := oneNode.plus(rows).plus(read).plus(price{once: w.tables.total(table)})
	if typ == "Complaint" && args["where"] == nil { // its total may come from the rollups
		p.once += w.rollups(string(domain.ByStatus))
	}
	p = p.plus(w.sorting(f, args, "Page"))
	if typ == "Payment" { // its summary
		p = p.plus(price{nodes: listSizes["totals"], once: w.tables.total(table)})
	}
	return p.plus(w.filters(table, args, 2)) //nolint:mnd // the page and its total
}

// sorting returns the price of an order that no index serves: of the rows that are counted to see
// whether they are too many, and sorted.
func (w *costEstimator) sorting(f *ast.Field, args map[string]any, list string) price {
	of := strings.TrimSuffix(f.Definition.Type.Name(), list)
	if f.ObjectDefinition.Name != "Query" || model.Served(of, orderOf(f, args)) {
		return price{}
	}
	rows := min(w.tables.readable(typeTables[of]), model.MaxSorted)
	return price{nodes: 1, once: 1 + 2*per(rows, weights.totalRows)} //nolint:mnd // counted and sorted
}

// rollups returns how many rows of the rollups are read for a dimension.
func (w *costEstimator) rollups(dimension string) int {
	return w.tables.rows(rollupTable+" "+dimension) + w.tables.rows(rollupTable+" ") + deltaSlack
}

func isStatistic(name string) bool {
	return strings.HasSuffix(name, "Stats") || name == "complaintCounts" || name == "complaintBacklog" || name == "deliveryFailures"
}

// statistic returns the price of a statistic: of the rows that it sums up, and of its groups.
func (w *costEstimator) statistic(f *ast.Field, args map[string]any) price {
	groups, formed := w.groups(args)
	inner := w.set(f.SelectionSet, groups)
	if f.Name == "complaintCounts" || f.Name == "complaintStats" {
		in := stats.Complaints{CountsOnly: !selectsAnywhere(f.SelectionSet, stats.FieldsBeyondCounts...)}
		if f.Name == "complaintCounts" {
			in = stats.Complaints{GroupBy: []domain.ComplaintDimension{domain.ByStatus}}
		}
		if by, ok := args["sortBy"].(string); ok && !new(domain.BucketOrder(by)).ByCounts() {
			in.CountsOnly = false
		}
		in.Written, _ = args["where"].(map[string]any)
		if len(in.Written) > 0 {
			in.Where = &ent.ComplaintWhereInput{}
		}
		for _, by := range names(args["groupBy"]) {
			in.GroupBy = append(in.GroupBy, domain.ComplaintDimension(by))
		}
		if on, _ := args["on"].(string); on != "" {
			in.On = domain.ComplaintTime(on)
		}
		if args["from"] != nil || args["to"] != nil || args["bucket"] != nil {
			in.Period.From = &time.Time{}
		}
		if dimension, yes := in.FromRollups(w.ctx); yes {
			names := 0
			if formed > groups { // of more groups than are returned
				names = formed
			}
			return oneNode.plus(inner).plus(price{once: w.rollups(dimension) + names})
		}
		sum := per(w.tables.readable("complaints"), weights.statisticRows)
		statements := 1
		if slices.Contains(in.GroupBy, domain.ByGroup) { // the total is counted by itself
			statements++
		}
		return oneNode.plus(inner).plus(price{once: statements*sum + formed + 1}).plus(w.filters("complaints", args, statements))
	}
	if f.Name == "complaintBacklog" {
		points := w.set(f.SelectionSet, 0).plus(oneNode).times(groups)
		rows := 2 * (groups + 2) //nolint:mnd // what began and what ended, also before the first point and after the last one
		return points.plus(price{once: rows + per(w.tables.readable("complaints"), weights.statisticRows)}).plus(w.filters("complaints", args, 1))
	}
	if f.Name == "deliveryFailures" {
		top, _ := toInt(args["top"])
		sum := per(w.tables.readable("notifications"), weights.statisticRows)
		return oneNode.plus(w.set(f.SelectionSet, 0)).times(max(0, min(top, stats.MaxTop))).plus(price{once: sum + 1})
	}
	table := map[string]string{"paymentStats": "payments", "taskStats": "tasks", "broadcastStats": "broadcasts"}[f.Name]
	if f.Name == "paymentStats" { // in each currency
		groups = min(stats.MaxBuckets, groups*listSizes["totals"])
	}
	sum := per(w.tables.readable(table), weights.statisticRows)
	if _, cut := toInt(args["top"]); !cut && args["page"] == nil {
		formed = 0 // no more than are returned
	}
	return oneNode.plus(w.set(f.SelectionSet, 0)).times(groups).plus(price{once: sum + formed + 1}).plus(w.filters(table, args, 1))
}

// complaintMap returns the price of a map: of the rows that it counts, of the cells of its grid, and of
// the complaints that it may have instead.
func (w *costEstimator) complaintMap(f *ast.Field, args map[string]any) price {
	zoom, _ := toInt(args["zoom"])
	bounds, _ := args["bounds"].(map[string]any)
	edge := func(name string) float64 {
		degrees, _ := strconv.ParseFloat(fmt.Sprint(bounds[name]), 64)
		return degrees
	}
	_, cells := stats.Cells(stats.MapBoundsInput{South: edge("south"), West: edge("west"), North: edge("north"), East: edge("east")}, zoom)
	cells = min(cells, w.tables.readable("complaints"))
	counted := per(w.tables.readable("complaints"), weights.statisticRows)
	p := oneNode.plus(w.set(f.SelectionSet, cells)).plus(price{once: counted + cells})
	statements := 1
	if selects(f.SelectionSet, "complaints") {
		statements++
		p.once += stats.MaxSingle
	}
	return p.plus(w.filters("complaints", args, statements))
}

// limitOf returns the limit of a list that has no more rows than most.
func limitOf(args map[string]any, most int) int {
	n, _ := toInt(args["limit"])
	return max(0, min(n, most))
}

// queues returns the price of summing up the tasks of all solvers.
func (w *costEstimator) queues() price {
	return price{nodes: 1, once: 1 + per(w.tables.readable("tasks"), weights.statisticRows)}
}

// workload returns the price of a page of solvers and their work.
func (w *costEstimator) workload(f *ast.Field, args map[string]any) price {
	size := model.DefaultPageSize
	if n, ok := toInt(args["limit"]); ok {
		size = max(1, min(n, model.MaxPageSize))
	}
	rows := w.set(f.SelectionSet, size)
	rows.nodes = max(rows.nodes, size)
	return oneNode.plus(rows).plus(price{once: size + w.tables.total("users")}).plus(w.queues()).plus(w.filters("users", args, 2)) //nolint:mnd // the page and its total
}

// callers returns the price of looking up a caller: of the contacts and accounts that are compared, of the
// contacts that are read, and of the audit entry.
func (w *costEstimator) callers() price {
	compared := 2*w.tables.textCost("contacts") + w.tables.textCost("users") //nolint:mnd // two columns
	return price{once: weights.mutation + compared + per(model.MaxContacts, 1)}
}

// found returns the price of the searches of find.
func (w *costEstimator) found(set ast.SelectionSet, args map[string]any) (p price) {
	text, _ := args["text"].(string)
	for kind, table := range map[string]string{"complaints": "complaints", "users": "users", "serviceProviders": "service_providers", "broadcasts": "broadcasts", "tasks": "complaints"} {
		if selects(set, kind) {
			c := conditionCounter{tables: w.tables, table: table}
			c.search(text, table)
			p.once += weights.search + c.cost // on PostgreSQL ids are read first, and what is found is read twice
			if kind == "tasks" {
				p.once += 2 * model.MaxFoundTasks //nolint:mnd // with their complaints
			}
		}
	}
	if selects(set, "callers") && utf8.RuneCountInString(text) >= model.MinCallerText {
		p = p.plus(w.callers())
	}
	return p
}

// views returns the price of counting the complaints of several filters. Of each a bounded number is
// counted, but more may have to be looked at.
func (w *costEstimator) views(f *ast.Field, args map[string]any) price {
	views, _ := args["views"].([]any)
	if one, single := args["views"].(map[string]any); single {
		views = []any{one}
	}
	p := oneNode.plus(w.set(f.SelectionSet, 0)).times(len(views))
	for _, v := range views {
		view, _ := v.(map[string]any)
		p = p.plus(price{once: 1 + w.tables.total("complaints")/2}).plus(w.filters("complaints", view, 1))
	}
	return p
}

// matching returns the price of the filter of a subscription, which is applied to the rows of a message.
func (w *costEstimator) matching(f *ast.Field, args map[string]any) price {
	all := w.tables
	defer func() { w.tables = all }()
	w.tables.rows = func(table string) int { return min(loadBatch, all.rows(table)) }
	table := "complaints"
	if f.Name == "taskChanged" {
		table = "tasks"
	}
	return w.filters(table, args, 1)
}

// triedView returns the price of trying a view that is saved: a row of its list, with its rights and those of
// the role that it is shared with.
func (w *costEstimator) triedView(args map[string]any) price {
	input, _ := args["input"].(map[string]any)
	filter, tried := input["filter"].(map[string]any)
	if !tried {
		return price{}
	}
	list, _ := input["list"].(string)
	table := strings.ToLower(list)
	if table == "" { // that of a view which is changed is not known yet
		table = "complaints"
	}
	return price{once: 2}.plus(w.filters(table, map[string]any{"where": filter}, 2)) //nolint:mnd // as the viewer and as the role
}

// groups returns how many groups a statistic has at most, and of how many they are the first ones and the rest.
func (w *costEstimator) groups(args map[string]any) (n, formed int) {
	n = 1
	most := stats.MaxBuckets
	top, cut := toInt(args["top"])
	if cut || args["page"] != nil {
		most = stats.MaxGroups
	}
	for _, by := range names(args["groupBy"]) {
		values := stats.MaxBuckets
		switch by {
		case "STATUS":
			values = len(domain.ComplaintStatuses)
		case "PRIORITY":
			values = len(domain.Priorities)
		case "CATEGORY":
			values = w.tables.rows("categories")
		case "ZONE":
			values = w.tables.rows("zones")
		case "PROVIDER":
			values = w.tables.rows("service_providers")
		case "SOLVER", "HANDLER", "REPORTER":
			values = w.tables.rows("users")
		case "END_REASON":
			values = domain.MaxReasonCodes
		case "METHOD", "TARGET_TYPE":
			values = 8 //nolint:mnd // more than these enumerations have
		case "SOURCE", "RATING", "REOPENED", "WEEKDAY":
			values = 7 //nolint:mnd // more than any of these has
		case "HOUR_OF_DAY":
			values = 24 //nolint:mnd // hours
		case "GROUP":
			values = w.tables.rows("groups")
		}
		n = min(most, n*(values+1)) // one for rows that have none
	}
	bucket, _ := args["bucket"].(string)
	times := 1
	if bucket != "" {
		times = spanCount(bucket, args)
	}
	formed = min(most, n*times)
	if cut {
		n = min(n, max(0, top)+1)
	}
	return min(stats.MaxBuckets, n*times), formed
}

// spanCount returns into how many spans a statistic divides its period at most.
func spanCount(bucket string, args map[string]any) int {
	from, to := instant(args, "from"), instant(args, "to")
	hours := map[string]int{"HOUR": 1, "DAY": 23, "WEEK": 7 * 24, "MONTH": 28 * 24, "QUARTER": 90 * 24, "YEAR": 365 * 24}[bucket]
	switch {
	case from.IsZero():
		return 49 //nolint:mnd // 48 hours, or fewer of what is longer
	case to.IsZero() || hours == 0:
		return stats.MaxBuckets
	default:
		return min(stats.MaxBuckets, max(0, int(to.Sub(from).Hours())/hours)+3) //nolint:mnd // those at both ends are cut
	}
}

// instant returns an end of the period of a statistic, zero if it is not given.
func instant(args map[string]any, name string) time.Time {
	text, _ := args[name].(string)
	if text == "" {
		text, _ = args[name+"Date"].(string)
	}
	for _, layout := range []string{time.RFC3339, model.DateLayout} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// names returns the elements of a list of names; one may be written without brackets.
func names(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				all = append(all, s)
			}
		}
	}
	return all
}

// filters returns the price of the conditions of a field's filter, in so many statements.
func (w *costEstimator) filters(table string, args map[string]any, statements int) price {
	c := conditionCounter{tables: w.tables, table: table}
	c.add(args["where"], table)
	if text, ok := args["search"].(string); ok && text != "" {
		c.search(text, table)
	}
	if !w.quiet {
		w.conditions += c.number
		if c.number > w.longest {
			w.longest, w.filter = c.number, strings.Join(append(slices.Clone(w.path), "where"), ".")
		}
	}
	return price{once: c.cost * statements}
}

// tooManyConditions refuses an operation whose filters have too many conditions.
func (w *costEstimator) tooManyConditions(cost, limit int) *gqlerror.Error {
	f := fault.New(fault.Validation, "The filters of the operation have %d conditions, %d of them in %s; at most %d are allowed. It could cost %d, of %d allowed.",
		w.conditions, w.longest, w.filter, maxConditions, cost, limit)
	f.Fields = []fault.Field{fault.Input(w.filter, "too_many", "the filters of an operation may have at most %d conditions", maxConditions)}
	return requestError(f)
}

// conditionCounter counts the conditions of a filter.
type conditionCounter struct {
	tables tables
	table  string // of the list
	number int
	cost   int
}

// textOperators are the endings of conditions that are compared with the text of every row.
var textOperators = []string{"Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"}

// add counts the conditions of a filter for rows of a table. Those that are joined, negated or on
// an edge count too, and so does what joins them.
func (c *conditionCounter) add(filter any, table string) {
	switch filter := filter.(type) {
	case []any:
		for _, one := range filter {
			c.add(one, table)
		}
	case []map[string]any: // made by the library of one in a variable that was written without brackets
		for _, one := range filter {
			c.add(one, table)
		}
	case map[string]any:
		for name, value := range filter {
			if value == nil {
				continue
			}
			c.number++
			c.cost += weights.condition
			switch text, isText := value.(string); {
			case name == "search" && isText:
				c.search(text, table)
			case isText && strings.HasPrefix(name, "contact"): // of reporters without an account
				c.cost += max(c.tables.textCost(c.table), c.tables.textCost("contacts"))
			case isText && slices.ContainsFunc(textOperators, func(op string) bool { return strings.HasSuffix(name, op) }):
				// The database may compare each row of the list with each that an edge leads to.
				c.cost += max(c.tables.textCost(c.table), c.tables.textCost(table))
			case strings.HasPrefix(name, "has") && strings.HasSuffix(name, "With"):
				c.add(value, edgeTable(name, table))
			case name == "localTime", name == "hourOfDay", name == "weekday": // computed for each row
				c.cost += c.tables.textCost(c.table)
			case name == "and", name == "or", name == "not", name == "selection", name == "except":
				c.add(value, table)
			default:
				if list, ok := value.([]any); ok {
					c.cost += per(len(list), weights.textRows)
				}
			}
		}
	}
}

// searchedColumns are how many columns a search of a table compares with, where these have no index of
// their texts.
var searchedColumns = map[string]int{"users": 3, "payments": 2, "service_providers": 1}

// search counts a search for a text; one for fewer than three characters has no index.
func (c *conditionCounter) search(text, table string) {
	const indexed = 3
	if text == "" {
		return
	}
	if columns, plain := searchedColumns[table]; plain { // without an index of texts
		c.cost += columns * max(c.tables.textCost(c.table), c.tables.textCost(table))
		return
	}
	c.cost += weights.search
	if len([]rune(text)) < indexed {
		c.cost += c.tables.textCost(table)
	}
}

// edgeTable returns the table to whose rows a condition such as hasZoneWith leads.
func edgeTable(name, from string) string {
	edge := strings.TrimSuffix(strings.TrimPrefix(name, "has"), "With")
	for typ, table := range typeTables {
		if edge == typ || edge == typ+"s" || strings.HasSuffix(edge, typ) {
			return table
		}
	}
	if table := map[string]string{"Provider": "service_providers", "Categories": "categories", "Parent": from, "Children": from}[edge]; table != "" {
		return table
	}
	return "users"
}

// selects reports whether a field is selected directly in a set.
func selects(set ast.SelectionSet, name string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return s.Name == name
		case *ast.InlineFragment:
			return selects(s.SelectionSet, name)
		case *ast.FragmentSpread:
			return s.Definition != nil && selects(s.Definition.SelectionSet, name)
		}
		return false
	})
}

// selectsAnywhere reports whether one of these fields is selected in a set or below.
func selectsAnywhere(set ast.SelectionSet, names ...string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return slices.Contains(names, s.Name) || selectsAnywhere(s.SelectionSet, names...)
		case *ast.InlineFragment:
			return selectsAnywhere(s.SelectionSet, names...)
		case *ast.FragmentSpread:
			return s.Definition != nil && selectsAnywhere(s.Definition.SelectionSet, names...)
		}
		return false
	})
}

// costliest returns the response path of what costs the most.
func (w *costEstimator) costliest(set ast.SelectionSet) (path []string) {
	const rows = 2 // any, as long as lists count for more than what is beside them
	most := 0
	for _, s := range set {
		var p price
		var name []string
		var below ast.SelectionSet
		switch s := s.(type) {
		case *ast.Field:
			p, name, below = w.field(s, rows), []string{s.Alias}, s.SelectionSet
		case *ast.InlineFragment:
			p, below = w.set(s.SelectionSet, rows), s.SelectionSet
		case *ast.FragmentSpread:
			if s.Definition == nil {
				continue
			}
			p, below = w.set(s.Definition.SelectionSet, rows), s.Definition.SelectionSet
		}
		if p.sum() > most {
			most, path = p.sum(), append(name, w.costliest(below)...)
		}
	}
	return path
}
