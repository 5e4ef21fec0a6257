package bulk

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
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/membership"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/paymenttext"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
)

// Rows are rows of every table that the demo and seed fill, by type.
type Rows struct {
	Zones           []*ent.Zone
	Categories      []*ent.Category
	Providers       []*ent.ServiceProvider
	Users           []*ent.User
	Credentials     []*ent.Credential
	Groups          []*ent.Group
	Memberships     []*ent.Membership
	Complaints      []*ent.Complaint
	ComplaintFacts  []*ent.ComplaintFact
	ComplaintTexts  []*ent.ComplaintText
	TaskTexts       []*ent.TaskText
	Contacts        []*ent.Contact
	StatusLogs      []*ent.StatusLog
	Comments        []*ent.Comment
	Tasks           []*ent.WorkTask
	Updates         []*ent.TaskUpdate
	Media           []*ent.Media
	Payments        []*ent.Payment
	PaymentTexts    []*ent.PaymentText
	PaidTasks       []*ent.PaymentTask
	Claims          []*ent.PaymentClaim
	PaymentDays     []*ent.PaymentDay
	PaymentSums     []*ent.PaymentSum
	Broadcasts      []*ent.Broadcast
	BroadcastTexts  []*ent.BroadcastText
	Channels        []*ent.BroadcastChannel
	BroadcastEvents []*ent.BroadcastEvent
	Notifications   []*ent.Notification
	AuditEntries    []*ent.AuditEntry
	Counters        []*ent.Counter
}

// Table holds the rows of one table.
type Table struct {
	Name    string
	Columns []string
	Len     int
	Values  func(i int, values []any) // sets values, as long as Columns, to those of row i
}

// Tables returns the tables in an order in which each comes after those that it references.
func (r *Rows) Tables() []Table {
	return []Table{
		tableOf(zone.Table, zone.Columns, r.Zones),
		tableOf(category.Table, category.Columns, r.Categories),
		tableOf(serviceprovider.Table, serviceprovider.Columns, r.Providers),
		tableOf(user.Table, user.Columns, r.Users),
		tableOf(credential.Table, credential.Columns, r.Credentials),
		tableOf(group.Table, group.Columns, r.Groups),
		tableOf(membership.Table, membership.Columns, r.Memberships),
		tableOf(complaint.Table, complaint.Columns, r.Complaints),
		tableOf(complaintfact.Table, complaintfact.Columns, r.ComplaintFacts),
		withoutID(tableOf(complainttext.Table, complainttext.Columns, r.ComplaintTexts)),
		withoutID(tableOf(tasktext.Table, tasktext.Columns, r.TaskTexts)),
		tableOf(contact.Table, contact.Columns, r.Contacts),
		tableOf(statuslog.Table, statuslog.Columns, r.StatusLogs),
		tableOf(comment.Table, comment.Columns, r.Comments),
		tableOf(worktask.Table, worktask.Columns, r.Tasks),
		tableOf(taskupdate.Table, taskupdate.Columns, r.Updates),
		tableOf(media.Table, media.Columns, r.Media),
		tableOf(payment.Table, payment.Columns, r.Payments),
		withoutID(tableOf(paymenttext.Table, paymenttext.Columns, r.PaymentTexts)),
		tableOf(paymenttask.Table, paymenttask.Columns, r.PaidTasks),
		tableOf(paymentclaim.Table, paymentclaim.Columns, r.Claims),
		withoutID(tableOf(paymentday.Table, paymentday.Columns, r.PaymentDays)),
		withoutID(tableOf(paymentsum.Table, paymentsum.Columns, r.PaymentSums)),
		tableOf(broadcast.Table, broadcast.Columns, r.Broadcasts),
		withoutID(tableOf(broadcasttext.Table, broadcasttext.Columns, r.BroadcastTexts)),
		tableOf(broadcastchannel.Table, broadcastchannel.Columns, r.Channels),
		tableOf(broadcastevent.Table, broadcastevent.Columns, r.BroadcastEvents),
		tableOf(notification.Table, notification.Columns, r.Notifications),
		tableOf(auditentry.Table, auditentry.Columns, r.AuditEntries),
		tableOf(counter.Table, counter.Columns, r.Counters),
	}
}

// FirstField is the index of the first field of an ent row that is a column: ent's own config
// comes first, then the columns in the order of the table.
const FirstField = 1

func tableOf[T any](table string, columns []string, all []*T) Table {
	return Table{table, columns, len(all), func(i int, values []any) {
		fields := reflect.ValueOf(all[i]).Elem()
		for c := range columns {
			values[c] = driverValue(fields.Field(FirstField + c))
		}
	}}
}

// withoutID leaves out the ids, which the database generates.
func withoutID(t Table) Table {
	values, all := t.Values, make([]any, len(t.Columns))
	t.Columns = t.Columns[1:]
	t.Values = func(i int, some []any) {
		values(i, all)
		copy(some, all[1:])
	}
	return t
}

// JSON is a JSON value: the two drivers take it as different types.
type JSON []byte

// driverValue converts the value of a field to what a database driver takes.
func driverValue(field reflect.Value) any {
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
			return JSON(*v)
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
		return driverValue(field.Elem())
	case reflect.Slice:
		text, err := json.Marshal(field.Interface())
		if err == nil {
			return JSON(text)
		}
	}
	panic(fmt.Sprintf("bulk: no column holds a %s", field.Type())) // a new column of a new kind
}
