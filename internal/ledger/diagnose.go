package ledger

import (
	"context"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// maxRenumbered is how many removed rows are recognized although those after them moved up.
const maxRenumbered = 1_000

// diagnose returns what happened to the row that should follow the last good one, where there is
// another one: r, at that position or behind it. What was written can't be known, only what hashes
// fit, so this is the simplest explanation that fits the rows.
func (w *checker) diagnose(ctx context.Context, c chain, r row) (*Fault, error) {
	position := w.at.Seq + 1
	report := func(problem domain.LedgerProblem, who *row, message string, args ...any) (*Fault, error) {
		f := &Fault{Chain: c.name, Seq: position, Type: c.noun, Problem: problem, Message: fmt.Sprintf(message, args...)}
		if who != nil {
			f.ID = &who.id
		}
		return f, nil
	}
	moved, err := w.findElsewhere(ctx, c)
	if err != nil {
		return nil, err
	}
	head, fault, err := w.head(ctx, c)
	if fault != nil || err != nil {
		return fault, err
	}
	switch {
	case moved != nil && r.seq == position && moved.seq == position+1 && !r.matches(w.key, c.name, position+1, moved.hash):
		return report(domain.LedgerInserted, &r, "The service did not write this row; the row that belongs here stands behind it.")
	case moved != nil:
		return report(domain.LedgerReordered, moved, "The row that belongs here stands at %d.", moved.seq)
	case position > head.Seq:
		position = r.seq
		return report(domain.LedgerInserted, &r, "The service did not write this row, which stands behind the end of the chain.")
	case r.seq > head.Seq:
		return w.cutFault(c, head.Seq), nil
	case r.seq > position:
		return report(domain.LedgerRemoved, nil, "Rows %d to %d were removed.", position, r.seq-1)
	}
	return w.inPlace(ctx, c, r, head, report)
}

type reporter func(problem domain.LedgerProblem, who *row, message string, args ...any) (*Fault, error)

// inPlace looks at the row after the one at fault: its hash shows what became of that.
func (w *checker) inPlace(ctx context.Context, c chain, r row, head *ent.ChainHead, report reporter) (*Fault, error) {
	position := r.seq
	next, err := c.rows(ctx, w.client, behind(position), 1)
	if err == nil && len(next) == 1 {
		follows := func(before []byte, at int64) bool { return next[0].matches(w.key, c.name, at, before) }
		if follows(r.sum(w.key, c.name, position, w.at.Hash), position+1) {
			return report(domain.LedgerChanged, &r, "The hash of the row was changed; its values are whole.")
		}
		for n := int64(1); n <= maxRenumbered && position+n <= head.Seq; n++ {
			if follows(r.hash, next[0].seq+n) {
				return report(domain.LedgerRemoved, nil, "%d rows were removed, and those behind them moved up.", n)
			}
		}
	}
	return report(domain.LedgerChanged, &r, "The values of the row were changed, or another row was put in its place.")
}

// findElsewhere finds the row that belongs after the last good one, at another position: among those
// that follow, as far as it looks, and before the first position. Rows that can't be read are none.
func (w *checker) findElsewhere(ctx context.Context, c chain) (*row, error) {
	position := w.at.Seq + 1
	for _, s := range []span{behind(w.at.Seq), beforeFirst} {
		for looked := 0; looked < lookAhead; looked += rowsPerRead {
			rows, err := c.rows(ctx, w.client, s, rowsPerRead)
			if ctx.Err() != nil {
				return nil, err
			}
			if err != nil {
				break
			}
			for i := range rows {
				if rows[i].seq != position && rows[i].matches(w.key, c.name, position, w.at.Hash) {
					return &rows[i], nil
				}
			}
			if len(rows) < rowsPerRead {
				break
			}
			s.above = &rows[len(rows)-1].seq
		}
	}
	return nil, nil
}
