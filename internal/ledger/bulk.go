package ledger

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// Bulk chains rows that their owner writes past ent, millions at once. It locks all chains from
// its making to the end of the transaction.
type Bulk struct {
	tx       *ent.Client
	payments *bulkEnds
	audit    *bulkEnds
	days     sums
}

// bulkEnds are the ends of the shards of payments, or of audit entries, which take turns.
type bulkEnds struct {
	ends []*chainEnd // by shard
	next int
}

// add returns the position of the next row: shard, position and hash.
func (k *bulkEnds) add(r row) (shard int, seq int64, hash []byte) {
	shard = k.next % len(k.ends)
	k.next++
	seq, hash = k.ends[shard].add(r)
	return shard, seq, hash
}

// Bulk takes the ends of all chains. The client is a transaction's.
func (b *Book) Bulk(ctx context.Context, tx *ent.Client) (*Bulk, error) {
	payments, err := b.lockChains(ctx, tx, paymentChains)
	if err != nil {
		return nil, err
	}
	audit, err := b.lockChains(ctx, tx, auditChains)
	if err != nil {
		return nil, err
	}
	return &Bulk{tx: tx, payments: payments, audit: audit, days: sums{}}, nil
}

func (b *Book) lockChains(ctx context.Context, tx *ent.Client, of []chain) (*bulkEnds, error) {
	all := &bulkEnds{}
	for _, c := range of {
		e, err := b.lockChain(ctx, tx, c.name)
		if err != nil {
			return nil, err
		}
		all.ends = append(all.ends, e)
	}
	return all, nil
}

// Payment gives a payment its position and hash, and an id where it has none. From then on only
// writing it is left.
func (k *Bulk) Payment(p *ent.Payment) {
	if p.ID == uuid.Nil {
		p.ID = domain.NewID(domain.KindPayment)
	}
	p.CreatedAt = toMilliseconds(p.CreatedAt)
	p.Lane, p.Seq, p.Hash = k.payments.add(paymentRow(p))
	k.days.add(dayOf(p), sum{1, p.AmountMinor})
}

// Days returns the sums of the payments by day, to be written like them. Their ids are the
// database's to give.
func (k *Bulk) Days() []*ent.PaymentDay {
	all := make([]*ent.PaymentDay, 0, len(k.days))
	for _, of := range k.days.inOrder() {
		all = append(all, &ent.PaymentDay{
			ProviderID: of.provider, PaymentDate: of.period, Currency: of.currency, Type: of.kind,
			Payments: k.days[of].payments, AmountMinor: k.days[of].amount,
		})
	}
	return all
}

// Sums returns the sums of the payments by month, and of all, as Days does those by day.
func (k *Bulk) Sums() []*ent.PaymentSum {
	periods := k.days.periods()
	all := make([]*ent.PaymentSum, 0, len(periods))
	for _, of := range periods.inOrder() {
		all = append(all, &ent.PaymentSum{
			ProviderID: of.provider, Period: of.period, Currency: of.currency, Type: of.kind,
			Payments: periods[of].payments, AmountMinor: periods[of].amount,
		})
	}
	return all
}

// Audit is Payment for an audit entry.
func (k *Bulk) Audit(e *ent.AuditEntry) error {
	if e.ID == uuid.Nil {
		e.ID = domain.NewID(domain.KindAuditEntry)
	}
	e.CreatedAt = toMilliseconds(e.CreatedAt)
	r, err := auditRow(e)
	if err != nil {
		return fmt.Errorf("audit of %s: %w", e.Action, err)
	}
	e.Lane, e.Seq, e.Hash = k.audit.add(r)
	return nil
}

// Close writes where the chains end, once all rows are there. Without it, and the commit
// after it, none of them may stay.
func (k *Bulk) Close(ctx context.Context) error {
	for _, e := range slices.Concat(k.payments.ends, k.audit.ends) {
		if e.seq == e.head.Seq {
			continue
		}
		if err := e.save(ctx, k.tx); err != nil {
			return err
		}
	}
	return nil
}
