package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// Bulk chains rows that their owner writes past ent, millions at once. It locks all chains from
// its making to the end of the transaction.
type Bulk struct {
	tx        *ent.Client
	payments  *chainEnd
	days      days
	audit     []*chainEnd // by shard
	nextShard int
}

// Bulk takes the ends of all chains. The client is a transaction's.
func (b *Book) Bulk(ctx context.Context, tx *ent.Client) (*Bulk, error) {
	bulk := &Bulk{tx: tx, days: days{}}
	for _, c := range chains {
		e, err := b.lockChain(ctx, tx, c.name)
		if err != nil {
			return nil, err
		}
		if c.shard < 0 {
			bulk.payments = e
		} else {
			bulk.audit = append(bulk.audit, e)
		}
	}
	return bulk, nil
}

// Payment gives a payment its place and hash, and an id where it has none. From then on only
// writing it is left.
func (k *Bulk) Payment(p *ent.Payment) {
	if p.ID == uuid.Nil {
		p.ID = domain.NewID(domain.KindPayment)
	}
	p.CreatedAt = toMicroseconds(p.CreatedAt)
	p.Seq, p.Hash = k.payments.add(paymentRow(p))
	k.days.add(p)
}

// Days returns the sums of the payments by day, to be written like them. Their ids are the
// database's to give.
func (k *Bulk) Days() []*ent.PaymentDay {
	all := make([]*ent.PaymentDay, 0, len(k.days))
	for _, of := range k.days.inOrder() {
		all = append(all, &ent.PaymentDay{
			ProviderID: of.provider, PaymentDate: of.date, Currency: of.currency, Type: of.kind,
			Payments: k.days[of].payments, AmountMinor: k.days[of].amount,
		})
	}
	return all
}

// Audit is Payment for an audit entry. The shards take turns.
func (k *Bulk) Audit(e *ent.AuditEntry) error {
	if e.ID == uuid.Nil {
		e.ID = domain.NewID(domain.KindAuditEntry)
	}
	e.CreatedAt = toMicroseconds(e.CreatedAt)
	r, err := auditRow(e)
	if err != nil {
		return fmt.Errorf("audit of %s: %w", e.Action, err)
	}
	e.Lane = k.nextShard % len(k.audit)
	k.nextShard++
	e.Seq, e.Hash = k.audit[e.Lane].add(r)
	return nil
}

// Close writes where the chains end, once all rows are there. Without it, and the commit
// after it, none of them may stay.
func (k *Bulk) Close(ctx context.Context) error {
	for _, e := range append([]*chainEnd{k.payments}, k.audit...) {
		if e.seq == e.head.Seq {
			continue
		}
		if err := e.save(ctx, k.tx); err != nil {
			return err
		}
	}
	return nil
}
