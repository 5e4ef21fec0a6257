package ledger

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/chainhead"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

const (
	// rowsPerRead bounds what a check holds in memory.
	rowsPerRead = 1_000

	// RowsPerCheck is what one call of Check looks at: well under a second's work.
	RowsPerCheck = 20_000

	// lookAhead is how many rows are searched for one that is not at its position.
	lookAhead = 20_000
)

// Fault is the first thing in a chain that is not as it was written.
type Fault struct {
	Chain   string
	Seq     int64      // the position where the chain stops being what was written
	Type    string     // Payment, AuditEntry or ChainHead
	ID      *uuid.UUID // of the row that stands there or, when reordered, belongs there, or of the payment that an entry misses; else nil
	Problem domain.LedgerProblem
	Message string
}

// Result is what a check found.
type Result struct {
	Rows     int64  // checked, with those of the calls before
	Complete bool   // whether all chains were checked
	After    string // to go on with; "" where there is nothing to go on with
	Fault    *Fault // the first one; nil when all is well so far
}

// mark is a position in a chain and the hash of its row.
type mark struct {
	Seq  int64  `json:"seq"`
	Hash []byte `json:"hash"`
}

// checker goes through the chains, row by row. What others add meanwhile does not disturb it: the
// heads are read before the rows, and again behind them.
type checker struct {
	key        *key
	client     *ent.Client
	untyped    bool // whether the database takes a value of any type in any column
	heads      map[string]*ent.ChainHead
	checkpoint map[string]mark

	chain    int   // being checked, index in chains
	at       mark  // the last good row of it
	rows     int64 // good ones so far
	left     int64 // to be read in this call
	ends     map[string]mark
	progress func(rows int64)
}

// Check checks some 20,000 rows, from the beginning or, with what a call before returned as
// After, from where that one stopped. Another text is ErrPosition.
func (b *Book) Check(ctx context.Context, client *ent.Client, after string) (*Result, error) {
	w := &checker{key: b.key, client: client, left: RowsPerCheck}
	if after != "" {
		if err := w.resume(after); err != nil {
			return nil, err
		}
	}
	fault, err := w.run(auth.System(ctx, "check the ledger"))
	if err != nil {
		return nil, err
	}
	r := &Result{Rows: w.rows, Fault: fault, Complete: fault == nil && w.chain == len(chains)}
	if fault == nil && !r.Complete {
		r.After = w.position()
	}
	return r, nil
}

// run checks until a fault, the end of the last chain, or as far as this call may.
func (w *checker) run(ctx context.Context) (*Fault, error) {
	w.ends = map[string]mark{}
	if fault, err := w.readHeads(ctx); fault != nil || err != nil {
		return fault, err
	}
	for ; w.chain < len(chains); w.chain++ {
		c := chains[w.chain]
		if w.at.Hash == nil {
			w.at.Hash = w.key.origin(c.name)
		}
		fault, ended, err := w.checkChain(ctx, c)
		if fault != nil || err != nil || !ended {
			return fault, err
		}
		w.ends[c.name] = w.at
		w.at = mark{}
	}
	return w.strayRows(ctx)
}

// readHeads reads the heads of all chains, and finds those that are not what they were.
func (w *checker) readHeads(ctx context.Context) (*Fault, error) {
	untyped := func(s *sql.Selector) { w.untyped = s.Dialect() == dialect.SQLite }
	heads, err := w.client.ChainHead.Query().Where(untyped).All(ctx)
	if err != nil {
		return w.unreadableHead(ctx, err)
	}
	w.heads = map[string]*ent.ChainHead{}
	if !slices.ContainsFunc(heads, isLater) { // the service begins them at its next start
		for _, c := range paymentChains[1:] {
			w.heads[c.name] = &ent.ChainHead{Name: c.name, Hash: w.key.origin(c.name), KeyID: w.key.id}
		}
	}
	for _, h := range heads {
		w.heads[h.Name] = h
	}
	for _, c := range chains {
		switch h := w.heads[c.name]; {
		case h == nil:
			return removedHead(c), nil
		case h.KeyID != w.key.id:
			return changedHead(h, "The head of the chain names another key."), nil
		}
	}
	for _, h := range heads {
		if indexOf(h.Name) < 0 || w.heads[h.Name] != h {
			return &Fault{
				Chain: h.Name, Seq: h.Seq, Type: "ChainHead", ID: &h.ID, Problem: domain.LedgerInserted,
				Message: "There is no such chain.",
			}, nil
		}
	}
	return nil, nil
}

// unreadableHead finds the head that could not be read.
func (w *checker) unreadableHead(ctx context.Context, failed error) (*Fault, error) {
	for _, c := range chains {
		where := chainhead.Name(c.name)
		named, err := w.client.ChainHead.Query().Where(where).Select(chainhead.FieldName).Strings(ctx)
		if err != nil {
			return nil, failed // the database is away
		}
		if len(named) == 0 {
			continue
		}
		if _, err := w.client.ChainHead.Query().Where(where).Only(ctx); err != nil && ctx.Err() == nil {
			return &Fault{
				Chain: c.name, Type: "ChainHead", Problem: domain.LedgerChanged,
				Message: "The head of the chain holds what can't be read.",
			}, nil
		}
	}
	return nil, failed
}

func removedHead(c chain) *Fault {
	return &Fault{Chain: c.name, Type: "ChainHead", Problem: domain.LedgerRemoved, Message: "The head of the chain was removed."}
}

func changedHead(h *ent.ChainHead, message string) *Fault {
	return &Fault{Chain: h.Name, Seq: h.Seq, Type: "ChainHead", ID: &h.ID, Problem: domain.LedgerChanged, Message: message}
}

// checkChain goes through one chain, from where it is, and reports whether it came to its
// end.
func (w *checker) checkChain(ctx context.Context, c chain) (fault *Fault, ended bool, err error) {
	if fault := w.compare(c); fault != nil {
		return fault, false, nil
	}
	for w.left > 0 {
		n := int(min(w.left, rowsPerRead))
		rows, fault, err := w.next(ctx, c, n)
		if err != nil {
			return w.unreadable(ctx, c, err)
		}
		if fault != nil {
			return fault, false, nil
		}
		if fault, err := w.checkRows(ctx, c, rows); fault != nil || err != nil {
			return fault, false, err
		}
		if len(rows) < n {
			fault, err := w.checkEnd(ctx, c)
			return fault, true, err
		}
	}
	return nil, false, nil
}

// next reads up to n rows behind the last good one. It reads that one again, since another row at the same position could
// hide behind it.
func (w *checker) next(ctx context.Context, c chain, n int) ([]row, *Fault, error) {
	if w.at.Seq == 0 {
		rows, err := c.rows(ctx, w.client, behind(0), n)
		return rows, nil, err
	}
	rows, err := c.rows(ctx, w.client, behind(w.at.Seq-1), n+1)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 || rows[0].seq != w.at.Seq || !bytes.Equal(rows[0].hash, w.at.Hash) {
		return nil, &Fault{
			Chain: c.name, Seq: w.at.Seq, Type: c.noun, Problem: domain.LedgerChanged,
			Message: "The row that stood here when it was checked is not the one that stands here now.",
		}, nil
	}
	return rows[1:], nil, nil
}

// checkRows checks rows that follow the last good one, and that the payments are there which they are about.
func (w *checker) checkRows(ctx context.Context, c chain, rows []row) (*Fault, error) {
	before := w.at.Seq
	for _, r := range rows {
		if w.at.Seq > 0 && r.seq == w.at.Seq {
			return &Fault{
				Chain: c.name, Seq: r.seq, Type: c.noun, ID: &r.id, Problem: domain.LedgerInserted,
				Message: "Two rows have this position.",
			}, nil
		}
		if r.seq != w.at.Seq+1 || !r.matches(w.key, c.name, r.seq, w.at.Hash) {
			return w.diagnose(ctx, c, r)
		}
		w.at = mark{r.seq, r.hash}
		w.rows++
		w.left--
		if fault := w.compare(c); fault != nil {
			return fault, nil
		}
	}
	if w.progress != nil {
		w.progress(w.rows)
	}
	if fault, err := w.checkForms(ctx, c, span{above: &before, below: new(w.at.Seq + 1)}); fault != nil || err != nil {
		return fault, err
	}
	return w.checkPayments(ctx, c, rows)
}

// checkForms finds a row of a part of a chain whose values are what was written, but not as it was written.
func (w *checker) checkForms(ctx context.Context, c chain, s span) (*Fault, error) {
	if !w.untyped {
		return nil, nil
	}
	position, id, err := c.oddForm(ctx, w.client, s)
	if err != nil || position == 0 {
		return nil, err
	}
	return &Fault{
		Chain: c.name, Seq: position, Type: c.noun, ID: parsed(id), Problem: domain.LedgerChanged,
		Message: "A value of the row is stored in another form than the service writes, such as an id in capitals.",
	}, nil
}

// checkPayments finds a payment that an audit entry is about and that is nowhere. No chain of payments misses one
// that was cut off together with its head. One that was put outside the chains is found as such.
func (w *checker) checkPayments(ctx context.Context, c chain, entries []row) (*Fault, error) {
	var ids []uuid.UUID
	for _, e := range entries {
		ids = append(ids, e.payments...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	there, err := w.client.Payment.Query().Where(payment.IDIn(ids...)).IDs(ctx)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]bool, len(there))
	for _, id := range there {
		found[id] = true
	}
	for _, e := range entries {
		for _, id := range e.payments {
			if !found[id] {
				return &Fault{
					Chain: c.name, Seq: e.seq, Type: paymentNoun, ID: &id, Problem: domain.LedgerCut,
					Message: "The audit entry at this position names a payment that is nowhere: its chain was cut, together with its head.",
				}, nil
			}
		}
	}
	return nil, nil
}

// compare holds the last good row against the head and the checkpoint, where they are about it.
func (w *checker) compare(c chain) *Fault {
	if h := w.heads[c.name]; h.Seq == w.at.Seq && !bytes.Equal(h.Hash, w.at.Hash) {
		return changedHead(h, "The head of the chain does not have the hash of the last row.")
	}
	if p, known := w.checkpoint[c.name]; known && p.Seq == w.at.Seq && !bytes.Equal(p.Hash, w.at.Hash) {
		return &Fault{
			Chain: c.name, Seq: p.Seq, Type: c.noun, Problem: domain.LedgerCut,
			Message: "When the checkpoint was made another row stood here: the chain was cut before it, with its head, and has grown again.",
		}
	}
	return nil
}

// checkEnd looks at what should stand after the last good row, and what should not.
func (w *checker) checkEnd(ctx context.Context, c chain) (*Fault, error) {
	if last := max(w.heads[c.name].Seq, w.checkpoint[c.name].Seq); w.at.Seq < last {
		return w.cutFault(c, last), nil
	}
	head, fault, err := w.head(ctx, c)
	if fault != nil || err != nil {
		return fault, err
	}
	if head.Seq < w.at.Seq { // its rows and it are committed together
		return changedHead(head, "The head of the chain was moved back; the rows behind it are whole."), nil
	}
	id, found, err := c.firstID(ctx, w.client, beforeFirst)
	if err != nil || !found {
		return nil, err
	}
	return &Fault{
		Chain: c.name, Type: c.noun, ID: parsed(id), Problem: domain.LedgerInserted,
		Message: "A row stands before the first position of the chain.",
	}, nil
}

func (w *checker) cutFault(c chain, last int64) *Fault {
	return &Fault{
		Chain: c.name, Seq: w.at.Seq + 1, Type: c.noun, Problem: domain.LedgerCut,
		Message: fmt.Sprintf("The end of the chain is missing: rows %d to %d.", w.at.Seq+1, last),
	}
}

// head reads the head of a chain as it stands now. One that has yet to be begun is as it was found.
func (w *checker) head(ctx context.Context, c chain) (*ent.ChainHead, *Fault, error) {
	h, err := w.client.ChainHead.Query().Where(chainhead.Name(c.name)).Only(ctx)
	if ent.IsNotFound(err) {
		if was := w.heads[c.name]; was.ID == uuid.Nil && w.at.Seq == 0 {
			return was, nil, nil
		}
		return nil, removedHead(c), nil
	}
	return h, nil, err
}

// strays are the conditions of rows of a shard that does not exist, which on SQLite may also lie between two that do,
// or without a position. Each is a part of the index.
func strays() []func(*sql.Selector) {
	lane := func(s *sql.Selector) string { return s.C(payment.FieldLane) } // and of audit entries
	all := []func(*sql.Selector){
		func(s *sql.Selector) { s.Where(sql.IsNull(lane(s))) },
		func(s *sql.Selector) { s.Where(sql.LT(lane(s), 0)) },
		func(s *sql.Selector) { s.Where(sql.GT(lane(s), shards-1)) },
	}
	for shard := range shards {
		all = append(
			all,
			func(s *sql.Selector) { s.Where(sql.And(sql.GT(lane(s), shard), sql.LT(lane(s), shard+1))) },
			func(s *sql.Selector) {
				s.Where(sql.And(sql.EQ(lane(s), shard), sql.IsNull(s.C(payment.FieldSeq))))
			},
		)
	}
	return all
}

// strayRows finds rows that are in no chain.
func (w *checker) strayRows(ctx context.Context) (*Fault, error) {
	for _, where := range strays() {
		ids, err := w.client.Payment.Query().Where(where).Limit(1).Select(payment.FieldID).Strings(ctx)
		if err != nil || len(ids) > 0 {
			return strayRow("payments", paymentNoun, ids), err
		}
		ids, err = w.client.AuditEntry.Query().Where(where).Limit(1).Select(auditentry.FieldID).Strings(ctx)
		if err != nil || len(ids) > 0 {
			return strayRow("audit", entryNoun, ids), err
		}
	}
	return nil, nil
}

func strayRow(chain, noun string, ids []string) *Fault {
	if len(ids) == 0 {
		return nil
	}
	return &Fault{
		Chain: chain, Type: noun, ID: parsed(ids[0]), Problem: domain.LedgerInserted,
		Message: "The row belongs to no chain.",
	}
}

// unreadable finds the row that could not be read, because it holds what the service can't
// have written. SQLite takes any text in any column.
func (w *checker) unreadable(ctx context.Context, c chain, failed error) (*Fault, bool, error) {
	for {
		rows, err := c.rows(ctx, w.client, behind(w.at.Seq), 1)
		if err != nil {
			id, found, lost := c.firstID(ctx, w.client, behind(w.at.Seq))
			if lost != nil || !found {
				return nil, false, failed // the database is away
			}
			return &Fault{
				Chain: c.name, Seq: w.at.Seq + 1, Type: c.noun, ID: parsed(id), Problem: domain.LedgerChanged,
				Message: "The row holds what can't be read.",
			}, false, nil
		}
		if len(rows) == 0 {
			return nil, false, failed
		}
		if fault, err := w.checkRows(ctx, c, rows); fault != nil || err != nil {
			return fault, false, err
		}
	}
}

func parsed(id string) *uuid.UUID {
	if u, err := domain.ParseID(id); err == nil {
		return &u
	}
	return nil
}
