package reconcile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymenttext"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

// rowsAtOnce is how many rows are read by one query.
const rowsAtOnce = 1_000

// complaintTexts checks the search texts of complaints and of their tasks, of which those that a version before folded are rebuilt
// by a job. What a complaint says may change at the same time, so texts that look wrong are read again after their complaints were
// locked.
func (r Reconciliation) complaintTexts(ctx context.Context) (wrong int, err error) {
	missing, err := number(r.DB.QueryRowContext(ctx, unreached, search.TaskTexts))
	if err != nil {
		return 0, err
	}
	var last uuid.UUID
	for {
		rows, err := r.Client.Complaint.Query().Where(complaint.IDGT(last)).Order(complaint.ByID()).Limit(rowsAtOnce).
			Select(complaint.FieldReference, complaint.FieldTitle, complaint.FieldDescription, complaint.FieldAddress).All(ctx)
		if err != nil || len(rows) == 0 {
			return wrong, err
		}
		last = rows[len(rows)-1].ID
		suspect, err := wrongTexts(ctx, r.Client, rows, missing > 0)
		if err != nil {
			return wrong, err
		}
		if len(suspect) == 0 {
			continue
		}
		bad := 0
		err = dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
			rows, err := tx.Complaint.Query().Where(complaint.IDIn(suspect...), dbtx.ForUpdate).Order(complaint.ByID()).All(ctx)
			if err != nil {
				return err
			}
			suspect, err := wrongTexts(ctx, tx, rows, missing > 0)
			bad = len(suspect)
			if err != nil || bad == 0 || !r.Fix {
				return err
			}
			if _, err := tx.ComplaintText.Delete().Where(complainttext.ComplaintIDIn(suspect...)).Exec(ctx); err != nil {
				return err
			}
			if _, err := tx.TaskText.Delete().Where(tasktext.ComplaintIDIn(suspect...)).Exec(ctx); err != nil {
				return err
			}
			return search.AddComplaints(ctx, tx, slices.DeleteFunc(rows, func(c *ent.Complaint) bool { return !slices.Contains(suspect, c.ID) })...)
		})
		wrong += bad
		if err != nil {
			return wrong, err
		}
	}
}

// wrongTexts returns the ids of complaints one of whose search texts is wrong. That of tasks may be missing while a job of the desk has
// not come to all.
func wrongTexts(ctx context.Context, client *ent.Client, rows []*ent.Complaint, missing bool) (wrong []uuid.UUID, err error) {
	of := ids(rows, func(c *ent.Complaint) uuid.UUID { return c.ID })
	texts, err := client.ComplaintText.Query().Where(complainttext.ComplaintIDIn(of...)).All(ctx)
	if err != nil {
		return nil, err
	}
	tasks, err := client.TaskText.Query().Where(tasktext.ComplaintIDIn(of...)).All(ctx)
	if err != nil {
		return nil, err
	}
	body := bodies(texts, func(t *ent.ComplaintText) (uuid.UUID, string) { return t.ComplaintID, t.Body })
	alone := bodies(tasks, func(t *ent.TaskText) (uuid.UUID, string) { return t.ComplaintID, t.Body })
	for _, c := range rows {
		task, there := alone[c.ID]
		if search.Refold(body[c.ID]) != search.OfComplaint(c) || search.Refold(task) != search.OfTask(c) && (there || !missing) {
			wrong = append(wrong, c.ID)
		}
	}
	return wrong, nil
}

// broadcastTexts checks the search texts of broadcasts. A title may change at the same time, so a
// text that looks wrong is read again after the broadcast was locked.
func (r Reconciliation) broadcastTexts(ctx context.Context) (wrong int, err error) {
	rows, err := r.Client.Broadcast.Query().Select(broadcast.FieldTitle).All(ctx)
	if err != nil {
		return 0, err
	}
	kept, err := r.Client.BroadcastText.Query().All(ctx)
	if err != nil {
		return 0, err
	}
	body := bodies(kept, func(k *ent.BroadcastText) (uuid.UUID, string) { return k.BroadcastID, k.Body })
	for _, b := range rows {
		if search.Refold(body[b.ID]) == search.Fold(b.Title) {
			continue
		}
		bad := 0
		err := dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
			bad = 0
			b, err := tx.Broadcast.Query().Where(broadcast.ID(b.ID), dbtx.ForUpdate).Only(ctx)
			if err != nil {
				return err
			}
			is := broadcasttext.BroadcastID(b.ID)
			right, err := tx.BroadcastText.Query().Where(is, broadcasttext.Body(search.Fold(b.Title))).Exist(ctx)
			if err != nil || right {
				return err
			}
			bad = 1
			if !r.Fix {
				return nil
			}
			if _, err := tx.BroadcastText.Delete().Where(is).Exec(ctx); err != nil {
				return err
			}
			return search.AddBroadcasts(ctx, tx, b)
		})
		if err != nil {
			return wrong, err
		}
		wrong += bad
	}
	return wrong, nil
}

// paymentTexts checks the search texts of payments, neither of which changes but by the job.
func (r Reconciliation) paymentTexts(ctx context.Context) (wrong int, err error) {
	var last uuid.UUID
	for {
		rows, err := r.Client.Payment.Query().Where(payment.IDGT(last)).Order(ent.Asc(payment.FieldID)).Limit(rowsAtOnce).
			Select(payment.FieldPaymentReference, payment.FieldInvoiceNumber).All(ctx)
		if err != nil || len(rows) == 0 {
			return wrong, err
		}
		last = rows[len(rows)-1].ID
		kept, err := r.Client.PaymentText.Query().Where(paymenttext.PaymentIDIn(ids(rows, func(p *ent.Payment) uuid.UUID { return p.ID })...)).All(ctx)
		if err != nil {
			return wrong, err
		}
		body := bodies(kept, func(k *ent.PaymentText) (uuid.UUID, string) { return k.PaymentID, k.Body })
		bad := slices.DeleteFunc(rows, func(p *ent.Payment) bool { return search.Refold(body[p.ID]) == search.OfPayment(p) })
		wrong += len(bad)
		if len(bad) == 0 || !r.Fix {
			continue
		}
		err = dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
			_, err := tx.PaymentText.Delete().Where(paymenttext.PaymentIDIn(ids(bad, func(p *ent.Payment) uuid.UUID { return p.ID })...)).Exec(ctx)
			if err != nil {
				return err
			}
			return search.AddPayments(ctx, tx, bad...)
		})
		if err != nil {
			return wrong, err
		}
	}
}

// contactTexts checks what contacts are found by, but for those that a job has yet to come to.
func (r Reconciliation) contactTexts(ctx context.Context) (wrong int, err error) {
	var last uuid.UUID
	for {
		rows, err := r.Client.Contact.Query().Where(contact.IDGT(last)).Order(ent.Asc(contact.FieldID)).Limit(rowsAtOnce).
			WithUser(func(q *ent.UserQuery) { q.Select(user.FieldName) }).All(ctx)
		if err != nil || len(rows) == 0 {
			return wrong, err
		}
		last = rows[len(rows)-1].ID
		bad := slices.DeleteFunc(rows, func(c *ent.Contact) bool {
			text, digits := search.OfContactRow(c)
			return c.PhoneDigits == nil || c.SearchText == text && *c.PhoneDigits == digits
		})
		wrong += len(bad)
		if len(bad) == 0 || !r.Fix {
			continue
		}
		err = dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
			return search.ReviseContacts(ctx, tx, ids(bad, func(c *ent.Contact) uuid.UUID { return c.ID })...)
		})
		if err != nil {
			return wrong, err
		}
	}
}

// textIndexes checks the full-text indexes of SQLite, which triggers maintain. PostgreSQL
// maintains its own.
func (r Reconciliation) textIndexes(ctx context.Context) (wrong int, err error) {
	if r.Dialect != dialect.SQLite {
		return 0, nil
	}
	for _, table := range []string{complainttext.Table, tasktext.Table, broadcasttext.Table, paymenttext.Table} {
		index := search.Index(table)
		_, bad := r.DB.ExecContext(ctx, fmt.Sprintf(`INSERT INTO "%[1]s" ("%[1]s", rank) VALUES ('integrity-check', 1)`, index))
		if bad == nil {
			continue
		}
		var damage *sqlite.Error
		if !errors.As(bad, &damage) || damage.Code()&0xff != sqlite3.SQLITE_CORRUPT {
			return wrong, bad
		}
		wrong++
		if !r.Fix {
			continue
		}
		if _, err := r.DB.ExecContext(ctx, fmt.Sprintf(`INSERT INTO "%[1]s" ("%[1]s") VALUES ('rebuild')`, index)); err != nil {
			return wrong, errors.Join(bad, err)
		}
	}
	return wrong, nil
}

func ids[T any](rows []T, id func(T) uuid.UUID) []uuid.UUID {
	all := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		all[i] = id(row)
	}
	return all
}

// bodies returns what texts say by what they are of.
func bodies[T any](kept []T, of func(T) (uuid.UUID, string)) map[uuid.UUID]string {
	all := make(map[uuid.UUID]string, len(kept))
	for _, k := range kept {
		id, body := of(k)
		all[id] = body
	}
	return all
}
