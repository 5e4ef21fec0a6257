package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/store/dbtx"
)

// TaskTexts is the name of the counter up to which search text the complaints have been given the texts of their tasks.
const TaskTexts = "task_texts:1"

// rowsPerInsert keeps one statement below the parameters that either database takes.
const rowsPerInsert = 1_000

// AddComplaints inserts the search texts of new complaints and of their tasks. The client is that of the transaction
// which inserts them.
func AddComplaints(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	err := insertTexts(ctx, "complaints", complaints, func(ctx context.Context, part []*ent.Complaint) error {
		return tx.ComplaintText.MapCreateBulk(part, func(c *ent.ComplaintTextCreate, i int) {
			c.SetComplaintID(part[i].ID).SetBody(OfComplaint(part[i]))
		}).Exec(ctx)
	})
	if err != nil {
		return err
	}
	return AddTasks(ctx, tx, complaints...)
}

// AddTasks inserts the search texts of the tasks that complaints have or may get.
func AddTasks(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	return insertTexts(ctx, "tasks", complaints, func(ctx context.Context, part []*ent.Complaint) error {
		return tx.TaskText.MapCreateBulk(part, func(c *ent.TaskTextCreate, i int) {
			c.SetComplaintID(part[i].ID).SetBody(OfTask(part[i]))
		}).Exec(ctx)
	})
}

// ReviseComplaint changes the search texts of a complaint and of its tasks, in the transaction that changes what it says.
func ReviseComplaint(ctx context.Context, tx *ent.Client, c *ent.Complaint) error {
	ctx = auth.System(ctx, "what a complaint is found by")
	if err := tx.ComplaintText.Update().Where(complainttext.ComplaintID(c.ID)).SetBody(OfComplaint(c)).Exec(ctx); err != nil {
		return err
	}
	return tx.TaskText.Update().Where(tasktext.ComplaintID(c.ID)).SetBody(OfTask(c)).Exec(ctx)
}

// AddBroadcasts inserts the search texts of new broadcasts, as AddComplaints does.
func AddBroadcasts(ctx context.Context, tx *ent.Client, broadcasts ...*ent.Broadcast) error {
	return insertTexts(ctx, "broadcasts", broadcasts, func(ctx context.Context, part []*ent.Broadcast) error {
		return tx.BroadcastText.MapCreateBulk(part, func(c *ent.BroadcastTextCreate, i int) {
			c.SetBroadcastID(part[i].ID).SetBody(Fold(part[i].Title))
		}).Exec(ctx)
	})
}

// AddPayments inserts the search texts of new payments, as AddComplaints does.
func AddPayments(ctx context.Context, tx *ent.Client, payments ...*ent.Payment) error {
	return insertTexts(ctx, "payments", payments, func(ctx context.Context, part []*ent.Payment) error {
		return tx.PaymentText.MapCreateBulk(part, func(c *ent.PaymentTextCreate, i int) {
			c.SetPaymentID(part[i].ID).SetBody(OfPayment(part[i]))
		}).Exec(ctx)
	})
}

// insertTexts inserts what rows are found by, in parts that a statement takes. Nobody has a right to these texts.
func insertTexts[T any](ctx context.Context, of string, rows []T, insert func(ctx context.Context, part []T) error) error {
	ctx = auth.System(ctx, "what "+of+" are found by")
	for part := range slices.Chunk(rows, rowsPerInsert) {
		if err := insert(ctx, part); err != nil {
			return fmt.Errorf("make %s found: %w", of, err)
		}
	}
	return nil
}

// ReviseContacts folds what some contacts are found by anew, and normalizes addresses that are not yet. They are locked, as every change locks them.
func ReviseContacts(ctx context.Context, tx *ent.Client, ids ...uuid.UUID) error {
	ctx = auth.System(ctx, "what contacts are found by")
	rows, err := tx.Contact.Query().Where(contact.IDIn(ids...), dbtx.ForUpdate).Order(ent.Asc(contact.FieldID)).
		WithUser(func(q *ent.UserQuery) { q.Select(user.FieldName) }).All(ctx)
	for _, c := range rows {
		if err != nil {
			break
		}
		text, digits := OfContactRow(c)
		change := tx.Contact.UpdateOne(c).SetSearchText(text).SetPhoneDigits(digits)
		if c.EmailKey == nil && c.Email != "" {
			key, _ := auth.FoldEmail(c.Email) // empty for what is no address: a file may have brought it
			change.SetEmailKey(key)
		}
		err = change.Exec(ctx)
	}
	return err
}

// RenameBroadcast changes the search text of a broadcast.
func RenameBroadcast(ctx context.Context, tx *ent.Client, b *ent.Broadcast, title string) error {
	return tx.BroadcastText.Update().Where(broadcasttext.BroadcastID(b.ID)).SetBody(Fold(title)).
		Exec(auth.System(ctx, "what a broadcast is found by"))
}
