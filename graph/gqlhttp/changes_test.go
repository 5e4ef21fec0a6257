package gqlhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/event"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
)

const (
	complaintChanges = `subscription($where: ComplaintWhereInput, $after: EventID) { complaintChanged(where: $where, after: $after) {
		eventId changes { complaintId changed version matches actor { name } complaint { title status category { name } } } } }`
	taskChanges = `subscription($where: TaskWhereInput, $after: EventID) { taskChanged(where: $where, after: $after) {
		eventId changes { taskId changed version matches actor { name } task { status } } } }`
)

// changesIn returns the changes of a message as lines, with names for ids.
func changesIn(m message, field string, names map[string]string) (lines []string) {
	all, _ := m.at(field, "changes").([]any)
	for _, one := range all {
		c := one.(map[string]any)
		id, _ := c["complaintId"].(string)
		if field == "taskChanged" {
			id, _ = c["taskId"].(string)
		}
		var parts []string
		for _, p := range c["changed"].([]any) {
			parts = append(parts, p.(string))
		}
		line := names[id] + " " + strings.Join(parts, ",")
		if c["matches"] == false {
			line += " left"
		}
		lines = append(lines, line)
	}
	return lines
}

// changesUntil reads the changes of a stream up to one that all of the test's streams are told, as lines.
func changesUntil(t testing.TB, f *stream, field string, names map[string]string, last string) (lines []string) {
	t.Helper()
	for {
		for _, line := range changesIn(f.next(), field, names) {
			if line == last {
				return lines
			}
			lines = append(lines, line)
		}
	}
}

// joined returns lines of changes with those of one row next to each other joined, since a message may hold several.
func joined(lines []string) map[string][]string {
	parts := map[string][]string{}
	for _, line := range lines {
		id, what, _ := strings.Cut(line, " ")
		for p := range strings.SplitSeq(strings.TrimSuffix(what, " left"), ",") {
			if !slices.Contains(parts[id], p) {
				parts[id] = append(parts[id], p)
			}
		}
	}
	for id := range parts {
		slices.Sort(parts[id])
	}
	return parts
}

// TestChangesAreTold: each of those who may see a complaint is told what changes in it and on its page, and
// nothing of what they do not see: reporters of no internal comment, file or task, solvers of nothing in the
// tasks of others.
func TestChangesAreTold(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		type in = map[string]any
		act := func(as, mutation string, input in) {
			t.Helper()
			kind := strings.ToUpper(mutation[:1]) + mutation[1:] + "Input!"
			s.MustExecute(t, as, fmt.Sprintf(`mutation($i: %s) { %s(input: $i) { __typename } }`, kind, mutation), in{"i": input})
		}
		mine, theirs, first := submit(t, s, User, "mine"), submit(t, s, User2, "theirs"), submit(t, s, User, "first")
		names := map[string]string{mine: "mine", theirs: "theirs", first: "first"}
		old := assign(t, s, mine, Solver2) // who loses it before the streams begin
		act(Admin, "reassignTask", in{"id": old, "solverId": idOf(t, s, Solver), "reasonCode": "nearer"})
		a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { tasks(last: 1) { edges { node { id } } } } }`, in{"id": mine})
		task := a.At("complaint", "tasks", "edges", 0, "node", "id").(string)
		names[old], names[task] = "old", "task"
		categories := s.MustExecute(t, Admin, `{ categories(first: 1) { edges { node { id } } } }`, nil)

		streams, tasks := map[string]*stream{}, map[string]*stream{}
		for _, who := range []string{User, User2, Solver, Solver2, Admin} {
			streams[who] = openStream(t, s, s.Token(t, who), complaintChanges, in{"where": in{"statusIn": []string{"ASSIGNED", "SUBMITTED", "CLOSED"}}})
		}
		for _, who := range []string{Solver, Solver2, Provider, Admin} {
			tasks[who] = openStream(t, s, s.Token(t, who), taskChanges, nil)
		}
		reviews := openStream(t, s, s.Token(t, Admin), complaintChanges, in{"where": in{"toReview": true}})
		for who, query := range map[string]string{Provider: complaintChanges, User: taskChanges} {
			if m := openStream(t, s, s.Token(t, who), query, nil).readWithin(20 * time.Second); m.code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %+v", who, m)
			}
		}
		act(Admin, "triageComplaint", in{"id": mine, "priority": "URGENT", "categoryId": categories.At("categories", "edges", 0, "node", "id"), "dueAt": "2030-01-01T00:00:00Z"})
		act(Admin, "updateComplaint", in{"id": mine, "title": "mine, corrected"})
		act(Admin, "claimComplaint", in{"id": mine})
		act(Admin, "claimComplaint", in{"id": theirs}) // of which nobody else may learn
		act(Admin, "commentOnComplaint", in{"complaintId": theirs, "text": "Between us.", "visibility": "INTERNAL"})
		act(User, "commentOnComplaint", in{"complaintId": mine, "text": "Hello?"})
		act(Solver, "acceptTask", in{"id": task})
		act(Solver, "startTask", in{"id": task})
		act(Solver, "postTaskUpdate", in{"id": task, "remarks": "half"})
		uploadPhoto(t, s, Admin, theirs, 1) // internal, as all files of complaints at first
		uploadPhoto(t, s, User, mine, 2)
		act(Admin, "setMediaVisibility", in{"id": uploadPhoto(t, s, Admin, first, 3), "visibility": "PUBLIC"})
		act(Admin, "mergeComplaint", in{"id": first, "intoId": mine, "reasonCode": "same"})
		act(Solver, "submitCompletion", in{"id": task, "remarks": "done"})
		waits := func(want bool) { // whether it is in the list of what waits for review
			t.Helper()
			for {
				all, _ := reviews.next().at("complaintChanged", "changes").([]any)
				for _, c := range all {
					if c := c.(map[string]any); c["complaintId"] == mine && c["matches"] == want {
						return
					}
				}
			}
		}
		waits(true)
		act(Admin, "reviewCompletion", in{"id": task, "approved": false, "note": "Not yet."})
		waits(false)
		for _, who := range []string{User, User2, Solver, Solver2} { // what ends each stream of the test
			reporter := User
			if who == User2 {
				reporter = User2
			}
			id := submit(t, s, reporter, "last")
			names[id] = "last-" + who
			if who == Solver || who == Solver2 {
				names[assign(t, s, id, who)] = "last-" + who
			}
		}
		row := []string{"CATEGORY", "COMMENTS", "DUE_AT", "MEDIA", "PRIORITY", "STATUS", "TITLE"}
		everything := slices.Sorted(slices.Values(append([]string{"DUPLICATES", "HANDLER", "TASKS"}, row...)))
		for who, want := range map[string]map[string][]string{
			User:    {"mine": row, "first": {"DUPLICATE_OF", "MEDIA", "STATUS"}},
			User2:   {},
			Solver:  {"mine": row},
			Solver2: {"mine": row},
			Admin:   {"mine": everything, "theirs": {"COMMENTS", "HANDLER", "MEDIA"}, "first": {"DUPLICATE_OF", "MEDIA", "STATUS"}},
		} {
			end := "last-" + who + " CREATED"
			switch who {
			case Admin:
				end = "last-" + User + " CREATED"
			case Solver, Solver2: // who see it once it is theirs
				end = "last-" + who
			}
			got := map[string][]string{}
			if strings.HasSuffix(end, "CREATED") {
				got = joined(changesUntil(t, streams[who], "complaintChanged", names, end))
			} else {
				for len(got[end]) == 0 {
					for id, parts := range joined(changesIn(streams[who].next(), "complaintChanged", names)) {
						got[id] = slices.Compact(slices.Sorted(slices.Values(append(got[id], parts...))))
					}
				}
				delete(got, end)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s is told %v, want %v", who, got, want)
			}
		}
		for who, want := range map[string]string{Solver: "map[task:[REVIEWS STATUS UPDATES]]", Solver2: "map[]", Admin: "map[task:[REVIEWS STATUS UPDATES]]"} {
			f := tasks[who]
			end := "last-" + who
			if who == Admin {
				end = "last-" + Solver
			}
			if got := fmt.Sprint(joined(changesUntil(t, f, "taskChanged", names, end+" CREATED"))); got != want {
				t.Errorf("%s is told of tasks %s, want %s", who, got, want)
			}
		}
	})
}

// uploadPhoto adds a picture to a complaint and returns the id of the file.
func uploadPhoto(t testing.TB, s *Server, as, complaint string, n int) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 8, 8))
	img.Pix[0] = byte(n)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("media", "lamp.png")
	if err == nil {
		err = errors.Join(png.Encode(part, img), form.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	path := s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { uploadUrl } }`, map[string]any{"id": complaint}).At("complaint", "uploadUrl").(string)
	res := s.Do(t, Request{Method: http.MethodPost, Path: path, As: as, Body: &body, Header: http.Header{"Content-Type": {form.FormDataContentType()}}})
	var stored struct{ Media struct{ ID string } }
	if err := json.Unmarshal([]byte(res.Body), &stored); err != nil || stored.Media.ID == "" {
		t.Fatal(res.Status, res.Body)
	}
	return stored.Media.ID
}

// TestChangesResume: a message says who changed what to which version, and whether the row is still in the list; a
// stream that begins again after an event is told the rest once, and all of it in one message.
func TestChangesResume(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		type in = map[string]any
		var ids []string
		for i := range 60 {
			ids = append(ids, submit(t, s, User, fmt.Sprint(i)))
		}
		where := in{"where": in{"status": "SUBMITTED"}}
		f := openStream(t, s, s.Token(t, Admin), complaintChanges, where)
		s.MustExecute(t, SuperAdmin, `mutation($id: ID!) { triageComplaint(input: {id: $id, priority: HIGH}) { complaint { id } } }`, in{"id": ids[0]})
		m := f.next()
		got := fmt.Sprint(m.at("complaintChanged", "changes"))
		name := s.MustExecute(t, SuperAdmin, `{ viewer { name } }`, nil).At("viewer", "name")
		want := fmt.Sprintf("[map[actor:map[name:%s] changed:[PRIORITY] complaint:map[category:<nil> status:SUBMITTED title:0] complaintId:%s matches:true version:2]]", name, ids[0])
		if got != want || m.ID != m.at("complaintChanged", "eventId") {
			t.Errorf("%s\nwant %s", got, want)
		}
		f.close()
		watch := openStream(t, s, s.Token(t, SuperAdmin), complaintChanges, nil)
		items := make([]in, 59)
		for i, id := range ids[1:] {
			items[i] = in{"id": id}
		}
		s.MustExecute(t, Admin, `mutation($i: [ComplaintItem!]!) { rejectComplaints(input: {items: $i, publicNote: "No.", reasonCode: "not_ours"}) { results { error { code } } } }`, in{"i": items})
		for told := 0; told < 59; { // until all of it has a position
			told += len(watch.next().at("complaintChanged", "changes").([]any))
		}
		for _, header := range [][]string{{"Last-Event-ID", m.ID}, nil} {
			variables := in{"where": where["where"]}
			if header == nil {
				variables["after"] = m.ID
			}
			f := openStream(t, s, s.Token(t, Admin), complaintChanges, variables, header...)
			all, _ := f.next().at("complaintChanged", "changes").([]any)
			if len(all) != 59 {
				t.Fatalf("%d changes in a message", len(all))
			}
			for i, c := range all {
				c := c.(map[string]any)
				if c["complaintId"] != ids[i+1] || c["matches"] != false || c["version"] != 2.0 || fmt.Sprint(c["changed"]) != "[STATUS]" {
					t.Errorf("%d: %v", i, c)
				}
			}
			f.close()
		}
		// What was deleted can't be resumed after; a filter is refused as by the list.
		if m := openStream(t, s, s.Token(t, Admin), complaintChanges, in{"after": "e1zzzzz"}).readWithin(20 * time.Second); m.code() != "VALIDATION_ERROR" {
			t.Errorf("%+v", m)
		}
		for code, variables := range map[string]in{"PERMISSION_DENIED": {"where": in{"flagged": true}}, "VALIDATION_ERROR": {"where": in{"or": []in{{}}}}} {
			if m := openStream(t, s, s.Token(t, User), complaintChanges, variables).readWithin(20 * time.Second); m.code() != code {
				t.Errorf("%+v, want %s", m, code)
			}
		}
		if n := s.Store.Client().Event.Query().Where(event.KindEQ(domain.EventComplaintChange), event.SubjectID(uuid.MustParse(ids[0]))).CountX(System()); n != 2 {
			t.Errorf("%d events of one complaint, want that of its submission and that of its triage", n)
		}
	})
}

// TestImportsEndStreams: the rows of an import have no events, and so it ends the streams of administrators, after what came
// before it; who subscribes anew is told what comes after it. A trial run, and an import of nothing, end none.
func TestImportsEndStreams(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		type in = map[string]any
		importing := func(rows string, dryRun bool) {
			t.Helper()
			importer := &csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: s.Clock.Now}
			if _, err := importer.Complaints(System(), strings.NewReader("external_ref,title\n"+rows), io.Discard, csvimport.Options{DryRun: dryRun, Columns: map[string]string{"external_ref": "external_ref", "title": "title"}}); err != nil {
				t.Fatal(err)
			}
		}
		mine := submit(t, s, User, "mine")
		names := map[string]string{mine: "mine"}
		triage := func(priority string) {
			t.Helper()
			s.MustExecute(t, SuperAdmin, `mutation($i: TriageComplaintInput!) { triageComplaint(input: $i) { complaint { id } } }`, in{"i": in{"id": mine, "priority": priority}})
		}
		admin, tasks, user := openStream(t, s, s.Token(t, Admin), complaintChanges, nil), openStream(t, s, s.Token(t, Admin), taskChanges, nil), openStream(t, s, s.Token(t, User), complaintChanges, nil)
		importing("trial-1,A hole\n", true)
		triage("HIGH")
		first := admin.next()
		if got := changesIn(first, "complaintChanged", names); !slices.Equal(got, []string{"mine PRIORITY"}) {
			t.Errorf("%q", got)
		}
		importing("old-1,A hole\nold-2,A lamp\n", false)
		for name, f := range map[string]*stream{"complaints": admin, "tasks": tasks} {
			if m := f.readWithin(20 * time.Second); m.code() != "VALIDATION_ERROR" || !strings.Contains(fmt.Sprint(m), "gone") {
				t.Errorf("%s: %+v", name, m)
			}
		}
		resumed := openStream(t, s, s.Token(t, Admin), complaintChanges, in{"after": first.ID})
		if m := resumed.readWithin(20 * time.Second); m.code() != "VALIDATION_ERROR" {
			t.Errorf("resumed before the import: %+v", m)
		}
		anew := openStream(t, s, s.Token(t, Admin), complaintChanges, nil)
		triage("LOW")
		for name, f := range map[string]*stream{"who subscribes anew": anew, "somebody who reports": user} {
			if got := changesUntil(t, f, "complaintChanged", names, "mine PRIORITY"); len(got) > 1 {
				t.Errorf("%s: %q", name, got)
			}
		}
	})
}

// TestStatementsOfManyStreams: the hub reads events once for all streams, and a stream reads the rows of a message
// together: as many statements for many changes as for one.
func TestStatementsOfManyStreams(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		ctx, counter := store.CountStatements(context.Background())
		door := httptest.NewUnstartedServer(s.Service.Handler) // a door to the same service, whose statements are counted
		door.Config.BaseContext = func(net.Listener) context.Context { return ctx }
		door.Start()
		t.Cleanup(door.Close)
		var streams []*stream
		for _, who := range []string{Admin, SuperAdmin} {
			for range 50 {
				streams = append(streams, openStream(t, &Server{URL: door.URL}, s.Token(t, who), complaintChanges, map[string]any{"where": map[string]any{"status": "SUBMITTED"}}))
			}
		}
		t.Cleanup(func() { // before the door waits for them
			for _, f := range streams {
				f.close()
			}
		})
		opened := counter.N()
		const changes = 30
		for i := range changes {
			submit(t, s, User, fmt.Sprint(i))
		}
		var messages int64
		for _, f := range streams {
			for n := 0; n < changes; messages++ {
				n += len(f.next().at("complaintChanged", "changes").([]any))
			}
		}
		const each = 3 // the complaints with their categories, which of them match, who did it
		if n := counter.N() - opened; n > each*messages {
			t.Errorf("%d statements for %d messages", n, messages)
		}
		t.Logf("%d statements opened %d streams, %d sent them %d messages with %d changes each", opened, len(streams), counter.N()-opened, messages, changes)
	})
}
