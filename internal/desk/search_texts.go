package desk

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store/dbtx"
)

// textsPerStep is how many texts are looked at in a transaction.
const textsPerStep = 200

// rebuiltTexts are the tables of texts, and the counters that say up to which row they have been looked at.
var rebuiltTexts = []struct {
	counter string
	step    func(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, changed int, err error)
}{
	{"search_texts:complaints", complaintTextStep},
	{"search_texts:broadcasts", broadcastTextStep},
}

// RebuildSearchTexts takes the accents out of texts that were folded before Fold did so: those of versions up to 0.1, and of
// instances of such a version that still run. Each step is a transaction of its own, which notes how far it came; until all are
// rebuilt, searches look for both forms. It returns how many were changed.
func (d *Desk) RebuildSearchTexts(ctx context.Context) (changed int, err error) {
	ctx = auth.System(ctx, "what rows are found by")
	for _, of := range rebuiltTexts {
		for more := true; more && err == nil; {
			var n int
			n, more, err = stepThrough(ctx, d.Client, of.counter, of.step)
			changed += n
		}
	}
	return changed, err
}

// FillAddressKeys gives the facts of complaints the keys of their addresses: those that were written before there were any, and by
// instances of such a version that still run. It goes on where it was killed, as RebuildSearchTexts does, and returns how many it gave one.
func (d *Desk) FillAddressKeys(ctx context.Context) (filled int, err error) {
	ctx = auth.System(ctx, "what addresses have in common")
	for more := true; more && err == nil; {
		var n int
		n, more, err = stepThrough(ctx, d.Client, stats.AddressKeys, addressKeyStep)
		filled += n
	}
	return filled, err
}

// stepThrough does the next step through a table, and reports whether there is another one.
func stepThrough(
	ctx context.Context, client *ent.Client, name string, step func(context.Context, *ent.Client, int64) (int64, int, int, error),
) (changed int, more bool, err error) {
	err = dbtx.InTx(ctx, client, nil, func(tx *ent.Client) error {
		err := tx.Counter.Create().SetName(name).SetValue(0).
			OnConflict(sql.ConflictColumns(counter.FieldName), sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(counter.FieldValue, 0) })).Exec(ctx)
		if err != nil {
			return err
		}
		at, err := tx.Counter.Query().Where(counter.Name(name), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return err
		}
		last, looked, n, err := step(ctx, tx, at.Value)
		changed, more = n, looked == textsPerStep
		if err != nil || looked == 0 {
			return err
		}
		return tx.Counter.Update().Where(counter.ID(at.ID)).SetValue(last).Exec(ctx)
	})
	return changed, more, err
}

func complaintTextStep(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, changed int, err error) {
	rows, err := tx.ComplaintText.Query().Where(sql.FieldGT(complainttext.FieldID, after)).Order(ent.Asc(complainttext.FieldID)).Limit(textsPerStep).All(ctx)
	for _, row := range rows {
		last = int64(row.ID)
		body := search.Plain(row.Body)
		if err != nil || body == row.Body {
			continue
		}
		// Not what was revised meanwhile, which was folded then.
		err = tx.ComplaintText.Update().Where(sql.FieldEQ(complainttext.FieldID, row.ID), sql.FieldEQ(complainttext.FieldBody, row.Body)).SetBody(body).Exec(ctx)
		changed++
	}
	return last, len(rows), changed, err
}

// addressKeyStep goes through complaints in the order of their texts, which have numbers.
func addressKeyStep(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, filled int, err error) {
	rows, err := tx.ComplaintText.Query().Where(sql.FieldGT(complainttext.FieldID, after)).Order(ent.Asc(complainttext.FieldID)).Limit(textsPerStep).
		Select(complainttext.FieldID, complainttext.FieldComplaintID).All(ctx)
	if err != nil || len(rows) == 0 {
		return after, 0, 0, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ComplaintID
	}
	lacking, err := tx.ComplaintFact.Query().Where(complaintfact.IDIn(ids...), complaintfact.AddressKeyIsNil()).IDs(ctx)
	if err != nil {
		return after, 0, 0, err
	}
	// Locked as every change of them does it, so that none is undone.
	with, err := tx.Complaint.Query().Where(complaint.IDIn(lacking...), complaint.AddressNEQ(""), dbtx.ForUpdate).Order(complaint.ByID()).All(ctx)
	if err == nil {
		err = stats.SaveFacts(ctx, tx, with...)
	}
	return int64(rows[len(rows)-1].ID), len(rows), len(with), err
}

func broadcastTextStep(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, changed int, err error) {
	rows, err := tx.BroadcastText.Query().Where(sql.FieldGT(broadcasttext.FieldID, after)).Order(ent.Asc(broadcasttext.FieldID)).Limit(textsPerStep).All(ctx)
	for _, row := range rows {
		last = int64(row.ID)
		body := search.Plain(row.Body)
		if err != nil || body == row.Body {
			continue
		}
		err = tx.BroadcastText.Update().Where(sql.FieldEQ(broadcasttext.FieldID, row.ID), sql.FieldEQ(broadcasttext.FieldBody, row.Body)).SetBody(body).Exec(ctx)
		changed++
	}
	return last, len(rows), changed, err
}
