package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/chainhead"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/dbtx"
)

// rowsPerInsert keeps one statement below the parameters that either database takes.
const rowsPerInsert = 1_000

// Payments adds payments to the ledger, in their order, all to one shard, as the viewer of the context. It gives
// them their positions and hashes, and ids where they have none. The transaction, which has locked their
// service providers, holds the shard from here to its end: call it once, and with the audit last.
func (b *Book) Payments(ctx context.Context, tx batch.Clients, payments ...*ent.Payment) error {
	if len(payments) == 0 {
		return nil
	}
	in, end, err := b.takeShard(ctx, tx, b.payments)
	if err != nil {
		return err
	}
	for _, p := range payments {
		if p.ID == uuid.Nil {
			p.ID = domain.NewID(domain.KindPayment)
		}
		p.CreatedAt = toMilliseconds(p.CreatedAt)
		p.Lane = in.shard
		p.Seq, p.Hash = end.add(paymentRow(p))
	}
	if err := end.save(ctx, tx.Later); err != nil {
		return err
	}
	for part := range slices.Chunk(payments, rowsPerInsert) {
		err := tx.Later.Payment.MapCreateBulk(part, func(c *ent.PaymentCreate, i int) {
			p := part[i]
			c.SetID(p.ID).SetProviderID(p.ProviderID).SetType(p.Type).SetAmountMinor(p.AmountMinor).
				SetCurrency(p.Currency).SetPaymentDate(p.PaymentDate).SetPaymentMethod(p.PaymentMethod).
				SetPaymentReference(p.PaymentReference).SetInvoiceNumber(p.InvoiceNumber).
				SetNillablePeriodFrom(p.PeriodFrom).SetNillablePeriodTo(p.PeriodTo).SetRemarks(p.Remarks).
				SetNillableRecordedByID(p.RecordedByID).SetNillableReversesID(p.ReversesID).
				SetCreatedAt(p.CreatedAt).SetLane(p.Lane).SetSeq(p.Seq).SetHash(p.Hash)
		}).Exec(ctx)
		if err != nil {
			return err
		}
	}
	if err := search.AddPayments(ctx, tx.Later, payments...); err != nil {
		return err
	}
	return addUp(ctx, tx.Later, payments)
}

// AuditImport adds the audit entry of an import to the ledger, as Audit does: what was imported, such as complaints,
// the type of its rows, and a summary that is kept as JSON.
func (b *Book) AuditImport(ctx context.Context, tx batch.Clients, what, subjectType string, summary any, at time.Time) error {
	after, err := json.Marshal(summary)
	if err != nil {
		return fmt.Errorf("encode the audit entry: %w", err)
	}
	err = b.Audit(ctx, tx, &ent.AuditEntry{
		Agent: domain.AgentImport, Action: "import." + what, SubjectType: subjectType, After: after, CreatedAt: at,
	})
	if err != nil {
		return fmt.Errorf("write the audit entry: %w", err)
	}
	return nil
}

// Audit adds audit entries to the ledger, in their order, all to one shard. It gives them their
// positions and hashes, and ids where they have none. The transaction holds the shard from here to
// its end, or, if it is optimistic, goes by what this process wrote last: call it once, and last.
func (b *Book) Audit(ctx context.Context, tx batch.Clients, entries ...*ent.AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	ctx = auth.System(ctx, "audit")
	rows := make([]row, len(entries)) // before others have to wait
	for i, e := range entries {
		if e.ID == uuid.Nil {
			e.ID = domain.NewID(domain.KindAuditEntry)
		}
		e.CreatedAt = toMilliseconds(e.CreatedAt)
		var err error
		if rows[i], err = auditRow(e); err != nil {
			return fmt.Errorf("audit of %s: %w", e.Action, err)
		}
	}
	in, end, err := b.takeShard(ctx, tx, b.audit)
	if err != nil {
		return err
	}
	for i, e := range entries {
		e.Lane = in.shard
		e.Seq, e.Hash = end.add(rows[i])
	}
	if err := end.save(ctx, tx.Later); err != nil { // first, since it says whether the positions are free
		return err
	}
	for part := range slices.Chunk(entries, rowsPerInsert) {
		err := tx.Later.AuditEntry.MapCreateBulk(part, func(c *ent.AuditEntryCreate, i int) {
			e := part[i]
			c.SetID(e.ID).SetNillableActorID(e.ActorID).SetAgent(e.Agent).SetAction(e.Action).
				SetSubjectType(e.SubjectType).SetNillableSubjectID(e.SubjectID).SetAddress(e.Address).
				SetCreatedAt(e.CreatedAt).SetLane(e.Lane).SetSeq(e.Seq).SetHash(e.Hash)
			if len(e.Before) > 0 {
				c.SetBefore(e.Before)
			}
			if len(e.After) > 0 {
				c.SetAfter(e.After)
			}
		}).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// toMilliseconds returns an instant as it is stored and shown. Rows of earlier versions may have microseconds, which are in
// their hashes and stay.
func toMilliseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// chainEnd is the end of a chain that a transaction holds.
type chainEnd struct {
	key  *key
	head *ent.ChainHead
	seq  int64
	hash []byte
}

// lockChain locks the end of a chain until the transaction ends.
func (b *Book) lockChain(ctx context.Context, tx *ent.Client, name string) (*chainEnd, error) {
	h, err := tx.ChainHead.Query().Where(chainhead.Name(name), dbtx.ForUpdate).Only(auth.System(ctx, "the end of a chain"))
	switch {
	case ent.IsNotFound(err):
		return nil, fmt.Errorf("the ledger has lost the head of %s", name)
	case err != nil:
		return nil, err
	case h.KeyID != b.key.id:
		return nil, fmt.Errorf("%s was begun with another key", name)
	}
	return &chainEnd{key: b.key, head: h, seq: h.Seq, hash: h.Hash}, nil
}

// add returns the position and the hash of the next row.
func (e *chainEnd) add(r row) (int64, []byte) {
	e.seq++
	e.hash = r.sum(e.key, e.head.Name, e.seq, e.hash)
	return e.seq, e.hash
}

// save writes where the chain ends now.
func (e *chainEnd) save(ctx context.Context, tx *ent.Client) error {
	was := func(s *sql.Selector) { s.Where(sql.EQ(s.C(chainhead.FieldHash), e.head.Hash)) }
	n, err := tx.ChainHead.Update().Where(chainhead.ID(e.head.ID), chainhead.Seq(e.head.Seq), was).
		SetSeq(e.seq).SetHash(e.hash).Save(auth.System(ctx, "the end of a chain"))
	if err == nil && n != 1 && n != batch.Unknown { // which the batch checks
		err = errors.New("the head of " + e.head.Name + " moved without being held")
	}
	return err
}
