package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
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

// span is a part of a chain: the rows above one position and below another; nil for no end.
type span struct{ above, below *int64 }

// beforeFirst is where no row may stand.
var beforeFirst = span{below: new(int64(1))}

func behind(position int64) span { return span{above: &position} }

// in finds the rows of a part of the chain, in their order. SQLite takes any number as a position.
func (c chain) in(s span) func(*sql.Selector) {
	return func(q *sql.Selector) {
		q.Where(sql.EQ(q.C(payment.FieldLane), c.shard))
		if s.above != nil {
			q.Where(sql.GT(q.C(payment.FieldSeq), *s.above))
		}
		if s.below != nil {
			q.Where(sql.LT(q.C(payment.FieldSeq), *s.below))
		}
		q.OrderBy(q.C(payment.FieldSeq))
	}
}

func (c chain) payments(client *ent.Client, s span) *ent.PaymentQuery {
	return client.Payment.Query().Where(c.in(s))
}

func (c chain) entries(client *ent.Client, s span) *ent.AuditEntryQuery {
	return client.AuditEntry.Query().Where(c.in(s))
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

// oddForm returns the position and the id, as it stands, of the first row of a part of the chain of which a value is stored
// in another form than the service writes; 0 where there is none. It is for SQLite, which takes a value of any type in any
// column, and reads an id in capitals as the same id, which every condition takes for another one.
func (c chain) oddForm(ctx context.Context, client *ent.Client, s span) (position int64, id string, err error) {
	columns := auditentry.Columns
	if c.noun == paymentNoun {
		columns = payment.Columns
	}
	odd := func(q *sql.Selector) {
		forms := make([]*sql.Predicate, 0, len(columns))
		for _, column := range columns {
			if form := ownForm(column); form != "" {
				forms = append(forms, sql.ExprP("NOT "+strings.ReplaceAll(form, "$", q.C(column))))
			}
		}
		q.Where(sql.Or(forms...))
	}
	var found []struct {
		ID  string `sql:"id"`
		Seq int64  `sql:"seq"`
	}
	if c.noun == paymentNoun {
		err = c.payments(client, s).Where(odd).Limit(1).Select(payment.FieldID, payment.FieldSeq).Scan(ctx, &found)
	} else {
		err = c.entries(client, s).Where(odd).Limit(1).Select(auditentry.FieldID, auditentry.FieldSeq).Scan(ctx, &found)
	}
	if err != nil || len(found) == 0 {
		return 0, "", err
	}
	return found[0].Seq, found[0].ID, nil
}

// ownForm returns the condition that a value, in place of each $, which may be NULL, is stored by SQLite
// as the service writes it; "" where nothing is asked about a column.
func ownForm(column string) string {
	switch column {
	case auditentry.FieldBefore, auditentry.FieldAfter:
		return ""
	case payment.FieldHash:
		return "typeof($) = 'blob'"
	case payment.FieldAmountMinor, payment.FieldLane, payment.FieldSeq:
		return "typeof($) = 'integer'"
	case payment.FieldCreatedAt:
		return "(typeof($) = 'text' AND $ GLOB '????-??-?? ??:??:??*+00:00')"
	}
	if column == payment.FieldID || strings.HasSuffix(column, "_id") {
		return "($ IS NULL OR typeof($) = 'text' AND length($) = 36 AND $ = lower($))"
	}
	return "($ IS NULL OR typeof($) = 'text')"
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
