package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestFiltersAskWhoSees holds the conditions that compare with something which not everybody who sees the
// rows may see: whoever may not is refused, wherever in the filter they stand, also where the condition
// would tell nothing; others are answered.
func TestFiltersAskWhoSees(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const some = "01a1ec5f-4d61-7c2e-ba97-bd918195f204"
		for _, row := range []struct {
			list, kind, where string
			may, not          []string
		}{
			{"complaints", "Complaint", `flagged: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `flagged: false`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `contactName: "a"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `contactEmail: "@"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `contactPhone: "1"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `workingSolverId: "` + some + `"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `workingProviderId: "` + some + `"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `hasTask: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `hasTask: false`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `toReview: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `toReview: false`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `handlerId: "` + some + `"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `hasHandler: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `hasHandler: false`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `hasMedia: true`, []string{Admin, User, Solver}, nil},
			{"complaints", "Complaint", `unrated: true`, []string{Admin, User, Solver}, nil},
			{"complaints", "Complaint", `reopened: true`, []string{Admin, User, Solver}, nil},
			{"complaints", "Complaint", `zone: {within: "` + some + `"}`, []string{Admin, User, Solver}, nil},
			{"complaints", "Complaint", `category: {within: "` + some + `"}`, []string{Admin, User, Solver}, nil},
			{"complaints", "Complaint", `solverGroupId: "` + some + `"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `solverGroupIdIsNil: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {solverId: "` + some + `"}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {providerId: "` + some + `"}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {groupId: "` + some + `"}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `reasonCode: "a"`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `reasonCodeIsNil: true`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {reasonCode: "a"}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {status: CLOSED, except: [{none: [REASON_CODE]}]}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {none: [STATUS, SOLVER]}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {status: CLOSED, except: [{none: [GROUP]}]}`, []string{Admin}, []string{User, Solver}},
			{"complaints", "Complaint", `selection: {status: CLOSED, none: [ZONE], openAt: "2026-01-01T00:00:00Z"}`, []string{Admin, User, Solver}, nil},
			{"tasks", "Task", `selection: {status: COMPLETED}`, []string{Admin, Solver, Provider}, nil},
			{"payments", "Payment", `selection: {currency: "EUR"}`, []string{Admin, Provider}, []string{User, Solver}},
			{"complaints", "Complaint", `localTime: {hourOfDay: 8, timezone: "Europe/Lisbon"}`, []string{Admin, User, Solver}, nil},
			{"tasks", "Task", `overdue: true`, []string{Admin, Solver, Provider}, nil},
			{"tasks", "Task", `search: "lamp"`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `search: ""`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `zoneId: "` + some + `"`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `categoryId: "` + some + `"`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `zone: {within: "` + some + `"}`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `category: {within: "` + some + `"}`, []string{Admin, Solver}, []string{Provider}},
			{"tasks", "Task", `unpaid: true`, []string{Admin, Provider}, []string{Solver}},
			{"tasks", "Task", `unpaid: false`, []string{Admin, Provider}, []string{Solver}},
			{"payments", "Payment", `search: "a"`, []string{Admin, Provider}, []string{User, Solver}},
			{"payments", "Payment", `status: PAID`, []string{Admin, Provider}, []string{User, Solver}},
			{"payments", "Payment", `taskId: "` + some + `"`, []string{Admin, Provider}, []string{User, Solver}},
			{"serviceProviders", "ServiceProvider", `search: "a"`, []string{Admin, Provider}, []string{User, Solver}},
			{"users", "User", `search: "a"`, []string{Admin}, []string{User, Solver, Provider}},
			{"users", "User", `groupId: "` + some + `"`, []string{Admin}, []string{User, Solver, Provider}},
			{"users", "User", `lastSignInAtIsNil: true`, []string{Admin}, []string{User, Solver, Provider}},
			{"users", "User", `zone: {within: "` + some + `"}`, []string{Admin}, []string{User, Solver, Provider}},
			{"auditEntries", "AuditEntry", `actionHasPrefix: "s"`, []string{Admin}, []string{User, Solver, Provider}},
			{"notifications", "Notification", `kind: BROADCAST`, []string{Admin, User, Solver, Provider}, nil},
			{"notifications", "Notification", `subjectId: "` + some + `"`, []string{Admin, User, Solver, Provider}, nil},
			{"zones", "Zone", `within: "` + some + `"`, []string{Admin, User, Solver, Provider}, nil},
			{"categories", "Category", `within: "` + some + `"`, []string{Admin, User, Solver, Provider}, nil},
		} {
			one := strings.TrimSuffix(row.list, "s")
			if before, ok := strings.CutSuffix(row.list, "ies"); ok {
				one = before + "y"
			}
			for _, where := range []string{"{" + row.where + "}", "{not: {" + row.where + "}}", "{or: [{and: [{" + row.where + "}]}]}"} {
				for _, query := range []string{
					fmt.Sprintf(`{ %s(where: %s) { totalCount } }`, row.list, where),
					fmt.Sprintf(`{ %sPage(where: %s) { pagination { total } } }`, one, where),
				} {
					for _, as := range row.may {
						if a := s.Execute(t, as, query, nil); len(a.Errors) > 0 {
							t.Errorf("%s: %s: %.300s", as, query, a.Raw)
						}
					}
					for _, as := range row.not {
						if a := s.Execute(t, as, query, nil); a.Code() != "PERMISSION_DENIED" {
							t.Errorf("%s: %s: %.300s", as, query, a.Raw)
						}
					}
				}
			}
		}
	})
}

// TestOrdersAskWhoSees lists rows as each role that may, in every order: it sees of each row what the
// row is ordered by, as an administrator does, so the order tells nothing else.
func TestOrdersAskWhoSees(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		compared := 0
		for _, f := range schema().Query.Fields {
			if !isConnection(f) || f.Name == "notifications" { // everybody's own
				continue
			}
			for _, v := range schema().Types[nodeType(f)+"OrderField"].EnumValues {
				key := sortKeys[v.Name]
				values := func(as string) (map[string]any, bool) {
					a := s.Execute(t, as, fmt.Sprintf(`{ l: %s(first: 100, orderBy: {field: %s, direction: DESC}) { edges { node { id %s } } } }`, f.Name, v.Name, fieldsAt(key)), nil)
					if a.Code() == "PERMISSION_DENIED" {
						return nil, false
					}
					seen := map[string]any{}
					rows, _ := a.At("l", "edges").([]any)
					for _, row := range rows {
						node, _ := row.(map[string]any)["node"].(map[string]any)
						seen[fmt.Sprint(node["id"])] = atPath(node, key)
					}
					return seen, true
				}
				for _, as := range []string{User, Solver, Provider} {
					seen, may := values(as)
					if !may {
						continue
					}
					for batch := range slices.Chunk(slices.Sorted(maps.Keys(seen)), 50) {
						a := s.MustExecute(t, Admin, fmt.Sprintf(`query($ids: [ID!]!) { nodes(ids: $ids) { ... on %s { id %s } } }`, nodeType(f), fieldsAt(key)), map[string]any{"ids": batch})
						for i, id := range batch {
							node, _ := a.At("nodes", i).(map[string]any)
							if all := atPath(node, key); fmt.Sprint(all) != fmt.Sprint(seen[id]) {
								t.Errorf("%s orders %s by %s and sees %v of %s, which is %v", as, f.Name, v.Name, seen[id], id, all)
							}
							compared++
						}
					}
				}
			}
		}
		if compared < 200 {
			t.Errorf("only %d values were compared", compared)
		}
	})
}
