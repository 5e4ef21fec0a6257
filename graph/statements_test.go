package graph_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"entgo.io/ent/dialect"

	. "github.com/redress/redress/internal/testenv"
)

// TestStatements: what a query costs the database is fixed, whatever the number of rows.
func TestStatements(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		dashboard := func(total string) func(n int) string {
			return func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { %s edges { node { id title status submittedBy { name }
					statusLog(last: 3) { edges { node { status publicNote actorName createdAt } } }
					tasks { edges { node { id status solver { name } updates(last: 2) { edges { node { remarks media { edges { node { url thumbnailUrl } } } } } } } } }
				} } } }`, n, total)
			}
		}
		for _, row := range []struct {
			name  string
			as    string
			query func(n int) string
			most  int
		}{
			{"dashboard", Admin, dashboard(""), 7},
			{"dashboard with its total", Admin, dashboard("totalCount"), 8},
			{"dashboard of a solver", Solver, dashboard(""), 7},
			{"complaints by cursor", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { edges { node { id statusLog(first: 2) { edges { node { id } } pageInfo { hasNextPage } } } } pageInfo { hasNextPage endCursor } } }`, n)
			}, 2},
			{"payments by page", Admin, func(n int) string {
				return fmt.Sprintf(`{ paymentPage(providerId: %q, limit: %d) { provider { name } payments { id status amount taskIds recordedBy { name } period { from } } summary { count } pagination { total } } }`, s.Samples.Provider, n)
			}, 2},
			{"payments by page, of a service provider", Provider, func(n int) string {
				return fmt.Sprintf(`{ paymentPage(providerId: %q, limit: %d, fromDate: "2020-02-03", toDate: "2030-04-05") { provider { name } payments { id taskIds recordedBy { name } } summary { count } } }`, s.Samples.Provider, n)
			}, 2},
			{"broadcasts by page", Admin, func(n int) string {
				return fmt.Sprintf(`{ broadcastPage(limit: %d) { broadcasts { id createdBy { name } delivery { sent byChannel { sent } } history { action actorName actor { name } } target { label } } pagination { total } } }`, n)
			}, 5},
			{"payments", Admin, func(n int) string {
				return fmt.Sprintf(`{ payments(first: %d) { edges { node { status taskIds provider { name } reverses { id } } } } }`, n)
			}, 2},
			{"notifications", User, func(n int) string {
				return fmt.Sprintf(`{ notifications(first: %d) { edges { node { title recipient { name contact { email } } broadcast { title } complaint { reference submittedBy { name } } task { status solver { name } } } } } unreadNotifications }`, n)
			}, 6},
			{"recipients of broadcasts", Admin, func(n int) string {
				return fmt.Sprintf(`{ broadcasts(first: %d) { edges { node { availableActions { action enabled } notifications(first: 3) { edges { node { state recipient { contact { email } } } } } } } } }`, n)
			}, 4},
			{"complaints and what may be done", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { edges { node { contact { email } availableActions { action enabled disabledReason } overdue comments(first: 2) { edges { node { uploadUrl author { name } } } } } } } }`, n)
			}, 3},
			{"complaints with their handlers and revisions", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d, where: {hasHandler: false, toReview: false}, orderBy: {field: HANDLER_NAME, direction: DESC}) { edges { node { handlerId handler { name contact { email } } revisions(last: 3) { edges { node { titleBefore titleAfter actor { name } } } } } } } }`, n)
			}, 5},
			{"complaints with their late evidence", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { edges { node { lateEvidence(last: 3) { totalCount edges { node { remarks task { status } author { name } media(first: 3) { edges { node { url uploadedBy { name } } } } } } } } } } }`, n)
			}, 3},
			{"own tasks with their late evidence", Solver, func(n int) string {
				return fmt.Sprintf(`{ tasks(first: %d) { edges { node { lateEvidence(last: 3) { edges { node { remarks complaint { title } author { name } media(first: 3) { edges { node { url } } } } } } } } } }`, n)
			}, 2},
			{"own complaints with their revisions", User, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { edges { node { handler { name } revisions(last: 3) { edges { node { titleBefore titleAfter actor { name } } } } } } } }`, n)
			}, 3},
			{"own complaints and what may be done", User, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d) { edges { node { uploadUrl availableActions { action enabled disabledReason } } } } }`, n)
			}, 1},
			{"tasks and what may be done", Solver, func(n int) string {
				return fmt.Sprintf(`{ tasks(first: %d) { edges { node { availableActions { action enabled disabledReason } previous { id } } } } }`, n)
			}, 1},
			{"tasks and what may be done, all", Admin, func(n int) string {
				return fmt.Sprintf(`{ tasks(first: %d) { edges { node { availableActions { action enabled disabledReason } complaint { availableActions { action } } } } } }`, n)
			}, 2},
			{"payments and what may be done", Admin, func(n int) string {
				return fmt.Sprintf(`{ payments(first: %d) { edges { node { availableActions { action enabled disabledReason } } } } }`, n)
			}, 1},
			{"complaints by priority and deadline", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d, orderBy: [{field: PRIORITY, direction: ASC}, {field: DUE_AT, direction: ASC}]) { edges { node { title zone { name } } } } }`, n)
			}, 1},
			{"complaints by the names of zones, which no index serves", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d, orderBy: [{field: ZONE_NAME, direction: ASC}, {field: RATING, direction: DESC}], where: {zone: {within: %q}}) { edges { node { title zone { name } } } } }`, n, s.Samples.Complaint)
			}, 2},
			{"numbered complaints by the names of zones", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaintPage(limit: %d, orderBy: {field: ZONE_NAME, direction: ASC}) { complaints { title zone { name } } pagination { total } } }`, n)
			}, 2},
			{"numbered accounts by e-mail address", Admin, func(n int) string {
				return fmt.Sprintf(`{ userPage(limit: %d, orderBy: {field: CONTACT_EMAIL, direction: ASC}, where: {search: "a"}) { users { name contact { email } lastSignInAt } pagination { total } } }`, n)
			}, 2},
			{"unpaid tasks with their payments", Admin, func(n int) string {
				return fmt.Sprintf(`{ taskPage(limit: %d, where: {unpaid: false}, orderBy: {field: SOLVER_NAME, direction: ASC}) { tasks { solver { name } payments { edges { node { amount status } } } } pagination { total } } }`, n)
			}, 4},
			{"numbered payments of all providers", Admin, func(n int) string {
				return fmt.Sprintf(`{ paymentPage(limit: %d, where: {status: PAID}, orderBy: {field: PROVIDER_NAME, direction: ASC}) { payments { amount provider { name } } summary { count } pagination { total } } }`, n)
			}, 2},
			{"statistics of top zones", Admin, func(int) string {
				return `{ complaintStats(groupBy: [ZONE], level: 1, where: {reopened: false}) { total { count } buckets { zoneName count } } }`
			}, 2},
			{"the share within the deadline, by month of resolution and zone", Admin, func(int) string {
				return `{ complaintStats(on: RESOLVED, bucket: MONTH, groupBy: [ZONE], where: {reopened: false}) { total { count } buckets { from zoneName count sla { share } timeToResolution { median p90 } } } }`
			}, 1},
			{"by month of closing", Admin, func(int) string {
				return `{ complaintStats(on: CLOSED, bucket: MONTH) { buckets { from count sla { share } } } }`
			}, 1},
			{"the backlog of a category", Admin, func(int) string {
				return `{ complaintBacklog(bucket: WEEK, where: {categoryIdNotNil: true}) { from open submitted ended } }`
			}, 1},
			{"the zones and categories that most is late in", Admin, func(int) string {
				return `{ complaintStats(groupBy: [ZONE, CATEGORY], top: 3, sortBy: SHARE_OVERDUE, where: {reopened: false}) { buckets { rest zoneName categoryName count overdueShare filter } } }`
			}, 1},
			{"statistics of reasons", Admin, func(int) string {
				return `{ complaintStats(groupBy: [REASON_CODE]) { total { count } buckets { reasonCode count selection { reasonCode none } } } }`
			}, 1},
			{"complaints with a reason, by their last moves", Admin, func(n int) string {
				return fmt.Sprintf(`{ complaints(first: %d, where: {selection: {reasonCode: "out_of_scope"}}, orderBy: {field: MOVED_AT, direction: DESC}) { edges { node { title zone { name } } } } }`, n)
			}, 1},
			{"statistics of groups", Admin, func(int) string {
				return `{ complaintStats(groupBy: [GROUP, HOUR_OF_DAY, WEEKDAY]) { total { count } buckets { groupName hourOfDay weekday count } } }`
			}, 2},
			{"users", Admin, func(n int) string {
				return fmt.Sprintf(`{ users(first: %d) { edges { node { contact { email } zone { name } groups { edges { node { name } } } sessions { edges { node { createdAt } } } } } } }`, n)
			}, 3},
			{"audit", Admin, func(n int) string {
				return fmt.Sprintf(`{ auditEntries(first: %d) { edges { node { action actor { name } } } } }`, n)
			}, 1},
			{"status log", User, func(int) string {
				return fmt.Sprintf(`{ complaintStatusLog(complaintId: %q) { status actorName actor { name } publicNote } }`, s.Samples.Complaint)
			}, 1},
			{"map", Admin, func(int) string {
				return `{ complaintMap(bounds: {south: 44, west: 8, north: 45, east: 9}, zoom: 12) { count complaints { id category { name } tasks { edges { node { solver { name } } } } } } }`
			}, 4},
			{"map of a solver", Solver, func(int) string {
				return `{ complaintMap(bounds: {south: 44, west: 8, north: 45, east: 9}, zoom: 12, where: {status: ASSIGNED}) { count clusters { count } complaints { id category { name } } } }`
			}, 2},
			{"nearby complaints", Admin, func(int) string {
				return `{ nearbyComplaints(latitude: 44.05085, longitude: 8.21371, metres: 1000) { categoryName complaint { id reporter: submittedBy { name } } } }`
			}, 3},
			{"workload", Admin, func(n int) string {
				return fmt.Sprintf(`{ workload(limit: %d, orderBy: {field: OVERDUE, direction: DESC}, where: {state: ACTIVE}) { solvers { solver { name zone { name } contact { phone } groups { edges { node { name } } } } live overdue completedThisWeek medianTime } pagination { total } } }`, n)
			}, 4},
			{"assignable solvers", Admin, func(n int) string {
				return fmt.Sprintf(`{ assignableSolvers(complaintId: %q, limit: %d, search: "a") { solver { name zone { name } } live overdue sameZone declined } }`, s.Samples.Complaint, n)
			}, 4},
			{"find", Admin, func(n int) string {
				return fmt.Sprintf(`{ find(text: "lamp", limit: %d) { complaints { reference zone { name } } users { name contact { email } } serviceProviders { name } broadcasts { title } } }`, min(n, 20))
			}, 5},
			{"counts for filters", Admin, func(n int) string {
				return `{ complaintCountsFor(views: [` + strings.Repeat(`{where: {statusIn: [SUBMITTED, REOPENED], overdue: false}} `, min(n, 20)) + `]) { count label } }`
			}, 1},
			{"update history", Solver, func(int) string {
				return fmt.Sprintf(`{ taskUpdateHistory(taskId: %q) { remarks author { name } reviewedBy { name } media { edges { node { url uploadedBy { name } } } } } }`, s.Samples.Task)
			}, 3},
		} {
			t.Run(row.name, func(t *testing.T) {
				one, _ := statements(t, s, row.as, row.query(2), nil)
				many, a := statements(t, s, row.as, row.query(50), nil)
				t.Logf("%s: %d statements", row.name, many)
				if max(one, many) > row.most {
					t.Errorf("%s: %d statements for 2 rows, %d for 50; at most %d", row.name, one, many, row.most)
				}
				if many != one { // a list whose first rows have nothing below saves the levels under it
					few, _ := statements(t, s, row.as, row.query(25), nil)
					if few != many {
						t.Errorf("%s: %d statements for 25 rows, %d for 50: %.200s", row.name, few, many, a.Raw)
					}
				}
			})
		}
	})
}

// TestTextsAreKept: what is read all the time is sent with texts that were written before.
func TestTextsAreKept(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for name, row := range map[string]struct{ as, query string }{
			"status log": {User, fmt.Sprintf(`{ complaintStatusLog(complaintId: %q) { status actorName publicNote createdAt } }`, s.Samples.Complaint)},
			"payments":   {Admin, fmt.Sprintf(`{ paymentPage(providerId: %q) { provider { name } payments { id taskIds recordedBy { id name } reversedBy { id } } summary { count } } }`, s.Samples.Provider)},
			"broadcasts": {Admin, `{ broadcastPage { broadcasts { id createdBy { id name } } pagination { total } } }`},
			"update history": {Solver, fmt.Sprintf(`{ task(id: %q) { complaint { title } } taskUpdateHistory(taskId: %q) { remarks author { id name } reviewedBy { name }
				media { edges { node { url uploadedBy { name } } } } } }`, s.Samples.Task, s.Samples.Task)},
			"lists in lists": {Admin, `{ complaints(first: 50, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node { submittedBy { id name } category { name }
				statusLog(last: 3) { edges { node { actorName } } } tasks { edges { node { solver { id name } updates(last: 2) { edges { node { remarks media { edges { node { fileName } } } } } } } } } } } } }`},
			"complaint": {User, fmt.Sprintf(`{ complaint(id: %q) { title handler { name contact { email } } statusLog { edges { node { actorName } } } comments { edges { node { author { name } } } } } }`, s.Samples.Complaint)},
		} {
			if n, written, a := statementsAndWritten(t, s, row.as, row.query, nil); written > 0 {
				t.Errorf("%s: %d of %d statements were written anew: %.200s", name, written, n, a.Raw)
			}
		}
	})
}

// TestStatementsOfWrites: how many statements an operation takes. On PostgreSQL each is a round
// trip, and others wait for some of them; the side effects of the operation go in one.
func TestStatementsOfWrites(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		first := func(list string) any {
			edges, _ := s.MustExecute(t, User, `{ `+list+`(first: 1) { edges { node { id } } } }`, nil).At(list, "edges").([]any)
			return edges[0].(map[string]any)["node"].(map[string]any)["id"]
		}
		submit := `mutation($in: SubmitComplaintInput!) { submitComplaint(input: $in) { complaint { id reference status priority dueAt version } } }`
		input := map[string]any{"title": "A lamp is out", "categoryId": first("categories"), "zoneId": first("zones")}
		keyed := maps.Clone(input)
		keyed["idempotencyKey"] = "statements-of-writes"
		about := map[string]any{"id": s.MustExecute(t, User, submit, map[string]any{"in": input}).At("submitComplaint", "complaint", "id")}
		held := maps.Clone(about)
		edited := maps.Clone(about)
		edited["title"], edited["latitude"], edited["longitude"] = "Two lamps are out", 1.5, 2.5
		held["reasonCode"] = "waiting_for_parts"
		const submitted, moved = 2, 2 // reads whose texts are kept by then
		for _, row := range []struct {
			name, as, query  string
			input            map[string]any
			postgres, sqlite int
			kept             int
		}{
			{"submission", User, submit, input, 5, 14, submitted},
			{"submission under a key", User, submit, keyed, 6, 16, submitted},
			{"the same again", User, submit, keyed, 3, 3, 0},
			{"hold", Admin, `mutation($in: HoldComplaintInput!) { holdComplaint(input: $in) { complaint { id status version } } }`, held, 4, 12, 0}, // 3 where the end of a chain is known
			{"resume", Admin, `mutation($in: ResumeComplaintInput!) { resumeComplaint(input: $in) { complaint { id status version } } }`, about, 4, 12, moved},
			{"edit", User, `mutation($in: UpdateComplaintInput!) { updateComplaint(input: $in) { complaint { id title version } } }`, edited, 7, 12, 0},
			{"claim", Admin, `mutation($in: ClaimComplaintInput!) { claimComplaint(input: $in) { complaint { id handlerId version } } }`, about, 5, 9, 0},
			{
				"comment", User, `mutation($in: CommentOnComplaintInput!) { commentOnComplaint(input: $in) { comment { id text } } }`,
				map[string]any{"complaintId": about["id"], "text": "Still out.", "visibility": "PUBLIC"},
				6, 9, 0, // its event and whom it is told are two of them
			},
		} {
			t.Run(row.name, func(t *testing.T) {
				most := row.sqlite
				if s.Dialect == dialect.Postgres {
					most = row.postgres
				}
				n, written, _ := statementsAndWritten(t, s, row.as, row.query, map[string]any{"in": row.input})
				t.Logf("%s: %d statements, %d written", row.name, n, written)
				if n > most || n-written < row.kept {
					t.Errorf("%s: %d statements, at most %d, and %d written", row.name, n, most, written)
				}
			})
		}
	})
}
