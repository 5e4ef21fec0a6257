package ledger

import (
	"context"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
)

// chain is one of the chains: payments, or a shard of the audit entries.
type chain struct {
	name  string
	shard int // of the audit entries; -1 for payments
}

// chains in the order in which they are checked; payments come first.
var chains = func() []chain {
	all := []chain{{"payments", -1}}
	for shard := range shards {
		all = append(all, chain{shardName(shard), shard})
	}
	return all
}()

func shardName(shard int) string { return fmt.Sprintf("audit:%d", shard) }

// noun returns the type of the chain's rows, as the graph names it.
func (c chain) noun() string {
	if c.shard < 0 {
		return "Payment"
	}
	return "AuditEntry"
}

// span is a part of a chain: the rows above one place and below another, 0 for no end.
type span struct{ above, below int64 }

func (c chain) payments(client *ent.Client, s span) *ent.PaymentQuery {
	q := client.Payment.Query().Where(payment.SeqGT(s.above)).Order(payment.BySeq())
	if s.below != 0 {
		q.Where(payment.SeqLT(s.below))
	}
	return q
}

func (c chain) entries(client *ent.Client, s span) *ent.AuditEntryQuery {
	where := []predicate.AuditEntry{auditentry.Lane(c.shard), auditentry.SeqGT(s.above)}
	if s.below != 0 {
		where = append(where, auditentry.SeqLT(s.below))
	}
	return client.AuditEntry.Query().Where(where...).Order(auditentry.BySeq())
}

// rows reads up to n rows of a part of the chain, in its order.
func (c chain) rows(ctx context.Context, client *ent.Client, s span, n int) ([]row, error) {
	if c.shard < 0 {
		all, err := c.payments(client, s).Limit(n).All(ctx)
		if err != nil {
			return nil, err
		}
		rows := make([]row, len(all))
		for i, p := range all {
			rows[i] = paymentRow(p)
		}
		return rows, nil
	}
	all, err := c.entries(client, s).Limit(n).All(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(all))
	for i, e := range all {
		if rows[i], err = auditRow(e); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// firstID reports whether a part of the chain has a row, even one that can't be read, and its id
// as it stands.
func (c chain) firstID(ctx context.Context, client *ent.Client, s span) (id string, found bool, err error) {
	var ids []string
	if c.shard < 0 {
		ids, err = c.payments(client, s).Limit(1).Select(payment.FieldID).Strings(ctx)
	} else {
		ids, err = c.entries(client, s).Limit(1).Select(auditentry.FieldID).Strings(ctx)
	}
	if err != nil || len(ids) == 0 {
		return "", false, err
	}
	return ids[0], true, nil
}
