package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// Rosa registers in the scenario. The other accounts are those of the demo: user2 and solver2 have no
// rights to what she reports, solver@ and provider@ belong to the same company.
const rosa = "rosa@day.example"

// step is what is done through GraphQL, and what can be read afterwards. At every step all other
// accounts are refused: see expectedStatuses.
type step struct {
	name string
	do   func(*scenario)

	log      string // path 1, for Rosa: status, first name of who changed it, and the note
	updates  string // path 5, for the solver: the task, and each update with its files
	uploads  string // path 6, for the solver: which updates take files
	payments string // path 2, for administrators: the new rows, and what they add to the net

	complaint string // GraphQL: its status, for those who see it
	task      string
	public    int // files that Rosa sees
}

const (
	logBegun        = "submitted Rosa | assigned Lucía | in_progress Wiremu"
	logResolved     = logBegun + " | resolved Kenji: It shines."
	logClosed       = logResolved + " | closed Rosa"
	historyProgress = "progress 40 submitted image"
	historyRejected = historyProgress + ", completion 100 rejected video"
	historyApproved = historyRejected + ", completion 100 approved image"
	ledgerPaid      = "settlement paid 120.50 for the task; +120.50"
	ledgerReversed  = "reversal paid -120.50, settlement reversed 120.50 for the task; +0.00"
)

// scenarioSteps follows docs/product.md: Complaints and Tasks for the states, REST for the paths.
var scenarioSteps = []step{
	{name: "Rosa registers and signs in", do: (*scenario).register},
	{
		name: "she submits with a position", do: (*scenario).submit,
		log: "submitted Rosa", complaint: "SUBMITTED",
	},
	{
		name: "an administrator assigns it", do: (*scenario).assign,
		log: "submitted Rosa | assigned Lucía", complaint: "ASSIGNED", task: "ASSIGNED", updates: "assigned: ",
	},
	{
		name: "the solver accepts", do: func(d *scenario) { d.onTask(Solver, "acceptTask", nil) },
		log: "submitted Rosa | assigned Lucía", complaint: "ASSIGNED", task: "ACCEPTED", updates: "accepted: ",
	},
	{
		name: "and starts", do: func(d *scenario) { d.onTask(Solver, "startTask", nil) },
		log: logBegun, complaint: "IN_PROGRESS", task: "IN_PROGRESS", updates: "in_progress: ",
	},
	{
		name: "posts progress", do: func(d *scenario) {
			d.report("postTaskUpdate", map[string]any{"remarks": "Dug", "percentageCompleted": 40})
		},
		log: logBegun, complaint: "IN_PROGRESS", task: "IN_PROGRESS", updates: "in_progress: progress 40 submitted ", uploads: "open",
	},
	{
		name: "with a photo", do: func(d *scenario) { d.upload("dug.png", bytes.NewReader(Picture(1))) },
		log: logBegun, complaint: "IN_PROGRESS", task: "IN_PROGRESS", updates: "in_progress: " + historyProgress, uploads: "open",
	},
	{
		name: "submits a completion", do: func(d *scenario) { d.report("submitCompletion", nil) },
		log: logBegun, complaint: "IN_PROGRESS", task: "COMPLETION_SUBMITTED", updates: "completion_submitted: " + historyProgress + ", completion 100 submitted ", uploads: "open open",
	},
	{
		name: "with a video", do: func(d *scenario) { d.upload("done.mp4", Video(20_000)) },
		log: logBegun, complaint: "IN_PROGRESS", task: "COMPLETION_SUBMITTED", updates: "completion_submitted: " + historyProgress + ", completion 100 submitted video", uploads: "open open",
	},
	{
		name: "which is rejected", do: func(d *scenario) {
			d.onTask(SuperAdmin, "reviewCompletion", map[string]any{"approved": false, "note": "Too dark."})
		},
		log: logBegun, complaint: "IN_PROGRESS", task: "IN_PROGRESS", updates: "in_progress: " + historyRejected, uploads: "open locked",
	},
	{
		name: "submits a completion again", do: func(d *scenario) {
			d.report("submitCompletion", nil)
			d.upload("done.png", bytes.NewReader(Picture(2)))
		},
		log: logBegun, complaint: "IN_PROGRESS", task: "COMPLETION_SUBMITTED", updates: "completion_submitted: " + historyRejected + ", completion 100 submitted image", uploads: "open locked open",
	},
	{
		name: "which is approved, with a note for Rosa", do: func(d *scenario) {
			d.onTask(SuperAdmin, "reviewCompletion", map[string]any{"approved": true, "note": "Fine.", "publicNote": "It shines."})
		},
		log: logResolved, complaint: "RESOLVED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked",
	},
	{
		name: "its photo becomes public", do: (*scenario).publish,
		log: logResolved, complaint: "RESOLVED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked", public: 1,
	},
	{
		name: "she rates it with 4, which closes it", do: func(d *scenario) {
			d.mutate(rosa, "rateComplaint", "complaint { rating }", map[string]any{"id": d.complaint, "rating": 4, "comment": "Thank you"})
		},
		log: logClosed, complaint: "CLOSED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked", public: 1,
	},
	{
		name: "the provider is paid for the task", do: (*scenario).pay,
		log: logClosed, complaint: "CLOSED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked", public: 1, payments: ledgerPaid,
	},
	{
		name: "which is reversed", do: (*scenario).reverse,
		log: logClosed, complaint: "CLOSED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked", public: 1, payments: ledgerReversed,
	},
	{
		name: "she reopens it", do: func(d *scenario) {
			d.mutate(rosa, "reopenComplaint", "complaint { rating }", map[string]any{"id": d.complaint, "reasonCode": "dark", "publicNote": "Dark again."})
		},
		log: logClosed + " | reopened Rosa: Dark again.", complaint: "REOPENED", task: "COMPLETED", updates: "completed: " + historyApproved, uploads: "locked locked locked", public: 1, payments: ledgerReversed,
	},
}

// expectedStatus is the HTTP status for each account, of REST or what GraphQL's error code stands for:
// 401 and 403 for those who never may, 200 for those who see it, 404 for the others.
type expectedStatus struct {
	nobody, rosa, user2, solver, solver2, provider, admin int
}

func (r expectedStatus) of(as string) int {
	return map[string]int{
		Anonymous: r.nobody, rosa: r.rosa, User2: r.user2, Solver: r.solver, Solver2: r.solver2,
		Provider: r.provider, Admin: r.admin, SuperAdmin: r.admin,
	}[as]
}

// actors of the scenario, in the order of expectedStatus.
var actors = []string{Anonymous, rosa, User2, Solver, Solver2, Provider, Admin, SuperAdmin}

// expectedStatuses follows docs/product.md. A row that does not exist yet is 404 for those who would see it.
var expectedStatuses = map[string]expectedStatus{
	"GET status log": {401, 200, 404, 403, 403, 403, 403},
	"GET payments":   {401, 403, 403, 403, 403, 403, 200},
	"GET broadcasts": {401, 403, 403, 403, 403, 403, 200},
	"GET broadcast":  {401, 403, 403, 403, 403, 403, 200},
	"GET updates":    {401, 403, 403, 200, 404, 403, 403},
	"POST media":     {401, 403, 403, 200, 404, 403, 403},

	"complaint":          {401, 200, 404, 200, 404, 403, 200},
	"complaintStatusLog": {401, 200, 404, 200, 404, 403, 200},
	"task":               {401, 403, 403, 200, 404, 200, 200},
	"taskUpdateHistory":  {401, 403, 403, 200, 404, 403, 200},
	"payment":            {401, 403, 403, 403, 403, 200, 200},
	"auditEntries":       {401, 403, 403, 403, 403, 403, 200},
}

var codes = map[string]int{"": 200, "AUTHENTICATION_REQUIRED": 401, "PERMISSION_DENIED": 403, "NOT_FOUND": 404}

// TestScenario goes from a registration to a reopening through GraphQL, and compares after each step
// what every account sees in both APIs.
func TestScenario(t *testing.T) {
	ForEachDatabaseWithRegistration(t, func(t *testing.T, s *Server) {
		d := newScenario(t, s)
		for _, h := range scenarioSteps {
			d.Clock.Advance(10 * time.Minute)
			d.refresh()
			h.do(d)
			d.check(h)
			if t.Failed() {
				t.Fatalf("after: %s", h.name)
			}
		}
		CheckInvariants(t, d.Store, d.Service.Media)
	})
}

// scenario is a server, and the rows of the scenario so far. Ids of rows that do not exist yet are of
// the right form.
type scenario struct {
	*Server
	t                                *testing.T
	rosasToken, refreshToken, solver string
	complaint, task, settlement      string
	updates                          []string
	photo                            string
	broadcasts, broadcast            string // as they are at the beginning
	net                              int64
}

func newScenario(t *testing.T, s *Server) *scenario {
	d := &scenario{Server: s, t: t, complaint: domain.NewID(domain.KindComplaint).String(), task: domain.NewID(domain.KindTask).String(), settlement: domain.NewID(domain.KindPayment).String()}
	d.solver = s.MustExecute(t, Solver, `{ viewer { id } }`, nil).At("viewer", "id").(string)
	d.broadcasts = d.rest(Admin, "/api/admin/notifications/broadcasts/").Body
	d.broadcast = d.rest(Admin, "/api/admin/notifications/broadcasts/"+s.Samples.Broadcast.String()+"/").Body
	_, d.net = d.ledger()
	return d
}

// ask runs a GraphQL query as an account of the demo or as Rosa.
func (d *scenario) ask(as, query string, variables map[string]any) Result {
	d.t.Helper()
	if as != rosa {
		return d.Execute(d.t, as, query, variables)
	}
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		d.t.Fatal(err)
	}
	res := d.Do(d.t, Request{
		Method: http.MethodPost, Path: "/graphql", Token: d.rosasToken, Body: bytes.NewReader(body),
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	a := Result{Status: res.Status, Raw: res.Body}
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		d.t.Fatal(err)
	}
	return a
}

// mutate runs a mutation that must succeed.
func (d *scenario) mutate(as, mutation, selection string, input map[string]any) Result {
	d.t.Helper()
	kind := strings.ToUpper(mutation[:1]) + mutation[1:] + "Input!"
	a := d.ask(as, fmt.Sprintf(`mutation($input: %s) { %s(input: $input) { %s } }`, kind, mutation, selection), map[string]any{"input": input})
	if len(a.Errors) > 0 {
		d.t.Fatalf("%s as %s: %s", mutation, as, a.Raw)
	}
	return a
}

func (d *scenario) register() {
	account := map[string]any{"email": rosa, "password": "a lamp at midnight"}
	d.mutate(Anonymous, "registerUser", "accepted", map[string]any{"name": "Rosa Lindqvist", "email": rosa, "password": "a lamp at midnight", "phone": "+39 0182 555 0188"})
	a := d.mutate(Anonymous, "login", "accessToken refreshToken", account)
	d.rosasToken, d.refreshToken = a.At("login", "accessToken").(string), a.At("login", "refreshToken").(string)
}

// refresh exchanges Rosa's refresh token, once she has signed in.
func (d *scenario) refresh() {
	if d.refreshToken == "" {
		return
	}
	a := d.mutate(Anonymous, "refresh", "accessToken refreshToken", map[string]any{"refreshToken": d.refreshToken})
	d.rosasToken, d.refreshToken = a.At("refresh", "accessToken").(string), a.At("refresh", "refreshToken").(string)
}

func (d *scenario) submit() {
	a := d.mutate(rosa, "submitComplaint", "complaint { id reference latitude longitude source submittedBy { name } }",
		map[string]any{"title": "A lamp is out", "description": "Since Monday.", "latitude": 44.0501, "longitude": 8.2133, "source": "APP"})
	d.complaint = a.At("submitComplaint", "complaint", "id").(string)
	if a.At("submitComplaint", "complaint", "latitude") != 44.0501 || a.At("submitComplaint", "complaint", "submittedBy", "name") != "Rosa Lindqvist" {
		d.t.Errorf("submitted: %s", a.Raw)
	}
}

func (d *scenario) assign() {
	a := d.mutate(Admin, "assignComplaint", "complaint { tasks { edges { node { id provider { id } } } } }",
		map[string]any{"id": d.complaint, "solverId": d.solver, "instructions": "Bring a ladder.", "internalNote": "She calls often."})
	d.task = a.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string)
}

func (d *scenario) onTask(as, mutation string, more map[string]any) {
	input := map[string]any{"id": d.task}
	maps.Copy(input, more)
	d.mutate(as, mutation, "task { id }", input)
}

func (d *scenario) report(mutation string, more map[string]any) {
	input := map[string]any{"id": d.task}
	maps.Copy(input, more)
	d.updates = append(d.updates, d.mutate(Solver, mutation, "update { id }", input).At(mutation, "update", "id").(string))
}

// upload uploads a file to the newest update, at its uploadUrl.
func (d *scenario) upload(name string, file io.Reader) {
	where := d.MustExecute(d.t, Solver, `query($id: ID!) { taskUpdate(id: $id) { uploadUrl } }`, map[string]any{"id": d.updates[len(d.updates)-1]}).At("taskUpdate", "uploadUrl").(string)
	body, kind := Form(name, file)
	res := d.Do(d.t, Request{Method: http.MethodPost, Path: where, As: Solver, Body: body, Header: http.Header{"Content-Type": {kind}}})
	var got struct{ Media struct{ ID string } }
	if err := json.Unmarshal([]byte(res.Body), &got); err != nil || res.Status != http.StatusCreated {
		d.t.Fatalf("upload of %s: %d %s", name, res.Status, res.Body)
	}
	d.photo = got.Media.ID
}

func (d *scenario) publish() {
	d.mutate(Admin, "setMediaVisibility", "media { visibility }", map[string]any{"id": d.photo, "visibility": "PUBLIC"})
}

func (d *scenario) pay() {
	d.settlement = d.mutate(Admin, "recordPayment", "payment { id }", map[string]any{
		"providerId": d.Samples.Provider, "amountMinor": "12050", "currency": "EUR", "method": "BANK_TRANSFER", "reference": "DAY-1",
		"paymentDate": d.Clock.Now().UTC().Format(time.DateOnly), "taskIds": []string{d.task},
	}).At("recordPayment", "payment", "id").(string)
}

func (d *scenario) reverse() {
	d.mutate(SuperAdmin, "reversePayment", "reversal { id }", map[string]any{"id": d.settlement, "reason": "Twice."})
}

// rest reads a path as an account.
func (d *scenario) rest(as, path string) Response {
	d.t.Helper()
	r := Request{Path: path, As: as}
	if as == rosa {
		r.As, r.Token = Anonymous, d.rosasToken
	}
	return d.Do(d.t, r)
}

// check compares what every account sees in both APIs with the step.
func (d *scenario) check(h step) {
	d.t.Helper()
	there := map[string]bool{
		"GET status log": h.log != "", "complaint": h.complaint != "", "complaintStatusLog": h.log != "",
		"GET updates": h.task != "", "task": h.task != "", "taskUpdateHistory": h.task != "",
		"POST media": len(d.updates) > 0, "payment": h.payments != "",
		"GET payments": true, "GET broadcasts": true, "GET broadcast": true, "auditEntries": true,
	}
	for _, as := range actors {
		want := func(what string) int {
			code := expectedStatuses[what].of(as)
			// A solver sees a complaint through the task.
			if code == 200 && (!there[what] || as == Solver && h.task == "" && strings.HasPrefix(what, "complaint")) {
				code = 404
			}
			return code
		}
		for what, path := range map[string]string{
			"GET status log": "/api/complaints/" + d.complaint + "/status-log/",
			"GET payments":   "/api/admin/service-providers/" + d.Samples.Provider.String() + "/payments/?limit=100",
			"GET broadcasts": "/api/admin/notifications/broadcasts/",
			"GET broadcast":  "/api/admin/notifications/broadcasts/" + d.Samples.Broadcast.String() + "/",
			"GET updates":    "/api/solver/tasks/" + d.task + "/updates/",
		} {
			res := d.rest(as, path)
			if res.Status != want(what) {
				d.t.Errorf("%s as %q: %d, want %d: %s", what, as, res.Status, want(what), res.Body)
			}
			if res.Status == http.StatusOK {
				d.checkREST(h, what, as, res.Body)
			}
		}
		d.checkUploads(h, as, want("POST media"))
		for root, query := range map[string]string{
			"complaint":          `query($c: ID!) { complaint(id: $c) { status submittedBy { name contact { email } } statusLog { edges { node { internalNote } } } } }`,
			"complaintStatusLog": `query($c: ID!) { complaintStatusLog(complaintId: $c) { status } }`,
			"task":               `query($t: ID!) { task(id: $t) { status } }`,
			"taskUpdateHistory":  `query($t: ID!) { taskUpdateHistory(taskId: $t) { status } }`,
			"payment":            `query($p: ID!) { payment(id: $p) { amount } }`,
			"auditEntries":       `{ auditEntries { totalCount } }`,
		} {
			vars := map[string]any{}
			for name, id := range map[string]string{"$c": d.complaint, "$t": d.task, "$p": d.settlement} {
				if strings.Contains(query, name) {
					vars[name[1:]] = id
				}
			}
			a := d.ask(as, query, vars)
			if got := codes[a.Code()]; got != want(root) || got == 200 && a.At(root) == nil {
				d.t.Errorf("%s as %q: %d, want %d: %s", root, as, got, want(root), a.Raw)
			}
			if len(a.Errors) == 0 {
				d.checkGraph(h, root, as, a)
			}
		}
		d.checkMedia(h, as)
	}
}

// checkREST compares a REST response with the step.
func (d *scenario) checkREST(h step, what, as, body string) {
	d.t.Helper()
	var got, want string
	switch what {
	case "GET status log":
		got, want = d.log(body), h.log
	case "GET updates":
		got, want = d.history(body), h.updates
	case "GET payments":
		rows, net := d.ledger()
		if want = h.payments; want == "" {
			want = "; +0.00"
		}
		got = fmt.Sprintf("%s; +%.2f", rows, float64(net-d.net)/100)
	case "GET broadcasts":
		got, want = body, d.broadcasts
	case "GET broadcast":
		got, want = body, d.broadcast
	}
	if got != want {
		d.t.Errorf("%s as %q reads\n%s, want\n%s", what, as, got, want)
	}
}

// first returns the first name of a name.
func first(name any) string {
	word, _, _ := strings.Cut(name.(string), " ")
	return word
}

func decode(t *testing.T, body string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func (d *scenario) log(body string) string {
	var rows []string
	for _, row := range decode(d.t, body)["logs"].([]any) {
		l := row.(map[string]any)
		if keys := slices.Sorted(maps.Keys(l)); !slices.Equal(keys, []string{"note", "status", "timestamp", "updated_by"}) {
			d.t.Errorf("a log row has %v", keys)
		}
		text := l["status"].(string) + " " + first(l["updated_by"])
		if l["note"] != "" {
			text += ": " + l["note"].(string)
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, " | ")
}

func (d *scenario) history(body string) string {
	all := decode(d.t, body)
	task := all["task"].(map[string]any)
	if task["complaint_id"] != d.complaint || task["title"] != "A lamp is out" {
		d.t.Errorf("the task is %v", task)
	}
	var rows []string
	for _, row := range all["updates"].([]any) {
		u := row.(map[string]any)
		text := fmt.Sprint(u["update_type"], " ", u["percentage_completed"], " ", u["status"], " ")
		for _, m := range u["media"].([]any) {
			text += m.(map[string]any)["media_type"].(string)
		}
		review, reviewed := u["review"].(map[string]any)
		if reviewed != (u["status"] != "submitted") || reviewed && first(review["reviewed_by"]) != "Kenji" {
			d.t.Errorf("an update that is %v has the review %v", u["status"], review)
		}
		rows = append(rows, text)
	}
	return task["status"].(string) + ": " + strings.Join(rows, ", ")
}

// ledger returns the payments of the scenario and the net of the provider in cents.
func (d *scenario) ledger() (rows string, net int64) {
	all := decode(d.t, d.rest(Admin, "/api/admin/service-providers/"+d.Samples.Provider.String()+"/payments/?limit=100").Body)
	var of []string
	for _, row := range all["payments"].([]any) {
		p := row.(map[string]any)
		if p["payment_reference"] != "DAY-1" {
			continue
		}
		text := fmt.Sprintf("%v %v %.2f", p["type"], p["status"], p["amount"])
		if tasks := p["task_ids"].([]any); len(tasks) == 1 && tasks[0] == d.task {
			text += " for the task"
		}
		of = append(of, text)
	}
	for _, row := range all["summary"].(map[string]any)["totals"].([]any) {
		if total := row.(map[string]any); total["currency"] == "EUR" {
			net = int64(total["net"].(float64)*100 + 0.5)
		}
	}
	return strings.Join(of, ", "), net
}

// checkUploads requests path 6 with a form that lacks its file, so that nothing is written: an open
// update reports that, a locked one that it is locked.
func (d *scenario) checkUploads(h step, as string, want int) {
	d.t.Helper()
	ids := d.updates
	if len(ids) == 0 {
		ids = []string{domain.NewID(domain.KindTaskUpdate).String()}
	}
	var got []string
	for _, id := range ids {
		r := Request{
			Method: http.MethodPost, Path: "/api/solver/tasks/update/" + id + "/media/", As: as, Body: strings.NewReader("--x--\r\n"),
			Header: http.Header{"Content-Type": {"multipart/form-data; boundary=x"}},
		}
		if as == rosa {
			r.As, r.Token = Anonymous, d.rosasToken
		}
		res := d.Do(d.t, r)
		switch code := decode(d.t, res.Body)["code"]; {
		case want != 200 && res.Status != want:
			d.t.Errorf("POST media as %q: %d, want %d: %s", as, res.Status, want, res.Body)
		case res.Status == http.StatusBadRequest:
			got = append(got, "open")
		case code == "update_locked":
			got = append(got, "locked")
		}
	}
	if text := strings.Join(got, " "); want == 200 && text != h.uploads {
		d.t.Errorf("updates take files: %s, want %s", text, h.uploads)
	}
}

// checkGraph compares a GraphQL response with the step.
func (d *scenario) checkGraph(h step, root, as string, a Result) {
	d.t.Helper()
	admin := as == Admin || as == SuperAdmin
	switch root {
	case "complaint":
		if got := a.At("complaint", "status"); got != h.complaint {
			d.t.Errorf("as %q the complaint is %v, want %s", as, got, h.complaint)
		}
		if got := a.At("complaint", "submittedBy", "name"); got != "Rosa Lindqvist" {
			d.t.Errorf("as %q it was submitted by %v", as, got)
		}
		// The reporter's e-mail address is hidden from solvers, an internal note from all but administrators.
		if knows := strings.Contains(a.Raw, rosa); knows != (admin || as == rosa) {
			d.t.Errorf("as %q the address is seen: %v", as, knows)
		}
		if strings.Contains(a.Raw, "She calls often.") != (admin && h.task != "") {
			d.t.Errorf("as %q: %s", as, a.Raw)
		}
	case "complaintStatusLog":
		if rows := len(a.At(root).([]any)); rows != strings.Count(h.log, "|")+1 {
			d.t.Errorf("as %q the log has %d rows", as, rows)
		}
	case "task":
		if got := a.At("task", "status"); got != h.task {
			d.t.Errorf("as %q the task is %v, want %s", as, got, h.task)
		}
	case "taskUpdateHistory":
		if rows := len(a.At(root).([]any)); rows != len(d.updates) {
			d.t.Errorf("as %q there are %d updates", as, rows)
		}
	case "payment":
		if got := a.At("payment", "amount"); got != "120.50" {
			d.t.Errorf("as %q it was %v", as, got)
		}
	}
}

// checkMedia downloads the newest file with a token instead of a signed link.
func (d *scenario) checkMedia(h step, as string) {
	d.t.Helper()
	if d.photo == "" {
		return
	}
	res := d.rest(as, "/media/"+d.photo)
	may := as == Solver || as == Admin || as == SuperAdmin || as == rosa && h.public > 0
	if (res.Status == http.StatusOK) != may {
		d.t.Errorf("the file as %q: %d", as, res.Status)
	}
}
