package graph_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	. "github.com/redress/redress/internal/testenv"
)

// taskFixture is a complaint of user@ with a task of solver@, whose status a test changes.
type taskFixture struct {
	*Server
	complaint, task string
	given           time.Time // when the task was assigned
}

// taskVerb is a mutation on tasks: its input, who may use it, and in which states (docs/product.md,
// Tasks).
type taskVerb struct {
	action, mutation, answer string
	input                    map[string]any
	solver                   bool // else administrators
	from                     []string
	held                     bool // also while the complaint is on hold, from any state
}

var taskVerbs = []taskVerb{
	{"ACCEPT", "acceptTask", "task { id }", nil, true, []string{"ASSIGNED"}, false},
	{"DECLINE", "declineTask", "task { id }", map[string]any{"reasonCode": "too_far"}, true, []string{"ASSIGNED"}, false},
	{"START", "startTask", "task { id }", nil, true, []string{"ACCEPTED"}, false},
	{"RETURN", "returnTask", "task { id }", map[string]any{"reasonCode": "no_access"}, true, []string{"ACCEPTED", "IN_PROGRESS"}, false},
	{"POST_UPDATE", "postTaskUpdate", "update { id uploadUrl }", nil, true, []string{"IN_PROGRESS"}, false},
	{"SUBMIT_COMPLETION", "submitCompletion", "update { id uploadUrl }", nil, true, []string{"IN_PROGRESS"}, false},
	{"SUBMIT_LATE_EVIDENCE", "submitLateEvidence", "lateEvidence { id uploadUrl }", map[string]any{
		"type": "PROGRESS",
	}, true, []string{"COMPLETED", "DECLINED", "RETURNED", "CANCELLED"}, true},
	{"REVIEW_COMPLETION", "reviewCompletion", "task { id }", map[string]any{"approved": false, "note": "Once more."}, false, []string{"COMPLETION_SUBMITTED"}, false},
	{"REASSIGN", "reassignTask", "task { id previous { id } }", nil, false, []string{"ASSIGNED", "ACCEPTED", "IN_PROGRESS", "COMPLETION_SUBMITTED"}, false},
	{"CANCEL", "cancelTask", "task { id }", map[string]any{"reasonCode": "not_needed"}, false, []string{"ASSIGNED", "ACCEPTED", "IN_PROGRESS", "COMPLETION_SUBMITTED"}, false},
}

// accountID returns the id of a demo account.
func accountID(t *testing.T, s *Server, email string) string {
	t.Helper()
	return s.MustExecute(t, email, `{ viewer { id } }`, nil).At("viewer", "id").(string)
}

// newTaskFixture submits a complaint and assigns it.
func newTaskFixture(t *testing.T, s *Server) *taskFixture {
	t.Helper()
	made := s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp is out"}) { complaint { id } } }`, nil)
	e := &taskFixture{Server: s, complaint: made.At("submitComplaint", "complaint", "id").(string)}
	e.assign(t)
	return e
}

func (e *taskFixture) assign(t *testing.T) {
	t.Helper()
	assigned := e.MustExecute(t, Admin, `mutation($id: ID!, $solver: ID!) {
		assignComplaint(input: {id: $id, solverId: $solver, instructions: "Bring a ladder."}) {
			complaint { tasks(last: 1) { edges { node { id } } } } } }`,
		map[string]any{"id": e.complaint, "solver": accountID(t, e.Server, Solver)})
	e.task, e.given = assigned.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string), e.Clock.Now()
}

// attempt sends a mutation with its usual input, with some fields overridden.
func (e *taskFixture) attempt(t *testing.T, as, mutation string, otherwise map[string]any) Result {
	t.Helper()
	for _, v := range taskVerbs {
		if v.mutation != mutation {
			continue
		}
		input := map[string]any{"id": e.task}
		if mutation == "reassignTask" {
			input["solverId"] = accountID(t, e.Server, Solver2)
		}
		for _, more := range []map[string]any{v.input, otherwise} {
			maps.Copy(input, more)
		}
		if mutation == "submitLateEvidence" && otherwise["clientId"] == nil {
			input["clientId"] = uuid.NewString() // a solver's, whichever task it is of
		}
		if mutation == "submitLateEvidence" && otherwise["occurredAt"] == nil {
			input["occurredAt"] = e.given.UTC().Format(time.RFC3339Nano)
		}
		kind := string(mutation[0]-'a'+'A') + mutation[1:] + "Input!"
		return e.Execute(t, as, fmt.Sprintf(`mutation($input: %s) { %s(input: $input) { %s } }`, kind, mutation, v.answer),
			map[string]any{"input": input})
	}
	t.Fatal(mutation)
	return Result{}
}

// mustDo is attempt for a mutation that must succeed.
func (e *taskFixture) mustDo(t *testing.T, as, mutation string, otherwise map[string]any) Result {
	t.Helper()
	a := e.attempt(t, as, mutation, otherwise)
	if len(a.Errors) > 0 {
		t.Fatalf("%s as %s: %s", mutation, as, a.Raw)
	}
	return a
}

// advanceTo brings a new task to a state.
func (e *taskFixture) advanceTo(t *testing.T, state string) {
	t.Helper()
	steps := map[string][]string{
		"ASSIGNED": {}, "ACCEPTED": {"acceptTask"}, "IN_PROGRESS": {"acceptTask", "startTask"},
		"COMPLETION_SUBMITTED": {"acceptTask", "startTask", "submitCompletion"},
		"COMPLETED":            {"acceptTask", "startTask", "submitCompletion", "reviewCompletion"},
		"DECLINED":             {"declineTask"}, "RETURNED": {"acceptTask", "returnTask"}, "CANCELLED": {"cancelTask"},
	}
	for _, step := range steps[state] {
		switch step {
		case "submitCompletion":
			made := e.mustDo(t, Solver, step, nil)
			e.attach(t, Solver, made.At(step, "update", "uploadUrl").(string), 7, http.StatusCreated)
		case "reviewCompletion":
			e.mustDo(t, Admin, step, map[string]any{"approved": true})
		case "cancelTask":
			e.mustDo(t, Admin, step, nil)
		default:
			e.mustDo(t, Solver, step, nil)
		}
	}
}

func (e *taskFixture) hold(t *testing.T) {
	t.Helper()
	e.MustExecute(t, Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "parts"}) { complaint { id } } }`,
		map[string]any{"id": e.complaint})
}

// attach uploads a picture that is unique for the number, and returns the response.
func (e *taskFixture) attach(t *testing.T, as, path string, n, want int) string {
	t.Helper()
	body, kind := photo(t, n)
	res := e.Do(t, Request{
		Method: http.MethodPost, Path: path, As: as, Body: bytes.NewReader(body), Header: http.Header{"Content-Type": {kind}},
	})
	if res.Status != want {
		t.Fatalf("upload: %d, want %d: %s", res.Status, want, res.Body)
	}
	return res.Body
}

// photo returns a form with a picture that is unique for the number, and its media type.
func photo(t *testing.T, n int) (body []byte, kind string) {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 32, 16))
	for i := range img.Pix {
		img.Pix[i] = byte(i * (n + 1))
	}
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	part, err := form.CreateFormFile("media", "after.jpg")
	if err == nil {
		err = jpeg.Encode(part, img, nil)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), form.FormDataContentType()
}

// state returns everything about the fixture that a refused mutation must not change.
func (e *taskFixture) state(t *testing.T) string {
	t.Helper()
	ctx, db := System(), e.Store.Client()
	complaintID, taskID := uuid.MustParse(e.complaint), uuid.MustParse(e.task)
	task, err := db.WorkTask.Get(ctx, taskID)
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Complaint.Get(ctx, complaintID)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(task, c, "logs", e.countLogs(t), "updates", db.TaskUpdate.Query().Where(taskupdate.TaskID(taskID)).AllX(ctx),
		"audit", db.AuditEntry.Query().Where(auditentry.SubjectIDIn(complaintID, taskID)).CountX(ctx))
}

// countLogs returns the number of rows in the complaint's status log.
func (e *taskFixture) countLogs(t *testing.T) int {
	t.Helper()
	n, err := e.Store.Client().StatusLog.Query().Where(statuslog.ComplaintID(uuid.MustParse(e.complaint))).Count(System())
	if err != nil {
		t.Fatal(err)
	}
	return n
}
