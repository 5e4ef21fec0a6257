package graph_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/idempotencykey"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/jobs"
	. "github.com/redress/redress/internal/testenv"
)

// signature is what differs in a link each time.
var signature = regexp.MustCompile(`\?signature=[^"]*`)

// tableContents returns a digest of each table except those that every request may write to.
func tableContents(t *testing.T, s *Server) map[string]string {
	t.Helper()
	list := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	if s.Dialect == "postgres" {
		list = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`
	}
	rows, err := s.Store.DB().QueryContext(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if name != "login_attempts" {
			tables = append(tables, name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(tables) < 20 {
		t.Fatalf("only %d tables were found", len(tables))
	}
	out := map[string]string{}
	for _, name := range tables {
		out[name] = tableContent(t, s, name)
	}
	return out
}

func tableContent(t *testing.T, s *Server, table string) string {
	t.Helper()
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
	var all []string
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%v", values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
	return fmt.Sprintf("%d rows, %s", len(all), hex.EncodeToString(sum[:8]))
}

// changedTables returns the names of the tables that changed.
func changedTables(before, after map[string]string) (names []string) {
	for name, was := range before {
		if after[name] != was {
			names = append(names, name+": "+was+", now "+after[name])
		}
	}
	slices.Sort(names)
	return names
}

// creation is a mutation that makes a row: whose, what it is given, what in it may differ and
// how to show the row.
type creation struct {
	as, mutation, selection string
	input                   func(t *testing.T, s *Server) map[string]any
	other                   string // an input that can be given otherwise
	value                   any
}

func given(input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(*testing.T, *Server) map[string]any { return input }
}

// taskInputWithKey returns the input of a mutation of a task in a state.
func taskInputWithKey(state string, input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		e := newTaskFixture(t, s)
		e.advanceTo(t, state)
		input["id"] = e.task
		if _, named := input["occurredAt"]; named {
			input["occurredAt"] = e.given
		}
		if _, named := input["solverId"]; named {
			input["solverId"] = accountID(t, s, Solver2)
		}
		return input
	}
}

func creations() []creation {
	type in = map[string]any
	return []creation{
		{User, "submitComplaint", "complaint { id reference }", given(in{"title": "A lamp", "latitude": 1.5, "longitude": -3}), "title", "Two lamps"},
		{User, "commentOnComplaint", "comment { id text }", func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted), "text": "Seen."}
		}, "text", "Not seen."},
		{User, "updateComplaint", "complaint { id title version }", func(t *testing.T, s *Server) map[string]any {
			return in{"id": complaintWithStatus(t, s, domain.ComplaintSubmitted), "title": "Two lamps", "expectedVersion": 1}
		}, "title", "Three lamps"},
		{Admin, "assignComplaint", "complaint { id version }", func(t *testing.T, s *Server) map[string]any {
			return in{"id": complaintWithStatus(t, s, domain.ComplaintSubmitted), "solverId": accountID(t, s, Solver), "expectedVersion": 1}
		}, "publicNote", "Soon."},
		{Admin, "reassignTask", "task { id status }", taskInputWithKey("ACCEPTED", in{"solverId": ""}), "publicNote", "Soon."},
		{Solver, "postTaskUpdate", "update { id remarks }", taskInputWithKey("IN_PROGRESS", in{"remarks": "Half."}), "remarks", "More."},
		{Solver, "submitCompletion", "update { id remarks }", taskInputWithKey("IN_PROGRESS", in{"remarks": "All.", "clientId": uuid.NewString()}), "remarks", "Most."},
		{Solver, "submitLateEvidence", "lateEvidence { id remarks }", taskInputWithKey("CANCELLED", in{
			"type": "COMPLETION", "remarks": "All.", "clientId": uuid.NewString(), "occurredAt": nil,
		}), "remarks", "Most."},
		{Admin, "recordPayment", "payment { id amountMinor }", func(_ *testing.T, s *Server) map[string]any { return newSettlement(s, "ONCE-1") }, "amountMinor", "123457"},
		{Admin, "reversePayment", "reversal { id } settlement { id status }", func(t *testing.T, s *Server) map[string]any {
			made := mustMutate(t, s, Admin, "recordPayment", "payment { id }", newSettlement(s, "ONCE-2"))
			return in{"id": made.At("recordPayment", "payment", "id"), "reason": "Twice."}
		}, "reason", "Thrice."},
		{Admin, "createServiceProvider", "serviceProvider { id }", given(in{"name": "Once Ltd"}), "name", "Twice Ltd"},
		{Admin, "createUser", "user { id } ", given(in{"name": "Once", "email": "once@example.com"}), "email", "twice@example.com"},
		{Admin, "scheduleBroadcast", "broadcast { id title }", given(in{"title": "Once", "message": "Water off.", "targetType": "ALL"}), "title", "Twice"},
		{Admin, "sendTestBroadcast", "notification { id title }", given(in{"title": "Once", "message": "Water off."}), "title", "Twice"},
		{Admin, "createSavedView", "savedView { id name }", given(in{"list": "COMPLAINTS", "name": "Once", "sharedWith": "USER"}), "name", "Twice"},
		{Admin, "createGroup", "group { id }", given(in{"name": "Once"}), "name", "Twice"},
		{Admin, "createZone", "zone { id }", given(in{"name": "Once"}), "name", "Twice"},
		{Admin, "createCategory", "category { id }", given(in{"name": "Once"}), "name", "Twice"},
	}
}

// Under a key a mutation writes once and returns the same again; anything else under it is a
// mismatch; it is one account's own, good for a day, and not used up by what fails.
func TestIdempotencyKeys(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, as := range Everyone {
			s.Token(t, as)
		}
		for i, c := range creations() {
			t.Run(c.mutation, func(t *testing.T) {
				input := c.input(t, s)
				key := fmt.Sprintf("key-%d", i)
				with := func(name string, value any) map[string]any {
					out := map[string]any{"idempotencyKey": key}
					maps.Copy(out, input)
					out[name] = value
					return out
				}
				if a := mutate(t, s, c.as, c.mutation, c.selection, with("expectedVersion", 77)); a.Code() == "" {
					t.Fatalf("what should fail is taken: %s", a.Raw) // an unknown input, or a version nobody has seen
				}
				first := mustMutate(t, s, c.as, c.mutation, c.selection, with("idempotencyKey", key))
				after := tableContents(t, s)
				for range 3 {
					again := mutate(t, s, c.as, c.mutation, c.selection, with("idempotencyKey", key))
					if again.Raw != first.Raw {
						t.Errorf("again: %s, first %s", again.Raw, first.Raw)
					}
				}
				mismatch := mutate(t, s, c.as, c.mutation, c.selection, with(c.other, c.value))
				if mismatch.Code() != "IDEMPOTENCY_MISMATCH" || invalidFields(mismatch) != "idempotencyKey" {
					t.Errorf("another body: %s", mismatch.Raw)
				}
				if d := changedTables(after, tableContents(t, s)); d != nil {
					t.Errorf("repeating wrote something: %v", d)
				}
				for _, bad := range []string{"", " ", "a b", "schlüssel", "tab\t", strings.Repeat("k", 256)} {
					if a := mutate(t, s, c.as, c.mutation, c.selection, with("idempotencyKey", bad)); a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "idempotencyKey" {
						t.Errorf("the key %q: %s", bad, a.Raw)
					}
				}
			})
		}
		// The same key for another operation; another account's same key.
		if a := mutate(t, s, User, "submitComplaint", "complaint { id }", map[string]any{"title": "x", "idempotencyKey": "key-1"}); a.Code() != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another operation: %s", a.Raw)
		}
		mustMutate(t, s, User2, "submitComplaint", "complaint { id }", map[string]any{"title": "x", "idempotencyKey": "key-0"})

		// A day later the key is new, whether swept or not.
		asked := map[string]any{"title": "Tomorrow", "idempotencyKey": "day"}
		first := mustMutate(t, s, User, "submitComplaint", "complaint { id }", asked)
		s.Clock.Advance(24*time.Hour - time.Minute)
		if again := mustMutate(t, s, User, "submitComplaint", "complaint { id }", asked); again.Raw != first.Raw {
			t.Errorf("within the day: %s, first %s", again.Raw, first.Raw)
		}
		s.Clock.Advance(2 * time.Minute)
		second := mustMutate(t, s, User, "submitComplaint", "complaint { id }", asked)
		if second.Raw == first.Raw {
			t.Error("after a day the key is not new")
		}
		if again := mustMutate(t, s, User, "submitComplaint", "complaint { id }", asked); again.Raw != second.Raw {
			t.Errorf("the new day's: %s, first %s", again.Raw, second.Raw)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		go (*jobs.Log)(nil).Run(ctx, s.Service.Desk.Jobs()...)
		keys := s.Store.Client().IdempotencyKey
		for keys.Query().Where(idempotencykey.ExpiresAtLTE(s.Clock.Now())).CountX(System()) > 0 {
			if ctx.Err() != nil {
				t.Fatal("old keys are not swept")
			}
			time.Sleep(10 * time.Millisecond)
		}
		if n := keys.Query().CountX(System()); n != 1 {
			t.Errorf("%d keys are left, want the one that is in use", n)
		}
	})
}

// The row may have moved on, and the verb may be refused by now: the answer stands. The right
// to it is asked anew.
func TestIdempotencyKeyOutlivesTheState(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		report := map[string]any{"id": e.task, "remarks": "Half.", "idempotencyKey": "r"}
		posted := mustMutate(t, s, Solver, "postTaskUpdate", "update { id }", report)
		if a := mutate(t, s, Solver2, "postTaskUpdate", "update { id }", report); a.Code() != "NOT_FOUND" {
			t.Errorf("somebody else: %s", a.Raw)
		}
		e.mustDo(t, Admin, "cancelTask", nil)
		if again := mustMutate(t, s, Solver, "postTaskUpdate", "update { id }", report); again.Raw != posted.Raw {
			t.Errorf("after the task was cancelled: %s", again.Raw)
		}

		assign := map[string]any{"id": e.complaint, "solverId": accountID(t, s, Solver2), "idempotencyKey": "a"}
		mustMutate(t, s, Admin, "assignComplaint", "complaint { id }", assign)
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": e.complaint, "reasonCode": "x", "publicNote": "x"})
		if again := mustMutate(t, s, Admin, "assignComplaint", "complaint { id status }", assign); again.At("assignComplaint", "complaint", "status") != "REJECTED" {
			t.Errorf("after the rejection: %s", again.Raw)
		}

		// An account's password is the same once more while it is in force, and stored nowhere.
		invite := map[string]any{"name": "New", "email": "new@example.com", "role": "SOLVER", "idempotencyKey": "i"}
		made := mustMutate(t, s, SuperAdmin, "createUser", "user { id } password", invite)
		if made.At("createUser", "password") == nil {
			t.Errorf("no password: %s", made.Raw)
		}
		again := mustMutate(t, s, SuperAdmin, "createUser", "user { id } password", invite)
		if again.Raw != made.Raw {
			t.Errorf("again: %s, first %s", again.Raw, made.Raw)
		}
		mustMutate(t, s, SuperAdmin, "resetUserPassword", "password", map[string]any{"id": made.At("createUser", "user", "id")})
		again = mustMutate(t, s, SuperAdmin, "createUser", "user { id } password", invite)
		if again.At("createUser", "user", "id") != made.At("createUser", "user", "id") || again.At("createUser", "password") != nil {
			t.Errorf("after it was reset: %s, first %s", again.Raw, made.Raw)
		}

		zone := map[string]any{"name": "Mine", "idempotencyKey": "z"}
		mustMutate(t, s, Admin, "createZone", "zone { id }", zone)
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": accountUUID(t, s, Admin), "role": "USER"})
		demoted := time.Now().Add(5 * time.Second)
		for mutate(t, s, Admin, "createZone", "zone { id }", zone).Code() != "PERMISSION_DENIED" {
			if time.Now().After(demoted) {
				t.Fatal("a demoted account is answered")
			}
		}
	})
}

// A hundred at once are one row and a hundred times the same answer, also as a file.
func TestHundredRepeatsAtOnce(t *testing.T) {
	const clients = 100
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		upload := mustMutate(t, s, Solver, "postTaskUpdate", "update { uploadUrl }", map[string]any{"id": e.task}).At("postTaskUpdate", "update", "uploadUrl").(string)
		body, kind := photo(t, 3)
		for name, ask := range map[string]func() string{
			"a mutation": func() string {
				return mutate(t, s, User, "submitComplaint", "complaint { id reference }", map[string]any{"title": "Hundred", "idempotencyKey": "100"}).Raw
			},
			"an update": func() string {
				return mutate(t, s, Solver, "postTaskUpdate", "update { id }", map[string]any{"id": e.task, "remarks": "Hundred", "idempotencyKey": "100"}).Raw
			},
			"a file": func() string {
				for {
					res := s.Do(t, Request{Method: http.MethodPost, Path: upload, As: Solver, Body: bytes.NewReader(body), Header: http.Header{
						"Content-Type": {kind}, "Idempotency-Key": {"file"},
					}})
					if res.Status == http.StatusServiceUnavailable && res.Header.Get("Retry-After") != "" { // too many at once
						time.Sleep(20 * time.Millisecond)
						continue
					}
					return fmt.Sprint(res.Status, " ", signature.ReplaceAllString(res.Body, ""))
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				before := countAuditEntries(t, s)
				var mu sync.Mutex
				responses := map[string]int{}
				var all sync.WaitGroup
				for range clients {
					all.Go(func() {
						a := ask()
						mu.Lock()
						responses[a]++
						mu.Unlock()
					})
				}
				all.Wait()
				if len(responses) != 1 {
					t.Errorf("%s: %d different responses: %v", name, len(responses), responses)
				}
				// A report moves its task's version too, which is an entry of its own.
				want := map[string]int{"a mutation": 1, "an update": 2, "a file": 1}[name]
				if n := countAuditEntries(t, s) - before; n != want {
					t.Errorf("%s: %d entries of the audit, want %d", name, n, want)
				}
			})
		}
	})
}

// Every mutation that makes something takes a key, and no other does.
func TestWhatMakesSomethingTakesAKey(t *testing.T) {
	made := map[string]bool{"uploadTaskUpdateMedia": true, "uploadComplaintMedia": true, "uploadCommentMedia": true, "uploadLateEvidenceMedia": true}
	for _, c := range creations() {
		made[c.mutation] = true
	}
	for _, f := range schema().Mutation.Fields {
		arg := f.Arguments.ForName("input")
		if arg == nil {
			continue
		}
		takes := schema().Types[arg.Type.Name()].Fields.ForName("idempotencyKey") != nil
		if takes != made[f.Name] {
			t.Errorf("%s takes a key: %v, but in the table of what makes something: %v", f.Name, takes, made[f.Name])
		}
		if strings.HasPrefix(f.Name, "create") && !takes {
			t.Errorf("%s makes something and takes no key", f.Name)
		}
	}
}
