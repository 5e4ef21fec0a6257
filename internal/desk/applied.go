package desk

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/redress/redress/ent"
)

// applied returns a complaint as a mutation leaves it that has yet to be sent.
func applied(c *ent.Complaint, m *ent.ComplaintMutation) (*ent.Complaint, error) {
	after := *c
	row := reflect.ValueOf(&after).Elem()
	for _, name := range m.Fields() {
		if value, ok := m.Field(name); ok {
			to := row.Field(complaintFields[name])
			if to.Kind() == reflect.Pointer {
				to.Set(reflect.New(to.Type().Elem()))
				to = to.Elem()
			}
			to.Set(reflect.ValueOf(value))
		}
	}
	for _, name := range m.AddedFields() {
		value, _ := m.AddedField(name)
		by, ok := value.(int)
		if !ok {
			return nil, fmt.Errorf("%s of a complaint is no whole number", name)
		}
		to := row.Field(complaintFields[name])
		to.SetInt(to.Int() + int64(by))
	}
	for _, name := range m.ClearedFields() {
		row.Field(complaintFields[name]).SetZero()
	}
	return &after, nil
}

// complaintFields are the places of columns in a complaint.
var complaintFields = func() map[string]int {
	all := map[string]int{}
	for t, i := reflect.TypeFor[ent.Complaint](), 0; i < t.NumField(); i++ {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		all[name] = i
	}
	return all
}()
