package seed

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/broadcastevent"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/membership"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
)

// batch is a part of the rows that is written at once.
type batch struct {
	done int // complaints, with those of all batches before

	zones       []*ent.Zone
	categories  []*ent.Category
	providers   []*ent.ServiceProvider
	users       []*ent.User
	groups      []*ent.Group
	memberships []*ent.Membership
	complaints  []*ent.Complaint
	facts       []*ent.ComplaintFact
	texts       []*ent.ComplaintText
	contacts    []*ent.Contact
	logs        []*ent.StatusLog
	comments    []*ent.Comment
	tasks       []*ent.WorkTask
	updates     []*ent.TaskUpdate
	media       []*ent.Media
	payments    []*ent.Payment
	paidTasks   []*ent.PaymentTask
	claims      []*ent.PaymentClaim
	days        []*ent.PaymentDay
	broadcasts  []*ent.Broadcast
	titles      []*ent.BroadcastText
	channels    []*ent.BroadcastChannel
	events      []*ent.BroadcastEvent
	notices     []*ent.Notification
	audit       []*ent.AuditEntry
	counters    []*ent.Counter
}

// sheet is the rows of one table.
type sheet struct {
	table   string
	columns []string
	rows    int
	row     func(i int, values []any) // puts a row's values into a slice as long as columns
}

// sheets are the tables of a batch, each after those that it points at.
func (b *batch) sheets() []sheet {
	return []sheet{
		sheetOf(zone.Table, zone.Columns, b.zones),
		sheetOf(category.Table, category.Columns, b.categories),
		sheetOf(serviceprovider.Table, serviceprovider.Columns, b.providers),
		sheetOf(user.Table, user.Columns, b.users),
		sheetOf(group.Table, group.Columns, b.groups),
		sheetOf(membership.Table, membership.Columns, b.memberships),
		sheetOf(complaint.Table, complaint.Columns, b.complaints),
		sheetOf(complaintfact.Table, complaintfact.Columns, b.facts),
		drawn(sheetOf(complainttext.Table, complainttext.Columns, b.texts)),
		sheetOf(contact.Table, contact.Columns, b.contacts),
		sheetOf(statuslog.Table, statuslog.Columns, b.logs),
		sheetOf(comment.Table, comment.Columns, b.comments),
		sheetOf(worktask.Table, worktask.Columns, b.tasks),
		sheetOf(taskupdate.Table, taskupdate.Columns, b.updates),
		sheetOf(media.Table, media.Columns, b.media),
		sheetOf(payment.Table, payment.Columns, b.payments),
		sheetOf(paymenttask.Table, paymenttask.Columns, b.paidTasks),
		sheetOf(paymentclaim.Table, paymentclaim.Columns, b.claims),
		drawn(sheetOf(paymentday.Table, paymentday.Columns, b.days)),
		sheetOf(broadcast.Table, broadcast.Columns, b.broadcasts),
		drawn(sheetOf(broadcasttext.Table, broadcasttext.Columns, b.titles)),
		sheetOf(broadcastchannel.Table, broadcastchannel.Columns, b.channels),
		sheetOf(broadcastevent.Table, broadcastevent.Columns, b.events),
		sheetOf(notification.Table, notification.Columns, b.notices),
		sheetOf(auditentry.Table, auditentry.Columns, b.audit),
		sheetOf(counter.Table, counter.Columns, b.counters),
	}
}

// firstField of a row of ent's that is a column: one of ent's own comes before them, and they
// stand in the order of the table's columns.
const firstField = 1

func sheetOf[T any](table string, columns []string, all []*T) sheet {
	return sheet{table, columns, len(all), func(i int, values []any) {
		fields := reflect.ValueOf(all[i]).Elem()
		for c := range columns {
			values[c] = plain(fields.Field(firstField + c))
		}
	}}
}

// drawn is a sheet of rows whose ids the database draws.
func drawn(s sheet) sheet {
	row, all := s.row, make([]any, len(s.columns))
	s.columns = s.columns[1:]
	s.row = func(i int, values []any) {
		row(i, all)
		copy(values, all[1:])
	}
	return s
}

// document is JSON, which the two drivers want in different clothes.
type document []byte

// plain is the value of a field as a driver takes it.
func plain(field reflect.Value) any {
	switch v := field.Addr().Interface().(type) {
	case *uuid.UUID:
		return v.String()
	case **uuid.UUID:
		if *v != nil {
			return (*v).String()
		}
		return nil
	case *time.Time:
		return v.UTC()
	case *[]byte:
		return *v
	case *json.RawMessage:
		if *v != nil {
			return document(*v)
		}
		return nil
	}
	switch field.Kind() {
	case reflect.String:
		return field.String()
	case reflect.Int, reflect.Int64:
		return field.Int()
	case reflect.Bool:
		return field.Bool()
	case reflect.Float64:
		return field.Float()
	case reflect.Pointer:
		if field.IsNil() {
			return nil
		}
		return plain(field.Elem())
	case reflect.Slice:
		text, err := json.Marshal(field.Interface())
		if err == nil {
			return document(text)
		}
	}
	panic(fmt.Sprintf("seed: no column holds a %s", field.Type())) // a new column of a new kind
}
