package export

import (
	"slices"
	"strings"
)

// Kind is what can be exported, as the graph calls it.
type Kind string

// Export is a list or a statistic of the graph as a file.
type Export struct {
	Kind Kind
	Path string // {id} stands for a parameter

	root    string // the graph's field
	within  string // the one that it belongs to, where it is no root
	params  []param
	fixed   string // arguments that nobody chooses
	columns []column
	numbers bool // a statistic: all of it in one answer
}

// param is an argument of the graph's field, and a parameter of the address under the same name.
type param struct {
	name, typ string
	spelling  spelling
}

// spelling is how an address spells an argument.
type spelling int

const (
	plain  spelling = iota
	object          // JSON
	words           // with commas
	state           // in small letters, as the other columns of its file
	inPath          // in the path
)

// All are all exports.
var All = []*Export{
	list("COMPLAINTS", "complaints", "Complaint", `id reference title description ~status ~priority ~source categoryId category.name
		zoneId zone.name submittedById submittedBy.name address latitude longitude externalRef dueAt overdue assignedAt resolvedAt closedAt
		movedAt heldAt rating ratingComment flagged reopenedCount duplicateOfId createdAt updatedAt`),
	list("TASKS", "tasks", "Task", `id complaintId complaint.reference complaint.title solverId solver.name providerId provider.name ~status
		instructions dueAt acceptedAt startedAt endedAt endReason endNote assignedById assignedBy.name previousId createdAt updatedAt`),
	list("PAYMENTS", "payments", "Payment", `id providerId provider.name ~type ~status amount amountMinor currency paymentDate ~paymentMethod
		paymentReference invoiceNumber periodFrom periodTo taskIds remarks recordedById recordedBy.name reversesId createdAt`),
	list("USERS", "users", "User", `id name ~role ~state contact.email contact.phone zoneId zone.name providerId provider.name disabledAt createdAt`),
	list("BROADCASTS", "broadcasts", "Broadcast", `id title message ~channels urgent ~targetType targetValue ~status scheduledAt timezone sentAt
		cancelledAt cancelReason ~deliveryState delivery.recipients delivery.pending delivery.sent delivery.delivered delivery.read delivery.failed
		delivery.skipped delivery.cancelled startedAt completedAt createdById createdBy.name updatedById updatedBy.name cancelledById
		cancelledBy.name createdAt updatedAt`),
	list("NOTIFICATIONS", "notifications", "Notification", `id recipientId ~channel broadcastId complaintId taskId title message ~state attempts
		lastError sentAt deliveredAt readAt createdAt`),
	list("ZONES", "zones", "Zone", `id name parentId parent.name createdAt`),
	list("GROUPS", "groups", "Group", `id name description createdAt`),
	list("CATEGORIES", "categories", "Category", `id name parentId parent.name slaHours ~defaultPriority createdAt`),
	list("SERVICE_PROVIDERS", "serviceProviders", "ServiceProvider", `id name active createdAt`),
	list("AUDIT_ENTRIES", "auditEntries", "AuditEntry", `id actorId actor.name ~agent action subjectType subjectId address before after createdAt`),
	{
		Kind: "BROADCAST_RECIPIENTS", Path: "/export/broadcasts/{id}/recipients.csv", root: "notifications", within: "broadcast",
		params: []param{{"id", "ID!", inPath}, {"state", "NotificationState", state}}, fixed: "where: {state: $state}",
		columns: columnsOf(`recipientId recipient.name recipient.contact.email ~channel ~state attempts lastError sentAt deliveredAt readAt`,
			"recipient_name", "name", "recipient_contact_email", "email"),
	},
	statistic("COMPLAINT_STATS", "complaintStats", "Complaint", "Complaint", `from to ~status ~priority categoryId categoryName zoneId zoneName
		solverId solverName providerId providerName count timeToAssignment.count timeToAssignment.median timeToAssignment.p90 timeToAssignment.p99
		timeToResolution.count timeToResolution.median timeToResolution.p90 timeToResolution.p99 sla.met sla.missed sla.share reopening.ended
		reopening.reopened reopening.rate rating.count rating.average`),
	statistic("PAYMENT_STATS", "paymentStats", "Payment", "Payment", `from to providerId providerName ~method currency settlements reversals settled reversed net`),
	statistic("TASK_STATS", "taskStats", "Task", "Task", `from to solverId solverName providerId providerName ~status count live completed declined
		returned cancelled completionRate`),
	statistic("BROADCAST_STATS", "broadcastStats", "Broadcast", "Broadcast", `from to ~status ~targetType count recipients pending sent delivered
		read failed skipped cancelled`),
}

// Of answers the export of a kind, nil when there is none.
func Of(k Kind) *Export {
	i := slices.IndexFunc(All, func(e *Export) bool { return e.Kind == k })
	if i < 0 {
		return nil
	}
	return All[i]
}

func pathOf(k Kind) string {
	return "/export/" + strings.ReplaceAll(strings.ToLower(string(k)), "_", "-") + ".csv"
}

func list(k Kind, root, of, columns string) *Export {
	return &Export{
		Kind: k, Path: pathOf(k), root: root, columns: columnsOf(columns),
		params: []param{{"where", of + "WhereInput", object}, {"orderBy", of + "Order", object}},
	}
}

func statistic(k Kind, root, of, by, columns string) *Export {
	e := &Export{
		Kind: k, Path: pathOf(k), root: root, columns: columnsOf(columns), numbers: true,
		params: []param{{"where", of + "WhereInput", object}, {"groupBy", "[" + by + "Dimension!]! = []", words}, {"bucket", "TimeBucket", plain}},
	}
	if of == "Payment" {
		e.params = append(e.params, param{"fromDate", "Date", plain}, param{"toDate", "Date", plain})
	} else {
		e.params = append(e.params, param{"timezone", `String! = "UTC"`, plain}, param{"from", "Time", plain}, param{"to", "Time", plain})
	}
	return e
}

// column is a field of a row, by the way to it.
type column struct {
	name string
	way  []string
	word bool // of an enumeration, which files spell in small letters
}

// columnsOf reads ways with dots; ~ marks a word. What a column is called is said in pairs
// where it is not the whole way.
func columnsOf(ways string, called ...string) (out []column) {
	names := strings.NewReplacer(called...)
	for _, way := range strings.Fields(ways) {
		bare := strings.TrimPrefix(way, "~")
		name := names.Replace(snake(strings.ReplaceAll(bare, ".", "_")))
		out = append(out, column{name: name, way: strings.Split(bare, "."), word: bare != way})
	}
	return out
}

func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
