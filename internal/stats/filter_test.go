package stats

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
)

// TestFiltersCover: a filter is answered by a narrower table exactly when that has all columns that
// the filter looks at.
func TestFiltersCover(t *testing.T) {
	complaints := func(in *ent.ComplaintWhereInput, s *sql.Selector) error {
		p, err := in.P()
		if err == nil {
			p(s)
		}
		return err
	}
	payments := func(in *ent.PaymentWhereInput, s *sql.Selector) error {
		p, err := in.P()
		if err == nil {
			p(s)
		}
		return err
	}
	t.Run("complaints", func(t *testing.T) {
		checkCover(t, factFilters, complaint.Table, complaintfact.Columns, complaints)
	})
	t.Run("payments", func(t *testing.T) {
		// Their days have ids of their own, and sums of amounts.
		columns := slices.DeleteFunc(slices.Clone(paymentday.Columns), func(column string) bool {
			return column == paymentday.FieldID || column == paymentday.FieldAmountMinor
		})
		checkCover(t, dayFilters, payment.Table, columns, payments)
	})
	t.Run("below", func(t *testing.T) {
		for _, c := range []struct {
			name  string
			where map[string]any
			want  bool
		}{
			{"nothing", nil, true},
			{"and", map[string]any{"and": []any{map[string]any{"statusIn": []any{"CLOSED"}}, map[string]any{"rating": 1}}}, true},
			{"or", map[string]any{"or": []any{map[string]any{"status": "CLOSED"}, map[string]any{"title": "x"}}}, false},
			{"not", map[string]any{"not": map[string]any{"not": map[string]any{"titleContains": "x"}}}, false},
			{"one without brackets", map[string]any{"and": map[string]any{"zoneIdIsNil": true}}, true},
		} {
			t.Run(c.name, func(t *testing.T) {
				if got := factFilters.cover(c.where); got != c.want {
					t.Errorf("%v, want %v", got, c.want)
				}
			})
		}
	})
}

// checkCover asks for each field of a filter by itself.
func checkCover[In any](t *testing.T, f filters, table string, columns []string, apply func(*In, *sql.Selector) error) {
	t.Helper()
	schema, err := os.ReadFile("../../graph/ent.graphql")
	if err != nil {
		t.Fatal(err)
	}
	of := reflect.TypeFor[In]()
	_, offered, _ := strings.Cut(string(schema), "input "+of.Name()+" {")
	offered, _, _ = strings.Cut(offered, "\n}")
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		name = strings.ReplaceAll(name, "ID", "Id") // as the graph writes it
		if name == "and" || name == "or" || name == "not" || !strings.Contains(offered, "\n  "+name+": ") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			in := new(In)
			value := reflect.ValueOf(in).Elem().Field(i)
			switch value.Kind() {
			case reflect.Pointer:
				value.Set(reflect.New(field.Type.Elem()))
			case reflect.Slice:
				value.Set(reflect.MakeSlice(field.Type, 1, 1))
				if one := value.Index(0); one.Kind() == reflect.Pointer { // a filter of another type
					one.Set(reflect.New(one.Type().Elem()))
					name := "x"
					one.Elem().FieldByName("Name").Set(reflect.ValueOf(&name))
				}
			case reflect.Bool:
				value.SetBool(true)
			}
			s := sql.Dialect(dialect.Postgres).Select("id").From(sql.Table(table))
			if err := apply(in, s); err != nil {
				t.Fatal(err)
			}
			text, _ := s.Query()
			found := regexp.MustCompile(`"`+table+`"\."(\w+)"`).FindAllStringSubmatch(text, -1)
			if len(found) == 0 {
				t.Fatal(text)
			}
			want := !slices.ContainsFunc(found, func(one []string) bool { return !slices.Contains(columns, one[1]) })
			if got := f.cover(map[string]any{name: nil}); got != want {
				t.Errorf("%v, want %v: %s", got, want, text)
			}
		})
	}
}
