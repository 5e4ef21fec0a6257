package desk

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/paymenttext"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store/dbtx"
)

// textsPerStep is how many texts are looked at in a transaction.
const textsPerStep = 200

// rebuiltTexts are the tables of texts, and the counters that say up to which row they have been looked at. A version that folds
// texts otherwise than the one before counts anew.
var rebuiltTexts = []struct {
	counter string
	read    func(ctx context.Context, tx *ent.Client, after int64) ([]searchText, error)
	write   func(ctx context.Context, tx *ent.Client, was searchText, body string) error
}{
	{
		"search_texts:2:complaints",
		func(ctx context.Context, tx *ent.Client, after int64) ([]searchText, error) {
			rows, err := tx.ComplaintText.Query().Where(sql.FieldGT(complainttext.FieldID, after)).Order(ent.Asc(complainttext.FieldID)).Limit(textsPerStep).All(ctx)
			return searchTexts(rows, func(row *ent.ComplaintText) searchText { return searchText{row.ID, row.Body} }), err
		},
		func(ctx context.Context, tx *ent.Client, was searchText, body string) error {
			return tx.ComplaintText.Update().Where(was.stands).SetBody(body).Exec(ctx)
		},
	},
	{
		"search_texts:2:tasks",
		func(ctx context.Context, tx *ent.Client, after int64) ([]searchText, error) {
			rows, err := tx.TaskText.Query().Where(sql.FieldGT(tasktext.FieldID, after)).Order(ent.Asc(tasktext.FieldID)).Limit(textsPerStep).All(ctx)
			return searchTexts(rows, func(row *ent.TaskText) searchText { return searchText{row.ID, row.Body} }), err
		},
		func(ctx context.Context, tx *ent.Client, was searchText, body string) error {
			return tx.TaskText.Update().Where(was.stands).SetBody(body).Exec(ctx)
		},
	},
	{
		"search_texts:2:broadcasts",
		func(ctx context.Context, tx *ent.Client, after int64) ([]searchText, error) {
			rows, err := tx.BroadcastText.Query().Where(sql.FieldGT(broadcasttext.FieldID, after)).Order(ent.Asc(broadcasttext.FieldID)).Limit(textsPerStep).All(ctx)
			return searchTexts(rows, func(row *ent.BroadcastText) searchText { return searchText{row.ID, row.Body} }), err
		},
		func(ctx context.Context, tx *ent.Client, was searchText, body string) error {
			return tx.BroadcastText.Update().Where(was.stands).SetBody(body).Exec(ctx)
		},
	},
	{
		"search_texts:2:payments",
		func(ctx context.Context, tx *ent.Client, after int64) ([]searchText, error) {
			rows, err := tx.PaymentText.Query().Where(sql.FieldGT(paymenttext.FieldID, after)).Order(ent.Asc(paymenttext.FieldID)).Limit(textsPerStep).All(ctx)
			return searchTexts(rows, func(row *ent.PaymentText) searchText { return searchText{row.ID, row.Body} }), err
		},
		func(ctx context.Context, tx *ent.Client, was searchText, body string) error {
			return tx.PaymentText.Update().Where(was.stands).SetBody(body).Exec(ctx)
		},
	},
}

// searchText is a row of any of these tables, which have the same columns.
type searchText struct {
	id   int
	body string
}

func searchTexts[T any](rows []T, of func(T) searchText) []searchText {
	all := make([]searchText, len(rows))
	for i, row := range rows {
		all[i] = of(row)
	}
	return all
}

// stands is the condition that a row says what it did: not what was revised meanwhile, which was folded then.
func (t searchText) stands(s *sql.Selector) {
	sql.FieldEQ(complainttext.FieldID, t.id)(s)
	sql.FieldEQ(complainttext.FieldBody, t.body)(s)
}

// RebuildSearchTexts folds texts anew that a version before folded otherwise, and those of instances of such a version that still run.
// Each step is a transaction of its own, which notes how far it came; until all are rebuilt, searches look for the earlier forms
// too. It returns how many were changed.
func (d *Desk) RebuildSearchTexts(ctx context.Context) (changed int, _ error) {
	ctx = auth.System(ctx, "what rows are found by")
	for _, of := range rebuiltTexts {
		step := func(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, changed int, err error) {
			rows, err := of.read(ctx, tx, after)
			for _, row := range rows {
				last = int64(row.id)
				body := search.Refold(row.body)
				if err != nil || body == row.body {
					continue
				}
				err = of.write(ctx, tx, row, body)
				changed++
			}
			return last, len(rows), changed, err
		}
		n, err := stepThrough(ctx, d.Client, of.counter, step)
		changed += n
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// FoldContacts folds what contacts and service providers are found by, and normalizes the addresses of contacts, where a version before
// wrote them, or an instance of it that still runs. Each step is a transaction of its own. It returns how many rows it changed.
func (d *Desk) FoldContacts(ctx context.Context) (changed int, err error) {
	ctx = auth.System(ctx, "what people are found by")
	for _, of := range []predicate.Contact{contact.PhoneDigitsIsNil(), contact.And(contact.EmailKeyIsNil(), contact.EmailNEQ(""))} {
		for more := true; more; {
			err := dbtx.InTx(ctx, d.Client, nil, func(tx *ent.Client) error {
				ids, err := tx.Contact.Query().Where(of).Order(ent.Asc(contact.FieldID)).Limit(textsPerStep).IDs(ctx)
				changed, more = changed+len(ids), len(ids) == textsPerStep
				if err != nil || len(ids) == 0 {
					return err
				}
				return search.ReviseContacts(ctx, tx, ids...)
			})
			if err != nil {
				return changed, err
			}
		}
	}
	providers, err := d.Client.ServiceProvider.Query().Select(serviceprovider.FieldName, serviceprovider.FieldSearchText).All(ctx)
	for _, p := range providers {
		text := search.Fold(p.Name)
		if err != nil || p.SearchText == text {
			continue
		}
		err = d.Client.ServiceProvider.Update().Where(serviceprovider.ID(p.ID), serviceprovider.Name(p.Name)).SetSearchText(text).Exec(ctx)
		changed++
	}
	return changed, err
}

// FillAddressKeys gives the facts of complaints the keys of their addresses: those that were written before there were any, or when
// texts were folded otherwise, and by instances of such a version that still run. It goes on where it was killed, as
// RebuildSearchTexts does, and returns how many it gave one.
func (d *Desk) FillAddressKeys(ctx context.Context) (filled int, err error) {
	ctx = auth.System(ctx, "what addresses have in common")
	return stepThrough(ctx, d.Client, stats.AddressKeys, complaintStep(wrongAddressKeys, stats.SaveFacts))
}

// WriteTaskTexts writes what tasks are found by of the complaints that have none: those from before there was any, and those that
// an instance of such a version submits. It goes on as FillAddressKeys does, and returns how many it wrote.
func (d *Desk) WriteTaskTexts(ctx context.Context) (written int, err error) {
	ctx = auth.System(ctx, "what tasks are found by")
	return stepThrough(ctx, d.Client, search.TaskTexts, complaintStep(withoutTaskText, search.AddTasks))
}

// tableStep does a step through a table after a row. It returns the last row that it looked at, how many these were, and how many it
// changed.
type tableStep func(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, changed int, err error)

// stepThrough goes through a table, from where the counter of that name says it came before. It returns how many rows it changed.
func stepThrough(ctx context.Context, client *ent.Client, name string, step tableStep) (changed int, err error) {
	for more := true; more && err == nil; {
		var n int
		n, more, err = nextStep(ctx, client, name, step)
		changed += n
	}
	return changed, err
}

// nextStep does the next step through a table, and reports whether there is another one.
func nextStep(ctx context.Context, client *ent.Client, name string, step tableStep) (changed int, more bool, err error) {
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

// complaintStep returns a step through complaints in the order of their texts, which have numbers: it fixes those of which some are
// picked.
func complaintStep(
	pick func(context.Context, *ent.Client, []uuid.UUID) ([]uuid.UUID, error), fix func(context.Context, *ent.Client, ...*ent.Complaint) error,
) tableStep {
	return func(ctx context.Context, tx *ent.Client, after int64) (last int64, looked, fixed int, err error) {
		rows, err := tx.ComplaintText.Query().Where(sql.FieldGT(complainttext.FieldID, after)).Order(ent.Asc(complainttext.FieldID)).Limit(textsPerStep).
			Select(complainttext.FieldID, complainttext.FieldComplaintID).All(ctx)
		if err != nil || len(rows) == 0 {
			return after, 0, 0, err
		}
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ComplaintID
		}
		picked, err := pick(ctx, tx, ids)
		if err != nil {
			return after, 0, 0, err
		}
		// Locked as every change of them does it, so that none is undone.
		with, err := tx.Complaint.Query().Where(complaint.IDIn(picked...), dbtx.ForUpdate).Order(complaint.ByID()).All(ctx)
		if err == nil {
			err = fix(ctx, tx, with...)
		}
		return int64(rows[len(rows)-1].ID), len(rows), len(with), err
	}
}

// withoutTaskText returns which of some complaints have no search text of tasks.
func withoutTaskText(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := tx.TaskText.Query().Where(tasktext.ComplaintIDIn(ids...)).Select(tasktext.FieldComplaintID).All(ctx)
	if err != nil {
		return nil, err
	}
	there := make(map[uuid.UUID]bool, len(rows))
	for _, row := range rows {
		there[row.ComplaintID] = true
	}
	return slices.DeleteFunc(ids, func(id uuid.UUID) bool { return there[id] }), nil
}

// wrongAddressKeys returns which of some complaints have not the key of their address.
func wrongAddressKeys(ctx context.Context, tx *ent.Client, ids []uuid.UUID) (wrong []uuid.UUID, err error) {
	with, err := tx.Complaint.Query().Where(complaint.IDIn(ids...), complaint.AddressNEQ("")).Select(complaint.FieldAddress).All(ctx)
	if err != nil {
		return nil, err
	}
	facts, err := tx.ComplaintFact.Query().Where(complaintfact.IDIn(ids...)).Select(complaintfact.FieldAddressKey).All(ctx)
	if err != nil {
		return nil, err
	}
	keys := make(map[uuid.UUID]*int64, len(facts))
	for _, f := range facts {
		keys[f.ID] = f.AddressKey
	}
	for _, c := range with {
		if !domain.Same(search.AddressKey(c.Address), keys[c.ID]) {
			wrong = append(wrong, c.ID)
		}
	}
	return wrong, nil
}
