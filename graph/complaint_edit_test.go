package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// revised gives a complaint another title as an administrator and returns the id of the revision.
func revised(t *testing.T, s *Server, id any, title string) any {
	t.Helper()
	return mustMutate(t, s, Admin, "updateComplaint", "complaint { revisions(last: 1) { edges { node { id } } } }", map[string]any{"id": id, "title": title}).
		At("updateComplaint", "complaint", "revisions", "edges", 0, "node", "id")
}

// stored returns the names of the tables that hold a text anywhere.
func stored(t *testing.T, s *Server, text string) (in []string) {
	t.Helper()
	look := func(table string) {
		rows, err := s.Store.DB().QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if b, ok := v.([]byte); ok {
					if !utf8.Valid(b) {
						continue // a hash, in which a letter's bytes stand by chance
					}
					v = string(b)
				}
				if strings.Contains(strings.ToLower(fmt.Sprint(v)), text) {
					in = append(in, table+"."+columns[i])
				}
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	for table := range tableContents(t, s) {
		look(table)
	}
	return in
}

// Who may change what a complaint says, and when: administrators always, its reporter while it is
// submitted.
func TestWhoUpdatesComplaints(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, row := range []struct {
			status domain.ComplaintStatus
			as     string
			want   string
		}{
			{domain.ComplaintSubmitted, User, ""},
			{domain.ComplaintSubmitted, Admin, ""},
			{domain.ComplaintSubmitted, SuperAdmin, ""},
			{domain.ComplaintSubmitted, User2, "NOT_FOUND"},
			{domain.ComplaintSubmitted, Solver, "PERMISSION_DENIED"},
			{domain.ComplaintSubmitted, Provider, "PERMISSION_DENIED"},
			{domain.ComplaintSubmitted, Anonymous, "AUTHENTICATION_REQUIRED"},
			{domain.ComplaintAssigned, User, "INVALID_TRANSITION"},
			{domain.ComplaintOnHold, User, "INVALID_TRANSITION"},
			{domain.ComplaintClosed, User, "INVALID_TRANSITION"},
			{domain.ComplaintClosed, Admin, ""},
			{domain.ComplaintMerged, Admin, ""},
			{domain.ComplaintWithdrawn, Admin, ""},
		} {
			id := complaintWithStatus(t, s, row.status)
			a := mutate(t, s, row.as, "updateComplaint", "complaint { title version }", map[string]any{"id": id, "expectedVersion": 1, "title": " Two lamps out "})
			if a.Code() != row.want {
				t.Errorf("%s as %s: %s, want %q", row.status, name(row.as), a.Raw, row.want)
			}
			if row.want != "" {
				continue
			}
			if a.At("updateComplaint", "complaint", "title") != "Two lamps out" || a.At("updateComplaint", "complaint", "version") != 2.0 {
				t.Errorf("%s as %s: %s", row.status, name(row.as), a.Raw)
			}
			if a := mutate(t, s, row.as, "updateComplaint", "complaint { id }", map[string]any{"id": id, "expectedVersion": 1, "title": "Three"}); a.Code() != "CONFLICT" {
				t.Errorf("stale: %s", a.Raw)
			}
			same := mutate(t, s, row.as, "updateComplaint", "complaint { version revisions { totalCount } }", map[string]any{"id": id, "title": "Two lamps out"})
			if same.At("updateComplaint", "complaint", "version") != 2.0 || same.At("updateComplaint", "complaint", "revisions", "totalCount") != 1.0 {
				t.Errorf("the same again: %s", same.Raw)
			}
		}
	})
}

// What a complaint says is found and shown on the map as it is now; before and after stand in its
// revisions, which its reporter and administrators read, and the audit has neither.
func TestUpdateComplaint(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		id := mustMutate(t, s, User, "submitComplaint", "complaint { id }", in{
			"title": "Quagmire at the quince tree", "description": "Deep.", "address": "Quince Row 1", "latitude": 10.5, "longitude": 20.5,
		}).At("submitComplaint", "complaint", "id")
		mustMutate(t, s, Admin, "assignComplaint", "complaint { id }", in{"id": id, "solverId": accountID(t, s, Solver)})
		mustMutate(t, s, Admin, "updateComplaint", "complaint { id }", in{"id": id, "title": "Puddle at the pear tree", "address": "Pear Row 1", "latitude": 11.5, "longitude": 21.5})
		mustMutate(t, s, Admin, "updateComplaint", "complaint { id }", in{"id": id, "description": "Shallow."})

		found := func(as, term string) bool {
			n := s.MustExecute(t, as, `query($t: String!) { complaints(where: {search: $t}) { totalCount } }`, in{"t": term}).At("complaints", "totalCount")
			return n != 0.0
		}
		for term, want := range map[string]bool{"quagmire": false, "quince": false, "puddle": true, "pear row": true, "deep.": false, "shallow": true} {
			for _, as := range []string{User, Admin, Solver} {
				if found(as, term) != want {
					t.Errorf("%s finds %q: %v", as, term, !want)
				}
			}
		}
		at := func(latitude, longitude float64) any {
			return s.MustExecute(t, Admin, fmt.Sprintf(`{ complaintMap(bounds: {south: %v, west: %v, north: %v, east: %v}, zoom: 12) { count } }`,
				latitude-0.1, longitude-0.1, latitude+0.1, longitude+0.1), nil).At("complaintMap", "count")
		}
		if at(10.5, 20.5) != 0.0 || at(11.5, 21.5) != 1.0 {
			t.Errorf("on the map: %v where it was, %v where it is", at(10.5, 20.5), at(11.5, 21.5))
		}

		const fields = `complaintVersion titleBefore titleAfter descriptionBefore descriptionAfter addressBefore addressAfter latitudeBefore latitudeAfter longitudeAfter redactedAt actor { name }`
		const query = `query($id: ID!) { complaint(id: $id) { handlerId revisions { totalCount edges { node { id ` + fields + ` } } } } }`
		for as, want := range map[string]any{User: 2.0, Admin: 2.0, Solver: 0.0} {
			if got := s.MustExecute(t, as, query, in{"id": id}).At("complaint", "revisions", "totalCount"); got != want {
				t.Errorf("%s reads %v revisions, want %v", as, got, want)
			}
		}
		first := s.MustExecute(t, User, query, in{"id": id}).At("complaint", "revisions", "edges", 0, "node").(map[string]any)
		actor, _ := first["actor"].(map[string]any)
		got := fmt.Sprint(first["complaintVersion"], first["titleBefore"], first["titleAfter"], first["descriptionBefore"], first["addressAfter"], first["latitudeBefore"], first["latitudeAfter"], first["longitudeAfter"], first["redactedAt"])
		if want := fmt.Sprint(3.0, "Quagmire at the quince tree", "Puddle at the pear tree", nil, "Pear Row 1", 10.5, 11.5, 21.5, nil); got != want || actor["name"] == "" {
			t.Errorf("the first revision is %s, want %s; by %v", got, want, actor)
		}
		audit := s.MustExecute(t, Admin, `query($id: ID!) { auditEntries(last: 5, where: {subjectId: $id, action: "complaint.update"}) { edges { node { before after } } } }`, in{"id": id}).Raw
		if strings.Contains(audit, "Quagmire") || strings.Contains(audit, "Puddle") || !strings.Contains(audit, "sha256:") || strings.Contains(audit, "11.5") {
			t.Errorf("the audit says %s", audit)
		}

		// What was said before can be removed for good.
		if where := stored(t, s, "quagmire"); len(where) == 0 {
			t.Fatal("nothing to remove")
		}
		erase := in{"id": first["id"], "reason": "A name."}
		for _, as := range []string{User, Solver, Provider} {
			if a := mutate(t, s, as, "redactComplaintRevision", "complaintRevision { id }", erase); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s removes: %s", as, a.Raw)
			}
		}
		a := mustMutate(t, s, Admin, "redactComplaintRevision", "complaintRevision { "+fields+" }", erase)
		row := a.At("redactComplaintRevision", "complaintRevision").(map[string]any)
		if row["titleBefore"] != "" || row["addressAfter"] != "" || row["descriptionAfter"] != nil || row["latitudeBefore"] != nil || row["redactedAt"] == nil {
			t.Errorf("removed: %s", a.Raw)
		}
		if where := stored(t, s, "quagmire"); len(where) > 0 {
			t.Errorf("still there: %v", where)
		}
		before := tableContents(t, s)
		mustMutate(t, s, Admin, "redactComplaintRevision", "complaintRevision { id }", erase)
		if d := changedTables(before, tableContents(t, s)); d != nil {
			t.Errorf("removed again: %v", d)
		}

		// Without a position it is on no map.
		mustMutate(t, s, Admin, "updateComplaint", "complaint { id }", in{"id": id, "noPosition": true})
		if n := at(11.5, 21.5); n != 0.0 {
			t.Errorf("on the map without a position: %v", n)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// One administrator looks after a complaint at a time; nobody else sees who.
func TestHandlers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		id := mustMutate(t, s, User, "submitComplaint", "complaint { id }", in{"title": "Lamp out"}).At("submitComplaint", "complaint", "id")
		mustMutate(t, s, Admin, "assignComplaint", "complaint { id }", in{"id": id, "solverId": accountID(t, s, Solver)})
		admin, super := accountID(t, s, Admin), accountID(t, s, SuperAdmin)
		for i, step := range []struct {
			as, verb string
			input    in
			code     string
			handler  any
		}{
			{User, "claimComplaint", nil, "PERMISSION_DENIED", nil},
			{Solver, "claimComplaint", nil, "PERMISSION_DENIED", nil},
			{Admin, "unclaimComplaint", nil, "INVALID_TRANSITION", nil},
			{Admin, "claimComplaint", in{"handlerId": accountID(t, s, Solver)}, "VALIDATION_ERROR", nil},
			{Admin, "claimComplaint", in{"expectedVersion": 1}, "CONFLICT", nil},
			{Admin, "claimComplaint", nil, "", admin},
			{Admin, "claimComplaint", nil, "", admin},
			{SuperAdmin, "claimComplaint", nil, "CONFLICT", admin},
			{SuperAdmin, "claimComplaint", in{"handlerId": super}, "", super},
			{SuperAdmin, "claimComplaint", in{"handlerId": admin}, "", admin},
			{SuperAdmin, "unclaimComplaint", nil, "", nil},
			{Admin, "claimComplaint", nil, "", admin},
		} {
			a := mutate(t, s, step.as, step.verb, "complaint { id }", merge(in{"id": id}, step.input))
			if a.Code() != step.code {
				t.Errorf("step %d: %s, want %q", i, a.Raw, step.code)
			}
			now := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { handlerId handler { id } } }`, in{"id": id})
			if got := now.At("complaint", "handlerId"); got != step.handler || step.handler != nil && now.At("complaint", "handler", "id") != got {
				t.Errorf("step %d: %s looks after it, want %v", i, now.Raw, step.handler)
			}
		}
		if told := s.MustExecute(t, Admin, `{ notifications(first: 100) { edges { node { title } } } }`, nil).Raw; strings.Count(told, "You look after") != 1 {
			t.Errorf("told: %s", told)
		}
		count := func(where string) any {
			return s.MustExecute(t, Admin, `{ complaints(where: `+where+`) { totalCount } }`, nil).At("complaints", "totalCount")
		}
		all := count(`{}`).(float64)
		if count(`{handlerId: "`+admin+`"}`) != 1.0 || count(`{hasHandler: true}`) != 1.0 || count(`{hasHandler: false}`) != all-1 {
			t.Errorf("filters: %v, %v, %v of %v", count(`{handlerId: "`+admin+`"}`), count(`{hasHandler: true}`), count(`{hasHandler: false}`), all)
		}
		ordered := s.MustExecute(t, Admin, `{ complaints(first: 1, orderBy: {field: HANDLER_NAME, direction: ASC}) { edges { node { id } } } }`, nil)
		if ordered.At("complaints", "edges", 0, "node", "id") != id {
			t.Errorf("ordered: %s", ordered.Raw)
		}
		// Absent names come in every order, and in cursors.
		for _, order := range []string{`{field: HANDLER_NAME, direction: DESC}`, `[{field: ZONE_NAME, direction: DESC}, {field: HANDLER_NAME, direction: ASC}]`} {
			if found, total := allIDs(t, s, Admin, "complaints", `, orderBy: `+order); len(found) != total || float64(total) != all {
				t.Errorf("by %s: %d of %d, %v", order, len(found), total, all)
			}
		}
		for _, as := range []string{User, Solver} {
			a := s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { handlerId handler { id name } } }`, in{"id": id})
			if a.At("complaint", "handlerId") != nil || a.At("complaint", "handler") != nil {
				t.Errorf("%s: %s", as, a.Raw)
			}
			for _, list := range []string{
				`{ complaints(orderBy: {field: HANDLER_NAME, direction: ASC}) { totalCount } }`,
				`{ complaintPage(orderBy: [{field: STATUS, direction: ASC}, {field: HANDLER_NAME, direction: ASC}]) { pagination { total } } }`,
				`query($order: [ComplaintOrder!]) { complaints { edges { node { duplicates(orderBy: $order) { edges { node { id } } } } } } }`,
			} {
				if a := s.Execute(t, as, list, in{"order": in{"field": "HANDLER_NAME", "direction": "ASC"}}); a.Code() != "PERMISSION_DENIED" {
					t.Errorf("%s orders: %s", as, a.Raw)
				}
			}
		}
		mustMutate(t, s, Admin, "resolveComplaint", "complaint { id }", in{"id": id, "publicNote": "Done."})
		if a := mustMutate(t, s, User, "rateComplaint", "complaint { handlerId handler { name } }", in{"id": id, "rating": 5}); strings.Contains(a.Raw, admin) || a.At("rateComplaint", "complaint", "handler") != nil {
			t.Errorf("what a reporter gets back: %s", a.Raw)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// An unmerged complaint stands for itself again, with all that was merged into it before, and its
// reporter reads the other one's log no more.
func TestUnmerge(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		type in = map[string]any
		s.Clock.Stop()
		submit := func(as, title string) string {
			return mustMutate(t, s, as, "submitComplaint", "complaint { id }", in{"title": title}).At("submitComplaint", "complaint", "id").(string)
		}
		do := func(verb string, input in) Result {
			return mustMutate(t, s, Admin, verb, "complaint { status }", input)
		}
		a, b, c, d, other := submit(User2, "A"), submit(User2, "B"), submit(User2, "C"), submit(User2, "D"), submit(User2, "other")
		into := submit(User, "into")
		do("triageComplaint", in{"id": c, "dueAt": "2040-01-01T00:00:00Z"})
		do("assignComplaint", in{"id": c, "solverId": accountID(t, s, Solver)})
		do("holdComplaint", in{"id": d, "reasonCode": "rain"})
		for _, m := range [][2]string{{a, b}, {b, c}, {d, into}, {c, into}, {other, into}} {
			do("mergeComplaint", in{"id": m[0], "intoId": m[1], "reasonCode": "duplicate"})
			s.Clock.Advance(time.Minute)
		}
		duplicates := func(of string) string {
			r := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { duplicates { totalCount edges { node { title } } } } }`, in{"id": of})
			var titles []string
			edges, _ := r.At("complaint", "duplicates", "edges").([]any)
			for _, e := range edges {
				titles = append(titles, e.(map[string]any)["node"].(map[string]any)["title"].(string))
			}
			return strings.Join(titles, " ")
		}
		if got := duplicates(into); got != "A B C D other" {
			t.Fatalf("merged: %s", got)
		}
		reads := func() string {
			return s.Execute(t, User2, `query($id: ID!) { complaintStatusLog(complaintId: $id) { status } }`, in{"id": into}).Code()
		}
		undo := func(as, id string) Result {
			return mutate(t, s, as, "unmergeComplaint", "complaint { status duplicateOfId dueAt }", in{"id": id, "reasonCode": "not_the_same", "publicNote": "Two holes."})
		}
		for as, want := range map[string]string{User: "PERMISSION_DENIED", User2: "PERMISSION_DENIED", Solver: "PERMISSION_DENIED"} {
			if r := undo(as, c); r.Code() != want {
				t.Errorf("as %s: %s", as, r.Raw)
			}
		}
		if r := undo(Admin, into); r.Code() != "INVALID_TRANSITION" {
			t.Errorf("one that is not merged: %s", r.Raw)
		}
		s.Clock.Advance(58 * time.Minute) // C was merged an hour ago
		if r := undo(Admin, c); r.At("unmergeComplaint", "complaint", "status") != "SUBMITTED" || r.At("unmergeComplaint", "complaint", "duplicateOfId") != nil ||
			r.At("unmergeComplaint", "complaint", "dueAt") != "2040-01-01T01:00:00.000Z" {
			t.Errorf("unmerged: %s", r.Raw)
		}
		if got, left := duplicates(c), duplicates(into); got != "A B" || left != "D other" {
			t.Errorf("follow it: %s; the other one: %s", got, left)
		}
		if r := undo(Admin, b); r.At("unmergeComplaint", "complaint", "status") != "SUBMITTED" || duplicates(b) != "A" || duplicates(c) != "" {
			t.Errorf("unmerged: %s, %s, %s", r.Raw, duplicates(b), duplicates(c))
		}
		if r := undo(Admin, d); r.At("unmergeComplaint", "complaint", "status") != "ON_HOLD" {
			t.Errorf("from on hold: %s", r.Raw)
		}
		if got := do("resumeComplaint", in{"id": d}).At("resumeComplaint", "complaint", "status"); got != "SUBMITTED" {
			t.Errorf("resumed it is %v", got)
		}
		if code := reads(); code != "" {
			t.Errorf("one is merged still, but: %s", code)
		}
		undo(Admin, other)
		if code := reads(); code != "NOT_FOUND" {
			t.Errorf("the other one's log: %q", code)
		}
		told := s.MustExecute(t, User2, `{ notifications(first: 100) { edges { node { title message } } } }`, nil).Raw
		if n := strings.Count(told, "Two holes."); n != 4 {
			t.Errorf("told %d times: %s", n, told)
		}
		log := s.MustExecute(t, User2, `query($id: ID!) { complaint(id: $id) { statusLog { edges { node { status publicNote } } } } }`, in{"id": c}).Raw
		if !strings.Contains(log, `{"status":"MERGED","publicNote":""}},{"node":{"status":"SUBMITTED","publicNote":"Two holes."}}`) {
			t.Errorf("its log: %s", log)
		}
		entries := s.MustExecute(t, Admin, `query($id: ID!) { auditEntries(where: {subjectId: $id, action: "complaint.unmerge"}) { totalCount } }`, in{"id": uuid.MustParse(c)})
		if entries.At("auditEntries", "totalCount") != 1.0 {
			t.Errorf("audited: %s", entries.Raw)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
