package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unsafe"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
)

// TestSelections: a view prints the same of a row that was read with the columns and edges of its
// selection alone as of the whole row. The rows are made up and have something in every column and
// behind every edge, so a field of a view whose column is not selected prints two things, and one
// that nothing fills prints nothing.
func TestSelections(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC) }
	resolvers := graph.New(nil, "", graph.Rooms{}, nil, graph.NewLinks([]byte("a key of links"), now), nil, nil)
	api := &API{Config: Config{Resolvers: resolvers}}

	t.Run("status log", func(t *testing.T) {
		compareSelected(t, statusLogSelection, func(ctx context.Context, row *ent.StatusLog) (any, error) {
			return viewStatusLog(ctx, []*ent.StatusLog{row}).Logs[0], nil
		})
	})
	t.Run("payment", func(t *testing.T) {
		compareSelected(t, paymentSelection, func(ctx context.Context, row *ent.Payment) (any, error) {
			return viewPayment(ctx, resolvers.Payment(), row)
		})
	})
	t.Run("broadcast in a list", func(t *testing.T) {
		compareSelected(t, broadcastItemSelection, func(ctx context.Context, row *ent.Broadcast) (any, error) {
			recipients, err := resolvers.Broadcast().RecipientCount(ctx, row)
			return viewBroadcastItem(ctx, row, recipients), err
		})
	})
	t.Run("broadcast", func(t *testing.T) {
		compareSelected(t, broadcastSelection, func(ctx context.Context, row *ent.Broadcast) (any, error) {
			return viewBroadcast(ctx, resolvers.Broadcast(), row)
		})
	})
	t.Run("task", func(t *testing.T) {
		compareSelected(t, taskSelection, func(_ context.Context, row *ent.WorkTask) (any, error) {
			return viewTask(row), nil
		})
	})
	t.Run("task update", func(t *testing.T) {
		compareSelected(t, updateSelection, func(ctx context.Context, row *ent.TaskUpdate) (any, error) {
			return api.viewUpdate(ctx, row)
		})
	})
}

// compareSelected compares what a view prints of a whole row and of the selected part of it.
func compareSelected[T any](t *testing.T, s model.Selection, view func(context.Context, *T) (any, error)) {
	t.Helper()
	ctx := auth.With(t.Context(), &auth.Viewer{ID: uuid.New(), SessionID: uuid.New()})
	var row T
	fillRow(reflect.ValueOf(&row).Elem(), 3)
	part := row
	if missing := pruneRow(reflect.ValueOf(&part).Elem(), s); len(missing) > 0 {
		t.Errorf("the selection names what %T does not have: %v", row, missing)
	}
	whole, err := view(ctx, &row)
	if err != nil {
		t.Fatal(err)
	}
	selected, err := viewRecovered(ctx, &part, view)
	if err != nil {
		t.Fatal(err)
	}
	want, got := jsonOf(t, whole), jsonOf(t, selected)
	if want != got {
		t.Errorf("the selection leaves out what the view prints:\nwhole row: %s\nselection: %s", want, got)
	}
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		t.Fatal(err)
	}
	for _, name := range emptyFields("", value) {
		t.Errorf("%s prints nothing, though the row has something everywhere", name)
	}
}

// viewRecovered turns the query that a resolver makes for an edge that is not loaded, which has no
// database here, into an error.
func viewRecovered[T any](ctx context.Context, row *T, view func(context.Context, *T) (any, error)) (out any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the view asks for an edge that its selection does not load: %v", p)
		}
	}()
	return view(ctx, row)
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// emptyFields are the members of a JSON value that hold nothing.
func emptyFields(name string, v any) (names []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			names = append(names, emptyFields(name+"."+key, member)...)
		}
	case []any:
		if len(v) == 0 {
			return []string{name}
		}
		for _, element := range v {
			names = append(names, emptyFields(name, element)...)
		}
	case nil:
		return []string{name}
	default:
		if reflect.ValueOf(v).IsZero() {
			return []string{name}
		}
	}
	return names
}

// fillRow puts something into every column of an ent row, and a row behind every edge as deep as
// depth says.
func fillRow(v reflect.Value, depth int) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported():
		case f.Name == "Edges":
			if depth > 0 {
				fillEdges(v.Field(i), depth-1)
			}
		default:
			fillColumn(v.Field(i), len(f.Name)+i+1)
		}
	}
}

func fillEdges(edges reflect.Value, depth int) {
	for i := range edges.NumField() {
		if !edges.Type().Field(i).IsExported() {
			continue
		}
		edge := edges.Field(i)
		if edge.Kind() == reflect.Slice {
			edge.Set(reflect.MakeSlice(edge.Type(), 1, 1))
			edge = edge.Index(0)
		}
		edge.Set(reflect.New(edge.Type().Elem()))
		fillRow(edge.Elem(), depth)
	}
	markLoaded(edges, func(string) bool { return true })
}

// fillColumn sets a value that differs from column to column.
func fillColumn(v reflect.Value, n int) {
	switch value := v.Interface().(type) {
	case uuid.UUID:
		v.Set(reflect.ValueOf(uuid.New()))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 1, 1, 0, n, 0, 0, time.UTC)))
		return
	case interface{ Values() []string }:
		if v.Kind() == reflect.String {
			v.SetString(value.Values()[0])
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillColumn(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillColumn(v.Index(0), n)
	case reflect.Struct:
		for _, f := range v.Fields() {
			fillColumn(f, n)
		}
	case reflect.String:
		v.SetString(fmt.Sprint("text ", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	default:
		v.SetInt(int64(n))
	}
}

// pruneRow leaves of an ent row what a selection reads, and returns what the selection names and
// the row does not have. Rows behind edges are copied before.
func pruneRow(v reflect.Value, s model.Selection) (missing []string) {
	columns := slices.Clone(s.Columns)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || f.Name == "Edges" {
			continue
		}
		at := slices.Index(columns, columnOf(f.Name))
		if at >= 0 {
			columns = slices.Delete(columns, at, at+1)
		}
		if at < 0 && f.Name != "ID" && len(s.Columns) > 0 {
			v.Field(i).SetZero()
		}
	}
	edges := v.FieldByName("Edges")
	missing = columns
	for name := range s.Edges {
		if !slices.ContainsFunc(reflect.VisibleFields(edges.Type()), func(f reflect.StructField) bool { return columnOf(f.Name) == name }) {
			missing = append(missing, name)
		}
	}
	for i := range edges.NumField() {
		f := edges.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		related, selected := s.Edges[columnOf(f.Name)]
		edge := edges.Field(i)
		switch {
		case !selected:
			edge.SetZero()
		case edge.Kind() == reflect.Slice:
			all := reflect.MakeSlice(edge.Type(), edge.Len(), edge.Len())
			for i := range edge.Len() {
				copied, unknown := pruneCopy(edge.Index(i), related)
				all.Index(i).Set(copied)
				missing = append(missing, unknown...)
			}
			edge.Set(all)
		default:
			copied, unknown := pruneCopy(edge, related)
			edge.Set(copied)
			missing = append(missing, unknown...)
		}
	}
	markLoaded(edges, func(edge string) bool { _, selected := s.Edges[edge]; return selected })
	return missing
}

func pruneCopy(row reflect.Value, s model.Selection) (copied reflect.Value, missing []string) {
	copied = reflect.New(row.Type().Elem())
	copied.Elem().Set(row.Elem())
	return copied, pruneRow(copied.Elem(), s)
}

// markLoaded notes in an Edges struct which of its edges were loaded, as a query does: an edge
// that was loaded and leads nowhere differs from one that was not loaded.
func markLoaded(edges reflect.Value, loaded func(edge string) bool) {
	marks := edges.FieldByName("loadedTypes")
	if !marks.IsValid() {
		return
	}
	marks = reflect.NewAt(marks.Type(), unsafe.Pointer(marks.UnsafeAddr())).Elem()
	for i := range marks.Len() {
		marks.Index(i).SetBool(loaded(columnOf(edges.Type().Field(i).Name)))
	}
}

// columnOf is the column of a field of an ent row, or the name of an edge: RecordedByID is
// recorded_by_id.
func columnOf(field string) string {
	var b strings.Builder
	lower := false
	for _, r := range field {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
