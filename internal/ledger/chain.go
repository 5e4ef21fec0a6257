package ledger

import (
	"context"
	"fmt"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
)

// shards is how many chains payments have, and how many audit entries. Fewer would leave rows without a
// chain, so it only ever grows, with a head for each new shard.
const shards = 16

// chain is a shard of the payments or of the audit entries.
type chain struct {
	name  string
	noun  string // the type of its rows, as the graph names it
	shard int
}

const (
	paymentNoun = "Payment"
	entryNoun   = "AuditEntry"
)

// The chains, by shard.
var (
	paymentChains = chainsOf(paymentNoun, func(shard int) string {
		if shard == 0 {
			return "payments" // which was the only one until schema 15
		}
		return fmt.Sprintf("payments:%d", shard)
	})
	auditChains = chainsOf(entryNoun, func(shard int) string { return fmt.Sprintf("audit:%d", shard) })
)

// chains in the order in which they are checked. Of a payment that is wrong its own chain knows more
// than the audit does, so payments come first.
var chains = slices.Concat(paymentChains, auditChains)

func chainsOf(noun string, name func(shard int) string) []chain {
	all := make([]chain, shards)
	for shard := range all {
		all[shard] = chain{name: name(shard), noun: noun, shard: shard}
	}
	return all
}

// indexOf returns where a chain is among chains; -1 where there is none of the name.
func indexOf(name string) int {
	return slices.IndexFunc(chains, func(c chain) bool { return c.name == name })
}

// isLater reports whether a head is that of a chain that came with schema 15.
func isLater(h *ent.ChainHead) bool {
	return slices.ContainsFunc(paymentChains[1:], func(c chain) bool { return c.name == h.Name })
}

// span is a part of a chain: the rows above one place and below another, 0 for no end.
type span struct{ above, below int64 }

func (c chain) payments(client *ent.Client, s span) *ent.PaymentQuery {
	q := client.Payment.Query().Where(payment.Lane(c.shard), payment.SeqGT(s.above)).Order(payment.BySeq())
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
	if c.noun == paymentNoun {
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
		rows[i].payments = paymentsOf(e)
	}
	return rows, nil
}

// firstID reports whether a part of the chain has a row, even one that can't be read, and its id
// as it stands.
func (c chain) firstID(ctx context.Context, client *ent.Client, s span) (id string, found bool, err error) {
	var ids []string
	if c.noun == paymentNoun {
		ids, err = c.payments(client, s).Limit(1).Select(payment.FieldID).Strings(ctx)
	} else {
		ids, err = c.entries(client, s).Limit(1).Select(auditentry.FieldID).Strings(ctx)
	}
	if err != nil || len(ids) == 0 {
		return "", false, err
	}
	return ids[0], true, nil
}
