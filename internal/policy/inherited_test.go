package policy_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/entc/load"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/testenv"
)

// brief is a column that many types have, by its field in Go.
var brief = map[string]string{"name": "Name", "title": "Title", "created_at": "CreatedAt"}

// edges lists the edges of the schema as Parent.edge: Child, for each type columns of its
// that may be asked for by themselves, and the types whose rows link two others and have no id.
func edges(t *testing.T) (out map[string]string, columns map[string][]string, links map[string]bool) {
	t.Helper()
	spec, err := (&load.Config{Path: "../../ent/schema"}).Load()
	if err != nil {
		t.Fatal(err)
	}
	out, columns, links = map[string]string{}, map[string][]string{}, map[string]bool{}
	for _, s := range spec.Schemas {
		for _, f := range s.Fields {
			if brief[f.Name] != "" {
				columns[s.Name] = append(columns[s.Name], f.Name)
			}
		}
		for _, e := range s.Edges {
			out[s.Name+"."+e.Name] = e.Type
			if e.Through != nil {
				out[s.Name+"."+e.Through.N] = e.Through.T
				links[e.Through.T] = true
			}
			if e.Ref != nil {
				out[e.Ref.Type+"."+e.Ref.Name] = s.Name
			}
		}
	}
	if len(out) < 60 {
		t.Fatalf("%d edges", len(out))
	}
	return out, columns, links
}

// TestWhatAnEdgeImplies: whoever follows any edge of what they see gets the rows that they
// also see when they ask for these outright, no more and no fewer; and whoever asks for the id
// or a column or two along an edge, which is read with the rows that lead there, gets the same.
func TestWhatAnEdgeImplies(t *testing.T) {
	all, columns, links := edges(t)
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		types := clients(t, s.Store.Client())
		followed, rows, values := 0, 0, 0
		for _, who := range []string{testenv.User, testenv.User2, testenv.Solver, testenv.Solver2, testenv.Provider, testenv.Admin} {
			u := s.Store.Client().Contact.Query().Where(contact.Email(who)).QueryUser().OnlyX(testenv.System())
			v := &auth.Viewer{ID: u.ID, SessionID: domain.NewID(domain.KindSession), Role: u.Role}
			if u.ProviderID != nil {
				v.ProviderID = *u.ProviderID
			}
			plain := auth.With(context.Background(), v)
			for _, ctx := range []context.Context{plain, policy.OwnStatusLogs(plain)} {
				for edge, child := range all {
					parent, name, _ := strings.Cut(edge, ".")
					whole := follow(ctx, t, types[parent], name, columns[child])
					along := sorted(whole)
					followed++
					rows += len(along)
					outright := seen(ctx, t, types[child], along)
					if !slices.Equal(along, outright) {
						t.Errorf("%s along %s: %d rows, outright %d", who, edge, len(along), len(outright))
					}
					if links[child] {
						continue
					}
					part := follow(ctx, t, types[parent], name, columns[child], append([]string{"id"}, columns[child]...)...)
					values += len(part) * len(columns[child])
					if !maps.Equal(whole, part) {
						t.Errorf("%s along %s: %v, all of the rows: %v", who, edge, part, whole)
					}
					if ids := sorted(follow(ctx, t, types[parent], name, nil, "id")); !slices.Equal(ids, along) {
						t.Errorf("%s along %s: %d ids, %d rows", who, edge, len(ids), len(along))
					}
				}
			}
		}
		t.Logf("%d edges were followed to %d rows and %d values", followed, rows, values)
		if rows < 1_000 || values < 1_000 {
			t.Error("too few to say anything")
		}
	})
}

// follow loads all rows of a type with an edge, of whose other end it asks for the columns, or
// all. It returns the ids there, with what shown says of them.
func follow(ctx context.Context, t *testing.T, parent reflect.Value, edge string, shown []string, columns ...string) map[string]string {
	t.Helper()
	method := "With"
	for word := range strings.SplitSeq(edge, "_") {
		method += strings.ToUpper(word[:1]) + word[1:]
	}
	q := parent.MethodByName("Query").Call(nil)[0]
	with := q.MethodByName(method)
	if !with.IsValid() {
		t.Fatalf("no %s of %s", method, q.Type())
	}
	var options []reflect.Value
	if len(columns) > 0 {
		options = append(options, reflect.MakeFunc(with.Type().In(0).Elem(), func(in []reflect.Value) []reflect.Value {
			in[0].MethodByName("Select").CallSlice([]reflect.Value{reflect.ValueOf(columns)})
			return nil
		}))
	}
	out := with.Call(options)[0].MethodByName("All").Call([]reflect.Value{reflect.ValueOf(ctx)})
	if err, _ := reflect.TypeAssert[error](out[1]); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	note := func(row reflect.Value) {
		var says []string
		for _, column := range shown {
			says = append(says, fmt.Sprint(row.Elem().FieldByName(brief[column])))
		}
		found[id(row)] = strings.Join(says, ", ")
	}
	for i := range out[0].Len() {
		end := out[0].Index(i).Elem().FieldByName("Edges").FieldByName(strings.TrimPrefix(method, "With"))
		if end.Kind() == reflect.Slice {
			for j := range end.Len() {
				note(end.Index(j))
			}
		} else if !end.IsNil() {
			note(end)
		}
	}
	return found
}

// id returns the id of a row, or, of one that links two others, theirs.
func id(row reflect.Value) string {
	if own := row.Elem().FieldByName("ID"); own.IsValid() {
		return fmt.Sprint(own)
	}
	var ends []string
	for _, field := range row.Elem().Fields() {
		if field.Type() == reflect.TypeFor[uuid.UUID]() {
			ends = append(ends, fmt.Sprint(field))
		}
	}
	return strings.Join(ends, " ")
}

// seen returns which of the ids the viewer finds outright.
func seen(ctx context.Context, t *testing.T, child reflect.Value, ids []string) []string {
	t.Helper()
	out := child.MethodByName("Query").Call(nil)[0].MethodByName("All").Call([]reflect.Value{reflect.ValueOf(ctx)})
	if err, _ := reflect.TypeAssert[error](out[1]); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for i := range out[0].Len() {
		if one := id(out[0].Index(i)); slices.Contains(ids, one) {
			found[one] = ""
		}
	}
	return sorted(found)
}

func sorted(found map[string]string) []string { return slices.Sorted(maps.Keys(found)) }

// TestEdgesBetweenTypesAreKnown: what an edge implies was thought through for these edges. A
// new one between two such types must be, too.
func TestEdgesBetweenTypesAreKnown(t *testing.T) {
	pairs := map[string]bool{}
	known := []string{
		"Complaint.submitted_by: User", "StatusLog.actor: User", "Comment.author: User", "Comment.mentioned: User", "Media.uploaded_by: User",
		"WorkTask.solver: User", "WorkTask.assigned_by: User", "TaskUpdate.author: User", "TaskUpdate.reviewed_by: User",
		"Payment.recorded_by: User", "Complaint.status_log: StatusLog", "WorkTask.updates: TaskUpdate",
		"WorkTask.complaint: Complaint", "TaskUpdate.media: Media", "Comment.media: Media", "Media.task_update: TaskUpdate",
		"Complaint.handler: User", // removed for whoever the rule is for (HideComplaints)
		"WorkTask.late_evidence: LateEvidence", "LateEvidence.media: Media",
		"Complaint.revisions: ComplaintRevision", "ComplaintRevision.actor: User",
		"ServiceProvider.payment_days: PaymentDay", "ServiceProvider.payment_sums: PaymentSum", "Payment.payment_tasks: PaymentTask",
	}
	for _, edge := range known {
		from, to, _ := strings.Cut(edge, ": ")
		parent, _, _ := strings.Cut(from, ".")
		pairs[parent+" "+to] = true
	}
	var found []string
	all, _, _ := edges(t)
	for edge, child := range all {
		if parent, _, _ := strings.Cut(edge, "."); pairs[parent+" "+child] {
			found = append(found, fmt.Sprintf("%s: %s", edge, child))
		}
	}
	slices.Sort(found)
	slices.Sort(known)
	if !slices.Equal(found, known) {
		t.Errorf("edges are\n%s\nnot\n%s", strings.Join(found, "\n"), strings.Join(known, "\n"))
	}
}
