package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
)

// cell is one kind of request, as it is sent to each server.
type cell struct {
	name    string
	sides   []side // that serve it
	wants   int    // the status
	heavy   bool
	random  bool // responses differ each time: only their shapes are compared
	less    bool // the hand-written programs respond with less: only the status is compared
	request func(s side, worker int) message
	after   func() error // each round
}

var errNoMore = errors.New("the data is used up: take fewer seconds or more complaints")

// The GraphQL operations, which the hand-written programs serve at /graph and their name.
const (
	queryStatusLog = `query($id: ID!) { complaintStatusLog(complaintId: $id) { status actorName publicNote createdAt } }`
	queryPayments  = `query($id: ID!, $page: Int) { paymentPage(providerId: $id, page: $page) { provider { id name }
		payments { id type status amount currency paymentDate paymentMethod paymentReference invoiceNumber periodFrom periodTo taskIds remarks
			recordedBy { id name } reversesId reversedBy { id } createdAt }
		summary { count totals { currency paid reversed net } } pagination { page limit total totalPages hasNext hasPrevious } } }`
	queryBroadcasts = `query($search: String) { broadcastPage(search: $search) { broadcasts { id title status targetType targetValue recipientCount
		scheduledAt sentAt cancelledAt createdBy { id name } createdAt updatedAt } pagination { page limit total totalPages hasNext hasPrevious } } }`
	queryUpdates = `query($id: ID!) { task(id: $id) { id complaintId complaint { title } status } taskUpdateHistory(taskId: $id) { id type remarks
		percentageCompleted status reviewedBy { name } reviewedAt reviewNote author { id name } occurredAt createdAt
		media { edges { node { id mediaType url thumbnailUrl fileName contentType sizeBytes sha256 width height durationSeconds uploadedBy { name
			} createdAt } } } } }`
	queryNested = `query { complaints(first: 50, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node { id reference title status createdAt
		submittedBy { id name } statusLog(last: 3) { edges { node { id status actorName publicNote createdAt } } }
		tasks { edges { node { id status solver { id name } updates(last: 2) { edges { node { id type remarks status occurredAt
			media { edges { node { id fileName contentType sizeBytes } } } } } } } } } } } } }`
	queryCreate = `mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference status priority dueAt
		createdAt version } } }`
	queryRecord = `mutation($input: RecordPaymentInput!) { recordPayment(input: $input) { payment { id status amount createdAt } } }`
	queryHold   = `mutation($input: HoldComplaintInput!) { holdComplaint(input: $input) { complaint { id status version } } }`
	queryResume = `mutation($input: ResumeComplaintInput!) { resumeComplaint(input: $input) { complaint { id status version } } }`
)

// cells returns all cells in the order in which they are measured.
func (w *world) cells() []*cell {
	reads := []*cell{
		w.rest("rest status-log", w.logs, func(r row) string { return "/api/complaints/" + r.id + "/status-log/" }),
		w.rest("rest payments", w.providers, paymentsPath),
		w.rest("rest payments largest first", w.largestFirst, paymentsPath),
		w.rest("rest payments largest last", w.largestLast, paymentsPath),
		w.rest("rest broadcasts search", w.searches, func(r row) string { return "/api/admin/notifications/broadcasts/?search=" + r.id }),
		w.rest("rest updates", w.tasks, func(r row) string { return "/api/solver/tasks/" + r.id + "/updates/" }),
		w.graph("graph status-log", "status-log", queryStatusLog, w.logs, byID),
		w.graph("graph payments", "payments", queryPayments, w.providers, byID),
		w.graph("graph payments largest first", "payments", queryPayments, w.largestFirst, byID),
		w.graph("graph payments largest last", "payments", queryPayments, w.largestLast, byID),
		w.graph("graph broadcasts search", "broadcasts", queryBroadcasts, w.searches, func(r row) any { return map[string]any{"search": r.id} }),
		w.graph("graph updates", "updates", queryUpdates, w.tasks, byID),
		w.graph("graph nested", "nested", queryNested, w.admins, func(row) any { return map[string]any{} }),
	}
	for _, many := range []struct {
		what string
		rows []row
	}{{"status-log", w.manyLogs}, {"updates", w.manyTasks}} {
		query, path := queryStatusLog, "/api/complaints/%s/status-log/"
		if many.what == "updates" {
			query, path = queryUpdates, "/api/solver/tasks/%s/updates/"
		}
		name := fmt.Sprintf("%s %d callers", many.what, len(many.rows))
		reads = append(reads,
			w.rest("rest "+name, many.rows, func(r row) string { return fmt.Sprintf(path, r.id) }),
			w.graph("graph "+name, many.what, query, many.rows, byID))
	}
	reads = append(reads,
		lessThan(w.rest("rest payments beside less", w.providers, paymentsPath), w.providers),
		lessThan(w.graph("graph payments beside less", "payments", queryPayments, w.providers, byID), w.providers))
	writes := []*cell{
		w.create(), w.move(), w.record(), w.upload("upload 1 MB", 1<<20, false), w.upload("upload 64 MB", 64<<20, true),
	}
	return slices.Concat(reads, w.statistics(), w.dashboard(), writes)
}

// row is the row that a request names, and its caller.
type row struct {
	token, id string
	page      int
}

func paymentsPath(r row) string {
	return fmt.Sprintf("/api/admin/service-providers/%s/payments/?page=%d", r.id, r.page)
}

func byID(r row) any { return map[string]any{"id": r.id, "page": max(r.page, 1)} }

// rest returns a cell that sends the same REST request to Redress and the hand-written programs, for one
// row after the other.
func (w *world) rest(name string, rows []row, path func(row) string) *cell {
	all := make([]message, len(rows))
	for i, r := range rows {
		all[i] = get(path(r), r.token)
	}
	return &cell{name: name, sides: restful, wants: http.StatusOK, request: inTurn(func(side) []message { return all })}
}

var restful = []side{ours, plain, pgx}

// lessThan returns a cell beside hand-written programs that respond with half the columns of a page of payments and a
// count of all, without sums, tasks and names: what such a page costs at least.
func lessThan(c *cell, rows []row) *cell {
	less := make([]message, len(rows))
	for i, r := range rows {
		less[i] = get("/less/payments/"+r.id, r.token)
	}
	theirs, whole := inTurn(func(side) []message { return less }), c.request
	c.sides, c.less = restful, true
	c.request = func(s side, worker int) message {
		if s == ours {
			return whole(s, worker)
		}
		return theirs(s, worker)
	}
	return c
}

// graph returns a cell that sends the same GraphQL operation to all, at the path that each has for it.
// Only Redress serves those without a name.
func (w *world) graph(name, operation, query string, rows []row, variables func(row) any) *cell {
	paths := map[string][]message{}
	for _, r := range rows {
		v := variables(r)
		if m, ok := v.(map[string]any); ok && !strings.Contains(query, "$page") {
			delete(m, "page")
		}
		for _, s := range []side{ours, plain} {
			paths[s.path(operation)] = append(paths[s.path(operation)], post(s.path(operation), r.token, jsonType, document(query, v)))
		}
		// GraphJin's documents have names and take a pattern and an offset; those without such a variable ignore it.
		const pageSize = 20
		own := document(operation, map[string]any{"id": r.id, "pattern": "%" + r.id + "%", "offset": max(r.page-1, 0) * pageSize})
		paths[graphjin.path(operation)] = append(paths[graphjin.path(operation)], post(graphjin.path(operation), r.token, jsonType, own))
	}
	return &cell{name: name, sides: speakers(operation), wants: http.StatusOK, request: inTurn(func(s side) []message { return paths[s.path(operation)] })}
}

// speakers returns the programs that serve an operation.
func speakers(operation string) (all []side) {
	for s := range sides {
		if s.speaks(operation) {
			all = append(all, s)
		}
	}
	return all
}

func inTurn(of func(side) []message) func(side, int) message {
	var turns [sides]atomic.Uint64
	return func(s side, _ int) message {
		all := of(s)
		return all[int(turns[s].Add(1)-1)%len(all)]
	}
}
