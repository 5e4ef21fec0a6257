package ledger_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	. "github.com/redress/redress/internal/testenv"
)

// find returns the chain of the row of a table that a condition finds, and its position there.
func (in *intruder) find(table, where string) (v victim, seq int64) {
	in.t.Helper()
	lane := in.text("SELECT CAST(lane AS text) FROM " + table + " WHERE " + where)
	return in.victim(table, lane), in.number("SELECT CAST(seq AS text) FROM " + table + " WHERE " + where)
}

// cut removes the end of a chain from a position on, and moves the head back to the row before.
func (in *intruder) cut(v victim, from int64) {
	in.t.Helper()
	in.do(v.remove(from, v.n), v.moveHead(from-1))
}

// TestCutPayments: payments that were cut off together with the head of their chain are missed by the
// entries of the audit, unless these are cut as well.
func TestCutPayments(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for i := range 40 { // so that each shard has rows
			pay(t, s, fmt.Sprintf("C-%d", i))
		}
		kept, _ := pay(t, s, "kept")
		id, code := pay(t, s, "wanted")
		if code != "" {
			t.Fatal(code)
		}
		settled, err := domain.ParseID(id)
		if err != nil {
			t.Fatal(err)
		}
		if code := reverse(t, s, kept); code != "" {
			t.Fatal(code)
		}
		checkpoint := filepath.Join(t.TempDir(), "checkpoint")
		if f := verify(t, s, checkpoint).Fault; f != nil {
			t.Fatalf("%+v", *f)
		}
		in := breakIn(t, s)
		original, err := domain.ParseID(kept)
		if err != nil {
			t.Fatal(err)
		}
		reversal := in.text("SELECT CAST(id AS text) FROM payments WHERE reverses_id = '" + original.String() + "'")

		for what, c := range map[string]struct{ payment, entry string }{
			"a settlement": {settled.String(), "action = 'payment.record' AND subject_id = '" + settled.String() + "'"},
			"a reversal":   {reversal, "action = 'payment.reverse' AND subject_id = '" + original.String() + "'"},
		} {
			where := "id = '" + c.payment + "'"
			of, position := in.find("payments", where)
			entries, seq := in.find("audit_entries", c.entry)
			if position != of.n || seq != entries.n {
				t.Fatalf("%s is not the last of its chain: %d of %+v, %d of %+v", what, position, of, seq, entries)
			}
			in.cut(of, position)
			expect(t, what+" cut with its head", verify(t, s, "").Fault, entries.chain, seq, domain.LedgerCut, c.payment)
			if f := verify(t, s, "").Fault; f.Type != "Payment" || !strings.Contains(f.Message, "audit entry") {
				t.Errorf("%s: %+v", what, f)
			}
			in.cut(entries, seq)
			if f := verify(t, s, "").Fault; f != nil {
				t.Errorf("%s cut with its entry and both heads, without a checkpoint: %+v; update what the documents say", what, f)
			}
			if f := verify(t, s, checkpoint).Fault; f == nil || f.Problem != domain.LedgerCut || f.Chain != of.chain {
				t.Errorf("%s cut with its entry and both heads: %+v", what, f)
			}
			in.undo()
		}

		// Removed from its chain, a payment is missed there before the audit is asked.
		of, seq := in.find("payments", "id = '"+settled.String()+"'")
		in.do("DELETE FROM payments WHERE id = '" + settled.String() + "'")
		expect(t, "removed", verify(t, s, "").Fault, of.chain, seq, domain.LedgerCut, "")
		in.undo()
		if f := verify(t, s, checkpoint).Fault; f != nil {
			t.Errorf("put back: %+v", f)
		}
	})
}

// TestPaymentsBetweenShards: a row fits its own chain alone, and a shard is not given up unseen.
func TestPaymentsBetweenShards(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for i := range 48 {
			if _, code := pay(t, s, fmt.Sprintf("S-%d", i)); code != "" {
				t.Fatal(code)
			}
		}
		checkpoint := filepath.Join(t.TempDir(), "checkpoint")
		if f := verify(t, s, checkpoint).Fault; f != nil {
			t.Fatalf("%+v", *f)
		}
		in := breakIn(t, s)
		put := func(id string, lane, seq int64) string {
			return fmt.Sprintf("UPDATE payments SET lane = %d, seq = %d WHERE id = '%s'", lane, seq, id)
		}
		three, seven := in.id(in.victim("payments", "3"), 1), in.id(in.victim("payments", "7"), 1)
		in.do(put(three, 99, 1), put(seven, 3, 1), put(three, 7, 1))
		expect(t, "swapped between shards", verify(t, s, "").Fault, "payments:3", 1, domain.LedgerChanged, seven)
		in.undo()

		v, w := in.victim("payments", "3"), in.victim("payments", "7")
		if v.n < 2 {
			t.Fatal("a shard has a single payment")
		}
		moved := in.id(v, v.n)
		in.do(put(moved, 7, w.n+1), v.moveHead(v.n-1), w.moveHead(w.n+1))
		expect(t, "moved to another shard, with both heads", verify(t, s, "").Fault, w.chain, w.n+1, domain.LedgerChanged, moved)
		in.undo()

		in.do("DELETE FROM payments WHERE lane = 5", "DELETE FROM chain_heads WHERE name = 'payments:5'")
		expect(t, "a shard removed with its head", verify(t, s, "").Fault, "payments:5", 0, domain.LedgerRemoved, "")
		if _, err := ledger.Open(t.Context(), s.Store.Client(), s.LedgerKeyFile); err == nil || !strings.Contains(err.Error(), "lost heads") {
			t.Errorf("the service starts without the head of a shard: %v", err)
		}
		in.undo()

		// All later shards with their heads, as if the service had never begun them.
		all := []string{"DELETE FROM payments WHERE lane > 0", "DELETE FROM chain_heads WHERE name LIKE 'payments:%'"}
		for what, begin := range map[string]bool{"before the next start": false, "after it": true} {
			in.do(all...)
			if begin {
				openAtOnce(t, s)
			}
			if f := verify(t, s, "").Fault; f == nil || f.Problem != domain.LedgerCut || f.Type != "Payment" || !strings.HasPrefix(f.Chain, "audit:") {
				t.Errorf("the later shards removed, %s: %+v", what, f)
			}
			expect(t, "the later shards removed, "+what+", with a checkpoint", verify(t, s, checkpoint).Fault, "payments:1", 1, domain.LedgerCut, "")
			in.undo()
		}
		in.do("DELETE FROM chain_heads WHERE name LIKE 'payments:%'")
		if f := verify(t, s, "").Fault; f == nil || f.Problem != domain.LedgerRemoved || f.Chain != "payments:1" {
			t.Errorf("the heads of all later shards removed: %+v", f)
		}
		if _, err := ledger.Open(t.Context(), s.Store.Client(), s.LedgerKeyFile); err == nil || !strings.Contains(err.Error(), "lost heads") {
			t.Errorf("the service starts without the heads of shards that have rows: %v", err)
		}
		in.undo()
		if f := verify(t, s, checkpoint).Fault; f != nil {
			t.Errorf("put back: %+v", f)
		}
	})
}

// openAtOnce opens the ledger as instances do that start at the same moment.
func openAtOnce(t *testing.T, s *Server) {
	t.Helper()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := ledger.Open(t.Context(), s.Store.Client(), s.LedgerKeyFile); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if heads, err := s.Store.Client().ChainHead.Query().All(System()); err != nil || len(heads) != 32 {
		t.Errorf("there are %d heads, %v", len(heads), err)
	}
}

// TestLaterShardsBegin: a database that the version before has written has one chain of payments. It is whole as it is,
// also when a payment was put where no chain has begun, and the next start begins the others.
func TestLaterShardsBegin(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		in := breakIn(t, s)
		in.do("DELETE FROM payments", "DELETE FROM audit_entries", "DELETE FROM chain_heads")
		openAtOnce(t, s)
		in.do("DELETE FROM chain_heads WHERE name LIKE 'payments:%'")
		if code := group(t, s, "before"); code != "" {
			t.Fatal(code)
		}
		if f := verify(t, s, "").Fault; f != nil {
			t.Fatalf("before the first start: %+v", *f)
		}
		in.do(fmt.Sprintf("INSERT INTO payments (id, provider_id, type, amount_minor, currency, payment_date, payment_method, payment_reference, created_at, lane, seq, hash, invoice_number, remarks) "+
			"SELECT '%s', '%s', 'SETTLEMENT', 5, 'EUR', '2026-11-01', 'CASH', 'forged', created_at, 3, 1, hash, '', '' FROM audit_entries LIMIT 1", domain.NewID(domain.KindPayment), s.Samples.Provider))
		expect(t, "a payment in a shard that has not begun", verify(t, s, "").Fault, "payments:3", 1, domain.LedgerInserted, "*")
		in.do("DELETE FROM payments WHERE payment_reference = 'forged'")
		openAtOnce(t, s)
		for i := range 20 {
			if _, code := pay(t, s, fmt.Sprintf("L-%d", i)); code != "" {
				t.Fatal(code)
			}
		}
		if f := verify(t, s, "").Fault; f != nil {
			t.Errorf("%+v", *f)
		}
	})
}

// TestTwiceAtOnePosition: whoever can also drop an index puts a second row at a position. It is found wherever the check
// begins to read anew.
func TestTwiceAtOnePosition(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		bulkPayments(t, s, 1_200)
		bulk(t, s, 1_200)
		in := breakIn(t, s)
		in.do("DROP INDEX payment_lane_seq", "DROP INDEX auditentry_lane_seq")
		for _, v := range in.victims() {
			for _, seq := range []int64{1, 500, 1_000, v.n} {
				for _, of := range []int64{seq, max(seq-1, 1)} {
					in.do(v.copyRow(of, seq))
					f := verify(t, s, "").Fault
					if f == nil || f.Chain != v.chain || f.Seq != seq {
						t.Errorf("%d once more at %d of %s: %+v", of, seq, v.chain, f)
					}
					in.undo()
				}
			}
		}
		if s.Dialect != "postgres" { // which keeps the columns as they are
			return
		}
		for _, v := range in.victims() {
			kind, _, _ := strings.Cut(v.chain, ":")
			in.do("ALTER TABLE "+v.table+" ALTER lane DROP NOT NULL, ALTER seq DROP NOT NULL", v.copyRow(3, v.n+5))
			for _, column := range []string{"lane", "seq"} {
				in.do("UPDATE " + v.table + " SET " + column + " = NULL WHERE " + v.at(v.n+5))
				expect(t, "a row without "+column, verify(t, s, "").Fault, kind, 0, domain.LedgerInserted, "*")
				in.undo()
				in.do(v.copyRow(3, v.n+5))
			}
			in.undo()
		}
	})
}

// TestForms: SQLite takes a value in any form, and reads an id in capitals as the same id, which every condition
// takes for another one.
func TestForms(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		if s.Dialect == "postgres" {
			return // which keeps ids, times and numbers as such
		}
		fill(t, s)
		in := breakIn(t, s)
		for _, v := range in.victims() {
			tried := 0
			for _, column := range v.columns() {
				forms := []string{"CAST(" + column + " AS BLOB)"}
				switch {
				case column == auditentry.FieldBefore, column == auditentry.FieldAfter:
					continue // nothing asks for them
				case column == payment.FieldHash:
					forms = []string{"CAST(hash AS TEXT)"}
				case column == payment.FieldCreatedAt:
					forms = append(forms, "replace(created_at, '+00:00', 'Z')", "replace(created_at, ' ', 'T')")
				case column == "id", strings.HasSuffix(column, "_id"):
					forms = append(forms, "upper("+column+")", "'urn:uuid:' || "+column, "'{' || "+column+" || '}'", "replace("+column+", '-', '')", "unhex(replace("+column+", '-', ''))")
				}
				for _, form := range forms {
					seq := in.number("SELECT CAST(min(seq) AS text) FROM " + v.table + " WHERE " + v.where + " AND " + column + " IS NOT NULL")
					in.do("UPDATE " + v.table + " SET " + column + " = " + form + " WHERE " + v.at(seq))
					f := verify(t, s, "").Fault
					if f == nil || !slices.Contains([]domain.LedgerProblem{domain.LedgerChanged, domain.LedgerInserted, domain.LedgerRemoved, domain.LedgerCut}, f.Problem) {
						t.Errorf("%s of %s as %s: %+v", column, v.chain, form, f)
					}
					in.undo()
					tried++
				}
			}
			if tried < 20 {
				t.Errorf("%d forms were tried", tried)
			}
		}
		for _, change := range []string{"seq = 2.5", "seq = 'abc'", "hash = 'x'", "key_id = x'00'"} {
			in.do("UPDATE chain_heads SET " + change + " WHERE name = 'payments:5'")
			if f := verify(t, s, "").Fault; f == nil || f.Chain != "payments:5" || f.Type != "ChainHead" || f.Problem != domain.LedgerChanged {
				t.Errorf("a head with %s: %+v", change, f)
			}
			in.undo()
		}
		in.do(fmt.Sprintf("INSERT INTO chain_heads (id, name, seq, hash, key_id) SELECT '%s', CAST(name AS BLOB), seq, hash, key_id FROM chain_heads WHERE name = 'payments:5'", domain.NewID(domain.KindChainHead)))
		if f := verify(t, s, "").Fault; f == nil || f.Type != "ChainHead" || f.Problem != domain.LedgerInserted {
			t.Errorf("two heads of a chain: %+v", f)
		}
	})
}
