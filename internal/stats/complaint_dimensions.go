package stats

import (
	"context"
	"slices"
	"strconv"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/entgql"
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
	"github.com/redress/redress/internal/search"
)

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
	domain.ByAddress: {column: complaintfact.FieldAddressKey, names: spelling, none: string(domain.ByAddress), adminsOnly: true},
}

// spelling returns a query for the most frequent spelling of the address with a key.
func spelling(of, key string) *sql.Selector {
	d := sql.Dialect(of)
	facts, named := d.Table(complaintfact.Table).As("spelled"), d.Table(complaint.Table).As("named")
	address := named.C(complaint.FieldAddress)
	return d.Select(address).From(facts).
		Join(named).On(named.C(complaint.FieldID), facts.C(complaintfact.FieldID)).
		Where(sql.ColumnsEQ(facts.C(complaintfact.FieldAddressKey), key)).
		GroupBy(address).OrderBy("COUNT(*) DESC", address).Limit(1)
}

// AtAddress finds complaints with an address, however it is spelled; none for a text that is no address.
func AtAddress(address string) predicate.Complaint {
	key := search.AddressKey(address)
	if key == nil {
		return predicate.Complaint(entgql.NoRow)
	}
	return withFact(func(facts *sql.SelectTable) *sql.Predicate {
		return sql.EQ(facts.C(complaintfact.FieldAddressKey), *key)
	})
}

// AtNoAddress finds complaints without an address.
func AtNoAddress() predicate.Complaint {
	return withFact(func(facts *sql.SelectTable) *sql.Predicate { return sql.IsNull(facts.C(complaintfact.FieldAddressKey)) })
}

// withFact finds complaints by their facts.
func withFact(is func(facts *sql.SelectTable) *sql.Predicate) predicate.Complaint {
	return func(s *sql.Selector) {
		d := sql.Dialect(s.Dialect())
		facts := d.Table(complaintfact.Table).As("of_address")
		s.Where(sql.In(s.C(complaint.FieldID), d.Select(facts.C(complaintfact.FieldID)).From(facts).Where(is(facts))))
	}
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
