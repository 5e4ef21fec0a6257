package desk

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
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

// nextVersion makes an update of a complaint that was read its next version. One in which nothing changes that its reporter
// may read is counted as such, and leaves the time of the last change.
func (t *txn) nextVersion(c *ent.Complaint, u *ent.ComplaintUpdateOne) error {
	after, err := applied(c, u.Mutation())
	if err != nil {
		return err
	}
	if u.AddVersion(1); !policy.ToldReporters(complaintChanges(c, after)) {
		u.AddInternalChanges(1)
		return nil
	}
	u.SetUpdatedAt(t.Now)
	return nil
}

// respond notes in an update of a complaint that somebody writes what its reporter reads, if that is the first response:
// neither the reporter's own word nor the service's.
func (t *txn) respond(c *ent.Complaint, v *auth.Viewer, u *ent.ComplaintUpdateOne) bool {
	if c.FirstResponseAt != nil || v.System() || v.HasLink() || c.SubmittedByID != nil && *c.SubmittedByID == v.ID {
		return false
	}
	u.SetFirstResponseAt(t.Now).SetFirstResponseTook(domain.Quantize(c.CreatedAt, t.Now))
	return true
}

// seenVersion returns the version of a complaint as the viewer of the context reads it.
func seenVersion(ctx context.Context, c *ent.Complaint) int {
	return policy.SeenVersion(auth.From(ctx), c.Version, c.InternalChanges)
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
