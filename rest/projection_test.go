package rest_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// The GraphQL queries that return what the five GET paths return, with the names of REST where those
// differ in more than case. "a__b: c { b }" stands for a member a with the b of c.
const (
	mediaFields = `id updateId mediaType url thumbnailUrl fileName
		contentType sizeBytes sha256 width height durationSeconds
		uploaded_by__name: uploadedBy { name } uploaded_at: createdAt`
	pageFields = `pagination { page limit total totalPages hasNext hasPrevious }`
	itemFields = `id title status targetType targetValue recipientCount
		scheduledAt sentAt cancelledAt created_by: createdById
		created_by_name__name: createdBy { name } createdAt updatedAt`
	tallyFields = `recipients pending sent delivered read failed skipped cancelled`

	statusLogQuery = `query($id: ID!) { logs: complaintStatusLog(complaintId: $id) {
		status updated_by: actorName note: publicNote timestamp: createdAt } }`
	paymentsQuery = `query($id: ID!, $from: Date, $to: Date, $page: Int, $limit: Int) {
		page: paymentPage(providerId: $id, fromDate: $from, toDate: $to, page: $page, limit: $limit) {
			provider { id name }
			payments { id providerId type status amount amountMinor currency
				paymentDate paymentMethod paymentReference
				invoiceNumber period { from to } taskIds remarks recorded_by__name: recordedBy { name }
				recordedById reverses_payment_id: reversesId reversed_by_payment_id__id: reversedBy { id }
				createdAt }
			summary { count totals { currency paid reversed net } } ` + pageFields + ` } }`
	broadcastsQuery = `query($status: BroadcastStatus, $target_type: TargetType, $search: String, $created_by: ID,
			$from: Date, $to: Date, $page: Int, $limit: Int) {
		page: broadcastPage(status: $status, targetType: $target_type, search: $search, createdBy: $created_by,
			dateFrom: $from, dateTo: $to, page: $page, limit: $limit) { broadcasts { ` + itemFields + ` } ` + pageFields + ` } }`
	broadcastQuery = `query($id: ID!) { broadcast(id: $id) { ` + itemFields + ` message channels
		target { type value label recipientCount }
		delivery { state ` + tallyFields + ` byChannel { channel ` + tallyFields + ` }
			startedAt completedAt }
		timezone cancelled_by: cancelledById cancelReason cancelled_by_name__name: cancelledBy { name }
		updated_by: updatedById updated_by_name__name: updatedBy { name }
		history { action performed_by__id: actor { id } performed_by_name: actorName note timestamp: createdAt } } }`
	updatesQuery = `query($id: ID!) {
		task(id: $id) { id complaintId title__title: complaint { title } status }
		updates: taskUpdateHistory(taskId: $id) { id taskId update_type: type remarks
			percentageCompleted status reviewedAt note: reviewNote
			reviewed_by__name: reviewedBy { name } updated_by__name: author { name } updated_by_id: authorId
			timestamp: occurredAt createdAt media(first: 100) { edges { node { ` + mediaFields + ` } } } } }`
)

var capital = regexp.MustCompile(`[A-Z]`)

// normalize makes both sides comparable: names in snake case, enumerations in lower case, numbers as
// numbers, links without signatures.
func normalize(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			if whole, part, found := strings.Cut(name, "__"); found {
				inner, _ := value.(map[string]any)
				name, value = whole, inner[part]
				if value == nil && part == "name" {
					value = "System"
				}
			}
			out[strings.ToLower(capital.ReplaceAllString(name, "_$0"))] = normalize(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = normalize(v[i])
		}
		return out
	case string:
		bare, _, _ := strings.Cut(v, "?signature=")
		if n, err := strconv.ParseFloat(bare, 64); err == nil {
			return n
		}
		return strings.ToLower(bare)
	default:
		return v
	}
}

// groupBroadcast arranges a broadcast of GraphQL in the groups of REST.
func groupBroadcast(b map[string]any) map[string]any {
	take := func(names ...string) map[string]any {
		group := map[string]any{}
		for _, name := range names {
			group[name] = b[name]
		}
		return group
	}
	if b["cancelled_at"] == nil {
		b["cancelled_by_name"] = ""
	}
	if b["updated_by"] == nil {
		b["updated_by_name"] = ""
	}
	b["schedule"] = take("scheduled_at", "timezone", "sent_at", "cancelled_at", "cancelled_by", "cancelled_by_name", "cancel_reason")
	b["audit"] = take("created_by", "created_by_name", "created_at", "updated_by", "updated_by_name", "updated_at", "history")
	for _, name := range []string{"timezone", "cancelled_by", "cancelled_by_name", "cancel_reason", "updated_by", "updated_by_name", "history"} {
		delete(b, name)
	}
	return b
}

// groupUpdate does the same for a task update.
func groupUpdate(u map[string]any) {
	u["review"] = nil
	if u["reviewed_at"] != nil {
		u["review"] = map[string]any{"reviewed_by": u["reviewed_by"], "reviewed_at": u["reviewed_at"], "note": u["note"]}
	}
	for _, name := range []string{"reviewed_by", "reviewed_at", "note"} {
		delete(u, name)
	}
	media := []any{}
	for _, edge := range u["media"].(map[string]any)["edges"].([]any) {
		node := edge.(map[string]any)["node"].(map[string]any)
		node["task_id"] = u["task_id"]
		media = append(media, node)
	}
	u["media"] = media
}

// comparison is a request to REST and the same query in GraphQL.
type comparison struct {
	as, path, query string
	variables       map[string]any
	reshape         func(graph map[string]any) any
}

// TestSameAsGraph: within the roles of REST each response is a projection of the GraphQL query's,
// errors included, for every account and all parameters.
func TestSameAsGraph(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		random := rand.New(rand.NewPCG(1, 2))
		succeeded := 0
		for range 150 {
			q := s.question(random)
			rest := parseBody(t, s.get(t, q.as, q.path))
			graph := s.Execute(t, q.as, q.query, q.variables)
			if code := graph.Code(); code != "" || rest["success"] != true {
				if got, _ := rest["code"].(string); strings.ToUpper(got) != code {
					t.Errorf("%s as %s: %q over REST, %q in GraphQL", q.path, q.as, got, graph.Raw)
				}
				continue
			}
			succeeded++
			delete(rest, "success")
			delete(rest, "message")
			want := q.reshape(normalize(graph.Data).(map[string]any))
			if got := normalize(map[string]any(rest)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s as %s:\n%v\n%v", q.path, q.as, got, want)
			}
		}
		if succeeded < 50 {
			t.Errorf("only %d requests succeeded", succeeded)
		}
	})
}

func (s server) question(r *rand.Rand) comparison {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	variables := map[string]any{}
	params := url.Values{}
	maybe := func(rest, graph string, in, out any) {
		if r.IntN(3) == 0 {
			params.Set(rest, fmt.Sprint(in))
			variables[graph] = out
		}
	}
	paged := func(from, to string) {
		first, last := pick("2020-01-01", "2026-11-01", "2030-01-01"), pick("2020-01-01", "2026-11-10", "2030-01-01")
		page, limit := r.IntN(4), r.IntN(130)
		maybe(from, "from", first, first)
		maybe(to, "to", last, last)
		maybe("page", "page", page, page)
		maybe("limit", "limit", limit, limit)
	}
	whole := func(graph map[string]any) any { return graph }
	page := func(graph map[string]any) any { return graph["page"] }
	admin := pick(testenv.Admin, testenv.SuperAdmin)
	var q comparison
	switch r.IntN(5) {
	case 0:
		id := pick(s.Samples.Complaint.String(), domain.NewID(domain.KindComplaint).String())
		q = comparison{pick(testenv.User, testenv.User2), "/api/complaints/" + id + "/status-log/", statusLogQuery, nil, whole}
		variables["id"] = id
	case 1:
		id := pick(s.Samples.Provider.String(), s.Samples.Provider.String(), domain.NewID(domain.KindServiceProvider).String())
		q = comparison{admin, "/api/admin/service-providers/" + id + "/payments/", paymentsQuery, nil, page}
		variables["id"] = id
		paged("from_date", "to_date")
	case 2:
		q = comparison{admin, "/api/admin/notifications/broadcasts/", broadcastsQuery, nil, page}
		status, target, word := pick("sent", "scheduled", "cancelled"), pick("all", "role", "zone", "group"), pick("e", "WATER", "%", `\`)
		maybe("status", "status", status, strings.ToUpper(status))
		maybe("target_type", "target_type", target, strings.ToUpper(target))
		maybe("search", "search", word, word)
		paged("date_from", "date_to")
	case 3:
		id := pick(s.Samples.Broadcast.String(), s.Samples.Broadcast.String(), domain.NewID(domain.KindBroadcast).String())
		q = comparison{admin, "/api/admin/notifications/broadcasts/" + id + "/", broadcastQuery, nil, func(graph map[string]any) any {
			return map[string]any{"broadcast": groupBroadcast(graph["broadcast"].(map[string]any))}
		}}
		variables["id"] = id
	default:
		id := pick(s.Samples.Task.String(), s.Samples.Task.String(), domain.NewID(domain.KindTask).String())
		q = comparison{pick(testenv.Solver, testenv.Solver2), "/api/solver/tasks/" + id + "/updates/", updatesQuery, nil, func(graph map[string]any) any {
			for _, u := range graph["updates"].([]any) {
				groupUpdate(u.(map[string]any))
			}
			return graph
		}}
		variables["id"] = id
	}
	q.path += "?" + params.Encode()
	q.variables = variables
	return q
}
