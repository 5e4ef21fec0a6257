package export

import (
	"slices"
	"strings"
)

// Kind names an export, with the name that GraphQL has for it.
type Kind string

// Export describes a list or a statistic of GraphQL that can be downloaded as a file.
type Export struct {
	Kind Kind
	Path string // {id} is a parameter

	root           string // GraphQL field
	parent         string // the root field that root is a field of, if any
	params         []param
	fixedArguments string // arguments that are always the same
	columns        []column
	statistic      bool // all rows are in one response
}

// param is an argument of the GraphQL field, and a parameter of the URL with the same name.
type param struct {
	name, typ string
	encoding  encoding
}

// encoding is how a URL encodes an argument.
type encoding int

const (
	plain     encoding = iota
	jsonInput          // JSON: an object, or a list of them where the type is one
	commaList          // separated by commas
	lowerCase          // an enumeration in lower case, as in the file
	inPath             // part of the path
	ofFile             // says how the file is written, which the query is not told
)

// bom asks for a byte order mark, by which spreadsheet programs know UTF-8.
var bom = param{"bom", "Boolean", ofFile}

// All lists all exports.
var All = []*Export{
	list("COMPLAINTS", "complaints", "Complaint",
		`id reference title description ~status ~priority ~source categoryId category.name category_path=categories@categoryId
		zoneId zone.name zone_path=zones@zoneId submittedById submittedBy.name address latitude longitude externalRef dueAt overdue
			firstResponseAt assignedAt resolvedAt closedAt
		movedAt heldAt rating ratingComment flagged reopenedCount duplicateOfId handlerId handler.name createdAt updatedAt
		contact.name contact.email contact.phone closing_text=statusLog(where:{statusIn:[RESOLVED,REJECTED]},last:1).edges.node.publicNote`),
	list("TASKS", "tasks", "Task",
		`id complaintId complaint.reference complaint.title complaint.address complaint.zone.name solverId solver.name providerId provider.name ~status
		instructions dueAt acceptedAt startedAt endedAt endReason endNote assignedById assignedBy.name previousId createdAt updatedAt`),
	list("PAYMENTS", "payments", "Payment", `id providerId provider.name ~type ~status amount amountMinor currency paymentDate ~paymentMethod
		paymentReference invoiceNumber periodFrom periodTo taskIds remarks recordedById recordedBy.name reversesId createdAt`),
	list("USERS", "users", "User", `id name ~role ~state contact.email contact.phone zoneId zone.name providerId provider.name
		group_ids=groups(first:80).edges.node.id group_names=groups(first:80).edges.node.name disabledAt createdAt lastSignInAt`),
	list("BROADCASTS", "broadcasts", "Broadcast", `id title message ~channels urgent ~targetType targetValue ~status scheduledAt timezone sentAt
		cancelledAt cancelReason ~deliveryState delivery.recipients delivery.pending delivery.sent delivery.delivered delivery.read delivery.failed
		delivery.skipped delivery.cancelled startedAt completedAt createdById createdBy.name updatedById updatedBy.name cancelledById
		cancelledBy.name createdAt updatedAt`),
	list("NOTIFICATIONS", "notifications", "Notification", `id recipientId ~channel broadcastId complaintId taskId title message sender urgent ~state attempts
		lastError sentAt deliveredAt readAt createdAt`),
	list("ZONES", "zones", "Zone", `id name parentId parent.name path=zones@id createdAt`),
	list("GROUPS", "groups", "Group", `id name description createdAt`),
	list("CATEGORIES", "categories", "Category", `id name parentId parent.name path=categories@id slaHours ~defaultPriority shownNearby createdAt`),
	list("SERVICE_PROVIDERS", "serviceProviders", "ServiceProvider", `id name active createdAt`),
	list("AUDIT_ENTRIES", "auditEntries", "AuditEntry", `id actorId actor.name ~agent action subjectType subjectId address before after createdAt`),
	{
		Kind: "BROADCAST_RECIPIENTS", Path: "/export/broadcasts/{id}/recipients.csv", root: "notifications", parent: "broadcast",
		params: []param{{"id", "ID!", inPath}, {"state", "NotificationState", lowerCase}, bom}, fixedArguments: "where: {state: $state}",
		columns: columnsOf(`recipientId recipient.name recipient.contact.email ~channel ~state attempts lastError sentAt deliveredAt readAt`,
			"recipient_name", "name", "recipient_contact_email", "email"),
	},
	statistic("COMPLAINT_STATS", "complaintStats", "Complaint", "Complaint", `from to ~status ~priority categoryId categoryName zoneId zoneName
		solverId solverName providerId providerName count timeToFirstResponse.count timeToFirstResponse.median timeToFirstResponse.p90
			timeToFirstResponse.p99 timeToAssignment.count timeToAssignment.median timeToAssignment.p90 timeToAssignment.p99
		timeToResolution.count timeToResolution.median timeToResolution.p90 timeToResolution.p99 sla.met sla.missed sla.share reopening.ended
		reopening.reopened reopening.rate rating.count rating.average ~source stars reopened groupId groupName hourOfDay ~weekday rest overdueShare reasonCode
		handlerId handlerName reporterId reporterName address`),
	statistic("PAYMENT_STATS", "paymentStats", "Payment", "Payment",
		`from to providerId providerName ~method categoryId categoryName currency settlements reversals settled reversed net rest severalCategories`),
	statistic("TASK_STATS", "taskStats", "Task", "Task", `from to solverId solverName providerId providerName ~status count live completed declined
		returned cancelled completionRate zoneId zoneName categoryId categoryName endReason rest timeToAcceptance.count timeToAcceptance.median
		timeToAcceptance.p90 timeToAcceptance.p99 timeToCompletion.count timeToCompletion.median timeToCompletion.p90 timeToCompletion.p99`),
	statistic("BROADCAST_STATS", "broadcastStats", "Broadcast", "Broadcast", `from to ~status ~targetType count recipients pending sent delivered
		read failed skipped cancelled rest`),
}

// ByKind returns the export of a kind, or nil.
func ByKind(k Kind) *Export {
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
		params: []param{{"where", of + "WhereInput", jsonInput}, {"orderBy", "[" + of + "Order!]", jsonInput}, bom},
	}
}

func statistic(k Kind, root, of, by, columns string) *Export {
	e := &Export{
		Kind: k, Path: pathOf(k), root: root, columns: columnsOf(columns), statistic: true,
		params: []param{{"where", of + "WhereInput", jsonInput}, {"groupBy", "[" + by + "Dimension!]! = []", commaList}, {"bucket", "TimeBucket", plain}},
	}
	if of == "Complaint" {
		e.params = append(e.params, param{"level", "Int", plain}, param{"on", "ComplaintTime! = CREATED", plain},
			param{"top", "Int", plain}, param{"sortBy", "BucketOrder", plain})
	} else {
		e.params = append(e.params, param{"top", "Int", plain}, param{"sortBy", of + "BucketOrder", plain}, param{"page", "Int", plain})
	}
	if of == "Task" {
		e.params = append(e.params, param{"on", "TaskTime! = ASSIGNED", plain})
	}
	if of == "Payment" {
		e.params = append(e.params, param{"fromDate", "Date", plain}, param{"toDate", "Date", plain})
	} else {
		e.params = append(e.params, param{"timezone", `String! = "UTC"`, plain}, param{"from", "Time", plain}, param{"to", "Time", plain})
	}
	e.params = append(e.params, bom)
	return e
}

// column is a field of a row.
type column struct {
	name string
	path []string
	enum bool   // an enumeration, which files have in lower case
	tree string // the list of a tree, of whose row with this id the path is written
}

// columnsOf parses paths such as zone.name, in which ~ marks an enumeration. The name of a column is
// its path in snake case, in which the pairs of renames are replaced, or what stands before a path and an equals
// sign; zones@zoneId is the path in the tree of zones of the one with that id.
func columnsOf(paths string, renames ...string) (out []column) {
	names := strings.NewReplacer(renames...)
	for path := range strings.FieldsSeq(paths) {
		bare := strings.TrimPrefix(path, "~")
		c := column{enum: bare != path}
		if name, rest, given := strings.Cut(bare, "="); given {
			c.name, bare = name, rest
		} else {
			c.name = names.Replace(snake(strings.ReplaceAll(bare, ".", "_")))
		}
		if tree, rest, given := strings.Cut(bare, "@"); given {
			c.tree, bare = tree, rest
		}
		c.path = strings.Split(bare, ".")
		out = append(out, c)
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
