package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// roots are the questions of the graph, what they ask for, and whose they are.
// Administrators may ask all of them.
var roots = []struct {
	name  string
	kind  string // type whose rows are asked for
	query string // of one row by $id; "" for connections and pages of all rows
	roles []domain.Role
}{
	{"trackedComplaint", "", `{ trackedComplaint { id } }`, nil},
	{"emailUpdates", "", `{ emailUpdates }`, nil},
	{"complaint", "Complaint", `query($id: ID!) { complaint(id: $id) { id } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"complaintStatusLog", "Complaint", `query($id: ID!) { complaintStatusLog(complaintId: $id) { id } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"task", "Task", `query($id: ID!) { task(id: $id) { id } }`, []domain.Role{domain.RoleSolver, domain.RoleProvider}},
	{"taskUpdate", "TaskUpdate", `query($id: ID!) { taskUpdate(id: $id) { id } }`, []domain.Role{domain.RoleSolver}},
	{"taskUpdateHistory", "Task", `query($id: ID!) { taskUpdateHistory(taskId: $id) { id } }`, []domain.Role{domain.RoleSolver}},
	{"serviceProvider", "ServiceProvider", `query($id: ID!) { serviceProvider(id: $id) { id } }`, []domain.Role{domain.RoleProvider}},
	{"payment", "Payment", `query($id: ID!) { payment(id: $id) { id } }`, []domain.Role{domain.RoleProvider}},
	{"paymentPage", "ServiceProvider", `query($id: ID!) { paymentPage(providerId: $id) { provider { id } payments { id } } }`, []domain.Role{domain.RoleProvider}},
	{"broadcast", "Broadcast", `query($id: ID!) { broadcast(id: $id) { id } }`, nil},
	{"node", "", `query($id: ID!) { node(id: $id) { id } }`, domain.Roles},
	{"nodes", "", `query($id: ID!) { nodes(ids: [$id]) { id } }`, domain.Roles},

	{"viewer", "", `{ viewer { id } }`, domain.Roles},
	{"complaints", "Complaint", "", []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"complaintPage", "Complaint", "", []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"tasks", "Task", "", []domain.Role{domain.RoleSolver, domain.RoleProvider}},
	{"taskPage", "Task", "", []domain.Role{domain.RoleSolver, domain.RoleProvider}},
	{"serviceProviders", "ServiceProvider", "", []domain.Role{domain.RoleProvider}},
	{"serviceProviderPage", "ServiceProvider", "", []domain.Role{domain.RoleProvider}},
	{"payments", "Payment", "", []domain.Role{domain.RoleProvider}},
	{"broadcasts", "Broadcast", "", nil},
	{"broadcastPage", "Broadcast", "", nil},
	{"notifications", "Notification", "", domain.Roles},
	{"notificationPage", "Notification", "", domain.Roles},
	{"users", "User", "", nil},
	{"userPage", "User", "", nil},
	{"zones", "Zone", "", domain.Roles},
	{"zonePage", "Zone", "", domain.Roles},
	{"groups", "Group", "", nil},
	{"groupPage", "Group", "", nil},
	{"categories", "Category", "", domain.Roles},
	{"categoryPage", "Category", "", domain.Roles},
	{"auditEntries", "AuditEntry", "", nil},
	{"auditEntryPage", "AuditEntry", "", nil},
	{"complaintStats", "", `{ complaintStats { total { count } } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"complaintBacklog", "", `{ complaintBacklog(bucket: MONTH) { open } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"complaintMap", "", `{ complaintMap(bounds: {south: -90, west: -180, north: 90, east: 180}, zoom: 3) { count } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"nearbyComplaints", "", `{ nearbyComplaints(latitude: 44.05085, longitude: 8.21371) { status } }`, domain.Roles},
	{"workload", "", `{ workload { pagination { total } } }`, nil},
	{"assignableSolvers", "Complaint", `query($id: ID!) { assignableSolvers(complaintId: $id) { live } }`, nil},
	{"callerLookup", "", `{ callerLookup(text: "ann") { name } }`, nil},
	{"find", "", `{ find(text: "lamp") { complaints { id } } }`, domain.Roles},
	{"complaintCountsFor", "", `{ complaintCountsFor(views: [{key: "all"}]) { count } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"exportLink", "", `{ exportLink(of: CATEGORIES) { url } }`, domain.Roles},
	{"complaintCounts", "", `{ complaintCounts { total } }`, []domain.Role{domain.RoleUser, domain.RoleSolver}},
	{"paymentStats", "", `{ paymentStats { currency } }`, []domain.Role{domain.RoleProvider}},
	{"taskStats", "", `{ taskStats { count } }`, []domain.Role{domain.RoleSolver, domain.RoleProvider}},
	{"broadcastStats", "", `{ broadcastStats { count } }`, nil},
	{"deliveryFailures", "", `{ deliveryFailures { count } }`, nil},
	{"ledgerCheck", "", `{ ledgerCheck { complete } }`, nil},
	{"broadcastAudience", "", `{ broadcastAudience(targetType: ALL) { recipients } }`, nil},
	{"unreadNotifications", "", `{ unreadNotifications }`, domain.Roles},
	{"settings", "", `{ settings { version } }`, nil},
	{"mailPreview", "", `{ mailPreview(input: {event: NEW_TASK, language: "en", reader: OTHER}) { subject } }`, nil},
	{"complaintMailPreview", "", `{ complaintMailPreview(id: "01920000-0000-7000-8000-000000000004", action: HOLD) { subject } }`, nil}, // null where none goes
	{"reasonCodes", "", `{ reasonCodes(action: HOLD) { code } }`, domain.Roles},
	{"savedViews", "", `{ savedViews { id } }`, domain.Roles},
	{"serviceInfo", "", `{ serviceInfo { version } }`, domain.Roles},
	{"guestForm", "", `{ guestForm { challenge { salt } } }`, domain.Roles},
	{"heldMail", "", `{ heldMail { count } }`, nil},
	{"notificationPreferences", "", `{ notificationPreferences { emailOwn } }`, domain.Roles},
}

// publicRoots are the questions that need no token; every other one is refused without.
var publicRoots = []string{"serviceInfo", "guestForm"}

// superRoots are the questions that only super administrators may ask.
var superRoots = []string{"settings", "mailPreview"}

// missing is an id of the right form that nothing has.
var missing = map[string]string{}

func missingID(kind string) string {
	if missing[kind] == "" {
		kinds := map[string]domain.Kind{
			"Complaint": domain.KindComplaint, "Task": domain.KindTask, "TaskUpdate": domain.KindTaskUpdate,
			"Category": domain.KindCategory, "Zone": domain.KindZone, "ServiceProvider": domain.KindServiceProvider, "Payment": domain.KindPayment, "Broadcast": domain.KindBroadcast,
		}
		missing[kind] = domain.NewID(kinds[kind]).String()
	}
	return missing[kind]
}

func TestAccessCoversEveryRoot(t *testing.T) {
	var told []string
	for _, r := range roots {
		told = append(told, r.name)
	}
	for _, f := range schema().Query.Fields {
		if !strings.HasPrefix(f.Name, "__") && !slices.Contains(told, f.Name) {
			t.Errorf("%s is missing in the table", f.Name)
		}
	}
}

// linkOnly are the root fields for whoever holds a link, which no account may ask for.
var linkOnly = []string{"trackedComplaint", "emailUpdates"}

// TestAccess is the matrix: every root × everybody × own, foreign, missing and malformed.
func TestAccess(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		for _, as := range Everyone {
			for _, root := range roots {
				t.Run(fmt.Sprintf("%s as %s", root.name, name(as)), func(t *testing.T) {
					switch {
					case slices.Contains(publicRoots, root.name):
						s.MustExecute(t, as, root.query, nil)
					case as == Anonymous:
						checkRefused(t, s, as, root.name, root.query, "AUTHENTICATION_REQUIRED")
					case slices.Contains(linkOnly, root.name):
						checkRefused(t, s, as, root.name, root.query, "PERMISSION_DENIED")
					case slices.Contains(superRoots, root.name) && w.accounts[as].Role != domain.RoleSuperAdmin:
						checkRefused(t, s, as, root.name, root.query, "PERMISSION_DENIED")
					case !w.accounts[as].Role.Admin() && !slices.Contains(root.roles, w.accounts[as].Role):
						checkRefused(t, s, as, root.name, root.query, "PERMISSION_DENIED")
					case root.name == "viewer":
						if got := s.MustExecute(t, as, root.query, nil).At("viewer", "id"); got != w.accounts[as].ID.String() {
							t.Errorf("viewer is %v", got)
						}
					case root.query == "":
						checkLists(t, s, w, as, root.name, root.kind)
					case root.kind != "":
						checkByID(t, s, w, as, root.name, root.kind, root.query)
					}
				})
			}
		}
	})
}

func name(as string) string {
	if as == Anonymous {
		return "nobody"
	}
	as, _, _ = strings.Cut(as, "@")
	return as
}

// checkRefused asks with an id of each sort: none of them may change the answer.
func checkRefused(t *testing.T, s *Server, as, root, query, code string) {
	t.Helper()
	if query == "" {
		query = fmt.Sprintf(`{ %s { __typename } }`, root)
	}
	var responses []string
	for _, id := range []string{s.Samples.Complaint.String(), s.Samples.Task.String(), s.Samples.Provider.String(), missingID("Task")} {
		a := s.Execute(t, as, query, map[string]any{"id": id})
		if a.Code() != code || a.At(root) != nil {
			t.Fatalf("want %s: %d %s", code, a.Status, a.Raw)
		}
		responses = append(responses, a.Raw)
	}
	if len(slices.Compact(responses)) != 1 {
		t.Errorf("the id shows: %q", responses)
	}
}

func checkByID(t *testing.T, s *Server, w *visibilityModel, as, root, kind, query string) {
	t.Helper()
	own, foreign := splitVisible(w.rows(w.accounts[as])[kind])
	if root == "complaintStatusLog" { // reporters of merged complaints follow the other one's log
		foreign = slices.DeleteFunc(foreign, func(id string) bool {
			return slices.ContainsFunc(w.logsOf(id), func(l string) bool { return w.rows(w.accounts[as])["StatusLog"][l] })
		})
	}
	none := s.Execute(t, as, query, map[string]any{"id": missingID(kind)})
	if none.Code() != "NOT_FOUND" || none.At(root) != nil || none.Status != 200 {
		t.Fatalf("missing: %d %s", none.Status, none.Raw)
	}
	for _, id := range foreign[:min(len(foreign), 8)] {
		if a := s.Execute(t, as, query, map[string]any{"id": id}); a.Raw != none.Raw || a.Status != none.Status {
			t.Errorf("foreign and missing differ:\n%s\n%s", a.Raw, none.Raw)
		}
	}
	for _, id := range own[:min(len(own), 8)] {
		if a := s.MustExecute(t, as, query, map[string]any{"id": id}); a.At(root) == nil {
			t.Errorf("own %s: %s", id, a.Raw)
		}
	}
	if len(own)+len(foreign) == 0 {
		t.Fatal("nothing to ask for")
	}
	for _, bad := range []string{"", "1", "not-an-id", strings.ReplaceAll(missingID(kind), "-", ""), "{" + missingID(kind) + "}", missingID(kind) + "\x00"} {
		a := s.Execute(t, as, query, map[string]any{"id": bad})
		if a.Code() != "VALIDATION_ERROR" || a.At(root) != nil {
			t.Errorf("malformed %q: %s", bad, a.Raw)
		}
	}
}

func (w *visibilityModel) logsOf(complaint string) []string {
	var out []string
	for id, l := range w.logs {
		if l.ComplaintID.String() == complaint {
			out = append(out, id.String())
		}
	}
	return out
}

// checkLists asks for a whole list: its rows are exactly the visible ones, and so is its count.
func checkLists(t *testing.T, s *Server, w *visibilityModel, as, root, kind string) {
	t.Helper()
	want, _ := splitVisible(w.rows(w.accounts[as])[kind])
	if kind == "Notification" { // one's own in the application, for administrators too
		want = nil
		for id, n := range w.notifications {
			if *n.RecipientID == w.accounts[as].ID && n.Channel == domain.ChannelInApp && n.State == domain.NotificationSent {
				want = append(want, id.String())
			}
		}
	}
	var got []string
	var total int
	if field, paged := strings.CutSuffix(root, "Page"); paged {
		field += "s"
		if one, ok := strings.CutSuffix(field, "ys"); ok {
			field = one + "ies"
		}
		for page := 1; ; page++ {
			a := s.MustExecute(t, as, fmt.Sprintf(`{ p: %s(page: %d, limit: 30) { rows: %s { id } pagination { total hasNext } } }`, root, page, field), nil)
			got = append(got, ids(t, a.At("p", "rows"))...)
			total = int(a.At("p", "pagination", "total").(float64))
			if a.At("p", "pagination", "hasNext") != true {
				break
			}
		}
	} else {
		got, total = allIDs(t, s, as, root, "")
	}
	if total != len(want) {
		t.Errorf("counts %d, sees %d", total, len(want))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("returns %d rows, sees %d", len(got), len(want))
	}
}

// TestNodeSeesWhatRootsSee asks for every row of every type as everybody.
func TestNodeSeesWhatRootsSee(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		for _, as := range Everyone[1:] {
			for kind, rows := range w.rows(w.accounts[as]) {
				own, foreign := splitVisible(rows)
				for batch := range slices.Chunk(slices.Concat(own, foreign), 100) {
					a := s.MustExecute(t, as, `query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`, map[string]any{"ids": batch})
					for i, id := range batch {
						if seen := a.At("nodes", i) != nil; seen != rows[id] {
							t.Errorf("%s: nodes shows %s %s: %v, want %v", name(as), kind, id, seen, rows[id])
						} else if seen && (a.At("nodes", i).(map[string]any)["__typename"] != kind || a.At("nodes", i).(map[string]any)["id"] != id) {
							t.Errorf("%s: %v is no %s %s", name(as), a.At("nodes", i), kind, id)
						}
					}
				}
				for _, id := range slices.Concat(own[:min(2, len(own))], foreign[:min(2, len(foreign))]) {
					a := s.MustExecute(t, as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id})
					if seen := a.At("node") != nil; seen != rows[id] {
						t.Errorf("%s: node shows %s %s: %v, want %v", name(as), kind, id, seen, rows[id])
					}
				}
			}
		}
	})
}

// TestNodeHidesWhatTheGraphHasNot asks for rows that are no type of the graph, and for ids of
// nothing at all: all are null and no error.
func TestNodeHidesWhatTheGraphHasNot(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		hidden := []string{
			c.Credential.Query().FirstIDX(ctx).String(), c.BroadcastChannel.Query().FirstIDX(ctx).String(),
			c.BroadcastEvent.Query().FirstIDX(ctx).String(), c.PaymentClaim.Query().FirstIDX(ctx).String(),
			"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", missingID("Task"),
		}
		for _, as := range []string{User, Admin} {
			a := s.MustExecute(t, as, `query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, map[string]any{"ids": hidden})
			for i, id := range hidden {
				one := s.MustExecute(t, as, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": id})
				if a.At("nodes", i) != nil || one.At("node") != nil {
					t.Errorf("%s: %s is shown", name(as), id)
				}
			}
		}
	})
}
